//! The functions of a module that is seen as a whole, as the host has them: Rust with the arithmetic of kernels, where std's operators, methods and
//! indices would panic.
//!
//! What the checker has found out of a function for kernels says where an operator is one of integers; `vyre_runtime::host::plain` computes it. So that
//! rustc infers what it would without this, the expression as it was written stands beside it, where it is never evaluated.
//! Constants and `const fn`s keep rustc's rules, and so do macros that are not std's.

use crate::diagnostics::Area;
use crate::files::Place;
use crate::hir::Kernel;
use crate::syntax::strip;
use crate::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::{HashMap, HashSet};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, Item, Pat, Signature, Stmt, UnOp, parse_quote};

/// Methods of integers that panic where those of kernels do not, or that tell a `usize` of 64 bits from one of 32, with the number of their arguments.
/// Slices have `rotate_left` and `rotate_right`, too, so those of a `usize` are std's.
const METHODS: [(&str, usize); 41] = [
    ("abs", 0),
    ("checked_add", 1),
    ("checked_mul", 1),
    ("checked_pow", 1),
    ("checked_sub", 1),
    ("count_ones", 0),
    ("count_zeros", 0),
    ("div_ceil", 1),
    ("div_euclid", 1),
    ("ilog10", 0),
    ("ilog2", 0),
    ("isqrt", 0),
    ("leading_ones", 0),
    ("leading_zeros", 0),
    ("next_power_of_two", 0),
    ("overflowing_add", 1),
    ("overflowing_mul", 1),
    ("overflowing_sub", 1),
    ("pow", 1),
    ("product", 0),
    ("rem_euclid", 1),
    ("reverse_bits", 0),
    ("saturating_add", 1),
    ("saturating_mul", 1),
    ("saturating_pow", 1),
    ("saturating_sub", 1),
    ("sum", 0),
    ("swap_bytes", 0),
    ("trailing_ones", 0),
    ("trailing_zeros", 0),
    ("wrapping_add", 1),
    ("wrapping_div", 1),
    ("wrapping_div_euclid", 1),
    ("wrapping_mul", 1),
    ("wrapping_neg", 0),
    ("wrapping_pow", 1),
    ("wrapping_rem", 1),
    ("wrapping_rem_euclid", 1),
    ("wrapping_shl", 1),
    ("wrapping_shr", 1),
    ("wrapping_sub", 1),
];

/// Those of them that are ends of iterators.
const TOTALS: [&str; 2] = ["sum", "product"];

/// The operators that mean something else in kernels, as the functions of `vyre_runtime::host::plain` are called.
fn operator(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) | BinOp::AddAssign(_) => "add",
        BinOp::Sub(_) | BinOp::SubAssign(_) => "sub",
        BinOp::Mul(_) | BinOp::MulAssign(_) => "mul",
        BinOp::Div(_) | BinOp::DivAssign(_) => "div",
        BinOp::Rem(_) | BinOp::RemAssign(_) => "rem",
        BinOp::Shl(_) | BinOp::ShlAssign(_) => "shl",
        BinOp::Shr(_) | BinOp::ShrAssign(_) => "shr",
        _ => return None,
    })
}

/// Whether an operator changes the place before it.
fn assigns(op: &BinOp) -> bool {
    matches!(op, BinOp::BitXorAssign(_) | BinOp::BitAndAssign(_) | BinOp::BitOrAssign(_))
        || operator(op).is_some() && op.to_token_stream().to_string().ends_with('=')
}

/// What kernels compute with, by the places of operators, methods, brackets and fields.
#[derive(Default)]
pub(crate) struct Computed {
    /// Whether an operator or a method is one of integers, wherever a kernel reaches it.
    operated: HashMap<Place, bool>,
    /// Whether what is read is a number or a `bool`.
    read: HashMap<Place, bool>,
    /// The casts, and the places to which something is assigned that are none of the module's own indices.
    seen: HashSet<Place>,
    /// The module's own indices.
    own: HashSet<Place>,
}

