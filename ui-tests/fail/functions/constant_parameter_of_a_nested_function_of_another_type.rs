use vyre::prelude::*;

#[vyre::kernel]
fn scale(out: &mut [u32]) {
    fn scaled<const N: i32>(x: i32) -> i32 {
        x * N
    }
    out[0] = scaled::<3>(4) as u32;
}

fn main() {}
