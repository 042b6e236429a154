//! A kernel may come from a macro: fragments stay whole, and names that the macro makes up meet no others.

use vyre::prelude::*;

macro_rules! map {
    ($name:ident, $x:ident => $value:expr, $count:literal, $ty:ty) => {
        #[vyre::kernel(workgroup_size = $count)]
        fn $name(input: &[$ty], out: &mut [$ty]) {
            let i = invocation_id().x;
            let mut tile = workgroup_array::<$ty, $count>();
            tile[$count - 1] = $count;
            let ($x, last): ($ty, u32) = (input[i], tile[$count - 1]);
            out[i] = $value * 2 + last - $count;
        }
    };
}

map!(sum, x => x + 1, 32, u32);
map!(mask, v => v & 3 | 4, 64, u32);

macro_rules! marked {
    ($item:item) => {
        #[vyre::function]
        $item
    };
}

marked! {
    fn double(x: u32) -> u32 { x * 2 }
}

#[vyre::kernel]
fn doubled(out: &mut [u32]) {
    let i = invocation_id().x;
    let twice: u32 = double(out[i]);
    out[i] = twice;
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let device = Device::cpu();
    let mut out = [0u32; 3];
    sum(&[1, 2, 3], &mut out).dispatch(&device)?;
    assert_eq!(out, [4, 6, 8]);
    mask(&[1, 2, 3], &mut out).dispatch(&device)?;
    assert_eq!(out, [10, 12, 14]);
    doubled(&mut out).dispatch(&device)?;
    assert_eq!(out, [20, 24, 28]);
    assert_eq!(mask::program().workgroup_size, [64, 1, 1]);
    Ok(())
}
