//! Devices of wgpu.
