//! What only kernels have that see their module as a whole, as no attribute on an item alone has it: `char`, types of std, `use` in blocks, iterators of
//! the module's own, in variables, arguments and results, constants with variants, chains of methods, places that functions give, `const fn`s, functions over
//! types that are no numbers, and functions that have the name of a built-in one.

use super::generic;
use crate::check::{self, BUILT_INS};
use crate::functional;
use crate::overload;
use crate::standard;
use crate::syntax::{path_name, strip, words};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, ImplItem, Item, Pat};

/// Whether an item that kernels need has something of it.
pub(super) fn is_one(item: &Item, enums_with_fields: &HashSet<String>) -> bool {
    let words = words(item);
    if standard::names_char(item.to_token_stream())
        || words.iter().any(|word| standard::is_type(word))
        || standard::names_iterator(&words)
    {
        return true;
    }
    if matches!(item, Item::Struct(_) | Item::Enum(_)) && standard::may_name_iterator(&words) {
        return true;
    }
    let mut found = Found::default();
    match item {
        Item::Static(_) => return true,
        // An attribute on a struct alone takes no field of the host's own size.
        Item::Struct(it) => {
            return it.fields.iter().any(|field| {
                let words = self::words(&field.ty);
                ["usize", "isize"].iter().any(|word| words.contains(*word))
            });
        }
        Item::Const(it) => return has_variants(&it.ty, enums_with_fields) || standard::is_of_slices(&it.ty),
        Item::Enum(it)
            if it.variants.iter().any(|it| it.attrs.iter().any(|it| it.path().is_ident("default"))) =>
        {
            return true;
        }
        Item::Enum(it) => {
            return it.attrs.iter().any(is_repr) && it.variants.iter().all(|it| it.fields.is_empty());
        }
        Item::Fn(it) => {
            let is_built_in = BUILT_INS.contains(&it.sig.ident.to_string().as_str());
            if is_built_in || it.sig.constness.is_some() || is_over_types(&it.sig) {
                return true;
            }
            found.visit_item_fn(it);
        }
        Item::Impl(it) => {
            let of = it.trait_.as_ref().and_then(|(of, _)| of.segments.last());
            let is_whole = |item: &ImplItem| matches!(item, ImplItem::Fn(it) if is_whole(&it.sig));
            if it.items.iter().any(is_whole) {
                return true;
            }
            let has_constant = |item: &ImplItem| matches!(item, ImplItem::Const(it) if has_variants(&it.ty, enums_with_fields));
            if of.is_some_and(|of| of.ident == "Iterator") || it.items.iter().any(has_constant) {
                return true;
            }
            found.visit_item_impl(it);
        }
        _ => {}
    }
    found.is_one
}

fn has_variants(ty: &syn::Type, enums: &HashSet<String>) -> bool {
    words(ty).iter().any(|word| matches!(word.as_str(), "Option" | "Result") || enums.contains(word))
}

/// Whether a method is `const`, or takes a slice or a `&mut` beside its receiver.
fn is_whole(signature: &syn::Signature) -> bool {
    let is_reference = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(input) => match &*input.ty {
            syn::Type::Reference(reference) => {
                reference.mutability.is_some() || matches!(*reference.elem, syn::Type::Slice(_))
            }
            _ => false,
        },
        syn::FnArg::Receiver(_) => false,
    };
    signature.constness.is_some() || signature.inputs.iter().any(is_reference)
}

/// Whether a function is over types that are neither numbers nor functions.
fn is_over_types(signature: &syn::Signature) -> bool {
    let generics = &signature.generics;
    let is_one =
        |param: &syn::TypeParam| generic::is_other(param) && !functional::is_function(param, generics);
    generics.type_params().any(is_one)
}

fn is_repr(attribute: &Attribute) -> bool {
    attribute.path().is_ident("repr")
        && attribute
            .parse_args::<syn::Ident>()
            .is_ok_and(|name| name != "u32" && overload::is_number(&name.into()))
}

#[derive(Default)]
struct Found {
    is_one: bool,
    changes_self: bool,
}

