#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let points = [[0u32; 2]; 8];
    points[0][1] = 5;
    out[0] = points[0][1];
}

fn main() {}
