#[vyre::data]
struct P {
    a: (u32, f32),
}
fn main() {}
