//! Finds trees of operations on words that are one instruction: sums, and what [`Head`] says.
//!
//! A tree takes the place of its root. What is inside of it and has no other use is not evaluated, and what it is made of is used
//! where the root is.

use super::super::inst::*;
use super::super::trees::{Head, OPERANDS, SCALARS, TREES, Tree};
use super::Compiler;
use super::facts::{Finder, Shape, Turn};
use vyre_ir::{BinOp, Scalar, Type, UnOp};
use vyre_lower::{InstId, Op, U32};

/// The most terms of a sum. More would have to wait for each other in registers.
const MOST_TERMS: usize = 5;

/// A function of words, with what it takes.
#[derive(Clone, Debug)]
pub(super) struct Function {
    head: Head,
    words: Vec<InstId>,
    by: [u32; 3],
}

/// A sum of functions, words, and values that all lanes agree on.
#[derive(Clone, Debug, Default)]
pub(super) struct Sum {
    functions: Vec<Function>,
    words: Vec<InstId>,
    scalars: Vec<InstId>,
}

impl Sum {
    fn operands(&self) -> impl Iterator<Item = InstId> {
        let words = self.functions.iter().flat_map(|function| &function.words);
        words.chain(&self.words).chain(&self.scalars).copied()
    }

    /// Whether one loop for all is worth it: pairs have loops of their own.
    fn pays(&self) -> bool {
        match self.functions.len() {
            0 => self.words.len() > 2 && self.words.len() + self.scalars.len() > 3,
            _ => true,
        }
    }
}

