//! GPUs, through wgpu.
//!
//! An adapter is opened when something first runs on it, and opened again after its device was lost. A launch
//! is checked against the adapter's limits before anything is created; every call of wgpu stands in error
//! scopes, so that what wgpu would panic about is an [`Error`]. There are no buffers that outlive a launch
//! but those for reading back, and launches do not overlap.

mod compile;
mod launch;
mod limits;
mod logical;
#[cfg(test)]
mod tests;

use crate::binding::Binding;
use crate::module::Module;
use crate::{Error, Limit};
use logical::Logical;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// An adapter, and its logical device once it has been opened.
pub(crate) struct Gpu {
    adapter: wgpu::Adapter,
    info: Info,
    logical: Mutex<Option<Arc<Logical>>>,
}

/// What an adapter says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Info {
    pub(crate) name: String,
    /// `Vulkan`, `Metal` or `DX12`.
    pub(crate) backend: &'static str,
    /// The driver, and its version; empty where it does not tell.
    pub(crate) driver: String,
    pub(crate) driver_info: String,
    pub(crate) kind: Kind,
}

/// The kinds of adapters, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Discrete,
    Integrated,
    Virtual,
    Other,
    Software,
}

fn instance() -> &'static wgpu::Instance {
    static INSTANCE: OnceLock<wgpu::Instance> = OnceLock::new();
    INSTANCE.get_or_init(|| {
        wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: BACKENDS,
            // Without the layers of debug builds: shaders are checked by naga, and errors are caught in
            // scopes.
            flags: wgpu::InstanceFlags::empty(),
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        })
    })
}

const BACKENDS: wgpu::Backends =
    wgpu::Backends::VULKAN.union(wgpu::Backends::METAL).union(wgpu::Backends::DX12);

impl Gpu {
    /// Every adapter that can compute, the best first. Empty where there is no driver.
    pub(crate) fn list() -> Vec<Gpu> {
        let adapters = pollster::block_on(instance().enumerate_adapters(BACKENDS));
        let computes = |adapter: &wgpu::Adapter| {
            adapter.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS)
        };
        let mut gpus: Vec<Gpu> = adapters
            .into_iter()
            .filter(computes)
            .map(|adapter| Gpu { info: Info::of(&adapter), adapter, logical: Mutex::new(None) })
            .collect();
        gpus.sort_by_key(|gpu| gpu.info.kind);
        gpus
    }

    /// What the adapter says about itself.
    pub(crate) fn info(&self) -> &Info {
        &self.info
    }

    /// Opens the logical device, unless it is open.
    pub(crate) fn open(&self) -> Result<(), Error> {
        self.logical().map(drop)
    }

    fn logical(&self) -> Result<Arc<Logical>, Error> {
        let mut logical = self.logical.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = &*logical
            && !open.is_lost()
        {
            return Ok(Arc::clone(open));
        }
        let opened = Arc::new(Logical::open(&self.adapter)?);
        *logical = Some(Arc::clone(&opened));
        Ok(opened)
    }

    /// Runs a program and waits for its results. The bindings are those of `Program::bound_buffers`, in
    /// order; what the program writes is in them afterwards.
    ///
    /// # Errors
    /// If the launch passes a limit, or the device fails.
    pub(crate) fn run(
        &self,
        module: &Module,
        groups: [u32; 3],
        bindings: &mut [Binding<'_>],
    ) -> Result<(), Error> {
        if groups.contains(&0) {
            return Ok(());
        }
        let shader = module.shader();
        check_bindings(module, shader, bindings)?;
        let plan = limits::plan(shader, groups, bindings, &self.adapter.limits())?;
        let logical = self.logical()?;
        let pipeline = logical.pipeline(shader)?;
        launch::run(&logical, &pipeline, shader, &plan, bindings)
    }
}

/// Checks again what the guards of the shader take for granted: memory safety rests on it.
fn check_bindings(
    module: &Module,
    shader: &crate::wgsl::Shader,
    bindings: &[Binding<'_>],
) -> Result<(), Error> {
    let (expected, got) = (shader.slots.len(), bindings.len());
    if expected != got {
        return Err(Error::BufferCount { expected, got });
    }
    let declared = module.validated().program().bound_buffers();
    for ((slot, binding), declared) in shader.slots.iter().zip(bindings).zip(declared) {
        let lanes = u64::from(slot.lanes);
        let words = binding.words() as u64;
        let expected = slot.fixed.map_or(words / lanes, u64::from);
        if words != expected * lanes {
            let name = declared.name.clone();
            return Err(Error::BufferLength { name, expected, got: words / lanes });
        }
        if slot.is_written && !matches!(binding, Binding::WordsMut(_)) {
            return Err(Error::BufferReadOnly { name: declared.name.clone() });
        }
    }
    Ok(())
}

impl Info {
    fn of(adapter: &wgpu::Adapter) -> Info {
        let info = adapter.get_info();
        Info {
            name: info.name,
            backend: match info.backend {
                wgpu::Backend::Vulkan => "Vulkan",
                wgpu::Backend::Metal => "Metal",
                wgpu::Backend::Dx12 => "DX12",
                _ => "unknown",
            },
            driver: info.driver,
            driver_info: info.driver_info,
            kind: match info.device_type {
                wgpu::DeviceType::DiscreteGpu => Kind::Discrete,
                wgpu::DeviceType::IntegratedGpu => Kind::Integrated,
                wgpu::DeviceType::VirtualGpu => Kind::Virtual,
                wgpu::DeviceType::Other => Kind::Other,
                wgpu::DeviceType::Cpu => Kind::Software,
            },
        }
    }
}

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Gpu").field(&self.info).finish()
    }
}

/// The error if `asked` is more than `allowed`.
fn within(limit: Limit, asked: u64, allowed: u64) -> Result<(), Error> {
    if asked > allowed { Err(Error::Limit { limit, asked, allowed }) } else { Ok(()) }
}
