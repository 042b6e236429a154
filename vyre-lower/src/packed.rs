//! Loads of elements that share words, for who watches loads: which bits of its word each reads.
//!
//! A packed element is loaded with its whole word, of which a shift and a mask take the element's bits. In
//! the form these come after the load; whoever watches wants to know them at the load.

use crate::form::*;
use std::collections::{HashMap, HashSet};
use vyre_ir::BinOp;

/// The bits of a word that a load reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    /// These.
    Known(u32),
    /// These, moved up by the value of an instruction, which is evaluated before the load.
    Moved(InstId, u32),
}

/// What the atomic loads of packed buffers read. Where a shift decides that, it is evaluated before the load from now on.
pub fn loaded_bits(form: &mut Lowered, is_packed: impl Fn(BufferId) -> bool) -> HashMap<InstId, Bits> {
    let mut uses = Uses::default();
    uses.note(&form.body, form);
    let is_load = |op: &Op| matches!(op, Op::AtomicLoad(access) if is_packed(access.buffer));
    let loads = (0..form.insts.len() as u32).map(InstId).filter(|id| is_load(&form[*id].op));
    let bits: HashMap<InstId, Bits> = loads.map(|load| (load, uses.bits(load, form))).collect();
    let mut body = std::mem::take(&mut form.body);
    move_shifts(&mut body, form, &bits);
    form.body = body;
    bits
}

/// Which instructions use a value.
#[derive(Default)]
pub(crate) struct Uses {
    by: HashMap<InstId, Vec<InstId>>,
    /// What statements other than evaluations use.
    whole: HashSet<InstId>,
}

impl Uses {
    /// Notes what a block uses.
    pub(crate) fn note(&mut self, body: &[Stmt], form: &Lowered) {
        walk(body, &mut |stmt| match stmt {
            Stmt::Eval(user) => {
                form[*user].op.operands().for_each(|used| self.by.entry(used).or_default().push(*user));
            }
            other => self.whole.extend(other.operands()),
        });
    }

    /// Whether nothing uses a value.
    pub(crate) fn is_unused(&self, value: InstId) -> bool {
        self.of(value).is_some_and(<[InstId]>::is_empty)
    }

    /// The instructions that use a value, unless something else does too.
    fn of(&self, value: InstId) -> Option<&[InstId]> {
        let users = self.by.get(&value).map_or(&[][..], Vec::as_slice);
        (!self.whole.contains(&value)).then_some(users)
    }

    /// Which bits of a loaded word its users take.
    pub(crate) fn bits(&self, load: InstId, form: &Lowered) -> Bits {
        match self.of(load) {
            Some([user]) => self.taken(load, *user, form),
            Some(users) => {
                let known = users.iter().try_fold(0, |all, user| match self.taken(load, *user, form) {
                    Bits::Known(bits) => Some(all | bits),
                    Bits::Moved(..) => None,
                });
                Bits::Known(known.unwrap_or(u32::MAX))
            }
            None => Bits::Known(u32::MAX),
        }
    }

    /// What a user of a word takes of it.
    fn taken(&self, word: InstId, user: InstId, form: &Lowered) -> Bits {
        match form[user].op {
            Op::Binary(BinOp::Shr, of, by) if of == word && by != word => match number(by, form) {
                Some(by) => Bits::Known(self.low(user, form).checked_shl(by).unwrap_or(u32::MAX)),
                None => Bits::Moved(by, self.low(user, form)),
            },
            _ => Bits::Known(self.low_of(word, user, form)),
        }
    }

    /// The lowest bits of a value that all of its users need.
    fn low(&self, value: InstId, form: &Lowered) -> u32 {
        let Some(users) = self.of(value) else { return u32::MAX };
        users.iter().fold(0, |all, user| all | self.low_of(value, *user, form))
    }

    /// The lowest bits of a value that a user needs: it masks it, or moves its bits up to extend the sign.
    fn low_of(&self, value: InstId, user: InstId, form: &Lowered) -> u32 {
        match form[user].op {
            Op::Binary(BinOp::BitAnd, one, other) if one == value && other != value => {
                number(other, form).unwrap_or(u32::MAX)
            }
            Op::Binary(BinOp::Shl, one, by) if one == value && by != value => {
                number(by, form).and_then(|by| u32::MAX.checked_shr(by)).unwrap_or(u32::MAX)
            }
            Op::Convert(_, one) if form[one].ty == U32 && form[user].ty.words() == 1 => self.low(user, form),
            _ => u32::MAX,
        }
    }
}

