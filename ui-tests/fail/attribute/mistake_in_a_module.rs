#[vyre::module]
mod kernels {
    #[kernel]
    pub fn f(out: &mut [u32]) {
        out[0] = twice(1);
    }
    fn twice(x: u32) -> u32 {
        x + y
    }
}
fn main() {}
