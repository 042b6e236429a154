#[vyre::kernel]
fn local(n: u32, out: &mut [u32]) {
    let mut values = [0u32; n];
    values[0] = 1;
    out[0] = values[0];
}

fn main() {}
