#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn even(x: u32) -> bool {
        if x == 0 { true } else { odd(x - 1) }
    }
    fn odd(x: u32) -> bool {
        if x == 0 { false } else { even(x - 1) }
    }
    out[0] = even(7) as u32;
    out[1] = odd(7) as u32;
}

fn main() {}
