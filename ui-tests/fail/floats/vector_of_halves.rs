#[vyre::kernel]
fn kernel(a: &[[f16; 2]], out: &mut [f32]) {
    out[0] = a.len() as f32;
}

fn main() {}
