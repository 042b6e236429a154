#[vyre::kernel]
fn kernel(a: &[u16], out: &mut [u16]) {
    out[0] = -a[0];
}

fn main() {}
