//! Pipelines, one for each shader.
//!
//! What a driver compiles reaches it in four ways, and no other:
//!
//! - The text of `wgsl::lower`, through naga without wgpu's checks: `module` says why it needs none.
//! - The same text as SPIR-V that `decorated` has added to: it says why that is as sound.
//! - Two texts of our own, in `loops` and in `logical`, with all of wgpu's checks.
//! - Pipelines that an earlier process has compiled: `cache` says why they are its own.

use super::decorated::{self, Modes};
use super::handle::{Handle, handle};
use super::job::Job;
use super::logical::{Logical, lock};
use super::ring;
use crate::Error;
use crate::module::Module;
use crate::unique;
use crate::wgsl::Form;
use crate::wgsl::{LONG, Shader, SlotKind};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// The pipelines that a device keeps. A program that makes more shaders than that compiles some anew.
const MAX_PIPELINES: usize = 4_096;
/// Of these, those of programs that no kernel stands for: each may have run for the only time, and on a software adapter it takes half a
/// megabyte.
const MAX_OF_PROGRAMS: usize = 256;

/// A compiled shader, and the layout of what it is bound to.
pub(super) struct Pipeline {
    /// A number that no other pipeline has.
    pub(super) id: u64,
    /// The kernel that it was compiled for. Another one with the same shader may run on it too.
    pub(super) kernel: Arc<str>,
    pub(super) pipeline: Handle<wgpu::ComputePipeline>,
    pub(super) layout: Handle<wgpu::BindGroupLayout>,
    /// Whether the uniform buffers of the program lie in the ring. The launch block always does.
    pub(super) has_uniforms_in_ring: bool,
}

/// What a pipeline is made of: the parts of a [`Shader`] that concern it.
pub(super) struct Source {
    pub(super) text: String,
    pub(super) is_decorated: bool,
    zeroes_arrays: bool,
    slots: Vec<SlotKind>,
    workgroup_size: [u32; 3],
    needs_zeros: bool,
    is_watched: bool,
}

impl Source {
    pub(super) fn of(shader: &Shader) -> Source {
        Source {
            text: shader.text.clone(),
            is_decorated: shader.is_decorated,
            zeroes_arrays: shader.zeroes_arrays,
            slots: shader.slots.iter().map(|slot| slot.kind).collect(),
            workgroup_size: shader.workgroup_size,
            needs_zeros: shader.needs_zeros,
            is_watched: shader.is_watched,
        }
    }

    /// Whether a shader gives the same pipeline: the text says everything but whether it is decorated.
    pub(super) fn is_of(&self, shader: &Shader) -> bool {
        self.is_decorated == shader.is_decorated && self.text == shader.text
    }
}

/// The pipelines of a device, with what they were compiled from.
#[derive(Default)]
pub(super) struct Pipelines {
    pub(super) compiled: Vec<(Arc<Job>, Arc<Pipeline>)>,
    /// What threads compile, and what they could not and nobody has been told.
    pub(super) jobs: Vec<Arc<Job>>,
}

impl Pipelines {
    /// Looks through all of them: compiling takes longer by far.
    fn find(&self, shader: &Shader) -> Option<Arc<Pipeline>> {
        let found = self.compiled.iter().find(|(job, _)| job.source.is_of(shader));
        found.map(|(_, pipeline)| Arc::clone(pipeline))
    }

    pub(super) fn keep(&mut self, job: &Arc<Job>, pipeline: &Arc<Pipeline>) {
        let is_of_program = |(job, _): &(Arc<Job>, _)| !job.is_of_kernel;
        let of_programs = self.compiled.iter().filter(|entry| is_of_program(entry)).count();
        if !job.is_of_kernel && of_programs >= MAX_OF_PROGRAMS {
            // The oldest one is the first.
            let oldest = self.compiled.iter().position(is_of_program);
            oldest.map(|at| self.compiled.remove(at));
        }
        if self.compiled.len() >= MAX_PIPELINES {
            self.compiled.clear();
        }
        self.compiled.push((Arc::clone(job), Arc::clone(pipeline)));
    }
}

/// What there is of a shader.
enum Known {
    Compiled(Arc<Pipeline>),
    Job(Arc<Job>),
}

