#[vyre::data]
struct Sum {
    total: i128,
}
fn main() {}
