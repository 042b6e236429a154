//! Values as sums, modulo 2^32, and what two neighbours have in common in them.

use crate::{BinOp, Expr, UnOp};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The terms that a sum has at most; one with more is taken as a whole.
const TERMS: usize = 16;

/// A sum of terms, each by its number and with its factor, and a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Sum {
    terms: BTreeMap<usize, u32>,
    constant: u32,
}

/// How a term changes from an invocation to its neighbour along each axis: by so much, or nobody knows.
type Strides = [Option<u32>; 3];

/// Along which axes a condition comes out alike for two neighbours, or can be true for both; and likewise false.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holds {
    pub(super) if_true: [bool; 3],
    pub(super) if_false: [bool; 3],
    alike: [bool; 3],
}

impl Holds {
    pub(super) const ALWAYS: Holds = Holds { if_true: [true; 3], if_false: [true; 3], alike: [true; 3] };
}

/// What a term that is no id stands for: the same operator of the same operands has the same value.
#[derive(PartialEq, Eq, Hash)]
struct Meaning<'p> {
    /// The operator: an expression without a look at its operands.
    of: String,
    buffer: Option<&'p str>,
    operands: Vec<Sum>,
}

pub(super) struct Sums<'p> {
    size: [u32; 3],
    terms: Vec<Strides>,
    /// The ids of invocations in the grid and in the workgroup, by axis.
    ids: [usize; 6],
    known: HashMap<Meaning<'p>, usize>,
    /// The terms that are lengths, or loaded from memory that nobody writes: they may have any value.
    free: HashSet<usize>,
    /// Those that are lengths.
    lengths: HashSet<usize>,
    /// The terms of which indices are made: ids, what is loaded, and products and parts of them.
    indices: HashSet<usize>,
}

