#[vyre::kernel]
fn kernel(a: &[f16], n: u32, out: &mut [u32]) {
    out[0] = cast::<u32>(a[0]);
    let x = cast::<f16>(n);
}

fn main() {}
