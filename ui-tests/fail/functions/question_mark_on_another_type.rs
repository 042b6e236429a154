#[vyre::function]
fn half(x: Result<u32, u32>) -> Option<u32> {
    Some(x? / 2)
}

fn main() {}
