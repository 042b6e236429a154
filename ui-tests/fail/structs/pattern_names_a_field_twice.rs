#[vyre::data]
struct P {
    a: u32,
    b: [f32; 3],
}
#[vyre::kernel]
fn kernel(p: &mut [P]) {
    let P { a, a: other, .. } = p[0];
    p[1].a = a + other;
}
fn main() {}
