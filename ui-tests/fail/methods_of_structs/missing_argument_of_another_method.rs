#[vyre::data]
struct Point {
    x: u32,
}

#[vyre::function]
impl Point {
    fn moved(self, by: u32) -> Point {
        Point { x: self.x + by }
    }
    fn twice(self) -> u32 { self.moved().x }
}

fn main() {}
