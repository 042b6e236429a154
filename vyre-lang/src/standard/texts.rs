//! Lists of texts, such as `["zero", "one", "two"]` and `&[(10, b"X"), (9, b"IX")]`: each text is a slice of one constant, in which all texts of the list
//! stand one after the other, as slices in a list are parts of one array.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprLit, Item, ItemMod, Lit, LitByteStr, LitStr, Type, parse_quote};

/// How the names of the constants begin.
pub(crate) const LIST: &str = "__VYRE_LIST_";

/// How the names of those begin in which the slices of a list stand.
pub(super) const TEXT: &str = "__VYRE_TEXT_";

/// The name of the constant in which the texts stand that functions give.
const GIVEN: &str = "__VYRE_TEXT_GIVEN";

/// Whether a constant is one in which the slices of a list stand.
pub(crate) fn is_list(name: &str) -> bool {
    name.contains(TEXT)
}

/// The most bytes of all texts of a list.
const MAX_BYTES: usize = 1 << 16;

/// Writes the lists of a file, of which the texts are values where `has_str` says so.
pub(super) fn write(items: &mut Vec<Item>, has_str: bool) {
    let mut count = 0;
    write_items(items, has_str, &mut count);
}

/// Writes the lists of the items of a module alone, and gives the constants.
pub(super) fn write_beside(items: &mut Vec<Item>, has_str: bool) -> Vec<Item> {
    let mut count = 0;
    let mut lists = Lists::new(has_str, &mut count, items);
    items.iter_mut().for_each(|item| lists.visit_item_mut(item));
    let found = lists.constants();
    items.extend(found.iter().cloned());
    found
}

fn write_items(items: &mut Vec<Item>, has_str: bool, count: &mut usize) {
    let mut lists = Lists::new(has_str, count, items);
    items.iter_mut().for_each(|item| lists.visit_item_mut(item));
    let found = lists.constants();
    for item in items.iter_mut() {
        if let Item::Mod(ItemMod { content: Some((_, items)), .. }) = item {
            write_items(items, has_str, count);
        }
    }
    items.extend(found);
}

/// Whether a type is one of lists of slices.
pub(crate) fn is_of_slices(ty: &Type) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
            self.0 |= matches!(*reference.elem, Type::Slice(_));
            visit::visit_type_reference(self, reference);
        }
    }
    let mut finder = Finder(false);
    element_of(ty).into_iter().for_each(|element| finder.visit_type(element));
    finder.0
}

/// The type of the elements of a list, which may stand behind a `&`.
fn element_of(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Array(array) => Some(&array.elem),
        Type::Reference(reference) => match &*reference.elem {
            Type::Slice(slice) => Some(&slice.elem),
            Type::Array(array) => Some(&array.elem),
            _ => None,
        },
        _ => None,
    }
}

struct Lists<'c> {
    has_str: bool,
    count: &'c mut usize,
    /// The constants.
    found: Vec<Item>,
    /// The texts that functions give for ever.
    given: Vec<u8>,
    /// The associated types of an `impl` that are texts.
    own: HashSet<String>,
    /// The functions of the file.
    functions: Rc<HashSet<String>>,
    /// The constants of the file that are texts.
    constants: HashMap<String, LitStr>,
    /// Whether the type that is written of the value has slices in it.
    is_slices: bool,
    /// Whether this is the body of a function, whose constants may name what stands in it.
    is_inside: bool,
}

impl<'c> Lists<'c> {
    fn new(has_str: bool, count: &'c mut usize, items: &[Item]) -> Lists<'c> {
        let (given, own) = Default::default();
        let mut functions = Functions(HashSet::new());
        items.iter().for_each(|item| functions.visit_item(item));
        let functions = Rc::new(functions.0);
        let constants = items.iter().filter_map(|item| match item {
            Item::Const(it) => Some((it.ident.to_string(), text_in(&it.expr)?.clone())),
            _ => None,
        });
        let constants = constants.collect();
        let found = Vec::new();
        Lists { has_str, count, found, given, own, functions, constants, is_slices: false, is_inside: false }
    }

    /// Whether a type is one of lists of slices of bytes, or of texts.
    fn is_of_slices(&self, ty: &Type) -> bool {
        struct Finder(bool);
        impl<'ast> Visit<'ast> for Finder {
            fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
                self.0 |= match &*reference.elem {
                    Type::Slice(slice) => {
                        matches!(&*slice.elem, Type::Path(path) if path.path.is_ident("u8"))
                    }
                    Type::Path(path) => path.path.is_ident("str"),
                    _ => false,
                };
                visit::visit_type_reference(self, reference);
            }
        }
        let Some(element) = element_of(ty) else { return false };
        let mut finder = Finder(false);
        finder.visit_type(element);
        finder.0
    }

