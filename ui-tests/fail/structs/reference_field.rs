#[vyre::data]
struct P<'a> {
    a: &'a u32,
}
fn main() {}
