use vyre::prelude::*;

mod inner {}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = inner::twice(out[1]);
}

fn main() {}
