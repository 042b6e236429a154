//! Calls of functions and methods: what they take, what their results may hold, and whether bounds hold.

use super::body::{As, Builder, Spot, Value, bound_by, is_temporary, is_uncounted};
use super::closures::Calls;
use super::declarations::Elided;
use super::flow::{LocalId, Op, Place, Source, Tables, held_by};
use super::impls::shown;
use super::items::{Bound, Callee, Env, Receiver, matched, receiver, trait_functions};
use super::scope::{ItemId, Kind, Meaning, Space};
use super::std_types;
use super::ty::Ty;
use crate::diagnostics::Area;
use crate::syntax::{plain, strip};
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Expr, FnArg, ReturnType};

/// The methods that every type has by std.
const OF_ALL: [&str; 12] = [
    "into",
    "try_into",
    "borrow",
    "borrow_mut",
    "as_ref",
    "as_mut",
    "type_id",
    "to_owned",
    "clone_into",
    "hash",
    "fmt",
    "to_string",
];

/// The adaptor that makes one iterator of several, at the end of a chain or before adaptors that keep what it does not have.
fn of_several(chain: &Expr) -> Option<&'static str> {
    let Expr::MethodCall(call) = strip(chain) else { return None };
    let name = call.method.to_string();
    let is_iterator = |expr: &Expr| match strip(expr) {
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            crate::check::is_adaptor(&name) || matches!(name.as_str(), "iter" | "iter_mut" | "into_iter")
        }
        Expr::Range(_) => true,
        _ => false,
    };
    let several = ["chain", "flatten", "flat_map"].into_iter().find(|several| *several == name);
    match several {
        Some(_) => several.filter(|_| is_iterator(&call.receiver)),
        None if crate::check::is_adaptor(&name) => of_several(&call.receiver),
        None => None,
    }
}

