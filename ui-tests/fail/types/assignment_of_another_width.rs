#[vyre::kernel]
fn kernel(a: &[i64], out: &mut [i64]) {
    let mut x = 1i64;
    x = 2u64;
    out[0] = x + a[0];
}

fn main() {}
