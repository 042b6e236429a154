#[vyre::kernel]
fn kernel(count: &[AtomicU32]) {
    count[0].fetch_sub(1);
}

fn main() {}
