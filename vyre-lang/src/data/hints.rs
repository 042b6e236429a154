//! What a file says of the types of constants and of the results of functions. A macro sees the name of what stands outside, and its uses say of
//! which type it is, but not that `TABLE[i]` is an array, that `LIMIT.low` is a field, or what `a.plus(b).unit()` is a method of. Where the
//! constant or the function stands in the same file, its text tells. That is a hint: rustc knows what a name means, and holds the type against it.

use super::values;
use crate::constants::{Constants, Value};
use crate::files::{Position, text_of};
use crate::types::Ty;
use crate::{overload, signature};
use proc_macro2::{Group, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;
use syn::parse::ParseStream;
use syn::{Ident, Path, Type};

/// The attribute with which a function hands on the types of the constants that its body names.
const HANDED: &str = "__vyre_constants";

/// The types of the constants and of the results of the functions that a function can name.
#[derive(Default)]
pub(crate) struct Hints {
    /// Those of the file, with the byte at which the function stands.
    file: Option<(Rc<str>, usize)>,
    known: RefCell<Option<Known>>,
    values: RefCell<Option<Constants>>,
}

/// Types by the names of constants or functions: nothing for a name that means another thing than it seems.
type Types = HashMap<String, Option<Type>>;

/// The constants and functions of a file.
#[derive(Default)]
struct Known {
    constants: Named,
    functions: Named,
}

#[derive(Default)]
struct Named {
    /// Those that can be named.
    visible: Types,
    /// Those in a module or an `impl`, as in `shapes::SIDES` and `Shape::SIDES`, by the last two names.
    owned: Types,
    /// What a `use` takes a name from, as in [`owned`].
    brought: HashMap<String, String>,
}

impl Named {
    fn of(&self, path: &Path) -> Option<Type> {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        match &names[..] {
            [name] => self.visible.get(name)?.clone(),
            [.., owner, name] => self.owned.get(&owned(owner, name))?.clone(),
            [] => None,
        }
    }
}

/// The type of a constant, where `Self` is the type that its path names.
fn of_owner(ty: Type, path: &Path) -> Type {
    let is_self = matches!(&ty, Type::Path(it) if it.qself.is_none() && it.path.is_ident("Self"));
    let mut owner = path.clone();
    owner.segments.pop();
    owner.segments.pop_punct();
    match owner.segments.last() {
        Some(last) if is_self && last.ident != "Self" => {
            Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path: owner })
        }
        _ => ty,
    }
}

impl Hints {
    pub(crate) fn of(function: &syn::ItemFn) -> Hints {
        if let Some(handed) = function.attrs.iter().find(|it| it.path().is_ident(HANDED)) {
            return Hints::of_constants(handed.parse_args_with(handed_constants).unwrap_or_default());
        }
        Hints::at(function.sig.ident.span())
    }

