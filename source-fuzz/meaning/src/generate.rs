//! Random bodies over `x: u32`, as people write them: types and suffixes stand where nothing else settles a type, or nowhere.
//!
//! An integer belongs to a group. All integers of a group have one type, which is that of a variable with an annotation, or what rustc takes
//! where nothing says it. What rustc refuses after all is left out by the driver.

use crate::source::Source;
use std::fmt::Write;

#[path = "leaving.rs"]
mod leaving;

#[derive(Clone, Debug, PartialEq)]
enum Ty {
    Int(usize),
    /// Whether something settles the float as an `f32`.
    Float,
    Bool,
    Wall,
    Pair,
    Tuple(Vec<Ty>),
    Array(Box<Ty>, u32),
}

#[derive(Clone, Debug)]
struct Var {
    name: String,
    ty: Ty,
    is_mutable: bool,
    /// Whether its type is written, so that methods of that type may be called.
    is_typed: bool,
}

struct Group {
    /// The type of its integers; `None` where nothing says it.
    ty: Option<&'static str>,
    is_settled: bool,
}

/// What only some programs have, since each of it may be refused.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Feature {
    OpenFloats,
    Floats,
    TuplesOrdered,
    NestedDestructuring,
    Constants,
    Variants,
    OpenMethods,
    Generics,
    OddConditions,
    Extremes,
    Structs,
    Slices,
    LoopVariables,
    Lists,
    Ranges,
    Negatives,
    Chains,
}

const FEATURES: [Feature; 17] = [
    Feature::OpenFloats,
    Feature::Floats,
    Feature::TuplesOrdered,
    Feature::NestedDestructuring,
    Feature::Constants,
    Feature::Variants,
    Feature::OpenMethods,
    Feature::Generics,
    Feature::OddConditions,
    Feature::Extremes,
    Feature::Structs,
    Feature::Slices,
    Feature::LoopVariables,
    Feature::Lists,
    Feature::Ranges,
    Feature::Negatives,
    Feature::Chains,
];

/// Items of the body that programs may call. Two of the parameters have the names of types of the module `common`.
const GENERICS: &str = "fn same<Wall: vyre::Number>(a: Wall) -> Wall { a } fn less<T: vyre::Number>(a: T, b: T) -> bool { a < b } fn twice<Pair: vyre::Number>(a: Pair) -> Pair { a + a } fn scaled<const K: u32>(y: u32) -> u32 { y * K - K }";
const FUNCTIONS: &str = "fn add(r: &mut i64, y: i64) -> i64 { *r += y; *r - 1 } fn turn(t: &mut [i64]) { t[0] -= 3; } fn sum(t: &[i64]) -> i64 { let mut s = 0; for k in 0..t.len() { s = s * 3 + t[k]; } s } fn narrow(a: u8) -> u8 { a } fn pair((a, b): (i64, i32), [c, .., d]: [i64; 3]) -> i64 { a - b as i64 + c * d }";

/// The constants of the module `common`: how a name is imported, how it is called then, its type.
const CONSTANTS: [(&str, &str, &str); 10] = [
    ("N", "N", "u32"),
    ("n", "n", "u32"),
    ("limit", "limit", "u32"),
    ("Limit", "Limit", "u32"),
    ("MAX_2", "MAX_2", "u32"),
    ("LONG as short", "short", "u32"),
    ("LONG as L", "L", "u32"),
    ("LOW", "LOW", "i32"),
    ("HIGH", "HIGH", "i32"),
    ("zero", "zero", "i64"),
];

const U32: usize = 0;
const I64: usize = 1;
const I32: usize = 2;
const OPEN: usize = 3;

/// How the body stands in the crate of kernels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    /// As a function in a kernel.
    Nested,
    /// As a `#[vyre::function]`, that the host calls, too.
    Beside,
    /// In the kernel itself.
    InPlace,
    /// As a kernel over rows whose length is a constant parameter.
    Rows,
}

#[derive(Clone, Debug)]
pub struct Program {
    pub name: String,
    pub form: Form,
    /// The imports and constants of the module.
    pub items: Vec<String>,
    pub stmts: Vec<String>,
    pub tail: String,
}

struct Gen {
    source: Source<'static>,
    features: Vec<Feature>,
    groups: Vec<Group>,
    vars: Vec<Var>,
    /// The labels around: the name, and whether it is a loop's (and not a block's).
    labels: Vec<(String, bool)>,
    constants: Vec<(String, usize)>,
    variants: u32,
    fresh: u32,
    budget: u32,
    returns: bool,
}

pub fn program(seed: u64) -> Program {
    let mut source = Source::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x3ea0);
    source.bits();
    let form = match source.below(48) {
        0..=20 => Form::Nested,
        21..=38 => Form::Beside,
        39..=46 => Form::InPlace,
        _ => Form::Rows,
    };
    let features = Vec::from_iter(FEATURES.into_iter().filter(|feature| {
        let often = !matches!(
            feature,
            Feature::OpenFloats
                | Feature::TuplesOrdered
                | Feature::NestedDestructuring
                | Feature::LoopVariables
        );
        source.chance(if often { 2 } else { 1 }, 9)
    }));
    let mut made = Gen {
        source,
        features,
        groups: Vec::new(),
        vars: Vec::new(),
        labels: Vec::new(),
        constants: Vec::new(),
        variants: 0,
        fresh: 0,
        budget: 14,
        returns: form != Form::InPlace && form != Form::Rows,
    };
    for ty in ["u32", "i64", "i32"] {
        made.groups.push(Group { ty: Some(ty), is_settled: true });
    }
    for _ in 0..2 {
        let ty = if made.source.chance(2, 3) {
            None
        } else {
            Some(*made.source.pick(&["u8", "i8", "u64", "i32", "i64", "u16", "i16"]))
        };
        made.groups.push(Group { ty, is_settled: false });
    }
    if form == Form::Rows { made.rows(seed) } else { made.body(seed, form) }
}

