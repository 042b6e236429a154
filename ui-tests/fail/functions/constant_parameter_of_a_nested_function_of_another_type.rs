use vyre::prelude::*;

#[vyre::kernel]
fn scale(out: &mut [u32]) {
    fn scaled<const N: char>(x: i32) -> i32 {
        x * N as i32
    }
    out[0] = scaled::<'a'>(4) as u32;
}

fn main() {}
