#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn index() -> u32 {
        invocation_id().x
    }
    out[0] = index();
}
fn main() {}
