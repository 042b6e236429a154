#[vyre::data]
enum Op {
    Add = -1,
}
fn main() {}
