//! The wire form.
