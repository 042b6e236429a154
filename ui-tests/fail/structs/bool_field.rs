#[vyre::data]
struct P {
    alive: bool,
}
fn main() {}
