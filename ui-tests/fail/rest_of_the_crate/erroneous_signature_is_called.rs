#[vyre::kernel]
fn scale(factor: char, out: &mut [u32]) -> u32 {
    out[0] = factor;
}

fn main() -> Result<(), vyre::Error> {
    let mut out = vec![1u32; 4];
    scale('x', &mut out).workgroups([1, 1, 1]).dispatch(&vyre::Device::cpu())
}
