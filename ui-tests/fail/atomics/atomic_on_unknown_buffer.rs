#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = counts[0].fetch_add(1);
}

fn main() {}
