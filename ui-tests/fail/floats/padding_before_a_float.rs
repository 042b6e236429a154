use vyre::f16;

#[vyre::data]
struct Pair {
    a: f16,
    b: f32,
}

fn main() {}
