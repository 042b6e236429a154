#[vyre::data]
struct Ball {
    pos: [f32; 2],
    speed: [f32; 2],
}

#[vyre::function]
impl Ball {
    fn stop(&mut self) {
        self.speed = [0.0, 0.0];
    }
}

#[vyre::data]
struct Pair {
    left: Ball,
    right: Ball,
}

#[vyre::kernel]
fn scale(pairs: &mut [Pair]) {
    let left = &pairs[0].left;
    left.stop();
}

fn main() {}
