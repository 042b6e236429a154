//! The one place where wgpu is called for what can fail. What is wrong with an object that is created is for the error scopes around the call;
//! wgpu gives an invalid one then. What is left to other files only asks a device for what it is, or records commands, of which `submit` hears.
//!
//! In tests of this crate, [`double`](super::double) makes single calls fail as wgpu does.

use super::handle::{Handle, Raw, Shared, handle, shared};

#[cfg(test)]
use super::double::{Call, fails};

/// Whether the double makes this call fail. In programs there is none.
#[cfg(not(test))]
macro_rules! fails {
    ($call:ident) => {
        false
    };
}
#[cfg(test)]
macro_rules! fails {
    ($call:ident) => {
        fails(Call::$call)
    };
}

/// An open device and its queue, or what the driver says.
#[cfg_attr(test, track_caller)]
pub(super) fn open(
    adapter: &wgpu::Adapter,
    descriptor: &wgpu::DeviceDescriptor<'_>,
) -> Result<(wgpu::Device, wgpu::Queue), String> {
    if fails!(Open) {
        return Err("the double refuses".to_string());
    }
    let mut opened = None;
    super::block_on(std::pin::pin!(async { opened = Some(adapter.request_device(descriptor).await) }));
    match opened {
        Some(opened) => opened.map_err(|error| error.to_string()),
        None => unreachable!("the future has ended"),
    }
}

impl dyn Raw<wgpu::Device> {
    /// A new buffer, which is zero.
    #[cfg_attr(test, track_caller)]
    pub(super) fn create_buffer(
        &self,
        label: &'static str,
        size: u64,
        usage: wgpu::BufferUsages,
        mapped_at_creation: bool,
    ) -> Shared<wgpu::Buffer> {
        let usage = if fails!(CreateBuffer) { wgpu::BufferUsages::empty() } else { usage };
        let label = Some(label);
        let descriptor = wgpu::BufferDescriptor { label, size, usage, mapped_at_creation };
        shared(self.raw().create_buffer(&descriptor))
    }

