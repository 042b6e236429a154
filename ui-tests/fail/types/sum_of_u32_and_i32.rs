#[vyre::kernel]
fn kernel(a: &[u32], b: &[i32], out: &mut [u32]) {
    out[0] = a[0] + b[0];
}
fn main() {}
