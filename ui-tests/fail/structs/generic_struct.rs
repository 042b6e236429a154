#[vyre::data]
struct P<T> {
    a: T,
}
fn main() {}
