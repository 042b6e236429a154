#[vyre::kernel]
fn kernel(input: &[u32], out: &mut [u32]) {
    out[0] = input.;
}

fn main() {
    let mut out = [0u32; 4];
    let _ = kernel(&[1], &mut out).dispatch(&vyre::Device::cpu());
}
