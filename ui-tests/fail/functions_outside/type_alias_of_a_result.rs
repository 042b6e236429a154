type Word = u64;

#[vyre::function]
fn wide(x: u32) -> Word {
    x as u64
}

fn main() {}
