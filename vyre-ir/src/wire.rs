//! The wire form: a program as bytes, compact and versioned.
//!
//! ```text
//! "VYRE" version:u8 workgroup_size:3*varint
//! strings:varint { length:varint utf8 }
//! buffers:varint { name:varint access:u8 element:type binding:varint count:varint }
//! items:varint   { tag:u8 payload }
//! type           = tag:u8 (array: element:type count:varint | tuple: parts:varint { type } | tensor)
//! tensor         = element:type dims:varint { 0:u8 length:varint | 1:u8 name:varint } strides:varint { varint } strided:u8
//! ```
//!
//! A varint is LEB128 of at most 32 bits. The items are the entry in postorder: operands come before their
//! expression, and expressions and bodies come before their statement. The decoder is a loop with an explicit stack,
//! so no nesting can overflow the call stack. It is written by hand because a derived codec would recurse. Before
//! anything is allocated, every length is checked against the number of bytes that are left.
//!
//! Decoding only checks the form. [`validate()`](crate::validate()) checks whether the program is valid.

mod error;

pub use error::{WireError, WireErrorKind};

use crate::rules::{MAX_DIMENSION_NAME, MAX_TENSOR_RANK, MAX_TYPE_DEPTH};
use crate::{
    AtomicOp, BinOp, BufferAccess, BufferDecl, CollectiveOp, DataType, Dim, Event, Expr, MAX_EXPRS, Node,
    OpArg, Program, TensorType, TypeLimit, UnOp, interned, walk,
};
use std::collections::HashMap;

const MAGIC: &[u8; 4] = b"VYRE";
/// Version 1 has no arrays, no tuples and no tensors.
const VERSION: u8 = 2;
/// The maximum total size of the names of a decoded program in bytes. Without it a short input could refer to the
/// same long name again and again.
const MAX_NAME_BYTES: usize = 1 << 28;

macro_rules! tags {
    ($($name:ident = $tag:literal),* $(,)?) => { $(const $name: u8 = $tag;)* };
}

tags! {
    LIT_U32 = 0x00, LIT_I32 = 0x01, LIT_FALSE = 0x02, LIT_TRUE = 0x03, VAR = 0x04, LOAD = 0x05,
    LOAD_BYTE = 0x06, LOAD_WORD = 0x07, BUF_LEN = 0x08, INVOCATION_ID = 0x09, WORKGROUP_ID = 0x0a,
    LOCAL_ID = 0x0b, BIN_OP = 0x0c, UN_OP = 0x0d, CALL = 0x0e, SELECT = 0x0f, CAST = 0x10,
    COMPONENT = 0x11, COMPOSE = 0x12, ATOMIC = 0x13, ATOMIC_EXPECTED = 0x14,
    ATOMIC_LOAD = 0x15, LIT_F32 = 0x16, MUL_ADD = 0x17, TENSOR_LOAD = 0x18, TENSOR_DIM = 0x19, LIT_F64 = 0x1a,
    LET = 0x40, ASSIGN = 0x41, STORE = 0x42, IF = 0x43, LOOP = 0x44, BREAK = 0x45, CONTINUE = 0x46,
    RETURN = 0x47, BLOCK = 0x48, BARRIER = 0x49, ATOMIC_STORE = 0x4a,
    COLLECTIVE = 0x4b, COLLECTIVE_OF = 0x4c, UNIFORM_LOAD = 0x4d, ASSERT = 0x4e,
    TENSOR_STORE = 0x4f, STORE_BYTE = 0x50, STORE_WORD = 0x51, CALL_OP = 0x52,
}

impl Program {
    /// Encodes the program. [`from_wire`](Program::from_wire) decodes the bytes to an equal one.
    pub fn to_wire(&self) -> Vec<u8> {
        let mut encoder = Encoder { strings: HashMap::new(), order: Vec::new(), items: Vec::new(), count: 0 };
        let mut buffers = Vec::new();
        for buffer in &self.buffers {
            let name = encoder.intern(&buffer.name);
            put(&mut buffers, name);
            buffers.push(buffer.access.tag());
            encoder.element(&mut buffers, buffer);
            put(&mut buffers, buffer.binding);
            put(&mut buffers, buffer.count);
        }
        walk(&self.entry, |event| match event {
            Event::Enter { exprs, .. } => {
                for (_, expr) in exprs.into_iter().flatten() {
                    expr.fold(0, |_, expr, _: &mut [()]| encoder.expr(expr));
                }
            }
            Event::Otherwise { .. } => {}
            Event::Leave { node, .. } => encoder.node(node),
        });
        let mut wire = MAGIC.to_vec();
        wire.push(VERSION);
        for size in self.workgroup_size {
            put(&mut wire, size);
        }
        put_len(&mut wire, encoder.order.len());
        for string in encoder.order {
            put_len(&mut wire, string.len());
            wire.extend_from_slice(string.as_bytes());
        }
        put_len(&mut wire, self.buffers.len());
        wire.append(&mut buffers);
        put_len(&mut wire, encoder.count);
        wire.append(&mut encoder.items);
        wire
    }

