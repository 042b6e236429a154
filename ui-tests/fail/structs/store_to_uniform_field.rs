#[vyre::data]
struct P {
    a: u32,
    b: [f32; 3],
}
#[vyre::kernel]
fn kernel(p: &Uniform<[P]>) {
    p[0].a = 1;
}
fn main() {}