/// The value of a constant of one word.
fn number(value: InstId, form: &Lowered) -> Option<u32> {
    match form[value].op {
        Op::Const([number, ..]) => Some(number),
        _ => None,
    }
}

/// Moves what computes the shifts of words before the loads of these.
fn move_shifts(block: &mut Block, form: &Lowered, bits: &HashMap<InstId, Bits>) {
    let mut at = 0;
    while at < block.len() {
        block[at].blocks_mut().for_each(|inner| move_shifts(inner, form, bits));
        if let Stmt::Eval(load) = block[at]
            && let Some(Bits::Moved(shift, _)) = bits.get(&load)
        {
            at += move_before(block, at, *shift, form);
        }
        at += 1;
    }
}

/// Moves the evaluation of a value, and of what it needs, before a statement. Gives the number of statements that were moved.
fn move_before(block: &mut Block, at: usize, value: InstId, form: &Lowered) -> usize {
    let evaluated = |stmt: &Stmt| if let Stmt::Eval(value) = stmt { Some(*value) } else { None };
    let Some(last) = block.iter().skip(at).position(|stmt| evaluated(stmt) == Some(value)) else { return 0 };
    let mut needed = HashSet::from([value]);
    let mut moved = Vec::new();
    for from in (at + 1..=at + last).rev() {
        if let Some(value) = evaluated(&block[from]).filter(|value| needed.contains(value)) {
            needed.extend(form[value].op.operands());
            moved.push(block.remove(from));
        }
    }
    let count = moved.len();
    block.splice(at..at, moved.into_iter().rev());
    count
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::verify;

    /// What the atomic loads of a program read, in the order of the program.
    fn loads(body: &str) -> Vec<Bits> {
        let text = format!(
            "program workgroup_size 1, 1, 1 buffer a: read_write u32 @ 0 buffer b: read_write u32 @ 1
             entry {{ let i = invocation_id.x; {body} }}"
        );
        let mut form = crate::build(&vyre_ir::validate(&text.parse().unwrap()).unwrap()).unwrap();
        let bits = loaded_bits(&mut form, |buffer| form_name(buffer) == "a");
        verify(&form).unwrap();
        let mut order = Vec::new();
        walk(&form.body, &mut |stmt| {
            if let Stmt::Eval(value) = stmt {
                order.push(*value);
            }
        });
        for (load, bits) in &bits {
            if let Bits::Moved(by, _) = bits {
                let at = |value| order.iter().position(|other| *other == value).unwrap();
                assert!(at(*by) < at(*load), "{form}");
            }
        }
        order.iter().filter_map(|value| bits.get(value).copied()).collect()
    }

    fn form_name(buffer: BufferId) -> &'static str {
        ["a", "b"][buffer.index()]
    }

    #[test]
    fn a_mask_and_a_shift_say_which_bits_are_read() {
        for (part, bits) in [
            ("atomic_load(a[0])", u32::MAX),
            ("atomic_load(a[0]) & 255", 0xff),
            ("(atomic_load(a[0]) >> 8) & 255", 0xff00),
            ("(atomic_load(a[0]) >> 16) & 0xffff", 0xffff_0000),
            ("atomic_load(a[0]) >> 24", 0xff00_0000),
            ("255 & atomic_load(a[0])", u32::MAX),
        ] {
            assert_eq!(loads(&format!("b[0] = {part};")), [Bits::Known(bits)], "{part}");
        }
    }

    #[test]
    fn several_parts_of_a_word_are_read_together() {
        let body = "let w = atomic_load(a[i]); b[0] = w & 255; b[1] = (w >> 24) & 15;";
        assert_eq!(loads(body), [Bits::Known(0x0f00_00ff)]);
        let body = "let w = atomic_load(a[i]); b[0] = w & 255; b[1] = w;";
        assert_eq!(loads(body), [Bits::Known(u32::MAX)]);
    }

    #[test]
    fn a_shift_is_evaluated_before_the_load() {
        let body = "b[i] = (atomic_load(a[i >> 2]) >> ((i & 3) << 3)) & 255;
                    if i < 4 { b[0] = atomic_load(a[i >> 1]) >> ((i & 1) << 4) & 0xffff; }";
        let found = loads(body);
        assert!(matches!(found[..], [Bits::Moved(_, 0xff), Bits::Moved(_, 0xffff)]), "{found:?}");
    }

    #[test]
    fn loads_of_other_buffers_are_left_alone() {
        assert_eq!(loads("a[0] = atomic_load(b[0]) & 255;"), []);
    }
}