    /// Decodes a program. It may be invalid.
    ///
    /// # Errors
    /// If the bytes are not exactly one program.
    pub fn from_wire(wire: &[u8]) -> Result<Program, WireError> {
        Program::from_wire_with(wire, |op_id, args| Expr::Call { op_id, args })
    }

    /// Like [`from_wire`](Program::from_wire), but replaces each call by the expression that `call` returns for its
    /// id and arguments. Separately compiled programs are linked in this way.
    ///
    /// # Errors
    /// If the bytes are not exactly one program.
    pub fn from_wire_with(
        wire: &[u8],
        call: impl FnMut(String, Vec<Expr>) -> Expr,
    ) -> Result<Program, WireError> {
        let mut decoder = Decoder {
            wire,
            at: 0,
            strings: Vec::new(),
            name_bytes: 0,
            exprs: Vec::new(),
            nodes: Vec::new(),
            call,
        };
        decoder.program().map_err(|kind| WireError { offset: decoder.at, kind })
    }
}

pub(crate) fn put(into: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

/// The length of a program in memory always fits, because a program of 2^32 items would take more than 100 GiB.
pub(crate) fn put_len(into: &mut Vec<u8>, length: usize) {
    put(into, u32::try_from(length).unwrap_or(u32::MAX));
}

/// The depth of types bounds the recursion. A tensor is the type of a buffer alone, and elsewhere only its tag is written.
pub(crate) fn put_type(into: &mut Vec<u8>, ty: &DataType) {
    into.push(ty.tag());
    match ty {
        DataType::Array(array) => {
            put_type(into, array.element());
            put(into, array.count());
        }
        DataType::Tuple(tuple) => {
            put_len(into, tuple.parts().len());
            tuple.parts().iter().for_each(|part| put_type(into, part));
        }
        _ => {}
    }
}

struct Encoder<'a> {
    strings: HashMap<&'a str, u32>,
    order: Vec<&'a str>,
    items: Vec<u8>,
    count: usize,
}

impl<'a> Encoder<'a> {
    fn intern(&mut self, string: &'a str) -> u32 {
        *self.strings.entry(string).or_insert_with(|| {
            self.order.push(string);
            self.order.len() as u32 - 1
        })
    }

    /// The type of a buffer's elements.
    fn element(&mut self, into: &mut Vec<u8>, buffer: &'a BufferDecl) {
        let Some(tensor) = buffer.as_tensor() else { return put_type(into, &buffer.element) };
        into.push(DataType::TENSOR_TAG);
        put_type(into, &tensor.element);
        put_len(into, tensor.shape.len());
        for dim in &tensor.shape {
            let (tag, number) = match dim {
                Dim::Static(length) => (0, *length),
                Dim::Dynamic(name) => (1, self.intern(name)),
            };
            into.push(tag);
            put(into, number);
        }
        put_len(into, tensor.strides.len());
        tensor.strides.iter().for_each(|stride| put(into, *stride));
        into.push(u8::from(buffer.strided));
    }

    fn tag(&mut self, tag: u8) {
        self.count += 1;
        self.items.push(tag);
    }

    fn number(&mut self, tag: u8, number: u32) {
        self.tag(tag);
        put(&mut self.items, number);
    }

    fn name(&mut self, tag: u8, name: &'a str) {
        let index = self.intern(name);
        self.number(tag, index);
    }

    fn byte(&mut self, tag: u8, byte: u8) {
        self.tag(tag);
        self.items.push(byte);
    }

