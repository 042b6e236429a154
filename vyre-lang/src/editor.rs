//! What editors see of a kernel's body. rust-analyzer completes and explains the tokens that an attribute leaves behind, so
//! the function is left behind once more, for it alone and as it is written, in the scope of what `vyre::editor` stands in for. rustc
//! never sees it.
//!
//! An attribute leaves it at once, before it asks for the definitions that the function names: what a macro called later leaves is not where an
//! editor's caret is. It comes first: rust-analyzer looks for the caret at the same place of two expansions, with and without what is being
//! written, so nothing in front may depend on that.
//!
//! Where the language has `u32` and Rust `usize`, the copy converts: indices, `len()`, lengths and steps.

use crate::guard::PREFIXES;
use crate::mirror::Marks;
use crate::types::Ty;
use proc_macro2::{Delimiter, Group, Ident, Literal, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{FnArg, ImplItem, ItemFn, ItemImpl};
use vyre_ir::printing::{Count, Spec};

/// A function as one that nobody calls. A method has none: nothing can stand beside it.
pub(crate) fn function(item: &TokenStream, function: &ItemFn, krate: &TokenStream) -> TokenStream {
    if matches!(function.sig.inputs.first(), Some(FnArg::Receiver(_))) {
        return TokenStream::new();
    }
    let editor = quote!(#krate::__private::editor);
    let copy = plain(without_attributes(item), &editor, None, 0);
    left_behind(&format_ident!("__VYRE_EDITOR_{}", function.sig.ident), &copy, &editor)
}

/// The functions of an `impl`. A type has each of them once, so these are a trait's, which is in scope here alone.
pub(crate) fn methods(block: &ItemImpl, krate: &TokenStream) -> TokenStream {
    if block.trait_.is_some() || !block.generics.params.is_empty() {
        return TokenStream::new();
    }
    let editor = quote!(#krate::__private::editor);
    let functions = || {
        block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(function) => Some(function),
            _ => None,
        })
    };
    let signatures = functions().map(|function| plain(function.sig.to_token_stream(), &editor, None, 0));
    let bodies = functions().map(|function| plain(function.block.to_token_stream(), &editor, None, 0));
    let declared = functions().map(|function| &function.sig);
    let owner = &block.self_ty;
    let copy = quote! {
        trait __Editor: Sized {
            #(#declared;)*
        }
        impl __Editor for #owner {
            #(#signatures #bodies)*
        }
    };
    left_behind(&Ident::new("_", Span::call_site()), &copy, &editor)
}

/// The copy under the name of a constant, in the scope of the stand-ins.
fn left_behind(name: &Ident, copy: &TokenStream, editor: &TokenStream) -> TokenStream {
    quote! {
        #[allow(unexpected_cfgs, dead_code, non_upper_case_globals)]
        const #name: () = {
            #[cfg(rust_analyzer)]
            #[allow(nonstandard_style, unused)]
            fn __editor() {
                use #editor::scope::*;
                #copy
            }
        };
    }
}

/// The tokens of an item after its attributes.
fn without_attributes(item: &TokenStream) -> TokenStream {
    let mut trees = item.clone().into_iter().peekable();
    while matches!(trees.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == '#') {
        trees.nth(1);
    }
    trees.collect()
}

/// `= value` of a constant that rustc evaluates: as where the function stands, where a `usize` has the host's bits.
fn of_32_bits_on_host(ty: &TokenTree, value: TokenStream) -> TokenStream {
    let TokenTree::Ident(ty) = ty else { return value };
    if ty != "usize" && ty != "isize" {
        return value;
    }
    let as_kernels = if ty == "usize" { quote!(u32) } else { quote!(i32) };
    quote!(= {
        type #ty = ::core::primitive::#ty;
        const VALUE: #ty #value;
        VALUE as ::core::primitive::#as_kernels
    })
}

