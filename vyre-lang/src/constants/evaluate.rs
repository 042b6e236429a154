//! Evaluates the expressions of constants.

use super::numbers::{self, Wrong, binary, inverted, negated, settled, simple};
use super::value::{Number, Value, Width};
use super::{MAX_CALLS, MAX_DEPTH, MAX_STEPS, methods};
use crate::diagnostics::{Area, Errors};
use crate::syntax::{plain, strip};
use std::collections::HashMap;
use std::rc::Rc;
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, Lit, Stmt, Type, UnOp};

/// A constant that has no value, for a reason that has been reported.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;

/// Why an expression has no value.
pub(super) enum Stop {
    Failed,
    Return(Value),
    Break(Option<String>, Value),
    Continue(Option<String>),
}

pub(super) type Run<T> = Result<T, Stop>;

/// The variables of a function.
#[derive(Default)]
pub(super) struct Scope {
    names: Vec<(String, Value)>,
}

impl Scope {
    pub(super) fn bind(&mut self, name: String, value: Value) {
        self.names.push((name, value));
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.names.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.names.iter_mut().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }
}

/// What is known of a constant.
enum State {
    Open,
    Known(Value),
    Failed,
}

/// The constants of a module with what they may name, all under the names that no other item has. What belongs to a type is `Type::name`.
#[derive(Default)]
pub(crate) struct Constants {
    items: HashMap<String, Rc<syn::ItemConst>>,
    functions: HashMap<String, Rc<syn::ItemFn>>,
    /// Functions with parameters, for what these stand for.
    pub(super) instances: HashMap<String, Rc<syn::ItemFn>>,
    structs: HashMap<String, Rc<Vec<(String, Type)>>>,
    variants: HashMap<String, Vec<(String, i64)>>,
    known: HashMap<String, State>,
    /// The lengths of the lists among those that it has forgotten.
    lengths: HashMap<String, Rc<Expr>>,
    steps: u64,
    depth: usize,
    calls: usize,
    /// The mistakes: where, what, and what to do.
    found: Vec<(Area, String, String)>,
}

impl Constants {
    pub(crate) fn add(&mut self, name: String, item: syn::ItemConst) {
        self.items.insert(name, Rc::new(item));
    }

    pub(crate) fn add_function(&mut self, name: String, function: syn::ItemFn) {
        self.functions.insert(name, Rc::new(function));
    }

    /// The types of fields say of the parameters of a struct only that they are what the values say.
    pub(crate) fn add_struct(
        &mut self,
        name: String,
        mut fields: Vec<(String, Type)>,
        generics: &syn::Generics,
    ) {
        let params = generics.params.iter().filter_map(|param| match param {
            syn::GenericParam::Type(it) => Some(plain(&it.ident)),
            syn::GenericParam::Const(it) => Some(plain(&it.ident)),
            syn::GenericParam::Lifetime(_) => None,
        });
        let mut open = Open(params.collect());
        if !open.0.is_empty() {
            fields.iter_mut().for_each(|(_, ty)| open.visit_type_mut(ty));
        }
        self.structs.insert(name, Rc::new(fields));
    }

    pub(crate) fn add_enum(&mut self, name: String, variants: Vec<(String, i64)>) {
        self.variants.insert(name, variants);
    }

    /// The type that a constant was given.
    pub(crate) fn type_of(&self, name: &str) -> Option<&Type> {
        self.items.get(name).map(|item| &*item.ty)
    }

    /// A constant as it was written.
    pub(crate) fn item(&self, name: &str) -> Option<Rc<syn::ItemConst>> {
        self.items.get(name).map(Rc::clone)
    }

