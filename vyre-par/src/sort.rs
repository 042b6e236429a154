//! The order of keys: a stable radix sort of indices, by tiles as `radix` has them, or four bits at a time.
//!
//! For the latter an invocation has a chunk of elements. It counts their digits; the sums of the counts say where each digit of each chunk begins; then it
//! moves its elements there, one after the other. Nothing waits for another invocation, and keys of several words are sorted from the last word to the first.

use crate::chain::Plan;
use crate::program::Builder;
use crate::radix::{self, Move, Tiles};
use crate::scan::exclusive_sums;
use crate::value::Value;
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::{Expr, Node};
use vyre_runtime::{Buffer, Device, Error};

/// The elements of an invocation.
const CHUNK: u32 = 32;
/// The bits of a digit.
const DIGIT: u32 = 4;

/// What makes the words of an item's key, at an index.
pub(crate) type KeyOf<'k> = &'k dyn Fn(&mut Builder, &Value, &Expr) -> Vec<Expr>;

/// The indices of the items of a chain in the order of their keys. `bits` are those of each word that matter.
pub(crate) fn order(plan: &Plan, key: KeyOf<'_>, bits: &[u32]) -> Result<Buffer<u32>, Error> {
    match Tiles::of(&plan.device) {
        Some(tiles) => order_by_tiles(plan, tiles, key, bits),
        None => order_by_chunks(plan, key, bits),
    }
}

/// The word of an item's only word of a key.
pub(crate) fn word_of(b: &mut Builder, plan: &Plan, key: KeyOf<'_>, at: &Expr) -> Expr {
    let item = plan.stage.emit(b, at);
    key(b, &item, at).into_iter().next().unwrap_or(Expr::u32(0))
}

fn order_by_tiles(plan: &Plan, tiles: Tiles, key: KeyOf<'_>, bits: &[u32]) -> Result<Buffer<u32>, Error> {
    let (device, len) = (&plan.device, plan.len);
    let nowhere = |_: &mut Builder, _: &Expr, _: &Expr| {};
    let mut order = device.zeros::<u32>(len as usize)?;
    if let [bits] = bits {
        let to = Stored::of(&order);
        let key = Move { read: &|b, at| word_of(b, plan, key, at), write: &nowhere };
        let index = Move { read: &|_, at| at.clone(), write: &|b, at, word| put(b, &to, at, word) };
        radix::sort(device, (tiles, len, *bits), key, &[index])?;
        return Ok(order);
    }
    let (keys, words) = (Stored::of(&keys(plan, key, bits)?), bits.len());
    for (number, bits) in bits.iter().enumerate().rev() {
        let is_first = number + 1 == words;
        let next = device.zeros::<u32>(len as usize)?;
        let (from, to) = (Stored::of(&order), Stored::of(&next));
        let index = |b: &mut Builder, at: &Expr| match is_first {
            true => at.clone(),
            false => get(b, &from, at),
        };
        let word = |b: &mut Builder, at: &Expr| {
            let index = index(b, at);
            let (all, number) = (b.param(len), b.param(number as u32));
            let place = b.bind(number * all + index);
            get(b, &keys, &place)
        };
        let moved = Move { read: &index, write: &|b, at, word| put(b, &to, at, word) };
        radix::sort(device, (tiles, len, *bits), Move { read: &word, write: &nowhere }, &[moved])?;
        order = next;
    }
    Ok(order)
}

fn get(b: &mut Builder, stored: &Stored, at: &Expr) -> Expr {
    let name = b.input(stored);
    b.bind(Expr::load(name, at.clone()))
}

fn put(b: &mut Builder, stored: &Stored, at: &Expr, word: &Expr) {
    let name = b.output(stored);
    b.push(Node::store(name, at.clone(), word.clone()));
}

