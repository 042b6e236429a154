//! From a module's text to its kernels.

use super::bodies::{Bodies, Body, nothing};
use super::instance::Instances;
use super::names::{Resolver, named};
use super::tree::{Entry, Kind, Tree, own_attribute};
use super::{Callable, Compiled, Diagnostic, Kernel, diagnostics, parsed};
use crate::attribute::{self, Attribute, Stands};
use crate::check::{self, Beside};
use crate::constants::{Constants, Value};
use crate::data::{self, Definitions, Hints, text_of};
use crate::diagnostics::{Area, Errors};
use crate::library;
use crate::syntax::plain;
use crate::tensor::{self, Tensor};
use crate::{expand, guard, overload};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::{ImplItem, ItemEnum, ItemFn, ItemImpl, ItemStruct, ItemTrait, TraitItem, Type, parse_quote};

/// A kernel whose names are settled.
pub(super) struct Source {
    /// Its path in the module.
    pub(super) path: String,
    pub(super) attribute: TokenStream,
    pub(super) function: ItemFn,
    /// The tensors among its parameters.
    pub(super) tensors: Vec<Tensor>,
    /// A token of the text, where the kernel itself is none of it.
    pub(super) place: proc_macro2::Span,
}

/// All that is known of a module before its kernels are compiled.
pub(super) struct Unit {
    pub(super) known: Definitions,
    pub(super) bodies: Bodies,
    pub(super) constants: Constants,
    pub(super) hints: Rc<Hints>,
    pub(super) errors: Errors,
    kernels: Vec<Source>,
    /// The functions, by their paths.
    functions: Vec<(String, ItemFn)>,
    /// The types of `impl`s of traits.
    associated: HashMap<(String, String), Type>,
    /// The traits, by the names that they alone have.
    traits: HashMap<String, ItemTrait>,
}

/// Compiles a module.
pub(super) fn module(text: &str) -> Result<Compiled, Vec<Diagnostic>> {
    let mut unit = Unit::of(text)?;
    unit.check_all();
    let mut warnings = Vec::new();
    let sources = std::mem::take(&mut unit.kernels);
    let kernels: Vec<Kernel> =
        sources.iter().filter_map(|source| unit.kernel(source, &mut warnings)).collect();
    if !unit.errors.is_empty() {
        return Err(diagnostics(unit.errors.into_list()));
    }
    let mut seen = HashSet::new();
    warnings.retain(|it: &Diagnostic| seen.insert((it.span.clone(), it.message.clone())));
    let functions = unit.functions.into_iter().map(|(path, _)| path).collect();
    Ok(Compiled { kernels, functions, warnings })
}

/// Compiles a kernel that calls a function once.
pub(super) fn function(text: &str, function: &str) -> Result<Callable, Vec<Diagnostic>> {
    let mut unit = Unit::of(text)?;
    let found =
        unit.functions.iter().find(|(path, _)| path == function).map(|(_, function)| function.clone());
    let Some(found) = found else {
        let message = format!("the module has no function `{function}`. Fix: name one of its functions.");
        return Err(vec![Diagnostic::of_text(&message)]);
    };
    let caller = super::caller::of(&found, function, &unit.known, &mut unit.constants);
    let Some((source, callable)) = caller else {
        let area = Area::from(found.sig.ident.span());
        let problem = format!("`{function}` takes or gives what cannot be passed to a call by itself");
        unit.errors.report(area, problem, "call it in a kernel");
        return Err(diagnostics(unit.errors.into_list()));
    };
    let kernel = unit.kernel(&source, &mut Vec::new());
    match kernel.filter(|_| unit.errors.is_empty()) {
        Some(kernel) => Ok(Callable { kernel, ..callable }),
        None => Err(diagnostics(unit.errors.into_list())),
    }
}