    /// The texts of a list: its elements, and the parts of tuples and of lists that are elements.
    fn texts<'e>(&self, elems: impl Iterator<Item = &'e Expr>, found: &mut Vec<&'e Lit>) {
        for elem in elems {
            match elem {
                Expr::Lit(ExprLit { lit: lit @ Lit::ByteStr(_), .. }) => found.push(lit),
                Expr::Lit(ExprLit { lit: lit @ Lit::Str(_), .. }) if self.has_str => found.push(lit),
                Expr::Tuple(tuple) => self.texts(tuple.elems.iter(), found),
                _ => {}
            }
        }
    }

    /// The texts in a function that gives texts for ever: they are slices of one constant.
    fn write_results(&mut self, output: &syn::ReturnType, block: &mut syn::Block) {
        let is_one = gives_texts(output) || self.gives_own_texts(output);
        // Else those that values hold may go from one function to another, or closures take them.
        let held = (!is_one).then(|| self.functions.clone());
        if held.is_some() && !self.has_str {
            return;
        }
        let mut texts = Texts { parts: None, found: Vec::new(), has_str: self.has_str, held };
        texts.visit_block_mut(block);
        let total: usize = texts.found.iter().map(Vec::len).sum();
        if total == 0 || self.given.len() + total > MAX_BYTES {
            return;
        }
        // A text may be handed on from one function to another, so that all are slices of one constant.
        let name = Ident::new(GIVEN, Span::call_site());
        texts.parts = Some(Parts { name, at: self.given.len(), has_str: self.has_str });
        self.given.extend(texts.found.concat());
        texts.visit_block_mut(block);
    }

    /// The constants that have been found.
    fn constants(self) -> Vec<Item> {
        let Lists { mut found, given, .. } = self;
        if !given.is_empty() {
            let (name, length) = (Ident::new(GIVEN, Span::call_site()), given.len());
            let given = LitByteStr::new(&given, Span::call_site());
            found.push(parse_quote!(const #name: [u8; #length] = *#given;));
        }
        found
    }

    /// Whether a function gives an associated type of its `impl` that is a text.
    fn gives_own_texts(&self, output: &syn::ReturnType) -> bool {
        struct Finder<'o>(&'o HashSet<String>, bool);
        impl<'ast> Visit<'ast> for Finder<'_> {
            fn visit_path(&mut self, path: &'ast syn::Path) {
                let names: Vec<String> = path.segments.iter().map(|it| it.ident.to_string()).collect();
                self.1 |= matches!(&names[..], [own, name] if own == "Self" && self.0.contains(name));
                visit::visit_path(self, path);
            }
        }
        let mut finder = Finder(&self.own, false);
        finder.visit_return_type(output);
        finder.1
    }

    /// A new constant of these bytes.
    fn constant(&mut self, bytes: &[u8]) -> Ident {
        let name = Ident::new(&format!("{TEXT}{}", self.count), Span::call_site());
        *self.count += 1;
        let (all, total) = (LitByteStr::new(bytes, Span::call_site()), bytes.len());
        self.found.push(parse_quote!(const #name: [u8; #total] = *#all;));
        name
    }

    /// Writes the texts of constants that the branches of an `if` or a `match` name.
    fn write_named(&mut self, expr: &mut Expr) {
        if !self.has_str || self.constants.is_empty() {
            return;
        }
        let mut ends = Vec::new();
        branches(expr, &mut ends);
        let text = |end: &Expr, constants: &HashMap<String, LitStr>| match end {
            Expr::Path(path) => constants.get(&path.path.get_ident()?.to_string()).cloned(),
            other => text_in(other).cloned(),
        };
        if ends.len() > 1 && ends.iter().all(|end| text(end, &self.constants).is_some()) {
            for end in ends {
                if let Some(text) = text(end, &self.constants) {
                    *end = parse_quote!(#text);
                }
            }
        }
    }

    /// Writes the texts that the branches of an `if` or a `match` give, where they have different lengths.
    fn write_branches(&mut self, expr: &mut Expr, takes_bytes: bool) {
        let mut given = Vec::new();
        if !self.has_str && !takes_bytes
            || !matches!(expr, Expr::If(_) | Expr::Match(_))
            || !givers(expr, takes_bytes, &mut given)
        {
            return;
        }
        let texts: Vec<Vec<u8>> = given.iter().filter_map(|given| text_of(given, takes_bytes)).collect();
        let total: usize = texts.iter().map(Vec::len).sum();
        if texts.windows(2).all(|pair| pair[0].len() == pair[1].len()) || total > MAX_BYTES || total == 0 {
            return;
        }
        let name = self.constant(&texts.concat());
        let mut parts = Parts { name, at: 0, has_str: true };
        given.into_iter().for_each(|given| parts.write(given));
    }

    /// Writes the texts that some branches give where others give values that are texts: what a function gives, or what a variable holds.
    fn write_mixed(&mut self, expr: &mut Expr) {
        let mut ends = Vec::new();
        branches(expr, &mut ends);
        let is_value = |end: &Expr| {
            matches!(
                end,
                Expr::Call(_)
                    | Expr::MethodCall(_)
                    | Expr::Index(_)
                    | Expr::Field(_)
                    | Expr::Path(_)
                    | Expr::Reference(_)
            )
        };
        if !self.has_str || !ends.iter().any(|end| is_value(end)) {
            return;
        }
        let given: Vec<&mut Expr> = ends.into_iter().filter(|end| text_in(end).is_some()).collect();
        let texts: Vec<Vec<u8>> = given.iter().filter_map(|given| text_of(given, false)).collect();
        let mut all = texts.concat();
        if given.is_empty() || all.len() > MAX_BYTES {
            return;
        }
        if all.is_empty() {
            // No constant is empty.
            all.push(0);
        }
        let mut parts = Parts { name: self.constant(&all), at: 0, has_str: true };
        given.into_iter().for_each(|given| parts.write(given));
    }

    /// Writes the lists behind `&` in a constant, such as `[&[], &[1, 2]]`, as slices of one constant for each type of their elements.
    fn write_slices(&mut self, ty: &Type, value: &mut Expr) {
        let mut found: Vec<(&Type, &mut Expr)> = Vec::new();
        let value = match value {
            Expr::Reference(reference) => &mut *reference.expr,
            other => other,
        };
        let (Some(element), Expr::Array(list)) = (element_of(ty), value) else { return };
        list.elems.iter_mut().for_each(|elem| lists_behind(element, elem, &mut found));
        while let Some((element, _)) = found.first() {
            let (element, text) = (*element, element.to_token_stream().to_string());
            let (own, others) =
                found.into_iter().partition(|(ty, _)| ty.to_token_stream().to_string() == text);
            found = others;
            self.join(element, own);
        }
    }

    /// Writes lists of one type as slices of one constant.
    fn join(&mut self, element: &Type, lists: Vec<(&Type, &mut Expr)>) {
        let elems = lists.iter().flat_map(|(_, list)| elements_behind(list).into_iter().flatten());
        let elems: Vec<Expr> = elems.cloned().collect();
        let total = elems.len();
        if total == 0 || total > MAX_BYTES {
            return;
        }
        let name = Ident::new(&format!("{TEXT}{}", self.count), Span::call_site());
        *self.count += 1;
        let mut from = 0;
        for (_, list) in lists {
            let to = from + elements_behind(list).map_or(0, |elems| elems.len());
            *list = parse_quote!(&#name[#from..#to]);
            from = to;
        }
        self.found.push(parse_quote!(const #name: [#element; #total] = [#(#elems),*];));
    }

    fn write_list(&mut self, list: &mut syn::ExprArray) {
        let mut texts = Vec::new();
        self.texts(list.elems.iter(), &mut texts);
        let bytes: Vec<Vec<u8>> = texts.iter().map(|lit| bytes_of(lit)).collect();
        let is_str = texts.iter().any(|lit| matches!(lit, Lit::Str(_)));
        let are_alike = bytes.windows(2).all(|pair| pair[0].len() == pair[1].len());
        let total: usize = bytes.iter().map(Vec::len).sum();
        if bytes.is_empty() || are_alike && !is_str && !self.is_slices || total > MAX_BYTES || total == 0 {
            return;
        }
        let name = self.constant(&bytes.concat());
        let mut parts = Parts { name, at: 0, has_str: self.has_str };
        list.elems.iter_mut().for_each(|elem| parts.write(elem));
    }
}

/// The elements of a list behind a `&`.
fn elements_behind(list: &Expr) -> Option<&syn::punctuated::Punctuated<Expr, syn::Token![,]>> {
    let Expr::Reference(reference) = list else { return None };
    match &*reference.expr {
        Expr::Array(list) => Some(&list.elems),
        _ => None,
    }
}

/// The lists behind `&` that are values of slices, with the types of their elements: the value itself, and parts of tuples.
fn lists_behind<'e>(ty: &'e Type, value: &'e mut Expr, found: &mut Vec<(&'e Type, &'e mut Expr)>) {
    match (ty, value) {
        (Type::Reference(reference), value) => {
            if let Type::Slice(slice) = &*reference.elem
                && elements_behind(value).is_some()
            {
                found.push((&slice.elem, value));
            }
        }
        (Type::Tuple(types), Expr::Tuple(values)) => {
            for (ty, value) in types.elems.iter().zip(&mut values.elems) {
                lists_behind(ty, value, found);
            }
        }
        _ => {}
    }
}

fn text_of(expr: &Expr, takes_bytes: bool) -> Option<Vec<u8>> {
    match expr {
        Expr::Lit(ExprLit { lit: lit @ Lit::ByteStr(_), .. }) if takes_bytes => Some(bytes_of(lit)),
        Expr::Lit(ExprLit { lit: lit @ Lit::Str(_), .. }) => Some(bytes_of(lit)),
        _ => None,
    }
}

fn text_in(expr: &Expr) -> Option<&LitStr> {
    match expr {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        _ => None,
    }
}

/// What the branches of an expression end with, but those that are left before.
fn branches<'e>(expr: &'e mut Expr, ends: &mut Vec<&'e mut Expr>) {
    let of_block = |block: &'e mut syn::Block, ends: &mut Vec<&'e mut Expr>| {
        if let Some(syn::Stmt::Expr(last, None)) = block.stmts.last_mut() {
            branches(last, ends);
        }
    };
    match expr {
        Expr::If(it) => {
            of_block(&mut it.then_branch, ends);
            if let Some((_, otherwise)) = &mut it.else_branch {
                branches(otherwise, ends);
            }
        }
        Expr::Match(it) => it.arms.iter_mut().for_each(|arm| branches(&mut arm.body, ends)),
        Expr::Block(it) => of_block(&mut it.block, ends),
        Expr::Paren(it) => branches(&mut it.expr, ends),
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Macro(_) => {}
        expr => ends.push(expr),
    }
}

/// What the branches of an expression give; false where one gives a value that is no text.
fn givers<'e>(expr: &'e mut Expr, takes_bytes: bool, given: &mut Vec<&'e mut Expr>) -> bool {
    let of_block = |block: &'e mut syn::Block, given: &mut Vec<&'e mut Expr>| match block.stmts.last_mut() {
        Some(syn::Stmt::Expr(last, None)) => givers(last, takes_bytes, given),
        _ => false,
    };
    match expr {
        Expr::If(it) => match &mut it.else_branch {
            Some((_, otherwise)) => {
                of_block(&mut it.then_branch, given) && givers(otherwise, takes_bytes, given)
            }
            None => false,
        },
        Expr::Match(it) => it.arms.iter_mut().all(|arm| givers(&mut arm.body, takes_bytes, given)),
        Expr::Block(it) => of_block(&mut it.block, given),
        Expr::Paren(it) => givers(&mut it.expr, takes_bytes, given),
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Macro(_) => true,
        expr => {
            let is_text = text_of(expr, takes_bytes).is_some();
            given.push(expr);
            is_text
        }
    }
}

fn bytes_of(lit: &Lit) -> Vec<u8> {
    match lit {
        Lit::ByteStr(text) => text.value(),
        Lit::Str(text) => text.value().into_bytes(),
        _ => Vec::new(),
    }
}

/// Writes slices of the constant in the places of texts, in their order.
struct Parts {
    name: Ident,
    at: usize,
    has_str: bool,
}

impl Parts {
    fn write(&mut self, elem: &mut Expr) {
        match elem {
            Expr::Lit(ExprLit { lit: lit @ (Lit::ByteStr(_) | Lit::Str(_)), .. })
                if self.has_str || matches!(lit, Lit::ByteStr(_)) =>
            {
                let (name, from) = (Ident::new(&self.name.to_string(), lit.span()), self.at);
                self.at += bytes_of(lit).len();
                let to = self.at;
                *elem = parse_quote!(&#name[#from..#to]);
            }
            Expr::Tuple(tuple) => tuple.elems.iter_mut().for_each(|elem| self.write(elem)),
            _ => {}
        }
    }
}

/// Whether a function gives texts that live for ever.
fn gives_texts(output: &syn::ReturnType) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
            let is_static = reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
            self.0 |= is_static && reference.mutability.is_none();
            visit::visit_type_reference(self, reference);
        }
    }
    let mut finder = Finder(false);
    finder.visit_return_type(output);
    finder.0
}

