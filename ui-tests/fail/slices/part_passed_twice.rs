use vyre::prelude::*;

#[vyre::data]
struct Ball {
    pos: [f32; 2],
    speed: [f32; 2],
}

#[vyre::kernel]
fn scale(balls: &mut [Ball]) {
    fn swap(a: &mut f32, b: &mut f32) {
        (*a, *b) = (*b, *a);
    }
    let y = &mut balls[0].pos[1];
    swap(y, &mut balls[0].pos[1]);
}

fn main() {}
