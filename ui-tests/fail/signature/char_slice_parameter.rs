#[vyre::kernel]
fn kernel(input: &[char], out: &mut [u32]) {
    out[0] = input[0];
}

fn main() {}
