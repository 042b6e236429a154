//! Statements. A run can stop after any of them, so its position is a stack of its own.

use super::memory::Who;
use super::{Stuck, World};
use vyre_ir::{AtomicOp, CollectiveOp, Composition, Expr, Node, OpArg, Program, Value};

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Another statement.
    Next,
    /// Waiting at a barrier, which is the statement at this address.
    Barrier(usize),
    /// Waiting for a collective, likewise.
    Collective(usize),
    /// Nothing.
    End,
}

/// Statements that are being executed.
struct Frame<'a> {
    nodes: &'a [Node],
    at: usize,
    /// The number of variables that were in scope before.
    scope: usize,
    rounds: Option<Rounds<'a>>,
}

/// The rounds of a loop that are left.
struct Rounds<'a> {
    var: &'a str,
    next: u32,
    to: u32,
}

/// Statements under way, of a program or of an operation.
pub(super) struct Run<'a> {
    pub(super) variables: Vec<(&'a str, Value)>,
    frames: Vec<Frame<'a>>,
    /// What it gives to the collective at which it waits.
    pub(super) given: Option<Given<'a>>,
    /// Whether it is between the two barriers of a uniform load.
    is_between: bool,
    /// The calls of operations on buffers that are being executed.
    calls: Vec<Called<'a>>,
}

/// An operation on buffers that is being executed.
struct Called<'a> {
    /// What its buffers are.
    names: Vec<(&'a str, Named)>,
    /// The number of the place of the call.
    place: usize,
    /// How many lists of statements are around it, and how many variables.
    around: (usize, usize),
}

/// What a buffer's name means.
#[derive(Clone)]
pub(super) enum Named {
    /// A buffer, by its position.
    Buffer(usize),
    /// A uniform parameter of an operation, whose only element is this.
    Value(Value),
}

/// What an invocation gives to a collective.
pub(super) struct Given<'a> {
    pub(super) op: CollectiveOp,
    name: &'a str,
    pub(super) value: Value,
    pub(super) id: u32,
}

fn address(node: &Node) -> usize {
    std::ptr::from_ref(node) as usize
}

fn frame_of<'f, 'a>(frames: &'f mut [Frame<'a>]) -> Result<&'f mut Frame<'a>, Stuck> {
    frames.last_mut().ok_or(Stuck::Invalid)
}

