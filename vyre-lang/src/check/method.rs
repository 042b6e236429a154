//! Methods: of numbers, of buffers and of atomic elements.

use super::extent::Extent;
use super::{Checker, Entity, plain, std_methods};
use crate::diagnostics::Area;
use crate::files::Place;
use crate::hir::{Block, BufferId, Expr, Kind};
use crate::signature;
use crate::syntax::path_name;
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::{AtomicOp, BinOp, Code, DataType, Problem, UnOp, library};

/// The methods that values of a type have.
pub(super) fn methods(ty: Ty) -> Vec<&'static str> {
    let mut names = Vec::new();
    if ty == Ty::U32 {
        BinOp::ALL.iter().for_each(|op| names.extend_from_slice(op.methods()));
        UnOp::ALL.iter().for_each(|op| names.extend_from_slice(op.methods()));
    }
    names.extend(super::templates::names(ty));
    if ty.is_half() {
        names.push("to_f32");
    }
    if ty.integer().is_some() || matches!(ty, Ty::F32 | Ty::F64) {
        names.extend(["to_le_bytes", "to_be_bytes"]);
    }
    for (of, name, _) in library::METHODS {
        if Some(of.clone()) == ty.of_rows() {
            names.push(*name);
        }
    }
    names
}

/// How many operands a method of numbers has, its receiver included; nothing for other methods.
pub(super) fn operands(ty: Ty, name: &str) -> Option<usize> {
    let row =
        || ty.of_rows().as_ref().and_then(|data| library::method(data, name)).map(|row| row.inputs.len());
    let operator = || match ty == Ty::U32 {
        true if UnOp::ALL.iter().any(|op| op.methods().contains(&name)) => Some(1),
        true if BinOp::ALL.iter().any(|op| op.methods().contains(&name)) => Some(2),
        _ => None,
    };
    operator().or_else(row).or_else(|| super::templates::operands(ty, name))
}

/// Whether numbers have a method of this name.
pub(super) fn is_of_numbers(name: &str) -> bool {
    [Ty::U32, Ty::I32, Ty::F32].into_iter().any(|ty| methods(ty).contains(&name))
        || std_methods::ALL.iter().any(|(known, _)| *known == name)
}

/// Whether an expression is a number as it is written.
fn is_literal(expr: &syn::Expr) -> bool {
    matches!(strip(expr), syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(_), .. }))
}

/// Whether integers have a method of a trait, which Rust finds before it knows which integer it is.
fn is_of_a_trait(name: &str) -> bool {
    matches!(
        name,
        "max"
            | "min"
            | "clamp"
            | "cmp"
            | "partial_cmp"
            | "eq"
            | "ne"
            | "lt"
            | "le"
            | "gt"
            | "ge"
            | "clone"
            | "into"
            | "try_into"
            | "to_owned"
            | "borrow"
            | "as_ref"
    )
}

/// Whether slices have a method themselves, so that none of a trait for slices is called by its name.
fn is_method_of_slices(name: &str) -> bool {
    const OTHERS: [&str; 16] = [
        "chunks",
        "chunks_exact",
        "concat",
        "first_mut",
        "get_mut",
        "iter",
        "iter_mut",
        "join",
        "last_mut",
        "len",
        "rchunks",
        "split_at",
        "split_at_mut",
        "split_first",
        "to_vec",
        "windows",
    ];
    let is_of_order = matches!(name, "cmp" | "partial_cmp");
    OTHERS.contains(&name) || !is_of_order && super::slice_methods::names().any(|known| known == name)
}