impl Gen {
    fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    fn name(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    fn body(mut self, seed: u64, form: Form) -> Program {
        let mut items = Vec::new();
        let mut stmts = Vec::new();
        if self.has(Feature::Constants) {
            let mut names = Vec::new();
            for (import, name, ty) in CONSTANTS {
                if self.source.chance(1, 3) {
                    names.push(import);
                    self.constants.push((
                        name.to_string(),
                        match ty {
                            "u32" => U32,
                            "i32" => I32,
                            _ => I64,
                        },
                    ));
                }
            }
            items.push(format!("use crate::common::{{{}}};", names.join(", ")));
            if self.source.chance(1, 2) {
                let name = *self.source.pick(&["K", "k", "Kay", "KAY"]);
                let value = self.source.below(7);
                let item = format!("const {name}: u32 = {value};");
                self.constants.push((name.to_string(), U32));
                if self.source.chance(1, 2) { items.push(item) } else { stmts.push(item) }
            }
        }
        if self.has(Feature::Variants) {
            self.variants = self.source.range(1, 3);
            items.push(match self.variants {
                1 => "use crate::common::Wall;".to_string(),
                2 => "use crate::common::Wall; use crate::common::Wall::*;".to_string(),
                _ => "use crate::common::Wall; use crate::common::Wall::{Floor, Sides as Top, Top as Sides};"
                    .to_string(),
            });
        }
        if self.has(Feature::Structs) {
            items.push("use crate::common::Pair;".to_string());
        }
        if self.has(Feature::Generics) {
            stmts.push(GENERICS.to_string());
        }
        if self.has(Feature::Slices) {
            stmts.push(FUNCTIONS.to_string());
        }
        self.vars.push(Var { name: "x".into(), ty: Ty::Int(U32), is_mutable: false, is_typed: true });
        stmts.push("let mut h: i64 = 1;".to_string());
        let count = self.source.range(2, 5);
        for _ in 0..count {
            let text = self.statement(2);
            stmts.push(text);
            if self.source.chance(1, 3) {
                let text = self.shown(2);
                stmts.push(text);
            }
        }
        let tail = self.value_shown(2);
        stmts.push(format!("h = h * 31 + {tail};"));
        // They have choices of their own, so that each seed has the rest of the program as before.
        leaving::add(seed, &mut stmts);
        Program { name: format!("p{seed}"), form, items, stmts, tail: "h".to_string() }
    }

    /// The element of rows whose length is a constant parameter.
    fn rows(mut self, seed: u64) -> Program {
        self.features.retain(|feature| *feature == Feature::Lists);
        self.vars.push(Var { name: "y".into(), ty: Ty::Int(U32), is_mutable: false, is_typed: true });
        self.vars.push(Var { name: "k".into(), ty: Ty::Int(U32), is_mutable: false, is_typed: true });
        let value = self.int(U32, 2);
        let columns = self.source.range(2, 5);
        let kind = self.source.below(4);
        let stmt = match self.source.below(3) {
            0 => format!(
                "for k in 0..K {{ let y = a[i as usize][k as usize]; out[i as usize][k as usize] = {value}; }}"
            ),
            1 => format!(
                "for k in 0..K {{ let y = a[i as usize][(K - 1 - k) as usize]; out[i as usize][k as usize] = {value}; }}"
            ),
            _ => format!(
                "let mut k = 0u32; while k < K {{ let y = a[i as usize][k as usize]; out[i as usize][k as usize] += {value}; k += 1; }}"
            ),
        };
        Program {
            name: format!("p{seed}"),
            form: Form::Rows,
            items: vec![],
            stmts: vec![stmt],
            tail: format!("{columns} {kind}"),
        }
    }

    /// What is seen of the program: a value as an `i64`.
    fn shown(&mut self, depth: u32) -> String {
        let value = self.value_shown(depth);
        format!("h = h * 31 + {value};")
    }

    fn value_shown(&mut self, depth: u32) -> String {
        if self.has(Feature::OpenFloats) && self.source.chance(1, 2)
            || self.has(Feature::Floats) && self.source.chance(1, 4)
        {
            let value = self.float(depth);
            let ty = *self.source.pick(&["i64", "u32", "i32", "u8"]);
            return format!("(({value}) as {ty}) as i64");
        }
        match self.source.below(9) {
            0 => format!("({}) as i64", self.boolean(depth)),
            1 => self.int(I64, depth),
            2 => {
                let value = self.int(OPEN, depth);
                let ty = *self.source.pick(&["u32", "u64", "u8", "i16", "i32", "f32"]);
                format!("({value}) as {ty} as i64")
            }
            _ => {
                let group = self.group();
                format!("({}) as i64", self.int(group, depth))
            }
        }
    }

    /// A group, more often an open one.
    fn group(&mut self) -> usize {
        if self.source.chance(3, 5) {
            OPEN + self.source.below(2) as usize
        } else {
            self.source.below(3) as usize
        }
    }

    fn is_signed(&self, group: usize) -> bool {
        self.groups[group].ty.is_none_or(|ty| ty.starts_with('i'))
    }

    fn literal(&mut self, group: usize) -> String {
        let ty = self.groups[group].ty;
        let is_large = self.source.chance(1, 16);
        let value = match ty {
            Some("u8") if is_large => 200,
            Some("i8") if is_large => 100,
            Some("u64" | "i64") if is_large => 1 << 40,
            Some("u32") if is_large => 4_000_000_000,
            Some("u16" | "i16") if is_large => 30_000,
            _ if is_large => 40_000u64,
            _ => u64::from(self.source.below(10)),
        };
        // A large literal must not become one of `i32`, where nothing else says its type.
        let suffix = match ty {
            Some(ty) if is_large || self.source.chance(1, 10) => ty,
            _ => "",
        };
        let text = match self.source.below(12) {
            0 => {
                format!("{value:#x}{}", if suffix.is_empty() { String::new() } else { format!("_{suffix}") })
            }
            _ => format!("{value}{suffix}"),
        };
        if self.has(Feature::Negatives) && self.is_signed(group) && self.source.chance(1, 5) {
            format!("(-{text})")
        } else {
            text
        }
    }

    fn place(&mut self, like: impl Fn(&Ty) -> bool, is_mutable: bool) -> Option<(String, Ty, bool)> {
        let mut places = Vec::new();
        for (at, var) in self.vars.iter().enumerate() {
            let is_hidden = self.vars[at + 1..].iter().any(|later| later.name == var.name);
            if !is_hidden && (var.is_mutable || !is_mutable) {
                parts(&var.name, &var.ty, var.is_typed, &mut places);
            }
        }
        places.retain(|(_, ty, _)| like(ty));
        if places.is_empty() {
            return None;
        }
        let place = self.source.pick(&places).clone();
        Some(place)
    }

    fn int(&mut self, group: usize, depth: u32) -> String {
        let ty = Ty::Int(group);
        if depth == 0 || self.budget == 0 || self.source.chance(1, 6) {
            if self.source.chance(2, 3)
                && let Some((place, ..)) = self.place(|of| *of == ty, false)
            {
                return place;
            }
            if group == U32 && self.source.chance(1, 2) {
                return self.vars[0].name.clone();
            }
            return self.literal(group);
        }
        let depth = depth - 1;
        match self.source.below(26) {
            0..=7 => {
                let (left, right) = (self.int(group, depth), self.int(group, depth));
                let op = *self.source.pick(&["+", "-", "-", "-", "*", "&", "|", "^"]);
                format!("({left} {op} {right})")
            }
            8 => format!(
                "({} {} {})",
                self.int(group, depth),
                *self.source.pick(&["/", "%"]),
                self.source.range(2, 9)
            ),
            9 => format!(
                "({} {} {})",
                self.int(group, depth),
                *self.source.pick(&["<<", ">>"]),
                self.source.below(7)
            ),
            10 => {
                let op = if self.has(Feature::Negatives) && self.is_signed(group) && self.source.chance(2, 3)
                {
                    "-"
                } else {
                    "!"
                };
                format!("({op}{})", self.int(group, depth))
            }
            11 => {
                let (cond, then, other) =
                    (self.boolean(depth), self.int(group, depth), self.int(group, depth));
                format!("(if {cond} {{ {then} }} else {{ {other} }})")
            }
            12 | 13 => self.matched(&ty, depth),
            14 => self.block(&ty, depth),
            15 if self.has(Feature::Lists) => {
                let count = *self.source.pick(&[2u32, 2, 3, 4, 4, 5]);
                let array = self.value(&Ty::Array(Box::new(ty), count), depth);
                if self.source.chance(1, 2) {
                    format!("{array}[{}]", self.source.below(count))
                } else {
                    format!("{array}[({} % {count}) as usize]", self.vars[0].name)
                }
            }
            16 => {
                let (first, second) = (self.int(group, depth), self.int(group, depth));
                format!("({first}, {second}).{}", self.source.below(2))
            }
            17 | 18 if self.has(Feature::OpenMethods) || group < OPEN => self.method(group, depth),
            19 if self.has(Feature::Generics) => {
                if group == U32 && self.source.chance(1, 3) {
                    return format!("scaled::<{}>({})", self.source.range(1, 5), self.int(U32, depth));
                }
                let name = *self.source.pick(&["same", "twice"]);
                format!("{name}({})", self.int(group, depth))
            }
            20 | 21 => match self.groups[group].ty {
                Some(to) => {
                    let from = self.group();
                    format!("(({}) as {to})", self.int(from, depth))
                }
                None => self.literal(group),
            },
            22 if group == I64 && self.has(Feature::Slices) => match self.source.below(3) {
                0 => format!("sum(&[{}, {}])", self.int(I64, depth), self.int(I64, depth)),
                1 => format!(
                    "pair(({}, {}), [{}, 1, {}])",
                    self.int(I64, 0),
                    self.int(I32, depth),
                    self.int(I64, 0),
                    self.int(I64, 0)
                ),
                _ => match self
                    .place(|of| matches!(of, Ty::Array(element, _) if **element == Ty::Int(I64)), false)
                {
                    Some((place, ..)) => {
                        format!("sum(&{place}{})", self.source.pick(&["", "[1..]", "[..1]", "[..]"]))
                    }
                    None => self.literal(group),
                },
            },
            23 if group == I64 && self.has(Feature::Structs) => match self.place(|of| *of == Ty::Pair, false)
            {
                Some((place, ..)) => format!("{place}.sum()"),
                None => {
                    format!("(Pair {{ a: {}, b: {} }}).sum()", self.int(I32, depth), self.int(U32, depth))
                }
            },
            24 => match self
                .place(|of| matches!(of, Ty::Array(element, _) if **element == Ty::Int(group)), false)
            {
                Some((place, Ty::Array(_, count), _)) => {
                    format!("{place}[({} % {count}) as usize]", self.vars[0].name)
                }
                _ => self.literal(group),
            },
            25 if self.has(Feature::Constants) => {
                let names = Vec::from_iter(
                    self.constants.iter().filter(|(_, of)| *of == group).map(|(name, _)| name.clone()),
                );
                if names.is_empty() { self.literal(group) } else { self.source.pick(&names).clone() }
            }
            _ => {
                let (left, right) = (self.int(group, depth), self.int(group, depth));
                format!("({left} - {right})")
            }
        }
    }

    /// A method, on a number of whatever is known so far.
    fn method(&mut self, group: usize, depth: u32) -> String {
        let receiver = match self.source.below(3) {
            0 => self.literal(group),
            1 => match self.place(|of| *of == Ty::Int(group), false) {
                Some((place, _, true)) if self.source.chance(1, 2) => {
                    let by = self.source.below(6);
                    let method = match self.source.below(9) {
                        0 => "wrapping_neg()".to_string(),
                        1 if self.is_signed(group) => "wrapping_abs()".to_string(),
                        2 => format!("rem_euclid({})", by + 1),
                        3 => format!("wrapping_add({})", self.int(group, depth)),
                        4 => format!("saturating_sub({})", self.int(group, depth)),
                        5 => format!("wrapping_mul({})", self.int(group, depth)),
                        6 => format!("rotate_left({by})"),
                        7 => "swap_bytes()".to_string(),
                        _ => format!("wrapping_pow({by})"),
                    };
                    return format!("{place}.{method}");
                }
                Some((place, ..)) => place,
                None => self.literal(group),
            },
            _ if self.source.chance(1, 6) => format!("(*&({}))", self.int(group, depth)),
            _ => format!("({})", self.int(group, depth)),
        };
        match self.source.below(5) {
            0 if self.source.chance(1, 6) => format!("Ord::max({receiver}, {})", self.int(group, depth)),
            0 | 1 => format!("{receiver}.max({})", self.int(group, depth)),
            2 | 3 => format!("{receiver}.min({})", self.int(group, depth)),
            _ => {
                let low = if self.is_signed(group) && self.source.chance(1, 2) { "-3" } else { "0" };
                format!("{receiver}.clamp({low}, {})", self.source.range(1, 9))
            }
        }
    }

    fn float(&mut self, depth: u32) -> String {
        let is_open = self.has(Feature::OpenFloats) && !self.has(Feature::Floats);
        if depth == 0 || self.source.chance(1, 5) {
            if self.source.chance(1, 2)
                && let Some((place, ..)) = self.place(|of| *of == Ty::Float, false)
            {
                return place;
            }
            let text =
                *self.source.pick(&["0.1", "0.2", "0.3", "1.0", "16777217.0", "3.5", "1e9", "0.5", "2.0"]);
            return if !is_open && self.source.chance(1, 2) {
                format!("{text}f32")
            } else {
                text.to_string()
            };
        }
        let depth = depth - 1;
        match self.source.below(9) {
            0..=4 => format!(
                "({} {} {})",
                self.float(depth),
                *self.source.pick(&["+", "-", "*", "/"]),
                self.float(depth)
            ),
            5 => format!("(-{})", self.float(depth)),
            6 => format!(
                "(if {} {{ {} }} else {{ {} }})",
                self.boolean(depth),
                self.float(depth),
                self.float(depth)
            ),
            7 => format!("[{}, {}][{}]", self.float(depth), self.float(depth), self.source.below(2)),
            _ if !is_open => {
                let group = self.group();
                format!("(({}) as f32)", self.int(group, depth))
            }
            _ => self.matched(&Ty::Float, depth),
        }
    }

    fn boolean(&mut self, depth: u32) -> String {
        let inner = depth.saturating_sub(1);
        match self.source.below(12) {
            0 if depth > 0 => format!(
                "({} {} {})",
                self.boolean(inner),
                *self.source.pick(&["&&", "||", "^", "&", "|", "!="]),
                self.boolean(inner)
            ),
            1 if depth > 0 => format!("!{}", self.boolean(inner)),
            2 if depth > 0 => {
                let group = self.group();
                let ty = Ty::Tuple(vec![Ty::Int(group), Ty::Int(U32)]);
                let op = if self.has(Feature::TuplesOrdered) {
                    *self.source.pick(&["<", "<=", ">", "=="])
                } else {
                    *self.source.pick(&["==", "!="])
                };
                format!("({} {op} {})", self.value(&ty, inner), self.value(&ty, inner))
            }
            3 if depth > 0 && self.has(Feature::Lists) => {
                let ty = Ty::Array(Box::new(Ty::Int(self.group())), self.source.range(2, 4));
                let op = if self.has(Feature::TuplesOrdered) {
                    *self.source.pick(&["<", "<=", ">", "=="])
                } else {
                    *self.source.pick(&["==", "!="])
                };
                format!("({} {op} {})", self.value(&ty, inner), self.value(&ty, inner))
            }
            4 if depth > 0 => {
                let group = self.group();
                let value = self.subject(group, inner);
                let pattern = self.int_pattern(group);
                // The macro takes no pattern that begins with `..`.
                let pattern = if pattern.starts_with("..") { format!("({pattern})") } else { pattern };
                format!("matches!({value}, {pattern})")
            }
            5 if self.has(Feature::Floats) || self.has(Feature::OpenFloats) => {
                format!(
                    "({} {} {})",
                    self.float(inner),
                    *self.source.pick(&["<", "==", ">="]),
                    self.float(inner)
                )
            }
            6 if depth > 0 && self.has(Feature::Generics) => {
                let group = self.group();
                format!("less({}, {})", self.int(group, inner), self.int(group, inner))
            }
            7 => match self.place(|of| *of == Ty::Bool, false) {
                Some((place, ..)) => place,
                None => "true".to_string(),
            },
            8 if self.has(Feature::Variants) && depth > 0 => {
                format!("({} == {})", self.value(&Ty::Wall, inner), self.value(&Ty::Wall, 0))
            }
            _ => {
                let group = self.group();
                let op = *self.source.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.int(group, inner), self.int(group, inner))
            }
        }
    }

