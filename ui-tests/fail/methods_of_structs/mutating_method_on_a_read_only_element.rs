#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
impl P {
    fn set(&mut self, a: u32) { self.a = a; }
}
#[vyre::kernel]
fn kernel(p: &[P]) {
    p[0].set(1);
}
fn main() {}
