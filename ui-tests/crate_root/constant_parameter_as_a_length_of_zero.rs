#[vyre::kernel]
fn kernel<const N: u32>(out: &mut [u32]) {
    let mut window = [0u32; N];
    window[0] = 3;
    out[0] = window[0];
}

fn main() {
    let _ = kernel::<0>(&mut [0u32]);
}
