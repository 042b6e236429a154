//! Structs, enums and functions whose values hold slices. Which array such a slice is a part of stands in the type of the value, so a type that
//! holds slices is made again wherever it is named, and each call of a function that takes or gives one is a call of a function of its own.

use super::build::Shape;
use crate::check::{HELD, gives_slice_of_value};
use crate::functional::{self, has_iterator_types};
use crate::syntax::words;
use proc_macro2::{Ident, Span};
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::{FnArg, ItemImpl, ReturnType, Signature, Type, parse_quote};

/// The types of a text that have references in fields.
#[derive(Default)]
pub(super) struct Held {
    /// Those with slices, which may be in fields of fields.
    slices: HashSet<String>,
    /// Those with any references, whose fields are read where the type is named.
    references: HashSet<String>,
}

impl Held {
    pub(super) fn of(structs: &HashMap<String, Shape>, impls: &[ItemImpl]) -> Held {
        let mut held = Held::default();
        // What an iterator holds the call says.
        let over = structs.iter().filter(|(_, shape)| shape.generics().is_some_and(has_iterator_types));
        held.slices.extend(over.map(|(name, _)| name.clone()));
        let over = impls.iter().filter(|block| has_iterator_types(&block.generics));
        held.slices.extend(over.filter_map(|block| {
            let Type::Path(path) = &*block.self_ty else { return None };
            let name = path.path.segments.last()?.ident.to_string();
            structs.contains_key(&name).then_some(name)
        }));
        for (name, shape) in structs {
            let mut found = References::default();
            shape.fields().into_iter().for_each(|field| found.visit_type(&field.ty));
            if found.is_mutable {
                // These are refused where the type is defined.
                continue;
            }
            if found.has_slices {
                held.slices.insert(name.clone());
            }
            if found.is_any {
                held.references.insert(name.clone());
            }
        }
        loop {
            let holds = |(name, shape): &(&String, &Shape)| {
                let holds_one =
                    |field: &&syn::Field| words(&field.ty).iter().any(|word| held.slices.contains(word));
                !held.slices.contains(*name) && shape.fields().iter().any(holds_one)
            };
            let more: Vec<String> = structs.iter().filter(holds).map(|(name, _)| name.clone()).collect();
            if more.is_empty() {
                return held;
            }
            held.slices.extend(more);
        }
    }

    /// Whether the values of a type hold slices.
    pub(super) fn slices(&self, name: &str) -> bool {
        self.slices.contains(name)
    }

    /// Whether the fields of a type are read wherever it is named.
    pub(super) fn is_read(&self, name: &str) -> bool {
        self.slices.contains(name) || self.references.contains(name)
    }

    /// Makes each call of a function one of its own, if it takes or gives values that hold slices.
    pub(super) fn mark(&self, signature: &mut Signature, owner: Option<&Type>) {
        let of_owner = owner.is_some_and(|owner| self.is_in(owner));
        // Which functions a function is given that it takes, its body says.
        let takes_deep = |ty: &Type| {
            let shape = functional::shape(ty, &signature.generics);
            shape.is_some_and(|shape| shape.inputs.iter().any(functional::is_function_type))
        };
        let takes = |input: &FnArg| match input {
            FnArg::Receiver(_) => false,
            FnArg::Typed(input) => {
                self.is_in(&input.ty) || has_inner_slices(&input.ty) || takes_deep(&input.ty)
            }
        };
        let gives = match &signature.output {
            ReturnType::Type(_, ty) => {
                self.is_in(ty) || is_static(ty) || has_functions(ty) || gives_slice_of_value(signature)
            }
            ReturnType::Default => false,
        };
        let gives = gives || functional::gives_unnamed(signature);
        if of_owner || gives || signature.inputs.iter().any(takes) {
            let name = Ident::new(HELD, Span::call_site());
            signature.generics.params.push(parse_quote!(#name));
            signature.generics.lt_token.get_or_insert_default();
            signature.generics.gt_token.get_or_insert_default();
        }
    }

    fn is_in(&self, ty: &Type) -> bool {
        !self.slices.is_empty() && words(ty).iter().any(|word| self.slices.contains(word))
    }
}

impl Shape {
    fn generics(&self) -> Option<&syn::Generics> {
        match self {
            Shape::Struct(it) => Some(&it.generics),
            Shape::Enum(it) => Some(&it.generics),
            Shape::Known => None,
        }
    }

    fn fields(&self) -> Vec<&syn::Field> {
        match self {
            Shape::Struct(it) => it.fields.iter().collect(),
            Shape::Enum(it) => it.variants.iter().flat_map(|variant| &variant.fields).collect(),
            Shape::Known => Vec::new(),
        }
    }
}

/// The references in a type.
#[derive(Default)]
struct References {
    is_any: bool,
    has_slices: bool,
    is_mutable: bool,
}

impl<'ast> Visit<'ast> for References {
    fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
        let is_slice = matches!(*reference.elem, Type::Slice(_));
        self.is_any = true;
        self.is_mutable |= reference.mutability.is_some() && !is_slice;
        self.has_slices |= is_slice;
        visit::visit_type_reference(self, reference);
    }

    fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
        // A range is a type of the checker's own.
        let last = path.path.segments.last();
        self.is_any |= last.is_some_and(|last| {
            (last.ident == "Range" || last.ident == "RangeInclusive") && !last.arguments.is_none()
        });
        visit::visit_type_path(self, path);
    }

    fn visit_type(&mut self, ty: &'ast Type) {
        // Which function one is stands in its type, as the array of a slice does.
        let is_function = functional::is_function_type(ty);
        self.is_any |= is_function;
        self.has_slices |= is_function;
        if !is_function {
            visit::visit_type(self, ty);
        }
    }
}

/// Whether a type has slices in it that live for ever: those of constants.
fn is_static(ty: &Type) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
            let is_static = reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
            self.0 |= is_static && matches!(*reference.elem, Type::Slice(_));
            visit::visit_type_reference(self, reference);
        }
    }
    let mut finder = Finder(false);
    finder.visit_type(ty);
    finder.0
}

/// Whether a type has functions in it.
pub(super) fn has_functions(ty: &Type) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type(&mut self, ty: &'ast Type) {
            self.0 |= functional::is_function_type(ty);
            visit::visit_type(self, ty);
        }
    }
    let mut finder = Finder(false);
    finder.visit_type(ty);
    finder.0
}

/// Whether a type is one of slices or of functions, or of values that hold some.
pub(super) fn has_slices(ty: &Type) -> bool {
    let mut found = References::default();
    found.visit_type(ty);
    found.has_slices && !found.is_mutable
}

/// Whether the values of a type hold slices, and are none themselves.
pub(super) fn has_inner_slices(ty: &Type) -> bool {
    let inner = match ty {
        Type::Reference(reference) => match &*reference.elem {
            Type::Slice(slice) => &*slice.elem,
            other => other,
        },
        other => other,
    };
    let mut found = References::default();
    if !functional::is_function_type(inner) {
        found.visit_type(inner);
    }
    found.has_slices && !found.is_mutable
}
