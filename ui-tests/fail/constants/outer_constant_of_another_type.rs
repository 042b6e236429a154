const SCALE: i32 = -4;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = SCALE;
}
fn main() {}
