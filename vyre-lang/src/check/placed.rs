//! Functions outside that take the place of their calls: those with slices, references, tuples, ids, barriers or arrays of their own. Their
//! macro has handed the tokens on, and each is checked in a kernel as a function of the kernel would be.
//!
//! What such a function names stands in its own module. Constants and functions of that module come to the kernel as constants and functions of
//! the type that shares the function's name.

use super::{Checker, Entity, lists, plain};
use crate::attribute::Attribute;
use crate::data::{Definitions, Hints, Outside, Shape, text_of};
use crate::diagnostics::{Area, AtCall, Errors};
use crate::expand::generic;
use crate::hir::{
    Base, Block, Buffer, BufferId, Expr, FunctionId, Given, Kernel, Kind, LocalId, Place, Stmt, View,
};
use crate::signature;
use crate::syntax::written_out;
use crate::types::Ty;
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashMap;
use std::rc::Rc;
use vyre_ir::{BufferDecl, DataType};

/// A function outside whose body is being checked.
#[derive(Clone)]
pub(super) struct Placement {
    path: TokenStream,
    text: String,
    /// Where it is called.
    span: Span,
    /// How many constants there were before it.
    pub(super) first: usize,
    /// What its own file tells of the constants that it names.
    pub(super) hints: Rc<Hints>,
}

/// What is known of a function that kernels link to.
#[derive(Clone)]
pub(super) struct Linked {
    pub(super) name: String,
    /// How many parameters it has.
    pub(super) parameters: usize,
    /// The types in its signature, as far as the macro can read them.
    pub(super) types: Option<Signature>,
    /// Which of them are type parameters.
    pub(super) over: Vec<TypeParameter>,
}

/// A type parameter of a function outside, with the parameters that are of this type, and whether the result is.
#[derive(Clone)]
pub(super) struct TypeParameter {
    parameters: Vec<usize>,
    is_result: bool,
}

impl TypeParameter {
    fn of(signature: &syn::Signature, name: &Ident) -> TypeParameter {
        let is_it = |ty: &syn::Type| matches!(ty, syn::Type::Path(path) if path.path.is_ident(name));
        let inputs = signature.inputs.iter().enumerate();
        let is_of_it =
            |(_, input): &(usize, &syn::FnArg)| matches!(input, syn::FnArg::Typed(input) if is_it(&input.ty));
        TypeParameter {
            parameters: inputs.filter(is_of_it).map(|(at, _)| at).collect(),
            is_result: matches!(&signature.output, syn::ReturnType::Type(_, ty) if is_it(ty)),
        }
    }
}

/// What a function takes and gives. The type of a parameter is unknown where the macro cannot read it.
#[derive(Clone)]
pub(super) struct Signature {
    pub(super) parameters: Vec<Option<Ty>>,
    pub(super) result: Ty,
}

/// The name under which a function's type has a constant, a table or a function that its body names.
pub(crate) fn export(key: &str) -> Ident {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let written = key.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let hash = written.fold(0xcbf2_9ce4_8422_2325, step);
    format_ident!("__VYRE_EXPORT_{hash:016x}", span = Span::mixed_site())
}

/// Checks a function beside kernels that takes the place of its calls, with a call of it.
pub(crate) fn check_placed(
    function: &syn::ItemFn,
    (attribute, known): (&Attribute, Definitions),
    errors: &mut Errors,
) -> Kernel {
    let hints = Rc::new(Hints::of(function));
    lists::settled(errors, |errors, lists| {
        placed_body(Checker::new((attribute, known.clone()), (&hints, lists), errors), function)
    })
}

fn placed_body(mut checker: Checker<'_>, function: &syn::ItemFn) -> Kernel {
    checker.refuse_built_in(&function.sig.ident);
    checker.declare_constants(function);
    let mut plain = function.clone();
    if signature::has_fine_generics(&function.sig) {
        plain.sig.generics = syn::Generics::default();
    }
    checker.declare_function(&plain);
    checker.function_body(&plain);
    if checker.functions.is_empty() {
        return checker.finish(Vec::new(), 0, Block::default());
    }
    let (scalars, lanes, body) = checker.sample(Area::from(function.sig.ident.span()));
    let constants = function.sig.generics.const_params().count();
    Kernel { constants, ..checker.finish(scalars, lanes, body) }
}

/// A path without generic arguments.
fn without_arguments(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    path.segments.iter_mut().for_each(|segment| segment.arguments = syn::PathArguments::None);
    path
}

