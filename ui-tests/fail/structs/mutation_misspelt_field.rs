#[vyre::data]
struct Ball {
    position: [f32; 2],
    speed: [f32; 2],
}

#[vyre::kernel]
fn step(balls: &mut [Ball]) {
    let i = invocation_id().x;
    balls[i].positon[0] += balls[i].speed[0];
}

fn main() {}
