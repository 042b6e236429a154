use vyre::prelude::*;

#[vyre::kernel]
fn histogram(data: &[u8], bins: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < data.len() {
        bins.fetch_add(data[i], 1);
    }
}

fn main() {}
