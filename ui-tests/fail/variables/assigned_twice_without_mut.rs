#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let x = 0;
    if a[0] > 1 {
        x = 1;
    }
    x += 2;
    out[0] = x;
}

fn main() {}
