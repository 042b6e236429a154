//! Structs and enums over types and constants. What their fields are follows from what the parameters stand for, so a definition has the
//! names alone, and the types are read again for each instance.

use super::{Definition, Known, text_of};
use crate::types::Ty;
use quote::ToTokens;
use std::rc::Rc;
use syn::{GenericParam, Ident, Path, PathArguments, Type};

/// A parameter of a type.
#[derive(Clone)]
pub(crate) struct GenericParamOf {
    pub(crate) name: Ident,
    /// The type of a constant; nothing of a type.
    pub(crate) constant: Option<Ty>,
}

/// A struct or an enum with parameters.
pub(crate) struct Generic {
    pub(crate) definition: Rc<Definition>,
    pub(crate) params: Vec<GenericParamOf>,
    /// The types of the fields, and of those of all variants one after the other.
    pub(crate) fields: Vec<Type>,
    pub(crate) is_enum: bool,
    /// What fields take and give that are functions, in the order of the fields.
    pub(crate) functions: Vec<Option<crate::functional::Shape>>,
    /// Whether its values hold slices, each of an array of its own.
    pub(crate) holds_slices: bool,
}

/// The parameters that are no lifetimes.
pub(crate) fn params_of(generics: &syn::Generics) -> Vec<GenericParamOf> {
    let params = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(GenericParamOf { name: param.ident.clone(), constant: None }),
        GenericParam::Const(param) => {
            let constant = Some(crate::signature::written(&param.ty).unwrap_or(Ty::U32));
            Some(GenericParamOf { name: param.ident.clone(), constant })
        }
        GenericParam::Lifetime(_) => None,
    });
    params.collect()
}

/// A path without the arguments of its last name.
pub(crate) fn without_arguments(path: &Path) -> Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    path
}

impl super::Definitions {
    /// Adds the definition of a type with parameters.
    pub(crate) fn add_shared(&mut self, name: &Ident, definition: &Rc<Definition>) {
        let path = Path::from(name.clone());
        let (path, text) = (path.to_token_stream(), text_of(&path));
        self.list.push(Known { path, text, definition: Rc::clone(definition) });
    }
}
