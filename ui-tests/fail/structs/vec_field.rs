#[vyre::data]
struct P {
    a: Vec<u32>,
}
fn main() {}
