#[vyre::data]
struct Point {
    x: u32,
}
#[vyre::function]
impl Point {
    fn next(self) -> Point { Point { x: self.x + 1 } }
}
#[vyre::kernel]
fn kernel(out: &mut [Point]) {
    let next = out[0].next();
    out[1].x = next.x;
}

fn main() {}
