#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
impl P {
    fn set(&self) -> u32 {
        self.a = 1;
        self.a
    }
}
fn main() {}