impl Finder<'_> {
    /// Finds the trees, from the last root on: what is inside of one is no root.
    pub(super) fn trees(&mut self) {
        for id in self.order.clone().into_iter().rev() {
            if self.uses[id.index()] == 0 || !self.is_word(id) {
                continue;
            }
            let sum = match self.function(id) {
                Some(function) => Sum { functions: vec![function], ..Sum::default() },
                None => {
                    let mut sum = Sum::default();
                    self.terms(id, id, &mut sum);
                    sum
                }
            };
            let is_alone = |function: &Function| function.head == Head::Xor && sum.operands().count() == 3;
            if sum.pays() && !sum.functions.first().is_some_and(is_alone) {
                self.replace(id, sum);
            }
        }
    }

    /// Whether a value is computed here, lane by lane, as a word for which its sign does not matter.
    fn is_word(&self, id: InstId) -> bool {
        let ty = self.form[id].ty;
        (ty == U32 || ty == Type::scalar(Scalar::I32))
            && self.facts.shape(id) == Shape::Lanes
            && !self.facts.is_fused(id)
    }

    /// Whether a value is used by another one alone, and computed where that is.
    fn is_own(&self, id: InstId, of: InstId) -> bool {
        self.uses[id.index()] == 1 && self.is_word(id) && self.lists[id.index()] == self.lists[of.index()]
    }

    /// Adds the terms of a sum.
    fn terms(&self, id: InstId, root: InstId, sum: &mut Sum) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let terms = sum.functions.len() + sum.words.len() + open.len();
            match self.form[id].op {
                Op::Binary(BinOp::Add, a, b)
                    if (id == root || (terms < MOST_TERMS && self.is_own(id, root)))
                        && self.is_word(id)
                        && ![a, b].into_iter().any(|id| self.is_loaded_or_product(id)) =>
                {
                    open.extend([a, b]);
                }
                _ if self.facts.shape(id) == Shape::Scalar => sum.scalars.push(id),
                _ => match self.function(id).filter(|_| self.is_own(id, root)) {
                    Some(function) => sum.functions.push(function),
                    None => sum.words.push(id),
                },
            }
        }
    }

    /// Whether a value is better used by an instruction of its own: products and sums have loops over rows, and what is loaded is
    /// used where it is.
    fn is_loaded_or_product(&self, id: InstId) -> bool {
        self.uses[id.index()] == 1
            && matches!(self.form[id].op, Op::Binary(BinOp::Mul, ..) | Op::Load(_) | Op::AtomicLoad(_))
    }

    /// What a value is a function of.
    fn function(&self, id: InstId) -> Option<Function> {
        let Op::Binary(op @ (BinOp::BitXor | BinOp::BitOr), a, b) = self.form[id].op else { return None };
        if self.facts.rotation(id).is_some() || !self.is_word(id) {
            return None;
        }
        let function = |head, words: &[InstId]| Function { head, words: words.to_vec(), by: [0; 3] };
        for (a, b) in [(a, b), (b, a)] {
            let choice = self.choice(op, a, b).map(|words| (Head::Choice, words));
            let found = choice.or_else(|| Some((Head::Majority, self.majority_of_two(op, a, b)?)));
            if let Some((head, words)) = found {
                return self.are_lanes(&words).then(|| function(head, &words));
            }
        }
        let [first, second, third] =
            [(a, b), (b, a)].into_iter().find_map(|(inner, other)| match self.form[inner].op {
                Op::Binary(of, a, b) if of == op && self.is_own(inner, id) => Some([a, b, other]),
                _ => None,
            })?;
        let parts = [first, second, third];
        if let Some(words) = self.majority(parts) {
            return self.are_lanes(&words).then(|| function(Head::Majority, &words));
        }
        if op == BinOp::BitOr {
            return None;
        }
        let is_own = parts.into_iter().all(|part| self.is_own(part, id));
        if let Some((head, word, by)) = self.turned(parts).filter(|_| is_own) {
            return Some(Function { head, words: vec![word], by });
        }
        self.are_lanes(&parts).then(|| function(Head::Xor, &parts))
    }

    fn are_lanes(&self, words: &[InstId]) -> bool {
        words.iter().all(|id| self.facts.shape(*id) == Shape::Lanes)
    }

    fn both(&self, id: InstId) -> Option<[InstId; 2]> {
        match self.form[id].op {
            Op::Binary(BinOp::BitAnd, a, b) => Some([a, b]),
            _ => None,
        }
    }

    fn complement(&self, id: InstId) -> Option<InstId> {
        match self.form[id].op {
            Op::Unary(UnOp::BitNot, a) => Some(a),
            _ => None,
        }
    }

    /// `(e & f) | (!e & g)`, also with `^`; and `g ^ (e & (f ^ g))`.
    fn choice(&self, op: BinOp, a: InstId, b: InstId) -> Option<[InstId; 3]> {
        let left = self.both(a)?;
        let orders = |[first, second]: [InstId; 2]| [(first, second), (second, first)];
        if let Some(right) = self.both(b) {
            for (e, f) in orders(left) {
                let other = orders(right).into_iter().find(|(not, _)| self.complement(*not) == Some(e));
                if let Some((_, g)) = other {
                    return Some([e, f, g]);
                }
            }
        }
        orders(left).into_iter().find_map(|(e, of)| match self.form[of].op {
            Op::Binary(BinOp::BitXor, f, g) if op == BinOp::BitXor && g == b => Some([e, f, g]),
            Op::Binary(BinOp::BitXor, g, f) if op == BinOp::BitXor && g == b => Some([e, f, g]),
            _ => None,
        })
    }

    /// `(a & (b ^ c)) ^ (b & c)`, also with `|`.
    fn majority_of_two(&self, op: BinOp, a: InstId, b: InstId) -> Option<[InstId; 3]> {
        let ([one, of], pair) = (self.both(a)?, self.both(b)?);
        [(one, of), (of, one)].into_iter().find_map(|(a, of)| match self.form[of].op {
            Op::Binary(inner, b, c)
                if is_pair(pair, b, c)
                    && (inner == BinOp::BitXor || (inner == BinOp::BitOr && op == BinOp::BitOr)) =>
            {
                Some([a, b, c])
            }
            _ => None,
        })
    }

    /// `(a & b) ^ (a & c) ^ (b & c)`, also with `|`.
    fn majority(&self, parts: [InstId; 3]) -> Option<[InstId; 3]> {
        let [Some([a, b]), Some(second), Some(third)] = parts.map(|part| self.both(part)) else {
            return None;
        };
        let candidates = second.into_iter().filter(|c| *c != a && *c != b);
        let pairs = |c: InstId| {
            (is_pair(second, a, c) && is_pair(third, b, c)) || (is_pair(second, b, c) && is_pair(third, a, c))
        };
        candidates.into_iter().find(|c| a != b && pairs(*c)).map(|c| [a, b, c])
    }

    /// Three rotations of one word, of which one may be a shift to the right.
    fn turned(&self, parts: [InstId; 3]) -> Option<(Head, InstId, [u32; 3])> {
        let (mut rotations, mut shifts) = (Vec::new(), Vec::new());
        for part in parts {
            match (self.facts.rotation(part), &self.form[part].op) {
                (Some((word, Turn::By(by))), _) => rotations.push((word, by)),
                (None, Op::Binary(BinOp::Shr, word, by)) if self.form[part].ty == U32 => {
                    shifts.push((*word, self.form.as_u32(*by)? & 31));
                }
                _ => return None,
            }
        }
        let head = match shifts.len() {
            0 => Head::Rotations,
            1 => Head::Shifted,
            _ => return None,
        };
        rotations.extend(shifts);
        let word = rotations[0].0;
        let is_one = rotations.iter().all(|(other, _)| *other == word);
        is_one.then(|| (head, word, [rotations[0].1, rotations[1].1, rotations[2].1]))
    }

    /// Notes that a tree takes the place of its root.
    fn replace(&mut self, root: InstId, sum: Sum) {
        let now = self.at[root.index()];
        for id in sum.operands() {
            self.uses[id.index()] += 1;
            self.last[id.index()] = self.last[id.index()].max(now);
            self.facts.need_lanes(id);
        }
        let mut left: Vec<InstId> = self.form[root].op.operands().collect();
        while let Some(id) = left.pop() {
            self.uses[id.index()] -= 1;
            if self.uses[id.index()] == 0 && !self.form[id].op.is_free() {
                self.facts.absorb(id);
                left.extend(self.form[id].op.operands());
            }
        }
        self.facts.sums.insert(root, sum);
    }
}

