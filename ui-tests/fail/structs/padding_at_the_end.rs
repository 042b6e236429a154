#[vyre::data]
struct P {
    time: u64,
    id: u32,
}
fn main() {}
