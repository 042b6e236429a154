#[vyre::data]
struct Pair {
    a: u32,
    b: u32,
}

#[vyre::function]
impl Pair {
    fn map(self, f: impl Fn(u32) -> u32) -> Pair {
        Pair { a: f(self.a), b: f(self.b) }
    }
}

fn main() {}