impl Unit {
    fn of(text: &str) -> Result<Unit, Vec<Diagnostic>> {
        let (tokens, file) = parsed(text)?;
        let mut errors = Errors::of(tokens);
        let mut tree = Tree::of(file, &mut errors);
        let resolver = Resolver::of(&mut tree, &mut errors);
        let mut unit = Unit {
            known: Definitions::default(),
            bodies: Bodies::default(),
            constants: Constants::default(),
            hints: Rc::default(),
            errors,
            kernels: Vec::new(),
            functions: Vec::new(),
            traits: HashMap::new(),
            associated: HashMap::new(),
        };
        let mut structs = HashMap::new();
        let paths: Vec<Vec<String>> = tree.modules.iter().map(|module| module.path.clone()).collect();
        for entry in &tree.entries {
            let path = paths[entry.module].iter().cloned().chain([plain(&entry.name)]);
            let path = path.collect::<Vec<_>>().join("::");
            unit.entry(entry, path, &resolver, &mut structs);
            if Some(entry.module) == tree.rand && matches!(entry.kind, Kind::Function(_)) {
                // They are no functions of the text's own.
                unit.functions.pop();
            }
        }
        let impls: Vec<(usize, ItemImpl)> = tree
            .impls
            .iter()
            .filter_map(|(module, block)| unit.settled_impl(block, *module, &resolver))
            .collect();
        for (_, block) in &impls {
            unit.constants_of(block);
        }
        let (names, call_site) = (unit.constants.names(), proc_macro2::Span::call_site());
        for name in &names {
            // What it is wrong with is noted.
            let _ = unit.constants.evaluate(name, call_site.into());
        }
        unit.define(structs);
        for (at, (_, block)) in impls.iter().enumerate() {
            unit.methods(block, at);
        }
        unit.constants.report(&mut unit.errors);
        let known = names.iter().filter_map(|name| {
            let ty = unit.constants.type_of(name)?.clone();
            let value = unit.constants.evaluate(name, call_site.into()).ok();
            Some((name.clone(), ty, value.and_then(|value| data::literal(&value))))
        });
        unit.hints = Rc::new(Hints::of_constants(known.collect()));
        Ok(unit)
    }

