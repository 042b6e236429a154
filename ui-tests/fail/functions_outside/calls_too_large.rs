macro_rules! double {
    ($last:ident) => {};
    ($caller:ident $callee:ident $($rest:ident)*) => {
        #[vyre::function]
        fn $caller(x: u32) -> u32 { $callee(x) ^ $callee(x + 1) }
        double!($callee $($rest)*);
    };
}
#[vyre::function]
fn last(x: u32) -> u32 { x * x }
double!(f18 f17 f16 f15 f14 f13 f12 f11 f10 f9 f8 f7 f6 f5 f4 f3 f2 last);

fn main() {}
