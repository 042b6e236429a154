#[vyre::function]
fn even(values: &[u32], x: u32) -> u32 {
    if x == 0 { 1 } else { odd(values, x - 1) }
}

#[vyre::function]
fn odd(values: &[u32], x: u32) -> u32 {
    if x == 0 { 0 } else { even(values, x - 1) }
}

fn main() {}
