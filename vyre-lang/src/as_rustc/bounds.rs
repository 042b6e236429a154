//! Which types implement which traits, as far as that is sure.

use super::items::{Bound, Env, Items, matched};
use super::scope::{Kind, Meaning};
use super::ty::Ty;
use crate::overload;

/// What comes with a bound of std: the traits above it.
const ABOVE: [(&str, &[&str]); 4] = [
    ("Copy", &["Clone"]),
    ("Eq", &["PartialEq"]),
    ("PartialOrd", &["PartialEq"]),
    ("Ord", &["PartialOrd", "Eq", "PartialEq"]),
];

/// The traits of std that bring nothing else than what is said here, but for those of operators.
const KNOWN: [&str; 18] = [
    "Copy", "Clone", "Eq", "Ord", "Default", "Debug", "Display", "Hash", "Sized", "Send", "Sync", "Fn",
    "FnMut", "FnOnce", "Into", "TryFrom", "TryInto", "Sum",
];

/// Whether a trait of std brings nothing else than what is known here.
pub(super) fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || overload::method_of_trait(name).is_some()
}

impl<'a> Items<'a> {
    /// Whether the bounds of a parameter bring a trait of std; nothing where they may.
    pub(super) fn bounds_bring(&self, bounds: &[Bound<'a>], name: &str) -> Option<bool> {
        let all = self.with_supertraits(bounds);
        let brings = |bound: &Bound<'a>| {
            bound.trait_ == Meaning::Outside
                && (bound.name == name
                    || ABOVE.iter().any(|(of, above)| *of == bound.name && above.contains(&name)))
        };
        if all.iter().any(brings) {
            return Some(true);
        }
        // Traits with more than their names tell, as `vyre::Number` is.
        let is_open = |bound: &Bound<'a>| match bound.trait_ {
            Meaning::Outside => !is_known(&bound.name),
            Meaning::Item(id) => !matches!(self.scope.entries[id].kind, Kind::Trait(_)),
            Meaning::Variant(..) => true,
        };
        (!all.iter().any(is_open)).then_some(false)
    }

    /// Whether a type implements `Copy`, `Clone`, `PartialEq` or another trait that can be derived.
    pub(super) fn derives_for(&self, env: &Env<'a>, ty: &Ty, name: &str) -> Option<bool> {
        let mut all = Some(true);
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            let own = match ty {
                Ty::Unknown | Ty::Closure(_) => None,
                Ty::Never | Ty::Integer => Some(true),
                Ty::Float => Some(!matches!(name, "Eq" | "Ord" | "Hash")),
                Ty::Plain(plain) => match plain.as_str() {
                    "f16" | "f32" | "f64" => Some(!matches!(name, "Eq" | "Ord" | "Hash")),
                    "str" => None,
                    _ => Some(true),
                },
                Ty::Param(param) => match env.params.get(param) {
                    Some(bounds) => self.bounds_bring(bounds, name),
                    None => None,
                },
                Ty::Ref(true, ..) if matches!(name, "Copy" | "Clone" | "Default") => Some(false),
                Ty::Ref(_, _, _) if matches!(name, "Copy" | "Clone") => Some(true),
                Ty::Ref(_, _, inner) => {
                    open.push(inner);
                    Some(true)
                }
                Ty::Slice(_) => None,
                Ty::Array(inner) => {
                    open.push(inner);
                    Some(true)
                }
                Ty::Tuple(parts) => {
                    open.extend(parts);
                    Some(true)
                }
                Ty::Std("Option" | "Result", parts) => {
                    if name == "Default" {
                        None
                    } else {
                        open.extend(parts);
                        Some(true)
                    }
                }
                Ty::Std("Range" | "RangeInclusive" | "Iterator", _) if name == "Copy" => Some(false),
                Ty::Std("Ordering", _) => Some(true),
                Ty::Std(..) => None,
                Ty::Item(id, args) => {
                    // It may derive more than is written.
                    let is_data = self.is_data(*id);
                    if self.derives(*id).iter().any(|derived| derived == name) {
                        open.extend(args);
                        Some(true)
                    } else if is_data {
                        matches!(name, "Copy" | "Clone").then_some(true)
                    } else {
                        let is_written = self.impls.iter().any(|block| {
                            block.trait_ == Some(Meaning::Outside)
                                && block.trait_name().as_deref() == Some(name)
                                && matched(&block.ty, ty).is_some()
                        });
                        if is_written { None } else { Some(false) }
                    }
                }
            };
            match own {
                Some(true) => {}
                Some(false) => return Some(false),
                None => all = None,
            }
        }
        all
    }

    /// Whether a type implements a trait of the text.
    pub(super) fn implements(&self, env: &Env<'a>, ty: &Ty, trait_: super::scope::ItemId) -> Option<bool> {
        if let Ty::Param(param) = ty {
            let bounds = env.params.get(param)?;
            if self.with_supertraits(bounds).iter().any(|bound| bound.trait_ == Meaning::Item(trait_)) {
                return Some(true);
            }
        }
        if !ty.is_known() || ty.has(|it| matches!(it, Ty::Closure(_) | Ty::Std("Iterator", _) | Ty::Never)) {
            return None;
        }
        let mut blocks = self.impls.iter().filter(|block| block.trait_ == Some(Meaning::Item(trait_)));
        match ty {
            // Any number, if one of them does.
            Ty::Integer | Ty::Float => blocks
                .all(|block| !block.ty.is_number() && !matches!(block.ty, Ty::Param(_) | Ty::Unknown))
                .then_some(false),
            Ty::Param(_) => {
                blocks.all(|block| !matches!(block.ty, Ty::Param(_) | Ty::Unknown)).then_some(false)
            }
            _ => (!blocks.any(|block| matched(&block.ty, ty).is_some())).then_some(false),
        }
    }

    /// Whether the text has an `impl` of a trait of std for a type, or may have one.
    pub(super) fn has_impl(&self, ty: &Ty, name: &str) -> bool {
        self.impls
            .iter()
            .any(|block| block.trait_name().as_deref() == Some(name) && matched(&block.ty, ty).is_some())
    }

    /// Whether a type is an iterator; nothing where it may be.
    pub(super) fn is_iterator(&self, ty: &Ty) -> Option<bool> {
        match ty {
            Ty::Ref(true, _, of) => self.is_iterator(of),
            Ty::Ref(..) | Ty::Array(_) | Ty::Plain(_) | Ty::Integer | Ty::Float | Ty::Item(..) => {
                (!self.has_impl(ty, "Iterator")).then_some(false)
            }
            _ => None,
        }
    }

    pub(super) fn is_copy(&self, env: &Env<'a>, ty: &Ty) -> Option<bool> {
        self.derives_for(env, ty, "Copy")
    }
}
