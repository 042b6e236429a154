//! From a module's text to its kernels.

use super::annotated::annotate;
use super::bodies::{Bodies, Body, Owner, nothing};
use super::derived;
use super::held::Held;
use super::inlined::Inlined;
use super::instance::Instances;
use super::names::{Resolver, names_of_param};
use super::namesakes;
use super::operations;
use super::places;
use super::scopes;
use super::tree::{Entry, Kind, Tree, is_repr_of_other_integer, own_attribute};
use super::{Callable, Compiled, Diagnostic, Kernel, diagnostics, parsed};
use crate::attribute::{self, Attribute, Stands};
use crate::check::{self, Associated, Beside};
use crate::constants::{Constants, Value};
use crate::data::{self, Constructor, Definitions, Generic, Hints, text_of, written_out, written_out_expr};
use crate::diagnostics::{Area, Errors};
use crate::library;
use crate::syntax::{identifier, plain};
use crate::tensor::{self, Tensor};
use crate::{as_rustc, expand, guard, overload, standard};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{
    ImplItem, ItemConst, ItemEnum, ItemFn, ItemImpl, ItemStruct, ItemTrait, TraitItem, Type, parse_quote,
    parse_quote_spanned,
};

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

/// The constants of one name in the `impl`s of a type: their types and values.
type Constant = Vec<Associated<(Type, syn::Expr)>>;

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
    /// The ids of the operations that functions stand for, by the names that these alone have.
    operations: HashMap<String, Rc<str>>,
    /// The types of `impl`s of traits, and the constants of `impl`s with parameters.
    associated: HashMap<(String, String), Vec<Associated<Type>>>,
    associated_constants: HashMap<(String, String), Constant>,
    /// The structs and enums over types and constants, by the ids of their definitions.
    generics: Rc<HashMap<String, Rc<Generic>>>,
    /// The traits, by the names that they alone have.
    traits: HashMap<String, ItemTrait>,
    /// How the values of structs are written that have no names of fields.
    written: Rc<HashMap<String, Constructor>>,
    /// The constants whose values have variants.
    inlined: Inlined,
    /// The constants of inner modules that the text's own does not see, by the names that they alone have.
    unseen: Vec<TokenStream>,
}

/// Compiles a module.
pub(super) fn module(text: &str) -> Result<Compiled, Vec<Diagnostic>> {
    let mut unit = Unit::of(text)?;
    unit.check_all();
    let mut warnings = Vec::new();
    let sources = std::mem::take(&mut unit.kernels);
    let kernels: Vec<Kernel> =
        sources.iter().filter_map(|source| unit.kernel(source, &mut warnings)).collect();
    if unit.errors.is_empty() {
        let (_, mut file) = parsed(text)?;
        operations::written(&mut file, &mut unit.errors);
        as_rustc::check(&file, &mut unit.errors);
    }
    if !unit.errors.is_empty() {
        return Err(diagnostics(unit.errors.into_list()));
    }
    let mut seen = HashSet::new();
    warnings.retain(|it: &Diagnostic| seen.insert((it.span.clone(), it.message.clone())));
    let functions = unit.functions.into_iter().map(|(path, _)| path).collect();
    Ok(Compiled { kernels, functions, warnings })
}

/// What becomes of the kernels among the items of a `#[vyre::module]`.
pub(crate) struct Expansions {
    /// What stands in their places, by their paths.
    pub(crate) kernels: Vec<(String, TokenStream)>,
    /// The constants that these need in the module.
    pub(crate) constants: TokenStream,
    /// What the functions beside them compute.
    pub(crate) computed: expand::Computed,
    pub(crate) errors: Errors,
}

