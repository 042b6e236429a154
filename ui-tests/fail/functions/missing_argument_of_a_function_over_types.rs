#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn sum<T: vyre::Number>(a: T, b: T) -> T {
        a + b
    }
    out[0] = sum(out[1]);
}

fn main() {}
