//! The form as text, for people.
//!
//! ```text
//! %4 sum: u32 = add %2, %3
//! set total = %4
//! if %6 {
//!     store out[%1] = %4              // checked
//! }
//! ```

use crate::Origin;
use crate::form::*;
use std::fmt::{self, Write};
use vyre_ir::{Scalar, Type};

impl fmt::Display for Lowered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print_head(f)?;
        self.print_block(&self.body, 0, &|_| String::new(), f)
    }
}

/// What is written after the line of an instruction or a statement, by its origin.
type Note<'a> = &'a dyn Fn(Origin) -> String;

impl Lowered {
    /// The text, with a note after each line of an instruction or a statement. Jumps have no origin and so no note.
    pub fn to_string_with(&self, note: Note<'_>) -> String {
        let mut text = String::new();
        // A string takes everything.
        let _ = self.print_head(&mut text).and_then(|()| self.print_block(&self.body, 0, note, &mut text));
        text
    }

    fn print_head(&self, out: &mut dyn Write) -> fmt::Result {
        let [x, y, z] = self.workgroup_size;
        writeln!(out, "workgroup_size {x}, {y}, {z}")?;
        if let Some(Coarsening { factor, workgroup_size }) = self.coarsening {
            writeln!(out, "coarsening {factor}, of {workgroup_size}")?;
        }
        if let Some(factor) = self.joined {
            writeln!(out, "joined {factor}")?;
        }
        for decl in &self.buffers {
            let count = if decl.count > 0 { format!(", {}", decl.count) } else { String::new() };
            writeln!(out, "buffer {}: {} {}{count}", decl.name, decl.access, decl.element)?;
        }
        for (at, local) in self.locals.iter().enumerate() {
            writeln!(out, "local {}: {}", self.local(LocalId(at as u32)), local.ty)?;
        }
        Ok(())
    }

    fn local(&self, id: LocalId) -> String {
        match &self[id].name {
            Some(name) => format!("{name}.{}", id.0),
            None => format!("local.{}", id.0),
        }
    }

    /// A value, as an operand.
    fn operand(&self, id: InstId) -> String {
        let inst = &self[id];
        match &inst.op {
            Op::Const(lanes) => constant(inst.ty, lanes),
            Op::Builtin(Builtin::Invocation(axis)) => format!("invocation_id.{}", axis_name(*axis)),
            Op::Builtin(Builtin::Workgroup(axis)) => format!("workgroup_id.{}", axis_name(*axis)),
            Op::Builtin(Builtin::Local(axis)) => format!("local_id.{}", axis_name(*axis)),
            Op::Length(buffer) => format!("len({})", self[*buffer].name),
            _ => format!("%{}", id.0),
        }
    }

    fn place(&self, access: &Access) -> String {
        let unit = match access.unit {
            Unit::Element => "",
            Unit::Part(8) => "byte ",
            Unit::Part(_) => "half ",
            Unit::Block => "block ",
        };
        format!("{unit}{}[{}]", self[access.buffer].name, self.operand(access.index))
    }

    fn guard(&self, access: &Access) -> String {
        match access.guard {
            Guard::Checked => "  // checked".to_string(),
            Guard::Proven(Proof::Range) => "  // in bounds: range".to_string(),
            Guard::Proven(Proof::Computation) => "  // in bounds: computation".to_string(),
            Guard::Proven(Proof::Condition(cond)) => format!("  // in bounds: if {}", self.operand(cond)),
            Guard::Proven(Proof::Loop(var)) => format!("  // in bounds: loop {}", self.operand(var)),
        }
    }

