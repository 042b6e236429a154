#[vyre::data]
struct P {
    a: u32,
}
#[vyre::function]
impl Default for P {
    fn default() -> P {
        P { a: 0 }
    }
}
fn main() {}
