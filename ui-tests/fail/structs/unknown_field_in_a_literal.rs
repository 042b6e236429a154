#[vyre::data]
struct P {
    a: u32,
    b: [f32; 3],
}
#[vyre::kernel]
fn kernel(p: &mut [P]) {
    p[0] = P { a: 1, b: [0.0; 3], c: 2 };
}
fn main() {}
