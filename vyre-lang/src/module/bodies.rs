//! The items of a module as the checker takes them: functions without what only rustc reads, methods as functions, and which of them a kernel
//! reaches.

use super::held::Held;
use crate::check::{Method, Takes};
use crate::expand;
use crate::overload;
use crate::standard;
use crate::syntax::{identifier, plain, words};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::{FnArg, GenericParam, ImplItemFn, ItemFn, Receiver, ReceiverKind, Type, parse_quote};

/// A function that kernels may reach.
pub(super) struct Body {
    pub(super) function: ItemFn,
    /// Where it is a method: of which `impl`, under which name, and what it takes.
    pub(super) method: Option<OfImpl>,
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
        // Who lives how long is rustc's to check.
        let params = std::mem::take(&mut function.sig.generics.params);
        let params = params.into_iter().filter(|param| !matches!(param, GenericParam::Lifetime(_)));
        function.sig.generics.params = params.collect();
        let words = words(&function.block);
        Body { function, method: None, is_const, words }
    }

    /// A method of an `impl`, with the name by which kernels find it.
    pub(super) fn of_method((method, name): (&ImplItemFn, String), block: &Owner<'_>, number: usize) -> Body {
        let (mut function, takes) = as_function(method, block.ty);
        let own = plain(&method.sig.ident);
        let of_method = std::mem::take(&mut function.sig.generics.params);
        function.sig.generics.params = block.params.iter().cloned().chain(of_method).collect();
        expand::generic::named_impls(&mut function);
        if !function.sig.generics.params.is_empty() {
            // Functions over types are read again from their tokens, in which `self` is no name of a parameter.
            let own = [(Ident::new("self", Span::call_site()), quote!(__vyre_self))];
            let renamed = expand::generic::with_tokens(function.to_token_stream(), &own);
            function = syn::parse2(renamed).unwrap_or(function);
        }
        let mut body = Body::of(&function);
        body.function.sig.ident =
            identifier(&format!("__vyre_method_{number}_{own}"), method.sig.ident.span());
        let params = block.params.iter().filter_map(|param| match param {
            GenericParam::Type(param) => Some(param.ident.clone()),
            GenericParam::Const(param) => Some(param.ident.clone()),
            GenericParam::Lifetime(_) => None,
        });
        let (params, about) = (params.collect(), block.ty.clone());
        let (id, of, operand) = (block.id.to_string(), block.of.clone(), block.operand.clone());
        body.method = Some(OfImpl { id, name, of, takes, params, about, operand });
        body
    }

    /// The name by which others call it.
    fn called(&self) -> String {
        match &self.method {
            Some(of) => of.name.clone(),
            None => plain(&self.function.sig.ident),
        }
    }

    fn as_method(&self) -> Option<Method> {
        let OfImpl { id, name, of, takes, params, about, operand } = self.method.clone()?;
        let function = self.function.clone();
        Some(Method { owner: id, name, of, takes, params, about, operand, function })
    }
}

/// The `impl` of a method.
pub(super) struct Owner<'b> {
    pub(super) ty: &'b Type,
    /// The id of the definition of the type, or the name of a number, or `*` where the type is a parameter.
    pub(super) id: &'b str,
    /// The parameters of the `impl`, without lifetimes.
    pub(super) params: &'b [GenericParam],
    /// The trait, if it is one of a trait.
    pub(super) of: Option<String>,
    /// The type of the other operand, where an operator calls the method.
    pub(super) operand: Option<Type>,
}

/// What is known of the `impl` of a method.
#[derive(Clone)]
pub(super) struct OfImpl {
    pub(super) id: String,
    name: String,
    of: Option<String>,
    takes: Takes,
    params: Vec<Ident>,
    about: Type,
    operand: Option<Type>,
}

/// Methods, and what else than their names leads to them.
const LEADING: [(&str, &str); 6] = [
    ("try_from", "try_into"),
    ("from_str", standard::PARSE),
    ("parse", standard::PARSE),
    ("signed", standard::PARSE),
    ("truth", standard::PARSE),
    ("default", "unwrap_or_default"),
];

