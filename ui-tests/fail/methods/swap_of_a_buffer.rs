#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out.swap(0, 1);
}

fn main() {}
