#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = (-4i32).isqrt() as u32;
}

fn main() {}
