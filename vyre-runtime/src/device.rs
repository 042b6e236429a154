//! Devices: where launches run.

use crate::arg::{self, Arg};
use crate::module::Module;
use crate::{Error, Limit};
use std::fmt;
use std::sync::{Arc, OnceLock};
use vyre_ir::{Program, validate};

/// A GPU, or the CPU. Cloning one is cheap, and the clones share what has been compiled.
#[derive(Clone)]
pub struct Device(Arc<Backend>);

enum Backend {
    Cpu(DeviceInfo),
    #[cfg(feature = "gpu")]
    Gpu(DeviceInfo, crate::gpu::Gpu),
}

/// What a device is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    name: String,
    backend: String,
    driver: String,
    kind: DeviceKind,
}

/// What kind of processor a device has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DeviceKind {
    /// A GPU with memory of its own.
    DiscreteGpu,
    /// A GPU that shares the CPU's memory.
    IntegratedGpu,
    /// A GPU of a virtual machine.
    VirtualGpu,
    /// A graphics driver that runs on the CPU, such as Mesa's lavapipe.
    SoftwareGpu,
    /// An adapter of a kind that its driver does not tell.
    Other,
    /// vyre's own interpreter.
    Cpu,
}

impl DeviceInfo {
    /// The name of the adapter, or `CPU`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The interface through which the device is driven: `Vulkan`, `Metal`, `DX12`, or `interpreter`.
    pub fn backend(&self) -> &str {
        &self.backend
    }

    /// The driver and its version, as far as it says.
    pub fn driver(&self) -> &str {
        &self.driver
    }

    /// What kind of processor it is.
    pub fn kind(&self) -> DeviceKind {
        self.kind
    }
}

#[cfg(feature = "gpu")]
impl DeviceInfo {
    fn of(info: &crate::gpu::Info) -> DeviceInfo {
        use crate::gpu::Kind;
        DeviceInfo {
            name: info.name.clone(),
            backend: info.backend.to_string(),
            driver: [info.driver.as_str(), &info.driver_info].join(" ").trim().to_string(),
            kind: match info.kind {
                Kind::Discrete => DeviceKind::DiscreteGpu,
                Kind::Integrated => DeviceKind::IntegratedGpu,
                Kind::Virtual => DeviceKind::VirtualGpu,
                Kind::Software => DeviceKind::SoftwareGpu,
                Kind::Other => DeviceKind::Other,
            },
        }
    }
}

/// The name, and in parentheses the backend and the driver.
impl fmt::Display for DeviceInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.name, self.backend)?;
        if !self.driver.is_empty() {
            write!(f, ", {}", self.driver)?;
        }
        f.write_str(")")
    }
}

/// The GPUs, found once: looking for adapters takes long, and clones share what they compile.
#[cfg(feature = "gpu")]
fn gpus() -> &'static [Device] {
    static GPUS: OnceLock<Vec<Device>> = OnceLock::new();
    GPUS.get_or_init(|| {
        let found = crate::gpu::Gpu::list().into_iter();
        found.map(|gpu| Device(Arc::new(Backend::Gpu(DeviceInfo::of(gpu.info()), gpu)))).collect()
    })
}

#[cfg(not(feature = "gpu"))]
fn gpus() -> &'static [Device] {
    &[]
}

impl Device {
    /// The best GPU, else the CPU. A software GPU counts as the least of GPUs.
    ///
    /// The environment variable `VYRE_DEVICE` decides where it is set: `cpu`, `gpu`, or a part of an adapter's name in
    /// any case.
    ///
    /// # Errors
    /// If `VYRE_DEVICE` names a device that is not there.
    pub fn auto() -> Result<Device, Error> {
        let wanted = std::env::var("VYRE_DEVICE").unwrap_or_default();
        Device::choose(wanted.trim())
    }

