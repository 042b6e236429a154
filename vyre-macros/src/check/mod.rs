//! Names and types, in Rust's terms: syn's tree becomes the typed tree of [`hir`](crate::hir).
//!
//! `expr` holds operators, places and control flow, `call` functions and methods, `unsupported` the constructs
//! that the language leaves out. An erroneous expression has the type `Error`, which agrees with everything, so
//! one mistake gives one error.

mod call;
mod expr;
mod unsupported;

use crate::diagnostics::{Area, Errors};
use crate::hir::{Block, Buffer, BufferId, Expr, Id, Kernel, Kind, Local, LocalId, Stmt};
use crate::signature::{Param, Passing};
use crate::types::{Inference, Ty};
use std::collections::HashMap;
use syn::spanned::Spanned;
use vyre_ir::{BufferDecl, DataType, Problem};

/// What a name means.
#[derive(Clone, Copy)]
enum Entity {
    Local(LocalId),
    Buffer(BufferId),
    Const(u32),
    /// A variable that holds a whole id.
    Ids(Ids),
    /// A name whose declaration is erroneous.
    Poisoned,
}

/// A value with an `x`, a `y` and a `z`.
#[derive(Clone, Copy)]
enum Ids {
    Grid(Id),
    WorkgroupSize,
}

pub(crate) struct Checker<'e> {
    errors: &'e mut Errors,
    infer: Inference,
    locals: Vec<Local>,
    buffers: Vec<Buffer>,
    scopes: Vec<HashMap<String, Entity>>,
    loops: usize,
    workgroup_size: [u32; 3],
}

/// Checks a kernel's body.
pub(crate) fn check(
    params: &[Param],
    body: &syn::Block,
    workgroup_size: [u32; 3],
    errors: &mut Errors,
) -> Kernel {
    let mut checker = Checker {
        errors,
        infer: Inference::default(),
        locals: Vec::new(),
        buffers: Vec::new(),
        scopes: vec![HashMap::new()],
        loops: 0,
        workgroup_size,
    };
    let (scalars, lanes) = checker.params(params);
    checker.scopes.push(HashMap::new());
    let body = checker.statements(body);
    if let Some(tail) = &body.tail {
        checker.demand_unit(tail, "a kernel returns nothing", "end the statement with `;`");
    }
    Kernel { buffers: checker.buffers, locals: checker.locals, scalars, lanes, body }
}

/// A name as the IR has it: without `r#`.
fn plain(ident: &syn::Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(str::to_string).unwrap_or(text)
}

