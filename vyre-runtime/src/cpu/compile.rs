//! Compilation of statements: jumps and the registers of variables.
//!
//! Registers above the layout form a stack. A variable is pushed where it is declared and popped with its
//! scope, and the temporaries of a statement lie above all variables. There is no optimisation beyond the
//! choice of instructions.

use super::inst::{END, Inst, Label, Register};
use super::layout::Layout;
use vyre_ir::{DataType, Event, Expr, ExprAt, Node, Validated, walk};

/// The result of [`compile`].
pub(super) struct Compiled {
    pub(super) insts: Vec<Inst>,
    /// The registers of one invocation.
    pub(super) registers: usize,
}

/// The value of an expression that has been compiled.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    /// Where its first lane is.
    pub(super) register: Register,
    pub(super) ty: DataType,
    /// The height of the stack before the expression.
    pub(super) mark: Register,
    /// Whether the last instruction computes this value, into temporaries that nothing else names.
    pub(super) is_fresh: bool,
}

/// An open scope.
struct Frame {
    /// The height of the stack before the scope.
    mark: Register,
    kind: FrameKind,
}

enum FrameKind {
    Block,
    /// The jumps over the first arm and, once that has ended, over the second.
    If {
        has_otherwise: bool,
        skip: usize,
        exit: Option<usize>,
    },
    Loop {
        var: Register,
        end: Register,
        skip: usize,
        continues: Vec<usize>,
        breaks: Vec<usize>,
    },
}

pub(super) struct Compiler<'a> {
    pub(super) validated: &'a Validated,
    pub(super) layout: &'a Layout<'a>,
    pub(super) insts: Vec<Inst>,
    /// The register of each variable; those not declared yet have 0.
    pub(super) variables: Vec<Register>,
    /// The height of the stack.
    pub(super) top: Register,
    /// The greatest height that the stack has had.
    highest: Register,
    frames: Vec<Frame>,
}

/// Compiles the entry of a program.
pub(super) fn compile(validated: &Validated, layout: &Layout<'_>) -> Compiled {
    let mut compiler = Compiler {
        validated,
        layout,
        insts: Vec::new(),
        variables: vec![0; validated.variables().len()],
        top: layout.first_free(),
        highest: layout.first_free(),
        frames: Vec::new(),
    };
    walk(&validated.program().entry, |event| match event {
        Event::Enter { place, node, exprs } => compiler.enter(place, node, exprs),
        Event::Otherwise { .. } => compiler.otherwise(),
        Event::Leave { node: Node::If { .. } | Node::Loop { .. } | Node::Block(_), .. } => compiler.leave(),
        Event::Leave { .. } => {}
    });
    Compiled { insts: compiler.insts, registers: compiler.highest as usize }
}

