//! The parameters of a kernel: buffers, and values in lanes of the parameter block.

use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Base, Buffer, Expr, Kind, LocalId, Stmt, View};
use crate::signature::{self, Param, Passing};
use crate::types::Ty;
use vyre_ir::{BinOp, BufferDecl, DataType, Problem};

impl Checker<'_> {
    /// Declares the parameters. Gives the scalars with their lanes, and the number of lanes.
    pub(super) fn params(&mut self, params: &[Param]) -> (Vec<(LocalId, u32, Area)>, u32) {
        let (mut scalars, mut lanes, mut binding) = (Vec::new(), 0, 0);
        for param in params {
            let name = plain(&param.name);
            let is_duplicate = self.scopes.last().is_some_and(|scope| scope.contains_key(&name));
            if is_duplicate {
                let problem = Problem::DuplicateBuffer { name: name.clone() };
                self.errors.report_rule(param.area, &problem, None);
            }
            let data = |ty: Ty| ty.data().unwrap_or(DataType::U32);
            let storage = |decl: BufferDecl, ty: Ty| Buffer {
                is_atomic: matches!(param.passing, Passing::Atomic(_)),
                is_signed: param.passing == Passing::Atomic(Ty::I32),
                is_single: param.is_single,
                ..Buffer::new(decl, param.area, ty)
            };
            let whole = param.whole.as_ref().filter(|_| param.passing != Passing::Unknown);
            let whole = whole.map(|ty| self.written_type(ty).unwrap_or(Ty::Error));
            let is_packed = |ty: Ty| ty.is_narrow() || whole.is_some_and(|whole| self.infer.is_packed(whole));
            let entity = match param.passing {
                Passing::Read(ty) | Passing::Write(ty) | Passing::Uniform(ty) if is_packed(ty) => {
                    let decl = match param.passing {
                        Passing::Uniform(_) => BufferDecl::uniform(&name, binding, DataType::Bytes),
                        // The IR has no stores of bytes: the words are written, by atomics.
                        Passing::Write(_) => BufferDecl::read_write(&name, binding, DataType::U32),
                        _ => BufferDecl::read(&name, binding, DataType::Bytes),
                    };
                    lanes += 1;
                    self.buffer(Buffer { packed_length: Some(lanes - 1), ..storage(decl, ty) })
                }
                Passing::Unknown => Entity::Poisoned,
                _ if whole == Some(Ty::Error) => {
                    binding += u32::from(param.passing.is_bound());
                    Entity::Poisoned
                }
                Passing::Scalar(ty) => {
                    let ty = whole.unwrap_or(ty);
                    let local = self.local(&name, ty, param.is_mutable);
                    self.declared.insert(local, param.area);
                    scalars.push((local, lanes, param.area));
                    lanes += self.infer.lanes(ty);
                    Entity::Local(local)
                }
                Passing::Read(ty) => self.buffer(storage(BufferDecl::read(&name, binding, data(ty)), ty)),
                Passing::Uniform(ty) => {
                    self.buffer(storage(BufferDecl::uniform(&name, binding, data(ty)), ty))
                }
                Passing::Write(ty) => {
                    self.buffer(storage(BufferDecl::read_write(&name, binding, data(ty)), ty))
                }
                Passing::Atomic(values) => {
                    let bits = signature::atomic_bits(values);
                    self.buffer(storage(BufferDecl::read_write(&name, binding, data(bits)), bits))
                }
            };
            if let Entity::Buffer(buffer) = entity {
                binding += 1;
                let known = &mut self.buffers[buffer];
                known.ty = whole.unwrap_or(known.ty);
                // The length of an array of lanes may be a constant, whose value the signature does not say.
                if let Some(lanes) = whole.filter(|ty| ty.vector_lanes().is_some()).and_then(Ty::data) {
                    known.decl.element = lanes;
                }
            }
            // Which of two parameters a name means is unknown.
            let entity = if is_duplicate { Entity::Poisoned } else { entity };
            self.scopes.last_mut().map(|scope| scope.insert(name, entity));
        }
        (scalars, lanes)
    }

    /// Says how long the arrays are that buffers have as elements, once the constant parameters are known.
    pub(super) fn rows_of_params(&mut self, params: &[Param]) {
        for param in params {
            let Some(rows) = &param.rows else { continue };
            let Some(Entity::Buffer(buffer)) = self.lookup(&plain(&param.name)) else { continue };
            let lengths: Vec<Expr> = rows.lengths.iter().map(|length| self.length(length)).collect();
            let Some((known, dependent, lengths)) = self.dimensions(lengths) else {
                self.declare(&param.name, Entity::Poisoned);
                continue;
            };
            let expr = |kind| Expr { kind, ty: Ty::U32, area: param.area };
            let row = dependent.unwrap_or_else(|| expr(Kind::Literal(known.into())));
            let (left, right) = (Box::new(expr(Kind::Len(buffer))), Box::new(row));
            let count = expr(Kind::Binary { op: BinOp::Div, left, right });
            self.buffers[buffer].dimensions = std::iter::once(count).chain(lengths).collect();
        }
    }

    /// Notes how many elements `&[T; N]` has, and makes a slice of that length of it, as functions have.
    pub(super) fn counts_of_params(&mut self, params: &[Param]) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for param in params {
            let Some(count) = &param.count else { continue };
            let Some(Entity::Buffer(buffer)) = self.lookup(&plain(&param.name)) else { continue };
            let count = self.length(count);
            let Some((known, area, dependent)) = self.array_length(count) else {
                self.declare(&param.name, Entity::Poisoned);
                continue;
            };
            let is_known = dependent.is_none();
            let literal = Expr { kind: Kind::Literal(known.into()), ty: Ty::U32, area };
            self.buffers[buffer].exact = Some(dependent.unwrap_or(literal));
            if !is_known {
                continue;
            }
            let of = &self.buffers[buffer];
            let (decl, ty, is_atomic, is_signed) = (of.decl.clone(), of.ty, of.is_atomic, of.is_signed);
            let slice = self.slice(decl, ty, is_atomic, param.area);
            self.buffers[slice].is_signed = is_signed;
            self.lengths.insert(slice, known);
            let base = Base::Buffer(buffer);
            self.begin_slice(slice, View { base, cuts: Vec::new() }, base, param.area, &mut stmts);
            self.declare(&param.name, Entity::Buffer(slice));
        }
        stmts
    }

    /// Makes local arrays of the parameters that are arrays by value, if the body takes slices of them.
    pub(super) fn arrays_of_params(&mut self, params: &[Param], body: &syn::Block) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for param in params {
            if let Some(Entity::Local(local)) = self.lookup(&plain(&param.name))
                && let Some(array) = self.param_in_memory((&param.name, local), body, &mut stmts)
            {
                self.declare(&param.name, array);
            }
        }
        stmts
    }
}
