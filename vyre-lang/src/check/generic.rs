//! Functions over types and constants, which take the place of their calls. Each call is one of a function of its own, whose types may follow
//! from the arguments: its body is checked when everything else has been, and the types are known.

use super::extent::Extent;
use super::function::Arguments;
use super::functional::Taker;
use super::held::HELD;
use super::placed::Placement;
use super::scopes::Surface;
use super::{Checker, Entity, plain};
use crate::data::Definitions;
use crate::diagnostics::Area;
use crate::expand::generic::{self, TypeParam};
use crate::functional;
use crate::hir::{Expr, FunctionId, Kind};
use crate::signature;
use crate::syntax::{strip, words};
use crate::types::{Form, Number, Ty};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::collections::HashMap;
use std::rc::Rc;
use syn::{FnArg, GenericArgument, GenericParam, ItemFn, PathArguments};
use vyre_ir::{DataType, Lanes, Problem};

/// The names of a scope, and what they mean.
type Scope = HashMap<String, Entity>;

/// A function over types or constants that stands inside.
pub(super) struct Template {
    /// Its name for who calls it.
    pub(super) name: String,
    pub(super) item: Rc<ItemFn>,
    /// The same without generic parameters.
    plain: Rc<ItemFn>,
    /// The number of the scopes around it.
    pub(super) depth: usize,
}

/// The most instances of one function inside each other: one that calls itself for other types each time has no end.
const MAX_DEPTH: usize = 12;

/// A call of a function over types or constants.
pub(super) struct TemplateCall<'c> {
    /// What has been checked of the arguments.
    pub(super) given: Vec<Expr>,
    pub(super) written: &'c Arguments,
    pub(super) turbofish: Option<&'c syn::AngleBracketedGenericArguments>,
    /// How many of the parameters are those of an `impl`, which come first and which no call writes.
    pub(super) of_impl: usize,
    /// What is known of the parameters.
    pub(super) bound: HashMap<String, Ty>,
    pub(super) area: Area,
}

/// The names of the parameters of a function.
fn params_of(item: &ItemFn) -> Vec<syn::Ident> {
    crate::data::params_of(&item.sig.generics).into_iter().map(|param| param.name).collect()
}

/// What makes two calls those of one function: the template, and its types and constants.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Key {
    template: usize,
    types: Vec<Ty>,
    constants: Vec<(String, Lanes)>,
}

/// A function whose body is checked in the end.
pub(super) struct Pending {
    pub(super) function: FunctionId,
    item: Rc<ItemFn>,
    types: Vec<(TypeParam, Ty)>,
    /// What it sees.
    scopes: Vec<Scope>,
    placements: Vec<Placement>,
    known: Definitions,
    /// The functions inside of whose bodies it is a part.
    chain: Vec<usize>,
    area: Area,
}

/// Whether a function is one over what its values hold.
fn is_held(types: &[(TypeParam, Ty)]) -> bool {
    types.iter().any(|(param, _)| param.name == HELD)
}

impl Pending {
    /// Whether its values hold slices.
    pub(super) fn is_held(&self) -> bool {
        is_held(&self.types)
    }

    /// The same, which sees these names.
    pub(super) fn seeing(self, scopes: Vec<Scope>) -> Pending {
        Pending { scopes, ..self }
    }
}

/// The generic arguments of a call, if there are any.
pub(super) fn arguments(call: &syn::ExprCall) -> Option<&syn::AngleBracketedGenericArguments> {
    let syn::Expr::Path(path) = strip(&call.func) else { return None };
    match &path.path.segments.last()?.arguments {
        PathArguments::AngleBracketed(arguments) => Some(arguments),
        _ => None,
    }
}

/// The constants of a call, by their names; nothing where one is known only once the program is linked.
fn constants_of(scope: &Scope) -> Option<Vec<(String, Lanes)>> {
    let constants = scope.iter().filter(|(_, entity)| !matches!(entity, Entity::Type(_)));
    let mut constants = constants
        .map(|(name, entity)| match entity {
            Entity::Const(lanes, ..) => Some((name.clone(), *lanes)),
            _ => None,
        })
        .collect::<Option<Vec<_>>>()?;
    constants.sort();
    Some(constants)
}

/// The parameters that the result alone may tell: constants, and types that stand in the result and in no parameter.
fn told_by_result(signature: &syn::Signature) -> Vec<syn::Ident> {
    let (inputs, output) = (words(&signature.inputs), words(&signature.output));
    let params = signature.generics.params.iter().filter_map(|param| match param {
        GenericParam::Const(param) => Some(&param.ident),
        GenericParam::Type(param) => {
            let name = plain(&param.ident);
            (output.contains(&name) && !inputs.contains(&name)).then_some(&param.ident)
        }
        GenericParam::Lifetime(_) => None,
    });
    params.cloned().collect()
}

/// A function with others in the place of names.
fn rewritten(item: &ItemFn, written: &[(syn::Ident, TokenStream)]) -> Option<ItemFn> {
    let mut new: ItemFn = syn::parse2(generic::with_tokens(item.to_token_stream(), written)).ok()?;
    // What was a method's receiver is read as one again.
    if let (Some(first @ FnArg::Receiver(_)), Some(own)) =
        (new.sig.inputs.first_mut(), item.sig.inputs.first())
    {
        *first = own.clone();
    }
    Some(new)
}

