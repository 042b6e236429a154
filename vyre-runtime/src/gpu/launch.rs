//! One launch: upload, dispatch, read back.

use super::compile::Pipeline;
use super::limits::Plan;
use super::logical::{Logical, PATIENCE, lock};
use crate::Error;
use crate::binding::Binding;
use crate::wgsl::{Shader, Slot, SlotKind};
use std::sync::mpsc;

/// The most bytes of buffers that are kept for reading back.
const KEPT_STAGING_BYTES: u64 = 1 << 30;

/// The results of one buffer on their way to the host.
struct Readback {
    /// The index of the binding.
    slot: usize,
    staging: wgpu::Buffer,
    bytes: u64,
}

/// Executes a plan.
pub(super) fn run(
    logical: &Logical,
    pipeline: &Pipeline,
    shader: &Shader,
    plan: &Plan,
    bindings: &mut [Binding<'_>],
) -> Result<(), Error> {
    let (buffers, readbacks) = {
        let _span = tracing::debug_span!("upload", bytes = plan.bytes.iter().sum::<u64>()).entered();
        let buffers = logical.scoped("creating buffers", || create_buffers(logical, shader, plan))?;
        logical.scoped("uploading", || upload(logical, shader, plan, &buffers, bindings))?;
        let readbacks = logical.scoped("creating buffers", || readbacks(logical, shader, bindings))?;
        (buffers, readbacks)
    };
    let results = {
        let _span = tracing::debug_span!("dispatch", groups = ?plan.dispatch).entered();
        dispatch(logical, pipeline, plan, &buffers, &readbacks)?
    };
    let _span = tracing::debug_span!("read", buffers = readbacks.len()).entered();
    for readback in readbacks {
        read(logical, readback, &results, bindings)?;
    }
    Ok(())
}

/// The buffers of all slots, and the launch block.
fn create_buffers(logical: &Logical, shader: &Shader, plan: &Plan) -> Vec<wgpu::Buffer> {
    let create = |size, usage| {
        logical.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("vyre"),
            size,
            usage: usage | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        })
    };
    let usages = shader.slots.iter().map(|slot| match slot.kind {
        SlotKind::Uniform { .. } => wgpu::BufferUsages::UNIFORM,
        SlotKind::Storage { .. } => wgpu::BufferUsages::STORAGE,
    });
    let launch_bytes = (plan.launch_block.len() as u64 * 4).next_multiple_of(16);
    usages
        .chain([wgpu::BufferUsages::UNIFORM])
        .zip(plan.bytes.iter().copied().chain([launch_bytes]))
        .map(|(usage, size)| create(size, usage))
        .collect()
}

