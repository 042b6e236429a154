//! The function and the type have the visibility that the kernel has.

#![deny(warnings, unreachable_pub, private_interfaces)]

mod outer {
    /// Sets every element.
    #[vyre::kernel]
    pub(crate) fn fill(value: u32, out: &mut [u32]) {
        out[invocation_id().x] = value;
    }

    pub(crate) mod inner {
        #[vyre::kernel]
        pub(super) fn add(value: u32, out: &mut [u32]) {
            out[invocation_id().x] += value;
        }

        #[vyre::kernel]
        pub(in crate::outer) fn double(out: &mut [u32]) {
            out[invocation_id().x] *= 2;
        }
    }

    pub(crate) fn run(out: &mut [u32]) -> Result<(), vyre::Error> {
        let device = vyre::Device::cpu();
        fill(3, &mut *out).dispatch(&device)?;
        inner::add(4, &mut *out).dispatch(&device)?;
        inner::double(out).dispatch(&device)
    }
}

fn main() -> Result<(), vyre::Error> {
    let mut out = [0u32; 3];
    outer::run(&mut out)?;
    assert_eq!(out, [14; 3]);
    assert_eq!(outer::fill::program().buffers.len(), 2);
    Ok(())
}
