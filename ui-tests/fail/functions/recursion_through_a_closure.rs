#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn apply(f: impl Fn(u32) -> u32, x: u32) -> u32 {
        f(x)
    }
    fn factorial(n: u32) -> u32 {
        if n == 0 { 1 } else { n * apply(|x| factorial(x), n - 1) }
    }
    out[0] = factorial(out[1]);
}

fn main() {}
