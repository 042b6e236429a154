//! The types that a kernel or a function names and that only their definitions tell anything about.

use super::{Hints, source, text_of};
use crate::check;
use crate::functional;
use crate::library;
use crate::module::operations;
use crate::syntax::written_out;
use proc_macro2::Span;
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{Path, Type};
use vyre_ir::similar;

/// Names of types that are never a struct of kernels: those that kernels know, and those of std that people write.
const OTHERS: [&str; 48] = [
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f16",
    "bf16",
    "f32",
    "f64",
    "bool",
    "char",
    "str",
    "Self",
    "AtomicU32",
    "AtomicI32",
    "AtomicU64",
    "AtomicBool",
    "AtomicI64",
    "AtomicUsize",
    "AtomicIsize",
    "AtomicU8",
    "AtomicI8",
    "AtomicU16",
    "AtomicI16",
    "Uniform",
    "String",
    "Vec",
    "Box",
    "Rc",
    "Arc",
    "Option",
    "Result",
    "Some",
    "None",
    "Ok",
    "Err",
    "HashMap",
    "Ordering",
    "Default",
    "Ord",
    "PartialOrd",
];

/// The types, each once, in the order in which they stand.
pub(crate) fn of_function(function: &syn::ItemFn) -> Vec<Path> {
    let mut finder = Finder::default();
    finder.signature(&function.sig);
    finder.visit_block(&function.block);
    // `LIMIT.low` and `LIMITS[i].low` of constants that are structs.
    let types = Hints::of(function);
    for constant in std::mem::take(&mut finder.constants) {
        let mut ty = types.type_of(&constant);
        while let Some(Type::Array(array)) = ty {
            ty = Some(*array.elem);
        }
        if let Some(Type::Path(ty)) = ty
            && source::has_marked_type(&located(&ty.path, &constant))
        {
            finder.add(&ty.path);
        }
    }
    finder.found
}

/// A path where another one stands.
fn located(path: &Path, at: &Path) -> Path {
    let mut path = path.clone();
    let span = at.segments.last().map(|segment| segment.ident.span());
    path.segments.iter_mut().for_each(|segment| segment.ident.set_span(span.unwrap_or_else(Span::call_site)));
    path
}

/// The functions outside that a function may call, each once.
pub(crate) fn calls_of(function: &syn::ItemFn, krate: &str) -> Vec<Path> {
    let mut calls =
        Calls { krate, found: Vec::new(), own: HashSet::new(), known: HashSet::new(), bound: HashSet::new() };
    calls.own.insert(function.sig.ident.to_string());
    let mut names = Names { items: &mut calls.own, bound: &mut calls.bound };
    function.sig.inputs.iter().for_each(|param| names.visit_fn_arg(param));
    names.functions(&function.sig);
    names.visit_block(&function.block);
    calls.visit_block(&function.block);
    calls.found
}

/// The names of the functions inside, and of variables: those cannot be called, which is an error of its own, unless a function outside has the
/// same name, as in `let area = area(x);`.
struct Names<'a> {
    items: &'a mut HashSet<String>,
    bound: &'a mut HashSet<String>,
}

impl Names<'_> {
    /// The parameters that are functions.
    fn functions(&mut self, signature: &syn::Signature) {
        let functions = functional::parameters(signature).into_iter();
        self.items.extend(functions.filter_map(|function| Some(function.name?.to_string())));
    }
}

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        // An operation that is declared inside is an error of its own.
        self.items.extend(operations::name_of(item).map(|name| name.to_string()));
        visit::visit_item(self, item);
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.items.insert(function.sig.ident.to_string());
        self.functions(&function.sig);
        visit::visit_item_fn(self, function);
    }

    fn visit_item_const(&mut self, constant: &'ast syn::ItemConst) {
        self.items.insert(constant.ident.to_string());
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.bound.insert(pat.ident.to_string());
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        // A closure is called by the name of its variable, whatever else has that name.
        if let (syn::Pat::Ident(pat), Some(init)) = (&local.pat, &local.init)
            && let syn::Expr::Closure(_) = crate::syntax::strip(&init.expr)
        {
            self.items.insert(pat.ident.to_string());
        }
        visit::visit_local(self, local);
    }

    fn visit_use_name(&mut self, name: &'ast syn::UseName) {
        self.items.insert(name.ident.to_string());
    }

    fn visit_use_rename(&mut self, name: &'ast syn::UseRename) {
        self.items.insert(name.rename.to_string());
    }
}

struct Calls<'a> {
    krate: &'a str,
    found: Vec<Path>,
    own: HashSet<String>,
    /// The names of variables.
    bound: HashSet<String>,
    known: HashSet<String>,
}

