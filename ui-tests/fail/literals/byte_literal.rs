#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = b'a' as u32;
}

fn main() {}