    #[cfg_attr(test, track_caller)]
    pub(super) fn create_bind_group_layout(
        &self,
        entries: &[wgpu::BindGroupLayoutEntry],
    ) -> wgpu::BindGroupLayout {
        // Bindings have different numbers.
        let twice = if fails!(CreateBindGroupLayout) { entries } else { &[] };
        let (label, entries) = (Some("vyre"), &[entries, twice].concat());
        self.raw().create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries })
    }

    #[cfg_attr(test, track_caller)]
    pub(super) fn create_pipeline_layout(&self, layout: &wgpu::BindGroupLayout) -> wgpu::PipelineLayout {
        let immediate_size = if fails!(CreatePipelineLayout) { u32::MAX } else { 0 };
        let (label, bind_group_layouts) = (Some("vyre"), &[Some(layout)]);
        let descriptor = wgpu::PipelineLayoutDescriptor { label, bind_group_layouts, immediate_size };
        self.raw().create_pipeline_layout(&descriptor)
    }

    /// A shader with wgpu's own checks.
    #[cfg_attr(test, track_caller)]
    pub(super) fn create_shader_module(&self, wgsl: &str) -> wgpu::ShaderModule {
        let source = wgpu::ShaderSource::Wgsl(if fails!(CreateShaderModule) { "?" } else { wgsl }.into());
        self.raw().create_shader_module(wgpu::ShaderModuleDescriptor { label: Some("vyre"), source })
    }

    /// A shader without wgpu's checks.
    ///
    /// # Safety
    /// As for [`wgpu::Device::create_shader_module_trusted`] without any: the shader accesses nothing out of bounds, and its loops end.
    #[allow(unsafe_code, reason = "the caller's")]
    #[cfg_attr(test, track_caller)]
    pub(super) unsafe fn create_shader_module_unchecked(&self, wgsl: &str) -> wgpu::ShaderModule {
        let source = wgpu::ShaderSource::Wgsl(if fails!(CreateShaderModule) { "?" } else { wgsl }.into());
        let descriptor = wgpu::ShaderModuleDescriptor { label: Some("vyre"), source };
        // SAFETY: the caller's.
        unsafe { self.raw().create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked()) }
    }

    /// A shader of SPIR-V, which wgpu does not look into.
    ///
    /// # Safety
    /// As for [`wgpu::Device::create_shader_module_passthrough`].
    #[allow(unsafe_code, reason = "the caller's")]
    #[cfg_attr(test, track_caller)]
    pub(super) unsafe fn create_shader_module_passthrough(
        &self,
        spirv: Vec<u32>,
        workgroup_size: (u32, u32, u32),
    ) -> wgpu::ShaderModule {
        let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
            label: Some("vyre"),
            entry_points: vec![wgpu::PassthroughShaderEntryPoint { name: "main".into(), workgroup_size }]
                .into(),
            spirv: if fails!(CreateShaderModulePassthrough) { None } else { Some(spirv.into()) },
            ..wgpu::ShaderModuleDescriptorPassthrough::default()
        };
        // SAFETY: the caller's.
        unsafe { self.raw().create_shader_module_passthrough(descriptor) }
    }

    /// A cache of pipelines, which is empty where the driver does not know the data.
    ///
    /// # Safety
    /// As for [`wgpu::Device::create_pipeline_cache`]: the data are a driver's own, if there are any.
    #[allow(unsafe_code, reason = "the caller's")]
    #[cfg_attr(test, track_caller)]
    pub(super) unsafe fn create_pipeline_cache(&self, data: Option<&[u8]>) -> Handle<wgpu::PipelineCache> {
        // Without a fallback wgpu refuses what has no header.
        let (data, fallback) =
            if fails!(CreatePipelineCache) { (Some(&[0u8; 4][..]), false) } else { (data, true) };
        let descriptor = wgpu::PipelineCacheDescriptor { label: Some("vyre"), data, fallback };
        // SAFETY: the caller's.
        handle(unsafe { self.raw().create_pipeline_cache(&descriptor) })
    }

    /// The entry point `main` of a module.
    #[cfg_attr(test, track_caller)]
    pub(super) fn create_compute_pipeline(
        &self,
        module: &wgpu::ShaderModule,
        layout: Option<&wgpu::PipelineLayout>,
        needs_zeros: bool,
        cache: Option<&wgpu::PipelineCache>,
    ) -> wgpu::ComputePipeline {
        self.raw().create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("vyre"),
            layout,
            module,
            entry_point: Some(if fails!(CreateComputePipeline) { "none" } else { "main" }),
            compilation_options: wgpu::PipelineCompilationOptions {
                zero_initialize_workgroup_memory: needs_zeros,
                ..wgpu::PipelineCompilationOptions::default()
            },
            cache,
        })
    }

    #[cfg_attr(test, track_caller)]
    pub(super) fn create_bind_group(
        &self,
        layout: &wgpu::BindGroupLayout,
        entries: &[wgpu::BindGroupEntry<'_>],
    ) -> Handle<wgpu::BindGroup> {
        let (label, entries) = (Some("vyre"), if fails!(CreateBindGroup) { &[] } else { entries });
        handle(self.raw().create_bind_group(&wgpu::BindGroupDescriptor { label, layout, entries }))
    }

    /// The timestamps of two moments.
    #[cfg_attr(test, track_caller)]
    pub(super) fn create_query_set(&self) -> Handle<wgpu::QuerySet> {
        let (label, ty) = (Some("vyre time"), wgpu::QueryType::Timestamp);
        let count = if fails!(CreateQuerySet) { 0 } else { 2 };
        handle(self.raw().create_query_set(&wgpu::QuerySetDescriptor { label, ty, count }))
    }

    #[cfg_attr(test, track_caller)]
    pub(super) fn poll(&self, poll: wgpu::PollType) -> Result<wgpu::PollStatus, wgpu::PollError> {
        if poll.is_wait() && fails!(Wait) {
            return Err(wgpu::PollError::Timeout);
        }
        self.raw().poll(poll)
    }
}

