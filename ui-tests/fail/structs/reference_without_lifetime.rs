#[vyre::data]
struct P {
    a: &'static u32,
}
fn main() {}
