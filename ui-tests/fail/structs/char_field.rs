#[vyre::data]
struct P {
    a: char,
}
fn main() {}
