macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = square!(3);
}

fn main() {
    assert_eq!(square!(3), 9);
}
