use vyre::prelude::*;

#[vyre::kernel]
fn kernel(counts: &[AtomicU32]) {
    let v = &mut counts[1..];
    v[0].fetch_add(1);
}

fn main() {}
