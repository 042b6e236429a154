//! Copies within the host's memory: what a transfer costs at least where the device's memory is the host's.

use crate::{Case, Contestant};
use std::ops::Range;

/// A buffer of the host's.
#[derive(Default)]
pub struct Memory(Vec<u32>);

impl Contestant for Memory {
    fn name(&self) -> String {
        "memcpy".to_string()
    }

    fn upload(&mut self, data: &[u32]) {
        self.0.resize(data.len(), 1);
        self.0.copy_from_slice(data);
    }

    fn download(&mut self, data: &mut [u32]) {
        data.copy_from_slice(&self.0);
    }

    fn release(&mut self) {
        self.0 = Vec::new();
    }

    fn takes_part(&self, case: Case) -> bool {
        matches!(case, Case::Upload | Case::Download)
    }

    fn launch(&mut self, _: Range<u32>) {}
    fn wait(&mut self) {}
    fn read(&mut self, _: &mut [u32]) {}
    fn launch_and_read(&mut self, _: u32, _: &mut [u32]) {}
    fn reset(&mut self, _: &[u32]) {}
    fn prepare_wide(&mut self, _: usize) {}
    fn wide(&mut self, _: u32) {}
    fn wide_tail(&mut self, _: &mut [u32]) {}
}
