//! Statements, and which values have names.
//!
//! A value that is used once is printed where it is used, if nothing in between changes what it reads; so a line of the
//! program is a line of the shader. Until then it is *pending*. A statement that writes something first names the pending values
//! that read it. Values with a name of the program's, and values that are used more than once, are named at once.

use super::text::{self, Level, Text, call, relation, type_name, zero};
use super::{Printer, locals};
use std::collections::HashMap;
use vyre_ir::{AtomicOp, BinOp};
use vyre_lower::{Access, BufferId, InstId, LocalId, Op, Stmt, U32, Unit};

/// How deeply expressions are nested in one line. naga's parser recurses, and so do readers.
const MAX_DEPTH: u32 = 24;

/// How deep an operand is at most that is printed more than once: else texts of texts would double again and again.
const MAX_REPEATED_DEPTH: u32 = 2;

/// A value while it is printed.
pub(super) enum Value {
    /// Not evaluated yet, or printed where it was used.
    Gone,
    /// To be printed where it is used.
    Pending(Text),
    /// Printed before, under a name.
    Named(Text),
}

/// What a pending value reads, or a statement writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Memory {
    Local(LocalId),
    Buffer(BufferId),
}

/// The pending values, by what they read.
#[derive(Default)]
pub(super) struct Pending {
    /// The values that were pending at some time and read this memory, in order.
    by_memory: HashMap<Memory, Vec<InstId>>,
    /// What each pending value reads.
    reads: HashMap<InstId, Vec<Memory>>,
}

