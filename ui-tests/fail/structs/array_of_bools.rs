#[vyre::kernel]
fn kernel(flags: &[[bool; 3]], out: &mut [u32]) {
    out[0] = flags[0][1] as u32;
}
fn main() {}
