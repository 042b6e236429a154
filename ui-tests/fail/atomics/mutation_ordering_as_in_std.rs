#[vyre::kernel]
fn histogram(data: &[u32], counts: &[AtomicU32]) {
    let i = invocation_id().x;
    counts[data[i]].fetch_add(1, Ordering::Relaxed);
}

fn main() {}