    /// Settles the names of an item, and adds it.
    fn entry(
        &mut self,
        entry: &Entry,
        path: String,
        resolver: &Resolver,
        structs: &mut HashMap<String, Shape>,
    ) {
        let nothing_bound = HashSet::new();
        let module = entry.module;
        let flat = named(&entry.flat, entry.name.span());
        match &entry.kind {
            Kind::Kernel(function, attribute) => {
                let mut lowered = function.clone();
                let tensors = tensor::of_kernel(&mut lowered, &resolver.constants(module), &mut self.errors);
                let Some(mut function) = self.settled(&lowered, module, resolver, Stands::Kernel) else {
                    return;
                };
                function.sig.ident = flat;
                let place = function.block.brace_token.span.open();
                self.kernels.push(Source { path, attribute: attribute.clone(), function, tensors, place });
            }
            Kind::Function(function) => {
                let mut lowered = function.clone();
                tensor::of_function(&mut lowered, &resolver.constants(module), &mut self.errors);
                let Some(mut function) = self.settled(&lowered, module, resolver, Stands::Function) else {
                    return self.known.poison(&flat.into());
                };
                function.sig.ident = flat;
                expand::generic::named_impls(&mut function);
                self.constants.add_function(entry.flat.clone(), function.clone());
                self.bodies.add(Body::of(&function));
                // The library's own are no functions of the text.
                if !path.starts_with("__vyre_ops_") {
                    self.functions.push((path, function));
                }
            }
            Kind::Constant(constant) => {
                let tokens = constant.to_token_stream();
                let settled = resolver.flattened(tokens, module, &nothing_bound, &mut self.errors);
                let Ok(mut constant) = syn::parse2::<syn::ItemConst>(settled) else { return };
                // Each `_` is evaluated, too.
                let name = match constant.ident == "_" {
                    true => format!("__vyre_{}", self.constants.names().len()),
                    false => entry.flat.clone(),
                };
                constant.ident = flat;
                self.constants.add(name, constant);
            }
            Kind::Struct(it) => {
                let settled =
                    resolver.flattened(it.to_token_stream(), module, &nothing_bound, &mut self.errors);
                let Ok(mut it) = syn::parse2::<ItemStruct>(settled) else { return };
                let fields = it
                    .fields
                    .iter()
                    .filter_map(|field| Some((plain(field.ident.as_ref()?), field.ty.clone())));
                self.constants.add_struct(entry.flat.clone(), fields.collect());
                it.ident = flat;
                structs.insert(entry.flat.clone(), Shape::Struct(Box::new(it)));
            }
            Kind::Enum(it) if it.variants.iter().any(|variant| !variant.fields.is_empty()) => {
                let settled =
                    resolver.flattened(it.to_token_stream(), module, &nothing_bound, &mut self.errors);
                let Ok(mut it) = syn::parse2::<ItemEnum>(settled) else { return };
                it.ident = flat;
                structs.insert(entry.flat.clone(), Shape::Enum(Box::new(it)));
            }
            Kind::Enum(it) => {
                let mut it = it.clone();
                it.ident = flat;
                let mut errors = self.errors.like();
                let definition = data::define_enum(&it, &self.known, &mut errors);
                self.errors.absorb(errors, None);
                if let data::Shape::Enum(variants) = &definition.shape {
                    self.constants.add_enum(entry.flat.clone(), variants.clone());
                }
                self.known.add(&it.ident, definition);
            }
            Kind::Trait(it) => {
                let tokens = it.to_token_stream();
                if !guard::check_module(&tokens, &mut self.errors) {
                    return;
                }
                let methods = it.items.iter().filter_map(|item| match item {
                    TraitItem::Fn(method) => Some(method),
                    _ => None,
                });
                let bound = methods.flat_map(|method| {
                    let (sig, block) = (free(&method.sig), method.default.clone());
                    let function = function_of(sig, block.unwrap_or_else(|| parse_quote!({})));
                    resolver.bound_in(&function, module)
                });
                let bound = bound.collect();
                let settled = resolver.flattened(tokens, module, &bound, &mut self.errors);
                if let Ok(it) = syn::parse2::<ItemTrait>(settled) {
                    self.traits.insert(entry.flat.clone(), it);
                }
            }
        }
    }

    /// A function whose names are settled; nothing of one in which a mistake has been reported.
    fn settled(
        &mut self,
        function: &ItemFn,
        module: usize,
        resolver: &Resolver,
        stands: Stands,
    ) -> Option<ItemFn> {
        let before = self.errors.count();
        let tokens = function.to_token_stream();
        if !guard::check(&tokens, &mut self.errors) {
            return None;
        }
        attribute::check_others(&function.attrs, stands, &mut self.errors);
        self.report_unknown(function, module, resolver);
        let bound = resolver.bound_in(function, module);
        let settled = resolver.flattened(tokens, module, &bound, &mut self.errors);
        let settled = syn::parse2::<ItemFn>(settled).ok()?;
        (self.errors.count() == before).then_some(settled)
    }

