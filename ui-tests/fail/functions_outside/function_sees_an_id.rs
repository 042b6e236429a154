#[vyre::function]
fn here() -> u32 {
    invocation_id().x
}

fn main() {}
