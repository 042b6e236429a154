//! How long launches take on the device, by its own clock.

use std::time::Duration;

/// Two timestamps, and where they are resolved to.
pub(super) struct Timer {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    /// The nanoseconds of a tick.
    period: f64,
}

impl Timer {
    /// The bytes of the timestamps.
    pub(super) const BYTES: u64 = 16;

    /// A timer, if the device has timestamps.
    pub(super) fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Option<Timer> {
        if !device.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return None;
        }
        let queries = device.create_query_set(&wgpu::QuerySetDescriptor {
            label: Some("vyre time"),
            ty: wgpu::QueryType::Timestamp,
            count: 2,
        });
        let resolved = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("vyre time"),
            size: Timer::BYTES,
            usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        Some(Timer { queries, resolved, period: f64::from(queue.get_timestamp_period()) })
    }

    pub(super) fn buffer(&self) -> &wgpu::Buffer {
        &self.resolved
    }

    /// The timestamps of a pass.
    pub(super) fn writes(&self) -> wgpu::ComputePassTimestampWrites<'_> {
        wgpu::ComputePassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(0),
            end_of_pass_write_index: Some(1),
        }
    }

    pub(super) fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.resolve_query_set(&self.queries, 0..2, &self.resolved, 0);
    }

    /// The time between two timestamps, as they were read.
    pub(super) fn elapsed(&self, bytes: &[u8]) -> Option<Duration> {
        let tick = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let ticks = tick(8)?.saturating_sub(tick(0)?);
        Some(Duration::from_nanos((ticks as f64 * self.period) as u64))
    }
}
