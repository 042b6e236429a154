#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut n = 8;
    while n {
        n -= 1;
    }
    out[0] = n;
}
fn main() {}
