#[vyre::kernel]
fn kernel(input: &[u32], out: &mut [u32]) {
    for x in input {
        out[0] += x;
    }
}
