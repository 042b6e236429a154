#[vyre::kernel]
fn kernel(count: &[AtomicU32]) {
    let first = count[0].fetch_add(1);
    if first == 0 {
        barrier();
    }
}

fn main() {}
