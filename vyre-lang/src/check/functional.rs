//! Functions that take functions. Each call is one of an instance of its own, in which the name of the parameter is that of the closure which
//! the call gives. The instance takes the place of its call, so it sees what the closure captures, and no function is left that would be a value.

use super::closures::Wanted;
use super::extent::Extent;
use super::function::Arguments;
use super::inner::Copies;
use super::{Checker, Entity, plain};
use crate::data::Definitions;
use crate::diagnostics::Area;
use crate::functional::{self, Parameter, Shape};
use crate::hir::{Argument, Block, Callee, CalleeId, Expr, FunctionId, Kind, LocalId, OuterCall, Stmt};
use crate::signature;
use crate::syntax::{path_name, single, strip};
use crate::types::{Form, Ty};
use std::collections::HashMap;
use std::rc::Rc;
use syn::{FnArg, ItemFn, ReturnType, Type};

/// The most tokens that instances may write in all.
const MAX_TOKENS: usize = 1 << 20;

/// The most expressions that a kernel may have once functions have taken the places of their calls.
const MAX_EXPRESSIONS: usize = 1 << 17;

/// A function that takes functions, as a call finds it.
pub(super) struct Taker {
    /// Its name for who calls it.
    pub(super) name: String,
    pub(super) item: Rc<ItemFn>,
    /// What it sees.
    pub(super) scopes: Vec<HashMap<String, Entity>>,
    pub(super) known: Definitions,
    /// The functions inside of whose bodies the instance is a part.
    pub(super) chain: Vec<usize>,
    /// What is known of its parameters, of which the first ones are those of an `impl`.
    pub(super) bound: HashMap<String, Ty>,
    pub(super) of_impl: usize,
}

/// The closures of a call, and what they capture by value.
#[derive(Default)]
pub(super) struct Taken {
    /// Their names in the function.
    names: HashMap<String, Entity>,
    /// Each, and whether it is the name of a function.
    closures: Vec<(usize, bool)>,
    /// The position among the other arguments at which each is evaluated, and what is done there.
    pub(super) captured: Vec<(usize, Vec<Stmt>)>,
    /// What closures change of what they have moved, where the call is given copies of them: nobody else sees what becomes of these.
    pub(super) state: Vec<LocalId>,
}

/// A function without the parameters that are functions.
fn without_functions(item: &ItemFn, functions: &[Parameter]) -> ItemFn {
    let mut item = item.clone();
    item.sig.generics = syn::Generics::default();
    let inputs = item.sig.inputs.into_iter().enumerate();
    let others = inputs.filter(|(at, _)| functions.iter().all(|function| function.at != *at));
    item.sig.inputs = others.map(|(_, input)| input).collect();
    item
}

/// Whether the type of a parameter that is a function stands in the types of others, or in that of the result.
fn is_in_types(signature: &syn::Signature, function: &Parameter) -> bool {
    let Some(param) = &function.param else { return gives_function(signature) };
    let name = plain(param);
    let mut others = signature.inputs.iter().enumerate().filter(|(at, _)| *at != function.at);
    let is_in = |input: &FnArg| match input {
        FnArg::Typed(input) => {
            crate::syntax::words(&input.ty).contains(&name)
                && functional::shape(&input.ty, &signature.generics).is_none()
        }
        FnArg::Receiver(_) => false,
    };
    gives_function(signature)
        || crate::syntax::words(&signature.output).contains(&name)
        || others.any(|(_, input)| is_in(input))
}

/// Whether a function gives one.
fn gives_function(signature: &syn::Signature) -> bool {
    matches!(&signature.output, ReturnType::Type(_, ty) if functional::is_function_type(ty))
}

