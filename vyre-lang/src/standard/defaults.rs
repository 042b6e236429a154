//! The defaults of parameters of types, `struct Heap<T, O = Less>`, written where a type leaves them out.

use super::FLOW;
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, GenericParam, Generics, PathArguments, Type, parse_quote};

/// Writes them in the types of a file. What an expression names is inferred.
pub(super) fn write(file: &mut syn::File) {
    let mut declared = Declared::default();
    declared.visit_file(file);
    let Declared { mut defaults, names } = declared;
    if !names.contains(super::shown(FLOW)) {
        let generics: Generics = parse_quote!(<B, C = ()>);
        defaults.insert(super::shown(FLOW).to_string(), params(&generics));
    }
    defaults.retain(|_, params| params.iter().any(|(_, default)| default.is_some()));
    if !defaults.is_empty() {
        LeftOut(&defaults).visit_file_mut(file);
    }
}

/// The parameters of a type but for its lifetimes, with their defaults.
type Params = Vec<(String, Option<GenericArgument>)>;

fn params(generics: &Generics) -> Params {
    let params = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(it) => {
            let default = it.default.clone().map(|(_, ty)| GenericArgument::Type(ty));
            Some((it.ident.to_string(), default))
        }
        GenericParam::Const(it) => {
            let default = it.default.clone().map(|(_, value)| GenericArgument::Const(value));
            Some((it.ident.to_string(), default))
        }
        GenericParam::Lifetime(_) => None,
    });
    params.collect()
}

#[derive(Default)]
struct Declared {
    defaults: HashMap<String, Params>,
    names: HashSet<String>,
}

impl Declared {
    fn add(&mut self, name: &syn::Ident, generics: &Generics) {
        let name = name.to_string();
        match self.names.insert(name.clone()) {
            true => drop(self.defaults.insert(name, params(generics))),
            // Which one is meant is not known here.
            false => drop(self.defaults.remove(&name)),
        }
    }
}

impl<'ast> Visit<'ast> for Declared {
    fn visit_item_struct(&mut self, it: &'ast syn::ItemStruct) {
        self.add(&it.ident, &it.generics);
        visit::visit_item_struct(self, it);
    }

    fn visit_item_enum(&mut self, it: &'ast syn::ItemEnum) {
        self.add(&it.ident, &it.generics);
        visit::visit_item_enum(self, it);
    }

    fn visit_item_type(&mut self, it: &'ast syn::ItemType) {
        self.add(&it.ident, &it.generics);
        visit::visit_item_type(self, it);
    }
}

struct LeftOut<'d>(&'d HashMap<String, Params>);

impl VisitMut for LeftOut<'_> {
    fn visit_type_path_mut(&mut self, it: &mut syn::TypePath) {
        visit_mut::visit_type_path_mut(self, it);
        let Some(last) = it.path.segments.last_mut() else { return };
        let Some(params) = self.0.get(&last.ident.to_string()) else { return };
        let mut all: Vec<GenericArgument> = match &last.arguments {
            PathArguments::None => Vec::new(),
            PathArguments::AngleBracketed(written) => written.args.iter().cloned().collect(),
            PathArguments::Parenthesized(_) => return,
        };
        let lifetimes = all.iter().filter(|arg| matches!(arg, GenericArgument::Lifetime(_))).count();
        let written = all.len() - lifetimes;
        let missing = params.get(written..).unwrap_or_default();
        if missing.is_empty() || missing.iter().any(|(_, default)| default.is_none()) {
            return;
        }
        for default in missing.iter().filter_map(|(_, default)| default.as_ref()) {
            let known = params.iter().map(|(name, _)| name.as_str()).zip(&all[lifetimes..]).collect();
            let mut default = default.clone();
            Given(known).visit_generic_argument_mut(&mut default);
            all.push(default);
        }
        last.arguments = PathArguments::AngleBracketed(parse_quote!(<#(#all),*>));
    }
}

/// The arguments in the places of the parameters that a default names.
struct Given<'a>(HashMap<&'a str, &'a GenericArgument>);

impl VisitMut for Given<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let name = match ty {
            Type::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        match name.and_then(|name| self.0.get(name.as_str())) {
            Some(GenericArgument::Type(given)) => *ty = given.clone(),
            _ => visit_mut::visit_type_mut(self, ty),
        }
    }
}
