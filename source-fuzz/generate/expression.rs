//! Expressions of a type.

use crate::scope::{Function, Gen, Param, Text};
use crate::types::{INTS, Ty};

/// Operators on two integers, and the functions of `src/plain.rs` that mean the same.
const OPERATORS: [(&str, &str); 8] = [
    ("+", "add"),
    ("-", "sub"),
    ("*", "mul"),
    ("/", "div"),
    ("%", "rem"),
    ("&", "and"),
    ("|", "or"),
    ("^", "xor"),
];

impl Gen {
    pub fn expr(&mut self, ty: &Ty, depth: u32) -> Text {
        if depth == 0 || self.source.chance(1, 5) {
            return self.leaf(ty);
        }
        if let Ty::Int(name) = ty
            && self.source.chance(1, 12)
            && let Some(call) = self.call_of_generic(name, depth - 1)
        {
            return call;
        }
        if self.source.chance(1, 6)
            && let Some(call) = self.call(ty, depth - 1)
        {
            return call;
        }
        match self.source.below(12) {
            0 => {
                let (cond, then, other) =
                    (self.expr(&Ty::Bool, depth - 1), self.expr(ty, depth - 1), self.expr(ty, depth - 1));
                return Text::fill("if {0} { {1} } else { {2} }", &[&cond, &then, &other]).in_parens();
            }
            1 => return self.block(ty, depth - 1),
            2 => return self.matched(ty, depth - 1),
            _ => {}
        }
        match ty {
            Ty::Bool => self.boolean(depth - 1),
            Ty::Int(name) => self.integer(name, depth - 1),
            Ty::F32 => self.float(depth - 1),
            _ => self.composed(ty, depth - 1),
        }
    }

    /// A variable, a part of one, or a literal.
    pub fn leaf(&mut self, ty: &Ty) -> Text {
        if self.source.chance(3, 4)
            && let Some((place, _)) = self.place(|of| of == ty, false)
        {
            return Text::same(place);
        }
        match ty {
            Ty::Bool => Text::same(if self.source.chance(1, 2) { "true" } else { "false" }),
            Ty::Int(name) => Text::same(self.literal(name)),
            Ty::F32 => {
                let text =
                    *self.source.pick(&["0.0f32", "1.0f32", "-1.5f32", "3.0e9f32", "0.1f32", "1e-30f32"]);
                Text::same(text).in_parens()
            }
            Ty::Enum => Text::same(*self.source.pick(&["E::A", "E::B", "E::C"])),
            _ => self.composed(ty, 0),
        }
    }

    pub fn literal(&mut self, name: &str) -> String {
        let bits: u32 = name[1..].parse().unwrap_or(32);
        let is_signed = name.starts_with('i');
        let max = u128::MAX >> (128 - bits + u32::from(is_signed));
        let value = match self.source.below(8) {
            0 => 0,
            1 => 1,
            2 => max,
            3 => (u128::from(self.source.bits()) << 64 | u128::from(self.source.bits())) & max,
            _ => u128::from(self.source.below(20)),
        };
        let is_negative = is_signed && self.source.chance(1, 4);
        if is_negative { format!("(-{value}{name})") } else { format!("{value}{name}") }
    }

    fn boolean(&mut self, depth: u32) -> Text {
        match self.source.below(7) {
            0 | 1 => {
                let ty = if self.source.chance(1, 5) { Ty::F32 } else { Ty::Int(*self.source.pick(&INTS)) };
                let (left, right) = (self.expr(&ty, depth), self.expr(&ty, depth));
                let op = *self.source.pick(&["<", "<=", ">", ">=", "==", "!="]);
                Text::fill(&format!("({{0}} {op} {{1}})"), &[&left, &right])
            }
            2 => {
                let ty = Ty::any(&mut self.source, self.structs.len(), 1);
                let (left, right) = (self.expr(&ty, depth), self.expr(&ty, depth));
                let op = *self.source.pick(&["==", "!="]);
                // Plain Rust takes no struct before a block.
                Text::fill(&format!("(({{0}}) {op} ({{1}}))"), &[&left, &right])
            }
            3 => Text::fill("!{0}", &[&self.expr(&Ty::Bool, depth).in_parens()]).in_parens(),
            4 => {
                let name = *self.source.pick(&INTS);
                let (low, value) = (self.source.below(20), self.expr(&Ty::Int(name), depth));
                let high = low + self.source.below(60);
                Text::fill(&format!("matches!({{0}}, {low}..={high})"), &[&value])
            }
            _ => {
                let (left, right) = (self.expr(&Ty::Bool, depth), self.expr(&Ty::Bool, depth));
                let op = *self.source.pick(&["&&", "||", "&", "|", "^"]);
                Text::fill(&format!("({{0}} {op} {{1}})"), &[&left.in_parens(), &right.in_parens()])
            }
        }
    }

