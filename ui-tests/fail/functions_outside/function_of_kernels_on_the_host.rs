use vyre::prelude::*;

#[vyre::function]
fn lane() -> u32 {
    local_id().x
}

fn main() {
    println!("{}", lane());
}
