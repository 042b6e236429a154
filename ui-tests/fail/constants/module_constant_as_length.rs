const TILE_DIM: u32 = 16;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let tile = [0u32; TILE_DIM];
}

fn main() {}
