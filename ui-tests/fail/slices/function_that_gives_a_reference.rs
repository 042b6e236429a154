#[vyre::function]
fn first(v: &mut [u32]) -> &mut u32 {
    &mut v[0]
}

fn main() {}
