//! What a launch costs once it has run before: nothing is allocated for it.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(unsafe_code, reason = "an allocator can be written in no other way")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use vyre::wgpu;
use vyre_tests::devices;

/// The system's allocator, counted for each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static BYTES: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: everything is done by the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        BYTES.set(BYTES.get() + layout.size() as u64);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise; the memory came from `System`.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The allocations of this thread, and their bytes, while `work` runs.
fn allocations(work: impl FnOnce()) -> (u64, u64) {
    let before = (ALLOCATIONS.get(), BYTES.get());
    work();
    (ALLOCATIONS.get() - before.0, BYTES.get() - before.1)
}

#[vyre::kernel(workgroup_size = 64)]
fn step(from: &[u32], to: &mut [u32], by: u32, plus: u32) {
    let i = invocation_id().x;
    if i < to.len() {
        to[i] = from[i] * by + plus;
    }
}

#[vyre::kernel]
fn bytes_and_counts(data: &[u8], counts: &[AtomicU32], flags: &mut [bool], wide: u64) {
    let i = invocation_id().x;
    counts[i % 4].fetch_add(data.byte(i));
    flags[i] = wide > 5;
}

#[test]
fn a_warm_launch_allocates_nothing() {
    for device in devices().into_iter().skip(1) {
        let mut a = device.buffer(&vec![1u32; 1000]).unwrap();
        let mut b = device.zeros::<u32>(1000).unwrap();
        let data = device.buffer(&[3u8; 1001]).unwrap();
        let mut counts = device.zeros::<u32>(4).unwrap();
        let mut flags = device.zeros::<bool>(1001).unwrap();
        let mut round = |count: u32| {
            for number in 0..count {
                step(&a, &mut b, 3, number).dispatch(&device).unwrap();
                step(&b, &mut a, 1, 1).dispatch(&device).unwrap();
                bytes_and_counts(&data, &mut counts, &mut flags, 7).dispatch(&device).unwrap();
            }
        };
        // As many as are recorded before they are submitted by themselves, twice.
        for _ in 0..2 {
            round(80);
            device.synchronize().unwrap();
        }
        // A device that is slower than before, because others use it too, needs more at once than it did.
        let mut seen = Vec::new();
        while seen.last() != Some(&(0, 0)) {
            assert!(seen.len() < 4, "{device}: {seen:?}");
            seen.push(allocations(|| round(80)));
            device.synchronize().unwrap();
        }
        let rounds = 160 + 80 * seen.len() as u32;
        assert_eq!(flags.read().unwrap(), [true; 1001]);
        assert_eq!(counts.read().unwrap().iter().sum::<u32>(), rounds * 1001 * 3);
        assert_eq!(a.read_range(..1).unwrap(), expected(rounds));
    }
}

/// The first element after some rounds of 80.
fn expected(rounds: u32) -> [u32; 1] {
    [(0..rounds).fold(1u32, |a, round| (a.wrapping_mul(3).wrapping_add(round % 80)).wrapping_add(1))]
}

#[test]
fn a_read_into_a_slice_allocates_no_copy_of_it() {
    for device in devices() {
        let words = device.buffer(&vec![7u32; 3 << 20]).unwrap();
        let truths = device.buffer(&vec![true; 3 << 20]).unwrap();
        let (mut into_words, mut into_truths) = (vec![0; 3 << 20], vec![false; 3 << 20]);
        // Staging is created once, and kept.
        for _ in 0..2 {
            words.read_into(&mut into_words).unwrap();
            truths.read_into(&mut into_truths).unwrap();
        }
        (into_words[0], into_truths[0]) = (0, false);
        let (_, bytes) = allocations(|| {
            words.read_into(&mut into_words).unwrap();
            truths.read_into(&mut into_truths).unwrap();
        });
        println!("two reads of 12 MiB: {bytes} bytes of the host's allocated");
        assert!(bytes < 1 << 20, "{bytes} bytes on {device}");
        assert!(into_words.iter().all(|word| *word == 7) && into_truths.iter().all(|truth| *truth));
    }
}

