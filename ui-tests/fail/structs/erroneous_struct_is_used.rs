#[vyre::data]
struct P {
    a: bool,
}
#[vyre::kernel]
fn kernel(p: &mut [P]) {
    let q = P { a: true };
    p[0] = q;
}
fn main() {}
