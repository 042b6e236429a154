use vyre::prelude::*;

#[vyre::kernel]
fn histogram(data: &[u8], bins: &[AtomicU32]) {
    let i = invocation_id();
    if i < 3 {
        bins[3].fetch_add(1);
    }
}

fn main() {}
