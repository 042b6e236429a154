#[vyre::module]
fn f(out: &mut [u32]) {
    out[0] = 1;
}
fn main() {}
