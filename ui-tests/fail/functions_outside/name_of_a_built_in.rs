#[vyre::function]
fn select(cond: bool, a: u32, b: u32) -> u32 {
    if cond { a } else { b }
}

fn main() {}
