//! The attributes and macros of the crate `vyre`: tokens of the compiler in, what [`vyre_lang`] makes of them out.
//!
//! Nothing of the language is known here. What this crate adds is what only a compiler's process has: the files of the tokens.

use proc_macro::TokenStream;
use proc_macro2::Span;

/// The text of the file in which a token stands.
fn text_of(span: Span) -> Option<String> {
    std::fs::read_to_string(span.local_file()?).ok()
}

fn expanded(expand: impl FnOnce() -> proc_macro2::TokenStream) -> TokenStream {
    vyre_lang::with_files(text_of, expand).into()
}

/// Makes a function that kernels can call, and that stays plain Rust on the host; see the guide of the crate `vyre`.
///
/// It takes `crate = path` where the crate `vyre` has another name.
#[proc_macro_attribute]
pub fn function(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expanded(|| vyre_lang::function(attribute.into(), item.into()))
}

/// Declares an operation on values, which kernels can call: `#[vyre::operation("acme.mix")] fn mix(x: u32) -> u32;`. A kernel is linked at its first use to the
/// operation with this id that was registered; see the guide of the crate `vyre`. On the host it cannot be called.
#[proc_macro_attribute]
pub fn operation(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expanded(|| vyre_lang::operation(attribute.into(), item.into()))
}

/// Makes a struct or an enum that kernels can use; see the guide of the crate `vyre`.
///
/// It takes `crate = path` where the crate `vyre` has another name.
#[proc_macro_attribute]
pub fn data(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expanded(|| vyre_lang::data(attribute.into(), item.into()))
}

/// Makes a module of plain Rust one of kernels; see the guide of the crate `vyre`.
///
/// It takes `crate = path` where the crate `vyre` has another name.
#[proc_macro_attribute]
pub fn module(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expanded(|| vyre_lang::module(attribute.into(), item.into()))
}

/// A value that stands for a function of kernels; see the guide of the crate `vyre`.
///
/// It takes a path, or a closure with the types of its parameters and, behind it, what it takes from around it.
#[proc_macro]
pub fn func(tokens: TokenStream) -> TokenStream {
    expanded(|| vyre_lang::func(tokens.into()))
}

/// What the macros of structs hand their definitions to.
#[doc(hidden)]
#[proc_macro]
pub fn finish(tokens: TokenStream) -> TokenStream {
    expanded(|| vyre_lang::finish(tokens.into()))
}

/// The call of a type's macro. rustc names this macro beside the error of a type that is not marked.
#[doc(hidden)]
#[proc_macro]
pub fn types_of_kernels_need_the_attribute_vyre_data(tokens: TokenStream) -> TokenStream {
    expanded(|| vyre_lang::named_types(tokens.into()))
}

/// The aliases under which generated code calls functions. rustc names this macro beside the error of a function that is not marked.
#[doc(hidden)]
#[proc_macro]
pub fn calls_need_functions_with_the_attribute_vyre_function(aliases: TokenStream) -> TokenStream {
    expanded(|| vyre_lang::named_aliases(aliases.into()))
}

/// The modules of the operation library, for the crate `vyre` alone.
#[doc(hidden)]
#[proc_macro]
pub fn operations(_nothing: TokenStream) -> TokenStream {
    expanded(vyre_lang::operations)
}

/// Makes a GPU kernel of a function; see the guide of the crate `vyre` for the language.
///
/// `#[vyre::kernel]` takes `workgroup_size = N`, `= (X, Y)` or `= (X, Y, Z)` (256 if absent), and `crate = path` where
/// the crate `vyre` has another name.
#[proc_macro_attribute]
pub fn kernel(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expanded(|| vyre_lang::kernel(attribute.into(), item.into()))
}