impl dyn Raw<wgpu::Queue> {
    /// Writes to the start of a buffer before what is submitted next.
    #[cfg_attr(test, track_caller)]
    pub(super) fn write_buffer(&self, buffer: &Shared<wgpu::Buffer>, bytes: &[u8]) {
        // Nothing lies behind the end.
        let offset = if fails!(WriteBuffer) { buffer.raw().size() } else { 0 };
        self.raw().write_buffer(buffer.raw(), offset, bytes);
    }

    #[cfg_attr(test, track_caller)]
    pub(super) fn submit(&self, encoder: wgpu::CommandEncoder) -> wgpu::SubmissionIndex {
        #[cfg(test)]
        let encoder = if fails!(Submit) { super::double::broken(encoder) } else { encoder };
        self.raw().submit(Some(encoder.finish()))
    }
}

impl dyn Raw<wgpu::Buffer> {
    /// Maps the first bytes, and calls back with the error if that fails.
    #[cfg_attr(test, track_caller)]
    pub(super) fn map(
        &self,
        mode: wgpu::MapMode,
        bytes: u64,
        then: impl FnOnce(Result<(), String>) + Send + 'static,
    ) {
        let mode = match mode {
            wgpu::MapMode::Read if fails!(Map) => wgpu::MapMode::Write,
            wgpu::MapMode::Write if fails!(Map) => wgpu::MapMode::Read,
            mode => mode,
        };
        self.raw().map_async(mode, ..bytes, |result| then(result.map_err(|error| error.to_string())));
    }

    /// The first bytes, which are mapped.
    #[cfg_attr(test, track_caller)]
    pub(super) fn mapped(&self, bytes: u64) -> Result<wgpu::BufferView, String> {
        if fails!(View) {
            return Err("the double refuses".to_string());
        }
        self.raw().get_mapped_range(..bytes).map_err(|error| error.to_string())
    }

    /// Bytes that are mapped for writing.
    #[cfg_attr(test, track_caller)]
    pub(super) fn mapped_mut(&self, bytes: std::ops::Range<u64>) -> Result<wgpu::BufferViewMut, String> {
        if fails!(View) {
            return Err("the double refuses".to_string());
        }
        self.raw().get_mapped_range_mut(bytes).map_err(|error| error.to_string())
    }

    /// Calls `access`, which copies mapped memory, and calls nothing of wgpu's. Another thread may lose the device meanwhile, whereupon
    /// wgpu destroys all of its buffers and frees what is mapped; but none is destroyed while somebody has a guard of one. Says whether
    /// the buffer was there.
    #[allow(unsafe_code, reason = "wgpu has no other way to say that memory is in use")]
    pub(super) fn while_it_lives(&self, backend: wgpu::Backend, access: &mut dyn FnMut()) -> bool {
        #[allow(unused_macros, reason = "a platform may have none of the backends")]
        macro_rules! guarded {
            ($api:ident) => {{
                // SAFETY: nothing is done with the buffer of the backend's; the guard of it is all that is needed.
                let guard = unsafe { self.raw().as_hal::<wgpu::hal::api::$api>() };
                if guard.is_some() {
                    access();
                }
                guard.is_some()
            }};
        }
        match backend {
            #[cfg(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd"))]
            wgpu::Backend::Vulkan => guarded!(Vulkan),
            #[cfg(target_vendor = "apple")]
            wgpu::Backend::Metal => guarded!(Metal),
            #[cfg(windows)]
            wgpu::Backend::Dx12 => guarded!(Dx12),
            // A device that a program has opened otherwise.
            _ => {
                access();
                true
            }
        }
    }
}
