//! Loops, which run a few times only.

use super::{Around, Generator, Use};
use vyre_ir::{BinOp, DataType, Expr, Node};

/// The bounds of a loop.
pub(super) struct Bounds {
    from: Expr,
    to: Expr,
    /// The most rounds.
    most: u32,
    /// A number that the variable is below.
    below: Option<u32>,
}

impl Generator<'_, '_> {
    pub(super) fn repetition(&mut self, into: &mut Vec<Node>, nesting: u32) {
        self.repeat(into, nesting, None, |_, _, _| {});
    }

    /// A loop whose body begins with what `first` makes, which gets the name of the variable. With `over` it is a loop over an
    /// array, if that is short enough.
    pub(super) fn repeat(
        &mut self,
        into: &mut Vec<Node>,
        nesting: u32,
        over: Option<usize>,
        first: impl FnOnce(&mut Self, &mut Vec<Node>, &str),
    ) {
        let is_uniform = self.be_uniform(1, 2);
        let mut bounds = self.uniformly(is_uniform, |generator| generator.bounds(over));
        let counter = self.source.chance(1, 5).then(|| self.counter(into, is_uniform, &mut bounds));
        let outer = (self.variables.len(), self.times, self.is_uniform);
        let var = self.declare(DataType::U32, Use::Induction, is_uniform, bounds.below);
        if let Some(at) = over
            && bounds.below == Some(self.arrays[at].len)
        {
            self.facts.push((var.clone(), at));
        }
        self.times *= bounds.most.max(1);
        self.is_uniform = is_uniform;
        self.uniform_depth += u32::from(is_uniform);
        self.around.push(Around { is_uniform, reading: self.reading.clone() });
        let body = self.body(nesting, |generator, nodes| {
            if let Some(counter) = counter.filter(|_| generator.source.chance(2, 3)) {
                nodes.push(Node::assign(counter.as_str(), Expr::var(counter.as_str()) + 1u32));
            }
            first(generator, nodes, &var);
        });
        self.around.pop();
        self.uniform_depth -= u32::from(is_uniform);
        self.close(outer.0);
        self.times = outer.1;
        self.is_uniform = outer.2 && !self.has_returned;
        into.push(Node::for_range(var, bounds.from, bounds.to, body));
    }

    /// Bounds up to a variable, which the body may assign: they are evaluated once.
    fn counter(&mut self, into: &mut Vec<Node>, is_uniform: bool, bounds: &mut Bounds) -> String {
        let most = bounds.most;
        let value = self.uniformly(is_uniform, |generator| generator.below(most + 1, 2));
        let name = self.declare(DataType::U32, Use::Any, is_uniform, None);
        into.push(Node::let_bind(name.as_str(), value));
        *bounds = Bounds { from: Expr::u32(0), to: Expr::var(name.as_str()), most, below: Some(most) };
        name
    }

    /// Bounds with few rounds between them.
    fn bounds(&mut self, over: Option<usize>) -> Bounds {
        let most = (self.sizes.rounds / self.times).min(self.work / (8 * self.times)).max(1);
        if let Some(at) = over
            && self.arrays[at].len <= most
            && self.source.chance(2, 3)
        {
            let len = self.arrays[at].len;
            let to = Expr::buf_len(self.arrays[at].decl.name.as_str());
            return Bounds { from: Expr::u32(0), to, most: len, below: Some(len) };
        }
        let few = if self.source.chance(1, 6) { most.min(17) } else { most.min(5) };
        let rounds = self.source.range(1, few);
        let depth = self.depth() / 2;
        match self.source.below(10) {
            0..=2 => {
                let from = self.source.below(3);
                let (to, below) = (from + rounds, Some(from + rounds));
                Bounds { from: Expr::u32(from), to: Expr::u32(to), most: rounds, below }
            }
            3 => {
                // No round, or few up to the end of all numbers.
                let from = *self.source.pick(&[4, 1, u32::MAX - rounds, u32::MAX]);
                let to = if from > 4 { u32::MAX } else { self.source.below(from + 1) };
                Bounds { from: Expr::u32(from), to: Expr::u32(to), most: rounds, below: None }
            }
            4 | 5 => {
                let from = self.source.weigh(&[(3, 0), (1, 1), (1, 2)]);
                let to = self.below(rounds + 1, depth);
                Bounds { from: Expr::u32(from), to, most: rounds, below: Some(rounds) }
            }
            6 => {
                let to = Expr::binary(BinOp::Min, self.expr(DataType::U32, depth), rounds);
                Bounds { from: Expr::u32(0), to, most: rounds, below: Some(rounds) }
            }
            7 => {
                let (from, to) = (self.below(3, depth), self.below(rounds + 1, depth));
                Bounds { from, to, most: rounds, below: Some(rounds) }
            }
            8 => {
                // The distance is bounded wherever it begins, and where it wraps there is no round.
                let Some(from) = self.variable(DataType::U32) else { return self.constant_bounds(rounds) };
                let to = from.clone() + rounds;
                Bounds { from, to, most: rounds, below: None }
            }
            _ => self.constant_bounds(rounds),
        }
    }

    fn constant_bounds(&mut self, rounds: u32) -> Bounds {
        Bounds { from: Expr::u32(0), to: Expr::u32(rounds), most: rounds, below: Some(rounds) }
    }
}