    fn choose(wanted: &str) -> Result<Device, Error> {
        match wanted {
            "" => Ok(Device::gpu().unwrap_or_else(|error| {
                tracing::warn!(%error, "no GPU: the CPU device serves");
                Device::cpu()
            })),
            "cpu" => Ok(Device::cpu()),
            "gpu" => Device::gpu(),
            part => {
                let part = part.to_lowercase();
                let devices = Device::list();
                let names = devices.iter().map(|device| device.info().name());
                let present = names.collect::<Vec<_>>().join(", ");
                let is_wanted = |device: &Device| device.info().name().to_lowercase().contains(&part);
                let found = devices.into_iter().find(is_wanted);
                found.ok_or_else(|| Error::NoSuchDevice { wanted: wanted.to_string(), present })
            }
        }
    }

    /// The best GPU.
    ///
    /// # Errors
    /// [`Error::NoAdapter`] if there is none that works, [`Error::GpuDisabled`] if the crate was built without the
    /// `gpu` feature.
    pub fn gpu() -> Result<Device, Error> {
        #[cfg(not(feature = "gpu"))]
        return Err(Error::GpuDisabled);
        #[cfg(feature = "gpu")]
        {
            let mut reasons = Vec::new();
            for device in gpus() {
                if let Backend::Gpu(info, gpu) = &*device.0 {
                    match gpu.open() {
                        Ok(()) => return Ok(device.clone()),
                        Err(error) => reasons.push(format!("{}: {error}", info.name)),
                    }
                }
            }
            if reasons.is_empty() {
                reasons.push("no Vulkan, Metal or DX12 driver answered".to_string());
            }
            Err(Error::NoAdapter { reason: reasons.join("; ") })
        }
    }

    /// The CPU: an interpreter that needs no driver and gives the same bytes as every GPU.
    pub fn cpu() -> Device {
        static CPU: OnceLock<Device> = OnceLock::new();
        let device = CPU.get_or_init(|| {
            Device(Arc::new(Backend::Cpu(DeviceInfo {
                name: "CPU".to_string(),
                backend: "interpreter".to_string(),
                driver: format!("vyre {}", env!("CARGO_PKG_VERSION")),
                kind: DeviceKind::Cpu,
            })))
        });
        device.clone()
    }

    /// Every device, the best first and the CPU last.
    pub fn list() -> Vec<Device> {
        gpus().iter().cloned().chain([Device::cpu()]).collect()
    }

    /// What the device is.
    pub fn info(&self) -> &DeviceInfo {
        match &*self.0 {
            Backend::Cpu(info) => info,
            #[cfg(feature = "gpu")]
            Backend::Gpu(info, _) => info,
        }
    }

    /// Runs a program on `workgroups` along x, y and z, with one argument for each bound buffer in order of
    /// declaration, and waits for the results.
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
        let validated = validate(program).map_err(|errors| Error::Invalid { errors })?;
        let mut args: Vec<Arg<'a>> = buffers.into_iter().collect();
        self.execute(&Module::new(validated), workgroups, &mut args)
    }

    pub(crate) fn execute(
        &self,
        module: &Module,
        groups: [u32; 3],
        args: &mut [Arg<'_>],
    ) -> Result<(), Error> {
        let program = module.validated().program();
        for (axis, size) in program.workgroup_size.into_iter().enumerate() {
            let asked = u64::from(groups[axis]) * u64::from(size);
            let allowed = 1 << 32;
            if asked > allowed {
                return Err(Error::Limit { limit: Limit::Invocations, asked, allowed });
            }
        }
        let _span = tracing::debug_span!("dispatch", device = %self.info().name, ?groups).entered();
        arg::bind(program, args, |bindings| {
            for (buffer, binding) in program.bound_buffers().zip(bindings.iter()) {
                crate::binding::check_length(buffer, binding)?;
            }
            match &*self.0 {
                Backend::Cpu(_) => module.code().run(groups, bindings),
                #[cfg(feature = "gpu")]
                Backend::Gpu(_, gpu) => gpu.run(module, groups, bindings),
            }
        })
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