impl Logical {
    /// The pipeline of a module's form, found without a look at its shader if it has run here before. No other device has a
    /// part in that. Whoever has no `patience` waits until it is compiled.
    pub(super) fn form_pipeline(
        self: &Arc<Logical>,
        form: &Form,
        module: &Module,
        patience: Option<Duration>,
    ) -> Result<Arc<Pipeline>, Error> {
        if let Some(pipeline) = lock(&self.forms).get(&form.id).and_then(Weak::upgrade) {
            return Ok(pipeline);
        }
        let pipeline = self.pipeline(&form.shader, module, patience)?;
        let mut forms = lock(&self.forms);
        // Forms that are gone are among them.
        if forms.len() >= MAX_PIPELINES {
            forms.clear();
        }
        forms.insert(form.id, Arc::downgrade(&pipeline));
        Ok(pipeline)
    }

    /// Begins to compile a module's form, unless that has begun already. Whoever launches it waits for it.
    pub(super) fn begin(self: &Arc<Logical>, form: &Form, module: &Module) -> Result<(), Error> {
        let is_known = lock(&self.forms).get(&form.id).is_some_and(|known| known.strong_count() > 0);
        if is_known { Ok(()) } else { self.known(&form.shader, module).map(drop) }
    }

    /// The pipeline of a shader, compiled when first asked for. Two threads that ask for one shader wait for one job.
    fn pipeline(
        self: &Arc<Logical>,
        shader: &Shader,
        module: &Module,
        patience: Option<Duration>,
    ) -> Result<Arc<Pipeline>, Error> {
        match self.known(shader, module)? {
            Known::Compiled(pipeline) => Ok(pipeline),
            Known::Job(job) => {
                let _span = tracing::debug_span!("compile", bytes = shader.text.len()).entered();
                job.wait(self, patience)
            }
        }
    }

    /// The pipeline of a shader, or the job that compiles it, which is started if there is none.
    fn known(self: &Arc<Logical>, shader: &Shader, module: &Module) -> Result<Known, Error> {
        let mut pipelines = lock(&self.pipelines);
        if let Some(pipeline) = pipelines.find(shader) {
            return Ok(Known::Compiled(pipeline));
        }
        if let Some(job) = pipelines.jobs.iter().find(|job| job.source.is_of(shader)) {
            return Ok(Known::Job(Arc::clone(job)));
        }
        let job = Job::start(self, Source::of(shader), module)?;
        pipelines.jobs.push(Arc::clone(&job));
        Ok(Known::Job(job))
    }

    /// Compiles a shader on this thread, which has the stack for that, for the kernel of this name.
    pub(super) fn compile(
        &self,
        shader: &Source,
        kernel: &Arc<str>,
        cache: Option<&Handle<wgpu::PipelineCache>>,
    ) -> Result<Pipeline, Error> {
        let bytes = |slot: &SlotKind| match slot {
            SlotKind::Uniform { bytes, is_storage: false } => Some(*bytes),
            SlotKind::Uniform { is_storage: true, .. } | SlotKind::Storage { .. } => None,
        };
        let uniforms: Vec<u64> = shader.slots.iter().filter_map(bytes).collect();
        let allowed = self.limits.max_dynamic_uniform_buffers_per_pipeline_layout as usize;
        let has_uniforms_in_ring = uniforms.len() < allowed && ring::holds(&uniforms);
        let layout = self.layout(shader, has_uniforms_in_ring);
        let pipeline_layout = self.device.create_pipeline_layout(&layout);
        let module = match self.modes {
            Some(modes) if shader.is_decorated || shader.zeroes_arrays => self.decorated(shader, modes)?,
            _ => self.module(&shader.text),
        };
        let (layout_of, cache) = (Some(&pipeline_layout), cache.map(|cache| cache.raw()));
        let pipeline = self.device.create_compute_pipeline(&module, layout_of, shader.needs_zeros, cache);
        Ok(Pipeline {
            id: unique::number(),
            kernel: Arc::clone(kernel),
            pipeline: handle(pipeline),
            layout: handle(layout),
            has_uniforms_in_ring,
        })
    }

