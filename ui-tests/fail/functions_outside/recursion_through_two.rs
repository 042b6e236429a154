#[vyre::function]
fn even(x: u32) -> bool {
    if x == 0 { true } else { odd(x - 1) }
}

#[vyre::function]
fn odd(x: u32) -> bool {
    if x == 0 { false } else { even(x - 1) }
}

fn main() {}