    fn variant(&mut self) -> String {
        let name = *self.source.pick(&["Floor", "Sides", "Top"]);
        // As a value by its path: imported ones are refused.
        format!("Wall::{name}")
    }

    fn value(&mut self, ty: &Ty, depth: u32) -> String {
        if !matches!(ty, Ty::Int(_) | Ty::Float | Ty::Bool) {
            if self.source.chance(1, 3)
                && let Some((place, ..)) = self.place(|of| of == ty, false)
            {
                return place;
            }
            if depth > 0 && self.source.chance(1, 6) {
                let (cond, then, other) =
                    (self.boolean(depth - 1), self.value(ty, depth - 1), self.value(ty, depth - 1));
                return format!("(if {cond} {{ {then} }} else {{ {other} }})");
            }
            if depth > 0 && self.source.chance(1, 8) {
                return self.matched(ty, depth - 1);
            }
            if depth > 0 && self.source.chance(1, 8) {
                return self.block(ty, depth - 1);
            }
        }
        match ty {
            Ty::Int(group) => self.int(*group, depth),
            Ty::Float => self.float(depth),
            Ty::Bool => self.boolean(depth),
            Ty::Wall => {
                if depth == 0 {
                    return self.variant();
                }
                let (first, second) = (self.variant(), self.variant());
                format!("(if {} {{ {first} }} else {{ {second} }})", self.boolean(depth - 1))
            }
            Ty::Pair => format!("(Pair {{ a: {}, b: {} }})", self.int(I32, depth), self.int(U32, depth)),
            Ty::Tuple(parts) => {
                let parts =
                    Vec::from_iter(parts.iter().map(|part| self.value(part, depth.saturating_sub(1))));
                format!("({})", parts.join(", "))
            }
            Ty::Array(element, count) => {
                if self.source.chance(1, 6) {
                    let element = self.value(element, 0);
                    return format!("[{element}; {count}]");
                }
                let parts = Vec::from_iter((0..*count).map(|_| self.value(element, depth.saturating_sub(1))));
                format!("[{}]", parts.join(", "))
            }
        }
    }

