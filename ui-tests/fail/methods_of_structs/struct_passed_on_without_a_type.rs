#[vyre::data]
struct Pair { a: u32, b: u32 }
// The signature is out of sight.
macro_rules! methods_of {
    ($name:ident) => { #[vyre::function] impl $name { fn plus(self, other: Pair) -> Pair { Pair { a: self.a + other.a, b: self.b } } } };
}
methods_of!(Pair);
#[vyre::kernel]
fn kernel(data: &mut [Pair]) {
    let other = data[1].plus(data[2]);
    data[0] = data[0].plus(other);
}
fn main() {}
