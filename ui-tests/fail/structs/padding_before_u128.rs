#[vyre::data]
struct P {
    id: u32,
    total: u128,
}
fn main() {}
