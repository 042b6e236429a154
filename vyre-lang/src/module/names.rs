//! What paths mean in a module's text: the names of each module, with what `use` brings, and the same tokens with every path replaced by the
//! name that its item alone has.

use super::aliases::Aliases;
use super::tree::{Import, Kind, Module, Tree, library_module};
use super::{scopes, shadowed};
use crate::check::BUILT_INS;
use crate::diagnostics::{Area, Errors};
use crate::library;
use crate::syntax::{identifier, plain};
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::quote;
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use vyre_ir::similar;

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Module(usize),
    /// An item, by its position.
    Item(usize),
    /// A path to something else: a variant of an enum, the library, std.
    Path(Vec<String>),
    /// A `type` item, by its position.
    Alias(usize),
}

/// The names of a module, apart for types and modules, and for values.
#[derive(Default)]
struct Names {
    types: HashMap<String, Target>,
    values: HashMap<String, Target>,
    /// The modules inside which alone a type or a value can be seen. All others are public.
    reaches: HashMap<(String, bool), usize>,
    /// What a `*` brought, and what several brought, each another item.
    brought: HashSet<(String, bool)>,
    ambiguous: HashSet<(String, bool)>,
}

impl Names {
    fn of(&self, as_type: bool) -> &HashMap<String, Target> {
        if as_type { &self.types } else { &self.values }
    }
}

pub(super) struct Resolver {
    names: Vec<Names>,
    parents: Vec<Option<usize>>,
    /// Whether a module is a block, or the body of a function.
    is_block: Vec<bool>,
    /// The names that the items alone have, and whether they are enums.
    flat: Vec<String>,
    modules: Vec<String>,
    /// The names of each enum's variants.
    variants: HashMap<usize, Vec<String>>,
    kernels: HashSet<usize>,
    constants: HashSet<usize>,
    pub(super) aliases: Aliases,
    /// The module `vyre::rand`, if the text names it.
    rand: Option<usize>,
    /// The module with types of std, if the text names one.
    standard: Option<usize>,
}

/// What a path leads to.
pub(super) enum Found {
    /// A target, with how many names of the path lead there.
    Target(Target, usize),
    /// No name of the text.
    Nothing,
    /// The name at this position is not in the module before it.
    Missing(usize, usize),
}

impl Resolver {
    /// Collects the names of all modules; reports those that stand twice, and imports of what is not there.
    pub(super) fn of(tree: &mut Tree, errors: &mut Errors) -> Resolver {
        shadowed::write_paths(tree);
        flatten_names(tree);
        let mut names: Vec<Names> = tree.modules.iter().map(|_| Names::default()).collect();
        for (at, module) in tree.modules.iter().enumerate() {
            if let (Some(parent), Some(name)) = (module.parent, &module.name) {
                declare(&mut names[parent].types, name, Target::Module(at), errors);
            }
        }
        for (at, (module, alias)) in tree.aliases.iter().enumerate() {
            declare(&mut names[*module].types, &alias.ident, Target::Alias(at), errors);
        }
        let mut variants = HashMap::new();
        for (at, entry) in tree.entries.iter().enumerate() {
            let own = &mut names[entry.module];
            let space = if entry.kind.is_type() { &mut own.types } else { &mut own.values };
            if entry.name != "_" {
                declare(space, &entry.name, Target::Item(at), errors);
                if let Some(reach) = tree.reach(entry.kind.visibility(), entry.module) {
                    own.reaches.insert((plain(&entry.name), entry.kind.is_type()), reach);
                }
            }
            if let Kind::Enum(it) = &entry.kind {
                variants.insert(at, it.variants.iter().map(|variant| plain(&variant.ident)).collect());
            }
        }
        let those = |is_it: fn(&Kind) -> bool| {
            let found = tree.entries.iter().enumerate().filter(|(_, entry)| is_it(&entry.kind));
            found.map(|(at, _)| at).collect()
        };
        let mut resolver = Resolver {
            names,
            parents: tree.modules.iter().map(|module| module.parent).collect(),
            is_block: tree.modules.iter().map(Module::is_block).collect(),
            flat: tree.entries.iter().map(|entry| entry.flat.clone()).collect(),
            modules: tree.modules.iter().map(|module| module.path.join("::")).collect(),
            variants,
            rand: tree.rand,
            standard: tree.standard,
            kernels: those(|kind| matches!(kind, Kind::Kernel(..))),
            constants: those(|kind| matches!(kind, Kind::Constant(_))),
            aliases: Aliases::default(),
        };
        resolver.import(&tree.imports, errors);
        resolver.follow_aliases(&tree.aliases, errors);
        resolver
    }

