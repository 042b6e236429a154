#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
impl P {
    fn get(self) -> u32 {
        let x: u32 = self.get();
        x + 1
    }
}
fn main() {}