    fn integer(&mut self, name: &'static str, depth: u32) -> Text {
        let ty = Ty::Int(name);
        match self.source.below(14) {
            0..=4 => {
                let (left, right) = (self.expr(&ty, depth), self.expr(&ty, depth));
                let (op, function) = *self.source.pick(&OPERATORS);
                let right = if matches!(op, "/" | "%") { self.divisor(&ty, right) } else { right };
                Text::fill_both(
                    &format!("({{0}} {op} {{1}})"),
                    &format!("{function}({{0}}, {{1}})"),
                    &[&left, &right],
                )
            }
            5 => {
                let (left, mut right) = (self.expr(&ty, depth), self.expr(&Ty::U32, depth));
                // A shift by any integer settles no type.
                if [".method", "over"].iter().any(|call| right.vyre.contains(call)) {
                    right = self.named(&Ty::U32, &right);
                }
                let (op, function) = *self.source.pick(&[("<<", "shl"), (">>", "shr")]);
                Text::fill_both(
                    &format!("({{0}} {op} {{1}})"),
                    &format!("{function}({{0}}, {{1}})"),
                    &[&left, &right],
                )
            }
            6 => Text::fill("(!{0})", &[&self.expr(&ty, depth).in_parens()]),
            7 if name.starts_with('i') => {
                Text::fill_both("(-{0})", "neg({0})", &[&self.expr(&ty, depth).in_parens()])
            }
            7..=9 => self.converted(name, depth),
            10 => self.element(&ty, depth).unwrap_or_else(|| self.leaf(&ty)),
            _ => self.method(name, depth),
        }
    }

    /// What a number is divided by. One that is known to be 0 is an error, so a variable is in it.
    pub fn divisor(&mut self, ty: &Ty, number: Text) -> Text {
        match self.place(|of| of == ty, false) {
            Some((place, _)) if !place.starts_with("TABLE") => {
                Text::fill_both("({0} ^ {1})", "xor({0}, {1})", &[&number, &Text::same(place)])
            }
            _ => Text::same(format!("7{}", ty.name())),
        }
    }

    /// A cast to an integer.
    fn converted(&mut self, name: &str, depth: u32) -> Text {
        let from = match self.source.below(7) {
            0 => Ty::Bool,
            // Kernels have no casts between floats and `u128`.
            1 if name != "u128" => Ty::F32,
            2 => Ty::Enum,
            _ => Ty::Int(*self.source.pick(&INTS)),
        };
        let value = self.expr(&from, depth).in_parens();
        Text::fill(&format!("({{0}} as {name})"), &[&value])
    }

    fn method(&mut self, name: &'static str, depth: u32) -> Text {
        let ty = Ty::Int(name);
        let value = self.expr(&ty, depth);
        let value = Text::fill(&format!("({{0}} as {name})"), &[&value.in_parens()]);
        let unary = ["swap_bytes", "reverse_bits", "to_be", "to_le", "wrapping_neg"];
        let binary = [
            "min",
            "max",
            "wrapping_add",
            "wrapping_sub",
            "wrapping_mul",
            "saturating_add",
            "saturating_sub",
        ];
        match self.source.below(6) {
            0 => Text::fill(&format!("{{0}}.{}()", self.source.pick(&unary)), &[&value]),
            1 => {
                let by = self.expr(&Ty::U32, depth);
                let method =
                    *self.source.pick(&["rotate_left", "rotate_right", "wrapping_shl", "wrapping_shr"]);
                Text::fill(&format!("{{0}}.{method}({{1}})"), &[&value, &by])
            }
            2 if name == "u32" => {
                let of = *self.source.pick(&INTS);
                let value = self.expr(&Ty::Int(of), depth);
                let value = Text::fill(&format!("({{0}} as {of})"), &[&value.in_parens()]);
                let counts = [
                    "count_ones",
                    "leading_zeros",
                    "trailing_zeros",
                    "leading_ones",
                    "trailing_ones",
                    "count_zeros",
                ];
                Text::fill(&format!("{{0}}.{}()", self.source.pick(&counts)), &[&value])
            }
            3 if name.starts_with('u') => {
                let other = self.expr(&Ty::Int(name), depth);
                Text::fill("{0}.abs_diff({1})", &[&value, &other])
            }
            4 => {
                let other = self.expr(&ty, depth);
                let method = *self.source.pick(&["overflowing_add", "overflowing_sub", "overflowing_mul"]);
                Text::fill(&format!("{{0}}.{method}({{1}}).0"), &[&value, &other])
            }
            _ => {
                let other = self.expr(&ty, depth);
                Text::fill(&format!("{{0}}.{}({{1}})", self.source.pick(&binary)), &[&value, &other])
            }
        }
    }