    fn expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::LitU32(value) => self.number(LIT_U32, *value),
            Expr::LitI32(value) => self.number(LIT_I32, ((value << 1) ^ (value >> 31)) as u32),
            Expr::LitBool(value) => self.tag(if *value { LIT_TRUE } else { LIT_FALSE }),
            Expr::LitF32(value) => self.number(LIT_F32, value.to_bits()),
            Expr::LitF64(value) => {
                self.number(LIT_F64, value.to_bits() as u32);
                put(&mut self.items, (value.to_bits() >> 32) as u32);
            }
            Expr::Var(name) => self.name(VAR, name),
            Expr::Load { buffer, .. } => self.name(LOAD, buffer),
            Expr::LoadByte { buffer, .. } => self.name(LOAD_BYTE, buffer),
            Expr::LoadWord { buffer, .. } => self.name(LOAD_WORD, buffer),
            Expr::AtomicLoad { buffer, .. } => self.name(ATOMIC_LOAD, buffer),
            Expr::BufLen { buffer } => self.name(BUF_LEN, buffer),
            Expr::TensorLoad { tensor, indices } => {
                self.name(TENSOR_LOAD, tensor);
                put_len(&mut self.items, indices.len());
            }
            Expr::TensorDim { tensor, axis } => {
                self.name(TENSOR_DIM, tensor);
                put(&mut self.items, *axis);
            }
            Expr::InvocationId { axis } => self.number(INVOCATION_ID, *axis),
            Expr::WorkgroupId { axis } => self.number(WORKGROUP_ID, *axis),
            Expr::LocalId { axis } => self.number(LOCAL_ID, *axis),
            Expr::BinOp { op, .. } => self.byte(BIN_OP, *op as u8),
            Expr::UnOp { op, .. } => self.byte(UN_OP, *op as u8),
            Expr::Call { op_id, args } => {
                self.name(CALL, op_id);
                put_len(&mut self.items, args.len());
            }
            Expr::Select { .. } => self.tag(SELECT),
            Expr::FMulAdd { .. } => self.tag(MUL_ADD),
            Expr::Cast { target, .. } => {
                self.tag(CAST);
                put_type(&mut self.items, target);
            }
            Expr::Component { index, .. } => self.number(COMPONENT, *index),
            Expr::Compose { target, parts } => {
                self.tag(COMPOSE);
                put_type(&mut self.items, target);
                put_len(&mut self.items, parts.len());
            }
            Expr::Atomic { op, buffer, expected, .. } => {
                self.byte(if expected.is_some() { ATOMIC_EXPECTED } else { ATOMIC }, *op as u8);
                let index = self.intern(buffer);
                put(&mut self.items, index);
            }
        }
    }

    fn node(&mut self, node: &'a Node) {
        match node {
            Node::Let { name, .. } => self.name(LET, name),
            Node::Assign { name, .. } => self.name(ASSIGN, name),
            Node::Store { buffer, .. } => self.name(STORE, buffer),
            Node::AtomicStore { buffer, .. } => self.name(ATOMIC_STORE, buffer),
            Node::StoreByte { buffer, .. } => self.name(STORE_BYTE, buffer),
            Node::StoreWord { buffer, .. } => self.name(STORE_WORD, buffer),
            Node::CallOp { op_id, args } => {
                // The walk has visited as many values as a call can have.
                for value in args.iter().filter_map(|(_, arg)| arg.as_value()).skip(MAX_EXPRS) {
                    value.fold(0, |_, expr, _: &mut [()]| self.expr(expr));
                }
                self.name(CALL_OP, op_id);
                put_len(&mut self.items, args.len());
                for (name, arg) in args {
                    let name = self.intern(name);
                    put(&mut self.items, name);
                    match arg {
                        OpArg::Buffer(buffer) => {
                            let buffer = self.intern(buffer);
                            self.items.push(0);
                            put(&mut self.items, buffer);
                        }
                        OpArg::Value(_) => self.items.push(1),
                    }
                }
            }
            Node::If { then, otherwise, .. } => {
                self.tag(IF);
                put_len(&mut self.items, then.len());
                put_len(&mut self.items, otherwise.len());
            }
            Node::Loop { var, body, .. } => {
                self.name(LOOP, var);
                put_len(&mut self.items, body.len());
            }
            Node::Break => self.tag(BREAK),
            Node::Continue => self.tag(CONTINUE),
            Node::Return => self.tag(RETURN),
            Node::Block(body) => {
                self.tag(BLOCK);
                put_len(&mut self.items, body.len());
            }
            Node::Barrier => self.tag(BARRIER),
            Node::TensorStore { tensor, indices, .. } => {
                // The walk has visited as many as a tensor can have, and the value.
                for index in indices.iter().skip(MAX_TENSOR_RANK) {
                    index.fold(0, |_, expr, _: &mut [()]| self.expr(expr));
                }
                self.name(TENSOR_STORE, tensor);
                put_len(&mut self.items, indices.len());
            }
            Node::Assert { message, .. } => self.name(ASSERT, message),
            Node::Collective { name, op, id, .. } => {
                self.name(if id.is_some() { COLLECTIVE_OF } else { COLLECTIVE }, name);
                self.items.push(*op as u8);
            }
            Node::UniformLoad { name, buffer, .. } => {
                self.name(UNIFORM_LOAD, name);
                let index = self.intern(buffer);
                put(&mut self.items, index);
            }
        }
    }
}

