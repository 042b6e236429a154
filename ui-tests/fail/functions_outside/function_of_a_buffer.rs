#[vyre::function]
fn first(data: &[u32]) -> u32 {
    data[0]
}

fn main() {}