    /// Follows the imports, as long as one of them leads to something new: each may need others.
    fn import(&mut self, imports: &[Import], errors: &mut Errors) {
        // What is named goes before what a `*` brings.
        let mut imports: Vec<&Import> = imports.iter().collect();
        imports.sort_by_key(|import| import.name.is_none());
        self.refuse_twice(&imports, errors);
        loop {
            let mut has_grown = false;
            for import in &imports {
                has_grown |= self.follow(import);
            }
            if !has_grown {
                break;
            }
        }
        // A block sees what is around it, but for what has a name of its own. Those around it come first.
        for at in 0..self.names.len() {
            let Some(parent) = self.parents[at].filter(|_| self.is_block[at]) else { continue };
            for (name, target, as_type) in self.names_of(&Target::Module(parent)) {
                self.bring(at, &name, &target, as_type);
            }
        }
        for import in imports {
            let path: Vec<String> = import.path.iter().map(plain).collect();
            let is_found = [true, false].into_iter().any(|as_type| {
                matches!(self.find(import.module, &path, as_type), Found::Target(_, count) if count == path.len())
            });
            if is_found || is_prelude(&path) {
                continue;
            }
            let (at, inside) = match self.find(import.module, &path, true) {
                Found::Missing(at, inside) => (at, inside),
                Found::Nothing => (0, import.module),
                Found::Target(..) => (path.len().saturating_sub(1), import.module),
            };
            let name = path.get(at).cloned().unwrap_or_default();
            let area = import.path.get(at).map_or(import.area, |name| Area::from(name.span()));
            let fix = self.meant(inside, &name);
            errors.report(area, format!("there is no `{name}` {}", self.place(inside)), fix);
        }
    }

    /// Reports imports of a name that the module's own items, or another import, have. Before them the names are those of the items.
    fn refuse_twice(&mut self, imports: &[&Import], errors: &mut Errors) {
        let mut named: Vec<(&Import, &String)> =
            imports.iter().filter_map(|import| Some((*import, import.name.as_ref()?))).collect();
        named.retain(|(_, name)| *name != "_");
        let mut known: HashSet<(usize, String, bool)> = HashSet::new();
        for (at, names) in self.names.iter().enumerate() {
            for as_type in [true, false] {
                known.extend(names.of(as_type).keys().map(|name| (at, name.clone(), as_type)));
            }
        }
        let items = known.clone();
        for (import, name) in named {
            let path: Vec<String> = import.path.iter().map(plain).collect();
            let brings = |as_type: bool| match self.find(import.module, &path, as_type) {
                Found::Target(Target::Path(outside), _) => is_of_kind(&outside, as_type),
                Found::Target(_, count) => count == path.len(),
                Found::Nothing | Found::Missing(..) => false,
            };
            let spaces: Vec<bool> = [true, false].into_iter().filter(|as_type| brings(*as_type)).collect();
            // An import of a name by itself, such as `use self::name`, is not told from the item.
            let is_own = path.last() == Some(name) && path.len() < 2;
            let keys: Vec<_> = spaces.iter().map(|as_type| (import.module, name.clone(), *as_type)).collect();
            if !is_own && keys.iter().any(|key| known.contains(key)) {
                let is_item = keys.iter().any(|key| items.contains(key));
                let other =
                    if is_item { "an item has the name, too" } else { "another import brings it, too" };
                let problem = format!("the name `{name}` is defined multiple times: {other}");
                let fix = format!("rename one of the two, as in `use {} as other_{name};`", path.join("::"));
                errors.report(import.area, problem, fix);
            }
            known.extend(keys);
        }
    }

    /// Adds what an import brings; says whether that is new.
    fn follow(&mut self, import: &Import) -> bool {
        let path: Vec<String> = import.path.iter().map(plain).collect();
        let mut has_grown = false;
        for as_type in [true, false] {
            let Found::Target(target, count) = self.find(import.module, &path, as_type) else { continue };
            if count < path.len() {
                continue;
            }
            let brought = match &import.name {
                Some(name) => vec![(name.clone(), target, as_type)],
                None => self
                    .names_of(&target)
                    .into_iter()
                    .filter(|it| self.is_seen(it, &target, import))
                    .collect(),
            };
            for (name, target, as_type) in brought {
                let is_all = import.name.is_none();
                let own = &mut self.names[import.module];
                let key = (name.clone(), as_type);
                if is_all
                    && own.brought.contains(&key)
                    && own.of(as_type).get(&name).is_some_and(|known| *known != target)
                {
                    own.ambiguous.insert(key.clone());
                }
                if self.bring(import.module, &name, &target, as_type) {
                    has_grown = true;
                    if is_all {
                        self.names[import.module].brought.insert(key);
                    }
                    if let Some(reach) = import.reach {
                        self.names[import.module].reaches.insert((name, as_type), reach);
                    }
                }
            }
        }
        has_grown
    }

