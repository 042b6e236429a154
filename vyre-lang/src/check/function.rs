//! Functions inside a kernel: they take and give values, and see constants and each other, but no buffers and no ids.

use super::extent::Extent;
use super::functional::Taken;
use super::inner::Copies;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::functional;
use crate::hir::{Base, Expr, Function, FunctionId, Given, Kind, Loop};
use crate::signature;
use crate::syntax::strip;
use crate::types::Ty;
use std::collections::{HashMap, HashSet};
use vyre_ir::Problem;

/// What V017 means for a function that calls itself through others.
pub(crate) fn recursion_note(name: &str, through: &[&str]) -> String {
    let through: Vec<String> = through.iter().map(|name| format!("`{name}`")).collect();
    let through = if through.is_empty() { String::new() } else { format!(" through {}", through.join(", ")) };
    format!("In a kernel: `{name}` calls itself{through}; write a loop.")
}

impl Checker<'_> {
    /// Declares a function, so that those around it can call it. Its body is checked by
    /// [`function_bodies`](Self::function_bodies).
    pub(super) fn declare_function(&mut self, item: &syn::ItemFn) {
        let is_inside = self.is_kernel || !self.functions.is_empty();
        if is_inside && item.sig.constness.is_some() {
            // rustc computes with it what is constant.
            let mut plain = item.clone();
            plain.sig.constness = None;
            return self.declare_function(&plain);
        }
        if is_inside && !self.demand_static_functions(&item.sig) {
            return self.declare(&item.sig.ident, Entity::Poisoned);
        }
        let is_template = signature::has_generics(&item.sig)
            || functional::takes_functions(&item.sig)
            || functional::is_over_iterators(&item.sig);
        if is_inside && is_template {
            return self.declare_template(item);
        }
        if self.is_method && functional::takes_functions(&item.sig) {
            let area = Area::of(&item.sig.ident);
            let fix = "write a function beside the `impl`, which takes the value and the function";
            self.errors.report(area, "a method beside kernels takes no function", fix);
            return self.declare(&item.sig.ident, Entity::Poisoned);
        }
        signature::function_qualifiers(&item.sig, self.errors);
        let name = plain(&item.sig.ident);
        let (mut params, mut slices, mut references) = (Vec::new(), Vec::new(), Vec::new());
        let is_root = !self.is_kernel && self.functions.is_empty();
        for (at, input) in item.sig.inputs.iter().enumerate() {
            let syn::FnArg::Typed(input) = input else {
                self.errors.report(Area::of(input), "a function has no `self`", "name the parameter");
                return self.declare(&item.sig.ident, Entity::Poisoned);
            };
            if let Some(slice) = self.slice_param(input) {
                slices.push((at, slice));
                continue;
            }
            let referenced = self.referenced_type(&input.ty);
            let ty = match referenced {
                Some((ty, _)) => ty,
                None => self.function_type(&input.ty, &item.sig),
            };
            let (name, is_mutable) = match &*input.pat {
                syn::Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                    (plain(&pat.ident), pat.mutability.is_some())
                }
                syn::Pat::Wild(_) => (format!("unused_{at}"), false),
                pat if is_pattern_of_parts(pat) && referenced.is_none() => (format!("parts_{at}"), false),
                other => {
                    self.errors.report(Area::of(other), "a parameter is a plain name", "give it a name");
                    ("unnamed".to_string(), false)
                }
            };
            // The receiver of a method.
            let is_receiver = name == "self" || name == "__vyre_self";
            let name = if is_receiver { "itself".to_string() } else { name };
            if self.holds_slices(ty) && !self.held.is_declared {
                let problem = "a parameter of a function is a slice itself, and holds none";
                self.errors.report(Area::of(&input.ty), problem, "take the slice: `&[T]`");
                return self.declare(&item.sig.ident, Entity::Poisoned);
            }
            match referenced {
                Some((_, true)) => {
                    references.push((at, self.reference(&name, ty, true, Area::of(&input.pat))));
                }
                _ => {
                    let param = self.local(&name, ty, is_mutable && referenced.is_none());
                    if referenced.is_some() {
                        self.shared.insert(param);
                    }
                    params.push(param);
                }
            }
        }
        self.demand_distinct(item.sig.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(input) => Some(&*input.pat),
            syn::FnArg::Receiver(_) => None,
        }));
        self.result_root = None;
        if self.is_kernel && !self.held.is_declared && has_slices(&item.sig.output) {
            self.result_root = self.root_of_result(&item.sig, &slices);
            if self.result_root.is_none() {
                return self.declare(&item.sig.ident, Entity::Poisoned);
            }
        }
        let result = match &item.sig.output {
            syn::ReturnType::Type(_, ty) if self.is_anonymous && matches!(**ty, syn::Type::Infer(_)) => {
                self.infer.open()
            }
            // The body is checked where it is called.
            _ if self.held.is_declared && functional::gives_unnamed(&item.sig) => self.infer.open(),
            syn::ReturnType::Type(_, ty) => self.result_type(ty, &item.sig),
            syn::ReturnType::Default if self.is_kernel || self.is_taking || is_root && self.is_mutating => {
                Ty::Unit
            }
            syn::ReturnType::Default => {
                let problem = format!("the function `{name}` gives nothing, so calling it does nothing");
                self.errors.report(Area::of(&item.sig.ident), problem, "give it a result: `-> u32`");
                Ty::Error
            }
        };
        self.result_root = None;
        let id = self.functions.len();
        let frame = self.all_loops.len();
        self.all_loops.push(Loop::default());
        let is_many = params.iter().map(|param| self.locals[*param].ty).chain([result]);
        let is_many: Vec<bool> = is_many.map(|ty| self.infer.parts(ty).is_some()).collect();
        let has_places = !slices.is_empty() || !references.is_empty();
        let is_inlined = !is_root && (result == Ty::Unit || has_places || is_many.contains(&true));
        let function = Function {
            name,
            area: Area::from(item.sig.ident.span()),
            params,
            result,
            slices,
            references,
            frame,
            is_inlined,
            operation: None,
            takes_functions: false,
            is_outside: false,
            arrays: Vec::new(),
            own: 0,
            body: None,
        };
        self.functions.push(function);
        self.declare(&item.sig.ident, Entity::Function(id));
    }

    /// Settles the result of a function of which it is inferred.
    pub(super) fn settle_result(&mut self) {
        let Some(function) = self.functions.first().filter(|_| self.is_anonymous) else { return };
        let result = self.infer.resolve(function.result);
        if let Ty::Int(_) | Ty::Open(_) | Ty::Unit | Ty::Never = result {
            let tail = function.body.as_ref().and_then(|body| body.tail.as_ref());
            let area = tail.map_or(function.area, |tail| tail.area);
            let problem = "the type of the result of this function is not known";
            self.errors.report(area, problem, "write it, and the body in braces: `|..| -> u32 { .. }`");
            self.functions[0].result = Ty::Error;
            return;
        }
        self.functions[0].result = result;
    }

    /// A type of a signature. One that names a generic parameter is an error already.
    fn function_type(&mut self, ty: &syn::Type, signature: &syn::Signature) -> Ty {
        if signature::mentions(ty, signature) {
            return Ty::Error;
        }
        if let (syn::Type::Reference(outer), true) = (ty, self.is_kernel)
            && outer.mutability.is_none()
            && matches!(&*outer.elem, syn::Type::Reference(inner) if inner.mutability.is_none())
        {
            // A reference to a reference is a value.
            return self.written_type(ty).unwrap_or(Ty::Error);
        }
        if let (syn::Type::Reference(_), true) = (ty, self.is_kernel) {
            let fix = "take `&[T]`, `&mut [T]`, `&mut T` or a value";
            self.errors.report(Area::of(ty), "a function takes no such reference", fix);
            return Ty::Error;
        }
        if let syn::Type::Reference(_) = ty {
            let (problem, fix) = match self.is_method {
                true => (
                    "a method takes no slice and no other `&mut`",
                    "write a function beside the `impl`, which takes the struct and these",
                ),
                false => ("a function takes no buffers", "take the elements that it needs as values"),
            };
            self.errors.report(Area::of(ty), problem, fix);
            return Ty::Error;
        }
        self.written_type(ty).unwrap_or(Ty::Error)
    }

    fn result_type(&mut self, ty: &syn::Type, signature: &syn::Signature) -> Ty {
        if matches!(ty, syn::Type::Tuple(tuple) if tuple.elems.is_empty()) && self.is_kernel {
            return Ty::Unit;
        }
        if let syn::Type::Reference(reference) = ty
            && reference.mutability.is_none()
            && !matches!(*reference.elem, syn::Type::Slice(_))
            && self.sees_module
        {
            // Nobody changes meanwhile what it refers to.
            return self.written_type(ty).unwrap_or(Ty::Error);
        }
        if let syn::Type::Reference(reference) = ty
            && self.is_kernel
            && (reference.mutability.is_none() || matches!(*reference.elem, syn::Type::Slice(_)))
        {
            return self.written_type(ty).unwrap_or(Ty::Error);
        }
        if let syn::Type::Reference(_) = ty {
            let fix = "give the value, or take a `&mut` to where it belongs";
            self.errors.report(Area::of(ty), "a function gives no references", fix);
            return Ty::Error;
        }
        self.function_type(ty, signature)
    }

    /// Checks the body of a declared function.
    pub(super) fn function_body(&mut self, item: &syn::ItemFn) {
        let Some(Entity::Function(id)) = self.lookup(&plain(&item.sig.ident)) else { return };
        self.function_body_of(id, item);
    }

    pub(super) fn function_body_of(&mut self, id: FunctionId, item: &syn::ItemFn) {
        let mut scope = HashMap::new();
        // An error already.
        for param in item.sig.generics.const_params() {
            scope.insert(plain(&param.ident), Entity::Poisoned);
        }
        scope.extend(self.taken.get(&id).cloned().unwrap_or_default());
        let (params, slices) = (self.functions[id].params.clone(), self.functions[id].slices.clone());
        let mut arrays = Vec::new();
        for (at, slice) in &slices {
            if let Some(syn::FnArg::Typed(input)) = item.sig.inputs.iter().nth(*at)
                && let syn::Pat::Ident(pat) = &*input.pat
            {
                let slice = match pat.mutability {
                    Some(_) => {
                        let name = (plain(&pat.ident), Area::from(pat.ident.span()));
                        self.moving_slice(*slice, name, &mut arrays)
                    }
                    None => *slice,
                };
                scope.insert(plain(&pat.ident), Entity::Buffer(slice));
            }
        }
        let references = self.functions[id].references.clone();
        let (mut values, mut patterns) = (params.into_iter(), Vec::new());
        for (at, input) in item.sig.inputs.iter().enumerate() {
            let reference = references.iter().find(|(slot, _)| *slot == at).map(|(_, it)| it.local);
            let param = match reference {
                Some(local) => Some(local),
                None if slices.iter().any(|(slot, _)| *slot == at) => None,
                None => values.next(),
            };
            if let (Some(param), syn::FnArg::Typed(input)) = (param, input)
                && is_pattern_of_parts(&input.pat)
            {
                patterns.push((&*input.pat, param));
            }
            if let (Some(param), syn::FnArg::Typed(input)) = (param, input)
                && let syn::Pat::Ident(pat) = &*input.pat
            {
                let is_reference = matches!(&*input.ty, syn::Type::Reference(_));
                let entity = match self.locals[param].ty {
                    Ty::Error => Entity::Poisoned,
                    _ if is_reference => Entity::Reference(param),
                    _ => Entity::Local(param),
                };
                let array = match entity {
                    Entity::Local(param) => {
                        self.param_in_memory((&pat.ident, param), &item.block, &mut arrays)
                    }
                    _ => None,
                };
                let entity = array.unwrap_or(entity);
                scope.insert(plain(&pat.ident), entity);
                self.declared.insert(param, Area::from(pat.ident.span()));
            }
        }
        let result = self.functions[id].result;
        let outside = std::mem::replace(&mut self.outside, self.scopes.len());
        self.scopes.push(scope);
        for (pat, param) in patterns {
            let area = Area::of(pat);
            let value = Expr { kind: Kind::Local(param), ty: self.locals[param].ty, area };
            self.bind_checked(pat, value, None, &mut arrays);
        }
        let frame = super::loops::Open::of_function(self.functions[id].frame);
        let loops = std::mem::replace(&mut self.loops, vec![frame]);
        let (outer, caller) = (self.function.replace(result), self.caller.replace(id));
        self.gives_nothing = result == Ty::Unit;
        let block = self.with_fields(&item.block);
        self.wanted_tail = Some(result).filter(|ty| !matches!(ty, Ty::Unit | Ty::Error) && self.sees_module);
        let mut body = self.block(&block);
        if let Some(tail) = &body.tail {
            self.demand_free_closures(tail.ty, tail.area);
        }
        body.stmts.splice(0..0, arrays);
        let is_mutating = self.changes.is_some() && id == 0;
        if is_mutating && result == Ty::Unit {
            let area = Area::from(item.block.brace_token.span.close());
            if let Some(tail) = &body.tail {
                self.demand_unit(tail, "this value is not used", "end the statement with `;`");
            }
            if body.type_without_tail() != Ty::Never || body.tail.is_some() {
                let tail = body.tail.take().map(|tail| *tail);
                body.tail = Some(Box::new(self.with_own(tail, area)));
            }
            (self.function, self.caller) = (outer, caller);
            self.loops = loops;
            self.scopes.pop();
            self.outside = outside;
            self.functions[id].body = Some(body);
            return;
        }
        (self.function, self.caller) = (outer, caller);
        self.loops = loops;
        self.scopes.pop();
        self.outside = outside;
        match body.tail.take() {
            Some(tail) => {
                let tail = match block.stmts.last() {
                    Some(syn::Stmt::Expr(expr, None)) => self.referring(expr, *tail, result),
                    _ => *tail,
                };
                self.demand(&tail, result);
                body.tail = Some(Box::new(tail));
            }
            None if body.type_without_tail() != Ty::Never && !matches!(result, Ty::Error | Ty::Unit) => {
                let problem = format!("the function `{}` ends without its result", self.functions[id].name);
                self.errors.report(Area::of(&item.sig.output), problem, "end it with an expression");
            }
            None => {}
        }
        if is_mutating && let Some(tail) = body.tail.take() {
            let area = tail.area;
            self.function = Some(result);
            body.tail = Some(Box::new(self.with_own(Some(*tail), area)));
            self.function = None;
        }
        self.functions[id].body = Some(body);
    }

    /// A call of a function of the kernel.
    pub(super) fn function_call(&mut self, id: FunctionId, call: &syn::ExprCall) -> Expr {
        self.function_call_on(id, Vec::new(), &call.args, call.area())
    }

    /// The same, with what has been checked of the arguments: the value before the dot of a method of the module's, the operands of an operator.
    pub(super) fn function_call_on(
        &mut self,
        id: FunctionId,
        given: Vec<Expr>,
        written: &Arguments,
        area: Area,
    ) -> Expr {
        self.function_call_with(id, given, written, Taken::default(), area)
    }

    /// The same, with the closures that it is given.
    pub(super) fn function_call_with(
        &mut self,
        id: FunctionId,
        given: Vec<Expr>,
        written: &Arguments,
        taken: Taken,
        area: Area,
    ) -> Expr {
        if let Some(caller) = self.caller {
            self.calls.entry(caller).or_default().push((id, area));
        }
        let (name, result) = (self.functions[id].name.clone(), self.functions[id].result);
        let types: Vec<Ty> = self.functions[id].params.iter().map(|param| self.locals[*param].ty).collect();
        let slots = self.functions[id].slices.clone();
        let references = self.functions[id].references.clone();
        let first = given.len();
        let count = (types.len() + slots.len() + references.len()).saturating_sub(first);
        if written.len() != count {
            self.arguments(written, count, area, &name);
            self.miscalled.insert(id);
            return Expr::error(area);
        }
        let (mut args, mut slices, mut places, mut borrowed) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut copies = Copies::default();
        for (at, receiver) in given.into_iter().enumerate() {
            match references.iter().find(|(slot, _)| *slot == at) {
                Some((_, param)) => {
                    let area = receiver.area;
                    let Some((place, of)) = self.changed_receiver(receiver, *param, &mut copies) else {
                        return Expr::error(area);
                    };
                    places.push(place);
                    borrowed.push((of, true, area));
                }
                None if slots.iter().any(|(slot, _)| *slot == at) => {
                    let problem = format!("`{name}` takes a slice, which no operand is");
                    self.errors.report(receiver.area, problem, "take the value, or a struct");
                    return Expr::error(area);
                }
                None => args.push(receiver),
            }
        }
        let mut captured = taken.captured.into_iter().peekable();
        for (at, arg) in written.iter().enumerate().map(|(at, arg)| (at + first, arg)) {
            while let Some((_, stmts)) = captured.next_if(|(before, _)| *before + first <= at) {
                self.capture(stmts, &mut args, &mut copies);
            }
            if let Some((_, param)) = references.iter().find(|(slot, _)| *slot == at) {
                let bound = self.bound_place(arg, &mut args, &mut copies);
                let arg = bound.as_ref().unwrap_or(arg);
                let given = match self.copied_argument(arg, *param, &mut args, &mut copies) {
                    Some(copied) => copied,
                    None => self.reference_argument(arg, *param),
                };
                let Some((place, of)) = given else { return Expr::error(area) };
                places.push(place);
                borrowed.push((of, true, arg.area()));
                continue;
            }
            match slots.iter().find(|(slot, _)| *slot == at) {
                Some((_, param)) => {
                    let bound = self.bound_place(arg, &mut args, &mut copies);
                    let arg = bound.as_ref().unwrap_or(arg);
                    let given = match self.copied_slice(arg, *param, &mut args, &mut copies) {
                        Some(copied) => copied,
                        None => self.slice_argument(arg, *param).map(|slice| (slice.view, slice.borrowed)),
                    };
                    let Some((view, of)) = given else { return Expr::error(area) };
                    let known = &self.buffers[*param];
                    let writes = known.decl.access.is_writable() && !known.is_atomic;
                    // What a name is a slice of that moves, the one who reads the text as rustc does knows.
                    let is_moving = matches!(view.base, Base::Buffer(slice) if self.buffers[slice].is_moving);
                    if !is_moving {
                        borrowed.push((of, writes, arg.area()));
                    }
                    slices.push(view);
                }
                None => args.push(self.value_argument(arg, id, args.len())),
            }
        }
        captured.for_each(|(_, stmts)| self.capture(stmts, &mut args, &mut copies));
        for local in taken.state {
            self.keep(local, area, &mut copies);
        }
        if !self.demand_apart(&borrowed) {
            return Expr::error(area);
        }
        for (at, (arg, ty)) in args.iter().zip(types).enumerate() {
            let param = self.functions[id].params[at];
            self.demand_noted(arg, ty, |checker| {
                let declared = checker.declared.get(&param)?;
                Some(format!("The parameter is {}.", checker.errors.quote(*declared)))
            });
        }
        if !self.check_held(id, area) {
            return Expr::error(area);
        }
        let result = self.result_of_call(result, &slots, &slices, area);
        if result == Ty::Error {
            return Expr::error(area);
        }
        let kind = Kind::CallFunction { function: id, args, given: Given { slices, places } };
        self.with_copies(copies, Expr { kind, ty: result, area })
    }

    /// The name of what an argument gives that is a call which gives a place, or `&mut value[index]` of the module's `IndexMut`.
    fn bound_place(&mut self, arg: &syn::Expr, args: &mut [Expr], copies: &mut Copies) -> Option<syn::Expr> {
        let call = match self.own_place_behind(arg) {
            Some(call) => call,
            None if self.gives_place(arg) => arg.clone(),
            None => return None,
        };
        let mut stmts = Vec::new();
        let name = self.hidden_let(&call, false, &mut stmts)?;
        self.capture(stmts, args, copies);
        Some(syn::parse_quote!(#name))
    }

    /// An argument for a parameter that is a value, or a `&T` to one.
    fn value_argument(&mut self, arg: &syn::Expr, function: FunctionId, at: usize) -> Expr {
        let param = self.functions[function].params[at];
        if !self.shared.contains(&param) {
            let ty = self.locals[param].ty;
            if let syn::Expr::Struct(_) = strip(arg) {
                return self.expr_as(arg, ty);
            }
            return match self.wanted(arg, ty) {
                Some(value) => value,
                None => self.expr(arg),
            };
        }
        match strip(arg) {
            syn::Expr::Reference(reference)
                if reference.mutability.is_none()
                    && matches!(strip(&reference.expr), syn::Expr::Struct(_)) =>
            {
                let ty = self.locals[param].ty;
                self.expr_as(&reference.expr, ty)
            }
            syn::Expr::Reference(reference) if reference.mutability.is_none() => self.base(&reference.expr),
            other if self.behind(other).is_some() => self.base(other),
            other if let Some(value) = self.array_behind_name(other) => value,
            other => {
                let mut value = self.expr(other);
                if self.referent(value.ty).is_some() {
                    value = self.pointed(value);
                    // Rust takes a `&&T` where a `&T` is wanted.
                    let wanted = self.infer.resolve(self.locals[param].ty);
                    let is_plain = !matches!(wanted, Ty::Open(_)) && self.referent(wanted).is_none();
                    return if is_plain { self.behind_references(value) } else { value };
                }
                if self.infer.resolve(value.ty) != Ty::Error {
                    let text = self.errors.text(arg.area()).unwrap_or_else(|| "x".to_string());
                    let problem = format!("`{}` takes a reference", self.locals[param].name);
                    self.errors.report(arg.area(), problem, format!("write `&{text}`"));
                }
                Expr::error(arg.area())
            }
        }
    }

    /// Reports each function that calls itself, once. Whether there is one.
    pub(super) fn report_recursion(&mut self) -> bool {
        let calls = std::mem::take(&mut self.calls);
        let calls_of = |id| calls.get(&id).map_or(&[][..], Vec::as_slice);
        let (mut seen, mut recursive) = (HashSet::new(), HashSet::new());
        // A chain of calls: each function with the calls of it that are still to be followed, and where in the chain it is.
        let mut chain: Vec<(FunctionId, &[(FunctionId, Area)])> = Vec::new();
        let mut open: HashMap<FunctionId, usize> = HashMap::new();
        for root in 0..self.functions.len() {
            if seen.insert(root) {
                open.insert(root, 0);
                chain.push((root, calls_of(root)));
            }
            while let Some((caller, rest)) = chain.last_mut() {
                let Some(((callee, area), others)) = rest.split_first() else {
                    open.remove(caller);
                    chain.pop();
                    continue;
                };
                *rest = others;
                if seen.insert(*callee) {
                    open.insert(*callee, chain.len());
                    chain.push((*callee, calls_of(*callee)));
                } else if let Some(first) = open.get(callee)
                    && recursive.insert(*callee)
                {
                    let through = chain[first + 1..].iter().map(|(id, _)| self.functions[*id].name.as_str());
                    let through: Vec<&str> = through.collect();
                    let note = recursion_note(&self.functions[*callee].name, &through);
                    self.errors.report_rule(*area, &Problem::CallDepth {}, Some(note));
                }
            }
        }
        !recursive.is_empty()
    }

    /// `return`, in a kernel or in a function.
    pub(super) fn return_value(&mut self, it: &syn::ExprReturn) -> Expr {
        if self.loops.first().is_some_and(super::loops::Open::is_closure) {
            return self.return_from_closure(it);
        }
        let area = Area::of(it);
        let Some(result) = self.function else {
            if let Some(value) = &it.expr
                && !self.returns_value
                && !matches!(strip(value), syn::Expr::Tuple(tuple) if tuple.elems.is_empty())
            {
                let fix = "write results to a `&mut [T]` parameter";
                self.errors.report(value.area(), "a kernel returns nothing", fix);
            }
            return Expr { kind: Kind::Return(None), ty: Ty::Never, area };
        };
        let is_mutating = self.changes.is_some() && self.caller == Some(0);
        if it.expr.is_none() {
            self.cross_frame();
        }
        if result == Ty::Unit && it.expr.is_none() && is_mutating {
            let value = self.with_own(None, area);
            return Expr { kind: Kind::Return(Some(Box::new(value))), ty: Ty::Never, area };
        }
        if result == Ty::Unit && it.expr.is_none() {
            return Expr { kind: Kind::Return(None), ty: Ty::Never, area };
        }
        let Some(value) = &it.expr else {
            self.errors.report(
                area,
                "a function returns its result",
                format!("write `return value` of `{result}`"),
            );
            return Expr::nothing(area, Ty::Never);
        };
        let given = self.expr_as(value, result);
        let value = self.referring(value, given, result);
        self.demand(&value, result);
        self.demand_free_closures(value.ty, value.area);
        self.returned(value, area)
    }

    /// Notes in the loops around a `return` that it crosses them.
    fn cross_frame(&mut self) {
        for crossed in self.loops.iter().skip(1).flat_map(super::loops::Open::nest).collect::<Vec<_>>() {
            let frame = self.loops[0].id();
            self.all_loops[crossed].exits.entry(frame).or_default().breaks = true;
        }
    }

    /// The end of a function with a checked value.
    pub(super) fn returned(&mut self, value: Expr, area: Area) -> Expr {
        self.cross_frame();
        let is_mutating = self.changes.is_some() && self.caller == Some(0);
        let value = if is_mutating { self.with_own(Some(value), area) } else { value };
        Expr { kind: Kind::Return(Some(Box::new(value))), ty: Ty::Never, area }
    }

    /// Notes that the function around stands in the place of its calls, as it uses memory.
    pub(super) fn stands_in_place(&mut self) {
        if let (true, Some(caller)) = (self.is_kernel, self.caller) {
            self.functions[caller].is_inlined = true;
        }
    }

    /// Whether the code is the kernel's own, or of a function that is emitted in the place of its calls; reports what other functions
    /// cannot use.
    pub(super) fn in_kernel(&mut self, area: Area, what: &str) -> bool {
        if self.is_kernel {
            if let Some(caller) = self.caller {
                self.functions[caller].is_inlined = true;
            }
            return true;
        }
        let problem = format!("a function has no {what}");
        self.errors.report(area, problem, "pass what it needs as an argument");
        false
    }

    /// The callers of functions that are emitted in the place of their calls are emitted so too.
    pub(super) fn spread_inlining(&mut self) {
        let mut callers: HashMap<FunctionId, Vec<FunctionId>> = HashMap::new();
        for (caller, calls) in &self.calls {
            calls.iter().for_each(|(callee, _)| callers.entry(*callee).or_default().push(*caller));
        }
        let inlined = (0..self.functions.len()).filter(|id| self.functions[*id].is_inlined);
        let mut open: Vec<FunctionId> = inlined.collect();
        while let Some(callee) = open.pop() {
            for caller in callers.remove(&callee).unwrap_or_default() {
                let is_root = !self.is_kernel && caller == 0;
                if !is_root && !std::mem::replace(&mut self.functions[caller].is_inlined, true) {
                    open.push(caller);
                }
            }
        }
    }
}

/// What is written between the parentheses of a call.
pub(super) type Arguments = syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>;

/// Whether a parameter binds the parts of its value, as in `(x, y): (u32, u32)`.
fn is_pattern_of_parts(pat: &syn::Pat) -> bool {
    matches!(pat, syn::Pat::Tuple(_) | syn::Pat::Slice(_) | syn::Pat::Struct(_))
}

/// Whether the result of a function has slices in it.
fn has_slices(output: &syn::ReturnType) -> bool {
    use syn::visit::{self, Visit};
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
            self.0 |= reference.mutability.is_none() && matches!(*reference.elem, syn::Type::Slice(_));
            visit::visit_type_reference(self, reference);
        }
    }
    let mut finder = Finder(false);
    finder.visit_return_type(output);
    finder.0
}
