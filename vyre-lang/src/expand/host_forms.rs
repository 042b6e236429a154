//! What the host has of the functions of a module that is seen as a whole, which rustc reads where they stand: none of a function with ids, barriers, arrays of
//! the workgroup or atomics, and in the others the forms of `select` and `cast` on the host.

use super::placed::without_host_form;
use crate::{check, signature};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use syn::{Block, FnArg, ImplItem, Item, ItemFn, ItemImpl, Signature, TraitItem, parse_quote};

/// The built-in functions that values alone need.
const OF_VALUES: [&str; 2] = ["select", "cast"];

/// The name of a function or a method, and whether it is a method's.
type Name = (String, bool);

/// The functions and methods of a module that only kernels have.
pub(super) struct HostForms {
    /// The names of which each function has no form on the host, and those of methods.
    without: HashSet<Name>,
    /// The names of the module's own functions and types, which are no built-in ones.
    own: HashSet<String>,
}

impl HostForms {
    /// Those of these items, of which modules and kernels are none.
    pub(super) fn of(items: &[&Item]) -> HostForms {
        let own = items.iter().filter_map(|item| match item {
            Item::Fn(it) => Some(it.sig.ident.to_string()),
            Item::Struct(it) => Some(it.ident.to_string()),
            Item::Enum(it) => Some(it.ident.to_string()),
            Item::Type(it) => Some(it.ident.to_string()),
            _ => None,
        });
        let mut forms = HostForms { without: HashSet::new(), own: own.collect() };
        let mut bodies: HashMap<Name, Vec<(&Signature, &Block)>> = HashMap::new();
        for item in items {
            for (signature, block) in functions_of(item) {
                let name = (signature.ident.to_string(), signature.receiver().is_some());
                bodies.entry(name).or_default().push((signature, block));
            }
        }
        loop {
            let found = bodies.iter().filter(|(name, of)| {
                !forms.without.contains(name)
                    && of.iter().all(|(signature, block)| forms.has_none(signature, block))
            });
            let found: Vec<Name> = found.map(|(name, _)| name.clone()).collect();
            if found.is_empty() {
                return forms;
            }
            forms.without.extend(found);
        }
    }

    /// Whether a function uses what only a launch has, or calls one that does.
    fn has_none(&self, signature: &Signature, block: &Block) -> bool {
        let is_built_in = |name: &str| {
            check::BUILT_INS.contains(&name) && !OF_VALUES.contains(&name) && !self.own.contains(name)
        };
        let words = words(block);
        let is_own = |name: &str| words.iter().any(|word| word.is_bound && word.name == name);
        signature.inputs.iter().any(|input| self.is_of_launches(input))
            || words.iter().any(|word| {
                let name = &word.name;
                let is_function = !word.is_method && !is_own(name);
                signature::atomic_named(name).is_some()
                    || word.is_called && is_function && is_built_in(name)
                    || word.is_called && is_function && self.without.contains(&(name.clone(), false))
                    || word.is_called
                        && (word.is_method || word.is_in_path)
                        && self.without.contains(&(name.clone(), true))
            })
    }

    fn is_of_launches(&self, input: &FnArg) -> bool {
        let is_one = |name: &str| {
            signature::atomic_named(name).is_some() || name == "Tensor" && !self.own.contains(name)
        };
        matches!(input, FnArg::Typed(input) if words(&input.ty).iter().any(|word| is_one(&word.name)))
    }

    /// A function as the host has it.
    pub(super) fn function(&self, function: &ItemFn, private: &TokenStream) -> TokenStream {
        let mut function = function.clone();
        if !self.has_none(&function.sig, &function.block) {
            self.bring_built_ins(&mut function.block, private);
            return function.to_token_stream();
        }
        let (attributes, visibility, name) = (&function.attrs, &function.vis, &function.sig.ident);
        let form = without_host_form(&self.without_launches(&function), false, private);
        quote! {
            #(#attributes)*
            #[allow(dead_code, unused, clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
            #visibility #form
            #[doc(hidden)]
            #[allow(dead_code, non_camel_case_types, missing_debug_implementations, missing_copy_implementations)]
            #visibility struct #name {}
        }
    }

