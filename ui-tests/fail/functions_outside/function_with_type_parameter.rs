#[vyre::function]
fn double<T>(x: T) -> T {
    x + x
}

fn main() {}