    /// What is known of constants by their names, or by those of their types and their own: their types, and the values of some.
    pub(crate) fn of_constants(constants: Vec<(String, Type, Option<syn::Expr>)>) -> Hints {
        let mut values = Constants::default();
        let mut named = Named::default();
        for (name, ty, value) in constants {
            if let Some(value) = value {
                values.add(name.clone(), syn::parse_quote!(const VALUE: #ty = #value;));
            }
            let types = if name.contains("::") { &mut named.owned } else { &mut named.visible };
            types.insert(name, Some(ty));
        }
        let known = Known { constants: named, ..Known::default() };
        Hints { file: None, known: Some(known).into(), values: Some(values).into() }
    }

    /// What can be named where a token stands.
    pub(crate) fn at(span: Span) -> Hints {
        let file = text_of(span).map(|text| {
            let Position { line, column } = Position::start(span);
            let before = text.split_inclusive('\n').take(line.saturating_sub(1));
            let at = before.map(str::len).sum::<usize>() + column.saturating_sub(1);
            (Rc::from(text), at)
        });
        Hints { file, ..Hints::default() }
    }

    /// What a text tells, of which all is in sight.
    pub(crate) fn of_text(text: &str) -> Hints {
        Hints { file: Some((Rc::from(text), text.len())), ..Hints::default() }
    }

    /// The type of the constant that a path names.
    pub(crate) fn type_of(&self, path: &Path) -> Option<Type> {
        let ty = self.known(|known| known.constants.of(path))?;
        let ty = of_owner(ty, path);
        let settled = self.with_lengths(ty.to_token_stream(), &BTreeSet::new(), &mut TokenStream::new());
        syn::parse2(settled).ok()
    }

    /// What the function that a path names gives.
    pub(crate) fn result_of(&self, path: &Path) -> Option<Type> {
        self.known(|known| known.functions.of(path))
    }

    /// What a `use` takes a name from: the last two names of its path.
    pub(crate) fn source_of(&self, name: &str) -> Option<String> {
        self.known(|known| known.constants.brought.get(name).cloned())
    }

    /// What a method of a type gives, if there is the method, and as far as its text says so.
    pub(crate) fn result_of_method(&self, owner: &str, name: &str) -> Option<Option<Type>> {
        self.known(|known| known.functions.owned.get(&owned(owner, name)).cloned())
    }

    /// The bits of the integer or the truth that an expression over constants has as its value. `inner` are constants of the body.
    pub(crate) fn bits_of(&self, expr: &syn::Expr, inner: &[syn::ItemConst]) -> Option<u128> {
        match self.value_of(expr, inner)? {
            Value::Int(number) => Some(number.bits),
            Value::Bool(value) => Some(value.into()),
            _ => None,
        }
    }

    fn value_of(&self, expr: &syn::Expr, inner: &[syn::ItemConst]) -> Option<Value> {
        let mut values = self.values.borrow_mut();
        let values = values.get_or_insert_with(|| match &self.file {
            Some((text, at)) => values::at(text, &declared_in(text), *at),
            None => Constants::default(),
        });
        for constant in inner {
            let name = constant.ident.to_string();
            if !values.has_constant(&name) {
                values.add(name, constant.clone());
            }
        }
        values.expression(expr, &[]).ok()
    }

    /// A signature in which the lengths of arrays are numbers, as far as they are known: where the callers of a function stand, the constants
    /// that it names may mean something else. And what rustc asserts of these numbers.
    pub(crate) fn settled(&self, signature: &syn::Signature) -> (TokenStream, TokenStream) {
        let own = signature.generics.params.iter().filter_map(|param| match param {
            syn::GenericParam::Const(param) => Some(param.ident.to_string()),
            syn::GenericParam::Type(param) => Some(param.ident.to_string()),
            syn::GenericParam::Lifetime(_) => None,
        });
        let mut asserted = TokenStream::new();
        (self.with_lengths(signature.to_token_stream(), &own.collect(), &mut asserted), asserted)
    }

    fn with_lengths(
        &self,
        tokens: TokenStream,
        own: &BTreeSet<String>,
        asserted: &mut TokenStream,
    ) -> TokenStream {
        let settled = tokens.into_iter().map(|token| {
            let TokenTree::Group(group) = token else { return token };
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            let is_semicolon = |it: &TokenTree| matches!(it, TokenTree::Punct(mark) if mark.as_char() == ';');
            let number = inner.iter().rposition(is_semicolon).and_then(|at| {
                let length: TokenStream = inner[at + 1..].iter().cloned().collect();
                let number = self.number(&length, own)?;
                asserted.extend(same_length(&length, number as usize));
                let mut number = Literal::u32_unsuffixed(number);
                number.set_span(inner.get(at + 1)?.span());
                Some((at, number))
            });
            let stream = match number {
                Some((at, number)) => {
                    let element = self.with_lengths(inner[..at].iter().cloned().collect(), own, asserted);
                    quote!(#element; #number)
                }
                None => self.with_lengths(group.stream(), own, asserted),
            };
            let mut settled = Group::new(group.delimiter(), stream);
            settled.set_span(group.span());
            settled.into()
        });
        settled.collect()
    }

    /// A length that is no number yet and names no parameter of its function.
    fn number(&self, length: &TokenStream, own: &BTreeSet<String>) -> Option<u32> {
        let expr: syn::Expr = syn::parse2(length.clone()).ok()?;
        let is_own = || names(length.clone()).iter().any(|name| own.contains(name));
        if matches!(expr, syn::Expr::Lit(_)) || is_own() {
            return None;
        }
        u32::try_from(self.bits_of(&expr, &[])?).ok()
    }

    fn known<T>(&self, of: impl FnOnce(&Known) -> Option<T>) -> Option<T> {
        let mut known = self.known.borrow_mut();
        of(known.get_or_insert_with(|| match &self.file {
            Some((text, at)) => Known::of(text, *at),
            None => Known::default(),
        }))
    }

    /// The attribute that hands on what is known of the constants that tokens name.
    pub(crate) fn handed(&self, tokens: TokenStream) -> Option<TokenStream> {
        let names = names(tokens).into_iter().filter(|name| !name.contains(char::is_lowercase));
        let constants = names.filter_map(|name| {
            let name: Ident = syn::parse_str(&name).ok()?;
            let ty = self.type_of(&name.clone().into())?;
            let is_plain = signature::written(&ty).is_some_and(|ty| ty.is_integer() || ty == Ty::Bool);
            let value = is_plain.then(|| self.value_of(&syn::parse_quote!(#name), &[])).flatten();
            let value = value.and_then(|value| literal(&value)).map(|value| quote!(= #value));
            Some(quote!(#name: #ty #value;))
        });
        let constants: Vec<TokenStream> = constants.collect();
        let handed = format_ident!("{HANDED}");
        (!constants.is_empty()).then(|| quote!(#[#handed(#(#constants)*)]))
    }
}

/// rustc's word on a length that was read from the text of the file.
pub(super) fn same_length(length: &TokenStream, number: usize) -> TokenStream {
    let first = length.clone().into_iter().next();
    let span = first.map_or_else(Span::mixed_site, |it| Span::mixed_site().located_at(it.span()));
    let problem = "this length names another constant than the one in this file; write the number itself";
    quote_spanned!(span=> ::core::assert!((#length) == #number, #problem);)
}

/// The names in tokens.
fn names(tokens: TokenStream) -> BTreeSet<String> {
    let (mut open, mut names) = (vec![tokens], BTreeSet::new());
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Ident(name) => drop(names.insert(name.to_string())),
                _ => {}
            }
        }
    }
    names
}

/// An integer or a truth as Rust writes it.
pub(crate) fn literal(value: &Value) -> Option<syn::Expr> {
    match value {
        Value::Bool(value) => Some(syn::parse_quote!(#value)),
        Value::Int(number) => {
            let number = Literal::i128_unsuffixed(number.bits.cast_signed());
            syn::parse2(number.into_token_stream()).ok()
        }
        _ => None,
    }
}

/// `A: u32 = 1; B: [u8; 4];`
fn handed_constants(input: ParseStream<'_>) -> syn::Result<Vec<(String, Type, Option<syn::Expr>)>> {
    let mut constants = Vec::new();
    while !input.is_empty() {
        let name: Ident = input.parse()?;
        input.parse::<syn::Token![:]>()?;
        let ty = input.parse()?;
        let equals: Option<syn::Token![=]> = input.parse()?;
        let value = equals.map(|_| input.parse()).transpose()?;
        constants.push((name.to_string(), ty, value));
        input.parse::<syn::Token![;]>()?;
    }
    Ok(constants)
}

thread_local! {
    /// The last file with what it declares: it is the same one for all the kernels of a file.
    static LAST: RefCell<(String, Rc<[Declared]>)> = RefCell::new((String::new(), Rc::default()));
}

/// A name that a text declares, with the bytes of the braces around.
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) is_function: bool,
    /// Nothing of one that comes from elsewhere.
    ty: Option<String>,
    /// The module or the type in whose block it stands, and whether it is a type.
    pub(super) owner: Option<(String, bool)>,
    /// What a `use` takes it from, as in [`owned`].
    pub(super) from: Option<String>,
    pub(super) block: Range<usize>,
    /// Which word of the text declares it: `const`, `fn` or `use`.
    pub(super) word: usize,
}

/// The key of a constant in a module or in an `impl`.
pub(super) fn owned(owner: &str, name: &str) -> String {
    format!("{owner}::{name}")
}

impl Known {
    /// What can be named at a byte of a text. The innermost block that declares a name is the one that counts.
    fn of(text: &str, at: usize) -> Known {
        let declared = declared_in(text);
        let named = |is_function: bool| {
            Named::among(declared.iter().filter(|it| it.is_function == is_function || it.from.is_some()), at)
        };
        Known { constants: named(false), functions: named(true) }
    }
}

impl Named {
    fn among<'d>(declared: impl Iterator<Item = &'d Declared> + Clone, at: usize) -> Named {
        let parsed = |ty: &String| syn::parse_str::<Type>(ty).ok();
        let mut written: HashMap<String, Option<&String>> = HashMap::new();
        for it in declared.clone().filter(|it| it.from.is_none()) {
            if let Some((owner, _)) = &it.owner {
                // Two modules of one name.
                let known = written.entry(owned(owner, &it.name)).or_insert(it.ty.as_ref());
                *known = known.filter(|ty| Some(*ty) == it.ty.as_ref());
            }
        }
        let owned_types: Types = written.into_iter().map(|(name, ty)| (name, ty.and_then(parsed))).collect();
        // A function of a type has no name of its own.
        let is_named = |it: &&Declared| !(it.is_function && matches!(it.owner, Some((_, true))));
        let mut declared: Vec<&Declared> =
            declared.filter(|it| it.block.contains(&at)).filter(is_named).collect();
        // The outer blocks come first.
        declared.sort_by_key(|it| std::cmp::Reverse(it.block.len()));
        let of_use = |it: &Declared| owned_types.get(it.from.as_ref()?)?.clone();
        // What is brought by its name comes before what is brought with everything else of a module.
        let (all, named): (Vec<&Declared>, Vec<_>) = declared.into_iter().partition(|it| it.name == "*");
        let of_all = all.iter().filter_map(|it| it.from.as_ref()?.strip_suffix('*')).flat_map(|owner| {
            let owned = owned_types.iter();
            owned.filter_map(move |(name, ty)| Some((name.strip_prefix(owner)?.to_string(), ty.clone())))
        });
        let own =
            named.iter().map(|it| (it.name.clone(), it.ty.as_ref().and_then(parsed).or_else(|| of_use(it))));
        let visible = of_all.chain(own).collect();
        let brought = named.iter().map(|it| (it.name.clone(), it.from.clone())).collect::<HashMap<_, _>>();
        let brought = brought.into_iter().filter_map(|(name, from)| Some((name, from?))).collect();
        Named { visible, owned: owned_types, brought }
    }
}

/// What a text declares.
fn declared_in(text: &str) -> Rc<[Declared]> {
    LAST.with_borrow_mut(|last| {
        if last.0 != text {
            *last = (text.to_string(), declarations(text).into());
        }
        Rc::clone(&last.1)
    })
}

/// The names that a `use` brings, with what stands before each of them, and its name there.
fn brought<'t>(path: &[&'t str]) -> Vec<(&'t str, Option<String>)> {
    let (mut found, mut owners, mut at) = (Vec::new(), vec![None], 0);
    while let Some(word) = path.get(at) {
        let is_before_path = path.get(at + 1) == Some(&":");
        match *word {
            "{" => owners.push(owners.last().copied().flatten()),
            "}" => drop(owners.pop()),
            "," => {
                let outer = owners.len().checked_sub(2).and_then(|at| owners.get(at).copied()).flatten();
                owners.last_mut().into_iter().for_each(|owner| *owner = outer);
            }
            ":" => {}
            owner if is_before_path => {
                owners.last_mut().into_iter().for_each(|last| *last = Some(owner));
            }
            name => {
                let from = owners.last().copied().flatten().map(|owner| owned(owner, name));
                let renamed = path.get(at + 1).filter(|word| **word == "as").and_then(|_| path.get(at + 2));
                at += if renamed.is_some() { 2 } else { 0 };
                found.push((renamed.copied().unwrap_or(name), from));
            }
        }
        at += 1;
    }
    found
}

/// Every `const`, every `fn` and every name of a `use`.
fn declarations(text: &str) -> Vec<Declared> {
    let words = words(text);
    let mut open: Vec<Vec<usize>> = vec![Vec::new()];
    let mut found: Vec<Declared> = Vec::new();
    let close = |found: &mut Vec<Declared>, names: Vec<usize>, end: usize| {
        names.into_iter().for_each(|at| found[at].block.end = end);
    };
    let mut starts = vec![0];
    let mut owners: Vec<Option<(&str, bool)>> = vec![None];
    let mut impls: Vec<Option<OfTrait>> = vec![None];
    let owned_by = |owners: &[Option<(&str, bool)>]| {
        owners.last().copied().flatten().map(|(owner, is_type)| (owner.to_string(), is_type))
    };
    let mut at = 0;
    while let Some((place, word)) = words.get(at) {
        let start = starts.last().copied().unwrap_or(0);
        match *word {
            "{" => {
                open.push(Vec::new());
                starts.push(*place);
                owners.push(owner_of_block(&words[..at]));
                impls.push(OfTrait::of_block(text, &words[..at], *place));
            }
            "}" => {
                close(&mut found, open.pop().unwrap_or_default(), *place);
                starts.pop();
                owners.pop();
                impls.pop();
            }
            "use" => {
                let end =
                    words[at..].iter().position(|(_, word)| *word == ";").map_or(words.len(), |end| at + end);
                let path: Vec<&str> = words[at..end].iter().map(|(_, word)| *word).collect();
                // The name is one of this file then, most likely.
                let is_here = matches!(path.get(1), Some(&("super" | "self")));
                let float = ["f32", "f64"]
                    .into_iter()
                    .find(|float| path.windows(4).any(|it| it == [*float, ":", ":", "consts"]));
                let is_told = |name: &str, from: &Option<String>| {
                    !is_here
                        || from.as_ref().is_some_and(|from| name == "*" || !from.ends_with(&owned("", name)))
                };
                for (name, from) in brought(&path[1..]).into_iter().filter(|(name, from)| is_told(name, from))
                {
                    let ty = float.map(str::to_string);
                    let from = Some(from.unwrap_or_default());
                    found.push(Declared {
                        name: name.to_string(),
                        is_function: false,
                        ty,
                        owner: None,
                        from,
                        block: start..text.len(),
                        word: at,
                    });
                    open.last_mut().into_iter().for_each(|names| names.push(found.len() - 1));
                }
                at = end;
            }
            "const" if words.get(at + 2).is_some_and(|(_, colon)| *colon == ":") => {
                let name = words[at + 1].1;
                let (from, mut depth) = (words[at + 2].0 + 1, 0);
                let end = words[at + 3..].iter().find(|(_, word)| {
                    depth += i32::from(matches!(*word, "[" | "(")) - i32::from(matches!(*word, "]" | ")"));
                    *word == "=" || *word == ";" && depth == 0
                });
                if let Some((end, _)) = end {
                    let ty = Some(text[from..*end].trim().to_string());
                    found.push(Declared {
                        name: name.to_string(),
                        is_function: false,
                        ty,
                        owner: owned_by(&owners),
                        from: None,
                        block: start..text.len(),
                        word: at,
                    });
                    open.last_mut().into_iter().for_each(|names| names.push(found.len() - 1));
                }
            }
            "type" if let Some(Some(of)) = impls.last_mut() => {
                let name = words.get(at + 1).map_or("", |(_, name)| *name);
                let [equals, end] = ["=", ";"]
                    .map(|mark| words[at..].iter().find(|(_, word)| *word == mark).map(|(at, _)| *at));
                if let (Some(equals), Some(end)) = (equals, end)
                    && let Some(ty) = text.get(equals + 1..end)
                {
                    of.types.push((format!("Self::{name}"), ty.trim().to_string()));
                }
            }
            "fn" if at + 1 < words.len() => {
                let of_trait = impls.last().and_then(Option::as_ref);
                let name = words[at + 1].1;
                let name = of_trait.map_or_else(|| name.to_string(), |of| of.key(name));
                let result = result(text, &words[at + 2..]);
                let result = result.map(|result| match of_trait.and_then(|of| of.named(&result)) {
                    Some(ty) => ty.to_string(),
                    None => result,
                });
                found.push(Declared {
                    name,
                    is_function: true,
                    ty: result,
                    owner: of_trait.and_then(OfTrait::other).or_else(|| owned_by(&owners)),
                    from: None,
                    block: start..text.len(),
                    word: at,
                });
                open.last_mut().into_iter().for_each(|names| names.push(found.len() - 1));
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The `impl` of a trait.
struct OfTrait {
    of: Path,
    owner: Path,
    /// Its types, under the names that results have for them.
    types: Vec<(String, String)>,
}

impl OfTrait {
    /// The `impl` whose block begins at a byte, before which these words stand.
    fn of_block(text: &str, before: &[(usize, &str)], end: usize) -> Option<OfTrait> {
        let is_end = |word: &str| matches!(word, ";" | "{" | "}");
        let head = before.iter().rposition(|(_, word)| is_end(word)).map_or(0, |at| at + 1);
        let start = before[head..].iter().find(|(_, word)| *word == "impl")?.0;
        before[head..].iter().find(|(_, word)| *word == "for")?;
        let block: syn::ItemImpl = syn::parse_str(&format!("{}{{}}", text.get(start..end)?)).ok()?;
        let (of, owner) = (block.trait_?.0, super::path_of(&block.self_ty)?.clone());
        Some(OfTrait { of, owner, types: Vec::new() })
    }

    /// The name by which kernels find a method.
    fn key(&self, method: &str) -> String {
        overload::key_of_impl(method, &self.of, &self.owner)
    }

    /// The type by which kernels find the methods, where the `impl` is of a number.
    fn other(&self) -> Option<(String, bool)> {
        let other = overload::other_of(&self.of).filter(|_| overload::is_number(&self.owner))?;
        Some((other.segments.last()?.ident.to_string(), true))
    }

    fn named(&self, result: &str) -> Option<&str> {
        self.types.iter().find(|(name, _)| name == result).map(|(_, ty)| ty.as_str())
    }
}

/// What a function gives, as it is written: its words from behind its name on. Nothing of one over types.
fn result(text: &str, words: &[(usize, &str)]) -> Option<String> {
    let mut depth = 0;
    let end = words.iter().position(|(_, word)| {
        depth += i32::from(matches!(*word, "(" | "[")) - i32::from(matches!(*word, ")" | "]"));
        depth == 0
    });
    let [(_, "-"), (arrow, ">"), rest @ ..] = words.get(end? + 1..)? else { return None };
    let (end, _) = rest.iter().find(|(_, word)| {
        depth += i32::from(matches!(*word, "(" | "[")) - i32::from(matches!(*word, ")" | "]"));
        depth == 0 && matches!(*word, "{" | "where" | ";")
    })?;
    words.first().filter(|(_, word)| *word == "(")?;
    Some(text[arrow + 1..*end].trim().to_string())
}

/// The module or the type that a block is of, whose words stand before its brace, and whether it is a type.
fn owner_of_block<'t>(before: &[(usize, &'t str)]) -> Option<(&'t str, bool)> {
    let [.., (_, word), (_, last)] = before else { return None };
    let head =
        || before.iter().rev().map(|(_, word)| *word).take_while(|word| !matches!(*word, ";" | "{" | "}"));
    let is_type = head().any(|word| word == "impl");
    // Bounds follow the type's name.
    let name = head().skip_while(|word| *word != "where").nth(1).filter(|_| is_type).unwrap_or(last);
    (*word == "mod" || is_type).then_some((name, is_type))
}

/// The names and the marks of a text with their places, without its comments and literals.
pub(super) fn words(text: &str) -> Vec<(usize, &str)> {
    let bytes = text.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let after =
        |at: usize, what: &str| text[at..].find(what).map_or(text.len(), |found| at + found + what.len());
    let (mut words, mut at) = (Vec::new(), 0);
    while let Some(byte) = bytes.get(at).copied() {
        let start = at;
        match byte {
            b'/' if bytes.get(at + 1) == Some(&b'/') => at = after(at, "\n"),
            b'/' if bytes.get(at + 1) == Some(&b'*') => at = after(at, "*/"),
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                at += 1;
            }
            // A lifetime, unless it is a character.
            b'\'' => {
                let is_escape = bytes.get(at + 1) == Some(&b'\\');
                let width = text[at + 1..].chars().next().map_or(1, char::len_utf8);
                let is_character = bytes.get(at + 1 + width) == Some(&b'\'');
                at = match (is_escape, is_character) {
                    (true, _) => after((at + 3).min(text.len()), "'"),
                    (_, true) => at + width + 2,
                    _ => at + 1,
                };
            }
            byte if is_name(byte) => {
                at += bytes[at..].iter().take_while(|byte| is_name(**byte)).count();
                let hashes = bytes[at..].iter().take_while(|byte| **byte == b'#').count();
                if matches!(&text[start..at], "r" | "br") && bytes.get(at + hashes) == Some(&b'"') {
                    at = after(at + hashes + 1, &format!("\"{}", "#".repeat(hashes)));
                } else {
                    words.push((start, &text[start..at]));
                }
            }
            byte => {
                at += 1;
                if !byte.is_ascii_whitespace() {
                    words.push((start, &text[start..at]));
                }
            }
        }
    }
    words
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const TEXT: &str = r##"use core::f32::consts::{PI, TAU};
use other::FAR;
// const NO: u8 = 0;
const N: u64 = 1; const BRACE: char = '}';
const T: [[u8; 2]; 16] = [[0; 2]; 16];
const RAW: &str = r#"} const NO: u8 = 0; "#;
mod a { use super::N; const TWICE: u8 = 1; const fn f<'a>(x: &'a u8) -> &'a u8 { x } /* } */
fn in_a() {} }
mod b { const TWICE: u16 = 1; }
fn c() { const N: u8 = 2; const FAR: u16 = 3; "\"}"; }
const L: &[u8; 3] =
    b"abc";
mod c { pub mod d { pub const DEEP: i8 = 1; pub const OTHER: i16 = 1; } }
use c::d::{self, DEEP, OTHER as SHORT};
use c::{d::OTHER, other::{DEEP as NONE}};
impl<T> Of for Shape { const SIDES: [u8; 3] = [0; 3]; fn in_impl(x: u8) {} }
fn below() {}
"##;

    /// What can be named at a place of a text.
    pub(crate) fn hints_of(text: &str, place: &str) -> Hints {
        Hints { file: Some((text.into(), text.find(place).unwrap())), ..Hints::default() }
    }

    fn at(place: &str, name: &str) -> Option<String> {
        let known = Known::of(TEXT, TEXT.find(place).unwrap());
        let types = if name.contains(':') { known.constants.owned } else { known.constants.visible };
        Some(types.get(name)?.as_ref()?.to_token_stream().to_string())
    }

    const FUNCTIONS: &str =
        "fn free(x: [u8; 2]) -> u64 { 1 } fn nothing(x: u32) {} fn over<T>(x: T) -> T { x }
mod a { pub fn inner() -> [f32; 3] { [0.0; 3] } fn free() -> i8 { 0 } }
impl V { fn plus(self, f: (u32, [u8; 2])) -> Self { self } fn free(&self) -> bool { true }
  const fn pair<'a>(&'a self) -> (u8, V) where V: Copy { fn in_body() -> u16 { 0 } (0, *self) } }
use a::inner as other;
fn below() {}";

    #[test]
    fn functions_have_the_results_that_are_written() {
        let result = |place: &str, path: &str| {
            let known = Known::of(FUNCTIONS, FUNCTIONS.find(place).unwrap());
            let ty = known.functions.of(&syn::parse_str(path).unwrap());
            ty.map(|ty| ty.to_token_stream().to_string().replace(' ', ""))
        };
        let below = |path: &str| result("fn below", path);
        assert_eq!(below("free").as_deref(), Some("u64"));
        assert_eq!(below("a::inner").as_deref(), Some("[f32;3]"));
        assert_eq!(below("other").as_deref(), Some("[f32;3]"));
        assert_eq!(result("pub fn inner", "free").as_deref(), Some("i8"));
        assert_eq!(result("fn plus", "free").as_deref(), Some("u64"));
        assert_eq!(below("V::plus").as_deref(), Some("Self"));
        assert_eq!(below("V::free").as_deref(), Some("bool"));
        assert_eq!(result("(0, *self)", "in_body").as_deref(), Some("u16"));
        for path in ["nothing", "over", "in_body", "plus", "V::pair", "V::missing", "a::missing"] {
            assert_eq!(below(path), None, "{path}");
        }
    }

    #[test]
    fn constants_have_the_types_of_the_innermost_block() {
        assert_eq!(at("fn below", "N").as_deref(), Some("u64"));
        assert_eq!(at("fn below", "T").as_deref(), Some("[[u8 ; 2] ; 16]"));
        assert_eq!(at("fn below", "L").as_deref(), Some("& [u8 ; 3]"));
        assert_eq!(at("fn below", "TAU").as_deref(), Some("f32"));
        assert_eq!(at("fn in_a", "TWICE").as_deref(), Some("u8"));
        assert_eq!(at("fn in_a", "N").as_deref(), Some("u64"));
        assert_eq!(at("const FAR", "N").as_deref(), Some("u8"));
        assert_eq!(at("const FAR", "FAR").as_deref(), Some("u16"));
        assert_eq!(at("fn below", "d::DEEP").as_deref(), Some("i8"));
        assert_eq!(at("fn below", "DEEP").as_deref(), Some("i8"));
        assert_eq!(at("fn below", "SHORT").as_deref(), Some("i16"));
        assert_eq!(at("fn below", "OTHER").as_deref(), Some("i16"));
        assert_eq!(at("fn below", "Shape::SIDES").as_deref(), Some("[u8 ; 3]"));
        assert_eq!(at("fn in_impl", "SIDES").as_deref(), Some("[u8 ; 3]"));
        for name in ["NO", "TWICE", "FAR", "MISSING", "SIDES", "NONE", "c::DEEP", "self"] {
            assert_eq!(at("fn below", name), None, "{name}");
        }
    }

    #[test]
    fn a_text_that_ends_early_is_read_to_its_end() {
        for text in [TEXT, FUNCTIONS] {
            for end in 0..text.len() {
                drop(declarations(&text[..end]));
            }
        }
    }

    #[test]
    fn types_are_handed_on() {
        let constants = hints_of(TEXT, "fn below");
        let handed = constants.handed(quote!({ N + T[0][1] + FAR + other })).unwrap();
        let function: syn::ItemFn = syn::parse2(quote!(#handed fn f() {})).unwrap();
        let taken = Hints::of(&function);
        let of = |name: &str| {
            taken.type_of(&syn::parse_str(name).unwrap()).map(|ty| ty.to_token_stream().to_string())
        };
        assert_eq!(of("N").as_deref(), Some("u64"));
        assert_eq!(of("T").as_deref(), Some("[[u8 ; 2] ; 16]"));
        assert_eq!([of("FAR"), of("L")], [None, None]);
    }
}