    /// The same with parameters that the host can name.
    fn without_launches(&self, function: &ItemFn) -> ItemFn {
        let mut function = function.clone();
        for input in &mut function.sig.inputs {
            if self.is_of_launches(input)
                && let FnArg::Typed(input) = input
            {
                *input.ty = parse_quote!(impl ::core::marker::Sized);
            }
        }
        function
    }

    /// An `impl` as the host has it. The methods of a trait must be there: those with ids stay as they are.
    pub(super) fn block(&self, block: &ItemImpl, private: &TokenStream) -> ItemImpl {
        let mut block = block.clone();
        let is_inherent = block.trait_.is_none();
        for item in &mut block.items {
            let ImplItem::Fn(method) = item else { continue };
            if !self.has_none(&method.sig, &method.block) {
                self.bring_built_ins(&mut method.block, private);
                continue;
            }
            if !is_inherent {
                continue;
            }
            for input in &mut method.sig.inputs {
                if self.is_of_launches(input)
                    && let FnArg::Typed(input) = input
                {
                    *input.ty = parse_quote!(impl ::core::marker::Sized);
                }
            }
            let bound = parse_quote!(for<'__vyre_none> Self: #private::FormOnHost<'__vyre_none>);
            method.sig.generics.make_where_clause().predicates.push(bound);
            method.block = parse_quote!({ loop {} });
            method.attrs.push(parse_quote!(#[allow(dead_code, unused, clippy::all)]));
        }
        block
    }

    /// Brings the built-in functions that a body calls into its scope.
    fn bring_built_ins(&self, block: &mut Block, private: &TokenStream) {
        let called: HashSet<String> = words(&*block)
            .into_iter()
            .filter(|word| word.is_called && !word.is_method)
            .map(|word| word.name)
            .collect();
        let brings = |name: &&&str| called.contains(**name) && !self.own.contains(**name);
        for name in OF_VALUES.iter().filter(brings) {
            let name = Ident::new(name, proc_macro2::Span::call_site());
            block.stmts.insert(0, parse_quote!(#[allow(unused_imports)] use #private::of_values::#name;));
        }
    }
}

/// The functions with bodies that an item has.
fn functions_of<'i>(item: &&'i Item) -> Vec<(&'i Signature, &'i Block)> {
    match item {
        Item::Fn(it) => vec![(&it.sig, &it.block)],
        Item::Impl(it) => {
            let methods = it.items.iter().filter_map(|item| match item {
                ImplItem::Fn(method) => Some((&method.sig, &method.block)),
                _ => None,
            });
            methods.collect()
        }
        Item::Trait(it) => {
            let methods = it.items.iter().filter_map(|item| match item {
                TraitItem::Fn(method) => Some((&method.sig, method.default.as_ref()?)),
                _ => None,
            });
            methods.collect()
        }
        _ => Vec::new(),
    }
}

/// A word in a body.
struct Word {
    name: String,
    /// Whether it stands before `(` or `::`.
    is_called: bool,
    /// Whether it stands behind a single `.`.
    is_method: bool,
    /// Whether it stands behind a `:`.
    is_in_path: bool,
    /// Whether it stands behind a `let`.
    is_bound: bool,
}

/// The words of tokens.
fn words(tokens: &impl ToTokens) -> Vec<Word> {
    let (mut open, mut words) = (vec![tokens.to_token_stream()], Vec::new());
    while let Some(tokens) = open.pop() {
        let (mut tokens, mut before, mut is_bound) = (tokens.into_iter().peekable(), [' '; 2], false);
        while let Some(token) = tokens.next() {
            let mark = if let TokenTree::Punct(mark) = &token { mark.as_char() } else { ' ' };
            let is_let =
                matches!(&token, TokenTree::Ident(word) if word == "let" || is_bound && word == "mut");
            match token {
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Ident(name) => {
                    let is_called = match tokens.peek() {
                        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
                        Some(TokenTree::Punct(mark)) => mark.as_char() == ':',
                        _ => false,
                    };
                    let (is_method, is_in_path) = (before[1] == '.' && before[0] != '.', before[1] == ':');
                    words.push(Word { name: name.to_string(), is_called, is_method, is_in_path, is_bound });
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            (before, is_bound) = ([before[1], mark], is_let);
        }
    }
    words
}