/// Expands the kernels among the items of a `#[vyre::module]`.
pub(crate) fn expansions(tokens: TokenStream, file: syn::File, krate: &TokenStream) -> Expansions {
    let mut computed = expand::Computed::default();
    let mut unit = Unit::of_file(tokens, file);
    let sources = std::mem::take(&mut unit.kernels);
    let kernels = sources.iter().map(|source| {
        let mut errors = unit.errors.like();
        let comma = (!source.attribute.is_empty()).then(|| quote!(,));
        let given = &source.attribute;
        let attribute = attribute::parse(quote!(#given #comma crate = #krate), &mut errors);
        let beside = unit.beside(unit.bodies.reached(source.function.to_token_stream()));
        let known = unit.known.clone();
        let of = (&source.function, &source.tensors[..]);
        let stands = (&beside, &mut computed);
        let expansion = expand::kernel_beside(of, (&attribute, known), stands, &mut errors);
        unit.errors.absorb(errors, None);
        (source.path.clone(), expansion)
    });
    let kernels = kernels.collect();
    let unseen = unit.unseen;
    Expansions { kernels, constants: quote!(#(#unseen)*), computed, errors: unit.errors }
}

/// A constant of numbers as Rust writes it without other names: its type and its value.
fn plain_constant(ty: &Type, value: &Value) -> Option<[TokenStream; 2]> {
    let name = data::path_of(ty).and_then(syn::Path::get_ident).map(plain);
    let value = match (ty, value) {
        (Type::Array(array), Value::Array(elements)) => {
            let element = elements.first()?;
            let [ty, _] = plain_constant(&array.elem, element)?;
            let values =
                elements.iter().map(|element| Some(plain_constant(&array.elem, element)?[1].clone()));
            let values = values.collect::<Option<Vec<_>>>()?;
            let count = proc_macro2::Literal::usize_unsuffixed(values.len());
            return Some([quote!([#ty; #count]), quote!([#(#values),*])]);
        }
        (_, Value::Bool(_) | Value::Int(_)) if name.as_deref() != Some("u128") => {
            data::literal(value)?.to_token_stream()
        }
        (_, Value::F32(number)) => {
            let bits = number.to_bits();
            quote!(f32::from_bits(#bits))
        }
        (_, Value::F64(number)) => {
            let bits = number.to_bits();
            quote!(f64::from_bits(#bits))
        }
        _ => return None,
    };
    let is_number = name.is_some_and(|name| name == "bool" || crate::signature::named(&name).is_some());
    is_number.then(|| [ty.to_token_stream(), value])
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

/// A type as it is written in expressions: `Name::<T>`.
fn expression_form(ty: &Type) -> Type {
    let mut ty = ty.clone();
    let mut inner = &mut ty;
    while let Type::Reference(reference) = inner {
        inner = &mut reference.elem;
    }
    if let Type::Path(path) = inner {
        for segment in &mut path.path.segments {
            if let syn::PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
                arguments.colon2_token = Some(Default::default());
            }
        }
    }
    ty
}

/// Whether the elements of a list are no numbers: a slice of such a table is none in memory.
fn has_parts(ty: &Type) -> bool {
    let Type::Array(array) = ty else { return false };
    let name = data::path_of(&array.elem).and_then(syn::Path::get_ident).map(plain);
    name.is_none_or(|name| crate::signature::named(&name).is_none())
}

/// How the values of structs are written that have no names of fields, by the names that they alone have.
fn constructors(tree: &Tree) -> HashMap<String, Constructor> {
    let structs = tree.entries.iter().filter_map(|entry| match &entry.kind {
        Kind::Struct(it) => Some((entry.flat.clone(), Constructor::of(&it.fields)?)),
        _ => None,
    });
    structs.collect()
}

/// The names that parameters of types and constants bind.
fn bound_by(generics: &syn::Generics) -> impl Iterator<Item = String> + use<> {
    data::params_of(generics).into_iter().flat_map(|param| names_of_param(&param.name))
}

/// Notes the name that a struct has where it stands, which `Debug` prints, before it gets the one that it alone has.
fn keep_name(attributes: &mut Vec<syn::Attribute>, entry: &Entry) {
    let name = plain(&entry.name);
    if name != entry.flat {
        let attribute = Ident::new(data::WRITTEN_NAME, entry.name.span());
        attributes.push(parse_quote!(#[#attribute(#name)]));
    }
}

impl Unit {
    fn of(text: &str) -> Result<Unit, Vec<Diagnostic>> {
        let (tokens, mut file) = parsed(text)?;
        standard::write_texts(&mut file);
        standard::write_inside(&mut file);
        Ok(Unit::of_file(tokens, file))
    }

    fn of_file(tokens: TokenStream, file: syn::File) -> Unit {
        let mut file = namesakes::set_apart(file);
        let mut errors = Errors::of(tokens);
        operations::written(&mut file, &mut errors);
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
            operations: HashMap::new(),
            traits: HashMap::new(),
            written: Rc::new(constructors(&tree)),
            inlined: Inlined::default(),
            unseen: Vec::new(),
            associated: HashMap::new(),
            associated_constants: HashMap::new(),
            generics: Rc::default(),
        };
        let mut structs = HashMap::new();
        let paths: Vec<Vec<String>> = tree.modules.iter().map(|module| module.path.clone()).collect();
        let is_called = |entry: &&Entry| matches!(entry.kind, Kind::Kernel(..) | Kind::Function(_));
        let (called, others): (Vec<&Entry>, Vec<&Entry>) = tree.entries.iter().partition(is_called);
        let count = others.len();
        for (at, entry) in others.into_iter().chain(called).enumerate() {
            if at == count {
                unit.take_inlined(&structs);
            }
            let path = paths[entry.module].iter().cloned().chain([plain(&entry.name)]);
            let path = path.collect::<Vec<_>>().join("::");
            unit.entry(entry, path, &resolver, &mut structs);
            if Some(entry.module) == tree.rand && matches!(entry.kind, Kind::Function(_)) {
                // They are no functions of the text's own.
                unit.functions.pop();
            }
        }
        let impls: Vec<ItemImpl> = tree
            .impls
            .iter()
            .filter_map(|(module, block)| unit.settled_impl(block, *module, &resolver))
            .chain(derived::defaults(structs.values()))
            .collect();
        let held = Held::of(&structs, &impls);
        unit.bodies.mark(&held);
        unit.define_generics(&mut structs, &held);
        // What a type has itself comes before what traits say of it.
        let (of_traits, own): (Vec<&ItemImpl>, Vec<&ItemImpl>) =
            impls.iter().partition(|block| block.trait_.is_some());
        for block in own.iter().chain(&of_traits) {
            unit.constants_of(block);
        }
        let (names, call_site) = (unit.constants.names(), proc_macro2::Span::call_site());
        for name in &names {
            // What it is wrong with is noted.
            let _ = unit.constants.evaluate(name, call_site.into());
        }
        unit.define(structs);
        for block in own.iter().chain(&of_traits) {
            unit.associated_constants_of(block, &own);
        }
        for (at, block) in impls.iter().enumerate() {
            unit.methods(block, at, &held);
        }
        unit.constants.report(&mut unit.errors);
        let known = names.iter().filter_map(|name| {
            let ty = unit.constants.type_of(name)?.clone();
            let value = unit.constants.evaluate(name, call_site.into()).ok();
            Some((name.clone(), ty, value.and_then(|value| data::literal(&value))))
        });
        let known: Vec<(String, Type, Option<syn::Expr>)> = known.collect();
        let is_inner = |name: &str| {
            let entry = tree.entries.iter().find(|entry| entry.flat == name);
            // What is written in the language itself is beside the text's own modules.
            let is_of_text = |first: &String| !first.trim_start_matches('_').starts_with("vyre_");
            entry.and_then(|entry| paths[entry.module].first()).is_some_and(is_of_text)
                && !resolver.has_value(0, name)
        };
        let unseen = known.iter().filter(|(name, ..)| is_inner(name)).filter_map(|(name, ty, _)| {
            let value = unit.constants.evaluate(name, call_site.into()).ok()?;
            let [ty, value] = plain_constant(ty, &value)?;
            let name = identifier(name, call_site);
            Some(
                quote!(#[doc(hidden)] #[allow(dead_code, non_upper_case_globals)] const #name: #ty = #value;),
            )
        });
        unit.unseen = unseen.collect();
        unit.hints = Rc::new(Hints::of_constants(known));
        unit
    }

    /// Takes the constants out whose values have variants.
    fn take_inlined(&mut self, structs: &HashMap<String, Shape>) {
        let mut inlined = Inlined::of(structs);
        for name in self.constants.names() {
            let is_one = |item: &Rc<ItemConst>| {
                inlined.is_constant(&item.ty, &item.expr) || standard::is_list(&name) && has_parts(&item.ty)
            };
            if let Some(item) = self.constants.item(&name).filter(is_one) {
                if let Some(length) = super::inlined::length_of(&item.ty, &item.expr) {
                    self.constants.keep_length(&name, length);
                }
                inlined.add(name.clone(), (*item.ty).clone(), (*item.expr).clone());
                self.constants.remove(&name);
            }
        }
        self.inlined = inlined;
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
        let flat = identifier(&entry.flat, entry.name.span());
        match &entry.kind {
            Kind::Kernel(function, attribute) => {
                let mut lowered = function.clone();
                let tensors =
                    tensor::of_module_kernel(&mut lowered, &resolver.constants(module), &mut self.errors);
                let Some(mut function) = self.settled(&lowered, module, resolver, Stands::Kernel) else {
                    return;
                };
                function.sig.ident = flat;
                self.inlined.bind(&mut function.block, &mut self.errors);
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
                self.inlined.bind(&mut function.block, &mut self.errors);
                annotate(&function.sig, None, &mut function.block);
                written_out(&mut function.block, &self.constructors());
                match &entry.operation {
                    Some(id) => drop(self.operations.insert(entry.flat.clone(), id.as_str().into())),
                    None => self.constants.add_function(entry.flat.clone(), function.clone()),
                }
                self.bodies.add(Body::of(&function));
                // The library's own are no functions of the text.
                if !path.starts_with("__vyre_ops_") {
                    self.functions.push((path, function));
                }
            }
            Kind::Constant(constant) => {
                let tokens = constant.to_token_stream();
                let settled = resolver.flattened(tokens, module, &nothing_bound, &mut self.errors);
                let Ok(mut constant) = syn::parse2::<ItemConst>(settled) else { return };
                // Each `_` is evaluated, too.
                let name = match constant.ident == "_" {
                    true => format!("__vyre_{}", self.constants.names().len()),
                    false => entry.flat.clone(),
                };
                constant.ident = flat;
                written_out_expr(&mut constant.expr, &self.constructors());
                self.constants.add(name, constant);
            }
            Kind::Struct(it) => {
                let bound = bound_by(&it.generics).collect();
                let settled = resolver.flattened(it.to_token_stream(), module, &bound, &mut self.errors);
                let Ok(mut it) = syn::parse2::<ItemStruct>(settled) else { return };
                let fields = it.fields.iter().enumerate().map(|(at, field)| {
                    (field.ident.as_ref().map_or_else(|| at.to_string(), plain), field.ty.clone())
                });
                self.constants.add_struct(entry.flat.clone(), fields.collect(), &it.generics);
                keep_name(&mut it.attrs, entry);
                it.ident = flat;
                structs.insert(entry.flat.clone(), Shape::Struct(Box::new(it)));
            }
            Kind::Enum(it) if !data::has_literal_numbers(it) => {
                let mut it = it.clone();
                for (_, number) in it.variants.iter_mut().filter_map(|variant| variant.discriminant.as_mut())
                {
                    let tokens = number.to_token_stream();
                    let settled = resolver.flattened(tokens, module, &nothing_bound, &mut self.errors);
                    let Ok(settled) = syn::parse2(settled) else { return };
                    *number = settled;
                }
                // A `use` may bring the names of the variants, which stay as they are here.
                let bound = bound_by(&it.generics).collect();
                for field in it.variants.iter_mut().flat_map(|variant| &mut variant.fields) {
                    let ty = field.ty.to_token_stream();
                    let settled = resolver.flattened(ty, module, &bound, &mut self.errors);
                    let Ok(ty) = syn::parse2(settled) else { return };
                    field.ty = ty;
                }
                it.ident = flat;
                structs.insert(entry.flat.clone(), Shape::Enum(Box::new(it)));
            }
            Kind::Enum(it) => {
                let mut it = it.clone();
                it.ident = flat;
                it.attrs.retain(|attribute| !is_repr_of_other_integer(attribute));
                let mut errors = self.errors.like();
                let definition = data::define_enum(&it, &self.known, &mut errors);
                self.errors.absorb(errors, None);
                self.constants.add_enum(entry.flat.clone(), definition.numbers());
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
                let bound = bound.chain(bound_by(&it.generics)).collect();
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
        let modules: Vec<usize> = [module].into_iter().chain(scopes::in_function(function)).collect();
        let has_type = |name: &str| modules.iter().any(|module| resolver.has_type(*module, name));
        for path in data::calls_of(function, "vyre") {
            let Some(first) = path.segments.first().map(|first| &first.ident) else { continue };
            let (name, is_single) = (plain(first), path.segments.len() == 1);
            if standard::is_hidden(&name) {
                continue;
            }
            let is_known = match is_single {
                // A tuple struct may have the name of a function.
                true => {
                    name == check::DROP
                        || has_type(&name)
                        || modules.iter().any(|module| resolver.has_value(*module, &name))
                }
                false => {
                    let names: Vec<String> = path.segments.iter().map(|it| plain(&it.ident)).collect();
                    let is_library = name == "vyre"
                        && (library::has_path(&names) || names.get(1).is_some_and(|it| it == "rand"));
                    is_library || has_type(&name) || matches!(name.as_str(), "crate" | "self" | "super")
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
            // A literal of a variant that is imported names no type.
            let is_known =
                has_type(&name) || modules.iter().any(|module| resolver.is_constant(*module, &name));
            if !is_known
                && !declares_constant(function, &name)
                && !matches!(name.as_str(), "Number" | "Integer" | "Float")
                && !overload::is_operator_trait(&path)
                && !standard::is_hidden(&name)
            {
                let fix = resolver.meant(module, &name);
                self.errors.report(Area::of(&path), format!("there is no type `{name}` here"), fix);
            }
        }
    }

    /// An `impl` with its type in the place of `Self`, and with settled names.
    fn settled_impl(&mut self, block: &ItemImpl, module: usize, resolver: &Resolver) -> Option<ItemImpl> {
        let tokens = block.to_token_stream();
        if !guard::check_module(&tokens, &mut self.errors) {
            return None;
        }
        let mut bound: HashSet<String> = bound_by(&block.generics).collect();
        for item in &block.items {
            if let ImplItem::Fn(method) = item {
                let mut function = as_free(method);
                function.sig.generics.params.extend(block.generics.params.iter().cloned());
                bound.extend(resolver.bound_in(&function, module));
                self.report_unknown(&function, module, resolver);
            }
        }
        let settled = resolver.flattened(tokens, module, &bound, &mut self.errors);
        let mut block = syn::parse2::<ItemImpl>(settled).ok()?;
        expand::refuse_drop(&block, &mut self.errors);
        self.provide(&mut block);
        for item in &mut block.items {
            if let ImplItem::Fn(method) = item {
                self.inlined.bind(&mut method.block, &mut self.errors);
                annotate(&method.sig, Some(&block.self_ty), &mut method.block);
            }
        }
        let owner = expression_form(&block.self_ty).to_token_stream();
        let replaced = expand::without_associated(block.to_token_stream(), &expand::associated(&block));
        let replaced = expand::without_self(replaced, &owner);
        syn::parse2(replaced).ok()
    }

    /// Adds the methods and constants that a trait of the module provides and an `impl` of it does not have.
    fn provide(&self, block: &mut ItemImpl) {
        let Some((path, _)) = &block.trait_ else { return };
        let [last] = &path.segments.iter().collect::<Vec<_>>()[..] else { return };
        let Some(of) = self.traits.get(&last.ident.to_string()) else { return };
        let provided = expand::provided(of, block);
        // What the trait is over is what the `impl` says.
        let params = of.generics.params.iter().filter_map(|param| match param {
            syn::GenericParam::Type(it) => Some(&it.ident),
            syn::GenericParam::Const(it) => Some(&it.ident),
            syn::GenericParam::Lifetime(_) => None,
        });
        let given = match &last.arguments {
            syn::PathArguments::AngleBracketed(given) => given.args.iter().collect(),
            _ => Vec::new(),
        };
        let given = given
            .into_iter()
            .filter(|arg| matches!(arg, syn::GenericArgument::Type(_) | syn::GenericArgument::Const(_)));
        let written: Vec<_> = params.cloned().zip(given.map(ToTokens::to_token_stream)).collect();
        let own: HashSet<String> = bound_by(&block.generics).collect();
        let settled = provided.into_iter().filter_map(|item| {
            let item = apart_from(item.into_token_stream(), &own)?;
            syn::parse2(expand::generic::with_tokens(item, &written)).ok()
        });
        block.items.extend(settled.collect::<Vec<ImplItem>>());
    }

    /// The constants of an `impl`, and its functions for constants.
    fn constants_of(&mut self, block: &ItemImpl) {
        let is_plain = Self::is_plain(block);
        if !is_plain {
            return;
        }
        let Some(owner) = data::path_of(&block.self_ty).cloned() else { return };
        let of_type = text_of(&owner);
        for item in &block.items {
            match item {
                ImplItem::Const(constant) if self.inlined.is_constant(&constant.ty, &constant.expr) => {}
                ImplItem::Const(constant) => {
                    let (name, ty, mut value) = (&constant.ident, &constant.ty, constant.expr.clone());
                    written_out_expr(&mut value, &self.constructors());
                    if crate::constants::of_std(&of_type, &plain(name)).is_some() {
                        continue;
                    }
                    let key = format!("{of_type}::{}", plain(name));
                    if self.constants.type_of(&key).is_some() {
                        if block.trait_.is_some() {
                            continue;
                        }
                        let problem = format!("`{name}` is defined twice in the `impl`s of `{of_type}`");
                        self.errors.report(Area::of(name), problem, "rename one of the two");
                        continue;
                    }
                    self.constants.add(key, parse_quote!(const #name: #ty = #value;));
                }
                ImplItem::Fn(_) | ImplItem::Type(_) if block.trait_.is_some() => {}
                ImplItem::Fn(method) => {
                    let (mut function, _) = super::bodies::as_function(method, &block.self_ty);
                    written_out(&mut function.block, &self.constructors());
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

    /// Whether the type of an `impl` is one with a path and without parameters.
    fn is_plain(block: &ItemImpl) -> bool {
        let has_arguments =
            |path: &syn::Path| path.segments.iter().any(|segment| !segment.arguments.is_none());
        data::params_of(&block.generics).is_empty()
            && data::path_of(&block.self_ty).is_some_and(|path| !has_arguments(path))
    }

    /// The constants of an `impl` that are written in the place of each use: of types with parameters, of traits, and those whose values have variants.
    fn associated_constants_of(&mut self, block: &ItemImpl, own: &[&ItemImpl]) {
        let id = self.owner_id(block);
        let of_type = own.iter().filter(|other| Self::is_plain(other) && self.owner_id(other) == id);
        let own: Vec<&Ident> = of_type
            .flat_map(|other| &other.items)
            .filter_map(|item| match item {
                ImplItem::Const(it) => Some(&it.ident),
                _ => None,
            })
            .collect();
        let params = data::params_of(&block.generics);
        let is_plain = Self::is_plain(block);
        let has_variants = |item: &ImplItem| matches!(item, ImplItem::Const(it) if self.inlined.is_constant(&it.ty, &it.expr));
        let is_inlined = block.items.iter().any(has_variants);
        if !is_plain || block.trait_.is_some() || is_inlined {
            let params: Vec<Ident> = params.into_iter().map(|param| param.name).collect();
            for item in &block.items {
                let ImplItem::Const(constant) = item else { continue };
                if is_plain
                    && block.trait_.is_none()
                    && !self.inlined.is_constant(&constant.ty, &constant.expr)
                {
                    continue;
                }
                let name = plain(&constant.ident);
                let is_own = own.contains(&&constant.ident) || crate::constants::of_std(&id, &name).is_some();
                if is_plain && block.trait_.is_some() && is_own {
                    continue;
                }
                let key = (id.clone(), name);
                let mut expr = constant.expr.clone();
                written_out_expr(&mut expr, &self.constructors());
                let value = (constant.ty.clone(), expr);
                let about = (*block.self_ty).clone();
                self.associated_constants.entry(key).or_default().push(Associated {
                    params: params.clone(),
                    about,
                    generics: Rc::default(),
                    value,
                });
            }
        }
    }

    /// How the values of structs are written that have no names of fields.
    fn constructors(&self) -> impl Fn(&syn::Path) -> Option<Constructor> {
        let known = Rc::clone(&self.written);
        move |path| {
            let [only] = path.segments.iter().collect::<Vec<_>>()[..] else { return None };
            known.get(&only.ident.to_string()).copied()
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
        let repr = data::repr_of(&it);
        it.attrs.retain(|attribute| !is_repr_of_other_integer(attribute));
        let mut is_failed = false;
        for (_, number) in it.variants.iter_mut().filter_map(|variant| variant.discriminant.as_mut()) {
            let known = match &repr {
                Some(repr) => self.constants.expression_as(number, repr),
                None => self.constants.expression(number, &[]),
            };
            let Ok(Value::Int(known)) = known else {
                is_failed = true;
                continue;
            };
            let is_of_other = repr.is_none() && known.width.is_some_and(|width| width.name != "isize");
            if let Some(width) = known.width.filter(|_| is_of_other) {
                let problem = format!("expected `isize`, got `{}`", width.name);
                self.constants.note(Area::of(&*number), problem, "write the type of the numbers before the enum, as in `#[repr(u8)]`, or cast with `as isize`");
                is_failed = true;
                continue;
            }
            // A literal beyond `i128` has the bits of a negative number.
            let is_long = match crate::syntax::strip(number) {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(it), .. }) => {
                    it.base10_parse::<i128>().is_err()
                }
                _ => false,
            };
            if is_long || !known.is_negative() && known.bits > i128::MAX as u128 {
                let problem = format!("the number {} of this variant does not fit into 32 bits", known.bits);
                self.constants.note(Area::of(&*number), problem, "give it a number of `u32`");
                is_failed = true;
                continue;
            }
            let size = match known.is_negative() {
                true => (known.bits as i128).unsigned_abs(),
                false => known.bits,
            };
            let mut literal = proc_macro2::Literal::u128_unsuffixed(size);
            literal.set_span(number.span());
            *number = match known.is_negative() {
                true => parse_quote_spanned!(number.span()=> -#literal),
                false => parse_quote!(#literal),
            };
        }
        if is_failed {
            // What is wrong has been said, and nothing else follows from it.
            it.variants.iter_mut().for_each(|variant| variant.discriminant = None);
        }
        let mut errors = self.errors.like();
        let definition = data::define_enum(&it, &self.known, &mut errors);
        self.errors.absorb(errors, None);
        if matches!(definition.shape, data::Shape::Enum(_)) {
            self.constants.add_enum(it.ident.to_string(), definition.numbers());
        }
        self.known.add(&it.ident, definition);
    }

    /// Replaces the lengths of arrays by their values, also in what holds them, such as `Option<[u32; N]>`.
    fn known_lengths(&mut self, ty: &mut Type) {
        struct Lengths<'c>(&'c mut Constants);
        impl VisitMut for Lengths<'_> {
            fn visit_type_array_mut(&mut self, array: &mut syn::TypeArray) {
                if !matches!(crate::syntax::strip(&array.len), syn::Expr::Lit(_))
                    && let Ok(Value::Int(number)) = self.0.expression(&array.len, &[])
                    && let Ok(length) = u32::try_from(number.bits)
                {
                    let mut literal = proc_macro2::Literal::u32_unsuffixed(length);
                    literal.set_span(Area::of(&array.len).start);
                    array.len = parse_quote!(#literal);
                }
                self.visit_type_mut(&mut array.elem);
            }
        }
        Lengths(&mut self.constants).visit_type_mut(ty);
    }

    /// Under which name the methods of an `impl` are found: the id of a definition, the name of a number, `*` where the type is a parameter.
    fn owner_id(&self, block: &ItemImpl) -> String {
        let mut ty = &*block.self_ty;
        while let Type::Reference(reference) = ty {
            ty = &reference.elem;
        }
        let Some(path) = data::path_of(ty) else {
            let words = crate::syntax::words(ty);
            let is_open =
                data::params_of(&block.generics).iter().any(|param| words.contains(&plain(&param.name)));
            return match ty {
                Type::Array(_) if is_open => check::ARRAYS.to_string(),
                Type::Tuple(_) if is_open => check::TUPLES.to_string(),
                _ => ty.to_token_stream().to_string().replace(' ', ""),
            };
        };
        if let Some(known) = self.known.of(&data::without_arguments(path)) {
            return known.definition.id.clone();
        }
        let params = data::params_of(&block.generics);
        match path.get_ident() {
            Some(name) if params.iter().any(|param| param.name == *name) => "*".to_string(),
            Some(name) => match crate::signature::named(&plain(name)) {
                Some(number) => number.to_string(),
                None => plain(name),
            },
            None => match path.segments.last() {
                Some(last) if last.ident == "Option" || last.ident == "Result" => plain(&last.ident),
                _ => text_of(path),
            },
        }
    }

    /// Whether kernels have the type of an `impl`.
    fn knows_owner(&self, block: &ItemImpl) -> bool {
        let mut ty = &*block.self_ty;
        while let Type::Reference(reference) = ty {
            ty = &reference.elem;
        }
        let Some(path) = data::path_of(ty) else { return true };
        let params = data::params_of(&block.generics);
        self.known.of(&data::without_arguments(path)).is_some()
            || path.get_ident().is_some_and(|name| {
                crate::signature::named(&plain(name)).is_some()
                    || params.iter().any(|param| param.name == *name)
            })
            || path.segments.last().is_some_and(|last| last.ident == "Option" || last.ident == "Result")
    }

    fn methods(&mut self, block: &ItemImpl, number: usize, held: &Held) {
        let of = block.trait_.as_ref().map(|(of, _)| of);
        if !self.knows_owner(block) {
            let name = block.self_ty.to_token_stream().to_string().replace(' ', "");
            let problem = format!("there is no type `{name}` here");
            return self.errors.report(Area::of(&block.self_ty), problem, "declare it, or import it");
        }
        let id = self.owner_id(block);
        let params = block.generics.params.iter();
        let params: Vec<syn::GenericParam> =
            params.filter(|param| !matches!(param, syn::GenericParam::Lifetime(_))).cloned().collect();
        let names = data::params_of(&block.generics);
        let names: Vec<Ident> = names.into_iter().map(|param| param.name).collect();
        let generics = Rc::new(block.generics.clone());
        for item in &block.items {
            if let ImplItem::Type(ty) = item {
                let (about, value) = ((*block.self_ty).clone(), ty.ty.clone());
                let one = Associated { params: names.clone(), about, generics: Rc::clone(&generics), value };
                let name = ty.ident.to_string();
                if let Some(of) = of.and_then(|of| of.segments.last()) {
                    let alias = (id.clone(), overload::of_trait(&plain(&of.ident), &name));
                    self.associated.entry(alias).or_default().push(one.clone());
                }
                self.associated.entry((id.clone(), name)).or_default().push(one);
            }
            let ImplItem::Fn(method) = item else { continue };
            let mut method = method.clone();
            method.attrs.retain(|attribute| own_attribute(attribute) != Some("function"));
            attribute::check_others(&method.attrs, Stands::Function, &mut self.errors);
            let is_of_iterators =
                of.is_some_and(|of| of.segments.last().is_some_and(|last| last.ident == "Iterator"));
            if is_of_iterators && !matches!(plain(&method.sig.ident).as_str(), "next" | "size_hint") {
                let name = &method.sig.ident;
                let problem = format!("kernels ask iterators for `next` alone, and never call this `{name}`");
                let fix = "leave it out, or write it in an `impl` of the type itself";
                self.errors.report(Area::of(name), problem, fix);
                continue;
            }
            if let Some(syn::FnArg::Receiver(receiver)) = method.sig.inputs.first()
                && matches!(receiver.kind, syn::ReceiverKind::Typed(..))
            {
                let fix = "write `self`, `&self` or `&mut self`";
                self.errors.report(Area::of(receiver), "kernels have no such receiver", fix);
                continue;
            }
            let of_place =
                of.is_some_and(|of| of.segments.last().is_some_and(|last| last.ident == "IndexMut"));
            let given = of_place.then(|| method.clone());
            if of_place && let Err(area) = places::stored(&mut method) {
                let problem = "kernels follow an `index_mut` that ends with `&mut` and a place in `self`";
                self.errors.report(
                    area,
                    problem,
                    "write it so in each branch, such as `&mut self.cells[at]`",
                );
                continue;
            }
            let place = given.as_ref().map(places::given);
            let read = given.and_then(|given| places::read(&given, &method));
            let number = number * 10_000 + self.bodies.len();
            let own = plain(&method.sig.ident);
            let hidden = of.is_some_and(|of| overload::is_operator(&own, of));
            let name = if hidden { format!("{}{own}", overload::HIDDEN) } else { own.clone() };
            let is_total = matches!(own.as_str(), "sum" | "product");
            let operand = of.and_then(|of| {
                let is_own = (hidden || is_total) && !matches!(own.as_str(), "neg" | "not");
                let written = overload::operand_of(of).cloned();
                written.or_else(|| is_own.then(|| (*block.self_ty).clone()))
            });
            held.mark(&mut method.sig, Some(&block.self_ty));
            let of = of.and_then(|of| of.segments.last()).map(|of| plain(&of.ident));
            let owner = Owner { ty: &block.self_ty, id: &id, params: &params, of, operand };
            if let Some(mut place) = place {
                held.mark(&mut place.sig, Some(&block.self_ty));
                self.bodies.add(Body::of_method((&place, places::PLACE.to_string()), &owner, number));
            }
            if let Some(mut read) = read {
                held.mark(&mut read.sig, Some(&block.self_ty));
                let name = format!("{}{}", overload::HIDDEN, places::READING);
                self.bodies.add(Body::of_method((&read, name), &owner, number));
            }
            self.bodies.add(Body::of_method((&method, name), &owner, number));
        }
    }

    /// Defines the structs and enums over types and constants, and those whose fields are of such types.
    fn define_generics(&mut self, structs: &mut HashMap<String, Shape>, held: &Held) {
        let is_generic = |shape: &Shape| match shape {
            Shape::Struct(it) => !data::params_of(&it.generics).is_empty(),
            Shape::Enum(it) => !data::params_of(&it.generics).is_empty(),
            Shape::Known => false,
        };
        let is_one = |(name, shape): &(&String, &Shape)| is_generic(shape) || held.is_read(name);
        let mut names: HashSet<String> =
            structs.iter().filter(is_one).map(|(name, _)| name.clone()).collect();
        loop {
            let more = structs.iter().filter(|(name, shape)| {
                let words = match shape {
                    Shape::Struct(it) => crate::syntax::words(&it.fields),
                    Shape::Enum(it) => crate::syntax::words(&it.variants),
                    Shape::Known => HashSet::new(),
                };
                !names.contains(*name)
                    && words.iter().any(|word| names.contains(word) || word == "PhantomData")
            });
            let more: Vec<String> = more.map(|(name, _)| name.clone()).collect();
            if more.is_empty() {
                break;
            }
            names.extend(more);
        }
        let mut generics = HashMap::new();
        let mut names: Vec<String> = names.into_iter().collect();
        names.sort_unstable();
        for name in names {
            let holds_slices = held.slices(&name);
            let (ident, mut generic) = match structs.insert(name, Shape::Known) {
                Some(Shape::Struct(it)) => (it.ident.clone(), data::define_generic_struct(&it)),
                Some(Shape::Enum(it)) => (it.ident.clone(), data::define_generic_enum(&it)),
                Some(Shape::Known) | None => continue,
            };
            generic.holds_slices = holds_slices;
            self.known.add_shared(&ident, &generic.definition);
            generics.insert(generic.definition.id.clone(), Rc::new(generic));
        }
        self.generics = Rc::new(generics);
    }

    /// What stands beside a kernel that reaches these functions and methods.
    fn beside(&self, (functions, methods): (Vec<ItemFn>, Vec<check::Method>)) -> Beside {
        Beside {
            functions,
            operations: Rc::new(self.operations.clone()),
            methods,
            hints: Rc::clone(&self.hints),
            associated: Rc::new(self.associated.clone()),
            constants: Rc::new(self.associated_constants.clone()),
            generics: Rc::clone(&self.generics),
            names: self.bodies.method_names(),
        }
    }

    /// Checks all functions and methods together, so that what no kernel reaches is checked, too.
    fn check_all(&mut self) {
        let (functions, methods) = self.bodies.all();
        if functions.is_empty() && methods.is_empty() {
            return;
        }
        let beside = self.beside((functions, methods));
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
        let beside = self.beside(self.bodies.reached(source.function.to_token_stream()));
        let kernel = Instances { unit: self, source, attribute: &attribute, beside: &beside }
            .compile(&mut errors, warnings);
        self.errors.absorb(errors, None);
        kernel
    }
}

/// A struct or an enum with fields that is still to be defined, or one that is.
pub(super) enum Shape {
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

/// Whether a block of a function has a constant of a name, which may stand where a type does: `Graph::<V, 10>`.
fn declares_constant(function: &ItemFn, name: &str) -> bool {
    struct Found<'n>(&'n str, bool);
    impl<'ast> syn::visit::Visit<'ast> for Found<'_> {
        fn visit_item_const(&mut self, it: &'ast ItemConst) {
            self.1 |= it.ident == self.0;
        }
    }
    let mut found = Found(name, false);
    syn::visit::Visit::visit_block(&mut found, &function.block);
    found.1
}

/// A method that a trait provides, whose parameters have other names than those of the `impl` that it comes to.
fn apart_from(method: TokenStream, own: &HashSet<String>) -> Option<TokenStream> {
    let Ok(ImplItem::Fn(it)) = syn::parse2::<ImplItem>(method.clone()) else { return Some(method) };
    let names = it.sig.generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Type(it) => Some(&it.ident),
        syn::GenericParam::Const(it) => Some(&it.ident),
        syn::GenericParam::Lifetime(_) => None,
    });
    let renamed = names.filter(|name| own.contains(&plain(name)));
    let renamed: Vec<_> = renamed
        .map(|name| {
            let other = Ident::new(&format!("{}OfMethod", plain(name)), name.span());
            (name.clone(), other.into_token_stream())
        })
        .collect();
    Some(expand::generic::with_tokens(method, &renamed))
}
