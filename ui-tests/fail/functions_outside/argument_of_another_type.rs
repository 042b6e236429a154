#[vyre::function]
fn low(x: u64) -> u32 {
    x as u32
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = low(out[1]);
}

fn main() {}
