type Words = [u32];

#[vyre::kernel]
fn kernel(out: &mut Words) {
    out[0] = 1;
}

fn main() {}
