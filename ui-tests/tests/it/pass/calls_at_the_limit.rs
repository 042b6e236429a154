//! Thirty-two functions deep compiles: the limit of V017.

macro_rules! chain {
    ($last:ident) => {};
    ($caller:ident $callee:ident $($rest:ident)*) => {
        #[vyre::function]
        fn $caller(x: u32) -> u32 {
            $callee(x) + 1
        }
        chain!($callee $($rest)*);
    };
}

#[vyre::function]
fn f1(x: u32) -> u32 {
    x
}

chain!(f32_ f31 f30 f29 f28 f27 f26 f25 f24 f23 f22 f21 f20 f19 f18 f17 f16 f15 f14 f13 f12 f11 f10 f9 f8 f7 f6 f5 f4
    f3 f2 f1);

#[vyre::kernel(workgroup_size = 1)]
fn kernel(out: &mut [u32]) {
    out[0] = f32_(100);
}

/// A function inside counts as one, and the chain from it is one shorter.
#[vyre::kernel(workgroup_size = 1)]
fn from_inside(out: &mut [u32]) {
    fn inside(x: u32) -> u32 {
        f31(x) + 7
    }
    out[0] = inside(100);
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let mut out = [0];
    kernel(&mut out).dispatch(&vyre::Device::cpu())?;
    assert_eq!((out, f32_(100)), ([131], 131));
    from_inside(&mut out).dispatch(&vyre::Device::cpu())?;
    assert_eq!(out, [137]);
    Ok(())
}
