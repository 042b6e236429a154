#[vyre::function]
fn wide(x: u32) -> u64 {
    x as u64
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = wide(out[1]);
}

fn main() {}