impl Printer<'_> {
    pub(super) fn body(&mut self) {
        self.scopes.push(Vec::new());
        for local in self.declarations.at_entry.clone() {
            let (name, ty) = (self.declare_local(local), self.form[local].ty);
            self.line(&format!("var {name}: {} = {};", type_name(ty), zero(ty).text));
        }
        let form = self.form;
        self.block(&form.body);
        self.scopes.pop();
    }

    fn block(&mut self, block: &[Stmt]) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    /// A block between braces.
    fn nested(&mut self, block: &[Stmt]) {
        self.scopes.push(Vec::new());
        self.block(block);
        self.close();
    }

    fn close(&mut self) {
        for name in self.scopes.pop().unwrap_or_default() {
            self.names.release(&name);
        }
    }

    /// A name like `wanted` for the rest of the block.
    pub(super) fn declare(&mut self, wanted: &str) -> String {
        let name = self.names.fresh(wanted);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name.clone());
        }
        name
    }

    fn declare_local(&mut self, local: LocalId) -> String {
        let wanted = self.form[local].name.clone();
        let name = self.declare(wanted.as_deref().unwrap_or("local"));
        self.local_names[local.index()] = name.clone();
        name
    }

    pub(super) fn local_name(&self, local: LocalId) -> String {
        self.local_names[local.index()].clone()
    }

    /// Prints a line of the entry point.
    fn line(&mut self, line: &str) {
        // The body of the entry point is a scope; a line that opens or closes a block stands outside of it.
        for _ in 0..self.scopes.len() {
            self.text.push_str("    ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// The text of an operand. A pending value is printed here and nowhere else.
    pub(super) fn operand(&mut self, id: InstId) -> Text {
        let value = std::mem::replace(&mut self.values[id.index()], Value::Gone);
        match value {
            Value::Named(text) => {
                self.values[id.index()] = Value::Named(text.clone());
                text
            }
            Value::Pending(text) if text.depth >= MAX_DEPTH => {
                self.values[id.index()] = Value::Pending(text);
                self.name(id);
                self.operand(id)
            }
            Value::Pending(text) => text,
            // Constants, ids and lengths are available everywhere.
            Value::Gone => self.op(id),
        }
    }

    /// What an instruction reads, with what its pending operands read.
    fn reads(&self, id: InstId) -> Vec<Memory> {
        let op = &self.form[id].op;
        let own = match op {
            Op::Read(local) => Some(Memory::Local(*local)),
            Op::Load(access) | Op::LoadByte(access) if !self.form.is_constant(access.buffer) => {
                Some(Memory::Buffer(access.buffer))
            }
            _ => None,
        };
        let is_pending = |id: &InstId| matches!(self.values[id.index()], Value::Pending(_));
        let operands = op.operands().filter(is_pending).filter_map(|id| self.pending.reads.get(&id));
        own.into_iter().chain(operands.flatten().copied()).collect()
    }

    fn eval(&mut self, id: InstId) {
        let is_atomic = self.form[id].op.is_atomic();
        let is_collective = matches!(self.form[id].op, Op::Collective(..));
        let (uses, reads) = (self.uses[id.index()], self.reads(id));
        if is_unused(self.form, &self.uses, id) {
            return;
        }
        if let (Op::Atomic(AtomicOp::Exchange, access, _, value), 0) = (&self.form[id].op, uses) {
            return self.store(access, *value);
        }
        let text = self.op(id);
        if let Op::Atomic(_, access, ..) = self.form[id].op {
            self.name_readers(Memory::Buffer(access.buffer));
        }
        if is_atomic && uses == 0 {
            let unused = if matches!(self.form[id].op, Op::AtomicLoad(_)) { "_ = " } else { "" };
            return self.line(&format!("{unused}{};", text.text));
        }
        if is_collective {
            // Others may go on to write what this invocation has read before.
            self.name_all_readers();
        }
        self.values[id.index()] = Value::Pending(text);
        if is_atomic || is_collective || uses > 1 || self.form[id].name.is_some() || self.is_step(id) {
            return self.name(id);
        }
        for memory in &reads {
            self.pending.by_memory.entry(*memory).or_default().push(id);
        }
        self.pending.reads.insert(id, reads);
    }

    /// Whether a value adds a product of named factors to a sum. It gets a name of its own: as one expression, a chain of such steps waits for the factors of all of them. A matrix product with 64 chains
    /// in unrolled loops took an H100 1.08 times as long so.
    fn is_step(&self, id: InstId) -> bool {
        let form = self.form;
        let product = |id: InstId| match form[id].op {
            Op::Binary(BinOp::FMul, a, b) => Some([a, b]),
            _ => None,
        };
        let (factors, before) = match form[id].op {
            Op::MulAdd(a, b, before) => ([a, b], before),
            Op::Binary(BinOp::FAdd, a, b) => match (product(a), product(b)) {
                (None, Some(factors)) => (factors, a),
                (Some(factors), None) => (factors, b),
                _ => return false,
            },
            _ => return false,
        };
        let is_sum = matches!(form[before].op, Op::MulAdd(..) | Op::Binary(BinOp::FAdd, ..));
        is_sum && factors.iter().all(|id| !matches!(self.values[id.index()], Value::Pending(_)))
    }

    /// Gives a pending value a name.
    fn name(&mut self, id: InstId) {
        let value = std::mem::replace(&mut self.values[id.index()], Value::Gone);
        let Value::Pending(text) = value else {
            self.values[id.index()] = value;
            return;
        };
        let given = self.form[id].name.clone();
        let wanted = given.as_deref().unwrap_or(match &self.form[id].op {
            Op::Atomic(..) => "old",
            Op::Collective(..) => "joined",
            Op::Load(_) | Op::LoadByte(_) | Op::AtomicLoad(_) => "loaded",
            Op::Read(_) => "before",
            _ => "part",
        });
        let name = self.declare(wanted);
        self.line(&format!("let {name} = {};", text.text));
        self.values[id.index()] = Value::Named(Text::primary(name));
    }

    /// Gives a pending value a name if its text is long, before it is printed more than once.
    pub(super) fn name_if_long(&mut self, id: InstId) {
        if matches!(&self.values[id.index()], Value::Pending(text) if text.depth > MAX_REPEATED_DEPTH) {
            self.name(id);
        }
    }

    /// Names the pending values that read what is about to be written.
    fn name_readers(&mut self, memory: Memory) {
        for id in self.pending.by_memory.remove(&memory).unwrap_or_default() {
            self.name(id);
        }
    }

    /// Names the pending values that read what a block writes. Whether the block has a barrier.
    fn name_readers_of(&mut self, block: &[Stmt]) -> bool {
        let mut written = Vec::new();
        let mut has_barrier = false;
        vyre_lower::walk(block, &mut |stmt| match stmt {
            Stmt::Set { local, .. } => written.push(Memory::Local(*local)),
            Stmt::Store { access, .. } => written.push(Memory::Buffer(access.buffer)),
            Stmt::Barrier(_) => has_barrier = true,
            Stmt::Eval(id) => match self.form[*id].op {
                Op::Atomic(_, access, ..) => written.push(Memory::Buffer(access.buffer)),
                Op::Collective(..) => has_barrier = true,
                _ => {}
            },
            _ => {}
        });
        written.into_iter().for_each(|memory| self.name_readers(memory));
        if has_barrier {
            self.name_all_readers();
        }
        has_barrier
    }

    /// Names the pending values that read a buffer.
    fn name_all_readers(&mut self) {
        for at in 0..self.form.buffers.len() as u32 {
            self.name_readers(Memory::Buffer(BufferId(at)));
        }
    }

    /// Names the pending values that a loop uses: what is printed in it would be evaluated in each of its rounds.
    fn name_used_in(&mut self, body: &[Stmt]) {
        let form = self.form;
        vyre_lower::walk(body, &mut |stmt| match stmt {
            Stmt::Eval(id) => form[*id].op.operands().for_each(|operand| self.name(operand)),
            other => other.operands().for_each(|operand| self.name(operand)),
        });
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Eval(id) => self.eval(*id),
            Stmt::Set { local, value, .. } => {
                let (value, ty) = (self.operand(*value).text, self.form[*local].ty);
                self.name_readers(Memory::Local(*local));
                if self.declarations.is_declared_at(*local, stmt) {
                    let name = self.declare_local(*local);
                    self.line(&format!("var {name}: {} = {value};", type_name(ty)));
                } else {
                    self.line(&format!("{} = {value};", self.local_name(*local)));
                }
            }
            Stmt::Store { access, value, .. } => self.store(access, *value),
            Stmt::If { cond, then, otherwise, .. } => self.branch(*cond, then, otherwise),
            Stmt::Loop { var, from, to, body, .. } => self.repeat(*var, [*from, *to], body),
            Stmt::Barrier(_) => {
                self.name_all_readers();
                // Nothing of a buffer has to be made visible where what is written is never read.
                if self.publishes_storage {
                    self.line("storageBarrier();");
                }
                self.line("workgroupBarrier();");
            }
            Stmt::Break => {
                if let Some([name, end]) = self.open_loops.last() {
                    self.line(&format!("{name} = {end};"));
                }
                self.line("break;");
            }
            Stmt::Continue => self.line("continue;"),
            Stmt::Return => self.line("return;"),
        }
    }

    fn store(&mut self, access: &Access, value: InstId) {
        let (index, bounds) = self.index(access);
        let value = self.operand(value);
        self.name_readers(Memory::Buffer(access.buffer));
        let store = self.buffers[access.buffer.index()].store(&index, access.unit, bounds, &value);
        self.line(&format!("{store};"));
    }

    fn branch(&mut self, cond: InstId, then: &[Stmt], otherwise: &[Stmt]) {
        let mut cond = self.operand(cond);
        let has_barrier = [then, otherwise].map(|block| self.name_readers_of(block)).contains(&true);
        if has_barrier && self.hides_from_driver {
            self.has_hidden_conditions = true;
            cond = relation("!=", &text::hidden(&call("u32", &[&cond])), &zero(U32));
        }
        if then.is_empty() {
            self.line(&format!("if {} {{", text::prefix("!", &cond).text));
            self.nested(otherwise);
        } else {
            self.line(&format!("if {} {{", cond.text));
            self.nested(then);
            if !otherwise.is_empty() {
                self.line("} else {");
                self.nested(otherwise);
            }
        }
        self.line("}");
    }

    fn repeat(&mut self, var: InstId, [from, to]: [InstId; 2], body: &[Stmt]) {
        let from = self.operand(from).text;
        // The end is evaluated once.
        let wanted = self.form[var].name.clone();
        let wanted = wanted.as_deref().unwrap_or("i");
        let end = match &self.values[to.index()] {
            Value::Pending(_) => {
                let end = self.operand(to).text;
                let name = self.declare(&format!("{wanted}_end"));
                self.line(&format!("let {name} = {end};"));
                Text::primary(name)
            }
            Value::Named(_) | Value::Gone => self.operand(to),
        };
        self.name_used_in(body);
        self.name_readers_of(body);
        if let Some(cut) = self.cut.clone() {
            return self.repeat_watched((var, wanted), [from, end.at(Level::Sum)], body, &cut);
        }
        // The variable belongs to the loop, as does its name.
        self.scopes.push(Vec::new());
        let name = self.declare(wanted);
        self.values[var.index()] = Value::Named(Text::primary(name.clone()));
        let scope = self.scopes.pop();
        let end = end.at(Level::Sum);
        self.line(&format!("for (var {name}: u32 = {from}; {name} < {end}; {name} = {name} + 1u) {{"));
        self.scopes.extend(scope);
        self.block(body);
        self.close();
        self.line("}");
    }

    /// A loop that says whether it has ended early.
    fn repeat_watched(
        &mut self,
        (var, wanted): (InstId, &str),
        [from, end]: [String; 2],
        body: &[Stmt],
        cut: &str,
    ) {
        self.line("{");
        self.scopes.push(Vec::new());
        let name = self.declare(wanted);
        self.values[var.index()] = Value::Named(Text::primary(name.clone()));
        self.line(&format!("var {name}: u32 = {from};"));
        self.line(&format!("for (; {name} < {end}; {name} = {name} + 1u) {{"));
        self.open_loops.push([name.clone(), end.clone()]);
        self.nested(body);
        self.open_loops.pop();
        self.line("}");
        let reached = text::hidden(&Text::primary(name));
        self.line(&format!("if {} < {end} {{", reached.at(Level::Sum)));
        self.line(&format!("    atomicStore(&{cut}, 1u);"));
        self.line("}");
        self.close();
        self.line("}");
    }
}

/// For each buffer, whether anything accesses a block of it.
pub(super) fn block_buffers(form: &vyre_lower::Lowered) -> Vec<bool> {
    let mut has_blocks = vec![false; form.buffers.len()];
    vyre_lower::walk(&form.body, &mut |stmt| {
        let access = match stmt {
            Stmt::Eval(id) => form[*id].op.access(),
            Stmt::Store { access, .. } => Some(access),
            _ => None,
        };
        if let Some(access) = access {
            has_blocks[access.buffer.index()] |= access.unit == Unit::Block;
        }
    });
    has_blocks
}

/// How often each value is used by what is printed. A form may have values that nothing uses, with operands that nothing else uses.
pub(super) fn uses(form: &vyre_lower::Lowered) -> Vec<u32> {
    let mut stmts = Vec::new();
    vyre_lower::walk(&form.body, &mut |stmt| stmts.push(stmt));
    let mut uses = vec![0; form.insts.len()];
    // What uses a value comes after it.
    for stmt in stmts.into_iter().rev() {
        match stmt {
            Stmt::Eval(id) if is_unused(form, &uses, *id) => {}
            Stmt::Eval(id) => {
                // A vector of fewer lanes repeats its first.
                let count = if let Op::Construct(parts) = form[*id].op {
                    locals::parts(form, *id, &parts)
                } else {
                    4
                };
                form[*id].op.operands().take(count).for_each(|operand| uses[operand.index()] += 1);
            }
            other => other.operands().for_each(|operand| uses[operand.index()] += 1),
        }
    }
    uses
}

/// Whether a value is not printed.
fn is_unused(form: &vyre_lower::Lowered, uses: &[u32], id: InstId) -> bool {
    uses[id.index()] == 0 && !form[id].op.is_atomic()
}

/// Whether an invocation may read an element of a buffer of the host's that another one has written.
pub(super) fn publishes_storage(form: &vyre_lower::Lowered) -> bool {
    let (mut is_read, mut is_written) = (vec![false; form.buffers.len()], vec![false; form.buffers.len()]);
    vyre_lower::walk(&form.body, &mut |stmt| match stmt {
        Stmt::Eval(id) => {
            if let Some(access) = form[*id].op.access() {
                is_read[access.buffer.index()] = true;
                is_written[access.buffer.index()] |= matches!(form[*id].op, Op::Atomic(..));
            }
        }
        Stmt::Store { access, .. } => is_written[access.buffer.index()] = true,
        _ => {}
    });
    let buffers = form.buffers.iter().zip(is_read.into_iter().zip(is_written));
    buffers.into_iter().any(|(decl, (is_read, is_written))| decl.access.is_bound() && is_read && is_written)
}
