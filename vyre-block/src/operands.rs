//! What instructions use, set and change, as far as the compiler asks.

use super::inst::*;

/// What an instruction does with a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Use,
    Def,
}

impl Inst {
    /// Visits the registers with lanes that code refers to, apart from masks.
    pub(super) fn registers(&mut self, visit: &mut impl FnMut(&mut Reg, Role)) {
        let part = |part: &mut Part, role, visit: &mut dyn FnMut(&mut Reg, Role)| {
            if let Part::Lanes(reg) = part {
                visit(reg, role);
            }
        };
        match self {
            Inst::Map32x32 { dst, a, .. }
            | Inst::Map32x64 { dst, a, .. }
            | Inst::Map64x32 { dst, a, .. }
            | Inst::Map64x64 { dst, a, .. }
            | Inst::With32x32 { dst, a, .. }
            | Inst::With64x64 { dst, a, .. }
            | Inst::With64x32 { dst, a, .. }
            | Inst::With32x64 { dst, a, .. }
            | Inst::With32x64By32 { dst, a, .. }
            | Inst::Copy { dst, src: a, .. } => {
                visit(a, Role::Use);
                visit(dst, Role::Def);
            }
            Inst::Zip32x32x32 { dst, a, b, .. }
            | Inst::Zip64x64x64 { dst, a, b, .. }
            | Inst::Zip64x64x32 { dst, a, b, .. }
            | Inst::Zip32x64x64 { dst, a, b, .. }
            | Inst::Zip64x32x32 { dst, a, b, .. } => {
                visit(a, Role::Use);
                visit(b, Role::Use);
                visit(dst, Role::Def);
            }
            Inst::Pair { dst, a, b, c, .. } | Inst::Triple64 { dst, a, b, c, .. } => {
                [a, b, c].into_iter().for_each(|reg| visit(reg, Role::Use));
                visit(dst, Role::Def);
            }
            Inst::ScalarPair { dst, a, c, .. } | Inst::LongPair { dst, a, c, .. } => {
                [a, c].into_iter().for_each(|reg| visit(reg, Role::Use));
                visit(dst, Role::Def);
            }
            Inst::Tree(tree) => {
                tree.words[..tree.len].iter_mut().for_each(|reg| visit(reg, Role::Use));
                visit(&mut tree.dst, Role::Def);
            }
            Inst::Squares { dst, a, b, .. } => {
                visit(a, Role::Use);
                visit(b, Role::Use);
                dst.iter_mut().for_each(|dst| visit(dst, Role::Def));
            }
            Inst::Select32 { dst, cond, a, b, .. } | Inst::Select64 { dst, cond, a, b, .. } => {
                visit(cond, Role::Use);
                part(a, Role::Use, visit);
                part(b, Role::Use, visit);
                visit(dst, Role::Def);
            }
            Inst::Fill { dst, .. } | Inst::Linear { dst, .. } => visit(dst, Role::Def),
            Inst::Set { dst, src, .. } => {
                visit(src, Role::Use);
                visit(dst, Role::Use);
            }
            Inst::SetScalar { dst, .. } => visit(dst, Role::Use),
            Inst::Load { dst, access } => {
                access.registers(visit);
                dst.iter_mut().for_each(|dst| part(dst, Role::Def, visit));
            }
            Inst::Byte { dst, access } => {
                access.registers(visit);
                visit(dst, Role::Def);
            }
            Inst::Near(operation) => {
                for Source::Register(reg) | Source::Memory { through: reg, .. } in &mut operation.operands {
                    visit(reg, Role::Use);
                }
                if let Some(to) = &mut operation.to {
                    to.registers(visit);
                }
                visit(&mut operation.dst, Role::Def);
            }
            Inst::Transfer { to, through, .. } => {
                to.registers(visit);
                visit(through, Role::Def);
            }
            Inst::Store { value, access } => {
                access.registers(visit);
                value.iter_mut().for_each(|value| part(value, Role::Use, visit));
            }
            Inst::StorePart { value, access, .. } => {
                access.registers(visit);
                part(value, Role::Use, visit);
            }
            Inst::Atomic { dst, access, expected, value, .. } => {
                access.registers(visit);
                part(expected, Role::Use, visit);
                part(value, Role::Use, visit);
                if let Some(dst) = dst {
                    visit(dst, Role::Def);
                }
            }
            Inst::Collective { dst, value, id, .. } => {
                value.iter_mut().chain(id).for_each(|it| part(it, Role::Use, visit));
                dst.iter_mut().for_each(|dst| part(dst, Role::Def, visit));
            }
            Inst::If { cond: Cond::Lanes(cond), .. } => visit(cond, Role::Use),
            Inst::LoopTestLanes { below, .. } => match below {
                LoopBelow::Lanes { var, to } => {
                    visit(var, Role::Use);
                    visit(to, Role::Use);
                }
                LoopBelow::VarLanes { var: reg, .. } | LoopBelow::ToLanes { to: reg, .. } => {
                    visit(reg, Role::Use);
                }
            },
            Inst::LoopNext { var: Some(var), .. } => visit(var, Role::Use),
            Inst::Scalar(_)
            | Inst::If { cond: Cond::Linear(_) | Cond::Both(_), .. }
            | Inst::Else { .. }
            | Inst::EndIf { .. }
            | Inst::Otherwise { .. }
            | Inst::Rejoin { .. }
            | Inst::Branch { .. }
            | Inst::Jump(_)
            | Inst::SkipIfNone(_)
            | Inst::LoopStart { .. }
            | Inst::Pack { .. }
            | Inst::Unpack(_)
            | Inst::LoopTest { .. }
            | Inst::Continue { .. }
            | Inst::Break(_)
            | Inst::Return { .. }
            | Inst::LoopNext { var: None, .. }
            | Inst::LoopEnd { .. }
            | Inst::Barrier
            | Inst::End => {}
        }
    }

