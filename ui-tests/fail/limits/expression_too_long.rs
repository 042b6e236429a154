macro_rules! double {
    ([] $($sum:tt)*) => {
        #[vyre::kernel]
        fn long(out: &mut [u32]) { out[0] = 1 $($sum)*; }
    };
    ([$one:tt $($more:tt)*] $($sum:tt)*) => { double! { [$($more)*] $($sum)* $($sum)* } };
}

double! { [1 2 3 4 5 6 7 8 9 10] + out[0] + 2 - 3 }

fn main() {}
