macro_rules! double {
    ([] $($body:tt)*) => {
        #[vyre::kernel]
        fn large(out: &mut [u32]) { $($body)* }
    };
    ([$one:tt $($more:tt)*] $($body:tt)*) => { double! { [$($more)*] $($body)* $($body)* } };
}

double! { [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16] out[0] = 1; }

fn main() {}
