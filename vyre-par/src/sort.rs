//! The order of keys: a stable radix sort of indices, by tiles as `radix` has them, or four bits at a time.
//!
//! For the latter an invocation has a chunk of elements. It counts their digits; the sums of the counts say where each digit of each chunk begins; then it
//! moves its elements there, one after the other. Nothing waits for another invocation, and keys of several words are sorted from the last word to the first.
//!
//! Elements of at most 16 bits that are their own keys are counted instead: how many there are of each says what lies where.

use crate::chain::Plan;
use crate::program::{Builder, GROUP};
use crate::radix::{self, Tiles};
use crate::scan::exclusive_sums;
use crate::value::Value;
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::{AtomicOp, Expr, Node};
use vyre_runtime::{Buffer, Device, Error};

/// The elements of an invocation.
const CHUNK: u32 = 32;
/// The bits of a digit.
const DIGIT: u32 = 4;

/// What makes the words of an item's key, at an index.
pub(crate) type KeyOf<'k> = &'k dyn Fn(&mut Builder, &Value, &Expr) -> Vec<Expr>;

/// What an algorithm may have beside inputs and results: twice the bytes of its inputs, and 1 MiB.
fn allowance(input_bytes: u64) -> u64 {
    2 * input_bytes + (1 << 20)
}

/// The bytes of the counts of a pass, with their sums.
fn count_bytes(len: u32) -> u64 {
    let counts = u64::from(len.div_ceil(CHUNK)) << DIGIT;
    4 * (counts + counts / 8)
}

/// The indices of the items of a chain in the order of their keys. `bits` are those of each word that matter, and `input_bytes` the bytes of what
/// is sorted.
pub(crate) fn order(
    plan: &Plan,
    key: KeyOf<'_>,
    bits: &[u32],
    input_bytes: u64,
) -> Result<Buffer<u32>, Error> {
    let (device, len) = (&plan.device, plan.len);
    let mut order = device.unwritten::<u32>(len as usize)?;
    if let Some(tiles) = Tiles::of(device)
        && tiles.bytes_beside(len) <= allowance(input_bytes)
    {
        let word = |b: &mut Builder, number: usize, at: &Expr| {
            let item = plan.stage.emit(b, at);
            key(b, &item, at).into_iter().nth(number).unwrap_or(Expr::u32(0))
        };
        radix::order(device, (tiles, len), bits, &word, &Stored::of(&order))?;
        return Ok(order);
    }
    let mut b = Builder::new();
    let at = b.each(len);
    let name = b.output(&Stored::of(&order));
    b.push(Node::store(name, at.clone(), at));
    b.launch(device, "vyre::par::indices", len)?;
    let room = || device.zeros::<u32>(len as usize);
    let mut next_order = room()?;
    // Keys that are moved along are quick. Where there is no room for them, each pass computes them anew.
    let moved = 4 * u64::from(len) * (bits.len() as u64 + if bits.len() > 1 { 2 } else { 1 });
    let is_moved = moved + 4 * u64::from(len) + count_bytes(len) <= allowance(input_bytes);
    if !is_moved {
        for (number, bits_here) in bits.iter().enumerate().rev() {
            for shift in (0..*bits_here).step_by(DIGIT as usize) {
                let digits = Digits::Computed { plan, key, number };
                pass(device, len, shift, digits, Some((&order, &next_order)))?;
                std::mem::swap(&mut order, &mut next_order);
            }
        }
        return Ok(order);
    }
    let keys = keys(plan, key, bits)?;
    // A single word is moved where it lies.
    let mut words = if bits.len() == 1 { keys.clone() } else { room()? };
    let mut next_words = room()?;
    for (number, bits_here) in bits.iter().enumerate().rev() {
        if bits.len() > 1 {
            let mut b = Builder::new();
            let at = b.each(len);
            let all = b.param(len);
            let number = b.param(number as u32);
            let (from, by) = (b.input(&Stored::of(&keys)), b.input(&Stored::of(&order)));
            let to = b.output(&Stored::of(&words));
            let index = b.bind(Expr::load(by, at.clone()));
            b.push(Node::store(to, at, Expr::load(from, number * all + index)));
            b.launch(device, "vyre::par::word", len)?;
        }
        for shift in (0..*bits_here).step_by(DIGIT as usize) {
            let digits = Digits::Moved(&Stored::of(&words), &Stored::of(&next_words));
            pass(device, len, shift, digits, Some((&order, &next_order)))?;
            std::mem::swap(&mut words, &mut next_words);
            std::mem::swap(&mut order, &mut next_order);
        }
    }
    Ok(order)
}

