#[vyre::data]
struct P {
    a: usize,
}
fn main() {}
