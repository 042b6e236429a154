#[vyre::data]
enum Op {
    Add,
    Sub,
}
#[vyre::data]
struct P {
    op: Op,
}
fn main() {}
