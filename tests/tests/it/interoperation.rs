//! Programs that use wgpu themselves: their device for vyre, and vyre's buffers for them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre::wgpu;
use vyre_tests::{devices, opened_with_wgpu, pipeline_with_wgpu};

#[vyre::kernel]
fn add(data: &mut [u32], plus: u32) {
    let i = invocation_id().x;
    data[i] += plus;
}

/// A pass of the program's own, that triples every element.
fn triple(device: &wgpu::Device, queue: &wgpu::Queue, buffer: &wgpu::Buffer) {
    let wgsl = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
         @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
             if id.x < arrayLength(&data) { data[id.x] *= 3u; }
         }";
    let pipeline = pipeline_with_wgpu(device, wgsl);
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }],
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(16, 1, 1);
    drop(pass);
    queue.submit([encoder.finish()]);
}

/// The words of a buffer, by wgpu alone.
fn read(device: &wgpu::Device, queue: &wgpu::Queue, buffer: &wgpu::Buffer, words: u64) -> Vec<u32> {
    let staging = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: words * 4,
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, words * 4);
    queue.submit([encoder.finish()]);
    staging.map_async(wgpu::MapMode::Read, .., |result| result.unwrap());
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let view = staging.get_mapped_range(..).unwrap();
    view.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

fn take_turns(device: &Device, wgpu_device: &wgpu::Device, queue: &wgpu::Queue) {
    let mut data = device.buffer(&(0..1000u32).collect::<Vec<_>>()).unwrap();
    let mut expected: Vec<u32> = (0..1000).collect();
    for round in 0..5 {
        // Recorded, and not submitted.
        add(&mut data, round).dispatch(device).unwrap();
        add(&mut data, 1).dispatch(device).unwrap();
        let raw = data.wgpu_buffer().unwrap().unwrap();
        assert!(raw.size() >= 4000 && raw.size().is_multiple_of(16));
        triple(wgpu_device, queue, &raw);
        expected.iter_mut().for_each(|x| *x = (*x + round + 1) * 3);
    }
    assert_eq!(data.read().unwrap(), expected);
    // wgpu's handle keeps the memory.
    add(&mut data, 5).dispatch(device).unwrap();
    let raw = data.wgpu_buffer().unwrap().unwrap();
    drop(data);
    device.buffer(&[9u32; 1000]).unwrap().read().unwrap();
    expected.iter_mut().for_each(|x| *x += 5);
    assert_eq!(read(wgpu_device, queue, &raw, 1000), expected);
}

#[test]
fn a_device_of_the_program_s_own() {
    let Some((wgpu_device, queue)) = opened_with_wgpu(|_| {}, None) else { return };
    let device = Device::from_wgpu(wgpu_device.clone(), queue.clone()).unwrap();
    take_turns(&device, &wgpu_device, &queue);
    // wgpu's device outlives vyre's, and works.
    let data = device.buffer(&[1u32, 2, 3, 4]).unwrap();
    let raw = data.wgpu_buffer().unwrap().unwrap();
    drop((data, device));
    triple(&wgpu_device, &queue, &raw);
    assert_eq!(read(&wgpu_device, &queue, &raw, 4), [3, 6, 9, 12]);
}

#[test]
fn a_device_that_vyre_has_opened() {
    let Some(device) = devices().into_iter().nth(1) else { return };
    let (wgpu_device, queue) = device.wgpu_device().unwrap().unwrap();
    take_turns(&device, &wgpu_device, &queue);
}

#[test]
fn two_devices_of_vyre_s_share_one_of_wgpu_s() {
    let Some((wgpu_device, queue)) = opened_with_wgpu(|_| {}, None) else { return };
    let devices = [(); 2].map(|()| Device::from_wgpu(wgpu_device.clone(), queue.clone()).unwrap());
    let mut buffers = devices.each_ref().map(|device| device.buffer(&[1u32; 100]).unwrap());
    for plus in 0..10 {
        for (device, buffer) in devices.iter().zip(&mut buffers) {
            add(buffer, plus).dispatch(device).unwrap();
        }
    }
    // Each has buffers of its own.
    let [one, other] = &mut buffers;
    let error = add(one, 1).dispatch(&devices[1]).unwrap_err();
    assert!(matches!(error, vyre::Error::BufferDevice { .. }), "{error}");
    assert_eq!(one.read().unwrap(), [46; 100]);
    assert_eq!(other.to_device(&devices[0]).unwrap().read().unwrap(), [46; 100]);
}
