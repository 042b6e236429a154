use vyre::prelude::*;

const TILE_DIM: u32 = 16;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    TILE_DIM = out[0];
}

fn main() {}
