#[vyre::kernel]
fn kernel(a: &[u8], out: &mut [u8]) {
    out[0] = a[0].checked_add(1);
}

fn main() {}
