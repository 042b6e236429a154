#[vyre::function]
fn lower(x: u32) -> u32 {
    loww(x)
}

fn main() {}
