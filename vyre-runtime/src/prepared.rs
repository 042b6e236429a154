//! A program that is validated and compiled once, and run many times.

use crate::arg::Arg;
use crate::module::Module;
use crate::{Device, Error};
use std::fmt;
use std::sync::Arc;
use vyre_ir::Validated;

/// A valid program that is ready to run many times. [`Device::run`] validates and compiles a program at each call; this does it once for each device.
/// Cloning it is cheap, and the clones share what was compiled.
///
/// ```
/// use vyre_runtime::{Arg, Device, Prepared, ir};
///
/// let program: ir::Program = "program
///     workgroup_size 64, 1, 1
///     buffer data: read_write u32 @ 0
///     entry { data[invocation_id.x] = data[invocation_id.x] * 3; }"
///     .parse()?;
/// let validated = ir::validate(&program).map_err(|errors| errors[0].clone())?;
/// let (triple, device) = (Prepared::new(validated)?, Device::cpu());
/// let mut data = [1u32, 2];
/// for _ in 0..3 {
///     triple.run(&device, [1, 1, 1], [Arg::write(&mut data)])?;
/// }
/// assert_eq!(data, [27, 54]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Prepared(Arc<Module>);

impl Prepared {
    /// Prepares a program. A device compiles it at its first run there.
    ///
    /// # Errors
    /// If the program is larger than devices take, with all that it calls.
    pub fn new(program: Validated) -> Result<Prepared, Error> {
        Ok(Prepared(Arc::new(Module::new(program)?.numbered())))
    }

    /// The program.
    pub fn program(&self) -> &Validated {
        self.0.validated()
    }

    /// Runs it as [`Device::run`] does.
    ///
    /// # Errors
    /// If the arguments do not fit the program's buffers, or the device cannot run it.
    pub fn run<'a>(
        &self,
        device: &Device,
        workgroups: [u32; 3],
        buffers: impl IntoIterator<Item = Arg<'a>>,
    ) -> Result<(), Error> {
        let mut args: Vec<Arg<'a>> = buffers.into_iter().collect();
        device.execute(&self.0, workgroups, &mut args, false).map(drop)
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared").field("program", self.0.validated().program()).finish()
    }
}
