//! wgpu, written by hand as one would for exactly these cases: everything is created once, all launches of a submission are
//! one pass, and large data go through one mapped buffer of their size.

use crate::{Case, Contestant, MOVED_BYTES, STATE, STEP_GROUP, WIDE_GROUP};
use std::ops::Range;
use vyre::wgpu;

const STEP: &str = "
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&state) { state[id.x] = state[id.x] * 3u + parameters.plus.x; }
}";
const HEAD: &str = "
struct Parameters { plus: vec4<u32> }
@group(0) @binding(0) var<storage, read_write> state: array<u32>;";
const WIDE: &str = "
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
    let i = (group.y * groups.x + group.x) * 256u + local.x;
    if i < arrayLength(&out) { out[i] = (a[i] ^ b[i]) + 1u; }
}";

/// The bytes between two launches' parameters.
const STRIDE: u32 = 256;
/// The launches of a submission.
const MOST_LAUNCHES: u32 = 1000;

/// How a launch gets its number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Parameters {
    /// A uniform buffer with dynamic offsets.
    Uniforms,
    /// Immediates, which not every adapter has.
    Immediates,
}

/// An adapter, found by name.
pub struct Adapter {
    pub instance: wgpu::Instance,
    pub adapter: wgpu::Adapter,
}

impl Adapter {
    /// The adapter of this name, in an instance of its own.
    pub fn named(name: &str) -> Adapter {
        let backends = wgpu::Backends::VULKAN | wgpu::Backends::METAL | wgpu::Backends::DX12;
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends,
            flags: wgpu::InstanceFlags::empty(),
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let adapters = pollster::block_on(instance.enumerate_adapters(backends));
        let adapter = adapters.into_iter().find(|adapter| adapter.get_info().name == name).unwrap();
        Adapter { instance, adapter }
    }

    pub fn has_immediates(&self) -> bool {
        self.adapter.features().contains(wgpu::Features::IMMEDIATES)
    }

    /// A device with the adapter's full limits.
    pub fn open(&self) -> (wgpu::Device, wgpu::Queue) {
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: self.adapter.limits(),
            required_features: self.adapter.features() & wgpu::Features::IMMEDIATES,
            ..Default::default()
        };
        pollster::block_on(self.adapter.request_device(&descriptor)).unwrap()
    }
}

/// A pipeline and what it is bound to.
struct Bound {
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
}

/// Buffers of the element-wise kernel.
struct Wide {
    bound: Bound,
    out: wgpu::Buffer,
    groups: [u32; 2],
}

/// The buffer that data are moved to, and mapped ones to write and to read through.
struct Moved {
    buffer: wgpu::Buffer,
    to: wgpu::Buffer,
    from: wgpu::Buffer,
}

/// A device, and everything that is created once.
pub struct Bare {
    device: wgpu::Device,
    queue: wgpu::Queue,
    parameters: Parameters,
    step: Bound,
    state: wgpu::Buffer,
    staging: wgpu::Buffer,
    uniforms: wgpu::Buffer,
    /// The contents of the uniforms.
    words: Vec<u32>,
    moved: Option<Moved>,
    wide: Option<Wide>,
}

const STORAGE: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_SRC).union(wgpu::BufferUsages::COPY_DST);

fn buffer(device: &wgpu::Device, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
}

fn bind(
    device: &wgpu::Device,
    wgsl: &str,
    buffers: &[(wgpu::BufferBindingType, wgpu::BufferBinding<'_>)],
    immediate_size: u32,
) -> Bound {
    let entries: Vec<wgpu::BindGroupLayoutEntry> = (0..)
        .zip(buffers)
        .map(|(binding, (ty, _))| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: *ty,
                has_dynamic_offset: *ty == wgpu::BufferBindingType::Uniform,
                min_binding_size: None,
            },
            count: None,
        })
        .collect();
    let layout =
        device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size,
    });
    let source = wgpu::ShaderSource::Wgsl(wgsl.into());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: Some(&pipeline_layout),
        module: &module,
        entry_point: Some("main"),
        compilation_options: Default::default(),
        cache: None,
    });
    let entries: Vec<wgpu::BindGroupEntry<'_>> = (0..)
        .zip(buffers)
        .map(|(binding, (_, buffer))| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::Buffer(buffer.clone()),
        })
        .collect();
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &entries,
    });
    Bound { pipeline, group }
}