    /// Whether other lanes may be active behind the instruction, or it may go elsewhere.
    pub(super) fn changes_mask(&self) -> bool {
        matches!(
            self,
            Inst::If { .. }
                | Inst::Else { .. }
                | Inst::EndIf { .. }
                | Inst::Otherwise { .. }
                | Inst::Rejoin { .. }
                | Inst::Branch { .. }
                | Inst::Jump(_)
                | Inst::SkipIfNone(_)
                | Inst::LoopStart { .. }
                | Inst::Pack { .. }
                | Inst::Unpack(_)
                | Inst::LoopTest { .. }
                | Inst::LoopTestLanes { .. }
                | Inst::Continue { .. }
                | Inst::Break(_)
                | Inst::Return { .. }
                | Inst::LoopNext { .. }
                | Inst::LoopEnd { .. }
                | Inst::Barrier
                | Inst::Collective { .. }
                | Inst::End
        )
    }

    /// Whether the instruction may change memory.
    pub(super) fn stores(&self) -> bool {
        match self {
            Inst::Store { .. } | Inst::StorePart { .. } | Inst::Transfer { .. } | Inst::Atomic { .. } => true,
            Inst::Near(operation) => operation.to.is_some(),
            _ => false,
        }
    }

    /// The position that the instruction may go to, unless it is one that ends a loop.
    pub(super) fn target(&mut self) -> Option<&mut Target> {
        match self {
            Inst::If { otherwise: target, .. }
            | Inst::Else { end: target, .. }
            | Inst::Otherwise { end: target, .. }
            | Inst::Branch { otherwise: target, .. }
            | Inst::Jump(target)
            | Inst::SkipIfNone(target)
            | Inst::LoopTest { exit: target, .. }
            | Inst::LoopTestLanes { exit: target, .. }
            | Inst::Continue { target, .. }
            | Inst::Break(target)
            | Inst::Return { target }
            | Inst::LoopNext { exit: target, .. } => Some(target),
            _ => None,
        }
    }
}

impl Affine {
    /// The scalars that it is made of.
    pub(super) fn scalars(&self) -> impl Iterator<Item = Uni> {
        [self.base].into_iter().chain(self.c.into_iter().flatten())
    }
}

impl Access {
    /// The scalars that say which element is accessed.
    pub(super) fn scalars(&self) -> Vec<Uni> {
        match self.index {
            Index::Scalar(index) => vec![index],
            Index::Affine(value) => value.scalars().collect(),
            Index::Lanes(_) => Vec::new(),
        }
    }

    pub(super) fn registers(&mut self, visit: &mut impl FnMut(&mut Reg, Role)) {
        if let Index::Lanes(reg) = &mut self.index {
            visit(reg, Role::Use);
        }
    }
}
