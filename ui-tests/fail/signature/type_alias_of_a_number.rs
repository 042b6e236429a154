type Word = u32;

#[vyre::kernel]
fn kernel(by: Word, out: &mut [u32]) {
    out[0] = by;
}

fn main() {}
