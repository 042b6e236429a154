#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    static SCALE: u32 = 4;
    out[0] = SCALE;
}

fn main() {}
