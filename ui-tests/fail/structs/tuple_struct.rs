#[vyre::data]
struct P(u32, u32);
fn main() {}