fn order_by_chunks(plan: &Plan, key: KeyOf<'_>, bits: &[u32]) -> Result<Buffer<u32>, Error> {
    let (device, len) = (&plan.device, plan.len);
    let keys = keys(plan, key, bits)?;
    let mut order = device.zeros::<u32>(len as usize)?;
    let mut b = Builder::new();
    let at = b.each(len);
    let name = b.output(&Stored::of(&order));
    b.push(Node::store(name, at.clone(), at));
    b.launch(device, "vyre::par::indices", len)?;
    let room = || device.zeros::<u32>(len as usize);
    // A single word is moved where it lies.
    let mut words = if bits.len() == 1 { keys.clone() } else { room()? };
    let (mut next_words, mut next_order) = (room()?, room()?);
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
            pass(device, len, shift, (&words, &next_words), Some((&order, &next_order)))?;
            std::mem::swap(&mut words, &mut next_words);
            std::mem::swap(&mut order, &mut next_order);
        }
    }
    Ok(order)
}

/// The keys of one word, sorted.
pub(crate) fn sorted_words(plan: &Plan, key: KeyOf<'_>, bits: u32) -> Result<Buffer<u32>, Error> {
    let mut words = keys(plan, key, &[bits])?;
    let mut next_words = plan.device.zeros::<u32>(plan.len as usize)?;
    for shift in (0..bits).step_by(DIGIT as usize) {
        pass(&plan.device, plan.len, shift, (&words, &next_words), None)?;
        std::mem::swap(&mut words, &mut next_words);
    }
    Ok(words)
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

/// Sorts words, and their indices if there are any, by a digit.
fn pass(
    device: &Device,
    len: u32,
    shift: u32,
    (words, next_words): (&Buffer<u32>, &Buffer<u32>),
    orders: Option<(&Buffer<u32>, &Buffer<u32>)>,
) -> Result<(), Error> {
    let chunks = len.div_ceil(CHUNK);
    let digits = 1 << DIGIT;
    let mut counts = device.zeros::<u32>((digits * chunks) as usize + 1)?;
    for is_move in [false, true] {
        let mut b = Builder::new();
        let chunk = b.each(chunks);
        let (all, shift, chunks_) = (b.param(len), b.param(shift), b.param(chunks));
        let array = b.array(digits);
        let keys = b.input(&Stored::of(words));
        let table = if is_move { b.input(&Stored::of(&counts)) } else { b.output(&Stored::of(&counts)) };
        let digit = b.open_loop(Expr::u32(0), Expr::u32(digits));
        let place = digit.clone() * chunks_.clone() + chunk.clone();
        let first = if is_move { Expr::load(table.clone(), place) } else { Expr::u32(0) };
        b.push(Node::store(array.clone(), digit, first));
        b.close();
        let at = b.open_loop(Expr::u32(0), Expr::u32(CHUNK));
        let index = b.bind(chunk.clone() * CHUNK + at);
        b.open_if(index.clone().lt(all));
        let key = b.bind(Expr::load(keys, index.clone()));
        let digit = b.bind((key.clone() >> shift) & (digits - 1));
        let place = b.bind(Expr::load(array.clone(), digit.clone()));
        b.push(Node::store(array.clone(), digit, place.clone() + 1));
        if is_move {
            let to = b.output(&Stored::of(next_words));
            b.push(Node::store(to, place.clone(), key));
            if let Some((order, next_order)) = orders {
                let (from, to) = (b.input(&Stored::of(order)), b.output(&Stored::of(next_order)));
                b.push(Node::store(to, place, Expr::load(from, index)));
            }
        }
        b.close();
        b.close();
        if !is_move {
            let digit = b.open_loop(Expr::u32(0), Expr::u32(digits));
            let place = digit.clone() * chunks_ + chunk;
            b.push(Node::store(table, place, Expr::load(array, digit)));
            b.close();
        }
        b.launch(device, "vyre::par::sort", chunks)?;
        if !is_move && chunks > 0 {
            counts = exclusive_sums(counts, digits * chunks)?;
        }
    }
    Ok(())
}
