use vyre::prelude::*;

#[vyre::data]
struct Ball {
    hits: [u32; 6],
}

#[vyre::kernel]
fn scale(balls: &mut [Ball]) {
    let tail = &mut balls[0].hits[1..];
    tail[0] = 2;
}

fn main() {}