impl Computed {
    /// Adds what a kernel has of the functions beside it.
    pub(crate) fn note(&mut self, kernel: &Kernel) {
        let of = |ty: Ty| kernel.types.resolve(ty);
        for (span, ty) in &kernel.meant.operated {
            let is_one = of(*ty).is_integer();
            self.operated.entry(Place::of(*span)).and_modify(|known| *known &= is_one).or_insert(is_one);
        }
        for (span, ty) in &kernel.meant.read {
            let ty = of(*ty);
            let is_one = ty.is_integer() || ty == Ty::Bool || matches!(ty, Ty::F32 | Ty::F64);
            self.read.entry(Place::of(*span)).and_modify(|known| *known &= is_one).or_insert(is_one);
        }
        self.seen.extend(kernel.meant.seen.iter().map(|span| Place::of(*span)));
        self.own.extend(kernel.meant.own.iter().map(|span| Place::of(*span)));
    }
}

/// What is known of a module when its functions are written for the host.
pub(super) struct Arithmetic {
    computed: Computed,
    /// The names of the methods that the module's traits declare.
    of_traits: HashSet<String>,
    /// The path of `vyre::__private`.
    pub(super) private: TokenStream,
}

impl Arithmetic {
    pub(super) fn of(computed: Computed, items: &[&Item], private: TokenStream) -> Arithmetic {
        let methods = items.iter().filter_map(|item| match item {
            Item::Trait(it) => Some(it.items.iter()),
            _ => None,
        });
        let methods = methods.flatten().filter_map(|item| match item {
            syn::TraitItem::Fn(method) => Some(method.sig.ident.to_string()),
            _ => None,
        });
        Arithmetic { computed, of_traits: methods.collect(), private }
    }

    /// Writes the body of a function; `over_types` says whether it stands in an `impl` or a trait over types.
    pub(super) fn write(&self, signature: &Signature, over_types: bool, block: &mut Block) {
        if signature.constness.is_some() {
            return;
        }
        let over_types = over_types || is_over_types(signature);
        let private = &self.private;
        let mut writer = Writer {
            known: self,
            plain: quote!(#private::host::plain),
            over_types,
            is_value: false,
            in_closure: false,
        };
        writer.visit_block_mut(block);
    }
}

/// Whether a type in a function's body may be one of its parameters. Functions and iterators are none that operators take.
fn is_over_types(signature: &Signature) -> bool {
    struct Opaque(bool);
    impl<'ast> syn::visit::Visit<'ast> for Opaque {
        fn visit_type_impl_trait(&mut self, it: &'ast syn::TypeImplTrait) {
            self.0 |= !it.bounds.iter().any(is_of_functions);
        }
    }
    let mut opaque = Opaque(false);
    signature.inputs.iter().for_each(|input| syn::visit::Visit::visit_fn_arg(&mut opaque, input));
    let of_where = |name: &Ident| {
        signature.generics.where_clause.iter().flat_map(|it| &it.predicates).any(|it| match it {
            syn::WherePredicate::Type(it) => {
                matches!(&it.bounded_ty, syn::Type::Path(path) if path.path.is_ident(name))
                    && it.bounds.iter().any(is_of_functions)
            }
            _ => false,
        })
    };
    let is_function = |it: &syn::TypeParam| it.bounds.iter().any(is_of_functions) || of_where(&it.ident);
    opaque.0 || !signature.generics.type_params().all(is_function)
}

fn is_of_functions(bound: &syn::TypeParamBound) -> bool {
    let syn::TypeParamBound::Trait(bound) = bound else { return false };
    let last = bound.path.segments.last();
    last.is_some_and(|last| ["Fn", "FnMut", "FnOnce"].iter().any(|name| last.ident == name))
}

struct Writer<'a> {
    known: &'a Arithmetic,
    /// The path of `vyre_runtime::host::plain`.
    plain: TokenStream,
    over_types: bool,
    /// Whether the expression that is visited next is a value, and no place.
    is_value: bool,
    /// Whether a closure is around whose parameters have no written types.
    in_closure: bool,
}

/// A name that the body cannot have.
fn own(name: &str) -> Ident {
    format_ident!("__vyre_{name}", span = Span::mixed_site())
}

fn is_literal(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Lit(_) => true,
        Expr::Unary(it) => matches!(it.op, UnOp::Neg(_)) && is_literal(&it.expr),
        Expr::Binary(it) => is_literal(&it.left) && is_literal(&it.right),
        _ => false,
    }
}

