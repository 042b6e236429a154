#!/usr/bin/env bash
# CPU time of a clean build of a ten-line program on vyre, and of the same one on bare wgpu with the same features. The first depends
# on the commit that is checked out, by its URL: cargo then builds vyre as it does for users, without what it keeps for the next
# edit of a path dependency. With BY_PATH=1 it is also built as a path dependency.
# Usage: [BY_PATH=1] docs/measurements/build-cost.sh [ROUNDS] [extra cargo arguments, such as --release]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
rounds=${1:-3}
shift || true
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Users have debug information.
unset CARGO_PROFILE_DEV_DEBUG CARGO_INCREMENTAL RUSTFLAGS

crates="vyre wgpu ${BY_PATH:+path}"
for crate in $crates; do mkdir -p "$work/$crate/src"; done
manifest() {
    cat >"$work/$1/Cargo.toml" <<TOML
[package]
name = "on-$1"
version = "0.1.0"
edition = "2024"
[dependencies]
vyre = { $2 }
[workspace]
TOML
    cp "$work/main.rs" "$work/$1/src/"
}
cat >"$work/main.rs" <<'RUST'
use vyre::prelude::*;
#[vyre::kernel]
fn double(data: &mut [u32]) {
    let i = invocation_id().x;
    data[i] = data[i] * 2;
}
fn main() -> Result<(), vyre::Error> {
    let mut data = vec![21; 1000];
    double(&mut data).dispatch(&Device::auto()?)
}
RUST
manifest vyre "git = \"file://$root\", rev = \"$(git -C "$root" rev-parse HEAD)\""
[ -z "${BY_PATH:-}" ] || manifest path "path = \"$root/vyre\""
cat >"$work/wgpu/Cargo.toml" <<TOML
[package]
name = "on-wgpu"
version = "0.1.0"
edition = "2024"
[dependencies]
wgpu = { version = "30.0.1", default-features = false, features = ["std", "parking_lot", "wgsl", "vulkan", "metal", "dx12"] }
pollster = "1.0"
[workspace]
TOML
cat >"$work/wgpu/src/main.rs" <<'RUST'
const WGSL: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&data) { data[id.x] = data[id.x] * 2u; }
}";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut data = vec![21u32; 1000];
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default()))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor::default()))?;
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(WGSL.into()),
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("main"),
        compilation_options: Default::default(),
        cache: None,
    });
    let bytes: Vec<u8> = data.iter().flat_map(|word| word.to_ne_bytes()).collect();
    let size = bytes.len() as u64;
    let buffer = |usage| {
        device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false })
    };
    let storage = buffer(
        wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST,
    );
    let staging = buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
    queue.write_buffer(&storage, 0, &bytes);
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: storage.as_entire_binding() }],
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups((data.len() as u32).div_ceil(64), 1, 1);
    drop(pass);
    encoder.copy_buffer_to_buffer(&storage, 0, &staging, 0, size);
    queue.submit([encoder.finish()]);
    staging.map_async(wgpu::MapMode::Read, .., |_| {});
    device.poll(wgpu::PollType::wait_indefinitely())?;
    let view = staging.get_mapped_range(..)?;
    for (word, bytes) in data.iter_mut().zip(view.chunks_exact(4)) {
        *word = u32::from_ne_bytes(bytes.try_into()?);
    }
    Ok(())
}
RUST
for crate in $crates; do
    cp "$root/Cargo.lock" "$work/$crate/Cargo.lock"
    (cd "$work/$crate" && cargo fetch -q)
done
for round in $(seq "$rounds"); do
    for crate in $crates; do
        rm -rf "$work/target"
        seconds=$( { TIMEFORMAT='%U %S'; time (cd "$work/$crate" && CARGO_TARGET_DIR="$work/target" cargo build -q "$@" >&2); } 2>&1 | tail -1 | awk '{print $1 + $2}')
        echo "round $round: $crate: $seconds s of CPU"
    done
done
