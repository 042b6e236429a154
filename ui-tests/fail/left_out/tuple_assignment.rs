#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut p = out[0];
    let mut q = out[1];
    (p, q) = (q, p);
    out[0] = p + q;
}
fn main() {}