impl Checker<'_> {
    /// Declares the parameters. Gives the scalars with their lanes, and the number of lanes.
    fn params(&mut self, params: &[Param]) -> (Vec<(LocalId, u32, Area)>, u32) {
        let (mut scalars, mut lanes, mut binding) = (Vec::new(), 0, 0);
        for param in params {
            let name = plain(&param.name);
            if self.scopes[0].contains_key(&name) {
                let problem = Problem::DuplicateBuffer { name: name.clone() };
                self.errors.report_rule(param.area, &problem, None);
            }
            let storage = |decl: BufferDecl| Buffer {
                decl,
                area: param.area,
                is_atomic: param.passing == Passing::Atomic,
                byte_length: None,
            };
            let entity = match param.passing {
                Passing::Unknown => Entity::Poisoned,
                Passing::Scalar => {
                    let local = self.local(&name, Ty::U32, param.is_mutable);
                    scalars.push((local, lanes, param.area));
                    lanes += 1;
                    Entity::Local(local)
                }
                Passing::Read(element) => {
                    self.buffer(storage(BufferDecl::read(&name, binding, element)))
                }
                Passing::Write(element) => {
                    self.buffer(storage(BufferDecl::read_write(&name, binding, element)))
                }
                Passing::Atomic => {
                    self.buffer(storage(BufferDecl::read_write(&name, binding, DataType::U32)))
                }
                Passing::Bytes => {
                    let mut buffer = storage(BufferDecl::read(&name, binding, DataType::Bytes));
                    buffer.byte_length = Some(lanes);
                    lanes += 1;
                    self.buffer(buffer)
                }
            };
            if let Entity::Buffer(_) = entity {
                binding += 1;
            }
            self.scopes[0].insert(name, entity);
        }
        (scalars, lanes)
    }

    fn local(&mut self, name: &str, ty: Ty, is_mutable: bool) -> LocalId {
        self.locals.push(Local { name: name.to_string(), ty, is_mutable, is_induction: false });
        self.locals.len() - 1
    }

    fn buffer(&mut self, buffer: Buffer) -> Entity {
        self.buffers.push(buffer);
        Entity::Buffer(self.buffers.len() - 1)
    }

    fn declare(&mut self, name: &syn::Ident, entity: Entity) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(plain(name), entity);
        }
    }

    fn lookup(&self, name: &str) -> Option<Entity> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    /// A block in a scope of its own.
    fn block(&mut self, block: &syn::Block) -> Block {
        self.scopes.push(HashMap::new());
        let block = self.statements(block);
        self.scopes.pop();
        block
    }

    fn statements(&mut self, block: &syn::Block) -> Block {
        let mut stmts = Vec::new();
        let mut tail = None;
        for (at, stmt) in block.stmts.iter().enumerate() {
            match stmt {
                syn::Stmt::Local(local) => self.let_statement(local, &mut stmts),
                syn::Stmt::Item(item) => self.item(item),
                syn::Stmt::Macro(stmt) => unsupported::macro_call(&stmt.mac, self.errors),
                syn::Stmt::Expr(expr, semicolon) => {
                    let checked = self.expr(expr);
                    if semicolon.is_none() && at + 1 == block.stmts.len() {
                        tail = Some(Box::new(checked));
                        continue;
                    }
                    if semicolon.is_none() {
                        self.demand_unit(&checked, "this value is not used", "end the statement with `;`");
                    }
                    stmts.push(Stmt::Expr(checked));
                }
            }
        }
        Block { stmts, tail }
    }

    fn let_statement(&mut self, local: &syn::Local, stmts: &mut Vec<Stmt>) {
        let Some(init) = &local.init else {
            self.poison(&local.pat);
            let problem = "a variable is declared without a value";
            return self.errors.report(Area::of(&local.pat), problem, "give it one: `let x = 0;`");
        };
        if let Some((token, _)) = &init.diverge {
            self.poison(&local.pat);
            let problem = "kernels have no `let ... else`";
            return self.errors.report(token.span(), problem, "use `if`");
        }
        self.bind(&local.pat, &init.expr, None, stmts);
    }

    /// Binds a pattern to an expression. `ty` is the type that is written beside it.
    fn bind(&mut self, pat: &syn::Pat, value: &syn::Expr, ty: Option<&syn::Type>, stmts: &mut Vec<Stmt>) {
        match (pat, value) {
            (syn::Pat::Type(pat), _) => self.bind(&pat.pat, value, Some(&pat.ty), stmts),
            (syn::Pat::Paren(pat), _) => self.bind(&pat.pat, value, ty, stmts),
            (pat, syn::Expr::Paren(value)) => self.bind(pat, &value.expr, ty, stmts),
            (syn::Pat::Tuple(pats), syn::Expr::Tuple(values)) if pats.elems.len() == values.elems.len() => {
                // Every value is evaluated before the first name is bound.
                let names = values.elems.iter().map(|value| (value, self.expr(value))).collect::<Vec<_>>();
                for (pat, (_, value)) in pats.elems.iter().zip(names) {
                    self.bind_checked(pat, value, None, stmts);
                }
            }
            (syn::Pat::Ident(name), _) if name.by_ref.is_none() && name.subpat.is_none() => {
                if let Some(entity) = self.whole(value) {
                    return self.declare(&name.ident, entity);
                }
                let value = self.expr(value);
                self.bind_checked(pat, value, ty, stmts);
            }
            _ => {
                let value = self.expr(value);
                self.bind_checked(pat, value, ty, stmts);
            }
        }
    }

    /// What a `let` binds that is no value: a whole id or a workgroup array.
    fn whole(&mut self, value: &syn::Expr) -> Option<Entity> {
        if let Some(ids) = self.ids(value) {
            return Some(Entity::Ids(ids));
        }
        self.workgroup_array(value)
    }

    fn bind_checked(
        &mut self,
        pat: &syn::Pat,
        value: Expr,
        ty: Option<&syn::Type>,
        stmts: &mut Vec<Stmt>,
    ) {
        match pat {
            syn::Pat::Type(inner) => self.bind_checked(&inner.pat, value, Some(&inner.ty), stmts),
            syn::Pat::Wild(_) => stmts.push(Stmt::Expr(value)),
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                let declared = ty.and_then(|ty| self.written_type(ty)).unwrap_or(value.ty);
                if self.infer.unify(declared, value.ty).is_none() {
                    let (expected, got) = (self.infer.resolve(declared), self.infer.resolve(value.ty));
                    let problem = format!("expected `{expected}`, got `{got}`");
                    self.errors.report(value.area, problem, "change the type or the value");
                }
                if let Ty::Unit = self.infer.resolve(value.ty) {
                    self.errors.report(value.area, "this expression has no value", "remove the `let`");
                }
                let area = Area::from(name.ident.span());
                let local = self.local(&plain(&name.ident), declared, name.mutability.is_some());
                self.declare(&name.ident, Entity::Local(local));
                stmts.push(Stmt::Let { local, value, area });
            }
            other => {
                let fix = "use a name, or a tuple of names beside a tuple of values";
                self.errors.report(Area::of(other), "kernels have no such pattern", fix);
            }
        }
    }

    /// Declares the names of a pattern whose `let` is erroneous.
    fn poison(&mut self, pat: &syn::Pat) {
        match pat {
            syn::Pat::Ident(name) => self.declare(&name.ident, Entity::Poisoned),
            syn::Pat::Type(inner) => self.poison(&inner.pat),
            syn::Pat::Paren(inner) => self.poison(&inner.pat),
            syn::Pat::Tuple(tuple) => tuple.elems.iter().for_each(|pat| self.poison(pat)),
            _ => {}
        }
    }

    /// The type that a user wrote.
    fn written_type(&mut self, ty: &syn::Type) -> Option<Ty> {
        let known = match ty {
            syn::Type::Path(path) => path.path.get_ident().and_then(|name| match name.to_string().as_str() {
                "u32" => Some(Ty::U32),
                "bool" => Some(Ty::Bool),
                _ => None,
            }),
            syn::Type::Paren(inner) => return self.written_type(&inner.elem),
            syn::Type::Infer(_) => return None,
            _ => None,
        };
        if known.is_none() {
            self.errors.report(Area::of(ty), "kernels have no values of this type yet", "use `u32` or `bool`");
        }
        Some(known.unwrap_or(Ty::Error))
    }

    fn item(&mut self, item: &syn::Item) {
        let syn::Item::Const(constant) = item else {
            return unsupported::item(item, self.errors);
        };
        let ty = self.written_type(&constant.ty);
        let value = self.expr(&constant.expr);
        if let Some(Ty::Bool) = ty {
            let problem = "a constant of a kernel is a `u32`";
            self.errors.report(Area::of(&constant.ty), problem, "use a `u32`");
        }
        let number = self.constant(&value);
        self.declare(&constant.ident, number.map_or(Entity::Poisoned, Entity::Const));
    }

    /// The value of an expression that must be constant; reports it otherwise.
    fn constant(&mut self, expr: &Expr) -> Option<u32> {
        if let Ty::Error = self.infer.resolve(expr.ty) {
            return None;
        }
        let value = expr.constant();
        if value.is_none() {
            self.errors.report(expr.area, "this value is not constant", "use literals and constants");
        }
        value
    }

    fn demand_unit(&mut self, expr: &Expr, problem: &str, fix: &str) {
        if !matches!(self.infer.resolve(expr.ty), Ty::Unit | Ty::Never | Ty::Error) {
            self.errors.report(expr.area, problem, fix);
        }
    }
}

impl Expr {
    /// An expression without a value.
    fn nothing(area: Area, ty: Ty) -> Expr {
        Expr { kind: Kind::Nothing, ty, area }
    }

    /// An erroneous expression.
    fn error(area: Area) -> Expr {
        Expr::nothing(area, Ty::Error)
    }

    /// The value, where it is known while the macro runs.
    fn constant(&self) -> Option<u32> {
        match &self.kind {
            Kind::Literal(value) => Some(*value),
            Kind::Unary { op, operand } => Some(op.eval(operand.constant()?)),
            Kind::Binary { op, left, right } => Some(op.eval(left.constant()?, right.constant()?)),
            _ => None,
        }
    }
}
