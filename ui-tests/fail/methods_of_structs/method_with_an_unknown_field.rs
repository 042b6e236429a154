#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
impl P {
    fn get(&self) -> u32 {
        self.b
    }
}
fn main() {}
