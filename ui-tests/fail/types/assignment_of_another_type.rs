#[vyre::kernel]
fn kernel(n: i32, out: &mut [u32]) {
    let mut x = out[0];
    x = n;
    out[0] = x;
}

fn main() {}
