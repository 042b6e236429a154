//! What an erroneous kernel leaves, so that `use vyre::prelude::*` is in use although the kernel's tokens are not there.
//!
//! A call of a method makes use of the import that has its trait, if there is one: a receiver by value comes first. Without the import
//! the method of the type is found.

/// A trait of the prelude that nobody needs.
pub trait InScope {
    #[doc(hidden)]
    fn __vyre_in_scope(self);
}

/// What has the method with the trait in scope, and without.
pub struct Probe;

impl InScope for Probe {
    #[inline]
    fn __vyre_in_scope(self) {}
}

impl Probe {
    #[doc(hidden)]
    #[inline]
    pub fn __vyre_in_scope(&self) {}
}
