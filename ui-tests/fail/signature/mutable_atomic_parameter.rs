#[vyre::kernel]
fn kernel(count: &mut [AtomicU32]) {
    count[0].fetch_add(1);
}

fn main() {}