    /// A block with statements, with a label or not, or a loop that gives a value.
    fn block(&mut self, ty: &Ty, depth: u32) -> String {
        let before = self.vars.len();
        let text = match self.source.below(4) {
            0 | 1 => {
                let label = self.name("'b");
                self.labels.push((label.clone(), false));
                let stmts = self.inner(depth.min(1));
                self.labels.pop();
                let (cond, early, late) = (self.boolean(depth), self.value(ty, depth), self.value(ty, depth));
                format!("({label}: {{ {stmts} if {cond} {{ break {label} {early}; }} {late} }})")
            }
            2 => {
                let stmts = self.inner(depth.min(1));
                let value = self.value(ty, depth);
                format!("{{ {stmts} {value} }}")
            }
            _ => {
                let (label, count) = (self.name("'l"), self.name("c"));
                // A jump to it without a value is refused.
                self.labels.push((label.clone(), false));
                let stmts = self.inner(depth.min(1));
                self.labels.pop();
                let (cond, early, late) = (self.boolean(depth), self.value(ty, depth), self.value(ty, depth));
                format!(
                    "{{ let mut {count} = 0; {label}: loop {{ {count} += 1; if {count} > 4 {{ break {late}; }} {stmts} if {cond} {{ break {label} {early}; }} }} }}"
                )
            }
        };
        self.vars.truncate(before);
        text
    }