    /// Whether a `*` brings a name of a module: no private one, but in what is inside of that module.
    fn is_seen(&self, (name, _, as_type): &(String, Target, bool), of: &Target, import: &Import) -> bool {
        let Target::Module(of) = of else { return true };
        let Some(reach) = self.names[*of].reaches.get(&(name.clone(), *as_type)) else { return true };
        let mut around = Some(import.module);
        while let Some(module) = around {
            if module == *reach {
                return true;
            }
            around = self.parents[module];
        }
        false
    }

    fn bring(&mut self, module: usize, name: &str, target: &Target, as_type: bool) -> bool {
        let own = &mut self.names[module];
        let space = if as_type { &mut own.types } else { &mut own.values };
        if name == "_" || space.contains_key(name) {
            return false;
        }
        space.insert(name.to_string(), target.clone());
        true
    }

    /// The names that a `*` brings.
    fn names_of(&self, target: &Target) -> Vec<(String, Target, bool)> {
        match target {
            Target::Module(module) => {
                let own = &self.names[*module];
                let of = |space: &HashMap<String, Target>, as_type: bool| {
                    let names = space.iter().map(|(name, target)| (name.clone(), target.clone(), as_type));
                    names.collect::<Vec<_>>()
                };
                [of(&own.types, true), of(&own.values, false)].concat()
            }
            Target::Item(at) => {
                let variants = self.variants.get(at).into_iter().flatten();
                let path = |name: &String| Target::Path(vec![self.flat[*at].clone(), name.clone()]);
                variants.map(|name| (name.clone(), path(name), false)).collect()
            }
            Target::Path(_) | Target::Alias(_) => Vec::new(),
        }
    }

    /// The module that a path starts from: of a block, the first around it that has its first name.
    fn around(&self, from: usize, path: &[String], as_type: bool) -> usize {
        let mut module = from;
        // `self` and `super` are those of the module in which the block stands.
        let is_relative = path.first().is_some_and(|first| first == "self" || first == "super");
        while let (true, Some(parent)) = (self.is_block[module], self.parents[module]) {
            let own = &self.names[module];
            let has_it = match path {
                [only] if !as_type => own.values.contains_key(only),
                [first, ..] => own.types.contains_key(first),
                [] => false,
            };
            if has_it && !is_relative {
                break;
            }
            module = parent;
        }
        module
    }

    /// What a path leads to, seen from a module.
    pub(super) fn find(&self, from: usize, path: &[String], as_type: bool) -> Found {
        let (mut module, mut at) = (self.around(from, path, as_type), 0);
        if let ([krate, name, ..], Some(rand)) = (path, self.rand)
            && krate == "vyre"
            && name == "rand"
        {
            (module, at) = (rand, 2);
        }
        let mut written = path;
        let own: Vec<String>;
        if let (Some(standard), Some((count, name))) = (self.standard, crate::standard::leading(path)) {
            (module, at) = (standard, count);
            own = path
                .iter()
                .enumerate()
                .map(|(it, known)| if it == count { name } else { known }.to_string())
                .collect();
            written = &own;
        }
        let path = written;
        while let Some(name) = path.get(at) {
            match (name.as_str(), at) {
                ("crate", 0) => module = 0,
                ("self", 0) => {}
                ("super", _) if path[..at].iter().all(|name| name == "super" || name == "self") => {
                    // A module in a block stands in the module around the block.
                    let mut around = self.parents[module];
                    while let Some(block) = around.filter(|around| self.is_block[*around]) {
                        around = self.parents[block];
                    }
                    match around {
                        Some(parent) => module = parent,
                        None => return Found::Missing(at, module),
                    }
                }
                _ => break,
            }
            at += 1;
        }
        let is_relative = at > 0;
        if at == path.len() {
            return Found::Target(Target::Module(module), at);
        }
        loop {
            let Some(name) = path.get(at) else { return Found::Target(Target::Module(module), at) };
            let is_last = at + 1 == path.len();
            let own = &self.names[module];
            let target = match (is_last, as_type) {
                (true, false) => own.values.get(name),
                _ => own.types.get(name),
            };
            match target {
                Some(Target::Module(inner)) if !is_last => (module, at) = (*inner, at + 1),
                Some(Target::Path(outside)) if !is_last => {
                    let path = [outside, &path[at + 1..]].concat();
                    let count = at + 1 + (path.len() - outside.len());
                    return Found::Target(self.outside(path), count);
                }
                Some(Target::Item(item)) if !is_last => {
                    let is_variant =
                        self.variants.get(item).is_some_and(|known| known.contains(&path[at + 1]));
                    return match is_variant && at + 2 == path.len() && !as_type {
                        true => {
                            let path = vec![self.flat[*item].clone(), path[at + 1].clone()];
                            Found::Target(Target::Path(path), at + 2)
                        }
                        false => Found::Target(Target::Item(*item), at + 1),
                    };
                }
                // What is behind the name of a `type` item is a part of that type.
                Some(target) => return Found::Target(target.clone(), at + 1),
                None if !is_relative && at == 0 => {
                    let is_outside = matches!(name.as_str(), "vyre" | "core" | "std");
                    return match is_outside {
                        true => Found::Target(self.outside(path.to_vec()), path.len()),
                        false => Found::Nothing,
                    };
                }
                None => return Found::Missing(at, module),
            }
        }
    }

