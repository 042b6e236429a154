//! What editors see of a kernel's body. rust-analyzer completes and explains the tokens that an attribute leaves behind, so
//! the function is left behind once more, for it alone and as it is written, in the scope of what `vyre::editor` stands in for. rustc
//! never sees it.
//!
//! An attribute leaves it at once, before it asks for the definitions that the function names: what a macro called later leaves is not where an
//! editor's caret is. It comes first: rust-analyzer looks for the caret at the same place of two expansions, with and without what is being
//! written, so nothing in front may depend on that.
//!
//! Where the language has `u32` and Rust `usize`, the copy converts: indices, `len()`, lengths and steps.

use crate::attribute;
use crate::diagnostics::Errors;
use crate::guard::{self, PREFIXES};
use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{ImplItem, ItemFn, ItemImpl};

/// The function under an attribute as one that nobody calls, and the functions of an `impl` as those of a trait that nobody knows.
pub(crate) fn stand_in(given: &TokenStream, item: &TokenStream) -> TokenStream {
    let errors = &mut Errors::of(item.clone());
    let krate = attribute::parse(given.clone(), errors).krate;
    // No parser takes what is nested too deeply.
    if !guard::check(item, errors) {
        return TokenStream::new();
    }
    let editor = quote!(#krate::__private::editor);
    let trees = without_attributes(item);
    let named = |name: &str| trees.iter().any(|tree| matches!(tree, TokenTree::Ident(word) if word == name));
    let is_block = named("impl");
    let copy = if is_block {
        methods(&trees, &editor)
    } else if named("fn") && !takes_self(&trees) {
        Some(plain(trees.into_iter().collect(), &editor, 0))
    } else {
        None
    };
    let Some(copy) = copy else { return TokenStream::new() };
    // A constant in an `impl` needs a name, and a function has one.
    let name = match syn::parse2::<ItemFn>(item.clone()) {
        Ok(function) => format_ident!("__VYRE_EDITOR_{}", function.sig.ident),
        // rustc would tell twice what no parser understands. An editor completes it before it asks.
        Err(_) if !is_block => return TokenStream::new(),
        Err(_) => Ident::new("_", Span::call_site()),
    };
    quote! {
        #[allow(unexpected_cfgs, dead_code, non_upper_case_globals)]
        const #name: () = {
            #[cfg(rust_analyzer)]
            #[allow(nonstandard_style, unused)]
            fn __editor() {
                use #editor::*;
                #copy
            }
        };
    }
}

/// The tokens of an item after its attributes.
fn without_attributes(item: &TokenStream) -> Vec<TokenTree> {
    let mut trees = item.clone().into_iter().peekable();
    while matches!(trees.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == '#') {
        trees.nth(1);
    }
    trees.collect()
}

/// Whether a function is a method: those stand in an `impl`, where nothing can stand beside them.
fn takes_self(trees: &[TokenTree]) -> bool {
    let params = trees.iter().find_map(|tree| match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some(group.stream()),
        _ => None,
    });
    let is_self = |tree| matches!(tree, TokenTree::Ident(name) if name == "self");
    params.into_iter().flatten().take(4).any(is_self)
}

/// The functions of an `impl`. A type has each of them once, so these are a trait's, which is in scope here alone.
fn methods(trees: &[TokenTree], editor: &TokenStream) -> Option<TokenStream> {
    let block: ItemImpl = syn::parse2(trees.iter().cloned().collect()).ok()?;
    if block.trait_.is_some() || !block.generics.params.is_empty() {
        return None;
    }
    let functions = || {
        block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(function) => Some(function),
            _ => None,
        })
    };
    let signatures = functions().map(|function| plain(function.sig.to_token_stream(), editor, 0));
    let bodies = functions().map(|function| plain(function.block.to_token_stream(), editor, 0));
    let declared = functions().map(|function| &function.sig);
    let owner = &block.self_ty;
    Some(quote! {
        trait __Editor: Sized {
            #(#declared;)*
        }
        impl __Editor for #owner {
            #(#signatures #bodies)*
        }
    })
}

/// Tokens as plain Rust. What is nested deeper than any kernel's tokens (`guard` has the limit) stays as it is.
fn plain(tokens: TokenStream, editor: &TokenStream, depth: usize) -> TokenStream {
    let trees = with_lengths(tokens.into_iter().collect());
    let mut new = TokenStream::new();
    for (at, token) in trees.iter().enumerate() {
        match token {
            TokenTree::Group(group) if depth < MAX_DEPTH => {
                new.extend(plain_group(group, &trees[..at], editor, depth));
            }
            // Kernels know names by their letters, also those that a `macro_rules!` wrote beside its user's.
            TokenTree::Ident(name) if name != "$crate" => {
                let mut name = name.clone();
                name.set_span(name.span().resolved_at(Span::call_site()));
                new.extend([TokenTree::from(name)]);
            }
            _ => new.extend([token.clone()]),
        }
    }
    new
}

