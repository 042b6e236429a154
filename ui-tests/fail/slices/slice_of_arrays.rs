use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let mut grid = workgroup_array::<[u32; 5], 4>();
    let v = &grid[1..];
    out[0] = a[0] + v[0][0];
}

fn main() {}
