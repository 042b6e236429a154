use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn first(v: &[i32]) -> i32 {
        v[0]
    }
    out[0] = first(&a[1..]) as u32;
}

fn main() {}
