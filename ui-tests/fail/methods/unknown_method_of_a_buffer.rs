#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out.sort();
}

fn main() {}
