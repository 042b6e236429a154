#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let y = &mut 5;
    *y = 2;
    out[0] = *y;
}

fn main() {}
