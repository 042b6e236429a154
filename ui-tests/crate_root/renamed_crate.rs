//! `crate = path` says where the crate `vyre` is.

mod reexported {
    pub(crate) use vyre as gpu;
}

use reexported::gpu;

#[gpu::kernel(crate = gpu, workgroup_size = 8)]
fn double(out: &mut [u32]) {
    out[invocation_id().x] *= 2;
}

#[gpu::kernel(workgroup_size = (4, 1), crate = crate::reexported::gpu)]
fn triple(out: &mut [u32]) {
    out[invocation_id().x] *= 3;
}

/// A module of the user's own, with the name of the library's.
mod ops {
    pub(crate) mod math {
        #[vyre::function]
        pub(crate) fn gcd(a: u32, b: u32) -> u32 {
            a + b
        }
    }
}

#[gpu::kernel(crate = gpu)]
fn operations(out: &mut [u32]) {
    out[0] = gpu::ops::math::gcd(12, 18);
    out[1] = crate::ops::math::gcd(12, 18);
}

#[gpu::kernel(crate = ::vyre)]
fn quadruple(out: &mut [u32]) {
    out[invocation_id().x] *= 4;
}

fn main() -> Result<(), gpu::Error> {
    let device = gpu::Device::cpu();
    let mut out = [1, 2];
    double(&mut out).dispatch(&device)?;
    triple(&mut out).invocations([2, 1, 1]).dispatch(&device)?;
    quadruple(&mut out).dispatch(&device)?;
    assert_eq!(out, [24, 48]);
    operations(&mut out).workgroups([1, 1, 1]).dispatch(&device)?;
    assert_eq!(out, [6, 30]);
    Ok(())
}
