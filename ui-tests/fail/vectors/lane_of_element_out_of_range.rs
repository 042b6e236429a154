#[vyre::kernel]
fn kernel(points: &mut [[u32; 2]]) {
    points[0][2] += 5;
}

fn main() {}
