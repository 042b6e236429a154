//! Reductions in the order of the balanced tree, without barriers: each invocation joins a chunk of a power of two, in rounds.

use crate::chain::{Plan, Stage};
use crate::program::{Builder, Fun, Wide};
use crate::value::{Arithmetic, Value, arithmetic, is_below};
use vyre_runtime::ir::Expr;
use vyre_runtime::{Error, Leaf};

/// What joins two values.
#[derive(Clone)]
pub(crate) enum Join {
    /// A function of the user's.
    User(Fun),
    Arithmetic(Arithmetic),
    /// The value whose first words, so many of them, are least or greatest; the first of such ones.
    Extreme {
        words: usize,
        is_max: bool,
    },
    /// The same for values of which the first leaf says whether there is one.
    Valid(Box<Join>),
}

impl Join {
    pub(crate) fn emit(&self, b: &mut Builder, left: &Value, right: &Value) -> Value {
        match self {
            Join::User(function) => b.call(function, &[left, right]),
            Join::Arithmetic(op) => arithmetic(b, *op, left, right),
            Join::Extreme { words, is_max } => {
                let (first, second) = (&left.parts[..*words], &right.parts[..*words]);
                let is_second = if *is_max { is_below(b, first, second) } else { is_below(b, second, first) };
                let joined = b.variables(left.clone());
                b.open_if(is_second.differs(0u32));
                b.assign_all(&joined, right);
                b.close();
                joined.value()
            }
            Join::Valid(join) => {
                let joined = b.variables(left.clone());
                b.open_if(right.parts[0].clone().differs(0u32));
                let both = b.variables(right.clone());
                b.open_if(left.parts[0].clone().differs(0u32));
                let (valid, left) = left.clone().split(1);
                let (_, right) = right.clone().split(1);
                let value = join.emit(b, &left, &right);
                b.assign_all(&both, &valid.with(value));
                b.close();
                let value = both.value();
                b.assign_all(&joined, &value);
                b.close();
                joined.value()
            }
        }
    }
}

/// What makes of an item, and its index, what is joined.
pub(crate) type Prepare<'p> = &'p dyn Fn(&mut Builder, Value, &Expr) -> Value;

/// The values that are joined.
pub(crate) struct Values<'p> {
    pub(crate) plan: &'p Plan,
    pub(crate) prepare: Prepare<'p>,
    /// The leaves of a value.
    pub(crate) leaves: Vec<Leaf>,
}

impl Values<'_> {
    /// The value at an index. Of a filtered chain its first leaf says whether there is one.
    fn emit(&self, b: &mut Builder, index: &Expr) -> Value {
        if !self.plan.is_filtered {
            let item = self.plan.stage.emit(b, index);
            return (self.prepare)(b, item, index);
        }
        let value = b.variables(Value::zero(&self.all()));
        let depth = b.depth();
        let item = self.plan.stage.emit(b, index);
        let prepared = (self.prepare)(b, item, index);
        b.assign_all(&value, &Value::u32(Expr::u32(1)).with(prepared));
        b.close_to(depth);
        value.value()
    }

    fn all(&self) -> Vec<Leaf> {
        match self.plan.is_filtered {
            true => [vec![Leaf::U32], self.leaves.clone()].concat(),
            false => self.leaves.clone(),
        }
    }

    /// The words of the joined values; nothing if there are none. Waits. What joins those of a filtered chain gives the same in whatever order.
    pub(crate) fn reduced(&self, join: Join) -> Result<Option<Vec<u32>>, Error> {
        let Some(values) = self.reduced_on_device(join)? else { return Ok(None) };
        let mut words = values.first()?;
        if self.plan.is_filtered && words.remove(0) == 0 {
            return Ok(None);
        }
        Ok(Some(words))
    }

    /// The joined values, and before them whether there are any if the chain is filtered. Does not wait.
    pub(crate) fn reduced_on_device(&self, join: Join) -> Result<Option<Wide>, Error> {
        let join = if self.plan.is_filtered { Join::Valid(Box::new(join)) } else { join };
        let (device, leaves) = (&self.plan.device, self.all());
        let mut len = self.plan.len;
        if len == 0 {
            return Ok(None);
        }
        let mut values = Wide::new(device, &leaves, len.div_ceil(CHUNK) as usize)?;
        round(&|b, index| self.emit(b, index), (len, &join, &leaves), &values, &self.plan.device)?;
        len = len.div_ceil(CHUNK);
        while len > 1 {
            let next = Wide::new(device, &leaves, len.div_ceil(CHUNK) as usize)?;
            let stage = Stage::Wide { stored: values.stored.clone(), layout: values.layout.clone() };
            round(&|b, index| stage.emit(b, index), (len, &join, &leaves), &next, device)?;
            len = len.div_ceil(CHUNK);
            values = next;
        }
        Ok(Some(values))
    }
}

/// How many values an invocation joins: a power of two, so that chunks are whole parts of the tree.
const CHUNK: u32 = 16;

/// Joins the values of each chunk.
fn round(
    emit: &dyn Fn(&mut Builder, &Expr) -> Value,
    (len, join, leaves): (u32, &Join, &[Leaf]),
    joined: &Wide,
    device: &vyre_runtime::Device,
) -> Result<(), Error> {
    let mut b = Builder::new();
    let chunks = len.div_ceil(CHUNK);
    let chunk = b.each(chunks);
    let len = b.param(len);
    let base = b.bind(chunk.clone() * CHUNK);
    let left = b.bind(len - base.clone());
    let count = b.bind(Expr::select(left.clone().lt(CHUNK), left, Expr::u32(CHUNK)));
    let zero = Value::zero(leaves);
    let bits = CHUNK.trailing_zeros();
    let kept: Vec<_> = (0..bits).map(|_| b.variables(zero.clone())).collect();
    let total = b.variables(zero);
    let at = b.open_loop(Expr::u32(0), count.clone());
    let index = b.bind(base + at.clone());
    let mut value = emit(&mut b, &index);
    // A binary counter: a bit that is set joins what is kept for it.
    let depth = b.depth();
    for (bit, kept) in kept.iter().enumerate() {
        let is_set = b.bind((at.clone() >> bit as u32) & 1);
        b.open_if(is_set.clone().equals(0u32));
        b.assign_all(kept, &value);
        b.close();
        b.open_if(is_set.differs(0u32));
        value = join.emit(&mut b, &kept.value(), &value);
    }
    b.assign_all(&total, &value);
    b.close_to(depth);
    b.close();
    // What is left of a chunk that is not whole.
    let has = b.variable(Expr::u32(0));
    for (bit, kept) in kept.iter().enumerate() {
        b.open_if((count.clone() & (1 << bit)).differs(0u32));
        let value = b.variables(kept.value());
        b.open_if(Expr::var(has.clone()).differs(0u32));
        let both = join.emit(&mut b, &kept.value(), &total.value());
        b.assign_all(&value, &both);
        b.close();
        b.assign_all(&total, &value.value());
        b.assign(&has, Expr::u32(1));
        b.close();
    }
    let name = b.output(&joined.stored);
    joined.layout.store(&mut b, &name, &chunk, &total.value());
    b.launch(device, "vyre::par::reduce", chunks)
}
