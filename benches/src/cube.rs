//! CubeCL through wgpu and WGSL, with its default options. Its calls hand their work to a thread of CubeCL's.

use crate::bare::Adapter;
use crate::{Contestant, STATE, STEP_GROUP, WIDE_GROUP};
use cubecl::prelude::*;
use cubecl::server::Handle;
use cubecl::wgpu::{RuntimeOptions, WgpuSetup, init_device};
use std::ops::Range;

#[cube(launch)]
fn step(state: &mut [u32], plus: u32) {
    if ABSOLUTE_POS < state.len() {
        state[ABSOLUTE_POS] = state[ABSOLUTE_POS] * 3 + plus;
    }
}

#[cube(launch)]
fn combine(a: &[u32], b: &[u32], out: &mut [u32]) {
    if ABSOLUTE_POS < out.len() {
        out[ABSOLUTE_POS] = (a[ABSOLUTE_POS] ^ b[ABSOLUTE_POS]) + 1;
    }
}

/// A client of CubeCL's, and its buffers.
pub struct Cube {
    client: Client,
    state: Handle,
    /// Buffers that are as large as one may be: those of CubeCL are never larger than a binding.
    moved: Vec<Handle>,
    most_bytes: usize,
    wide: Option<([Handle; 3], usize)>,
}

/// An argument of `len` elements.
fn arg(handle: &Handle, len: usize) -> BufferArg {
    // SAFETY: every buffer here was made with as many elements as its argument says.
    unsafe { BufferArg::from_raw_parts(handle.clone(), len) }
}

impl Cube {
    pub fn new(adapter: &Adapter) -> Cube {
        let (device, queue) = adapter.open();
        let most_bytes = (device.limits().max_storage_buffer_binding_size >> 20 << 20) as usize;
        let backend = adapter.adapter.get_info().backend;
        let (instance, adapter) = (adapter.instance.clone(), adapter.adapter.clone());
        let setup = WgpuSetup { instance, adapter, device, queue, backend };
        let client = cubecl::Device::Wgpu(init_device(setup, RuntimeOptions::default())).client();
        let state = client.create_from_slice(&[0; STATE * 4]);
        Cube { client, state, moved: Vec::new(), most_bytes, wide: None }
    }

    fn get(&self, handle: &Handle, data: &mut [u32]) {
        let bytes = self.client.read_one(handle.clone()).unwrap();
        bytemuck::cast_slice_mut::<u32, u8>(data).copy_from_slice(&bytes);
    }
}

impl Contestant for Cube {
    fn name(&self) -> String {
        "CubeCL".to_string()
    }

    fn launch(&mut self, numbers: Range<u32>) {
        let count = CubeCount::Static((STATE as u32).div_ceil(STEP_GROUP), 1, 1);
        for plus in numbers {
            let dim = CubeDim::new_1d(STEP_GROUP);
            step::launch(&self.client, count.clone(), dim, arg(&self.state, STATE), plus);
        }
        self.client.flush().unwrap();
    }

    fn wait(&mut self) {
        pollster::block_on(self.client.sync()).unwrap();
    }

    fn read(&mut self, state: &mut [u32]) {
        self.get(&self.state, state);
    }

    fn reset(&mut self, state: &[u32]) {
        self.state = self.client.create_from_slice(bytemuck::cast_slice(state));
    }

    fn launch_and_read(&mut self, number: u32, state: &mut [u32]) {
        let count = CubeCount::Static((STATE as u32).div_ceil(STEP_GROUP), 1, 1);
        step::launch(&self.client, count, CubeDim::new_1d(STEP_GROUP), arg(&self.state, STATE), number);
        self.get(&self.state, state);
    }

    fn upload(&mut self, data: &[u32]) {
        // Before the new buffers, so that their memory is used again.
        self.moved.clear();
        let pieces = bytemuck::cast_slice::<u32, u8>(data).chunks(self.most_bytes);
        self.moved.extend(pieces.map(|piece| self.client.create_from_slice(piece)));
        self.wait();
    }

    fn download(&mut self, data: &mut [u32]) {
        for (piece, handle) in data.chunks_mut(self.most_bytes / 4).zip(&self.moved) {
            self.get(handle, piece);
        }
    }

    fn prepare_wide(&mut self, len: usize) {
        let input = |factor: u32| {
            let data: Vec<u32> = (0..len as u32).map(|i| i.wrapping_mul(factor)).collect();
            self.client.create_from_slice(bytemuck::cast_slice(&data))
        };
        let buffers = [input(1), input(7), self.client.empty(len * 4)];
        self.wide = Some((buffers, len));
        self.wait();
    }

    fn wide(&mut self, times: u32) {
        let ([a, b, out], len) = self.wide.as_ref().unwrap();
        let groups = (*len as u32).div_ceil(WIDE_GROUP);
        let rows = groups.div_ceil(65_535);
        for _ in 0..times {
            let count = CubeCount::Static(groups.div_ceil(rows), rows, 1);
            let dim = CubeDim::new_1d(WIDE_GROUP);
            combine::launch(&self.client, count, dim, arg(a, *len), arg(b, *len), arg(out, *len));
        }
        self.wait();
    }

    fn wide_tail(&mut self, tail: &mut [u32]) {
        let ([_, _, out], len) = self.wide.as_ref().unwrap();
        let mut all = vec![0; *len];
        self.get(out, &mut all);
        tail.copy_from_slice(&all[len - tail.len()..]);
    }

    fn release(&mut self) {
        self.moved.clear();
        self.wide = None;
        self.client.memory_cleanup().unwrap();
        self.wait();
    }
}