    /// What a `match` looks at: small numbers, of which patterns tell the arguments apart.
    fn subject(&mut self, group: usize, depth: u32) -> String {
        let x = self.vars[0].name.clone();
        match (group, self.source.below(3)) {
            (_, 0) => self.int(group, depth),
            (U32, 1) => x,
            (U32, _) => format!("{x} % {}", self.source.range(3, 8)),
            _ => match self.groups[group].ty {
                Some(ty) => format!("({x} as {ty}) - {}", self.source.below(5)),
                None if self.source.chance(1, 2) => self.source.below(9).to_string(),
                None => format!("({x} as i32) - {}", self.source.below(5)),
            },
        }
    }

    /// A pattern of integers that binds nothing.
    fn int_pattern(&mut self, group: usize) -> String {
        let names = Vec::from_iter(
            self.constants.iter().filter(|(_, of)| *of == group).map(|(name, _)| name.clone()),
        );
        let sign = |of: &mut Gen| if of.is_signed(group) && of.source.chance(1, 3) { "-" } else { "" };
        match self.source.below(8) {
            0..=3 if !names.is_empty() => {
                let name = self.source.pick(&names).clone();
                if self.source.chance(1, 5) { format!("{name} | {}", self.source.below(9)) } else { name }
            }
            2 => format!("{} | {}", self.source.below(4), self.source.range(4, 8)),
            3 => {
                let (low, high) = (self.source.below(5), self.source.range(5, 9));
                if self.is_signed(group) && self.source.chance(1, 2) {
                    format!("-{}..={high}", low + 1)
                } else {
                    format!("{low}..={high}")
                }
            }
            4 => format!("{}{}..", sign(self), self.source.range(1, 6)),
            5 => format!("..={}", self.source.range(0, 6)),
            6 => format!("{}..{}", self.source.below(3), self.source.range(4, 9)),
            _ => format!("{}{}", sign(self), self.source.below(8)),
        }
    }

    fn matched(&mut self, ty: &Ty, depth: u32) -> String {
        let before = self.vars.len();
        let group = self.group();
        let result = match self.source.below(if self.has(Feature::Variants) { 8 } else { 6 }) {
            0 | 1 => {
                let on = self.subject(group, depth);
                let mut arms = String::new();
                for _ in 0..self.source.range(1, 3) {
                    let pattern = self.int_pattern(group);
                    let binding = self.name("n");
                    let is_bound = self.source.chance(1, 3);
                    if is_bound {
                        self.vars.push(Var {
                            name: binding.clone(),
                            ty: Ty::Int(group),
                            is_mutable: false,
                            is_typed: false,
                        });
                    }
                    let guard = if self.source.chance(1, 3) {
                        format!(" if {}", self.boolean(depth))
                    } else {
                        String::new()
                    };
                    let value = self.value(ty, depth);
                    let pattern = match is_bound {
                        true if pattern.contains('|') => format!("{binding} @ ({pattern})"),
                        true => format!("{binding} @ {pattern}"),
                        false => pattern,
                    };
                    let _ = write!(arms, "{pattern}{guard} => {value}, ");
                    self.vars.truncate(before);
                }
                let binding = self.name("n");
                let name = if self.source.chance(1, 2) { binding } else { "_".to_string() };
                if name != "_" {
                    self.vars.push(Var {
                        name: name.clone(),
                        ty: Ty::Int(group),
                        is_mutable: false,
                        is_typed: false,
                    });
                }
                let last = self.value(ty, depth);
                format!("match {on} {{ {arms}{name} => {last} }}")
            }
            2 | 3 => {
                // A binding in each of the alternatives, and a guard of it.
                let other = self.int_pattern(group);
                let on = [self.subject(group, depth), self.subject(group, depth)];
                let n = self.name("n");
                let is_list = self.has(Feature::Lists) && self.source.chance(1, 4);
                let (open, close) = if is_list { ("[", "]") } else { ("(", ")") };
                let (first, second) = match self.source.below(3) {
                    0 => (format!("{open}{n}, _{close}"), format!("{open}_, {n}{close}")),
                    1 => (format!("{open}{other}, {n}{close}"), format!("{open}{n}, _{close}")),
                    _ => (
                        format!("{open}_, {n}{close}"),
                        format!("{open}{n}, {}{close}", self.int_pattern(group)),
                    ),
                };
                self.vars.push(Var {
                    name: n.clone(),
                    ty: Ty::Int(group),
                    is_mutable: false,
                    is_typed: false,
                });
                let guard = match self.source.below(4) {
                    0 => String::new(),
                    1 => format!(" if {}", self.boolean(depth)),
                    _ => format!(" if {n} {} {}", *self.source.pick(&[">", "<", "=="]), self.literal(group)),
                };
                let value = self.value(ty, depth);
                self.vars.truncate(before);
                let names = [self.name("n"), self.name("n")];
                for name in &names {
                    self.vars.push(Var {
                        name: name.clone(),
                        ty: Ty::Int(group),
                        is_mutable: false,
                        is_typed: false,
                    });
                }
                let last = self.value(ty, depth);
                format!(
                    "match {open}{}, {}{close} {{ {first} | {second}{guard} => {value}, {open}{}, {}{close} => {last} }}",
                    on[0], on[1], names[0], names[1]
                )
            }
            4 => {
                let on = [self.subject(group, depth), self.subject(U32, depth), self.boolean(depth)];
                let (pattern, inner) = (self.int_pattern(group), self.int_pattern(U32));
                let (first, second, third) =
                    (self.value(ty, depth), self.value(ty, depth), self.value(ty, depth));
                format!(
                    "match ({}, ({}, {})) {{ ({pattern}, (_, true)) => {first}, (.., ({inner}, _)) => {second}, _ => {third} }}",
                    on[0], on[1], on[2]
                )
            }
            5 => {
                let on = self.boolean(depth);
                let (first, second) = (self.value(ty, depth), self.value(ty, depth));
                format!("match {on} {{ true => {first}, false => {second} }}")
            }
            _ => {
                let on = self.value(&Ty::Wall, depth);
                let path = if self.variants == 1 || self.source.chance(1, 4) { "Wall::" } else { "" };
                let (first, second, third) =
                    (self.value(ty, depth), self.value(ty, depth), self.value(ty, depth));
                match self.source.below(4) {
                    0 => format!(
                        "match {on} {{ {path}Floor | {path}Top => {first}, {path}Sides => {second} }}"
                    ),
                    1 => format!("match {on} {{ {path}Sides => {first}, _ => {second} }}"),
                    _ => format!(
                        "match {on} {{ {path}Floor => {first}, {path}Sides => {second}, {path}Top => {third} }}"
                    ),
                }
            }
        };
        self.vars.truncate(before);
        format!("({result})")
    }

