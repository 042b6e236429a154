#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    struct Point {
        x: u32,
    }
    out[0] = 1;
}

fn main() {}
