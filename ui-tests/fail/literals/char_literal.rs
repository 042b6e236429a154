#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = 'a' as u32;
}

fn main() {}
