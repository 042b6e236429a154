#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
fn f(a: u32) -> P {
    P { a }
}
#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = f(2);
}
fn main() {}
