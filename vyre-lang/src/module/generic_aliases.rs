//! `type` items with parameters, such as `type Result<T> = std::result::Result<T, ParseError>;`: the type stands in the place of its name, with the
//! arguments in the places of the parameters, in the module of the item.

use super::aliases::count;
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::HashMap;
use syn::visit_mut::{self, VisitMut};
use syn::{
    GenericArgument, GenericParam, Generics, Item, ItemMod, ItemType, PathArguments, Type, parse_quote,
};

/// How often aliases are followed in the types of aliases.
const MAX_DEPTH: usize = 4;

/// The most tokens of a type, and of what stands in the places of its parameters.
const MAX_TOKENS: usize = 1 << 10;

/// Follows the items of a module, and of those in it.
pub(super) fn follow(items: &mut Vec<Item>) {
    let is_one = |item: &Item| matches!(item, Item::Type(it) if !it.generics.params.is_empty() && params_of(it).is_some());
    if items.iter().any(is_one) {
        let mut aliases = Aliases::default();
        items.retain(|item| match item {
            Item::Type(it) if is_one(item) && !aliases.types.contains_key(&it.ident.to_string()) => {
                let params = params_of(it).unwrap_or_default();
                aliases.types.insert(it.ident.to_string(), (params, (*it.ty).clone()));
                false
            }
            _ => true,
        });
        aliases.follow_each_other();
        items.iter_mut().for_each(|item| aliases.visit_item_mut(item));
    }
    for item in items {
        if let Item::Mod(ItemMod { content: Some((_, items)), .. }) = item {
            follow(items);
        }
    }
}

/// A parameter, and what it is where nothing says it.
type Param = (Ident, Option<GenericArgument>);

/// The parameters of an item that are types and constants, if the type is not too long. Who lives how long is rustc's to check.
fn params_of(it: &ItemType) -> Option<Vec<Param>> {
    if count(it.to_token_stream()) > MAX_TOKENS {
        return None;
    }
    let params = it.generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => {
            Some((param.ident.clone(), param.default.clone().map(|(_, ty)| GenericArgument::Type(ty))))
        }
        GenericParam::Const(param) => {
            Some((param.ident.clone(), param.default.clone().map(|(_, value)| GenericArgument::Const(value))))
        }
        GenericParam::Lifetime(_) => None,
    });
    Some(params.collect())
}

#[derive(Default, Clone)]
struct Aliases {
    types: HashMap<String, (Vec<Param>, Type)>,
}

impl Aliases {
    /// Follows the aliases in the types of aliases, as far as these stay short.
    fn follow_each_other(&mut self) {
        for _ in 0..MAX_DEPTH {
            let mut followed = HashMap::new();
            for (name, (params, meant)) in &self.types {
                let (mut new_params, mut new) = (params.clone(), meant.clone());
                let mut seen = self.without(params.iter().map(|(param, _)| param.to_string()));
                seen.visit_type_mut(&mut new);
                let otherwise = new_params.iter_mut().filter_map(|(_, otherwise)| otherwise.as_mut());
                otherwise.for_each(|otherwise| seen.visit_generic_argument_mut(otherwise));
                let defaults = new_params.iter().filter_map(|(_, otherwise)| otherwise.as_ref());
                let length = defaults.fold(count(new.to_token_stream()), |length, otherwise| {
                    length + count(otherwise.to_token_stream())
                });
                let alias =
                    if length <= MAX_TOKENS { (new_params, new) } else { (params.clone(), meant.clone()) };
                followed.insert(name.clone(), alias);
            }
            self.types = followed;
        }
    }

