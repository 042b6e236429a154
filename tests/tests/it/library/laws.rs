//! Laws of the rows as programs: `and(a, b) = and(b, a)`, or a truth value in place of the equation, and perhaps
//! `where` and the condition under which it holds.

use vyre::ir::library::{Row, rows};
use vyre::ir::{DataType, Program};

/// A law whose variables are known.
pub(crate) struct Law {
    pub(crate) text: &'static str,
    /// The variables with the types of the parameters that they are passed for, in order.
    pub(crate) variables: Vec<(String, DataType)>,
    /// In the text form: 1 where the law holds.
    holds: String,
}

impl Law {
    /// A program that says for each element of the variables' buffers whether the law holds.
    pub(crate) fn program(&self) -> Program {
        let mut buffers = String::new();
        let mut lets = String::new();
        for (at, (name, ty)) in self.variables.iter().enumerate() {
            buffers += &format!("buffer buffer_{name}: read {ty} @ {}\n", at + 1);
            lets += &format!("let {name} = buffer_{name}[invocation_id.x];\n");
        }
        let text = format!(
            "program workgroup_size 64, 1, 1 buffer out: read_write u32 @ 0 {buffers}
            entry {{ {lets} out[invocation_id.x] = {}; }}",
            self.holds
        );
        text.parse().unwrap_or_else(|error| panic!("{}: {error}", self.text))
    }
}

pub(crate) fn translate(family: &str, text: &'static str) -> Law {
    let mut law = Law { text, variables: Vec::new(), holds: String::new() };
    let (equation, condition) = text.split_once(" where ").unwrap_or((text, ""));
    let holds = law.claim(family, equation);
    law.holds = match condition {
        "" => holds,
        condition => format!("{holds} || !({})", law.claim(family, condition)),
    };
    law
}

/// The operation that the text begins with a call of.
fn operation(family: &str, text: &str) -> Option<&'static Row> {
    let (name, _) = text.split_once('(')?;
    rows().find(|row| row.family() == family && row.name() == name)
}

impl Law {
    /// An equation, its opposite or a truth value, in the text form.
    fn claim(&mut self, family: &str, text: &str) -> String {
        if let (false, Some((left, right))) = (text.contains(" = "), text.split_once(" != ")) {
            return format!("!({})", self.claim(family, &format!("{left} = {right}")));
        }
        let Some((left, right)) = text.split_once(" = ") else {
            return self.side(family, text, DataType::U32);
        };
        let of_variable = || self.variables.iter().find(|(name, _)| name == left).map(|(_, ty)| ty.clone());
        let of_operation = operation(family, left).map(|row| row.output.clone());
        let ty = of_operation.or_else(of_variable).unwrap_or(DataType::U32);
        let (left, right) = (self.side(family, left, ty.clone()), self.side(family, right, ty.clone()));
        match ty {
            DataType::U64 => format!("call primitive.u64.eq({left}, {right})"),
            DataType::U128 => format!("call primitive.u128.eq({left}, {right})"),
            DataType::I32 => format!("call primitive.i32.eq({left}, {right})"),
            // By bits, so that a NaN equals itself.
            DataType::F32 => format!("cast<u32>({left}) == cast<u32>({right})"),
            ty if ty.is_float() => format!("({left}).0 == ({right}).0"),
            _ => format!("({left}) == ({right})"),
        }
    }

    /// An expression in the text form. `ty` is what is wanted of it.
    fn side(&mut self, family: &str, text: &str, ty: DataType) -> String {
        let mut out = String::new();
        // The types that are wanted in each open parenthesis, the one at hand last.
        let mut wanted: Vec<Vec<DataType>> = vec![vec![ty]];
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()).max(1);
            let (word, after) = rest.split_at(length);
            let current = wanted.last().and_then(|types| types.last()).unwrap().clone();
            let is_negative = word == "-" && current == DataType::I32;
            if let Some(row) = operation(family, rest).filter(|_| after.starts_with('(')) {
                out += &format!("call {}(", row.id);
                wanted.push(row.inputs.iter().rev().cloned().collect());
                rest = &after[1..];
                continue;
            }
            match first {
                '(' => wanted.push(vec![current.clone()]),
                ')' => drop(wanted.pop()),
                ',' => drop(wanted.last_mut().and_then(Vec::pop)),
                _ => {}
            }
            if first.is_ascii_digit() {
                out += &literal(word, current.clone());
            } else if !is_negative {
                out += word;
            } else {
                out += &literal(&rest[..2], current);
                rest = &rest[2..];
                continue;
            }
            if first.is_alphabetic() && !self.variables.iter().any(|(name, _)| name == word) {
                self.variables.push((word.to_string(), current));
            }
            rest = after;
        }
        out
    }
}

fn literal(digits: &str, ty: DataType) -> String {
    match ty {
        DataType::I32 => format!("{digits}i"),
        DataType::U64 | DataType::U128 => format!("cast<{ty}>({digits})"),
        DataType::F32 => format!("{digits}.0f"),
        ty if ty.is_float() => format!("cast<{ty}>({digits}.0f)"),
        _ => digits.to_string(),
    }
}
