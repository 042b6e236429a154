#[vyre::data]
struct Counter {
    total: u32,
    rounds: u32,
}

#[vyre::function]
impl Counter {
    fn add(&mut self, by: u32) {
        self.total += by;
    }
}

#[vyre::kernel]
fn sums(counters: &mut [Counter]) {
    let i = invocation_id().x;
    let counter = counters[i];
    counter.add(3);
    counters[i] = counter;
}

fn main() {}