    /// Follows the alias that the path of a value or a pattern begins with. What it leaves out is open there, as in `Alias::new()`.
    fn follow_path(&self, path: &mut syn::Path) {
        let Some(first) = path.segments.first().filter(|_| path.leading_colon.is_none()) else { return };
        let Some((params, Type::Path(meant))) = self.types.get(&first.ident.to_string()) else { return };
        let given: Vec<GenericArgument> = match &first.arguments {
            PathArguments::AngleBracketed(arguments) => arguments.args.iter().cloned().collect(),
            _ => Vec::new(),
        };
        let length: usize = given.iter().map(|ty| count(ty.to_token_stream())).sum();
        if meant.qself.is_some() || given.len() > params.len() || length > MAX_TOKENS {
            return;
        }
        let is_open = given.is_empty();
        let given = given.into_iter().map(Some).chain(std::iter::repeat(None));
        let known = params.iter().zip(given).map(|((name, _), given)| {
            (name.to_string(), given.unwrap_or_else(|| GenericArgument::Type(parse_quote!(_))))
        });
        let mut meant = Type::Path(meant.clone());
        Params(known.collect()).visit_type_mut(&mut meant);
        let Type::Path(mut meant) = meant else { return };
        if let Some(last) = meant.path.segments.last_mut()
            && let PathArguments::AngleBracketed(arguments) = &mut last.arguments
        {
            let mut all = arguments.args.iter();
            if is_open && all.all(|argument| matches!(argument, GenericArgument::Type(Type::Infer(_)))) {
                last.arguments = PathArguments::None;
            } else {
                arguments.colon2_token = Some(parse_quote!(::));
            }
        }
        let rest = std::mem::take(&mut path.segments).into_iter().skip(1);
        path.leading_colon = meant.path.leading_colon;
        path.segments = meant.path.segments.into_iter().chain(rest).collect();
    }

    /// Those that are seen where other types have these names.
    fn without(&self, names: impl Iterator<Item = String>) -> Aliases {
        let mut seen = self.clone();
        names.for_each(|name| drop(seen.types.remove(&name)));
        seen
    }

    /// Follows them in what has parameters, which hide the aliases of their names.
    fn within(&mut self, generics: &Generics, visit: impl FnOnce(&mut Aliases)) {
        let names = generics.params.iter().filter_map(|param| match param {
            GenericParam::Type(param) => Some(&param.ident),
            GenericParam::Const(param) => Some(&param.ident),
            GenericParam::Lifetime(_) => None,
        });
        self.hiding(names.map(Ident::to_string).collect(), visit);
    }

    /// Follows those that have none of these names.
    fn hiding(&mut self, names: Vec<String>, visit: impl FnOnce(&mut Aliases)) {
        let hidden: Vec<_> = names.iter().filter_map(|name| self.types.remove_entry(name)).collect();
        visit(self);
        self.types.extend(hidden);
    }
}

/// Follows the aliases in what has parameters.
macro_rules! with_parameters {
    ($($visit:ident: $item:ty = $generics:ident $(. $more:ident)?;)*) => {
        $(fn $visit(&mut self, it: &mut $item) {
            let generics = it.$generics$(.$more)?.clone();
            self.within(&generics, |this| visit_mut::$visit(this, it));
        })*
    };
}

impl VisitMut for Aliases {
    /// A module inside sees other names.
    fn visit_item_mod_mut(&mut self, _: &mut ItemMod) {}

    with_parameters! {
        visit_item_fn_mut: syn::ItemFn = sig.generics;
        visit_impl_item_fn_mut: syn::ImplItemFn = sig.generics;
        visit_trait_item_fn_mut: syn::TraitItemFn = sig.generics;
        visit_item_impl_mut: syn::ItemImpl = generics;
        visit_item_trait_mut: syn::ItemTrait = generics;
        visit_item_struct_mut: syn::ItemStruct = generics;
        visit_item_enum_mut: syn::ItemEnum = generics;
        visit_item_type_mut: ItemType = generics;
        visit_impl_item_type_mut: syn::ImplItemType = generics;
    }

