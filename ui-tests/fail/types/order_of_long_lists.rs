#[vyre::kernel]
fn kernel(out: &mut [bool]) {
    out[0] = [0u32; 33] < [1u32; 33];
}

fn main() {}
