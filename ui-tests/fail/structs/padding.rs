#[vyre::data]
struct P {
    id: u32,
    time: u64,
}
fn main() {}