    fn float(&mut self, depth: u32) -> Text {
        match self.source.below(6) {
            0..=2 => {
                let (left, right) = (self.expr(&Ty::F32, depth), self.expr(&Ty::F32, depth));
                let op = *self.source.pick(&["+", "-", "*", "/"]);
                Text::fill(&format!("({{0}} {op} {{1}})"), &[&left.in_parens(), &right.in_parens()])
            }
            3 => {
                let name = *self.source.pick(&INTS[..8]);
                let value = self.expr(&Ty::Int(name), depth).in_parens();
                Text::fill("({0} as f32)", &[&value])
            }
            4 => Text::fill("(-{0})", &[&self.expr(&Ty::F32, depth).in_parens()]),
            _ => {
                let value = self.expr(&Ty::F32, depth);
                let value = Text::fill("({0} + 0.0f32)", &[&value.in_parens()]);
                Text::fill(
                    &format!("{{0}}.{}()", self.source.pick(&["abs", "sqrt", "floor", "ceil", "trunc"])),
                    &[&value],
                )
            }
        }
    }

    /// A value of parts.
    fn composed(&mut self, ty: &Ty, depth: u32) -> Text {
        match ty {
            Ty::Tuple(parts) => {
                let parts = Vec::from_iter(parts.iter().map(|part| self.expr(part, depth)));
                Text::fill("({0},)", &[&Text::join(&parts, ", ")])
            }
            Ty::Array(element, count) => {
                if self.source.chance(1, 4) {
                    return Text::fill(&format!("[{{0}}; {count}]"), &[&self.leaf(element)]);
                }
                let parts = Vec::from_iter((0..*count).map(|_| self.expr(element, depth)));
                Text::fill("[{0}]", &[&Text::join(&parts, ", ")])
            }
            Ty::Struct(number) => {
                let fields = self.structs[*number].clone();
                let fields = fields.iter().enumerate();
                let fields = fields
                    .map(|(at, field)| Text::fill(&format!("f{at}: {{0}}"), &[&self.expr(field, depth)]));
                let fields = Vec::from_iter(fields);
                Text::fill(&format!("(S{number} {{ {{0}} }})"), &[&Text::join(&fields, ", ")])
            }
            other => self.leaf(other),
        }
    }

    /// An element of an array at any index.
    fn element(&mut self, ty: &Ty, depth: u32) -> Option<Text> {
        let (array, _) = self.place(|of| matches!(of, Ty::Array(element, _) if **element == *ty), false)?;
        let index = self.index(depth);
        Some(Text::fill_both(
            &format!("{array}[{{0}}]"),
            &format!("{{ let index = {{0}}; at(&{array}, index) }}"),
            &[&index],
        ))
    }

    /// An index that may be out of bounds. The compiler refuses one of which it can see that.
    pub fn index(&mut self, depth: u32) -> Text {
        let index = self.expr(&Ty::U32, depth);
        match self.pick_name(|name| name.ty == Ty::U32) {
            Some(known) if self.source.chance(3, 4) => {
                let known = Text::same(known.name);
                Text::fill_both("({0} + {1})", "add({0}, {1})", &[&known, &index])
            }
            _ => Text::same(self.source.below(2).to_string()),
        }
    }

    /// A block with statements and a value.
    fn block(&mut self, ty: &Ty, depth: u32) -> Text {
        let before = self.names.len();
        let stmts = self.statements(1, depth.min(1));
        let value = self.expr(ty, depth);
        self.names.truncate(before);
        Text::fill("{ {0} {1} }", &[&stmts, &value])
    }

