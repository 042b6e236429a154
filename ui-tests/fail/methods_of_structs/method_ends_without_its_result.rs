#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
impl P {
    fn set(&mut self) -> u32 {
        self.a = 1;
    }
}
fn main() {}
