//! `&str` as the bytes of a text: `"abc"` is `b"abc"`, `as_bytes` gives the text itself, and `bytes` its elements. What else a `str` has, such as `chars`,
//! no slice of bytes has, so that it stays an error. Texts that print are left alone, as bytes are printed otherwise.
//!
//! A part of a text begins and ends where a character does, so `get` and `split_at_checked` of a text are methods of their own. The names of variables,
//! fields and functions say whether a receiver is a text.

use crate::syntax::{plain, strip, words};
use std::collections::HashSet;
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprLit, Lit, LitByteStr, Pat, Type, parse_quote};

/// The macros that print.
const PRINTING: [&str; 5] = ["println", "print", "eprintln", "eprint", "dbg"];

/// Whether a text has values of `&str`, and prints nothing.
pub(crate) fn names_str(file: &syn::File) -> bool {
    let words = words(file);
    let is_named = words.contains("str")
        || words.contains("as_bytes")
        || words.contains("bytes")
        || words.contains("chars")
        || words.contains(FROM_UTF8)
        || words.contains(FROM_STR_RADIX)
        || words.iter().any(|word| word.starts_with(super::texts::TEXT))
        || METHODS.iter().any(|row| row.1 == Takes::Nothing && words.contains(row.0));
    (is_named || has_value(file)) && !prints(&words)
}

/// Whether there is a text that is a value.
fn has_value(file: &syn::File) -> bool {
    let mut names = Names::default();
    names.visit_file(file);
    names.has_text
}

/// Whether one of the words is a macro that prints.
fn prints(words: &HashSet<String>) -> bool {
    PRINTING.iter().any(|name| words.contains(*name))
}

/// The names of methods of texts that types of the module have, too.
fn declared(file: &syn::File) -> HashSet<String> {
    struct Declared(HashSet<String>);
    impl<'ast> Visit<'ast> for Declared {
        fn visit_signature(&mut self, signature: &'ast syn::Signature) {
            let name = signature.ident.to_string();
            // Others than methods are called without a receiver.
            if signature.receiver().is_none() {
                return;
            }
            if ["bytes", "as_bytes", "chars"].contains(&name.as_str())
                || METHODS.iter().any(|row| row.0 == name)
            {
                self.0.insert(name);
            }
        }
    }
    let mut declared = Declared(HashSet::new());
    declared.visit_file(file);
    declared.0
}

/// The methods that give a part of a text, if it ends between characters; the name of each where the receiver is a text, and where it may be one.
pub(crate) const PARTS: [(&str, &str, &str); 2] = [
    ("get", "__vyre_get_of_str", "__vyre_get_of_either"),
    ("split_at_checked", "__vyre_split_of_str", "__vyre_split_of_either"),
];

/// The iterator over the characters of a text.
const CHARS: &str = "__VyreChars";

/// The type whose functions are methods of texts.
pub(crate) const TEXT_TYPE: &str = "__VyreText";

/// The types that are written for texts.
pub(super) const OF_TEXTS: [&str; 9] = [
    CHARS,
    TEXT_TYPE,
    "__VyreSplit",
    SPLIT_BY_TEXT,
    SPLIT_N,
    SPLIT_FROM_END,
    "__VyreLines",
    "__VyreWords",
    "__VyreCharIndices",
];

/// The trait of what is looked for in a text, and its method.
pub(super) const PATTERN: &str = "__VyrePattern";
pub(super) const FOUND_IN: &str = "__vyre_found_in";

/// The iterator over the parts between several bytes, which steps from the front alone, as std's.
const SPLIT_BY_TEXT: &str = "__VyreSplitByText";

/// The iterators over at most so many parts of a text.
const SPLIT_N: &str = "__VyreSplitN";
const SPLIT_FROM_END: &str = "__VyreSplitFromEnd";

/// What a method of texts takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    /// A literal of a `char` or a text, which others than texts do not take so.
    Pattern,
    /// A number before it.
    CountAndPattern,
}

