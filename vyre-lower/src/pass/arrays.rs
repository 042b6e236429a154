//! Local arrays into variables: an array all of whose indices are constant becomes a local for each element that is used, and so does a small one of which
//! some are not, where the target chooses among variables sooner than it finds an element in memory.
//!
//! The array's declaration stays, because buffers are named by their position; a printer declares no array that nothing
//! accesses.

use super::rename::{Renames, Rewrite};
use crate::build::Builder;
use crate::form::*;
use crate::{Lowered, Origin, Target};
use rustc_hash::FxHashMap as HashMap;
use std::sync::Arc;
use vyre_ir::{BinOp, BufferAccess, BufferDecl, Registry, Type};

/// Turns arrays into variables.
pub(super) fn run(form: &mut Lowered, target: &Target) -> bool {
    let uses = uses_of(form);
    let is_fixed: Vec<bool> = uses.iter().map(|uses| matches!(uses, Some(0))).collect();
    let is_chosen = |(buffer, uses): (&BufferDecl, &Option<u32>)| {
        let choices = uses.map_or(0, |uses| uses.saturating_mul(buffer.count));
        choices > 0 && buffer.count <= target.most_chosen && choices <= target.most_choices
    };
    let is_chosen: Vec<bool> = form.buffers.iter().zip(&uses).map(is_chosen).collect();
    let mut is_changed = false;
    if is_fixed.contains(&true) {
        let body = std::mem::take(&mut form.body);
        let mut arrays = Arrays { form, is_fixed, elements: HashMap::default() };
        let body = arrays.block(body);
        is_changed = !arrays.elements.is_empty();
        form.body = body;
    }
    if is_chosen.contains(&true) {
        choose(form, &is_chosen, target);
        is_changed = true;
    }
    is_changed
}

/// How many accesses to each local array have an index that is not constant; nothing for other buffers.
fn uses_of(form: &Lowered) -> Vec<Option<u32>> {
    let is_local = |decl: &BufferDecl| (decl.access == BufferAccess::Private).then_some(0);
    let mut uses: Vec<Option<u32>> = form.buffers.iter().map(is_local).collect();
    walk(&form.body, &mut |stmt| {
        let (access, is_plain) = match stmt {
            Stmt::Eval(id) => (form[*id].op.access(), matches!(form[*id].op, Op::Load(_))),
            Stmt::Store { access, .. } => (Some(access), true),
            _ => return,
        };
        let Some(access) = access else { return };
        if !is_plain || access.unit != Unit::Element {
            uses[access.buffer.index()] = None;
        }
        // A constant past the end is for `fold`.
        let is_inside = |index| index < form[access.buffer].count;
        if let Some(uses) = &mut uses[access.buffer.index()]
            && !form.as_u32(access.index).is_some_and(is_inside)
        {
            *uses += 1;
        }
    });
    uses
}

struct Arrays<'a> {
    form: &'a mut Lowered,
    /// Whether a buffer is a local array all of whose indices are constant.
    is_fixed: Vec<bool>,
    elements: HashMap<(BufferId, u32), LocalId>,
}

impl Arrays<'_> {
    fn block(&mut self, block: Block) -> Block {
        block.into_iter().map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&mut self, mut stmt: Stmt) -> Stmt {
        match stmt {
            Stmt::Eval(id) => {
                if let Op::Load(access) = self.form[id].op
                    && let Some(local) = self.element(access)
                {
                    self.form[id].op = Op::Read(local);
                }
            }
            Stmt::Store { access, value, origin } => {
                if let Some(local) = self.element(access) {
                    return Stmt::Set { local, value, origin };
                }
            }
            _ => {
                for block in stmt.blocks_mut() {
                    *block = self.block(std::mem::take(block));
                }
            }
        }
        stmt
    }

    /// The variable that an element becomes.
    fn element(&mut self, access: Access) -> Option<LocalId> {
        let index = self.form.as_u32(access.index).filter(|_| self.is_fixed[access.buffer.index()])?;
        let decl = &self.form.buffers[access.buffer.index()];
        let locals = &mut self.form.locals;
        let local = self.elements.entry((access.buffer, index)).or_insert_with(|| {
            let name = Some(Arc::from(format!("{}_{index}", decl.name)));
            locals.push(Local { name, ty: decl.element.element_type() });
            LocalId(locals.len() as u32 - 1)
        });
        Some(*local)
    }
}

