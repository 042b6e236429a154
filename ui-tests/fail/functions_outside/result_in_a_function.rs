#[vyre::function]
fn wide(x: u32) -> u64 {
    x as u64
}

#[vyre::function]
fn narrow(x: u32) -> u32 {
    wide(x)
}

fn main() {}
