#[vyre::function]
fn sum(x: u32, y: u32) -> u32 {
    x + y
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = sum(1);
}

fn main() {}
