#[vyre::data]
struct P {
    a: u32,
}
// The signature is out of sight.
macro_rules! methods_of {
    ($name:ident) => { #[vyre::function] impl $name { fn get(&self) -> u32 { self.a } } };
}
methods_of!(P);
#[vyre::kernel]
fn kernel(p: &mut [P]) {
    let more = p[0].get() > 1;
    p[0].a = more as u32;
}
fn main() {}
