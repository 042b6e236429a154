//! How long launches take on the device, by its own clock.

use super::handle::{Handle, Shared};
use std::time::Duration;

/// Two timestamps, and where they are resolved to.
pub(super) struct Timer {
    queries: Handle<wgpu::QuerySet>,
    resolved: Shared<wgpu::Buffer>,
    /// The nanoseconds of a tick.
    period: f64,
}

impl Timer {
    /// The bytes of the timestamps.
    pub(super) const BYTES: u64 = 16;

    /// A timer, if the device has timestamps.
    pub(super) fn new(device: &Shared<wgpu::Device>, queue: &Shared<wgpu::Queue>) -> Option<Timer> {
        if !device.raw().features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return None;
        }
        let queries = device.create_query_set();
        let usage = wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC;
        let resolved = device.create_buffer("vyre time", Timer::BYTES, usage, false);
        let period = f64::from(queue.raw().get_timestamp_period());
        Some(Timer { queries, resolved, period })
    }

    pub(super) fn buffer(&self) -> &Shared<wgpu::Buffer> {
        &self.resolved
    }

    /// The timestamps of a pass.
    pub(super) fn writes(&self) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: self.queries.raw(),
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        }
    }

    pub(super) fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(self.queries.raw(), 0..2, self.resolved.raw(), 0);
    }

    /// The time between two timestamps, as they were read.
    pub(super) fn elapsed(&self, bytes: &[u8]) -> Option<Duration> {
        let tick = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let ticks = tick(8)?.saturating_sub(tick(0)?);
        Some(Duration::from_nanos((ticks as f64 * self.period) as u64))
    }
}
