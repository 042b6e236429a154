#[vyre::data]
#[repr(packed)]
struct P {
    a: u32,
}
fn main() {}