const READ_WRITE: wgpu::BufferBindingType = wgpu::BufferBindingType::Storage { read_only: false };
const READ_ONLY: wgpu::BufferBindingType = wgpu::BufferBindingType::Storage { read_only: true };

impl Bare {
    pub fn new(adapter: &Adapter, parameters: Parameters) -> Bare {
        let (device, queue) = adapter.open();
        let bytes = STATE as u64 * 4;
        let state = buffer(&device, bytes, STORAGE);
        let staging = buffer(&device, bytes, wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
        let ring = u64::from(STRIDE * MOST_LAUNCHES);
        let uniforms = buffer(&device, ring, wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST);
        let mut bound = vec![(READ_WRITE, state.as_entire_buffer_binding())];
        let (block, immediate_size) = match parameters {
            Parameters::Uniforms => {
                let size = std::num::NonZeroU64::new(16);
                let block = wgpu::BufferBinding { buffer: &uniforms, offset: 0, size };
                bound.push((wgpu::BufferBindingType::Uniform, block));
                ("@group(0) @binding(1) var<uniform> parameters: Parameters;", 0)
            }
            Parameters::Immediates => ("var<immediate> parameters: Parameters;", 16),
        };
        let step = bind(&device, &[HEAD, block, STEP].concat(), &bound, immediate_size);
        let words = vec![0; (STRIDE / 4 * MOST_LAUNCHES) as usize];
        let (moved, wide) = (None, None);
        Bare { device, queue, parameters, step, state, staging, uniforms, words, moved, wide }
    }

    fn encoder(&self) -> wgpu::CommandEncoder {
        self.device.create_command_encoder(&Default::default())
    }

    /// Launches of the step kernel in one pass.
    fn encode(&mut self, numbers: Range<u32>) -> wgpu::CommandEncoder {
        let mut encoder = self.encoder();
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&self.step.pipeline);
        let launches = numbers.len() as u32;
        for (at, plus) in (0..).zip(numbers) {
            match self.parameters {
                Parameters::Uniforms => {
                    self.words[(at * STRIDE / 4) as usize] = plus;
                    pass.set_bind_group(0, &self.step.group, &[at * STRIDE]);
                }
                Parameters::Immediates => {
                    pass.set_bind_group(0, &self.step.group, &[]);
                    pass.set_immediates(0, bytemuck::bytes_of(&[plus, 0, 0, 0]));
                }
            }
            pass.dispatch_workgroups((STATE as u32).div_ceil(STEP_GROUP), 1, 1);
        }
        drop(pass);
        if self.parameters == Parameters::Uniforms {
            let words = &self.words[..(launches * STRIDE / 4) as usize];
            self.queue.write_buffer(&self.uniforms, 0, bytemuck::cast_slice(words));
        }
        encoder
    }

    /// Reads a part of a buffer through a staging buffer.
    fn read_back(&self, from: &wgpu::Buffer, at: u64, staging: &wgpu::Buffer, data: &mut [u32]) {
        self.finish_and_read(self.encoder(), from, at, staging, data);
    }

    /// Submits what is encoded and a copy, and reads what was copied.
    fn finish_and_read(
        &self,
        mut encoder: wgpu::CommandEncoder,
        from: &wgpu::Buffer,
        at: u64,
        staging: &wgpu::Buffer,
        data: &mut [u32],
    ) {
        let bytes = data.len() as u64 * 4;
        encoder.copy_buffer_to_buffer(from, at, staging, 0, bytes);
        self.queue.submit([encoder.finish()]);
        staging.map_async(wgpu::MapMode::Read, ..bytes, |_| {});
        self.wait_for_all();
        let view = staging.get_mapped_range(..bytes).unwrap();
        bytemuck::cast_slice_mut::<u32, u8>(data).copy_from_slice(&view);
        drop(view);
        staging.unmap();
    }

    fn wait_for_all(&self) {
        self.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    }

