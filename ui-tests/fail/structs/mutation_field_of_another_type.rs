#[vyre::data]
struct Ball {
    position: [f32; 2],
    hits: u32,
    weight: f32,
}

#[vyre::kernel]
fn step(balls: &mut [Ball]) {
    let i = invocation_id().x;
    balls[i].hits += 1.0;
}

fn main() {}