    fn any(&mut self, depth: u32) -> Ty {
        let group = self.group();
        match self.source.below(if depth == 0 { 5 } else { 12 }) {
            5 | 6 => Ty::Tuple((0..self.source.range(2, 3)).map(|_| self.any(depth - 1)).collect()),
            7 | 8 => {
                let element = if self.source.chance(1, 4) { self.any(depth - 1) } else { Ty::Int(group) };
                Ty::Array(Box::new(element), *self.source.pick(&[2, 2, 3, 4, 4, 5]))
            }
            9 if self.has(Feature::Variants) => Ty::Wall,
            10 if self.has(Feature::Structs) => Ty::Pair,
            4 => Ty::Bool,
            3 if self.has(Feature::Floats) || self.has(Feature::OpenFloats) => Ty::Float,
            _ => Ty::Int(group),
        }
    }

    fn bind(&mut self, ty: Ty, is_mutable: bool, is_typed: bool) -> String {
        let taken = Vec::from_iter(
            self.vars.iter().filter(|var| var.name.starts_with('a')).map(|var| var.name.clone()),
        );
        let name = if !taken.is_empty() && self.source.chance(1, 6) {
            self.source.pick(&taken).clone()
        } else {
            self.name("a")
        };
        self.vars.push(Var { name: name.clone(), ty, is_mutable, is_typed });
        name
    }

    fn statement(&mut self, depth: u32) -> String {
        if self.budget == 0 {
            return String::new();
        }
        self.budget -= 1;
        match self.source.below(if depth == 0 { 12 } else { 19 }) {
            0..=3 => self.binding(),
            4 | 5 => self.assignment(),
            6 => self.destructured(),
            7 => {
                let Some((place, ty, _)) = self.place(|ty| matches!(ty, Ty::Int(_)), true) else {
                    return self.binding();
                };
                let Ty::Int(group) = ty else { return String::new() };
                let value = self.int(group, 1);
                let op = *self.source.pick(&["+", "-", "*", "^", "|", "&"]);
                format!("{place} {op}= {value};")
            }
            8 => {
                let Some((place, ty, _)) = self.place(|ty| matches!(ty, Ty::Int(_)), true) else {
                    return self.binding();
                };
                let Ty::Int(group) = ty else { return String::new() };
                let name = self.name("r");
                let vars = std::mem::take(&mut self.vars);
                self.vars.push(vars[0].clone());
                let value = self.int(group, 1);
                self.vars = vars;
                format!("{{ let {name} = &mut {place}; *{name} -= {value}; }}")
            }
            9 => self.jump(),
            10 if self.has(Feature::Slices) => match self.place(|of| *of == Ty::Int(I64), true) {
                Some((place, ..)) => {
                    // The argument is evaluated while the place is borrowed: nothing of it may be read.
                    let vars = std::mem::take(&mut self.vars);
                    self.vars.push(vars[0].clone());
                    let value = self.int(I64, 1);
                    self.vars = vars;
                    format!("h += add(&mut {place}, {value});")
                }
                None => self.binding(),
            },
            10 | 11 if self.has(Feature::Chains) && self.source.chance(2, 3) => self.chain(),
            10 | 11 => self.shown(2),
            12 => {
                let (cond, then) = (self.boolean(2), self.inner(depth - 1));
                if self.source.chance(1, 2) {
                    return format!("if {cond} {{ {then} }}");
                }
                let other = self.inner(depth - 1);
                format!("if {cond} {{ {then} }} else {{ {other} }}")
            }
            13 | 14 => self.counted(depth - 1),
            15 | 16 => self.repeated(depth - 1),
            17 if self.has(Feature::Structs) => match self.place(|of| *of == Ty::Pair, true) {
                Some((place, ..)) => format!("{place}.turn(); {place}.a -= 5;"),
                None => self.binding(),
            },
            _ => {
                // Set later, on every way.
                let ty = self.any(1);
                let (cond, first, second) = (self.boolean(1), self.value(&ty, 1), self.value(&ty, 1));
                let name = self.name("a");
                self.vars.push(Var { name: name.clone(), ty, is_mutable: false, is_typed: false });
                format!("let {name}; if {cond} {{ {name} = {first}; }} else {{ {name} = {second}; }}")
            }
        }
    }

    /// What a chain of iterators begins with.
    fn source_of_items(&mut self) -> String {
        let (low, high) = (self.source.below(3), self.source.range(2, 6));
        match self.source.below(5) {
            0 => format!("({low}..{high}i64)"),
            1 => format!("({low}..={high}i64)"),
            2 => "[3i64, 1, 4, 1, 5].into_iter()".to_string(),
            3 => "[2i64, 7, 1].into_iter()".to_string(),
            _ => "[9i64, 2, 6, 5].iter().copied()".to_string(),
        }
    }

