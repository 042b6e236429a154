mod inner {
    #[vyre::data]
    pub struct P {
        a: u32,
    }
}
#[vyre::kernel]
fn kernel(p: &mut [inner::P]) {
    p[0].a = 1;
}
fn main() {}
