#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
impl P {
    fn set(&mut self, a: u32) { self.a = a; }
}
#[vyre::kernel]
fn kernel(p: &mut [P]) {
    let q = p[0];
    q.set(1);
}
fn main() {}
