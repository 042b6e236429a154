//! What the host has of the functions of a module that is seen as a whole, which rustc reads where they stand: none of a function with ids, barriers, arrays of
//! the workgroup or atomics, and in the others the forms of `select` and `cast` on the host, and the arithmetic of kernels.

use super::arithmetic::Arithmetic;
use super::placed::without_host_form;
use crate::{check, signature};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use syn::{Block, FnArg, ImplItem, Item, ItemFn, ItemImpl, ItemTrait, Signature, TraitItem, parse_quote};

/// The built-in functions that values alone need.
const OF_VALUES: [&str; 2] = ["select", "cast"];

/// The name of a function or a method, and whether it is a method's.
type Name = (String, bool);

/// The functions and methods of a module that only kernels have.
pub(super) struct HostForms {
    /// The names of which each function has no form on the host, and those of methods.
    without: HashSet<Name>,
    /// The traits of the module with their methods of which one `impl` has no form on the host, so that none has one.
    of_traits: HashSet<(String, String)>,
    /// The names of the methods that have no form on the host.
    methods: Vec<Ident>,
    /// The names of the module's own functions and types, which are no built-in ones.
    own: HashSet<String>,
    arithmetic: Arithmetic,
}

/// The module of the types that stand for the methods without a form on the host.
const METHODS: &str = "__methods_of_kernels";

