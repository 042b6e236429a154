#[vyre::data]
struct Pair { a: u32, b: u32 }
#[vyre::function]
impl Pair {
    fn plus(self, other: Pair) -> Pair {
        Pair { a: self.a + other.a, b: self.b }
    }
}
#[vyre::kernel]
fn kernel(data: &mut [Pair]) {
    let other = data[1].plus(data[2]);
    data[0] = data[0].plus(other);
}
fn main() {}
