struct P {
    a: u32,
}
#[vyre::kernel]
fn kernel(p: &mut [P]) {
    p[0].a = 1;
}
fn main() {}
