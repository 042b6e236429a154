#[vyre::function]
fn factorial(x: u32) -> u32 {
    if x == 0 { 1 } else { x * factorial(x - 1) }
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = factorial(5);
}

fn main() {}
