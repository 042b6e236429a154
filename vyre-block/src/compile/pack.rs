//! Which loops may move the lanes that are still in them to the front: those in which nothing asks which lane is which invocation.

use super::super::inst::*;
use super::super::operands::Role;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Says of each loop what has to be moved with its lanes, and adds the registers for it. Says whether all loops that lanes may leave at
/// different times are such loops, and there is one.
pub(super) fn pack(insts: &mut [Inst], fixed: Reg, registers: &mut Vec<bool>) -> bool {
    let loops: Vec<(usize, usize)> = (insts.iter().enumerate())
        .filter_map(|(at, inst)| match inst {
            Inst::LoopNext { head, .. } => Some((*head, at)),
            _ => None,
        })
        .collect();
    let mut is_packed = Vec::new();
    for (head, next) in loops {
        let body = &mut insts[head + 1..=next];
        if !body.iter().any(leaves) {
            continue;
        }
        is_packed.push(body.iter().all(is_apt));
        if body.iter().all(is_apt) {
            let pack = Some(Arc::new(moved(body, fixed, registers)));
            insts[head] = match insts[head] {
                Inst::Pack { masks, .. } => Inst::Pack { masks, pack: pack.clone() },
                _ => continue,
            };
            if let Some(behind) = insts[next..].iter_mut().find(|inst| matches!(inst, Inst::Unpack(_))) {
                *behind = Inst::Unpack(pack);
            }
        }
    }
    !is_packed.is_empty() && !is_packed.contains(&false)
}

/// Whether lanes may leave the loop here, and others stay.
fn leaves(inst: &Inst) -> bool {
    matches!(inst, Inst::Break(_) | Inst::LoopTestLanes { .. })
}

/// Whether an instruction does the same for a lane wherever it is.
fn is_apt(inst: &Inst) -> bool {
    match inst {
        Inst::Load { access, .. } | Inst::Byte { access, .. } => {
            matches!(access.index, Index::Lanes(_)) && !matches!(access.place, Place::Private { .. })
        }
        Inst::If { cond, .. } => matches!(cond, Cond::Lanes(_)),
        Inst::Linear { .. }
        | Inst::Store { .. }
        | Inst::StorePart { .. }
        | Inst::Near(_)
        | Inst::Transfer { .. }
        | Inst::Atomic { .. }
        | Inst::Collective { .. }
        | Inst::LoopStart { .. }
        | Inst::Return { .. }
        | Inst::Barrier
        | Inst::End => false,
        _ => true,
    }
}

/// The registers that a loop uses of what is there before it.
fn moved(body: &mut [Inst], fixed: Reg, registers: &mut Vec<bool>) -> Pack {
    let mut found: BTreeMap<Reg, (Role, bool)> = BTreeMap::new();
    for inst in body {
        inst.registers(&mut |reg, role| {
            if *reg >= fixed {
                found.entry(*reg).or_insert((role, false));
            }
        });
        if let Inst::Set { dst, .. } | Inst::SetScalar { dst, .. } | Inst::LoopNext { var: Some(dst), .. } =
            inst
            && let Some((_, is_set)) = found.get_mut(dst)
        {
            *is_set = true;
        }
    }
    let used = found.into_iter().filter(|(_, (role, _))| *role == Role::Use);
    let packed = used.map(|(reg, (_, is_set))| {
        let is_long = registers[reg as usize];
        registers.push(is_long);
        Packed { reg, other: registers.len() as Reg - 1, is_long, is_set }
    });
    Pack { registers: packed.collect() }
}
