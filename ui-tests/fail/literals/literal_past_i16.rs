#[vyre::kernel]
fn kernel(out: &mut [i16]) {
    out[0] = -32769;
}

fn main() {}