/// All that kernels may reach.
#[derive(Default)]
pub(super) struct Bodies {
    list: Vec<Body>,
    by_name: HashMap<String, Vec<usize>>,
}

impl Bodies {
    pub(super) fn add(&mut self, body: Body) {
        self.by_name.entry(body.called()).or_default().push(self.list.len());
        let leading = LEADING.iter().filter(|(method, _)| body.method.is_some() && body.called() == *method);
        for (_, leading) in leading {
            self.by_name.entry((*leading).to_string()).or_default().push(self.list.len());
        }
        if let Some(OfImpl { of: Some(of), name, .. }) = &body.method {
            self.by_name.entry(overload::of_trait(of, name)).or_default().push(self.list.len());
        }
        self.list.push(body);
    }

    /// Makes calls of functions that take or give values with slices calls of functions of their own.
    pub(super) fn mark(&mut self, held: &Held) {
        let functions = self.list.iter_mut().filter(|body| body.method.is_none());
        functions.for_each(|body| held.mark(&mut body.function.sig, None));
    }

    /// The methods, by the ids of their types and their names.
    pub(super) fn method_names(&self) -> Rc<[(String, String)]> {
        let methods = self.list.iter().filter_map(|body| body.method.as_ref());
        methods.map(|of| (of.id.clone(), of.name.clone())).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Those that a name leads to. One that says a trait with a type leads to the methods of the trait.
    fn named(&self, word: &str) -> &[usize] {
        let known = self.by_name.get(word);
        let known = known.or_else(|| self.by_name.get(&overload::without_operand(word)?));
        known.map_or(&[], Vec::as_slice)
    }

    /// The functions and methods whose names stand in tokens, or in what these lead to.
    pub(super) fn reached(&self, from: TokenStream) -> (Vec<ItemFn>, Vec<Method>) {
        let mut is_reached = vec![false; self.list.len()];
        let mut open: Vec<usize> = Vec::new();
        let lead = |words: &HashSet<String>, is_reached: &mut Vec<bool>, open: &mut Vec<usize>| {
            // What takes items from the end says so by other names.
            let asks_from_behind = ["rev", "rfind", "nth_back"].iter().any(|word| words.contains(*word));
            let from_behind = asks_from_behind.then_some("next_back");
            let words = words.iter().map(String::as_str).chain(from_behind);
            for at in words.flat_map(|word| self.named(word)) {
                if !std::mem::replace(&mut is_reached[*at], true) {
                    open.push(*at);
                }
            }
        };
        lead(&words(from), &mut is_reached, &mut open);
        // No name leads to what operators call.
        for (at, body) in self.list.iter().enumerate() {
            // Nor to what loops ask for the next item.
            let is_called = body.called().starts_with(overload::HIDDEN)
                || matches!(body.called().as_str(), "next" | "from_iter" | "into_iter");
            if is_called && !std::mem::replace(&mut is_reached[at], true) {
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
        let mut is_chosen: Vec<bool> = self.list.iter().map(|body| !body.is_const).collect();
        let mut open: Vec<usize> = (0..self.list.len()).filter(|at| is_chosen[*at]).collect();
        // What the others call is no constant's alone.
        while let Some(at) = open.pop() {
            for called in self.list[at].words.iter().flat_map(|word| self.named(word)) {
                if !std::mem::replace(&mut is_chosen[*called], true) {
                    open.push(*called);
                }
            }
        }
        self.chosen(|at, _| is_chosen[at])
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
pub(super) fn as_function(method: &ImplItemFn, owner: &Type) -> (ItemFn, Takes) {
    let mut sig = method.sig.clone();
    let mut takes = Takes::Nothing;
    if let Some(FnArg::Receiver(receiver)) = sig.inputs.first().cloned()
        && let Some(first) = sig.inputs.first_mut()
    {
        let (ty, of): (Type, Takes) = match &receiver.kind {
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

fn own_parameter(receiver: &Receiver, ty: Type) -> FnArg {
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
