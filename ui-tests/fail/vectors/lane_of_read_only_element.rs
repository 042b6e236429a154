#[vyre::kernel]
fn kernel(points: &[[u32; 2]]) {
    points[0][1] = 5;
}

fn main() {}
