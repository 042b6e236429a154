#[vyre::kernel]
fn kernel(a: &[f16], b: &[bf16], out: &mut [[f16; 2]]) {
    out[0] = [a[0], b[0]];
}

fn main() {}
