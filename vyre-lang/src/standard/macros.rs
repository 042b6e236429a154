//! `macro_rules!` of a text. What a call of one stands for is written in its place before anything else looks at the text, and the definitions are left
//! out. A macro is left as it is, which is an error, where names of its own could be taken for those that it is given.

use crate::syntax::plain;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::parse::{Parse, ParseStream, Parser};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Item, Stmt};

/// How deep macros may call macros, and how many tokens all calls may stand for.
const MAX_DEPTH: usize = 16;
const MAX_TOKENS: usize = 1 << 16;

/// Writes what the calls of a file's macros stand for.
pub(super) fn write(file: &mut syn::File) {
    let mut rules = HashMap::new();
    collect(&file.items, &mut rules);
    if rules.is_empty() {
        return;
    }
    let mut trial = file.clone();
    let mut expanded = Expanded { rules: &rules, depth: 0, tokens: 0, has_failed: false };
    expanded.visit_file_mut(&mut trial);
    if !expanded.has_failed {
        LeftOut.visit_file_mut(&mut trial);
        *file = trial;
    }
}

/// One rule: what it takes, and what it stands for.
struct Rule {
    takes: Vec<TokenTree>,
    gives: Vec<TokenTree>,
}

fn collect(items: &[Item], rules: &mut HashMap<String, Vec<Rule>>) {
    for item in items {
        match item {
            Item::Macro(it) if it.mac.path.is_ident("macro_rules") => {
                if let (Some(name), Some(found)) = (&it.ident, rules_of(it.mac.tokens.clone())) {
                    rules.insert(plain(name), found);
                }
            }
            Item::Mod(it) => collect(it.content.as_ref().map_or(&[][..], |(_, items)| items), rules),
            _ => {}
        }
    }
}

fn rules_of(tokens: TokenStream) -> Option<Vec<Rule>> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut rules = Vec::new();
    let mut at = 0;
    while at < trees.len() {
        let [TokenTree::Group(takes), TokenTree::Punct(_), TokenTree::Punct(_), TokenTree::Group(gives), ..] =
            &trees[at..]
        else {
            return None;
        };
        let inside = |group: &Group| group.stream().into_iter().collect();
        rules.push(Rule { takes: inside(takes), gives: inside(gives) });
        at += 4;
        if is_punct(trees.get(at), ';') {
            at += 1;
        }
    }
    Some(rules)
}

fn is_punct(tree: Option<&TokenTree>, mark: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// What a name of a rule stands for.
enum Bound {
    One(TokenStream),
    Many(Vec<Names>),
}

type Names = HashMap<String, Bound>;

/// A part of a rule.
enum Part<'t> {
    /// `$name:fragment`, or `$name` in what the rule stands for.
    Name(String, Option<String>),
    /// `$(..),*`: what is repeated, what stands between, and whether it is there once at least and at most.
    Repeated(Group, Option<TokenTree>, char),
    Token(&'t TokenTree),
}

/// The part that begins here, and where the next one does.
fn part(trees: &[TokenTree], at: usize, takes: bool) -> Option<(Part<'_>, usize)> {
    if !is_punct(trees.get(at), '$') {
        return Some((Part::Token(trees.get(at)?), at + 1));
    }
    match trees.get(at + 1)? {
        TokenTree::Ident(name) if takes && is_punct(trees.get(at + 2), ':') => match trees.get(at + 3)? {
            TokenTree::Ident(fragment) => Some((Part::Name(plain(name), Some(fragment.to_string())), at + 4)),
            _ => None,
        },
        TokenTree::Ident(name) => Some((Part::Name(plain(name), None), at + 2)),
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
            let of = |at: usize| match trees.get(at) {
                Some(TokenTree::Punct(mark)) if matches!(mark.as_char(), '*' | '+' | '?') => {
                    Some(mark.as_char())
                }
                _ => None,
            };
            match (of(at + 2), of(at + 3)) {
                // A `+` may also stand between.
                (Some(_), Some(mark)) if !is_punct(trees.get(at + 2), '*') => {
                    Some((Part::Repeated(group.clone(), trees.get(at + 2).cloned(), mark), at + 4))
                }
                (Some(mark), _) => Some((Part::Repeated(group.clone(), None, mark), at + 3)),
                (None, Some(mark)) => {
                    Some((Part::Repeated(group.clone(), trees.get(at + 2).cloned(), mark), at + 4))
                }
                (None, None) => None,
            }
        }
        _ => None,
    }
}

