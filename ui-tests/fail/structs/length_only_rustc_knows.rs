const N: usize = core::mem::size_of::<u64>();
#[vyre::data]
struct P {
    a: [u32; N],
}
fn main() {}