impl Checker<'_> {
    /// Declares a function over types or constants, of which each call makes one of its own.
    pub(super) fn declare_template(&mut self, item: &ItemFn) {
        let entity = match signature::has_fine_generics(&item.sig) {
            true => {
                let depth = self.scopes.len();
                let mut plain = item.clone();
                plain.sig.generics = syn::Generics::default();
                let (item, plain) = (Rc::new(item.clone()), Rc::new(plain));
                let name = super::plain(&item.sig.ident);
                self.gives_places |= functional::gives_place(&item.sig).is_some();
                self.templates.push(Template { name, item, plain, depth });
                Entity::Template(self.templates.len() - 1)
            }
            false => {
                signature::function_qualifiers(&item.sig, self.errors);
                Entity::Poisoned
            }
        };
        self.declare(&item.sig.ident, entity);
    }

    /// A call of a function over types or constants that stands inside.
    pub(super) fn template_call(&mut self, at: usize, call: &syn::ExprCall) -> Expr {
        self.template_call_as(at, call, (0, HashMap::new()), None)
    }

    /// The same, of which something may be known already, and what is wanted of it.
    pub(super) fn template_call_as(
        &mut self,
        at: usize,
        call: &syn::ExprCall,
        (of_impl, mut bound): (usize, HashMap<String, Ty>),
        wanted: Option<Ty>,
    ) -> Expr {
        let area = call.area();
        if let Some(wanted) = wanted {
            self.bind_result(at, wanted, &mut bound);
        }
        if self.is_over_iterators(at) {
            return match self.called_template(&syn::Expr::Call(call.clone())) {
                Some(mut called) => {
                    for (name, ty) in bound {
                        called.bound.entry(name).or_insert(ty);
                    }
                    self.value_of_call(called)
                }
                None => Expr::error(area),
            };
        }
        if self.takes_functions(at) {
            return match self.open_taker(at, area) {
                Some(taker) => self.taking_call(Taker { bound, of_impl, ..taker }, Vec::new(), call, area),
                None => Expr::error(area),
            };
        }
        let turbofish = arguments(call);
        let call = TemplateCall {
            given: Vec::new(),
            written: &call.args,
            turbofish,
            of_impl,
            bound,
            area: call.area(),
        };
        self.template_call_on(at, call)
    }

    /// The type of the result of a template, as it is written.
    pub(super) fn result_of_template(&self, at: usize) -> Option<syn::Type> {
        match &self.templates[at].item.sig.output {
            syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
            syn::ReturnType::Default => None,
        }
    }

    /// The names of the parameters of a template.
    pub(super) fn params_of_template(&self, at: usize) -> Vec<syn::Ident> {
        params_of(&self.templates[at].item)
    }

    /// Whether a template has constants as parameters.
    pub(super) fn is_over_constants(&self, at: usize) -> bool {
        self.templates[at].item.sig.generics.const_params().next().is_some()
    }

    /// Whether a template has parameters of its own, beside those of the `impl`, of which its result may say more than its arguments.
    pub(super) fn is_told_by_wanted(&self, at: usize, of_impl: &[syn::Ident]) -> bool {
        let told = told_by_result(&self.templates[at].item.sig);
        told.iter().any(|param| !of_impl.contains(param))
    }

    /// Notes what the wanted type of a call says of these parameters, too.
    pub(super) fn bind_result(&mut self, at: usize, wanted: Ty, bound: &mut HashMap<String, Ty>) {
        let item = Rc::clone(&self.templates[at].item);
        for param in told_by_result(&item.sig) {
            let open = self.infer.open();
            bound.entry(plain(&param)).or_insert(open);
        }
        self.match_result(at, wanted, bound);
    }

    /// Whether a template takes functions.
    pub(super) fn takes_functions(&self, at: usize) -> bool {
        functional::takes_functions(&self.templates[at].item.sig)
    }

    /// Notes what the wanted type of a call says of the parameters of a function.
    pub(super) fn match_result(&mut self, at: usize, wanted: Ty, bound: &HashMap<String, Ty>) {
        let item = Rc::clone(&self.templates[at].item);
        if let syn::ReturnType::Type(_, ty) = &item.sig.output
            && !matches!(self.infer.resolve(wanted), Ty::Open(_) | Ty::Error)
            && self.may_be(ty, wanted, &params_of(&item))
        {
            self.match_type(ty, wanted, bound);
        }
    }

    /// The same, of which something may be known already.
    pub(super) fn template_call_on(&mut self, at: usize, call: TemplateCall<'_>) -> Expr {
        let TemplateCall { given, written, turbofish, of_impl, bound, area } = call;
        let Template { item, plain, depth, .. } = &self.templates[at];
        let (item, plain, depth) = (Rc::clone(item), Rc::clone(plain), *depth);
        let mut bound = bound;
        self.bind_parameters(&item, &given, written, &mut bound);
        let place = (turbofish, area);
        let known = (of_impl, &bound);
        let Some((scope, types)) = self.arguments_with(&item, place, written, known) else {
            return Expr::error(area);
        };
        let constants = constants_of(&scope);
        if let Some(key) = self.key(at, &types, &constants)
            && let Some(known) = self.known_instances.get(&key)
        {
            return self.function_call_on(*known, given, written, area);
        }
        if self.instances.iter().filter(|open| **open == at).count() >= MAX_DEPTH {
            let note = super::recursion_note(&self.templates[at].name, &[]);
            self.errors.report_rule(area, &Problem::CallDepth {}, Some(note));
            return Expr::error(area);
        }
        let scopes = self.items_around(depth).chain([scope]).collect();
        let chain = self.instances.iter().copied().chain([at]).collect();
        let scopes = std::mem::replace(&mut self.scopes, scopes);
        let outside = std::mem::replace(&mut self.outside, 0);
        let pending = self.declare_instance(plain, types, (chain, area));
        let own = std::mem::replace(&mut self.scopes, scopes);
        self.outside = outside;
        let Some(pending) = pending else { return Expr::error(area) };
        let id = pending.function;
        if pending.is_held() {
            let name = self.templates[at].name.clone();
            if !self.demand_few_held(&name, area) {
                return Expr::error(area);
            }
            self.functions[id].name = name;
            self.hold(pending.seeing(own));
            return self.function_call_on(id, given, written, area);
        }
        let value = self.function_call_on(id, given, written, area);
        // The arguments have told the types.
        let key = self.key(at, &pending.types, &constants);
        match key.as_ref().and_then(|key| self.known_instances.get(key).copied()) {
            Some(known) if matches!(value.kind, Kind::CallFunction { .. }) => {
                self.redirected(value, id, known)
            }
            known => {
                if let (None, Some(key)) = (known, key) {
                    self.known_instances.insert(key, id);
                }
                self.pending.push(pending.seeing(own));
                value
            }
        }
    }

    /// Notes what the arguments of a call tell of the parameters of a function.
    pub(super) fn bind_parameters(
        &mut self,
        item: &ItemFn,
        given: &[Expr],
        written: &Arguments,
        bound: &mut HashMap<String, Ty>,
    ) {
        // What the arguments tell of constants, as types follow from them anyway.
        for param in item.sig.generics.const_params() {
            let open = self.infer.open();
            bound.entry(plain(&param.ident)).or_insert(open);
        }
        // And of functions that stand in types.
        for param in item.sig.generics.type_params() {
            if functional::is_function(param, &item.sig.generics) {
                let open = self.infer.open();
                bound.entry(plain(&param.ident)).or_insert(open);
            }
        }
        // And of types of which the signature names more than themselves, such as `T::Output`.
        let signature = item.sig.to_token_stream().to_string();
        for param in item.sig.generics.type_params() {
            if signature.contains(&format!("{} ::", param.ident)) {
                let open = self.infer.open();
                bound.entry(plain(&param.ident)).or_insert(open);
            }
        }
        for (at, input) in item.sig.inputs.iter().enumerate() {
            let FnArg::Typed(input) = input else { continue };
            let ty = match (given.get(at), written.iter().nth(at.saturating_sub(given.len()))) {
                (Some(given), _) => Some(given.ty),
                (None, Some(arg)) if at >= given.len() => self.argument_type(arg),
                _ => None,
            };
            match (ty, written.iter().nth(at.saturating_sub(given.len()))) {
                (Some(ty), _) => self.match_type(&input.ty, ty, bound),
                (None, Some(arg)) if at >= given.len() => self.match_lengths(&input.ty, arg, bound),
                (None, _) => {}
            }
        }
    }

    /// Notes what the lengths of lists and tables tell of constants that stand in the type of their place.
    fn match_lengths(&mut self, written: &syn::Type, arg: &syn::Expr, bound: &HashMap<String, Ty>) {
        let written = match written {
            syn::Type::Reference(reference) => &*reference.elem,
            ty => ty,
        };
        let behind = match strip(arg) {
            syn::Expr::Reference(reference) => strip(&reference.expr),
            other => other,
        };
        if let (syn::Type::Path(path), syn::Expr::Struct(literal)) = (written, behind) {
            return self.match_lengths_of_fields(&path.path, literal, bound);
        }
        let syn::Type::Array(array) = written else { return };
        let lengths: Vec<u32> = match strip(arg) {
            syn::Expr::Reference(reference) => return self.match_lengths(written, &reference.expr, bound),
            syn::Expr::Array(list) => {
                if let Some(first) = list.elems.first() {
                    self.match_lengths(&array.elem, first, bound);
                }
                u32::try_from(list.elems.len()).ok().into_iter().collect()
            }
            syn::Expr::Path(path) => match path.path.get_ident().and_then(|name| self.lookup(&plain(name))) {
                Some(Entity::Buffer(buffer)) if !self.buffers[buffer].is_slice => {
                    let (dimensions, count) =
                        (self.buffers[buffer].dimensions.clone(), self.buffers[buffer].decl.count);
                    let inner = dimensions.iter().map(|length| Some(self.known(length)?[0]));
                    let Some(inner) = inner.collect::<Option<Vec<u32>>>() else { return };
                    let Some(first) = count.checked_div(inner.iter().product()) else { return };
                    [first].into_iter().chain(inner).collect()
                }
                _ => return,
            },
            other => self.length_of_array(other).into_iter().collect(),
        };
        let mut ty = written;
        for length in lengths {
            let syn::Type::Array(array) = ty else { return };
            let name = match strip(&array.len) {
                syn::Expr::Path(path) => path.path.get_ident().map(plain),
                _ => None,
            };
            if let Some(param) = name.and_then(|name| bound.get(&name)) {
                self.infer.unify(*param, Ty::Const(Number::count(length)));
            }
            ty = &array.elem;
        }
    }

    /// The same of a literal of a struct with parameters, whose fields are lists.
    fn match_lengths_of_fields(
        &mut self,
        path: &syn::Path,
        literal: &syn::ExprStruct,
        bound: &HashMap<String, Ty>,
    ) {
        let Some(generic) = self.generic_named(&literal.path) else { return };
        let args: Vec<Ty> = generic.params.iter().map(|_| self.infer.open()).collect();
        let own = generic.params.iter().zip(&args).filter(|(param, _)| param.constant.is_some());
        let own: HashMap<String, Ty> = own.map(|(param, ty)| (plain(&param.name), *ty)).collect();
        for field in &literal.fields {
            if let Some(at) = self.position_in(&generic, &field.member) {
                self.match_lengths(&generic.fields[at], &field.expr, &own);
            }
        }
        self.match_arguments(path, &args, bound);
    }

    /// The type of an argument, as far as a look at it tells.
    fn argument_type(&mut self, arg: &syn::Expr) -> Option<Ty> {
        if let Some(ty) = self.peeked_type(arg) {
            return Some(ty);
        }
        match strip(arg) {
            syn::Expr::Reference(reference) => self.argument_type(&reference.expr),
            syn::Expr::Cast(cast) => signature::written(&cast.ty),
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(it), .. }) => signature::named(it.suffix()),
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(it), .. }) => signature::named(it.suffix()),
            syn::Expr::Struct(it) if self.generic_named(&it.path).is_none() => self.data_type(&it.path),
            syn::Expr::Call(call) => {
                let syn::Expr::Path(path) = strip(&call.func) else { return None };
                if self.generic_named(&path.path).is_some() {
                    return None;
                }
                self.data_type(&path.path).or_else(|| self.declared_result(call))
            }
            syn::Expr::MethodCall(call) => self.declared_result_of_method(call),
            syn::Expr::Path(path) => {
                let ty = self.written_of_constant(path)?;
                let ty = super::instances::peeled(&ty).clone();
                matches!(ty, syn::Type::Array(_)).then(|| self.type_of_constant(&ty)).flatten()
            }
            _ => None,
        }
    }

    /// The items in the scopes around a template.
    pub(super) fn items_around(&self, depth: usize) -> impl Iterator<Item = Scope> {
        self.scopes.iter().enumerate().take(depth).map(|(number, names)| {
            let items = names.iter().filter(|(_, entity)| self.is_visible(number, entity));
            items.map(|(name, entity)| (name.clone(), *entity)).collect()
        })
    }

    /// Whether the body of a template is being checked, so that a call of it would be one of itself, which is reported.
    pub(super) fn is_open(&mut self, at: usize, area: Area) -> bool {
        let is_open = self.instances.contains(&at);
        if is_open {
            let note = super::recursion_note(&self.templates[at].name, &[]);
            self.errors.report_rule(area, &Problem::CallDepth {}, Some(note));
        }
        is_open
    }

    /// A template that takes functions; reports a call of itself.
    pub(super) fn open_taker(&mut self, at: usize, area: Area) -> Option<Taker> {
        if self.is_open(at, area) {
            return None;
        }
        let Template { name, item, depth, .. } = &self.templates[at];
        Some(Taker {
            name: name.clone(),
            item: Rc::clone(item),
            scopes: self.items_around(*depth).collect(),
            known: self.known.clone(),
            chain: self.instances.iter().copied().chain([at]).collect(),
            bound: HashMap::new(),
            of_impl: 0,
        })
    }

    /// Whether a template takes or gives an iterator, so that its body stands in the place of its calls.
    pub(super) fn is_over_iterators(&self, at: usize) -> bool {
        functional::is_over_iterators(&self.templates[at].item.sig)
    }

    /// Gives a template the name by which it is called.
    pub(super) fn rename_template(&mut self, at: usize, name: &str) {
        self.templates[at].name = name.to_string();
    }

    /// What says whether two calls of a template are of one function, once its types and constants are known.
    fn key(
        &self,
        template: usize,
        types: &[(TypeParam, Ty)],
        constants: &Option<Vec<(String, Lanes)>>,
    ) -> Option<Key> {
        let types = types.iter().map(|(_, ty)| match self.infer.resolve(*ty) {
            Ty::Open(_) | Ty::Int(_) | Ty::Float(_) | Ty::Error => None,
            ty => Some(ty),
        });
        Some(Key { template, types: types.collect::<Option<_>>()?, constants: constants.clone()? })
    }

    /// A call of a function as one of another that is the same.
    fn redirected(&mut self, call: Expr, from: FunctionId, to: FunctionId) -> Expr {
        let slices = |id: FunctionId| {
            let (slices, references) = (&self.functions[id].slices, &self.functions[id].references);
            let slices = slices.iter().map(|(_, slice)| *slice);
            slices.chain(references.iter().map(|(_, reference)| reference.slice)).collect::<Vec<_>>()
        };
        let pairs: Vec<_> = slices(to).into_iter().zip(slices(from)).collect();
        self.slice_sources.extend(pairs.iter().map(|(to, from)| (*to, crate::hir::Base::Buffer(*from))));
        self.slice_links.extend(pairs);
        let calls = self.caller.and_then(|caller| self.calls.get_mut(&caller));
        for (callee, _) in calls.into_iter().flatten().rev().take_while(|(callee, _)| *callee >= from) {
            if *callee == from {
                *callee = to;
            }
        }
        if self.functions.len() == from + 1 {
            self.functions.pop();
        } else {
            // Nobody calls it.
            self.functions[from].body = None;
        }
        match call.kind {
            Kind::CallFunction { args, given, .. } => {
                Expr { kind: Kind::CallFunction { function: to, args, given }, ..call }
            }
            kind => Expr { kind, ..call },
        }
    }

    /// Declares the function of a call in the scopes that it sees.
    pub(super) fn instance(
        &mut self,
        item: &ItemFn,
        types: Vec<(TypeParam, Ty)>,
        place: (Vec<usize>, Area),
    ) -> Option<FunctionId> {
        let mut plain = item.clone();
        plain.sig.generics = syn::Generics::default();
        let pending = self.declare_instance(Rc::new(plain), types, place)?;
        let function = pending.function;
        self.pending.push(pending.seeing(self.scopes.clone()));
        Some(function)
    }

    /// The function of a call, without its scopes.
    pub(super) fn declare_instance(
        &mut self,
        mut item: Rc<ItemFn>,
        types: Vec<(TypeParam, Ty)>,
        (chain, area): (Vec<usize>, Area),
    ) -> Option<Pending> {
        let mut known = self.known.clone();
        let written = self.written_out(&types, &mut known);
        if !written.is_empty() {
            item = Rc::new(rewritten(&item, &written)?);
        }
        self.known = known;
        let is_inside = std::mem::replace(&mut self.held.is_declared, is_held(&types));
        self.declare_function(&item);
        self.held.is_declared = is_inside;
        let Some(Entity::Function(function)) = self.lookup(&plain(&item.sig.ident)) else { return None };
        self.functions[function].is_inlined = true;
        let (scopes, placements, known) = (Vec::new(), self.placements.clone(), self.known.clone());
        Some(Pending { function, item, types, scopes, placements, known, chain, area })
    }

    /// The names of type parameters, with what a body writes in their places: the names of numbers, and the paths of structs and enums, which are
    /// known by these from now on. Other types have no names, and are found by those of the parameters.
    fn written_out(
        &self,
        types: &[(TypeParam, Ty)],
        known: &mut Definitions,
    ) -> Vec<(syn::Ident, TokenStream)> {
        let written = types.iter().filter_map(|(param, ty)| {
            let ty = self.infer.resolve(*ty);
            let tokens = match (self.infer.data_of(ty), ty.data()) {
                (Some(data), _) => {
                    let path = self.owner_path(ty)?;
                    known.add_path(&path, &data.definition);
                    path
                }
                (None, Some(_))
                    if ty.vector_lanes().is_none() && !matches!(ty, Ty::Int(_) | Ty::Float(_)) =>
                {
                    syn::Ident::new(&ty.to_string(), Span::call_site()).into_token_stream()
                }
                _ => return None,
            };
            Some((param.name.clone(), tokens))
        });
        written.collect()
    }

    /// What a call says of the generic parameters: a scope with them, and the types. What it does not say follows from the arguments.
    pub(super) fn arguments_of(
        &mut self,
        item: &ItemFn,
        call: &syn::ExprCall,
    ) -> Option<(Scope, Vec<(TypeParam, Ty)>)> {
        self.arguments_with(item, (arguments(call), call.func.area()), &call.args, (0, &HashMap::new()))
    }

    /// The same, where some of the parameters are known, or open: those of an `impl`, which no call writes, come first.
    pub(super) fn arguments_with(
        &mut self,
        item: &ItemFn,
        (given, area): (Option<&syn::AngleBracketedGenericArguments>, Area),
        written: &Arguments,
        (of_impl, bound): (usize, &HashMap<String, Ty>),
    ) -> Option<(Scope, Vec<(TypeParam, Ty)>)> {
        let params = &item.sig.generics.params;
        let name = &item.sig.ident;
        // Those that stand for `impl Trait` are written by no call either.
        let is_written = |param: &&GenericParam| match param {
            GenericParam::Type(param) => !plain(&param.ident).starts_with("__Impl"),
            GenericParam::Const(_) => true,
            GenericParam::Lifetime(_) => false,
        };
        let count = params.iter().skip(of_impl).filter(is_written).count();
        if let Some(given) = given
            && given.args.len() != count
        {
            let problem = format!("`{name}` has {count} generic parameters, got {}", given.args.len());
            self.errors.report(Area::of(given), problem, "write one for each, or `_` for a type");
            return None;
        }
        let (mut scope, mut types) = (Scope::new(), Vec::new());
        let mut numbers = generic::function_params(&item.sig).into_iter();
        for (at, param) in params.iter().enumerate() {
            let given = given.and_then(|given| given.args.iter().nth(at.checked_sub(of_impl)?));
            match param {
                GenericParam::Type(param) if functional::is_function(param, &item.sig.generics) => {
                    // One that stands in the types of other values.
                    let known = bound.get(&plain(&param.ident)).copied();
                    if let Some(ty) = known.filter(|ty| self.closure_in(*ty).is_some()) {
                        scope.insert(plain(&param.ident), Entity::Type(ty));
                        types.push((TypeParam::of_function(&param.ident), ty));
                    }
                }
                GenericParam::Type(param) => {
                    let ty = match given {
                        Some(GenericArgument::Type(ty)) => self.written_type(ty),
                        Some(other) => {
                            let problem = format!("`{}` is a type", param.ident);
                            self.errors.report(Area::of(other), problem, "write one, such as `u32`");
                            return None;
                        }
                        None => None,
                    };
                    let ty = match (ty, bound.get(&plain(&param.ident))) {
                        (Some(ty), Some(known)) => self.infer.unify(*known, ty).unwrap_or(ty),
                        (None, Some(known)) => *known,
                        (ty, None) => ty.unwrap_or_else(|| self.infer.open()),
                    };
                    self.settle_param(area, &plain(&param.ident), ty);
                    scope.insert(plain(&param.ident), Entity::Type(ty));
                    types.extend(numbers.next().map(|param| (param, ty)));
                }
                GenericParam::Const(param) => {
                    let known = bound.get(&plain(&param.ident)).map(|ty| self.infer.resolve(*ty));
                    let is_length = signature::is_u32(&param.ty);
                    let number = match (given, known) {
                        (None, Some(Ty::Const(number))) => Some(number),
                        (None, _) if is_length => {
                            let length = self.length_in_argument(item, &param.ident, written);
                            let length = length.or_else(|| self.tried_length(area, &plain(&param.ident)));
                            length.map(Number::count)
                        }
                        _ => None,
                    };
                    let value = match number {
                        Some(number) => Entity::Const(number.lanes(), number.ty(), Surface::Same),
                        None => self.constant_argument(param, given, (area, at < of_impl))?,
                    };
                    scope.insert(plain(&param.ident), value);
                }
                GenericParam::Lifetime(_) => {}
            }
        }
        if is_held(&types) {
            self.scopes.push(scope);
            self.settle_by_bounds(&item.sig.generics);
            self.settle_by_functions(&item.sig.generics, area);
            scope = self.scopes.pop().unwrap_or_default();
        }
        Some((scope, types))
    }

    /// What bounds say of the types that are known by their names here, as `I: Iterator<Item = &T>` says of `T`.
    pub(super) fn settle_by_bounds(&mut self, generics: &syn::Generics) {
        let types = generics.type_params().filter_map(|param| match self.lookup(&plain(&param.ident)) {
            Some(Entity::Type(ty)) => Some((plain(&param.ident), ty)),
            _ => None,
        });
        let types: HashMap<String, Ty> = types.collect();
        let is_open = |checker: &Self, ty: &Ty| matches!(checker.infer.resolve(*ty), Ty::Open(_));
        for (of, item, written) in functional::associated_bounds(generics) {
            if !types.values().any(|ty| is_open(self, ty)) {
                return;
            }
            if let Some(ty) = self.associated_type(&syn::parse_quote!(#of::#item)) {
                self.match_type(written, ty, &types);
            }
        }
    }

    /// What the functions among the types that are known here say of the others, as in `F: Fn(T) -> U`.
    fn settle_by_functions(&mut self, generics: &syn::Generics, area: Area) {
        let is_open = |checker: &Self, ty: Ty| matches!(checker.infer.resolve(ty), Ty::Open(_));
        for param in generics.type_params() {
            let Some(Entity::Type(ty)) = self.lookup(&plain(&param.ident)) else { continue };
            let shape = functional::shape_of_param(&param.ident, generics);
            let (Some(closure), Some(shape)) = (self.closure_in(ty), shape) else { continue };
            let wanted = self.wanted_function(&shape);
            if self.demand_wanted(closure, &wanted, area)
                && is_open(self, wanted.result)
                && !self.types_of_params(closure).into_iter().any(|ty| is_open(self, ty))
            {
                self.check_closure(closure);
            }
        }
    }

    /// A length that is tried where nothing before it says which one it is.
    pub(super) fn tried_length(&self, area: Area, param: &str) -> Option<u32> {
        self.lists.length(area, param, self.known_around())
    }

    /// What is known here, in a function over types, in which one place is several ones.
    pub(super) fn around_in_instance(&self) -> String {
        if self.is_in_instance() { self.known_around() } else { String::new() }
    }

    /// The constants and the types that are known here, as text.
    fn known_around(&self) -> String {
        let mut around: Vec<String> = Vec::new();
        for (name, entity) in self.scopes.iter().flatten() {
            match entity {
                Entity::Const(lanes, ..) => around.push(format!("{name} {}", lanes[0])),
                Entity::Type(ty) => match self.infer.resolve(*ty) {
                    Ty::Open(_) => {}
                    // A type of several parts has another number each time.
                    many @ Ty::Many(_) => around.push(format!("{name} {}", self.infer.name(many))),
                    other => around.push(format!("{name} {other:?}")),
                },
                _ => {}
            }
        }
        around.sort();
        around.join(" ")
    }

    /// Settles the type that a parameter has in the end where it is open: whether an array of two or four of them is a vector depends on it.
    pub(super) fn settle_param(&mut self, area: Area, param: &str, ty: Ty) {
        if !matches!(self.infer.resolve(ty), Ty::Open(_)) {
            return;
        }
        // Outside of functions over types there is one such parameter at a place.
        let around = self.around_in_instance();
        match self.lists.param(area, param, around, ty) {
            Some(Some(known)) => drop(self.infer.unify(ty, known)),
            Some(None) => self.infer.is_no_number(ty),
            None => {}
        }
    }

    /// The value of a constant parameter that is the length of an array which the call passes.
    fn length_in_argument(&self, item: &ItemFn, param: &syn::Ident, written: &Arguments) -> Option<u32> {
        // A method's receiver is no argument.
        let first = item.sig.inputs.len().checked_sub(written.len())?;
        item.sig.inputs.iter().skip(first).zip(written).find_map(|(input, arg)| {
            let FnArg::Typed(input) = input else { return None };
            let ty = match &*input.ty {
                syn::Type::Reference(reference) => &*reference.elem,
                ty => ty,
            };
            let syn::Type::Array(array) = ty else { return None };
            let is_it = matches!(strip(&array.len), syn::Expr::Path(path) if path.path.is_ident(param));
            is_it.then(|| self.length_of_array(arg)).flatten()
        })
    }

    /// The length of an array, as far as it is known without checking the expression.
    fn length_of_array(&self, expr: &syn::Expr) -> Option<u32> {
        match strip(expr) {
            syn::Expr::Reference(reference) => self.length_of_array(&reference.expr),
            syn::Expr::Array(array) => u32::try_from(array.elems.len()).ok(),
            syn::Expr::Repeat(syn::ExprRepeat { len, .. }) => match strip(len) {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) => length.base10_parse().ok(),
                syn::Expr::Path(path) => match self.lookup(&plain(path.path.get_ident()?))? {
                    Entity::Const([length, 0, 0, 0], Ty::U32, _) => Some(length),
                    _ => None,
                },
                _ => None,
            },
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(bytes), .. }) => {
                u32::try_from(bytes.value().len()).ok()
            }
            syn::Expr::MethodCall(call) if call.method == "map" => self.length_of_array(&call.receiver),
            syn::Expr::Path(path) => match self.lookup(&plain(path.path.get_ident()?))? {
                Entity::Local(local) | Entity::Reference(local) => {
                    let ty = self.locals[local].ty;
                    match self.infer.parts(ty) {
                        Some((Form::Array, parts)) => u32::try_from(parts.len()).ok(),
                        Some(_) => None,
                        None => self.infer.resolve(ty).vector_lanes(),
                    }
                }
                Entity::Buffer(buffer) => {
                    let known = &self.buffers[buffer];
                    let is_array = !known.is_slice && !known.decl.access.is_bound();
                    let count = (is_array && known.length.is_none()).then_some(known.decl.count);
                    self.lengths.get(&buffer).copied().or(count.filter(|_| known.dimensions.is_empty()))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of a constant parameter.
    fn constant_argument(
        &mut self,
        param: &syn::ConstParam,
        given: Option<&GenericArgument>,
        (area, is_of_impl): (Area, bool),
    ) -> Option<Entity> {
        let (ty, param) = (signature::written(&param.ty).unwrap_or(Ty::U32), &param.ident);
        let value = match given {
            Some(GenericArgument::Const(value)) => self.expr_as(value, ty),
            Some(GenericArgument::Type(syn::Type::Path(path))) => {
                let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: path.path.clone() };
                self.expr_as(&syn::Expr::Path(path), ty)
            }
            Some(other) => {
                self.errors.report(
                    Area::of(other),
                    format!("`{param}` is a number"),
                    "write one, such as `4`",
                );
                return None;
            }
            None => {
                let called = |text: String| text.split('(').next().map(|name| name.trim().to_string());
                let name = self.errors.text(area).and_then(called).unwrap_or_else(|| "function".to_string());
                let problem = format!("the value of `{param}` is not known");
                let example = if ty == Ty::Bool { "true" } else { "4" };
                let written = match name.rsplit_once("::") {
                    Some((owner, function)) if is_of_impl => format!("{owner}::<{example}>::{function}(..)"),
                    _ => format!("{name}::<{example}>(..)"),
                };
                self.errors.report(area, problem, format!("write it: `{written}`"));
                return None;
            }
        };
        if self.infer.resolve(value.ty) == Ty::Error || !self.demand(&value, ty) {
            return None;
        }
        match (self.known(&value), super::outer::depends(&value)) {
            (Some(lanes), _) => Some(Entity::Const(lanes, ty, Surface::Same)),
            (None, Some(_)) => Some(self.given_constant(value)),
            (None, None) => {
                let fix = "use literals, constants, and constant parameters";
                self.errors.report(value.area, format!("the value of `{param}` is not constant"), fix);
                None
            }
        }
    }

    /// A name for an expression that is constant once the program is linked.
    pub(super) fn given_constant(&mut self, value: Expr) -> Entity {
        self.given.push(value);
        Entity::Given(self.given.len() - 1)
    }

    /// Checks the bodies that have waited for their types.
    pub(super) fn check_pending(&mut self) {
        let mut failed = Vec::new();
        loop {
            let Some(pending) = self.pending.pop() else {
                match self.write_pointer() {
                    true => continue,
                    false => break,
                }
            };
            let last = pending.chain.last().copied();
            if last.is_some_and(|template| failed.contains(&template)) {
                continue;
            }
            let before = self.errors.count();
            self.pending_body(pending);
            if self.errors.count() > before {
                failed.extend(last);
            }
        }
    }

    pub(super) fn pending_body(&mut self, pending: Pending) {
        let Pending { function, item, types, scopes, placements, known, chain, area } = pending;
        let mut settled = Vec::new();
        for (param, ty) in types.into_iter().filter(|(param, _)| param.name != HELD) {
            let (name, function_id, function) = (&param.name, function, &item.sig.ident);
            let ty = match self.infer.resolve(ty) {
                Ty::Int(_) => self.infer.unify(ty, Ty::I32).unwrap_or(Ty::I32),
                Ty::Float(_) => self.infer.unify(ty, Ty::F64).unwrap_or(Ty::F64),
                other => other,
            };
            match ty {
                Ty::Error => return,
                Ty::Open(_) if self.miscalled.contains(&function_id) => return,
                Ty::Open(_) => {
                    let problem = format!("the type `{name}` of `{function}` is not known");
                    return self.errors.report(area, problem, format!("write it: `{function}::<u32>(..)`"));
                }
                other if !param.allows(other) => {
                    let problem =
                        format!("`{}` is no `vyre::{}`", self.infer.name(other), param.trait_name());
                    let fix = format!("pass a number of a type that `{name}` of `{function}` can be");
                    return self.errors.report(area, problem, fix);
                }
                other => settled.push((param, other)),
            }
        }
        self.settle_signature(function);
        let mut known = known;
        let written = self.written_out(&settled, &mut known);
        let Some(item) = rewritten(&item, &written) else { return };
        let scopes = std::mem::replace(&mut self.scopes, scopes);
        let placements = std::mem::replace(&mut self.placements, placements);
        let known = std::mem::replace(&mut self.known, known);
        let outside = std::mem::replace(&mut self.outside, 0);
        let instances = std::mem::replace(&mut self.instances, chain);
        self.functions[function].is_outside = !self.placements.is_empty();
        let at_call = self.at_call();
        self.function_body_of(function, &item);
        drop(at_call);
        self.instances = instances;
        self.outside = outside;
        self.known = known;
        self.placements = placements;
        self.scopes = scopes;
    }

    /// Puts the types of a function where they were not known yet.
    fn settle_signature(&mut self, function: FunctionId) {
        for (_, slice) in self.functions[function].slices.clone() {
            let ty = self.infer.resolve(self.buffers[slice].ty);
            self.buffers[slice].ty = ty;
            self.buffers[slice].decl.element = ty.data().unwrap_or(DataType::U32);
        }
        for param in self.functions[function].params.clone() {
            self.locals[param].ty = self.infer.resolve(self.locals[param].ty);
        }
        self.functions[function].result = self.infer.resolve(self.functions[function].result);
    }

    /// Whether the body of a function over types is being checked.
    pub(super) fn is_in_instance(&self) -> bool {
        !self.instances.is_empty()
    }

    /// A use of a constant that is known once the program is linked.
    pub(super) fn given_use(&self, at: usize, area: Area) -> Expr {
        Expr { area, ..self.given[at].clone() }
    }

    /// The constant parameters of a function beside kernels, as constants of its program.
    pub(super) fn declare_constants(&mut self, item: &ItemFn) {
        for (at, param) in item.sig.generics.const_params().enumerate() {
            let area = Area::from(param.ident.span());
            if !signature::is_u32(&param.ty) {
                let problem = "a function outside of a module has no constant parameters but `u32`s";
                self.errors.report(
                    Area::of(param),
                    problem,
                    "write `const N: u32`, or take the value as an argument",
                );
                self.declare(&param.ident, Entity::Poisoned);
                continue;
            }
            let value = self.given_constant(Expr { kind: Kind::Constant(at), ty: Ty::U32, area });
            self.declare(&param.ident, value);
        }
    }
}
