#[vyre::kernel]
fn kernel(wide: &[u64], out: &mut [[u32; 4]]) {
    out[0] = cast::<[u32; 4]>(wide[0]);
}
fn main() {}
