// 8,192 assignments of four nodes each: three functions are within the limit.
macro_rules! large {
    ($name:ident $callee:ident $y:ident [] $($body:tt)*) => {
        #[vyre::function]
        fn $name($y: u32) -> u32 { let mut $y = $callee($y); $($body)* $y }
    };
    ($name:ident $callee:ident $y:ident [$twice:tt $($rest:tt)*] $($body:tt)*) => { large!($name $callee $y [$($rest)*] $($body)* $($body)*); };
}
#[vyre::function]
fn last(x: u32) -> u32 { x * x }
large!(third last y [1 2 3 4 5 6 7 8 9 10 11 12 13] y = y * 3;);
large!(second third y [1 2 3 4 5 6 7 8 9 10 11 12 13] y = y * 3;);
large!(first second y [1 2 3 4 5 6 7 8 9 10 11 12 13] y = y * 3;);
large!(beyond first y [1 2 3 4 5 6 7 8 9 10 11 12 13] y = y * 3;);
fn main() {}
