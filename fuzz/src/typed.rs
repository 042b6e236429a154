//! Programs that keep the rules. Where a rule is not worth the trouble (uniformity, mostly) a few break it.

use crate::{Result, Unstructured, names};
use vyre_ir::casts::CASTS;
use vyre_ir::{
    AtomicOp, BinOp, BufferAccess, BufferDecl, Composition, DataType, Expr, Node, OpSignature, OpSpec,
    Program, UnOp, library,
};

/// The types that values have.
pub const TYPES: [DataType; 6] =
    [DataType::U32, DataType::I32, DataType::U64, DataType::Vec2U32, DataType::Vec4U32, DataType::Bool];

/// How large programs become.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Statements and expressions, about.
    pub nodes: usize,
    /// The depth of an expression.
    pub expr_depth: usize,
    /// The nesting of statements.
    pub nesting: usize,
    /// The invocations of a workgroup.
    pub invocations: u32,
    /// Whether a loop runs at most four times and the library's loops are not called, so that programs end soon.
    pub bounded: bool,
}

/// Makes programs, statements and expressions.
pub struct Generator<'a, 'u> {
    u: &'a mut Unstructured<'u>,
    limits: Limits,
    /// The nodes that are left.
    fuel: usize,
    buffers: Vec<BufferDecl>,
    /// The variables in scope; a loop's own cannot be assigned.
    variables: Vec<(String, DataType, bool)>,
    /// Operations besides those of the library.
    ops: Vec<(String, OpSignature)>,
    /// Whether ids and barriers may be used: not in compositions.
    is_program: bool,
    loops: usize,
    /// Whether every invocation of a workgroup comes here.
    uniform: bool,
}

impl<'a, 'u> Generator<'a, 'u> {
    pub fn new(u: &'a mut Unstructured<'u>, limits: Limits) -> Generator<'a, 'u> {
        Generator {
            u,
            limits,
            fuel: limits.nodes,
            buffers: Vec::new(),
            variables: Vec::new(),
            ops: Vec::new(),
            is_program: true,
            loops: 0,
            uniform: true,
        }
    }

    /// Lets what follows call this operation.
    pub fn know(&mut self, op: &OpSpec) {
        self.ops.push((op.id.clone(), op.signature.clone()));
    }

    pub fn program(&mut self) -> Result<Program> {
        let size = self.workgroup_size()?;
        for _ in 0..self.u.int_in_range(0..=6)? {
            let buffer = self.buffer()?;
            let bytes = |access| {
                self.buffers.iter().filter(move |b| b.access == access).map(BufferDecl::static_bytes)
            };
            let full = bytes(buffer.access).sum::<u64>() + buffer.static_bytes() > 16_384;
            if !full && self.buffers.iter().all(|b| b.name != buffer.name && b.binding != buffer.binding) {
                self.buffers.push(buffer);
            }
        }
        let entry = self.body(self.limits.nesting)?;
        Ok(Program::new(std::mem::take(&mut self.buffers), size, entry))
    }

    fn workgroup_size(&mut self) -> Result<[u32; 3]> {
        let mut left = self.limits.invocations;
        let mut size = [1; 3];
        for axis in &mut size {
            *axis = self.u.int_in_range(1..=left)?;
            left /= *axis;
        }
        Ok(size)
    }

    fn buffer(&mut self) -> Result<BufferDecl> {
        let access = *self.u.choose(&BufferAccess::ALL)?;
        let can_be_bytes = matches!(access, BufferAccess::ReadOnly | BufferAccess::ReadWrite);
        let element =
            if can_be_bytes && self.u.ratio(1, 6)? { DataType::Bytes } else { *self.u.choose(&TYPES)? };
        let count = if access.is_bound() && self.u.ratio(2, 3)? { 0 } else { self.u.int_in_range(1..=9)? };
        let binding = self.u.arbitrary::<u16>()?.into();
        Ok(BufferDecl { name: names::identifier(self.u)?, binding, access, element, count })
    }

