//! Buffers: their declarations, and the functions that guard every access to them.
//!
//! A guard is a branch. wgpu's own checks are neither complete nor give what vyre defines, and guards that
//! `select` an index are slower than branches.

use super::FEW_UNIFORMS;
use super::names::Names;
use super::text::{Level, Text, call, lanes, relation, type_name, zero};
use crate::Obstacle;
use std::fmt::Write;
use vyre_ir::{AtomicOp, BufferAccess, BufferDecl, Scalar, Type};
use vyre_lower::Unit;

/// The 16-byte elements of a uniform buffer without a fixed length: 64 KiB, all that the rules allow.
const MAX_UNIFORM_ELEMENTS: u32 = 4_096;

/// The names of the parameters and variables of functions that access buffers.
pub(super) const PARAMETERS: [&str; 5] = ["i", "at", "value", "expected", "result"];

/// An index in bounds, or one that a guard has to compare with the length.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bounds {
    Checked,
    Proven,
}

/// A function that the shader has if anything calls it.
pub(super) struct Function {
    pub(super) name: String,
    is_used: bool,
}

impl Function {
    pub(super) fn new(names: &mut Names, name: &str) -> Function {
        Function { name: names.fresh(name), is_used: false }
    }

    pub(super) fn is_used(&self) -> bool {
        self.is_used
    }

    /// The name, for a call.
    pub(super) fn used(&mut self) -> &str {
        self.is_used = true;
        &self.name
    }
}

/// What a function of a buffer does.
enum Access {
    Load,
    LoadBlock,
    LoadByte,
    Store,
    StoreBlock,
    Atomic(AtomicOp),
}

/// The names of the functions between an integer of 64 bits, which an atomic is, and the two words of its value.
#[derive(Clone)]
pub(super) struct LongAtomics {
    pack: String,
    unpack: String,
}

impl LongAtomics {
    pub(super) fn new(names: &mut Names) -> LongAtomics {
        LongAtomics { pack: names.fresh("long_of_words"), unpack: names.fresh("words_of_long") }
    }

    /// Defines both.
    pub(super) fn define(&self, out: &mut String) {
        let LongAtomics { pack, unpack } = self;
        let _ = write!(
            out,
            "fn {pack}(words: vec2<u32>) -> u64 {{
    return u64(words.x) | (u64(words.y) << 32u);
}}

fn {unpack}(long: u64) -> vec2<u32> {{
    return vec2<u32>(u32(long), u32(long >> 32u));
}}

"
        );
    }
}

/// Whether the elements of a buffer, all of whose accesses are atomic, have 64 bits.
pub(super) fn is_long_atomic(decl: &BufferDecl, is_atomic: bool) -> bool {
    is_atomic && decl.element.element_type().scalar.is_long()
}

/// A buffer of the program and its functions.
pub(super) struct Buffer<'a> {
    pub(super) decl: &'a BufferDecl,
    name: String,
    /// The field of the launch block with the length.
    length: String,
    pub(super) is_length_used: bool,
    /// Whether all of its accesses are atomic.
    is_atomic: bool,
    /// The functions between the elements of the array and values, if the elements are atomics of 64 bits.
    long: Option<LongAtomics>,
    /// Whether anything accesses blocks of 16 bytes, so that these are the elements of the WGSL array.
    has_blocks: bool,
    /// Whether it is a long local array that a loop sets to zero.
    pub(super) has_loop: bool,
    /// Whether it is a uniform buffer of the program that the shader has as a storage buffer.
    pub(super) is_storage: bool,
    /// The bytes that each invocation accesses, if a launch may bind a part of the elements.
    pub(super) step: Result<u32, Obstacle>,
    load: Function,
    load_block: Function,
    load_byte: Function,
    store: Function,
    store_block: Function,
    atomics: Vec<(AtomicOp, Function)>,
    /// Whether anything reads, or writes, the buffer's elements.
    pub(super) is_read: bool,
    pub(super) is_written: bool,
    is_used: bool,
}

/// The elements of a local array that is long. What a variable holds at first is a store of each element to Mesa, and lavapipe compiles 1,024 of them
/// for 22 s; without them, and with a loop in their place, it takes 0.4 s.
pub(crate) const LONG: u32 = 128;

/// The stores in a round of such a loop. Lavapipe counts rounds.
const STORES: u32 = 16;

