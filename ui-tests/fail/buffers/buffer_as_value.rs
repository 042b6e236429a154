#[vyre::kernel]
fn kernel(input: &[u32], out: &mut [u32]) {
    out[0] = input;
}

fn main() {}