/// What syn reads from the beginning of tokens, and how many tokens are left.
fn read<T: Parse + ToTokens>(tokens: &[TokenTree]) -> Option<(TokenStream, usize)> {
    read_by(tokens, T::parse)
}

fn read_by<T: ToTokens>(
    tokens: &[TokenTree],
    parse: impl Fn(ParseStream<'_>) -> syn::Result<T>,
) -> Option<(TokenStream, usize)> {
    let parser = |input: ParseStream<'_>| {
        let found = parse(input)?;
        let rest: TokenStream = input.parse()?;
        Ok((found.to_token_stream(), rest.into_iter().count()))
    };
    parser.parse2(tokens.iter().cloned().collect()).ok()
}

/// What a fragment takes of tokens.
fn fragment(kind: &str, tokens: &[TokenTree]) -> Option<(TokenStream, usize)> {
    let first = tokens.first();
    let one = || Some((first?.to_token_stream(), tokens.len() - 1));
    match kind {
        "tt" => match first? {
            // Operators of several marks are one.
            TokenTree::Punct(_) => read_operator(tokens).or_else(one),
            _ => one(),
        },
        "ident" => matches!(first?, TokenTree::Ident(_)).then(one)?,
        "literal" => read::<syn::Lit>(tokens).or_else(|| {
            let (literal, left) = is_punct(first, '-').then(|| read::<syn::Lit>(&tokens[1..]))??;
            let sign = first?;
            Some((quote::quote!(#sign #literal), left))
        }),
        "expr" => {
            let (found, left) = read::<Expr>(tokens)?;
            let is_one = found.clone().into_iter().count() == 1;
            let group = Group::new(Delimiter::Parenthesis, found.clone());
            Some((if is_one { found } else { TokenTree::Group(group).into() }, left))
        }
        "ty" => read::<syn::Type>(tokens),
        "path" => read::<syn::Path>(tokens),
        "pat" => read_by(tokens, syn::Pat::parse_multi_with_leading_vert),
        "block" => read::<syn::Block>(tokens),
        "lifetime" => read::<syn::Lifetime>(tokens),
        "vis" => read::<syn::Visibility>(tokens),
        _ => None,
    }
}

fn read_operator(tokens: &[TokenTree]) -> Option<(TokenStream, usize)> {
    read::<syn::BinOp>(tokens)
}

/// Fits tokens to what a rule takes, and binds its names; gives how many tokens are left.
fn fits(takes: &[TokenTree], tokens: &[TokenTree], names: &mut Names) -> Option<usize> {
    let (mut at, mut from) = (0, 0);
    while at < takes.len() {
        let (part, next) = part(takes, at, true)?;
        at = next;
        match part {
            Part::Name(name, kind) => {
                let (found, left) = fragment(&kind?, &tokens[from..])?;
                names.insert(name, Bound::One(found));
                from = tokens.len() - left;
            }
            Part::Token(TokenTree::Group(group)) => {
                let Some(TokenTree::Group(given)) = tokens.get(from) else { return None };
                let [inner, given_inner]: [Vec<TokenTree>; 2] =
                    [group, given].map(|group| group.stream().into_iter().collect());
                if group.delimiter() != given.delimiter() || fits(&inner, &given_inner, names)? > 0 {
                    return None;
                }
                from += 1;
            }
            Part::Token(token) => {
                if token.to_string() != tokens.get(from)?.to_string() {
                    return None;
                }
                from += 1;
            }
            Part::Repeated(group, between, mark) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let mut found = Vec::new();
                loop {
                    let mut start = from;
                    if let (Some(between), false) = (&between, found.is_empty()) {
                        if tokens.get(start).map(ToString::to_string) != Some(between.to_string()) {
                            break;
                        }
                        start += 1;
                    }
                    let mut own = Names::new();
                    let Some(left) = fits(&inner, &tokens[start..], &mut own) else { break };
                    if tokens.len() - left == from || mark == '?' && !found.is_empty() {
                        break;
                    }
                    from = tokens.len() - left;
                    found.push(own);
                }
                if mark == '+' && found.is_empty() {
                    return None;
                }
                let mut all = Vec::new();
                names_in(&inner, &mut all);
                let mut lists: HashMap<String, Vec<Names>> = HashMap::new();
                for own in found {
                    for (name, bound) in own {
                        lists.entry(name.clone()).or_default().push(Names::from([(name, bound)]));
                    }
                }
                for name in all {
                    let list = lists.remove(&name).unwrap_or_default();
                    names.insert(name, Bound::Many(list));
                }
            }
        }
    }
    Some(tokens.len() - from)
}

/// The names that a part of a rule binds.
fn names_in(takes: &[TokenTree], names: &mut Vec<String>) {
    let mut at = 0;
    while let Some((part, next)) = part(takes, at, true) {
        at = next;
        match part {
            Part::Name(name, _) => names.push(name),
            Part::Repeated(group, ..) => names_in(&group.stream().into_iter().collect::<Vec<_>>(), names),
            Part::Token(TokenTree::Group(group)) => {
                names_in(&group.stream().into_iter().collect::<Vec<_>>(), names);
            }
            Part::Token(_) => {}
        }
    }
}

/// What a rule stands for, where its names stand for what they are bound to.
fn written(gives: &[TokenTree], names: &HashMap<&str, &Bound>) -> Option<TokenStream> {
    let (mut at, mut all) = (0, TokenStream::new());
    while at < gives.len() {
        let (part, next) = part(gives, at, false)?;
        at = next;
        match part {
            Part::Name(name, _) => match names.get(name.as_str()) {
                Some(Bound::One(tokens)) => all.extend(tokens.clone()),
                _ => return None,
            },
            Part::Token(TokenTree::Group(group)) => {
                let inner = written(&group.stream().into_iter().collect::<Vec<_>>(), names)?;
                let mut made = Group::new(group.delimiter(), inner);
                made.set_span(group.span());
                all.extend([TokenTree::Group(made)]);
            }
            Part::Token(token) => all.extend([token.clone()]),
            Part::Repeated(group, between, _) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let words = named(&inner);
                let lists: Vec<(&str, &Vec<Names>)> = names
                    .iter()
                    .filter(|(name, _)| words.contains(**name))
                    .filter_map(|(name, bound)| match bound {
                        Bound::Many(list) => Some((*name, list)),
                        Bound::One(_) => None,
                    })
                    .collect();
                let count = lists.first()?.1.len();
                if lists.iter().any(|(_, list)| list.len() != count) {
                    return None;
                }
                for round in 0..count {
                    let mut own = names.clone();
                    for (name, list) in &lists {
                        own.insert(name, list[round].get(*name)?);
                    }
                    if round > 0 {
                        all.extend(between.clone());
                    }
                    all.extend(written(&inner, &own)?);
                }
            }
        }
    }
    Some(all)
}

/// The names behind `$` in tokens.
fn named(trees: &[TokenTree]) -> HashSet<String> {
    let mut found = HashSet::new();
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => found.extend(named(&group.stream().into_iter().collect::<Vec<_>>())),
            TokenTree::Ident(name) if at > 0 && is_punct(trees.get(at - 1), '$') => {
                found.insert(plain(name));
            }
            _ => {}
        }
    }
    found
}

