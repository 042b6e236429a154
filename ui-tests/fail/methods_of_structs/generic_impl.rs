#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
impl<T> P {
    fn get(self) -> u32 {
        self.a
    }
}
fn main() {}
