//! Devices, which execute launches.

use crate::arg::{self, Arg, Args};
use crate::assertion::Failures;
use crate::backend::{self, Backend, Device, Outcome};
use crate::binding::Binding;
use crate::cpu::Cpu;
use crate::deferred;
use crate::finding::Finding;
use crate::kernel::Held;
use crate::memory::{Memory, Mode};
use crate::module::Module;
use crate::owned::OwnedArg;
use crate::printing::{Printer, Prints};
use crate::promise::Promise;
use crate::{DeviceInfo, DeviceKind, Error, FloatWay, Limit};
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tracing::Instrument;
use vyre_ir::{Program, Validated};
use vyre_lower::SourceMap;

/// The GPUs. They are enumerated once, because that takes long and because clones share compiled kernels.
#[cfg(feature = "gpu")]
fn gpus() -> &'static [Device] {
    static GPUS: OnceLock<Vec<Device>> = OnceLock::new();
    GPUS.get_or_init(|| crate::gpu::Gpu::list().into_iter().map(Device::of).collect())
}

#[cfg(not(feature = "gpu"))]
fn gpus() -> &'static [Device] {
    &[]
}

impl Device {
    /// The same device, whose lines nobody takes yet.
    fn handle(&self) -> Device {
        Device(Arc::clone(&self.0), Printer::default())
    }

    /// Whether the device has a memory of its own.
    pub(crate) fn is_gpu(&self) -> bool {
        !self.0.runs_on_callers_thread()
    }