impl Checker<'_> {
    /// Reports what no function can take or give: a function that only the running program knows, or one as a result. Whether there is none.
    pub(super) fn demand_static_functions(&mut self, signature: &syn::Signature) -> bool {
        let types = signature.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(input) => Some(&*input.ty),
            FnArg::Receiver(_) => None,
        });
        let mut is_fine = true;
        let types = types.filter(|ty| functional::shape(ty, &signature.generics).is_none());
        for found in types.filter_map(functional::dynamic) {
            let bound = self.errors.text(found.bound).unwrap_or_else(|| "Fn(u32) -> u32".to_string());
            let problem = format!("kernels have no `dyn {bound}`: each call knows which function it gives");
            self.errors.report(found.area, problem, format!("write `{}impl {bound}`", found.before));
            is_fine = false;
        }
        if let ReturnType::Type(_, ty) = &signature.output
            && !(self.keeps_closures() && functional::is_function_type(ty))
            && !functional::gives_iterator(signature)
            && !(self.sees_module && functional::gives_unnamed(signature))
            && (matches!(&**ty, Type::ImplTrait(_) | Type::FnPtr(_)) || functional::dynamic(ty).is_some())
        {
            let fix = "take what it would capture as a parameter, and give the value";
            self.errors.report(Area::of(ty), "a function of kernels gives no function", fix);
            is_fine = false;
        }
        is_fine
    }

    /// A call of a function that takes functions, with what has been checked of its arguments: the receiver of a method.
    pub(super) fn taking_call(
        &mut self,
        taker: Taker,
        given: Vec<Expr>,
        call: &syn::ExprCall,
        area: Area,
    ) -> Expr {
        let Taker { name, item, scopes, known, chain, mut bound, of_impl } = taker;
        let functions = functional::parameters(&item.sig);
        let (first, count) = (given.len(), item.sig.inputs.len().saturating_sub(given.len()));
        if call.args.len() != count {
            self.arguments(&call.args, count, area, &name);
            return Expr::error(area);
        }
        self.written_tokens =
            self.written_tokens.saturating_add(super::closures::tokens_in(quote::quote!(#item)));
        if self.written_tokens > MAX_TOKENS {
            if !std::mem::replace(&mut self.is_full, true) {
                self.too_large(area);
            }
            return Expr::error(area);
        }
        let before = self.errors.count();
        self.bind_parameters(&item, &given, &call.args, &mut bound);
        let place = (super::generic::arguments(call), call.func.area());
        let Some((generic, types)) = self.arguments_with(&item, place, &call.args, (of_impl, &bound)) else {
            return Expr::error(area);
        };
        let inside = scopes.into_iter().chain([generic]).collect();
        let (wanted, inside) = self.within(inside, &known, |checker| {
            functions.iter().map(|function| checker.wanted_function(&function.shape)).collect::<Vec<Wanted>>()
        });
        let (mut taken, mut rest, mut is_fine) = (Taken::default(), Arguments::new(), true);
        let mut given_types = HashMap::new();
        for (at, arg) in call.args.iter().enumerate() {
            let function = functions.iter().zip(&wanted).find(|(function, _)| function.at == at + first);
            let Some((function, wanted)) = function else {
                rest.push(arg.clone());
                continue;
            };
            let mut stmts = Vec::new();
            let taken_as = match self.keeps_closures() && is_in_types(&item.sig, function) {
                true => self.taken_value(arg, wanted, &mut stmts),
                false => self.taken(arg, wanted, &mut stmts),
            };
            let Some((closure, entity)) = taken_as else {
                is_fine = false;
                continue;
            };
            if let syn::Expr::Path(_) = strip(arg) {
                let Some(state) = self.state_of(closure, arg.area()) else {
                    is_fine = false;
                    continue;
                };
                if !state.is_empty() && taken.closures.iter().any(|(other, _)| *other == closure) {
                    let problem = "these would be two copies of a closure that changes what it has moved";
                    self.errors.report(arg.area(), problem, "write the closure again");
                    is_fine = false;
                }
                taken.state.extend(state);
            }
            taken.captured.push((rest.len(), stmts));
            let is_named = matches!(strip(arg), syn::Expr::Path(_));
            taken.closures.push((closure, is_named));
            if let Some(name) = &function.name {
                taken.names.insert(plain(name), entity);
            }
            if let Some(param) = &function.param
                && self.keeps_closures()
            {
                let ty = match entity {
                    Entity::Local(local) => self.locals[local].ty,
                    _ => self.infer.many(Form::Closure(closure as u32), vec![Ty::U32]),
                };
                given_types.insert(plain(param), Entity::Type(ty));
            }
        }
        if !is_fine {
            return Expr::error(area);
        }
        let inside: Vec<_> = inside.into_iter().chain([given_types]).collect();
        let reduced = Rc::new(without_functions(&item, &functions));
        self.is_taking = true;
        let (pending, mut inside) =
            self.within(inside, &known, |checker| checker.declare_instance(reduced, types, (chain, area)));
        self.is_taking = false;
        let Some(pending) = pending else { return Expr::error(area) };
        let function = pending.function;
        self.functions[function].takes_functions = true;
        // Its name is that of the function over functions, also where it calls itself.
        if let Some(names) = inside.last_mut() {
            names.remove(&plain(&item.sig.ident));
        }
        self.functions[function].name = name;
        let closures = std::mem::take(&mut taken.closures);
        let names = std::mem::take(&mut taken.names);
        self.taken.insert(function, names);
        let mut waiting = Some(pending.seeing(inside));
        if let Some(pending) = waiting.take_if(|pending| pending.is_held()) {
            let name = self.functions[function].name.clone();
            if !self.demand_few_held(&name, area) {
                return Expr::error(area);
            }
            self.hold(pending);
        }
        let value = self.function_call_with(function, given, &rest, taken, area);
        // The other arguments have told the types that closures get.
        for (closure, is_named) in closures {
            let before = self.errors.count();
            self.check_closure(closure);
            if is_named {
                // What a function does not take it need not give either.
                self.errors.keep(before + 1);
            }
        }
        if self.errors.count() > before {
            return Expr::error(area);
        }
        self.pending.extend(waiting);
        value
    }

    /// Reports a call that writes too much code. Whether there is one.
    pub(super) fn is_too_large(&mut self, body: &Block) -> bool {
        if !self.functions.iter().any(|function| function.takes_functions) {
            return false;
        }
        let bodies = self.functions.iter().map(|function| function.body.as_ref()).chain([Some(body)]);
        // What each body has of its own, and the calls in it.
        let parts = bodies.map(|body| {
            let (mut size, mut calls) = (0usize, Vec::new());
            if let Some(body) = body {
                body.each(|expr| {
                    size += 1;
                    if let Kind::CallFunction { function, .. } = expr.kind {
                        calls.push((function, expr.area));
                    }
                });
            }
            (size, calls)
        });
        let parts: Vec<(usize, Vec<(FunctionId, Area)>)> = parts.collect();
        let mut sizes: Vec<Option<usize>> = vec![None; parts.len()];
        // No function calls itself, so a way through the calls ends.
        for root in 0..parts.len() {
            let mut open = vec![root];
            while let Some(at) = open.last().copied() {
                let unknown =
                    parts[at].1.iter().map(|(callee, _)| *callee).find(|callee| sizes[*callee].is_none());
                if let Some(callee) = unknown {
                    open.push(callee);
                    continue;
                }
                let called = parts[at].1.iter().filter_map(|(callee, _)| sizes[*callee]);
                sizes[at] = Some(called.fold(parts[at].0, usize::saturating_add));
                open.pop();
            }
        }
        let is_large = |at: usize| sizes[at].is_some_and(|size| size > MAX_EXPRESSIONS);
        let first = (0..parts.len())
            .find(|at| is_large(*at) && !parts[*at].1.iter().any(|(callee, _)| is_large(*callee)));
        let calls = first.map_or(&[][..], |at| &parts[at].1);
        let largest = calls.iter().max_by_key(|(callee, _)| sizes[*callee]);
        if let Some((_, area)) = largest {
            self.too_large(*area);
        }
        largest.is_some()
    }

    fn too_large(&mut self, area: Area) {
        let fix = "let one of them take the values that its function would give";
        self.errors.report(area, "functions that take functions write too much code here", fix);
    }

    /// Does something where other names are seen, which come back.
    fn within<T>(
        &mut self,
        scopes: Vec<HashMap<String, Entity>>,
        known: &Definitions,
        what: impl FnOnce(&mut Self) -> T,
    ) -> (T, Vec<HashMap<String, Entity>>) {
        let scopes = std::mem::replace(&mut self.scopes, scopes);
        let known = std::mem::replace(&mut self.known, known.clone());
        let outside = std::mem::replace(&mut self.outside, 0);
        let result = what(self);
        self.outside = outside;
        self.known = known;
        (result, std::mem::replace(&mut self.scopes, scopes))
    }

    /// What a closure gets and gives that is passed for a parameter.
    pub(super) fn wanted_function(&mut self, shape: &Shape) -> Wanted {
        let inputs = shape.inputs.iter().map(|ty| self.wanted_input(ty)).collect();
        let result = match &shape.output {
            None => Ty::Unit,
            Some(ty) => self.written_type(ty).unwrap_or_else(|| self.infer.open()),
        };
        Wanted { inputs, result }
    }

    /// The same as [`Checker::taken`], where the type of the function stands in other types: it is a value.
    fn taken_value(
        &mut self,
        arg: &syn::Expr,
        wanted: &Wanted,
        stmts: &mut Vec<Stmt>,
    ) -> Option<(usize, Entity)> {
        let value = match self.function_wanted(arg, wanted) {
            Some(value) => value,
            None => self.expr(arg),
        };
        if self.infer.resolve(value.ty) == Ty::Error {
            return None;
        }
        let found = self.name_of_value(value, stmts);
        if found.is_none() {
            let fix = "pass a closure, such as `|x| x + 1`, or the name of a function";
            self.errors.report(arg.area(), "this is no function", fix);
        }
        found.filter(|(closure, _)| self.demand_wanted(*closure, wanted, arg.area()))
    }

    /// The closure that an argument is, as that of a parameter, and what its name stands for: a closure, the name of one, or that of a function.
    fn taken(&mut self, arg: &syn::Expr, wanted: &Wanted, stmts: &mut Vec<Stmt>) -> Option<(usize, Entity)> {
        if let Some(value) = self.function_value(arg) {
            let (closure, entity) = self.name_of_value(value, stmts)?;
            return self.demand_wanted(closure, wanted, arg.area()).then_some((closure, entity));
        }
        let closure = self.taken_closure(arg, wanted, stmts)?;
        Some((closure, Entity::Closure(closure)))
    }

    fn taken_closure(&mut self, arg: &syn::Expr, wanted: &Wanted, stmts: &mut Vec<Stmt>) -> Option<usize> {
        let area = arg.area();
        match strip(arg) {
            syn::Expr::Reference(reference) => self.taken_closure(&reference.expr, wanted, stmts),
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => {
                self.taken_closure(expr, wanted, stmts)
            }
            syn::Expr::Closure(closure) => {
                if !self.demand_closure(closure) {
                    return None;
                }
                let (got, expected) = (closure.inputs.len(), wanted.inputs.len());
                if got != expected {
                    self.wrong_parameters(got, expected, area);
                    return None;
                }
                Some(self.closure_as(closure, Some(wanted), stmts))
            }
            syn::Expr::Path(path) => {
                let entity = single(path).and_then(|segment| self.lookup(&plain(&segment.ident)));
                match entity {
                    Some(Entity::Closure(closure)) => {
                        self.demand_wanted(closure, wanted, area).then_some(closure)
                    }
                    Some(Entity::Poisoned) => None,
                    _ => Some(self.closure_of_function(path, wanted, stmts)),
                }
            }
            other => {
                let problem = match other {
                    syn::Expr::If(_) | syn::Expr::Match(_) => "which function this is, is not known here",
                    _ => "this is no function",
                };
                let fix = match other {
                    syn::Expr::If(_) | syn::Expr::Match(_) => {
                        "choose in a closure: `|x| if c { f(x) } else { g(x) }`"
                    }
                    _ => "pass a closure, such as `|x| x + 1`, or the name of a function",
                };
                self.errors.report(area, problem, fix);
                None
            }
        }
    }

    /// A function with a name as a closure that calls it.
    fn closure_of_function(&mut self, path: &syn::ExprPath, wanted: &Wanted, stmts: &mut Vec<Stmt>) -> usize {
        self.closure_as(&functional::closure_of(path, wanted.inputs.len()), Some(wanted), stmts)
    }

    /// Makes the copies of what a closure captures, behind the arguments before it.
    pub(super) fn capture(&mut self, stmts: Vec<Stmt>, args: &mut [Expr], copies: &mut Copies) {
        if stmts.is_empty() {
            return;
        }
        for earlier in args.iter_mut().filter(|earlier| !matches!(earlier.kind, Kind::Literal(_))) {
            let value = std::mem::replace(earlier, Expr::error(earlier.area));
            *earlier = self.hidden("argument", value, copies.before());
        }
        copies.before().extend(stmts);
    }

    /// Keeps the value of a variable, which comes back behind the call.
    pub(super) fn keep(&mut self, local: LocalId, area: Area, copies: &mut Copies) {
        let ty = self.locals[local].ty;
        let place = Expr { kind: Kind::Local(local), ty, area };
        let kept = self.local("kept", ty, true);
        copies.before().push(Stmt::Let { local: kept, value: place.clone(), area });
        copies.give_back(place, kept);
    }

    /// Makes functions of the parameters that are, for which words stand in the signature.
    pub(super) fn declare_given(&mut self) {
        for at in 0..self.given_functions.len() {
            let name = plain(&self.given_functions[at].0.name);
            let Some(Entity::Local(words)) = self.lookup(&name) else { continue };
            self.given_functions[at].1 = Some(words);
            self.scopes.last_mut().map(|scope| scope.insert(name, Entity::Passed(at)));
        }
    }

    /// A call of a function that is an argument of the kernel.
    pub(super) fn given_call(&mut self, at: usize, call: &syn::ExprCall) -> Expr {
        let area = call.area();
        let (argument, words) = self.given_functions[at].clone();
        let Shape { inputs, output, .. } = &argument.shape;
        if call.args.len() != inputs.len() {
            self.arguments(&call.args, inputs.len(), area, &plain(&argument.name));
            return Expr::error(area);
        }
        let Some(words) = words.filter(|_| self.in_kernel(area, "functions as arguments")) else {
            return Expr::error(area);
        };
        let mut args = Vec::new();
        for (arg, ty) in call.args.iter().zip(inputs) {
            let Some(ty) = self.written_type(ty) else { return Expr::error(area) };
            let value = self.expr_as(arg, ty);
            if !self.demand(&value, ty) || self.infer.resolve(value.ty) == Ty::Error {
                return Expr::error(area);
            }
            args.push(Expr { ty, ..value });
        }
        let result = output.as_ref().and_then(|ty| self.written_type(ty)).unwrap_or(Ty::Unit);
        args.push(Expr { kind: Kind::Local(words), ty: self.locals[words].ty, area });
        let callee = self.given_callee(at, argument.name, area);
        let types = args.iter().map(|arg| Argument::Value(arg.ty, arg.area)).collect();
        self.outer_calls.push(OuterCall {
            callee,
            args: types,
            references: Vec::new(),
            result,
            of_data: None,
            is_method: false,
            is_statement: false,
            area,
            parens: call.paren_token.span.join(),
        });
        Expr { kind: Kind::CallOuter { call: self.outer_calls.len() - 1, args }, ty: result, area }
    }

    /// What stands in the program for such a function until a launch says which it is.
    fn given_callee(&mut self, at: usize, name: syn::Ident, area: Area) -> CalleeId {
        let text = format!("<{name}>");
        if let Some(known) = self.callees_by_path.get(&text) {
            return *known;
        }
        let krate = &self.krate_path;
        let private = quote::quote!(#krate::__private);
        let owned = Some([quote::quote!(#private::passed::<#at>), quote::quote!(#private::passed_measure)]);
        let (path, key, first) = (quote::quote!(#name), text.clone(), self.outer_calls.len());
        let callee = self.callees.len();
        self.callees_by_path.insert(text.clone(), callee);
        self.callees.push(Callee { path, text, key, owned, area, first });
        callee
    }

    /// The function that takes functions which a call names outside.
    pub(super) fn taker_outside(&self, path: &syn::ExprPath) -> Option<Taker> {
        let (item, mut known) = self.item_outside(&path.path)?;
        if !functional::takes_functions(&item.sig) {
            return None;
        }
        known.extend(&self.known);
        Some(Taker {
            name: plain(&item.sig.ident),
            item: Rc::new(item),
            scopes: Vec::new(),
            known,
            chain: self.instances.clone(),
            bound: HashMap::new(),
            of_impl: 0,
        })
    }

    /// A call of what is no name alone: `(*f)(x)` of a function that is a parameter.
    pub(super) fn called_behind(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let mut function = strip(&call.func);
        while let syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. })
        | syn::Expr::Reference(syn::ExprReference { expr, .. }) = function
        {
            function = strip(expr);
        }
        match path_name(function).and_then(|name| self.lookup(&name))? {
            Entity::Closure(closure) => Some(self.closure_call(closure, &call.args, call.area())),
            Entity::Named(at) => {
                let func = Box::new(syn::Expr::Path(self.named[at].clone()));
                Some(self.call(&syn::ExprCall { func, ..call.clone() }))
            }
            _ => None,
        }
    }

    /// A call of a method that takes functions.
    pub(super) fn taking_method(
        &mut self,
        at: usize,
        receiver: Expr,
        call: &syn::ExprMethodCall,
        area: Area,
    ) -> Expr {
        let (name, generics) = (&call.method, &call.turbofish);
        let (func, paren_token) = (syn::parse_quote!(#name #generics), call.paren_token);
        let written =
            syn::ExprCall { attrs: Vec::new(), func: Box::new(func), paren_token, args: call.args.clone() };
        match self.open_taker(at, area) {
            Some(taker) => self.taking_call(taker, vec![receiver], &written, area),
            None => Expr::error(area),
        }
    }

    /// What a `let` makes of a function that has a path: one more name of it.
    pub(super) fn name_of_function(&mut self, path: &syn::ExprPath) -> Option<Entity> {
        if path.qself.is_some() || single(path).is_some_and(|name| self.lookup(&plain(&name.ident)).is_some())
        {
            return None;
        }
        let is_variant = |checker: &mut Self| {
            checker.variant_at(&path.path).is_some_and(|variant| !variant.parts.is_empty())
        };
        let is_it = super::std_functions::owner_of_method(&path.path).is_some()
            || is_variant(self)
            || self.is_own_function(path)
            || self.is_function_outside(&path.path);
        is_it.then(|| {
            self.named.push(path.clone());
            Entity::Named(self.named.len() - 1)
        })
    }

    /// What `let f: fn(u32) -> u32 = function` binds.
    pub(super) fn bind_pointer(
        &mut self,
        value: &syn::Expr,
        ty: &Type,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        let Type::FnPtr(_) = ty else { return None };
        if self.keeps_closures() {
            return None;
        }
        let shape = functional::shape(ty, &syn::Generics::default())?;
        let wanted = self.wanted_function(&shape);
        Some(self.taken(value, &wanted, stmts).map_or(Entity::Poisoned, |(_, entity)| entity))
    }

    /// What an argument for a parameter of this type is.
    pub(super) fn wanted_input(&mut self, ty: &Type) -> super::closures::Input {
        use super::closures::Input;
        let Type::Reference(reference) = ty else {
            return Input::Value(self.written_type(ty).unwrap_or_else(|| self.infer.open()));
        };
        let is_mutable = reference.mutability.is_some();
        match &*reference.elem {
            Type::Slice(slice) => {
                let element = self.written_type(&slice.elem).unwrap_or_else(|| self.infer.open());
                Input::Slice(element, is_mutable)
            }
            Type::Array(array) if signature::written(&reference.elem).is_none() => {
                let element = self.written_type(&array.elem).unwrap_or_else(|| self.infer.open());
                Input::Slice(element, is_mutable)
            }
            of if is_mutable => Input::Place(self.written_type(of).unwrap_or_else(|| self.infer.open())),
            _ => Input::Value(self.written_type(ty).unwrap_or_else(|| self.infer.open())),
        }
    }
}