    /// The types of a block hide the aliases of their names, too.
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let names = block.stmts.iter().filter_map(|stmt| match stmt {
            syn::Stmt::Item(Item::Struct(it)) => Some(&it.ident),
            syn::Stmt::Item(Item::Enum(it)) => Some(&it.ident),
            syn::Stmt::Item(Item::Type(it)) => Some(&it.ident),
            _ => None,
        });
        let names = names.map(Ident::to_string).collect();
        self.hiding(names, |this| visit_mut::visit_block_mut(this, block));
    }

    fn visit_expr_path_mut(&mut self, it: &mut syn::ExprPath) {
        visit_mut::visit_expr_path_mut(self, it);
        if it.qself.is_none() && it.path.segments.len() > 1 {
            self.follow_path(&mut it.path);
        }
    }

    fn visit_pat_tuple_struct_mut(&mut self, it: &mut syn::PatTupleStruct) {
        visit_mut::visit_pat_tuple_struct_mut(self, it);
        if it.qself.is_none() && it.path.segments.len() > 1 {
            self.follow_path(&mut it.path);
        }
    }

    fn visit_expr_struct_mut(&mut self, it: &mut syn::ExprStruct) {
        visit_mut::visit_expr_struct_mut(self, it);
        if it.qself.is_none() {
            self.follow_path(&mut it.path);
        }
    }

    fn visit_pat_struct_mut(&mut self, it: &mut syn::PatStruct) {
        visit_mut::visit_pat_struct_mut(self, it);
        if it.qself.is_none() {
            self.follow_path(&mut it.path);
        }
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        let Type::Path(path) = &*ty else { return };
        let [last] = path.path.segments.iter().collect::<Vec<_>>()[..] else { return };
        let Some((params, meant)) = self.types.get(&last.ident.to_string()) else { return };
        let arguments = match &last.arguments {
            PathArguments::AngleBracketed(arguments) => arguments.args.iter().collect(),
            PathArguments::None => Vec::new(),
            PathArguments::Parenthesized(_) => return,
        };
        let given =
            arguments.into_iter().filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)));
        let given = given.map(|argument| match argument {
            GenericArgument::Type(_) | GenericArgument::Const(_) => Some(argument.clone()),
            _ => None,
        });
        let Some(given) = given.collect::<Option<Vec<GenericArgument>>>() else { return };
        if path.qself.is_some() || given.len() > params.len() {
            return;
        }
        let length: usize = given.iter().map(|ty| count(ty.to_token_stream())).sum();
        if length > MAX_TOKENS {
            return;
        }
        // What is left out may name what comes before it.
        let mut known = Params(HashMap::new());
        let mut given = given.into_iter();
        for (name, otherwise) in params {
            let argument = given.next().or_else(|| {
                let mut argument = otherwise.clone()?;
                known.visit_generic_argument_mut(&mut argument);
                Some(argument)
            });
            let Some(argument) = argument else { return };
            known.0.insert(name.to_string(), argument);
        }
        let mut meant = meant.clone();
        known.visit_type_mut(&mut meant);
        *ty = meant;
    }
}

/// What stands for the parameters.
struct Params(HashMap<String, GenericArgument>);

impl VisitMut for Params {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = &*ty
            && let Some(GenericArgument::Type(given)) =
                path.path.get_ident().and_then(|name| self.0.get(&name.to_string()))
        {
            *ty = given.clone();
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        // A name alone may be that of a constant, too.
        if let GenericArgument::Type(Type::Path(path)) = &*argument
            && let Some(given) = path.path.get_ident().and_then(|name| self.0.get(&name.to_string()))
        {
            *argument = given.clone();
            return;
        }
        visit_mut::visit_generic_argument_mut(self, argument);
    }

    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        let given = match &*expr {
            syn::Expr::Path(path) => path.path.get_ident().and_then(|name| self.0.get(&name.to_string())),
            _ => None,
        };
        match given {
            Some(GenericArgument::Const(given)) => *expr = given.clone(),
            Some(GenericArgument::Type(Type::Path(given))) => {
                *expr = syn::Expr::Path(syn::ExprPath {
                    attrs: Vec::new(),
                    qself: None,
                    path: given.path.clone(),
                });
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
