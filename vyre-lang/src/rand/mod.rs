//! `vyre::rand`: random numbers, written in the language of kernels. The crate `vyre` has a copy of the file as a module of Rust, which a
//! test of `tests` compares, and a text that names `vyre::rand` has that module in it.

use crate::data::{Definition, Hints};
use syn::Item;

/// The module.
const TEXT: &str = include_str!("source.rs");

/// The items of the module for a text, in which nothing of the host is.
pub(crate) fn items() -> Vec<Item> {
    let file = syn::parse_str::<syn::File>(TEXT);
    let items = file.map(|file| file.items).unwrap_or_default();
    items.into_iter().filter(|item| !matches!(item, Item::Use(_))).collect()
}

/// What the module's text tells of its functions, where a definition is of it: no file of the user's has them.
pub(crate) fn hints(definition: &Definition) -> Option<Hints> {
    is_own(definition).then(|| Hints::of_text(TEXT))
}

/// Whether a definition is of the module.
pub(crate) fn is_own(definition: &Definition) -> bool {
    definition.name == "Rng" && definition.id.starts_with("vyre-")
}
