//! The forms of `workgroup_size`.

use vyre::prelude::*;

macro_rules! kernels {
    ($($name:ident ($($arguments:tt)*) $size:expr;)*) => {
        $(
            #[vyre::kernel($($arguments)*)]
            fn $name(out: &mut [u32]) {
                let size = workgroup_size();
                out[0] = size.x;
                out[1] = size.y;
                out[2] = workgroup_size().z;
            }
        )*

        #[test]
        fn runs() -> Result<(), vyre::Error> {
            $(
                let mut out = [0u32; 3];
                $name(&mut out).workgroups([1, 1, 1]).dispatch(&Device::cpu())?;
                assert_eq!(out, $size);
                assert_eq!($name::program().workgroup_size, $size);
            )*
            Ok(())
        }
    };
}

kernels! {
    default() [256, 1, 1];
    one(workgroup_size = 64) [64, 1, 1];
    one_in_parentheses(workgroup_size = (32)) [32, 1, 1];
    one_in_a_tuple(workgroup_size = (32,)) [32, 1, 1];
    two(workgroup_size = (16, 8)) [16, 8, 1];
    three(workgroup_size = (4, 4, 2,),) [4, 4, 2];
    hexadecimal(workgroup_size = 0x20) [32, 1, 1];
    with_suffix(workgroup_size = 1_0_0u32) [100, 1, 1];
    largest(workgroup_size = (1, 1, 1024)) [1, 1, 1024];
}
