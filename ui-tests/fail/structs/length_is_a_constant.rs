const N: usize = 3;
#[vyre::data]
struct P {
    a: [u32; N],
}
fn main() {}