    /// A composition of this type, over parameters of these.
    pub fn composition(&mut self, inputs: &[DataType], output: DataType) -> Result<Composition> {
        self.is_program = false;
        self.fuel = self.limits.nodes;
        self.variables.clear();
        let mut params = Vec::new();
        for input in inputs {
            let name = self.fresh()?;
            self.variables.push((name.clone(), *input, true));
            params.push(name);
        }
        let mut body = Vec::new();
        while self.goes_on()? {
            let node = self.node(self.limits.nesting)?;
            body.push(node);
        }
        let result = Some(self.expr(output, self.limits.expr_depth)?);
        Ok(Composition { params, body, result })
    }

    fn goes_on(&mut self) -> Result<bool> {
        Ok(self.fuel > 0 && !self.u.is_empty() && self.u.ratio(4, 5)?)
    }

    /// Statements in a scope of their own.
    fn body(&mut self, nesting: usize) -> Result<Vec<Node>> {
        let outer = self.variables.len();
        let mut nodes = Vec::new();
        while self.goes_on()? {
            nodes.push(self.node(nesting)?);
        }
        self.variables.truncate(outer);
        Ok(nodes)
    }

    /// A name that no variable in scope has.
    fn fresh(&mut self) -> Result<String> {
        let name = names::identifier(self.u)?;
        let taken = |name: &str| self.variables.iter().any(|(known, ..)| known == name);
        if !taken(&name) {
            return Ok(name);
        }
        let mut numbered = (0..).map(|number| format!("{name}{number}"));
        Ok(numbered.find(|name| !taken(name)).unwrap_or(name))
    }

    fn any_type(&mut self) -> Result<DataType> {
        if self.u.ratio(1, 2)? { Ok(DataType::U32) } else { Ok(*self.u.choose(&TYPES)?) }
    }

    fn node(&mut self, nesting: usize) -> Result<Node> {
        self.fuel = self.fuel.saturating_sub(1);
        let depth = self.limits.expr_depth;
        let kinds = if nesting == 0 { 9 } else { 15 };
        match self.u.int_in_range(0..=kinds)? {
            0..=2 => self.declaration(),
            3 | 4 => {
                let assignable: Vec<_> =
                    self.variables.iter().filter(|(.., assignable)| *assignable).cloned().collect();
                if assignable.is_empty() {
                    return self.declaration();
                }
                let (name, ty, _) = self.u.choose(&assignable)?.clone();
                Ok(Node::assign(name, self.expr(ty, depth)?))
            }
            5..=7 => {
                let writable =
                    |buffer: &&BufferDecl| buffer.access.is_writable() && buffer.element != DataType::Bytes;
                let writable: Vec<_> = self.buffers.iter().filter(writable).cloned().collect();
                if writable.is_empty() {
                    return self.declaration();
                }
                let buffer = self.u.choose(&writable)?.clone();
                Ok(Node::store(buffer.name, self.index()?, self.expr(buffer.element, depth)?))
            }
            8 if self.is_program && self.uniform => Ok(Node::Barrier),
            8 => self.declaration(),
            9 => self.jump(),
            10 | 11 => Ok(Node::Block(self.body(nesting - 1)?)),
            12 | 13 => self.repetition(nesting),
            _ => self.condition(nesting),
        }
    }

    fn declaration(&mut self) -> Result<Node> {
        let ty = self.any_type()?;
        let value = self.expr(ty, self.limits.expr_depth)?;
        let name = self.fresh()?;
        self.variables.push((name.clone(), ty, true));
        Ok(Node::let_bind(name, value))
    }

    fn jump(&mut self) -> Result<Node> {
        match self.u.int_in_range(0..=5)? {
            0 | 1 if self.loops > 0 => {
                self.uniform = false;
                Ok(Node::Break)
            }
            2 | 3 if self.loops > 0 => {
                self.uniform = false;
                Ok(Node::Continue)
            }
            4 => {
                self.uniform = false;
                Ok(Node::Return)
            }
            _ => self.declaration(),
        }
    }