    /// What a path out of the text leads to: functions of the library that are written in the language stand beside the text's own.
    fn outside(&self, path: Vec<String>) -> Target {
        let written = || {
            let (family, name) = library::at_path(&path).filter(|_| path[0] == "vyre")?;
            let module = library_module(family);
            match self.names.first()?.types.get(&module)? {
                Target::Module(module) => self.names[*module].values.get(name).cloned(),
                _ => None,
            }
        };
        let of_std = || {
            let (at, name) = crate::standard::leading(&path)?;
            let own = &self.names[self.standard?];
            (path.len() == at + 1).then(|| own.types.get(name).cloned())?
        };
        written().or_else(of_std).unwrap_or(Target::Path(path))
    }

    /// Whether a value of this name can be seen in a module.
    pub(super) fn has_value(&self, module: usize, name: &str) -> bool {
        self.names[module].values.contains_key(name)
    }

    /// The names of the constants that can be seen in a module.
    pub(super) fn constants(&self, module: usize) -> HashSet<String> {
        self.names[module].values.keys().filter(|name| self.is_constant(module, name)).cloned().collect()
    }

    /// Whether a name means a constant or a variant in a module. Then no pattern binds it, however it is spelt.
    pub(super) fn is_constant(&self, module: usize, name: &str) -> bool {
        match self.names[module].values.get(name) {
            Some(Target::Item(item)) => self.constants.contains(item),
            Some(Target::Path(path)) => path.len() > 1,
            Some(Target::Module(_) | Target::Alias(_)) | None => false,
        }
    }

    /// The names that a function of a module binds: parameters, variables, and items inside.
    pub(super) fn bound_in(&self, function: &syn::ItemFn, module: usize) -> HashSet<String> {
        let mut bound = Bound { names: HashSet::new(), resolver: self, module };
        bound.visit_generics(&function.sig.generics);
        function.sig.inputs.iter().for_each(|input| bound.visit_fn_arg(input));
        bound.visit_block(&function.block);
        bound.names
    }

    /// Whether a type of this name can be seen in a module.
    pub(super) fn has_type(&self, module: usize, name: &str) -> bool {
        self.names[module].types.contains_key(name)
    }

    fn place(&self, module: usize) -> String {
        match self.modules[module].as_str() {
            "" => "here".to_string(),
            path => format!("in `{path}`"),
        }
    }

    /// What a misspelt name of a module may mean.
    pub(super) fn meant(&self, module: usize, name: &str) -> String {
        let own = &self.names[module];
        let mut known: Vec<&str> = own.values.keys().chain(own.types.keys()).map(String::as_str).collect();
        known.sort_unstable();
        let built_in = if name.starts_with(char::is_lowercase) { &BUILT_INS[..] } else { &[] };
        known.extend(built_in);
        match similar::nearest(name, &known) {
            Some(meant) => format!("write `{meant}`"),
            None => "declare it, or import it".to_string(),
        }
    }