/// Tokens as plain Rust. What is nested deeper than any kernel's tokens (`guard` has the limit) stays as it is.
pub(crate) fn plain(
    tokens: TokenStream,
    editor: &TokenStream,
    marks: Option<&Marks>,
    depth: usize,
) -> TokenStream {
    let trees = with_lengths(tokens.into_iter().collect());
    let mut new = TokenStream::new();
    let mut skipped = 0;
    for (at, token) in trees.iter().enumerate() {
        if at < skipped {
            continue;
        }
        if let Some(end) = constant_end(&trees, at)
            && let Some(marks) = marks
        {
            // rustc evaluates constants otherwise: there, what wraps around is an error.
            let equals = trees[at..end].iter().position(|tree| is_mark(tree, '=')).map_or(end, |it| at + it);
            let declared = trees[at..equals].iter().cloned().collect();
            new.extend(plain(declared, editor, None, depth));
            match marks.value(&trees[at + 1]) {
                Some(value) => new.extend(quote!(= #value)),
                None => {
                    let value = plain_names(trees[equals..end].iter().cloned().collect(), marks.names());
                    new.extend(of_32_bits_on_host(&trees[equals - 1], value));
                }
            }
            skipped = end;
            continue;
        }
        if let Some(marked) = marks.and_then(|marks| marks.marked(token, editor)) {
            new.extend(marked);
            continue;
        }
        match token {
            TokenTree::Literal(literal) => {
                new.extend([without_counts(literal).unwrap_or_else(|| of_32_bits(literal))]);
            }
            TokenTree::Group(group) if depth < MAX_DEPTH => {
                new.extend(plain_group(group, &trees[..at], editor, marks, depth));
            }
            // Kernels know names by their letters, also those that a `macro_rules!` wrote beside its user's.
            TokenTree::Ident(name) if name != "$crate" => {
                let mut name = match marks {
                    Some(_) if is_stood_in(&trees[..at], name) => {
                        format_ident!("__vyre_{name}", span = name.span())
                    }
                    _ => name.clone(),
                };
                let constant = marks.and_then(|marks| marks.sized(&name));
                let converted = constant.map(|ty| quote!(.__vyre_constant::<#ty>()));
                name.set_span(name.span().resolved_at(marks.map_or_else(Span::call_site, Marks::names)));
                new.extend(quote!(#name #converted));
            }
            _ => new.extend([token.clone()]),
        }
    }
    new
}

/// A format whose widths and precisions are arguments, with these as values of their own, `{x:w$}` as `{x:}{w}`: std takes a `usize` for them, which is a
/// `u32` here.
fn without_counts(literal: &Literal) -> Option<TokenTree> {
    let source = literal.to_string();
    if !source.contains('$') && !source.contains(".*") {
        return None;
    }
    let text = syn::parse_str::<syn::LitStr>(&source).ok()?.value();
    let (mut made, mut rest) = (String::new(), text.as_str());
    while let Some(at) = rest.find('{') {
        let (before, behind) = rest.split_at(at + 1);
        made.push_str(before);
        if let Some(behind) = behind.strip_prefix('{') {
            made.push('{');
            rest = behind;
            continue;
        }
        let (inside, behind) = behind.split_once('}')?;
        rest = behind;
        let (name, spec) = inside.split_once(':').unwrap_or((inside, ""));
        let mut spec = Spec::of(spec.trim_end());
        let mut named = String::new();
        for count in [&mut spec.width, &mut spec.precision] {
            match count.take_if(|count| !matches!(count, Count::Number(_))) {
                Some(Count::Argument(of)) => named.extend(["{", &of, "}"]),
                Some(_) => made.push_str("}{"),
                None => {}
            }
        }
        made.push_str(&format!("{name}:{spec}}}{named}"));
    }
    made.push_str(rest);
    let mut literal_of = Literal::string(&made);
    literal_of.set_span(literal.span());
    Some(literal_of.into())
}

/// A literal of `usize` or `isize` as one of 32 bits.
fn of_32_bits(literal: &Literal) -> TokenTree {
    let text = literal.to_string();
    let short = [("usize", "u32"), ("isize", "i32")];
    let short = short.iter().find_map(|(long, short)| Some(format!("{}{short}", text.strip_suffix(long)?)));
    let Some(Ok(mut short)) = short.map(|text| text.parse::<Literal>()) else {
        return literal.clone().into();
    };
    short.set_span(literal.span());
    short.into()
}

/// Whether a trait of `vyre::editor` stands in for what is named after the tokens `before`: a method that not every Rust has, or what a type
/// parameter over numbers has, in whose place a type stands.
fn is_stood_in(before: &[TokenTree], name: &Ident) -> bool {
    let name = name.to_string();
    match before {
        [.., TokenTree::Ident(ty), first, second] if is_mark(first, ':') && is_mark(second, ':') => {
            let is_number = Ty::named_integer(&ty.to_string()).is_some() || ty == "f32";
            is_number && OF_TYPES.contains(&name.as_str())
        }
        [.., dot] => is_mark(dot, '.') && UNSTABLE.contains(&name.as_str()),
        [] => false,
    }
}

const OF_TYPES: [&str; 3] = ["ZERO", "ONE", "from_u32"];

/// Methods that not every Rust has.
const UNSTABLE: [&str; 4] = ["carrying_add", "borrowing_sub", "widening_mul", "carrying_mul"];

const MAX_DEPTH: usize = 200;

/// Where the `;` of a constant stands whose `const` is at a position, if one is there.
fn constant_end(trees: &[TokenTree], at: usize) -> Option<usize> {
    let is_const = matches!(&trees[at], TokenTree::Ident(name) if name == "const");
    let is_named =
        matches!(trees.get(at + 1..at + 3), Some([TokenTree::Ident(_), colon]) if is_mark(colon, ':'));
    if !is_const || !is_named {
        return None;
    }
    Some(at + trees[at..].iter().position(|tree| is_mark(tree, ';'))?)
}

/// Tokens whose names are those of a place.
fn plain_names(tokens: TokenStream, names: Span) -> TokenStream {
    let named = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut copy = Group::new(group.delimiter(), plain_names(group.stream(), names));
            copy.set_span(group.span());
            TokenTree::from(copy)
        }
        TokenTree::Ident(mut name) if name != "$crate" => {
            name.set_span(name.span().resolved_at(names));
            name.into()
        }
        other => other,
    });
    named.collect()
}

/// A group after the tokens `before`.
fn plain_group(
    group: &Group,
    before: &[TokenTree],
    editor: &TokenStream,
    marks: Option<&Marks>,
    depth: usize,
) -> TokenStream {
    let inner = plain(group.stream(), editor, marks, depth + 1);
    let is_method = |name: &str| match before {
        [.., dot, TokenTree::Ident(method)] => is_mark(dot, '.') && method == name,
        _ => false,
    };
    let (inner, after) = match group.delimiter() {
        Delimiter::Bracket if ends_operand(before) => (index(inner, editor, marks), None),
        Delimiter::Bracket => (array(inner), None),
        Delimiter::Parenthesis if let Some(call) = marks.and_then(|marks| marks.call(group)) => {
            let span = group.span().resolved_at(Span::call_site());
            let result = call.result.as_ref().map(|(method, ty)| {
                let method = Ident::new(method, span);
                quote_spanned!(span=> .#method::<#ty>())
            });
            (given(inner, &call.are_sized, editor), result)
        }
        Delimiter::Parenthesis if is_method("len") && inner.is_empty() => {
            (inner, Some(quote!(.__vyre_length())))
        }
        Delimiter::Parenthesis
            if let ([.., TokenTree::Ident(name)], Some(marks)) = (before, marks)
                && marks.is_counted(name) =>
        {
            (quote!(#editor::counted(#inner)), None)
        }
        Delimiter::Parenthesis if has_sizes(before, marks) => (quote!(#editor::size(#inner)), None),
        Delimiter::Parenthesis if is_method("step_by") => (quote!(#editor::at(#inner)), None),
        _ => (inner, None),
    };
    let mut copy = Group::new(group.delimiter(), inner);
    copy.set_span(group.span());
    let copy = TokenTree::from(copy);
    quote!(#copy #after)
}

/// Whether the tokens before a list of arguments are a method whose arguments are `usize`s in Rust.
fn has_sizes(before: &[TokenTree], marks: Option<&Marks>) -> bool {
    match (before, marks) {
        ([.., TokenTree::Ident(method)], Some(marks)) => marks.has_sizes(method),
        _ => false,
    }
}

/// The arguments of a call, some of which may be taken as `usize`s.
fn given(inner: TokenStream, are_sized: &[bool], editor: &TokenStream) -> TokenStream {
    if !are_sized.contains(&true) {
        return inner;
    }
    let mut arguments = vec![TokenStream::new()];
    let mut angles = 0;
    for tree in inner {
        // Commas in a turbofish part no arguments. A comparison has no comma behind it that is one's.
        let follows_path = |last: Option<TokenTree>| matches!(last, Some(last) if is_mark(&last, ':'));
        match &tree {
            mark if is_mark(mark, '<') => {
                let before = arguments.last().and_then(|argument| argument.clone().into_iter().last());
                angles += i32::from(angles > 0 || follows_path(before));
            }
            mark if is_mark(mark, '>') && angles > 0 => angles -= 1,
            mark if is_mark(mark, ',') && angles == 0 => {
                arguments.push(TokenStream::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = arguments.last_mut() {
            last.extend([tree]);
        }
    }
    let arguments = arguments.into_iter().filter(|argument| !argument.is_empty()).enumerate();
    let arguments = arguments.map(|(at, argument)| match are_sized.get(at) {
        Some(true) => quote!(#editor::given(#argument)),
        _ => argument,
    });
    quote!(#(#arguments),*)
}

/// What stands between the brackets of an index: a number, or a range of them.
fn index(inner: TokenStream, editor: &TokenStream, marks: Option<&Marks>) -> TokenStream {
    let trees: Vec<TokenTree> = inner.into_iter().collect();
    let at = |trees: &[TokenTree]| match trees {
        [] => TokenStream::new(),
        [first, ..] if marks.is_some_and(|marks| marks.is_range(first)) => {
            quote!(#editor::range(#(#trees)*))
        }
        [first, ..] => {
            let ty = marks.and_then(|marks| marks.index(first)).map(|ty| quote!(::<#ty>));
            quote!(#editor::at #ty (#(#trees)*))
        }
    };
    let is_range = |pair: &[TokenTree]| {
        let is_joint = matches!(&pair[0], TokenTree::Punct(mark) if mark.spacing() == Spacing::Joint);
        is_joint && pair.iter().all(|tree| is_mark(tree, '.'))
    };
    let Some(from) = trees.windows(2).position(is_range) else { return at(&trees) };
    let to = from + 2 + usize::from(trees.get(from + 2).is_some_and(|tree| is_mark(tree, '=')));
    if [&trees[..from], &trees[to..]].iter().any(|trees| !trees.is_empty() && !is_expr(trees)) {
        // The range is a part of something, such as what a `match` looks at.
        return trees.into_iter().collect();
    }
    let (start, range, end) = (at(&trees[..from]), &trees[from..to], at(&trees[to..]));
    quote!(#start #(#range)* #end)
}

/// What stands between the brackets of an array or of its type: a length is a `usize`.
fn array(inner: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = inner.into_iter().collect();
    match trees.iter().position(|tree| is_mark(tree, ';')) {
        None => trees.into_iter().collect(),
        Some(at) => {
            let (element, length) = (&trees[..=at], length(&trees[at + 1..]));
            quote!(#(#element)* #length)
        }
    }
}

/// What is no expression stays as it is.
fn length(trees: &[TokenTree]) -> TokenStream {
    match trees {
        [TokenTree::Literal(literal)] => {
            let text = literal.to_string();
            let number = ["u32", "usize"].iter().find_map(|suffix| text.strip_suffix(suffix));
            let number: Option<Literal> = number.and_then(|text| text.parse().ok());
            number.unwrap_or_else(|| literal.clone()).into_token_stream()
        }
        trees if is_expr(trees) => quote!((#(#trees)*) as ::core::primitive::usize),
        trees => quote!(#(#trees)*),
    }
}

fn is_expr(trees: &[TokenTree]) -> bool {
    syn::parse2::<syn::Expr>(trees.iter().cloned().collect()).is_ok()
}

/// Tokens in which the lengths of `workgroup_array::<T, LENGTH>()` are `usize`s.
fn with_lengths(mut trees: Vec<TokenTree>) -> Vec<TokenTree> {
    let is_one = |tree: &TokenTree| matches!(tree, TokenTree::Ident(name) if name == "workgroup_array");
    let calls: Vec<usize> =
        trees.iter().enumerate().filter(|(_, tree)| is_one(tree)).map(|(at, _)| at).collect();
    // From behind, so that the places in front stay where they are.
    for call in calls.into_iter().rev() {
        let (mut open, mut comma, mut end) = (0, None, None);
        for (at, tree) in trees.iter().enumerate().skip(call + 3) {
            match tree {
                tree if is_mark(tree, '<') => open += 1,
                tree if is_mark(tree, '>') => open -= 1,
                tree if is_mark(tree, ',') && open == 1 => comma = Some(at),
                _ => {}
            }
            if open == 0 {
                end = Some(at);
                break;
            }
        }
        if let (Some(comma), Some(end)) = (comma, end)
            && is_expr(&trees[comma + 1..end])
        {
            let length = length(&trees[comma + 1..end]);
            let length = match &trees[comma + 1..end] {
                [TokenTree::Literal(_)] => length.into_iter().next(),
                _ => Some(TokenTree::from(Group::new(Delimiter::Brace, length))),
            };
            trees.splice(comma + 1..end, length);
        }
    }
    trees
}

pub(crate) fn is_mark(tree: &TokenTree, mark: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// Whether brackets after these tokens are an index.
pub(crate) fn ends_operand(before: &[TokenTree]) -> bool {
    match before {
        // A lifetime: a slice follows.
        [.., mark, TokenTree::Ident(_)] if is_mark(mark, '\'') => false,
        // The type of a bound.
        [.., TokenTree::Ident(name)] if name == "where" => false,
        [.., TokenTree::Group(group)] => group.delimiter() != Delimiter::Brace,
        [.., TokenTree::Ident(name)] => !PREFIXES.contains(&name.to_string().as_str()),
        [.., TokenTree::Literal(_)] => true,
        [.., TokenTree::Punct(punct)] => punct.as_char() == '?',
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens as plain Rust, without spaces.
    fn written(tokens: TokenStream) -> String {
        plain(tokens, &quote!(e), None, 0).to_string().replace(' ', "")
    }

    #[test]
    fn indices_and_lengths_are_converted() {
        for (tokens, expected) in [
            (quote!(out[i] = a[b[i]][2]), "out[e::at(i)]=a[e::at(b[e::at(i)])][e::at(2)]"),
            (quote!(f(x)[0] + r#type[1]), "f(x)[e::at(0)]+r#type[e::at(1)]"),
            (quote!(&mut a[i..]), "&muta[e::at(i)..]"),
            (quote!(&a[..=j + 1]), "&a[..=e::at(j+1)]"),
            (quote!(&a[x.0..y]), "&a[e::at(x.0)..e::at(y)]"),
            (quote!(&a[..]), "&a[..]"),
            (
                quote!(
                    a[match 0..n {
                        _ => i,
                    }]
                ),
                "a[match0..n{_=>i,}]",
            ),
            (quote!(&a[*..1]), "&a[*..1]"),
            (quote!(a.len() < len()), "a.len().__vyre_length()<len()"),
            (quote!((0..n).step_by(k)), "(0..n).step_by(e::at(k))"),
            (quote!([[0u32; 2]; N * 2]), "[[0u32;2];(N*2)as::core::primitive::usize]"),
            (quote!(let w: [u32; N] = [1, 2];), "letw:[u32;(N)as::core::primitive::usize]=[1,2];"),
            (quote!(return [a[0]; 4u32]), "return[a[e::at(0)];4]"),
            (quote!(workgroup_array::<[u32; 2], 3>()), "workgroup_array::<[u32;2],3>()"),
            (
                quote!(workgroup_array::<Vec<u32, 2>, N>()),
                "workgroup_array::<Vec<u32,2>,{(N)as::core::primitive::usize}>()",
            ),
            (quote!(workgroup_array::<u32, N: >()), "workgroup_array::<u32,N:>()"),
            (quote!([0; N N]), "[0;NN]"),
            (quote!(let [a, b] = pair;), "let[a,b]=pair;"),
            (quote!(fn f(x: u32) where [T]: Copy), "fnf(x:u32)where[T]:Copy"),
            (quote!(fn f<'a>(x: &'a [u32], y: &'a mut [u32; 2])), "fnf<'a>(x:&'a[u32],y:&'amut[u32;2])"),
        ] {
            assert_eq!(written(tokens), expected);
        }
    }

    #[test]
    fn what_nothing_can_stand_beside_has_none() {
        let method = quote!(
            fn f(&mut self) {}
        );
        assert!(function(&method, &syn::parse_quote!(#method), &quote!(vyre)).is_empty());
        for block in [
            quote!(impl Clone for S {}),
            quote!(
                impl<T> S<T> {}
            ),
        ] {
            assert!(methods(&syn::parse_quote!(#block), &quote!(vyre)).is_empty(), "{block}");
        }
    }

    #[test]
    fn functions_of_an_impl_are_those_of_a_trait() {
        let left = methods(&syn::parse_quote!(impl S { fn f(self) -> u32 { self.a[0] } }), &quote!(vyre));
        let left = left.to_string();
        assert!(left.contains("impl __Editor for S") && left.contains("self . a ["), "{left}");
    }
}
