//! Whether an adapter ends loops early.
//!
//! Mesa's lavapipe ends the loops of an invocation after 65,535 rounds in all, and says so to nobody. A software adapter is asked once in
//! a process, with a loop that is longer; no GPU is. Shaders for an adapter that does it notice that (`crate::wgsl`).

use super::handle::Shared;
use super::logical::{errors_of, failure, lock, open_scopes, reported};
use crate::Error;
use crate::wgsl::ROUNDS;
use std::sync::Mutex;

/// An adapter that ends loops early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limited {
    pub(super) adapter: String,
    /// The rounds of all loops of an invocation.
    pub(super) rounds: u32,
}

/// The rounds that are asked for.
const ASKED: u32 = 70_000;

/// Counts rounds in memory, so that no compiler knows the result.
const PROBE: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32, 2>;
@compute @workgroup_size(1)
fn main() {
    let asked = data[0];
    for (var i: u32 = 0u; i < asked; i = i + 1u) {
        data[1] = data[1] + 1u;
    }
}
";

/// What is known of adapters: their names and drivers, and their rounds if they end loops.
static KNOWN: Mutex<Vec<(String, Option<u32>)>> = Mutex::new(Vec::new());

/// The limit of the adapter that a device belongs to, if there is one.
///
/// # Errors
/// If the device does not run the probe, or ends loops so early that shaders do not watch for it.
pub(super) fn limit(
    device: &Shared<wgpu::Device>,
    queue: &Shared<wgpu::Queue>,
) -> Result<Option<Limited>, Error> {
    let info = device.raw().adapter_info();
    if info.device_type != wgpu::DeviceType::Cpu {
        return Ok(None);
    }
    let key = format!("{}/{}/{}", info.name, info.driver, info.driver_info);
    let known = lock(&KNOWN).iter().find(|(known, _)| *known == key).map(|(_, rounds)| *rounds);
    // A session in which every call is to fail has the probe too.
    #[cfg(test)]
    let known = known.filter(|_| super::double::current().is_none());
    let rounds = match known {
        Some(rounds) => rounds,
        None => {
            let rounds = Some(probe(device, queue)?).filter(|rounds| *rounds < ASKED);
            tracing::debug!(adapter = %info.name, ?rounds, "asked for the rounds of loops");
            lock(&KNOWN).push((key, rounds));
            rounds
        }
    };
    let Some(rounds) = rounds else { return Ok(None) };
    if rounds < ROUNDS {
        let message = format!("the adapter ends loops after {rounds} rounds");
        return Err(failure("opening the device", message));
    }
    Ok(Some(Limited { adapter: info.name, rounds }))
}

/// The rounds that a loop had of those that were asked for.
fn probe(device: &Shared<wgpu::Device>, queue: &Shared<wgpu::Queue>) -> Result<u32, Error> {
    let scopes = open_scopes(device);
    let raw = device.raw();
    let module = device.create_shader_module(PROBE);
    let pipeline = device.create_compute_pipeline(&module, None, false, None);
    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
    let data = device.create_buffer("vyre loops", 8, usage, false);
    let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
    let staging = device.create_buffer("vyre loops", 8, usage, false);
    let entry = wgpu::BindGroupEntry { binding: 0, resource: data.raw().as_entire_binding() };
    let group = device.create_bind_group(&pipeline.get_bind_group_layout(0), &[entry]);
    queue.write_buffer(&data, &ASKED.to_le_bytes());
    let mut encoder = raw.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, group.raw(), &[]);
    pass.dispatch_workgroups(1, 1, 1);
    drop(pass);
    encoder.copy_buffer_to_buffer(data.raw(), 0, staging.raw(), 0, 8);
    queue.submit(encoder);
    staging.map(wgpu::MapMode::Read, 8, |_| {});
    let waited = device.poll(wgpu::PollType::wait_indefinitely());
    let read = staging.mapped(8).map(|view| view.last_chunk::<4>().copied());
    let [internal, memory, validation] = errors_of(scopes);
    let operation = "opening the device";
    if let Some(error) = internal.or(memory).or(validation) {
        return Err(reported(operation, error));
    }
    match (waited, read) {
        (Ok(_), Ok(Some(bytes))) => Ok(u32::from_le_bytes(bytes)),
        (Err(error), _) => Err(failure(operation, error)),
        (_, Err(error)) => Err(failure(operation, error)),
        (Ok(_), Ok(None)) => Err(failure(operation, "the probe gave nothing")),
    }
}
