use others::*;
mod others {
    pub const N: usize = 4;
}
#[cfg(any())]
const N: usize = 3;
#[vyre::data]
struct P {
    a: [u32; N],
    b: [f32; 2],
}
fn main() {}