impl Compiler<'_> {
    pub(super) fn type_of(&self, place: usize) -> DataType {
        match self.validated.type_of(place) {
            Some(ty) => ty,
            None => unreachable!("every expression of a valid program has a type"),
        }
    }

    pub(super) fn variable_at(&self, place: usize) -> usize {
        match self.validated.variable_at(place) {
            Some(variable) => variable,
            None => unreachable!("V006: every name of a valid program resolves"),
        }
    }

    fn enter(&mut self, place: usize, node: &Node, exprs: [Option<ExprAt<'_>>; 2]) {
        let mark = self.top;
        match (node, exprs) {
            (Node::Let { .. }, [Some(value), _]) => {
                let lanes = self.type_of(value.0).lanes();
                let variable = self.variable_at(place);
                self.variables[variable] = mark;
                self.expr_into(mark, value);
                self.raise(mark + lanes as Register);
            }
            (Node::Assign { .. }, [Some(value), _]) => {
                self.expr_into(self.variables[self.variable_at(place)], value);
                self.top = mark;
            }
            (Node::Store { buffer, .. }, [Some(index), Some(value)]) => {
                let index = self.expr(index).register;
                let value = self.expr(value).register;
                self.store(buffer, index, value);
                self.top = mark;
            }
            (Node::If { otherwise, .. }, [Some(cond), _]) => {
                let skip = self.jump_unless(cond);
                let has_otherwise = !otherwise.is_empty();
                self.open(mark, FrameKind::If { has_otherwise, skip, exit: None });
            }
            (Node::Loop { .. }, [Some(from), Some(to)]) => self.enter_loop(place, from, to),
            (Node::Block(_), _) => self.open(mark, FrameKind::Block),
            (Node::Return, _) => self.insts.push(Inst::Jump { to: END }),
            (Node::Barrier, _) => self.insts.push(Inst::Barrier),
            (Node::Break, _) => self.escape(|frame| match frame {
                FrameKind::Loop { breaks, .. } => Some(breaks),
                _ => None,
            }),
            (Node::Continue, _) => self.escape(|frame| match frame {
                FrameKind::Loop { continues, .. } => Some(continues),
                _ => None,
            }),
            _ => unreachable!(
                "`Node::exprs` gives every expression of a statement, and these are all statements"
            ),
        }
    }

    fn enter_loop(&mut self, place: usize, from: ExprAt<'_>, to: ExprAt<'_>) {
        let mark = self.top;
        let var = mark;
        let variable = self.variable_at(place);
        self.variables[variable] = var;
        self.expr_into(var, from);
        self.raise(var + 1);
        let end = self.loop_end(to);
        let skip = self.insts.len();
        self.insts.push(Inst::JumpUnlessBinary { op: vyre_ir::BinOp::Lt, left: var, right: end, to: END });
        self.open(mark, FrameKind::Loop { var, end, skip, continues: Vec::new(), breaks: Vec::new() });
    }

    /// The register of a loop's end. It is a register of the loop's own, unless the expression names one that
    /// never changes.
    fn loop_end(&mut self, to: ExprAt<'_>) -> Register {
        if let Some(register) = self.layout.register(to.1) {
            return register;
        }
        if let Expr::Var(_) = to.1 {
            let variable = self.variable_at(to.0);
            if !self.validated.variables()[variable].is_assigned {
                return self.variables[variable];
            }
        }
        let end = self.top;
        self.expr_into(end, to);
        self.raise(end + 1);
        end
    }

    /// Jumps from here to wherever the list that `list` picks from the innermost loop will be resolved to.
    fn escape(&mut self, list: impl Fn(&mut FrameKind) -> Option<&mut Vec<usize>>) {
        let at = self.insts.len();
        self.insts.push(Inst::Jump { to: END });
        if let Some(list) = self.frames.iter_mut().rev().find_map(|frame| list(&mut frame.kind)) {
            list.push(at);
        }
    }

    /// Jumps from here if a condition is zero; the target is still to be set.
    fn jump_unless(&mut self, cond: ExprAt<'_>) -> usize {
        let first_temporary = self.top;
        let cond = self.expr(cond).register;
        let mut jump = Inst::JumpUnless { cond, to: END };
        let mut tested = cond;
        // A temporary is read once, so an instruction that only the jump reads can become part of it.
        if let Some(&Inst::Convert { target: DataType::Bool, lanes: 1, dst, source, .. }) = self.insts.last()
            && dst == tested
            && tested >= first_temporary
        {
            self.insts.pop();
            tested = source;
            jump = Inst::JumpUnless { cond: source, to: END };
        }
        if let Some(&Inst::Binary { op, dst, left, right }) = self.insts.last()
            && dst == tested
            && tested >= first_temporary
        {
            self.insts.pop();
            jump = Inst::JumpUnlessBinary { op, left, right, to: END };
        }
        self.top = first_temporary;
        self.insts.push(jump);
        self.insts.len() - 1
    }

    fn open(&mut self, mark: Register, kind: FrameKind) {
        self.frames.push(Frame { mark, kind });
    }

    /// Ends the first arm of an `If`.
    fn otherwise(&mut self) {
        let jump = self.insts.len();
        if let Some(Frame { mark, kind: FrameKind::If { has_otherwise, skip, exit } }) =
            self.frames.last_mut()
        {
            self.top = *mark;
            let skip = *skip;
            if *has_otherwise {
                *exit = Some(jump);
                self.insts.push(Inst::Jump { to: END });
            }
            self.resolve(skip);
        }
    }

    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.top = frame.mark;
        match frame.kind {
            FrameKind::Block => {}
            FrameKind::If { exit, .. } => {
                if let Some(exit) = exit {
                    self.resolve(exit);
                }
            }
            FrameKind::Loop { var, end, skip, continues, breaks } => {
                for at in continues {
                    self.resolve(at);
                }
                self.insts.push(Inst::Next { var, end, to: skip as Label + 1 });
                self.resolve(skip);
                for at in breaks {
                    self.resolve(at);
                }
            }
        }
    }

    /// Lets the jump at `at` lead to here.
    fn resolve(&mut self, at: usize) {
        let here = self.insts.len() as Label;
        if let Some(label) = self.insts[at].label_mut() {
            *label = here;
        }
    }

    /// Sets the height of the stack.
    pub(super) fn raise(&mut self, top: Register) {
        self.top = top;
        self.highest = self.highest.max(top);
    }

    /// Compiles an expression so that its value is in the registers from `dst`.
    fn expr_into(&mut self, dst: Register, expr: ExprAt<'_>) {
        let value = self.expr(expr);
        if value.register == dst {
            return;
        }
        if value.is_fresh
            && let Some(last) = self.insts.last_mut().and_then(Inst::dst_mut)
        {
            *last = dst;
            return;
        }
        self.insts.push(Inst::Move { lanes: value.ty.lanes() as u8, dst, source: value.register });
    }
}