impl Compiler<'_> {
    /// Evaluates a tree: by one loop, or by more if there is none for all.
    pub(super) fn sum(&mut self, sum: &Sum) -> Part {
        let (mut words, mut scalar) = (Vec::new(), None);
        for id in sum.words.iter().chain(&sum.scalars) {
            match self.part(*id) {
                Part::Lanes(reg) => words.push(reg),
                Part::Scalar(part) => {
                    scalar = Some(scalar.map_or(part, |sum| self.scalar_op(BinOp::Add, sum, part)));
                }
            }
        }
        let mut functions: Vec<(Head, Vec<Reg>, [u32; 3])> = Vec::new();
        for Function { head, words, by } in &sum.functions {
            let words = words.iter().map(|id| self.as_lanes(self.part(*id), false));
            functions.push((*head, words.collect(), *by));
        }
        while let Some(row) = fitting(&functions, words.len(), scalar.is_some()) {
            let reg = self.grown(row, &mut functions, &mut words, scalar.take());
            words.push(reg);
        }
        let mut parts = words.into_iter().map(Part::Lanes).chain(scalar.map(Part::Scalar));
        let first = parts.next().unwrap_or(Part::Scalar(0));
        parts.fold(first, |sum, part| self.binary(BinOp::Add, Scalar::U32, sum, part))
    }

    /// The instruction of a tree, which takes functions and words away.
    fn grown(
        &mut self,
        row: usize,
        functions: &mut Vec<(Head, Vec<Reg>, [u32; 3])>,
        words: &mut Vec<Reg>,
        scalar: Option<Uni>,
    ) -> Reg {
        let (mut from, mut with) = (Vec::new(), [self.constant(0); SCALARS]);
        let Tree { heads, words: count } = TREES[row];
        for (place, head) in heads.into_iter().flatten().enumerate() {
            let Some(at) = functions.iter().position(|(other, ..)| *other == head) else { continue };
            let (_, taken, by) = functions.remove(at);
            from.extend(taken);
            for (at, by) in by.into_iter().enumerate() {
                with[3 * place + at] = self.constant(by.into());
            }
        }
        from.extend(words.drain(..count));
        with[SCALARS - 1] = scalar.unwrap_or(with[SCALARS - 1]);
        let dst = self.register(false);
        let mut operands = [dst; OPERANDS];
        operands[..from.len()].copy_from_slice(&from);
        let grown = Grown { f: self.kernels.trees[row], dst, words: operands, len: from.len(), with };
        self.emit(Inst::Tree(Box::new(grown)));
        dst
    }
}

fn is_pair(pair: [InstId; 2], one: InstId, other: InstId) -> bool {
    pair == [one, other] || pair == [other, one]
}

/// The loop that takes the most terms, if one takes any that no pair of operations does.
fn fitting(functions: &[(Head, Vec<Reg>, [u32; 3])], words: usize, has_scalar: bool) -> Option<usize> {
    let count = |head: Head| functions.iter().filter(|(other, ..)| *other == head).count();
    let terms = |tree: &Tree| tree.heads.iter().flatten().count() * 2 + tree.words;
    let fits = |tree: &Tree| {
        let heads = || tree.heads.into_iter().flatten();
        let has_heads = heads().all(|head| heads().filter(|other| *other == head).count() <= count(head));
        let is_pair = tree.words == 3 && heads().next().is_none() && !has_scalar;
        has_heads && tree.words <= words && !is_pair
    };
    (0..TREES.len()).filter(|row| fits(&TREES[*row])).max_by_key(|row| terms(&TREES[*row]))
}
