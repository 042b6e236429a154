const NARROW: [u8; 3] = [1, 2, 3];

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = NARROW[1];
}

fn main() {}
