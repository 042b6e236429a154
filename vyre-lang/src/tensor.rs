//! Tensors in kernels and functions. A parameter `a: &Tensor<f32, M, K>` is a slice with numbers beside it: where its first element is, the strides, and
//! the dimensions. So nothing behind this module knows tensors: not inference, not the places of elements, not the copy for rustc.
//!
//! The numbers of a kernel's tensor come after its slice: the offset, a stride for each dimension, and the dimensions whose names are new. A
//! function takes all dimensions, since a call knows no more of it than the rank.
//!
//! `a[[i, j]]` becomes `a[position]`. An index beyond its dimension makes the position `u32::MAX`, at which no buffer has an element. That an index may be of
//! any integer type is what a cast to `((u32))` says, with parentheses that nobody writes: see [`is_index`].

use crate::diagnostics::{Area, Errors};
use crate::syntax::plain;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::{HashMap, HashSet};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Expr, ExprLit, FnArg, GenericArgument, ItemFn, Lit, Macro, Pat, PathArguments, Signature, Token, Type,
    UnOp, parse_quote, parse_quote_spanned,
};
use vyre_ir::Problem;
use vyre_ir::rules::MAX_TENSOR_RANK;

/// The macros whose arguments are expressions of the kernel's.
const MACROS: [&str; 14] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "matches",
    "println",
    "print",
    "eprintln",
    "eprint",
    "panic",
    "unreachable",
    "todo",
];

/// A parameter that is a tensor.
#[derive(Clone)]
pub(crate) struct Tensor {
    pub(crate) name: Ident,
    pub(crate) is_mutable: bool,
    pub(crate) dims: Vec<Dim>,
    /// The parameters behind the slice.
    hidden: Vec<Ident>,
}

/// A dimension of a parameter.
#[derive(Clone)]
pub(crate) enum Dim {
    /// One that launches say. The first of a name is a parameter of this name.
    Named { name: Ident, is_new: bool },
    /// One that the kernel says.
    Fixed(Expr),
}

/// The tensor whose numbers a parameter is one of.
pub(crate) fn owner<'t>(tensors: &'t [Tensor], param: &Ident) -> Option<&'t Tensor> {
    tensors.iter().find(|tensor| tensor.hidden.contains(param))
}

/// The tensor that a parameter is.
pub(crate) fn of<'t>(tensors: &'t [Tensor], param: &Ident) -> Option<&'t Tensor> {
    tensors.iter().find(|tensor| tensor.name == *param)
}

/// Whether a cast is to an index: what a `u32` cannot say, and every negative number, is `u32::MAX`.
pub(crate) fn is_index(ty: &Type) -> bool {
    matches!(ty, Type::Paren(outer) if matches!(&*outer.elem, Type::Paren(inner) if matches!(&*inner.elem, Type::Path(_))))
}

/// Makes slices and numbers of the tensors of a kernel. Gives its tensors. `constants` are the names of constants around it.
pub(crate) fn of_kernel(
    function: &mut ItemFn,
    constants: &HashSet<String>,
    errors: &mut Errors,
) -> Vec<Tensor> {
    lower(function, true, constants, errors)
}