/// What a method of texts is written as: a function of [`TEXT_TYPE`], whether there is something, or an iterator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    Function(&'static str),
    IsSome(&'static str),
    Iterator(&'static str),
}

/// The methods of texts that are written otherwise.
const METHODS: [(&str, Takes, Written); 20] = [
    ("trim", Takes::Nothing, Written::Function("trim")),
    ("trim_start", Takes::Nothing, Written::Function("trim_start")),
    ("trim_end", Takes::Nothing, Written::Function("trim_end")),
    ("lines", Takes::Nothing, Written::Iterator("__VyreLines")),
    ("split_whitespace", Takes::Nothing, Written::Iterator("__VyreWords")),
    ("char_indices", Takes::Nothing, Written::Iterator("__VyreCharIndices")),
    ("split", Takes::Pattern, Written::Iterator("__VyreSplit")),
    ("rsplit", Takes::Pattern, Written::Iterator(SPLIT_FROM_END)),
    ("splitn", Takes::CountAndPattern, Written::Iterator(SPLIT_N)),
    ("rsplitn", Takes::CountAndPattern, Written::Iterator(SPLIT_FROM_END)),
    ("split_once", Takes::Pattern, Written::Function("split_once")),
    ("rsplit_once", Takes::Pattern, Written::Function("rsplit_once")),
    ("rfind", Takes::Pattern, Written::Function("rfind")),
    ("strip_prefix", Takes::Pattern, Written::Function("strip_prefix")),
    ("strip_suffix", Takes::Pattern, Written::Function("strip_suffix")),
    ("find", Takes::Pattern, Written::Function("find")),
    ("contains", Takes::Pattern, Written::IsSome("find")),
    ("starts_with", Takes::Pattern, Written::IsSome("strip_prefix")),
    ("ends_with", Takes::Pattern, Written::IsSome("strip_suffix")),
    ("parse", Takes::Nothing, Written::Function("parse")),
];

/// The bytes of a literal that is looked for in a text.
fn pattern(arg: &Expr) -> Option<LitByteStr> {
    let Expr::Lit(ExprLit { lit, .. }) = strip(arg) else { return None };
    match lit {
        Lit::Char(it) => Some(LitByteStr::new(it.value().encode_utf8(&mut [0; 4]).as_bytes(), it.span())),
        // One that is empty is everywhere.
        Lit::Str(it) if !it.value().is_empty() => Some(LitByteStr::new(it.value().as_bytes(), it.span())),
        _ => None,
    }
}

/// A text as an argument: a slice.
fn whole(text: &Expr) -> Expr {
    match strip(text) {
        Expr::Path(_) | Expr::Field(_) => parse_quote!(&#text[..]),
        Expr::Index(index) if matches!(strip(&index.index), Expr::Range(_)) => parse_quote!(&#text),
        _ => text.clone(),
    }
}

/// The function that takes bytes as a text.
const FROM_UTF8: &str = "from_utf8";

/// `parse` of a text where the type that is wanted says what it gives.
pub(crate) const PARSE: &str = "__vyre_parse";

/// A text as a number of a type, or as a `bool`; nothing for other types.
pub(crate) fn number_in(text: &Expr, ty: &Type, span: proc_macro2::Span) -> Option<Expr> {
    let of = syn::Ident::new(TEXT_TYPE, span);
    if words(ty).contains("bool") {
        return Some(parse_quote!(#of::truth(#text)));
    }
    let [largest, smallest] = limits(ty)?;
    Some(parse_quote!(#of::parse(#text, #largest, #smallest).map(|number| number as #ty)))
}

/// The largest number of a type, and the magnitude of the smallest one; nothing for types that no text is read as.
fn limits(ty: &Type) -> Option<[Expr; 2]> {
    let named = words(ty);
    let is_wide = ["u128", "i128", "f32", "f64", "char"].iter().any(|name| named.contains(*name));
    match ty {
        Type::Path(path) if path.qself.is_none() && !is_wide => {
            Some([parse_quote!(#path::MAX as u64), parse_quote!((#path::MIN as i64).unsigned_abs())])
        }
        _ => None,
    }
}

/// `u32::from_str_radix(text, 16)`; nothing for other calls.
fn of_radix(call: &syn::ExprCall) -> Option<Expr> {
    let Expr::Path(path) = strip(&call.func) else { return None };
    let [of, name] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
    let [text, radix] = &call.args.iter().collect::<Vec<_>>()[..] else { return None };
    if name.ident != FROM_STR_RADIX || !INTEGERS.iter().any(|known| of.ident == known) {
        return None;
    }
    let ty: Type = parse_quote!(#of);
    let ([largest, smallest], text) = (limits(&ty)?, whole(text));
    let of = syn::Ident::new(TEXT_TYPE, name.ident.span());
    Some(parse_quote!(#of::number(#text, #radix, #largest, #smallest).map(|number| number as #ty)))
}

/// The types that a text in another base is read as.
const INTEGERS: [&str; 10] = ["u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize"];

/// The function that reads a text in another base.
const FROM_STR_RADIX: &str = "from_str_radix";

/// What a name or an expression is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    Text,
    Bytes,
    Either,
}

/// What the names of a text are.
#[derive(Default)]
struct Names {
    texts: HashSet<String>,
    others: HashSet<String>,
    /// The variables that iterate over texts, and those that are something else.
    over_texts: HashSet<String>,
    over_others: HashSet<String>,
    /// Whether there is a text at all.
    has_text: bool,
    /// Those of the whole text, in a function.
    around: Option<Rc<Names>>,
}

impl Names {
    fn note(&mut self, name: &syn::Ident, is: Is) {
        let name = plain(name);
        self.has_text |= is == Is::Text;
        if is != Is::Bytes {
            self.texts.insert(name.clone());
        }
        if is != Is::Text {
            self.others.insert(name);
        }
    }

    fn of(&self, name: &syn::Ident) -> Is {
        self.of_name(&plain(name))
    }

    fn of_name(&self, name: &str) -> Is {
        match (self.texts.contains(name), self.others.contains(name)) {
            (true, false) => Is::Text,
            (false, true) => Is::Bytes,
            (true, true) => Is::Either,
            (false, false) => self.around.as_ref().map_or(Is::Either, |around| around.of_name(name)),
        }
    }

    /// What the whole text says of the name of a field or a method.
    fn of_member(&self, name: &syn::Ident) -> Is {
        match &self.around {
            Some(around) => around.of_member(name),
            None => self.of(name),
        }
    }

    fn of_expr(&self, expr: &Expr) -> Is {
        match strip(expr) {
            Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) => Is::Text,
            Expr::Lit(_) | Expr::Array(_) | Expr::Repeat(_) => Is::Bytes,
            Expr::Path(path) => path.path.segments.last().map_or(Is::Either, |last| self.of(&last.ident)),
            Expr::Field(field) => match &field.member {
                syn::Member::Named(name) => self.of_member(name),
                syn::Member::Unnamed(_) => Is::Either,
            },
            Expr::Reference(reference) => self.of_expr(&reference.expr),
            Expr::Unary(unary) => self.of_expr(&unary.expr),
            Expr::Index(index) if matches!(strip(&index.index), Expr::Range(_)) => self.of_expr(&index.expr),
            // What is in an array of texts has no name.
            Expr::Index(_) => Is::Either,
            Expr::Call(call) => self.of_expr(&call.func),
            Expr::MethodCall(call) if call.method == "as_bytes" => Is::Bytes,
            Expr::MethodCall(call)
                if matches!(call.method.to_string().as_str(), "unwrap" | "expect" | "unwrap_or") =>
            {
                self.of_held(&call.receiver)
            }
            Expr::Try(inner) => self.of_held(&inner.expr),
            Expr::MethodCall(call)
                if call.method.to_string().starts_with("trim")
                    && self.of_expr(&call.receiver) == Is::Text =>
            {
                Is::Text
            }
            Expr::MethodCall(call) => self.of_member(&call.method),
            _ => Is::Either,
        }
    }
}

/// The methods of an `Option` or a `Result` that keep what is in it.
const KEEPS_SOME: [&str; 5] = ["ok_or", "ok_or_else", "ok", "map_err", "filter"];

impl Names {
    /// What is in an `Option` or a `Result`.
    fn of_held(&self, expr: &Expr) -> Is {
        let Expr::MethodCall(call) = strip(expr) else { return Is::Either };
        match call.method.to_string().as_str() {
            "get" => self.of_expr(&call.receiver),
            name if KEEPS_SOME.contains(&name) => self.of_held(&call.receiver),
            "strip_prefix" | "strip_suffix" if self.of_expr(&call.receiver) == Is::Text => Is::Text,
            "next" | "next_back" | "last" | "nth" if self.gives_texts(&call.receiver) => Is::Text,
            _ => Is::Either,
        }
    }

    /// Whether an iterator gives texts: the parts of one.
    fn gives_texts(&self, expr: &Expr) -> bool {
        const OF_ALL: [&str; 8] =
            ["filter", "skip", "take", "skip_while", "take_while", "rev", "step_by", "by_ref"];
        const PARTS: [&str; 8] = [
            "lines",
            "split",
            "rsplit",
            "splitn",
            "rsplitn",
            "split_whitespace",
            "split_ascii_whitespace",
            "split_terminator",
        ];
        if let Expr::Path(path) = strip(expr) {
            let name = path.path.get_ident().map(plain);
            return name
                .is_some_and(|name| self.over_texts.contains(&name) && !self.over_others.contains(&name));
        }
        let Expr::MethodCall(call) = strip(expr) else { return false };
        if OF_ALL.iter().any(|name| call.method == name) {
            return self.gives_texts(&call.receiver);
        }
        PARTS.iter().any(|name| call.method == name) && self.of_expr(&call.receiver) == Is::Text
    }

    /// Whether an expression gives two texts, or may give them: `line.split_once('=')?`.
    fn gives_pair(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Try(inner) => self.gives_pair(&inner.expr),
            Expr::MethodCall(call) => match call.method.to_string().as_str() {
                "split_once" | "rsplit_once" | "split_at" => self.of_expr(&call.receiver) == Is::Text,
                "unwrap" | "expect" | "unwrap_or" => self.gives_pair(&call.receiver),
                name if KEEPS_SOME.contains(&name) => self.gives_pair(&call.receiver),
                _ => false,
            },
            _ => false,
        }
    }

    /// Notes the names of a pattern that texts are taken apart by.
    fn note_texts(&mut self, pat: &Pat) {
        match pat {
            Pat::Ident(name) if name.subpat.is_none() => self.note(&name.ident, Is::Text),
            Pat::Tuple(tuple) => tuple.elems.iter().for_each(|pat| self.note_texts(pat)),
            Pat::TupleStruct(it) => it.elems.iter().for_each(|pat| self.note_texts(pat)),
            Pat::Paren(inner) => self.note_texts(&inner.pat),
            Pat::Guard(guarded) => {
                self.note_texts(&guarded.pat);
                self.visit_expr(&guarded.guard);
            }
            other => self.visit_pat(other),
        }
    }
}

/// What a type says of a name.
fn of_type(ty: &Type) -> Is {
    match ty {
        Type::Reference(reference) => of_type(&reference.elem),
        Type::Path(path) if path.path.is_ident("str") => Is::Text,
        ty if words(ty).contains("str") => Is::Either,
        _ => Is::Bytes,
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_lit_str(&mut self, _: &'ast syn::LitStr) {
        self.has_text = true;
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        match is_message(call) {
            true => self.visit_expr(&call.receiver),
            false if self.gives_texts(&call.receiver) => {
                self.visit_expr(&call.receiver);
                for arg in &call.args {
                    match strip(arg) {
                        Expr::Closure(closure) if closure.inputs.len() == 1 => {
                            self.note_texts(&closure.inputs[0]);
                            self.visit_expr(&closure.body);
                        }
                        other => self.visit_expr(other),
                    }
                }
            }
            false => syn::visit::visit_expr_method_call(self, call),
        }
    }

    fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
        if !self.gives_texts(&it.expr) {
            return syn::visit::visit_expr_for_loop(self, it);
        }
        self.visit_expr(&it.expr);
        self.note_texts(&it.pat);
        self.visit_block(&it.body);
    }

    fn visit_expr_let(&mut self, it: &'ast syn::ExprLet) {
        if !self.gives_pair(&it.expr) && self.of_held(&it.expr) != Is::Text {
            return syn::visit::visit_expr_let(self, it);
        }
        self.visit_expr(&it.expr);
        self.note_texts(&it.pat);
    }

    fn visit_expr_match(&mut self, it: &'ast syn::ExprMatch) {
        if !self.gives_pair(&it.expr) && self.of_held(&it.expr) != Is::Text {
            return syn::visit::visit_expr_match(self, it);
        }
        self.visit_expr(&it.expr);
        for arm in &it.arms {
            self.note_texts(&arm.pat);
            self.visit_expr(&arm.body);
        }
    }

    fn visit_pat_type(&mut self, pat: &'ast syn::PatType) {
        match &*pat.pat {
            Pat::Ident(name) => self.note(&name.ident, of_type(&pat.ty)),
            other if of_type(&pat.ty) != Is::Bytes => self.visit_pat(other),
            _ => {}
        }
    }

    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.note(&pat.ident, Is::Either);
        syn::visit::visit_pat_ident(self, pat);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        match (&local.pat, &local.init) {
            (Pat::Ident(name), Some(init)) => {
                self.visit_local_init(init);
                let is = self.of_expr(&init.expr);
                self.note(&name.ident, is);
                match self.gives_texts(&init.expr) {
                    true => self.over_texts.insert(plain(&name.ident)),
                    false => self.over_others.insert(plain(&name.ident)),
                };
            }
            (pat @ (Pat::Tuple(_) | Pat::TupleStruct(_)), Some(init))
                if self.gives_pair(&init.expr) || self.of_held(&init.expr) == Is::Text =>
            {
                self.visit_local_init(init);
                self.note_texts(pat);
            }
            _ => syn::visit::visit_local(self, local),
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if let Some(name) = &field.ident {
            self.note(name, of_type(&field.ty));
        }
    }

    fn visit_item_const(&mut self, it: &'ast syn::ItemConst) {
        self.note(&it.ident, of_type(&it.ty));
    }

    fn visit_item_static(&mut self, it: &'ast syn::ItemStatic) {
        self.note(&it.ident, of_type(&it.ty));
    }

    fn visit_impl_item_const(&mut self, it: &'ast syn::ImplItemConst) {
        self.note(&it.ident, of_type(&it.ty));
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        if let syn::ReturnType::Type(_, ty) = &signature.output {
            self.note(&signature.ident, of_type(ty));
        }
        syn::visit::visit_signature(self, signature);
    }
}

/// Writes texts as their bytes.
pub(crate) struct Strings {
    names: Rc<Names>,
    own: HashSet<String>,
    /// The types of the module that texts are parsed as.
    from_str: HashSet<String>,
}

/// The types of a file that have `FromStr`.
fn parsed(file: &syn::File) -> HashSet<String> {
    struct Found(HashSet<String>);
    impl<'ast> Visit<'ast> for Found {
        fn visit_item_impl(&mut self, it: &'ast syn::ItemImpl) {
            let of = it.trait_.as_ref().and_then(|(of, _)| of.segments.last());
            if let (Some(of), Type::Path(ty)) = (of, &*it.self_ty)
                && of.ident == "FromStr"
                && let Some(last) = ty.path.segments.last()
            {
                self.0.insert(last.ident.to_string());
            }
        }
    }
    let mut found = Found(HashSet::new());
    found.visit_file(file);
    found.0
}

impl Strings {
    pub(crate) fn of(file: &syn::File) -> Strings {
        let mut names = Names::default();
        names.visit_file(file);
        Strings { names: Rc::new(names), own: declared(file), from_str: parsed(file) }
    }

    /// Whether a call is that of a text's method without arguments. A type of the module may have one with the same name.
    fn is_of_text(&self, call: &syn::ExprMethodCall, name: &str) -> bool {
        call.args.is_empty()
            && call.method == name
            && (!self.own.contains(name) || self.names.of_expr(&call.receiver) == Is::Text)
    }

    /// The type of the module that `parse::<T>()` makes of a text.
    fn parsed_as<'c>(&self, call: &'c syn::ExprMethodCall) -> Option<&'c syn::TypePath> {
        let written = call.turbofish.as_ref()?.args.first()?;
        let syn::GenericArgument::Type(Type::Path(path)) = written else { return None };
        let last = path.path.segments.last()?.ident.to_string();
        self.from_str.contains(&last).then_some(path)
    }

    /// A method of a text that looks for what is no literal: a `char` or a text by its type, or what a function says of a `char`.
    fn by_value(&self, text: &Expr, name: &str, by: &Expr, span: proc_macro2::Span) -> Option<Expr> {
        if self.names.of_expr(text) != Is::Text {
            return None;
        }
        let ident = |name| syn::Ident::new(name, span);
        let (text, found_in) = (whole(text), ident(FOUND_IN));
        let (chars, indices) = (ident(CHARS), ident("__VyreCharIndices"));
        let function: Option<Expr> = match strip(by) {
            Expr::Closure(_) => Some(parse_quote!((#by))),
            Expr::Path(path) if path.path.segments.len() > 1 && words(by).contains("char") => {
                Some(by.clone())
            }
            list @ Expr::Array(_) => Some(parse_quote!((|__vyre_char| #list.contains(&__vyre_char)))),
            Expr::Reference(list) if matches!(strip(&list.expr), Expr::Array(_)) => {
                let list = &list.expr;
                Some(parse_quote!((|__vyre_char| #list.contains(&__vyre_char))))
            }
            _ => None,
        };
        match (name, function) {
            ("contains", Some(function)) => {
                Some(parse_quote!((#chars { text: #text, at: 0 }).any(#function)))
            }
            ("find", Some(function)) => Some(
                parse_quote!((#indices { text: #text, at: 0 }).find(|(_, __vyre_char)| #function(*__vyre_char)).map(|(__vyre_at, _)| __vyre_at)),
            ),
            ("contains", None) => Some(parse_quote!((#by).#found_in(#text).is_some())),
            ("find", None) => Some(parse_quote!((#by).#found_in(#text))),
            _ => None,
        }
    }

    /// A call of one of the other methods of texts as what the language has.
    fn written(&self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = call.method.to_string();
        let (_, takes, written) = METHODS.iter().find(|row| row.0 == name)?;
        // A function of the module's with the name is called without a type.
        let is_parsed = name == "parse" && self.parsed_as(call).is_some();
        if self.own.contains(&name) && !is_parsed && self.names.of_expr(&call.receiver) != Is::Text {
            return None;
        }
        let (text, span) = (whole(&call.receiver), call.method.span());
        let args: Vec<&Expr> = call.args.iter().collect();
        let (count, by): (Option<&Expr>, _) = match (takes, &args[..]) {
            (Takes::Nothing, []) => (None, None),
            (Takes::Pattern, [arg]) => match pattern(arg) {
                Some(by) => (None, Some(by)),
                None => return self.by_value(&call.receiver, &name, arg, span),
            },
            (Takes::CountAndPattern, [count, arg]) => (Some(count), Some(pattern(arg)?)),
            _ => return None,
        };
        let of = syn::Ident::new(TEXT_TYPE, span);
        if name == "parse" {
            let method = syn::Ident::new(PARSE, span);
            let open = || Some(parse_quote!((#text).#method()));
            let Some(written) = &call.turbofish else { return open() };
            return match &written.args.iter().collect::<Vec<_>>()[..] {
                [syn::GenericArgument::Type(Type::Infer(_))] => open(),
                [syn::GenericArgument::Type(_)] if let Some(path) = self.parsed_as(call) => {
                    Some(parse_quote!(#path::from_str(#text)))
                }
                [syn::GenericArgument::Type(ty)] => number_in(&text, ty, span),
                _ => None,
            };
        }
        let byte = match by.as_ref().map(LitByteStr::value).as_deref() {
            Some([byte]) => Some(*byte),
            _ => None,
        };
        let text_of_by = by.clone();
        let by = by.map(|by| quote::quote!(, #by));
        Some(match written {
            Written::Function(function) => {
                let function = syn::Ident::new(function, span);
                parse_quote!(#of::#function(#text #by))
            }
            Written::IsSome(function) => {
                let function = syn::Ident::new(function, span);
                parse_quote!(#of::#function(#text #by).is_some())
            }
            Written::Iterator(iterator) => {
                let iterator = syn::Ident::new(iterator, span);
                match name.as_str() {
                    "split" => match byte {
                        Some(by) => parse_quote!((#iterator { text: #text, by: #by, is_done: false })),
                        None => {
                            let (iterator, by) = (syn::Ident::new(SPLIT_BY_TEXT, span), text_of_by?);
                            parse_quote!((#iterator { text: #text, by: #by, is_done: false }))
                        }
                    },
                    "splitn" | "rsplit" | "rsplitn" => {
                        let (all, by) = (parse_quote!(usize::MAX), byte?);
                        let count = count.unwrap_or(&all);
                        parse_quote!((#iterator { left: #count, text: #text, by: #by }))
                    }
                    "char_indices" => parse_quote!((#iterator { text: #text, at: 0 })),
                    _ => parse_quote!((#iterator { text: #text })),
                }
            }
        })
    }

    /// The name of a method that gives a part of its receiver, where that is a text.
    fn method(&self, call: &syn::ExprMethodCall) -> Option<&'static str> {
        let (_, of_str, of_either) = PARTS.iter().find(|(name, ..)| call.method == name)?;
        let is_part = call.method != "get" || matches!(call.args.first().map(strip), Some(Expr::Range(_)));
        match self.names.of_expr(&call.receiver) {
            Is::Text if is_part => Some(of_str),
            Is::Either if is_part && self.names.has_text => Some(of_either),
            Is::Text | Is::Either | Is::Bytes => None,
        }
    }
}

/// `str::len` and its kin where a function is wanted.
fn method_as_closure(path: &syn::ExprPath) -> Option<Expr> {
    let [of, method] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
    let name = method.ident.to_string();
    let is_one = ["len", "is_empty", "trim", "trim_start", "trim_end"].contains(&name.as_str());
    let method = &method.ident;
    (of.ident == "str" && is_one).then(|| parse_quote!(|__vyre_text| __vyre_text.#method()))
}

/// Whether tokens have the literal of a text in them.
fn has_text(tokens: proc_macro2::TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Group(group) => has_text(group.stream()),
        proc_macro2::TokenTree::Literal(literal) => literal.to_string().starts_with('"'),
        _ => false,
    })
}

/// `matches!(value, pattern if guard)` with texts in it as the `match` that it is.
fn as_match(it: &syn::Macro) -> Option<Expr> {
    let is_it = it.path.segments.last().is_some_and(|last| last.ident == "matches");
    if !is_it || !has_text(it.tokens.clone()) {
        return None;
    }
    let parser = |input: syn::parse::ParseStream<'_>| {
        let value: Expr = input.parse()?;
        input.parse::<syn::Token![,]>()?;
        let pat = Pat::parse_multi_with_leading_vert(input)?;
        let guard = match input.parse::<Option<syn::Token![if]>>()? {
            Some(token) => {
                let guard: Expr = input.parse()?;
                Some(quote::quote!(#token #guard))
            }
            None => None,
        };
        input.parse::<Option<syn::Token![,]>>()?;
        Ok(parse_quote!((match #value { #pat #guard => true, _ => false })))
    };
    syn::parse::Parser::parse2(parser, it.tokens.clone()).ok()
}

/// Whether a function is `std::str::from_utf8`.
fn is_from_utf8(function: &Expr) -> bool {
    let Expr::Path(path) = strip(function) else { return false };
    let names: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
    match &names[..] {
        [name] => name == FROM_UTF8,
        [.., of, name] => of == "str" && name == FROM_UTF8,
        [] => false,
    }
}

/// Whether the argument of a call is a message.
fn is_message(call: &syn::ExprMethodCall) -> bool {
    call.method == "expect" || call.method == "expect_err"
}

fn bytes(literal: &syn::LitStr) -> Lit {
    Lit::ByteStr(LitByteStr::new(literal.value().as_bytes(), literal.span()))
}

impl Strings {
    /// Does something where the names of a function are seen.
    fn within(&mut self, signature: &syn::Signature, block: &syn::Block, what: impl FnOnce(&mut Self)) {
        let (around, has_text) = (Some(Rc::clone(&self.names)), self.names.has_text);
        let mut names = Names { around, has_text, ..Names::default() };
        names.visit_signature(signature);
        names.visit_block(block);
        let outer = std::mem::replace(&mut self.names, Rc::new(names));
        what(self);
        self.names = outer;
    }
}

impl VisitMut for Strings {
    /// What documents is no value.
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_item_fn_mut(&mut self, it: &mut syn::ItemFn) {
        let (signature, block) = (it.sig.clone(), it.block.clone());
        self.within(&signature, &block, |own| visit_mut::visit_item_fn_mut(own, it));
    }

    fn visit_impl_item_fn_mut(&mut self, it: &mut syn::ImplItemFn) {
        let (signature, block) = (it.sig.clone(), it.block.clone());
        self.within(&signature, &block, |own| visit_mut::visit_impl_item_fn_mut(own, it));
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        if let Type::Reference(reference) = ty
            && reference.mutability.is_none()
            && matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str"))
        {
            *reference.elem = parse_quote!([u8]);
        }
    }

    /// The first arguments of an assertion; the others are its message.
    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        let count = match it.path.segments.last().map(|last| plain(&last.ident)).as_deref() {
            Some("assert" | "debug_assert") => 1,
            Some("assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne") => 2,
            _ => return,
        };
        let parser = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        if let Ok(mut args) = syn::parse::Parser::parse2(parser, it.tokens.clone())
            && args.iter().take(count).any(|arg| has_text(quote::ToTokens::to_token_stream(arg)))
        {
            args.iter_mut().take(count).for_each(|arg| self.visit_expr_mut(arg));
            it.tokens = quote::quote!(#args);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(it) = &*expr
            && let Some(written) = as_match(&it.mac)
        {
            *expr = written;
        }
        if let Expr::MethodCall(call) = expr
            && is_message(call)
        {
            return self.visit_expr_mut(&mut call.receiver);
        }
        if let Expr::MethodCall(call) = expr
            && let Some(name) = self.method(call)
        {
            call.method = syn::Ident::new(name, call.method.span());
        }
        if let Expr::Path(path) = &*expr
            && let Some(closure) = method_as_closure(path)
        {
            *expr = closure;
        }
        if let Expr::MethodCall(call) = &*expr
            && let Some(written) = self.written(call)
        {
            *expr = written;
            // The receiver, which is an argument now.
            return visit_mut::visit_expr_mut(self, expr);
        }
        if let Expr::Call(call) = &*expr
            && is_from_utf8(&call.func)
            && let [bytes] = &call.args.iter().collect::<Vec<_>>()[..]
        {
            let (bytes, of) = (whole(bytes), syn::Ident::new(TEXT_TYPE, call.func.span()));
            *expr = parse_quote!(#of::from_utf8(#bytes));
            return visit_mut::visit_expr_mut(self, expr);
        }
        if let Expr::Call(call) = &*expr
            && let Some(number) = of_radix(call)
        {
            *expr = number;
            return visit_mut::visit_expr_mut(self, expr);
        }
        let [of_bytes, is_bytes, is_chars] = match &*expr {
            Expr::MethodCall(call) => ["as_bytes", "bytes", "chars"].map(|name| self.is_of_text(call, name)),
            _ => [false; 3],
        };
        visit_mut::visit_expr_mut(self, expr);
        let made = match expr {
            Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) => {
                let lit = bytes(literal);
                Expr::Lit(ExprLit { attrs: Vec::new(), lit })
            }
            Expr::MethodCall(call) if of_bytes => (*call.receiver).clone(),
            Expr::MethodCall(call) if is_bytes => {
                let receiver = &call.receiver;
                parse_quote!(#receiver.iter().copied())
            }
            Expr::MethodCall(call) if is_chars => {
                let (receiver, name) = (whole(&call.receiver), syn::Ident::new(CHARS, call.method.span()));
                parse_quote!((#name { text: #receiver, at: 0 }))
            }
            _ => return,
        };
        *expr = made;
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::Lit(ExprLit { lit, .. }) = pat
            && let Lit::Str(literal) = lit
        {
            *lit = bytes(literal);
            return;
        }
        visit_mut::visit_pat_mut(self, pat);
    }
}
