//! Types, as far as they are known.

use super::scope::ItemId;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Ty {
    /// Nothing is known of it, so everything is taken.
    Unknown,
    Never,
    /// A number with a width, `bool`, `char` or `str`.
    Plain(String),
    /// A literal without suffix.
    Integer,
    Float,
    Item(ItemId, Vec<Ty>),
    /// A type of std, by its name: `Option`, `Result`, `Range`; `Iterator` with what it gives.
    Std(&'static str, Vec<Ty>),
    Param(String),
    Ref(bool, Option<String>, Box<Ty>),
    Array(Box<Ty>),
    Slice(Box<Ty>),
    Tuple(Vec<Ty>),
    /// A closure of the body, by its number.
    Closure(usize),
}

impl Ty {
    /// Whether an option or a tuple holds a reference where the other one surely holds a value.
    pub(super) fn holds_reference_unlike(&self, other: &Ty) -> bool {
        fn unlike(one: &Ty, other: &Ty) -> bool {
            let is_value =
                |ty: &Ty| matches!(ty, Ty::Plain(_) | Ty::Integer | Ty::Float | Ty::Item(..) | Ty::Tuple(_));
            match (one, other) {
                (Ty::Ref(.., one), Ty::Ref(.., other)) => unlike(one, other),
                (Ty::Ref(..), other) => is_value(other),
                (one, Ty::Ref(..)) => is_value(one),
                _ => one.holds_reference_unlike(other),
            }
        }
        match (self, other) {
            (Ty::Std("Option", one), Ty::Std("Option", other)) | (Ty::Tuple(one), Ty::Tuple(other)) => {
                one.len() == other.len() && one.iter().zip(other).any(|(one, other)| unlike(one, other))
            }
            _ => false,
        }
    }

    pub(super) fn unit() -> Ty {
        Ty::Tuple(Vec::new())
    }

    pub(super) fn plain(name: &str) -> Ty {
        Ty::Plain(name.to_string())
    }

    pub(super) fn shared(self) -> Ty {
        Ty::Ref(false, None, Box::new(self))
    }

    pub(super) fn exclusive(self) -> Ty {
        Ty::Ref(true, None, Box::new(self))
    }

    pub(super) fn option(of: Ty) -> Ty {
        Ty::Std("Option", vec![of])
    }

    /// The types that it is made of.
    pub(super) fn parts(&self) -> Vec<&Ty> {
        match self {
            Ty::Unknown
            | Ty::Never
            | Ty::Plain(_)
            | Ty::Integer
            | Ty::Float
            | Ty::Param(_)
            | Ty::Closure(_) => Vec::new(),
            Ty::Item(_, args) | Ty::Std(_, args) | Ty::Tuple(args) => args.iter().collect(),
            Ty::Ref(_, _, of) | Ty::Array(of) | Ty::Slice(of) => vec![of],
        }
    }

    /// Whether nothing in it is unknown.
    pub(super) fn is_known(&self) -> bool {
        let mut open = vec![self];
        while let Some(ty) = open.pop() {
            if *ty == Ty::Unknown {
                return false;
            }
            open.extend(ty.parts());
        }
        true
    }

    pub(super) fn has(&self, found: impl Fn(&Ty) -> bool) -> bool {
        let mut open = vec![self];
        while let Some(ty) = open.pop() {
            if found(ty) {
                return true;
            }
            open.extend(ty.parts());
        }
        false
    }

    /// The type with other types in the place of parameters.
    pub(super) fn with(&self, of: &dyn Fn(&str) -> Option<Ty>) -> Ty {
        let all = |list: &[Ty]| list.iter().map(|ty| ty.with(of)).collect();
        match self {
            Ty::Param(name) => of(name).unwrap_or_else(|| self.clone()),
            Ty::Item(id, args) => Ty::Item(*id, all(args)),
            Ty::Std(name, args) => Ty::Std(name, all(args)),
            Ty::Tuple(args) => Ty::Tuple(all(args)),
            Ty::Ref(mutable, lifetime, inner) => {
                Ty::Ref(*mutable, lifetime.clone(), Box::new(inner.with(of)))
            }
            Ty::Array(inner) => Ty::Array(Box::new(inner.with(of))),
            Ty::Slice(inner) => Ty::Slice(Box::new(inner.with(of))),
            Ty::Unknown | Ty::Never | Ty::Plain(_) | Ty::Integer | Ty::Float | Ty::Closure(_) => self.clone(),
        }
    }

    pub(super) fn is_number(&self) -> bool {
        match self {
            Ty::Integer | Ty::Float => true,
            Ty::Plain(name) => !matches!(name.as_str(), "bool" | "char" | "str"),
            _ => false,
        }
    }

    /// What is behind all references.
    pub(super) fn behind(&self) -> &Ty {
        let mut ty = self;
        while let Ty::Ref(_, _, inner) = ty {
            ty = inner;
        }
        ty
    }
}

/// The one name of a type that has two in kernels.
pub(super) fn in_kernels(name: &str) -> &str {
    match name {
        "usize" => "u32",
        "isize" => "i32",
        other => other,
    }
}

/// Whether two types are surely not the same. Literals fit all numbers, and `usize` is `u32` in kernels.
pub(super) fn differ(first: &Ty, second: &Ty) -> bool {
    let lists = |first: &[Ty], second: &[Ty]| {
        first.len() != second.len() || first.iter().zip(second).any(|(first, second)| differ(first, second))
    };
    match (first, second) {
        (Ty::Unknown | Ty::Never | Ty::Closure(_), _) | (_, Ty::Unknown | Ty::Never | Ty::Closure(_)) => {
            false
        }
        (Ty::Plain(first), Ty::Plain(second)) => in_kernels(first) != in_kernels(second),
        (Ty::Integer, Ty::Integer) | (Ty::Float, Ty::Float) => false,
        (Ty::Integer | Ty::Float, other) | (other, Ty::Integer | Ty::Float) => {
            matches!(other, Ty::Param(_) | Ty::Item(..) | Ty::Tuple(_))
        }
        (Ty::Item(first, of_first), Ty::Item(second, of_second)) => {
            first != second || (of_first.len() == of_second.len() && lists(of_first, of_second))
        }
        (Ty::Std(first, of_first), Ty::Std(second, of_second)) => {
            let is_open = |name: &str| name == "Iterator";
            !is_open(first) && !is_open(second) && (*first != *second || lists(of_first, of_second))
        }
        (Ty::Std("Iterator", _), _) | (_, Ty::Std("Iterator", _)) => false,
        (Ty::Param(first), Ty::Param(second)) => first != second,
        (Ty::Ref(first, _, of_first), Ty::Ref(second, _, of_second)) => {
            first != second || differ(of_first, of_second)
        }
        (Ty::Array(first), Ty::Array(second)) | (Ty::Slice(first), Ty::Slice(second)) => {
            differ(first, second)
        }
        (Ty::Tuple(first), Ty::Tuple(second)) => lists(first, second),
        _ => true,
    }
}
