#[vyre::kernel]
fn kernel(points: &mut [[u32; 2]]) {
    points[0][1] = true;
}

fn main() {}
