//! A kernel stands wherever a function may: in a function, in a block, in a closure, and two of one name in two scopes.

use vyre::prelude::*;

fn run(device: &Device, out: &mut [u32]) -> Result<(), vyre::Error> {
    #[vyre::kernel]
    fn step(out: &mut [u32]) {
        out[invocation_id().x] += 1;
    }
    step(&mut *out).dispatch(device)?;
    {
        #[vyre::kernel]
        fn step(out: &mut [u32]) {
            out[invocation_id().x] *= 10;
        }
        assert_ne!(step::wgsl(), "");
        step(&mut *out).dispatch(device)?;
    }
    let mut last = || {
        #[vyre::kernel]
        fn step(by: u32, out: &mut [u32]) {
            out[invocation_id().x] += by;
        }
        step(5, out).dispatch(device)
    };
    last()
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let mut out = [0, 1, 2];
    run(&Device::cpu(), &mut out)?;
    assert_eq!(out, [15, 25, 35]);
    Ok(())
}
