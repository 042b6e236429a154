#[vyre::kernel]
fn kernel(count: &[AtomicU32]) {
    count[0] += 1;
}

fn main() {}