/// The keys of one word of 32 bits, sorted. `room` is memory for as many words, in which something else lies then: the keys may be computed of it.
pub(crate) fn sorted_words(plan: &Plan, key: KeyOf<'_>, room: &Stored) -> Result<Buffer<u32>, Error> {
    let words = keys(plan, key, &[32])?;
    let (mut from, mut to) = (Stored::of(&words), room.clone());
    // An even number of passes.
    for shift in (0..32).step_by(DIGIT as usize) {
        pass(&plan.device, plan.len, shift, Digits::Moved(&from, &to), None)?;
        std::mem::swap(&mut from, &mut to);
    }
    Ok(words)
}

/// How many items have a key below each number of so many bits, and behind these how many items there are. There are at most 16 bits.
pub(crate) fn ranks(plan: &Plan, key: KeyOf<'_>, bits: u32) -> Result<Buffer<u32>, Error> {
    let counts = plan.device.zeros::<u32>((1 << bits) + 1)?;
    let mut b = Builder::new();
    let at = b.each(plan.len);
    let item = plan.stage.emit(&mut b, &at);
    let word = key(&mut b, &item, &at).into_iter().next().unwrap_or(Expr::u32(0));
    let word = b.bind(word);
    let name = b.output(&Stored::of(&counts));
    b.bind(Expr::atomic(AtomicOp::Add, name, word, 1u32));
    b.launch(&plan.device, "vyre::par::ranks", plan.len)?;
    exclusive_sums(&counts, 1 << bits)
}

/// The key of the item that lies at an index when they are sorted: the last one with a rank that is not above the index.
pub(crate) fn key_at(b: &mut Builder, ranks: &Buffer<u32>, bits: u32, at: &Expr) -> Expr {
    let name = b.input(&Stored::of(ranks));
    let key = b.variable(Expr::u32(0));
    for bit in (0..bits).rev() {
        let next = b.bind(Expr::var(key.clone()) | (1 << bit));
        b.open_if(Expr::load(name.clone(), next.clone()).le(at.clone()));
        b.assign(&key, next);
        b.close();
    }
    b.bind(Expr::var(key))
}

/// The words of the keys: the first word of each, then the second one of each, and so on.
fn keys(plan: &Plan, key: KeyOf<'_>, bits: &[u32]) -> Result<Buffer<u32>, Error> {
    let (device, len) = (&plan.device, plan.len);
    let keys = device.zeros::<u32>(len as usize * bits.len())?;
    let mut b = Builder::new();
    let at = b.each(len);
    let item = plan.stage.emit(&mut b, &at);
    let words = key(&mut b, &item, &at);
    let all = b.param(len);
    let name = b.output(&Stored::of(&keys));
    for (number, word) in words.into_iter().enumerate() {
        b.push(Node::store(name.clone(), all.clone() * number as u32 + at.clone(), word));
    }
    b.launch(device, "vyre::par::keys", len)?;
    Ok(keys)
}

/// Where the digits of a pass come from.
#[derive(Clone, Copy)]
enum Digits<'d> {
    /// Words, which are moved to others.
    Moved(&'d Stored, &'d Stored),
    /// The word of this number of the key of the item that an index leads to.
    Computed { plan: &'d Plan, key: KeyOf<'d>, number: usize },
}

