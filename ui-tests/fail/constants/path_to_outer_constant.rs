#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = std::f32::consts::PI;
}
fn main() {}
