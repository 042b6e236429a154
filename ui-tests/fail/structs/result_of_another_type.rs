#[vyre::data]
struct P {
    a: u32,
    b: [f32; 3],
}
#[vyre::kernel]
fn kernel(p: &mut [P]) {
    fn f(x: u32) -> P {
        x
    }
    p[0] = f(5);
}
fn main() {}
