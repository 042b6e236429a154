#[vyre::function]
struct Double;

fn main() {}