/// The names of functions, which are no closures.
struct Functions(HashSet<String>);

impl<'ast> Visit<'ast> for Functions {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.0.insert(signature.ident.to_string());
    }
}

/// The texts in a body, which are found first, and written then.
struct Texts {
    parts: Option<Parts>,
    found: Vec<Vec<u8>>,
    has_str: bool,
    /// The functions of the file, where those alone are meant that variants and structs hold, or that closures take.
    held: Option<Rc<HashSet<String>>>,
}

impl Texts {
    fn text(&mut self, expr: &mut Expr) {
        let Expr::Lit(ExprLit { lit, .. }) = &*expr else { return };
        match &mut self.parts {
            Some(parts) => parts.write(expr),
            None => self.found.push(bytes_of(lit)),
        }
    }

    /// A text that something holds or takes.
    fn held_text(&mut self, expr: &mut Expr) {
        if matches!(expr, Expr::Lit(ExprLit { lit: Lit::Str(_), .. })) {
            self.text(expr);
        }
    }
}

/// Whether an expression makes a value of a type by its name, or calls what is no function of the file.
fn holds(function: &Expr, functions: &HashSet<String>) -> bool {
    let Expr::Path(path) = function else { return false };
    let Some(last) = path.path.segments.last() else { return false };
    let name = last.ident.to_string();
    name.starts_with(char::is_uppercase) || path.path.segments.len() == 1 && !functions.contains(&name)
}

