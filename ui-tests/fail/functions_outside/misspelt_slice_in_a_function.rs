#[vyre::function]
fn total(values: &[u32]) -> u32 {
    vaules[0]
}

fn main() {}