impl Checker<'_> {
    /// A method of the module's on an array, which comes before those of std's slices; nothing for other calls.
    fn own_method_of_array(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = plain(&call.method);
        if !self.sees_module || !self.has_any_method(&name) || matches!(name.as_str(), "map" | "as_slice") {
            return None;
        }
        if let Some(value) = self.own_method_of_slice(call, &name) {
            return Some(value);
        }
        let mut is_slice = false;
        let receiver = match strip(&call.receiver) {
            syn::Expr::Path(_) => match path_name(&call.receiver).and_then(|name| self.lookup(&name))? {
                Entity::Buffer(array) => {
                    is_slice = self.buffers[array].is_slice;
                    let whole = self.whole_array(array, call.receiver.area());
                    whole.or_else(|| self.array_behind_name(&call.receiver))?
                }
                _ => return None,
            },
            syn::Expr::Array(_) | syn::Expr::Repeat(_) => self.expr(&call.receiver),
            _ => return None,
        };
        if !self.has_own(receiver.ty, &name) {
            return None;
        }
        let of_any = |checker: &mut Self| {
            checker.own_of_any_array(receiver.ty, &name).filter(|(_, is_exclusive)| *is_exclusive)
        };
        let own = self.own_of_place(receiver.ty, &name).or_else(|| of_any(self));
        let Some((function, is_exclusive)) = own else {
            return Some(self.own_method(call, receiver));
        };
        // An array that a function sees behind a reference is passed as a slice.
        let (array, args) = (&call.receiver, &call.args);
        Some(self.expr(&match (is_slice, is_exclusive) {
            (true, _) => syn::parse_quote!(#function(#array, #args)),
            (false, true) => syn::parse_quote!(#function(&mut #array, #args)),
            (false, false) => syn::parse_quote!(#function(&#array, #args)),
        }))
    }

    /// The same on a slice; and on an array for which no `impl` of its own is.
    fn own_method_of_slice(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Expr> {
        let is_by_path = self.named_by_path == Some(Place::of(call.method.span()));
        if !is_by_path && is_method_of_slices(name) {
            return None;
        }
        let mut receiver = strip(&call.receiver);
        while let syn::Expr::Reference(reference) = receiver {
            receiver = strip(&reference.expr);
        }
        let element = match receiver {
            syn::Expr::Index(part) if matches!(strip(&part.index), syn::Expr::Range(_)) => {
                path_name(&part.expr).and_then(|name| self.lookup(&name)).and_then(|entity| match entity {
                    Entity::Buffer(buffer) => Some(self.buffers[buffer].ty),
                    _ => None,
                })
            }
            other => match path_name(other).and_then(|name| self.lookup(&name))? {
                Entity::Buffer(buffer) => {
                    let whole = self.whole_array(buffer, call.receiver.area());
                    if whole.is_some_and(|whole| self.has_own(whole.ty, name)) {
                        return None;
                    }
                    Some(self.buffers[buffer].ty)
                }
                _ => return None,
            },
        };
        let (function, takes) = self.own_of_slices(element, name)?;
        let is_whole = matches!(receiver, syn::Expr::Path(_));
        let args = &call.args;
        Some(self.expr(&match takes {
            super::beside::Takes::Change if !is_whole => syn::parse_quote!(#function(&mut #receiver, #args)),
            super::beside::Takes::Change => syn::parse_quote!(#function(&mut #receiver[..], #args)),
            _ => syn::parse_quote!(#function(&#receiver, #args)),
        }))
    }

    /// `bytes.make_ascii_uppercase()` and `make_ascii_lowercase`, of one byte or of a slice, as what they store; nothing for other methods.
    fn made_ascii(&mut self, call: &syn::ExprMethodCall) -> Option<syn::Expr> {
        let name = plain(&call.method);
        let case = name.strip_prefix("make_")?;
        if !matches!(case, "ascii_uppercase" | "ascii_lowercase") || !call.args.is_empty() {
            return None;
        }
        let (place, made) = (&call.receiver, syn::Ident::new(&format!("to_{case}"), call.method.span()));
        let inner = match strip(place) {
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => strip(expr),
            inner => inner,
        };
        if self.reference_named(inner).is_some() {
            return Some(syn::parse_quote!(*#inner = #inner.#made()));
        }
        let is_part = |place: &syn::Expr| matches!(place, syn::Expr::Index(part) if matches!(strip(&part.index), syn::Expr::Range(_)));
        let named = path_name(inner).and_then(|name| self.lookup(&name));
        let ty = self.peeked_type(inner).map(|ty| self.infer.resolve(ty));
        let is_array = ty.is_some_and(|ty| self.array_element(ty).is_some());
        match ty {
            _ if is_part(inner) || is_array || matches!(named, Some(Entity::Buffer(_))) => {
                Some(syn::parse_quote!(for __vyre_byte in #place.iter_mut() {
                    *__vyre_byte = __vyre_byte.#made();
                }))
            }
            Some(ty) if ty != Ty::U8 => None,
            _ => Some(syn::parse_quote!({
                let __vyre_byte = &mut #place;
                *__vyre_byte = __vyre_byte.#made();
            })),
        }
    }

    pub(super) fn method(&mut self, call: &syn::ExprMethodCall) -> Expr {
        if let Some(written) = self.mapped_place(call, false).or_else(|| self.made_ascii(call)) {
            return self.expr(&written);
        }
        if let Some(value) = self.call_of_parse(call) {
            return value;
        }
        if let Some(whole) = self.as_whole_slice(call) {
            return self.expr(&whole);
        }
        if let Some(value) = self.collected(call, None).or_else(|| self.iterator_method(call)) {
            return value;
        }
        if let Some(value) = self.perhaps_value(call).or_else(|| self.is_place_there(call)) {
            return value;
        }
        if call.method == "clone"
            && call.args.is_empty()
            && let Some(Entity::Buffer(array)) = path_name(&call.receiver).and_then(|name| self.lookup(&name))
            && let Some(whole) = self.whole_array(array, call.area())
        {
            return self.clone_of(whole);
        }
        if let Some(value) = self.own_method_of_array(call) {
            return value;
        }
        if let Some(name) = path_name(&call.receiver)
            && let Some(Entity::Buffer(buffer)) = self.lookup(&name)
            && self.buffers[buffer].is_single
        {
            let receiver = &call.receiver;
            let index: syn::ExprIndex = syn::parse_quote!(#receiver[0]);
            if let Some(atomic) = self.atomic_method(call, &index) {
                return atomic;
            }
        }
        if let Some(value) = self.slice_method(call) {
            return value;
        }
        if let syn::Expr::Index(index) = strip(&call.receiver)
            && let Some(atomic) = self.atomic_method(call, index)
        {
            return atomic;
        }
        if let syn::Expr::Path(path) = strip(&call.receiver)
            && call.method == "len"
            && let Some(length) = self.table_length(path)
        {
            return Expr { area: call.area(), ..length };
        }
        if call.method == "len"
            && let Some(length) = self.row_length(call)
        {
            return length;
        }
        if call.method == "len"
            && let syn::Expr::Reference(reference) = strip(&call.receiver)
            && let syn::Expr::Index(part) = strip(&reference.expr)
            && let syn::Expr::Range(_) = strip(&part.index)
        {
            // The part gets a name of its own.
            let (part, arguments) = (&call.receiver, &call.args);
            return self.expr(&syn::parse_quote!({ let part = #part; part.len(#arguments) }));
        }
        if let Some(name) = path_name(&call.receiver) {
            match self.lookup(&name) {
                Some(Entity::Buffer(buffer))
                    if call.method == "map"
                        && let Some(whole) = self.whole_array(buffer, call.receiver.area()) =>
                {
                    if let Some(mapped) = self.mapped_array(call, &whole) {
                        return mapped;
                    }
                    return self.buffer_method(call, buffer, &name);
                }
                Some(Entity::Buffer(_))
                    if call.method == "map"
                        && let Some(whole) = self.array_behind_name(&call.receiver) =>
                {
                    if let Some(mapped) = self.mapped_array(call, &whole) {
                        return mapped;
                    }
                }
                Some(Entity::Buffer(buffer)) => return self.buffer_method(call, buffer, &name),
                None if call.method == "len" || call.method == "byte" || call.method == "word" => {
                    let (problem, note) = if call.method == "len" {
                        (Problem::LenOfUnknown { name }, None)
                    } else {
                        let note = format!("In a kernel: take a parameter `{name}: &[u8]`.");
                        (Problem::LoadFromUnknown { name }, Some(note))
                    };
                    self.errors.report_rule(call.receiver.area(), &problem, note);
                    return Expr::error(call.area());
                }
                _ => {}
            }
        }
        if self.is_type_with_dot(&call.receiver, &call.method) {
            call.args.iter().for_each(|arg| self.left_over(arg));
            return Expr::error(call.area());
        }
        if let syn::Expr::Index(part) = strip(&call.receiver)
            && let syn::Expr::Range(_) = strip(&part.index)
            && let Some(Entity::Buffer(_)) = path_name(&part.expr).and_then(|name| self.lookup(&name))
        {
            call.args.iter().for_each(|arg| self.left_over(arg));
            let problem = format!("slices of kernels have no method `{}`", call.method);
            let fix = "see the list of methods in the guide of the crate `vyre`";
            self.errors.report(Area::of(&call.method), problem, fix);
            return Expr::error(call.area());
        }
        let receiver = match self.reference_named(&call.receiver) {
            Some(_) => self.base(&call.receiver),
            None => self.expr(&call.receiver),
        };
        if let Some(value) = self.extreme_of_references(call, &receiver) {
            return value;
        }
        let receiver = self.behind_references(receiver);
        if let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Byte(_), .. }) = strip(&call.receiver) {
            self.infer.unify(receiver.ty, Ty::U8);
        }
        self.take_told(receiver.ty);
        if !is_of_numbers(&call.method.to_string()) {
            self.take_owner(receiver.ty);
        }
        if let Some(value) = self.array_method(call, &receiver) {
            return value;
        }
        if call.method == "clone"
            && call.args.is_empty()
            && matches!(self.infer.parts(receiver.ty), Some((Form::Tuple, _)))
        {
            return self.clone_of(receiver);
        }
        if let Some(value) = self.mapped_array(call, &receiver) {
            return value;
        }
        if let Some(value) = self.ordering_method(call, &receiver) {
            return value;
        }
        if let Some(value) = self.call_of_into(call, &receiver) {
            return value;
        }
        if self.infer.data_of(receiver.ty).is_some() {
            return self.data_method(call, receiver, false);
        }
        if self.is_of_own_impl(call, &receiver) {
            return self.own_method(call, receiver);
        }
        // A number and a `bool` are copied.
        if matches!(call.method.to_string().as_str(), "clone" | "to_owned") && call.args.is_empty() {
            let ty = self.infer.resolve(receiver.ty);
            if ty.is_integer() || ty.is_float() || ty == Ty::Bool {
                return receiver;
            }
        }
        self.meant.operated.push((call.method.span(), receiver.ty));
        self.number_method(call, receiver)
    }

    /// A call of a method whose value nothing is interested in.
    pub(super) fn method_statement(&mut self, call: &syn::ExprMethodCall) -> Expr {
        if let Some(written) = self.mapped_place(call, true).or_else(|| self.made_ascii(call)) {
            return self.expr(&written);
        }
        if let Some(done) = self.asked_for_nothing(call) {
            return done;
        }
        if let Some(Entity::Local(local)) = path_name(&call.receiver).and_then(|name| self.lookup(&name))
            && !is_of_numbers(&call.method.to_string())
        {
            self.take_owner(self.locals[local].ty);
        }
        if let Some(value) = self.slice_method(call).or_else(|| self.range_method(call)) {
            return value;
        }
        if self.is_part_of_data(&call.receiver) {
            let receiver = self.base(&call.receiver);
            if let Some(value) = self.array_method(call, &receiver) {
                return value;
            }
            if self.infer.data_of(receiver.ty).is_some() {
                return self.data_method(call, receiver, true);
            }
            if self.is_of_own_impl(call, &receiver) {
                return self.own_method(call, receiver);
            }
            return self.number_method(call, receiver);
        }
        self.method(call)
    }

    /// `a.add(b)`, `a.neg()` and their kin of numbers, as the operators that they are; nothing for other methods.
    fn method_of_operator(
        &mut self,
        call: &syn::ExprMethodCall,
        receiver: &Expr,
        area: Area,
    ) -> Option<Expr> {
        if !self.sees_module {
            return None;
        }
        let value = syn::Ident::new("__vyre_operand", call.method.span());
        let name = call.method.to_string();
        let written: syn::Expr = match (call.args.first(), call.args.len()) {
            (None, _) if name == "neg" => syn::parse_quote!(-#value),
            (None, _) if name == "not" => syn::parse_quote!(!#value),
            (Some(argument), 1) => {
                let op = super::closures::operator_of(&name)?;
                syn::parse_quote!(#value #op (#argument))
            }
            _ => return None,
        };
        Some(self.written_with([("__vyre_operand", receiver.clone())], &written, area))
    }

    fn number_method(&mut self, call: &syn::ExprMethodCall, receiver: Expr) -> Expr {
        let mut area = receiver.area.to(call.area());
        let name = call.method.to_string();
        area.may_wrap = name.starts_with("wrapping_");
        if self.sees_module
            && let open @ Ty::Open(_) = self.infer.resolve(receiver.ty)
            && !self.take_owner(open)
            && !self.take_constant(open)
        {
            // What follows may say the type.
            match self.settled_number(Area::of(&call.method), open) {
                Some(ty) => drop(self.infer.unify(open, ty)),
                None if self.lists.is_first() => {
                    call.args.iter().for_each(|arg| self.left_over(arg));
                    return Expr::nothing(area, self.infer.open());
                }
                None => {}
            }
        }
        self.demand_known(&receiver);
        if self.infer.resolve(receiver.ty) == Ty::Error {
            for arg in call.args.iter().filter(|arg| !matches!(strip(arg), syn::Expr::Closure(_))) {
                let arg = self.expr(arg);
                self.infer.unify(arg.ty, Ty::Error);
            }
            return Expr::error(area);
        }
        if let Some(value) = self.method_of_condition(call, &receiver) {
            return value;
        }
        if let Some(value) = self.ordered_method(call, &receiver) {
            return value;
        }
        if self.is_of_own_impl(call, &receiver)
            && matches!(self.infer.parts(receiver.ty), Some((Form::Option | Form::Result, _)))
        {
            return self.own_method(call, receiver);
        }
        if let Some(value) = self.variant_method(call, &receiver) {
            return value;
        }
        if let (Some(length), "len") = (self.elements_of(receiver.ty), name.as_str()) {
            return match self.arguments(&call.args, 0, Area::from(call.method.span()), &name) {
                Some(_) => self.length_of(receiver, length, area),
                None => Expr::error(area),
            };
        }
        // Of a number without a type, Rust knows the methods of the trait `Ord` alone.
        let ty = match self.infer.resolve(receiver.ty) {
            open @ Ty::Int(_) if matches!(name.as_str(), "max" | "min" | "clamp") => {
                match self.settled_number(Area::of(&call.method), open) {
                    Some(ty) => self.infer.unify(open, ty).unwrap_or(Ty::Error),
                    None if self.lists.is_first() => {
                        for arg in &call.args {
                            let arg = self.expr(arg);
                            self.infer.unify(open, arg.ty);
                        }
                        return Expr::nothing(area, receiver.ty);
                    }
                    None => self.infer.unify(open, Ty::I32).unwrap_or(Ty::Error),
                }
            }
            Ty::Float(_) => return self.method_of_open_float(call, &receiver, area),
            Ty::Int(_) if std_methods::is_of_signed(&name) => {
                return self.method_of_open(call, &receiver, area);
            }
            // An index may have told rustc what a variable is.
            open @ Ty::Int(_)
                if self.sees_module
                    && !is_of_a_trait(&name)
                    && (is_literal(&call.receiver)
                        || !self.indices.iter().any(|index| self.infer.resolve(*index) == open)) =>
            {
                return self.method_of_open(call, &receiver, area);
            }
            Ty::Int(_) => self.infer.unify(receiver.ty, Ty::U32).unwrap_or(Ty::Error),
            other => other,
        };
        let is_operator = BinOp::from_method(&name).is_some() || UnOp::from_method(&name).is_some();
        if ty.machine() == Ty::U32 && is_operator {
            return self.operator_method(call, receiver, &name, area);
        }
        if let Some(value) = self.method_of_operator(call, &receiver, area) {
            return value;
        }
        if ty.is_half() && name == "to_f32" {
            let arguments = self.arguments(&call.args, 0, Area::from(call.method.span()), &name);
            return match arguments {
                Some(_) => Expr { kind: Kind::Cast(Box::new(receiver)), ty: Ty::F32, area },
                None => Expr::error(area),
            };
        }
        if let Some(bytes) = self.bytes_of(call, &receiver, ty, area) {
            return bytes;
        }
        let row = ty.of_rows().as_ref().and_then(|data| library::method(data, &name));
        if row.is_none()
            && let Some(value) = self.template(call, &receiver, ty, area)
        {
            return value;
        }
        let Some(row) = row else {
            let fix = self.meant_method(&name, ty, &receiver, call);
            let of = if ty.is_integer() { String::new() } else { format!(" on `{ty}`") };
            let problem = match ty {
                Ty::F64 if methods(Ty::F32).contains(&name.as_str()) => {
                    format!("kernels have no `f64::{name}` yet")
                }
                _ => format!("kernels have no method `{name}`{of}"),
            };
            self.errors.report(Area::of(&call.method), problem, fix);
            return Expr::error(area);
        };
        let wanted: Vec<Ty> = row.inputs[1..].iter().map(Ty::of).collect();
        let Some(args) = self.arguments_as(&call.args, &wanted, Area::from(call.method.span()), &name) else {
            return Expr::error(area);
        };
        let mut is_fine = true;
        for (arg, wanted) in args.iter().zip(wanted) {
            is_fine &= self.demand(arg, wanted) && self.infer.resolve(arg.ty) != Ty::Error;
        }
        if !is_fine {
            return Expr::error(area);
        }
        if !self.demand_defined(&name, [Some(&receiver), args.first()]) {
            return Expr::error(area);
        }
        let result = Ty::of(&row.output);
        let args = [receiver].into_iter().chain(args).collect();
        // Rust's predicates give `bool`, which is 0 or 1.
        let result = if name.starts_with("is_") { Ty::Bool } else { result };
        let result = if ty.is_half() && name == "to_bits" { Ty::U16 } else { result };
        Expr { kind: Kind::Call { op_id: row.id, args }, ty: result, area }
    }

    /// The number of elements of an array or a vector.
    fn elements_of(&self, ty: Ty) -> Option<u32> {
        match self.infer.parts(ty) {
            Some((Form::Array, parts)) => Some(parts.len() as u32),
            Some(_) => None,
            None => self.infer.resolve(ty).vector_lanes(),
        }
    }

    /// `array.len()` of a value, which is evaluated all the same.
    fn length_of(&mut self, array: Expr, length: u32, area: Area) -> Expr {
        let length = Expr { kind: Kind::Literal(length.into()), ty: Ty::U32, area };
        if let Kind::Local(_) = array.kind {
            return length;
        }
        let mut stmts = Vec::new();
        self.hidden("array", array, &mut stmts);
        let block = Block { stmts, tail: Some(Box::new(length)) };
        Expr { kind: Kind::Block(block), ty: Ty::U32, area }
    }

    /// `t[i].len()` of an array of arrays `t`. Its indices are evaluated all the same.
    fn row_length(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let (mut indices, mut base) = (Vec::new(), strip(&call.receiver));
        while let syn::Expr::Index(index) = base {
            indices.push(&*index.index);
            base = strip(&index.expr);
        }
        let Some(Entity::Buffer(buffer)) = self.lookup(&path_name(base)?) else { return None };
        let length =
            self.buffers[buffer].dimensions.get(indices.len()).filter(|_| !indices.is_empty())?.clone();
        let (area, mut stmts) = (call.area(), Vec::new());
        for index in indices.into_iter().rev() {
            let index = self.index_value(index);
            if !matches!(index.kind, Kind::Local(_) | Kind::Literal(_)) {
                self.hidden("index", index, &mut stmts);
            }
        }
        self.arguments(&call.args, 0, Area::from(call.method.span()), "len")?;
        let length = Expr { ty: Ty::U32, area, ..length };
        if stmts.is_empty() {
            return Some(length);
        }
        Some(Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(length)) }), ty: Ty::U32, area })
    }

    /// Checks the argument of a call that is wrong itself. A closure there is no mistake of its own.
    pub(super) fn left_over(&mut self, arg: &syn::Expr) {
        let mut of = strip(arg);
        while let syn::Expr::Reference(reference) = of {
            of = strip(&reference.expr);
        }
        // A name that is known has no mistake, and may be a buffer's, which is no value.
        let is_known = path_name(of).is_some_and(|name| self.lookup(&name).is_some());
        if !is_known && !matches!(of, syn::Expr::Closure(_)) {
            self.expr(arg);
        }
    }

    /// Reports a method of integers on a number whose type nothing has settled. As rustc does, which knows it too late here.
    fn method_of_open(&mut self, call: &syn::ExprMethodCall, receiver: &Expr, area: Area) -> Expr {
        let name = &call.method;
        let problem = format!("nothing settles the type of the number of which this is the `{name}`");
        let value = self.errors.operand(receiver.area);
        let fix = format!("write the type of a number, as in `1i32`, or bind it: `let x: i32 = {value};`");
        self.errors.report(Area::of(name), problem, fix);
        Expr::error(area)
    }

    /// The same of a float: Rust knows no method of a number whose type is open.
    fn method_of_open_float(&mut self, call: &syn::ExprMethodCall, receiver: &Expr, area: Area) -> Expr {
        let name = &call.method;
        let problem = format!("nothing settles the type of the float of which this is the `{name}`");
        let value = self.errors.operand(receiver.area);
        let fix = format!("write the type of a number, as in `1.0f32`, or bind it: `let x: f32 = {value};`");
        self.errors.report(Area::of(name), problem, fix);
        self.infer.unify(receiver.ty, Ty::Error);
        Expr::error(area)
    }

    /// What to write for a method that kernels do not have.
    fn meant_method(&self, name: &str, ty: Ty, receiver: &Expr, call: &syn::ExprMethodCall) -> String {
        let list = "see the list of methods in the guide of the crate `vyre`";
        let known = methods(ty);
        let names: Vec<&str> =
            std_methods::ALL.iter().map(|(name, _)| *name).chain(known.iter().copied()).collect();
        // `sqrt` of an integer is more likely to mean `isqrt`.
        let is_float = methods(Ty::F32).contains(&name) && !known.contains(&format!("i{name}").as_str());
        if ty.is_integer() && !names.contains(&name) && is_float {
            let value = self.errors.operand(receiver.area);
            let arguments = if call.args.is_empty() { "" } else { ".." };
            return format!("it is a method of `f32`: write `({value} as f32).{name}({arguments})`");
        }
        if ty == Ty::F64 && is_float {
            let value = self.errors.operand(receiver.area);
            let arguments = if call.args.is_empty() { "" } else { ".." };
            return format!(
                "convert: write `({value} as f32).{name}({arguments}) as f64`, which has the digits of `f32`"
            );
        }
        let meant = if names.contains(&name) { Some(name) } else { self.nearest(name, &names) };
        match meant {
            None => list.to_string(),
            Some(meant) if known.contains(&meant) => format!("write `{meant}`"),
            Some(meant) => {
                let value = self.errors.operand(receiver.area);
                let argument = call.args.first().map(|argument| self.errors.operand(argument.area()));
                match std_methods::written(meant, ty, &known, &value, argument.as_deref()) {
                    Some(written) => format!("write `{written}`"),
                    None => format!("no method of kernels computes what `{meant}` does; {list}"),
                }
            }
        }
    }

    /// A method of `u32` that is an operator of the IR.
    fn operator_method(
        &mut self,
        call: &syn::ExprMethodCall,
        receiver: Expr,
        name: &str,
        area: Area,
    ) -> Expr {
        let binary = BinOp::from_method(name);
        // Each of them takes a value of the receiver's type.
        let wanted = if binary.is_some() { vec![receiver.ty] } else { Vec::new() };
        let Some(mut args) = self.arguments_as(&call.args, &wanted, Area::from(call.method.span()), name)
        else {
            return Expr::error(area);
        };
        match (binary, UnOp::from_method(name), args.pop()) {
            (Some(op), _, Some(right)) => self.arithmetic(op, receiver, right, area),
            (_, Some(op), None) => {
                let is_count = matches!(op, UnOp::Popcount | UnOp::Clz | UnOp::Ctz);
                let ty = if is_count { Ty::U32 } else { receiver.ty };
                Expr { kind: Kind::Unary { op, operand: Box::new(receiver) }, ty, area }
            }
            _ => Expr::error(area),
        }
    }

    fn buffer_method(&mut self, call: &syn::ExprMethodCall, buffer: BufferId, name: &str) -> Expr {
        let area = call.area();
        let method = call.method.to_string();
        let expected = match method.as_str() {
            "len" => 0,
            "byte" | "word" => 1,
            "max" | "min" | "clamp"
                if let Some(array) = self.whole_array(buffer, area)
                    && let Some(value) = self.ordered_method(call, &array) =>
            {
                return value;
            }
            _ => {
                // A slice that only this method could have taken is the same mistake.
                let args = call.args.iter().filter(|arg| !matches!(strip(arg), syn::Expr::Reference(_)));
                args.for_each(|arg| self.left_over(arg));
                let fix = match method.as_str() {
                    "to_vec" | "to_owned" | "into_vec" | "concat" | "join" | "repeat" => {
                        "kernels allocate nothing: copy to an array, `array.copy_from_slice(..)`".to_string()
                    }
                    "length" | "count" | "size" => format!("write `{name}.len()`"),
                    "as_chunks" | "as_rchunks" | "array_chunks" | "array_windows" => {
                        let pieces = if method.ends_with("windows") { "windows" } else { "chunks_exact" };
                        format!(
                            "write `{name}.{pieces}(N)`, and take each apart: `let [a, b] = piece[..] else {{ .. }};`"
                        )
                    }
                    "as_flattened" => format!("write `{name}.iter().flatten()`"),
                    "each_mut" => format!("write `{name}.iter_mut()`"),
                    _ => {
                        let is_bytes = self.buffers[buffer].ty == Ty::U8;
                        let bytes: &[&str] = if is_bytes { &["byte", "word"] } else { &[] };
                        let known: Vec<&str> = ["len"]
                            .iter()
                            .chain(bytes)
                            .copied()
                            .chain(super::slice_methods::names())
                            .collect();
                        match self.nearest(&method, &known) {
                            Some(meant) => format!("write `{meant}`"),
                            None if is_bytes => "use `len`, `byte` or `word`".to_string(),
                            None => format!("use an element, `{name}[i]`, or `{name}.len()`"),
                        }
                    }
                };
                let noun = self.buffers[buffer].noun();
                self.errors.report(Area::of(&call.method), format!("a {noun} has no method `{method}`"), fix);
                return Expr::error(area);
            }
        };
        let Some(mut args) = self.arguments(&call.args, expected, Area::from(call.method.span()), &method)
        else {
            return Expr::error(area);
        };
        let Some(index) = args.pop() else {
            // The buffer of an array of arrays has the elements of them all.
            return match self.buffers[buffer].dimensions.first() {
                Some(arrays) => Expr { ty: Ty::U32, area, ..arrays.clone() },
                None => Expr { kind: Kind::Len(buffer), ty: Ty::U32, area },
            };
        };
        let index = Box::new(self.as_index(index, name));
        let element = self.infer.resolve(self.buffers[buffer].ty);
        if element.is_narrow() && element != Ty::U8 {
            let problem = format!("`{method}` reads slices of `u8`, and `{name}` is one of `{element}`");
            self.errors.report(Area::of(&call.method), problem, format!("read an element, `{name}[i]`"));
            return Expr::error(area);
        }
        let kind = match method.as_str() {
            "byte" => Kind::LoadByte { buffer, index },
            _ => Kind::LoadWord { buffer, index },
        };
        Expr { kind, ty: Ty::U32, area }
    }

    /// `buffer[index].method(..)` where the method is one of `AtomicU32`'s.
    fn atomic_method(&mut self, call: &syn::ExprMethodCall, place: &syn::ExprIndex) -> Option<Expr> {
        let method = call.method.to_string();
        let op = AtomicOp::from_method(&method);
        let name = path_name(&place.expr)?;
        let area = call.area();
        if op.is_none() && method != "load" && method != "store" {
            let Some(Entity::Buffer(buffer)) = self.lookup(&name) else { return None };
            if !self.buffers[buffer].is_atomic {
                return None;
            }
            let problem = format!("atomics have no method `{method}` in kernels");
            let fix = "use `load`, `store`, `swap`, `compare_exchange` or a `fetch_` method of the guide";
            self.errors.report(Area::of(&call.method), problem, fix);
            return Some(Expr::error(area));
        }
        let buffer = match self.lookup(&name) {
            Some(Entity::Buffer(buffer)) => buffer,
            None => {
                let problem = Problem::AtomicOnUnknown { name };
                self.errors.report_rule(place.expr.area(), &problem, None);
                return Some(Expr::error(area));
            }
            Some(_) => return None,
        };
        // An element that is an array has methods of its own.
        if !self.buffers[buffer].is_atomic && self.array_element(self.buffers[buffer].ty).is_some() {
            return None;
        }
        let is_signed = self.buffers[buffer].is_signed;
        if is_signed
            && let (Some(AtomicOp::Min | AtomicOp::Max), Some(value), 1) =
                (op, call.args.first(), call.args.len())
        {
            return Some(self.signed_extreme(&place.expr, &place.index, &call.method, value));
        }
        let index = self.inside_of(Some(&name), |checker| checker.expr(&place.index));
        let index = self.as_index(index, &name);
        let expected = match op {
            Some(AtomicOp::CompareExchange) => 2,
            None if method == "load" => 0,
            _ => 1,
        };
        let Some(mut args) = self.arguments(&call.args, expected, Area::from(call.method.span()), &method)
        else {
            return Some(Expr::error(area));
        };
        if !self.demand_atomic(buffer, call, &name) {
            return Some(Expr::error(area));
        }
        // That a buffer has no atomics is an error of the rules.
        let values = self.atomic_values(buffer).unwrap_or(Ty::U32);
        let bits = signature::atomic_bits(values);
        for arg in &mut args {
            if values == Ty::U32 {
                self.number_u32(arg, |got| Problem::AtomicOperand { expected: DataType::U32, got });
            } else if !self.demand(arg, values) {
                return Some(Expr::error(area));
            } else if bits != values {
                let (value, at) = (Box::new(arg.clone()), arg.area);
                *arg = Expr { kind: Kind::Cast(value), ty: bits, area: at };
            }
        }
        let (value, first) = (args.pop().map(Box::new), args.pop().map(Box::new));
        let index = Box::new(index);
        let done = match (op, value) {
            (Some(op), Some(value)) => {
                let kind = Kind::Atomic { op, buffer, index, expected: first, value };
                Expr { kind, ty: bits, area }
            }
            (None, Some(value)) => {
                let kind = Kind::Store { buffer, index, op: None, value, place: place.area() };
                Expr { kind, ty: Ty::Unit, area }
            }
            (_, None) => Expr { kind: Kind::Load { buffer, index }, ty: bits, area },
        };
        Some(match bits != values && done.ty == bits {
            true => Expr { kind: Kind::Cast(Box::new(done)), ty: values, area },
            false => done,
        })
    }

    /// The type of the values of a buffer's elements, if these are atomic.
    pub(super) fn atomic_values(&self, buffer: BufferId) -> Option<Ty> {
        let known = &self.buffers[buffer];
        let values = if known.is_signed { Ty::I32 } else { self.infer.resolve(known.ty) };
        known.is_atomic.then_some(values)
    }

    /// `fetch_min` and `fetch_max` of an `AtomicI32`, whose elements are words: an exchange that is tried until it succeeds.
    fn signed_extreme(
        &mut self,
        array: &syn::Expr,
        index: &syn::Expr,
        method: &syn::Ident,
        value: &syn::Expr,
    ) -> Expr {
        let extreme = syn::Ident::new(if method == "fetch_min" { "min" } else { "max" }, method.span());
        self.expr(&syn::parse_quote!({
            let __vyre_at = #index;
            let __vyre_value: i32 = #value;
            let mut __vyre_old = #array[__vyre_at].load();
            loop {
                let __vyre_new = __vyre_old.#extreme(__vyre_value);
                if __vyre_new == __vyre_old {
                    break;
                }
                let __vyre_seen = #array[__vyre_at].compare_exchange(__vyre_old, __vyre_new);
                if __vyre_seen == __vyre_old {
                    break;
                }
                __vyre_old = __vyre_seen;
            }
            __vyre_old
        }))
    }

    /// A buffer of plain `u32` has no atomic methods in Rust, though the IR would allow them on a writable one. On
    /// `&[u32]`, on arrays of workgroups and of invocations, the IR's own rules say what is wrong, but for `load`, which would be a plain one.
    fn demand_atomic(&mut self, buffer: BufferId, call: &syn::ExprMethodCall, name: &str) -> bool {
        let buffer = &self.buffers[buffer];
        let element = self.infer.resolve(buffer.ty);
        let is_plain = element.is_narrow()
            || buffer.decl.access.is_atomic()
            || buffer.decl.access.is_bound() && element != Ty::U32
            || call.method == "load";
        if buffer.is_atomic || !is_plain {
            return true;
        }
        let (at, ty) = (Area::of(&call.method), self.infer.resolve(buffer.ty));
        if !buffer.decl.access.is_bound() {
            let problem = format!("the elements of `{name}` are not atomic");
            self.errors.report(at, problem, format!("write `{name}[i]`"));
        } else if ty == Ty::U32 {
            self.errors.report_rule(at, &Problem::AtomicOnReadOnly { name: name.to_string() }, None);
        } else {
            let atomic = signature::atomic_of(ty).unwrap_or("AtomicU32");
            let element = self.infer.name(ty);
            let problem = format!("atomic on buffer `{name}` with non-u32 element type `{element}`");
            let fix = "atomics only support U32 elements";
            self.errors.report_code(at, (Code::V014, &problem, fix), &format!("take `{name}: &[{atomic}]`"));
        }
        false
    }
}
