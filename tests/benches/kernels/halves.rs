//! Floats of 16 bits: what stores to their buffers cost, and what memory of 16 bits could save.
//!
//! The same four ways: elements, whose stores are two atomics each; words of two elements, without atomics, which is the least that any way moves; and memory of 16 bits by wgpu alone, as `f16` and as
//! `u16`, which keeps the bits of a NaN, if the adapter has that.

use super::{Bench, mix};
use std::time::Duration;
use vyre::wgpu::{self, util::DeviceExt};
use vyre::{Buffer, f16};
use vyre_tests::{block_on, pipeline_with_wgpu};

/// `a * x + y`, each operation rounded to 16 bits.
#[vyre::kernel]
fn saxpy(x: &[f16], y: &[f16], out: &mut [f16], a: f16) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a * x[i] + y[i];
    }
}

#[vyre::kernel]
fn saxpy_words(x: &[u32], y: &[u32], out: &mut [u32], a: f16) {
    let i = invocation_id().x;
    if i < out.len() {
        let low = a * f16::from_bits(x[i] as u16) + f16::from_bits(y[i] as u16);
        let high = a * f16::from_bits((x[i] >> 16) as u16) + f16::from_bits((y[i] >> 16) as u16);
        out[i] = low.to_bits() as u32 | (high.to_bits() as u32) << 16;
    }
}

/// The same with memory of 16 bits and arithmetic in `f32`; 65,535 workgroups at most lie along an axis.
macro_rules! native {
    ($extension:literal $memory:literal $widen:literal $narrow:literal) => {
        concat!(
            "enable ",
            $extension,
            ";
@group(0) @binding(0) var<storage, read> x: array<",
            $memory,
            ">;
@group(0) @binding(1) var<storage, read> y: array<",
            $memory,
            ">;
@group(0) @binding(2) var<storage, read_write> out: array<",
            $memory,
            ">;
fn widen(h: ",
            $memory,
            ") -> f32 { return ",
            $widen,
            "; }
fn narrow(f: f32) -> ",
            $memory,
            " { return ",
            $narrow,
            "; }
@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let i = (group.y * 32768u + group.x) * 64u + local;
    if i < arrayLength(&out) {
        let product = narrow(0.2998046875 * widen(x[i]));
        out[i] = narrow(widen(product) + widen(y[i]));
    }
}"
        )
    };
}

/// A row's name, its shader and what an adapter needs for it.
const NATIVE: [(&str, &str, wgpu::Features); 2] = [
    ("saxpy_f16_native", native!("f16" "f16" "f32(h)" "f16(f)"), wgpu::Features::SHADER_F16),
    (
        "saxpy_f16_u16",
        native!("wgpu_int16" "u16" "unpack2x16float(u32(h)).x" "u16(pack2x16float(vec2<f32>(f, 0.0)))"),
        wgpu::Features::SHADER_I16,
    ),
];

/// A number from 1 up to 2.
fn number(at: usize) -> f16 {
    f16::from_bits(0x3c00 | (mix(at as u32 + 1) >> 22) as u16)
}

/// 0.2998047, the `f16` nearest to 0.3.
const FACTOR: f16 = f16::from_bits(0x34cc);

