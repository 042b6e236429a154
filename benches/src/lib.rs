//! vyre's runtime against wgpu written by hand and CubeCL, on one adapter and in one process.
//!
//! A [`Contestant`] does what a [`Case`] times. Every contestant has a logical device of its own on the same adapter, and
//! data of its own, which is checked before anything is timed. What runs the cases is elsewhere: `src/main.rs` makes a table
//! of interleaved rounds, `benches/runtime.rs` gives them to criterion.

pub mod bare;
pub mod case;
#[cfg(feature = "cubecl")]
pub mod cube;
pub mod memory;
pub mod resident;

pub use case::{Bench, Case};
use std::ops::Range;

/// The elements of the state that launches step: 1 KiB.
pub const STATE: usize = 256;
/// The invocations of a workgroup of the step kernel.
pub const STEP_GROUP: u32 = 64;
/// The invocations of a workgroup of the element-wise kernel.
pub const WIDE_GROUP: u32 = 256;
/// The bytes that are moved to the device and back.
pub const MOVED_BYTES: usize = 256 << 20;

/// Something that launches kernels on a device.
///
/// The step kernel computes `state[i] = state[i] * 3 + plus` for all elements of the state, with the number of the launch
/// as `plus`, so that each launch depends on the one before. The element-wise kernel computes `out[i] = (a[i] ^ b[i]) + 1`.
/// The methods panic where something fails: a bench has nobody to tell.
pub trait Contestant {
    /// What the tables call it.
    fn name(&self) -> String;
    /// Records launches of the step kernel with these numbers and submits them, without waiting.
    fn launch(&mut self, numbers: Range<u32>);
    /// Waits until everything is done.
    fn wait(&mut self);
    /// Reads the state, once everything is done.
    fn read(&mut self, state: &mut [u32]);
    /// Runs one launch of the step kernel with this number and reads the state.
    fn launch_and_read(&mut self, number: u32, state: &mut [u32]);
    /// Writes the state.
    fn reset(&mut self, state: &[u32]);
    /// Copies data to a buffer on the device, and waits until it is there.
    fn upload(&mut self, data: &[u32]);
    /// Copies the buffer of [`Contestant::upload`] back.
    fn download(&mut self, data: &mut [u32]);
    /// Makes the buffers of the element-wise kernel: `a[i] = i` and `b[i] = 7 * i` for `len` elements.
    fn prepare_wide(&mut self, len: usize);
    /// Runs the element-wise kernel `times` times, and waits.
    fn wide(&mut self, times: u32);
    /// The last elements of the element-wise kernel's result.
    fn wide_tail(&mut self, tail: &mut [u32]);
    /// Lets go of the large buffers.
    fn release(&mut self);
    /// Whether a case means anything for this contestant.
    fn takes_part(&self, _case: Case) -> bool {
        true
    }
}

/// What [`open`] finds: the name of the GPU, and who runs on it.
pub struct Field {
    /// The GPU.
    pub device: vyre::Device,
    /// wgpu by hand first: the others are compared with it. The CPU device and the host's memory are there too.
    pub contestants: Vec<Box<dyn Contestant>>,
}

/// The contestants on the GPU that `VYRE_DEVICE` names, or the best one.
///
/// # Errors
/// If there is no GPU.
pub fn open() -> Result<Field, vyre::Error> {
    let device = match vyre::Device::auto()? {
        device if device.info().kind() == vyre::DeviceKind::Cpu => vyre::Device::gpu()?,
        device => device,
    };
    let adapter = bare::Adapter::named(device.info().name());
    let mut contestants: Vec<Box<dyn Contestant>> = vec![
        Box::new(bare::Bare::new(&adapter, bare::Parameters::Uniforms)),
        Box::new(resident::Resident::new(device.clone(), true)),
    ];
    if adapter.has_immediates() {
        contestants.push(Box::new(bare::Bare::new(&adapter, bare::Parameters::Immediates)));
    }
    #[cfg(feature = "cubecl")]
    contestants.push(Box::new(cube::Cube::new(&adapter)));
    // An interpreter would take minutes for what a GPU of hardware does.
    let runs_wide = device.info().kind() == vyre::DeviceKind::SoftwareGpu;
    contestants.push(Box::new(resident::Resident::new(vyre::Device::cpu(), runs_wide)));
    contestants.push(Box::new(memory::Memory::default()));
    Ok(Field { device, contestants })
}
