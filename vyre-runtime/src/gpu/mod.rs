//! GPUs, through wgpu.
//!
//! An adapter is opened when something first runs on it, and opened again after its device was lost. A launch
//! is checked against the adapter's limits before anything is created; every call of wgpu stands in error
//! scopes, so that what wgpu would panic about is an [`Error`].
//!
//! `recorder` holds the work that has not been submitted: launches and copies, in order; `recording` locks it. What a launch needs is kept for
//! the next one: `compile` has the pipelines (`job` is the thread that compiles one, `decorated` what becomes of shaders with floats, of which `probe` asks what the adapter computes), `cache` those of other processes, `groups` the bind groups, `warm` whole launches, `ring` the blocks of lengths and parameters, `belt`
//! and `pool` the staging and the buffers of slices. `resident` are the buffers that programs keep, `transfer` moves
//! data, `wait` waits, and `wake` wakes. `left` is what runs on after nobody waits any more, and `exit` the end of the process meanwhile. `loops` asks a software adapter whether it ends loops early. `handle` keeps wgpu's handles out of debug information. `limits` plans a launch, `split` one over buffers that are too large to be bound, and `special` compiles shaders
//! for large launches that come again and again.
//!
//! `calls` is where wgpu is called for what can fail, so that tests can make each call fail (`double`).
//!
//! Work is never reordered, and there is one queue: two launches that do not depend on each other run one after the other
//! unless the driver sees that they need not.

mod backend;
mod belt;
mod cache;
mod calls;
mod compile;
mod decorated;
#[cfg(test)]
pub(crate) mod double;
mod exit;
mod groups;
mod handle;
mod job;
mod launch;
mod left;
mod limits;
mod logical;
mod loops;
mod pool;
mod probe;
mod recorder;
mod recording;
mod resident;
mod ring;
mod settings;
mod special;
mod split;
#[cfg(test)]
mod tests;
mod timer;
mod transfer;
mod wait;
mod wake;
mod warm;

pub(crate) use resident::Resident;

use crate::binding::Binding;
use crate::memory::Mode;
use crate::module::Module;
use crate::wgsl::{Form, Variant};
use crate::{DeviceInfo, DeviceKind, DeviceLimits, Error, Limit};
use handle::{Handle, handle};
use launch::Started;
use left::Trial;
use logical::{LONG_ATOMICS, Logical, lock};
use settings::Settings;
use special::{Choice, Large};
use std::fmt;
use std::pin::pin;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use vyre_ir::{BufferAccess, Program};
use wait::block_on;
use warm::{Keep, Key};

/// An adapter, and its logical device once it has been opened.
pub(crate) struct Gpu {
    /// None if the program has opened the device itself.
    adapter: Option<Handle<wgpu::Adapter>>,
    info: DeviceInfo,
    slot: Mutex<Slot>,
    settings: Settings,
}

/// The logical device of an adapter.
#[derive(Default)]
struct Slot {
    logical: Option<Arc<Logical>>,
    /// Until it has answered, what its predecessor left behind.
    trial: Option<Trial>,
}

fn instance() -> &'static Handle<wgpu::Instance> {
    static INSTANCE: OnceLock<Handle<wgpu::Instance>> = OnceLock::new();
    INSTANCE.get_or_init(|| {
        handle(wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: BACKENDS,
            // Without the layers of debug builds: shaders are checked by naga, and errors are caught in
            // scopes.
            flags: wgpu::InstanceFlags::empty(),
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        }))
    })
}

const BACKENDS: wgpu::Backends =
    wgpu::Backends::VULKAN.union(wgpu::Backends::METAL).union(wgpu::Backends::DX12);

