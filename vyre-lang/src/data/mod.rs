//! `#[vyre::data]`: structs and enums of kernels, and how kernels find them.
//!
//! An attribute sees its own tokens alone, and a struct stands elsewhere. So the attribute on the struct leaves a `macro_rules!` of the
//! struct's own name beside it, which hands the definition to whoever asks: `use` brings both. A kernel that names types which it does not
//! know expands to a call of the first one's macro, which calls [`finish`] with the definition and the kernel; that asks for the next
//! one, and makes the kernel when it has them all. A struct whose fields are structs asks in the same way.

mod calls;
mod constructors;
mod declare;
mod definition;
mod find;
mod finish;
mod generics;
mod hints;
mod layout;
mod source;
mod values;

pub(crate) use calls::circle;
pub use calls::forget_calls;
pub(crate) use constructors::{Constructor, written_out, written_out_expr};
pub use declare::data;
pub(crate) use declare::{
    WRITTEN_NAME, define_enum, define_generic_enum, define_generic_struct, define_struct, derives,
    function_macros, has_literal_numbers, repr_of, variants_held,
};
pub(crate) use definition::{Definition, Field, FieldType, Outside, Reach, Shape, Variant, Written};
pub(crate) use find::{calls_of, of_function, path_of};
pub(crate) use finish::ask;
pub use finish::{finish, named_types};
pub(crate) use generics::{Generic, GenericParamOf, params_of, without_arguments};
pub(crate) use hints::{Hints, literal};
pub(crate) use layout::Layout;
pub(crate) use source::{has_marked_type, impl_around, is_imported, may_name_function};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::rc::Rc;
use syn::braced;
use syn::parse::{Parse, ParseStream, Result};

/// What is expanded once the definitions are known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Job {
    Kernel,
    Function,
    Data,
}

/// A type that a kernel names, as it names it.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) path: TokenStream,
    /// The path without spaces.
    pub(crate) text: String,
    pub(crate) definition: Rc<Definition>,
}

/// The types that a kernel names.
#[derive(Clone, Default)]
pub(crate) struct Definitions {
    list: Vec<Known>,
}

impl Definitions {
    /// Whether one of them is erroneous, or what one of them calls, which has been reported where it stands. What uses it is not compiled then.
    pub(crate) fn are_erroneous(&self) -> bool {
        self.list.iter().any(|known| match &known.definition.shape {
            Shape::Erroneous => true,
            Shape::Function(outside) => outside.known.are_erroneous(),
            Shape::Struct(_) | Shape::Enum(_) | Shape::Variants(_) => false,
        })
    }

    pub(crate) fn of(&self, path: &syn::Path) -> Option<&Known> {
        let text = text_of(path);
        self.list.iter().find(|known| known.text == text)
    }

    /// How the values of the struct that a path names are written, if not with the names of fields.
    pub(crate) fn constructor(&self, path: &syn::Path) -> Option<Constructor> {
        self.of(path).or_else(|| self.of(&without_arguments(path)))?.definition.constructor()
    }

    /// Whether a struct is among them whose values are written without names of fields.
    pub(crate) fn have_constructors(&self) -> bool {
        self.list.iter().any(|known| known.definition.constructor().is_some())
    }

    /// The first path that names a definition.
    pub(crate) fn path_of(&self, id: &str) -> Option<TokenStream> {
        self.list.iter().find(|known| known.definition.id == id).map(|known| known.path.clone())
    }

    /// The functions among them.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &Outside> {
        self.list.iter().filter_map(|known| match &known.definition.shape {
            Shape::Function(outside) => Some(outside),
            _ => None,
        })
    }

    /// The functions that may have no form on the host.
    pub(crate) fn only_in_kernels(&self) -> impl Iterator<Item = &TokenStream> {
        let is_it = |known: &&Known| matches!(&known.definition.shape, Shape::Function(outside) if !outside.is_linked);
        self.list.iter().filter(is_it).map(|known| &known.path)
    }

    /// Adds a definition under a name.
    pub(crate) fn add(&mut self, name: &syn::Ident, definition: Definition) {
        let (path, text) = (name.to_token_stream(), name.to_string());
        self.list.push(Known { path, text, definition: Rc::new(definition) });
    }

    /// Adds a definition under a path, unless it is there.
    pub(crate) fn add_path(&mut self, path: &TokenStream, definition: &Rc<Definition>) {
        let text = path.to_string().replace(' ', "");
        if self.list.iter().all(|known| known.text != text) {
            self.list.push(Known { path: path.clone(), text, definition: Rc::clone(definition) });
        }
    }

    /// Adds what others know.
    pub(crate) fn extend(&mut self, others: &Definitions) {
        for known in &others.list {
            self.add_path(&known.path, &known.definition);
        }
    }

    /// Notes a path that is an error, which is reported.
    pub(crate) fn poison(&mut self, path: &syn::Path) {
        let (text, name) = (text_of(path), path.segments.last().map(|last| last.ident.to_string()));
        let place = path.segments.last().map_or_else(proc_macro2::Span::call_site, |last| last.ident.span());
        let definition = Definition {
            name: name.unwrap_or_default(),
            place,
            id: format!("erroneous-{text}"),
            is_comparable: false,
            local: None,
            is_ordered: false,
            has_default: false,
            is_signed: false,
            written: Written::Derived(String::new()),
            reach: Reach::Own,
            shape: Shape::Erroneous,
        };
        let definition = Rc::new(definition);
        self.list.push(Known { path: path.into_token_stream(), text, definition });
    }

    /// The definitions as tokens, which [`Parse`] reads.
    pub(crate) fn tokens(&self) -> TokenStream {
        let known = self.list.iter().map(|Known { path, definition, .. }| {
            let definition = definition.tokens();
            quote!({ { #path } { #definition } })
        });
        known.collect()
    }
}

impl Parse for Definitions {
    fn parse(input: ParseStream<'_>) -> Result<Definitions> {
        let mut list = Vec::new();
        while !input.is_empty() {
            let one;
            braced!(one in input);
            let path: syn::Path = syn::parse2(definition::group(&one)?)?;
            let definition = Rc::new(syn::parse2(definition::group(&one)?)?);
            list.push(Known { text: text_of(&path), path: path.into_token_stream(), definition });
        }
        Ok(Definitions { list })
    }
}

/// A path without spaces.
pub(crate) fn text_of(path: &syn::Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}
