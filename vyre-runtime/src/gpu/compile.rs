//! Pipelines, one for each shader.

use super::decorated::{self, Modes};
use super::handle::{Handle, handle};
use super::logical::{Logical, lock};
use super::ring;
use crate::unique;
use crate::wgsl::Form;
use crate::wgsl::{Shader, SlotKind};
use crate::{Error, thread};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Four times what the largest shader of the tests needs without optimisation.
const STACK_BYTES: usize = 16 << 20;

/// The pipelines that a device keeps. A program that makes more shaders than that compiles some anew.
const MAX_PIPELINES: usize = 4_096;

/// A compiled shader, and the layout of what it is bound to.
pub(super) struct Pipeline {
    /// A number that no other pipeline has.
    pub(super) id: u64,
    pub(super) pipeline: Handle<wgpu::ComputePipeline>,
    pub(super) layout: Handle<wgpu::BindGroupLayout>,
    /// Whether the uniform buffers of the program lie in the ring. The launch block always does.
    pub(super) has_uniforms_in_ring: bool,
}

/// A pipeline, and what it was compiled from.
pub(super) struct Compiled {
    text: String,
    is_decorated: bool,
    pipeline: Arc<Pipeline>,
}

/// Looks through all of them: compiling takes longer by far.
fn find(pipelines: &[Compiled], shader: &Shader) -> Option<Arc<Pipeline>> {
    let is_same = |known: &&Compiled| known.is_decorated == shader.is_decorated && known.text == shader.text;
    pipelines.iter().find(is_same).map(|known| Arc::clone(&known.pipeline))
}

impl Logical {
    /// The pipeline of a module's form, found without a look at its shader if it has run here before. No other device has a
    /// part in that.
    pub(super) fn form_pipeline(&self, form: &Form) -> Result<Arc<Pipeline>, Error> {
        if let Some(pipeline) = lock(&self.forms).get(&form.id) {
            return Ok(Arc::clone(pipeline));
        }
        let pipeline = self.pipeline(&form.shader)?;
        let mut forms = lock(&self.forms);
        // Forms that are gone are among them.
        if forms.len() >= MAX_PIPELINES {
            forms.clear();
        }
        forms.insert(form.id, Arc::clone(&pipeline));
        Ok(pipeline)
    }

    /// The pipeline of a shader, compiled when first asked for.
    fn pipeline(&self, shader: &Shader) -> Result<Arc<Pipeline>, Error> {
        if let Some(pipeline) = find(&lock(&self.pipelines), shader) {
            return Ok(pipeline);
        }
        let _span = tracing::debug_span!("compile", bytes = shader.text.len()).entered();
        // Two threads may compile one shader at once; the lock is not held for as long as that takes.
        let pipeline = Arc::new(self.compile_on_large_stack(shader)?);
        let mut pipelines = lock(&self.pipelines);
        if pipelines.len() >= MAX_PIPELINES {
            pipelines.clear();
        }
        // Of two threads that have compiled it, both go on with what the first one has.
        if let Some(first) = find(&pipelines, shader) {
            return Ok(first);
        }
        pipelines.push(Compiled {
            text: shader.text.clone(),
            is_decorated: shader.is_decorated,
            pipeline: Arc::clone(&pipeline),
        });
        Ok(pipeline)
    }

    /// naga recurses into blocks and expressions, which the rules bound; the caller's stack may still be too
    /// small.
    fn compile_on_large_stack(&self, shader: &Shader) -> Result<Pipeline, Error> {
        let operation = "compiling a shader";
        let failure = |message: String| Error::Device { operation, message };
        let refusal = |error| match error {
            Error::Device { message, .. } => Error::Shader { message, wgsl: shader.text.clone() },
            other => other,
        };
        let cache = self.cache();
        let compile = || {
            let start = Instant::now();
            let pipelines = cache.as_ref().map(|cache| &cache.pipelines);
            let pipeline = self.scoped(operation, || self.compile(shader, pipelines)).map_err(refusal)??;
            if let Some(cache) = &cache {
                cache.keep(start.elapsed());
            }
            Ok(pipeline)
        };
        let compiled = Mutex::new(None);
        thread::run("vyre compile", STACK_BYTES, &|| *lock(&compiled) = Some(compile()))
            .map_err(|error| failure(format!("no thread: {error}")))?;
        let compiled = lock(&compiled).take();
        compiled.unwrap_or_else(|| Err(failure("the shader compiler panicked".to_string())))
    }

