#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    assert!(out[0] == 0, "it is {} of {}", out[0]);
    out[0] = 1;
}

fn main() {}
