#[vyre::kernel]
fn kernel(pairs: &mut [[u32; 2]]) {
    pairs[0] = 7u32;
}

fn main() {}
