//! The items of a module as the checker takes them: functions without what only rustc reads, methods as functions, and which of them a kernel
//! reaches.

use super::names::{named, words};
use crate::check::{Method, Takes};
use crate::overload;
use proc_macro2::{Ident, TokenStream};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::{FnArg, ImplItemFn, ItemFn, Path, Receiver, ReceiverKind, parse_quote};

/// A function that kernels may reach.
pub(super) struct Body {
    pub(super) function: ItemFn,
    /// Where it is a method: the id of its type, its own name, and what it takes.
    pub(super) method: Option<(String, String, Takes)>,
    /// Whether constants may call it.
    pub(super) is_const: bool,
    /// The names that stand in it.
    words: HashSet<String>,
}

impl Body {
    pub(super) fn of(function: &ItemFn) -> Body {
        let mut function = function.clone();
        let is_const = function.sig.constness.take().is_some();
        function.attrs.clear();
        let words = words(&function.block);
        Body { function, method: None, is_const, words }
    }

    /// A method of a type with this definition, with the name by which kernels find it.
    pub(super) fn of_method(
        (method, key): (&ImplItemFn, String),
        owner: &Path,
        id: &str,
        number: usize,
    ) -> Body {
        let (function, takes) = as_function(method, owner);
        let own = method.sig.ident.to_string();
        let mut body = Body::of(&function);
        body.function.sig.ident = named(&format!("__vyre_method_{number}_{own}"), method.sig.ident.span());
        body.method = Some((id.to_string(), key, takes));
        body
    }

    /// The name by which others call it.
    fn called(&self) -> String {
        match &self.method {
            Some((_, name, _)) => name.clone(),
            None => self.function.sig.ident.to_string(),
        }
    }

    fn as_method(&self) -> Option<Method> {
        let (owner, name, takes) = self.method.clone()?;
        Some(Method { owner, name, takes, function: self.function.clone() })
    }
}

/// All that kernels may reach.
#[derive(Default)]
pub(super) struct Bodies {
    list: Vec<Body>,
    by_name: HashMap<String, Vec<usize>>,
}

impl Bodies {
    pub(super) fn add(&mut self, body: Body) {
        self.by_name.entry(body.called()).or_default().push(self.list.len());
        self.list.push(body);
    }

    /// The methods, by the ids of their types and their names.
    pub(super) fn method_names(&self) -> Rc<[(String, String)]> {
        let methods = self.list.iter().filter_map(|body| body.method.as_ref());
        methods.map(|(owner, name, _)| (owner.clone(), name.clone())).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The functions and methods whose names stand in tokens, or in what these lead to.
    pub(super) fn reached(&self, from: TokenStream) -> (Vec<ItemFn>, Vec<Method>) {
        let mut is_reached = vec![false; self.list.len()];
        let mut open: Vec<usize> = Vec::new();
        let lead = |words: &HashSet<String>, is_reached: &mut Vec<bool>, open: &mut Vec<usize>| {
            for at in words.iter().filter_map(|word| self.by_name.get(word)).flatten() {
                if !std::mem::replace(&mut is_reached[*at], true) {
                    open.push(*at);
                }
            }
        };
        lead(&words(from), &mut is_reached, &mut open);
        // No name leads to what operators call.
        for (at, body) in self.list.iter().enumerate() {
            if body.called().starts_with(overload::HIDDEN) && !std::mem::replace(&mut is_reached[at], true) {
                open.push(at);
            }
        }
        while let Some(at) = open.pop() {
            lead(&self.list[at].words, &mut is_reached, &mut open);
        }
        self.chosen(|at, _| is_reached[at])
    }

    /// All but those that are for constants alone, as far as one can tell.
    pub(super) fn all(&self) -> (Vec<ItemFn>, Vec<Method>) {
        self.chosen(|_, body| !body.is_const)
    }

    fn chosen(&self, is_chosen: impl Fn(usize, &Body) -> bool) -> (Vec<ItemFn>, Vec<Method>) {
        let chosen: Vec<&Body> = self
            .list
            .iter()
            .enumerate()
            .filter(|(at, body)| is_chosen(*at, body))
            .map(|(_, body)| body)
            .collect();
        let functions = chosen.iter().filter(|body| body.method.is_none());
        let methods = chosen.iter().filter_map(|body| body.as_method());
        (functions.map(|body| body.function.clone()).collect(), methods.collect())
    }
}

/// A method as a function whose first parameter is `self`.
pub(super) fn as_function(method: &ImplItemFn, owner: &Path) -> (ItemFn, Takes) {
    let mut sig = method.sig.clone();
    let mut takes = Takes::Nothing;
    if let Some(FnArg::Receiver(receiver)) = sig.inputs.first().cloned()
        && let Some(first) = sig.inputs.first_mut()
    {
        let (ty, of): (syn::Type, Takes) = match &receiver.kind {
            ReceiverKind::Reference(_, _, Some(_)) => (parse_quote!(&mut #owner), Takes::Change),
            ReceiverKind::Reference(..) => (parse_quote!(&#owner), Takes::Value),
            _ => (parse_quote!(#owner), Takes::Value),
        };
        takes = of;
        *first = own_parameter(&receiver, ty);
    }
    let (attrs, vis) = (method.attrs.clone(), method.vis.clone());
    let block = Box::new(method.block.clone());
    (ItemFn { attrs, vis, modifiers: Default::default(), sig, block }, takes)
}

fn own_parameter(receiver: &Receiver, ty: syn::Type) -> FnArg {
    let ident = Ident::new("self", receiver.self_token.span);
    let is_mutable = receiver.mutability.is_some() && !matches!(receiver.kind, ReceiverKind::Reference(..));
    let pat = syn::PatIdent {
        attrs: Vec::new(),
        by_ref: None,
        mutability: is_mutable.then(Default::default),
        ident,
        subpat: None,
    };
    FnArg::Typed(syn::PatType {
        attrs: Vec::new(),
        pat: Box::new(syn::Pat::Ident(pat)),
        colon_token: Default::default(),
        ty: Box::new(ty),
    })
}

/// A function without a body, of which all that matters is what stands beside it.
pub(super) fn nothing() -> ItemFn {
    parse_quote!(
        fn __vyre_nothing() {}
    )
}
