#[vyre::kernel]
fn kernel(input: &[u32], out: &mut [u32]) {
    let copy = input.to_vec();
    out[0] = copy[0];
}

fn main() {}