    /// The names of all constants.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.items.keys().cloned().collect();
        names.sort_unstable();
        names
    }

    /// Evaluates a constant; a mistake is noted.
    pub(crate) fn evaluate(&mut self, name: &str, area: Area) -> Result<Value, Failed> {
        self.constant(name, area).map_err(|_| Failed)
    }

    /// Evaluates an expression, with values of constant parameters.
    pub(crate) fn expression(&mut self, expr: &Expr, given: &[(String, u32)]) -> Result<Value, Failed> {
        let mut scope = Scope::default();
        for (name, value) in given {
            scope.bind(name.clone(), Value::Int(Number::of((*value).into(), "u32")));
        }
        let value = self.value(expr, None, &mut scope);
        self.ended(value, expr)
    }

    /// Evaluates an expression as one of a type.
    pub(crate) fn expression_as(&mut self, expr: &Expr, ty: &Type) -> Result<Value, Failed> {
        let value = self
            .value(expr, Some(ty), &mut Scope::default())
            .and_then(|value| self.coerced(value, ty, Area::of(expr)));
        self.ended(value, expr)
    }

    fn ended(&mut self, value: Run<Value>, expr: &Expr) -> Result<Value, Failed> {
        match value {
            Ok(value) => Ok(value),
            Err(Stop::Failed) => Err(Failed),
            Err(_) => {
                self.note(Area::of(expr), "this jump leads out of a constant", "remove it");
                Err(Failed)
            }
        }
    }

    /// Moves the mistakes that were found to those of an item.
    pub(crate) fn report(&mut self, errors: &mut Errors) {
        for (area, problem, fix) in self.found.drain(..) {
            errors.report(area, problem, fix);
        }
    }

    /// Forgets a constant.
    pub(crate) fn remove(&mut self, name: &str) {
        self.items.remove(name);
        self.known.remove(name);
    }

    /// Keeps the length of a list that it forgets.
    pub(crate) fn keep_length(&mut self, name: &str, length: Expr) {
        self.lengths.insert(name.to_string(), Rc::new(length));
    }

    /// The fields of a struct, with their types.
    pub(crate) fn fields(&self, name: &str) -> Option<&[(String, Type)]> {
        self.structs.get(name).map(|fields| fields.as_slice())
    }

    /// The variants of an enum, with their numbers.
    pub(crate) fn variants(&self, name: &str) -> Option<&[(String, i64)]> {
        self.variants.get(name).map(Vec::as_slice)
    }

    pub(crate) fn note(&mut self, area: Area, problem: impl Into<String>, fix: impl Into<String>) {
        self.found.push((area, problem.into(), fix.into()));
    }

    pub(super) fn stop<T>(
        &mut self,
        area: Area,
        problem: impl Into<String>,
        fix: impl Into<String>,
    ) -> Run<T> {
        self.note(area, problem, fix);
        Err(Stop::Failed)
    }

    pub(super) fn checked<T>(&mut self, result: Result<T, Wrong>, area: Area) -> Run<T> {
        match result {
            Ok(value) => Ok(value),
            Err((problem, fix)) => self.stop(area, problem, fix),
        }
    }

    /// Counts an expression.
    fn step(&mut self, area: Area) -> Run<()> {
        self.steps_of(1, || area)
    }

    pub(super) fn steps_of(&mut self, count: u64, area: impl FnOnce() -> Area) -> Run<()> {
        let was_below = self.steps <= MAX_STEPS;
        self.steps = self.steps.saturating_add(count);
        if self.steps <= MAX_STEPS {
            return Ok(());
        }
        // What comes after it is no second mistake.
        if was_below {
            let problem = "the constants of this module take more than 2^24 steps";
            self.note(area(), problem, "compute less in constants, or compute it in a kernel");
        }
        Err(Stop::Failed)
    }

    pub(crate) fn has_constant(&self, name: &str) -> bool {
        self.items.contains_key(name)
    }

    pub(super) fn constant(&mut self, name: &str, area: Area) -> Run<Value> {
        match self.known.get(name) {
            Some(State::Known(value)) => return Ok(value.clone()),
            Some(State::Failed) => return Err(Stop::Failed),
            Some(State::Open) => {
                self.known.insert(name.to_string(), State::Failed);
                let problem = format!("the constant `{name}` needs its own value");
                return self.stop(area, problem, "give one of the constants another value");
            }
            None => {}
        }
        let Some(item) = self.items.get(name).map(Rc::clone) else {
            return self.stop(
                area,
                format!("there is no constant `{name}` here"),
                "declare it, or import it",
            );
        };
        self.known.insert(name.to_string(), State::Open);
        let (calls, depth) = (std::mem::take(&mut self.calls), self.depth);
        let value = self
            .value(&item.expr, Some(&item.ty), &mut Scope::default())
            .and_then(|value| self.coerced(value, &item.ty, Area::of(&item.expr)));
        (self.calls, self.depth) = (calls, depth);
        let value = self.ended(value, &item.expr);
        let state = match &value {
            Ok(value) => State::Known(value.clone()),
            Err(_) => State::Failed,
        };
        // One that needs itself has been reported meanwhile.
        let is_circle = matches!(self.known.get(name), Some(State::Failed));
        self.known.insert(name.to_string(), if is_circle { State::Failed } else { state });
        value.map_err(|_| Stop::Failed)
    }

    /// A value as one of a type, which a literal takes on; reports what is of another one.
    pub(super) fn coerced(&mut self, value: Value, ty: &Type, area: Area) -> Run<Value> {
        self.step(area)?;
        let name = last_name(ty);
        match (ty, value) {
            (Type::Paren(inner), value) => self.coerced(value, &inner.elem, area),
            (Type::Group(inner), value) => self.coerced(value, &inner.elem, area),
            (Type::Reference(inner), value) => self.coerced(value, &inner.elem, area),
            (Type::Infer(_), value) => Ok(value),
            (Type::Array(array), Value::Array(elements)) => {
                let length = match strip(&array.len) {
                    Expr::Infer(_) => None,
                    length => Some(self.length(length)?),
                };
                if let Some(length) = length
                    && length != elements.len()
                {
                    let problem = format!("expected {length} elements, got {}", elements.len());
                    return self.stop(area, problem, "give it as many elements as its type says");
                }
                self.elements(elements, &array.elem, area)
            }
            (Type::Slice(slice), Value::Array(elements)) => self.elements(elements, &slice.elem, area),
            (Type::Tuple(tuple), Value::Tuple(parts)) if tuple.elems.len() == parts.len() => {
                let parts = parts.into_iter().zip(&tuple.elems);
                let parts: Run<Vec<Value>> = parts.map(|(part, ty)| self.coerced(part, ty, area)).collect();
                parts.map(Value::Tuple)
            }
            (Type::Tuple(tuple), Value::Unit) if tuple.elems.is_empty() => Ok(Value::Unit),
            (Type::Path(_), value) => match (name.as_deref(), value) {
                (Some(name), Value::Int(number)) if Width::named(name).is_some() => {
                    let Some(width) = Width::named(name) else { return Err(Stop::Failed) };
                    match number.width {
                        None => {
                            let number = settled(number, width);
                            self.checked(number, area).map(Value::Int)
                        }
                        Some(known) if known == width => Ok(Value::Int(number)),
                        Some(known) => self.mismatch(name, known.name, area),
                    }
                }
                (Some("f32"), Value::Float(narrow, _)) => Ok(Value::F32(narrow)),
                (Some("f64"), Value::Float(_, wide)) => Ok(Value::F64(wide)),
                (Some(name), value) if value.type_name() == name => Ok(value),
                (Some(name), value) => self.mismatch(name, &value.type_name(), area),
                (None, value) => Ok(value),
            },
            (ty, value) => self.mismatch(&crate::signature::name_of(ty), &value.type_name(), area),
        }
    }

    fn elements(&mut self, elements: Rc<Vec<Value>>, ty: &Type, area: Area) -> Run<Value> {
        // Elements that are of the type already need no copy.
        let is_settled = |value: &Value| {
            let name = last_name(ty);
            !matches!(value, Value::Array(_) | Value::Tuple(_))
                && name.is_some_and(|name| name == value.type_name())
        };
        if elements.iter().all(is_settled) {
            return Ok(Value::Array(elements));
        }
        let elements: Run<Vec<Value>> =
            elements.iter().map(|value| self.coerced(value.clone(), ty, area)).collect();
        elements.map(Value::list)
    }

    fn mismatch<T>(&mut self, expected: &str, got: &str, area: Area) -> Run<T> {
        self.stop(area, format!("expected `{expected}`, got `{got}`"), "change the type or the value")
    }

    fn length(&mut self, length: &Expr) -> Run<usize> {
        let value = self.value(length, None, &mut Scope::default())?;
        match value {
            Value::Int(number) if !number.is_negative() && number.bits <= u128::from(u32::MAX) => {
                Ok(number.bits as usize)
            }
            other => self.mismatch("usize", &other.type_name(), Area::of(length)),
        }
    }

    /// The value of an expression. `expected` is the type that it is to have, as far as that is known.
    pub(super) fn value(&mut self, expr: &Expr, expected: Option<&Type>, scope: &mut Scope) -> Run<Value> {
        if self.depth >= MAX_DEPTH {
            let problem = "the expressions of this constant are nested too deeply";
            return self.stop(Area::of(expr), problem, "bind parts of it to constants");
        }
        // Areas of long expressions are slow to find, and seldom needed.
        self.steps_of(1, || Area::of(expr))?;
        self.depth += 1;
        let value = self.inner(expr, expected, scope);
        self.depth -= 1;
        value
    }

    fn inner(&mut self, expr: &Expr, expected: Option<&Type>, scope: &mut Scope) -> Run<Value> {
        match expr {
            Expr::Paren(inner) => self.value(&inner.expr, expected, scope),
            Expr::Group(inner) => self.value(&inner.expr, expected, scope),
            Expr::Reference(inner) => self.value(&inner.expr, inside_reference(expected), scope),
            Expr::Lit(lit) => self.literal(&lit.lit),
            Expr::Path(path) => self.path(path, scope),
            Expr::Unary(unary) => self.unary(unary, expected, scope),
            Expr::Binary(it) => self.binary(it, expected, scope),
            Expr::Assign(it) => {
                let value = self.value(&it.right, None, scope)?;
                self.assign(&it.left, value, scope)?;
                Ok(Value::Unit)
            }
            Expr::Cast(it) => {
                let value = match self.value(&it.expr, None, scope)? {
                    // The number of a `char`.
                    Value::Struct(name, fields) if crate::standard::is_char(&name) => {
                        fields.into_iter().next().map_or(Value::Unit, |(_, number)| number)
                    }
                    value => value,
                };
                let area = Area::of(expr);
                let ty = match &*it.ty {
                    Type::Infer(_) => expected,
                    ty => Some(ty),
                };
                let Some(ty) = ty else {
                    let fix = "write the type, as in `as u64`";
                    return self.stop(area, "nothing says what type `as _` gives".to_string(), fix);
                };
                let target = last_name(ty).unwrap_or_default();
                let from = value.type_name();
                match numbers::cast(&value, &target) {
                    Some(value) => Ok(value),
                    None if from == target => Ok(value),
                    None => {
                        let problem = format!("Rust has no cast of `{from}` to `{target}`");
                        self.stop(area, problem, "convert it in two steps")
                    }
                }
            }
            Expr::Array(array) => {
                let ty = expected.and_then(element);
                let elements: Run<Vec<Value>> =
                    array.elems.iter().map(|value| self.value(value, ty, scope)).collect();
                let elements = self.alike(elements?, Area::of(expr))?;
                Ok(Value::list(elements))
            }
            Expr::Repeat(repeat) => {
                let value = self.value(&repeat.expr, expected.and_then(element), scope)?;
                let count = match self.value(&repeat.len, None, scope)? {
                    Value::Int(number) if !number.is_negative() => number.bits,
                    other => return self.mismatch("usize", &other.type_name(), Area::of(&repeat.len)),
                };
                let count = u64::try_from(count).unwrap_or(u64::MAX);
                self.steps_of(count, || Area::of(expr))?;
                Ok(Value::list(vec![value; count as usize]))
            }
            Expr::Tuple(tuple) if tuple.elems.is_empty() => Ok(Value::Unit),
            Expr::Tuple(tuple) => {
                let types = match expected {
                    Some(Type::Tuple(types)) if types.elems.len() == tuple.elems.len() => Some(types),
                    _ => None,
                };
                let parts = tuple.elems.iter().enumerate();
                let parts: Run<Vec<Value>> = parts
                    .map(|(at, part)| self.value(part, types.and_then(|types| types.elems.get(at)), scope))
                    .collect();
                parts.map(Value::Tuple)
            }
            Expr::Struct(it) => self.structure(it, scope),
            Expr::Field(field) => {
                let base = self.value(&field.base, None, scope)?;
                let name = member(&field.member);
                let part = part_of(&base, &name).cloned();
                match part {
                    Some(part) => Ok(part),
                    None => {
                        let problem = format!("`{}` has no field `{name}`", base.type_name());
                        self.stop(Area::of(&field.member), problem, "name one of its fields")
                    }
                }
            }
            Expr::Index(index) => {
                let base = self.value(&index.expr, None, scope)?;
                let Value::Array(elements) = base else {
                    let problem = format!("`{}` cannot be indexed", base.type_name());
                    return self.stop(Area::of(&index.expr), problem, "index an array");
                };
                let at = self.index(&index.index, elements.len(), scope)?;
                Ok(elements[at].clone())
            }
            Expr::Block(it) => {
                let label = it.label.as_ref().map(|label| label.name.ident.to_string());
                match self.block(&it.block, expected, scope) {
                    Err(Stop::Break(Some(to), value)) if Some(&to) == label.as_ref() => Ok(value),
                    other => other,
                }
            }
            Expr::Const(it) => self.block(&it.block, expected, scope),
            Expr::If(it) => {
                let names = scope.names.len();
                let holds = self.condition(&it.cond, scope)?;
                let value = match (holds, &it.else_branch) {
                    (true, _) => self.block(&it.then_branch, expected, scope),
                    (false, Some((_, otherwise))) => self.value(otherwise, expected, scope),
                    (false, None) => Ok(Value::Unit),
                };
                scope.names.truncate(names);
                value
            }
            Expr::Match(it) => self.matched(it, expected, scope),
            Expr::While(_) | Expr::Loop(_) | Expr::ForLoop(_) => self.repeated(expr, scope),
            Expr::Return(it) => {
                let value =
                    it.expr.as_ref().map_or(Ok(Value::Unit), |value| self.value(value, None, scope))?;
                Err(Stop::Return(value))
            }
            Expr::Break(it) => {
                let value =
                    it.expr.as_ref().map_or(Ok(Value::Unit), |value| self.value(value, None, scope))?;
                Err(Stop::Break(it.label.as_ref().map(|label| label.ident.to_string()), value))
            }
            Expr::Continue(it) => Err(Stop::Continue(it.label.as_ref().map(|label| label.ident.to_string()))),
            Expr::Call(call) => self.call(call, expected, scope),
            Expr::MethodCall(call) => self.method(call, expected, scope),
            Expr::Macro(it) => self.macro_call(&it.mac, scope),
            other => {
                let fix = "use literals, operators, arrays, structs and `const fn`s";
                self.stop(Area::of(other), "constants have no such expression", fix)
            }
        }
    }

    /// Gives literals among elements the type of the others.
    fn alike(&mut self, elements: Vec<Value>, area: Area) -> Run<Vec<Value>> {
        let is_open =
            |value: &Value| matches!(value, Value::Int(Number { width: None, .. }) | Value::Float(..));
        let Some(typed) = elements.iter().find(|value| !is_open(value)).cloned() else {
            return Ok(elements);
        };
        let scalar = matches!(typed, Value::Int(_) | Value::F32(_) | Value::F64(_) | Value::Bool(_));
        if !scalar {
            return Ok(elements);
        }
        let alike = elements.into_iter().map(|value| {
            let agreed = numbers::agree(typed.clone(), value);
            self.checked(agreed, area).map(|(_, value)| value)
        });
        alike.collect()
    }

    fn literal(&mut self, lit: &Lit) -> Run<Value> {
        let area = Area::of(lit);
        match lit {
            Lit::Bool(lit) => Ok(Value::Bool(lit.value)),
            Lit::Byte(lit) => Ok(Value::Int(Number::of(lit.value().into(), "u8"))),
            Lit::Char(lit) => Ok(Value::Char(lit.value())),
            Lit::Str(lit) => Ok(Value::Text(lit.value())),
            Lit::ByteStr(lit) => {
                let bytes = lit.value().into_iter().map(|byte| Value::Int(Number::of(byte.into(), "u8")));
                Ok(Value::list(bytes.collect()))
            }
            Lit::Int(lit) => {
                // In a pattern the `-` is a part of the literal.
                let negative = || lit.base10_parse::<i128>().map(|number| number as u128);
                let Ok(bits) = lit.base10_parse::<u128>().or_else(|_| negative()) else {
                    return self.stop(
                        area,
                        "this literal is out of range for every integer",
                        "use a smaller one",
                    );
                };
                match lit.suffix() {
                    // Of all types this one alone has it.
                    "" if bits > i128::MAX as u128 && !lit.base10_digits().starts_with('-') => {
                        Ok(Value::Int(Number::of(bits, "u128")))
                    }
                    "" => Ok(Value::Int(Number { bits, width: None })),
                    suffix => match Width::named(suffix) {
                        Some(width) => {
                            let number = settled(Number { bits, width: None }, width);
                            self.checked(number, area).map(Value::Int)
                        }
                        None => self.float(&lit.base10_digits().replace('_', ""), suffix, area),
                    },
                }
            }
            Lit::Float(lit) => self.float(&lit.base10_digits().replace('_', ""), lit.suffix(), area),
            _ => self.stop(area, "constants have no such literal", "use a number or a `bool`"),
        }
    }

    fn float(&mut self, digits: &str, suffix: &str, area: Area) -> Run<Value> {
        match (digits.parse::<f32>(), digits.parse::<f64>(), suffix) {
            (Ok(narrow), Ok(wide), "") => Ok(Value::Float(narrow, wide)),
            (Ok(narrow), _, "f32") => Ok(Value::F32(narrow)),
            (_, Ok(wide), "f64") => Ok(Value::F64(wide)),
            _ => self.stop(area, "constants have no such literal", "use a number or a `bool`"),
        }
    }

    fn path(&mut self, path: &syn::ExprPath, scope: &Scope) -> Run<Value> {
        let area = Area::of(path);
        let names: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        match &names[..] {
            [name] => match scope.get(name) {
                Some(value) => Ok(value.clone()),
                None if self.items.contains_key(name) => self.constant(name, area),
                None => {
                    let problem = format!("there is no constant `{name}` here");
                    self.stop(area, problem, self.meant(name))
                }
            },
            [.., float, consts, name] if consts == "consts" && matches!(float.as_str(), "f32" | "f64") => {
                match (methods::constant(consts, name), float.as_str()) {
                    (Some(Value::Float(narrow, _)), "f32") => Ok(Value::F32(narrow)),
                    (Some(Value::Float(_, wide)), _) => Ok(Value::F64(wide)),
                    _ => self.stop(area, format!("std has no constant `{name}` there"), "name another one"),
                }
            }
            [.., owner, name] => {
                let number = self.variants.get(owner).and_then(|variants| {
                    variants.iter().find(|(variant, _)| variant == name).map(|(_, number)| *number)
                });
                if let Some(number) = number {
                    return Ok(Value::Variant(owner.clone(), name.clone(), number));
                }
                let key = format!("{owner}::{name}");
                if self.items.contains_key(&key) {
                    return self.constant(&key, area);
                }
                match methods::constant(owner, name) {
                    Some(value) => Ok(value),
                    None => {
                        let problem = format!("there is no constant `{key}`");
                        self.stop(area, problem, "declare it in an `impl` of the type, or name another one")
                    }
                }
            }
            [] => Err(Stop::Failed),
        }
    }

    /// What a misspelt name of a constant may mean.
    fn meant(&self, name: &str) -> String {
        let known: Vec<&str> = self.items.keys().map(String::as_str).collect();
        match vyre_ir::similar::nearest(name, &known) {
            Some(meant) => format!("write `{meant}`"),
            None => "declare it, or import it".to_string(),
        }
    }

    fn unary(&mut self, unary: &syn::ExprUnary, expected: Option<&Type>, scope: &mut Scope) -> Run<Value> {
        // `128i8` is no number by itself, and `-128i8` is one.
        if let (UnOp::Neg(_), Expr::Lit(syn::ExprLit { lit: Lit::Int(lit), .. })) =
            (&unary.op, strip(&unary.expr))
            && let Some(width) = Width::named(lit.suffix())
            && let Ok(bits) = lit.base10_parse::<u128>()
            && width.is_signed
        {
            let number = settled(Number { bits: bits.wrapping_neg(), width: None }, width);
            return self.checked(number, Area::of(unary)).map(Value::Int);
        }
        // Nor is the literal in `i128::MIN` one of its type.
        if let (UnOp::Neg(_), Expr::Lit(syn::ExprLit { lit: Lit::Int(lit), .. })) =
            (&unary.op, strip(&unary.expr))
            && lit.suffix().is_empty()
            && lit.base10_parse::<u128>().is_ok_and(|bits| bits == i128::MIN as u128)
        {
            return Ok(Value::Int(Number { bits: i128::MIN as u128, width: None }));
        }
        let value = self.value(&unary.expr, expected, scope)?;
        let area = Area::of(unary);
        match unary.op {
            UnOp::Neg(_) => {
                let negated = negated(value);
                self.checked(negated, area)
            }
            UnOp::Not(_) => {
                // A literal's bits depend on its type.
                let value = match (value, expected) {
                    (value @ Value::Int(Number { width: None, .. }), Some(ty)) => {
                        self.coerced(value, ty, area)?
                    }
                    (Value::Int(number @ Number { width: None, .. }), None) => {
                        let width = Width::named("i32");
                        Value::Int(Number { width, ..number })
                    }
                    (value, _) => value,
                };
                let inverted = inverted(value);
                self.checked(inverted, area)
            }
            _ => Ok(value),
        }
    }

    fn binary(&mut self, it: &syn::ExprBinary, expected: Option<&Type>, scope: &mut Scope) -> Run<Value> {
        if let syn::BinOp::And(_) | syn::BinOp::Or(_) = it.op {
            let is_and = matches!(it.op, syn::BinOp::And(_));
            return match (self.value(&it.left, None, scope)?, is_and) {
                (Value::Bool(false), true) => Ok(Value::Bool(false)),
                (Value::Bool(true), false) => Ok(Value::Bool(true)),
                (Value::Bool(_), _) => match self.value(&it.right, None, scope)? {
                    Value::Bool(value) => Ok(Value::Bool(value)),
                    other => self.mismatch("bool", &other.type_name(), Area::of(&it.right)),
                },
                (other, _) => self.mismatch("bool", &other.type_name(), Area::of(&it.left)),
            };
        }
        let area = Area::of(it);
        let Some((op, is_assignment)) = simple(&it.op) else {
            return self.stop(area, "constants have no such operator", "use one of Rust's on numbers");
        };
        if is_assignment {
            let right = self.value(&it.right, None, scope)?;
            let left = self.value(&it.left, None, scope)?;
            let result = binary(op, left, right);
            let result = self.checked(result, area)?;
            self.assign(&it.left, result, scope)?;
            return Ok(Value::Unit);
        }
        // Operands of a comparison have another type than its result, and so has the amount of a shift.
        let of_operands = expected.filter(|_| !matches!(op, "==" | "!=" | "<" | "<=" | ">" | ">="));
        let left = self.value(&it.left, of_operands, scope)?;
        let right = self.value(&it.right, of_operands.filter(|_| !matches!(op, "<<" | ">>")), scope)?;
        // What a shift cuts off, and what overflows, depends on the type.
        let left = match (left, of_operands) {
            (left @ Value::Int(Number { width: None, .. }), Some(ty)) if is_integer(ty) => {
                self.coerced(left, ty, Area::of(&it.left))?
            }
            (left, _) => left,
        };
        let result = binary(op, left, right);
        self.checked(result, area)
    }

    pub(super) fn condition(&mut self, cond: &Expr, scope: &mut Scope) -> Run<bool> {
        if let Expr::Let(it) = cond {
            let value = self.value(&it.expr, None, scope)?;
            return self.fits(&it.pat, &value, scope);
        }
        match self.value(cond, None, scope)? {
            Value::Bool(holds) => Ok(holds),
            other => self.mismatch("bool", &other.type_name(), Area::of(cond)),
        }
    }

    fn structure(&mut self, it: &syn::ExprStruct, scope: &mut Scope) -> Run<Value> {
        let area = Area::of(&it.path);
        let name = it.path.segments.last().map(|last| plain(&last.ident)).unwrap_or_default();
        let Some(fields) = self.structs.get(&name).map(Rc::clone) else {
            if it.path.segments.len() > 1 {
                let problem = format!("constants hold no enums with fields, as `{name}` is one of");
                return self.stop(area, problem, "give it from a function");
            }
            return self.stop(area, format!("there is no struct `{name}` here"), "declare it, or import it");
        };
        let base = match &it.rest {
            Some(rest) => Some(self.value(rest, None, scope)?),
            None => None,
        };
        let mut given = HashMap::new();
        for field in &it.fields {
            let field_name = member(&field.member);
            let Some((_, ty)) = fields.iter().find(|(known, _)| *known == field_name) else {
                let problem = format!("`{name}` has no field `{field_name}`");
                return self.stop(Area::of(&field.member), problem, "name one of its fields");
            };
            let value = self.value(&field.expr, Some(ty), scope)?;
            let value = self.coerced(value, ty, Area::of(&field.expr))?;
            given.insert(field_name, value);
        }
        let mut values = Vec::with_capacity(fields.len());
        for (field, _) in fields.iter() {
            let of_base = || base.as_ref().and_then(|base| part_of(base, field)).cloned();
            match given.remove(field).or_else(of_base) {
                Some(value) => values.push((field.clone(), value)),
                None => {
                    let problem = format!("the field `{field}` of `{name}` is missing");
                    return self.stop(area, problem, "give it a value, or end with `..value`");
                }
            }
        }
        Ok(Value::Struct(name, values))
    }

    fn index(&mut self, index: &Expr, len: usize, scope: &mut Scope) -> Run<usize> {
        let area = Area::of(index);
        let Value::Int(number) = self.value(index, None, scope)? else {
            return self.stop(area, "the index of an array is a `usize`", "use an integer");
        };
        if let Some(width) = number.width
            && width.name != "usize"
        {
            let problem = format!("the index of an array is a `usize` in a constant, got `{}`", width.name);
            return self.stop(area, problem, "write `as usize`");
        }
        if number.is_negative() || number.bits >= len as u128 {
            let problem = format!("index {} is out of bounds of an array of {len}", number.bits);
            return self.stop(area, problem, "use an index below its length");
        }
        Ok(number.bits as usize)
    }

    /// `place = value`
    fn assign(&mut self, place: &Expr, value: Value, scope: &mut Scope) -> Run<()> {
        let place = strip(place);
        match place {
            Expr::Infer(_) => return Ok(()),
            Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) => {
                return self.assign_parts(place, value, scope);
            }
            _ => {}
        }
        // From the innermost step to the variable.
        let (mut steps, mut base) = (Vec::new(), place);
        let name = loop {
            base = match strip(base) {
                Expr::Field(field) => {
                    steps.push(Err(member(&field.member)));
                    &field.base
                }
                Expr::Index(index) => {
                    let at = self.index(&index.index, usize::MAX, scope)?;
                    steps.push(Ok((at, Area::of(index))));
                    &index.expr
                }
                Expr::Unary(syn::ExprUnary { op: UnOp::Deref(_), expr, .. }) => expr,
                Expr::Path(path) => match path.path.get_ident() {
                    Some(name) => break plain(name),
                    None => return self.stop(Area::of(place), "this is no variable", "assign to a variable"),
                },
                _ => return self.stop(Area::of(place), "this is no variable", "assign to a variable"),
            };
        };
        let Some(mut slot) = scope.get_mut(&name) else {
            return self.stop(Area::of(place), format!("there is no variable `{name}` here"), "declare it");
        };
        for step in steps.into_iter().rev() {
            slot = match (step, slot) {
                (Ok((at, area)), Value::Array(elements)) => {
                    let len = elements.len();
                    match Rc::make_mut(elements).get_mut(at) {
                        Some(element) => element,
                        None => {
                            let problem = format!("index {at} is out of bounds of an array of {len}");
                            return self.stop(area, problem, "use an index below its length");
                        }
                    }
                }
                (Err(name), Value::Struct(_, fields)) => {
                    match fields.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, field)) => field,
                        None => return Err(Stop::Failed),
                    }
                }
                (Err(name), Value::Tuple(parts)) => {
                    match name.parse::<usize>().ok().and_then(|at| parts.get_mut(at)) {
                        Some(part) => part,
                        None => return Err(Stop::Failed),
                    }
                }
                _ => return self.stop(Area::of(place), "this is no part of a variable", "assign to a part"),
            };
        }
        // The variable keeps its type; one that has none yet takes it on.
        let is_scalar = matches!(slot, Value::Int(_) | Value::Float(..) | Value::F32(_) | Value::F64(_));
        let value = match is_scalar {
            true => {
                let agreed = numbers::agree(slot.clone(), value);
                self.checked(agreed, Area::of(place))?.1
            }
            false => value,
        };
        *slot = value;
        Ok(())
    }

    /// `(a, b) = value`, with places in tuples, arrays and structs.
    fn assign_parts(&mut self, places: &Expr, value: Value, scope: &mut Scope) -> Run<()> {
        let (elems, parts): (Vec<&Expr>, Vec<Value>) = match (places, value) {
            (Expr::Struct(it), Value::Struct(_, fields)) => {
                for field in &it.fields {
                    let name = member(&field.member);
                    let Some((_, part)) = fields.iter().find(|(known, _)| *known == name) else {
                        return Err(Stop::Failed);
                    };
                    self.assign(&field.expr, part.clone(), scope)?;
                }
                return Ok(());
            }
            (Expr::Tuple(it), Value::Tuple(parts)) => (it.elems.iter().collect(), parts),
            (Expr::Array(it), Value::Array(parts)) => (it.elems.iter().collect(), parts.to_vec()),
            _ => {
                let fix = "write one place for each part";
                return self.stop(Area::of(places), "these places are no parts of the value", fix);
            }
        };
        // `..` stands for the parts between those before and those behind it.
        let is_rest =
            |expr: &&Expr| matches!(strip(expr), Expr::Range(syn::ExprRange { start: None, end: None, .. }));
        let rest = elems.iter().position(is_rest);
        let given = elems.len() - usize::from(rest.is_some());
        if given > parts.len() || rest.is_none() && given < parts.len() {
            let problem = format!("these are {given} places for {} parts", parts.len());
            return self.stop(Area::of(places), problem, "write one place for each part");
        }
        let skipped = parts.len() - given;
        let mut parts = parts.into_iter();
        for (at, place) in elems.into_iter().enumerate() {
            if rest == Some(at) {
                parts.by_ref().take(skipped).for_each(drop);
            } else if let Some(part) = parts.next() {
                self.assign(place, part, scope)?;
            }
        }
        Ok(())
    }

    pub(super) fn block(&mut self, block: &Block, expected: Option<&Type>, scope: &mut Scope) -> Run<Value> {
        let names = scope.names.len();
        let value = self.statements(block, expected, scope);
        scope.names.truncate(names);
        value
    }

    fn statements(&mut self, block: &Block, expected: Option<&Type>, scope: &mut Scope) -> Run<Value> {
        for (at, stmt) in block.stmts.iter().enumerate() {
            let is_last = at + 1 == block.stmts.len();
            match stmt {
                Stmt::Local(local) => self.local(local, scope)?,
                Stmt::Item(syn::Item::Const(item)) => {
                    let value = self.value(&item.expr, Some(&item.ty), scope)?;
                    let value = self.coerced(value, &item.ty, Area::of(&item.expr))?;
                    scope.bind(plain(&item.ident), value);
                }
                Stmt::Item(item) => {
                    let fix = "move it out of the constant";
                    return self.stop(Area::of(item), "constants have no such item inside", fix);
                }
                Stmt::Macro(it) => drop(self.macro_call(&it.mac, scope)?),
                Stmt::Expr(expr, None) if is_last => return self.value(expr, expected, scope),
                Stmt::Expr(expr, _) => drop(self.value(expr, None, scope)?),
            }
        }
        Ok(Value::Unit)
    }

    fn local(&mut self, local: &syn::Local, scope: &mut Scope) -> Run<()> {
        let ty = match &local.pat {
            syn::Pat::Type(typed) => Some(&*typed.ty),
            _ => None,
        };
        let Some(init) = &local.init else {
            if let syn::Pat::Ident(name) = untyped(&local.pat) {
                // The first assignment gives it a value.
                scope.bind(plain(&name.ident), Value::Unit);
            }
            return Ok(());
        };
        let value = self.value(&init.expr, ty, scope)?;
        if self.fits(&local.pat, &value, scope)? {
            return Ok(());
        }
        match &init.diverge {
            Some((_, otherwise)) => self.value(otherwise, None, scope).map(drop),
            None => self.stop(Area::of(&local.pat), "this pattern does not fit the value", "use a name"),
        }
    }

    fn matched(&mut self, it: &syn::ExprMatch, expected: Option<&Type>, scope: &mut Scope) -> Run<Value> {
        let value = self.value(&it.expr, None, scope)?;
        for arm in &it.arms {
            let names = scope.names.len();
            if self.fits(&arm.pat, &value, scope)? {
                let value = self.value(&arm.body, expected, scope);
                scope.names.truncate(names);
                return value;
            }
            scope.names.truncate(names);
        }
        self.stop(Area::of(&it.expr), "no arm fits this value", "end with `_ => ..`")
    }

    /// A loop of any kind.
    fn repeated(&mut self, expr: &Expr, scope: &mut Scope) -> Run<Value> {
        let label = match expr {
            Expr::While(it) => &it.label,
            Expr::Loop(it) => &it.label,
            Expr::ForLoop(it) => {
                let fix = "write `while` with a counter, as in any `const fn`";
                return self.stop(Area::of(&it.for_token), "constants have no `for` loops", fix);
            }
            _ => return Err(Stop::Failed),
        };
        let label = label.as_ref().map(|label| label.name.ident.to_string());
        let is_own = |to: &Option<String>| to.is_none() || *to == label;
        loop {
            let names = scope.names.len();
            let body = match expr {
                Expr::While(it) => match self.condition(&it.cond, scope)? {
                    true => &it.body,
                    false => return Ok(Value::Unit),
                },
                Expr::Loop(it) => &it.body,
                _ => return Err(Stop::Failed),
            };
            self.steps_of(1, || Area::of(expr))?;
            let round = self.block(body, None, scope);
            scope.names.truncate(names);
            match round {
                Ok(_) => {}
                Err(Stop::Continue(to)) if is_own(&to) => {}
                Err(Stop::Break(to, value)) if is_own(&to) => return Ok(value),
                Err(other) => return Err(other),
            }
        }
    }

    fn call(&mut self, call: &syn::ExprCall, expected: Option<&Type>, scope: &mut Scope) -> Run<Value> {
        let area = Area::of(&call.func);
        let Expr::Path(path) = strip(&call.func) else {
            return self.stop(area, "this is no function", "call a `const fn` by its name");
        };
        let names: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
        let (owner, name) = match &names[..] {
            [.., owner, name] => (owner.as_str(), name.as_str()),
            [name] => ("", name.as_str()),
            [] => return Err(Stop::Failed),
        };
        let key = if owner.is_empty() { name.to_string() } else { format!("{owner}::{name}") };
        if let Some(function) = self.functions.get(&key).map(Rc::clone) {
            let (inputs, area) = (&function.sig.inputs, Area::of(call));
            if inputs.len() != call.args.len() {
                let problem = format!("`{key}` takes {} arguments, got {}", inputs.len(), call.args.len());
                return self.stop(area, problem, "give it as many arguments as it takes");
            }
            let mut args = Vec::with_capacity(inputs.len());
            for (arg, input) in call.args.iter().zip(inputs) {
                let ty = match input {
                    syn::FnArg::Typed(input) => Some(&*input.ty),
                    syn::FnArg::Receiver(_) => None,
                };
                args.push((self.value(arg, ty, scope)?, Area::of(arg)));
            }
            let given = path.path.segments.last().map(|last| &last.arguments);
            let function = self.with_parameters(function, &key, given, &args, expected, scope)?;
            return self.function(&function, &key, args, area);
        }
        if let ("size_of", 0, syn::PathArguments::AngleBracketed(of)) =
            (name, call.args.len(), &path.path.segments[names.len() - 1].arguments)
            && let Some(syn::GenericArgument::Type(ty)) = of.args.first()
            && let Some(bytes) = self.size_of(ty)?
        {
            return Ok(Value::Int(Number::of(bytes.into(), "usize")));
        }
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push(self.value(arg, None, scope)?);
        }
        if let ("flat", [Value::Array(rows)]) = (name, &args[..])
            && names.iter().any(|name| name == "__private")
        {
            // What the front end itself writes, of a table of arrays.
            let flat = rows.iter().flat_map(|row| match row {
                Value::Array(elements) => elements.to_vec(),
                other => vec![other.clone()],
            });
            return Ok(Value::list(flat.collect()));
        }
        if let Some(value) = methods::function(owner, name, &args) {
            return Ok(value);
        }
        // `u32::wrapping_add(a, b)`
        if let (Some(width), [first, rest @ ..]) = (Width::named(owner), &args[..]) {
            let first = match first {
                Value::Int(number @ Number { width: None, .. }) => {
                    let settled = settled(*number, width);
                    Value::Int(self.checked(settled, area)?)
                }
                other => other.clone(),
            };
            let result = methods::method(first, name, rest.to_vec());
            if let Some(value) = self.checked(result, area)? {
                return Ok(value);
            }
        }
        let problem = format!("there is no `const fn` `{key}` here");
        self.stop(area, problem, "declare it, or import it")
    }

    /// The bytes of a number, or of an array of them; nothing of other types.
    fn size_of(&mut self, ty: &Type) -> Run<Option<u32>> {
        match ty {
            Type::Array(array) => {
                let count = self.length(&array.len)?;
                let element = self.size_of(&array.elem)?;
                Ok(element.and_then(|bytes| bytes.checked_mul(u32::try_from(count).ok()?)))
            }
            Type::Path(path) => {
                let name = path.path.get_ident().map(plain).filter(|name| name != "usize" && name != "isize");
                Ok(name.and_then(|name| match name.as_str() {
                    "bool" => Some(1),
                    name => crate::signature::named(name).map(|ty| ty.bytes()),
                }))
            }
            _ => Ok(None),
        }
    }

    /// Calls a function with values.
    fn function(
        &mut self,
        function: &syn::ItemFn,
        name: &str,
        args: Vec<(Value, Area)>,
        area: Area,
    ) -> Run<Value> {
        if function.sig.constness.is_none() {
            let problem = format!("`{name}` is not `const`, so no constant can call it");
            return self.stop(area, problem, format!("write `const fn {name}`"));
        }
        if self.calls >= MAX_CALLS {
            let problem = format!("more than {MAX_CALLS} calls are open at once in a constant");
            return self.stop(area, problem, "write a loop");
        }
        let mut own = Scope::default();
        for ((value, area), input) in args.into_iter().zip(&function.sig.inputs) {
            match input {
                syn::FnArg::Typed(input) => {
                    let value = self.coerced(value, &input.ty, area)?;
                    self.fits(&input.pat, &value, &mut own)?;
                }
                syn::FnArg::Receiver(_) => own.bind("self".to_string(), value),
            }
        }
        self.calls += 1;
        let result = match &function.sig.output {
            syn::ReturnType::Type(_, ty) => Some(&**ty),
            syn::ReturnType::Default => None,
        };
        let value = match self.block(&function.block, result, &mut own) {
            Err(Stop::Return(value)) => Ok(value),
            other => other,
        };
        self.calls -= 1;
        match result {
            Some(ty) => self.coerced(value?, ty, Area::of(ty)),
            None => value.map(|_| Value::Unit),
        }
    }

    fn method(
        &mut self,
        call: &syn::ExprMethodCall,
        expected: Option<&Type>,
        scope: &mut Scope,
    ) -> Run<Value> {
        let name = plain(&call.method);
        if name == "len"
            && let Some(list) = crate::syntax::path_name(&call.receiver)
            && scope.get(&list).is_none()
            && let Some(length) = self.lengths.get(&list).map(Rc::clone)
        {
            return self.value(&length, None, scope);
        }
        // Literals take the type of what is expected, where the method keeps it.
        let keeps = name.starts_with("wrapping_")
            || name.starts_with("saturating_")
            || name.starts_with("rotate_")
            || name == "pow";
        let mut receiver = self.value(&call.receiver, expected.filter(|_| keeps), scope)?;
        if let (Value::Int(Number { width: None, .. }), Some(ty), true) = (&receiver, expected, keeps) {
            receiver = self.coerced(receiver, ty, Area::of(&call.receiver))?;
        }
        let area = Area::of(&call.method);
        let owner = match &receiver {
            Value::Struct(owner, _) | Value::Variant(owner, ..) => Some(owner.clone()),
            _ => None,
        };
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push((self.value(arg, None, scope)?, Area::of(arg)));
        }
        if let Some(owner) = owner {
            let key = format!("{owner}::{name}");
            if let Some(function) = self.functions.get(&key).map(Rc::clone) {
                args.insert(0, (receiver, Area::of(&call.receiver)));
                return self.function(&function, &key, args, area);
            }
        }
        let ty = receiver.type_name();
        let result = methods::method(receiver, &name, args.into_iter().map(|(value, _)| value).collect());
        match self.checked(result, area)? {
            Some(value) => Ok(value),
            None => {
                let problem = format!("`{ty}` has no method `{name}` in a constant");
                self.stop(area, problem, "use an operator, or a `const fn`")
            }
        }
    }

    fn macro_call(&mut self, it: &syn::Macro, scope: &mut Scope) -> Run<Value> {
        use syn::parse::Parser;
        use syn::punctuated::Punctuated;
        let area = Area::of(&it.path);
        let name = it.path.segments.last().map(|last| plain(&last.ident)).unwrap_or_default();
        let list = Punctuated::<Expr, syn::Token![,]>::parse_terminated.parse2(it.tokens.clone());
        let args: Vec<Expr> = list.map(|list| list.into_iter().collect()).unwrap_or_default();
        let text = |at: usize| match args.get(at) {
            Some(Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. })) => format!(": {}", text.value()),
            _ => String::new(),
        };
        match (name.as_str(), args.first()) {
            ("assert" | "debug_assert", Some(cond)) => match self.condition(cond, scope)? {
                true => Ok(Value::Unit),
                false => {
                    let problem = format!("this assertion of a constant fails{}", text(1));
                    self.stop(area, problem, "give the constant another value")
                }
            },
            // A text is compiled as debug builds are where vyre is.
            ("cfg", _) if it.tokens.to_string() == "debug_assertions" => {
                Ok(Value::Bool(cfg!(debug_assertions)))
            }
            ("panic" | "unreachable" | "todo" | "unimplemented", _) => {
                let problem = format!("this constant panics{}", text(0));
                self.stop(area, problem, "give the constant another value")
            }
            _ => self.stop(area, format!("constants have no macro `{name}!`"), "write it out"),
        }
    }
}

