#[vyre::kernel]
fn kernel(a: &[bf16], out: &mut [bf16]) {
    out[0] = !a[0];
    out[1] = a[0] & a[1];
}

fn main() {}
