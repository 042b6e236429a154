//! Functions of std that kernels know by their paths: those of `mem`, `cmp`, `array` and the methods of numbers as functions. Each is written with what
//! kernels have, so that it means what it means in std.

use super::extent::Extent;
use super::variants::block_of;
use super::{Checker, Entity, plain};
use crate::data::Hints;
use crate::diagnostics::Area;
use crate::hir::{BufferId, Expr, Kind, Stmt};
use crate::standard;
use crate::syntax::strip;
use crate::types::{Form, Ty};
use std::collections::HashMap;
use vyre_ir::{BufferDecl, DataType};

/// The function that every text has without an import.
pub(crate) const DROP: &str = "drop";

/// The functions that may be imported by name, with their modules, and how many arguments they take.
const FUNCTIONS: [(&str, &str, usize); 9] = [
    ("mem", "swap", 2),
    ("mem", "replace", 2),
    ("mem", "take", 1),
    ("mem", DROP, 1),
    ("mem", "discriminant", 1),
    ("mem", "size_of", 0),
    ("cmp", "max", 2),
    ("cmp", "min", 2),
    ("array", "from_fn", 1),
];

/// Whether a path is one of such a function, in one of std's modules.
pub(crate) fn is_std_function(path: &syn::Path) -> bool {
    found(path).is_some()
}

fn found(path: &syn::Path) -> Option<(&'static str, &'static str, usize)> {
    let names: Vec<String> = path.segments.iter().map(|segment| plain(&segment.ident)).collect();
    let known = |module: &str, name: &str| {
        FUNCTIONS.iter().find(|(of, known, _)| *of == module && *known == name).copied()
    };
    match &names[..] {
        [root, module, name] if root == "std" || root == "core" => known(module, name),
        [module, name] => known(module, name),
        [name] => {
            let span = path.segments.first()?.ident.span();
            let source = Hints::at(span).source_of(name)?;
            let (module, name) = source.split_once("::")?;
            known(module, name)
        }
        _ => None,
    }
}

/// The function of an expression that is a call of `array::from_fn`.
fn from_fn(value: &syn::Expr) -> Option<(&syn::ExprCall, &syn::ExprPath)> {
    let syn::Expr::Call(call) = strip(value) else { return None };
    let syn::Expr::Path(path) = strip(&call.func) else { return None };
    let mut bare = path.path.clone();
    bare.segments.iter_mut().for_each(|segment| segment.arguments = syn::PathArguments::None);
    (found(&bare)?.1 == "from_fn" && call.args.len() == 1).then_some((call, path))
}

/// Whether an expression is an array that takes its type from what is wanted: `array::from_fn(..)`, `x.try_into().unwrap()`.
pub(super) fn takes_wanted(value: &syn::Expr) -> bool {
    from_fn(value).is_some() || tried(value).is_some()
}

/// Whether a call is one whose result the type says that is wanted: `try_into`, or `parse` of a text.
fn is_open(call: &syn::ExprMethodCall) -> bool {
    (call.method == "try_into" || call.method == standard::PARSE) && call.args.is_empty()
}

/// A call of `try_into` or `parse`, what else is called of its result, and whether what is wanted is what is in that.
struct Tried<'e> {
    call: &'e syn::ExprMethodCall,
    /// The methods, the last one first.
    methods: Vec<&'e syn::Expr>,
    is_inner: bool,
}

/// The call of `try_into` or `parse` that an expression is, or of whose result it is made by methods or a `?` that hand its value on.
fn tried(value: &syn::Expr) -> Option<Tried<'_>> {
    let (mut methods, mut is_inner, mut expr) = (Vec::new(), false, strip(value));
    loop {
        let receiver = match expr {
            syn::Expr::Try(it) => {
                is_inner = true;
                &*it.expr
            }
            syn::Expr::MethodCall(call) if is_open(call) => return Some(Tried { call, methods, is_inner }),
            syn::Expr::MethodCall(call) => {
                match call.method.to_string().as_str() {
                    "unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default" => {
                        is_inner = true
                    }
                    "ok" | "map_err" | "or" | "or_else" => {}
                    _ => return None,
                }
                &*call.receiver
            }
            _ => return None,
        };
        methods.push(expr);
        expr = strip(receiver);
    }
}

/// The call of `try_into` whose value, and no `Result` of it, an expression is.
pub(super) fn tried_value(value: &syn::Expr) -> Option<&syn::ExprMethodCall> {
    tried(value).filter(|tried| tried.is_inner && tried.call.method == "try_into").map(|tried| tried.call)
}

