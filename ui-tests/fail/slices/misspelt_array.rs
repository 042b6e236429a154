use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let tile = [3u32; 8];
    let v = &tiel[1..];
    out[0] = v[0] + tile[0];
}

fn main() {}