pub(crate) struct Decoder<'a, F> {
    pub(crate) wire: &'a [u8],
    pub(crate) at: usize,
    strings: Vec<&'a str>,
    name_bytes: usize,
    exprs: Vec<Expr>,
    nodes: Vec<Node>,
    /// Returns the expression that replaces a call with this id and these arguments.
    call: F,
}

pub(crate) type Decoded<T> = Result<T, WireErrorKind>;

impl<'a> Decoder<'a, fn(String, Vec<Expr>) -> Expr> {
    /// A decoder of other things than a program.
    pub(crate) fn plain(wire: &'a [u8]) -> Self {
        let call: fn(String, Vec<Expr>) -> Expr = |op_id, args| Expr::Call { op_id, args };
        Decoder {
            wire,
            at: 0,
            strings: Vec::new(),
            name_bytes: 0,
            exprs: Vec::new(),
            nodes: Vec::new(),
            call,
        }
    }
}

impl<'a, F: FnMut(String, Vec<Expr>) -> Expr> Decoder<'a, F> {
    fn program(&mut self) -> Decoded<Program> {
        if self.take(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(WireErrorKind::NotVyre);
        }
        match self.byte()? {
            1 | VERSION => {}
            other => return Err(WireErrorKind::Version(other)),
        }
        let workgroup_size = [self.number()?, self.number()?, self.number()?];
        for _ in 0..self.length()? {
            let length = self.length()?;
            let bytes = self.take(length)?;
            self.strings.push(str::from_utf8(bytes).map_err(|_| WireErrorKind::NotUtf8)?);
        }
        let buffers = (0..self.length()?).map(|_| self.buffer()).collect::<Decoded<_>>()?;
        for _ in 0..self.length()? {
            self.item()?;
        }
        if self.at != self.wire.len() {
            return Err(WireErrorKind::TrailingBytes);
        }
        if !self.exprs.is_empty() {
            return Err(WireErrorKind::Unbalanced);
        }
        Ok(Program { buffers, workgroup_size, entry: std::mem::take(&mut self.nodes) })
    }

