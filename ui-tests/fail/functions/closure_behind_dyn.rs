#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn apply(f: &dyn Fn(u32) -> u32, x: u32) -> u32 {
        f(x)
    }
    out[0] = apply(&|x| x + 1, out[1]);
}

fn main() {}
