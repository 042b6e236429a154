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
struct Owned<T> {
    raw: T,
    #[cfg(test)]
    _count: super::double::Count,
}

impl<T> Owned<T> {
    fn new(raw: T) -> Owned<T> {
        Owned {
            raw,
            #[cfg(test)]
            _count: super::double::Count::new(),
        }
    }
}

impl<T: Send + Sync> Raw<T> for Owned<T> {
    fn raw(&self) -> &T {
        &self.raw
    }
}

pub(super) fn handle<T: Send + Sync + 'static>(raw: T) -> Handle<T> {
    Box::new(Owned::new(raw))
}

pub(super) fn shared<T: Send + Sync + 'static>(raw: T) -> Shared<T> {
    Arc::new(Owned::new(raw))
}
