#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn adder(n: u32) -> impl Fn(u32) -> u32 {
        move |x| x + n
    }
    out[0] = 1;
}

fn main() {}
