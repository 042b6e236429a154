//! What editors see of a kernel's body. rust-analyzer completes and explains the tokens that an attribute leaves behind, so
//! the body is left behind once more, for it alone: in a function over the stand-in types of `vyre::editor`, which rustc
//! never sees.

use crate::guard::PREFIXES;
use crate::signature::{Param, Passing};
use crate::types::{Ty, host_value};
use proc_macro2::{Delimiter, Group, Literal, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Signature;

/// The body as a function that nobody calls. `body` is the user's block.
pub(crate) fn stand_in(
    signature: &Signature,
    params: &[Param],
    body: &TokenStream,
    krate: &TokenStream,
) -> TokenStream {
    let (name, generics, output) = (&signature.ident, &signature.generics, &signature.output);
    let editor = quote!(#krate::__private::editor);
    let params = params.iter().zip(signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(input) => Some(&input.ty),
        syn::FnArg::Receiver(_) => None,
    }));
    let value = |ty: Ty| match ty.vector_lanes() {
        None => host_value(ty, krate).unwrap_or_default(),
        Some(lanes) => {
            let lanes = Literal::u32_unsuffixed(lanes);
            quote!(#editor::Vector<#lanes>)
        }
    };
    let params = params.map(|(param, written)| {
        let (name, mutable) = (&param.name, param.is_mutable.then(|| quote!(mut)));
        let value = |ty: Ty| match &param.whole {
            Some(whole) => stand_in_type(whole, &editor),
            None => value(ty),
        };
        let ty = match param.passing {
            Passing::Read(Ty::U8) => quote!(&#editor::Bytes),
            Passing::Read(ty) | Passing::Uniform(ty) => {
                let ty = value(ty);
                quote!(&#editor::Slice<#ty>)
            }
            Passing::Write(ty) => {
                let ty = value(ty);
                quote!(&mut #editor::Slice<#ty>)
            }
            Passing::Atomic => quote!(&#editor::Slice<#editor::AtomicU32>),
            Passing::Scalar(ty) => value(ty),
            Passing::Unknown => quote!(#written),
        };
        quote!(#mutable #name: #ty)
    });
    let body = with_arrays(body.clone(), &editor);
    quote! {
        #[cfg(rust_analyzer)]
        #[allow(nonstandard_style, unused)]
        fn __editor() {
            use #editor::*;
            fn #name #generics (#(#params),*) #output #body
        }
    }
}

/// The body of a function beside kernels, likewise.
pub(crate) fn stand_in_of_function(
    signature: &Signature,
    body: &TokenStream,
    krate: &TokenStream,
) -> TokenStream {
    let editor = quote!(#krate::__private::editor);
    let [signature, body] = [signature.to_token_stream(), body.clone()].map(|it| with_arrays(it, &editor));
    quote! {
        #[cfg(rust_analyzer)]
        #[allow(nonstandard_style, unused)]
        fn __editor() {
            use #editor::*;
            #signature #body
        }
    }
}

/// The stand-in for a type that may be an array.
fn stand_in_type(ty: &syn::Type, editor: &TokenStream) -> TokenStream {
    let syn::Type::Array(array) = ty else { return ty.to_token_stream() };
    let (element, length) = (stand_in_type(&array.elem, editor), array.len.to_token_stream());
    match (element.to_string().as_str(), length.to_string().as_str()) {
        ("u32", "2" | "4") => quote!(#editor::Vector<#length>),
        _ => quote!(#editor::Array<#element>),
    }
}

/// The tokens with stand-ins for arrays and vectors, whose indices are no `u32` in Rust: for `[a, b]`, `[a; n]` and the types
/// `[T; N]`.
fn with_arrays(tokens: TokenStream, editor: &TokenStream) -> TokenStream {
    rewritten(tokens.clone(), (Delimiter::None, false), (editor, 0)).unwrap_or(tokens)
}

/// The same, or nothing where there are no arrays and vectors. What is nested deeper than any kernel's tokens (`guard` has the limit)
/// stays as it is.
fn rewritten(
    tokens: TokenStream,
    (delimiter, of_type): (Delimiter, bool),
    (editor, depth): (&TokenStream, usize),
) -> Option<TokenStream> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut replaced: Vec<Option<TokenStream>> = Vec::with_capacity(trees.len());
    let (mut is_type, is_struct) = (of_type, delimiter == Delimiter::Brace && begins_with_field(&trees));
    for (at, token) in trees.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &trees[before]);
        replaced.push(match token {
            TokenTree::Group(group) if depth < MAX_DEPTH => {
                // The parts of a tuple's type are types, and so are the elements of an array's.
                let of_type = is_type && group.delimiter() != Delimiter::Brace;
                let inner = rewritten(group.stream(), (group.delimiter(), of_type), (editor, depth + 1));
                let is_array = group.delimiter() == Delimiter::Bracket && !ends_operand(before);
                let list = is_array.then(|| inner.clone().unwrap_or_else(|| group.stream()));
                let array = list.and_then(|list| array(&list, is_type, editor));
                array.or_else(|| {
                    let mut copy = Group::new(group.delimiter(), inner?);
                    copy.set_span(group.span());
                    Some(copy.into_token_stream())
                })
            }
            _ => None,
        });
        // `name: [..]`, `-> [..]` and `::<[..], 4>`: no value follows these.
        is_type = match token {
            TokenTree::Punct(punct) => match punct.as_char() {
                // Values of fields follow it in a struct.
                ':' if is_struct => false,
                ':' | '<' => punct.spacing() == Spacing::Alone,
                '&' => is_type,
                ',' => of_type,
                '>' => matches!(before, Some(TokenTree::Punct(first)) if first.as_char() == '-'),
                _ => false,
            },
            TokenTree::Ident(name) => is_type && *name == "mut",
            _ => false,
        };
    }
    let is_new = replaced.iter().any(Option::is_some);
    let tokens = trees.into_iter().zip(replaced).flat_map(|(token, new)| match new {
        Some(new) => new.into_iter().collect(),
        None => vec![token],
    });
    is_new.then(|| tokens.collect())
}

const MAX_DEPTH: usize = 200;

/// The stand-in for what stands between brackets, if that is an array or a vector.
fn array(inner: &TokenStream, is_type: bool, editor: &TokenStream) -> Option<TokenStream> {
    let is_mark =
        |token: &TokenTree, mark| matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark);
    let trees: Vec<TokenTree> = inner.clone().into_iter().collect();
    let Some(at) = trees.iter().position(|tree| is_mark(tree, ';')) else {
        let commas =
            trees.iter().take(trees.len().saturating_sub(1)).filter(|tree| is_mark(tree, ',')).count();
        return match commas {
            1 => Some(quote!(#editor::vector2(#inner))),
            3 => Some(quote!(#editor::vector4(#inner))),
            _ => None,
        };
    };
    let element: TokenStream = trees[..at].iter().cloned().collect();
    let length: TokenStream = trees[at + 1..].iter().cloned().collect();
    let lanes = length.to_string();
    let is_vector = (lanes == "2" || lanes == "4") && may_be_u32(&element.to_string(), is_type);
    Some(match (is_type, is_vector) {
        (true, true) => quote!(#editor::Vector<#length>),
        (true, false) => quote!(#editor::Array<#element>),
        (false, true) => quote!(#editor::Vector::<#length>::splat(#element)),
        (false, false) => quote!(#editor::Array::filled(#element, #length)),
    })
}

/// Whether tokens begin as the fields of a struct do: `name: value` or `name, ..`. No block begins so.
fn begins_with_field(trees: &[TokenTree]) -> bool {
    match trees {
        [TokenTree::Ident(_), TokenTree::Punct(mark), ..] => {
            matches!((mark.as_char(), mark.spacing()), (':', Spacing::Alone) | (',', _))
        }
        _ => false,
    }
}

/// Whether elements that are written so may be `u32`s, as those of vectors are: nothing says otherwise.
fn may_be_u32(element: &str, is_type: bool) -> bool {
    if is_type {
        return element == "u32";
    }
    let is_of_another_type = ["u64", "u128", "i32"].iter().any(|suffix| element.ends_with(suffix));
    let is_bool = element == "true" || element == "false";
    // Arrays in arrays have become paths, and a sign is no `u32`'s.
    !(is_of_another_type || is_bool || element.contains("::") || element.starts_with('-'))
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

    /// The stand-ins' short names, without spaces.
    fn plain(tokens: TokenStream) -> String {
        with_arrays(tokens, &quote!(e)).to_string().replace(' ', "")
    }

    #[test]
    fn arrays_and_vectors_get_stand_ins() {
        for (written, expected) in [
            (quote!(let w = [0u32; 64];), "letw=e::Array::filled(0u32,64);"),
            (quote!(let w = [[0u32; 2]; N * 2];), "letw=e::Array::filled(e::Vector::<2>::splat(0u32),N*2);"),
            (quote!(let v: [u32; 4] = [a, b, c[1], d];), "letv:e::Vector<4>=e::vector4(a,b,c[1],d);"),
            (
                quote!(
                    fn f(p: [u32; 2]) -> [u32; 2] {
                        [p[1], p[0]]
                    }
                ),
                "fnf(p:e::Vector<2>)->e::Vector<2>{e::vector2(p[1],p[0])}",
            ),
            (quote!(workgroup_array::<[u32; 2], 3>()), "workgroup_array::<e::Vector<2>,3>()"),
            (quote!(return [1, 2];), "returne::vector2(1,2);"),
            (
                quote!(
                    fn f(p: &mut [u32; 8], q: &[i32; 3], r: &mut [u32; 2]) {}
                ),
                "fnf(p:&mute::Array<u32>,q:&e::Array<i32>,r:&mute::Vector<2>){}",
            ),
            (quote!(let w = [0u64; 2];), "letw=e::Array::filled(0u64,2);"),
            (quote!(let w: [i32; 4] = [-1; 4];), "letw:e::Array<i32>=e::Array::filled(-1,4);"),
            (quote!(let w = [false; 4];), "letw=e::Array::filled(false,4);"),
            (
                quote!(let (p, q): (P, [f32; 3]) = f(a, [1, 2, 3]);),
                "let(p,q):(P,e::Array<f32>)=f(a,[1,2,3]);",
            ),
            (quote!(let p = P { a: [0.5; 3], b };), "letp=P{a:e::Array::filled(0.5,3),b};"),
            (
                quote!(let w: [[u32; 3]; N] = [[1, 2, 3], x];),
                "letw:e::Array<e::Array<u32>>=e::vector2([1,2,3],x);",
            ),
            (quote!(let w = [[7; 2]; 2];), "letw=e::Array::filled(e::Vector::<2>::splat(7),2);"),
        ] {
            assert_eq!(plain(written), expected);
        }
    }

    #[test]
    fn indices_stay() {
        for written in
            [quote!(out[i] = a[b[i]][2]), quote!(f(x)[0]), quote!((v)[0] + r#type[1]), quote!([1, 2, 3])]
        {
            let expected = written.to_string().replace(' ', "");
            assert_eq!(plain(written), expected);
        }
    }
}
