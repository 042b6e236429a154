//! The items with vyre's attributes in a text of tokens, and their expansions. What an expansion hands to the macros of types and functions is
//! answered from the text. The ui-tests have this module as well.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// An item with one of the attributes.
pub(crate) struct Item {
    pub(crate) of: Of,
    pub(crate) attribute: TokenStream,
    pub(crate) item: TokenStream,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Of {
    Kernel,
    Function,
    Operation,
    Data,
}

/// The most types and functions that one item may ask for here.
const ROUNDS: usize = 12;

impl Item {
    /// What becomes of it, with the types and functions that stand beside it: what the attribute leaves, and then what comes of each definition
    /// that is asked for.
    pub(crate) fn expansions(&self, items: &[Item]) -> Vec<TokenStream> {
        let mut expansions = vec![self.first()];
        for _ in 0..ROUNDS {
            let Some((path, state)) = expansions.last().and_then(|last| asked(last.clone())) else { break };
            let definitions = items.iter().map(Item::first);
            let Some(definition) = definitions.into_iter().find_map(|item| definition(item, &path)) else {
                break;
            };
            let group = proc_macro2::Group::new(Delimiter::Brace, definition);
            expansions.push(vyre_lang::finish([TokenTree::from(group)].into_iter().chain(state).collect()));
        }
        expansions
    }

    fn first(&self) -> TokenStream {
        let (attribute, item) = (self.attribute.clone(), self.item.clone());
        match self.of {
            Of::Kernel => vyre_lang::kernel(attribute, item),
            Of::Function => vyre_lang::function(attribute, item),
            Of::Operation => vyre_lang::operation(attribute, item),
            Of::Data => vyre_lang::data(attribute, item),
        }
    }
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
                let call: Vec<TokenTree> = group.stream().into_iter().collect();
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
    let list: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, word: &str| list.get(at).is_some_and(|token| token.to_string() == word);
    let aliased = (0..list.len()).find(|at| is(*at, "as") && is(at + 1, name));
    let unique = aliased.and_then(|at| Some(list.get(at.checked_sub(1)?)?.to_string()));
    let own = unique.and_then(|unique| {
        let at = (0..list.len()).find(|at| is(*at, "macro_rules") && is(at + 2, &unique))?;
        let TokenTree::Group(rules) = list.get(at + 3)? else { return None };
        let last = |tokens: TokenStream| {
            tokens
                .into_iter()
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

/// The items with an attribute, in groups too.
pub(crate) fn collect(tokens: TokenStream, items: &mut Vec<Item>) {
    let list: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < list.len() {
        let Some((of, attribute)) = attribute(&list, at) else {
            if let TokenTree::Group(group) = &list[at] {
                collect(group.stream(), items);
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
        items.push(Item { of, attribute, item: list[start..end].iter().cloned().collect() });
        at = end;
    }
}

/// The attribute `#[vyre::kernel(..)]` at a place, or one of its kin, and its arguments.
fn attribute(list: &[TokenTree], at: usize) -> Option<(Of, TokenStream)> {
    let [TokenTree::Punct(hash), TokenTree::Group(group), ..] = &list[at..] else { return None };
    if hash.as_char() != '#' || group.delimiter() != Delimiter::Bracket {
        return None;
    }
    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
    let [TokenTree::Ident(krate), _, _, TokenTree::Ident(name), rest @ ..] = &inner[..] else { return None };
    if krate != "vyre" {
        return None;
    }
    let of = match name.to_string().as_str() {
        "kernel" => Of::Kernel,
        "function" => Of::Function,
        "operation" => Of::Operation,
        "data" => Of::Data,
        _ => return None,
    };
    let arguments = match rest.first() {
        Some(TokenTree::Group(arguments)) => arguments.stream(),
        _ => TokenStream::new(),
    };
    Some((of, arguments))
}
