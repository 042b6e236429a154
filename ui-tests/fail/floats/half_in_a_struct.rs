use vyre::f16;

#[vyre::data]
struct Pair {
    a: f16,
    b: u32,
}

fn main() {}
