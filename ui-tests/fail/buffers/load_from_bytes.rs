#[vyre::kernel]
fn kernel(text: &[u8], out: &mut [u32]) {
    out[0] = text[0];
}

fn main() {}
