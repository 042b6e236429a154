#[vyre::kernel]
fn kernel(points: &[[u32; 2]], out: &mut [u32]) {
    let [p, q] = points[0];
    out[0] = p + q;
}
fn main() {}