impl Checker<'_> {
    /// The function that a path names, if it takes the place of its calls; nothing inside where it is erroneous.
    pub(super) fn placed(
        &mut self,
        path: &syn::ExprPath,
        call: &syn::ExprCall,
    ) -> Option<Option<FunctionId>> {
        let path = without_arguments(&path.path);
        let known = self.known.of(&path)?.clone();
        match &known.definition.shape {
            Shape::Erroneous => Some(None),
            // What functions link to stays what they link to.
            Shape::Function(outside) if outside.is_placed && (self.is_kernel || !outside.is_linked) => {
                let chain: Vec<&str> =
                    self.placements.iter().map(|placement| placement.text.as_str()).collect();
                let key = format!("{}/{}", chain.join("/"), known.text);
                if let Some(id) = self.placed.get(&key) {
                    return Some(*id);
                }
                let span = path.segments.last()?.ident.span();
                let mut item: syn::ItemFn = syn::parse2(resolved(outside.item.clone(), span)).ok()?;
                let hints = Hints::of(&item);
                item.attrs.clear();
                let hints = Rc::new(hints);
                if !item.sig.generics.params.is_empty() {
                    // Each call is one of a function of its own.
                    return Some(self.instance_outside(&path, &item, (outside, hints), call));
                }
                let id = self.place_outside(&path, &item, (outside, hints));
                self.placed.insert(key, id);
                Some(id)
            }
            _ => None,
        }
    }

    /// Whether a path is that of a function outside of which the definition is known.
    pub(super) fn is_function_outside(&self, path: &syn::Path) -> bool {
        let known = self.known.of(&without_arguments(path));
        known.is_some_and(|known| matches!(known.definition.shape, Shape::Function(_)))
    }

    /// The function outside that a path names and that takes the place of its calls, with what it names.
    pub(super) fn item_outside(&self, path: &syn::Path) -> Option<(syn::ItemFn, Definitions)> {
        let path = without_arguments(path);
        let Shape::Function(outside) = &self.known.of(&path)?.definition.shape else { return None };
        if !outside.is_placed {
            return None;
        }
        let span = path.segments.last()?.ident.span();
        let mut item: syn::ItemFn = syn::parse2(resolved(outside.item.clone(), span)).ok()?;
        item.attrs.clear();
        Some((item, outside.known.clone()))
    }

    /// Whether a path is that of a function which takes the place of its calls.
    pub(super) fn is_placed_path(&self, path: &syn::Path) -> bool {
        let known = self.known.of(&without_arguments(path));
        known.is_some_and(
            |known| matches!(&known.definition.shape, Shape::Function(outside) if outside.is_placed),
        )
    }

    /// Whether a path is that of a function in which an error has been reported.
    pub(super) fn is_erroneous_path(&self, path: &syn::Path) -> bool {
        let known = self.known.of(&without_arguments(path));
        known.is_some_and(|known| matches!(known.definition.shape, Shape::Erroneous))
    }

    /// What is known of a function outside that kernels link to.
    pub(super) fn linked(&mut self, path: &syn::ExprPath) -> Option<Linked> {
        let path = without_arguments(&path.path);
        let key = self.placements.is_empty().then(|| text_of(&path));
        if let Some(linked) = key.as_ref().and_then(|key| self.linked_by_path.get(key)) {
            return linked.clone();
        }
        let linked = self.linked_anew(&path);
        if let Some(key) = key {
            self.linked_by_path.insert(key, linked.clone());
        }
        linked
    }

    fn linked_anew(&mut self, path: &syn::Path) -> Option<Linked> {
        let known = self.known.of(path)?.clone();
        let Shape::Function(outside) = &known.definition.shape else { return None };
        let span = path.segments.last()?.ident.span();
        let item: syn::ItemFn = syn::parse2(respanned(outside.item.clone(), span)).ok()?;
        let names: Vec<&Ident> = item.sig.generics.type_params().map(|param| &param.ident).collect();
        let over: Vec<TypeParameter> = names.iter().map(|name| TypeParameter::of(&item.sig, name)).collect();
        // A type such as `(T, u32)` is another one for each call.
        let is_over = |node: &dyn ToTokens| mentions(node.to_token_stream(), &names);
        let is_read = over.iter().any(|param| param.is_result) || !is_over(&item.sig.output);
        let mut types = if is_read { self.linked_types(&item.sig, outside) } else { None };
        for (at, input) in item.sig.inputs.iter().enumerate() {
            if let Some(types) = &mut types
                && is_over(input)
            {
                types.parameters[at] = None;
            }
        }
        Some(Linked { name: plain(&item.sig.ident), parameters: item.sig.inputs.len(), types, over })
    }

    /// The types that a call of such a function takes and gives, where the call itself says some of its type parameters.
    pub(super) fn types_of_call(&mut self, linked: Linked, path: &syn::Path) -> Option<Signature> {
        let mut types = linked.types?;
        let written = path.segments.last().map(|last| &last.arguments);
        let written: Vec<&syn::Type> = match written {
            Some(syn::PathArguments::AngleBracketed(arguments)) => {
                let types = arguments.args.iter().filter_map(|argument| match argument {
                    syn::GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                });
                types.collect()
            }
            _ => Vec::new(),
        };
        for (at, param) in linked.over.into_iter().enumerate() {
            let said = written.get(at).and_then(|ty| self.written_type(ty));
            let ty = said.unwrap_or_else(|| self.infer.open());
            param.parameters.into_iter().for_each(|at| types.parameters[at] = Some(ty));
            if param.is_result {
                types.result = ty;
            }
        }
        Some(types)
    }

    /// The types that a function outside takes and gives.
    fn linked_types(&mut self, signature: &syn::Signature, outside: &Outside) -> Option<Signature> {
        let syn::ReturnType::Type(_, ty) = &signature.output else { return None };
        let own = std::mem::replace(&mut self.known, outside.known.clone());
        let over = signature.generics.type_params();
        let over = over.map(|param| (plain(&param.ident), Entity::Type(self.infer.open())));
        let scopes = [over.collect::<HashMap<_, _>>()].to_vec();
        let scopes = std::mem::replace(&mut self.scopes, scopes);
        let was_elsewhere = std::mem::replace(&mut self.is_elsewhere, true);
        let result = self.written_type(ty);
        let parameters = signature.inputs.iter().map(|input| match input {
            syn::FnArg::Typed(input) => self.written_type(&input.ty),
            syn::FnArg::Receiver(_) => None,
        });
        let parameters = parameters.collect();
        self.is_elsewhere = was_elsewhere;
        self.scopes = scopes;
        self.known = own;
        Some(Signature { parameters, result: result? })
    }

    /// Checks a function as one of the kernel's own. The errors in it stand where it is called.
    fn place_outside(
        &mut self,
        path: &syn::Path,
        item: &syn::ItemFn,
        outside: (&Outside, Rc<Hints>),
    ) -> Option<FunctionId> {
        let id = self.elsewhere(path, outside, HashMap::new(), |checker| {
            checker.declare_function(item);
            let id = match checker.lookup(&plain(&item.sig.ident)) {
                Some(Entity::Function(id)) => Some(id),
                _ => None,
            };
            checker.function_body(item);
            id
        })?;
        self.functions[id].is_inlined = true;
        self.functions[id].is_outside = true;
        Some(id)
    }

    /// Declares the function that a call makes of one over types or constants.
    fn instance_outside(
        &mut self,
        path: &syn::Path,
        item: &syn::ItemFn,
        outside: (&Outside, Rc<Hints>),
        call: &syn::ExprCall,
    ) -> Option<FunctionId> {
        let (scope, types) = self.arguments_of(item, call)?;
        let chain = self.instances.clone();
        let place = (chain, Area::of(call));
        if generic::is_over_others(&item.sig) {
            // Its types are the kernel's, so it is checked as a function inside: what it names means what it means there.
            let mut known = outside.0.known.clone();
            known.extend(&self.known);
            let known = std::mem::replace(&mut self.known, known);
            let scopes = std::mem::replace(&mut self.scopes, vec![scope]);
            let outer = std::mem::replace(&mut self.outside, 0);
            let function = self.instance(item, types, place);
            self.outside = outer;
            self.scopes = scopes;
            self.known = known;
            return function;
        }
        self.elsewhere(path, outside, scope, |checker| checker.instance(item, types, place))
    }

    /// Does something where a function outside stands, with these names.
    fn elsewhere<T>(
        &mut self,
        path: &syn::Path,
        (outside, hints): (&Outside, Rc<Hints>),
        names: HashMap<String, Entity>,
        what: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let first = self.items_count();
        let span = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
        let placement = Placement { path: path.to_token_stream(), text: text_of(path), span, hints, first };
        self.placements.push(placement);
        let at_call = self.at_call();
        let known = std::mem::replace(&mut self.known, outside.known.clone());
        let scopes = std::mem::replace(&mut self.scopes, vec![names]);
        let outer = std::mem::replace(&mut self.outside, 0);
        let result = what(self);
        drop(at_call);
        self.outside = outer;
        self.scopes = scopes;
        self.known = known;
        self.placements.pop();
        result
    }

    /// Puts errors where the kernel calls the function outside whose body is checked.
    pub(super) fn at_call(&self) -> AtCall {
        AtCall::new(self.placements.first().map(|placement| placement.span))
    }

    /// What rustc is to see of something that a function outside names, and the name that it has for those who call this one.
    pub(super) fn exported(&self, value: TokenStream, key: &str) -> (TokenStream, String) {
        let chain: Vec<&str> = self.placements.iter().map(|placement| placement.text.as_str()).collect();
        let Some(Placement { path, .. }) = self.placements.first() else { return (value, key.to_string()) };
        let name = export(&[&chain[1..], &[key]].concat().join("/"));
        (quote!(<#path>::#name), [&chain[..], &[key]].concat().join("/"))
    }

    /// A call with arguments that nothing is known of.
    fn sample(&mut self, area: Area) -> (Vec<(LocalId, u32, Area)>, u32, Block) {
        let (mut stmts, mut scalars, mut lanes) = (Vec::new(), Vec::new(), 0);
        let function = &self.functions[0];
        let (params, result) = (function.params.clone(), function.result);
        let (slices, references) = (function.slices.clone(), function.references.clone());
        let mut given = Given::default();
        for (binding, (_, slice)) in slices.iter().enumerate() {
            let buffer = self.sample_buffer(*slice, binding as u32, &mut lanes);
            self.slice_links.push((*slice, buffer));
            self.slice_sources.push((*slice, Base::Buffer(buffer)));
            given.slices.push(View { base: Base::Buffer(buffer), cuts: Vec::new() });
        }
        for (_, reference) in references {
            let ty = self.locals[reference.local].ty;
            let local = self.local("referred", ty, true);
            stmts.push(Stmt::Let { local, value: Expr { kind: Kind::Literal(0), ty, area }, area });
            given.places.push(Place::Part { local, path: Vec::new() });
        }
        let args = params.iter().map(|param| {
            let ty = self.locals[*param].ty;
            let local = self.local("given", ty, false);
            scalars.push((local, lanes, area));
            lanes += self.infer.lanes(ty).max(1);
            Expr { kind: Kind::Local(local), ty, area }
        });
        let args = args.collect();
        let call = Expr { kind: Kind::CallFunction { function: 0, args, given }, ty: result, area };
        stmts.push(Stmt::Expr(call));
        self.functions[0].is_inlined = true;
        (scalars, lanes, Block { stmts, tail: None })
    }

    /// A buffer that may be a slice's.
    fn sample_buffer(&mut self, slice: BufferId, binding: u32, lanes: &mut u32) -> BufferId {
        let known = &self.buffers[slice];
        let (name, element, area) = (known.decl.name.clone(), known.decl.element.clone(), known.area);
        let is_written = known.decl.access.is_writable();
        let (ty, is_atomic, is_signed) = (known.ty, known.is_atomic, known.is_signed);
        // What is written is words, as the IR has no stores of bytes.
        let is_packed = (self.infer.resolve(ty).is_narrow() || self.infer.is_packed(ty))
            && !self.lengths.contains_key(&slice);
        let element = match (is_packed, is_written) {
            (true, true) => DataType::U32,
            (true, false) => DataType::Bytes,
            (false, _) => element,
        };
        let decl = match (self.lengths.get(&slice), is_written) {
            (Some(count), _) => BufferDecl::private(name, *count, DataType::U32),
            (None, true) => BufferDecl::read_write(name, binding, element),
            (None, false) => BufferDecl::read(name, binding, element),
        };
        let packed_length = is_packed.then_some(*lanes);
        *lanes += u32::from(is_packed);
        self.buffers.push(Buffer {
            is_constant: !is_written,
            is_atomic,
            is_signed,
            packed_length,
            ..Buffer::new(decl, area, ty)
        });
        self.buffers.len() - 1
    }
}

/// The same tokens, all at one place.
fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    with_spans(tokens, &|_| span)
}

