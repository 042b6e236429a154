use vyre::prelude::*;

#[vyre::data]
struct Ball {
    pos: [f32; 2],
    speed: [f32; 2],
}

#[vyre::kernel]
fn scale(balls: &mut [Ball]) {
    let y = &balls[0].pos[1];
    *y += 1.0;
}

fn main() {}
