//! The types of random programs.

use crate::source::Source;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Bool,
    Int(&'static str),
    F32,
    Tuple(Vec<Ty>),
    Array(Box<Ty>, u32),
    /// A struct of the program, by its number.
    Struct(usize),
    Enum,
}

pub const INTS: [&str; 9] = ["u32", "i32", "u64", "i64", "u8", "i8", "u16", "i16", "u128"];

/// A struct: the types of its fields `f0`, `f1` and so on.
pub type Struct = Vec<Ty>;

impl Ty {
    pub const U32: Ty = Ty::Int("u32");

    /// As Rust writes it.
    pub fn name(&self) -> String {
        match self {
            Ty::Bool => "bool".to_string(),
            Ty::Int(name) => name.to_string(),
            Ty::F32 => "f32".to_string(),
            Ty::Tuple(parts) => format!("({},)", Vec::from_iter(parts.iter().map(Ty::name)).join(", ")),
            Ty::Array(element, count) => format!("[{}; {count}]", element.name()),
            Ty::Struct(at) => format!("S{at}"),
            Ty::Enum => "E".to_string(),
        }
    }

    pub fn is_int(&self) -> bool {
        matches!(self, Ty::Int(_))
    }

    /// An integer, an `f32` or a `bool`.
    pub fn scalar(source: &mut Source) -> Ty {
        match source.below(10) {
            0 | 1 => Ty::Bool,
            2 => Ty::F32,
            3..=5 => Ty::U32,
            _ => Ty::Int(*source.pick(&INTS)),
        }
    }

    /// A type of values, of at most this depth.
    pub fn any(source: &mut Source, structs: usize, depth: u32) -> Ty {
        match source.below(if depth == 0 { 6 } else { 10 }) {
            6 => Ty::Tuple((0..source.range(2, 3)).map(|_| Ty::any(source, structs, depth - 1)).collect()),
            7 => {
                let element = match source.below(6) {
                    0 => Ty::Bool,
                    1 => Ty::Array(Box::new(Ty::scalar_element(source)), source.range(2, 4)),
                    _ => Ty::scalar_element(source),
                };
                Ty::Array(Box::new(element), source.range(2, 6))
            }
            8 if structs > 0 => Ty::Struct(source.below(structs as u32) as usize),
            9 => Ty::Enum,
            _ => Ty::scalar(source),
        }
    }

    /// An element of an array.
    pub fn scalar_element(source: &mut Source) -> Ty {
        match source.below(4) {
            0 => Ty::F32,
            1 => Ty::Int(*source.pick(&INTS)),
            _ => Ty::U32,
        }
    }

    /// The fields of a struct without padding: whole words, and no `bool`.
    pub fn fields(source: &mut Source) -> Struct {
        let mut field = |_| match source.below(7) {
            0 => Ty::F32,
            1 => Ty::Int("i32"),
            2 => Ty::Array(Box::new(Ty::U32), source.range(2, 5)),
            3 => Ty::Array(Box::new(Ty::F32), 2),
            4 => Ty::Array(Box::new(Ty::Int("u8")), 4),
            5 => Ty::Array(Box::new(Ty::Int("i16")), 2),
            _ => Ty::U32,
        };
        let count = 2 + field(0).is_int() as u32;
        (0..count).map(field).collect()
    }
}
