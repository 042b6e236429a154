//! How many rounds the loops of an invocation may have, all of them together.
//!
//! A loop has at most as many rounds as its bounds are apart, which follows from their [ranges](super::ranges), and a loop in another one
//! has them in each of its rounds. `break` and `return` are not looked at, nor which arm of an `If` is taken: where invocations
//! run side by side, a machine may go through both.

use super::ranges::visit_facts;
use crate::form::*;
use rustc_hash::FxHashMap as HashMap;
use vyre_ir::BinOp;

/// The most rounds of all loops of an invocation, each counted with the one in which it finds that it has ended. It is `u64::MAX` if
/// there may be more.
pub fn rounds(form: &Lowered) -> u64 {
    let mut own = HashMap::default();
    visit_facts(form, &mut |facts, stmt| {
        if let Stmt::Loop { var, from, to, .. } = stmt {
            let apart = facts.range(*to).hi.saturating_sub(facts.range(*from).lo);
            let rounds = constant_distance(form, *from, *to).map_or(apart, |distance| distance.min(apart));
            own.insert(*var, rounds);
        }
    });
    total(&form.body, &own)
}

/// The distance of bounds of which one is the other plus a constant. If the sum wraps, there is no round.
fn constant_distance(form: &Lowered, from: InstId, to: InstId) -> Option<u64> {
    match form[to].op {
        Op::Binary(BinOp::Add, a, b) if a == from => form.as_u32(b).map(u64::from),
        Op::Binary(BinOp::Add, a, b) if b == from => form.as_u32(a).map(u64::from),
        _ => None,
    }
}

fn total(block: &[Stmt], own: &HashMap<InstId, u64>) -> u64 {
    let rounds = |stmt: &Stmt| {
        let inner = stmt.blocks().into_iter().map(|block| total(block, own)).fold(0, u64::saturating_add);
        match stmt {
            Stmt::Loop { var, .. } => {
                let own = own.get(var).copied().unwrap_or(u64::MAX).saturating_add(1);
                own.saturating_mul(inner.saturating_add(1))
            }
            _ => inner,
        }
    };
    block.iter().map(rounds).fold(0, u64::saturating_add)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::rounds;

    fn of(entry: &str) -> u64 {
        let text = format!(
            "program workgroup_size 64, 1, 1 buffer out: read_write u32 @ 0
             entry {{ let i = invocation_id.x; let x = out[i]; {entry} }}"
        );
        let program = text.parse().unwrap();
        rounds(&crate::build(&vyre_ir::validate(&program).unwrap()).unwrap())
    }

    /// What is expected is counted by hand: a loop of n rounds finds in one more that it has ended.
    #[test]
    fn rounds_of_nested_loops_multiply_and_those_of_others_add_up() {
        assert_eq!(of("out[i] = x;"), 0);
        assert_eq!(of("for k in 0..10 { out[k] = x; }"), 11);
        assert_eq!(of("for k in 0..10 { out[k] = x; } for k in 3..5 { out[k] = x; }"), 11 + 3);
        assert_eq!(of("for k in 0..10 { for j in 0..20 { out[k] = j; } }"), 11 * (1 + 21));
        assert_eq!(
            of("if x > 3 { for k in 0..10 { out[k] = x; } } else { for k in 0..20 { out[k] = x; } }"),
            11 + 21
        );
        assert_eq!(of("for k in 7..2 { out[k] = x; }"), 1);
    }

    #[test]
    fn bounds_that_vary_have_ranges() {
        assert_eq!(of("for k in 0..x % 100 { out[k] = x; }"), 100);
        assert_eq!(of("for k in x..x + 5 { out[k] = x; }"), 6);
        assert_eq!(of("if x < 50 { for k in 0..x { out[k] = x; } }"), 50);
        assert_eq!(of("for k in 0..x { out[k] = x; }"), (1 << 32));
        assert_eq!(of("for k in 0..x { for j in 0..x { for l in 0..x { out[k] = x; } } }"), u64::MAX);
    }
}
