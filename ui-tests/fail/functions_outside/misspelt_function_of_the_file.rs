#[vyre::function]
fn twice(x: u32) -> u32 {
    2 * x
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = twise(out[1]);
}

fn main() {}