/// Whether a value is an iterator that a variable keeps, as far as its names tell.
fn is_kept(expr: &Expr) -> bool {
    let mut expr = strip(expr);
    let Expr::MethodCall(last) = expr else { return false };
    let name = last.method.to_string();
    if !check::is_adaptor(&name) && !check::is_source(&name) {
        return false;
    }
    loop {
        expr = match expr {
            Expr::MethodCall(call) if check::is_source(&call.method.to_string()) => return true,
            Expr::MethodCall(call) => strip(&call.receiver),
            Expr::Range(_) => return true,
            _ => return false,
        }
    }
}

/// Whether a type is a reference, or holds one.
fn has_references(ty: &syn::Type) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_reference(&mut self, _: &'ast syn::TypeReference) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    finder.visit_type(ty);
    finder.0
}

impl<'ast> Visit<'ast> for Found {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        let is_apart = |input: &syn::FnArg| match input {
            syn::FnArg::Typed(input) => {
                matches!(*input.pat, Pat::Reference(_) | Pat::TupleStruct(_) | Pat::Struct(_))
                    || standard::is_iterator(&input.ty)
            }
            syn::FnArg::Receiver(_) => false,
        };
        self.is_one |= functional::is_over_iterators(signature)
            || signature.inputs.iter().any(is_apart)
            || matches!(&signature.output, syn::ReturnType::Type(_, ty) if has_references(ty));
        visit::visit_signature(self, signature);
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        self.is_one |= block.stmts.iter().any(|stmt| match stmt {
            syn::Stmt::Item(Item::Use(_)) => true,
            syn::Stmt::Item(Item::Const(it)) => standard::is_of_slices(&it.ty),
            _ => false,
        });
        visit::visit_block(self, block);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            let is_apart = matches!(local.pat, Pat::Struct(_) | Pat::TupleStruct(_));
            let is_self = path_name(&init.expr).is_some_and(|name| name == "self");
            let keeps = match strip(&init.expr) {
                Expr::Tuple(values) => values.elems.iter().any(is_kept),
                value => is_kept(value),
            };
            self.is_one |= keeps || is_apart && is_self && self.changes_self;
        }
        visit::visit_local(self, local);
    }

    fn visit_impl_item_fn(&mut self, method: &'ast syn::ImplItemFn) {
        self.is_one |= standard::is_fluent(method);
        self.changes_self = matches!(
            method.sig.inputs.first(),
            Some(syn::FnArg::Receiver(it)) if matches!(it.kind, syn::ReceiverKind::Reference(_, _, Some(_)))
        );
        visit::visit_impl_item_fn(self, method);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        let is_method = |arg: &Expr| matches!(arg, Expr::Path(path) if names_method(&path.path));
        self.is_one |= match call.method.to_string().as_str() {
            "iter" | "iter_mut" => is_part(&call.receiver),
            "into" => true,
            "chain" => matches!(strip(&call.receiver), Expr::MethodCall(first) if first.method == "iter_mut"),
            _ => call.args.iter().any(is_method),
        };
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
        self.is_one |= matches!(strip(&it.expr), Expr::Reference(reference) if is_part(&reference.expr));
        visit::visit_expr_for_loop(self, it);
    }
}

/// Whether a path is `Type::method` of a type of the module.
fn names_method(path: &syn::Path) -> bool {
    let [.., owner, name] = &path.segments.iter().map(|it| &it.ident).collect::<Vec<_>>()[..] else {
        return false;
    };
    let begins = |name: &syn::Ident, is: fn(char) -> bool| name.to_string().starts_with(is);
    begins(owner, char::is_uppercase) && begins(name, char::is_lowercase)
}

/// Whether an expression is `self.field[a..b]`.
fn is_part(expr: &Expr) -> bool {
    let Expr::Index(index) = strip(expr) else { return false };
    let Expr::Field(field) = strip(&index.expr) else { return false };
    matches!(strip(&index.index), Expr::Range(_)) && path_name(&field.base).is_some_and(|name| name == "self")
}
