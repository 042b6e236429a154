#[vyre::data]
struct Point { x: u32 }
// The signature is out of sight.
macro_rules! methods_of {
    ($name:ident) => { #[vyre::function] impl $name { fn next(self) -> Point { Point { x: self.x + 1 } } } };
}
methods_of!(Point);
#[vyre::kernel]
fn kernel(out: &mut [Point]) {
    let next = out[0].next();
    out[1].x = next.x;
}
fn main() {}
