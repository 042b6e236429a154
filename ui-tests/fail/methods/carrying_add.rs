#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let sum = out[0].carrying_add(out[1], false);
}

fn main() {}