    /// The same tokens, in which each item has the name that it alone has. Reports paths to what is not there.
    pub(super) fn flattened(
        &self,
        tokens: TokenStream,
        module: usize,
        bound: &HashSet<String>,
        errors: &mut Errors,
    ) -> TokenStream {
        let mut result = TokenStream::new();
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < trees.len() {
            let is_visibility =
                at > 0 && matches!(&trees[at - 1], TokenTree::Ident(before) if before == "pub");
            match &trees[at] {
                // Who sees an item is rustc's to say: `pub(super)` may lead out of the text.
                group @ TokenTree::Group(inner) if is_visibility && is_restriction(inner) => {
                    result.extend([group.clone()]);
                    at += 1;
                }
                TokenTree::Group(group) => {
                    let mut inner = group.stream();
                    let tokens: Vec<TokenTree> = inner.clone().into_iter().take(3).collect();
                    let scope = scopes::of_tokens(&tokens).filter(|scope| *scope < self.names.len());
                    if scope.is_some() {
                        inner = inner.into_iter().skip(3).collect();
                    }
                    let inner = self.flattened(inner, scope.unwrap_or(module), bound, errors);
                    let mut copy = Group::new(group.delimiter(), inner);
                    copy.set_span(group.span());
                    result.extend([TokenTree::from(copy)]);
                    at += 1;
                }
                TokenTree::Ident(_) => {
                    let path = path_at(&trees, at);
                    let replaced = self.replaced(&trees, at, &path, (module, bound), errors);
                    let end = path.end;
                    match replaced {
                        Some(tokens) => result.extend(tokens),
                        None => result.extend(trees[at..end].iter().cloned()),
                    }
                    at = end;
                }
                other => {
                    result.extend([other.clone()]);
                    at += 1;
                }
            }
        }
        result
    }

