type Word = u32;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let word: Word = 3;
    out[0] = word;
}

fn main() {}
