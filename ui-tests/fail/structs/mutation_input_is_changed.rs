#[vyre::data]
struct Ball {
    pos: [f32; 2],
    id: u32,
}

#[vyre::kernel]
fn fall(dt: f32, balls: &[Ball]) {
    let i = invocation_id().x;
    balls[i].pos[1] -= dt;
}

fn main() {}
