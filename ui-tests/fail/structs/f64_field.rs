#[vyre::data]
struct P {
    a: f64,
}
fn main() {}
