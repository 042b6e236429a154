#[vyre::data]
struct P {
    a: u32,
    b: [f32; 3],
}
#[vyre::kernel]
fn kernel(p: &mut [P]) {
    if p[0] == p[1] {
        p[0].a = 1;
    }
}
fn main() {}
