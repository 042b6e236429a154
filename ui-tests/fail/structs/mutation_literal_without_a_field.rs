#[vyre::data]
struct Ball {
    position: [f32; 2],
    hits: u32,
    weight: f32,
}

#[vyre::kernel]
fn reset(balls: &mut [Ball]) {
    let i = invocation_id().x;
    balls[i] = Ball { position: [0.0, 0.0], hits: 0 };
}

fn main() {}