impl<'a> Run<'a> {
    pub(super) fn new(nodes: &'a [Node], variables: Vec<(&'a str, Value)>) -> Run<'a> {
        let scope = variables.len();
        Run {
            variables,
            frames: vec![Frame { nodes, at: 0, scope, rounds: None }],
            given: None,
            is_between: false,
            calls: Vec::new(),
        }
    }

    /// Executes one statement.
    pub(super) fn step(&mut self, world: &mut World<'a>, who: &mut Who) -> Result<Step, Stuck> {
        world.count()?;
        while self.calls.last().is_some_and(|call| self.frames.len() <= call.around.0) {
            self.calls.pop();
        }
        let Some(frame) = self.frames.last_mut() else { return Ok(Step::End) };
        let Some(node) = frame.nodes.get(frame.at) else {
            self.end_of_body();
            return Ok(Step::Next);
        };
        frame.at += 1;
        match node {
            Node::Let { name, value } => {
                let value = self.value(world, who, value)?;
                self.variables.push((name, value));
            }
            Node::Assign { name, value } => {
                let value = self.value(world, who, value)?;
                let variable = self.variables.iter_mut().rfind(|(known, _)| known == name);
                variable.ok_or(Stuck::Invalid)?.1 = value;
            }
            Node::Store { buffer, index, value } => {
                let index = self.value(world, who, index)?;
                let value = self.value(world, who, value)?;
                let at = self.buffer(world, buffer)?;
                world.memory.store(who, at, index.lanes()[0], value)?;
            }
            Node::StoreByte { buffer, index, value } => {
                let index = self.value(world, who, index)?.lanes()[0];
                let value = self.value(world, who, value)?.lanes()[0];
                let at = self.buffer(world, buffer)?;
                world.memory.store_byte(who, at, index, value as u8)?;
            }
            Node::StoreWord { buffer, index, value } => {
                let index = self.value(world, who, index)?.lanes()[0];
                let value = self.value(world, who, value)?.lanes()[0];
                let at = self.buffer(world, buffer)?;
                world.memory.store_word(who, at, index, value)?;
            }
            Node::TensorStore { tensor, indices, value } => {
                let mut at = Vec::new();
                for index in indices {
                    at.push(self.value(world, who, index)?.lanes()[0]);
                }
                let value = self.value(world, who, value)?;
                let buffer = self.buffer(world, tensor)?;
                if let Some(place) = world.memory.place(buffer, &at)? {
                    world.memory.store(who, buffer, place, value)?;
                }
            }
            Node::CallOp { op_id, args } => self.call(world, who, address(node), (op_id, args))?,
            Node::AtomicStore { buffer, index, value } => {
                let index = self.value(world, who, index)?.lanes()[0];
                let value = self.value(world, who, value)?;
                let at = self.buffer(world, buffer)?;
                world.memory.atomic(who, AtomicOp::Exchange, at, index, [&value, &value])?;
            }
            Node::If { cond, then, otherwise } => {
                let arm = if self.value(world, who, cond)?.is_true() { then } else { otherwise };
                self.enter(arm);
            }
            Node::Loop { var, from, to, body } => {
                let from = self.value(world, who, from)?.lanes()[0];
                let to = self.value(world, who, to)?.lanes()[0];
                let rounds = Some(Rounds { var, next: from, to });
                let scope = self.variables.len();
                self.frames.push(Frame { nodes: body, at: body.len(), scope, rounds });
            }
            Node::Break => self.leave_loop(false),
            Node::Continue => self.leave_loop(true),
            Node::Return => {
                if let Some(call) = self.calls.pop() {
                    self.frames.truncate(call.around.0);
                    self.variables.truncate(call.around.1);
                    return Ok(Step::Next);
                }
                // What the outermost statements have declared stays: a result may use it.
                let outermost = self.frames.get(1).map_or(self.variables.len(), |frame| frame.scope);
                self.variables.truncate(outermost);
                self.frames.clear();
            }
            Node::Block(body) => self.enter(body),
            Node::Barrier => return Ok(Step::Barrier(address(node))),
            Node::Assert { cond, message } => {
                if !self.value(world, who, cond)?.is_true() {
                    world.fail(who, message)?;
                }
            }
            Node::Collective { op, name, value, id } => {
                let value = self.value(world, who, value)?;
                let id = match id {
                    Some(id) => self.value(world, who, id)?.lanes()[0],
                    None => 0,
                };
                self.given = Some(Given { op: *op, name, value, id });
                return Ok(Step::Collective(address(node)));
            }
            // A barrier, then the load, and another barrier.
            Node::UniformLoad { name, buffer, index } => {
                self.is_between = !self.is_between;
                if self.is_between {
                    frame_of(&mut self.frames)?.at -= 1;
                } else {
                    let index = self.value(world, who, index)?.lanes()[0];
                    let at = self.buffer(world, buffer)?;
                    let value = world.memory.load(who, at, index)?;
                    self.variables.push((name, value));
                }
                return Ok(Step::Barrier(address(node)));
            }
        }
        Ok(Step::Next)
    }

    /// Begins an operation on buffers.
    fn call(
        &mut self,
        world: &mut World<'a>,
        who: &mut Who,
        address: usize,
        (op_id, args): (&str, &'a [(String, OpArg)]),
    ) -> Result<(), Stuck> {
        let program: &'a Program =
            world.operation(op_id).and_then(|op| op.as_program()).ok_or(Stuck::Invalid)?;
        let mut names = Vec::new();
        for (param, arg) in args {
            let named = match arg {
                OpArg::Buffer(name) => self.named(world, name)?,
                OpArg::Value(value) => Named::Value(self.value(world, who, value)?),
            };
            names.push((param.as_str(), named));
        }
        let around = self.calls.last().map_or(0, |call| call.place);
        let own = || program.buffers.iter().filter(|buffer| !buffer.access.is_bound());
        let (place, first) = world.memory.own((around, address), own());
        names.extend(own().enumerate().map(|(at, array)| (array.name.as_str(), Named::Buffer(first + at))));
        self.calls.push(Called { names, place, around: (self.frames.len(), self.variables.len()) });
        self.enter(&program.entry);
        Ok(())
    }

    /// What the name of a buffer means here.
    pub(super) fn named(&self, world: &World<'a>, name: &str) -> Result<Named, Stuck> {
        let Some(call) = self.calls.last() else { return Ok(Named::Buffer(world.memory.find(name)?)) };
        let named = call.names.iter().find(|(known, _)| *known == name);
        named.map(|(_, named)| named.clone()).ok_or(Stuck::Invalid)
    }

    /// The position of the buffer that a name means here.
    pub(super) fn buffer(&self, world: &World<'a>, name: &str) -> Result<usize, Stuck> {
        match self.named(world, name)? {
            Named::Buffer(at) => Ok(at),
            Named::Value(_) => Err(Stuck::Invalid),
        }
    }

    /// Goes on from a collective with what it gives.
    pub(super) fn take(&mut self, value: Value) {
        if let Some(given) = self.given.take() {
            self.variables.push((given.name, value));
        }
    }

    fn enter(&mut self, nodes: &'a [Node]) {
        self.frames.push(Frame { nodes, at: 0, scope: self.variables.len(), rounds: None });
    }

    /// Begins the next round of a loop, or goes on after the statements.
    fn end_of_body(&mut self) {
        let outermost = self.frames.len() == 1;
        let Some(frame) = self.frames.last_mut() else { return };
        if !outermost {
            self.variables.truncate(frame.scope);
        }
        match &mut frame.rounds {
            Some(rounds) if rounds.next < rounds.to => {
                self.variables.push((rounds.var, Value::from(rounds.next)));
                rounds.next += 1;
                frame.at = 0;
            }
            _ => {
                self.frames.pop();
            }
        }
    }

    /// Leaves the innermost loop or, if it goes on, this round of it.
    fn leave_loop(&mut self, goes_on: bool) {
        while self.frames.last().is_some_and(|frame| frame.rounds.is_none()) {
            self.frames.pop();
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.at = frame.nodes.len();
            if let (Some(rounds), false) = (&mut frame.rounds, goes_on) {
                rounds.next = rounds.to;
            }
        }
    }

    pub(super) fn variable(&self, name: &str) -> Result<Value, Stuck> {
        let variable = self.variables.iter().rfind(|(known, _)| *known == name);
        variable.map(|(_, value)| value.clone()).ok_or(Stuck::Invalid)
    }
}

/// The value of a call.
pub(super) fn call<'a>(
    world: &mut World<'a>,
    who: &mut Who,
    composition: &'a Composition,
    args: &[Value],
) -> Result<Value, Stuck> {
    let params = composition.params.iter().map(String::as_str);
    let mut run = Run::new(&composition.body, params.zip(args.iter().cloned()).collect());
    while run.step(world, who)? == Step::Next {}
    let result: &'a Expr = composition.result.as_ref().ok_or(Stuck::Invalid)?;
    run.value(world, who, result)
}