/// Uploads whatever the shader looks at and is not zero: buffers are zero when they are new.
fn upload(
    logical: &Logical,
    shader: &Shader,
    plan: &Plan,
    buffers: &[wgpu::Buffer],
    bindings: &[Binding<'_>],
) {
    for ((slot, buffer), binding) in shader.slots.iter().zip(buffers).zip(bindings) {
        if !slot.is_read && !slot.is_written {
            continue;
        }
        match binding {
            Binding::Words(words) => write(logical, buffer, words),
            Binding::WordsMut(words) => write(logical, buffer, words),
            Binding::Bytes(bytes) => write_bytes(logical, buffer, bytes),
        }
    }
    if let Some(launch) = buffers.last() {
        write(logical, launch, &plan.launch_block);
    }
}

fn write(logical: &Logical, buffer: &wgpu::Buffer, words: &[u32]) {
    if words.iter().any(|word| *word != 0) {
        logical.queue.write_buffer(buffer, 0, bytemuck::cast_slice(words));
    }
}

/// Copies are made of whole words; the last one is padded.
fn write_bytes(logical: &Logical, buffer: &wgpu::Buffer, bytes: &[u8]) {
    let (whole, rest) = bytes.split_at(bytes.len() / 4 * 4);
    if whole.iter().any(|byte| *byte != 0) {
        logical.queue.write_buffer(buffer, 0, whole);
    }
    if rest.iter().any(|byte| *byte != 0) {
        let mut word = [0; 4];
        word[..rest.len()].copy_from_slice(rest);
        logical.queue.write_buffer(buffer, whole.len() as u64, &word);
    }
}

/// Whether the host gets results from a buffer.
fn has_results(slot: &Slot, binding: &Binding<'_>) -> bool {
    slot.is_written && matches!(binding, Binding::WordsMut(words) if !words.is_empty())
}

fn readbacks(logical: &Logical, shader: &Shader, bindings: &[Binding<'_>]) -> Vec<Readback> {
    let results = shader.slots.iter().zip(bindings).enumerate();
    results
        .filter(|(_, (slot, binding))| has_results(slot, binding))
        .map(|(slot, (_, binding))| {
            let bytes = binding.words() as u64 * 4;
            Readback { slot, staging: logical.take_staging(bytes), bytes }
        })
        .collect()
}

type Mapped = (usize, Result<(), wgpu::BufferAsyncError>);

/// Submits the launch and waits until it is done and its results are mapped.
fn dispatch(
    logical: &Logical,
    pipeline: &Pipeline,
    plan: &Plan,
    buffers: &[wgpu::Buffer],
    readbacks: &[Readback],
) -> Result<Vec<Mapped>, Error> {
    let entries: Vec<wgpu::BindGroupEntry<'_>> = buffers
        .iter()
        .zip(0..)
        .map(|(buffer, binding)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
        .collect();
    let (sender, receiver) = mpsc::channel();
    let submission = logical.scoped("launching", || {
        let bind_group = logical.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("vyre"),
            layout: &pipeline.layout,
            entries: &entries,
        });
        let mut encoder =
            logical.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("vyre") });
        {
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
            pass.set_pipeline(&pipeline.pipeline);
            pass.set_bind_group(0, &bind_group, &[]);
            let [x, y, z] = plan.dispatch;
            pass.dispatch_workgroups(x, y, z);
        }
        for readback in readbacks {
            encoder.copy_buffer_to_buffer(&buffers[readback.slot], 0, &readback.staging, 0, readback.bytes);
        }
        let submission = logical.queue.submit([encoder.finish()]);
        for readback in readbacks {
            let (sender, slot) = (sender.clone(), readback.slot);
            readback.staging.map_async(wgpu::MapMode::Read, ..readback.bytes, move |result| {
                // Nobody listens any more if the launch has failed.
                let _ = sender.send((slot, result));
            });
        }
        submission
    })?;
    logical.wait(submission)?;
    drop(sender);
    // Another thread that polls the device may be the one that calls back, a moment later. A callback that is dropped
    // ends the wait.
    Ok(std::iter::from_fn(|| receiver.recv_timeout(PATIENCE).ok()).collect())
}

/// Copies results to the host.
fn read(
    logical: &Logical,
    readback: Readback,
    results: &[Mapped],
    bindings: &mut [Binding<'_>],
) -> Result<(), Error> {
    let failure = |message: String| Error::Device { operation: "reading back", message };
    let is_mapped = results.iter().any(|(slot, result)| *slot == readback.slot && result.is_ok());
    if !is_mapped {
        return Err(failure("the buffer was not mapped".to_string()));
    }
    let view = readback.staging.get_mapped_range(..readback.bytes);
    let view = view.map_err(|error| failure(error.to_string()))?;
    if let Binding::WordsMut(words) = &mut bindings[readback.slot] {
        let target: &mut [u8] = bytemuck::cast_slice_mut(words);
        if target.len() != view.len() {
            return Err(failure(format!("{} bytes came back, not {}", view.len(), target.len())));
        }
        target.copy_from_slice(&view);
    }
    drop(view);
    logical.scoped("reading back", || readback.staging.unmap())?;
    logical.keep_staging(readback.staging);
    Ok(())
}

impl Logical {
    /// A buffer for reading back of at least `bytes` bytes.
    fn take_staging(&self, bytes: u64) -> wgpu::Buffer {
        let mut kept = lock(&self.staging);
        let fits = |buffer: &wgpu::Buffer| buffer.size() >= bytes && buffer.size() / 2 <= bytes;
        if let Some(at) = kept.iter().position(fits) {
            return kept.remove(at);
        }
        drop(kept);
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("vyre results"),
            size: bytes,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    /// Keeps a buffer for the next launch, and lets go of those that have been kept longest.
    fn keep_staging(&self, buffer: wgpu::Buffer) {
        let mut kept = lock(&self.staging);
        kept.push(buffer);
        while kept.iter().map(wgpu::Buffer::size).sum::<u64>() > KEPT_STAGING_BYTES {
            kept.remove(0);
        }
    }
}
