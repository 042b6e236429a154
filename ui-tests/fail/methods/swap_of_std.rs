#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut x = 1;
    core::mem::swap(&mut x, &mut out[0]);
}

fn main() {}
