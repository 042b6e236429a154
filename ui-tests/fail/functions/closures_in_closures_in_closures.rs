#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn eight(f: impl Fn(u32) -> u32, x: u32) -> u32 { f(f(f(f(f(f(f(f(x)))))))) }
    fn many(f: impl Fn(u32) -> u32, x: u32) -> u32 { eight(|y| eight(&f, y), x) }
    fn more(f: impl Fn(u32) -> u32, x: u32) -> u32 { many(|y| many(&f, y), x) }
    out[0] = more(|x| more(|y| y + 1, x), out[1]);
}

fn main() {}
