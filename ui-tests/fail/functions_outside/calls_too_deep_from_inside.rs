macro_rules! chain {
    ($last:ident) => { #[vyre::function] fn $last(x: u32) -> u32 { x } };
    ($caller:ident $callee:ident $($rest:ident)*) => {
        #[vyre::function] fn $caller(x: u32) -> u32 { $callee(x) }
        chain!($callee $($rest)*);
    };
}
chain!(f32_ f31 f30 f29 f28 f27 f26 f25 f24 f23 f22 f21 f20 f19 f18 f17 f16 f15 f14 f13 f12 f11 f10 f9 f8 f7 f6 f5
    f4 f3 f2 f1);
#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn inside(x: u32) -> u32 { f32_(x) }
    out[0] = inside(1);
}
fn main() {}
