#[vyre::data]
struct P {
    a: u32,
    b: [f32; 3],
}
#[vyre::kernel]
fn kernel(p: &mut [P]) {
    let q = p[0];
    q.a = 1;
}
fn main() {}
