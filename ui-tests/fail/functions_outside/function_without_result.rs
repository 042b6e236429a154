#[vyre::function]
fn nothing(x: u32) {}

fn main() {}
