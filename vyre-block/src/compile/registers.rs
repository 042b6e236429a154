//! Which register has which value: values that are never used at the same time share one, so that a block's values stay in the
//! cache.

use super::super::inst::{Inst, Reg, Source};
use super::super::operands::Role;
use super::loops::Loops;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// What the compiler knows of a register before it has a place.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// Whether its lanes have 64 bits.
    pub(super) is_long: bool,
    /// Where in the code it is in use, if that is not from the first instruction with it to the last one.
    pub(super) range: Option<RangeInclusive<usize>>,
}

/// Gives each register its place. The first `fixed` registers have theirs. Gives the sizes of the registers that there are then:
/// whether each has lanes of 64 bits.
pub(super) fn allocate(insts: &mut [Inst], fixed: Reg, wanted: &[Wanted], loops: &Loops) -> Vec<bool> {
    let ranges = ranges(insts, fixed, wanted, loops);
    let mut sizes = vec![false; fixed as usize];
    let mut order: Vec<usize> = (0..wanted.len()).filter(|at| ranges[*at].is_some()).collect();
    order.sort_by_key(|at| ranges[*at].as_ref().map(|range| *range.start()));
    let mut places: Vec<Reg> = vec![0; wanted.len()];
    // Ends of use, and the registers that are free afterwards.
    let mut busy: BTreeMap<(usize, Reg), bool> = BTreeMap::new();
    let mut free: [Vec<Reg>; 2] = [Vec::new(), Vec::new()];
    for at in order {
        let Some(range) = &ranges[at] else { continue };
        while let Some(entry) = busy.first_entry().filter(|entry| entry.key().0 < *range.start()) {
            let ((_, register), is_long) = entry.remove_entry();
            free[usize::from(is_long)].push(register);
        }
        let is_long = wanted[at].is_long;
        let place = free[usize::from(is_long)].pop().unwrap_or_else(|| {
            sizes.push(is_long);
            sizes.len() as Reg - 1
        });
        places[at] = place;
        busy.insert((*range.end(), place), is_long);
    }
    let dying: Vec<Dies> = (0..insts.len()).map(|at| dies(insts, at, fixed, wanted, &ranges)).collect();
    for (inst, dying) in insts.iter_mut().zip(dying) {
        if let Inst::Set { dies, is_whole, .. } = inst {
            *dies = dying != Dies::No;
            *is_whole &= dying != Dies::Active;
        }
        inst.registers(&mut |reg, _| {
            if *reg >= fixed {
                *reg = places[(*reg - fixed) as usize];
            }
        });
    }
    sizes
}

/// Which of so many registers have lanes. Others are there for operands and results in memory that cannot be used in place.
pub(super) fn in_use(insts: &mut [Inst], count: usize) -> Vec<bool> {
    let mut in_use = vec![false; count];
    for inst in insts {
        match inst {
            Inst::Near(operation) => {
                for operand in &operation.operands {
                    if let Source::Register(reg) = operand {
                        in_use[*reg as usize] = true;
                    }
                }
                in_use[operation.dst as usize] |= operation.to.is_none();
            }
            Inst::Transfer { .. } => {}
            other => other.registers(&mut |reg, _| in_use[*reg as usize] = true),
        }
    }
    in_use
}

/// Which lanes of the source of a `Set` nothing wants any more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dies {
    No,
    /// The active ones: it is a local that is set next, and what other lanes have of it is read later.
    Active,
    All,
}

/// Whether nothing wants the source of a `Set` any more: it is used for the last time, or it is a local that is set next.
fn dies(
    insts: &mut [Inst],
    at: usize,
    fixed: Reg,
    wanted: &[Wanted],
    ranges: &[Option<RangeInclusive<usize>>],
) -> Dies {
    let Inst::Set { src, .. } = insts[at] else { return Dies::No };
    let Some(index) = src.checked_sub(fixed).map(|index| index as usize) else { return Dies::No };
    if wanted[index].range.is_none() {
        let is_last = ranges[index].as_ref().is_some_and(|range| *range.end() == at);
        return if is_last { Dies::All } else { Dies::No };
    }
    for inst in insts.iter_mut().skip(at + 1).take(NEAR) {
        let mut uses = 0;
        inst.registers(&mut |reg, role| uses += usize::from(*reg == src && role == Role::Use));
        match inst {
            Inst::Set { dst, is_whole: true, .. } if *dst == src && uses == 1 => return Dies::All,
            Inst::Set { dst, .. } | Inst::SetScalar { dst, .. } if *dst == src && uses == 1 => {
                return Dies::Active;
            }
            _ => {}
        }
        if uses > 0 || inst.changes_mask() {
            return Dies::No;
        }
    }
    Dies::No
}

/// How far it is looked for the next use of a local.
const NEAR: usize = 64;

/// Where each register is in use.
fn ranges(
    insts: &mut [Inst],
    fixed: Reg,
    wanted: &[Wanted],
    loops: &Loops,
) -> Vec<Option<RangeInclusive<usize>>> {
    let mut ranges: Vec<Option<RangeInclusive<usize>>> = vec![None; wanted.len()];
    for (at, inst) in insts.iter_mut().enumerate() {
        inst.registers(&mut |reg, role| {
            let Some(index) = reg.checked_sub(fixed) else { return };
            let range = &mut ranges[index as usize];
            match range {
                Some(known) => *range = Some(*known.start()..=at),
                None => {
                    let _ = role;
                    *range = Some(at..=at);
                }
            }
        });
    }
    for (range, wanted) in ranges.iter_mut().zip(wanted) {
        match (&wanted.range, &range) {
            (Some(given), Some(_)) => *range = Some(given.clone()),
            (None, Some(found)) => {
                // A value from outside of a loop is wanted in every round.
                *range = Some(*found.start()..=loops.extend(*found.start(), *found.end()));
            }
            (_, None) => {}
        }
    }
    ranges
}
