#[vyre::function]
fn twice(x: u32) -> u32 {
    2 * x
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    assert!(twise(out[1]) == 4);
}

fn main() {}
