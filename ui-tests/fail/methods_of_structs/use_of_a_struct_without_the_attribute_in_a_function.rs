struct P {
    a: u32,
}
#[vyre::function]
fn f(p: P) -> u32 {
    p.a
}
fn main() {}
