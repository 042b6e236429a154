#[vyre::data]
enum Op {
    Add(u32),
    Sub,
}
fn main() {}
