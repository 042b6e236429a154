#[vyre::kernel]
fn kernel(input: &[u32], out: &mut [u32]) {
    for x in input.iter() {
        out[0] += x;
    }
}
