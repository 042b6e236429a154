macro_rules! chain {
    ([$($inside:tt)*] $last:ident) => {
        #[vyre::function]
        fn deep(x: u32) -> u32 {
            fn $last(x: u32) -> u32 { x }
            $($inside)*
            g32(x)
        }
    };
    ([$($inside:tt)*] $caller:ident $callee:ident $($rest:ident)*) => {
        chain! { [$($inside)* fn $caller(x: u32) -> u32 { $callee(x) }] $callee $($rest)* }
    };
}
chain! { [] g32 g31 g30 g29 g28 g27 g26 g25 g24 g23 g22 g21 g20 g19 g18 g17 g16 g15 g14 g13 g12 g11 g10 g9 g8 g7 g6 g5 g4 g3 g2 g1 }
fn main() {}