impl<'a> Builder<'_, 'a> {
    /// What a loop over a type gives.
    pub(super) fn item_of(&self, ty: &Ty) -> Ty {
        if let Some(item) = std_types::item(ty) {
            return item;
        }
        let mut blocks =
            self.items.impls.iter().filter(|block| block.trait_name().as_deref() == Some("Iterator"));
        match blocks.find(|block| *ty != Ty::Unknown && matched(&block.ty, ty).is_some()) {
            Some(block) if block.env.params.is_empty() => {
                block.env.associated.get("Item").map_or(Ty::Unknown, |item| self.items.ty(&block.env, item))
            }
            _ => Ty::Unknown,
        }
    }

    pub(super) fn call(&mut self, it: &'a syn::ExprCall) -> Value {
        let area = Area::of(it);
        let Expr::Path(path) = strip(&it.func) else {
            let called = match Self::is_place(&it.func) {
                true => Value::of(self.looked_at(&it.func)),
                false => self.value(&it.func, As::Lent),
            };
            let called = self.kept(called, area);
            self.arguments(None, &it.args, area);
            self.touch(&called, area);
            return Value::of(Ty::Unknown);
        };
        let path = &path.path;
        if let Some(local) = path.get_ident().and_then(|name| self.local_of(&plain(name))) {
            return self.call_local(local, it);
        }
        let last = path.segments.last().map_or_else(String::new, |last| plain(&last.ident));
        if path.segments.len() == 1 && matches!(last.as_str(), "Some" | "Ok" | "Err") {
            let values: Vec<Value> = it.args.iter().map(|expr| self.kept_value(expr)).collect();
            let of = values.first().map_or(Ty::Unknown, |value| value.ty.clone());
            let ty = match last.as_str() {
                "Some" => Ty::option(of),
                "Ok" => Ty::Std("Result", vec![of, Ty::Unknown]),
                _ => Ty::Std("Result", vec![Ty::Unknown, of]),
            };
            return self.made(ty, values, area);
        }
        if path.is_ident("Self")
            && let Some(ty @ Ty::Item(id, _)) = self.env.self_ty.clone()
        {
            return self.construct(id, None, Some(ty), it);
        }
        match self.items.scope.path(self.env.module, path, Space::Values) {
            Meaning::Item(id) => match self.items.scope.entries[id].kind {
                Kind::Function(function) => {
                    let entry = &self.items.scope.entries[id];
                    let env = self.items.env(entry.module, [&function.sig.generics]);
                    let callee = Callee {
                        sig: &function.sig,
                        env,
                        seen_in: None,
                        trait_: None,
                        args: Vec::new(),
                        is_of_param: false,
                    };
                    return self.called(&callee, None, &it.args, area);
                }
                Kind::Struct(_) => return self.construct(id, None, None, it),
                _ => {}
            },
            Meaning::Variant(id, at) => return self.construct(id, Some(at), None, it),
            Meaning::Outside => {}
        }
        // A function of a type.
        let owner = match path.segments.first() {
            Some(first) if path.segments.len() == 2 && first.ident == "Self" => self.env.self_ty.clone(),
            _ => match self.items.scope.owner(self.env.module, path) {
                Meaning::Item(id)
                    if matches!(self.items.scope.entries[id].kind, Kind::Struct(_) | Kind::Enum(_)) =>
                {
                    Some(self.open_item(id))
                }
                _ => None,
            },
        };
        if let Some(Ty::Item(id, _)) = &owner
            && let Kind::Enum(of) = self.items.scope.entries[*id].kind
            && let Some(at) = of.variants.iter().position(|variant| plain(&variant.ident) == last)
        {
            return self.construct(*id, Some(at), owner.clone(), it);
        }
        if let Some(owner) = owner.filter(|owner| *owner != Ty::Unknown) {
            let found = self.items.methods(&owner, &last);
            if found.is_empty() && matches!(last.as_str(), "default" | "from" | "try_from") {
                self.non_constant_function(path);
            }
            if let [callee] = &found[..] {
                if let Some(name) = path.segments.last() {
                    self.check_seen(&found, &owner, &name.ident);
                }
                return self.called(callee, None, &it.args, area);
            }
        }
        self.check_constant_call(path);
        self.arguments(None, &it.args, area);
        if last == "discriminant" && it.args.len() == 1 {
            return Value::of(Ty::Std("Discriminant", Vec::new()));
        }
        Value::of(Ty::Unknown)
    }

    /// Reports a function of std's in a `const fn` that is none itself.
    fn check_constant_call(&mut self, path: &syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        let [.., owner, name] = &names[..] else { return };
        let is_std = path.segments.len() == 2
            && self.items.scope.owner(self.env.module, path) == Meaning::Outside
            || matches!(names[0].as_str(), "std" | "core");
        let is_type = crate::signature::named(owner).is_some()
            || matches!(owner.as_str(), "usize" | "isize" | "bool" | "char" | "Default" | "From" | "TryFrom");
        let is_of_trait = is_type && matches!(name.as_str(), "default" | "from" | "try_from");
        let is_plain = matches!(
            (owner.as_str(), name.as_str()),
            ("mem", "take") | ("cmp", "max" | "min") | ("array", "from_fn")
        );
        if is_std && (is_of_trait || is_plain) {
            self.non_constant_function(path);
        }
    }

    fn non_constant_function(&mut self, path: &syn::Path) {
        let text = || quote::ToTokens::to_token_stream(path).to_string().replace(' ', "");
        let problem = || format!("cannot call non-const function `{}` in constant functions", text());
        self.not_constant(Area::of(path), problem, "write it out: a cast, a literal, or a `const fn`");
    }

    /// A value of a tuple struct or of a variant.
    fn construct(
        &mut self,
        id: ItemId,
        variant: Option<usize>,
        ty: Option<Ty>,
        it: &'a syn::ExprCall,
    ) -> Value {
        let area = Area::of(it);
        let env = self.items.env_of(id);
        let fields: Vec<Ty> = match self.items.fields(id, variant) {
            Some(fields) => fields.iter().map(|field| self.items.ty(&env, &field.ty)).collect(),
            None => Vec::new(),
        };
        let mut args: Vec<(String, Ty)> = Vec::new();
        let mut values = Vec::new();
        for (at, expr) in it.args.iter().enumerate() {
            let declared = fields.get(at);
            let value = self.value(expr, As::expected(declared));
            if let Some(declared) = declared {
                args.extend(matched(declared, &value.ty).unwrap_or_default());
            }
            values.push(self.kept(value, Area::of(expr)));
        }
        let ty = ty.unwrap_or_else(|| {
            let params = self.items.params_of(id);
            let of = |name: &String| {
                args.iter().find(|(param, _)| param == name).map_or(Ty::Unknown, |(_, ty)| ty.clone())
            };
            Ty::Item(id, params.iter().map(of).collect())
        });
        self.check_arguments_of(id, &ty, area);
        self.made(ty, values, area)
    }

    /// Calls a closure, or a function that is a parameter.
    fn call_local(&mut self, local: LocalId, it: &'a syn::ExprCall) -> Value {
        let area = Area::of(&*it.func);
        let problem = || "cannot call closures and functions in variables in constant functions".to_string();
        self.not_constant(area, problem, "write a `const fn`, and call it by its name");
        let place = Place::of(local);
        let ty = self.locals[local].ty.clone();
        let spot = Spot { place: Some(place.clone()), ty: ty.clone(), root: Some(local) };
        let spot = self.behind(spot);
        let (kind, gives) = match &spot.ty {
            Ty::Closure(id) => (Some(self.closures[*id].calls), self.closures[*id].gives.clone()),
            Ty::Param(param) => (self.calls_of(param), Ty::Unknown),
            _ => (None, Ty::Unknown),
        };
        self.arguments(None, &it.args, area);
        match kind {
            Some(Calls::Once) => {
                // A parameter that may be `Copy` is taken as such.
                self.take(&spot, As::Moved, area);
            }
            Some(Calls::Mutating) => drop(self.borrow(&spot, true, area)),
            Some(Calls::Reading) | None => {
                if let Some(place) = spot.place {
                    self.point(Op::Read(place), area);
                }
            }
        }
        Value::of(gives)
    }

    /// How a function may be called that is a value of a type parameter.
    fn calls_of(&self, param: &str) -> Option<Calls> {
        let bounds = self.env.params.get(param)?;
        calls_of(bounds)
    }

    /// The values of arguments, in their order.
    fn arguments(
        &mut self,
        callee: Option<&Callee<'a>>,
        args: &'a Punctuated<Expr, syn::Token![,]>,
        area: Area,
    ) -> (Vec<Value>, Vec<(String, Ty)>) {
        let inputs: Vec<&'a FnArg> =
            callee.map_or_else(Vec::new, |callee| callee.sig.inputs.iter().collect());
        let skipped = inputs.len().saturating_sub(args.len());
        let mut known: Vec<(String, Ty)> = callee.map_or_else(Vec::new, |callee| callee.args.clone());
        let mut values = Vec::new();
        let mut late: Vec<(usize, Spot, As, Area)> = Vec::new();
        for (at, expr) in args.iter().enumerate() {
            let input = inputs.get(at + skipped).copied();
            let declared = match (input, callee) {
                (Some(FnArg::Typed(it)), Some(callee)) => Some(self.items.ty(&callee.env, &it.ty)),
                _ => None,
            };
            let how = match (input, &declared) {
                (Some(FnArg::Receiver(it)), _) => match it.kind {
                    syn::ReceiverKind::Value => As::Moved,
                    _ => As::Lent,
                },
                (_, Some(Ty::Param(_))) => As::Moved,
                (_, declared) => match As::expected(declared.as_ref()) {
                    As::Moved => As::Lent,
                    how => how,
                },
            };
            // A `&mut` reference is lent again when the call is made (rustc's two phases).
            if how != As::Moved && Self::is_place(expr) {
                let spot = self.place(expr);
                if matches!(spot.ty, Ty::Ref(true, ..)) {
                    if let Some(declared) = &declared {
                        known.extend(matched(declared, &spot.ty).unwrap_or_default());
                    }
                    values.push(Value::of(spot.ty.clone()));
                    late.push((values.len() - 1, spot, how, Area::of(expr)));
                    continue;
                }
            }
            let value = match strip(expr) {
                Expr::Closure(closure) => self.closure(closure, &[]),
                Expr::Reference(it) if callee.is_some() && is_temporary(&it.expr) => {
                    self.lent_for_statement(it)
                }
                _ => self.value(expr, how),
            };
            if let Some(declared) = &declared {
                known.extend(matched(declared, &value.ty).unwrap_or_default());
                if matches!(declared, Ty::Plain(_)) && !matches!(value.ty, Ty::Param(_)) {
                    self.demand_same(expr, declared, &value.ty);
                }
                // A type of which only bounds are known is no other one.
                if let (Ty::Param(param), Ty::Plain(_) | Ty::Item(..) | Ty::Tuple(_)) = (&value.ty, declared)
                    && param.starts_with("impl ")
                {
                    let wanted = shown(self.items, declared);
                    let problem = format!("mismatched types: expected `{wanted}`, found `{param}`");
                    self.found.report(
                        Area::of(expr),
                        problem,
                        "take what its bounds say, as in `x: impl Trait`",
                    );
                }
            }
            if let (Some(FnArg::Typed(it)), Some(callee)) = (input, callee)
                && let syn::Type::ImplTrait(of) = &*it.ty
            {
                let bounds = self.items.bounds_of(callee.env.module, &of.bounds);
                self.check_bounds(&bounds, &value.ty, Area::of(expr), "impl Trait");
            }
            values.push(self.kept(value, Area::of(expr)));
        }
        for (at, spot, how, area) in late {
            let value = self.take(&spot, how, area);
            values[at] = self.kept(value, area);
        }
        self.touch_each(&values, area);
        if let Some(callee) = callee {
            self.demand_static(callee, &values, args);
        }
        (values, known)
    }

    /// A parameter `&'static T` takes no reference to a variable.
    fn demand_static(
        &mut self,
        callee: &Callee<'a>,
        values: &[Value],
        args: &'a Punctuated<Expr, syn::Token![,]>,
    ) {
        let skipped = callee.sig.inputs.len().saturating_sub(values.len());
        for ((input, value), arg) in callee.sig.inputs.iter().skip(skipped).zip(values).zip(args) {
            let FnArg::Typed(it) = input else { continue };
            let Ty::Ref(_, Some(lifetime), _) = self.items.ty(&callee.env, &it.ty) else { continue };
            let [Source::Local(local)] = value.holds[..] else { continue };
            if lifetime != "static" {
                continue;
            }
            let tables = Tables { locals: &self.locals, loans: &self.loans };
            let loans = held_by(&tables, local);
            let of_local = loans
                .into_iter()
                .map(|loan| &self.loans[loan].place)
                .find_map(|place| self.locals[place.local].name.clone().filter(|_| !place.has_deref()));
            if let Some(name) = of_local {
                let problem = format!("`{name}` does not live long enough: the parameter is `&'static`");
                self.found.report(Area::of(arg), problem, "pass a reference to a `static` or a constant");
            }
        }
    }

    /// A call whose signature is known.
    fn called(
        &mut self,
        callee: &Callee<'a>,
        lent: Option<(&Spot, &Value)>,
        args: &'a Punctuated<Expr, syn::Token![,]>,
        area: Area,
    ) -> Value {
        let (values, known) = self.arguments(Some(callee), args, area);
        self.result_of(callee, lent, &values, &known, args, area)
    }

    fn result_of(
        &mut self,
        callee: &Callee<'a>,
        lent: Option<(&Spot, &Value)>,
        values: &[Value],
        known: &[(String, Ty)],
        args: &'a Punctuated<Expr, syn::Token![,]>,
        area: Area,
    ) -> Value {
        for param in super::items::type_params(&callee.sig.generics) {
            let name = plain(&param.ident);
            let Some((_, ty)) = known.iter().find(|(param, ty)| *param == name && *ty != Ty::Unknown) else {
                continue;
            };
            let Some(bounds) = callee.env.params.get(&name) else { continue };
            // The argument that says what the parameter is.
            let skipped = callee.sig.inputs.len().saturating_sub(args.len());
            let at = callee.sig.inputs.iter().skip(skipped).position(|input| match input {
                FnArg::Typed(it) => self.items.ty(&callee.env, &it.ty) == Ty::Param(name.clone()),
                FnArg::Receiver(_) => false,
            });
            let area = at.and_then(|at| args.iter().nth(at)).map_or(area, |expr| Area::of(expr));
            let bounds: Vec<Bound<'a>> = bounds.clone();
            self.check_bounds(&bounds, &ty.clone(), area, &name);
        }
        if callee.sig.constness.is_none() {
            let name = &callee.sig.ident;
            let problem = || format!("cannot call non-const function `{name}` in constant functions");
            self.not_constant(area, problem, "write both as `const fn`, or both without `const`");
        }
        let ReturnType::Type(_, output) = &callee.sig.output else { return Value::of(Ty::unit()) };
        if let syn::Type::ImplTrait(of) = &**output
            && crate::functional::gives_unnamed(callee.sig)
        {
            // Its bounds alone are known outside of the function.
            let own: *const syn::Signature = callee.sig;
            let number = self.unnamed.iter().position(|known| *known == own);
            let number = number.unwrap_or_else(|| {
                self.unnamed.push(own);
                self.unnamed.len() - 1
            });
            let bounds = self.items.bounds_of(callee.env.module, &of.bounds);
            let name = super::body::unnamed(&bounds, number);
            self.env.params.insert(name.clone(), bounds);
            return Value::of(Ty::Param(name));
        }
        let open = self.items.ty(&callee.env, output);
        let ty = open.with(&|name| {
            let found = known.iter().find(|(param, _)| param == name).map(|(_, ty)| ty.clone());
            let is_own = callee.env.params.contains_key(name);
            let is_self = callee.is_of_param && callee.env.self_ty == Some(Ty::Param(name.to_string()));
            found.or_else(|| (is_own && !is_self).then_some(Ty::Unknown))
        });
        if matches!(self.regions(&ty), None | Some(0)) {
            return Value::of(ty);
        }
        let mut elided = Elided::default();
        elided.visit_type(output);
        let mut holds: Vec<Source> = Vec::new();
        let skipped = callee.sig.inputs.len().saturating_sub(values.len());
        let typed: Vec<(&FnArg, &Value)> = callee.sig.inputs.iter().skip(skipped).zip(values).collect();
        if elided.named.is_empty() {
            match lent {
                Some((_, value)) if receiver(callee.sig) != Some(Receiver::Value) => {
                    holds.extend(value.holds.clone())
                }
                _ => {
                    let lending: Vec<&Value> = typed
                        .iter()
                        .filter(|(input, _)| match input {
                            FnArg::Typed(it) => {
                                let mut own = Elided::default();
                                own.visit_type(&it.ty);
                                own.count + own.named.len() > 0
                            }
                            FnArg::Receiver(it) => !matches!(it.kind, syn::ReceiverKind::Value),
                        })
                        .map(|(_, value)| *value)
                        .collect();
                    if let [only] = lending[..]
                        && self.regions(&only.ty) == Some(1)
                    {
                        holds.extend(only.holds.clone());
                    }
                }
            }
        } else if elided.named.len() == 1 && elided.count == 0 {
            for (input, value) in &typed {
                let FnArg::Typed(it) = input else { continue };
                let mut own = Elided::default();
                own.visit_type(&it.ty);
                if own.named == elided.named && own.count == 0 && self.regions(&value.ty) == Some(1) {
                    holds.extend(value.holds.clone());
                }
            }
            if let (Some((_, value)), Some(FnArg::Receiver(it))) = (lent, callee.sig.inputs.first())
                && let syn::ReceiverKind::Reference(_, Some(lifetime), _) = &it.kind
                && elided.named.contains(&plain(&lifetime.ident))
            {
                holds.extend(value.holds.clone());
            }
        }
        // A parameter that is given back.
        for (input, value) in &typed {
            if let FnArg::Typed(it) = input
                && let param @ Ty::Param(_) = self.items.ty(&callee.env, &it.ty)
                && open == param
            {
                holds.extend(value.holds.clone());
            }
        }
        Value { ty, holds }
    }

    /// Whether a bound such as `Trait<Out = u8>` names a number that is surely not what the type has; then reports it.
    fn is_of_other_types(&mut self, bound: &Bound<'a>, ty: &Ty, area: Area) -> bool {
        let syn::PathArguments::AngleBracketed(args) =
            bound.path.segments.last().map_or(&syn::PathArguments::None, |last| &last.arguments)
        else {
            return false;
        };
        for arg in &args.args {
            let syn::GenericArgument::AssocType(it) = arg else { continue };
            let syn::Type::Path(path) = &it.ty else { continue };
            let name = plain(&it.ident);
            let Some(wanted) = path.path.get_ident().map(plain) else { continue };
            let Some(number) = crate::signature::named(&wanted) else { continue };
            let got = match bound.trait_ {
                Meaning::Item(id) => {
                    let mut blocks = self.items.impls.iter().filter(|block| {
                        block.trait_ == Some(Meaning::Item(id)) && block.env.params.is_empty()
                    });
                    let block = blocks.find(|block| ty.is_known() && block.ty == *ty);
                    let of_block = block.and_then(|block| Some((block, block.env.associated.get(&name)?)));
                    of_block.map_or(Ty::Unknown, |(block, ty)| self.items.ty(&block.env, ty))
                }
                Meaning::Outside if name == "Item" && bound.name.ends_with("Iterator") => self.item_of(ty),
                _ => continue,
            };
            let is_other = match &got {
                // `usize` and `u32` are one type in kernels.
                Ty::Plain(got) => crate::signature::named(got) != Some(number),
                Ty::Ref(..) | Ty::Tuple(_) => true,
                _ => false,
            };
            if is_other {
                let got = shown(self.items, &got);
                let problem = format!("`{name}` of this is `{got}`, and `{wanted}` is asked for");
                self.found.report(area, problem, format!("pass what has `{name} = {wanted}`"));
                return true;
            }
        }
        false
    }

    /// Reports a bound that a type surely does not fulfil.
    fn check_bounds(&mut self, bounds: &[Bound<'a>], ty: &Ty, area: Area, param: &str) {
        if let Ty::Closure(id) = ty {
            let asked = calls_of(bounds);
            return self.check_closure(*id, asked, false, area);
        }
        for bound in bounds {
            let holds = match bound.trait_ {
                Meaning::Item(id) if matches!(self.items.scope.entries[id].kind, Kind::Trait(_)) => {
                    self.items.implements(&self.env, ty, id)
                }
                Meaning::Outside
                    if matches!(
                        bound.name.as_str(),
                        "Copy" | "Clone" | "PartialEq" | "Eq" | "PartialOrd" | "Ord"
                    ) =>
                {
                    let is_exclusive = matches!(ty, Ty::Ref(true, ..));
                    if ty.is_known() && !is_exclusive {
                        self.items.derives_for(&self.env, ty, &bound.name)
                    } else {
                        None
                    }
                }
                Meaning::Outside if bound.name == "Iterator" => self.items.is_iterator(ty),
                _ => None,
            };
            if holds == Some(false) {
                let of = shown(self.items, ty);
                let problem =
                    format!("the trait bound `{of}: {}` is not satisfied, which `{param}` has", bound.name);
                let fix = match ty {
                    Ty::Param(name) => bound_by(name, &bound.name),
                    _ => format!("implement or derive `{}` for `{of}`", bound.name),
                };
                return self.found.report(area, problem, fix);
            }
            if self.is_of_other_types(bound, ty, area) {
                return;
            }
        }
    }

    /// The bounds of a struct's or an enum's parameters.
    pub(super) fn check_arguments_of(&mut self, id: ItemId, ty: &Ty, area: Area) {
        let Ty::Item(_, args) = ty else { return };
        let env: Env<'a> = self.items.env_of(id);
        for (name, arg) in self.items.params_of(id).iter().zip(args) {
            if let Some(bounds) = env.params.get(name) {
                self.check_bounds(&bounds.clone(), arg, area, name);
            }
        }
    }

    /// Whether a method or a function of a type may be named here.
    fn check_seen(&mut self, found: &[Callee<'a>], ty: &Ty, name: &'a syn::Ident) {
        let module = self.env.module;
        let scope = self.items.scope;
        if found.iter().all(|callee| !scope.is_seen(callee.seen_in, module)) {
            let problem = format!("method `{name}` is private");
            return self.found.report(
                Area::of(name),
                problem,
                "declare it as `pub`: it is named outside of its module",
            );
        }
        let unseen = found.iter().all(|callee| match callee.trait_ {
            Some(id) => !callee.is_of_param && !scope.has_trait(id, module),
            None => false,
        });
        if unseen && let Some(id) = found.first().and_then(|callee| callee.trait_) {
            let of = self.items.name(id);
            let problem = format!(
                "no method named `{name}` found for `{}` in the current scope",
                shown(self.items, ty)
            );
            self.found.report(Area::of(name), problem, format!("import the trait: `use .. ::{of};`"));
        }
    }

    /// The methods that the bounds of a parameter bring.
    fn methods_of_param(&self, param: &str, name: &str) -> Vec<Callee<'a>> {
        let Some(bounds) = self.env.params.get(param) else { return Vec::new() };
        let mut found = Vec::new();
        for bound in self.items.with_supertraits(bounds) {
            let Meaning::Item(id) = bound.trait_ else { continue };
            let Kind::Trait(it) = self.items.scope.entries[id].kind else { continue };
            for method in trait_functions(it).filter(|it| it.sig.ident == name) {
                let mut env = self.items.env(self.items.scope.entries[id].module, [&it.generics]);
                env.self_ty = Some(Ty::Param(param.to_string()));
                self.items.declare(&mut env, &method.sig.generics);
                found.push(Callee {
                    sig: &method.sig,
                    env,
                    seen_in: None,
                    trait_: Some(id),
                    args: Vec::new(),
                    is_of_param: true,
                });
            }
        }
        found
    }

    /// Whether no bound of a parameter can bring a method of this name.
    fn has_no_method(&self, param: &str, name: &str) -> bool {
        let Some(bounds) = self.env.params.get(param) else { return false };
        let all = self.items.with_supertraits(bounds);
        let is_bare = all.iter().all(|bound| match bound.trait_ {
            Meaning::Item(id) => matches!(self.items.scope.entries[id].kind, Kind::Trait(_)),
            Meaning::Outside => match bound.name.as_str() {
                "Sized" | "Send" | "Sync" => true,
                "Copy" | "Clone" => !matches!(name, "clone" | "clone_from" | "to_owned"),
                _ => false,
            },
            Meaning::Variant(..) => false,
        });
        // An `impl` for all types, or for references to them.
        let has_blanket =
            self.items.impls.iter().any(|block| {
                matches!(block.ty.behind(), Ty::Param(_) | Ty::Unknown) && block.trait_.is_some()
            });
        is_bare && !has_blanket && !OF_ALL.contains(&name)
    }

    pub(super) fn method_call(&mut self, it: &'a syn::ExprMethodCall) -> Value {
        let area = Area::of(&it.method);
        let name = plain(&it.method);
        // A part of a list that a method of lists changes is lent before its bounds are computed.
        let is_part =
            matches!(strip(&it.receiver), Expr::Index(of) if matches!(strip(&of.index), Expr::Range(_)));
        self.stores = is_part && std_types::changes_lists(&name);
        let direct = self.place(&it.receiver);
        let whole = Area::of(&*it.receiver);
        let has_range = it.args.iter().any(|expr| matches!(strip(expr), Expr::Range(_)));
        self.check_counted(it, &direct.ty);
        self.check_adaptor(it, &direct.ty);
        let mut spot = direct.clone();
        loop {
            if spot.ty == Ty::Unknown {
                break;
            }
            let found = match &spot.ty {
                Ty::Param(param) => {
                    let param = param.clone();
                    let found = self.methods_of_param(&param, &name);
                    if found.is_empty() && self.has_no_method(&param, &name) {
                        let (of, fix) = match param.starts_with("impl ") {
                            true => (
                                "opaque type",
                                format!("call a method of its trait, or name one that has `{name}`"),
                            ),
                            false => {
                                ("type parameter", format!("bind the parameter by a trait that has `{name}`"))
                            }
                        };
                        let problem =
                            format!("no method named `{name}` found for {of} `{param}` in the current scope");
                        self.found.report(area, problem, fix);
                    }
                    found
                }
                Ty::Ref(..) => {
                    // Those for references alone.
                    let mut found = self.items.methods(&spot.ty, &name);
                    let is_value = |callee: &Callee<'a>| receiver(callee.sig) == Some(Receiver::Value);
                    found.retain(|callee| callee.trait_.is_some() && is_value(callee));
                    if found.is_empty() { found } else { break }
                }
                ty => self.items.methods(ty, &name),
            };
            if let [callee, ..] = &found[..] {
                if found.len() > 1 && found.iter().any(|other| receiver(other.sig) != receiver(callee.sig)) {
                    break;
                }
                self.check_seen(&found, &spot.ty.clone(), &it.method);
                let callee = match found.len() {
                    1 => callee.clone(),
                    _ => break,
                };
                for (param, ty) in &callee.args {
                    if let Some(bounds) = callee.env.params.get(param) {
                        self.check_bounds(&bounds.clone(), ty, area, param);
                    }
                }
                return self.method(&callee, &spot, it, whole);
            }
            if let Some(method) = std_types::method_of(&spot.ty, &name, has_range) {
                return self.std_method(&method, (&direct, &spot), it, whole);
            }
            if name == "clone" && it.args.is_empty() {
                return self.cloned(&direct, &spot, area, whole);
            }
            match self.deref(&spot) {
                Some(inner) => spot = inner,
                None => break,
            }
        }
        // Nothing is known of it: it looks at its receiver at least.
        match &direct.place {
            Some(place) if self.is_copy(&direct.ty) != Some(true) || !self.may_hold(&direct.ty) => {
                self.point(Op::Read(place.clone()), whole);
            }
            Some(_) | None => {
                if let Some(root) = direct.root {
                    self.point(Op::Use(root), whole);
                }
            }
        }
        self.std_arguments(&direct.ty.behind().clone(), it, area);
        if !matches!(direct.ty.behind(), Ty::Unknown | Ty::Never | Ty::Param(_) | Ty::Closure(_))
            && std_types::is_of_trait(direct.ty.behind(), &name)
        {
            self.non_constant_method(&it.method);
        }
        let is_number = direct.ty.behind().is_number();
        // These are of references, too.
        if is_number && matches!(name.as_str(), "min" | "max" | "clamp") {
            return Value::of(direct.ty);
        }
        let same = matches!(name.as_str(), "abs" | "pow" | "rem_euclid" | "div_euclid" | "signum")
            || name.starts_with("wrapping_")
            || name.starts_with("saturating_")
            || name.starts_with("rotate_");
        Value::of(if is_number && same { direct.ty.behind().clone() } else { Ty::Unknown })
    }

    /// Reports adaptors of iterators that have not what these need.
    fn check_adaptor(&mut self, it: &syn::ExprMethodCall, ty: &Ty) {
        let name = it.method.to_string();
        let area = Area::of(&it.method);
        match (name.as_str(), ty) {
            ("copied" | "cloned", Ty::Std("Iterator" | "Range" | "RangeInclusive", of)) => {
                let needed = if name == "copied" { "Copy" } else { "Clone" };
                match of.first() {
                    Some(Ty::Ref(_, _, of))
                        if of.is_known() && self.items.derives_for(&self.env, of, needed) == Some(false) =>
                    {
                        let of = shown(self.items, of);
                        let problem = format!("the trait bound `{of}: {needed}` is not satisfied");
                        let fix = format!("implement or derive `{needed}` for `{of}`");
                        self.found.report(area, problem, fix);
                    }
                    Some(Ty::Plain(_) | Ty::Integer | Ty::Float) => {
                        let problem = format!("`{name}` takes an iterator over references");
                        self.found.report(area, problem, "leave it out: these are values already");
                    }
                    _ => {}
                }
            }
            ("cycle", Ty::Std("Iterator", of)) if matches!(of.first(), Some(Ty::Ref(true, ..))) => {
                let problem = "the trait bound `IterMut: Clone` is not satisfied, which `cycle` needs";
                self.found.report(area, problem, "write a loop around the `for`");
            }
            ("rev", Ty::Std("RangeOpen", _)) => {
                let problem = "the trait bound `RangeFrom: DoubleEndedIterator` is not satisfied";
                self.found.report(area, problem, "give the range an end");
            }
            ("max" | "min" | "clamp" | "cmp", Ty::Item(id, _))
                if self.items.methods(ty, &name).is_empty()
                    && self.items.is_iterator(ty) == Some(false)
                    && self.items.derives_for(&self.env, ty, "Ord") == Some(false) =>
            {
                let of = shown(self.items, ty);
                let problem = format!("no method named `{name}` found for `{of}`, which is not `Ord`");
                self.found.report(area, problem, format!("derive `Ord` for `{}`", self.items.name(*id)));
            }
            ("rev", Ty::Item(..))
                if self.items.methods(ty, &name).is_empty()
                    && self.items.has_impl(ty, "Iterator")
                    && !self.items.has_impl(ty, "DoubleEndedIterator") =>
            {
                let of = shown(self.items, ty);
                let problem = format!("the trait bound `{of}: DoubleEndedIterator` is not satisfied");
                self.found.report(area, problem, format!("implement `DoubleEndedIterator` for `{of}`"));
            }
            _ => {}
        }
    }

    /// Reports methods that need to know how many items there are, of iterators that do not say it.
    fn check_counted(&mut self, it: &syn::ExprMethodCall, ty: &Ty) {
        let of = match (it.method.to_string().as_str(), ty) {
            ("rev" | "rfold" | "rfind", _) => self.uncounted_behind(&it.receiver),
            ("rposition", _) => self.uncounted_in(&it.receiver).then_some("rposition"),
            ("len", Ty::Std(range @ ("Range" | "RangeInclusive"), of)) => {
                let is_uncounted = of.first().is_some_and(|of| is_uncounted(of, *range == "Range"));
                is_uncounted.then_some("len")
            }
            ("len", _) => self.uncounted_in(&it.receiver).then_some("len"),
            _ => None,
        };
        if let Some(of) = of {
            let (what, fix) = match of_several(&it.receiver) {
                Some("chain") => {
                    ("what `chain` gives is none in Rust", "count the items of both parts by themselves")
                }
                Some(_) => ("what is flattened is none in Rust", "write `as_flattened()`, or `count()`"),
                None => (
                    "ranges of this type are none in Rust",
                    "count through `0..n` of `usize`, or write `rev` directly behind the range",
                ),
            };
            let problem = format!("`{of}` needs an `ExactSizeIterator` here, and {what}");
            self.found.report(Area::of(&it.method), problem, fix);
        }
    }

    /// The adaptor of a chain that has an opposite order only where the number of its items is known, and it is not.
    fn uncounted_behind(&self, chain: &Expr) -> Option<&'static str> {
        const COUNTING: [&str; 5] = ["enumerate", "zip", "skip", "take", "step_by"];
        let Expr::MethodCall(call) = strip(chain) else { return None };
        let name = call.method.to_string();
        match COUNTING.iter().find(|counting| **counting == name) {
            Some(counting)
                if self.uncounted_in(&call.receiver)
                    || name == "zip" && call.args.iter().any(|arg| self.uncounted_in(arg)) =>
            {
                Some(counting)
            }
            _ => self.uncounted_behind(&call.receiver),
        }
    }

    /// Whether a chain begins with a range that does not say how long it is, and only has adaptors that keep that.
    fn uncounted_in(&self, chain: &Expr) -> bool {
        match strip(chain) {
            Expr::Range(range) => self.uncounted.contains(&std::ptr::from_ref(range)),
            Expr::MethodCall(call) if of_several(chain).is_some_and(|of| call.method == of) => true,
            Expr::MethodCall(call) => {
                crate::check::is_adaptor(&call.method.to_string()) && self.uncounted_in(&call.receiver)
            }
            _ => false,
        }
    }

    fn cloned(&mut self, direct: &Spot, spot: &Spot, area: Area, whole: Area) -> Value {
        let problem = || "cannot call non-const method `clone` in constant functions".to_string();
        self.not_constant(area, problem, "use the value itself");
        let clones = self.items.derives_for(&self.env, &spot.ty, "Clone");
        let is_direct = !matches!(direct.ty, Ty::Ref(..));
        if clones == Some(false) && is_direct && matches!(spot.ty, Ty::Item(..) | Ty::Param(_)) {
            let of = shown(self.items, &spot.ty);
            let problem = format!("no method named `clone` found for `{of}` in the current scope");
            let fix = match &spot.ty {
                Ty::Param(name) => bound_by(name, "Clone"),
                _ => format!("derive `Clone` for `{of}`"),
            };
            self.found.report(area, problem, fix);
        }
        if let Some(place) = &spot.place {
            self.point(Op::Read(place.clone()), whole);
        }
        if let Ty::Ref(false, _, of) = &spot.ty
            && matches!(**of, Ty::Param(_))
            && self.items.derives_for(&self.env, of, "Clone") == Some(false)
        {
            // The reference is cloned.
            return Value::of(spot.ty.clone());
        }
        Value::of(if clones == Some(true) && !self.may_hold(&spot.ty) {
            spot.ty.clone()
        } else {
            Ty::Unknown
        })
    }

    fn method(
        &mut self,
        callee: &Callee<'a>,
        spot: &Spot,
        it: &'a syn::ExprMethodCall,
        whole: Area,
    ) -> Value {
        let area = Area::of(it);
        match receiver(callee.sig) {
            Some(Receiver::Value) => {
                let value = self.take(spot, As::Moved, whole);
                let value = self.kept(value, whole);
                let (values, known) = self.arguments(Some(callee), &it.args, area);
                self.touch(&value, area);
                self.result_of(callee, Some((spot, &value)), &values, &known, &it.args, area)
            }
            Some(Receiver::Shared) => {
                let value = self.borrow(spot, false, whole);
                let value = self.kept(value, whole);
                let (values, known) = self.arguments(Some(callee), &it.args, area);
                self.touch(&value, area);
                self.result_of(callee, Some((spot, &value)), &values, &known, &it.args, area)
            }
            Some(Receiver::Exclusive) => {
                // The reference is made when the call is (rustc's two phases).
                let (values, known) = self.arguments(Some(callee), &it.args, area);
                let value = self.borrow(spot, true, whole);
                self.touch_each(&values, area);
                self.result_of(callee, Some((spot, &value)), &values, &known, &it.args, area)
            }
            None => {
                self.arguments(None, &it.args, area);
                Value::of(Ty::Unknown)
            }
        }
    }

    /// The arguments of a method of std: the closures that iterators and lists take are called many times.
    fn std_arguments(
        &mut self,
        of: &Ty,
        it: &'a syn::ExprMethodCall,
        area: Area,
    ) -> (Vec<Value>, Vec<(String, Ty)>) {
        if it.args.iter().any(|arg| matches!(strip(arg), Expr::Closure(_))) {
            self.non_constant_method(&it.method);
        }
        let given = self.arguments(None, &it.args, area);
        let is_list = matches!(
            of,
            Ty::Array(_) | Ty::Slice(_) | Ty::Std("Iterator" | "Range" | "RangeInclusive" | "RangeOpen", _)
        );
        if is_list {
            for (value, arg) in given.0.iter().zip(&it.args) {
                if let Ty::Closure(id) = value.ty {
                    self.check_closure(id, Some(Calls::Mutating), true, Area::of(arg));
                }
            }
        }
        given
    }

    fn non_constant_method(&mut self, name: &syn::Ident) {
        let problem = || format!("cannot call non-const method `{name}` in constant functions");
        self.not_constant(Area::of(name), problem, "write it as a `match`, an `if` or a loop");
    }

    fn std_method(
        &mut self,
        method: &std_types::Method,
        (direct, spot): (&Spot, &Spot),
        it: &'a syn::ExprMethodCall,
        whole: Area,
    ) -> Value {
        let area = Area::of(it);
        if !method.is_constant {
            self.non_constant_method(&it.method);
        }
        let is_iterator = matches!(spot.ty, Ty::Std("Iterator" | "Range" | "RangeInclusive", _));
        match method.receiver {
            Receiver::Value
                if (is_iterator || matches!(spot.ty, Ty::Array(_))) && matches!(direct.ty, Ty::Ref(..)) =>
            {
                // A reference to an iterator is one, too, and one to an array becomes one.
                if let Some(root) = direct.root {
                    self.point(Op::Use(root), whole);
                }
                self.std_arguments(&spot.ty, it, area);
                Value::of(Ty::Unknown)
            }
            Receiver::Value => {
                let value = self.take(spot, As::Moved, whole);
                let value = self.kept(value, whole);
                let (values, _) = self.std_arguments(&spot.ty, it, area);
                self.touch(&value, area);
                // A plain value holds nothing of what an iterator went over, nor of what its closures capture.
                let mut holds =
                    if method.holds && self.may_hold(&method.ty) { value.holds } else { Vec::new() };
                // What an iterator is made of goes on with it; what only chooses an item does not.
                if method.holds && is_iterator && matches!(method.ty, Ty::Std("Iterator", _)) {
                    holds.extend(values.into_iter().flat_map(|value| value.holds));
                }
                Value { ty: method.ty.clone(), holds }
            }
            Receiver::Shared => {
                let value = self.borrow(spot, false, whole);
                let value = self.kept(value, whole);
                self.std_arguments(&spot.ty, it, area);
                self.touch(&value, area);
                let holds = if method.holds && self.may_hold(&method.ty) { value.holds } else { Vec::new() };
                Value { ty: method.ty.clone(), holds }
            }
            Receiver::Exclusive => {
                // An array becomes a slice first, so that it is lent while the arguments are computed.
                let is_array = matches!(spot.ty, Ty::Array(_));
                let early = is_array.then(|| {
                    let value = self.borrow(spot, true, whole);
                    self.kept(value, whole)
                });
                let (values, _) = self.std_arguments(&spot.ty, it, area);
                let value = match early {
                    Some(value) => value,
                    None => self.borrow(spot, true, whole),
                };
                self.touch(&value, area);
                values.iter().for_each(|value| self.touch(value, area));
                let own = if method.is_of_content {
                    match &spot.place {
                        Some(place) if self.regions(&self.locals[place.local].ty) == Some(1) => {
                            vec![Source::Local(place.local)]
                        }
                        _ => Vec::new(),
                    }
                } else {
                    value.holds
                };
                // A number holds nothing of what the closures of an iterator capture.
                let holds = if method.holds && self.may_hold(&method.ty) { own } else { Vec::new() };
                Value { ty: method.ty.clone(), holds }
            }
        }
    }
}

/// The weakest way of calling that bounds promise.
pub(super) fn calls_of(bounds: &[Bound<'_>]) -> Option<Calls> {
    let has = |name: &str| bounds.iter().any(|bound| bound.name == name && bound.trait_ == Meaning::Outside);
    if has("Fn") {
        Some(Calls::Reading)
    } else if has("FnMut") {
        Some(Calls::Mutating)
    } else if has("FnOnce") && !has("Copy") {
        Some(Calls::Once)
    } else {
        None
    }
}
