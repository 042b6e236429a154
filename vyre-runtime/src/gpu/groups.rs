//! Bind groups, kept for as long as the buffers that they bind.

use super::compile::Pipeline;
use super::handle::{Handle, Shared};
use super::logical::Logical;
use crate::Error;
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::sync::Arc;

/// The bind groups that are kept. A program that cycles through more of them creates some anew.
const MAX_GROUPS: usize = 4_096;

/// What is bound at one slot.
#[derive(Clone, Copy)]
pub(super) enum Bound<'a> {
    /// A buffer of its own, of which `bytes` bytes are bound.
    Buffer {
        id: u64,
        buffer: &'a Shared<wgpu::Buffer>,
        offset: u64,
        bytes: u64,
        is_resident: bool,
        is_written: bool,
    },
    /// A part of the ring, of as many bytes.
    Ring { bytes: u64 },
}

/// A bind group, and the resident buffers in it.
pub(super) struct Group {
    pub(super) group: Handle<wgpu::BindGroup>,
    pub(super) ids: Vec<u64>,
    /// Those of `ids` that the program writes.
    pub(super) written: Vec<u64>,
}

/// The bind groups of a device, by the pipeline's number and those of the buffers, and by what is bound of each: the same buffer may be
/// bound whole and in parts, and a shader believes what it is told.
#[derive(Default)]
pub(super) struct Groups {
    kept: HashMap<Vec<u64>, Arc<Group>>,
    /// The key of the launch at hand.
    key: Vec<u64>,
}

impl Groups {
    /// The bind group of a pipeline with these buffers. `bound` are the slots' and the launch block.
    pub(super) fn get(
        &mut self,
        logical: &Logical,
        pipeline: &Pipeline,
        bound: &[Bound<'_>],
        ring: &Shared<wgpu::Buffer>,
    ) -> Result<Arc<Group>, Error> {
        self.key.clear();
        self.key.push(pipeline.id);
        for bound in bound {
            self.key.push(match bound {
                Bound::Buffer { id, .. } => *id,
                // The launch block and the uniform buffers of a pipeline always have the same lengths.
                Bound::Ring { .. } => 0,
            });
        }
        for bound in bound {
            if let Bound::Buffer { offset, bytes, .. } = bound {
                self.key.extend_from_slice(&[*offset, *bytes]);
            }
        }
        if let Some(group) = self.kept.get(&self.key) {
            return Ok(Arc::clone(group));
        }
        let group = Arc::new(create(logical, pipeline, bound, ring)?);
        if self.kept.len() >= MAX_GROUPS {
            self.kept.clear();
        }
        self.kept.insert(self.key.clone(), Arc::clone(&group));
        Ok(group)
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    /// Lets go of the bind groups with a buffer. An offset or a length that is taken for its number costs one more.
    pub(super) fn forget(&mut self, id: u64) {
        self.kept.retain(|key, _| !key[1..].contains(&id));
    }
}

fn create(
    logical: &Logical,
    pipeline: &Pipeline,
    bound: &[Bound<'_>],
    ring: &Shared<wgpu::Buffer>,
) -> Result<Group, Error> {
    let mut entries = Vec::new();
    for bound in bound {
        let (buffer, offset, bytes) = match bound {
            Bound::Buffer { buffer, offset, bytes, .. } => (*buffer, *offset, *bytes),
            Bound::Ring { bytes } => (ring, 0, *bytes),
        };
        let resource = wgpu::BufferBinding { buffer: buffer.raw(), offset, size: NonZeroU64::new(bytes) };
        let (binding, resource) = (entries.len() as u32, wgpu::BindingResource::Buffer(resource));
        entries.push(wgpu::BindGroupEntry { binding, resource });
    }
    let group =
        logical.scoped("binding", || logical.device.create_bind_group(pipeline.layout.raw(), &entries))?;
    let (mut ids, mut written) = (Vec::new(), Vec::new());
    for bound in bound {
        if let Bound::Buffer { id, is_resident: true, is_written, .. } = bound {
            ids.push(*id);
            if *is_written {
                written.push(*id);
            }
        }
    }
    Ok(Group { group, ids, written })
}
