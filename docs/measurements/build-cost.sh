#!/usr/bin/env bash
# CPU time of a clean build of a ten-line program on vyre, and of one on bare wgpu with the same features. The first depends
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
fn main() {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = pollster::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default()));
    let (device, _queue) = pollster::block_on(adapter.unwrap().request_device(&Default::default())).unwrap();
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl("@compute @workgroup_size(1) fn main() {}".into()),
    });
    drop(module);
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
