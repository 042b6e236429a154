#[vyre::kernel]
fn kernel(out: &mut [u32], n: u32) {
    for i in [n, n + 1] {
        out[i] = 1;
    }
}
