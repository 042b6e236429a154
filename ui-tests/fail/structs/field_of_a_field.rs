#[vyre::data]
struct P {
    a: u32,
    b: [f32; 3],
}
#[vyre::kernel]
fn kernel(p: &mut [P]) {
    p[0].a.x = 1;
}
fn main() {}
