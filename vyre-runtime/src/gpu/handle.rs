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

impl dyn Raw<wgpu::Buffer> {
    /// Calls `access`, which copies mapped memory, and calls nothing of wgpu's. Another thread may lose the device meanwhile, whereupon
    /// wgpu destroys all of its buffers and frees what is mapped; but none is destroyed while somebody has a guard of one. Says whether
    /// the buffer was there.
    #[allow(unsafe_code, reason = "wgpu has no other way to say that memory is in use")]
    pub(super) fn while_it_lives(&self, backend: wgpu::Backend, access: &mut dyn FnMut()) -> bool {
        #[allow(unused_macros, reason = "a platform may have none of the backends")]
        macro_rules! guarded {
            ($api:ident) => {{
                // SAFETY: nothing is done with the buffer of the backend's; the guard of it is all that is needed.
                let guard = unsafe { self.raw().as_hal::<wgpu::hal::api::$api>() };
                if guard.is_some() {
                    access();
                }
                guard.is_some()
            }};
        }
        match backend {
            #[cfg(any(windows, target_os = "linux", target_os = "android", target_os = "freebsd"))]
            wgpu::Backend::Vulkan => guarded!(Vulkan),
            #[cfg(target_vendor = "apple")]
            wgpu::Backend::Metal => guarded!(Metal),
            #[cfg(windows)]
            wgpu::Backend::Dx12 => guarded!(Dx12),
            // A device that a program has opened otherwise.
            _ => {
                access();
                true
            }
        }
    }
}
