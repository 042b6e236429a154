use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut n = 0;
    loop {
        while { if n > 3 { break; } true } {
            n += 1;
        }
        out[0] = n;
    }
}

fn main() {}