/// Writes `_` for the parameters of these names, and for lengths that they are in.
struct Open(std::collections::HashSet<String>);

impl VisitMut for Open {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        match ty {
            Type::Path(path) if path.path.get_ident().is_some_and(|name| self.0.contains(&plain(name))) => {
                *ty = syn::parse_quote!(_);
            }
            _ => syn::visit_mut::visit_type_mut(self, ty),
        }
    }

    fn visit_type_array_mut(&mut self, array: &mut syn::TypeArray) {
        if !crate::syntax::words(&array.len).is_disjoint(&self.0) {
            array.len = syn::parse_quote!(_);
        }
        self.visit_type_mut(&mut array.elem);
    }
}

/// A pattern without its type.
fn untyped(pat: &syn::Pat) -> &syn::Pat {
    if let syn::Pat::Type(typed) = pat { &typed.pat } else { pat }
}

/// The last name of a type that is a path.
fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Paren(inner) => last_name(&inner.elem),
        Type::Group(inner) => last_name(&inner.elem),
        Type::Path(path) => path.path.segments.last().map(|last| plain(&last.ident)),
        _ => None,
    }
}

fn is_integer(ty: &Type) -> bool {
    last_name(ty).is_some_and(|name| Width::named(&name).is_some())
}

/// The type of the elements of an array's or a slice's.
fn element(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Paren(inner) => element(&inner.elem),
        Type::Group(inner) => element(&inner.elem),
        Type::Reference(inner) => element(&inner.elem),
        Type::Array(array) => Some(&array.elem),
        Type::Slice(slice) => Some(&slice.elem),
        _ => None,
    }
}

fn inside_reference(ty: Option<&Type>) -> Option<&Type> {
    match ty {
        Some(Type::Reference(inner)) => Some(&inner.elem),
        other => other,
    }
}

fn member(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => plain(name),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

fn part_of<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    match value {
        Value::Struct(_, fields) => fields.iter().find(|(known, _)| known == name).map(|(_, value)| value),
        Value::Tuple(parts) => name.parse::<usize>().ok().and_then(|at| parts.get(at)),
        _ => None,
    }
}