    fn op(&self, op: &Op, ty: Type) -> String {
        let list = |ids: &[InstId]| ids.iter().map(|id| self.operand(*id)).collect::<Vec<_>>().join(", ");
        match op {
            Op::Const(_) | Op::Builtin(_) | Op::Length(_) | Op::Induction => "free".to_string(),
            Op::Unary(op, a) => format!("{} {}", snake(op.name()), self.operand(*a)),
            Op::Binary(op, a, b) => format!("{} {}", snake(op.name()), list(&[*a, *b])),
            Op::Select(a, b, c) => format!("select {}", list(&[*a, *b, *c])),
            Op::MulAdd(a, b, c) => format!("f_mul_add {}", list(&[*a, *b, *c])),
            Op::Quick(quick) => format!("quick {}", self.op(&quick.exact(), ty)),
            Op::IsRare(quick) => format!("is_rare {}", self.op(&quick.exact(), ty)),
            Op::Convert(conversion, a) => {
                format!("{} {}", snake(&format!("{conversion:?}")), self.operand(*a))
            }
            Op::Extract(a, lane) => format!("extract {}, {lane}", self.operand(*a)),
            Op::Construct(parts) => format!("construct {}", list(&parts[..parts_of(ty)])),
            Op::Read(local) => format!("read {}", self.local(*local)),
            Op::Load(access) => format!("load {}{}", self.place(access), self.guard(access)),
            Op::Collective(op, value, named) => {
                let operands: Vec<InstId> = [*value].into_iter().chain(*named).collect();
                format!("{} {}", op.function(), list(&operands))
            }
            Op::AtomicLoad(access) => format!("atomic_load {}{}", self.place(access), self.guard(access)),
            Op::LoadByte(access) => format!("load_byte {}{}", self.place(access), self.guard(access)),
            Op::Atomic(op, access, expected, value) => {
                let operands: Vec<InstId> = expected.iter().chain([value]).copied().collect();
                let (name, place) = (op.spelling().text(), self.place(access));
                format!("{name} {place}, {}{}", list(&operands), self.guard(access))
            }
        }
    }

    fn print_block(&self, block: &[Stmt], depth: usize, note: Note<'_>, out: &mut dyn Write) -> fmt::Result {
        let pad = "    ".repeat(depth);
        let named = |id: InstId| match &self[id].name {
            Some(name) => format!("%{} {name}", id.0),
            None => format!("%{}", id.0),
        };
        for stmt in block {
            out.write_str(&pad)?;
            match stmt {
                Stmt::Eval(id) => {
                    let inst = &self[*id];
                    writeln!(
                        out,
                        "{}: {} = {}{}",
                        named(*id),
                        inst.ty,
                        self.op(&inst.op, inst.ty),
                        note(inst.origin)
                    )?;
                }
                Stmt::Set { local, value, origin } => {
                    writeln!(out, "set {} = {}{}", self.local(*local), self.operand(*value), note(*origin))?;
                }
                Stmt::Store { access, value, origin } => {
                    let (place, guard) = (self.place(access), self.guard(access));
                    writeln!(out, "store {place} = {}{guard}{}", self.operand(*value), note(*origin))?;
                }
                Stmt::If { cond, then, otherwise, origin } => {
                    writeln!(out, "if {} {{{}", self.operand(*cond), note(*origin))?;
                    self.print_block(then, depth + 1, note, out)?;
                    if !otherwise.is_empty() {
                        writeln!(out, "{pad}}} else {{")?;
                        self.print_block(otherwise, depth + 1, note, out)?;
                    }
                    writeln!(out, "{pad}}}")?;
                }
                Stmt::Loop { var, from, to, body, origin } => {
                    let (from, to) = (self.operand(*from), self.operand(*to));
                    writeln!(out, "loop {} in {from}..{to} {{{}", named(*var), note(*origin))?;
                    self.print_block(body, depth + 1, note, out)?;
                    writeln!(out, "{pad}}}")?;
                }
                Stmt::Barrier(origin) => writeln!(out, "barrier{}", note(*origin))?,
                Stmt::Break => writeln!(out, "break")?,
                Stmt::Continue => writeln!(out, "continue")?,
                Stmt::Return => writeln!(out, "return")?,
            }
        }
        Ok(())
    }
}

/// How many parts a value is constructed from.
pub(crate) fn parts_of(ty: Type) -> usize {
    match ty.scalar {
        Scalar::U64 | Scalar::F64 => ty.words(),
        Scalar::U32 | Scalar::I32 | Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 => {
            usize::from(ty.lanes)
        }
    }
}

fn constant(ty: Type, lanes: &vyre_ir::Lanes) -> String {
    ty.data_type()
        .map_or_else(|| format!("{lanes:?}"), |ty| vyre_ir::Value::from_lanes(ty, *lanes).to_string())
}

fn axis_name(axis: u8) -> char {
    char::from(b'x' + axis.min(2))
}

/// `AbsDiff` as `abs_diff`.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for (at, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && at > 0 {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