/// Sorts words or indices, or both, by a digit.
fn pass(
    device: &Device,
    len: u32,
    shift: u32,
    digits: Digits<'_>,
    orders: Option<(&Buffer<u32>, &Buffer<u32>)>,
) -> Result<(), Error> {
    let chunks = len.div_ceil(CHUNK);
    let radix = 1 << DIGIT;
    let mut counts = device.zeros::<u32>((radix * chunks) as usize + 1)?;
    for is_move in [false, true] {
        let mut b = Builder::new();
        let [all, shift, chunks_] = [len, shift, chunks].map(|word| b.param(word));
        let table = if is_move { b.input(&Stored::of(&counts)) } else { b.output(&Stored::of(&counts)) };
        let order = orders.map(|(order, _)| b.input(&Stored::of(order)));
        let keys = match digits {
            Digits::Moved(words, _) => Some(b.input(words)),
            Digits::Computed { plan, key, number } => {
                b.sample(|b, at| digit_of(b, (plan, key, number), at));
                None
            }
        };
        let next = |b: &mut Builder| {
            let words = match digits {
                Digits::Moved(_, next) => Some(b.output(next)),
                Digits::Computed { .. } => None,
            };
            (words, orders.map(|(_, next)| b.output(&Stored::of(next))))
        };
        let (next_words, next_order) = if is_move { next(&mut b) } else { (None, None) };
        let numbers = [is_move, keys.is_some(), order.is_some()].map(u32::from);
        b.launch_known(device, ("vyre::par::sort", &numbers), chunks.div_ceil(GROUP), |b| {
            let chunk = b.each_of(chunks_.clone());
            let array = b.array(radix);
            let digit = b.open_loop(Expr::u32(0), Expr::u32(radix));
            let place = digit.clone() * chunks_.clone() + chunk.clone();
            let first = if is_move { Expr::load(table.clone(), place) } else { Expr::u32(0) };
            b.push(Node::store(array.clone(), digit, first));
            b.close();
            let at = b.open_loop(Expr::u32(0), Expr::u32(CHUNK));
            let index = b.bind(chunk.clone() * CHUNK + at);
            let depth = b.depth() - 1;
            b.open_if(index.clone().lt(all));
            let key = match (digits, keys) {
                (Digits::Computed { plan, key, number }, _) => {
                    let source = match &order {
                        Some(order) => b.bind(Expr::load(order.clone(), index.clone())),
                        None => index.clone(),
                    };
                    digit_of(b, (plan, key, number), &source).remove(0)
                }
                (_, keys) => b.bind(Expr::load(keys.unwrap_or_default(), index.clone())),
            };
            let digit = b.bind((key.clone() >> shift) & (radix - 1));
            let place = b.bind(Expr::load(array.clone(), digit.clone()));
            b.push(Node::store(array.clone(), digit, place.clone() + 1));
            if let Some(to) = next_words {
                b.push(Node::store(to, place.clone(), key));
            }
            if let (Some(from), Some(to)) = (order, next_order) {
                b.push(Node::store(to, place, Expr::load(from, index)));
            }
            b.close_to(depth);
            if !is_move {
                let digit = b.open_loop(Expr::u32(0), Expr::u32(radix));
                let place = digit.clone() * chunks_ + chunk;
                b.push(Node::store(table, place, Expr::load(array, digit)));
                b.close();
            }
        })?;
        if !is_move && chunks > 0 {
            counts = exclusive_sums(&counts, radix * chunks)?;
        }
    }
    Ok(())
}

/// The word of this number of the key of the item at an index, alone.
fn digit_of(b: &mut Builder, (plan, key, number): (&Plan, KeyOf<'_>, usize), at: &Expr) -> Vec<Expr> {
    let item = plan.stage.emit(b, at);
    let word = key(b, &item, at).into_iter().nth(number).unwrap_or(Expr::u32(0));
    vec![b.bind(word)]
}
