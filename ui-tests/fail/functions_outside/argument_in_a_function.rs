#[vyre::function]
fn low(x: u64) -> u32 {
    x as u32
}

#[vyre::function]
fn lower(x: i32) -> u32 {
    low(x)
}

fn main() {}
