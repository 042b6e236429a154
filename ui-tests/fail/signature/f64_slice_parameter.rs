#[vyre::kernel]
fn kernel(input: &[f64], out: &mut [u32]) {
    out[0] = input[0];
}

fn main() {}
