#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut i = 0;
    i++;
    out[i] = 1;
}

fn main() {
    let mut out = [0u32; 4];
    let _ = kernel(&mut out).dispatch(&vyre::Device::cpu());
}