/// The same tokens where they were written, with the meaning that names have at a place.
fn resolved(tokens: TokenStream, span: Span) -> TokenStream {
    with_spans(tokens, &|written| written.resolved_at(span))
}

fn with_spans(tokens: TokenStream, span: &impl Fn(Span) -> Span) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut copy = Group::new(group.delimiter(), with_spans(group.stream(), span));
            copy.set_span(span(group.span()));
            TokenTree::from(copy)
        }
        mut other => {
            other.set_span(span(other.span()));
            other
        }
    });
    tokens.collect()
}

/// Whether a function beside kernels takes the place of its calls: its signature has more than numbers and vectors, or its body what is no value.
pub(crate) fn is_placed(function: &syn::ItemFn) -> bool {
    use syn::visit::{self, Visit};
    #[derive(Default)]
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            let name = crate::syntax::path_name(&call.func).unwrap_or_default();
            let is_value = matches!(name.as_str(), "select" | "cast" | "workgroup_size");
            self.0 |= !is_value && super::call::BUILT_INS.contains(&name.as_str());
            if let syn::Expr::Path(path) = crate::syntax::strip(&call.func) {
                // Functions with constants take the place of their calls, and so do those who call them.
                self.0 |= name != "workgroup_array" && has_constant_arguments(&path.path);
            }
            visit::visit_expr_call(self, call);
        }

        fn visit_expr_reference(&mut self, _: &'ast syn::ExprReference) {
            self.0 = true;
        }

        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            // Methods of slices are loops over arrays in memory.
            let name = plain(&call.method);
            let is_of_slices =
                super::slice_methods::names().chain(super::perhaps::names()).any(|known| known == name);
            self.0 |= is_of_slices && !super::method::is_of_numbers(&name);
            visit::visit_expr_method_call(self, call);
        }

        fn visit_macro(&mut self, it: &'ast syn::Macro) {
            if let Some(expr) = written_out(it) {
                Visit::visit_expr(self, &expr);
            }
        }

        // Of functions inside.
        fn visit_type_reference(&mut self, _: &'ast syn::TypeReference) {
            self.0 = true;
        }

        fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
            if let syn::Expr::Path(path) = crate::syntax::strip(&index.expr)
                && let Some(last) = path.path.segments.last()
            {
                self.0 |= super::expr::is_constant_name(&plain(&last.ident));
            }
            visit::visit_expr_index(self, index);
        }
    }
    let over: Vec<&Ident> = function.sig.generics.type_params().map(|param| &param.ident).collect();
    // What has parts of the type of a parameter is no one type to link to.
    let is_one = |ty: &syn::Type| {
        signature::value_type(ty).is_some()
            || matches!(ty, syn::Type::Path(path) if over.iter().any(|name| path.path.is_ident(*name)))
    };
    let is_wide = |ty: &syn::Type| matches!(ty, syn::Type::Reference(_)) || !over.is_empty() && !is_one(ty);
    let mut params = function.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(input) => Some(&*input.ty),
        syn::FnArg::Receiver(_) => None,
    });
    let gives_value = match &function.sig.output {
        syn::ReturnType::Type(_, ty) => !is_wide(ty),
        syn::ReturnType::Default => false,
    };
    let mut finder = Finder::default();
    finder.visit_block(&function.block);
    let has_constants = function.sig.generics.const_params().next().is_some();
    finder.0 || !gives_value || has_constants || generic::is_over_others(&function.sig) || params.any(is_wide)
}

/// Whether one of the names stands among tokens.
fn mentions(tokens: TokenStream, names: &[&Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), names),
        TokenTree::Ident(name) => names.iter().any(|known| **known == name),
        _ => false,
    })
}

/// Whether a path has constants among its generic arguments, as far as its tokens tell.
fn has_constant_arguments(path: &syn::Path) -> bool {
    let arguments = path.segments.last().map(|last| &last.arguments);
    let Some(syn::PathArguments::AngleBracketed(arguments)) = arguments else { return false };
    arguments.args.iter().any(|argument| match argument {
        syn::GenericArgument::Const(_) => true,
        syn::GenericArgument::Type(syn::Type::Path(path)) => path.path.segments.last().is_some_and(|last| {
            let name = plain(&last.ident);
            super::expr::is_constant_name(&name) && name.len() > 1
        }),
        _ => false,
    })
}