    /// A chain with a closure that notes which items it sees, and in which order.
    fn chain(&mut self) -> String {
        let (seen, sum) = (self.name("c"), self.name("c"));
        let mut chain = self.source_of_items();
        let steps = self.source.range(1, 4);
        let noted = self.source.below(steps);
        for step in 0..=steps {
            if step == noted {
                let _ = write!(chain, ".map(|x| {{ {seen} = {seen} * 3 + x; x + 1 }})");
            }
            let count = self.source.range(1, 4);
            let adaptor = match self.source.below(9) {
                0 => ".rev()".to_string(),
                1 => format!(".take({count})"),
                2 => format!(".skip({count})"),
                3 => format!(".step_by({count})"),
                4 => format!(".zip({}).map(|(x, y)| x * 5 - y)", self.source_of_items()),
                5 => format!(".chain({})", self.source_of_items()),
                6 => ".filter(|x| x % 3 != 1)".to_string(),
                7 => format!(".take_while(|x| *x != {count})"),
                _ => ".enumerate().map(|(i, x)| x * 2 + i as i64)".to_string(),
            };
            chain.push_str(&adaptor);
        }
        let end = match self.source.below(9) {
            0 => ".sum::<i64>()".to_string(),
            1 => ".fold(0i64, |s, x| s * 3 + x)".to_string(),
            2 => ".max().unwrap_or(9)".to_string(),
            3 => ".count() as i64".to_string(),
            4 => ".last().unwrap_or(5)".to_string(),
            5 => format!(".nth({}).unwrap_or(3)", self.source.below(4)),
            6 => ".any(|x| x % 4 == 2) as i64".to_string(),
            7 => format!(".eq({}) as i64", self.source_of_items()),
            _ => {
                let body = format!("{sum} = {sum} * 5 + x; if {sum} > 4000 {{ break; }}");
                return format!(
                    "let mut {seen} = 0i64; let mut {sum} = 0i64; for x in {chain} {{ {body} }} h = h * 31 + {sum} * 7 + {seen};"
                );
            }
        };
        format!("let mut {seen} = 0i64; let {sum} = {chain}{end}; h = h * 31 + {sum} * 7 + {seen};")
    }

    fn binding(&mut self) -> String {
        let ty = self.any(2);
        let value = self.value(&ty, 2);
        let is_mutable = self.source.chance(2, 3);
        let mutability = if is_mutable { "mut " } else { "" };
        // Of an open group without a type, nothing is written.
        if let Ty::Int(group) = ty
            && let Some(written) = self.groups[group].ty
            && (self.source.chance(1, 4) || !self.groups[group].is_settled && self.source.chance(1, 2))
        {
            self.groups[group].is_settled = true;
            let name = self.bind(ty, is_mutable, true);
            return format!("let {mutability}{name}: {written} = {value};");
        }
        match &ty {
            Ty::Tuple(parts) if self.source.chance(1, 2) => {
                let names = Vec::from_iter(parts.iter().map(|part| self.pattern(part)));
                format!("let ({}) = {value};", names.join(", "))
            }
            Ty::Array(element, count) if self.source.chance(1, 3) => {
                let (first, last) = (self.pattern(element), self.pattern(element));
                let rest = if *count == 2 { "" } else { ".., " };
                format!("let [{first}, {rest}{last}] = {value};")
            }
            _ => {
                let name = self.bind(ty, is_mutable, false);
                format!("let {mutability}{name} = {value};")
            }
        }
    }