/// The names that a rule itself may bind: those behind `let` and in closures, patterns and loops, which are the lower-case words that it does not take.
fn own_names(gives: &[TokenTree]) -> HashSet<String> {
    let mut found = HashSet::new();
    let mut is_bound = false;
    for (at, tree) in gives.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                found.extend(own_names(&inner));
                if is_bound && group.delimiter() == Delimiter::Parenthesis {
                    found.extend(crate::syntax::words(group.stream()));
                }
            }
            TokenTree::Ident(word) if word == "let" || word == "for" => is_bound = true,
            TokenTree::Ident(word) if word == "in" => is_bound = false,
            TokenTree::Ident(word) => {
                let is_given = at > 0 && is_punct(gives.get(at - 1), '$');
                if is_bound && !is_given && word != "mut" && word != "ref" {
                    found.insert(plain(word));
                }
            }
            TokenTree::Punct(mark) if mark.as_char() == '=' || mark.as_char() == ';' => is_bound = false,
            TokenTree::Punct(mark) if mark.as_char() == '|' => is_bound = !is_bound,
            _ => {}
        }
    }
    found
}

struct Expanded<'r> {
    rules: &'r HashMap<String, Vec<Rule>>,
    depth: usize,
    tokens: usize,
    has_failed: bool,
}

