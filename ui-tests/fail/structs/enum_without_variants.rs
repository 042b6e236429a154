#[vyre::data]
enum Op {}
fn main() {}
