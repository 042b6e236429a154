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
    let x: f32 = p[0].get();
    p[0].a = x as u32;
}
fn main() {}
