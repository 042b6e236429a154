#[vyre::data]
struct P {
    x: u32,
}
#[vyre::function]
impl core::ops::Add for P {
    type Output = P;
    fn add(self, other: P) -> P {
        P { x: self.x + (other - 1) }
    }
}
fn main() {}
