#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
impl P {
    fn get(&self) {
        let x = self.a;
    }
}
fn main() {}
