#[vyre::kernel]
fn scale(factor: u32, out: &mut [u32]) {
    out[0] = fctor;
}

fn main() -> Result<(), vyre::Error> {
    let device = vyre::Device::cpu();
    let mut out = vec![1u32; 4];
    scale(3, &mut out).dispatch(&device)?;
    println!("{}{}", scale::program(), scale::wgsl());
    Ok(())
}