    fn condition(&mut self, nesting: usize) -> Result<Node> {
        let uniform = self.uniform;
        let cond = if uniform && self.u.ratio(1, 3)? {
            Expr::workgroup_id(self.u.int_in_range(0..=2)?)
        } else {
            self.uniform = false;
            let ty = *self.u.choose(&[DataType::U32, DataType::Bool])?;
            self.expr(ty, self.limits.expr_depth)?
        };
        let then = self.body(nesting - 1)?;
        let otherwise = self.body(nesting - 1)?;
        self.uniform |= uniform && !then.iter().chain(&otherwise).any(jumps);
        Ok(Node::if_else(cond, then, otherwise))
    }

    fn repetition(&mut self, nesting: usize) -> Result<Node> {
        let uniform = self.uniform;
        let (from, to) = if self.u.ratio(1, 2)? {
            (Expr::u32(self.u.int_in_range(0..=2)?), Expr::u32(self.u.int_in_range(0..=4)?))
        } else {
            self.uniform = false;
            let depth = self.limits.expr_depth / 2;
            let (from, to) = (self.expr(DataType::U32, depth)?, self.expr(DataType::U32, depth)?);
            if self.limits.bounded { (from % 3u32, to % 5u32) } else { (from, to) }
        };
        let var = self.fresh()?;
        self.variables.push((var.clone(), DataType::U32, false));
        self.loops += 1;
        let body = self.body(nesting - 1)?;
        self.loops -= 1;
        self.variables.pop();
        self.uniform |= uniform && !body.iter().any(jumps);
        Ok(Node::for_range(var, from, to, body))
    }

    fn index(&mut self) -> Result<Expr> {
        if self.u.ratio(1, 3)? {
            Ok(Expr::u32(self.u.int_in_range(0..=9)?))
        } else {
            self.expr(DataType::U32, 3)
        }
    }