    fn matched(&mut self, ty: &Ty, depth: u32) -> Text {
        if self.source.chance(1, 3) {
            let on = self.settled(&Ty::Enum, depth);
            let arms = Vec::from_iter((0..3).map(|_| self.expr(ty, depth)));
            return Text::fill(
                "match {0} { E::A => {1}, E::B => {2}, E::C => {3} }",
                &[&on, &arms[0], &arms[1], &arms[2]],
            )
            .in_parens();
        }
        if self.source.chance(1, 4) {
            return self.matched_tuple(ty, depth);
        }
        let name = *self.source.pick(&INTS);
        let (on, first, second) =
            (self.settled(&Ty::Int(name), depth), self.source.below(5), self.source.range(6, 60));
        let (arm, other) = (self.expr(ty, depth), self.expr(ty, depth));
        let bound = self.name("n");
        self.names.push(crate::scope::Name { name: bound.clone(), ty: Ty::Int(name), is_mutable: false });
        let (guard, guarded, ranged) =
            (self.expr(&Ty::Bool, depth), self.expr(ty, depth), self.expr(ty, depth));
        self.names.pop();
        let template = format!(
            "match {{0}} {{ {first} | 5 => {{1}}, {bound} @ 6..={second} => {{2}}, {bound} if {{3}} => {{4}}, _ => {{5}} }}"
        );
        Text::fill(&template, &[&on, &arm, &ranged, &guard, &guarded, &other]).in_parens()
    }

    /// A value whose type is written: what no use settles, such as the result of a method, needs that.
    fn settled(&mut self, ty: &Ty, depth: u32) -> Text {
        let value = self.expr(ty, depth);
        self.named(ty, &value)
    }

    fn named(&mut self, ty: &Ty, value: &Text) -> Text {
        let name = self.name("on");
        Text::fill(&format!("{{ let {name}: {} = {{0}}; {name} }}", ty.name()), &[value])
    }

    fn matched_tuple(&mut self, ty: &Ty, depth: u32) -> Text {
        let name = *self.source.pick(&INTS);
        let on = self.settled(&Ty::Tuple(vec![Ty::Int(name), Ty::Bool]), depth);
        let (first, second) = (self.source.below(5), self.source.range(6, 60));
        let arms = Vec::from_iter((0..3).map(|_| self.expr(ty, depth)));
        let bound = self.name("n");
        self.names.push(crate::scope::Name { name: bound.clone(), ty: Ty::Int(name), is_mutable: false });
        let (guard, guarded) = (self.expr(&Ty::Bool, depth), self.expr(ty, depth));
        self.names.pop();
        let template = format!(
            "match {{0}} {{ ({first} | 5, true) => {{1}}, (6..={second}, _) => {{2}}, ({bound}, false) if {{3}} => {{4}}, _ => {{5}} }}"
        );
        Text::fill(&template, &[&on, &arms[0], &arms[1], &guard, &guarded, &arms[2]]).in_parens()
    }

    /// A call of a function over types with this one, if there is such a function.
    fn call_of_generic(&mut self, name: &'static str, depth: u32) -> Option<Text> {
        if self.generics.is_empty() || self.budget < 2 {
            return None;
        }
        self.budget -= 2;
        let function = self.source.pick(&self.generics).clone();
        let args = [self.expr(&Ty::Int(name), depth), self.expr(&Ty::Int(name), depth)];
        let said = match (function.has_constant, self.source.chance(1, 2)) {
            (true, _) => format!("::<{name}, {}>", self.source.below(40)),
            (false, true) => format!("::<{name}>"),
            (false, false) => String::new(),
        };
        Some(Text::fill(&format!("{}{said}({{0}}, {{1}})", function.name), &[&args[0], &args[1]]))
    }

    /// An expression of the type `T` of a function over types, whose parameters are `a` and `b` and whose constant is `N`.
    pub fn generic_expr(&mut self, has_constant: bool, depth: u32) -> Text {
        if depth == 0 {
            let number = self.source.below(300);
            let leaf = match self.source.below(if has_constant { 7 } else { 6 }) {
                0 | 1 => "a".to_string(),
                2 | 3 => "b".to_string(),
                4 => self.source.pick(&["T::ZERO", "T::ONE"]).to_string(),
                5 => format!("T::from_u32({number})"),
                _ => "T::from_u32(N)".to_string(),
            };
            return Text::same(leaf);
        }
        let [left, right] = [(); 2].map(|()| self.generic_expr(has_constant, depth - 1));
        let by = if has_constant { "N".to_string() } else { self.source.below(150).to_string() };
        match self.source.below(8) {
            0 => {
                Text::fill(&format!("({{0}}).{}({{1}})", self.source.pick(&["min", "max"])), &[&left, &right])
            }
            1 => Text::fill("(if {0} < {1} { {1} } else { {0} })", &[&left, &right]),
            2 => Text::fill("T::from_u32(({0}).count_ones())", &[&left]),
            3 => Text::fill("(!{0})", &[&left.in_parens()]),
            4 => {
                let (op, function) = *self.source.pick(&[("<<", "shl"), (">>", "shr")]);
                Text::fill_both(&format!("({{0}} {op} {by})"), &format!("{function}({{0}}, {by})"), &[&left])
            }
            _ => {
                let (op, function) = *self.source.pick(&OPERATORS);
                let right = match op {
                    "/" | "%" => Text::fill_both("({0} ^ a)", "xor({0}, a)", &[&right]),
                    _ => right,
                };
                Text::fill_both(
                    &format!("({{0}} {op} {{1}})"),
                    &format!("{function}({{0}}, {{1}})"),
                    &[&left, &right],
                )
            }
        }
    }

