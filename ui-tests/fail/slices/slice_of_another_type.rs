use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let v: &[i32] = &a[1..];
    out[0] = v[0] as u32;
}

fn main() {}
