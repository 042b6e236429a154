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
    Ok(())
}
