#[vyre::kernel]
fn kernel(a: &[i16], out: &mut [i8]) {
    out[0] = a[0];
}

fn main() {}
