#[vyre::kernel]
fn fill(value: u32, out: &mut [u32]) {
    out[0] = value;
}

fn main() {
    let _ = fill(1);
}
