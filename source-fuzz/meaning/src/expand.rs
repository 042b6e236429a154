//! Expands a module as the attributes do, without a compiler, and says the first error.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// An item with one of the attributes, and what becomes of it at first.
pub struct Item {
    first: TokenStream,
    is_program: bool,
}

/// The most types and functions that one item may ask for.
const ROUNDS: usize = 24;

/// The items of a text that have an attribute.
pub fn items(text: &str, is_program: bool) -> Result<Vec<Item>, String> {
    let tokens: TokenStream = text.parse().map_err(|error| format!("no tokens: {error}"))?;
    let mut items = Vec::new();
    collect(tokens, is_program, &mut items);
    Ok(items)
}

/// The message of the first error of the items of a program, beside which others stand.
pub fn error(program: &[Item], beside: &[Item]) -> Option<String> {
    program.iter().find_map(|item| {
        let mut result = item.first.clone();
        for _ in 0..ROUNDS {
            let Some((path, state)) = asked(result.clone()) else { break };
            let mut all = program.iter().chain(beside);
            let Some(definition) = all.find_map(|item| definition(item.first.clone(), &path)) else { break };
            let group = Group::new(Delimiter::Brace, definition);
            result = vyre_lang::finish([TokenTree::from(group)].into_iter().chain(state).collect());
        }
        if item.is_program { message(result) } else { None }
    })
}

fn message(tokens: TokenStream) -> Option<String> {
    let list = Vec::from_iter(tokens);
    list.iter().enumerate().find_map(|(at, token)| match token {
        TokenTree::Ident(ident) if ident == "compile_error" => {
            Some(list.get(at + 2).map_or_else(String::new, ToString::to_string))
        }
        TokenTree::Group(group) => message(group.stream()),
        _ => None,
    })
}

/// The name of the type or function that an expansion asks for, and the state that it hands on.
fn asked(tokens: TokenStream) -> Option<(String, TokenStream)> {
    let mut is_asking = false;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                is_asking |= ident.to_string().contains("with_the_attribute_vyre_function")
                    || ident.to_string().contains("need_the_attribute_vyre_data")
            }
            TokenTree::Group(group) if is_asking => {
                let call = Vec::from_iter(group.stream());
                let path = call.iter().rev().find_map(|token| match token {
                    TokenTree::Ident(ident) => Some(ident.to_string()),
                    _ => None,
                })?;
                let TokenTree::Group(arguments) = call.last()? else { return None };
                return Some((path, arguments.stream().into_iter().skip(1).collect()));
            }
            TokenTree::Group(group) => {
                if let Some(found) = asked(group.stream()) {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}

/// The definition that an expanded type or function leaves under a name: `macro_rules! unique {..}` and `use unique as name`.
fn definition(tokens: TokenStream, name: &str) -> Option<TokenStream> {
    let list = Vec::from_iter(tokens);
    let is = |at: usize, word: &str| list.get(at).is_some_and(|token| token.to_string() == word);
    let aliased = (0..list.len()).find(|at| is(*at, "as") && is(at + 1, name));
    let unique = aliased.and_then(|at| Some(list.get(at.checked_sub(1)?)?.to_string()));
    let own = unique.and_then(|unique| {
        let at = (0..list.len()).find(|at| is(*at, "macro_rules") && is(at + 2, &unique))?;
        let TokenTree::Group(rules) = list.get(at + 3)? else { return None };
        let last = |tokens: TokenStream| {
            let groups = tokens.into_iter();
            groups
                .filter_map(|token| if let TokenTree::Group(group) = token { Some(group) } else { None })
                .last()
        };
        let call = last(last(rules.stream())?.stream())?;
        match call.stream().into_iter().next()? {
            TokenTree::Group(definition) => Some(definition.stream()),
            _ => None,
        }
    });
    own.or_else(|| {
        list.into_iter().find_map(|token| match token {
            TokenTree::Group(group) => definition(group.stream(), name),
            _ => None,
        })
    })
}

fn collect(tokens: TokenStream, is_program: bool, items: &mut Vec<Item>) {
    let list = Vec::from_iter(tokens);
    let mut at = 0;
    while at < list.len() {
        let Some((of, attribute)) = attribute(&list, at) else {
            if let TokenTree::Group(group) = &list[at] {
                collect(group.stream(), is_program, items);
            }
            at += 1;
            continue;
        };
        let start = at + 2;
        let is_end = |token: &TokenTree| match token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(punct) => punct.as_char() == ';',
            _ => false,
        };
        let end = list[start..].iter().position(is_end).map_or(list.len(), |end| start + end + 1);
        let item = list[start..end].iter().cloned().collect();
        let first = match &of[..] {
            "kernel" => vyre_lang::kernel(attribute, item),
            "function" => vyre_lang::function(attribute, item),
            _ => vyre_lang::data(attribute, item),
        };
        items.push(Item { first, is_program });
        at = end;
    }
}

/// The attribute `#[vyre::kernel(..)]` at a place, or one of its kin, and its arguments.
fn attribute(list: &[TokenTree], at: usize) -> Option<(String, TokenStream)> {
    let [TokenTree::Punct(hash), TokenTree::Group(group), ..] = &list[at..] else { return None };
    if hash.as_char() != '#' || group.delimiter() != Delimiter::Bracket {
        return None;
    }
    let inner = Vec::from_iter(group.stream());
    let [TokenTree::Ident(krate), _, _, TokenTree::Ident(name), rest @ ..] = &inner[..] else { return None };
    if krate != "vyre" {
        return None;
    }
    let arguments = match rest.first() {
        Some(TokenTree::Group(arguments)) => arguments.stream(),
        _ => TokenStream::new(),
    };
    Some((name.to_string(), arguments))
}