    /// Reports the functions and types that a function names and that are not there.
    fn report_unknown(&mut self, function: &ItemFn, module: usize, resolver: &Resolver) {
        for path in data::calls_of(function, "vyre") {
            let Some(first) = path.segments.first().map(|first| &first.ident) else { continue };
            let (name, is_single) = (plain(first), path.segments.len() == 1);
            let is_known = match is_single {
                true => resolver.has_value(module, &name),
                false => {
                    let names: Vec<String> = path.segments.iter().map(|it| plain(&it.ident)).collect();
                    let is_library = name == "vyre"
                        && (library::has_path(&names) || names.get(1).is_some_and(|it| it == "rand"));
                    is_library
                        || resolver.has_type(module, &name)
                        || matches!(name.as_str(), "crate" | "self" | "super")
                }
            };
            if is_known {
                continue;
            }
            let what = if is_single { "function" } else { "module" };
            let fix = match check::instead_of_call(&name).filter(|_| is_single) {
                Some(fix) => fix,
                None => resolver.meant(module, &name),
            };
            self.errors.report(Area::of(first), format!("there is no {what} `{name}` here"), fix);
        }
        for path in data::of_function(function) {
            let Some(name) = path.get_ident().map(plain) else { continue };
            if !resolver.has_type(module, &name) && !matches!(name.as_str(), "Number" | "Integer" | "Float") {
                let fix = resolver.meant(module, &name);
                self.errors.report(Area::of(&path), format!("there is no type `{name}` here"), fix);
            }
        }
    }

    /// An `impl` with its type in the place of `Self`, and with settled names.
    fn settled_impl(
        &mut self,
        block: &ItemImpl,
        module: usize,
        resolver: &Resolver,
    ) -> Option<(usize, ItemImpl)> {
        expand::owner(block, &mut self.errors)?;
        let tokens = block.to_token_stream();
        if !guard::check_module(&tokens, &mut self.errors) {
            return None;
        }
        let mut bound = HashSet::new();
        for item in &block.items {
            if let ImplItem::Fn(method) = item {
                bound.extend(resolver.bound_in(&as_free(method), module));
                self.report_unknown(&as_free(method), module, resolver);
            }
        }
        let settled = resolver.flattened(tokens, module, &bound, &mut self.errors);
        let mut block = syn::parse2::<ItemImpl>(settled).ok()?;
        self.provide(&mut block);
        let owner = data::path_of(&block.self_ty)?.to_token_stream();
        let replaced = expand::without_associated(block.to_token_stream(), &expand::associated(&block));
        let replaced = expand::without_self(replaced, &owner);
        Some((module, syn::parse2(replaced).ok()?))
    }

    /// Adds the methods and constants that a trait of the module provides and an `impl` of it does not have.
    fn provide(&self, block: &mut ItemImpl) {
        let of = block.trait_.as_ref().and_then(|(of, _)| of.get_ident());
        let Some(of) = of.and_then(|of| self.traits.get(&of.to_string())) else { return };
        let provided = expand::provided(of, block);
        block.items.extend(provided);
    }

