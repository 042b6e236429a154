#[vyre::kernel]
fn kernel(out: &mut [f32]) {
    out.sort();
}

fn main() {}
