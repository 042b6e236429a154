#[vyre::data]
struct P {
    a: u32,
    b: [f32; 3],
}
#[vyre::kernel]
fn kernel(n: u32) {
    let P { a, .. } = n;
}
fn main() {}
