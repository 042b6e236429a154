#[vyre::function]
fn mixed(x: u32, y: i32) -> u32 {
    x + y
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = mixed(1, 2);
}

fn main() {}
