#[vyre::kernel]
fn kernel(out: &mut [u32], n: u64) {
    for i in out.len()..n {
        out[i] = 1;
    }
}
fn main() {}