    fn pattern(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Tuple(parts) if self.source.chance(2, 3) => {
                let names = Vec::from_iter(parts.iter().map(|part| self.pattern(part)));
                format!("({})", names.join(", "))
            }
            _ if self.source.chance(1, 10) => "_".to_string(),
            _ => {
                let name = self.name("a");
                self.vars.push(Var {
                    name: name.clone(),
                    ty: ty.clone(),
                    is_mutable: false,
                    is_typed: false,
                });
                name
            }
        }
    }

    fn assignment(&mut self) -> String {
        let Some((place, ty, _)) = self.place(|_| true, true) else { return self.binding() };
        // `top = top.max(5)`, of whatever is known.
        if let Ty::Int(group) = ty
            && (self.has(Feature::OpenMethods) || group < OPEN)
            && self.source.chance(1, 2)
        {
            let value = self.int(group, 1);
            let method = *self.source.pick(&["max", "min"]);
            return format!("{place} = {place}.{method}({value});");
        }
        let value = self.value(&ty, 2);
        format!("{place} = {value};")
    }

    fn destructured(&mut self) -> String {
        let Some((first, ty, _)) = self.place(|ty| matches!(ty, Ty::Int(_)), true) else {
            return self.binding();
        };
        let Some((second, other, _)) = self.place(|of| matches!(of, Ty::Int(_)), true) else {
            return self.binding();
        };
        if first == second {
            return self.binding();
        }
        let (left, right) = (self.value(&ty, 1), self.value(&other, 1));
        if self.has(Feature::NestedDestructuring) && self.source.chance(1, 2) {
            return match self.source.below(3) {
                0 => format!("({first}, ({second}, _)) = ({left}, ({right}, 7));"),
                1 => format!("(_, {second}) = ({left}, {right});"),
                _ => format!("(({first}, _), {second}) = (({left}, true), {right});"),
            };
        }
        if ty == other && self.source.chance(1, 3) {
            return format!("[{first}, {second}] = [{second}, {left}];");
        }
        format!("({first}, {second}) = ({left}, {right});")
    }

    fn inner(&mut self, depth: u32) -> String {
        let before = self.vars.len();
        let count = self.source.range(1, 2);
        let text = Vec::from_iter((0..count).map(|_| self.statement(depth))).join(" ");
        self.vars.truncate(before);
        text
    }

    fn counted(&mut self, depth: u32) -> String {
        if self.has(Feature::Extremes) && self.source.chance(1, 2) {
            let (ty, bits) = *self.source.pick(&[
                ("u8", 8u32),
                ("i8", 8),
                ("u16", 16),
                ("u32", 32),
                ("i32", 32),
                ("u64", 64),
                ("i64", 64),
            ]);
            let by = bits - self.source.range(1, 2);
            let range = *self.source.pick(&["MIN..MAX", "MIN..=MAX", "0..MAX", "0..=MAX"]);
            let range = range.replace("MIN", &format!("{ty}::MIN")).replace("MAX", &format!("{ty}::MAX"));
            let rev = if self.source.chance(1, 2) { ".rev()" } else { "" };
            let (name, count) = (self.name("i"), self.name("c"));
            return format!(
                "let mut {count} = 0; for {name} in ({range}){rev}.step_by(1 << {by}) {{ h = h * 3 + ({name} >> 2) as i64; {count} += 1; if {count} > 9 {{ break; }} }}"
            );
        }
        let group = self.group();
        let (low, high) = (self.source.below(4), self.source.range(2, 6));
        let low = if self.is_signed(group) && self.source.chance(1, 3) {
            format!("-{low}")
        } else {
            low.to_string()
        };
        let range = if self.has(Feature::Ranges) {
            match self.source.below(6) {
                0 => format!("({low}..{high}).rev()"),
                1 => format!("({low}..={high}).step_by({})", self.source.range(1, 4)),
                2 => format!("({low}..{high}).rev().step_by({})", self.source.range(1, 4)),
                3 => format!("({low}..={high}).rev()"),
                _ => format!("{low}..={high}"),
            }
        } else {
            format!("{low}..{high}")
        };
        let (name, label) = (self.name("i"), self.name("'l"));
        let before = self.vars.len();
        let is_mutable = self.has(Feature::LoopVariables) && self.source.chance(1, 2);
        self.vars.push(Var { name: name.clone(), ty: Ty::Int(group), is_mutable: false, is_typed: false });
        self.labels.push((label.clone(), true));
        let mut body = self.inner(depth);
        if is_mutable {
            let _ = write!(body, " {name} -= 1;");
        }
        let used =
            if self.source.chance(1, 2) { format!(" h = h * 3 + ({name}) as i64;") } else { String::new() };
        self.labels.pop();
        self.vars.truncate(before);
        let mutability = if is_mutable { "mut " } else { "" };
        format!("{label}: for {mutability}{name} in {range} {{ {body}{used} }}")
    }

    /// `while` with a counter in its condition, so that it ends.
    fn repeated(&mut self, depth: u32) -> String {
        // A loop around, for the jumps of a condition.
        if self.has(Feature::OddConditions)
            && !self.labels.iter().any(|(_, is_loop)| *is_loop)
            && self.source.chance(2, 3)
        {
            let (label, name) = (self.name("'l"), self.name("i"));
            self.labels.push((label.clone(), true));
            let inner = self.repeated(depth);
            self.labels.pop();
            return format!("{label}: for {name} in 0..3 {{ h += {name}; {inner} h = h * 5 + 1; }}");
        }
        let (count, label, rounds) = (self.name("c"), self.name("'l"), self.source.range(1, 5));
        let is_odd = self.has(Feature::OddConditions);
        self.labels.push((label.clone(), true));
        let cond = self.boolean(1);
        let cond = if is_odd {
            // A label of the loop itself is often refused in its condition.
            let own = self.labels.pop();
            let before = self.vars.len();
            let stmts = if self.source.chance(1, 2) { self.inner(0) } else { String::new() };
            let mut jump = if self.source.chance(2, 3) { self.jump_in_a_condition() } else { String::new() };
            self.vars.truncate(before);
            self.labels.extend(own);
            if self.source.chance(1, 8) {
                let cond = self.boolean(1);
                jump = format!("if {cond} {{ break {label}; }}");
            }
            format!("{{ {count} += 1; {stmts} {jump} {count} < {rounds} && {cond} }}")
        } else {
            format!("{{ {count} += 1; {count} < {rounds} }} && {cond}")
        };
        let body = self.inner(depth);
        self.labels.pop();
        let shown =
            if self.source.chance(1, 2) { format!(" h = h * 3 + {count} as i64;") } else { String::new() };
        // A block at the beginning of a condition is no operand.
        let cond = if is_odd {
            cond
        } else {
            format!("({cond})").replacen("({", "(({", 1).replacen("} &&", "}) &&", 1)
        };
        format!("let mut {count} = 0; {label}: while {cond} {{ {body} }}{shown}")
    }

    fn jump_in_a_condition(&mut self) -> String {
        let cond = self.boolean(1);
        match self.labels.last().cloned() {
            Some((label, true)) if self.source.chance(1, 3) => format!("if {cond} {{ continue {label}; }}"),
            Some(_) => {
                let outer = Vec::from_iter(
                    self.labels.iter().filter(|(_, is_loop)| *is_loop).map(|(label, _)| label.clone()),
                );
                if outer.is_empty() {
                    return String::new();
                }
                let label = self.source.pick(&outer).clone();
                if label.starts_with("'l") { format!("if {cond} {{ break {label} }}") } else { String::new() }
            }
            None if self.returns && self.source.chance(1, 3) => format!("if {cond} {{ return h + 7; }}"),
            None => String::new(),
        }
    }

    fn jump(&mut self) -> String {
        let cond = self.boolean(1);
        let loops = Vec::from_iter(
            self.labels.iter().filter(|(_, is_loop)| *is_loop).map(|(label, _)| label.clone()),
        );
        if self.returns && (loops.is_empty() && self.source.chance(1, 3) || self.source.chance(1, 12)) {
            let value = self.int(I64, 1);
            return format!("if {cond} {{ return h + {value}; }}");
        }
        if loops.is_empty() {
            return self.shown(2);
        }
        let label = self.source.pick(&loops).clone();
        let jump = *self.source.pick(&["break", "continue"]);
        format!("if {cond} {{ {jump} {label}; }}")
    }
}

fn parts(text: &str, ty: &Ty, is_typed: bool, places: &mut Vec<(String, Ty, bool)>) {
    places.push((text.to_string(), ty.clone(), is_typed));
    match ty {
        Ty::Tuple(inner) => {
            for (at, part) in inner.iter().enumerate() {
                parts(&format!("{text}.{at}"), part, is_typed, places);
            }
        }
        Ty::Array(element, count) => {
            parts(&format!("{text}[{}]", count - 1), element, is_typed, places);
            parts(&format!("{text}[0]"), element, is_typed, places);
        }
        Ty::Pair => {
            places.push((format!("{text}.a"), Ty::Int(I32), true));
            places.push((format!("{text}.b"), Ty::Int(U32), true));
        }
        _ => {}
    }
}
