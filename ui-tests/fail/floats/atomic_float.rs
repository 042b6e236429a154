#[vyre::kernel]
fn kernel(out: &mut [f32]) {
    out[0].fetch_add(1);
}

fn main() {}
