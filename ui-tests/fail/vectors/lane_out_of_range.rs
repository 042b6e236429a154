#[vyre::kernel]
fn kernel(points: &[[u32; 2]], out: &mut [u32]) {
    let p = points[0];
    out[0] = p[2];
}
fn main() {}
