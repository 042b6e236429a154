//! Kernels, as `#[vyre::kernel]` makes them, and their launches.

use crate::arg::{self, Arg, Args, ReadArg, WriteArg};
use crate::element::Element;
use crate::module::Module;
use crate::{Device, Error, Few};
use std::sync::OnceLock;
use std::time::Duration;
use vyre_ir::Program;

/// A kernel: the wire form of its program, decoded and validated when it is first used.
pub struct Kernel {
    wire: &'static [u8],
    program: OnceLock<Program>,
    module: OnceLock<Result<Module, Vec<vyre_ir::ValidationError>>>,
}

impl Kernel {
    /// A kernel from the wire form of a valid program.
    pub const fn new(wire: &'static [u8]) -> Kernel {
        Kernel { wire, program: OnceLock::new(), module: OnceLock::new() }
    }

    /// The program. The macro that wrote the wire form has validated it; bytes that are no program give an empty
    /// one.
    pub fn program(&self) -> &Program {
        self.program.get_or_init(|| {
            Program::from_wire(self.wire).unwrap_or_else(|_| Program::new(Vec::new(), [1; 3], Vec::new()))
        })
    }

    /// The WGSL that the program lowers to; empty if the program is invalid.
    pub fn wgsl(&self) -> &str {
        self.module().map_or("", |module| &module.form().shader.text)
    }

    pub(crate) fn module(&self) -> Result<&Module, Error> {
        let module = self.module.get_or_init(|| Module::validate(self.program()).map(Module::of_kernel));
        module.as_ref().map_err(|errors| Error::Invalid { errors: errors.clone() })
    }
}

/// How many workgroups a launch has.
#[derive(Clone, Copy, Debug)]
enum Grid {
    /// As many along x as it takes to cover the longest argument that is written.
    Cover,
    Workgroups([u32; 3]),
    Invocations([u32; 3]),
}

/// A call of a kernel with its arguments. It runs when it is dispatched.
#[must_use = "a launch runs nothing until it is dispatched"]
pub struct Launch<'a> {
    kernel: &'static Kernel,
    args: Args<'a>,
    /// The lanes of the parameter block: scalars and byte lengths, in order of the kernel's parameters.
    params: Few<u32>,
    grid: Grid,
}

impl<'a> Launch<'a> {
    /// Runs the kernel. If there are slices among its arguments this waits for the results. If all are device buffers
    /// and scalars it does not: the launch is recorded, and runs after those before it.
    ///
    /// # Errors
    /// If the device cannot run it: a limit is exceeded, memory runs out, the device is lost. Slices then hold
    /// what they held before, or a part of the results. What fails in a launch that was recorded is an error of the next
    /// call that waits.
    pub fn dispatch(self, device: &Device) -> Result<(), Error> {
        let (module, groups) = self.prepare()?;
        device.dispatch(module, groups, self.args, &self.params)
    }

    /// As [`Launch::dispatch`], without blocking the thread: another one waits, and wakes the task. Any executor will do. On
    /// the CPU device another thread runs the kernel.
    ///
    /// # Errors
    /// As [`Launch::dispatch`]. If the future is dropped before it is ready, slices hold what they held before.
    pub async fn dispatch_async(self, device: &Device) -> Result<(), Error> {
        let (module, groups) = self.prepare()?;
        let mut args = arg::with_params(self.args, &self.params);
        device.execute_async(module, groups, &mut args).await
    }

    /// Runs the kernel, waits for it, and gives the time that the device took by its own clock, without transfers and
    /// waiting. `None` if the device has no clock. On the CPU device it is the time of the host's.
    ///
    /// # Errors
    /// As [`Launch::dispatch`].
    pub fn dispatch_timed(self, device: &Device) -> Result<Option<Duration>, Error> {
        let (module, groups) = self.prepare()?;
        let mut args = arg::with_params(self.args, &self.params);
        device.execute(module, groups, &mut args, true)
    }

    fn prepare(&self) -> Result<(&'static Module, [u32; 3]), Error> {
        let module = self.kernel.module()?;
        Ok((module, self.groups(module.validated().program().workgroup_size)))
    }

    /// Sets the grid in workgroups along x, y and z. Along x there may be more than 65,535.
    pub fn workgroups(self, grid: [u32; 3]) -> Launch<'a> {
        Launch { grid: Grid::Workgroups(grid), ..self }
    }

    /// Sets the grid in invocations along x, y and z, rounded up to whole workgroups.
    pub fn invocations(self, grid: [u32; 3]) -> Launch<'a> {
        Launch { grid: Grid::Invocations(grid), ..self }
    }

    fn groups(&self, size: [u32; 3]) -> [u32; 3] {
        let cover = |invocations: u64, axis: usize| {
            u32::try_from(invocations.div_ceil(u64::from(size[axis].max(1)))).unwrap_or(u32::MAX)
        };
        match self.grid {
            Grid::Workgroups(groups) => groups,
            Grid::Invocations(grid) => [0, 1, 2].map(|axis| cover(u64::from(grid[axis]), axis)),
            Grid::Cover => {
                let longest = self.args.iter().filter(|arg| arg.is_write()).map(Arg::len).max();
                [cover(longest.unwrap_or(0) as u64, 0), 1, 1]
            }
        }
    }

    /// A launch without arguments. The generated function adds them in order of the kernel's parameters.
    pub fn new(kernel: &'static Kernel) -> Launch<'a> {
        Launch { kernel, args: Args::new(), params: Few::new(), grid: Grid::Cover }
    }

    /// Adds the argument of a parameter `&[T]`.
    pub fn read<T: Element>(mut self, data: &'a (impl ReadArg<T> + ?Sized)) -> Launch<'a> {
        self.args.push(data.arg());
        self
    }

    /// Adds the argument of a parameter `&mut [T]`.
    pub fn write<T: Element>(mut self, data: &'a mut (impl WriteArg<T> + ?Sized)) -> Launch<'a> {
        self.args.push(data.arg_mut());
        self
    }

    /// Adds the argument of a parameter `&[u8]`, whose length rides in the parameter block.
    pub fn bytes(mut self, data: &'a (impl ReadArg<u8> + ?Sized)) -> Launch<'a> {
        let arg = data.arg();
        self.params.push(u32::try_from(arg.len()).unwrap_or(u32::MAX));
        self.args.push(arg);
        self
    }

    /// Takes the argument of an erroneous parameter.
    pub fn ignore<T>(self, _argument: T) -> Launch<'a> {
        self
    }

    /// Adds the argument of a parameter `u32`.
    pub fn scalar(mut self, value: u32) -> Launch<'a> {
        self.params.push(value);
        self
    }
}
