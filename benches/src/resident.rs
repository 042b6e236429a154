//! vyre, with buffers that stay on its device.

use crate::{Case, Contestant, MOVED_BYTES, STATE};
use std::ops::Range;
use vyre::prelude::*;

#[vyre::kernel(workgroup_size = 64)]
fn step(state: &mut [u32], plus: u32) {
    let i = invocation_id().x;
    if i < state.len() {
        state[i] = state[i] * 3 + plus;
    }
}

#[vyre::kernel(workgroup_size = 256)]
fn combine(a: &[u32], b: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = (a[i] ^ b[i]) + 1;
    }
}

/// A device of vyre's, and its buffers.
pub struct Resident {
    device: Device,
    state: Buffer<u32>,
    moved: Option<Buffer<u32>>,
    wide: Option<[Buffer<u32>; 3]>,
    /// Whether it runs the element-wise kernel, on as many elements as the GPU has room for.
    runs_wide: bool,
}

impl Resident {
    pub fn new(device: Device, runs_wide: bool) -> Resident {
        let state = device.zeros(STATE).unwrap();
        Resident { device, state, moved: None, wide: None, runs_wide }
    }

    /// Records launches of the step kernel.
    pub fn record(&mut self, numbers: Range<u32>) {
        for plus in numbers {
            step(&mut self.state, plus).dispatch(&self.device).unwrap();
        }
    }

    fn is_gpu(&self) -> bool {
        self.device.info().kind() != vyre::DeviceKind::Cpu
    }
}

impl Contestant for Resident {
    fn name(&self) -> String {
        if self.is_gpu() { "vyre".to_string() } else { "vyre, CPU device".to_string() }
    }

    fn launch(&mut self, numbers: Range<u32>) {
        self.record(numbers);
        // Submits what is recorded.
        let _ = self.device.wgpu_device().unwrap();
    }

    fn wait(&mut self) {
        self.device.synchronize().unwrap();
    }

    fn read(&mut self, state: &mut [u32]) {
        self.state.read_into(state).unwrap();
    }

    fn launch_and_read(&mut self, number: u32, state: &mut [u32]) {
        step(&mut self.state, number).dispatch(&self.device).unwrap();
        self.state.read_into(state).unwrap();
    }

    fn reset(&mut self, state: &[u32]) {
        self.state.write(state).unwrap();
    }

    fn upload(&mut self, data: &[u32]) {
        let moved = self.moved.get_or_insert_with(|| self.device.zeros(MOVED_BYTES / 4).unwrap());
        moved.write(data).unwrap();
        self.device.synchronize().unwrap();
    }

    fn download(&mut self, data: &mut [u32]) {
        self.moved.as_ref().unwrap().read_into(data).unwrap();
    }

    fn prepare_wide(&mut self, len: usize) {
        let data = |factor: u32| (0..len as u32).map(|i| i.wrapping_mul(factor)).collect::<Vec<u32>>();
        let input = |factor| self.device.buffer(&data(factor)).unwrap();
        self.wide = Some([input(1), input(7), self.device.zeros(len).unwrap()]);
    }

    fn wide(&mut self, times: u32) {
        let [a, b, out] = self.wide.as_mut().unwrap();
        for _ in 0..times {
            combine(a, b, out).dispatch(&self.device).unwrap();
        }
        self.device.synchronize().unwrap();
    }

    fn wide_tail(&mut self, tail: &mut [u32]) {
        let out = &self.wide.as_ref().unwrap()[2];
        tail.copy_from_slice(&out.read_range(out.len() - tail.len()..).unwrap());
    }

    fn release(&mut self) {
        (self.moved, self.wide) = (None, None);
        self.device.synchronize().unwrap();
    }

    /// The CPU device executes a launch where it is asked for, so that there is nothing to record.
    fn takes_part(&self, case: Case) -> bool {
        match case {
            Case::Record => self.is_gpu(),
            Case::Wide => self.runs_wide,
            _ => true,
        }
    }
}