const MAX_DEPTH: usize = 200;

/// A group after the tokens `before`.
fn plain_group(group: &Group, before: &[TokenTree], editor: &TokenStream, depth: usize) -> TokenStream {
    let inner = plain(group.stream(), editor, depth + 1);
    let is_method = |name: &str| match before {
        [.., dot, TokenTree::Ident(method)] => is_mark(dot, '.') && method == name,
        _ => false,
    };
    let (inner, after) = match group.delimiter() {
        Delimiter::Bracket if ends_operand(before.last()) => (index(inner, editor), None),
        Delimiter::Bracket => (array(inner), None),
        Delimiter::Parenthesis if is_method("len") && inner.is_empty() => {
            (inner, Some(quote!(.__vyre_length())))
        }
        Delimiter::Parenthesis if is_method("step_by") => (quote!(#editor::at(#inner)), None),
        _ => (inner, None),
    };
    let mut copy = Group::new(group.delimiter(), inner);
    copy.set_span(group.span());
    let copy = TokenTree::from(copy);
    quote!(#copy #after)
}

/// What stands between the brackets of an index: a number, or a range of them.
fn index(inner: TokenStream, editor: &TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = inner.into_iter().collect();
    let at = |trees: &[TokenTree]| match trees {
        [] => TokenStream::new(),
        trees => quote!(#editor::at(#(#trees)*)),
    };
    let is_range = |pair: &[TokenTree]| {
        let is_joint = matches!(&pair[0], TokenTree::Punct(mark) if mark.spacing() == Spacing::Joint);
        is_joint && pair.iter().all(|tree| is_mark(tree, '.'))
    };
    let Some(from) = trees.windows(2).position(is_range) else { return at(&trees) };
    let to = from + 2 + usize::from(trees.get(from + 2).is_some_and(|tree| is_mark(tree, '=')));
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

fn length(trees: &[TokenTree]) -> TokenStream {
    match trees {
        [TokenTree::Literal(literal)] if !literal.to_string().ends_with("u32") => quote!(#literal),
        trees => quote!((#(#trees)*) as usize),
    }
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
            && comma + 1 < end
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

fn is_mark(tree: &TokenTree, mark: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// Whether brackets after the token are an index.
fn ends_operand(token: Option<&TokenTree>) -> bool {
    match token {
        Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Brace,
        Some(TokenTree::Ident(name)) => !PREFIXES.contains(&name.to_string().as_str()),
        Some(TokenTree::Literal(_)) => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() == '?',
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens as plain Rust, without spaces.
    fn written(tokens: TokenStream) -> String {
        plain(tokens, &quote!(e), 0).to_string().replace(' ', "")
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
            (quote!(a.len() < len()), "a.len().__vyre_length()<len()"),
            (quote!((0..n).step_by(k)), "(0..n).step_by(e::at(k))"),
            (quote!([[0u32; 2]; N * 2]), "[[0u32;2];(N*2)asusize]"),
            (quote!(let w: [u32; N] = [1, 2];), "letw:[u32;(N)asusize]=[1,2];"),
            (quote!(return [a[0]; 4u32]), "return[a[e::at(0)];(4u32)asusize]"),
            (quote!(workgroup_array::<[u32; 2], 3>()), "workgroup_array::<[u32;2],3>()"),
            (quote!(workgroup_array::<Vec<u32, 2>, N>()), "workgroup_array::<Vec<u32,2>,{(N)asusize}>()"),
            (quote!(let [a, b] = pair;), "let[a,b]=pair;"),
        ] {
            assert_eq!(written(tokens), expected);
        }
    }

    #[test]
    fn methods_and_what_is_no_function_have_none() {
        for item in [
            quote!(
                struct S {
                    a: u32,
                }
            ),
            quote!(
                fn f(&mut self) {}
            ),
            quote!(impl Clone for S {}),
        ] {
            assert!(stand_in(&TokenStream::new(), &item).is_empty(), "{item}");
        }
        let method = stand_in(&TokenStream::new(), &quote!(impl S { fn f(self) -> u32 { self.a[0] } }));
        assert!(method.to_string().contains("self . a ["), "{method}");
    }
}
