#[vyre::kernel]
fn kernel(input: &[u32], out: &mut [u32]) {
    let part = input[0..4];
    out[0] = part[0];
}

fn main() {}