    /// What stands for a path, if that is something else than the path itself.
    fn replaced(
        &self,
        trees: &[TokenTree],
        start: usize,
        path: &PathAt,
        (module, bound): (usize, &HashSet<String>),
        errors: &mut Errors,
    ) -> Option<TokenStream> {
        let before = |back: usize| start.checked_sub(back).and_then(|at| trees.get(at));
        let mark = |token: Option<&TokenTree>, mark: char| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
        let is_range = mark(before(1), '.') && mark(before(2), '.');
        if mark(before(1), '.') && !is_range
            || mark(before(1), '\'')
            || mark(before(1), ':') && mark(before(2), ':')
        {
            return None;
        }
        let next = trees.get(path.end);
        let names: Vec<String> = path.names.iter().map(plain).collect();
        let is_single = names.len() == 1;
        let is_macro = mark(next, '!')
            && matches!(next, Some(TokenTree::Punct(punct)) if punct.spacing() == Spacing::Alone)
            && matches!(trees.get(path.end + 1), Some(TokenTree::Group(_)));
        let is_field = is_single && mark(next, ':') && !mark(trees.get(path.end + 1), ':');
        let follows = |words: &[&str]| matches!(before(1), Some(TokenTree::Ident(word)) if words.iter().any(|it| word == it));
        let has_more =
            matches!(next, Some(TokenTree::Group(group)) if group.delimiter() != Delimiter::Bracket);
        // What follows `&mut` is a type or a value.
        let is_borrowed = follows(&["mut"]) && mark(before(2), '&');
        let is_bound = follows(&BINDING) && !self.is_constant(module, &names[0]);
        let is_declared = follows(&DECLARING) || is_bound && !has_more && !is_borrowed;
        let is_of_param = !is_single && bound.contains(&head_of(&names[0]));
        if is_macro || is_field || is_of_param || is_single && (bound.contains(&names[0]) || is_declared) {
            return None;
        }
        let area = Area::between(path.names[0].span(), path.names[names.len() - 1].span());
        let mut missing = None;
        // What is called or taken apart is a value: a variant that is imported may have the name of a struct.
        let is_called = is_single
            && names[0].starts_with(char::is_uppercase)
            && matches!(next, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
        for as_type in if is_called { [false, true] } else { [true, false] } {
            match self.find(module, &names, as_type) {
                Found::Target(target, count) => {
                    // A single name may be one of both: what is written so is the value.
                    let is_value = is_single && as_type && self.names[module].values.contains_key(&names[0]);
                    if is_value && names[0].starts_with(char::is_lowercase) {
                        continue;
                    }
                    let first = self.around(module, &names, as_type);
                    if self.names[first].ambiguous.contains(&(names[0].clone(), as_type || !is_single)) {
                        let name = &names[0];
                        let problem = format!("`{name}` is ambiguous: several `use ..::*` bring it");
                        errors.report(
                            area,
                            problem,
                            format!("import the one that is meant: `use ..::{name};`"),
                        );
                        return None;
                    }
                    if let Target::Item(item) = &target
                        && self.kernels.contains(item)
                    {
                        let problem = format!("`{}` is a kernel, which only a launch runs", names.join("::"));
                        errors.report(area, problem, "make it a function, and call that");
                        return None;
                    }
                    return self.tokens_for(&target, count, path);
                }
                Found::Missing(at, inside) => missing = Some((at, inside)),
                Found::Nothing => {}
            }
        }
        let (at, inside) = missing?;
        let name = &names[at];
        let fix = self.meant(inside, name);
        let problem = match name.as_str() {
            "super" => "there is no module around this one".to_string(),
            _ => format!("there is no `{name}` {}", self.place(inside)),
        };
        errors.report(Area::from(path.names[at].span()), problem, fix);
        None
    }

    /// The tokens of a target, with what the path has behind it.
    fn tokens_for(&self, target: &Target, count: usize, path: &PathAt) -> Option<TokenStream> {
        let first = path.names[0].span();
        let led = path.names[count - 1].span();
        let span = first.join(led).unwrap_or(led);
        let written = |name: &str| identifier(name, span);
        let rest = &path.names[count..];
        let head: Vec<Ident> = match target {
            Target::Module(_) => return None,
            Target::Alias(at) => return self.aliases.tokens(*at, rest),
            Target::Item(at) if count == 1 && rest.is_empty() && path.names[0] == self.flat[*at] => {
                return None;
            }
            Target::Item(at) => vec![written(&self.flat[*at])],
            Target::Path(names) => names.iter().map(|name| written(name)).collect(),
        };
        let names = head.iter().chain(rest);
        Some(quote!(#(#names)::*))
    }
}

/// The keywords that the name of an item follows.
const DECLARING: [&str; 8] = ["fn", "struct", "enum", "mod", "const", "static", "trait", "type"];
/// The keywords that the name of a variable follows, if it is no pattern.
const BINDING: [&str; 4] = ["let", "mut", "for", "ref"];

/// A path among tokens: its names, and the position behind it.
pub(super) struct PathAt {
    pub(super) names: Vec<Ident>,
    pub(super) end: usize,
}

pub(super) fn path_at(trees: &[TokenTree], start: usize) -> PathAt {
    let mut names = Vec::new();
    let mut at = start;
    while let Some(TokenTree::Ident(name)) = trees.get(at) {
        names.push(name.clone());
        at += 1;
        let is_colons =
            is_colon(trees.get(at), Spacing::Joint) && is_colon(trees.get(at + 1), Spacing::Alone);
        if !is_colons || !matches!(trees.get(at + 2), Some(TokenTree::Ident(_))) {
            break;
        }
        at += 2;
    }
    // Behind the last name nothing of the path is left.
    PathAt { end: at, names }
}

/// Whether a group behind `pub` says who sees an item; else it is the type of a field.
fn is_restriction(group: &Group) -> bool {
    let inner: Vec<TokenTree> = group.stream().into_iter().take(2).collect();
    group.delimiter() == Delimiter::Parenthesis
        && match &inner[..] {
            [TokenTree::Ident(only)] => only == "super" || only == "self" || only == "crate",
            [TokenTree::Ident(first), _] => first == "in",
            _ => false,
        }
}

fn is_colon(token: Option<&TokenTree>, spacing: Spacing) -> bool {
    let is_it =
        |punct: &Punct| punct.as_char() == ':' && (spacing == Spacing::Alone || punct.spacing() == spacing);
    matches!(token, Some(TokenTree::Punct(punct)) if is_it(punct))
}

/// `vyre::prelude::*` brings what a text has anyway.
fn is_prelude(path: &[String]) -> bool {
    matches!(path, [first, ..] if first == "vyre")
}

/// Whether what a path out of the text leads to is probably a type, or a value: of it the text says the name alone.
fn is_of_kind(outside: &[String], as_type: bool) -> bool {
    let Some(name) = outside.last() else { return false };
    let (has_upper, has_lower) =
        (name.starts_with(char::is_uppercase), name.contains(|letter: char| letter.is_lowercase()));
    match (has_upper, has_lower) {
        (true, true) => as_type,
        // A constant, or a type with a name of one letter.
        (true, false) => !as_type && name.len() > 1,
        // A function, unless it is a module.
        (false, _) => !as_type && outside.len() > 2,
    }
}

fn declare(space: &mut HashMap<String, Target>, name: &Ident, target: Target, errors: &mut Errors) {
    let text = plain(name);
    if space.contains_key(&text) {
        let problem = format!("`{text}` is defined twice in this module");
        errors.report(Area::of(name), problem, "rename one of the two");
        return;
    }
    space.insert(text, target);
}

/// The names that a function binds or declares and that it also has at the end of a path, which leads to the item.
fn hidden_items(tree: &Tree) -> HashSet<String> {
    #[derive(Default)]
    struct Found {
        bound: HashSet<String>,
        /// The functions and constants in it.
        declared: HashSet<String>,
        led_to: HashSet<String>,
        both: HashSet<String>,
    }
    impl Found {
        fn inside(&mut self, visit: impl FnOnce(&mut Found)) {
            let mut own = Found::default();
            visit(&mut own);
            let both = own.bound.intersection(&own.led_to);
            self.both.extend(both.filter(|name| !crate::check::is_constant_name(name)).cloned());
            self.both.extend(own.declared.intersection(&own.led_to).cloned());
        }
    }
    impl<'ast> Visit<'ast> for Found {
        fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
            self.bound.insert(plain(&pat.ident));
            visit::visit_pat_ident(self, pat);
        }
        fn visit_stmt(&mut self, stmt: &'ast syn::Stmt) {
            match stmt {
                syn::Stmt::Item(syn::Item::Fn(it)) => drop(self.declared.insert(plain(&it.sig.ident))),
                syn::Stmt::Item(syn::Item::Const(it)) => drop(self.declared.insert(plain(&it.ident))),
                _ => {}
            }
            visit::visit_stmt(self, stmt);
        }
        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            if path.path.segments.len() > 1 {
                self.led_to.extend(path.path.segments.last().map(|last| plain(&last.ident)));
            }
        }
        fn visit_impl_item_fn(&mut self, method: &'ast syn::ImplItemFn) {
            self.inside(|own| visit::visit_impl_item_fn(own, method));
        }
        fn visit_trait_item_fn(&mut self, method: &'ast syn::TraitItemFn) {
            self.inside(|own| visit::visit_trait_item_fn(own, method));
        }
    }
    let mut found = Found::default();
    for entry in &tree.entries {
        match &entry.kind {
            Kind::Kernel(function, _) | Kind::Function(function) => {
                found.inside(|own| own.visit_item_fn(function));
            }
            Kind::Trait(it) => found.visit_item_trait(it),
            Kind::Constant(_) | Kind::Struct(_) | Kind::Enum(_) => {}
        }
    }
    tree.impls.iter().for_each(|(_, block)| found.visit_item_impl(block));
    found.both
}

/// The constants whose name a function of another module binds, where the constant is not seen.
fn bound_elsewhere(tree: &Tree) -> HashSet<usize> {
    let mut bound: HashMap<&[String], shadowed::Bound> = HashMap::new();
    for entry in &tree.entries {
        let own = bound.entry(&tree.modules[entry.module].path).or_default();
        match &entry.kind {
            Kind::Kernel(function, _) | Kind::Function(function) => own.visit_item_fn(function),
            Kind::Trait(it) => own.visit_item_trait(it),
            Kind::Constant(_) | Kind::Struct(_) | Kind::Enum(_) => {}
        }
    }
    for (module, block) in &tree.impls {
        bound.entry(&tree.modules[*module].path).or_default().visit_item_impl(block);
    }
    let constants = tree.entries.iter().enumerate().filter(|(_, entry)| {
        let own = &tree.modules[entry.module].path[..];
        let is_bound =
            || bound.iter().any(|(path, names)| *path != own && names.variables.contains(&entry.flat));
        matches!(entry.kind, Kind::Constant(_)) && is_bound()
    });
    constants.map(|(at, _)| at).collect()
}

/// The names of all parameters of types and constants. The type of a call stands in the place of such a name, so that no type of the module may be
/// meant by another parameter's name there.
fn names_of_params(tree: &Tree) -> HashSet<String> {
    #[derive(Default)]
    struct Params(HashSet<String>);
    impl<'ast> Visit<'ast> for Params {
        fn visit_type_param(&mut self, param: &'ast syn::TypeParam) {
            self.0.insert(plain(&param.ident));
        }
        fn visit_const_param(&mut self, param: &'ast syn::ConstParam) {
            self.0.insert(plain(&param.ident));
        }
    }
    let mut params = Params::default();
    for entry in &tree.entries {
        match &entry.kind {
            Kind::Kernel(it, _) | Kind::Function(it) => params.visit_item_fn(it),
            Kind::Constant(it) => params.visit_item_const(it),
            Kind::Struct(it) => params.visit_item_struct(it),
            Kind::Enum(it) => params.visit_item_enum(it),
            Kind::Trait(it) => params.visit_item_trait(it),
        }
    }
    tree.impls.iter().for_each(|(_, block)| params.visit_item_impl(block));
    params.0
}

/// Gives each item a name of its own: that which it has, or one with its modules where several have it.
fn flatten_names(tree: &mut Tree) {
    let mut count: HashMap<String, usize> = HashMap::new();
    for entry in &tree.entries {
        *count.entry(entry.flat.clone()).or_default() += 1;
    }
    let (hidden, elsewhere) = (hidden_items(tree), bound_elsewhere(tree));
    let params = names_of_params(tree);
    for name in &hidden {
        count.entry(name.clone()).and_modify(|count| *count += 1);
    }
    let mut taken: HashSet<String> = tree.entries.iter().map(|entry| entry.flat.clone()).collect();
    taken.extend(BUILT_INS.iter().map(|name| (*name).to_string()));
    let (root, block) = (vec!["root".to_string()], vec!["block".to_string()]);
    for at in 0..tree.entries.len() {
        let entry = &tree.entries[at];
        let mut path = &tree.modules[entry.module].path;
        // A function of the module's own stands before the built-in one of its name.
        let is_built_in = matches!(entry.kind, Kind::Function(_)) && BUILT_INS.contains(&entry.flat.as_str());
        let is_param = entry.kind.is_type() && params.contains(&entry.flat);
        let is_alone = count.get(&entry.flat).copied().unwrap_or(0) < 2
            && !elsewhere.contains(&at)
            && !is_built_in
            && !is_param;
        if entry.flat == "_" || is_alone {
            continue;
        }
        if path.is_empty() && tree.modules[entry.module].is_block() {
            // The item stands in a block of the text's own module.
            path = &block;
        }
        if path.is_empty() {
            // `crate::name` leads past a variable.
            let is_value = matches!(entry.kind, Kind::Function(_) | Kind::Constant(_));
            let is_hidden = hidden.contains(&entry.flat) || elsewhere.contains(&at);
            if !is_param && (!is_value || !is_hidden && !is_built_in) {
                continue;
            }
            path = &root;
        }
        let joined = match &entry.kind {
            Kind::Struct(_) | Kind::Enum(_) | Kind::Trait(_) => {
                let capital = |name: &String| {
                    let mut letters = name.chars();
                    let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
                    first.unwrap_or_default() + letters.as_str()
                };
                path.iter().map(capital).collect::<String>() + &entry.flat
            }
            Kind::Constant(_) => format!("{}_{}", path.join("_").to_uppercase(), entry.flat),
            _ => format!("{}_{}", path.join("_"), entry.flat),
        };
        let mut flat = joined.clone();
        let mut number = 2;
        while !taken.insert(flat.clone()) {
            flat = format!("{joined}_{number}");
            number += 1;
        }
        tree.entries[at].flat = flat;
    }
}

/// The names that a type parameter binds: its own, and the head of the paths that lead through it. A variable binds no such head.
pub(super) fn names_of_param(name: &Ident) -> [String; 2] {
    [plain(name), head_of(&plain(name))]
}

fn head_of(name: &str) -> String {
    format!("{name}::")
}

/// Collects the names that a function binds.
struct Bound<'r> {
    names: HashSet<String>,
    resolver: &'r Resolver,
    module: usize,
}

impl<'ast> Visit<'ast> for Bound<'_> {
    fn visit_block(&mut self, block: &'ast syn::Block) {
        let around = self.module;
        let scope = scopes::of_block(block).filter(|scope| *scope < self.resolver.names.len());
        self.module = scope.unwrap_or(around);
        visit::visit_block(self, block);
        self.module = around;
    }
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        let name = plain(&pat.ident);
        if !crate::check::is_constant_name(&name) && !self.resolver.is_constant(self.module, &name) {
            self.names.insert(name);
        }
        visit::visit_pat_ident(self, pat);
    }
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.names.insert(plain(&function.sig.ident));
        visit::visit_item_fn(self, function);
    }
    fn visit_item_const(&mut self, constant: &'ast syn::ItemConst) {
        self.names.insert(plain(&constant.ident));
        visit::visit_item_const(self, constant);
    }
    fn visit_generic_param(&mut self, param: &'ast syn::GenericParam) {
        match param {
            syn::GenericParam::Type(param) => self.names.extend(names_of_param(&param.ident)),
            syn::GenericParam::Const(param) => drop(self.names.insert(plain(&param.ident))),
            syn::GenericParam::Lifetime(_) => {}
        }
    }
}
