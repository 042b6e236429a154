#[vyre::kernel]
fn kernel(count: &[AtomicU32]) {
    count[0].fetch_max(true);
}

fn main() {}
