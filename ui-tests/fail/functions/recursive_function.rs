#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn factorial(n: u32) -> u32 {
        if n == 0 { 1 } else { n * factorial(n - 1) }
    }
    out[0] = factorial(5);
}
fn main() {}
