use others::*;
mod others {
    pub const N: usize = 4;
}
#[cfg(any())]
const N: usize = 3;
#[vyre::kernel]
fn f(out: &mut [u32], k: [u32; N]) {
    out[0] = k[1];
}
fn main() {}
