#[vyre::data]
struct P {
    next: [P; 2],
}
fn main() {}
