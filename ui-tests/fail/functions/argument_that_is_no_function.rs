#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn apply(f: impl Fn(u32) -> u32, x: u32) -> u32 {
        f(x)
    }
    fn one(x: u32) -> u32 {
        x + 1
    }
    out[0] = apply(if out[1] > 3 { one } else { |x| x }, out[1]);
}

fn main() {}
