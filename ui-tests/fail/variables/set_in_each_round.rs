use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let last;
    for i in 0..out.len() {
        last = i;
    }
}

fn main() {}
