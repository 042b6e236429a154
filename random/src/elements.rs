//! Random kernels that access the elements of their own index: those that backends execute several at a time.
//!
//! Every length is drawn from 0 to 70, or is that of the grid and a little more or less, and grids seldom fit them. An invocation
//! stores only to elements of its own index, of buffers that no other one reads, so the order of invocations does not matter. Where two rows of
//! invocations have the same indices, neither reads what the other writes, and both write the same.

use crate::{Case, Contents, Source};
use std::fmt::Write;
use vyre_ir::{DataType, Program};

/// The types of buffers, with the weight of each.
const TYPES: [(u32, DataType); 7] = [
    (5, DataType::U32),
    (2, DataType::I32),
    (2, DataType::U64),
    (2, DataType::Bool),
    (2, DataType::Vec2U32),
    (1, DataType::Vec4U32),
    (1, DataType::U128),
];

/// The case of a seed.
///
/// # Panics
/// If what it writes is no program: that is a fault of its own.
#[allow(clippy::expect_used, reason = "tests find a fault of the generator by its panic")]
pub fn elements(seed: u64) -> Case {
    let source = Source::new(seed);
    let mut writer = Writer {
        source,
        text: String::new(),
        buffers: Vec::new(),
        values: 0,
        variables: 0,
        depth: 1,
        has_rows: false,
    };
    let size = *writer.source.pick(&[4, 8, 12, 16, 64, 64, 64, 256, 1, 3, 6]);
    let groups = writer.source.range(1, 150_u32.div_ceil(size).min(9));
    let axis = if writer.source.chance(1, 8) { 2 } else { 1 };
    writer.has_rows = axis > 1;
    let lengths = writer.declare(size * groups);
    writer.line("let i = invocation_id.x;");
    for at in 0..writer.source.below(3) {
        let value = writer.value(2);
        writer.line(&format!("let m{at} = {value};"));
        writer.variables += 1;
    }
    let count = writer.source.range(1, 6);
    writer.statements(count);
    let mut inputs: Vec<Contents> =
        lengths.into_iter().map(|(ty, length)| writer.contents(ty, length)).collect();
    inputs.extend(writer.rows(size * groups));
    writer.depth = 0;
    writer.line("}");
    let head: String = writer.buffers.iter().enumerate().map(|(at, buffer)| buffer.declaration(at)).collect();
    let text = format!("program\nworkgroup_size {size}, 1, 1\n{head}entry {{\n{}", writer.text);
    let program: Program = text.parse().expect(&text);
    Case::new(program, [groups, axis, 1], inputs)
}

struct Buffer {
    name: String,
    ty: DataType,
    access: &'static str,
    count: Option<u32>,
}

impl Buffer {
    fn declaration(&self, at: usize) -> String {
        let count = self.count.map_or(String::new(), |count| format!("[{count}]"));
        format!("buffer {}: {} {}{count} @ {at}\n", self.name, self.access, self.ty)
    }
}

