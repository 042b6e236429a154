#[cfg(any())]
const N: usize = 3;
#[cfg(not(any()))]
const N: usize = 4;
#[vyre::kernel]
fn f(out: &mut [u32]) {
    let a: [u32; N] = [1; N];
    out[0] = a[0];
}
fn main() {}
