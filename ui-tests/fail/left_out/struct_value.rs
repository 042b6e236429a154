#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let point = Point { x: 1, y: 2 };
    out[0] = point.x;
}

fn main() {}
