#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
impl P {
    fn get(self: Box<Self>) -> u32 {
        self.a
    }
}
fn main() {}