/// The rounds of the loops that set long local arrays to zero.
pub(super) fn zero_rounds(buffers: &[BufferDecl]) -> u64 {
    buffers.iter().filter(|decl| is_long(decl)).map(|decl| u64::from(decl.count / STORES)).sum()
}

/// Makes storage buffers of the uniform buffers beyond the first few.
pub(super) fn spare_uniforms(buffers: &mut [Buffer<'_>]) {
    let uniforms = buffers.iter_mut().filter(|buffer| buffer.is_uniform());
    uniforms.skip(FEW_UNIFORMS).for_each(|buffer| buffer.is_storage = true);
}

/// Whether it is such an array.
pub(super) fn is_long(decl: &BufferDecl) -> bool {
    decl.access == BufferAccess::Private && decl.count >= LONG
}

impl<'a> Buffer<'a> {
    pub(super) fn new(
        decl: &'a BufferDecl,
        [is_atomic, has_blocks, zeroes_arrays]: [bool; 3],
        step: Result<u32, Obstacle>,
        long: Option<&LongAtomics>,
        names: &mut Names,
    ) -> Buffer<'a> {
        let name = names.fresh(&decl.name);
        let (load, load_byte) = (format!("load_{name}"), format!("load_byte_{name}"));
        let (load, load_byte) = (Function::new(names, &load), Function::new(names, &load_byte));
        let store = Function::new(names, &format!("store_{name}"));
        let [load_block, store_block] =
            ["load_block", "store_block"].map(|what| Function::new(names, &format!("{what}_{name}")));
        let ops = if is_atomic { AtomicOp::ALL } else { &[] };
        let atomics = ops
            .iter()
            .map(|op| (*op, Function::new(names, &format!("{}_{name}", op.spelling().text()))))
            .collect();
        Buffer {
            has_loop: zeroes_arrays && is_long(decl),
            is_storage: false,
            decl,
            length: format!("{name}_len"),
            is_length_used: false,
            is_atomic,
            long: long.filter(|_| is_long_atomic(decl, is_atomic)).cloned(),
            has_blocks,
            step,
            load,
            load_block,
            load_byte,
            store,
            store_block,
            atomics,
            is_read: false,
            is_written: false,
            is_used: false,
            name,
        }
    }

    fn is_private(&self) -> bool {
        self.decl.access == BufferAccess::Private
    }

    fn is_uniform(&self) -> bool {
        self.decl.access == BufferAccess::Uniform
    }

    /// The length if the program fixes it. That of `Bytes` is in bytes of the host's, so the launch says it.
    pub(super) fn static_length(&self) -> Option<u32> {
        (self.decl.count > 0 && self.decl.element.value_type().is_some()).then_some(self.decl.count)
    }

    /// The type that an expression has which reads an element.
    pub(super) fn element(&self) -> Type {
        self.decl.element.element_type()
    }

    /// The length in elements, or in words for `Bytes`.
    pub(super) fn length(&mut self) -> Text {
        self.is_length_used |= self.static_length().is_none();
        Text::primary(self.length_text())
    }

    fn length_text(&self) -> String {
        match self.static_length() {
            Some(length) => format!("{length}u"),
            None => format!("launch.{}", self.length),
        }
    }

    /// Whether an access needs no guard. A part of a buffer has its own bounds, which no proof is about. An access that no
    /// invocation reaches may have a constant index outside of the array's type, which WGSL refuses.
    fn is_direct(&self, index: &Index, bounds: Bounds) -> bool {
        let is_in_type = index.constant.is_none_or(|at| self.most_elements().is_none_or(|most| at < most));
        bounds == Bounds::Proven && self.step.is_err() && is_in_type
    }

    /// The elements that the array's type has, if it has a length.
    fn most_elements(&self) -> Option<u32> {
        match self.decl.access {
            BufferAccess::Uniform => {
                let most = MAX_UNIFORM_ELEMENTS * 4 / self.element().words() as u32;
                Some(self.static_length().unwrap_or(most))
            }
            access if access.is_bound() => None,
            _ => Some(self.decl.count),
        }
    }

    /// A read of an element, or of a block.
    pub(super) fn load(&mut self, index: &Text, unit: Unit, bounds: Bounds) -> Text {
        (self.is_read, self.is_used) = (true, true);
        let direct = Index::new(index);
        let read = match (unit, self.is_direct(&direct, bounds)) {
            (Unit::Element, true) => self.read(&direct),
            (Unit::Element, false) => self.call(Access::Load, index, &[]),
            (Unit::Part(_), _) => unreachable!("no target of WGSL stores parts of words"),
            (Unit::Block, true) => Text::primary(format!("{}[{}]", self.name, index.text)),
            (Unit::Block, false) => self.call(Access::LoadBlock, index, &[]),
        };
        // The index stands in brackets.
        Text { depth: read.depth.max(index.depth + 1), ..read }
    }

    /// Whether a read or a write of an element in bounds has the text of its index more than once.
    pub(super) fn repeats_index(&self) -> bool {
        self.is_uniform() || self.has_blocks
    }

    /// A read of a byte.
    pub(super) fn load_byte(&mut self, index: &Text) -> Text {
        (self.is_read, self.is_used) = (true, true);
        self.call(Access::LoadByte, index, &[])
    }

    /// The statement, without its semicolon, that writes an element or a block.
    pub(super) fn store(&mut self, index: &Text, unit: Unit, bounds: Bounds, value: &Text) -> String {
        (self.is_written, self.is_used) = (true, true);
        let direct = Index::new(index);
        // An element of two words is written by a function, which evaluates its value once.
        let is_whole = !self.has_blocks || self.element().words() == 1;
        match (unit, self.is_direct(&direct, bounds)) {
            (Unit::Element, true) if is_whole => self.write(&direct, value),
            (Unit::Element, _) => self.call(Access::Store, index, &[value]).text,
            (Unit::Part(_), _) => unreachable!("no target of WGSL stores parts of words"),
            (Unit::Block, true) => format!("{}[{}] = {}", self.name, index.text, value.text),
            (Unit::Block, false) => self.call(Access::StoreBlock, index, &[value]).text,
        }
    }

    /// An atomic operation; `operands` are the expected value, if any, and the operand.
    pub(super) fn atomic(&mut self, op: AtomicOp, index: &Text, bounds: Bounds, operands: &[&Text]) -> Text {
        (self.is_read, self.is_written, self.is_used) = (true, true, true);
        let direct = Index::new(index);
        match atomic_function(op) {
            Some(function) if self.is_direct(&direct, bounds) => {
                let place = Text::primary(format!("&{}", self.place(&direct)));
                let operands: Vec<Text> = operands.iter().map(|operand| self.packed(operand)).collect();
                let arguments: Vec<&Text> = [&place].into_iter().chain(&operands).collect();
                self.unpacked(call(function, &arguments))
            }
            _ => self.call(Access::Atomic(op), index, operands),
        }
    }

    fn call(&mut self, access: Access, index: &Text, operands: &[&Text]) -> Text {
        self.is_length_used |= self.static_length().is_none() && self.step.is_err();
        let pointer = Text::primary(format!("&{}", self.name));
        let mut arguments = Vec::new();
        if self.is_private() {
            arguments.push(&pointer);
        }
        arguments.push(index);
        arguments.extend_from_slice(operands);
        call(self.function(access), &arguments)
    }

    /// The name of the function for an access, which is called.
    fn function(&mut self, access: Access) -> &str {
        match access {
            Access::Load => self.load.used(),
            Access::LoadBlock => self.load_block.used(),
            Access::StoreBlock => self.store_block.used(),
            Access::LoadByte => self.load_byte.used(),
            Access::Store => self.store.used(),
            Access::Atomic(op) => {
                let function = self.atomics.iter_mut().find(|(candidate, _)| *candidate == op);
                function.map_or("", |(_, function)| function.used())
            }
        }
    }

    /// A value as an element of the array.
    fn packed(&self, value: &Text) -> Text {
        self.long.as_ref().map_or_else(|| value.clone(), |long| call(&long.pack, &[value]))
    }

    /// An element of the array as a value.
    fn unpacked(&self, element: Text) -> Text {
        match &self.long {
            Some(long) => call(&long.unpack, &[&element]),
            None => element,
        }
    }

    /// The element itself: what a guarded access may read and write.
    fn place(&self, index: &Index) -> String {
        match self.is_private() {
            true if index.is_parameter => format!("(*{})[{}]", self.name, index.plain()),
            _ => format!("{}[{}]", self.name, index.plain()),
        }
    }

    /// The element of an index in bounds, in the WGSL type of its values.
    fn read(&self, index: &Index) -> Text {
        let is_packed = self.is_uniform() || self.has_blocks;
        let words = if is_packed { self.read_packed(index) } else { self.read_words(index) };
        match self.element().scalar {
            Scalar::Bool => relation("!=", &words, &zero(vyre_lower::U32)),
            Scalar::I32 if is_packed => call("bitcast<i32>", &[&words]),
            Scalar::I32
            | Scalar::U32
            | Scalar::U64
            | Scalar::F32
            | Scalar::F16
            | Scalar::BF16
            | Scalar::F64 => words,
        }
    }

    fn read_words(&self, index: &Index) -> Text {
        let place = self.place(index);
        match self.is_atomic {
            true => self.unpacked(Text::primary(format!("atomicLoad(&{place})"))),
            false => Text::primary(place),
        }
    }

    /// An element of an array whose elements of 16 bytes hold the packed elements of the host.
    fn read_packed(&self, index: &Index) -> Text {
        let name = &self.name;
        match self.element().words() {
            1 => Text::primary(format!("{name}[{}][{}]", index.shifted(2), index.masked(3))),
            2 => {
                let pair = Text::primary(format!("{name}[{}]", index.shifted(1)));
                let halves = [lanes(&pair, "xy"), lanes(&pair, "zw")];
                match index.constant {
                    Some(at) => halves[(at & 1) as usize].clone(),
                    None => {
                        let [low, high] = &halves;
                        let is_high = index.masked(1);
                        Text::primary(format!("select({}, {}, ({is_high}) == 1u)", low.text, high.text))
                    }
                }
            }
            _ => Text::primary(format!("{name}[{}]", index.plain())),
        }
    }

    fn write(&self, index: &Index, value: &Text) -> String {
        let name = &self.name;
        if self.has_blocks && self.element().words() == 2 {
            let block = format!("{name}[{}]", index.shifted(1));
            let (low, value) = (index.masked(1), &value.text);
            return format!(
                "{block}[({low}) * 2u] = {value}.x;\n        {block}[({low}) * 2u + 1u] = {value}.y"
            );
        }
        let place = match self.has_blocks {
            true => format!("{name}[{}][{}]", index.shifted(2), index.masked(3)),
            false => self.place(index),
        };
        let value = match self.element().scalar {
            Scalar::Bool => call("u32", &[value]).text,
            Scalar::I32 if self.has_blocks => call("bitcast<u32>", &[value]).text,
            Scalar::U32
            | Scalar::I32
            | Scalar::U64
            | Scalar::F32
            | Scalar::F16
            | Scalar::BF16
            | Scalar::F64 => value.text.clone(),
        };
        match self.is_atomic {
            true => format!("atomicStore(&{place}, {})", self.packed(&Text::primary(value)).text),
            false => format!("{place} = {value}"),
        }
    }

    /// The WGSL type of the whole array.
    fn array_type(&self) -> String {
        let element = match self.element() {
            Type { scalar: Scalar::Bool, .. } => "u32",
            other => type_name(other),
        };
        if self.is_uniform() {
            let elements = match self.static_length() {
                Some(length) => (u64::from(length) * self.element().words() as u64).div_ceil(4),
                None => u64::from(MAX_UNIFORM_ELEMENTS),
            };
            return format!("array<vec4<u32>, {elements}u>");
        }
        if self.has_blocks {
            return "array<vec4<u32>>".to_string();
        }
        let atomic = if self.long.is_some() { "u64" } else { "u32" };
        match (self.is_atomic, self.decl.access.is_bound()) {
            (true, true) => format!("array<atomic<{atomic}>>"),
            (true, false) => format!("array<atomic<{atomic}>, {}u>", self.decl.count),
            (false, true) => format!("array<{element}>"),
            (false, false) => format!("array<{element}, {}u>", self.decl.count),
        }
    }

    /// The bytes that a uniform buffer has in the shader.
    pub(super) fn uniform_bytes(&self) -> Option<u64> {
        let words = match self.static_length() {
            Some(length) => u64::from(length) * self.element().words() as u64,
            None => u64::from(MAX_UNIFORM_ELEMENTS) * 4,
        };
        self.is_uniform().then_some(words.div_ceil(4) * 16)
    }

    /// Whether the program accesses it.
    pub(super) fn is_used(&self) -> bool {
        self.is_used
    }

    /// Declares a buffer of the host's at a binding slot, or an array of the workgroup's.
    pub(super) fn declare(&self, slot: usize, out: &mut String) {
        let (name, ty) = (&self.name, self.array_type());
        let space = match self.decl.access {
            BufferAccess::Private => return,
            BufferAccess::Workgroup | BufferAccess::WorkgroupAtomic => "workgroup",
            BufferAccess::Uniform if self.is_storage => "storage, read",
            BufferAccess::Uniform => "uniform",
            BufferAccess::ReadWrite => "storage, read_write",
            BufferAccess::ReadOnly => "storage, read",
        };
        let binding =
            if self.decl.access.is_bound() { format!("@group(0) @binding({slot}) ") } else { String::new() };
        let _ = writeln!(out, "{binding}var<{space}> {name}: {ty};");
    }

    /// Declares an array of one invocation, in the entry point.
    pub(super) fn declare_private(&self, out: &mut String) {
        if self.is_private() {
            let _ = writeln!(out, "    var {}: {};", self.name, self.array_type());
        }
    }

    /// Sets the elements of a long local array to zero, in a loop with a variable of this name.
    pub(super) fn define_zeros(&self, var: &str, out: &mut String) {
        if !self.has_loop {
            return;
        }
        let value = match self.element() {
            Type { scalar: Scalar::Bool, .. } => "0u".to_string(),
            element => zero(element).text,
        };
        let (name, looped) = (&self.name, self.decl.count / STORES * STORES);
        let _ = writeln!(out, "    for (var {var} = 0u; {var} < {looped}u; {var} = {var} + {STORES}u) {{");
        for at in 0..STORES {
            let _ = writeln!(out, "        {name}[{var} + {at}u] = {value};");
        }
        out.push_str("    }\n");
        for at in looped..self.decl.count {
            let _ = writeln!(out, "    {name}[{at}u] = {value};");
        }
    }

    /// Declares the fields of the launch block.
    pub(super) fn declare_fields(&self, out: &mut String) {
        if self.is_length_used {
            let _ = writeln!(out, "    {}: u32,", self.length);
        }
        if self.step.is_ok() {
            let _ = writeln!(out, "    {}_first: u32,\n    {}_bound: u32,", self.name, self.name);
        }
    }

    /// The guard of an access to the element `index`.
    fn guard(&self, index: &'static str) -> Guard {
        let name = &self.name;
        if self.step.is_err() {
            let test = format!("{index} < {}", self.length_text());
            return Guard { before: String::new(), test, index: Index::parameter(index) };
        }
        // What lies before the part wraps, and lies behind it.
        let before = format!("    let at = {index} - launch.{name}_first;\n");
        Guard { before, test: format!("at < launch.{name}_bound"), index: Index::parameter("at") }
    }

    /// Defines the functions that are called.
    pub(super) fn define(&self, out: &mut String) {
        let element = self.element();
        let (ty, guard) = (type_name(element), self.guard("i"));
        let pointer = match self.is_private() {
            true => format!("{}: ptr<function, {}>, ", self.name, self.array_type()),
            false => String::new(),
        };
        if self.load.is_used {
            let zero = zero(element).text;
            let head = format!("{}({pointer}i: u32) -> {ty}", self.load.name);
            guard.define(out, &head, &format!("return {};", self.read(&guard.index).text), Some(&zero));
        }
        if self.store.is_used {
            let head = format!("{}({pointer}i: u32, value: {ty})", self.store.name);
            let body = format!("{};", self.write(&guard.index, &Text::primary("value")));
            guard.define(out, &head, &body, None);
        }
        self.define_blocks(out);
        if self.load_byte.is_used {
            let guard = self.guard("(i >> 2u)");
            let head = format!("{}(i: u32) -> u32", self.load_byte.name);
            let word = self.read(&guard.index).at(Level::Primary);
            guard.define(out, &head, &format!("return ({word} >> ((i & 3u) * 8u)) & 255u;"), Some("0u"));
        }
        for (op, function) in self.atomics.iter().filter(|(_, function)| function.is_used) {
            self.define_atomic(out, *op, &function.name, &guard);
        }
    }

    fn define_atomic(&self, out: &mut String, op: AtomicOp, name: &str, guard: &Guard) {
        let (element, place) = (self.element(), self.place(&guard.index));
        let (ty, zero) = (type_name(element), zero(element).text);
        let [value, expected] = ["value", "expected"].map(|name| self.packed(&Text::primary(name)).text);
        let Some(function) = atomic_function(op) else {
            // WGSL's compare-exchange may fail for no reason, so a failure that is not due to the value is tried again.
            let old = self.unpacked(Text::primary("result.old_value")).text;
            let body = format!(
                "loop {{
            let result = atomicCompareExchangeWeak(&{place}, {expected}, {value});
            if result.exchanged || result.old_value != {expected} {{
                return {old};
            }}
        }}"
            );
            let head = format!("{name}(i: u32, expected: {ty}, value: {ty}) -> {ty}");
            return guard.define(out, &head, &body, Some(&zero));
        };
        let head = format!("{name}(i: u32, value: {ty}) -> {ty}");
        let done = self.unpacked(Text::primary(format!("{function}(&{place}, {value})"))).text;
        guard.define(out, &head, &format!("return {done};"), Some(&zero));
    }

    /// Defines the functions for blocks that are called.
    fn define_blocks(&self, out: &mut String) {
        let elements = 4 / self.element().words().max(1);
        let test = format!("i < {} / {elements}u", self.length_text());
        let guard = Guard { before: String::new(), test, index: Index::parameter("i") };
        if self.load_block.is_used {
            let head = format!("{}(i: u32) -> vec4<u32>", self.load_block.name);
            guard.define(out, &head, &format!("return {}[i];", self.name), Some("vec4<u32>(0u, 0u, 0u, 0u)"));
        }
        if self.store_block.is_used {
            let head = format!("{}(i: u32, value: vec4<u32>)", self.store_block.name);
            guard.define(out, &head, &format!("{}[i] = value;", self.name), None);
        }
    }
}

