#[vyre::function]
fn evens(v: &[u32]) -> impl Iterator<Item = u32> + '_ {
    v.iter().copied().filter(|x| x % 2 == 0)
}

fn main() {}
