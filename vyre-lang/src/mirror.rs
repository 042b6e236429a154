//! The body of a function as plain Rust, which rustc checks and nobody calls. So borrows, moves and exhaustiveness are rustc's own, and what
//! rustc infers is held against what the checker did: a program either means what it means in Rust, or does not compile.
//!
//! Literals are what inference begins with, so their types are compared. The comparison must not settle them: the bound behind `of` has
//! two candidates for every type, and rustc chooses among them once it has settled the literal itself.

use crate::attribute;
use crate::data::{Definitions, Shape};
use crate::editor::plain;
use crate::emit::Host;
use crate::files::Place;
use crate::hir::Kernel;
use crate::overload::{self, HIDDEN};
use crate::signature;
use crate::syntax::{Matches, strip};
use crate::types::Ty;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::{HashMap, HashSet};
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Expr, GenericParam, ImplItemFn, ItemFn, Lit, Pat, Signature};

/// What the checker has made of a body.
#[derive(Default)]
pub(crate) struct Meant {
    /// Literals without a suffix, and their types.
    pub(crate) literals: Vec<(Span, Ty)>,
    /// Names that patterns of a `match` bind.
    pub(crate) bindings: Vec<Span>,
    /// Those of them that are the name of a field, too.
    pub(crate) shorthand: Vec<Span>,
    /// The names of constants, and their values.
    pub(crate) constants: Vec<(Span, TokenStream)>,
    /// The indices whose type nothing else settles, by their first tokens.
    pub(crate) indices: Vec<(Span, Ty)>,
    /// The names of constants outside, which may be `usize`s, and their types.
    pub(crate) outer: Vec<(Span, Ty)>,
    /// The methods of iterators and slices that the copy calls by other names, and these.
    pub(crate) renamed: Vec<(Span, &'static str)>,
    /// The methods whose arguments are `usize`s in Rust.
    pub(crate) sized: Vec<Span>,
    /// The names of tables with `usize`s, and their types in kernels.
    pub(crate) tables: Vec<(Span, TokenStream)>,
    /// The indices that are ranges in variables, by their first tokens.
    pub(crate) ranges: Vec<Span>,
    /// The functions of std's whose argument is a function of an index.
    pub(crate) counted: Vec<Span>,
    /// The operators and the methods, by their first tokens, and the types of what they compute with.
    pub(crate) operated: Vec<(Span, Ty)>,
    /// The elements and the fields that are read, by their brackets and names, and their types.
    pub(crate) read: Vec<(Span, Ty)>,
    /// The casts, and the brackets and names of places to which something is assigned.
    pub(crate) seen: Vec<Span>,
    /// The brackets of indices that the module itself gives a meaning.
    pub(crate) own: Vec<Span>,
}

/// The name of the kernel that a function is on the host.
pub(crate) const HOST_FORM: &str = "__vyre_on_host";

/// A number's type in Rust.
fn named(ty: Ty) -> Option<TokenStream> {
    let name = match ty {
        Ty::F32 => "f32",
        Ty::F64 => "f64",
        ty => ty.integer()?.name,
    };
    let name = Ident::new(name, Span::call_site());
    Some(quote!(::core::primitive::#name))
}

/// What the copy says of a call.
#[derive(Default)]
pub(crate) struct Call {
    /// Which arguments may be taken as `usize`s.
    pub(crate) are_sized: Vec<bool>,
    /// The method that holds the result against what the checker took it for, and that type.
    pub(crate) result: Option<(&'static str, TokenStream)>,
}

/// What the copy says of the tokens at a place.
pub(crate) struct Marks {
    literals: HashMap<Place, TokenStream>,
    bindings: HashSet<Place>,
    constants: HashMap<Place, TokenStream>,
    indices: HashMap<Place, TokenStream>,
    /// The calls of functions outside, by their parentheses.
    calls: HashMap<Place, Call>,
    /// The names of constants that may be `usize`s, and their types in kernels.
    sized: HashMap<Place, TokenStream>,
    /// The methods that the copy calls by other names, and those whose arguments are `usize`s in Rust.
    renamed: HashMap<Place, &'static str>,
    with_sizes: HashSet<Place>,
    /// The indices that are ranges, and the functions whose argument is a function of an index.
    ranges: HashSet<Place>,
    counted: HashSet<Place>,
    /// Where names are looked up.
    names: Span,
}

impl Marks {
    /// Those of tokens of which nothing is known.
    fn bare(names: Span) -> Marks {
        Marks {
            literals: HashMap::new(),
            bindings: HashSet::new(),
            constants: HashMap::new(),
            indices: HashMap::new(),
            calls: HashMap::new(),
            sized: HashMap::new(),
            renamed: HashMap::new(),
            with_sizes: HashSet::new(),
            ranges: HashSet::new(),
            counted: HashSet::new(),
            names,
        }
    }

    /// Those of a body.
    fn of(
        body: &syn::Block,
        checked: &Kernel,
        known: &Definitions,
        names: Span,
        krate: &TokenStream,
    ) -> Marks {
        let mut values = Values::default();
        values.visit_block(body);
        let mut literals: HashMap<Place, Option<Ty>> = HashMap::new();
        for (span, ty) in &checked.meant.literals {
            let ty = match checked.types.resolve(*ty) {
                Ty::Int(_) => Ty::I32,
                Ty::Float(_) => Ty::F64,
                settled => settled,
            };
            let known = literals.entry(Place::of(*span)).or_insert(Some(ty));
            if *known != Some(ty) {
                *known = None;
            }
        }
        let literals = literals
            .into_iter()
            .filter(|(place, _)| values.literals.contains(place) && !values.others.contains(place));
        let literals = literals.filter_map(|(place, ty)| Some((place, named(ty?)?)));
        let shorthand: HashSet<Place> = checked.meant.shorthand.iter().map(|span| Place::of(*span)).collect();
        let bindings = checked.meant.bindings.iter().map(|span| Place::of(*span));
        let constants = checked.meant.constants.iter();
        let indices = checked.meant.indices.iter();
        let indices =
            indices.filter_map(|(span, ty)| Some((Place::of(*span), named(checked.types.resolve(*ty))?)));
        let mut calls = Calls { known, found: HashMap::new() };
        calls.visit_block(body);
        let mut calls = calls.found;
        let host = Host { kernel: checked, krate };
        let own = checked.outer_calls.iter().filter(|call| checked.callees[call.callee].owned.is_none());
        for call in own {
            let known = calls.entry(Place::of(call.parens)).or_default();
            if call.of_data.is_some() {
                let args = call.args.iter().skip(usize::from(call.is_method));
                known.are_sized = args.map(|arg| host.is_given(arg)).collect();
            }
            if call.is_statement || host.known(call.result).is_none() {
                continue;
            }
            let method =
                match known.result.is_some() || call.of_data.is_some() && host.has_sized_parts(call.result) {
                    true => "__vyre_in_kernels",
                    false => "__vyre_result",
                };
            known.result = Some((method, host.ty(call.result)));
        }
        let sized = checked.meant.outer.iter().filter_map(|(span, ty)| match checked.types.resolve(*ty) {
            ty @ (Ty::U32 | Ty::I32) => Some((Place::of(*span), named(ty)?)),
            _ => None,
        });
        let tables = checked.meant.tables.iter().map(|(span, ty)| (Place::of(*span), ty.clone()));
        let sized = sized.chain(tables).filter(|(place, _)| values.names.contains(place));
        Marks {
            literals: literals.collect(),
            bindings: bindings.filter(|place| !shorthand.contains(place)).collect(),
            indices: indices.collect(),
            calls,
            sized: sized.collect(),
            renamed: checked.meant.renamed.iter().map(|(span, name)| (Place::of(*span), *name)).collect(),
            with_sizes: checked.meant.sized.iter().map(|span| Place::of(*span)).collect(),
            ranges: checked.meant.ranges.iter().map(|span| Place::of(*span)).collect(),
            counted: checked.meant.counted.iter().map(|span| Place::of(*span)).collect(),
            names,
            constants: constants.map(|(span, value)| (Place::of(*span), value.clone())).collect(),
        }
    }

    /// What stands in the place of a token.
    pub(crate) fn marked(&self, token: &TokenTree, mirror: &TokenStream) -> Option<TokenStream> {
        match token {
            TokenTree::Literal(literal) => {
                let ty = self.literals.get(&Place::of(literal.span()))?;
                let span = literal.span().resolved_at(Span::call_site());
                if literal.to_string().starts_with('b') {
                    // What is compared with `bytes.byte(i)` is a `u32`.
                    return Some(quote!((#literal as #ty)));
                }
                let of = Ident::new("of", span);
                Some(quote_spanned!(span=> #mirror::#of::<#ty, _>(#literal)))
            }
            TokenTree::Ident(name) if self.bindings.contains(&Place::of(name.span())) => {
                let mut name = name.clone();
                name.set_span(name.span().resolved_at(self.names));
                Some(quote!(#name @ _))
            }
            TokenTree::Ident(name) => {
                let renamed = self.renamed.get(&Place::of(name.span()))?;
                // A method that the front end wrote stands where the names are of which it is made, and these keep their own.
                if renamed.strip_prefix(HIDDEN).is_none_or(|method| name != method) {
                    return None;
                }
                let name = Ident::new(renamed, name.span().resolved_at(Span::call_site()));
                Some(quote!(#name))
            }
            _ => None,
        }
    }

    /// Whether the arguments of the method with this name are `usize`s in Rust.
    pub(crate) fn has_sizes(&self, name: &Ident) -> bool {
        self.with_sizes.contains(&Place::of(name.span()))
    }

    /// Whether the index that begins with a token is a range in a variable.
    pub(crate) fn is_range(&self, first: &TokenTree) -> bool {
        self.ranges.contains(&Place::of(first.span()))
    }

    /// Whether the argument of the function with this name is a function of an index.
    pub(crate) fn is_counted(&self, name: &Ident) -> bool {
        self.counted.contains(&Place::of(name.span()))
    }

    /// Where names are looked up.
    pub(crate) fn names(&self) -> Span {
        self.names
    }

    /// The call with these parentheses.
    pub(crate) fn call(&self, parens: &Group) -> Option<&Call> {
        self.calls.get(&Place::of(parens.span()))
    }

    /// The type in kernels of the constant with this name, which may be a `usize`.
    pub(crate) fn sized(&self, name: &Ident) -> Option<&TokenStream> {
        self.sized.get(&Place::of(name.span()))
    }

    /// The type of the index that begins with a token.
    pub(crate) fn index(&self, first: &TokenTree) -> Option<&TokenStream> {
        let of_macro = |group: &Group| group.stream().into_iter().next();
        match first {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => self.index(&of_macro(group)?),
            first => self.indices.get(&Place::of(first.span())),
        }
    }

    /// The value of the constant with this name.
    pub(crate) fn value(&self, name: &TokenTree) -> Option<&TokenStream> {
        self.constants.get(&Place::of(name.span()))
    }
}

/// The literals of a body that are values of their own: none of a pattern, a length or a constant, none whose type is that of a cast, and
/// none that is an index.
#[derive(Default)]
struct Values {
    literals: HashSet<Place>,
    /// Those that are none: a macro may have written one literal in several places.
    others: HashSet<Place>,
    /// The last names of paths.
    names: HashSet<Place>,
}

/// The calls of functions whose signatures have a `usize` or an `isize`.
struct Calls<'a> {
    known: &'a Definitions,
    found: HashMap<Place, Call>,
}

impl<'ast> Visit<'ast> for Calls<'_> {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        syn::visit::visit_expr_call(self, call);
        let Expr::Path(path) = strip(&call.func) else { return };
        let Some(known) = self.known.of(&path.path) else { return };
        let Shape::Function(outside) = &known.definition.shape else { return };
        let Some(signature) = outside.signature() else { return };
        let are_sized = signature.inputs.iter().map(signature::is_sized).collect();
        let result = match &signature.output {
            syn::ReturnType::Type(_, ty) if signature::is_sized(ty) => {
                let ty = signature::in_kernels(ty.to_token_stream());
                Some(("__vyre_in_kernels", ty))
            }
            _ => None,
        };
        self.found.insert(Place::of(call.paren_token.span.join()), Call { are_sized, result });
    }
}

impl Values {
    /// Leaves all literals of a part out.
    fn leave_out(&mut self, part: &impl ToTokens) {
        let mut open: Vec<TokenTree> = part.to_token_stream().into_iter().collect();
        while let Some(token) = open.pop() {
            match token {
                TokenTree::Group(group) => open.extend(group.stream()),
                TokenTree::Literal(literal) => drop(self.others.insert(Place::of(literal.span()))),
                _ => {}
            }
        }
    }

    /// Visits an expression, but for a literal that takes the type that is wanted of it: itself, or what is behind signs and at the end of a block.
    fn visit_inside(&mut self, expr: &Expr) {
        match strip(expr) {
            Expr::Lit(literal) => drop(self.others.insert(Place::of(literal.lit.span()))),
            Expr::Unary(unary) if !matches!(unary.op, syn::UnOp::Deref(_)) => self.visit_inside(&unary.expr),
            Expr::Block(it)
                if let Some((syn::Stmt::Expr(tail, None), before)) = it.block.stmts.split_last() =>
            {
                before.iter().for_each(|stmt| self.visit_stmt(stmt));
                self.visit_inside(tail);
            }
            other => self.visit_expr(other),
        }
    }
}

/// Whether a literal is the magnitude of the least number of a type.
fn is_least(literal: &Lit) -> bool {
    let Lit::Int(int) = literal else { return false };
    let magnitude = int.base10_parse::<u128>().unwrap_or(0);
    [8, 16, 32, 64, 128].iter().any(|bits| magnitude == 1 << (bits - 1))
}

/// Whether an expression is a float, or one behind signs.
fn is_float(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Float(_)),
        Expr::Unary(unary) => is_float(&unary.expr),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Values {
    fn visit_expr_lit(&mut self, literal: &'ast syn::ExprLit) {
        if let Lit::Int(_) | Lit::Float(_) | Lit::Byte(_) = literal.lit {
            self.literals.insert(Place::of(literal.lit.span()));
        }
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.names.extend(path.path.segments.last().map(|last| Place::of(last.ident.span())));
        syn::visit::visit_expr_path(self, path);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        // rustc looks for the `-` before the least number right in front of it.
        match (&unary.op, &*unary.expr) {
            (syn::UnOp::Neg(_), Expr::Lit(literal)) if is_least(&literal.lit) => self.leave_out(literal),
            _ => self.visit_expr(&unary.expr),
        }
    }

    fn visit_expr_cast(&mut self, cast: &'ast syn::ExprCast) {
        let to_float = matches!(signature::name_of(&cast.ty).as_str(), "f32" | "f64");
        if is_float(&cast.expr) && !to_float {
            self.visit_expr(&cast.expr);
        } else {
            self.visit_inside(&cast.expr);
        }
    }

    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        self.visit_expr(&index.expr);
        match strip(&index.index) {
            Expr::Range(range) => {
                range.start.iter().chain(&range.end).for_each(|bound| self.visit_inside(bound));
            }
            index => self.visit_inside(index),
        }
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        use syn::BinOp::{Shl, ShlAssign, Shr, ShrAssign};
        self.visit_expr(&binary.left);
        // The amount of a shift has a type of its own.
        match binary.op {
            Shl(_) | Shr(_) | ShlAssign(_) | ShrAssign(_) => self.visit_inside(&binary.right),
            _ => self.visit_expr(&binary.right),
        }
    }

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
        self.leave_out(&repeat.len);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.visit_expr(&call.receiver);
        if call.method != "step_by" {
            call.args.iter().for_each(|argument| self.visit_expr(argument));
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if let Ok(Matches { value, guard, .. }) = Matches::of(call) {
            self.visit_expr(&value);
            guard.iter().for_each(|guard| self.visit_expr(guard));
        } else if let Ok(arguments) =
            call.parse_body_with(Punctuated::<Expr, syn::Token![,]>::parse_terminated)
        {
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
    }

    fn visit_pat(&mut self, pat: &'ast Pat) {
        if let Pat::Guard(guarded) = pat {
            self.visit_expr(&guarded.guard);
            self.leave_out(&guarded.pat);
        } else {
            self.leave_out(pat);
        }
    }

    fn visit_type(&mut self, ty: &'ast syn::Type) {
        self.leave_out(ty);
    }

    fn visit_generic_argument(&mut self, argument: &'ast syn::GenericArgument) {
        self.leave_out(argument);
    }

    fn visit_item_const(&mut self, constant: &'ast syn::ItemConst) {
        self.leave_out(constant);
    }
}

/// The copy of a function.
pub(crate) fn function(
    function: &ItemFn,
    checked: &Kernel,
    known: &Definitions,
    krate: &TokenStream,
) -> TokenStream {
    // The form on the host of a function whose own body is checked, and the library, which nobody wrote as text.
    if function.sig.ident == HOST_FORM || krate.to_string() == "crate" {
        return TokenStream::new();
    }
    let copy = copy(function.sig.clone(), &function.block, checked, known, krate);
    let name = format_ident!("__VYRE_MIRROR_{}", function.sig.ident);
    left_behind(&name, &function.attrs, &copy, krate)
}

/// The copy of a method.
pub(crate) fn method(
    (method, key): (&ImplItemFn, &str),
    (owner, is_of_trait): (&syn::Path, bool),
    checked: &Kernel,
    known: &Definitions,
    krate: &TokenStream,
) -> TokenStream {
    let mut signature = method.sig.clone();
    signature.ident = Ident::new(key, signature.ident.span());
    let copy = copy(signature.clone(), &method.block, checked, known, krate);
    // A number has no methods but those of traits.
    let copy = if is_of_trait && overload::is_number(owner) {
        signature.ident = format_ident!("__vyre_mirror_{key}", span = Span::call_site());
        quote!(trait __Vyre { #signature; } impl __Vyre for #owner { #copy })
    } else {
        quote!(impl #owner { #copy })
    };
    left_behind(&Ident::new("_", Span::call_site()), &method.attrs, &copy, krate)
}

/// A copy under a name of its own.
fn copy(
    mut signature: Signature,
    body: &syn::Block,
    checked: &Kernel,
    known: &Definitions,
    krate: &TokenStream,
) -> TokenStream {
    let (mirror, private) = (quote!(#krate::__private::editor), quote!(#krate::__private));
    let marks = Marks::of(body, checked, known, signature.ident.span(), krate);
    signature.ident = format_ident!("__vyre_mirror_{}", signature.ident, span = Span::call_site());
    let constants = constants(&mut signature);
    // What is called here has no form on the host, so that the bound does not hold. rustc compiles nothing of a function with a bound that never
    // holds, not even its lengths, so the bound names a parameter.
    let bounds = known.only_in_kernels().map(|path| -> syn::WherePredicate {
        syn::parse_quote!(for<'__vyre_none> #path: #private::FormOnHost<'__vyre_none, __Vyre::Nothing>)
    });
    let bounds: Vec<syn::WherePredicate> = bounds.collect();
    if !bounds.is_empty() {
        signature.generics.params.push(syn::parse_quote!(__Vyre: #mirror::Nothing<Nothing = ()>));
        signature.generics.make_where_clause().predicates.extend(bounds);
    }
    let bare = Marks::bare(marks.names);
    let signature = plain(signature.to_token_stream(), &mirror, Some(&bare), 0);
    let body = plain(body.to_token_stream(), &mirror, Some(&marks), 0);
    quote!(#constants #signature #body)
}

/// The constant parameters as constants, because Rust allows no arithmetic on parameters in lengths. Any value will do.
fn constants(signature: &mut Signature) -> TokenStream {
    let (constants, others) = std::mem::take(&mut signature.generics.params)
        .into_iter()
        .partition::<Vec<_>, _>(|param| matches!(param, GenericParam::Const(_)));
    signature.generics.params = others.into_iter().collect();
    let constants = constants.iter().filter_map(|param| match param {
        GenericParam::Const(param) => {
            let (name, ty) = (&param.ident, &param.ty);
            Some(quote!(const #name: #ty = 4;))
        }
        _ => None,
    });
    constants.collect()
}

/// The copy, in the scope of what stands for the items of kernels.
fn left_behind(
    name: &Ident,
    attributes: &[syn::Attribute],
    copy: &TokenStream,
    krate: &TokenStream,
) -> TokenStream {
    let mirror = quote!(#krate::__private::editor);
    let conditions = attribute::conditions(attributes);
    quote! {
        #(#conditions)*
        #[allow(unexpected_cfgs, dead_code, non_upper_case_globals)]
        const #name: () = {
            #[cfg(not(rust_analyzer))]
            #[allow(
                warnings, unused, unused_results, unused_qualifications, unused_comparisons, unused_lifetimes, trivial_casts,
                trivial_numeric_casts, missing_docs, unreachable_pub, nonstandard_style, non_ascii_idents, single_use_lifetimes,
                deprecated, while_true, irrefutable_let_patterns, overlapping_range_endpoints, non_contiguous_range_endpoints,
                invalid_nan_comparisons, non_shorthand_field_patterns, arithmetic_overflow, unconditional_panic,
                unconditional_recursion, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction
            )]
            const _: () = {
                use #mirror::scope::*;
                use #mirror::{assert, assert_eq, assert_ne, debug_assert, debug_assert_eq, debug_assert_ne};
                #copy
            };
        };
    }
}
