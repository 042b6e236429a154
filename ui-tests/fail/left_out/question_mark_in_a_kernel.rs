#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn half(x: u32) -> Option<u32> {
        if x % 2 == 0 { Some(x / 2) } else { None }
    }
    out[0] = half(out[1])?;
}

fn main() {}