impl VisitMut for Texts {
    /// A function inside has texts of its own.
    fn visit_item_mut(&mut self, _: &mut Item) {}

    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        if matches!(call.method.to_string().as_str(), "expect" | "expect_err") {
            // The argument is a message.
            return self.visit_expr_mut(&mut call.receiver);
        }
        visit_mut::visit_expr_method_call_mut(self, call);
    }

    /// What is copied out of a text is an array.
    fn visit_expr_unary_mut(&mut self, unary: &mut syn::ExprUnary) {
        if !matches!(&*unary.expr, Expr::Lit(_)) {
            visit_mut::visit_expr_unary_mut(self, unary);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let Expr::Lit(ExprLit { lit, .. }) = &*expr else { return visit_mut::visit_expr_mut(self, expr) };
        let is_text = matches!(lit, Lit::ByteStr(_)) || self.has_str && matches!(lit, Lit::Str(_));
        if is_text && self.held.is_none() {
            self.text(expr);
        }
    }

    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        if self.held.as_ref().is_some_and(|functions| holds(&call.func, functions)) {
            call.args.iter_mut().for_each(|arg| self.held_text(arg));
        }
        visit_mut::visit_expr_call_mut(self, call);
    }

    fn visit_expr_struct_mut(&mut self, it: &mut syn::ExprStruct) {
        if self.held.is_some() {
            it.fields.iter_mut().for_each(|field| self.held_text(&mut field.expr));
        }
        visit_mut::visit_expr_struct_mut(self, it);
    }
}