impl Gpu {
    /// Every adapter that can compute, the best first. Empty where there is no driver.
    pub(crate) fn list() -> Vec<Gpu> {
        let mut adapters = Vec::new();
        block_on(pin!(async { adapters = instance().raw().enumerate_adapters(BACKENDS).await }));
        let computes = |adapter: &wgpu::Adapter| {
            adapter.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS)
        };
        let mut gpus: Vec<Gpu> = Vec::new();
        for adapter in adapters {
            if !computes(&adapter) {
                continue;
            }
            let info = info(&adapter.get_info(), &adapter.limits(), adapter.features());
            let at = gpus.partition_point(|better| rank(better.info.kind()) <= rank(info.kind()));
            let (slot, settings) = (Mutex::default(), Settings::default());
            gpus.insert(at, Gpu { info, adapter: Some(handle(adapter)), slot, settings });
        }
        gpus
    }

    /// A device that the program has opened itself. This and what else is `inline` here is compiled by programs that share
    /// wgpu with vyre, and by no others.
    #[inline]
    pub(crate) fn adopt(device: wgpu::Device, queue: wgpu::Queue) -> Result<Gpu, Error> {
        let info = info(&device.adapter_info(), &device.limits(), device.features());
        let settings = Settings::default();
        let logical = Some(Arc::new(Logical::adopt(device, queue, &settings)?));
        Ok(Gpu { adapter: None, info, slot: Mutex::new(Slot { logical, trial: None }), settings })
    }

    /// wgpu's handles, after everything that is recorded has been submitted.
    #[inline]
    pub(crate) fn shared(&self) -> Result<(wgpu::Device, wgpu::Queue), Error> {
        let logical = self.logical()?;
        logical.recorder().flush(&logical)?;
        Ok((logical.device.raw().clone(), logical.queue.raw().clone()))
    }

    /// The logical device, opened if there is none that works.
    ///
    /// # Errors
    /// If it cannot be opened, or its predecessor's work keeps it from answering.
    fn logical(&self) -> Result<Arc<Logical>, Error> {
        let mut slot = lock(&self.slot);
        let open = slot.logical.as_ref().filter(|logical| !logical.is_lost()).map(Arc::clone);
        let logical = match (open, &self.adapter, &slot.logical) {
            (Some(open), ..) => open,
            (None, Some(adapter), lost) => {
                let left = lost.as_ref().and_then(|lost| lost.left_behind());
                let opened = Arc::new(Logical::open(adapter.raw(), &self.settings)?);
                let trial = left.map(|left| Trial::start(&opened, left)).transpose()?;
                *slot = Slot { logical: Some(Arc::clone(&opened)), trial };
                opened
            }
            (None, None, Some(lost)) => return Err(lost.gone()),
            (None, None, None) => return Err(Error::DeviceLost { reason: "it was never there".to_string() }),
        };
        if let Some(trial) = &mut slot.trial {
            trial.answers(&logical)?;
            slot.trial = None;
        }
        Ok(logical)
    }

    /// The logical device, if it has been opened.
    fn opened(&self) -> Option<Arc<Logical>> {
        lock(&self.slot).logical.clone()
    }

    /// Launches a program. The bindings are those of `Program::bound_buffers`, in order. If there are slices of the host's
    /// among them, or `is_timed`, the rest is to wait. A launch that was given a key is kept under it.
    ///
    /// # Errors
    /// If the launch passes a limit, or the device fails.
    fn start(
        &self,
        module: &Module,
        groups: [u32; 3],
        bindings: &mut [Binding<'_>],
        mode: Mode,
        is_timed: bool,
        key: Option<Key>,
    ) -> Result<Option<Started>, Error> {
        let logical = self.logical()?;
        let (form, variant) = self.general(&logical, module, bindings)?;
        let patience = Some(logical.patience());
        let large = Large { logical: &logical, module, general: form, variant };
        let choice = large.choose(groups, bindings, key.is_some());
        let (form, keep) = match &choice {
            Choice::Special(special) => (&**special, Keep::special(bindings)),
            Choice::General { may_be_special } => (form, Keep::General { may_be_special: *may_be_special }),
        };
        let how = (mode, is_timed, key.map(|key| (key, keep)));
        launch_within(&logical, module, form, (groups, bindings), how, patience)
    }

    /// The form of a program for any launch on such bindings, and what it is a form for.
    fn general<'m>(
        &self,
        logical: &Arc<Logical>,
        module: &'m Module,
        bindings: &[Binding<'_>],
    ) -> Result<(&'m Form, Variant), Error> {
        if Form::has_long_atomics(module) && !logical.has_long_atomics {
            return Err(Error::LongAtomics { device: self.info.to_string() });
        }
        let is_software = self.info.kind() == DeviceKind::SoftwareGpu;
        let mut variant = Variant {
            is_split: is_large(module.validated().program(), bindings, &logical.limits),
            is_watched: logical.loop_limit.is_some(),
            has_subgroups: logical.has_subgroups,
            is_gpu: !is_software,
            zeroes_arrays: logical.modes.is_some() && is_software && Form::has_long_arrays(module),
            spares_uniforms: is_software && Form::has_many_uniforms(module),
            ends_spare_lanes: is_software && Form::has_barriers(module),
            hides_from_driver: true,
            ..Variant::default()
        };
        if Form::has_floats(module) {
            variant = probe::floats(logical).variant(variant);
            if module.is_for_normals() {
                variant.operators = variant.operators.for_normals();
            }
        }
        if Form::has_longs(module) {
            variant.operators = variant.operators.with(probe::longs(logical));
        }
        Ok((Form::of(module, variant), variant))
    }

    /// Launches a program, and waits.
    #[cfg(test)]
    async fn run(
        &self,
        module: &Module,
        groups: [u32; 3],
        bindings: &mut [Binding<'_>],
        mode: Mode,
        is_timed: bool,
    ) -> Result<Option<Duration>, Error> {
        match self.start(module, groups, bindings, mode, is_timed, None)? {
            Some(started) => started.finish(bindings).await,
            None => Ok(None),
        }
    }
}

/// Launches a form of a program, however long it takes to compile: a probe that gave up would be taken for an adapter that computes wrongly.
fn launch(
    logical: &Arc<Logical>,
    module: &Module,
    form: &Form,
    on: ([u32; 3], &mut [Binding<'_>]),
    how: (Mode, bool, Option<(Key, Keep)>),
) -> Result<Option<Started>, Error> {
    launch_within(logical, module, form, on, how, None)
}

/// Launches a form of a program that is compiled in time.
fn launch_within(
    logical: &Arc<Logical>,
    module: &Module,
    form: &Form,
    (groups, bindings): ([u32; 3], &mut [Binding<'_>]),
    (mode, is_timed, kept): (Mode, bool, Option<(Key, Keep)>),
    patience: Option<Duration>,
) -> Result<Option<Started>, Error> {
    let shader = &form.shader;
    check_bindings(module, shader, bindings)?;
    for binding in bindings.iter() {
        if let Binding::Resident { memory, .. } = binding
            && let Some(buffer) = Resident::of(*memory)
            && !Arc::ptr_eq(buffer.logical(), logical)
        {
            return Err(buffer.logical().gone());
        }
    }
    if groups.contains(&0) {
        return Ok(None);
    }
    let plan = limits::plan(module.validated().program(), shader, groups, bindings, logical.allowed())?;
    let pipeline = logical.form_pipeline(form, module, patience)?;
    let launch = launch::Launch { logical, pipeline: &pipeline, shader, plan: &plan, is_timed, kept };
    launch.start(bindings, mode)
}

/// Whether a buffer is larger than what can be bound.
fn is_large(program: &Program, bindings: &[Binding<'_>], limits: &wgpu::Limits) -> bool {
    for (buffer, binding) in program.bound_buffers().zip(bindings) {
        let bytes = limits::padded(binding.words() as u64 * 4);
        if buffer.access != BufferAccess::Uniform && bytes > limits::binding_bytes(limits) {
            return true;
        }
    }
    false
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
    let declared = |at: usize| module.validated().program().bound_buffers().nth(at);
    for (at, slot) in shader.slots.iter().enumerate() {
        let binding = &bindings[at];
        let name = || declared(at).map_or(String::new(), |buffer| buffer.name.clone());
        let lanes = u64::from(slot.lanes);
        let words = binding.words() as u64;
        let expected = slot.fixed.map_or(words / lanes, u64::from);
        if words != expected * lanes {
            return Err(Error::BufferLength { name: name(), expected, got: words / lanes });
        }
        let is_writable = matches!(binding, Binding::WordsMut(_) | Binding::Resident { is_write: true, .. });
        if slot.is_written && !is_writable {
            return Err(Error::BufferReadOnly { name: name() });
        }
    }
    Ok(())
}

/// The features that concern kernels.
const FEATURES: [(wgpu::Features, &str); 7] = [
    (wgpu::Features::TIMESTAMP_QUERY, "timestamps"),
    (wgpu::Features::PIPELINE_CACHE, "pipeline cache"),
    (wgpu::Features::IMMEDIATES, "immediates"),
    (wgpu::Features::SUBGROUP, "subgroups"),
    (wgpu::Features::SHADER_INT64, "64-bit integers"),
    (LONG_ATOMICS, "64-bit atomics"),
    (wgpu::Features::MAPPABLE_PRIMARY_BUFFERS, "mappable buffers"),
];

/// What an adapter says about itself.
fn info(info: &wgpu::AdapterInfo, limits: &wgpu::Limits, features: wgpu::Features) -> DeviceInfo {
    let backend = match info.backend {
        wgpu::Backend::Vulkan => "Vulkan",
        wgpu::Backend::Metal => "Metal",
        wgpu::Backend::Dx12 => "DX12",
        _ => "unknown",
    };
    let kind = match info.device_type {
        wgpu::DeviceType::DiscreteGpu => DeviceKind::DiscreteGpu,
        wgpu::DeviceType::IntegratedGpu => DeviceKind::IntegratedGpu,
        wgpu::DeviceType::VirtualGpu => DeviceKind::VirtualGpu,
        wgpu::DeviceType::Other => DeviceKind::Other,
        wgpu::DeviceType::Cpu => DeviceKind::SoftwareGpu,
    };
    let driver = format!("{} {}", info.driver, info.driver_info);
    let limits = DeviceLimits {
        buffer_bytes: limits.max_buffer_size,
        binding_bytes: limits.max_storage_buffer_binding_size,
        storage_buffers: limits.max_storage_buffers_per_shader_stage,
        // One is taken for what every launch needs.
        uniform_buffers: limits.max_uniform_buffers_per_shader_stage.saturating_sub(1),
        workgroups: limits.max_compute_workgroups_per_dimension,
        workgroup_invocations: limits.max_compute_invocations_per_workgroup,
        workgroup_size: [
            limits.max_compute_workgroup_size_x,
            limits.max_compute_workgroup_size_y,
            limits.max_compute_workgroup_size_z,
        ],
        workgroup_bytes: limits.max_compute_workgroup_storage_size,
        private_bytes: limits::private_bytes(info),
    };
    let features = FEATURES.iter().filter(|(feature, _)| features.contains(*feature));
    DeviceInfo::new(&info.name, backend, driver.trim(), kind)
        .with(limits, features.map(|(_, name)| *name).collect())
}

/// The order of adapters: the best first.
fn rank(kind: DeviceKind) -> usize {
    let order = [
        DeviceKind::DiscreteGpu,
        DeviceKind::IntegratedGpu,
        DeviceKind::VirtualGpu,
        DeviceKind::Other,
        DeviceKind::SoftwareGpu,
    ];
    order.iter().position(|other| *other == kind).unwrap_or(order.len())
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
