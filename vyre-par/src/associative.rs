//! Whether a function is associative on the operands that a reduction meets, which a checked device tells.

use crate::chain::Plan;
use crate::ends::item_of;
use crate::program::{Builder, Wide};
use crate::value::words_of;
use vyre_runtime::{Buffer, Call, Error, Leaf, ParItem, bf16, f16};

/// On a checked device, notes once that a function is not associative on the items of a chain, or on what it gave of them.
pub(crate) fn check<T: ParItem, F: Call<(T, T), T>>(plan: &Plan, function: &F) -> Result<(), Error> {
    if !is_wanted(plan) {
        return Ok(());
    }
    pieces(plan, function, std::iter::once(&*read::<T>(plan)?));
    Ok(())
}

/// The same of the items of each segment. Segments that are wrong have none.
pub(crate) fn check_segments<T: ParItem, F: Call<(T, T), T>>(
    plan: &Plan,
    offsets: &Buffer<u32>,
    function: &F,
) -> Result<(), Error> {
    if !is_wanted(plan) {
        return Ok(());
    }
    let (items, offsets) = (read::<T>(plan)?, offsets.read()?);
    if offsets.is_sorted() {
        let ends = offsets.windows(2).map(|ends| ends[0] as usize..ends[1] as usize);
        pieces(plan, function, ends.map_while(|ends| items.get(ends)));
    }
    Ok(())
}

/// The same of the values of each run of equal keys.
pub(crate) fn check_runs<K: ParItem, V: ParItem, F: Call<(V, V), V>>(
    keys: &Plan,
    values: &Plan,
    function: &F,
) -> Result<(), Error> {
    if !is_wanted(values) {
        return Ok(());
    }
    // Keys are equal in their order where their bits are.
    let keys: Vec<Vec<u32>> = read::<K>(keys)?.into_iter().map(words).collect();
    let items = read::<V>(values)?;
    let mut rest = &items[..];
    let runs = keys.chunk_by(|a, b| a == b).map_while(|run| {
        let (run, behind) = rest.split_at_checked(run.len())?;
        rest = behind;
        Some(run)
    });
    pieces(values, function, runs);
    Ok(())
}

/// Whether somebody wants to know, of a chain that has operands enough.
fn is_wanted(plan: &Plan) -> bool {
    plan.device.is_checked() && plan.len >= 3
}

/// Notes once that a function is not associative on the items of a piece.
fn pieces<'i, T: ParItem + 'i, F: Call<(T, T), T>>(
    plan: &Plan,
    function: &F,
    mut pieces: impl Iterator<Item = &'i [T]>,
) {
    let found = pieces.find_map(|items| {
        let mut check = Check { function, leaves: &plan.leaves, found: None };
        check.joined(items);
        check.found
    });
    if let Some(message) = found {
        plan.device.report_not_associative(message);
    }
}

/// The items of a chain without filters.
fn read<T: ParItem>(plan: &Plan) -> Result<Vec<T>, Error> {
    let wide = Wide::new(&plan.device, &plan.leaves, plan.len as usize)?;
    let mut b = Builder::new();
    let at = b.each(plan.len);
    let item = plan.stage.emit(&mut b, &at);
    let name = b.output(&wide.stored);
    wide.layout.store(&mut b, &name, &at, &item);
    b.launch(&plan.device, "vyre::par::items", plan.len)?;
    let words = wide.words()?;
    let each = words_of(&plan.leaves).max(1) as usize;
    Ok(words.chunks_exact(each).take(plan.len as usize).map(|words| item_of(words.to_vec())).collect())
}

struct Check<'c, F> {
    function: &'c F,
    leaves: &'c [Leaf],
    found: Option<String>,
}

/// What items were joined to, and the two values that were joined last.
struct Joined<T> {
    value: T,
    of: Option<(T, T)>,
}

impl<F> Check<'_, F> {
    /// Joins items by the balanced tree, which is as deep as the logarithm of their number.
    fn joined<T: ParItem>(&mut self, items: &[T]) -> Option<Joined<T>>
    where
        F: Call<(T, T), T>,
    {
        let (left, right) = match items {
            [] => return None,
            [one] => return Some(Joined { value: *one, of: None }),
            more => more.split_at(more.len().next_power_of_two() / 2),
        };
        let (left, right) = (self.joined(left)?, self.joined(right)?);
        if let Some((a, b)) = left.of {
            self.compare(a, b, right.value);
        }
        if let Some((b, c)) = right.of {
            self.compare(left.value, b, c);
        }
        let value = self.function.call((left.value, right.value));
        Some(Joined { value, of: Some((left.value, right.value)) })
    }

    fn compare<T: ParItem>(&mut self, a: T, b: T, c: T)
    where
        F: Call<(T, T), T>,
    {
        if self.found.is_some() {
            return;
        }
        let f = |x, y| self.function.call((x, y));
        let (left, right) = (words(f(f(a, b), c)), words(f(a, f(b, c))));
        if left != right {
            let [a, b, c] = [a, b, c].map(|value| shown(self.leaves, &words(value)));
            let [left, right] = [left, right].map(|words| shown(self.leaves, &words));
            self.found = Some(format!("f(f({a}, {b}), {c}) is {left}, and f({a}, f({b}, {c})) is {right}"));
        }
    }
}

fn words<T: ParItem>(value: T) -> Vec<u32> {
    let mut words = Vec::new();
    value.add_words(&mut words);
    words
}

/// A value as a person reads it.
fn shown(leaves: &[Leaf], words: &[u32]) -> String {
    let mut words = words.iter().copied();
    let mut number = |count: u32| {
        (0..count).fold(0u128, |number, at| number | u128::from(words.next().unwrap_or(0)) << (32 * at))
    };
    let mut parts = Vec::new();
    for leaf in leaves {
        let bits = number(leaf.words());
        parts.push(match leaf {
            Leaf::U8 | Leaf::U16 | Leaf::U32 | Leaf::U64 | Leaf::U128 => bits.to_string(),
            Leaf::I8 | Leaf::I16 | Leaf::I32 => (bits as i32).to_string(),
            Leaf::I128 => (bits as i128).to_string(),
            Leaf::I64 => (bits as i64).to_string(),
            Leaf::F32 => format!("{:?}", f32::from_bits(bits as u32)),
            Leaf::F64 => format!("{:?}", f64::from_bits(bits as u64)),
            Leaf::F16 => format!("{:?}", f16::from_bits(bits as u16)),
            Leaf::BF16 => format!("{:?}", bf16::from_bits(bits as u16)),
            Leaf::Bool => (bits != 0).to_string(),
        });
    }
    match &parts[..] {
        [one] => one.clone(),
        more => format!("({})", more.join(", ")),
    }
}
