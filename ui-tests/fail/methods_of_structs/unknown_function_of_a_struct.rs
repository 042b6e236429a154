#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
impl P {
    fn get(&self) -> u32 { self.a }
}
#[vyre::kernel]
fn kernel(p: &mut [P]) {
    p[0] = P::new(1);
}
fn main() {}