    /// A call of a function that gives this type, if there is one.
    fn call(&mut self, ty: &Ty, depth: u32) -> Option<Text> {
        let fitting =
            Vec::from_iter(self.functions.iter().filter(|function| function.result == *ty).cloned());
        if fitting.is_empty() || self.budget < 5 {
            return None;
        }
        self.budget -= 5;
        let function = self.source.pick(&fitting).clone();
        self.call_of(&function, depth)
    }

    pub fn call_of(&mut self, function: &Function, depth: u32) -> Option<Text> {
        let (mut args, mut borrowed) = (Vec::new(), Vec::<String>::new());
        for param in &function.params {
            let arg = match param {
                Param::Value(ty) => {
                    // A value that reads or writes what is borrowed is an error of Rust's.
                    if borrowed.is_empty() { self.expr(ty, depth) } else { self.constant(ty) }
                }
                Param::Slice(element) | Param::SliceMut(element) => {
                    let is_mut = matches!(param, Param::SliceMut(_));
                    let (array, _) = self.place(
                        |of| matches!(of, Ty::Array(own, count) if **own == *element && !matches!(count, 2 | 4)),
                        is_mut,
                    )?;
                    let root = array.split(['.', '[']).next().unwrap_or_default().to_string();
                    if borrowed.contains(&root) {
                        return None;
                    }
                    borrowed.push(root);
                    // A slice that ends before it begins is an error where that is seen.
                    let from = self.source.below(4);
                    let to = from + self.source.below(6);
                    let mutability = if is_mut { "mut " } else { "" };
                    let function = if is_mut { "part_mut" } else { "part" };
                    match self.source.below(3) {
                        0 => Text::same(format!("&{mutability}{array}")),
                        1 => Text::new(
                            format!("&{mutability}{array}[{from}..]"),
                            format!("{function}(&{mutability}{array}, {from}, 99)"),
                        ),
                        _ => Text::new(
                            format!("&{mutability}{array}[{from}..{to}]"),
                            format!("{function}(&{mutability}{array}, {from}, {to})"),
                        ),
                    }
                }
                Param::Mut(ty) => {
                    let (place, _) = self.place(|of| of == ty, true)?;
                    let root = place.split(['.', '[']).next().unwrap_or_default().to_string();
                    if borrowed.contains(&root) {
                        return None;
                    }
                    borrowed.push(root);
                    Text::same(format!("&mut {place}"))
                }
            };
            args.push(arg);
        }
        if function.is_method {
            let receiver = Text::same(args.remove(0).vyre.trim_start_matches("&mut "));
            let [vyre, plain] = ["", "_plain"].map(|end| format!("{{0}}.{}{end}({{1}})", function.name));
            return Some(Text::fill_both(&vyre, &plain, &[&receiver, &Text::join(&args, ", ")]));
        }
        Some(Text::fill(&format!("{}({{0}})", function.name), &[&Text::join(&args, ", ")]))
    }

    /// A constant's value, of literals alone.
    pub fn expr_of_constant(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Array(element, count) => {
                let parts = (0..*count).map(|_| self.expr_of_constant(element));
                format!("[{}]", Vec::from_iter(parts).join(", "))
            }
            other => self.constant(other).vyre,
        }
    }

    /// A value without variables.
    fn constant(&mut self, ty: &Ty) -> Text {
        let names = std::mem::take(&mut self.names);
        let value = self.expr(ty, 0);
        self.names = names;
        value
    }
}

impl Text {
    pub fn in_parens(self) -> Text {
        Text { vyre: format!("({})", self.vyre), plain: format!("({})", self.plain) }
    }
}