    pub(crate) fn take(&mut self, length: usize) -> Decoded<&'a [u8]> {
        let bytes = self.wire[self.at..].get(..length).ok_or(WireErrorKind::Truncated)?;
        self.at += length;
        Ok(bytes)
    }

    pub(crate) fn byte(&mut self) -> Decoded<u8> {
        Ok(self.take(1)?[0])
    }

    pub(crate) fn number(&mut self) -> Decoded<u32> {
        let mut number = 0u64;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map_err(|_| WireErrorKind::NumberTooLarge);
            }
        }
        Err(WireErrorKind::NumberTooLarge)
    }

    /// The number of items that follow, each of which takes at least one byte.
    pub(crate) fn length(&mut self) -> Decoded<usize> {
        let length = self.number()? as usize;
        if length > self.wire.len() - self.at { Err(WireErrorKind::Truncated) } else { Ok(length) }
    }

    fn name(&mut self) -> Decoded<String> {
        let index = self.number()?;
        let string = *self.strings.get(index as usize).ok_or(WireErrorKind::UnknownString(index))?;
        self.name_bytes = self.name_bytes.saturating_add(string.len());
        if self.name_bytes > MAX_NAME_BYTES {
            return Err(WireErrorKind::TooLarge);
        }
        Ok(string.to_string())
    }

    pub(crate) fn data_type(&mut self) -> Decoded<DataType> {
        self.type_within(MAX_TYPE_DEPTH)
    }

    /// A type in which arrays and tuples are in each other at most this often.
    fn type_within(&mut self, depth: usize) -> Decoded<DataType> {
        let tag = self.byte()?;
        let inner = |decoder: &mut Self| {
            let depth = depth.checked_sub(1).ok_or(WireErrorKind::Type(TypeLimit::Depth))?;
            decoder.type_within(depth)
        };
        match tag {
            DataType::ARRAY_TAG => {
                let element = inner(self)?;
                DataType::array(element, self.number()?).map_err(WireErrorKind::Type)
            }
            DataType::TUPLE_TAG => {
                let parts = (0..self.length()?).map(|_| inner(self)).collect::<Decoded<Vec<_>>>()?;
                DataType::tuple(parts).map_err(WireErrorKind::Type)
            }
            _ => {
                let found = DataType::ALL.iter().find(|ty| ty.tag() == tag);
                found.cloned().ok_or(WireErrorKind::UnknownTag("type", tag))
            }
        }
    }

    /// The type of a buffer's elements, and whether the strides of a tensor come with its argument.
    fn element(&mut self) -> Decoded<(DataType, bool)> {
        if self.wire.get(self.at) != Some(&DataType::TENSOR_TAG) {
            return Ok((self.data_type()?, false));
        }
        self.at += 1;
        let element = Box::new(self.data_type()?);
        let shape = (0..self.length()?).map(|_| self.dim()).collect::<Decoded<_>>()?;
        let strides = (0..self.length()?).map(|_| self.number()).collect::<Decoded<_>>()?;
        let strided = match self.byte()? {
            flag @ (0 | 1) => flag == 1,
            other => return Err(WireErrorKind::UnknownTag("kind of strides", other)),
        };
        Ok((DataType::Tensor(TensorType { element, shape, strides }), strided))
    }

    fn dim(&mut self) -> Decoded<Dim> {
        match self.byte()? {
            0 => Ok(Dim::Static(self.number()?)),
            1 => {
                let name = self.name()?;
                // The names stay for as long as the process, so they are short ones.
                if name.len() > MAX_DIMENSION_NAME {
                    return Err(WireErrorKind::TooLarge);
                }
                interned(&name).map(Dim::Dynamic).ok_or(WireErrorKind::TooManyNames)
            }
            other => Err(WireErrorKind::UnknownTag("kind of dimension", other)),
        }
    }

    fn buffer(&mut self) -> Decoded<BufferDecl> {
        let name = self.name()?;
        let tag = self.byte()?;
        let access = BufferAccess::ALL.iter().find(|access| access.tag() == tag);
        let access = *access.ok_or(WireErrorKind::UnknownTag("buffer access", tag))?;
        let (element, strided) = self.element()?;
        Ok(BufferDecl { name, access, element, binding: self.number()?, count: self.number()?, strided })
    }

    fn operand(&mut self) -> Decoded<Box<Expr>> {
        self.exprs.pop().map(Box::new).ok_or(WireErrorKind::Unbalanced)
    }

    fn operands(&mut self) -> Decoded<Vec<Expr>> {
        let count = self.number()? as usize;
        self.last(count)
    }

    /// So many of the last operands.
    fn last(&mut self, count: usize) -> Decoded<Vec<Expr>> {
        let start = self.exprs.len().checked_sub(count).ok_or(WireErrorKind::Unbalanced)?;
        Ok(self.exprs.split_off(start))
    }

    /// What is passed for a parameter. The operands are the values.
    fn arg(&mut self) -> Decoded<(String, OpArg)> {
        let name = self.name()?;
        let arg = match self.byte()? {
            0 => OpArg::Buffer(self.name()?),
            1 => OpArg::Value(Expr::LitU32(0)),
            other => return Err(WireErrorKind::UnknownTag("kind of argument", other)),
        };
        Ok((name, arg))
    }

    fn body(&mut self, count: u32) -> Decoded<Vec<Node>> {
        let start = self.nodes.len().checked_sub(count as usize).ok_or(WireErrorKind::Unbalanced)?;
        Ok(self.nodes.split_off(start))
    }

    fn item(&mut self) -> Decoded<()> {
        let tag = self.byte()?;
        if tag >= LET {
            let node = self.node(tag)?;
            self.nodes.push(node);
        } else {
            let expr = self.expr(tag)?;
            self.exprs.push(expr);
        }
        Ok(())
    }

    fn expr(&mut self, tag: u8) -> Decoded<Expr> {
        Ok(match tag {
            LIT_U32 => Expr::LitU32(self.number()?),
            LIT_I32 => {
                let zigzag = self.number()?;
                Expr::LitI32((zigzag >> 1) as i32 ^ -((zigzag & 1) as i32))
            }
            LIT_FALSE => Expr::LitBool(false),
            LIT_TRUE => Expr::LitBool(true),
            LIT_F32 => Expr::LitF32(f32::from_bits(self.number()?)),
            LIT_F64 => {
                let (low, high) = (self.number()?, self.number()?);
                Expr::LitF64(f64::from_bits(u64::from(low) | u64::from(high) << 32))
            }
            VAR => Expr::Var(self.name()?),
            LOAD => Expr::Load { buffer: self.name()?, index: self.operand()? },
            LOAD_BYTE => Expr::LoadByte { buffer: self.name()?, index: self.operand()? },
            LOAD_WORD => Expr::LoadWord { buffer: self.name()?, index: self.operand()? },
            ATOMIC_LOAD => Expr::AtomicLoad { buffer: self.name()?, index: self.operand()? },
            BUF_LEN => Expr::BufLen { buffer: self.name()? },
            TENSOR_LOAD => Expr::TensorLoad { tensor: self.name()?, indices: self.operands()? },
            TENSOR_DIM => Expr::TensorDim { tensor: self.name()?, axis: self.number()? },
            INVOCATION_ID => Expr::InvocationId { axis: self.number()? },
            WORKGROUP_ID => Expr::WorkgroupId { axis: self.number()? },
            LOCAL_ID => Expr::LocalId { axis: self.number()? },
            BIN_OP => {
                let tag = self.byte()?;
                let op = BinOp::from_tag(tag).ok_or(WireErrorKind::UnknownTag("binary operator", tag))?;
                let (right, left) = (self.operand()?, self.operand()?);
                Expr::BinOp { op, left, right }
            }
            UN_OP => {
                let tag = self.byte()?;
                let op = UnOp::from_tag(tag).ok_or(WireErrorKind::UnknownTag("unary operator", tag))?;
                Expr::UnOp { op, operand: self.operand()? }
            }
            CALL => {
                let (op_id, args) = (self.name()?, self.operands()?);
                (self.call)(op_id, args)
            }
            SELECT => {
                let (otherwise, then, cond) = (self.operand()?, self.operand()?, self.operand()?);
                Expr::Select { cond, then, otherwise }
            }
            MUL_ADD => {
                let (c, b, a) = (self.operand()?, self.operand()?, self.operand()?);
                Expr::FMulAdd { a, b, c }
            }
            CAST => Expr::Cast { target: self.data_type()?, value: self.operand()? },
            COMPONENT => Expr::Component { index: self.number()?, value: self.operand()? },
            COMPOSE => Expr::Compose { target: self.data_type()?, parts: self.operands()? },
            ATOMIC | ATOMIC_EXPECTED => {
                let op_tag = self.byte()?;
                let op = AtomicOp::from_tag(op_tag);
                let op = op.ok_or(WireErrorKind::UnknownTag("atomic operator", op_tag))?;
                let buffer = self.name()?;
                let value = self.operand()?;
                let expected = if tag == ATOMIC_EXPECTED { Some(self.operand()?) } else { None };
                Expr::Atomic { op, buffer, index: self.operand()?, expected, value }
            }
            _ => return Err(WireErrorKind::UnknownTag("expression", tag)),
        })
    }

    fn node(&mut self, tag: u8) -> Decoded<Node> {
        Ok(match tag {
            LET => Node::Let { name: self.name()?, value: *self.operand()? },
            ASSIGN => Node::Assign { name: self.name()?, value: *self.operand()? },
            STORE => {
                let (buffer, value) = (self.name()?, self.operand()?);
                Node::Store { buffer, index: *self.operand()?, value: *value }
            }
            ATOMIC_STORE => {
                let (buffer, value) = (self.name()?, self.operand()?);
                Node::AtomicStore { buffer, index: *self.operand()?, value: *value }
            }
            STORE_BYTE => {
                let (buffer, value) = (self.name()?, self.operand()?);
                Node::StoreByte { buffer, index: *self.operand()?, value: *value }
            }
            STORE_WORD => {
                let (buffer, value) = (self.name()?, self.operand()?);
                Node::StoreWord { buffer, index: *self.operand()?, value: *value }
            }
            CALL_OP => {
                let op_id = self.name()?;
                let mut args = (0..self.length()?).map(|_| self.arg()).collect::<Decoded<Vec<_>>>()?;
                let values = args.iter_mut().filter_map(|(_, arg)| match arg {
                    OpArg::Value(value) => Some(value),
                    OpArg::Buffer(_) => None,
                });
                let values: Vec<&mut Expr> = values.collect();
                let operands = self.last(values.len())?;
                values.into_iter().zip(operands).for_each(|(value, operand)| *value = operand);
                Node::CallOp { op_id, args }
            }
            IF => {
                let (then, otherwise) = (self.number()?, self.number()?);
                let otherwise = self.body(otherwise)?;
                Node::If { cond: *self.operand()?, then: self.body(then)?, otherwise }
            }
            LOOP => {
                let (var, count) = (self.name()?, self.number()?);
                let (body, to, from) = (self.body(count)?, self.operand()?, self.operand()?);
                Node::Loop { var, from: *from, to: *to, body }
            }
            BREAK => Node::Break,
            CONTINUE => Node::Continue,
            RETURN => Node::Return,
            BLOCK => {
                let count = self.number()?;
                Node::Block(self.body(count)?)
            }
            BARRIER => Node::Barrier,
            TENSOR_STORE => {
                let (tensor, count) = (self.name()?, self.number()? as usize);
                let mut rest = self.last(count.saturating_sub(MAX_TENSOR_RANK))?;
                let value = *self.operand()?;
                let mut indices = self.last(count.min(MAX_TENSOR_RANK))?;
                indices.append(&mut rest);
                Node::TensorStore { tensor, indices, value }
            }
            ASSERT => Node::Assert { message: self.name()?, cond: *self.operand()? },
            COLLECTIVE | COLLECTIVE_OF => {
                let (name, op_tag) = (self.name()?, self.byte()?);
                let op = CollectiveOp::from_tag(op_tag);
                let op = op.ok_or(WireErrorKind::UnknownTag("collective", op_tag))?;
                let id = if tag == COLLECTIVE_OF { Some(*self.operand()?) } else { None };
                Node::Collective { name, op, value: *self.operand()?, id }
            }
            UNIFORM_LOAD => {
                let (name, buffer) = (self.name()?, self.name()?);
                Node::UniformLoad { name, buffer, index: *self.operand()? }
            }
            _ => return Err(WireErrorKind::UnknownTag("statement", tag)),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn sample() -> Program {
        let buffers = vec![
            BufferDecl::read("a", 0, DataType::U32),
            BufferDecl::read("bytes", 1, DataType::Bytes),
            BufferDecl::read_write("out", 2, DataType::U32),
            BufferDecl::workgroup("tile", 64, DataType::Vec4U32),
            BufferDecl::workgroup_atomic("counts", 16),
            BufferDecl::tensor(
                "t",
                3,
                BufferAccess::ReadWrite,
                TensorType::row_major(DataType::F32, [Dim::Dynamic("M"), Dim::Static(4)]),
            )
            .strided_by_launch(),
        ];
        let i = || Expr::var("i");
        let sum = BinOp::ALL.iter().fold(Expr::load("a", i()), |left, op| Expr::binary(*op, left, i()));
        let sum = UnOp::ALL.iter().fold(sum, |operand, op| Expr::unary(*op, operand));
        let parts = vec![i(), Expr::local_id(1), Expr::workgroup_id(2), Expr::buf_len("a")];
        let entry = vec![
            Node::let_bind("i", Expr::invocation_id(0)),
            Node::let_bind("v", Expr::compose(DataType::Vec4U32, parts)),
            Node::if_else(
                i().lt(Expr::buf_len("out")),
                vec![Node::store("out", i(), sum), Node::assign("i", Expr::component(Expr::var("v"), 3))],
                vec![Node::Barrier, Node::Block(vec![Node::Return])],
            ),
            Node::for_range("k", 0, 10u32, vec![Node::Break, Node::Continue]),
            Node::let_bind("min", Expr::cast(DataType::U32, Expr::i32(i32::MIN))),
            Node::let_bind(
                "b",
                Expr::select(true, Expr::load_byte("bytes", 1u32), Expr::load_word("bytes", 2u32)),
            ),
            Node::let_bind("c", Expr::call("some.op", vec![Expr::u32(u32::MAX), Expr::from(false)])),
            Node::let_bind("old", Expr::compare_exchange("out", 0u32, 1u32, 2u32)),
            Node::let_bind("older", Expr::atomic(AtomicOp::Xor, "out", 0u32, 1u32)),
            Node::atomic_store("counts", 1u32, Expr::atomic_load("out", 0u32)),
            Node::collective("sum", CollectiveOp::InclusiveSum, i()),
            Node::broadcast("first", Expr::var("sum"), 3u32),
            Node::uniform_load("flag", "counts", 0u32),
            Node::assert(i().lt(7u32), "below \"seven\""),
            Node::tensor_store(
                "t",
                [i(), Expr::tensor_dim("t", 1)],
                Expr::tensor_load("t", [Expr::u32(1), i()]),
            ),
            Node::store_byte("bytes", i(), 255u32),
            Node::store_word("bytes", 1u32, i()),
            Node::call_op(
                "some.op",
                [("a", OpArg::value(1u32)), ("to", OpArg::buffer("out")), ("b", OpArg::value(i()))],
            ),
            Node::call_op("some.op", (0..20u32).map(|n| (format!("p{n}"), OpArg::value(n)))),
            // More indices than a tensor can have are no valid program, and are kept.
            Node::tensor_store("t", (0..12u32).map(Expr::u32), Expr::tensor_load("t", [0u32; 0])),
        ];
        Program::new(buffers, [8, 4, 2], entry)
    }

    #[test]
    fn a_program_of_every_kind_comes_back() {
        let program = sample();
        assert!(Program::from_wire(&program.to_wire()).unwrap() == program);
    }

    #[test]
    fn every_truncation_is_an_error() {
        let wire = sample().to_wire();
        for end in 0..wire.len() {
            assert!(Program::from_wire(&wire[..end]).is_err(), "{end} bytes of {}", wire.len());
        }
    }

    #[test]
    fn every_changed_byte_gives_an_error_or_another_program() {
        let wire = sample().to_wire();
        for at in 0..wire.len() {
            for bit in 0..8 {
                let mut changed = wire.clone();
                changed[at] ^= 1 << bit;
                if let Ok(program) = Program::from_wire(&changed) {
                    assert!(Program::from_wire(&program.to_wire()).unwrap() == program);
                }
            }
        }
    }

    #[test]
    fn errors_name_the_byte_and_the_reason() {
        let kind = |wire: &[u8]| Program::from_wire(wire).unwrap_err().kind;
        assert_eq!(kind(b"GIF89a"), WireErrorKind::NotVyre);
        assert_eq!(kind(b"VYRE\x03"), WireErrorKind::Version(3));
        assert_eq!(kind(b"VYRE\x01\x01\x01\x01\xff\xff\xff\xff\x0f"), WireErrorKind::Truncated);
        assert_eq!(kind(b"VYRE\x01\xff\xff\xff\xff\x1f"), WireErrorKind::NumberTooLarge);
        assert_eq!(kind(b"VYRE\x01\x01\x01\x01\x01\x01\xff"), WireErrorKind::NotUtf8);
        assert_eq!(kind(b"VYRE\x01\x01\x01\x01\0\0\x01\x3f"), WireErrorKind::UnknownTag("expression", 0x3f));
        assert_eq!(kind(b"VYRE\x01\x01\x01\x01\0\0\x01\xff"), WireErrorKind::UnknownTag("statement", 0xff));
        assert_eq!(kind(b"VYRE\x01\x01\x01\x01\0\0\x01\x0f"), WireErrorKind::Unbalanced);
        assert_eq!(kind(b"VYRE\x01\x01\x01\x01\0\0\x01\x02"), WireErrorKind::Unbalanced);
        assert_eq!(kind(b"VYRE\x01\x01\x01\x01\0\0\x01\x04\x00"), WireErrorKind::UnknownString(0));
        assert_eq!(kind(b"VYRE\x01\x01\x01\x01\0\0\0\0"), WireErrorKind::TrailingBytes);
        let error = Program::from_wire(b"VYRE\x01\x01\x01\x01\0\0\0\0").unwrap_err();
        assert_eq!(error.to_string(), "wire form, byte 11: bytes after the end");
    }
}
