#[vyre::kernel]
fn fill(value: u32, out: &mut [u32]) {
    out[0] = value;
}

fn main() {
    let mut out = [0u32; 4];
    let _ = fill(true, &mut out);
}
