//! wgpu's handles as trait objects, for the reason that `hidden` has: where only these are mentioned, debug information does not
//! lead to all of wgpu.

use std::sync::Arc;

/// A handle of wgpu's.
pub(super) type Handle<T> = Box<dyn Raw<T>>;
/// One that several have.
pub(super) type Shared<T> = Arc<dyn Raw<T>>;

/// What a handle is of.
pub(super) trait Raw<T>: Send + Sync {
    fn raw(&self) -> &T;
}

/// What is behind a handle: a type of this module, so that the code for it is in the codegen unit of this module.
struct Owned<T>(T);

impl<T: Send + Sync> Raw<T> for Owned<T> {
    fn raw(&self) -> &T {
        &self.0
    }
}

pub(super) fn handle<T: Send + Sync + 'static>(raw: T) -> Handle<T> {
    Box::new(Owned(raw))
}

pub(super) fn shared<T: Send + Sync + 'static>(raw: T) -> Shared<T> {
    Arc::new(Owned(raw))
}

impl dyn Raw<wgpu::Device> {
    /// A new buffer, which is zero. What is wrong is for the error scopes around this.
    pub(super) fn create_buffer(
        &self,
        label: &'static str,
        size: u64,
        usage: wgpu::BufferUsages,
        mapped_at_creation: bool,
    ) -> Shared<wgpu::Buffer> {
        let label = Some(label);
        let descriptor = wgpu::BufferDescriptor { label, size, usage, mapped_at_creation };
        shared(self.raw().create_buffer(&descriptor))
    }
}