/// The call of `try_into` of which an expression is the value.
pub(super) fn tried_into(value: &syn::Expr) -> Option<&syn::ExprMethodCall> {
    let (inner, _) = super::perhaps::unwrapped(value)?;
    match strip(inner) {
        syn::Expr::MethodCall(call) if call.method == "try_into" && call.args.is_empty() => Some(call),
        _ => None,
    }
}

/// The type of numbers of which a path names a method, as `u32::count_ones` does.
pub(super) fn owner_of_method(path: &syn::Path) -> Option<Ty> {
    let names: Vec<String> = path.segments.iter().map(|segment| plain(&segment.ident)).collect();
    let [owner, name] = &names[..] else { return None };
    let ty = crate::signature::named(owner)?;
    let is_method = super::method::methods(ty).contains(&name.as_str())
        || matches!(name.as_str(), "cmp" | "partial_cmp" | "total_cmp" | "max" | "min" | "clamp");
    (is_method && !name.starts_with("from_")).then_some(ty)
}

impl Checker<'_> {
    /// A call of a function of std's; nothing for other calls.
    pub(super) fn std_call(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let syn::Expr::Path(path) = strip(&call.func) else { return None };
        if let Some(qualified) = &path.qself {
            return self.qualified_call(call, path, qualified);
        }
        let mut bare = path.path.clone();
        bare.segments.iter_mut().for_each(|segment| segment.arguments = syn::PathArguments::None);
        let known = found(&bare).or_else(|| {
            let name = plain(bare.get_ident()?);
            let is_free = self.sees_module && self.known.of(&bare).is_none() && self.lookup(&name).is_none();
            FUNCTIONS.iter().find(|(_, known, _)| is_free && *known == name).copied()
        });
        let Some((_, name, count)) = known else { return self.number_function(call, &bare) };
        if self.known.of(&bare).is_some() {
            return None;
        }
        let area = call.area();
        if call.args.len() != count {
            self.arguments(&call.args, count, area, name);
            return Some(Expr::error(area));
        }
        if name == "size_of" {
            return Some(self.size_of(path, area));
        }
        let first = call.args.first()?;
        Some(match name {
            "swap" => self.swapped(first, call.args.last()?, area),
            "replace" => self.replaced(first, call.args.last(), area),
            "take" => self.replaced(first, None, area),
            "from_fn" => self.written_from_fn(call, path),
            DROP => self.expr(&syn::parse_quote!({ let _ = #first; })),
            "discriminant" => self.discriminant(first, area),
            _ => {
                let (other, method) = (call.args.last()?, syn::Ident::new(name, area.start));
                self.expr(&syn::parse_quote!((#first).#method(#other)))
            }
        })
    }

    /// `std::mem::discriminant(&value)`: which variant a value is, as a tuple, which is compared and no more.
    fn discriminant(&mut self, value: &syn::Expr, area: Area) -> Expr {
        let inner = match strip(value) {
            syn::Expr::Reference(reference) => &*reference.expr,
            other => other,
        };
        let value = self.base(inner);
        let ty = self.infer.resolve(value.ty);
        let first = match (ty, self.infer.parts(ty)) {
            (Ty::Error, _) => return Expr::error(area),
            (Ty::Enum(_), _) => Expr { kind: Kind::Cast(Box::new(value)), ty: Ty::U32, area },
            (_, Some((Form::Option | Form::Result | Form::Enum(_), parts))) if !parts.is_empty() => {
                self.part(value, 0, parts[0], area)
            }
            _ => {
                let problem = format!("`{}` has no variants", self.infer.name(ty));
                self.errors.report(area, problem, "ask for the variant of an enum");
                return Expr::error(area);
            }
        };
        let ty = self.infer.many(Form::Tuple, vec![first.ty]);
        Expr { kind: Kind::Many(vec![first]), ty, area }
    }

    /// `std::mem::size_of::<T>()` of numbers, of arrays of them, and of what has no padding.
    fn size_of(&mut self, path: &syn::ExprPath, area: Area) -> Expr {
        let last = path.path.segments.last();
        let written = last.and_then(|last| match &last.arguments {
            syn::PathArguments::AngleBracketed(of) => match of.args.first() {
                Some(syn::GenericArgument::Type(ty)) if of.args.len() == 1 => Some(ty),
                _ => None,
            },
            _ => None,
        });
        let Some(written) = written else {
            let fix = "write it: `size_of::<u32>()`";
            self.errors.report(area, "the type of which this is the size is not known", fix);
            return Expr::error(area);
        };
        let words = crate::syntax::words(written);
        let ty = self.written_type(written).unwrap_or(Ty::Error);
        if self.infer.resolve(ty) == Ty::Error {
            return Expr::error(area);
        }
        let is_of_machine = ["usize", "isize"].into_iter().any(|name| words.contains(name));
        match self.infer.size_in_rust(ty).filter(|_| !is_of_machine) {
            Some(bytes) => Expr { kind: Kind::Literal(bytes.into()), ty: Ty::U32, area },
            None => {
                let problem = format!("the size of `{}` is not the same everywhere", self.infer.name(ty));
                let fix = "ask for that of a number with a fixed size, or of an array of them";
                self.errors.report(Area::of(written), problem, fix);
                Expr::error(area)
            }
        }
    }

    /// `<T as Trait>::f(..)`, which is `T::f(..)` where only one trait has it.
    fn qualified_call(
        &mut self,
        call: &syn::ExprCall,
        path: &syn::ExprPath,
        qualified: &syn::QSelf,
    ) -> Option<Expr> {
        let last = path.path.segments.last()?;
        let owner = match &*qualified.ty {
            syn::Type::Path(owner) if owner.qself.is_none() => &owner.path,
            _ => return None,
        };
        let args = &call.args;
        Some(self.expr(&syn::parse_quote!(#owner::#last(#args))))
    }

    /// `u32::min(a, b)`, `f32::sqrt(x)`, `Ord::max(a, b)`: a method with its receiver as the first argument.
    fn number_function(&mut self, call: &syn::ExprCall, path: &syn::Path) -> Option<Expr> {
        let names: Vec<String> = path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        let [owner, name] = &names[..] else { return None };
        let area = call.area();
        let method = &path.segments.last()?.ident;
        if let ("max_value" | "min_value", true) = (name.as_str(), call.args.is_empty()) {
            crate::signature::named(owner)?.integer()?;
            let owner = &path.segments.first()?.ident;
            let limit = syn::Ident::new(if name == "max_value" { "MAX" } else { "MIN" }, method.span());
            return Some(self.expr(&syn::parse_quote!(#owner::#limit)));
        }
        let first = call.args.first()?;
        if name == "from_str_radix" && crate::signature::named(owner).is_some() {
            call.args.iter().for_each(|arg| self.left_over(arg));
            let fix = "write `text.parse()` for base 10, or take the digits one by one: `for c in text.bytes() { .. }`";
            self.errors.report(call.func.area(), format!("kernels have no `{owner}::from_str_radix`"), fix);
            return Some(Expr::error(area));
        }
        let rest: Vec<&syn::Expr> = call.args.iter().skip(1).collect();
        if matches!(owner.as_str(), "Ord" | "PartialOrd" | "PartialEq") && self.known.of(path).is_none() {
            let is_it = matches!(
                name.as_str(),
                "max" | "min" | "clamp" | "cmp" | "partial_cmp" | "eq" | "ne" | "lt" | "le" | "gt" | "ge"
            );
            return is_it.then(|| self.expr(&syn::parse_quote!((#first).#method(#(#rest),*))));
        }
        let ty = crate::signature::named(owner)?;
        if let (Some(integer), 1) = (ty.integer(), call.args.len()) {
            match name.as_str() {
                "from_be" => {
                    let owner = &path.segments.first()?.ident;
                    return Some(self.expr(
                        &syn::parse_quote!(({ let __vyre_x: #owner = #first; __vyre_x }).swap_bytes()),
                    ));
                }
                "from_le" => {
                    let value = self.expr_as(first, integer.ty);
                    return Some(if self.demand(&value, integer.ty) { value } else { Expr::error(area) });
                }
                "try_from" if self.has_own_try_from(integer.ty, first) => return None,
                "try_from" => {
                    let value = self.expr(first);
                    return Some(self.tried_from(integer.ty, value, area));
                }
                _ => {}
            }
        }
        owner_of_method(path)?;
        let inner = match strip(first) {
            syn::Expr::Reference(reference) => &*reference.expr,
            other => other,
        };
        let mut stmts = Vec::new();
        let value = self.expr_as(inner, ty);
        let value = self.number_behind(value);
        if !self.demand(&value, ty) || self.infer.resolve(value.ty) == Ty::Error {
            return Some(Expr::error(area));
        }
        let Kind::Local(local) = self.hidden("receiver", value, &mut stmts).kind else { return None };
        self.scopes.push(HashMap::from([("__vyre_receiver".to_string(), Entity::Local(local))]));
        let value = self.expr(&syn::parse_quote!(__vyre_receiver.#method(#(#rest),*)));
        self.scopes.pop();
        Some(block_of(stmts, value))
    }

    /// Whether the module has a `TryFrom` for a number, of values that are no numbers.
    fn has_own_try_from(&mut self, target: Ty, value: &syn::Expr) -> bool {
        self.sees_module
            && self.has_own(target, "try_from")
            && self.peeked_type(value).is_some_and(|of| self.infer.data_of(of).is_some())
    }

    /// `T::try_from(value)` of integers. The error says nothing more.
    fn tried_from(&mut self, target: Ty, value: Expr, area: Area) -> Expr {
        if !self.demand_known(&value) {
            return Expr::error(area);
        }
        let got = self.infer.resolve(value.ty);
        let got = if let Ty::Int(_) = got { self.infer.unify(got, Ty::I32).unwrap_or(got) } else { got };
        let is_char = self.infer.data_of(got).is_some_and(|data| standard::is_char(&data.definition.name));
        if is_char && matches!(target, Ty::U8 | Ty::U16) {
            let mut stmts = Vec::new();
            let Kind::Local(local) = self.hidden("value", value, &mut stmts).kind else {
                return Expr::error(area);
            };
            self.scopes.push(HashMap::from([("__vyre_a".to_string(), Entity::Local(local))]));
            let target = syn::Ident::new(&target.to_string(), area.start);
            let made = self.expr(&syn::parse_quote!(#target::try_from(__vyre_a.0)));
            self.scopes.pop();
            return block_of(stmts, made);
        }
        if got.integer().is_none() {
            if got != Ty::Error {
                let problem = format!("kernels have no `{target}::try_from` of a `{}`", self.infer.name(got));
                self.errors.report(area, problem, "convert an integer");
            }
            return Expr::error(area);
        }
        let mut stmts = Vec::new();
        let Kind::Local(local) = self.hidden("value", value, &mut stmts).kind else {
            return Expr::error(area);
        };
        let scope = HashMap::from([("__vyre_a".to_string(), Entity::Local(local))]);
        let text = format!(
            "{{ let y = a as {target}; if y as {got} == a && (y < 0) == (a < 0) {{ Ok(y) }} else {{ Err(()) }} }}"
        );
        let made = self.text_over(scope, &text, (area, area.end));
        block_of(stmts, made)
    }

    /// What a reference argument refers to: the place behind `&mut`, or behind a name that is a `&mut`.
    fn exclusive(&mut self, arg: &syn::Expr) -> Option<syn::Expr> {
        match strip(arg) {
            syn::Expr::Reference(reference) if reference.mutability.is_some() => {
                Some((*reference.expr).clone())
            }
            syn::Expr::Path(path) => Some(syn::parse_quote!(*#path)),
            _ => {
                let fix = "write `&mut` before a variable";
                self.errors.report(arg.area(), "this takes a `&mut`", fix);
                None
            }
        }
    }

    /// Whether a place is a slice that a name refers to, which trades places with nothing; reports it.
    fn is_name_of_slice(&mut self, place: &syn::Expr) -> bool {
        let entity = crate::syntax::path_name(place).and_then(|name| self.lookup(&name));
        let is_it = matches!(entity, Some(Entity::Buffer(buffer)) if self.buffers[buffer].is_slice);
        if is_it {
            let fix = "swap the elements, `a.swap_with_slice(b)`, or call a function with the two in the other order";
            self.errors.report(place.area(), "names of slices stay with their arrays", fix);
        }
        is_it
    }

    /// `mem::swap(a, b)`
    fn swapped(&mut self, first: &syn::Expr, second: &syn::Expr, area: Area) -> Expr {
        let (Some(first), Some(second)) = (self.exclusive(first), self.exclusive(second)) else {
            return Expr::error(area);
        };
        let are_moving = [&first, &second].into_iter().all(|place| {
            let entity = crate::syntax::path_name(place).and_then(|name| self.lookup(&name));
            matches!(entity, Some(Entity::Buffer(buffer)) if self.buffers[buffer].is_moving)
        });
        if !are_moving && (self.is_name_of_slice(&first) || self.is_name_of_slice(&second)) {
            return Expr::error(area);
        }
        let are_names = [&first, &second].into_iter().all(|place| matches!(strip(place), syn::Expr::Path(_)));
        if are_names {
            return self.expr(&syn::parse_quote!({
                let __vyre_old = #first;
                #first = #second;
                #second = __vyre_old;
            }));
        }
        let mut stmts = Vec::new();
        let places = [first, second].map(|place| self.place_to_change(&place, &mut stmts));
        let [Some(first), Some(second)] = places else { return Expr::error(area) };
        if self.same(&first, &second, "what is swapped") == Ty::Error {
            return Expr::error(area);
        }
        let old = self.hidden("old", first.clone(), &mut stmts);
        let back = self.give_back(first, None, second.clone(), area);
        stmts.push(Stmt::Expr(back));
        let back = self.give_back(second, None, old, area);
        stmts.push(Stmt::Expr(back));
        Expr { kind: Kind::Block(crate::hir::Block { stmts, tail: None }), ty: Ty::Unit, area }
    }

    /// A place whose indices are in variables, and which may be changed.
    fn place_to_change(&mut self, place: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<Expr> {
        let inner = match strip(place) {
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => strip(expr),
            other => other,
        };
        if !self.demand_unshared(inner) {
            return None;
        }
        let value = self.base(inner);
        if self.infer.resolve(value.ty) == Ty::Error || !self.demand_changeable(&value, "this function") {
            return None;
        }
        Some(self.settled_place(value, stmts))
    }

    /// `mem::replace(place, value)` and `mem::take(place)`
    fn replaced(&mut self, place: &syn::Expr, value: Option<&syn::Expr>, area: Area) -> Expr {
        let Some(place) = self.exclusive(place) else { return Expr::error(area) };
        if self.is_name_of_slice(&place) {
            return Expr::error(area);
        }
        if let (syn::Expr::Path(_), Some(value)) = (strip(&place), value) {
            return self.expr(&syn::parse_quote!({
                let __vyre_new = #value;
                let __vyre_old = #place;
                #place = __vyre_new;
                __vyre_old
            }));
        }
        let mut stmts = Vec::new();
        let Some(place) = self.place_to_change(&place, &mut stmts) else { return Expr::error(area) };
        let new = match value {
            Some(value) => self.expr_as(value, place.ty),
            None => match self.known_default(place.ty, area) {
                Some(zero) => zero,
                None => return Expr::error(area),
            },
        };
        if !self.demand(&new, place.ty) || self.infer.resolve(new.ty) == Ty::Error {
            return Expr::error(area);
        }
        let new = self.hidden("new", new, &mut stmts);
        let old = self.hidden("old", place.clone(), &mut stmts);
        let back = self.give_back(place, None, new, area);
        stmts.push(Stmt::Expr(back));
        block_of(stmts, old)
    }

    /// `array::from_fn::<T, N, _>(f)`, which says its own type.
    fn written_from_fn(&mut self, call: &syn::ExprCall, path: &syn::ExprPath) -> Expr {
        let area = call.area();
        let arguments = path.path.segments.last().map(|last| &last.arguments);
        let Some(syn::PathArguments::AngleBracketed(written)) = arguments else {
            if let Some(count) = self.tried_length(area, "N")
                && let Some(function) = call.args.first()
            {
                let element = self.infer.open();
                return self.array_made(function, element, count, area);
            }
            let fix = "write the type of the array: `let a: [T; N] = ..;`";
            self.errors.report(area, "nothing says how long this array is", fix);
            return Expr::error(area);
        };
        let mut written = written.args.iter();
        let element = match written.next() {
            Some(syn::GenericArgument::Type(ty)) => self.written_type(ty),
            _ => None,
        };
        let length = match written.next() {
            Some(syn::GenericArgument::Const(length)) => Some(self.length(length)),
            Some(syn::GenericArgument::Type(syn::Type::Path(path))) => {
                let path = syn::ExprPath { attrs: Vec::new(), qself: None, path: path.path.clone() };
                Some(self.expr(&syn::Expr::Path(path)))
            }
            _ => None,
        };
        let element = element.unwrap_or_else(|| self.infer.open());
        let Some((count, _, None)) = length.and_then(|length| self.array_length(length)) else {
            let fix = "write it: `array::from_fn::<T, 8, _>(..)`";
            self.errors.report(area, "nothing says how long this array is", fix);
            return Expr::error(area);
        };
        let Some(function) = call.args.first() else { return Expr::error(area) };
        self.array_made(function, element, count, area)
    }

    /// An expression that takes its type from what is wanted.
    pub(super) fn wanted_of_std(&mut self, value: &syn::Expr, ty: Ty) -> Option<Expr> {
        let area = value.area();
        if let Some((call, path)) = from_fn(value) {
            if !path.path.segments.last()?.arguments.is_none() {
                return None;
            }
            let (count, element) = self.array_element(ty)?;
            self.meant.counted.extend(path.path.segments.last().map(|last| last.ident.span()));
            let made = self.array_made(call.args.first()?, element, count, area);
            return Some(self.as_value_like(&Expr::nothing(area, ty), made, area));
        }
        if let Some(call) = tried_into(value)
            && let Some((count, element)) = self.array_element(ty)
        {
            let made = self.array_of_slice(&call.receiver, element, count, area)?;
            return Some(self.as_value_like(&Expr::nothing(area, ty), made, area));
        }
        let Tried { call, methods, is_inner } = tried(value)?;
        let target = match self.infer.parts(ty) {
            _ if is_inner => ty,
            Some((Form::Option | Form::Result, parts)) => *parts.get(1)?,
            _ => return None,
        };
        let target = self.infer.resolve(target);
        let is_parsed = call.method == standard::PARSE;
        let own = if is_parsed { "from_str" } else { "try_from" };
        let is_own = match self.infer.data_of(target) {
            Some(_) => self.sees_module && self.has_own(target, own),
            None => !is_parsed && self.has_own_try_from(target, &call.receiver),
        };
        if !is_own && self.peeked_type(&call.receiver).is_some_and(|of| self.infer.data_of(of).is_some()) {
            return None;
        }
        let result = match self.array_element(target) {
            _ if is_own => {
                let (receiver, own) = (&call.receiver, syn::Ident::new(own, call.method.span()));
                self.scopes.push(HashMap::from([("__vyre_owner".to_string(), Entity::Type(target))]));
                let value = self.expr(&syn::parse_quote!(__vyre_owner::#own(#receiver)));
                self.scopes.pop();
                value
            }
            _ if is_parsed => self.parsed(call, target),
            Some((count, element)) => self.array_tried(&call.receiver, element, count, area)?,
            None if target.is_integer() => {
                let inner = self.base(&call.receiver);
                let inner = self.number_behind(inner);
                self.tried_from(target, inner, area)
            }
            None => return None,
        };
        if self.infer.resolve(result.ty) == Ty::Error {
            return Some(result);
        }
        let mut stmts = Vec::new();
        let Kind::Local(local) = self.hidden("tried", result, &mut stmts).kind else { return None };
        let mut written: syn::Expr = syn::parse_quote!(__vyre_tried);
        for method in methods.into_iter().rev() {
            written = match method {
                syn::Expr::Try(it) => syn::Expr::Try(syn::ExprTry { expr: Box::new(written), ..it.clone() }),
                syn::Expr::MethodCall(call) => {
                    syn::Expr::MethodCall(syn::ExprMethodCall { receiver: Box::new(written), ..call.clone() })
                }
                _ => return None,
            };
        }
        self.scopes.push(HashMap::from([("__vyre_tried".to_string(), Entity::Local(local))]));
        let value = self.expr(&written);
        self.scopes.pop();
        Some(block_of(stmts, value))
    }

    /// A text as a value of a type of std's, if it is written as one.
    fn parsed(&mut self, call: &syn::ExprMethodCall, target: Ty) -> Expr {
        let written = syn::parse_str(&self.infer.name(target)).ok();
        let parsed = written.and_then(|ty| standard::number_in(&call.receiver, &ty, call.method.span()));
        match parsed {
            Some(parsed) => self.expr(&parsed),
            None => {
                let problem = format!("kernels have no `parse` of a `{}`", self.infer.name(target));
                let fix = "parse an integer of at most 64 bits, or write a function that takes the bytes one by one";
                self.errors.report(Area::of(&call.method), problem, fix);
                Expr::error(call.area())
            }
        }
    }

    /// `text.parse()` of which nothing is wanted here: an integer whose type follows from what it meets.
    pub(super) fn call_of_parse(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        if call.method != standard::PARSE || !call.args.is_empty() {
            return None;
        }
        let (area, receiver, mut stmts) = (call.area(), &call.receiver, Vec::new());
        let of = syn::Ident::new(standard::TEXT_TYPE, call.method.span());
        let number = self.expr(&syn::parse_quote!(#of::signed(#receiver)));
        if self.infer.resolve(number.ty) == Ty::Error {
            return Some(Expr::error(area));
        }
        let Kind::Local(number) = self.hidden("number", number, &mut stmts).kind else { return None };
        let to = self.infer.int();
        self.scopes.push(HashMap::from([
            ("__vyre_number".to_string(), Entity::Local(number)),
            ("__vyre_to".to_string(), Entity::Type(to)),
        ]));
        let value = self.expr(&syn::parse_quote!(match __vyre_number {
            Ok((is_negative, bits)) => {
                let number = bits as __vyre_to;
                let is_signed = (u64::MAX as __vyre_to) < 0;
                let is_below = is_negative && bits != 0;
                if number as u64 == bits && (number < 0) == is_below && (is_signed || !is_negative) {
                    Ok(number)
                } else {
                    Err(is_signed || !is_negative)
                }
            }
            Err(is_large) => Err(is_large),
        }));
        self.scopes.pop();
        self.parsed.push((Area::of(&call.method), to, self.infer.count_of(to)));
        Some(block_of(stmts, Expr { area, ..value }))
    }

    /// Reports the texts that are parsed as something of which nothing says what it is.
    pub(super) fn check_parsed(&mut self) {
        for (area, ty, count) in std::mem::take(&mut self.parsed) {
            if matches!(self.infer.resolve(ty), Ty::Int(_)) && self.infer.count_of(ty) == count {
                let fix = "write it: `text.parse::<u32>()`";
                self.errors.report(area, "nothing says what type this `parse` gives", fix);
            }
        }
    }

    /// `<[T; N]>::try_from(slice)`: the elements of a slice as an array, if it has as many. The error says nothing more.
    pub(super) fn array_tried(
        &mut self,
        slice: &syn::Expr,
        element: Ty,
        count: u32,
        area: Area,
    ) -> Option<Expr> {
        if count > super::aggregate::MAX_PARTS {
            return None;
        }
        let parts = (0..count).map(|at| {
            let at = proc_macro2::Literal::u32_unsuffixed(at);
            quote::quote!(__vyre_slice[#at])
        });
        let count = proc_macro2::Literal::u32_unsuffixed(count);
        let written: syn::Expr =
            syn::parse_quote!(if __vyre_slice.len() == #count { Ok([#(#parts),*]) } else { Err(()) });
        if let syn::Expr::Try(_) = strip(slice) {
            return Some(self.expr(&syn::parse_quote!({ let __vyre_slice = #slice; #written })));
        }
        let mut stmts = Vec::new();
        let (slice, _) = self.other_slice(slice, element, false, &mut stmts)?;
        self.scopes.push(HashMap::from([("__vyre_slice".to_string(), Entity::Buffer(slice))]));
        let value = self.expr(&written);
        self.scopes.pop();
        Some(block_of(stmts, Expr { area, ..value }))
    }

    /// The elements of a slice as an array, which they must fill: `slice.try_into().unwrap()`.
    pub(super) fn array_of_slice(
        &mut self,
        slice: &syn::Expr,
        element: Ty,
        count: u32,
        area: Area,
    ) -> Option<Expr> {
        if count > super::aggregate::MAX_PARTS {
            return None;
        }
        let mut stmts = Vec::new();
        let (slice, _) = self.other_slice(slice, element, false, &mut stmts)?;
        let number = |bits: u32| Expr { kind: Kind::Literal(bits.into()), ty: Ty::U32, area };
        let length = Expr { kind: Kind::Len(slice), ty: Ty::U32, area };
        let cond = self.arithmetic(vyre_ir::BinOp::Eq, length, number(count), area);
        let message = "called `Result::unwrap()` on an `Err` value".to_string();
        stmts.push(self.asserted(cond, message, area));
        let parts = (0..count).map(|at| self.element_of_slice(slice, number(at), area)).collect();
        let ty = self.infer.many(Form::Array, vec![element; count as usize]);
        Some(block_of(stmts, Expr { kind: Kind::Many(parts), ty, area }))
    }

    /// An array of what a function gives for each index.
    fn array_made(&mut self, function: &syn::Expr, element: Ty, count: u32, area: Area) -> Expr {
        if count > super::aggregate::MAX_PARTS {
            let fix = "write `let mut a = [0; N];`, and fill it in a loop";
            self.errors.report(area, "this array is too long for a value", fix);
            return Expr::error(area);
        }
        if !self.is_kernel {
            let parts = (0..count).map(|at| {
                let at = Expr { kind: Kind::Literal(at.into()), ty: Ty::U32, area };
                self.applied_to(function, vec![at], super::closures::Given::Values)
            });
            let parts: Vec<Expr> = parts.collect();
            if !parts.iter().all(|part| self.demand(part, element)) {
                return Expr::error(area);
            }
            let ty = self.infer.many(Form::Array, vec![element; count as usize]);
            return Expr { kind: Kind::Many(parts), ty, area };
        }
        let mut stmts = Vec::new();
        let Some(function) = self.function_argument(function, 1, &mut stmts) else {
            return Expr::error(area);
        };
        if let Entity::Closure(closure) = function {
            self.expect_result(closure, element);
        }
        let array = self.new_array(element, count, area, &mut stmts);
        let scope = HashMap::from([
            ("__vyre_s".to_string(), Entity::Buffer(array)),
            ("__vyre_f".to_string(), function),
        ]);
        let filled = self.text_over(scope, "for i in 0..s.len() { s[i] = f(i); }", (area, area.end));
        if self.infer.resolve(filled.ty) == Ty::Error {
            return Expr::error(area);
        }
        stmts.push(Stmt::Expr(filled));
        match self.whole_array(array, area) {
            Some(whole) => block_of(stmts, whole),
            None => Expr::error(area),
        }
    }

    /// A local array of zeros.
    fn new_array(&mut self, element: Ty, count: u32, area: Area, stmts: &mut Vec<Stmt>) -> BufferId {
        self.in_kernel(area, "arrays that functions make");
        let array = self.slice(BufferDecl::private("made", count, DataType::U32), element, false, area);
        (self.buffers[array].is_slice, self.buffers[array].is_constant) = (false, false);
        let zero = Expr { kind: Kind::Literal(0), ty: element, area };
        stmts.push(Stmt::Fill { buffer: array, value: zero, area });
        array
    }

    /// A byte string as the slice that a name is.
    pub(super) fn bytes_in_memory(
        &mut self,
        literal: &syn::Lit,
        name: &syn::PatIdent,
        stmts: &mut Vec<Stmt>,
    ) -> Entity {
        let area = Area::from(name.ident.span());
        if matches!(literal, syn::Lit::ByteStr(bytes) if bytes.value().is_empty()) {
            let empty = self.slice_of_nothing(Ty::U8, area, stmts);
            let slice = self.moving_slice(empty, (plain(&name.ident), area), stmts);
            (self.buffers[slice].is_moving, self.buffers[slice].is_constant) =
                (name.mutability.is_some(), true);
            return Entity::Buffer(slice);
        }
        let value = self.literal(literal);
        let count = self.array_element(value.ty).map(|(count, _)| count);
        match self.slice_of_value(value, false, stmts).flatten() {
            Some((array, _)) => {
                let slice = self.moving_slice(array, (plain(&name.ident), area), stmts);
                self.buffers[slice].is_moving = name.mutability.is_some();
                self.buffers[slice].is_constant = true;
                self.lengths.extend(count.map(|count| (slice, count)));
                Entity::Buffer(slice)
            }
            None => Entity::Poisoned,
        }
    }

    /// `array.map(f)`; nothing for other receivers.
    pub(super) fn mapped_array(&mut self, call: &syn::ExprMethodCall, receiver: &Expr) -> Option<Expr> {
        if call.method != "map" || call.args.len() != 1 {
            return None;
        }
        let area = receiver.area.to(call.area());
        let (count, _) = self.array_element(receiver.ty)?;
        // An array of two or four numbers may be a vector.
        if !self.is_kernel || matches!(count, 2 | 4) {
            let mut stmts = Vec::new();
            let whole = self.hidden("array", receiver.clone(), &mut stmts);
            let (_, element) = self.array_element(receiver.ty)?;
            let parts = (0..count as usize).map(|at| {
                let part = self.part(whole.clone(), at, element, area);
                self.applied_to(&call.args[0], vec![part], super::closures::Given::Values)
            });
            let parts: Vec<Expr> = parts.collect();
            let of = parts.first()?.ty;
            if !parts.iter().all(|part| self.demand(part, of)) {
                return Some(Expr::error(area));
            }
            if let Some(lane) = self.lane_type(of, area).filter(|lane| lane.vector(count).is_some()) {
                let vector = self.lanes(parts, lane, area);
                return Some(block_of(stmts, vector));
            }
            let ty = self.infer.many(Form::Array, vec![of; count as usize]);
            return Some(block_of(stmts, Expr { kind: Kind::Many(parts), ty, area }));
        }
        let mut stmts = Vec::new();
        let function = match self.function_argument(&call.args[0], 1, &mut stmts) {
            Some(function) => function,
            None => return Some(Expr::error(area)),
        };
        let (source, _) = self.slice_of_value(receiver.clone(), false, &mut stmts)??;
        let element = self.infer.open();
        let array = self.new_array(element, count, area, &mut stmts);
        let scope = HashMap::from([
            ("__vyre_s".to_string(), Entity::Buffer(array)),
            ("__vyre_o".to_string(), Entity::Buffer(source)),
            ("__vyre_f".to_string(), function),
        ]);
        let filled =
            self.text_over(scope, "for i in 0..s.len() { s[i] = f(o[i]); }", (area, call.method.span()));
        if self.infer.resolve(filled.ty) == Ty::Error {
            return Some(Expr::error(area));
        }
        stmts.push(Stmt::Expr(filled));
        let whole = self.whole_array(array, area)?;
        Some(block_of(stmts, whole))
    }
}
