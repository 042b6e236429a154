#[vyre::kernel]
fn kernel(f: impl Fn(u32) -> u32, out: &mut [u32]) {
    out[0] = f(out[1]);
}

fn main() {}