/// Whether the place behind which steps follow is a name, so that nothing is evaluated on the way to it.
fn has_plain_root(place: &Expr) -> bool {
    match strip(place) {
        Expr::Path(_) => true,
        Expr::Field(it) => has_plain_root(&it.base),
        Expr::Index(it) => has_plain_root(&it.expr),
        Expr::Unary(it) => matches!(it.op, UnOp::Deref(_)) && has_plain_root(&it.expr),
        _ => false,
    }
}

/// The bracket or the name of the last step to a place.
pub(crate) fn last_of(place: &Expr) -> Option<Span> {
    match strip(place) {
        Expr::Field(it) => Some(Area::of(&it.member).start),
        Expr::Index(it) => Some(it.bracket_token.span.open()),
        _ => None,
    }
}

/// How many elements are on the way to a place; nothing where a part of a slice is.
fn elements(place: &Expr) -> Option<usize> {
    match strip(place) {
        Expr::Field(it) => elements(&it.base),
        Expr::Index(it) if matches!(strip(&it.index), Expr::Range(_)) => None,
        Expr::Index(it) => Some(elements(&it.expr)? + 1),
        Expr::Unary(it) => elements(&it.expr),
        _ => Some(0),
    }
}

impl Writer<'_> {
    fn is_integer(&self, first: Span) -> bool {
        self.known.computed.operated.get(&Place::of(first)) == Some(&true)
    }

    fn is_seen(&self, token: Span) -> bool {
        self.known.computed.seen.contains(&Place::of(token))
    }

    fn value(&mut self, expr: &mut Expr) {
        self.is_value = true;
        self.visit_expr_mut(expr);
        self.is_value = false;
    }

    fn is_left(&self) -> bool {
        self.over_types && self.in_closure
    }

    /// The functions of integers; in a function over types those of the operands' kind.
    fn computed(&self, name: &str, operands: &[TokenStream], types: [TokenStream; 2]) -> TokenStream {
        let (plain, name) = (&self.plain, Ident::new(name, Span::mixed_site()));
        if !self.over_types {
            return quote!(#plain::#name(#(#operands),*));
        }
        let [left, right] = types;
        quote!({
            use #plain::{OfIntegers as _, OfOthers as _};
            (&#plain::of(#left, #right)).kind().#name(#(#operands),*)
        })
    }

    fn binary(&self, it: &syn::ExprBinary, name: &str) -> Expr {
        let (left, right, op) = (&it.left, &it.right, &it.op);
        let (l, r) = (own("left"), own("right"));
        let computed = self.computed(name, &[quote!(#l), quote!(#r)], [quote!(&#l), quote!(&#r)]);
        parse_quote!((match (#left, #right) { (#l, #r) => if false { #l #op #r } else { #computed } }))
    }

    /// `place += value`: the value comes first. Past the end of an array nothing happens.
    fn assigned_by(&self, it: &syn::ExprBinary) -> Expr {
        let (place, right, op) = (&it.left, &it.right, &it.op);
        let (l, r) = (own("place"), own("right"));
        let written = quote!(*#l #op #r);
        let change = match operator(op) {
            None => written,
            Some(name) if self.over_types => {
                let operands = [quote!(&mut *#l), quote!(#r)];
                let changed =
                    self.computed(&format!("{name}_assign"), &operands, [quote!(&*#l), quote!(&#r)]);
                quote!(if false { #written } else { #changed })
            }
            Some(name) => {
                let value = self.computed(name, &[quote!(*#l), quote!(#r)], [quote!(), quote!()]);
                quote!(if false { #written } else { *#l = #value })
            }
        };
        let done = match self.is_of_arrays(place) {
            true => {
                self.reached(place, true, 0, &|place| quote!({ let #l = &mut #place; #change }), &quote!({}))
            }
            false => quote!({ let #l = &mut #place; #change }),
        };
        parse_quote!({ let #r = #right; #done })
    }

    /// Whether a place is an element of an array, or a part of one, on the way to which nothing is evaluated but indices.
    fn is_of_arrays(&self, place: &Expr) -> bool {
        let mut step = strip(place);
        loop {
            step = match step {
                Expr::Field(it) => strip(&it.base),
                Expr::Unary(it) => strip(&it.expr),
                Expr::Index(it)
                    if self.known.computed.own.contains(&Place::of(it.bracket_token.span.open())) =>
                {
                    return false;
                }
                Expr::Index(it) => strip(&it.expr),
                _ => return has_plain_root(place) && elements(place).is_some_and(|count| count > 0),
            }
        }
    }

    /// What is done with a place, or `otherwise` where an index on the way to it is past the end.
    fn reached(
        &self,
        place: &Expr,
        is_changed: bool,
        depth: usize,
        then: &dyn Fn(TokenStream) -> TokenStream,
        otherwise: &TokenStream,
    ) -> TokenStream {
        match strip(place) {
            Expr::Field(it) if elements(place) != Some(0) => {
                let member = &it.member;
                let then = |base: TokenStream| then(quote!(#base.#member));
                self.reached(&it.base, is_changed, depth, &then, otherwise)
            }
            Expr::Index(it) => {
                let (plain, index) = (&self.plain, &it.index);
                let at = format_ident!("__vyre_at_{depth}", span = Span::mixed_site());
                let element = format_ident!("__vyre_element_{depth}", span = Span::mixed_site());
                let method = if is_changed { "__vyre_element_mut" } else { "__vyre_element" };
                let method = Ident::new(method, Span::mixed_site());
                let inner = then(quote!((*#element)));
                let then = |base: TokenStream| {
                    quote!({
                        use #plain::Elements as _;
                        let #at = #index;
                        match #base.#method(#at) {
                            ::core::option::Option::Some(#element) => #inner,
                            ::core::option::Option::None => #otherwise,
                        }
                    })
                };
                self.reached(&it.expr, is_changed, depth + 1, &then, otherwise)
            }
            Expr::Path(path) => then(quote!(#path)),
            Expr::Field(field) => then(quote!(#field)),
            other => then(quote!((#other))),
        }
    }

    /// An element, or a part of one, that is a number: zero past the end.
    fn read(&self, place: &Expr) -> Option<Expr> {
        let is_number = self.known.computed.read.get(&Place::of(last_of(place)?)) == Some(&true);
        if !is_number || self.over_types || !self.is_of_arrays(place) {
            return None;
        }
        let zero = quote!(::core::default::Default::default());
        let read = self.reached(place, false, 0, &|place| quote!(#place), &zero);
        Some(parse_quote!((#read)))
    }

    fn method(&self, it: &syn::ExprMethodCall) -> Option<Expr> {
        let name = it.method.to_string();
        let is_one = METHODS.iter().any(|(method, args)| *method == name && it.args.len() == *args);
        // A parameter of the function has the methods of the module's traits alone, and may be what the items of an iterator are added to.
        let is_of_parameter =
            self.in_closure || self.known.of_traits.contains(&name) || TOTALS.contains(&&*name);
        let is_std = !self.over_types || !is_of_parameter;
        if !is_one || !is_std || !self.is_integer(it.method.span()) {
            return None;
        }
        let (plain, receiver, method) = (&self.plain, &it.receiver, &it.method);
        let (l, r) = (own("receiver"), own("argument"));
        if TOTALS.contains(&&*name) {
            let turbofish = &it.turbofish;
            return Some(parse_quote!((match (#receiver,) {
                (#l,) => if false { #l.#method #turbofish() } else { #plain::#method(#l) }
            })));
        }
        let args = &it.args;
        let (named, given) = match args.is_empty() {
            true => (None, None),
            false => (Some(quote!(#r)), Some(quote!(, #r))),
        };
        Some(parse_quote!((match (&#receiver, #args) {
            (#l, #named) => if false { (*#l).#method(#named) } else { #plain::#method(#l #given) }
        })))
    }
}

/// Whether a path is `usize::BITS` or `isize::BITS`.
fn is_bits_of_size(path: &syn::ExprPath) -> bool {
    let names: Vec<&Ident> = path.path.segments.iter().map(|segment| &segment.ident).collect();
    matches!(&names[..], [of, bits] if (*of == "usize" || *of == "isize") && *bits == "BITS")
}

/// The type of 32 bits in the place of a `usize`.
fn of_32_bits(ty: &syn::Type) -> Option<TokenStream> {
    match crate::signature::name_of(ty).as_str() {
        "usize" => Some(quote!(::core::primitive::u32)),
        "isize" => Some(quote!(::core::primitive::i32)),
        _ => None,
    }
}

impl VisitMut for Writer<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let is_value = std::mem::take(&mut self.is_value);
        match expr {
            Expr::Paren(it) => {
                self.is_value = is_value;
                self.visit_expr_mut(&mut it.expr);
            }
            Expr::Group(it) => {
                self.is_value = is_value;
                self.visit_expr_mut(&mut it.expr);
            }
            Expr::Binary(it) => {
                let (assigns, first) = (assigns(&it.op), it.op.to_token_stream().into_iter().next());
                match assigns {
                    true => self.visit_expr_mut(&mut it.left),
                    false => self.value(&mut it.left),
                }
                self.value(&mut it.right);
                let is_one = first.is_some_and(|first| self.is_integer(first.span())) && !self.is_left();
                match operator(&it.op) {
                    _ if !is_one => {}
                    None if assigns && self.is_of_arrays(&it.left) => *expr = self.assigned_by(it),
                    Some(_) if assigns => *expr = self.assigned_by(it),
                    Some(name) if !(is_literal(&it.left) && is_literal(&it.right)) => {
                        *expr = self.binary(it, name);
                    }
                    _ => {}
                }
            }
            Expr::Unary(it) => {
                match it.op {
                    UnOp::Deref(_) => self.visit_expr_mut(&mut it.expr),
                    _ => self.value(&mut it.expr),
                }
                let sign = match &it.op {
                    UnOp::Neg(sign) => Some((sign.span, "neg")),
                    UnOp::Not(sign) => Some((sign.span, "not")),
                    _ => None,
                };
                if let Some((span, name)) = sign
                    && self.is_integer(span)
                    && !is_literal(&it.expr)
                    && !self.is_left()
                {
                    let (operand, op, x) = (&it.expr, &it.op, own("operand"));
                    let computed = self.computed(name, &[quote!(#x)], [quote!(&#x), quote!(&#x)]);
                    *expr =
                        parse_quote!((match (#operand,) { (#x,) => if false { #op #x } else { #computed } }));
                }
            }
            Expr::Assign(it) => {
                self.visit_expr_mut(&mut it.left);
                self.value(&mut it.right);
                let is_seen = last_of(&it.left).is_some_and(|last| self.is_seen(last));
                if is_seen && self.is_of_arrays(&it.left) {
                    let (value, right) = (own("right"), &it.right);
                    let then = |place: TokenStream| quote!(#place = #value);
                    let stored = self.reached(&it.left, true, 0, &then, &quote!({}));
                    *expr = parse_quote!({ let #value = #right; #stored });
                }
            }
            Expr::Index(it) => {
                self.visit_expr_mut(&mut it.expr);
                self.value(&mut it.index);
                if is_value && let Some(read) = self.read(expr) {
                    *expr = read;
                }
            }
            Expr::Field(it) => {
                self.visit_expr_mut(&mut it.base);
                if is_value && let Some(read) = self.read(expr) {
                    *expr = read;
                }
            }
            Expr::MethodCall(it) => {
                if !self.known.of_traits.contains(&it.method.to_string()) {
                    self.is_value = is_number_read(&it.receiver);
                }
                self.visit_expr_mut(&mut it.receiver);
                self.is_value = false;
                it.args.iter_mut().for_each(|arg| self.value(arg));
                if let Some(written) = self.method(it) {
                    *expr = written;
                }
            }
            Expr::Call(it) => {
                self.visit_expr_mut(&mut it.func);
                it.args.iter_mut().for_each(|arg| self.value(arg));
            }
            Expr::Path(it) if is_bits_of_size(it) => *expr = parse_quote!(32u32),
            Expr::Cast(it) => {
                self.value(&mut it.expr);
                if let Some(narrow) = of_32_bits(&it.ty)
                    && self.is_seen(it.as_token.span)
                    && !is_literal(&it.expr)
                {
                    let (value, ty) = (&it.expr, &it.ty);
                    *expr = parse_quote!((#value as #narrow as #ty));
                }
            }
            Expr::If(it) => {
                self.value(&mut it.cond);
                self.visit_block_mut(&mut it.then_branch);
                if let Some((_, otherwise)) = &mut it.else_branch {
                    self.visit_expr_mut(otherwise);
                }
            }
            Expr::While(it) => {
                self.value(&mut it.cond);
                self.visit_block_mut(&mut it.body);
            }
            Expr::Match(it) => {
                let lends = it.arms.iter().any(|arm| crate::syntax::words(&arm.pat).contains("ref"));
                self.is_value = !lends;
                self.visit_expr_mut(&mut it.expr);
                self.is_value = false;
                for arm in &mut it.arms {
                    if let Pat::Guard(guarded) = &mut arm.pat {
                        self.value(&mut guarded.guard);
                    }
                    self.value(&mut arm.body);
                }
            }
            Expr::Return(it) => it.expr.iter_mut().for_each(|value| self.value(value)),
            Expr::Break(it) => it.expr.iter_mut().for_each(|value| self.value(value)),
            Expr::Tuple(it) => it.elems.iter_mut().for_each(|value| self.value(value)),
            Expr::Array(it) => it.elems.iter_mut().for_each(|value| self.value(value)),
            // The length is a constant.
            Expr::Repeat(it) => self.value(&mut it.expr),
            Expr::Range(it) => {
                it.start.iter_mut().chain(&mut it.end).for_each(|bound| self.value(bound));
            }
            Expr::Struct(it) => {
                it.fields.iter_mut().for_each(|field| self.value(&mut field.expr));
                if let Some(rest) = &mut it.rest {
                    self.visit_expr_mut(rest);
                }
            }
            Expr::Closure(it) => {
                let is_open = it.inputs.iter().any(|input| !matches!(input, Pat::Type(_)));
                let before = self.in_closure;
                self.in_closure |= is_open;
                self.value(&mut it.body);
                self.in_closure = before;
            }
            Expr::Macro(it) => self.visit_macro_mut(&mut it.mac),
            Expr::Const(_) => {}
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        match stmt {
            // What stands at the end of a block is a value.
            Stmt::Expr(expr, None) => self.value(expr),
            Stmt::Item(Item::Fn(it)) => {
                let known = self.known;
                known.write(&it.sig, false, &mut it.block);
            }
            Stmt::Item(_) => {}
            other => visit_mut::visit_stmt_mut(self, other),
        }
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let pat = match &local.pat {
            Pat::Type(typed) => &*typed.pat,
            pat => pat,
        };
        let is_name = matches!(pat, Pat::Ident(it) if it.by_ref.is_none());
        if let Some(init) = &mut local.init {
            self.is_value = is_name;
            self.visit_expr_mut(&mut init.expr);
            self.is_value = false;
            if let Some((_, otherwise)) = &mut init.diverge {
                self.visit_expr_mut(otherwise);
            }
        }
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        const OF_STD: [&str; 13] = [
            "assert",
            "assert_eq",
            "assert_ne",
            "debug_assert",
            "debug_assert_eq",
            "debug_assert_ne",
            "print",
            "println",
            "eprint",
            "eprintln",
            "dbg",
            "panic",
            "unreachable",
        ];
        let name = it.path.get_ident().map(ToString::to_string).unwrap_or_default();
        if !OF_STD.contains(&name.as_str()) {
            return;
        }
        let parser = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if let Ok(mut args) = parser.parse2(it.tokens.clone()) {
            for arg in &mut args {
                match arg {
                    // A name that a format has.
                    Expr::Assign(named) => self.value(&mut named.right),
                    arg => self.value(arg),
                }
            }
            it.tokens = args.into_token_stream();
        }
    }

    // Constants, lengths and types.
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_pat_mut(&mut self, _: &mut Pat) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
}

/// Whether a receiver is an element or a field, which may be read as a value.
fn is_number_read(receiver: &Expr) -> bool {
    matches!(strip(receiver), Expr::Index(_) | Expr::Field(_))
}