/// What stands before an access to an element.
struct Guard {
    /// The statements before the test.
    before: String,
    /// Whether the element is there.
    test: String,
    /// The element, if it is.
    index: Index,
}

impl Guard {
    /// Defines a function that executes `body` if the element is there, and else gives `zero`.
    fn define(&self, out: &mut String, head: &str, body: &str, zero: Option<&str>) {
        let Guard { before, test, .. } = self;
        let _ = writeln!(out, "fn {head} {{\n{before}    if {test} {{\n        {body}\n    }}");
        if let Some(zero) = zero {
            let _ = writeln!(out, "    return {zero};");
        }
        out.push_str("}\n\n");
    }
}

/// WGSL's function for an atomic operation; the compare-exchange has none that is good enough.
fn atomic_function(op: AtomicOp) -> Option<&'static str> {
    Some(match op {
        AtomicOp::Add => "atomicAdd",
        AtomicOp::Or => "atomicOr",
        AtomicOp::And => "atomicAnd",
        AtomicOp::Xor => "atomicXor",
        AtomicOp::Min => "atomicMin",
        AtomicOp::Max => "atomicMax",
        AtomicOp::Exchange => "atomicExchange",
        AtomicOp::CompareExchange => return None,
    })
}

/// An index that is in bounds.
struct Index {
    /// Its text, which binds tightly.
    text: String,
    /// Its value, if that is known.
    constant: Option<u32>,
    /// Whether it is the parameter of a function, and so a private array is behind a pointer.
    is_parameter: bool,
}

impl Index {
    fn new(text: &Text) -> Index {
        let constant = text.text.strip_suffix('u').and_then(|digits| digits.parse().ok());
        Index { text: text.at(Level::Primary), constant, is_parameter: false }
    }

    fn parameter(text: &str) -> Index {
        Index { text: text.to_string(), constant: None, is_parameter: true }
    }

    fn plain(&self) -> String {
        self.text.clone()
    }

    fn shifted(&self, amount: u32) -> String {
        match self.constant {
            Some(at) => format!("{}u", at >> amount),
            None => format!("{} >> {amount}u", self.text),
        }
    }

    fn masked(&self, mask: u32) -> String {
        match self.constant {
            Some(at) => format!("{}u", at & mask),
            None => format!("{} & {mask}u", self.text),
        }
    }
}