    fn make_moved(&self) -> Moved {
        let make = |usage| buffer(&self.device, MOVED_BYTES as u64, usage);
        let to = make(wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC);
        to.map_async(wgpu::MapMode::Write, .., |_| {});
        self.wait_for_all();
        let from = make(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
        Moved { buffer: make(STORAGE), to, from }
    }
}

impl Contestant for Bare {
    fn name(&self) -> String {
        match self.parameters {
            Parameters::Uniforms => "bare wgpu".to_string(),
            Parameters::Immediates => "bare wgpu, immediates".to_string(),
        }
    }

    fn launch(&mut self, numbers: Range<u32>) {
        let encoder = self.encode(numbers);
        self.queue.submit([encoder.finish()]);
    }

    fn wait(&mut self) {
        self.wait_for_all();
    }

    fn read(&mut self, state: &mut [u32]) {
        self.read_back(&self.state, 0, &self.staging, state);
    }

    fn launch_and_read(&mut self, number: u32, state: &mut [u32]) {
        let encoder = self.encode(number..number + 1);
        self.finish_and_read(encoder, &self.state, 0, &self.staging, state);
    }

    fn reset(&mut self, state: &[u32]) {
        self.queue.write_buffer(&self.state, 0, bytemuck::cast_slice(state));
    }

    fn upload(&mut self, data: &[u32]) {
        if self.moved.is_none() {
            self.moved = Some(self.make_moved());
        }
        let Moved { buffer, to, .. } = self.moved.as_ref().unwrap();
        to.get_mapped_range_mut(..).unwrap().copy_from_slice(bytemuck::cast_slice(data));
        to.unmap();
        let mut encoder = self.encoder();
        encoder.copy_buffer_to_buffer(to, 0, buffer, 0, data.len() as u64 * 4);
        self.queue.submit([encoder.finish()]);
        to.map_async(wgpu::MapMode::Write, .., |_| {});
        self.wait_for_all();
    }

    fn download(&mut self, data: &mut [u32]) {
        let moved = self.moved.as_ref().unwrap();
        self.read_back(&moved.buffer, 0, &moved.from, data);
    }

    fn prepare_wide(&mut self, len: usize) {
        let bytes = len as u64 * 4;
        let [a, b, out] = [(); 3].map(|()| buffer(&self.device, bytes, STORAGE));
        for (buffer, factor) in [(&a, 1u32), (&b, 7)] {
            let data: Vec<u32> = (0..len as u32).map(|i| i.wrapping_mul(factor)).collect();
            self.queue.write_buffer(buffer, 0, bytemuck::cast_slice(&data));
        }
        let bound = [(READ_ONLY, &a), (READ_ONLY, &b), (READ_WRITE, &out)];
        let bound = bound.map(|(ty, buffer)| (ty, buffer.as_entire_buffer_binding()));
        let groups = (len as u32).div_ceil(WIDE_GROUP);
        let rows = groups.div_ceil(65_535);
        let bound = bind(&self.device, WIDE, &bound, 0);
        self.wide = Some(Wide { bound, out, groups: [groups.div_ceil(rows), rows] });
        self.queue.submit([]);
        self.wait_for_all();
    }

    fn wide(&mut self, times: u32) {
        let wide = self.wide.as_ref().unwrap();
        let mut encoder = self.encoder();
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&wide.bound.pipeline);
        pass.set_bind_group(0, &wide.bound.group, &[]);
        for _ in 0..times {
            pass.dispatch_workgroups(wide.groups[0], wide.groups[1], 1);
        }
        drop(pass);
        self.queue.submit([encoder.finish()]);
        self.wait_for_all();
    }

    fn wide_tail(&mut self, tail: &mut [u32]) {
        let out = &self.wide.as_ref().unwrap().out;
        self.read_back(out, out.size() - tail.len() as u64 * 4, &self.staging, tail);
    }

    fn release(&mut self) {
        (self.moved, self.wide) = (None, None);
        self.wait_for_all();
    }

    /// Immediates matter to launches alone.
    fn takes_part(&self, case: Case) -> bool {
        self.parameters == Parameters::Uniforms || matches!(case, Case::Record | Case::Dependent | Case::Read)
    }
}