    /// An expression of type `ty`.
    pub fn expr(&mut self, ty: DataType, depth: usize) -> Result<Expr> {
        self.fuel = self.fuel.saturating_sub(1);
        if depth == 0 || self.fuel == 0 || self.u.is_empty() || self.u.ratio(1, 4)? {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        let u32s = ty == DataType::U32;
        match self.u.int_in_range(0..=11)? {
            0 => {
                let cond = *self.u.choose(&[DataType::U32, DataType::Bool])?;
                Ok(Expr::select(self.expr(cond, depth)?, self.expr(ty, depth)?, self.expr(ty, depth)?))
            }
            1 => {
                let rows: Vec<_> =
                    CASTS.iter().filter(|row| row.target == ty && row.source != DataType::Bytes).collect();
                let source = self.u.choose(&rows)?.source;
                Ok(Expr::cast(ty, self.expr(source, depth)?))
            }
            2 | 3 => self.load(ty, depth),
            4 => self.call(ty, depth),
            5 if u32s => {
                let vector = *self.u.choose(&[DataType::U64, DataType::Vec2U32, DataType::Vec4U32])?;
                let lane = self.u.int_in_range(0..=vector.lanes() as u32 - 1)?;
                Ok(Expr::component(self.expr(vector, depth)?, lane))
            }
            6 if u32s => self.atomic(depth),
            7 if u32s => Ok(Expr::unary(*self.u.choose(UnOp::ALL)?, self.expr(ty, depth)?)),
            _ if u32s => {
                let op = *self.u.choose(BinOp::ALL)?;
                Ok(Expr::binary(op, self.expr(ty, depth)?, self.expr(ty, depth)?))
            }
            _ if ty.lanes() > 1 => {
                let parts: Result<_> = (0..ty.lanes()).map(|_| self.expr(DataType::U32, depth)).collect();
                Ok(Expr::compose(ty, parts?))
            }
            _ => Ok(Expr::cast(ty, self.expr(DataType::U32, depth)?)),
        }
    }

    fn load(&mut self, ty: DataType, depth: usize) -> Result<Expr> {
        let fits = |buffer: &&BufferDecl| {
            buffer.element == ty || (ty == DataType::U32 && buffer.element == DataType::Bytes)
        };
        let buffers: Vec<_> = self.buffers.iter().filter(fits).cloned().collect();
        if buffers.is_empty() || !self.is_program {
            return self.leaf(ty);
        }
        let buffer = self.u.choose(&buffers)?.clone();
        let index = if depth < 2 { self.leaf(DataType::U32)? } else { self.index()? };
        Ok(match buffer.element {
            DataType::Bytes if self.u.arbitrary()? => Expr::load_byte(buffer.name, index),
            DataType::Bytes => Expr::load_word(buffer.name, index),
            _ => Expr::load(buffer.name, index),
        })
    }

    fn call(&mut self, ty: DataType, depth: usize) -> Result<Expr> {
        let own =
            self.ops.iter().map(|(id, signature)| (id.clone(), signature.inputs.clone(), signature.output));
        let mut ops: Vec<_> = own.collect();
        if !self.limits.bounded || ops.is_empty() {
            ops.extend(library::rows().map(|row| (row.id.to_string(), row.inputs.to_vec(), row.output)));
        }
        ops.retain(|(.., output)| *output == ty);
        if ops.is_empty() {
            return self.leaf(ty);
        }
        let (id, inputs, _) = self.u.choose(&ops)?.clone();
        let args: Result<_> = inputs.into_iter().map(|input| self.expr(input, depth)).collect();
        Ok(Expr::call(id, args?))
    }

    fn atomic(&mut self, depth: usize) -> Result<Expr> {
        let fits = |buffer: &&BufferDecl| {
            buffer.element == DataType::U32 && buffer.access == BufferAccess::ReadWrite
        };
        let buffers: Vec<_> = self.buffers.iter().filter(fits).cloned().collect();
        if buffers.is_empty() || !self.is_program {
            return self.leaf(DataType::U32);
        }
        let buffer = self.u.choose(&buffers)?.name.clone();
        let op = *self.u.choose(AtomicOp::ALL)?;
        let index = Box::new(self.index()?);
        let expected =
            if op.takes_expected() { Some(Box::new(self.expr(DataType::U32, depth)?)) } else { None };
        Ok(Expr::Atomic { op, buffer, index, expected, value: Box::new(self.expr(DataType::U32, depth)?) })
    }

    fn leaf(&mut self, ty: DataType) -> Result<Expr> {
        let known: Vec<String> =
            self.variables.iter().filter(|(_, of, _)| *of == ty).map(|(name, ..)| name.clone()).collect();
        if !known.is_empty() && self.u.ratio(2, 3)? {
            return Ok(Expr::Var(self.u.choose(&known)?.clone()));
        }
        Ok(match ty {
            DataType::U32 => self.u32_leaf()?,
            DataType::I32 => Expr::LitI32(self.u.arbitrary()?),
            DataType::Bool => Expr::LitBool(self.u.arbitrary()?),
            _ => {
                let parts: Result<_> =
                    (0..ty.lanes()).map(|_| Ok(Expr::LitU32(self.u.arbitrary()?))).collect();
                Expr::compose(ty, parts?)
            }
        })
    }

    fn u32_leaf(&mut self) -> Result<Expr> {
        let kinds = if self.is_program { 6 } else { 2 };
        Ok(match self.u.int_in_range(0..=kinds)? {
            0 | 1 => Expr::LitU32(self.u.int_in_range(0..=33)?),
            2 => Expr::LitU32(self.u.arbitrary()?),
            3 => Expr::invocation_id(self.u.int_in_range(0..=2)?),
            4 => Expr::workgroup_id(self.u.int_in_range(0..=2)?),
            5 => Expr::local_id(self.u.int_in_range(0..=2)?),
            _ if self.buffers.is_empty() => Expr::LitU32(0),
            _ => Expr::buf_len(self.u.choose(&self.buffers)?.name.clone()),
        })
    }
}

/// Whether a statement may leave a loop or end the invocation.
fn jumps(node: &Node) -> bool {
    matches!(node, Node::Break | Node::Continue | Node::Return)
        || node.bodies().into_iter().flatten().any(jumps)
}
