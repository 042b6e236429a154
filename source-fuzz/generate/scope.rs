//! What a program has so far: its choices, its names, and text in both forms.

use crate::source::Source;
use crate::types::{Struct, Ty};

/// A piece of source: for vyre, and for plain Rust.
#[derive(Clone, Debug)]
pub struct Text {
    pub vyre: String,
    pub plain: String,
}

impl Text {
    /// The same in both.
    pub fn same(text: impl Into<String>) -> Text {
        let text = text.into();
        Text { vyre: text.clone(), plain: text }
    }

    pub fn new(vyre: impl Into<String>, plain: impl Into<String>) -> Text {
        Text { vyre: vyre.into(), plain: plain.into() }
    }

    /// A template in which `{0}` and so on stand for parts.
    pub fn fill(template: &str, parts: &[&Text]) -> Text {
        Text::fill_both(template, template, parts)
    }

    pub fn fill_both(vyre: &str, plain: &str, parts: &[&Text]) -> Text {
        let (mut vyre, mut plain) = (vyre.to_string(), plain.to_string());
        // From the last one on, and no part has such a mark.
        for (at, part) in parts.iter().enumerate() {
            vyre = vyre.replace(&format!("{{{at}}}"), &part.vyre);
            plain = plain.replace(&format!("{{{at}}}"), &part.plain);
        }
        Text { vyre, plain }
    }

    pub fn join(list: &[Text], separator: &str) -> Text {
        let of = |form: fn(&Text) -> &str| Vec::from_iter(list.iter().map(form)).join(separator);
        Text { vyre: of(|text| &text.vyre), plain: of(|text| &text.plain) }
    }
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Name {
    pub name: String,
    pub ty: Ty,
    pub is_mutable: bool,
}

/// A function beside the kernel, or a nested one.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub params: Vec<Param>,
    pub result: Ty,
    /// Whether it is a method, of what its first parameter is.
    pub is_method: bool,
}

#[derive(Clone, Debug)]
pub enum Param {
    Value(Ty),
    /// `&[T]`
    Slice(Ty),
    /// `&mut [T]`
    SliceMut(Ty),
    /// `&mut T`
    Mut(Ty),
}

/// A function over an integer type, and over a constant too or not. It takes two numbers and gives one.
#[derive(Clone, Debug)]
pub struct Generic {
    pub name: String,
    pub has_constant: bool,
}

pub struct Gen {
    pub source: Source<'static>,
    pub structs: Vec<Struct>,
    pub functions: Vec<Function>,
    pub generics: Vec<Generic>,
    /// The constants of the module.
    pub tables: Vec<Name>,
    pub names: Vec<Name>,
    /// The labels of the loops around.
    pub labels: Vec<String>,
    /// The type that `return` gives, in a function.
    pub result: Option<Ty>,
    pub fresh: u32,
    /// How many statements and calls may still be written.
    pub budget: u32,
}

impl Gen {
    pub fn new(seed: u64) -> Gen {
        let mut source = Source::new(seed.wrapping_mul(0x9e37_79b9) ^ 0x5eed);
        source.bits();
        Gen {
            source,
            structs: Vec::new(),
            functions: Vec::new(),
            generics: Vec::new(),
            tables: Vec::new(),
            names: Vec::new(),
            labels: Vec::new(),
            result: None,
            fresh: 0,
            budget: 60,
        }
    }

    pub fn name(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    /// A variable that is like this.
    pub fn pick_name(&mut self, like: impl Fn(&Name) -> bool) -> Option<Name> {
        let seen = |at: &usize| {
            let name = &self.names[*at];
            // The last of a name hides the others.
            like(name) && !self.names[at + 1..].iter().any(|later| later.name == name.name)
        };
        let found = Vec::from_iter((0..self.names.len()).filter(seen));
        if found.is_empty() {
            return None;
        }
        let at = *self.source.pick(&found);
        Some(self.names[at].clone())
    }

    /// The parts of variables that are like this: the text of the place, its type.
    pub fn place(&mut self, like: impl Fn(&Ty) -> bool, is_mutable: bool) -> Option<(String, Ty)> {
        let mut places = Vec::new();
        for (at, name) in self.names.iter().enumerate() {
            let is_hidden = self.names[at + 1..].iter().any(|later| later.name == name.name);
            if is_hidden || is_mutable && !name.is_mutable {
                continue;
            }
            self.parts(&name.name, &name.ty, &mut places);
        }
        let fitting = Vec::from_iter(places.into_iter().filter(|(_, ty)| like(ty)));
        if fitting.is_empty() { None } else { Some(self.source.pick(&fitting).clone()) }
    }

    fn parts(&self, text: &str, ty: &Ty, places: &mut Vec<(String, Ty)>) {
        places.push((text.to_string(), ty.clone()));
        match ty {
            Ty::Tuple(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    self.parts(&format!("{text}.{at}"), part, places);
                }
            }
            Ty::Struct(number) => {
                for (at, part) in self.structs[*number].iter().enumerate() {
                    self.parts(&format!("{text}.f{at}"), part, places);
                }
            }
            Ty::Array(element, count) => {
                self.parts(&format!("{text}[{}]", count - 1), element, places);
                self.parts(&format!("{text}[0]"), element, places);
            }
            _ => {}
        }
    }
}