    fn layout(&self, shader: &Source, has_uniforms_in_ring: bool) -> wgpu::BindGroupLayout {
        let mut entries = Vec::new();
        let mut add = |ty, has_dynamic_offset| {
            let (binding, visibility) = (entries.len() as u32, wgpu::ShaderStages::COMPUTE);
            let ty = wgpu::BindingType::Buffer { ty, has_dynamic_offset, min_binding_size: None };
            entries.push(wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None });
        };
        for slot in &shader.slots {
            match slot {
                SlotKind::Uniform { is_storage: false, .. } => {
                    add(wgpu::BufferBindingType::Uniform, has_uniforms_in_ring);
                }
                SlotKind::Uniform { is_storage: true, .. } => {
                    add(wgpu::BufferBindingType::Storage { read_only: true }, false);
                }
                SlotKind::Storage { is_read_only: read_only } => {
                    add(wgpu::BufferBindingType::Storage { read_only: *read_only }, false);
                }
            }
        }
        // The launch block.
        add(wgpu::BufferBindingType::Uniform, true);
        if shader.is_watched {
            add(wgpu::BufferBindingType::Storage { read_only: false }, false);
        }
        self.device.create_bind_group_layout(&entries)
    }

    #[allow(unsafe_code, reason = "wgpu's checks would come on top of our own, which are needed in any case")]
    fn module(&self, wgsl: &str) -> wgpu::ShaderModule {
        // SAFETY: the text comes from `wgsl::lower` alone. There, every index of an array is either the flat local id, or less, of
        // an array with an element for each invocation, or a constant below a static length, or compared with a length in the same function, or it has a proof of
        // `vyre_lower`'s `analysis::guards`: by the greatest value that it may have, by how it is computed, or by a condition or the end of a loop around the access. A static length is
        // that of the array's type, or one that `check_bindings` has compared with the data; another length is
        // computed by `plan` from what is bound in the same launch: a slice, for which `Launch::borrow` takes an
        // allocation at least as long, or a resident buffer, whose length and allocation never change, so that `warm` may
        // bind it again with the same length. In the second
        // form of a shader the length that an index is compared with is that of the part which `split` has bound, and no
        // constant index is taken for granted there. What lies in the ring is bound with the bytes that the shader
        // declares, which the ring has behind every offset; so is uniform data that lies in a buffer of its own, as a uniform or as a storage buffer. Loops count up to an end that is
        // evaluated before, double up to a constant, or repeat a compare-exchange that another invocation has made fail; a divisor is
        // a constant other than zero, or compared with zero in the same function, where the function returns before it divides. So is a signed one, `i32`, and with -1 too, by
        // which the least number overflows; a constant divisor is not -1 either. Of 64-bit integers there are unsigned quotients alone. There are
        // no ray queries, tasks or meshes. Memory beyond the host's data is never read, as the length
        // excludes it. In a special form ids are below the grid that its launches dispatch, and uniform data are what these bind, both of which `special` has compared. A block of 16 bytes is below the length divided by its elements; what of the last 16 bytes is beyond the length
        // belongs to the same allocation, whose size is a multiple of 16. Workgroup memory is not zeroed where nothing is loaded before
        // it is stored, which `analysis::zeros` shows.
        unsafe { self.device.create_shader_module_unchecked(wgsl) }
    }

    /// The module of a shader with operators of floats, or with long local arrays, on an adapter that takes SPIR-V.
    #[allow(unsafe_code, reason = "wgpu does not look into SPIR-V that is passed through")]
    fn decorated(&self, shader: &Source, modes: Modes) -> Result<wgpu::ShaderModule, Error> {
        let [x, y, z] = shader.workgroup_size;
        let modes = if shader.is_decorated { modes } else { Modes::NONE };
        let spirv = decorated::spirv(&shader.text, shader.needs_zeros, modes)
            .map_err(|message| Error::Shader { message, wgsl: shader.text.clone() })?;
        let spirv = if shader.zeroes_arrays { decorated::without_zeros(&spirv, LONG) } else { spirv };
        // SAFETY: naga's writer has made the words from a text that its validator accepts, with bindings that are those of `layout`. What the text may do is
        // said in `module`. `decorated` adds decorations, and modes that the adapter has; it takes away what long local arrays hold at first from texts that
        // set these to zero before anything else. `limits::plan` has
        // compared the workgroup's size and memory with the adapter's limits.
        Ok(unsafe { self.device.create_shader_module_passthrough(spirv, (x, y, z)) })
    }
}
