#[vyre::data]
struct P {
    a: bool,
}
#[vyre::function]
fn f(p: P) -> u32 {
    p.a as u32
}
fn main() {}