/// Names that have become others.
struct Renamed(Vec<(Ident, Ident)>);

impl VisitMut for Renamed {
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        if let Some((_, name)) = self.0.iter().find(|(own, _)| path.path.is_ident(own)) {
            path.path = name.clone().into();
        }
    }
}

impl VisitMut for Lists<'_> {
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    /// A module has constants of its own.
    fn visit_item_mod_mut(&mut self, _: &mut ItemMod) {}

    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        self.write_results(&function.sig.output, &mut function.block);
        visit_mut::visit_item_fn_mut(self, function);
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        let is_text = |ty: &Type| gives_texts(&parse_quote!(-> #ty));
        self.own = (block.items.iter())
            .filter_map(|item| match item {
                syn::ImplItem::Type(it) if is_text(&it.ty) => Some(it.ident.to_string()),
                _ => None,
            })
            .collect();
        visit_mut::visit_item_impl_mut(self, block);
        self.own.clear();
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        self.write_results(&function.sig.output, &mut function.block);
        visit_mut::visit_impl_item_fn_mut(self, function);
    }

    fn visit_item_const_mut(&mut self, item: &mut syn::ItemConst) {
        if !self.is_inside {
            self.write_slices(&item.ty, &mut item.expr);
        }
        self.is_slices = self.is_of_slices(&item.ty);
        visit_mut::visit_item_const_mut(self, item);
        self.is_slices = false;
    }

    fn visit_item_static_mut(&mut self, item: &mut syn::ItemStatic) {
        if !self.is_inside {
            self.write_slices(&item.ty, &mut item.expr);
        }
        self.is_slices = self.is_of_slices(&item.ty);
        visit_mut::visit_item_static_mut(self, item);
        self.is_slices = false;
    }

    /// A list in the body of a function is one of the module.
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let mut renamed = Vec::new();
        let mut moved = Vec::new();
        block.stmts.retain(|stmt| match stmt {
            syn::Stmt::Item(Item::Const(item)) if self.is_of_slices(&item.ty) => {
                moved.push(item.clone());
                false
            }
            _ => true,
        });
        for mut item in moved {
            let name = Ident::new(&format!("{LIST}{}", self.count), item.ident.span());
            *self.count += 1;
            renamed.push((std::mem::replace(&mut item.ident, name.clone()), name));
            self.visit_item_const_mut(&mut item);
            self.found.push(Item::Const(item));
        }
        if !renamed.is_empty() {
            Renamed(renamed).visit_block_mut(block);
        }
        let outer = std::mem::replace(&mut self.is_inside, true);
        visit_mut::visit_block_mut(self, block);
        self.is_inside = outer;
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let outer = self.is_slices;
        self.is_slices = matches!(&local.pat, syn::Pat::Type(it) if self.is_of_slices(&it.ty));
        if let (syn::Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init)
            && matches!(&*typed.ty, Type::Reference(it) if matches!(&*it.elem, Type::Slice(_)))
        {
            self.write_branches(&mut init.expr, true);
        }
        visit_mut::visit_local_mut(self, local);
        self.is_slices = outer;
    }

    /// The texts that the branches give are slices of one constant.
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::If(_) | Expr::Match(_) = expr {
            self.write_named(expr);
            self.write_mixed(expr);
        }
        self.write_branches(expr, false);
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_expr_array_mut(&mut self, list: &mut syn::ExprArray) {
        self.write_list(list);
        visit_mut::visit_expr_array_mut(self, list);
    }
}
