//! Which arms of an `If` may be executed for the first lanes of every row alone, side by side: those in which nothing is where
//! another lane has it.

use super::super::inst::*;
use std::collections::HashMap;

/// Notes it at each `If`.
pub(super) fn narrow(insts: &mut [Inst]) {
    // The first and the last instruction with each register.
    let mut mentions: HashMap<Reg, (usize, usize)> = HashMap::new();
    for (at, inst) in insts.iter_mut().enumerate() {
        inst.registers(&mut |reg, _| mentions.entry(*reg).or_insert((at, at)).1 = at);
    }
    for at in 0..insts.len() {
        let Inst::If { cond: Cond::Linear(_), slot, .. } = insts[at] else { continue };
        let ends = |inst: &Inst| match inst {
            Inst::Rejoin { slot: of } | Inst::EndIf { slot: of, .. } | Inst::Otherwise { slot: of, .. } => {
                *of == slot
            }
            _ => false,
        };
        let Some(len) = insts[at..].iter().position(ends) else { continue };
        let end = at + len;
        let is_own = |reg: Reg| mentions.get(&reg).is_some_and(|(first, last)| at < *first && *last < end);
        let can = matches!(insts[end], Inst::Rejoin { .. })
            && insts[at + 1..end].iter_mut().all(|inst| {
                let mut is_apt = is_apt(inst);
                inst.registers(&mut |reg, _| is_apt &= is_own(*reg));
                is_apt
            });
        if let Inst::If { narrows, .. } = &mut insts[at] {
            *narrows = can;
        }
    }
}

/// Whether an instruction asks for a lane only by the position of its invocation.
fn is_apt(inst: &Inst) -> bool {
    let is_found = |access: &Access| !matches!(access.place, Place::Private { .. });
    match inst {
        Inst::Load { access, .. }
        | Inst::Store { access, .. }
        | Inst::StorePart { access, .. }
        | Inst::Byte { access, .. }
        | Inst::Atomic { access, .. } => is_found(access),
        Inst::Collective { .. } | Inst::Return { .. } | Inst::LoopStart { .. } => false,
        _ => true,
    }
}
