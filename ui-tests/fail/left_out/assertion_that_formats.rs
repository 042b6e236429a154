#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    assert!(out[0] == 0, "it is {out:?}");
    out[0] = 1;
}

fn main() {}