/// Makes a variable of each element of these arrays, and of an access a choice among them.
fn choose(form: &mut Lowered, is_chosen: &[bool], target: &Target) {
    let body = std::mem::take(&mut form.body);
    let renames = Renames::new(form);
    let mut builder = Builder::again(std::mem::take(form), Registry::standard(), *target);
    let elements = (0..is_chosen.len()).map(|at| {
        let BufferDecl { name, element, count, .. } = builder.form.buffers[at].clone();
        let count = if is_chosen[at] { count } else { 0 };
        let locals =
            (0..count).map(|at| builder.local(Some(&format!("{name}_{at}")), element.element_type()));
        locals.collect()
    });
    let elements = elements.collect();
    let mut choices = Choices { builder, renames, elements };
    choices.block(body);
    *form = choices.builder.finish();
}

struct Choices {
    builder: Builder<'static>,
    renames: Renames,
    /// The variables of each buffer that becomes some.
    elements: Vec<Vec<LocalId>>,
}

impl Rewrite for Choices {
    fn parts(&mut self) -> (&mut Builder<'static>, &mut Renames) {
        (&mut self.builder, &mut self.renames)
    }

    fn value(&mut self, id: InstId) -> Option<InstId> {
        let Inst { op, ty, origin, .. } = self.builder.form[id].clone();
        match op {
            Op::Load(access) if self.is_chosen(access) => Some(self.load(access, ty, origin)),
            _ => None,
        }
    }

    fn replaces(&mut self, stmt: &Stmt) -> bool {
        match *stmt {
            Stmt::Store { access, value, origin } if self.is_chosen(access) => {
                self.store(access, value, origin);
                true
            }
            _ => false,
        }
    }
}

impl Choices {
    fn is_chosen(&self, access: Access) -> bool {
        !self.elements[access.buffer.index()].is_empty()
    }

    /// The variable of an index that is constant.
    fn fixed(&self, access: Access) -> Option<LocalId> {
        let at = self.builder.form.as_u32(access.index)?;
        self.elements[access.buffer.index()].get(at as usize).copied()
    }

    /// The variable of that index, or zero where there is none.
    fn load(&mut self, access: Access, ty: Type, origin: Origin) -> InstId {
        if let Some(local) = self.fixed(access) {
            return self.builder.read(local, origin);
        }
        let locals = self.elements[access.buffer.index()].clone();
        // Each bit of the index halves what it may be.
        let mut values: Vec<InstId> = locals.iter().map(|local| self.builder.read(*local, origin)).collect();
        let mut bit = 1;
        while values.len() > 1 {
            let of_bit = self.builder.constant(U32, [bit, 0, 0, 0]);
            let of_bit = self.builder.binary(BinOp::BitAnd, access.index, of_bit, origin);
            let is_set = self.builder.truth(of_bit, origin);
            let halves = values.chunks(2).map(|pair| match *pair {
                [even, odd] => self.builder.eval(Op::Select(is_set, odd, even), ty, origin),
                _ => pair[0],
            });
            values = halves.collect();
            bit *= 2;
        }
        let zero = self.builder.constant(ty, [0; 4]);
        match (values.first(), access.guard) {
            (None, _) => zero,
            (Some(value), Guard::Proven(_)) => *value,
            (Some(value), Guard::Checked) => {
                let count = self.builder.constant(U32, [locals.len() as u32, 0, 0, 0]);
                let is_inside = self.builder.binary(BinOp::Lt, access.index, count, origin);
                let is_inside = self.builder.truth(is_inside, origin);
                self.builder.eval(Op::Select(is_inside, *value, zero), ty, origin)
            }
        }
    }

    /// Gives the variable of that index a value.
    fn store(&mut self, access: Access, value: InstId, origin: Origin) {
        if let Some(local) = self.fixed(access) {
            return self.builder.push(Stmt::Set { local, value, origin });
        }
        let locals = self.elements[access.buffer.index()].clone();
        // To choose between the old value and the new one for each took the same on an H200.
        for (at, local) in locals.into_iter().enumerate() {
            let cond = self.is(access.index, at, origin);
            let then = vec![Stmt::Set { local, value, origin }];
            self.builder.push(Stmt::If { cond, then, otherwise: Block::new(), origin });
        }
    }

    /// Whether an index is this number.
    fn is(&mut self, index: InstId, at: usize, origin: Origin) -> InstId {
        let number = self.builder.constant(U32, [at as u32, 0, 0, 0]);
        let is_it = self.builder.binary(BinOp::Eq, index, number, origin);
        self.builder.truth(is_it, origin)
    }
}