impl Expanded<'_> {
    /// What a call stands for, and whether it binds names of its own; nothing for macros of others.
    fn expansion(&mut self, it: &syn::Macro) -> Option<(TokenStream, bool)> {
        let rules = self.rules.get(&plain(it.path.get_ident()?))?;
        let tokens: Vec<TokenTree> = it.tokens.clone().into_iter().collect();
        let given = crate::syntax::words(it.tokens.clone());
        for rule in rules {
            let mut names = Names::new();
            if fits(&rule.takes, &tokens, &mut names) != Some(0) {
                continue;
            }
            let own = own_names(&rule.gives);
            let bound = names.iter().map(|(name, bound)| (name.as_str(), bound)).collect();
            let Some(made) = written(&rule.gives, &bound).filter(|_| own.is_disjoint(&given)) else { break };
            self.tokens += made.clone().into_iter().count();
            if self.depth < MAX_DEPTH && self.tokens < MAX_TOKENS {
                return Some((made, !own.is_empty()));
            }
            break;
        }
        self.has_failed = true;
        None
    }

    fn deeper(&mut self, then: impl FnOnce(&mut Self)) {
        self.depth += 1;
        then(self);
        self.depth -= 1;
    }

    fn items(&mut self, items: &mut Vec<Item>) {
        let mut made = Vec::new();
        for mut item in std::mem::take(items) {
            let expansion = match &item {
                Item::Macro(it) => self.expansion(&it.mac),
                _ => None,
            };
            match expansion.map(|(tokens, _)| syn::parse2::<syn::File>(tokens)) {
                Some(Ok(file)) => {
                    let mut own = file.items;
                    self.deeper(|deeper| deeper.items(&mut own));
                    made.extend(own);
                }
                Some(Err(_)) => {
                    self.has_failed = true;
                    made.push(item);
                }
                None => {
                    self.visit_item_mut(&mut item);
                    made.push(item);
                }
            }
        }
        *items = made;
    }
}

impl VisitMut for Expanded<'_> {
    fn visit_file_mut(&mut self, file: &mut syn::File) {
        self.items(&mut file.items);
    }

    fn visit_item_mod_mut(&mut self, it: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut it.content {
            self.items(items);
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let mut made = Vec::new();
        for mut stmt in std::mem::take(&mut block.stmts) {
            let expansion = match &stmt {
                Stmt::Macro(it) => self.expansion(&it.mac).map(|found| (found, it.semi_token.is_some())),
                _ => None,
            };
            let Some(((tokens, binds), is_statement)) = expansion else {
                self.visit_stmt_mut(&mut stmt);
                made.push(stmt);
                continue;
            };
            match syn::Block::parse_within.parse2(tokens) {
                Ok(mut own) => {
                    if is_statement && let Some(Stmt::Expr(_, semicolon @ None)) = own.last_mut() {
                        *semicolon = Some(Default::default());
                    }
                    let mut inner: syn::Block = syn::parse_quote!({ #(#own)* });
                    self.deeper(|deeper| deeper.visit_block_mut(&mut inner));
                    match binds {
                        true => made.push(Stmt::Expr(syn::parse_quote!(#inner), None)),
                        false => made.extend(inner.stmts),
                    }
                }
                Err(_) => {
                    self.has_failed = true;
                    made.push(stmt);
                }
            }
        }
        block.stmts = made;
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(it) = &*expr
            && let Some((tokens, _)) = self.expansion(&it.mac)
        {
            match syn::parse2::<Expr>(tokens) {
                Ok(made) => {
                    *expr = syn::parse_quote!((#made));
                    return self.deeper(|deeper| deeper.visit_expr_mut(expr));
                }
                Err(_) => self.has_failed = true,
            }
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// Leaves the definitions out.
struct LeftOut;

impl LeftOut {
    fn items(items: &mut Vec<Item>) {
        items.retain(|item| !matches!(item, Item::Macro(it) if it.mac.path.is_ident("macro_rules")));
    }
}

impl VisitMut for LeftOut {
    fn visit_file_mut(&mut self, file: &mut syn::File) {
        LeftOut::items(&mut file.items);
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mod_mut(&mut self, it: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut it.content {
            LeftOut::items(items);
        }
        visit_mut::visit_item_mod_mut(self, it);
    }
}
