#[vyre::data]
union P {
    a: u32,
}
fn main() {}
