#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    type Word = u32;
    let x: Word = 1;
    out[0] = x;
}

fn main() {}
