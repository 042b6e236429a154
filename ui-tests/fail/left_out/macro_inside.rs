#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    macro_rules! square {
        ($x:expr) => {
            $x * $x
        };
    }
    out[0] = square!(3);
}

fn main() {}
