use others::*;
mod others {
    pub const N: usize = 4;
}
#[cfg(any())]
const N: usize = 3;
#[vyre::kernel]
fn f(out: &mut [u32]) {
    let a: [u32; N + 1] = [1; N + 1];
    out[0] = a[0];
}
fn main() {}
