#[vyre::function]
fn half(x: Option<u32>) -> u32 {
    x.unwrap_or_els(|| 1)
}

fn main() {}
