#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = std::f64::consts::PI;
}
fn main() {}