struct Writer {
    source: Source<'static>,
    text: String,
    buffers: Vec<Buffer>,
    /// The values and the variables that have names.
    values: u32,
    variables: u32,
    depth: usize,
    /// Whether several invocations have an index.
    has_rows: bool,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "    ".repeat(self.depth));
    }

    /// Declares buffers. Gives their types and lengths.
    fn declare(&mut self, invocations: u32) -> Vec<(DataType, u32)> {
        let (reads, writes) = (self.source.range(1, 3), self.source.range(1, 3));
        let mut lengths = Vec::new();
        let mut add = |writer: &mut Writer, name: String, ty: DataType, access| {
            let length = match writer.source.below(4) {
                0 => writer.source.below(71),
                1 => invocations,
                _ => (invocations + 3).saturating_sub(writer.source.below(7)),
            };
            let is_fixed = ty != DataType::Bytes && length > 0 && writer.source.chance(1, 6);
            writer.buffers.push(Buffer { name, ty: ty.clone(), access, count: is_fixed.then_some(length) });
            lengths.push((ty, length));
        };
        for at in 0..reads {
            let ty = self.source.weigh(&TYPES);
            add(self, format!("a{at}"), ty, "read");
        }
        for at in 0..writes {
            let ty = self.source.weigh(&TYPES);
            add(self, format!("o{at}"), ty, "read_write");
        }
        if self.source.chance(1, 4) {
            add(self, "s".to_string(), DataType::Bytes, "read");
        }
        if self.source.chance(1, 4) {
            add(self, "p".to_string(), DataType::U32, "uniform");
        }
        lengths
    }

    /// Sometimes each invocation has a row of four elements of one more buffer, which it stores in some order, of elements in a row.
    fn rows(&mut self, invocations: u32) -> Option<Contents> {
        if self.source.chance(3, 4) {
            return None;
        }
        let readable = self
            .buffers
            .iter()
            .filter(|buffer| buffer.access == "read" && matches!(buffer.ty, DataType::U32 | DataType::I32));
        let from = self.source.choose(readable.map(|buffer| (buffer.name.clone(), buffer.ty.clone())));
        let ty = from.as_ref().map_or(DataType::U32, |(_, ty)| ty.clone());
        self.line("let first = i * 4;");
        let (turn, gap) = (self.source.below(4), self.source.below(12));
        let lanes: Vec<u32> = (0..4).map(|at| (at + turn) % 4).collect();
        let mut values = Vec::new();
        for lane in lanes.iter().filter(|lane| **lane != gap) {
            let value = match &from {
                Some((name, _)) => format!("{name}[first + {}]", lane ^ turn),
                None => format!("i ^ {lane}"),
            };
            self.line(&format!("let row{lane} = {value};"));
            values.push(*lane);
        }
        values.into_iter().rev().for_each(|lane| self.line(&format!("r[first + {lane}] = row{lane};")));
        let length = match self.source.below(4) {
            0 => self.source.below(71),
            _ => (invocations * 4 + 5).saturating_sub(self.source.below(10)),
        };
        self.buffers.push(Buffer { name: "r".into(), ty: ty.clone(), access: "read_write", count: None });
        Some(self.contents(ty, length))
    }

    fn contents(&mut self, ty: DataType, length: u32) -> Contents {
        let word = |writer: &mut Writer| {
            let bits = writer.source.bits() as u32;
            if writer.source.chance(1, 2) { bits % 80 } else { bits }
        };
        match ty {
            DataType::Bytes => Contents::Bytes((0..length).map(|_| word(self) as u8).collect()),
            DataType::Bool => Contents::Words((0..length).map(|_| word(self) & 1).collect()),
            ty => Contents::Words((0..length as usize * ty.lanes()).map(|_| word(self)).collect()),
        }
    }

    fn statements(&mut self, count: u32) {
        let values = self.values;
        for _ in 0..count {
            self.statement();
        }
        self.values = values;
    }

    fn statement(&mut self) {
        match self.source.below(20) {
            0..=2 => {
                let value = self.value(3);
                self.line(&format!("let v{} = {value};", self.values));
                self.values += 1;
            }
            3 if self.variables > 0 => {
                let (at, value) = (self.source.below(self.variables), self.value(2));
                self.line(&format!("m{at} = {value};"));
            }
            4 | 5 => {
                let bound = self.bound();
                let cond = *self.source.pick(&["i >= ", "(i < 60) == 0 || i >= "]);
                self.line(&format!("if {cond}{bound} {{ return; }}"));
            }
            6..=8 if self.depth < 3 => {
                let cond = match self.source.below(4) {
                    0 => format!("i < {} && i < {}", self.bound(), self.bound()),
                    1 => format!("{} > {}", self.value(1), self.value(1)),
                    2 => format!("{} > i", self.bound()),
                    _ => format!("i < {}", self.bound()),
                };
                self.line(&format!("if {cond} {{"));
                self.inner();
                if self.source.chance(1, 4) {
                    self.line("} else {");
                    self.inner();
                }
                self.line("}");
            }
            9 if self.depth < 3 => {
                let rounds = self.source.range(1, 3);
                self.line(&format!("for k{} in 0 .. {rounds} {{", self.depth));
                self.inner();
                self.line("}");
            }
            _ => self.store(),
        }
    }

    fn inner(&mut self) {
        self.depth += 1;
        let count = self.source.range(1, 3);
        self.statements(count);
        self.depth -= 1;
    }

    /// A number that ids are compared with.
    fn bound(&mut self) -> String {
        match self.source.below(6) {
            0 => self.source.below(90).to_string(),
            1 => format!("len({}) / 2 + 1", self.buffer().0),
            2 if self.buffers.iter().any(|buffer| buffer.name == "p") => "p[0]".to_string(),
            _ => format!("len({})", self.buffer().0),
        }
    }

    /// The name and the type of a buffer.
    fn buffer(&mut self) -> (String, DataType) {
        let at = self.source.below(self.buffers.len() as u32) as usize;
        (self.buffers[at].name.clone(), self.buffers[at].ty.clone())
    }

    fn store(&mut self) {
        let Some((name, ty)) = self.source.choose(
            self.buffers
                .iter()
                .filter(|buffer| buffer.access == "read_write")
                .map(|buffer| (buffer.name.clone(), buffer.ty.clone())),
        ) else {
            return;
        };
        let value = self.value(3);
        let value = match ty {
            DataType::U64 | DataType::Vec2U32 => {
                let other = self.value(1);
                let function = if ty == DataType::U64 { "u64" } else { "vec2<u32>" };
                format!("{function}({value}, {other})")
            }
            DataType::Vec4U32 | DataType::U128 => format!("{ty}({value}, i, 7, {})", self.value(1)),
            DataType::I32 | DataType::Bool => format!("cast<{ty}>({value})"),
            _ => value,
        };
        self.line(&format!("{name}[i] = {value};"));
    }

    /// A `u32`.
    fn value(&mut self, depth: u32) -> String {
        let is_leaf = depth == 0 || self.source.chance(1, 4);
        match self.source.below(if is_leaf { 10 } else { 16 }) {
            0 => self.source.below(300).to_string(),
            1 => "i".to_string(),
            2 if self.values > 0 => format!("v{}", self.source.below(self.values)),
            3 if self.variables > 0 => format!("m{}", self.source.below(self.variables)),
            2..=9 => self.element(),
            10 => format!("select({}, {}, {})", self.value(0), self.value(depth - 1), self.value(0)),
            _ => {
                let op = *self.source.pick(&["+", "-", "*", "^", "&", "|", "/", "%", ">>"]);
                format!("({} {op} {})", self.value(depth - 1), self.value(depth - 1))
            }
        }
    }

    /// An element of a buffer as a `u32`.
    fn element(&mut self) -> String {
        let (name, ty) = loop {
            let (name, ty) = self.buffer();
            if !self.has_rows || !name.starts_with('o') {
                break (name, ty);
            }
        };
        let is_written = name.starts_with('o');
        let index = match self.source.below(10) {
            _ if is_written => "i".to_string(),
            0 => "i + 1".to_string(),
            1 => "i - 1".to_string(),
            2 => format!("i + {}", self.source.below(6)),
            3 => self.source.below(5).to_string(),
            4 => "(i ^ 1)".to_string(),
            5 if ty == DataType::U32 => format!("{name}[0]"),
            5 if !self.has_rows => "invocation_id.y".to_string(),
            _ => "i".to_string(),
        };
        match ty {
            DataType::Bytes if self.source.chance(3, 4) => format!("byte({name}, {index})"),
            DataType::Bytes => format!("word({name}, {index})"),
            DataType::U32 => format!("{name}[{index}]"),
            DataType::U64 => format!("cast<vec2<u32>>({name}[{index}]).{}", self.source.below(2)),
            DataType::Vec2U32 => format!("{name}[{index}].{}", self.source.below(2)),
            DataType::Vec4U32 | DataType::U128 => format!("{name}[{index}].{}", self.source.below(4)),
            _ => format!("cast<u32>({name}[{index}])"),
        }
    }
}