/// Two passes of launches of one kernel over two buffers in turn, recorded by hand.
struct ByHand {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipeline: wgpu::ComputePipeline,
    groups: [wgpu::BindGroup; 2],
    blocks: wgpu::Buffer,
}

const SHADER: &str = "
    @group(0) @binding(0) var<storage, read> from_: array<u32>;
    @group(0) @binding(1) var<storage, read_write> to: array<u32>;
    @group(0) @binding(2) var<uniform> block: vec4<u32>;
    @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        to[id.x] = from_[id.x] * block.x + block.y;
    }";

impl ByHand {
    fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> ByHand {
        let buffer = |usage| {
            let descriptor =
                wgpu::BufferDescriptor { label: None, size: 1 << 16, usage, mapped_at_creation: false };
            device.create_buffer(&descriptor)
        };
        let storage = [(); 2].map(|()| buffer(wgpu::BufferUsages::STORAGE));
        let blocks = buffer(wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST);
        let uniform = (wgpu::BufferBindingType::Uniform, true);
        let types = [true, false].map(|read_only| (wgpu::BufferBindingType::Storage { read_only }, false));
        let entries: Vec<wgpu::BindGroupLayoutEntry> = (types.into_iter().chain([uniform]).zip(0..))
            .map(|((ty, has_dynamic_offset), binding)| wgpu::BindGroupLayoutEntry {
                binding,
                visibility: wgpu::ShaderStages::COMPUTE,
                ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset, min_binding_size: None },
                count: None,
            })
            .collect();
        let layout = device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
        let groups = [(0, 1), (1, 0)].map(|(from, to)| {
            let size = std::num::NonZeroU64::new(16);
            let block = wgpu::BufferBinding { buffer: &blocks, offset: 0, size };
            let resources = [
                storage[from].as_entire_binding(),
                storage[to].as_entire_binding(),
                wgpu::BindingResource::Buffer(block),
            ];
            let entries: Vec<wgpu::BindGroupEntry<'_>> = (resources.into_iter().zip(0..))
                .map(|(resource, binding)| wgpu::BindGroupEntry { binding, resource })
                .collect();
            let descriptor = wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries };
            device.create_bind_group(&descriptor)
        });
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(SHADER.into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: Some(&layout),
            module: &module,
            entry_point: Some("main"),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        ByHand { device: device.clone(), queue: queue.clone(), pipeline, groups, blocks }
    }

    fn run(&self, launches: u32) {
        self.queue.write_buffer(&self.blocks, 0, &[1; 32_768]);
        let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: None });
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&self.pipeline);
        for launch in 0..launches {
            pass.set_bind_group(0, &self.groups[launch as usize % 2], &[launch % 64 * 256]);
            pass.dispatch_workgroups(16, 1, 1);
        }
        drop(pass);
        let index = self.queue.submit([encoder.finish()]);
        let wait = wgpu::PollType::Wait { submission_index: Some(index), timeout: None };
        self.device.poll(wait).unwrap();
    }
}

#[test]
fn a_batch_allocates_no_more_than_wgpu_does() {
    for device in devices().into_iter().skip(1) {
        let (wgpu_device, queue) = device.wgpu_device().unwrap().unwrap();
        let by_hand = ByHand::new(&wgpu_device, &queue);
        let mut a = device.buffer(&vec![1u32; 1000]).unwrap();
        let mut b = device.zeros::<u32>(1000).unwrap();
        let mut run = |launches: u32, seed: u32| {
            for number in 0..launches / 2 {
                step(&a, &mut b, 3, number + seed).dispatch(&device).unwrap();
                step(&b, &mut a, 1, seed).dispatch(&device).unwrap();
            }
            device.synchronize().unwrap();
        };
        (0..4).for_each(|seed| run(240, seed));
        (0..4).for_each(|_| by_hand.run(240));
        // The parameters differ each time, so that they are uploaded too.
        let (vyre, _) = allocations(|| (4..8).for_each(|seed| run(240, seed)));
        let (bare, _) = allocations(|| (0..4).for_each(|_| by_hand.run(240)));
        println!("four batches of 240 launches: {vyre} allocations, {bare} by hand");
        assert!(vyre <= bare + bare / 10 + 4 * 20, "{vyre} allocations, {bare} by hand");
    }
}
