#[vyre::kernel]
fn kernel(n: u32, out: &mut [bf16]) {
    out[0] = bf16::from_bits(n);
}

fn main() {}
