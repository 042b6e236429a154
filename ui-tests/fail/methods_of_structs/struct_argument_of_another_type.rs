#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
fn f(p: P) -> u32 {
    p.a
}
#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = f(1.5);
}
fn main() {}
