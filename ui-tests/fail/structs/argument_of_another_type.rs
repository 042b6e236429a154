#[vyre::data]
struct P {
    a: u32,
    b: [f32; 3],
}
#[vyre::kernel]
fn kernel(p: &mut [P]) {
    fn f(q: P) -> u32 {
        q.a
    }
    p[0].a = f(5);
}
fn main() {}
