#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let part = &out[-1..2];
    let count = part.len();
    out[0] = count;
}

fn main() {}
