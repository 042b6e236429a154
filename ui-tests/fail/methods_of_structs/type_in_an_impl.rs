#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
impl P {
    type T = u32;
}
fn main() {}
