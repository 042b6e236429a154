#[vyre::data]
enum Shape {
    Sphere { radius: f32 },
    Empty,
}

#[vyre::function]
fn unit() -> Shape {
    Shape::Sphere { radios: 1.0 }
}

fn main() {}
