#[vyre::data]
struct Cell {
    size: f32,
}
#[vyre::function]
impl Cell {
    fn half(self) -> f32 {
        self.size / 2.0
    }
}
#[vyre::kernel]
fn kernel(cell: Cell, out: &mut [u32]) {
    out[0] = cell.half() as u32;
}
fn main() {}
