#[vyre::data]
struct Cell {
    size: f32,
}
// The signature is out of sight.
macro_rules! methods_of {
    ($name:ident) => { #[vyre::function] impl $name { fn half(self) -> f32 { self.size / 2.0 } } };
}
methods_of!(Cell);
#[vyre::kernel]
fn kernel(cell: Cell, out: &mut [u32]) {
    out[0] = cell.half() as u32;
}
fn main() {}
