//! `#[vyre::kernel]`: a restricted Rust function becomes a program of [`vyre_ir`] while the crate compiles.
//!
//! ```text
//! tokens ─ guard ─> syn ─ signature, check ─> typed tree ─ emit ─> Program + spans ─ validate ─> errors at tokens
//!                                                                      └─ expand ─> function, type, wire form
//! ```
//!
//! `check` resolves names and infers types, in Rust's terms. `emit` makes the real program, and beside it the
//! tokens each statement and expression came from. The real validator then runs on that program: there is no
//! second list of its rules here. What is stricter in Rust than in the IR (a `bool` is no number, an immutable
//! variable stays as it is) is checked in `check`, with the rule's own problem where a rule fits.
//!
//! The macro never panics; every error has tokens; all errors come at once; and the function survives, so that
//! the rest of the crate shows no errors that are not its own.

mod attribute;
mod check;
mod data;
mod diagnostics;
mod editor;
mod emit;
mod expand;
mod guard;
mod hir;
mod operands;
mod races;
mod report;
mod signature;
mod syntax;
mod types;

use proc_macro::TokenStream;

/// Makes a function that kernels can call, and that stays plain Rust on the host; see the guide of the crate `vyre`.
///
/// It takes `crate = path` where the crate `vyre` has another name.
#[proc_macro_attribute]
pub fn function(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::function(attribute.into(), item.into()).into()
}

/// Makes a struct or an enum that kernels can use; see the guide of the crate `vyre`.
///
/// It takes `crate = path` where the crate `vyre` has another name.
#[proc_macro_attribute]
pub fn data(attribute: TokenStream, item: TokenStream) -> TokenStream {
    data::data(attribute.into(), item.into()).into()
}

/// What the macros of structs hand their definitions to.
#[doc(hidden)]
#[proc_macro]
pub fn finish(tokens: TokenStream) -> TokenStream {
    data::finish(tokens.into()).into()
}

/// The call of a type's macro. rustc names this macro beside the error of a type that is not marked.
#[doc(hidden)]
#[proc_macro]
pub fn types_of_kernels_need_the_attribute_vyre_data(tokens: TokenStream) -> TokenStream {
    data::named_types(tokens.into()).into()
}

/// The aliases under which generated code calls functions. rustc names this macro beside the error of a function that is not marked.
#[doc(hidden)]
#[proc_macro]
pub fn calls_need_functions_with_the_attribute_vyre_function(aliases: TokenStream) -> TokenStream {
    expand::named_aliases(aliases.into()).into()
}

/// The modules of the operation library, for the crate `vyre` alone.
#[doc(hidden)]
#[proc_macro]
pub fn operations(_nothing: TokenStream) -> TokenStream {
    expand::operations().into()
}

/// Makes a GPU kernel of a function; see the guide of the crate `vyre` for the language.
///
/// `#[vyre::kernel]` takes `workgroup_size = N`, `= (X, Y)` or `= (X, Y, Z)` (256 if absent), and `crate = path` where
/// the crate `vyre` has another name.
#[proc_macro_attribute]
pub fn kernel(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::kernel(attribute.into(), item.into()).into()
}