    fn compile(
        &self,
        shader: &Shader,
        cache: Option<&Handle<wgpu::PipelineCache>>,
    ) -> Result<Pipeline, Error> {
        let mut uniforms = Vec::new();
        for slot in &shader.slots {
            if let SlotKind::Uniform { bytes } = slot.kind {
                uniforms.push(bytes);
            }
        }
        let allowed = self.limits.max_dynamic_uniform_buffers_per_pipeline_layout as usize;
        let has_uniforms_in_ring = uniforms.len() < allowed && ring::holds(&uniforms);
        let layout = self.layout(shader, has_uniforms_in_ring);
        let pipeline_layout = self.device.raw().create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("vyre"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let module = match self.modes {
            Some(modes) if shader.is_decorated => self.decorated(shader, modes)?,
            _ => self.module(&shader.text),
        };
        let pipeline = self.device.raw().create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("vyre"),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions {
                zero_initialize_workgroup_memory: shader.needs_zeros,
                ..wgpu::PipelineCompilationOptions::default()
            },
            cache: cache.map(|cache| cache.raw()),
        });
        Ok(Pipeline {
            id: unique::number(),
            pipeline: handle(pipeline),
            layout: handle(layout),
            has_uniforms_in_ring,
        })
    }

    fn layout(&self, shader: &Shader, has_uniforms_in_ring: bool) -> wgpu::BindGroupLayout {
        let mut entries = Vec::new();
        let mut add = |ty, has_dynamic_offset| {
            let (binding, visibility) = (entries.len() as u32, wgpu::ShaderStages::COMPUTE);
            let ty = wgpu::BindingType::Buffer { ty, has_dynamic_offset, min_binding_size: None };
            entries.push(wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None });
        };
        for slot in &shader.slots {
            match slot.kind {
                SlotKind::Uniform { .. } => add(wgpu::BufferBindingType::Uniform, has_uniforms_in_ring),
                SlotKind::Storage { is_read_only: read_only } => {
                    add(wgpu::BufferBindingType::Storage { read_only }, false);
                }
            }
        }
        // The launch block.
        add(wgpu::BufferBindingType::Uniform, true);
        if shader.is_watched {
            add(wgpu::BufferBindingType::Storage { read_only: false }, false);
        }
        let label = Some("vyre");
        self.device
            .raw()
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries })
    }

    #[allow(unsafe_code, reason = "wgpu's checks would come on top of our own, which are needed in any case")]
    fn module(&self, wgsl: &str) -> wgpu::ShaderModule {
        let descriptor = wgpu::ShaderModuleDescriptor {
            label: Some("vyre"),
            source: wgpu::ShaderSource::Wgsl(wgsl.into()),
        };
        // SAFETY: the text comes from `wgsl::lower` alone. There, every index of an array is either the flat local id, or less, of
        // an array with an element for each invocation, or a constant below a static length, or compared with a length in the same function. A static length is
        // that of the array's type, or one that `check_bindings` has compared with the data; another length is
        // computed by `plan` from what is bound in the same launch: a slice, for which `Launch::borrow` takes an
        // allocation at least as long, or a resident buffer, whose length and allocation never change, so that `warm` may
        // bind it again with the same length. In the second
        // form of a shader the length that an index is compared with is that of the part which `split` has bound, and no
        // constant index is taken for granted there. What lies in the ring is bound with the bytes that the shader
        // declares, which the ring has behind every offset. Loops count up to an end that is
        // evaluated before, double up to a constant, or repeat a compare-exchange that another invocation has made fail; divisors are
        // constants other than zero or compared with zero in the same function, and are unsigned. There are
        // no ray queries, tasks or meshes. Memory beyond the host's data is never read, as the length
        // excludes it. A block of 16 bytes is below the length divided by its elements; what of the last 16 bytes is beyond the length
        // belongs to the same allocation, whose size is a multiple of 16. Workgroup memory is not zeroed where nothing is loaded before
        // it is stored, which `analysis::zeros` shows.
        unsafe {
            self.device.raw().create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked())
        }
    }

    /// The module of a shader with operators of floats, on an adapter that takes decorations.
    #[allow(unsafe_code, reason = "wgpu does not look into SPIR-V that is passed through")]
    fn decorated(&self, shader: &Shader, modes: Modes) -> Result<wgpu::ShaderModule, Error> {
        let [x, y, z] = shader.workgroup_size;
        let spirv = decorated::spirv(&shader.text, shader.needs_zeros, modes)
            .map_err(|message| Error::Shader { message, wgsl: shader.text.clone() })?;
        let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
            label: Some("vyre"),
            entry_points: vec![wgpu::PassthroughShaderEntryPoint {
                name: "main".into(),
                workgroup_size: (x, y, z),
            }]
            .into(),
            spirv: Some(spirv.into()),
            ..wgpu::ShaderModuleDescriptorPassthrough::default()
        };
        // SAFETY: naga's writer has made the words from a text that its validator accepts, with bindings that are those of `layout`. What the text may do is
        // said in `module`. `decorated` adds decorations, and modes that the adapter has. `limits::plan` has
        // compared the workgroup's size and memory with the adapter's limits.
        Ok(unsafe { self.device.raw().create_shader_module_passthrough(descriptor) })
    }
}
