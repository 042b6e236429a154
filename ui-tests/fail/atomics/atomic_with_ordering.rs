#[vyre::kernel]
fn kernel(count: &[AtomicU32]) {
    count[0].fetch_add(1, Ordering::Relaxed);
}

fn main() {}
