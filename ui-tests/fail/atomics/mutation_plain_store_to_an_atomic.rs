#[vyre::kernel]
fn histogram(data: &[u32], counts: &[AtomicU32]) {
    let i = invocation_id().x;
    counts[data[i]] += 1;
}

fn main() {}
