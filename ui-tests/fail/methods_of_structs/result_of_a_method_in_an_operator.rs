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
    let more = p[0].get() > 1;
    p[0].a = more as u32;
}
fn main() {}
