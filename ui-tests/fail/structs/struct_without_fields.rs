#[vyre::data]
struct P {}
fn main() {}
