use vyre::prelude::*;

#[vyre::data]
enum Wall { Floor, Top }

#[vyre::kernel]
fn kernel(x: u32, out: &mut [u32]) {
    let wall = if x > 3 { Wall::Top } else { Wall::Floor };
    out[0] = (wall == Wall::Top) as u32;
}

fn main() {}
