//! Operands of `&&` and `||` that decide nothing are not evaluated any more.
//!
//! The macro evaluates the right operand with the left one where nobody can tell, as loads have no effects. Who watches loads can tell: in
//! `i < a.len() && a[i] == 0` nothing is out of bounds. This is no pass of backends, because a branch costs more than a load.

use crate::form::*;
use crate::{Origin, verify};
use rustc_hash::FxHashSet as HashSet;
use vyre_ir::BinOp;

/// Evaluates right operands under a condition, where they load anything and have no effects.
pub fn decide(form: &mut Lowered) {
    let before = cfg!(debug_assertions).then(|| verify(form).is_ok());
    let mut body = std::mem::take(&mut form.body);
    let mut uses = vec![0; form.insts.len()];
    walk(&body, &mut |stmt| operands(stmt, form, |value| uses[value.index()] += 1));
    drop_unused(&mut body, form, &mut uses);
    block(&mut body, form);
    form.body = body;
    debug_assert!(before != Some(true) || verify(form).is_ok(), "{:?}", verify(form));
}

/// The values that a statement uses, without its blocks; of an evaluation those that the instruction uses.
fn operands(stmt: &Stmt, form: &Lowered, mut visit: impl FnMut(InstId)) {
    match stmt {
        Stmt::Eval(value) => form[*value].op.operands().for_each(visit),
        other => other.operands().for_each(&mut visit),
    }
}

/// Removes conversions and operators that nothing uses, so that they do not stand between operands. Loads stay.
fn drop_unused(stmts: &mut Block, form: &Lowered, uses: &mut [u32]) {
    for at in (0..stmts.len()).rev() {
        stmts[at].blocks_mut().for_each(|inner| drop_unused(inner, form, uses));
        if let Stmt::Eval(value) = stmts[at]
            && uses[value.index()] == 0
            && !has_effects(&form[value].op)
            && form[value].op.access().is_none()
        {
            form[value].op.operands().for_each(|used| uses[used.index()] -= 1);
            stmts.remove(at);
        }
    }
}

fn block(stmts: &mut Block, form: &mut Lowered) {
    // The operators around others come last, and are rewritten first.
    let mut at = stmts.len();
    while at > 0 {
        at = operator(stmts, at - 1, form).unwrap_or(at);
        at -= 1;
        stmts[at].blocks_mut().for_each(|inner| block(inner, form));
    }
}

/// Rewrites the operator that the statement at `at` evaluates, if it is one. Gives the position after the condition.
fn operator(stmts: &mut Block, at: usize, form: &mut Lowered) -> Option<usize> {
    let Stmt::Eval(id) = stmts[at] else { return None };
    let Inst { op: Op::Binary(op @ (BinOp::BitAnd | BinOp::BitOr), left, right), ty: BOOL, origin, .. } =
        form[id]
    else {
        return None;
    };
    // What only the right operand needs stands before the operator, the last first.
    let mut needed = HashSet::from_iter([right]);
    let mut first = at;
    while let Some(Stmt::Eval(value)) = first.checked_sub(1).map(|before| &stmts[before]) {
        if !needed.contains(value) || *value == left || has_effects(&form[*value].op) {
            break;
        }
        needed.extend(form[*value].op.operands());
        first -= 1;
    }
    let moved: HashSet<InstId> = stmts[first..at].iter().flat_map(Stmt::operands).collect();
    let loads = moved.iter().any(|value| form[*value].op.access().is_some());
    let is_needed_after = |stmt: &Stmt| needs(stmt, &moved, form);
    if !loads || stmts[at + 1..].iter().any(is_needed_after) || moved.contains(&left) {
        return None;
    }
    let inner: Vec<Stmt> = stmts.drain(first..at).collect();
    let local = LocalId(form.locals.len() as u32);
    form.locals.push(Local { name: None, ty: BOOL });
    let decided = constant(form, op == BinOp::BitOr, origin);
    let mut body = inner;
    body.push(Stmt::Set { local, value: right, origin });
    let (then, otherwise) = if op == BinOp::BitAnd { (body, Block::new()) } else { (Block::new(), body) };
    let statements =
        [Stmt::Set { local, value: decided, origin }, Stmt::If { cond: left, then, otherwise, origin }];
    stmts.splice(first..first, statements);
    form[id].op = Op::Read(local);
    Some(first + 2)
}

fn constant(form: &mut Lowered, truth: bool, origin: Origin) -> InstId {
    form.add(Op::Const([u32::from(truth), 0, 0, 0]), BOOL, origin)
}

fn has_effects(op: &Op) -> bool {
    matches!(op, Op::Atomic(..) | Op::Collective(..))
}

/// Whether a statement, or one in it, uses any of these values.
fn needs(stmt: &Stmt, values: &HashSet<InstId>, form: &Lowered) -> bool {
    let used = |stmt: &Stmt| {
        let mut found = false;
        operands(stmt, form, |value| found |= values.contains(&value));
        found
    };
    let mut found = used(stmt);
    for inner in stmt.blocks() {
        walk(inner, &mut |stmt| found |= used(stmt));
    }
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by a panic")]
mod tests {
    use super::*;

    fn decided(cond: &str) -> String {
        let text = format!(
            "program workgroup_size 1, 1, 1 buffer a: read u32 @ 0 buffer b: read_write u32 @ 1
             entry {{ let i = invocation_id.x; if {cond} {{ b[i] = 1; }} }}"
        );
        let mut form = crate::build(&vyre_ir::validate(&text.parse().unwrap()).unwrap()).unwrap();
        decide(&mut form);
        verify(&form).unwrap();
        form.to_string()
    }

    #[test]
    fn a_load_that_decides_nothing_stands_under_the_condition() {
        let text = decided("(i < len(a)) && (a[i] == 3)");
        let (before, after) = text.split_once("if ").unwrap();
        assert!(!before.contains("load") && after.contains("load a["), "{text}");
        let text = decided("(i < 4) || (a[i] == 3) && (a[i + 1] == 4)");
        assert_eq!(text.matches("if ").count(), 3, "{text}");
    }

    #[test]
    fn what_has_effects_or_loads_nothing_stays() {
        for cond in ["(i < 4) && (i > 2)", "(i < 4) && (atomic_add(b[i], 1) == 2)", "(a[i] == 1) && (i > 2)"]
        {
            assert_eq!(decided(cond).matches("if ").count(), 1, "{cond}");
        }
    }
}