/// The same for a kernel of a module. What the dimensions are that constants say is in variables of the kernel's, as no launch of a text knows them.
pub(crate) fn of_module_kernel(
    function: &mut ItemFn,
    constants: &HashSet<String>,
    errors: &mut Errors,
) -> Vec<Tensor> {
    let tensors = lower(function, true, constants, errors);
    let mut lets = Vec::new();
    for tensor in &tensors {
        for (axis, dim) in tensor.dims.iter().enumerate() {
            if let Dim::Fixed(value) = dim
                && !matches!(value, Expr::Lit(_))
            {
                let name =
                    format_ident!("__tensor_{}_dim{axis}", plain(&tensor.name), span = Span::mixed_site());
                lets.push(parse_quote!(let #name: u32 = ((#value) as u32);));
            }
        }
    }
    function.block.stmts.splice(0..0, lets);
    tensors
}

/// Makes slices and numbers of the tensors of a function, and says whether there are any.
pub(crate) fn of_function(function: &mut ItemFn, constants: &HashSet<String>, errors: &mut Errors) -> bool {
    !lower(function, false, constants, errors).is_empty()
}

/// The element type and the dimensions of `&Tensor<f32, M, K>`, and whether it is written.
fn written(ty: &Type) -> Option<(bool, &Type, Vec<&GenericArgument>)> {
    let Type::Reference(reference) = ty else { return None };
    let Type::Path(path) = &*reference.elem else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Tensor")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let mut arguments = arguments.args.iter();
    let GenericArgument::Type(element) = arguments.next()? else { return None };
    Some((reference.mutability.is_some(), element, arguments.collect()))
}

fn lower(
    function: &mut ItemFn,
    is_kernel: bool,
    constants: &HashSet<String>,
    errors: &mut Errors,
) -> Vec<Tensor> {
    let has_inner = function.block.stmts.iter().any(|stmt| matches!(stmt, syn::Stmt::Item(syn::Item::Fn(_))));
    if !has_inner && !function.sig.inputs.iter().any(is_tensor) {
        return Vec::new();
    }
    let mut constants = constants.clone();
    for stmt in &function.block.stmts {
        if let syn::Stmt::Item(syn::Item::Const(constant)) = stmt {
            constants.insert(plain(&constant.ident));
        }
    }
    let (tensors, known) = signature(&mut function.sig, is_kernel, &constants, errors);
    let mut body =
        Body { known, numbers: numbers(&tensors), is_stored: false, constants: &constants, errors };
    body.visit_block_mut(&mut function.block);
    if !is_kernel && !tensors.is_empty() {
        // Dimensions are in upper case, as constants are.
        function.attrs.push(parse_quote!(#[allow(non_snake_case)]));
    }
    tensors
}

fn is_tensor(input: &FnArg) -> bool {
    matches!(input, FnArg::Typed(input) if written(&input.ty).is_some())
}

/// The names of dimensions, which the places of elements are made of.
fn numbers(tensors: &[Tensor]) -> HashSet<String> {
    let dims = tensors.iter().flat_map(|tensor| &tensor.dims);
    dims.filter_map(|dim| match dim {
        Dim::Named { name, .. } => Some(plain(name)),
        Dim::Fixed(_) => None,
    })
    .collect()
}

/// What a body knows of a tensor: tokens for its numbers.
struct Known {
    offset: Expr,
    strides: Vec<Expr>,
    dims: Vec<Expr>,
    is_writable: bool,
}

fn signature(
    signature: &mut Signature,
    is_kernel: bool,
    constants: &HashSet<String>,
    errors: &mut Errors,
) -> (Vec<Tensor>, HashMap<String, Known>) {
    let parameters: HashSet<String> = signature
        .inputs
        .iter()
        .filter_map(|input| match input {
            FnArg::Typed(input) => match &*input.pat {
                Pat::Ident(pat) => Some(plain(&pat.ident)),
                _ => None,
            },
            FnArg::Receiver(_) => None,
        })
        .collect();
    let generic: HashSet<String> =
        signature.generics.const_params().map(|param| plain(&param.ident)).collect();
    let mut seen = HashSet::new();
    let (mut tensors, mut all) = (Vec::new(), HashMap::new());
    let mut inputs: Punctuated<FnArg, Token![,]> = Punctuated::new();
    for input in std::mem::take(&mut signature.inputs) {
        let name = match &input {
            FnArg::Typed(input) => match &*input.pat {
                Pat::Ident(pat) => Some(pat.ident.clone()),
                _ => None,
            },
            FnArg::Receiver(_) => None,
        };
        let (Some(name), FnArg::Typed(mut typed)) = (name, input.clone()) else {
            inputs.push(input);
            continue;
        };
        let Some((is_mutable, element, arguments)) = written(&typed.ty) else {
            inputs.push(input);
            continue;
        };
        let span = name.span();
        // Who has atomics writes.
        let is_atomic = matches!(element, Type::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with("Atomic")));
        if arguments.len() > MAX_TENSOR_RANK {
            let problem = Problem::TensorRank { name: plain(&name), got: arguments.len() };
            errors.report_rule(Area::of(&typed.ty), &problem, None);
        }
        let hidden = |what: &str| format_ident!("__tensor_{}_{what}", plain(&name), span = span);
        let mut dims = Vec::new();
        let mut values: Vec<Expr> = Vec::new();
        let mut numbers = vec![hidden("offset")];
        numbers.extend((0..arguments.len()).map(|axis| hidden(&format!("stride{axis}"))));
        for (axis, argument) in arguments.into_iter().enumerate() {
            let own = hidden(&format!("dim{axis}"));
            let dim = dim(argument, &generic);
            match dim {
                Some(Dim::Named { name: dim, .. }) => {
                    let text = plain(&dim);
                    let is_taken = constants.contains(&text) || parameters.contains(&text);
                    if is_taken {
                        let what = if constants.contains(&text) { "constant" } else { "parameter" };
                        let problem = format!("the dimension `{text}` has the name of a {what}");
                        let fix = match what {
                            "constant" => format!(
                                "write `{{ {text} }}` for its value, or give the dimension another name"
                            ),
                            _ => format!(
                                "give the dimension another name; of a constant of this name write `{{ {text} }}`"
                            ),
                        };
                        errors.report(Area::of(&dim), problem, fix);
                    }
                    let is_new = seen.insert(text);
                    let number = if (is_new || is_kernel) && !is_taken { dim.clone() } else { own };
                    if is_new || !is_kernel {
                        numbers.push(number.clone());
                    }
                    values.push(parse_quote!(#number));
                    dims.push(Dim::Named { name: dim, is_new });
                }
                Some(Dim::Fixed(value)) => {
                    if is_kernel {
                        values.push(parse_quote_spanned!(span=> ((#value) as u32)));
                    } else {
                        numbers.push(own.clone());
                        values.push(parse_quote!(#own));
                    }
                    dims.push(Dim::Fixed(value));
                }
                None => {
                    let fix = "write a name, a number of 32 bits, a path, or a block such as `{ 2 * R }`";
                    errors.report(Area::of(argument), "this is no dimension of a tensor", fix);
                    values.push(parse_quote!(0u32));
                    dims.push(Dim::Fixed(parse_quote!(0)));
                }
            }
        }
        // What the numbers in the type say is known here; a launch finds the rest.
        let lengths = dims.iter().map(|dim| match dim {
            Dim::Fixed(Expr::Lit(ExprLit { lit: Lit::Int(length), .. })) => length.base10_parse().ok(),
            Dim::Fixed(_) | Dim::Named { .. } => None,
        });
        let elements = lengths.collect::<Option<Vec<u128>>>();
        let elements = elements.map_or(0, |all| all.into_iter().fold(1, u128::saturating_mul));
        if elements > u128::from(u32::MAX) {
            errors.report_rule(Area::of(&typed.ty), &Problem::TensorSize { name: plain(&name) }, None);
        }
        let mutability = is_mutable.then(|| quote_spanned!(span=> mut));
        typed.ty = Box::new(parse_quote_spanned!(typed.ty.span()=> &#mutability [#element]));
        inputs.push(FnArg::Typed(typed));
        let u32 = quote_spanned!(span=> u32);
        inputs.extend(numbers.iter().map(|number| -> FnArg { parse_quote!(#number: #u32) }));
        let (offset, strides) = (&numbers[0], &numbers[1..=dims.len()]);
        let known = Known {
            offset: parse_quote!(#offset),
            strides: strides.iter().map(|stride| -> Expr { parse_quote!(#stride) }).collect(),
            dims: values,
            is_writable: is_mutable || is_atomic,
        };
        all.insert(plain(&name), known);
        tensors.push(Tensor { name, is_mutable: is_mutable || is_atomic, dims, hidden: numbers });
    }
    signature.inputs = inputs;
    (tensors, all)
}

/// A dimension as it is written.
fn dim(argument: &GenericArgument, generic: &HashSet<String>) -> Option<Dim> {
    match argument {
        GenericArgument::Type(Type::Path(path)) => match path.path.get_ident() {
            Some(name) if !generic.contains(&plain(name)) => {
                Some(Dim::Named { name: name.clone(), is_new: false })
            }
            _ => Some(Dim::Fixed(parse_quote!(#path))),
        },
        GenericArgument::Const(Expr::Block(block)) => match &block.block.stmts[..] {
            [syn::Stmt::Expr(value, None)] => Some(Dim::Fixed(value.clone())),
            _ => None,
        },
        GenericArgument::Const(value @ Expr::Lit(ExprLit { lit: Lit::Int(length), .. })) => {
            length.base10_parse::<u32>().ok().map(|_| Dim::Fixed(value.clone()))
        }
        _ => None,
    }
}

struct Body<'b, 'e> {
    known: HashMap<String, Known>,
    /// The names of dimensions.
    numbers: HashSet<String>,
    /// Whether the expression that is visited next is assigned to.
    is_stored: bool,
    constants: &'b HashSet<String>,
    errors: &'e mut Errors,
}

impl Body<'_, '_> {
    /// The tensor that an expression names.
    fn tensor(&self, expr: &Expr) -> Option<(Ident, &Known)> {
        match expr {
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                Some((name.clone(), self.known.get(&plain(name))?))
            }
            Expr::Paren(inner) => self.tensor(&inner.expr),
            Expr::Group(inner) => self.tensor(&inner.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.tensor(&unary.expr),
            _ => None,
        }
    }

    /// Goes through the parts of an expression. A tensor by itself is no value of kernels: it is indexed, asked for its dimensions, and passed on.
    fn parts(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Index(index) if self.tensor(&index.expr).is_some() => self.visit_expr_mut(&mut index.index),
            Expr::MethodCall(call) if self.tensor(&call.receiver).is_some() && is_method(&call.method) => {
                call.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
            }
            Expr::Call(call) => {
                self.visit_expr_mut(&mut call.func);
                for arg in &mut call.args {
                    if self.passed(arg).is_none() {
                        self.visit_expr_mut(arg);
                    }
                }
            }
            Expr::Path(path) => {
                let whole = Expr::Path(path.clone());
                if let Some((name, known)) = self.tensor(&whole) {
                    let (name, indices) = (plain(&name), names_of_indices(known.dims.len()));
                    let problem = format!("the tensor `{name}` stands where a value does");
                    let fix = format!(
                        "write `{name}[[{indices}]]`, `{name}.dim(0)`, `{name}.shape()` or `{name}.row(i)`, or pass it to a function"
                    );
                    self.errors.report(Area::of(&whole), problem, fix);
                }
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    /// An argument that is a tensor.
    fn passed(&self, expr: &Expr) -> Option<&Known> {
        match expr {
            Expr::Reference(reference) => match &*reference.expr {
                Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.tensor(&unary.expr),
                inner => self.tensor(inner),
            },
            other => self.tensor(other),
        }
        .map(|(_, known)| known)
    }

    /// `tensor[[indices]]`
    fn element(&mut self, index: &syn::ExprIndex) -> Option<Expr> {
        let Expr::Array(indices) = &*index.index else { return None };
        let (name, known) = self.tensor(&index.expr)?;
        let (expected, got) = (known.dims.len(), indices.elems.len());
        if expected != got {
            let problem = Problem::IndexCount { name: plain(&name), expected, got };
            self.errors.report_rule(Area::of(&*index.index), &problem, None);
            return Some(parse_quote_spanned!(name.span()=> #name[0u32]));
        }
        let position = position(known, indices.elems.iter(), name.span());
        // With the brackets of the source, where errors stand.
        Some(Expr::Index(syn::ExprIndex { index: Box::new(position), ..index.clone() }))
    }

    /// Reports a store to an element of a tensor that cannot be written, and leaves its value.
    fn refuse_store(&mut self, expr: &Expr) -> Option<Expr> {
        let (left, value) = match expr {
            Expr::Assign(assign) => (&*assign.left, &assign.right),
            Expr::Binary(binary)
                if crate::overload::method_of(&binary.op).is_some_and(|name| name.ends_with("_assign")) =>
            {
                (&*binary.left, &binary.right)
            }
            _ => return None,
        };
        let Expr::Index(index) = left else { return None };
        let (name, known) = self.tensor(&index.expr)?;
        if known.is_writable || !matches!(&*index.index, Expr::Array(_)) {
            return None;
        }
        let name = plain(&name);
        let advice = format!("In a kernel: take `{name}: &mut Tensor<..>`.");
        self.errors.report_rule(Area::of(index), &Problem::StoreToReadOnly { name }, Some(advice));
        Some(parse_quote!(_ = #value))
    }

    /// Reports too many arguments of a method, or too few, and gives the call that it takes for it.
    fn refuse_arguments(&mut self, call: &syn::ExprMethodCall) -> Option<syn::ExprMethodCall> {
        let (name, known) = self.tensor(&call.receiver)?;
        let (name, method, got) = (plain(&name), call.method.to_string(), call.args.len());
        let takes = arguments_of(&call.method)?;
        if takes == got {
            return None;
        }
        let fix = match (method.as_str(), takes) {
            ("row", _) if known.dims.len() > 2 => format!(
                "write `{name}.row(i)`: all dimensions but the last count the rows, the last of them fastest"
            ),
            (_, 0) => format!("write `{name}.{method}()`"),
            _ => format!("write `{name}.{method}(i)`"),
        };
        let problem =
            format!("`{method}` takes {}, got {got}", if takes == 0 { "nothing" } else { "one number" });
        let area = if got == 0 { Area::of(&call.method) } else { Area::of(&call.args) };
        self.errors.report(area, problem, fix);
        let mut args = Punctuated::new();
        args.extend(call.args.iter().take(takes).cloned());
        if args.len() < takes {
            args.push(parse_quote!(0));
        }
        Some(syn::ExprMethodCall { args, ..call.clone() })
    }

    /// Reports `tensor[position]`, which a tensor does not have in Rust either.
    fn refuse_flat(&mut self, index: &syn::ExprIndex, what: &'static str) {
        let Some((name, known)) = self.tensor(&index.expr) else { return };
        if matches!(&*index.index, Expr::Array(_)) {
            return;
        }
        let (name, indices) = (plain(&name), names_of_indices(known.dims.len()));
        let advice = format!("In a kernel: write `{name}[[{indices}]]`, an index for each dimension.");
        self.errors.report_rule(Area::of(index), &Problem::FlatAccess { name, what }, Some(advice));
    }

    fn method(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let (name, known) = self.tensor(&call.receiver)?;
        let (span, dims) = (call.method.span(), &known.dims);
        match (call.method.to_string().as_str(), call.args.first()) {
            ("shape", None) => Some(parse_quote_spanned!(span=> [#(#dims),*])),
            ("len", None) => Some(
                dims.iter()
                    .cloned()
                    .reduce(|a, b| parse_quote_spanned!(span=> (#a * #b)))
                    .unwrap_or_else(|| parse_quote_spanned!(span=> 1u32)),
            ),
            ("dim", Some(Expr::Lit(ExprLit { lit: Lit::Int(axis), .. }))) => {
                let axis: u32 = axis.base10_parse().ok()?;
                match dims.get(axis as usize) {
                    Some(dim) => Some(dim.clone()),
                    None => {
                        let problem = Problem::TensorAxis { name: plain(&name), axis, rank: dims.len() };
                        self.errors.report_rule(Area::of(&call.args), &problem, None);
                        Some(parse_quote_spanned!(span=> 0u32))
                    }
                }
            }
            ("dim", Some(axis)) if !dims.is_empty() => Some(parse_quote_spanned!(span=> [#(#dims),*][#axis])),
            ("row", Some(number)) if !dims.is_empty() => Some(row(&name, known, number)),
            _ => None,
        }
    }
}

/// Whether tensors have a method of this name in kernels.
fn is_method(name: &Ident) -> bool {
    arguments_of(name).is_some()
}

/// How many arguments a method of tensors takes.
fn arguments_of(name: &Ident) -> Option<usize> {
    [("shape", 0), ("len", 0), ("dim", 1), ("row", 1)].iter().find(|it| name == it.0).map(|it| it.1)
}

/// Names for the indices of a tensor, for messages.
fn names_of_indices(rank: usize) -> String {
    let names = ["i", "j", "k", "l", "m", "n", "o", "p"];
    names[..rank.min(names.len())].join(", ")
}

/// A number of the user's as an index.
fn index(index: &Expr, span: Span) -> Expr {
    // `-1` has to have a type of its own.
    if let Expr::Unary(unary) = index
        && let (UnOp::Neg(_), Expr::Lit(ExprLit { lit: Lit::Int(number), .. })) = (&unary.op, &*unary.expr)
        && number.suffix().is_empty()
    {
        let mut signed = syn::LitInt::new(&format!("{}i32", number.base10_digits()), number.span());
        signed.set_span(number.span());
        return parse_quote_spanned!(span=> ((-#signed) as ((u32))));
    }
    parse_quote_spanned!(span=> ((#index) as ((u32))))
}

/// Whether an expression may be written twice.
fn is_leaf(expr: &Expr) -> bool {
    match expr {
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Lit(_) => true,
        Expr::Unary(unary) => is_leaf(&unary.expr),
        Expr::Paren(inner) => is_leaf(&inner.expr),
        Expr::Group(inner) => is_leaf(&inner.expr),
        _ => false,
    }
}

/// The position of an element in the slice.
fn position<'i>(known: &Known, indices: impl Iterator<Item = &'i Expr>, span: Span) -> Expr {
    let mut lets = TokenStream::new();
    let offset = &known.offset;
    let mut position: Expr = parse_quote!(#offset);
    let mut inside: Option<Expr> = None;
    for (axis, written) in indices.enumerate() {
        let mut at = index(written, span);
        if !is_leaf(written) {
            let name = format_ident!("__tensor_index{axis}", span = span);
            lets.extend(quote_spanned!(span=> let #name: u32 = #at;));
            at = parse_quote!(#name);
        }
        let (dim, stride) = (&known.dims[axis], &known.strides[axis]);
        let cond: Expr = parse_quote_spanned!(span=> (#at < #dim));
        inside = Some(match inside {
            None => cond,
            Some(before) => parse_quote_spanned!(span=> (#before & #cond)),
        });
        position = parse_quote_spanned!(span=> #position.wrapping_add(#at.wrapping_mul(#stride)));
    }
    let position: Expr = match inside {
        None => position,
        // Where it holds nothing is added, and else all bits are.
        Some(inside) => parse_quote_spanned!(span=> #position | (#inside as u32).wrapping_sub(1u32)),
    };
    if lets.is_empty() { position } else { parse_quote_spanned!(span=> { #lets #position }) }
}

/// The number of rows of a tensor, whether it is dense, and how far its rows are apart.
fn rows(known: &Known, span: Span) -> Option<(Expr, Expr, Expr)> {
    let ((_, outer), (last, strides)) = (known.dims.split_last()?, known.strides.split_last()?);
    let rows = outer.iter().cloned().reduce(|a, b| parse_quote_spanned!(span=> (#a * #b)));
    let rows = rows.unwrap_or_else(|| parse_quote_spanned!(span=> 1u32));
    let mut is_dense: Expr = parse_quote_spanned!(span=> (#last == 1u32));
    for (axis, pair) in strides.windows(2).enumerate() {
        let (outer, inner, dim) = (&pair[0], &pair[1], &known.dims[axis + 1]);
        is_dense = parse_quote_spanned!(span=> (#is_dense & (#outer == #inner * #dim)));
    }
    let stride = strides.last().cloned().unwrap_or_else(|| parse_quote_spanned!(span=> 0u32));
    Some((rows, is_dense, stride))
}

/// A slice of the last dimension; none where the elements of it do not lie side by side.
fn row(name: &Ident, known: &Known, number: &Expr) -> Expr {
    let span = name.span();
    let (Some((rows, is_dense, stride)), Some(length)) = (rows(known, span), known.dims.last()) else {
        return parse_quote!(#name);
    };
    let (at, offset) = (index(number, span), &known.offset);
    let start: Expr = parse_quote_spanned!(span=> (#offset.wrapping_add(#at.wrapping_mul(#stride))
        | ((#at < #rows) as u32).wrapping_sub(1u32)));
    parse_quote_spanned!(span=> &#name[#start..#start.saturating_add(#length * (#is_dense as u32))])
}

/// An element of a row, `tensor.row(number)[column]`.
fn of_row(name: &Ident, known: &Known, number: &Expr, column: &Expr) -> Option<Expr> {
    let span = name.span();
    let ((length, _), (last, _)) = (known.dims.split_last()?, known.strides.split_last()?);
    let (rows, is_dense, stride) = rows(known, span)?;
    let (offset, at, column) = (&known.offset, index(number, span), index(column, span));
    Some(parse_quote_spanned!(span=> #name[{
        let __tensor_row: u32 = #at;
        let __tensor_column: u32 = #column;
        #offset.wrapping_add(__tensor_row.wrapping_mul(#stride)).wrapping_add(__tensor_column.wrapping_mul(#last))
            | (((__tensor_row < #rows) & (__tensor_column < #length) & #is_dense) as u32).wrapping_sub(1u32)
    }]))
}

impl VisitMut for Body<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let what = if std::mem::take(&mut self.is_stored) { "Store" } else { "Load" };
        if let Some(value) = self.refuse_store(expr) {
            *expr = value;
        }
        let called = match &mut *expr {
            Expr::Index(index) => &mut *index.expr,
            other => other,
        };
        if let Expr::MethodCall(call) = called
            && let Some(taken) = self.refuse_arguments(call)
        {
            *call = taken;
        }
        if let Expr::Index(index) = expr
            && !matches!(&*index.index, Expr::Range(_))
            && let Expr::MethodCall(call) = &*index.expr
            && let (true, Some(number)) = (call.method == "row", call.args.first())
            && let Some((name, _)) = self.tensor(&call.receiver)
        {
            let (mut number, mut column) = (number.clone(), (*index.index).clone());
            self.visit_expr_mut(&mut number);
            self.visit_expr_mut(&mut column);
            if let Some(new) =
                self.known.get(&plain(&name)).and_then(|it| of_row(&name, it, &number, &column))
            {
                *expr = new;
                return;
            }
        }
        self.parts(expr);
        let new = match expr {
            Expr::Index(index) => {
                let element = self.element(index);
                if element.is_none() {
                    self.refuse_flat(index, what);
                }
                element
            }
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => {
                let mut args: Punctuated<Expr, Token![,]> = Punctuated::new();
                for arg in std::mem::take(&mut call.args) {
                    let numbers: Vec<Expr> = self
                        .passed(&arg)
                        .map(|it| {
                            [&it.offset].into_iter().chain(&it.strides).chain(&it.dims).cloned().collect()
                        })
                        .unwrap_or_default();
                    args.push(arg);
                    args.extend(numbers);
                }
                call.args = args;
                None
            }
            _ => None,
        };
        if let Some(new) = new {
            *expr = new;
        }
    }

    fn visit_macro_mut(&mut self, it: &mut Macro) {
        let is_known =
            it.path.segments.last().is_some_and(|last| MACROS.iter().any(|name| last.ident == name));
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        if let (true, Ok(mut args)) = (is_known, parser.parse2(it.tokens.clone())) {
            let before = args.to_token_stream().to_string();
            args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
            // What has no tensor stays as it is written.
            if args.to_token_stream().to_string() != before {
                it.tokens = args.to_token_stream();
            }
        }
    }

    fn visit_expr_assign_mut(&mut self, assign: &mut syn::ExprAssign) {
        self.is_stored = true;
        self.visit_expr_mut(&mut assign.left);
        self.visit_expr_mut(&mut assign.right);
    }

    /// A variable with the name of a tensor or of a dimension would be taken for it.
    fn visit_pat_ident_mut(&mut self, pat: &mut syn::PatIdent) {
        let name = plain(&pat.ident);
        let what = match (self.known.contains_key(&name), self.numbers.contains(&name)) {
            (true, _) => "tensor",
            (_, true) => "dimension",
            _ => return visit_mut::visit_pat_ident_mut(self, pat),
        };
        let problem = format!("this variable has the name of the {what} `{name}`");
        self.errors.report(Area::of(&pat.ident), problem, "give the variable another name");
        // What follows means the variable, and has no errors of its own.
        self.known.remove(&name);
    }

    fn visit_item_fn_mut(&mut self, function: &mut ItemFn) {
        lower(function, false, self.constants, self.errors);
    }

    fn visit_item_impl_mut(&mut self, _: &mut syn::ItemImpl) {}
}

/// What the generated function of a kernel passes of the dimensions of a tensor to a launch.
pub(crate) fn axes(tensor: &Tensor, private: &TokenStream) -> TokenStream {
    let axes = tensor.dims.iter().map(|dim| match dim {
        Dim::Named { name, is_new } => {
            let name = plain(name);
            quote!(#private::Axis::Named(#name, #is_new))
        }
        Dim::Fixed(value) => quote!(#private::Axis::Fixed((#value) as ::core::primitive::u64)),
    });
    quote!(&[#(#axes),*])
}
