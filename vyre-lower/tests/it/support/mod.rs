//! An interpreter of lowered forms, by the rows of the operators, that panics where a proof is wrong.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre_ir::{AtomicOp, Lanes};
use vyre_lower::analysis::range::Range;
use vyre_lower::analysis::ranges::ranges;
use vyre_lower::{Access, BufferId, Builtin, Guard, InstId, Lowered, Op, Proof, Stmt, value};

/// One invocation, whose buffers hold random numbers.
pub(crate) struct Run<'f> {
    form: &'f Lowered,
    /// What the values are to be in.
    ranges: Vec<Range>,
    values: Vec<Lanes>,
    locals: Vec<Lanes>,
    /// The words of each buffer.
    buffers: Vec<Vec<u32>>,
    /// The index of the invocation.
    id: u32,
    /// The steps that are left, since loops may be long.
    steps: u32,
    /// How many accesses happened that are proven by a range, a computation, a condition and a loop, and that are checked.
    pub(crate) counts: [usize; 5],
}

/// How a block ended.
#[derive(PartialEq)]
enum End {
    Falls,
    Break,
    Continue,
    Return,
}

impl<'f> Run<'f> {
    /// Executes an invocation. `words` gives the length and the content of each buffer of no static length.
    pub(crate) fn new(form: &'f Lowered, id: u32, mut words: impl FnMut(BufferId) -> Vec<u32>) -> Run<'f> {
        let buffers = (0..form.buffers.len()).map(|at| {
            let (buffer, decl) = (BufferId(at as u32), &form.buffers[at]);
            match form.static_length(buffer) {
                Some(length) => vec![0; length as usize * decl.element.lanes()],
                None => words(buffer),
            }
        });
        Run {
            form,
            ranges: ranges(form),
            values: form.insts.iter().map(|_| [0; 4]).collect(),
            locals: vec![[0; 4]; form.locals.len()],
            buffers: buffers.collect(),
            id,
            steps: 600,
            counts: [0; 5],
        }
    }

    pub(crate) fn execute(&mut self) {
        for at in 0..self.form.insts.len() {
            let inst = &self.form.insts[at];
            let size = self.form.workgroup_size;
            self.values[at] = match inst.op {
                Op::Const(lanes) => lanes,
                Op::Length(buffer) => one(self.length(buffer) as u32),
                Op::Builtin(Builtin::Invocation(0)) => one(self.id),
                Op::Builtin(Builtin::Workgroup(0)) => one(self.id / size[0]),
                Op::Builtin(Builtin::Local(0)) => one(self.id % size[0]),
                _ => [0; 4],
            };
        }
        self.block(&self.form.body);
    }

    fn length(&self, buffer: BufferId) -> usize {
        self.buffers[buffer.index()].len() / self.form[buffer].element.lanes()
    }

    fn u32(&self, id: InstId) -> u32 {
        self.values[id.index()][0]
    }

    fn block(&mut self, block: &[Stmt]) -> End {
        for stmt in block {
            self.steps = self.steps.saturating_sub(1);
            let end = if self.steps == 0 { End::Return } else { self.stmt(stmt) };
            if end != End::Falls {
                return end;
            }
        }
        End::Falls
    }

    fn stmt(&mut self, stmt: &Stmt) -> End {
        match stmt {
            Stmt::Eval(id) => {
                self.values[id.index()] = self.eval(*id);
                self.check_range(*id);
            }
            Stmt::Set { local, value, .. } => self.locals[local.index()] = self.values[value.index()],
            Stmt::Store { access, value, .. } => {
                let value = self.values[value.index()];
                if let Some(words) = self.words(access, false) {
                    let len = words.len();
                    words.copy_from_slice(&value[..len]);
                }
            }
            Stmt::If { cond, then, otherwise, .. } => {
                return self.block(if self.u32(*cond) == 1 { then } else { otherwise });
            }
            Stmt::Loop { var, from, to, body, .. } => {
                for at in self.u32(*from)..self.u32(*to) {
                    self.values[var.index()] = one(at);
                    self.check_range(*var);
                    match self.block(body) {
                        End::Break => break,
                        End::Return => return End::Return,
                        End::Falls | End::Continue => {}
                    }
                    if self.steps == 0 {
                        return End::Return;
                    }
                }
            }
            Stmt::Barrier(_) => {}
            Stmt::Break => return End::Break,
            Stmt::Continue => return End::Continue,
            Stmt::Return => return End::Return,
        }
        End::Falls
    }

    fn check_range(&self, id: InstId) {
        let (ty, lanes, range) = (self.form[id].ty, self.values[id.index()], self.ranges[id.index()]);
        let is_in = (0..usize::from(ty.lanes)).all(|lane| range.contains(value::bits(ty, &lanes, lane)));
        assert!(is_in, "%{} is {lanes:?}, outside of {range:?}\n{}", id.0, self.form);
    }

    /// The words of an element, if there is one.
    fn words(&mut self, access: &Access, is_byte: bool) -> Option<&mut [u32]> {
        let index = self.u32(access.index);
        let length = self.length(access.buffer) as u64 * if is_byte { 4 } else { 1 };
        let kind = match access.guard {
            Guard::Proven(Proof::Range) => 0,
            Guard::Proven(Proof::Computation) => 1,
            Guard::Proven(Proof::Condition(_)) => 2,
            Guard::Proven(Proof::Loop(_)) => 3,
            Guard::Checked => 4,
        };
        self.counts[kind] += 1;
        let decl = &self.form[access.buffer];
        let (holds, name) = (u64::from(index) < length, &decl.name);
        assert!(kind == 4 || holds, "{name}[{index}] of {length} by {:?}\n{}", access.guard, self.form);
        let lanes = decl.element.lanes();
        let first = if is_byte { index as usize / 4 } else { index as usize * lanes };
        self.buffers[access.buffer.index()].get_mut(first..first + lanes)
    }

    fn eval(&mut self, id: InstId) -> Lanes {
        let form = self.form;
        let inst = &form[id];
        let ty = |id: InstId| form[id].ty;
        let get = |id: InstId| self.values[id.index()];
        match &inst.op {
            Op::Unary(op, a) => value::unary(*op, ty(*a), &get(*a)).unwrap(),
            Op::Binary(op, a, b) => value::binary(*op, ty(*a), &get(*a), ty(*b), &get(*b)).unwrap(),
            Op::Select(cond, a, b) => get(if self.u32(*cond) == 1 { *a } else { *b }),
            Op::Convert(conversion, a) => value::convert(*conversion, get(*a), inst.ty).unwrap(),
            Op::Extract(a, at) => one(get(*a)[usize::from(*at)]),
            Op::Construct(parts) => {
                let mut lanes = [0; 4];
                (0..inst.ty.words()).for_each(|at| lanes[at] = get(parts[at])[0]);
                lanes
            }
            Op::MulAdd(a, b, c) => one(vyre_ir::float::mul_add(get(*a)[0], get(*b)[0], get(*c)[0])),
            Op::Quick(quick) | Op::IsRare(quick) => {
                let operands: Vec<u32> = quick.operands().map(|id| get(id)[0]).collect();
                let operands = [operands[0], *operands.last().unwrap()];
                match inst.op {
                    Op::IsRare(_) => one(quick.op().is_rare(operands).into()),
                    _ => one(quick.op().value(operands)),
                }
            }
            // One invocation has its own value.
            Op::Collective(_, value, _) => get(*value),
            Op::Read(local) => self.locals[local.index()],
            Op::Load(access) | Op::AtomicLoad(access) => {
                let mut lanes = [0; 4];
                if let Some(words) = self.words(access, false) {
                    lanes[..words.len()].copy_from_slice(words);
                }
                lanes
            }
            Op::LoadByte(access) => {
                let by = self.u32(access.index) % 4 * 8;
                one(self.words(access, true).map_or(0, |words| words[0] >> by & 255))
            }
            Op::Atomic(op, access, expected, operand) => {
                let (operand, expected) = (self.u32(*operand), expected.map_or(0, |id| self.u32(id)));
                one(self.words(access, false).map_or(0, |words| {
                    let old = words[0];
                    words[0] = AtomicOp::eval(*op, old, operand, expected);
                    old
                }))
            }
            Op::Const(_) | Op::Builtin(_) | Op::Length(_) | Op::Induction => get(id),
        }
    }
}

fn one(value: u32) -> Lanes {
    [value, 0, 0, 0]
}

/// Numbers that look random.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}