impl<'ast> Visit<'ast> for Calls<'_> {
    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        if let Some(expr) = written_out(it) {
            Visit::visit_expr(self, &expr);
        }
    }

    // rustc computes constants and lengths, with whatever functions they call.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}

    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr_field(&mut self, field: &'ast syn::ExprField) {
        // `global_id().x`: an id that kernels call otherwise.
        match crate::syntax::strip(&field.base) {
            syn::Expr::Call(call)
                if call.args.is_empty() && matches!(field.member, syn::Member::Named(_)) => {}
            _ => visit::visit_expr_field(self, field),
        }
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        visit::visit_expr_call(self, call);
        call.args.iter().for_each(|arg| self.passed(arg));
        if let syn::Expr::Path(path) = crate::syntax::strip(&call.func) {
            self.called(path);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        visit::visit_expr_method_call(self, call);
        call.args.iter().for_each(|arg| self.passed(arg));
    }
}

impl Calls<'_> {
    /// A function that is passed by its name.
    fn passed(&mut self, arg: &syn::Expr) {
        let mut arg = crate::syntax::strip(arg);
        while let syn::Expr::Reference(reference) = arg {
            arg = crate::syntax::strip(&reference.expr);
        }
        let syn::Expr::Path(path) = arg else { return };
        let is_bound = path.path.get_ident().is_some_and(|name| self.bound.contains(&name.to_string()));
        let is_constant = path.path.segments.last().is_none_or(|last| is_capital(&last.ident.to_string()));
        if !is_bound && !is_constant && source::may_name_function(&path.path) {
            self.called(path);
        }
    }

    fn called(&mut self, path: &syn::ExprPath) {
        let names: Vec<String> = path.path.segments.iter().map(|it| it.ident.to_string()).collect();
        let (Some(first), Some(last)) = (names.first(), names.last()) else { return };
        let is_single = names.len() == 1;
        // A built-in, or a misspelt one, is an error of the kernel's.
        let is_near = || {
            similar::nearest(last, &check::BUILT_INS).is_some()
                && (last.len() > 7 || !source::may_name_function(&path.path))
        };
        let is_built_in = check::BUILT_INS.contains(&last.as_str()) || is_single && is_near();
        let is_variable = || self.bound.contains(last) && !source::names_function(&path.path);
        let is_own = last == "self" || self.own.contains(last);
        let is_known = is_single && (is_own || is_variable()) || is_built_in;
        let is_std = ["std", "core", "alloc"].contains(&first.as_str()) || check::is_std_function(&path.path);
        let is_type = |name: &String| is_capital(name) || OTHERS.contains(&name.as_str());
        let of_type = names.iter().any(is_type);
        let is_library = names.iter().any(|name| name == "ops")
            && names.contains(&self.krate.to_string())
            && !library::has_path(&names);
        let is_other = is_known || is_std || of_type || is_library || path.qself.is_some();
        let mut path = path.path.clone();
        if let Some(last) = path.segments.last_mut() {
            last.arguments = syn::PathArguments::None;
        }
        let has_arguments = path.segments.iter().any(|segment| !segment.arguments.is_none());
        if !is_other && !has_arguments && self.known.insert(text_of(&path)) {
            self.found.push(path);
        }
    }
}

/// The path of a type that has one, without arguments.
pub(crate) fn path_of(ty: &Type) -> Option<&Path> {
    match ty {
        Type::Path(path) if path.qself.is_none() => Some(&path.path),
        Type::Group(inner) => path_of(&inner.elem),
        Type::Paren(inner) => path_of(&inner.elem),
        _ => None,
    }
}

/// Whether a path may be that of a type that only its definition tells about.
pub(super) fn is_unknown(path: &Path) -> bool {
    let mut finder = Finder::default();
    finder.add(path);
    !finder.found.is_empty()
}

#[derive(Default)]
struct Finder {
    found: Vec<Path>,
    known: HashSet<String>,
    /// Generic parameters, and what the body declares.
    own: HashSet<String>,
    /// The constants that are named, of which fields may be taken.
    constants: Vec<Path>,
}

impl Finder {
    fn signature(&mut self, signature: &syn::Signature) {
        for param in &signature.generics.params {
            match param {
                syn::GenericParam::Type(param) => self.own.insert(param.ident.to_string()),
                syn::GenericParam::Const(param) => self.own.insert(param.ident.to_string()),
                syn::GenericParam::Lifetime(_) => false,
            };
        }
        signature.inputs.iter().for_each(|input| self.visit_fn_arg(input));
        self.visit_return_type(&signature.output);
    }