    /// The constants of an `impl`, and its functions for constants.
    fn constants_of(&mut self, block: &ItemImpl) {
        let Some(owner) = data::path_of(&block.self_ty).cloned() else { return };
        let of_type = text_of(&owner);
        for item in &block.items {
            match item {
                ImplItem::Const(constant) => {
                    let (name, ty, value) = (&constant.ident, &constant.ty, &constant.expr);
                    let key = format!("{of_type}::{}", plain(name));
                    if self.constants.type_of(&key).is_some() {
                        let problem = format!("`{name}` is defined twice in the `impl`s of `{of_type}`");
                        self.errors.report(Area::of(name), problem, "rename one of the two");
                        continue;
                    }
                    self.constants.add(key, parse_quote!(const #name: #ty = #value;));
                }
                ImplItem::Fn(_) | ImplItem::Type(_) if block.trait_.is_some() => {}
                ImplItem::Fn(method) => {
                    let (function, _) = super::bodies::as_function(method, &owner);
                    let key = format!("{of_type}::{}", plain(&method.sig.ident));
                    self.constants.add_function(key, function);
                }
                other => {
                    let problem = "an `impl` of kernels has functions and constants";
                    self.errors.report(Area::of(other), problem, "remove it");
                }
            }
        }
    }

    /// Defines the structs, each after those of its fields.
    fn define(&mut self, mut structs: HashMap<String, Shape>) {
        let mut names: Vec<String> = structs.keys().cloned().collect();
        names.sort_unstable();
        for name in names {
            let mut open = vec![name];
            while let Some(name) = open.last().cloned() {
                let fields: Vec<&syn::Field> = match structs.get(&name) {
                    Some(Shape::Struct(it)) => it.fields.iter().collect(),
                    Some(Shape::Enum(it)) => it.variants.iter().flat_map(|variant| &variant.fields).collect(),
                    Some(Shape::Known) | None => {
                        open.pop();
                        continue;
                    }
                };
                let is_open =
                    |of: &String| matches!(structs.get(of), Some(Shape::Struct(_) | Shape::Enum(_)));
                let waiting =
                    fields.iter().flat_map(|field| named_in(&field.ty)).find(|of| *of != name && is_open(of));
                match waiting {
                    Some(inner) if open.contains(&inner) => {
                        // A circle: none of these has a size.
                        let ident = match structs.insert(name.clone(), Shape::Known) {
                            Some(Shape::Struct(it)) => it.ident,
                            Some(Shape::Enum(it)) => it.ident,
                            Some(Shape::Known) | None => continue,
                        };
                        let fix = "store an index, `u32`";
                        let problem = format!("`{name}` contains itself, through `{inner}`");
                        self.errors.report(Area::of(&ident), problem, fix);
                        self.known.poison(&ident.into());
                        open.pop();
                    }
                    Some(inner) => open.push(inner),
                    None => {
                        match structs.insert(name, Shape::Known) {
                            Some(Shape::Struct(it)) => self.define_struct(*it),
                            Some(Shape::Enum(it)) => self.define_enum(*it),
                            Some(Shape::Known) | None => {}
                        }
                        open.pop();
                    }
                }
            }
        }
    }

    fn define_struct(&mut self, mut it: ItemStruct) {
        it.attrs.retain(|attribute| own_attribute(attribute).is_none());
        for field in &mut it.fields {
            self.known_lengths(&mut field.ty);
        }
        let mut errors = self.errors.like();
        let definition = data::define_struct(&it, &self.known, &mut errors);
        self.errors.absorb(errors, None);
        self.known.add(&it.ident, definition);
    }

    fn define_enum(&mut self, mut it: ItemEnum) {
        it.attrs.retain(|attribute| own_attribute(attribute).is_none());
        for field in it.variants.iter_mut().flat_map(|variant| &mut variant.fields) {
            self.known_lengths(&mut field.ty);
        }
        let mut errors = self.errors.like();
        let definition = data::define_enum(&it, &self.known, &mut errors);
        self.errors.absorb(errors, None);
        self.known.add(&it.ident, definition);
    }

    /// Replaces the lengths of arrays by their values.
    fn known_lengths(&mut self, ty: &mut Type) {
        let mut ty = ty;
        while let Type::Array(array) = ty {
            if !matches!(crate::syntax::strip(&array.len), syn::Expr::Lit(_))
                && let Ok(Value::Int(number)) = self.constants.expression(&array.len, &[])
                && let Ok(length) = u32::try_from(number.bits)
            {
                let mut literal = proc_macro2::Literal::u32_unsuffixed(length);
                literal.set_span(Area::of(&array.len).start);
                array.len = parse_quote!(#literal);
            }
            ty = &mut array.elem;
        }
    }

    fn methods(&mut self, block: &ItemImpl, number: usize) {
        let Some(owner) = data::path_of(&block.self_ty).cloned() else { return };
        let of = block.trait_.as_ref().map(|(of, _)| of);
        // The operators of a number and a struct are the struct's.
        let found_by =
            of.and_then(overload::other_of).filter(|_| overload::is_number(&owner)).unwrap_or(&owner);
        let Some(id) = self.known.of(found_by).map(|known| known.definition.id.clone()) else {
            let problem = format!("there is no type `{}` here", text_of(found_by));
            return self.errors.report(Area::of(found_by), problem, "declare it, or import it");
        };
        for item in &block.items {
            if let ImplItem::Type(ty) = item {
                self.associated.insert((id.clone(), ty.ident.to_string()), ty.ty.clone());
            }
            let ImplItem::Fn(method) = item else { continue };
            let mut method = method.clone();
            method.attrs.retain(|attribute| own_attribute(attribute) != Some("function"));
            attribute::check_others(&method.attrs, Stands::Function, &mut self.errors);
            if let Some(syn::FnArg::Receiver(receiver)) = method.sig.inputs.first()
                && matches!(receiver.kind, syn::ReceiverKind::Typed(..))
            {
                let fix = "write `self`, `&self` or `&mut self`";
                self.errors.report(Area::of(receiver), "kernels have no such receiver", fix);
                continue;
            }
            let number = number * 10_000 + self.bodies.len();
            let key = match of {
                Some(of) => overload::key_of_impl(&method.sig.ident.to_string(), of, &owner),
                None => method.sig.ident.to_string(),
            };
            self.bodies.add(Body::of_method((&method, key), &owner, &id, number));
        }
    }

    /// Checks all functions and methods together, so that what no kernel reaches is checked, too.
    fn check_all(&mut self) {
        let (functions, methods) = self.bodies.all();
        if functions.is_empty() && methods.is_empty() {
            return;
        }
        let names = self.bodies.method_names();
        let associated = Rc::new(self.associated.clone());
        let beside = Beside { functions, methods, hints: Rc::clone(&self.hints), associated, names };
        let mut errors = self.errors.like();
        let attribute = attribute::parse(TokenStream::new(), &mut errors);
        let known = (&attribute, self.known.clone());
        let checked = check::check_beside(&[], &nothing(), known, &beside, &mut errors);
        super::instance::settled(&mut self.constants, &checked, &mut errors);
        self.errors.absorb(errors, None);
    }

    /// Compiles a kernel, for each list of its types.
    fn kernel(&mut self, source: &Source, warnings: &mut Vec<Diagnostic>) -> Option<Kernel> {
        let mut errors = self.errors.like();
        let attribute: Attribute = attribute::parse(source.attribute.clone(), &mut errors);
        let (functions, methods) = self.bodies.reached(source.function.block.to_token_stream());
        let names = self.bodies.method_names();
        let associated = Rc::new(self.associated.clone());
        let beside = Beside { functions, methods, hints: Rc::clone(&self.hints), associated, names };
        let kernel = Instances { unit: self, source, attribute: &attribute, beside: &beside }
            .compile(&mut errors, warnings);
        self.errors.absorb(errors, None);
        kernel
    }
}

/// A struct or an enum with fields that is still to be defined, or one that is.
enum Shape {
    Struct(Box<ItemStruct>),
    Enum(Box<ItemEnum>),
    Known,
}

/// The names in the type of a field.
fn named_in(ty: &Type) -> Vec<String> {
    struct Names(Vec<String>);
    impl<'ast> syn::visit::Visit<'ast> for Names {
        fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
            self.0.extend(path.path.get_ident().map(Ident::to_string));
            syn::visit::visit_type_path(self, path);
        }
    }
    let mut names = Names(Vec::new());
    syn::visit::Visit::visit_type(&mut names, ty);
    names.0
}

/// A method as a function, of which only the names matter.
fn as_free(method: &syn::ImplItemFn) -> ItemFn {
    function_of(free(&method.sig), method.block.clone())
}

/// A signature without its receiver.
fn free(signature: &syn::Signature) -> syn::Signature {
    let mut sig = signature.clone();
    sig.inputs = sig.inputs.into_iter().filter(|input| matches!(input, syn::FnArg::Typed(_))).collect();
    sig
}

fn function_of(sig: syn::Signature, block: syn::Block) -> ItemFn {
    let vis = syn::Visibility::Inherited;
    ItemFn { attrs: Vec::new(), vis, modifiers: Default::default(), sig, block: Box::new(block) }
}