impl Bench {
    pub(super) fn halves(&self) {
        let n = self.size(26);
        let numbers: Vec<f16> = (0..n).map(number).collect();
        let expected = |at: usize| {
            f16::from_f32(f16::from_f32(FACTOR.to_f32() * number(at).to_f32()).to_f32() + number(at).to_f32())
        };
        let check =
            |out: &dyn Fn(usize) -> f16| (0..1000).for_each(|at| assert_eq!(out(at), expected(at), "{at}"));
        if self.wants("saxpy_f16", saxpy::wgsl()) {
            let (x, y) = (self.device.buffer(&numbers).unwrap(), self.device.buffer(&numbers).unwrap());
            let mut out = self.device.zeros::<f16>(n).unwrap();
            self.report("saxpy_f16", n, 6 * n, || {
                saxpy(&x, &y, &mut out, FACTOR).dispatch_timed(&self.device).unwrap()
            });
            let out = out.read().unwrap();
            check(&|at| out[at]);
        }
        let words: Vec<u32> = numbers
            .chunks(2)
            .map(|pair| u32::from(pair[0].to_bits()) | u32::from(pair[1].to_bits()) << 16)
            .collect();
        if self.wants("saxpy_f16_words", saxpy_words::wgsl()) {
            let [x, y]: [Buffer<u32>; 2] = [(); 2].map(|()| self.device.buffer(&words).unwrap());
            let mut out = self.device.zeros::<u32>(n / 2).unwrap();
            self.report("saxpy_f16_words", n, 6 * n, || {
                saxpy_words(&x, &y, &mut out, FACTOR).dispatch_timed(&self.device).unwrap()
            });
            let out = out.read().unwrap();
            check(&|at| f16::from_bits((out[at / 2] >> (at % 2 * 16)) as u16));
        }
        for (name, source, feature) in NATIVE {
            if !self.wants(name, source) {
                continue;
            }
            match Native::open(&words, source, feature) {
                Some(native) => {
                    self.report(name, n, 6 * n, || native.run(n));
                    let out = native.read();
                    let of = |at: usize| f16::from_bits(u16::from_le_bytes([out[2 * at], out[2 * at + 1]]));
                    // Nothing keeps the driver from rounding a product and a sum once.
                    let differ = (0..1000).filter(|at| of(*at) != expected(*at)).count();
                    println!("{{\"bench\":\"{name}\",\"of\":1000,\"not_strict\":{differ}}}");
                }
                None => println!(
                    "{{\"bench\":\"{name}\",\"error\":\"the adapter has no such memory, or no clock\"}}"
                ),
            }
        }
    }
}

/// A device of wgpu with floats of 16 bits, and the kernel on it.
struct Native {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    out: wgpu::Buffer,
    times: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: wgpu::Buffer,
}

impl Native {
    fn open(words: &[u32], source: &'static str, feature: wgpu::Features) -> Option<Native> {
        let needed = feature | wgpu::Features::TIMESTAMP_QUERY;
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::VULKAN,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = block_on(instance.request_adapter(&options)).ok()?;
        let descriptor = wgpu::DeviceDescriptor {
            required_features: needed,
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) = block_on(adapter.request_device(&descriptor)).ok()?;
        let pipeline = pipeline_with_wgpu(&device, source);
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let filled = || {
            device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents: &bytes,
                usage,
            })
        };
        let empty = |size, usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage,
                mapped_at_creation: false,
            })
        };
        let (x, y, out) = (filled(), filled(), empty(bytes.len() as u64, usage));
        let entries: Vec<wgpu::BindGroupEntry<'_>> = [&x, &y, &out]
            .into_iter()
            .zip(0..)
            .map(|(buffer, binding)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let layout = pipeline.get_bind_group_layout(0);
        let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &layout,
            entries: &entries,
        });
        let times = device.create_query_set(&wgpu::QuerySetDescriptor {
            label: None,
            ty: wgpu::QueryType::Timestamp,
            count: 2,
        });
        let resolved = empty(16, wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC);
        let read =
            empty(bytes.len().max(16) as u64, wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
        Some(Native { device, queue, pipeline, group, out, times, resolved, read })
    }

    /// The time of a launch.
    fn run(&self, n: usize) -> Option<Duration> {
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: None,
            timestamp_writes: Some(wgpu::ComputePassTimestampWrites {
                query_set: &self.times,
                beginning_of_pass_write_index: Some(0),
                end_of_pass_write_index: Some(1),
            }),
        });
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        let groups = n.div_ceil(64) as u32;
        pass.dispatch_workgroups(groups.min(32_768), groups.div_ceil(32_768), 1);
        drop(pass);
        encoder.resolve_query_set(&self.times, 0..2, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.read, 0, 16);
        self.queue.submit([encoder.finish()]);
        let bytes = self.mapped(16);
        let tick = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let nanoseconds =
            (tick(8)?.saturating_sub(tick(0)?)) as f64 * f64::from(self.queue.get_timestamp_period());
        Some(Duration::from_nanos(nanoseconds as u64))
    }

    /// What the kernel stored.
    fn read(&self) -> Vec<u8> {
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_buffer_to_buffer(&self.out, 0, &self.read, 0, self.out.size());
        self.queue.submit([encoder.finish()]);
        self.mapped(self.out.size())
    }

    fn mapped(&self, size: u64) -> Vec<u8> {
        let slice = self.read.slice(..size);
        slice.map_async(wgpu::MapMode::Read, |_| {});
        self.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
        let bytes = slice.get_mapped_range().unwrap().to_vec();
        self.read.unmap();
        bytes
    }
}
