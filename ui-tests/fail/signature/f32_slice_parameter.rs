#[vyre::kernel]
fn kernel(input: &[f32], out: &mut [u32]) {
    out[0] = input[0];
}

fn main() {}
