//! The body of a function as Rust for the host, with the kernel's meaning: the same tree that becomes IR becomes tokens, with calls
//! of `vyre_runtime::host` where std's operators mean something else.
//!
//! Variables have the hygiene of the macro, so that nothing outside can be taken for them. Types are written out at every
//! literal; inference has been done.

use crate::diagnostics::Area;
use crate::hir::{
    Adaptor, Argument, Block, BufferId, Expr, Format, Function, ItemId, Kernel, Kind, LocalId, LoopId,
    Printing, Stmt,
};
use crate::syntax::identifier;
use crate::types::{Form, Ty};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Lifetime;
use vyre_ir::library::Operation;
use vyre_ir::printing::{Count, Spec};
use vyre_ir::{BinOp, library};

/// Writes the functions of a kernel as Rust.
pub(crate) struct Host<'a> {
    pub(crate) kernel: &'a Kernel,
    /// The path of the crate `vyre`.
    pub(crate) krate: &'a TokenStream,
}

impl Host<'_> {
    /// The parameters of a function, and its body.
    pub(crate) fn function(&self, function: &Function) -> (Vec<TokenStream>, TokenStream) {
        let (mut params, mut bound) = (Vec::new(), Vec::new());
        for param in &function.params {
            let (local, name) = (self.local(*param), self.param(*param));
            let ty = self.ty(self.kernel.locals[*param].ty);
            let mutability = self.kernel.locals[*param].is_mutable.then(|| quote!(mut));
            if local == name {
                params.push(quote!(#mutability #name: #ty));
            } else {
                params.push(quote!(#name: #ty));
                bound.push(quote!(let #mutability #local = #name;));
            }
        }
        let body = match &function.body {
            Some(body) => self.block(body),
            None => quote!(loop {}),
        };
        (params, quote!(#(#bound)* #body))
    }

    /// The functions inside the first one. They all stand at the beginning of its body.
    pub(crate) fn inner_functions(&self) -> TokenStream {
        let inner = self.kernel.functions.iter().enumerate().skip(1);
        let inner = inner.filter(|(_, function)| !function.takes_functions).map(|(id, function)| {
            let (name, (params, body)) = (self.inner(id), self.function(function));
            let result = self.ty(function.result);
            quote!(fn #name(#(#params),*) -> #result { #body })
        });
        inner.collect()
    }

    /// A function in the place of its call, whose variables it may name.
    fn in_place(&self, function: &Function, args: &[Expr]) -> TokenStream {
        let params = function.params.iter().map(|param| {
            let mutability = self.kernel.locals[*param].is_mutable.then(|| quote!(mut));
            let name = self.local(*param);
            quote!(#mutability #name)
        });
        let types = function.params.iter().map(|param| self.ty(self.kernel.locals[*param].ty));
        let (args, result) = (self.exprs(args), self.ty(function.result));
        let body = function.body.as_ref().map_or_else(|| quote!(loop {}), |body| self.block(body));
        quote!({
            let (#(#params,)*): (#(#types,)*) = (#(#args,)*);
            (|| -> #result { #body })()
        })
    }

    fn inner(&self, id: usize) -> Ident {
        format_ident!("__vyre_{}_{id}", self.kernel.functions[id].name, span = Span::mixed_site())
    }

    /// The name of a variable. The number keeps apart what shadows and what is shadowed: a tuple is bound by one `let` after the other.
    fn local(&self, local: LocalId) -> Ident {
        format_ident!("{}_{local}", self.kernel.locals[local].name, span = Span::mixed_site())
    }

    /// The name of a parameter, as callers and documentation see it.
    pub(crate) fn param(&self, local: LocalId) -> Ident {
        let name = &self.kernel.locals[local].name;
        // Parameters `_` share this name.
        if name == "unused" || name == "unnamed" {
            return self.local(local);
        }
        identifier(name, Span::mixed_site())
    }

    /// A block without its braces.
    fn block(&self, block: &Block) -> TokenStream {
        let stmts = block.stmts.iter().map(|stmt| match stmt {
            Stmt::Let { local, value, .. } => {
                let name = self.local(*local);
                let ty = self.known(self.kernel.locals[*local].ty).map(|ty| quote!(: #ty));
                let mutability = self.kernel.locals[*local].is_mutable.then(|| quote!(mut));
                let value = self.expr(value);
                quote!(let #mutability #name #ty = #value;)
            }
            // Only kernels have local arrays.
            Stmt::Fill { .. } | Stmt::View { .. } | Stmt::Move { .. } | Stmt::Refer { .. } => {
                TokenStream::new()
            }
            Stmt::Expr(expr) => {
                let expr = self.expr(expr);
                quote!(#expr;)
            }
        });
        let tail = block.tail.as_ref().map(|tail| self.expr(tail));
        quote!(#(#stmts)* #tail)
    }

    fn exprs<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<TokenStream> {
        exprs.into_iter().map(|expr| self.expr(expr)).collect()
    }

    pub(super) fn expr(&self, expr: &Expr) -> TokenStream {
        let krate = self.krate;
        let host = quote!(#krate::__private::host);
        match &expr.kind {
            Kind::Literal(_) if self.kernel.types.parts(expr.ty).is_some() => self.zero(expr.ty),
            Kind::Literal(bits) => self.literal(*bits, expr.ty),
            // Written where it is passed.
            Kind::Passed(bits) => self.literal(*bits, expr.ty),
            Kind::Item(at) => self.item(*at),
            Kind::Local(local) => {
                let name = self.local(*local);
                quote!(#name)
            }
            Kind::Binary { op, left, right } => {
                let (left_ty, right_ty) = (left.ty, right.ty);
                // An operand that leaves the function is no number in Rust.
                if left_ty == Ty::Never {
                    return self.expr(left);
                }
                if right_ty == Ty::Never {
                    let (left, right) = (self.expr(left), self.expr(right));
                    return quote!({ let _ = #left; #right });
                }
                self.binary(*op, (left_ty, self.expr(left)), (right_ty, self.expr(right)))
            }
            Kind::Unary { op, operand } => {
                let value = self.expr(operand);
                self.unary(*op, operand.ty, value)
            }
            Kind::Call { op_id, args } if is_of_floats(op_id) => {
                let values = self.exprs(args);
                let is_method = library::METHODS.iter().any(|(.., id)| id == op_id);
                match (Operation::of(op_id), &values[..]) {
                    (Some(Operation::Binary(op, _)), [left, right]) => {
                        let (row, result) = (op as usize, self.ty(expr.ty));
                        quote!(#host::binary::<#row, _, _, #result>(#left, #right))
                    }
                    (Some(Operation::Unary(op, _)), [value]) => {
                        let (row, result) = (op as usize, self.ty(expr.ty));
                        quote!(#host::unary::<#row, _, #result>(#value))
                    }
                    _ if op_id.ends_with("16.mul_add") || *op_id == "primitive.f64.mul_add" => {
                        quote!(#host::mul_add_of_halves(#(#values),*))
                    }
                    _ if !is_method || !op_id.starts_with("primitive.f32.") => {
                        let ty = self.ty(expr.ty);
                        quote!(#host::operation::<#ty>(#op_id, &[#(#host::Value::lanes(#values)),*]))
                    }
                    _ => {
                        let name = op_id.rsplit('.').next().unwrap_or_default();
                        // A predicate is a `bool` as a method, and a number as an operation.
                        let is_number =
                            name.starts_with("is_") && self.kernel.types.resolve(expr.ty) != Ty::Bool;
                        let cast = is_number.then(|| quote!(as ::core::primitive::u32));
                        let name = Ident::new(name, Span::mixed_site());
                        quote!((#host::float::#name(#(#values),*) #cast))
                    }
                }
            }
            Kind::Call { op_id, args } => {
                let args = self.exprs(args);
                let ty = self.ty(expr.ty);
                match library::METHODS.iter().find(|(.., id)| id == op_id) {
                    Some((_, name, _)) => {
                        let name = Ident::new(name, Span::mixed_site());
                        quote!(#host::#name(#(#args),*))
                    }
                    None => quote!(#host::operation::<#ty>(#op_id, &[#(#host::Value::lanes(#args)),*])),
                }
            }
            Kind::Many(parts) if self.has_variants(expr.ty) => self.variant(expr.ty, parts),
            Kind::Part { value, at } if self.has_variants(value.ty) => {
                let looked_at = self.expr(value);
                self.part_of_variant(value.ty, *at, &looked_at)
            }
            Kind::Many(parts) => {
                let parts = self.exprs(parts);
                match self.kernel.types.parts(expr.ty) {
                    Some((Form::Struct(_), _)) => {
                        let path = self.path(expr.ty);
                        let fields = (0..parts.len()).map(|at| self.field(expr.ty, at));
                        quote!(#path { #(#fields: #parts),* })
                    }
                    Some((Form::Array, _)) => quote!([#(#parts),*]),
                    _ => quote!((#(#parts,)*)),
                }
            }
            Kind::Part { value, at } => {
                let form = self.kernel.types.parts(value.ty).map(|(form, _)| form);
                let field = self.field(value.ty, *at);
                let (value, at) = (self.expr(value), Literal::usize_unsuffixed(*at));
                if let Some(Form::Struct(_)) = form {
                    return quote!((#value).#field);
                }
                if form == Some(Form::Array) { quote!(#value[#at]) } else { quote!(#value.#at) }
            }
            Kind::Pick { value, index } => {
                let (value, index) = (self.expr(value), self.expr(index));
                let zero = self.zero(expr.ty);
                quote!(#host::pick(#value, #index, #zero))
            }
            Kind::Same { left, right, is_equal } => {
                let (left, right) = (self.expr(left), self.expr(right));
                if *is_equal { quote!((#left == #right)) } else { quote!((#left != #right)) }
            }
            Kind::AssignPart { place, op, value } => self.assign_part(place, *op, value),
            Kind::CallFunction { function, args, .. } if self.kernel.functions[*function].takes_functions => {
                self.in_place(&self.kernel.functions[*function], args)
            }
            Kind::CallFunction { function, args, .. } => {
                let args = self.exprs(args);
                let name = self.inner(*function);
                quote!(#name(#(#args),*))
            }
            Kind::CallOuter { call, args } => {
                let call = &self.kernel.outer_calls[*call];
                let args = args.iter().zip(&call.args).enumerate().map(|(at, (arg, written))| {
                    let is_reference = call.references.contains(&at);
                    match written {
                        Argument::Literal(literal, _) if is_reference => quote!((&#literal)),
                        Argument::Literal(literal, _) => literal.clone(),
                        Argument::Value(ty, area) => {
                            let arg = self.given(call, *ty, self.expr(arg));
                            located(if is_reference { quote!((&#arg)) } else { arg }, *area)
                        }
                    }
                });
                let mut args = args.collect::<Vec<TokenStream>>().into_iter();
                let receiver = if call.is_method { args.next() } else { None };
                // rustc shows here what is wrong with the call.
                let span = Span::mixed_site().located_at(call.area.start);
                let alias = alias(call.callee, span);
                let mut parens = Group::new(Delimiter::Parenthesis, quote!(#(#args),*));
                parens.set_span(Span::mixed_site().located_at(call.parens));
                match (&call.of_data, receiver) {
                    (Some((_, method)), Some(receiver)) => self.got(call, quote!(#receiver.#method #parens)),
                    (Some((owner, function)), None) => self.got(call, quote!(<#owner>::#function #parens)),
                    _ => quote_spanned!(span=> #alias::__call #parens),
                }
            }
            // The call has changed it.
            Kind::OuterOwn { args, .. } => args.first().map(|own| self.expr(own)).unwrap_or_default(),
            Kind::Cast(value) => self.cast(value, expr.ty),
            Kind::Index(index) => {
                let ty = self.kernel.types.resolve(index.ty);
                let index = self.expr(index);
                match ty.bits() {
                    64 | 128 => {
                        let counter = self.ty(ty.counter());
                        quote!((::core::cmp::Ord::min(#index as #counter, 0xffff_ffff) as ::core::primitive::u32))
                    }
                    _ => quote!((#index as ::core::primitive::u32)),
                }
            }
            Kind::Compose(lanes) => {
                let lanes = self.exprs(lanes);
                quote!([#(#lanes),*])
            }
            Kind::Splat(value) => {
                let (value, ty) = (self.expr(value), self.kernel.types.resolve(expr.ty));
                let lanes = ty.vector_lanes().unwrap_or(0) as usize;
                quote!([#value; #lanes])
            }
            Kind::Lane { value, index } => {
                let (value, index) = (self.expr(value), self.expr(index));
                quote!(#host::lane(#value, #index))
            }
            Kind::ShortCircuit { op, left, right } => {
                let (left, right) = (self.expr(left), self.expr(right));
                if *op == BinOp::Or { quote!((#left || #right)) } else { quote!((#left && #right)) }
            }
            Kind::Select { cond, then, otherwise } => {
                let [cond, then, otherwise] = [cond, then, otherwise].map(|it| self.expr(it));
                quote!(#host::select(#cond, #then, #otherwise))
            }
            Kind::If { cond, then, otherwise } => {
                let (cond, then) = (self.expr(cond), self.block(then));
                let otherwise = otherwise.as_ref().map(|otherwise| {
                    let otherwise = self.block(otherwise);
                    quote!(else { #otherwise })
                });
                quote!(if #cond { #then } #otherwise)
            }
            Kind::Block(block) => {
                let block = self.block(block);
                quote!({ #block })
            }
            // What leaves the function assigns nothing.
            Kind::Assign { value, .. } | Kind::AssignLane { value, .. } if value.ty == Ty::Never => {
                self.expr(value)
            }
            Kind::Assign { local, op, value } => {
                let (name, right) = (self.local(*local), self.expr(value));
                let Some(op) = op else { return quote!(#name = #right) };
                let ty = self.kernel.locals[*local].ty;
                let updated = self.binary(*op, (ty, quote!(#name)), (value.ty, quote!(__vyre_value)));
                quote!({ let __vyre_value = #right; #name = #updated })
            }
            Kind::AssignLane { local, index, op, value } => {
                let (name, right, index) = (self.local(*local), self.expr(value), self.expr(index));
                let Some(op) = op else { return quote!(#host::set_lane(#right, #index, &mut #name)) };
                let current = quote!(#host::lane(#name, __vyre_index));
                let lane = self.kernel.types.resolve(self.kernel.locals[*local].ty).lane();
                let updated = self.binary(*op, (lane, current), (value.ty, quote!(__vyre_value)));
                quote!({
                    let (__vyre_value, __vyre_index) = (#right, #index);
                    #host::set_lane(#updated, __vyre_index, &mut #name)
                })
            }
            Kind::For { .. } | Kind::Loop { .. } | Kind::Labeled { .. } => self.looped(expr),
            // In parentheses, because what follows must not become their value.
            Kind::Break { target, value } => {
                let value = value.as_ref().map(|value| self.expr(value));
                let label = if value.is_some() { "value" } else { "loop" };
                let label = lifetime(label, *target);
                quote!((break #label #value))
            }
            Kind::Continue { target } => {
                let label = lifetime("loop", *target);
                quote!((continue #label))
            }
            Kind::Return(value) => {
                let value = value.as_ref().map(|value| self.expr(value));
                quote!((return #value))
            }
            Kind::Assert { cond, message, literal, compares } => {
                self.assertion(cond, message, literal.as_deref(), *compares)
            }
            Kind::Print(printing) => self.print(printing),
            Kind::Load { buffer, index } => self.element_of_table(*buffer, index),
            Kind::Offset { indices, lengths } => {
                let (indices, lengths) = (self.exprs(indices), self.exprs(lengths));
                quote!(#host::offset(&[#(#indices),*], &[#(#lengths),*]))
            }
            // What a function does not have, and an error has been reported for.
            Kind::Constant(_)
            | Kind::LoadByte { .. }
            | Kind::LoadWord { .. }
            | Kind::Len(_)
            | Kind::Start(_)
            | Kind::Whole(_)
            | Kind::AssignWhole { .. }
            | Kind::Id(..)
            | Kind::Atomic { .. }
            | Kind::Store { .. }
            | Kind::StoreLane { .. }
            | Kind::StorePart { .. }
            | Kind::Barrier
            | Kind::Collective { .. }
            | Kind::UniformLoad { .. }
            | Kind::Nothing => quote!(()),
        }
    }

    /// An element of a constant table, which is all that a function loads.
    fn element_of_table(&self, buffer: BufferId, index: &Expr) -> TokenStream {
        let Some(table) = self.kernel.tables.iter().find(|table| table.buffer == buffer) else {
            return quote!(());
        };
        let (krate, value, index) = (self.krate, &table.value, self.expr(index));
        let flat = |elements, _| quote!(#krate::__private::flat(#elements));
        let elements = (1..table.rank).fold(quote!((&#value).split_at(0).1), flat);
        quote!(#krate::__private::host::element(#elements, #index))
    }

    /// Rust's own macro.
    fn print(&self, printing: &Printing) -> TokenStream {
        let pieces = printing.pieces.iter().map(|piece| match piece {
            Format::Text(text) => text.replace('{', "{{").replace('}', "}}"),
            Format::Value { at, spec } if spec.is_empty() => format!("{{{at}}}"),
            Format::Value { at, spec } => format!("{{{at}:{spec}}}"),
        });
        let format: String = pieces.collect();
        // What is a width or a precision is a `usize` for Rust.
        let is_count = |at: usize| {
            printing.pieces.iter().any(|piece| {
                let Format::Value { spec, .. } = piece else { return false };
                let spec = Spec::of(spec);
                let name = Some(Count::Argument(at.to_string()));
                spec.width == name || spec.precision == name
            })
        };
        let args = printing.args.iter().enumerate().map(|(at, arg)| {
            let arg = self.expr(arg);
            if is_count(at) { quote!((#arg as ::core::primitive::usize)) } else { arg }
        });
        match printing.is_error {
            true => quote!(::std::eprint!(#format, #(#args),*)),
            false => quote!(::std::print!(#format, #(#args),*)),
        }
    }

    /// Rust's own assertion, with the user's message.
    fn assertion(&self, cond: &Expr, message: &str, literal: Option<&str>, compares: bool) -> TokenStream {
        let format = |text: &str| text.replace('{', "{{").replace('}', "}}");
        let sides = match &cond.kind {
            Kind::Binary { left, right, op } => Some((*op == BinOp::Eq, left, right)),
            Kind::Same { left, right, is_equal } => Some((*is_equal, left, right)),
            _ => None,
        };
        match sides.filter(|_| compares) {
            // These say both values.
            Some((is_equal, left, right)) if ![left, right].iter().any(|side| side.ty == Ty::Never) => {
                let (left, right) = (self.expr(left), self.expr(right));
                let name = if is_equal { quote!(assert_eq) } else { quote!(assert_ne) };
                let said = literal.map(format).map(|said| quote!(, #said));
                quote!(::core::#name!(#left, #right #said))
            }
            // What is behind it has a value of any type.
            _ if matches!(cond.kind, Kind::Literal(0)) => {
                let said = format(message);
                quote!(::core::panic!(#said))
            }
            _ => {
                let (cond, said) = (self.expr(cond), format(message));
                quote!(::core::assert!(#cond, #said))
            }
        }
    }

    /// `pair.1 = value`: the value comes first, then the indices. Past the end of an array nothing happens.
    fn assign_part(&self, place: &Expr, op: Option<BinOp>, value: &Expr) -> TokenStream {
        if value.ty == Ty::Never {
            return self.expr(value);
        }
        let (mut indices, mut inside) = (Vec::new(), Vec::new());
        let target = self.place(place, &mut indices, &mut inside);
        let right = self.expr(value);
        let new = match op {
            Some(op) => self.binary(op, (place.ty, target.clone()), (value.ty, quote!(__vyre_value))),
            None => quote!(__vyre_value),
        };
        let condition = (!inside.is_empty()).then(|| quote!(if #(#inside)&&*));
        quote!({
            let __vyre_value = #right;
            #(#indices)*
            #condition { #target = #new; }
        })
    }

    /// A part of a variable. Indices go to variables, with the conditions under which they are inside.
    fn place(
        &self,
        place: &Expr,
        indices: &mut Vec<TokenStream>,
        inside: &mut Vec<TokenStream>,
    ) -> TokenStream {
        match &place.kind {
            Kind::Local(local) => self.local(*local).into_token_stream(),
            Kind::Part { value, at } if self.has_variants(value.ty) => {
                let place = self.place(value, indices, inside);
                self.place_in_variant(value.ty, *at, &place)
            }
            Kind::Part { value, at } => {
                let form = self.kernel.types.parts(value.ty).map(|(form, _)| form);
                let (field, value_of) = (self.field(value.ty, *at), self.place(value, indices, inside));
                if form == Some(Form::Array) { quote!(#value_of[#field]) } else { quote!(#value_of.#field) }
            }
            Kind::Pick { value, index } | Kind::Lane { value, index } => {
                let (array, index) = (self.place(value, indices, inside), self.expr(index));
                let name = format_ident!("__vyre_index_{}", indices.len(), span = Span::mixed_site());
                indices.push(quote!(let #name = #index as ::core::primitive::usize;));
                let parts = self.kernel.types.parts(value.ty).map(|(_, parts)| parts.len());
                let lanes = || self.kernel.types.resolve(value.ty).vector_lanes().unwrap_or(0) as usize;
                let count = parts.unwrap_or_else(lanes);
                inside.push(quote!(#name < #count));
                quote!(#array[#name])
            }
            _ => self.expr(place),
        }
    }

    /// A constant that rustc evaluates.
    pub(crate) fn item(&self, at: ItemId) -> TokenStream {
        let item = &self.kernel.items[at];
        let value = &item.value;
        let ty = self.ty(item.ty);
        if let Ty::U32 | Ty::I32 = self.kernel.types.resolve(item.ty) {
            quote!((#value as #ty))
        } else {
            quote!(#value)
        }
    }

    fn looped(&self, expr: &Expr) -> TokenStream {
        let krate = self.krate;
        let host = quote!(#krate::__private::host);
        match &expr.kind {
            Kind::For { id, local, range, body } => {
                let (label, name) = (lifetime("loop", *id), self.local(*local));
                let (from, to, body) = (self.expr(&range.from), self.expr(&range.to), self.block(body));
                let values = if range.is_closed { quote!((#from)..=(#to)) } else { quote!((#from)..(#to)) };
                let values = range.adaptors.iter().fold(quote!((#values)), |values, adaptor| match adaptor {
                    Adaptor::Rev => quote!(::core::iter::Iterator::rev(#values)),
                    Adaptor::StepBy(step) => {
                        let step = self.expr(step);
                        quote!(#host::step_by(#values, #step as ::core::primitive::u64))
                    }
                });
                quote!(#label: for #name in #values { #body })
            }
            Kind::Loop { id, cond, body } => {
                let (label, body) = (lifetime("loop", *id), self.block(body));
                let cond = cond.as_ref().map(|cond| {
                    let cond = self.expr(cond);
                    quote!(if !#cond { break; })
                });
                let rounds = quote!(#label: for _ in 0..::core::primitive::u32::MAX { #cond #body });
                match self.kernel.types.resolve(expr.ty) {
                    Ty::Unit => rounds,
                    // It ends here at the latest, where nothing follows.
                    Ty::Never => quote!({ #rounds #host::ended() }),
                    ty => {
                        let (outer, zero) = (lifetime("value", *id), self.zero(ty));
                        quote!(#outer: { #rounds #zero })
                    }
                }
            }
            Kind::Labeled { id, body } => {
                let (label, body) = (lifetime("value", *id), self.block(body));
                let inner = lifetime("loop", *id);
                match self.kernel.types.resolve(expr.ty) {
                    Ty::Unit | Ty::Never => quote!(#inner: { #body }),
                    _ => quote!(#label: { #body }),
                }
            }
            _ => TokenStream::new(),
        }
    }
}

/// Whether an operation of the library is one on floats.
fn is_of_floats(op_id: &str) -> bool {
    ["f32", "f64", "f16", "bf16"].into_iter().any(|family| {
        op_id
            .strip_prefix("primitive.")
            .and_then(|rest| rest.strip_prefix(family))
            .is_some_and(|rest| rest.starts_with('.'))
    })
}

/// The label of a loop, or of the block around it that has its value.
fn lifetime(of: &str, id: LoopId) -> Lifetime {
    Lifetime::new(&format!("'__vyre_{of}_{id}"), Span::mixed_site())
}

/// The name by which generated code calls a function outside. `expand` declares it.
pub(crate) fn alias(callee: usize, span: Span) -> Ident {
    Ident::new(&format!("__Callee{callee}"), span)
}

/// Tokens, in the place of what they were made of.
fn located(tokens: TokenStream, area: Area) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let last = tokens.len().saturating_sub(1);
    for (at, token) in tokens.iter_mut().enumerate() {
        let place = if at == last && last > 0 { area.end } else { area.start };
        token.set_span(Span::mixed_site().located_at(place));
    }
    tokens.into_iter().collect()
}

/// The length of an array as a constant of Rust's, in the names of the constant parameters.
pub(crate) fn length(kernel: &Kernel, expr: &Expr, constants: &[TokenStream]) -> TokenStream {
    match &expr.kind {
        Kind::Literal(bits) => {
            let literal = Literal::u32_suffixed(*bits as u32);
            quote!(#literal)
        }
        Kind::Constant(at) => {
            let name = constants.get(*at);
            quote!(#name)
        }
        Kind::Item(at) => {
            let value = kernel.items.get(*at).map(|item| &item.value);
            quote!((#value as ::core::primitive::u32))
        }
        Kind::Cast(value) => length(kernel, value, constants),
        Kind::Binary { op, left, right } => {
            let (left, right) = (length(kernel, left, constants), length(kernel, right, constants));
            crate::lengths::operator(*op)
                .map_or_else(|| quote!(0u32), |operator| (operator.tokens)(left, right))
        }
        Kind::Block(block) => {
            block.tail.as_ref().map_or_else(|| quote!(0u32), |tail| length(kernel, tail, constants))
        }
        // `check` lets nothing else through.
        _ => quote!(0u32),
    }
}