impl<'p> Sums<'p> {
    pub(super) fn new(size: [u32; 3]) -> Sums<'p> {
        let unit = |axis: usize| std::array::from_fn(|at| Some(u32::from(at == axis)));
        let terms = (0..6).map(|at| unit(at % 3)).collect();
        Sums {
            size,
            terms,
            ids: std::array::from_fn(|at| at),
            known: HashMap::new(),
            free: HashSet::new(),
            lengths: HashSet::new(),
            indices: HashSet::new(),
        }
    }

    fn term(&mut self, strides: Strides) -> Sum {
        self.terms.push(strides);
        Sum { terms: BTreeMap::from([(self.terms.len() - 1, 1)]), constant: 0 }
    }

    /// A value that is like no other.
    pub(super) fn unknown(&mut self) -> Sum {
        self.term([None; 3])
    }

    /// The value of an expression, which has these operands. Variables and loads from memory that changes are not for here.
    pub(super) fn of(&mut self, expr: &'p Expr, operands: &[Sum]) -> Sum {
        let id =
            |at: usize, axis: u32| Sum { terms: BTreeMap::from([(at + axis as usize % 3, 1)]), constant: 0 };
        let constant = |sum: &Sum| sum.terms.is_empty().then_some(sum.constant);
        match (expr, operands) {
            (Expr::LitU32(value), _) => Sum { terms: BTreeMap::new(), constant: *value },
            (Expr::InvocationId { axis }, _) => id(self.ids[0], *axis),
            (Expr::LocalId { axis }, _) => id(self.ids[3], *axis),
            (Expr::Var(_) | Expr::Atomic { .. } | Expr::AtomicLoad { .. } | Expr::TensorLoad { .. }, _) => {
                self.unknown()
            }
            (Expr::BinOp { op: BinOp::Add, .. }, [a, b]) => a.plus(b, 1),
            (Expr::BinOp { op: BinOp::Sub, .. }, [a, b]) => a.plus(b, u32::MAX),
            (Expr::UnOp { op: UnOp::Negate, .. }, [a]) => a.times(u32::MAX),
            (Expr::BinOp { op: BinOp::Mul, .. }, [a, b]) if constant(b).is_some() => a.times(b.constant),
            (Expr::BinOp { op: BinOp::Mul, .. }, [a, b]) if constant(a).is_some() => b.times(a.constant),
            (Expr::BinOp { op: BinOp::Shl, .. }, [a, b]) if constant(b).is_some() => {
                a.times(1 << (b.constant & 31))
            }
            _ => self.opaque(expr, operands),
        }
        .or_whole(self)
    }

    /// The value of an operator of which nothing is known but that it has no effects.
    fn opaque(&mut self, expr: &'p Expr, operands: &[Sum]) -> Sum {
        let of = match expr {
            Expr::BinOp { op, .. } => format!("{op:?}"),
            Expr::UnOp { op, .. } => format!("{op:?}"),
            Expr::Call { op_id, .. } => format!("call {op_id}"),
            Expr::Select { .. } => "select".to_string(),
            Expr::Load { .. } => "load".to_string(),
            Expr::BufLen { .. } => "len".to_string(),
            Expr::TensorDim { axis, .. } => format!("dim {axis}"),
            Expr::WorkgroupId { axis } => format!("group {axis}"),
            Expr::Component { index, .. } => format!("lane {index}"),
            Expr::Cast { target, .. } => format!("as {target:?}"),
            _ => return self.changing(operands),
        };
        let buffer = match expr {
            Expr::Load { buffer, .. } | Expr::BufLen { buffer } | Expr::TensorDim { tensor: buffer, .. } => {
                Some(buffer.as_str())
            }
            _ => None,
        };
        let meaning = Meaning { of, buffer, operands: operands.to_vec() };
        if let Some(number) = self.known.get(&meaning) {
            return Sum { terms: BTreeMap::from([(*number, 1)]), constant: 0 };
        }
        let (sum, number) = (self.changing(operands), self.terms.len() - 1);
        self.known.insert(meaning, number);
        if buffer.is_some() && self.terms[number] == [Some(0); 3] {
            self.free.insert(number);
        }
        let is_part =
            |op: &BinOp| matches!(op, BinOp::Mul | BinOp::Div | BinOp::Mod | BinOp::Shr | BinOp::BitAnd);
        match expr {
            Expr::BinOp { op, .. } if !is_part(op) => {}
            Expr::BinOp { .. } | Expr::Load { .. } | Expr::BufLen { .. } | Expr::WorkgroupId { .. } => {
                self.indices.insert(number);
            }
            _ => {}
        }
        if let Expr::BufLen { .. } = expr {
            self.lengths.insert(number);
        }
        sum
    }

    /// A new term that changes where its operands do.
    fn changing(&mut self, operands: &[Sum]) -> Sum {
        let is_same = |axis: usize| operands.iter().all(|sum| self.stride(sum, axis) == Some(0));
        let strides = std::array::from_fn(|axis| is_same(axis).then_some(0));
        self.term(strides)
    }

    /// By how much a value changes to the next invocation of the workgroup along an axis.
    pub(super) fn stride(&self, sum: &Sum, axis: usize) -> Option<u32> {
        let change = |(term, factor): (&usize, &u32)| Some(self.terms[*term][axis]?.wrapping_mul(*factor));
        sum.terms.iter().map(change).try_fold(0u32, |all, one| Some(all.wrapping_add(one?)))
    }

    /// The difference of two values, where it is a constant.
    pub(super) fn difference(&self, a: &Sum, b: &Sum) -> Option<u32> {
        let difference = a.plus(b, u32::MAX);
        difference.terms.is_empty().then_some(difference.constant)
    }

    /// How many invocations along an axis lie between two indices of one stride, of which one is so much greater; nothing if the
    /// workgroup has no such pair.
    pub(super) fn steps(&self, index: &Sum, axis: usize, apart: i32) -> Option<i32> {
        let stride = self.stride(index, axis)? as i32;
        let steps = apart.checked_div(stride).filter(|steps| steps.checked_mul(stride) == Some(apart))?;
        (steps != 0 && steps.unsigned_abs() < self.size[axis]).then_some(steps)
    }

    /// Whether an index is in bounds for the invocation that is so many steps from the first one along an axis. `length` is 0 if the host
    /// gives it: then a buffer is taken to have an element for each invocation of a workgroup.
    pub(super) fn is_inside(&self, index: &Sum, axis: usize, steps: i32, length: u32) -> bool {
        let constant = index.constant;
        // Beyond a length, which may be this buffer's.
        if index.terms.keys().any(|term| self.lengths.contains(term)) && (constant as i32) >= 0 {
            return false;
        }
        if length == 0 {
            if !index.terms.keys().all(|term| self.ids.contains(term) || self.indices.contains(term)) {
                return false;
            }
            let most = self.size.iter().fold(1, |all: u32, along| all.saturating_mul(*along));
            let has = |term: &usize| self.ids.contains(term) || self.lengths.contains(term);
            return constant < most || constant > 0u32.wrapping_sub(most) && index.terms.keys().any(has);
        }
        let is_id = |(term, factor): (&usize, &u32)| self.ids.contains(term) && (*factor as i32) >= 0;
        let stride = self.stride(index, axis).unwrap_or(u32::MAX);
        let first = u64::from(stride) * u64::from(steps.max(0).unsigned_abs()) + u64::from(constant);
        index.terms.iter().all(is_id) && first < u64::from(length)
    }

    /// A condition that is decided alike where the value is the same.
    pub(super) fn alike(&self, sum: &Sum) -> Holds {
        let alike = std::array::from_fn(|axis| self.stride(sum, axis) == Some(0));
        Holds { if_true: alike, if_false: alike, alike }
    }

    /// What is known of an operator that gives a truth value, from its operands; nothing if it is none of these.
    pub(super) fn holds(
        &self,
        expr: &Expr,
        values: &[Sum],
        operands: impl Iterator<Item = Holds>,
    ) -> Option<Holds> {
        let operands: Vec<Holds> = operands.collect();
        let and = |a: [bool; 3], b: [bool; 3]| std::array::from_fn(|axis| a[axis] && b[axis]);
        match (expr, values, &operands[..]) {
            (Expr::BinOp { op, .. }, [a, b], [first, second]) => {
                let alike = and(first.alike, second.alike);
                match op {
                    BinOp::Lt | BinOp::Le => Some(self.below(a, b)),
                    BinOp::Gt | BinOp::Ge => Some(self.below(b, a)),
                    BinOp::And | BinOp::BitAnd => {
                        Some(Holds { if_true: and(first.if_true, second.if_true), if_false: alike, alike })
                    }
                    BinOp::Or | BinOp::BitOr => {
                        Some(Holds { if_true: alike, if_false: and(first.if_false, second.if_false), alike })
                    }
                    _ => None,
                }
            }
            (Expr::UnOp { op: UnOp::LogicalNot, .. }, _, [only]) => {
                Some(Holds { if_true: only.if_false, if_false: only.if_true, alike: only.alike })
            }
            _ => None,
        }
    }

    /// What is known of `a < b` or `a <= b`. An id is below a length for both of two neighbours, where the length is great enough.
    fn below(&self, a: &Sum, b: &Sum) -> Holds {
        let alike: [bool; 3] =
            std::array::from_fn(|axis| [a, b].iter().all(|sum| self.stride(sum, axis) == Some(0)));
        let id_below = |id: &Sum, bound: &Sum, axis: usize| {
            let grows = self.stride(id, axis).is_some_and(|stride| stride as i32 > 0);
            let is_free = |(term, factor): (&usize, &u32)| self.free.contains(term) && *factor as i32 > 0;
            grows && !bound.terms.is_empty() && bound.terms.iter().all(is_free)
        };
        Holds {
            if_true: std::array::from_fn(|axis| alike[axis] || id_below(a, b, axis)),
            if_false: std::array::from_fn(|axis| alike[axis] || id_below(b, a, axis)),
            alike,
        }
    }
}

impl Sum {
    fn plus(&self, other: &Sum, factor: u32) -> Sum {
        let mut sum = self.clone();
        sum.constant = sum.constant.wrapping_add(other.constant.wrapping_mul(factor));
        for (term, times) in &other.terms {
            let new = sum.terms.get(term).copied().unwrap_or(0).wrapping_add(times.wrapping_mul(factor));
            match new {
                0 => sum.terms.remove(term),
                new => sum.terms.insert(*term, new),
            };
        }
        sum
    }

    fn times(&self, factor: u32) -> Sum {
        let zero = Sum { terms: BTreeMap::new(), constant: 0 };
        zero.plus(self, factor)
    }

    /// A sum that has too many terms as one.
    fn or_whole(self, sums: &mut Sums<'_>) -> Sum {
        if self.terms.len() > TERMS { sums.changing(&[self]) } else { self }
    }
}
