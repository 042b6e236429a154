#[vyre::function]
fn low<T: vyre::Number>(x: T) -> T {
    x & T::ONE
}

fn main() {
    low(3);
}
