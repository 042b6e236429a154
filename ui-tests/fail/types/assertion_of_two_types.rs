#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    assert_eq!(out[0], 1i32, "one");
    out[0] = 1;
}

fn main() {}
