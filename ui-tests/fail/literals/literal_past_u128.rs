#[vyre::kernel]
fn kernel(out: &mut [u128]) {
    out[0] = 0x1_0000_0000_0000_0000_0000_0000_0000_0000;
}

fn main() {}