impl HostForms {
    /// Those of these items, of which modules and kernels are none.
    pub(super) fn of(items: &[&Item], arithmetic: Arithmetic) -> HostForms {
        let own = items.iter().filter_map(|item| match item {
            Item::Fn(it) => Some(it.sig.ident.to_string()),
            Item::Struct(it) => Some(it.ident.to_string()),
            Item::Enum(it) => Some(it.ident.to_string()),
            Item::Type(it) => Some(it.ident.to_string()),
            _ => None,
        });
        let mut forms = HostForms {
            without: HashSet::new(),
            of_traits: HashSet::new(),
            methods: Vec::new(),
            own: own.collect(),
            arithmetic,
        };
        let traits: HashSet<String> = items.iter().filter_map(trait_declared).collect();
        let of_traits: Vec<_> = items
            .iter()
            .filter_map(|item| Some((trait_declared(item).or_else(|| trait_provided(item))?, item)))
            .filter(|(of, _)| traits.contains(of))
            .flat_map(|(of, item)| functions_of(item).into_iter().map(move |function| (of.clone(), function)))
            .collect();
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
            let of_traits =
                of_traits.iter().filter(|(_, (signature, block))| forms.has_none(signature, block));
            let of_traits: Vec<_> = of_traits
                .map(|(of, (signature, _))| ((of.clone(), signature.ident.to_string()), *signature))
                .filter(|(key, _)| !forms.of_traits.contains(key))
                .collect();
            if found.is_empty() && of_traits.is_empty() {
                forms.methods = forms.methods_of(items);
                return forms;
            }
            forms.without.extend(found);
            for (key, signature) in of_traits {
                forms.without.insert((key.1.clone(), signature.receiver().is_some()));
                forms.of_traits.insert(key);
            }
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
    pub(super) fn function(&self, function: &ItemFn) -> TokenStream {
        let mut function = function.clone();
        let private = &self.arithmetic.private;
        if !self.has_none(&function.sig, &function.block) {
            self.arithmetic.write(&function.sig, false, &mut function.block);
            self.bring_built_ins(&mut function.block, private);
            return function.to_token_stream();
        }
        let (attributes, visibility, name) = (&function.attrs, &function.vis, &function.sig.ident);
        let mut plain = function.clone();
        self.without_launches(&mut plain.sig);
        let form = without_host_form(&plain, false, private);
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
    fn without_launches(&self, signature: &mut Signature) {
        for input in &mut signature.inputs {
            if self.is_of_launches(input)
                && let FnArg::Typed(input) = input
            {
                *input.ty = parse_quote!(impl ::core::marker::Sized);
            }
        }
    }

    /// An `impl` as the host has it.
    pub(super) fn block(&self, block: &ItemImpl, depth: usize) -> ItemImpl {
        let mut block = block.clone();
        let private = &self.arithmetic.private;
        let (of, over_types) = (trait_of(&block), block.generics.type_params().next().is_some());
        for item in &mut block.items {
            let ImplItem::Fn(method) = item else { continue };
            if self.is_left_out(of.as_deref(), &method.sig, Some(&method.block)) {
                self.leave_out(&mut method.sig, depth, private);
                method.block = parse_quote!({ loop {} });
                method.attrs.push(parse_quote!(#[allow(dead_code, unused, clippy::all)]));
            } else {
                self.arithmetic.write(&method.sig, over_types, &mut method.block);
                self.bring_built_ins(&mut method.block, private);
            }
        }
        block
    }

    /// A trait as the host has it.
    pub(super) fn declaration(&self, item: &ItemTrait, depth: usize) -> ItemTrait {
        let mut item = item.clone();
        let private = &self.arithmetic.private;
        let of = item.ident.to_string();
        for item in &mut item.items {
            let TraitItem::Fn(method) = item else { continue };
            if self.is_left_out(Some(&of), &method.sig, method.default.as_ref()) {
                self.leave_out(&mut method.sig, depth, private);
                method.default = method.default.as_ref().map(|_| parse_quote!({ loop {} }));
                method.attrs.push(parse_quote!(#[allow(dead_code, unused, clippy::all)]));
            } else if let Some(block) = &mut method.default {
                // `Self` is a parameter.
                self.arithmetic.write(&method.sig, true, block);
                self.bring_built_ins(block, private);
            }
        }
        item
    }

    /// Whether a method has no form on the host. Those of std's traits stay as they are.
    fn is_left_out(&self, of: Option<&str>, signature: &Signature, block: Option<&Block>) -> bool {
        match of {
            Some(of) => self.of_traits.contains(&(of.to_string(), signature.ident.to_string())),
            None => block.is_some_and(|block| self.has_none(signature, block)),
        }
    }

    /// Gives a method a bound that nothing fulfils: that of a type with its name, at the root of the module.
    fn leave_out(&self, signature: &mut Signature, depth: usize, private: &TokenStream) {
        self.without_launches(signature);
        let (name, methods) = (&signature.ident, Ident::new(METHODS, Span::call_site()));
        let supers = (0..depth).map(|_| quote!(super::));
        let bound =
            parse_quote!(for<'__vyre_none> #(#supers)* #methods::#name: #private::FormOnHost<'__vyre_none>);
        signature.generics.make_where_clause().predicates.push(bound);
    }

    /// The methods of these items that have no form on the host, one of each name.
    fn methods_of(&self, items: &[&Item]) -> Vec<Ident> {
        let inherent = items.iter().filter(|item| matches!(item, Item::Impl(it) if it.trait_.is_none()));
        let inherent = inherent.flat_map(functions_of).filter(|(of, block)| self.has_none(of, block));
        let declared = items.iter().flat_map(|item| match item {
            Item::Trait(it) => it.items.iter().collect(),
            _ => Vec::new(),
        });
        let declared = declared.filter_map(|item| match item {
            TraitItem::Fn(method) => Some(&method.sig.ident),
            _ => None,
        });
        let declared = declared.filter(|name| self.of_traits.iter().any(|(_, method)| *name == method));
        let mut known = HashSet::new();
        let names = inherent.map(|(signature, _)| &signature.ident).chain(declared);
        names.filter(|name| known.insert(name.to_string())).cloned().collect()
    }

    /// The types that stand for the methods without a form on the host.
    pub(super) fn methods(&self) -> Option<TokenStream> {
        let (module, names) = (Ident::new(METHODS, Span::call_site()), &self.methods);
        (!names.is_empty()).then(|| {
            quote! {
                #[doc(hidden)]
                #[allow(dead_code, non_camel_case_types, missing_debug_implementations, missing_copy_implementations)]
                pub mod #module {
                    #(pub struct #names {})*
                }
            }
        })
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
            let name = Ident::new(name, Span::call_site());
            block.stmts.insert(0, parse_quote!(#[allow(unused_imports)] use #private::of_values::#name;));
        }
    }
}

/// The name of the trait that an item is.
fn trait_declared(item: &&Item) -> Option<String> {
    match item {
        Item::Trait(it) => Some(it.ident.to_string()),
        _ => None,
    }
}

/// The name of the trait that an item is an `impl` of.
fn trait_provided(item: &&Item) -> Option<String> {
    match item {
        Item::Impl(it) => trait_of(it),
        _ => None,
    }
}

fn trait_of(block: &ItemImpl) -> Option<String> {
    let (of, _) = block.trait_.as_ref()?;
    Some(of.segments.last()?.ident.to_string())
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
