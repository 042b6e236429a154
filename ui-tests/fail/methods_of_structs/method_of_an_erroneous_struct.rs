#[vyre::data]
struct P {
    a: bool,
}
#[vyre::function]
impl P {
    fn get(&self) -> u32 {
        self.a as u32
    }
}
fn main() {}