    /// A number that no other device has as long as this one lives.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).cast::<()>().addr()
    }

    /// The best GPU, or else the CPU. A graphics driver that runs on the CPU itself is never chosen: the CPU device is faster.
    ///
    /// The environment variable `VYRE_DEVICE` takes precedence: `cpu`, `reference`, `checked`, `gpu`, or a part of an adapter's name,
    /// which is not case-sensitive.
    ///
    /// # Errors
    /// If `VYRE_DEVICE` names a device that does not exist.
    pub fn auto() -> Result<Device, Error> {
        let wanted = std::env::var("VYRE_DEVICE").unwrap_or_default();
        Device::choose(wanted.trim())
    }

    fn choose(wanted: &str) -> Result<Device, Error> {
        match wanted {
            "" => match Device::gpu() {
                Ok(gpu) if gpu.info().kind() != DeviceKind::SoftwareGpu => Ok(gpu),
                Ok(software) => {
                    tracing::info!(adapter = %software.info().name(), "no GPU: the CPU device serves");
                    Ok(Device::cpu())
                }
                Err(error) => {
                    tracing::warn!(%error, "no GPU: the CPU device serves");
                    Ok(Device::cpu())
                }
            },
            "cpu" => Ok(Device::cpu()),
            "reference" => Ok(Device::reference()),
            "checked" => {
                // One for the process, so that its buffers are those of one device.
                static CHECKED: OnceLock<Device> = OnceLock::new();
                Ok(CHECKED.get_or_init(Device::checked).clone())
            }
            "gpu" => Device::gpu(),
            part => {
                let part = part.to_lowercase();
                let devices = Device::list();
                let mut names = Vec::new();
                for device in &devices {
                    names.push(device.info().name().to_string());
                }
                let present = names.join(", ");
                let is_wanted = |device: &Device| device.info().name().to_lowercase().contains(&part);
                let found = devices.into_iter().find(is_wanted);
                found.ok_or_else(|| Error::NoSuchDevice { wanted: wanted.to_string(), present })
            }
        }
    }

    /// The best GPU.
    ///
    /// # Errors
    /// [`Error::NoAdapter`] if no GPU works, [`Error::GpuDisabled`] if the crate was built without the `gpu` feature.
    pub fn gpu() -> Result<Device, Error> {
        #[cfg(not(feature = "gpu"))]
        return Err(Error::GpuDisabled);
        #[cfg(feature = "gpu")]
        {
            let mut reasons = Vec::new();
            for device in gpus() {
                match device.0.open() {
                    Ok(()) => return Ok(device.handle()),
                    Err(error) => reasons.push(format!("{}: {error}", device.info().name())),
                }
            }
            if reasons.is_empty() {
                reasons.push("no Vulkan, Metal or DX12 driver answered".to_string());
            }
            Err(Error::NoAdapter { reason: reasons.join("; ") })
        }
    }

    /// The CPU. It needs no driver, computes the same bytes as every GPU, and uses all cores and the CPU's vector
    /// instructions.
    pub fn cpu() -> Device {
        static CPU: OnceLock<Device> = OnceLock::new();
        CPU.get_or_init(|| Device::of(Cpu::blocks())).handle()
    }

    /// The reference: an interpreter that runs one invocation after the other. It is some hundred times slower than
    /// [`Device::cpu`]. Tests compare other devices with it.
    ///
    /// ```
    /// use vyre_runtime::{Arg, Device};
    /// let program: vyre_ir::Program =
    ///     "program workgroup_size 4, 1, 1 buffer data: read_write u32 @ 0 entry { data[local_id.x] = local_id.x * 3; }"
    ///         .parse()?;
    /// let (mut expected, mut got) = ([0u32; 4], [0u32; 4]);
    /// Device::reference().run(&program, [1, 1, 1], [Arg::write(&mut expected)])?;
    /// Device::cpu().run(&program, [1, 1, 1], [Arg::write(&mut got)])?;
    /// assert_eq!(got, expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reference() -> Device {
        static REFERENCE: OnceLock<Device> = OnceLock::new();
        REFERENCE.get_or_init(|| Device::of(Cpu::reference())).handle()
    }

    /// The reference with eyes: it finds data races, results that depend on the order of invocations, failed assertions, accesses out
    /// of bounds and reads of what nobody wrote, and says where. Each call gives a device of its own.
    ///
    /// A launch with one of the first three gives [`Error::Checked`](crate::Error::Checked); the others are in
    /// [`take_findings`](Device::take_findings). A launch with atomics runs in four more orders.
    ///
    /// ```
    /// use vyre_runtime::{Arg, Device, Error};
    /// let program: vyre_ir::Program = "program workgroup_size 4, 1, 1 buffer out: read_write u32 @ 0
    ///     entry { out[0] = local_id.x; }".parse()?;
    /// let result = Device::checked().run(&program, [1, 1, 1], [Arg::write(&mut [0u32])]);
    /// let Err(Error::Checked(report)) = result else { panic!("four invocations write `out[0]`") };
    /// let race = &report.findings()[0];
    /// assert_eq!(race.place().invocation(), [1, 0, 0]);
    /// assert_eq!(race.other().map(|other| other.invocation()), Some([0, 0, 0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checked() -> Device {
        Device::of(Cpu::checked(false))
    }

    /// As [`Device::checked`], and sums, differences and products of integers that wrap around are findings too ([`FindingKind::Wrap`](crate::FindingKind::Wrap)):
    /// one for each place, with the first operands. They are defined, so no launch fails by them. `wrapping_add` and its kin are asked to wrap around, so
    /// they are none, and what operations of the library and methods such as `saturating_add` are made of is left out. A result of 64 bits is a finding if it
    /// wraps around both as `u64` and as `i64`. `-x` is not looked at. A program as text does not say what was asked for, so there all that wraps around is a finding.
    ///
    /// ```
    /// use vyre_runtime::{Arg, Device, FindingKind};
    /// let program: vyre_ir::Program = "program workgroup_size 4, 1, 1 buffer out: read_write u32 @ 0
    ///     entry { let i = local_id.x; out[i] = i - 1; }".parse()?;
    /// let device = Device::checked_with_wraps();
    /// device.run(&program, [1, 1, 1], [Arg::write(&mut [0u32; 4])])?;
    /// let findings = device.take_findings();
    /// assert_eq!((findings[0].kind(), findings[0].message()), (FindingKind::Wrap, "`0 - 1` does not fit in a `u32`"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checked_with_wraps() -> Device {
        Device::of(Cpu::checked(true))
    }

    /// The findings of the launches on a checked device since the last call that made no launch fail: accesses out of bounds, reads
    /// of elements of workgroup and local arrays that nobody wrote, invocations that write the same value to an element, and arithmetic that wraps around,
    /// if that was asked for. At most
    /// 1,000 are kept. Other devices have none.
    pub fn take_findings(&self) -> Vec<Finding> {
        self.0.take_findings()
    }

    /// Gives what kernels print to a function, line by line: what `println!` and its kin write, of the launches on this handle of the device and on its clones. The lines of a
    /// launch come when it is waited for, in the order of its invocations with x fastest. Without such a function they go to the standard output and the
    /// standard error. A launch prints at most 1 MiB; then a line says how much was left out.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use vyre_runtime::Device;
    /// let lines = Arc::new(Mutex::new(Vec::new()));
    /// let device = Device::cpu();
    /// let taker = Arc::clone(&lines);
    /// device.on_print(move |line| taker.lock().unwrap().push(line.to_string()));
    /// ```
    pub fn on_print(&self, taker: impl Fn(&str) + Send + Sync + 'static) {
        self.1.set(Arc::new(taker));
    }

    /// Every adapter, the best first, and the CPU last. Graphics drivers that run on the CPU have the kind
    /// [`DeviceKind::SoftwareGpu`](crate::DeviceKind::SoftwareGpu).
    pub fn list() -> Vec<Device> {
        let mut devices: Vec<Device> = gpus().iter().map(Device::handle).collect();
        devices.push(Device::cpu());
        devices
    }

    /// The same hardware as a device of its own: opened anew, with its own queue, memory, compiled kernels and settings. Launches on the two
    /// run at the same time where the driver can, and one that is lost or busy leaves the other alone. Neither takes the other's buffers.
    ///
    /// ```
    /// use vyre_runtime::Device;
    /// let device = Device::auto()?;
    /// let other = device.separate()?;
    /// assert_eq!(other.info().name(), device.info().name());
    /// # Ok::<(), vyre_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Adopted`] of a device from `Device::from_wgpu`; else if the device cannot be opened once more.
    pub fn separate(&self) -> Result<Device, Error> {
        Ok(Device(Arc::from(self.0.separate()?), Printer::default()))
    }

    /// Information about the device.
    pub fn info(&self) -> &DeviceInfo {
        self.0.info()
    }

    /// How the device computes each operator of floats, by its name in the library. An adapter is asked when this, or a program with floats,
    /// first needs it.
    ///
    /// # Errors
    /// If the device cannot be opened.
    pub fn float_operators(&self) -> Result<Vec<(String, FloatWay)>, Error> {
        Ok(self.float_ways()?.list())
    }

    pub(crate) fn float_ways(&self) -> Result<crate::float_way::FloatWays, Error> {
        self.0.float_ways()
    }

    /// Runs a program with this number of workgroups along x, y and z, and one argument for each bound buffer in
    /// order of declaration. It waits for the results, unless all arguments are device buffers.
    ///
    /// ```
    /// use vyre_ir::{BufferDecl, DataType, Expr, Node, Program};
    /// use vyre_runtime::{Arg, Device};
    ///
    /// let i = || Expr::invocation_id(0);
    /// let program = Program::new(
    ///     vec![BufferDecl::read_write("out", 0, DataType::U32)],
    ///     [4, 1, 1],
    ///     vec![Node::store("out", i(), i() * i())],
    /// );
    /// let mut out = [0u32; 4];
    /// Device::cpu().run(&program, [1, 1, 1], [Arg::write(&mut out)])?;
    /// assert_eq!(out, [0, 1, 4, 9]);
    /// # Ok::<(), vyre_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the program is invalid, the arguments do not fit its buffers, or the device cannot run it.
    pub fn run<'a>(
        &self,
        program: &Program,
        workgroups: [u32; 3],
        buffers: impl IntoIterator<Item = Arg<'a>>,
    ) -> Result<(), Error> {
        let module = Module::validate(program)?;
        let mut args: Vec<Arg<'a>> = buffers.into_iter().collect();
        self.execute(&module, workgroups, &mut args, false).map(drop)
    }

    /// Like [`run`](Self::run), for a program that has been validated, for example with custom operations.
    ///
    /// ```
    /// use vyre_ir::{Composition, DataType, Expr, OpSpec, Program, Registry, validate_with};
    /// use vyre_runtime::{Arg, Device};
    ///
    /// let mut registry = Registry::standard().clone();
    /// let twice = Composition::expr(&["x"], Expr::var("x") * 2);
    /// registry.register(OpSpec::inlinable("my.twice", &[DataType::U32], DataType::U32, twice))?;
    /// let program: Program = "program
    ///     workgroup_size 4, 1, 1
    ///     buffer data: read_write u32 @ 0
    ///     entry { data[local_id.x] = call my.twice(data[local_id.x]); }"
    ///     .parse()?;
    /// let validated = validate_with(&program, &registry).map_err(|errors| errors[0].clone())?;
    /// let mut data = [1u32, 2, 3, 4];
    /// Device::cpu().run_validated(&validated, [1, 1, 1], [Arg::write(&mut data)])?;
    /// assert_eq!(data, [2, 4, 6, 8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the arguments do not fit the program's buffers, or the device cannot run it.
    pub fn run_validated<'a>(
        &self,
        program: &Validated,
        workgroups: [u32; 3],
        buffers: impl IntoIterator<Item = Arg<'a>>,
    ) -> Result<(), Error> {
        let mut args: Vec<Arg<'a>> = buffers.into_iter().collect();
        self.execute(&Module::new(program.clone())?, workgroups, &mut args, false).map(drop)
    }

    /// Like [`run_validated`](Self::run_validated), for a program of which is known where it was written. Errors and findings say
    /// these places.
    #[doc(hidden)]
    pub fn run_located<'a>(
        &self,
        program: &Validated,
        sources: SourceMap,
        workgroups: [u32; 3],
        buffers: impl IntoIterator<Item = Arg<'a>>,
    ) -> Result<(), Error> {
        let mut args: Vec<Arg<'a>> = buffers.into_iter().collect();
        self.execute(&Module::new(program.clone())?.with_sources(sources), workgroups, &mut args, false)
            .map(drop)
    }

    /// Waits until the device has finished all operations.
    ///
    /// ```
    /// let device = vyre_runtime::Device::cpu();
    /// let buffer = device.zeros::<u32>(1000)?;
    /// device.synchronize()?;
    /// # Ok::<(), vyre_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the device fails, or a recorded operation has failed.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.0.synchronize(Mode::Block).map_or(Ok(()), pollster::block_on)?;
        deferred::settle(self)
    }

    /// Like [`Device::synchronize`], without blocking the thread: another thread waits and wakes the task.
    ///
    /// # Errors
    /// The same as for [`Device::synchronize`].
    pub async fn synchronize_async(&self) -> Result<(), Error> {
        if let Some(pending) = self.0.synchronize(Mode::Async) {
            pending.await?;
        }
        deferred::settle_async(self).await
    }

    /// Sets the timeout of every call that waits for this device. The default is ten minutes. A device that does not
    /// answer in that time counts as lost, and the call fails with [`Error::Timeout`]; launches after that one work, or fail at once
    /// with [`Error::Busy`] as long as the device is busy with it. A launch whose kernel takes longer to compile fails with
    /// [`Error::Compiling`], and the device is not lost. The CPU device ends a launch that
    /// takes longer with [`Error::Timeout`], and stays usable. The timeout has no effect on the reference.
    pub fn set_timeout(&self, timeout: Duration) {
        self.0.set_timeout(timeout);
    }

    /// Sets how many threads a launch on the CPU device uses at most. The default, 0, is as many as there are cores. Small
    /// launches stay on the calling thread. It has no effect on other devices.
    ///
    /// ```
    /// vyre_runtime::Device::cpu().set_threads(2);
    /// ```
    pub fn set_threads(&self, threads: usize) {
        self.0.set_threads(threads);
    }

    /// Sets the folder in which compiled kernels are cached for other processes. `None` disables the cache. The
    /// default is `vyre` in the user's cache folder. The environment variable `VYRE_PIPELINE_CACHE`, which is `off`
    /// or a folder, takes precedence. Drivers trust the contents of the cache, so on Unix files and folders that
    /// another user owns or can write to are not used.
    ///
    /// The setting applies to kernels that the device compiles from now on. If the folder cannot be written or its
    /// contents are damaged, nothing fails, and a `tracing` event says so. It has no effect on devices without a
    /// cache, such as the CPU device.
    ///
    /// ```
    /// let device = vyre_runtime::Device::auto()?;
    /// device.set_pipeline_cache(None);
    /// # Ok::<(), vyre_runtime::Error>(())
    /// ```
    pub fn set_pipeline_cache(&self, folder: Option<&Path>) {
        self.0.set_cache_folder(folder);
    }

    /// Allocates zeroed memory for a buffer.
    pub(crate) fn memory(&self, bytes: u64) -> Result<Box<dyn Memory>, Error> {
        let _span = tracing::debug_span!("allocate", bytes).entered();
        self.0.zeros(bytes)
    }

    /// Allocates memory that may hold what another buffer of the program's held.
    pub(crate) fn unwritten_memory(&self, bytes: u64) -> Result<Box<dyn Memory>, Error> {
        let _span = tracing::debug_span!("allocate", bytes).entered();
        self.0.unwritten(bytes)
    }

    /// Executes the launch of a kernel. It has a parameter block if the kernel has scalar parameters.
    pub(crate) fn dispatch(
        &self,
        module: &Module,
        groups: [u32; 3],
        args: Args<'_>,
        params: &[u32],
    ) -> Result<(), Error> {
        let _span = self.span(groups).entered();
        let lengths = arg::lengths(module.validated().program(), &args);
        if let Some(mut bindings) = arg::repeatable(self, &args, params) {
            bindings.extend((!lengths.is_empty()).then_some(Binding::Words(&lengths)));
            if self.0.repeat(module, groups, &bindings)? {
                return Ok(());
            }
        }
        self.launch(module, groups, &mut arg::with_params(args, params), false, &AtomicBool::new(false))
            .map(drop)
    }

    /// Begins to compile what a launch of a program on resident buffers will need. It neither waits nor launches.
    pub(crate) fn prepare(&self, module: &Module, args: Args<'_>, params: &[u32]) -> Result<(), Error> {
        let program = module.validated().program();
        let lengths = arg::lengths(program, &args);
        let mut args = arg::with_params(args, params);
        let mut widened = arg::widen(&args)?;
        let mut bindings = arg::bindings(program, &mut args, &mut widened);
        bindings.extend((!lengths.is_empty()).then_some(Binding::Words(&lengths)));
        self.0.prepare(module, &bindings)
    }

    /// Executes a launch. Returns its duration, if requested and the device has a clock.
    pub(crate) fn execute(
        &self,
        module: &Module,
        groups: [u32; 3],
        args: &mut [Arg<'_>],
        is_timed: bool,
    ) -> Result<Option<Duration>, Error> {
        let _span = self.span(groups).entered();
        self.launch(module, groups, args, is_timed, &AtomicBool::new(false))
    }

    fn launch(
        &self,
        module: &Module,
        groups: [u32; 3],
        args: &mut [Arg<'_>],
        is_timed: bool,
        stop: &AtomicBool,
    ) -> Result<Option<Duration>, Error> {
        let program = self.check(module, groups, args)?;
        // A launch that waits.
        if args.iter().any(|arg| arg.is_write() && arg.storage().is_none()) {
            deferred::settle(self)?;
        }
        let mut widened = arg::widen(args)?;
        let mut failures = Failures::of(module, groups)?;
        let mut prints = Prints::of(module);
        let lengths = arg::lengths(program, args);
        let mut bindings = arg::bindings(program, args, &mut widened);
        check_lengths(program, &bindings)?;
        bindings.extend((!lengths.is_empty()).then_some(Binding::Words(&lengths)));
        bindings.extend(prints.as_mut().map(Prints::binding));
        bindings.extend(failures.as_mut().map(Failures::binding));
        let launch = backend::Launch { module, groups, mode: Mode::Block, is_timed, stop };
        let launched = self.0.launch(launch, &mut bindings).and_then(|outcome| match outcome {
            Outcome::Done(elapsed) => Ok(elapsed),
            Outcome::Pending(pending) => pollster::block_on(pending),
        });
        drop(bindings);
        if launched.as_ref().map_or_else(Error::leaves_results, |_| true) {
            arg::narrow(args, &widened);
        }
        if launched.as_ref().map_or_else(Error::leaves_results, |_| true) {
            prints.iter().for_each(|prints| prints.deliver(&self.1));
        }
        let elapsed = launched?;
        failures.map_or(Ok(()), |failures| failures.result())?;
        Ok(elapsed)
    }

    /// The `tracing` span of a launch.
    fn span(&self, groups: [u32; 3]) -> tracing::Span {
        tracing::debug_span!("dispatch", device = %self.info().name(), ?groups)
    }

    /// Like [`Device::execute`], without blocking the thread.
    pub(crate) async fn execute_async(
        &self,
        module: Held,
        groups: [u32; 3],
        args: &mut [Arg<'_>],
    ) -> Result<(), Error> {
        let execute = async {
            if self.0.runs_on_callers_thread() {
                return self.execute_on_thread(module.clone(), groups, args).await;
            }
            let module = &*module;
            let program = self.check(module, groups, args)?;
            let mut widened = arg::widen(args)?;
            let mut failures = Failures::of(module, groups)?;
            let mut prints = Prints::of(module);
            let lengths = arg::lengths(program, args);
            let mut bindings = arg::bindings(program, args, &mut widened);
            check_lengths(program, &bindings)?;
            bindings.extend((!lengths.is_empty()).then_some(Binding::Words(&lengths)));
            bindings.extend(prints.as_mut().map(Prints::binding));
            bindings.extend(failures.as_mut().map(Failures::binding));
            let stop = AtomicBool::new(false);
            let launch = backend::Launch { module, groups, mode: Mode::Async, is_timed: false, stop: &stop };
            if let Outcome::Pending(pending) = self.0.launch(launch, &mut bindings)? {
                pending.await?;
            }
            drop(bindings);
            arg::narrow(args, &widened);
            prints.iter().for_each(|prints| prints.deliver(&self.1));
            failures.map_or(Ok(()), |failures| failures.result())
        };
        execute.instrument(self.span(groups)).await
    }

    /// Executes a launch on another thread, with copies of the slices, because the task may be dropped before the
    /// launch ends. That stops the launch.
    async fn execute_on_thread(
        &self,
        module: Held,
        groups: [u32; 3],
        args: &mut [Arg<'_>],
    ) -> Result<(), Error> {
        self.check(&module, groups, args)?;
        let mut owned = Vec::new();
        for arg in args.iter() {
            owned.push(OwnedArg::of(arg)?);
        }
        let device = self.clone();
        let cancel = Cancel::default();
        let stop = Arc::clone(&cancel.0);
        let done = Arc::new(Promise::default());
        let promise = Arc::clone(&done);
        let execute = move || {
            let mut args = Vec::new();
            for arg in &mut owned {
                args.push(arg.borrow());
            }
            let result = {
                let _span = device.span(groups).entered();
                device.launch(&module, groups, &mut args, false, &stop)
            };
            drop(args);
            promise.set((result, owned));
        };
        let started = crate::thread::start("vyre launch", Box::new(execute));
        let operation = "starting a thread";
        started.map_err(|error| Error::Device { operation, message: error.to_string() })?;
        let (result, owned) = std::future::poll_fn(|context| done.poll(context)).await;
        if let Err(error) = &result
            && !error.leaves_results()
        {
            return result.map(drop);
        }
        for (at, owned) in owned.iter().enumerate() {
            owned.give_back(&mut args[at]);
        }
        result.map(drop)
    }

    /// Whether the device takes the operations that a program calls.
    pub(crate) fn check_conventions(&self, program: &Validated) -> Result<(), Error> {
        match program.conventions().iter().find(|convention| !self.info().takes(**convention)) {
            Some(convention) => Err(Error::Convention { device: self.to_string(), convention: *convention }),
            None => Ok(()),
        }
    }

    /// Checks everything about a launch that can be checked before its arguments are bound.
    fn check<'p>(
        &self,
        module: &'p Module,
        groups: [u32; 3],
        args: &mut [Arg<'_>],
    ) -> Result<&'p Program, Error> {
        let _span = tracing::trace_span!("check").entered();
        let program = module.validated().program();
        self.check_conventions(module.validated())?;
        for (axis, size) in program.workgroup_size.into_iter().enumerate() {
            let asked = u64::from(groups[axis]) * u64::from(size);
            let allowed = 1 << 32;
            if asked > allowed {
                return Err(Error::Limit { limit: Limit::Invocations, asked, allowed });
            }
        }
        arg::check(program, args, self)?;
        Ok(program)
    }
}

/// Stops a launch when it is dropped.
#[derive(Default)]
struct Cancel(Arc<AtomicBool>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn check_lengths(program: &Program, bindings: &[Binding<'_>]) -> Result<(), Error> {
    for (buffer, binding) in program.bound_buffers().zip(bindings) {
        crate::binding::check_length(buffer, binding)?;
    }
    Ok(())
}

impl Device {
    fn of(backend: impl Backend) -> Device {
        Device(Arc::new(backend), Printer::default())
    }
}

#[cfg(feature = "gpu")]
impl Device {
    /// Wraps the device of a program that uses wgpu itself. Both may submit to the queue. See [`Device::wgpu_device`]
    /// for how to order their submissions.
    ///
    /// vyre sets the device-lost callback. It cannot reopen a device that was lost.
    ///
    /// # Errors
    /// If there is not enough memory for the state of a device.
    #[inline]
    pub fn from_wgpu(device: wgpu::Device, queue: wgpu::Queue) -> Result<Device, Error> {
        crate::gpu::Gpu::adopt(device, queue).map(Device::of)
    }

    /// The `wgpu` device and queue, or `None` on the CPU device. This submits everything that has been recorded, so
    /// that it is executed before whatever the program submits next.
    ///
    /// # Errors
    /// If the device cannot be opened, or a recorded operation has failed.
    #[inline]
    pub fn wgpu_device(&self) -> Result<Option<(wgpu::Device, wgpu::Queue)>, Error> {
        crate::gpu::Gpu::of(&*self.0).map(crate::gpu::Gpu::shared).transpose()
    }
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Device").field(self.info()).finish()
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.info().fmt(f)
    }
}