    fn add(&mut self, path: &Path) {
        let has_arguments = path.segments.iter().any(|segment| !segment.arguments.is_none());
        let Some(last) = path.segments.last() else { return };
        let name = last.ident.to_string();
        let is_of_std = path.segments.first().is_some_and(|first| {
            path.segments.len() > 1 && ["std", "core", "alloc"].iter().any(|name| first.ident == name)
        });
        let is_own = path.segments.len() == 1 && self.own.contains(&name);
        if has_arguments || is_of_std || is_own || OTHERS.contains(&name.as_str()) {
            return;
        }
        if name == "Ordering" && !source::has_marked_type(path) {
            return;
        }
        if self.known.insert(text_of(path)) {
            self.found.push(path.clone());
        }
    }

    /// The type before `{ .. }` or a pattern `(..)`: a struct's own, or that of a variant.
    fn add_literal(&mut self, path: &Path) {
        let before = path.segments.iter().rev().nth(1);
        match before.is_some_and(|owner| is_capital(&owner.ident.to_string())) {
            true => self.add_owner(path, true),
            false => self.add(path),
        }
    }

    /// The type of `Type::Variant`, `Type::function`: a path without its last name.
    fn add_owner(&mut self, path: &Path, is_called: bool) {
        let mut owner = path.clone();
        let Some(last) = owner.segments.pop() else { return };
        owner.segments.pop_punct();
        let is_type = owner.segments.last().is_some_and(|ty| is_capital(&ty.ident.to_string()));
        let last = last.ident.to_string();
        // `Name::N` is a variant or a constant.
        let is_known = |owner: &Path| self.known.contains(&text_of(owner));
        let is_variant = is_called || last.contains(char::is_lowercase);
        if is_type && (is_variant || !is_known(&owner) && source::has_marked_type(&owner)) {
            self.add(&owner);
        }
    }
}

fn is_capital(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        match (&ty.qself, ty.path.segments.last().map(|last| &last.arguments)) {
            (None, Some(syn::PathArguments::None)) => self.add(&ty.path),
            _ => visit::visit_type_path(self, ty),
        }
    }

    fn visit_expr_struct(&mut self, it: &'ast syn::ExprStruct) {
        self.add_literal(&it.path);
        visit::visit_expr_struct(self, it);
    }

    fn visit_pat_struct(&mut self, it: &'ast syn::PatStruct) {
        self.add_literal(&it.path);
        visit::visit_pat_struct(self, it);
    }

    fn visit_pat_tuple_struct(&mut self, it: &'ast syn::PatTupleStruct) {
        self.add_literal(&it.path);
        visit::visit_pat_tuple_struct(self, it);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        match &*call.func {
            syn::Expr::Path(path) if path.qself.is_none() && path.path.segments.len() > 1 => {
                self.add_owner(&path.path, true);
                call.args.iter().for_each(|arg| self.visit_expr(arg));
            }
            _ => visit::visit_expr_call(self, call),
        }
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        let is_constant = |name: &syn::Ident| check::is_constant_name(&name.to_string());
        if path.path.get_ident().is_some_and(is_constant) && self.known.insert(text_of(&path.path)) {
            self.constants.push(path.path.clone());
        }
        if path.qself.is_none() && path.path.segments.len() > 1 {
            self.add_owner(&path.path, false);
        }
        visit::visit_expr_path(self, path);
    }

    fn visit_angle_bracketed_generic_arguments(
        &mut self,
        arguments: &'ast syn::AngleBracketedGenericArguments,
    ) {
        for (at, argument) in arguments.args.iter().enumerate() {
            match argument {
                // The length of an array is no type, whatever it looks like.
                syn::GenericArgument::Type(Type::Path(path))
                    if at > 0 && !text_of(&path.path).contains(char::is_lowercase) => {}
                // Nor is a variable, which is an error of its own.
                syn::GenericArgument::Type(Type::Path(path))
                    if path.path.get_ident().is_some_and(|name| !is_capital(&name.to_string())) => {}
                other => self.visit_generic_argument(other),
            }
        }
    }

    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        if let Some(expr) = written_out(it) {
            Visit::visit_expr(self, &expr);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        // What it declares means something else around it.
        let around = self.own.clone();
        self.signature(&function.sig);
        self.visit_block(&function.block);
        self.own = around;
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        match item {
            syn::Item::Fn(function) => self.visit_item_fn(function),
            syn::Item::Const(constant) => visit::visit_item_const(self, constant),
            // They are errors.
            syn::Item::Struct(it) => drop(self.own.insert(it.ident.to_string())),
            syn::Item::Enum(it) => drop(self.own.insert(it.ident.to_string())),
            syn::Item::Type(it) => drop(self.own.insert(it.ident.to_string())),
            _ => {}
        }
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        // Items can be used before they stand.
        for stmt in &block.stmts {
            if let syn::Stmt::Item(item @ (syn::Item::Struct(_) | syn::Item::Enum(_) | syn::Item::Type(_))) =
                stmt
            {
                self.visit_item(item);
            }
        }
        visit::visit_block(self, block);
    }
}
