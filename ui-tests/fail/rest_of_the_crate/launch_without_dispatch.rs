#![deny(unused_must_use)]

#[vyre::kernel]
fn fill(out: &mut [u32]) {
    out[0] = 1;
}

fn main() {
    let mut out = [0u32; 4];
    fill(&mut out);
}
