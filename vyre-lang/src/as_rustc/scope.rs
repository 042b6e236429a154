//! The items of a text by their names, as paths and `use` find them, with who may name them.

use crate::syntax::plain;
use std::cell::RefCell;
use std::collections::HashMap;
use syn::visit::Visit;
use syn::{Item, UseTree, Visibility};

pub(super) type ModuleId = usize;
pub(super) type ItemId = usize;

/// The names of types and modules, or those of values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Space {
    Types,
    Values,
}

#[derive(Clone, Copy)]
pub(super) enum Kind<'a> {
    Struct(&'a syn::ItemStruct),
    Enum(&'a syn::ItemEnum),
    Trait(&'a syn::ItemTrait),
    Function(&'a syn::ItemFn),
    Constant(&'a syn::ItemConst),
    Static(&'a syn::ItemStatic),
    Alias(&'a syn::ItemType),
    Module(ModuleId),
}

pub(super) struct Entry<'a> {
    pub(super) name: &'a syn::Ident,
    /// The module that it stands in; that of a block, for an item in a body.
    pub(super) module: ModuleId,
    pub(super) kind: Kind<'a>,
    /// The module in which it may be named; nothing for everywhere.
    pub(super) seen_in: Option<ModuleId>,
    /// Whether it stands in the body of a kernel.
    pub(super) in_kernel: bool,
}

struct Import<'a> {
    path: Vec<&'a syn::Ident>,
    /// Nothing for `*`.
    name: Option<String>,
    seen_in: Option<ModuleId>,
}

#[derive(Default)]
struct Module<'a> {
    parent: Option<ModuleId>,
    /// Whether it is a block of a body.
    is_block: bool,
    names: HashMap<(Space, String), ItemId>,
    imports: Vec<Import<'a>>,
}

/// What a path means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Item(ItemId),
    /// A variant of an enum, by its number.
    Variant(ItemId, usize),
    /// What is not of this text: of std, of vyre, or a variable or a parameter.
    Outside,
}

/// A part of a path that may not be named where it stands.
pub(super) struct Private<'a> {
    pub(super) at: &'a syn::Ident,
    pub(super) what: &'static str,
}

/// What a name means, and the module in which it is seen, if not everywhere.
type Found = (Meaning, Option<ModuleId>);

#[derive(Default)]
pub(super) struct Scope<'a> {
    pub(super) entries: Vec<Entry<'a>>,
    modules: Vec<Module<'a>>,
    /// The blocks with items of their own, by their addresses.
    blocks: HashMap<*const syn::Block, ModuleId>,
    pub(super) impls: Vec<(ModuleId, &'a syn::ItemImpl)>,
    /// Whether the body of a kernel is being read.
    in_kernel: bool,
    /// What names have been found to mean in modules; nothing for those that are being looked up, so that imports in circles end.
    known: RefCell<HashMap<(ModuleId, Space, String), Option<Found>>>,
}

/// How far imports of imports are followed.
const MAX_DEPTH: usize = 24;

impl<'a> Scope<'a> {
    pub(super) fn of(file: &'a syn::File) -> Scope<'a> {
        let mut scope = Scope::default();
        scope.modules.push(Module::default());
        let mut open: Vec<(ModuleId, &'a [Item])> = vec![(0, &file.items)];
        while let Some((module, items)) = open.pop() {
            for item in items {
                if let Some(inside) = scope.item(item, module) {
                    open.push(inside);
                }
            }
        }
        scope
    }

    fn item(&mut self, item: &'a Item, module: ModuleId) -> Option<(ModuleId, &'a [Item])> {
        let (name, vis, kind, spaces): (_, _, _, &[Space]) = match item {
            Item::Fn(it) => (&it.sig.ident, &it.vis, Kind::Function(it), &[Space::Values]),
            Item::Const(it) => (&it.ident, &it.vis, Kind::Constant(it), &[Space::Values]),
            Item::Static(it) => (&it.ident, &it.vis, Kind::Static(it), &[Space::Values]),
            Item::Struct(it) if matches!(it.fields, syn::Fields::Named(_)) => {
                (&it.ident, &it.vis, Kind::Struct(it), &[Space::Types])
            }
            Item::Struct(it) => (&it.ident, &it.vis, Kind::Struct(it), &[Space::Types, Space::Values]),
            Item::Enum(it) => (&it.ident, &it.vis, Kind::Enum(it), &[Space::Types]),
            Item::Trait(it) => (&it.ident, &it.vis, Kind::Trait(it), &[Space::Types]),
            Item::Type(it) => (&it.ident, &it.vis, Kind::Alias(it), &[Space::Types]),
            Item::Mod(it) => {
                let Some((_, items)) = &it.content else { return None };
                let inside = self.modules.len();
                self.modules.push(Module { parent: Some(module), ..Module::default() });
                self.add(module, &it.ident, &it.vis, Kind::Module(inside), &[Space::Types]);
                return Some((inside, items));
            }
            Item::Use(it) => {
                let seen_in = self.seen_in(&it.vis, module);
                if it.leading_colon.is_none() {
                    self.import(module, seen_in, &mut Vec::new(), &it.tree);
                }
                return None;
            }
            Item::Impl(it) => {
                self.impls.push((module, it));
                Blocks { scope: self, module }.visit_item_impl(it);
                return None;
            }
            _ => return None,
        };
        self.add(module, name, vis, kind, spaces);
        let outer = self.in_kernel;
        if let Item::Fn(it) = item {
            self.in_kernel |= it
                .attrs
                .iter()
                .any(|it| it.path().segments.last().is_some_and(|last| last.ident == "kernel"));
        }
        let mut blocks = Blocks { scope: self, module };
        match item {
            Item::Fn(it) => blocks.visit_item_fn(it),
            Item::Trait(it) => blocks.visit_item_trait(it),
            Item::Const(it) => blocks.visit_item_const(it),
            _ => {}
        }
        self.in_kernel = outer;
        None
    }

    fn add(
        &mut self,
        module: ModuleId,
        name: &'a syn::Ident,
        vis: &Visibility,
        kind: Kind<'a>,
        spaces: &[Space],
    ) {
        let seen_in = self.seen_in(vis, module);
        let id = self.entries.len();
        let in_kernel = self.in_kernel;
        self.entries.push(Entry { name, module, kind, seen_in, in_kernel });
        for space in spaces {
            self.modules[module].names.entry((*space, plain(name))).or_insert(id);
        }
    }

    fn import(
        &mut self,
        module: ModuleId,
        seen_in: Option<ModuleId>,
        path: &mut Vec<&'a syn::Ident>,
        tree: &'a UseTree,
    ) {
        match tree {
            UseTree::Path(it) => {
                path.push(&it.ident);
                self.import(module, seen_in, path, &it.tree);
                path.pop();
            }
            UseTree::Name(it) if it.ident == "self" => {
                let name = path.last().map(|last| plain(last));
                if name.is_some() {
                    self.modules[module].imports.push(Import { path: path.clone(), name, seen_in });
                }
            }
            UseTree::Name(it) => {
                let path = path.iter().copied().chain([&it.ident]).collect();
                self.modules[module].imports.push(Import { path, name: Some(plain(&it.ident)), seen_in });
            }
            UseTree::Rename(it) => {
                let path = path.iter().copied().chain([&it.ident]).filter(|it| *it != "self").collect();
                self.modules[module].imports.push(Import { path, name: Some(plain(&it.rename)), seen_in });
            }
            UseTree::Glob(_) => {
                self.modules[module].imports.push(Import { path: path.clone(), name: None, seen_in });
            }
            UseTree::Group(it) => {
                it.items.iter().for_each(|tree| self.import(module, seen_in, path, tree));
            }
        }
    }

    /// The module around a block of a body.
    pub(super) fn outside_blocks(&self, mut module: ModuleId) -> ModuleId {
        while let (true, Some(parent)) = (self.modules[module].is_block, self.modules[module].parent) {
            module = parent;
        }
        module
    }

    fn around(&self, module: ModuleId) -> Option<ModuleId> {
        self.modules[self.outside_blocks(module)].parent.map(|parent| self.outside_blocks(parent))
    }

    /// Where an item or a field is seen that stands in a module and is declared with this visibility.
    pub(super) fn seen_in(&self, vis: &Visibility, module: ModuleId) -> Option<ModuleId> {
        match vis {
            Visibility::Public(_) => None,
            Visibility::Inherited => Some(module),
            Visibility::Restricted(it) if it.path.is_ident("super") => self.around(module),
            Visibility::Restricted(it) if it.path.is_ident("self") => Some(self.outside_blocks(module)),
            Visibility::Restricted(it) if it.path.is_ident("crate") => Some(0),
            Visibility::Restricted(_) => None,
        }
    }

    pub(super) fn is_seen(&self, seen_in: Option<ModuleId>, mut from: ModuleId) -> bool {
        let Some(within) = seen_in else { return true };
        loop {
            if from == within {
                return true;
            }
            match self.modules[from].parent {
                Some(parent) => from = parent,
                None => return false,
            }
        }
    }

    /// The module of a block with items of its own.
    pub(super) fn block(&self, block: &syn::Block) -> Option<ModuleId> {
        self.blocks.get(&std::ptr::from_ref(block)).copied()
    }

    /// What a name means in a module itself, and where it is seen.
    fn inside(&self, module: ModuleId, name: &str, space: Space, depth: usize) -> Option<Found> {
        let key = (module, space, name.to_string());
        if let Some(known) = self.known.borrow().get(&key) {
            return *known;
        }
        self.known.borrow_mut().insert(key.clone(), None);
        let found = self.looked_up(module, name, space, depth);
        self.known.borrow_mut().insert(key, found);
        found
    }

    fn looked_up(&self, module: ModuleId, name: &str, space: Space, depth: usize) -> Option<Found> {
        let of = &self.modules[module];
        if let Some(id) = of.names.get(&(space, name.to_string())) {
            return Some((Meaning::Item(*id), self.entries[*id].seen_in));
        }
        if depth == 0 {
            return Some((Meaning::Outside, None));
        }
        for import in of.imports.iter().filter(|import| import.name.as_deref() == Some(name)) {
            match self.follow(module, &import.path, space, depth - 1, &mut None) {
                Some(meaning) => return Some((meaning, import.seen_in)),
                // It may be a name in the other space, or one of std's or vyre's.
                None if self.is_outside(module, &import.path) => {
                    return Some((Meaning::Outside, import.seen_in));
                }
                None => {}
            }
        }
        for import in of.imports.iter().filter(|import| import.name.is_none()) {
            let found = match self.follow(module, &import.path, Space::Types, depth - 1, &mut None) {
                Some(Meaning::Item(id)) => self.member(id, name, space, depth - 1),
                _ => None,
            };
            if let Some((meaning, seen_in)) = found
                && self.is_seen(seen_in, module)
            {
                return Some((meaning, import.seen_in));
            }
        }
        None
    }

    /// Whether a path begins with what is not of this text.
    fn is_outside(&self, module: ModuleId, path: &[&'a syn::Ident]) -> bool {
        let Some(first) = path.first() else { return true };
        !matches!(plain(first).as_str(), "crate" | "self" | "super")
            && self.first(module, &plain(first), Space::Types, MAX_DEPTH / 2).is_none()
    }

    /// What is named in an item: in a module, or a variant of an enum.
    fn member(&self, id: ItemId, name: &str, space: Space, depth: usize) -> Option<Found> {
        match self.entries[id].kind {
            Kind::Module(inside) => self.inside(inside, name, space, depth),
            Kind::Enum(it) => {
                let at = it.variants.iter().position(|variant| plain(&variant.ident) == name)?;
                Some((Meaning::Variant(id, at), None))
            }
            _ => None,
        }
    }

    /// What the first name of a path means: of the module, or of the blocks and the module around.
    fn first(&self, module: ModuleId, name: &str, space: Space, depth: usize) -> Option<Meaning> {
        let mut module = module;
        loop {
            if let Some((meaning, _)) = self.inside(module, name, space, depth) {
                return Some(meaning);
            }
            match self.modules[module].parent {
                Some(parent) if self.modules[module].is_block => module = parent,
                _ => return None,
            }
        }
    }

    /// What a path means; nothing of what is not there. The first part of it that may not be named here is noted.
    pub(super) fn follow(
        &self,
        module: ModuleId,
        path: &[&'a syn::Ident],
        space: Space,
        depth: usize,
        private: &mut Option<Private<'a>>,
    ) -> Option<Meaning> {
        if depth == 0 {
            return Some(Meaning::Outside);
        }
        let mut at = 0;
        // The module that the path has led to; nothing for where it stands.
        let mut within = None;
        while let Some(name) = path.get(at) {
            within = Some(match plain(name).as_str() {
                "crate" => 0,
                "self" if at == 0 => self.outside_blocks(module),
                "super" => match self.around(within.unwrap_or(module)) {
                    Some(outer) => outer,
                    None => return Some(Meaning::Outside),
                },
                _ => break,
            });
            at += 1;
        }
        let mut meaning = None;
        while let Some(name) = path.get(at) {
            let is_last = at + 1 == path.len();
            let space = if is_last { space } else { Space::Types };
            let text = plain(name);
            let found = match (meaning, within) {
                (None, None) => match self.first(module, &text, space, depth - 1) {
                    Some(meaning) => Some((meaning, None)),
                    None => return None,
                },
                (None, Some(inside)) => self.inside(inside, &text, space, depth - 1),
                (Some(Meaning::Item(id)), _) => match self.member(id, &text, space, depth - 1) {
                    // A method or a constant of a type.
                    None if !matches!(self.entries[id].kind, Kind::Module(_)) => {
                        return Some(Meaning::Outside);
                    }
                    found => found,
                },
                _ => return Some(Meaning::Outside),
            };
            let (next, seen_in) = found?;
            if !self.is_seen(seen_in, module) && private.is_none() {
                *private = Some(Private { at: name, what: self.what(next) });
            }
            meaning = Some(next);
            at += 1;
        }
        meaning
    }

    /// What a name means by itself, as a value.
    pub(super) fn meaning_of(&self, module: ModuleId, name: &syn::Ident) -> Option<Meaning> {
        self.first(module, &plain(name), Space::Values, MAX_DEPTH)
    }

    fn what(&self, meaning: Meaning) -> &'static str {
        match meaning {
            Meaning::Item(id) => match self.entries[id].kind {
                Kind::Struct(_) => "struct",
                Kind::Enum(_) => "enum",
                Kind::Trait(_) => "trait",
                Kind::Function(_) => "function",
                Kind::Constant(_) => "constant",
                Kind::Static(_) => "static",
                Kind::Alias(_) => "type alias",
                Kind::Module(_) => "module",
            },
            Meaning::Variant(..) => "variant",
            Meaning::Outside => "import",
        }
    }

    /// What a path of the text means. A type with an item behind its name is the type: `Shape::new` is `Shape`'s.
    pub(super) fn path(&self, module: ModuleId, path: &'a syn::Path, space: Space) -> Meaning {
        if path.leading_colon.is_some() {
            return Meaning::Outside;
        }
        let names: Vec<&syn::Ident> = path.segments.iter().map(|segment| &segment.ident).collect();
        self.follow(module, &names, space, MAX_DEPTH, &mut None).unwrap_or(Meaning::Outside)
    }

    /// The type before the last name of a path, as in `Shape::new`.
    pub(super) fn owner(&self, module: ModuleId, path: &'a syn::Path) -> Meaning {
        let names: Vec<&syn::Ident> = path.segments.iter().map(|segment| &segment.ident).collect();
        match names.split_last() {
            Some((_, owner)) if !owner.is_empty() && path.leading_colon.is_none() => {
                self.follow(module, owner, Space::Types, MAX_DEPTH, &mut None).unwrap_or(Meaning::Outside)
            }
            _ => Meaning::Outside,
        }
    }

    /// The first part of a path that may not be named here.
    pub(super) fn private(
        &self,
        module: ModuleId,
        path: impl Iterator<Item = &'a syn::Ident>,
        space: Space,
    ) -> Option<Private<'a>> {
        let mut private = None;
        let names: Vec<&syn::Ident> = path.collect();
        let _ = self.follow(module, &names, space, MAX_DEPTH, &mut private);
        private
    }

    /// The imports of the text, with the modules that they stand in.
    pub(super) fn imports(&self) -> impl Iterator<Item = (ModuleId, &[&'a syn::Ident])> {
        let modules = self.modules.iter().enumerate();
        modules.flat_map(|(module, of)| of.imports.iter().map(move |import| (module, &import.path[..])))
    }

    /// The imports by a name that are seen where what they import is not, with the name and what it is.
    pub(super) fn exposed(&self) -> impl Iterator<Item = (&'a syn::Ident, &'static str)> {
        let imports = self.modules.iter().enumerate();
        let imports = imports.flat_map(|(module, of)| of.imports.iter().map(move |it| (module, it)));
        imports.filter(|(_, import)| import.name.is_some()).filter_map(|(module, import)| {
            let meaning = |space| self.follow(module, &import.path, space, MAX_DEPTH, &mut None);
            let mut hidden = None;
            for found in [meaning(Space::Types), meaning(Space::Values)].into_iter().flatten() {
                let Meaning::Item(id) = found else { return None };
                let within = self.entries[id].seen_in?;
                let is_within = |seen_in: ModuleId| self.is_seen(Some(within), seen_in);
                if import.seen_in.is_some_and(is_within) {
                    return None;
                }
                hidden = Some((*import.path.last()?, self.what(found)));
            }
            hidden
        })
    }

    /// Whether a module imports a name, or may do so: `use vyre::prelude::*`.
    pub(super) fn may_import(&self, module: ModuleId, name: &str) -> bool {
        let mut module = module;
        loop {
            let it = &self.modules[module];
            let is_open = |import: &Import<'a>| {
                let found = self.follow(module, &import.path, Space::Types, MAX_DEPTH, &mut None);
                match found {
                    Some(Meaning::Item(id)) => match self.entries[id].kind {
                        Kind::Module(inside) => {
                            self.modules[inside].imports.iter().any(|import| import.name.is_none())
                        }
                        _ => false,
                    },
                    _ => true,
                }
            };
            let is_there = |import: &Import<'a>| match &import.name {
                None => is_open(import),
                Some(own) => own == name,
            };
            if it.imports.iter().any(is_there) {
                return true;
            }
            match it.parent {
                Some(parent) if it.is_block => module = parent,
                _ => return false,
            }
        }
    }

    /// Whether a trait's methods may be called in a module: the trait is named in it, or in a block around.
    pub(super) fn has_trait(&self, of: ItemId, module: ModuleId) -> bool {
        let mut module = module;
        loop {
            let it = &self.modules[module];
            let is_own = it.names.values().any(|id| *id == of);
            let is_imported = it.imports.iter().any(|import| {
                let found = self.follow(module, &import.path, Space::Types, MAX_DEPTH, &mut None);
                match (found, &import.name) {
                    (Some(Meaning::Item(id)), Some(_)) => id == of,
                    (Some(Meaning::Item(id)), None) => match self.entries[id].kind {
                        Kind::Module(_) => {
                            let name = plain(self.entries[of].name);
                            self.member(id, &name, Space::Types, MAX_DEPTH)
                                .is_some_and(|(meaning, _)| meaning == Meaning::Item(of))
                                // One that is imported under another name there.
                                || matches!(self.entries[id].kind, Kind::Module(inside)
                                    if self.modules[inside].imports.iter().any(|it| it.name.as_deref() != it.path.last().map(|last| plain(last)).as_deref()))
                        }
                        _ => false,
                    },
                    (Some(_) , _) => false,
                    (None, _) => false,
                }
            });
            if is_own || is_imported {
                return true;
            }
            match it.parent {
                Some(parent) if it.is_block => module = parent,
                _ => return false,
            }
        }
    }
}

/// Finds the blocks with items of their own.
struct Blocks<'s, 'a> {
    scope: &'s mut Scope<'a>,
    module: ModuleId,
}

impl<'a> Visit<'a> for Blocks<'_, 'a> {
    fn visit_block(&mut self, block: &'a syn::Block) {
        let items: Vec<&'a Item> = block
            .stmts
            .iter()
            .filter_map(|stmt| match stmt {
                syn::Stmt::Item(item) => Some(item),
                _ => None,
            })
            .collect();
        let outer = self.module;
        if !items.is_empty() {
            self.module = self.scope.modules.len();
            let module = Module { parent: Some(outer), is_block: true, ..Module::default() };
            self.scope.modules.push(module);
            self.scope.blocks.insert(std::ptr::from_ref(block), self.module);
            for item in items {
                if let Some((module, items)) = self.scope.item(item, self.module) {
                    // A module in a body.
                    let mut open = vec![(module, items)];
                    while let Some((module, items)) = open.pop() {
                        open.extend(items.iter().filter_map(|item| self.scope.item(item, module)));
                    }
                }
            }
        }
        for stmt in &block.stmts {
            if !matches!(stmt, syn::Stmt::Item(_)) {
                self.visit_stmt(stmt);
            }
        }
        self.module = outer;
    }
}
