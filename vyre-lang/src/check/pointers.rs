//! Functions as values of a pointer's type, such as `fn(u32) -> u32`. Such a value is the number of one of the functions that are values of the type
//! anywhere in the kernel. Its type is that of a closure that captures the number and calls the function which chooses by it. The body of that
//! function is written in the end, when all of those are known among which it chooses.

use super::closures::{Input, Wanted};
use super::kept_closures::Kept;
use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::functional::Shape;
use crate::hir::{Expr, FunctionId, Kind};
use crate::syntax::{path_name, strip};
use crate::types::{Form, Ty};
use std::collections::HashMap;

/// A type of pointers to functions.
pub(super) struct Pointer {
    wanted: Wanted,
    /// The closure that its values are.
    closure: usize,
    function: FunctionId,
    item: syn::ItemFn,
    /// The names of the types in its signature.
    types: HashMap<String, Entity>,
    /// The functions that are values of it: what tells one from others, if it has a name, and the closure that calls it.
    targets: Vec<(Option<String>, usize)>,
    /// For how many of them the body has been written.
    written: Option<usize>,
}

fn ident(name: String) -> syn::Ident {
    syn::Ident::new(&name, proc_macro2::Span::call_site())
}

impl Checker<'_> {
    /// The type of a pointer to functions of a shape.
    pub(super) fn pointer_type(&mut self, shape: &Shape) -> Ty {
        let wanted = self.wanted_function(shape);
        self.pointer_to(wanted)
    }

    fn pointer_to(&mut self, wanted: Wanted) -> Ty {
        let known = self.pointers.iter().find(|known| self.is_same_function(&known.wanted, &wanted));
        let closure = match known {
            Some(known) => known.closure,
            None => match self.new_pointer(wanted) {
                Some(closure) => closure,
                None => return Ty::Error,
            },
        };
        self.infer.many(Form::Closure(closure as u32), vec![Ty::U32])
    }

    fn is_same_function(&self, a: &Wanted, b: &Wanted) -> bool {
        let is_same = |a: Ty, b: Ty| self.is_same_type(a, b);
        let inputs = a.inputs.iter().zip(&b.inputs).all(|inputs| match inputs {
            (Input::Value(a), Input::Value(b)) | (Input::Place(a), Input::Place(b)) => is_same(*a, *b),
            (Input::Slice(a, is_mutable), Input::Slice(b, of_b)) => is_mutable == of_b && is_same(*a, *b),
            _ => false,
        });
        a.inputs.len() == b.inputs.len() && inputs && is_same(a.result, b.result)
    }

    fn is_same_type(&self, a: Ty, b: Ty) -> bool {
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            match (self.infer.parts(a), self.infer.parts(b)) {
                (Some((form, of_a)), Some((of_form, of_b))) => {
                    if form != of_form || of_a.len() != of_b.len() {
                        return false;
                    }
                    match form {
                        // The elements of an array are of one type.
                        Form::Array => open.extend(of_a.first().copied().zip(of_b.first().copied())),
                        _ => open.extend(of_a.iter().copied().zip(of_b.iter().copied())),
                    }
                }
                (None, None) if self.infer.resolve(a) == self.infer.resolve(b) => {}
                _ => return false,
            }
        }
        true
    }

    fn new_pointer(&mut self, wanted: Wanted) -> Option<usize> {
        let number = self.pointers.len();
        let mut types = HashMap::new();
        let mut named = |ty: Ty, what: String| {
            let name = ident(format!("__VyrePointer{number}{what}"));
            types.insert(name.to_string(), Entity::Type(ty));
            name
        };
        let names: Vec<syn::Ident> =
            (0..wanted.inputs.len()).map(|at| ident(format!("__vyre_item_{at}"))).collect();
        let inputs = wanted.inputs.iter().zip(&names).enumerate().map(|(at, (input, name))| {
            let ty: syn::Type = match input {
                Input::Value(ty) => {
                    let ty = named(*ty, format!("Of{at}"));
                    syn::parse_quote!(#ty)
                }
                Input::Place(ty) => {
                    let ty = named(*ty, format!("Of{at}"));
                    syn::parse_quote!(&mut #ty)
                }
                Input::Slice(ty, true) => {
                    let ty = named(*ty, format!("Of{at}"));
                    syn::parse_quote!(&mut [#ty])
                }
                Input::Slice(ty, false) => {
                    let ty = named(*ty, format!("Of{at}"));
                    syn::parse_quote!(&[#ty])
                }
            };
            quote::quote!(#name: #ty)
        });
        let inputs: Vec<proc_macro2::TokenStream> = inputs.collect();
        let output: Option<proc_macro2::TokenStream> = match self.infer.resolve(wanted.result) {
            Ty::Unit => None,
            result => {
                let ty = named(result, "Gives".to_string());
                Some(quote::quote!(-> #ty))
            }
        };
        let called = ident(format!("__vyre_pointer_{number}"));
        let item: syn::ItemFn =
            syn::parse_quote!(fn #called(__vyre_tag: u32, #(#inputs),*) #output { loop {} });
        self.scopes.push(types.clone());
        let before = self.errors.count();
        self.declare_function(&item);
        let declared = self.lookup(&called.to_string());
        self.scopes.pop();
        let Some(Entity::Function(function)) = declared.filter(|_| self.errors.count() == before) else {
            return None;
        };
        self.functions[function].is_inlined = true;
        let area = Area::from(proc_macro2::Span::call_site());
        let tag = self.local("function", Ty::U32, false);
        let (tag_name, function_name) =
            (self.lazy_name(Entity::Local(tag), area), self.lazy_name(Entity::Function(function), area));
        let closure: syn::ExprClosure =
            syn::parse_quote!(|#(#names),*| #function_name(#tag_name, #(#names),*));
        let closure = self.closure_as(&closure, Some(&wanted), &mut Vec::new());
        self.keep_closure(closure, Kept::of_number(tag));
        let targets = Vec::new();
        self.pointers.push(Pointer { wanted, closure, function, item, types, targets, written: None });
        Some(closure)
    }

    pub(super) fn has_pointers(&self) -> bool {
        !self.pointers.is_empty()
    }

    /// The pointer that a type is one of.
    fn pointer_of(&self, ty: Ty) -> Option<usize> {
        if self.pointers.is_empty() {
            return None;
        }
        match self.infer.parts(self.infer.resolve(ty))? {
            (Form::Closure(id), _) => self.pointers.iter().position(|known| known.closure == id as usize),
            _ => None,
        }
    }

    /// The name of a function, or a closure, where a pointer is wanted.
    pub(super) fn pointer_as(&mut self, value: &syn::Expr, ty: Ty) -> Option<Expr> {
        let at = self.pointer_of(ty)?;
        let wanted = self.pointers[at].wanted.clone();
        let area = Area::of(value);
        let (closure, key) = match strip(value) {
            syn::Expr::Closure(closure) => (closure.clone(), None),
            syn::Expr::Path(path) => {
                let entity = path_name(value).and_then(|name| self.lookup(&name));
                if let Some(Entity::Closure(id)) = entity {
                    return Some(self.pointer_to_closure(at, id, area));
                }
                let key = match entity {
                    Some(Entity::Function(id)) => Some(format!("function {id}")),
                    Some(Entity::Template(_)) => Some(self.meaning_of(path)),
                    Some(Entity::Named(_)) => None,
                    Some(_) => return None,
                    None if self.name_of_function(path).is_none() => return None,
                    None => Some(self.meaning_of(path)),
                };
                if let Some(known) = self.known_target(at, key.as_ref()) {
                    return Some(self.pointer_value(at, known, area));
                }
                (crate::functional::closure_of(path, wanted.inputs.len()), key)
            }
            _ => return None,
        };
        let value = self.kept_closure(&closure, Some(&wanted));
        let Some(target) = self.closure_in(value.ty) else { return Some(Expr::error(area)) };
        Some(self.pointer_to_target(at, key, target, area))
    }

    /// The value of a closure that a variable is.
    fn pointer_to_closure(&mut self, at: usize, id: usize, area: Area) -> Expr {
        let key = Some(format!("closure {id}"));
        if let Some(known) = self.known_target(at, key.as_ref()) {
            return self.pointer_value(at, known, area);
        }
        let wanted = self.pointers[at].wanted.clone();
        let value = self.named_closure(id, area);
        match self.closure_in(value.ty) {
            Some(target) if self.demand_wanted(target, &wanted, area) => {
                self.pointer_to_target(at, key, target, area)
            }
            _ => Expr::error(area),
        }
    }

    /// The value of one more closure that a pointer may be.
    fn pointer_to_target(&mut self, at: usize, key: Option<String>, target: usize, area: Area) -> Expr {
        if !self.kept_of(target).is_free() {
            let problem = "a closure that captures variables is no pointer to a function";
            let fix = "take an `impl Fn(..)`, or pass what it captures as an argument";
            self.errors.report(area, problem, fix);
            return Expr::error(area);
        }
        let targets = &mut self.pointers[at].targets;
        targets.push((key, target));
        let number = targets.len() - 1;
        self.pointer_value(at, number, area)
    }

    /// The path of a function with what its names mean here, as `Self::f` and `f::<N>` are others for other types and constants.
    fn meaning_of(&self, path: &syn::ExprPath) -> String {
        let mut words: Vec<String> = crate::syntax::words(path).into_iter().collect();
        words.sort_unstable();
        let meant = words.iter().filter_map(|word| match self.lookup(word)? {
            Entity::Type(ty) => Some(format!("{word} = {:?}", self.infer.resolve(ty))),
            Entity::Const(lanes, ty, _) => {
                Some(format!("{word} = {lanes:?} of {:?}", self.infer.resolve(ty)))
            }
            Entity::Template(id) => Some(format!("{word} = template {id}")),
            Entity::Given(id) => Some(format!("{word} = given {id}")),
            _ => None,
        });
        let meant: Vec<String> = meant.collect();
        format!("{} where {}", quote::quote!(#path), meant.join(", "))
    }

    fn known_target(&self, at: usize, key: Option<&String>) -> Option<usize> {
        let key = key?;
        self.pointers[at].targets.iter().position(|(known, _)| known.as_ref() == Some(key))
    }

    fn pointer_value(&mut self, at: usize, number: usize, area: Area) -> Expr {
        let closure = self.pointers[at].closure;
        let ty = self.infer.many(Form::Closure(closure as u32), vec![Ty::U32]);
        let number = Expr { kind: Kind::Literal(number as u128), ty: Ty::U32, area };
        Expr { kind: Kind::Many(vec![number]), ty, area }
    }

    /// The value of the name of a function where nothing says what is wanted.
    pub(super) fn pointer_named(&mut self, path: &syn::ExprPath, function: FunctionId) -> Option<Expr> {
        if !self.keeps_closures() {
            return None;
        }
        let known = &self.functions[function];
        let count = known.params.len() + known.slices.len() + known.references.len();
        let (slices, references, result) = (known.slices.clone(), known.references.clone(), known.result);
        let mut params = known.params.clone().into_iter();
        let mut inputs = Vec::new();
        for at in 0..count {
            let slice = slices.iter().find(|(slot, _)| *slot == at);
            let reference = references.iter().find(|(slot, _)| *slot == at);
            inputs.push(match (slice, reference) {
                (Some((_, slice)), _) => {
                    let known = &self.buffers[*slice];
                    Input::Slice(known.ty, known.decl.access.is_writable())
                }
                (None, Some((_, reference))) => Input::Place(self.locals[reference.local].ty),
                (None, None) => {
                    let param = params.next()?;
                    let ty = self.locals[param].ty;
                    let is_shared = self.shared.contains(&param);
                    Input::Value(if is_shared { self.infer.many(Form::Reference, vec![ty]) } else { ty })
                }
            });
        }
        self.pointer_like(path, Wanted { inputs, result })
    }

    /// The value of what a path names as a function of some types, where all of them are known.
    pub(super) fn pointer_like(&mut self, path: &syn::ExprPath, wanted: Wanted) -> Option<Expr> {
        let is_open = |ty: &Ty| matches!(self.infer.resolve(*ty), Ty::Open(_) | Ty::Int(_) | Ty::Float(_));
        let types = wanted.inputs.iter().filter_map(|input| match input {
            Input::Value(ty) => Some(ty),
            _ => None,
        });
        if types.chain([&wanted.result]).any(is_open) {
            return None;
        }
        let ty = self.pointer_to(wanted);
        self.pointer_as(&syn::Expr::Path(path.clone()), ty)
    }

    /// Writes the body of a function that chooses, if one has not been written for all that it chooses among. Whether there was one.
    pub(super) fn write_pointer(&mut self) -> bool {
        let is_open = |known: &Pointer| known.written != Some(known.targets.len());
        let Some(at) = self.pointers.iter().position(is_open) else { return false };
        let Pointer { function, item, types, targets, .. } = &self.pointers[at];
        let (function, mut item, types, targets) = (*function, item.clone(), types.clone(), targets.clone());
        self.pointers[at].written = Some(targets.len());
        let names: Vec<syn::Ident> = (0..item.sig.inputs.len().saturating_sub(1))
            .map(|at| ident(format!("__vyre_item_{at}")))
            .collect();
        let area = Area::from(proc_macro2::Span::call_site());
        let arms = targets.iter().enumerate().map(|(number, (_, closure))| {
            let name = self.lazy_name(Entity::Closure(*closure), area);
            let pattern: syn::Pat = match number + 1 == targets.len() {
                true => syn::parse_quote!(_),
                false => {
                    let number = number as u32;
                    syn::parse_quote!(#number)
                }
            };
            quote::quote!(#pattern => #name(#(#names),*),)
        });
        let arms: Vec<proc_macro2::TokenStream> = arms.collect();
        if !arms.is_empty() {
            *item.block = syn::parse_quote!({ match __vyre_tag { #(#arms)* } });
        }
        let scopes = std::mem::replace(&mut self.scopes, vec![types]);
        let outside = std::mem::replace(&mut self.outside, 0);
        self.function_body_of(function, &item);
        self.outside = outside;
        self.scopes = scopes;
        true
    }
}
