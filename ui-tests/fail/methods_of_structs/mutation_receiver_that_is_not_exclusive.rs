#[vyre::data]
struct Counter {
    total: u32,
    rounds: u32,
}

#[vyre::function]
impl Counter {
    fn add(&self, by: u32) -> u32 {
        self.total += by;
        self.total
    }
}

fn main() {}
