//! A stable pass of a radix sort over eight bits, by tiles: counts of each digit for each workgroup's tiles, their sums, and the elements at
//! their places.
//!
//! A workgroup finds the place of a key in its tile as OneSweep does (Adinets and Merrill, 2022), without its look-back and without subgroups: the
//! invocations of 32 neighbours set a bit each in a word for their digit, and count the bits below their own. It then orders the tile in its memory, so that
//! neighbours store side by side.

use crate::program::{Builder, prepare};
use crate::scan::exclusive_sums;
use crate::tile;
use vyre_runtime::algorithm::Stored;
use vyre_runtime::ir::{AtomicOp, CollectiveOp, Expr, Node, UnOp};
use vyre_runtime::{Device, Error};

/// The bits of a digit.
const DIGIT: u32 = 8;
const DIGITS: u32 = 1 << DIGIT;
/// The invocations that find their places among each other with one word.
const LANES: u32 = 32;
/// How many workgroups share the tiles: three for each of the 132 multiprocessors of an H100 or H200, so that none is idle. Their counts take less than 1 MiB.
/// With 264 and 528 a sort takes as long.
const GROUPS: u32 = 396;

/// Reads a word of an element, or writes one at a place.
pub(crate) type Read<'r> = dyn Fn(&mut Builder, &Expr) -> Expr + 'r;
pub(crate) type Write<'w> = dyn Fn(&mut Builder, &Expr, &Expr) + 'w;

/// A word that is moved: where it comes from, and where it goes.
#[derive(Clone, Copy)]
pub(crate) struct Move<'m> {
    pub(crate) read: &'m Read<'m>,
    pub(crate) write: &'m Write<'m>,
}

/// The size of tiles.
#[derive(Clone, Copy)]
pub(crate) struct Tiles {
    group: u32,
    each: u32,
}

impl Tiles {
    /// The tiles that a device has room for in a workgroup, if it runs this form at all.
    pub(crate) fn of(device: &Device) -> Option<Tiles> {
        let limits = *device.info().limits();
        let fits = |tiles: &Tiles| {
            tiles.bytes() <= limits.workgroup_bytes && tiles.group <= limits.workgroup_size[0]
        };
        let sizes: &[Tiles] = match () {
            () if !tile::is_for(device) => &[],
            () if tile::is_software(device) => &[Tiles { group: 256, each: 2 }],
            () => &[Tiles { group: 512, each: 17 }, Tiles { group: 256, each: 16 }],
        };
        sizes.iter().copied().find(fits)
    }

    /// The bytes that the order of so many items takes beside them.
    pub(crate) fn bytes_beside(self, len: u32) -> u64 {
        let groups = u64::from(len.div_ceil(self.len())).min(GROUPS.into());
        8 * u64::from(len) + 2 * 4 * u64::from(DIGITS) * groups + 1024
    }

    fn len(self) -> u32 {
        self.group * self.each
    }

    /// The words of marks, which are the tile's keys later.
    fn room(self) -> u32 {
        self.len().max(2 * self.group / LANES * DIGITS)
    }

    /// The words of counts: two halves of the workgroup share them.
    fn counts(self) -> u32 {
        self.group / LANES / 2 * DIGITS
    }

    /// With what the collectives take.
    fn bytes(self) -> u32 {
        4 * (self.room() + self.counts() + DIGITS + 128)
    }
}

/// Sorts keys of 32 bits, the first of the words that are moved, and moves the other words along. Each word is read from its home and ends there: a buffer
/// of `len` words. The sort takes as much memory again.
pub(crate) fn sort(
    device: &Device,
    (tiles, len): (Tiles, u32),
    moves: &[Move<'_>],
    homes: Vec<Stored>,
) -> Result<(), Error> {
    let mut b = Builder::of_groups(tiles.group);
    for moved in moves {
        sample(&mut b, moved);
    }
    if b.is_first("vyre::par::sort", &[tiles.each], device) {
        prepare(|| passes(device, (tiles, len), moves, homes.clone()))?;
    }
    passes(device, (tiles, len), moves, homes)
}

/// The passes of a sort.
fn passes(
    device: &Device,
    (tiles, len): (Tiles, u32),
    moves: &[Move<'_>],
    homes: Vec<Stored>,
) -> Result<(), Error> {
    let room = |_: &Move<'_>| device.unwritten::<u32>(len as usize).map(|buffer| Stored::of(&buffer));
    let rooms = [moves.iter().map(room).collect::<Result<Vec<Stored>, Error>>()?, homes];
    let steps = 32 / DIGIT;
    for step in 0..steps {
        let from: Vec<Box<Read<'_>>> = moves
            .iter()
            .zip(&rooms[(step as usize + 1) % 2])
            .map(|(moved, stored)| -> Box<Read<'_>> {
                match step {
                    0 => Box::new(|b, at| (moved.read)(b, at)),
                    _ => Box::new(|b, at| get(b, stored, at)),
                }
            })
            .collect();
        let to: Vec<Box<Write<'_>>> = moves
            .iter()
            .zip(&rooms[step as usize % 2])
            .map(|(moved, stored)| -> Box<Write<'_>> {
                match step + 1 == steps {
                    true => Box::new(|b, at, word| (moved.write)(b, at, word)),
                    false => Box::new(|b, at, word| put(b, stored, at, word)),
                }
            })
            .collect();
        let moves: Vec<Move<'_>> =
            from.iter().zip(&to).map(|(read, write)| Move { read: &**read, write: &**write }).collect();
        pass(device, (tiles, len, step * DIGIT), moves[0], &moves[1..])?;
    }
    Ok(())
}

/// Stores the order of items by keys of words with so many bits that matter, the first word being the most significant. Every other pass computes the words of keys
/// anew, so that it takes two words of memory for an item.
pub(crate) fn order(
    device: &Device,
    (tiles, len): (Tiles, u32),
    bits: &[u32],
    word: &dyn Fn(&mut Builder, usize, &Expr) -> Expr,
    order: &Stored,
) -> Result<(), Error> {
    let mut b = Builder::of_groups(tiles.group);
    for number in 0..bits.len() {
        b.sample(|b, at| vec![word(b, number, at)]);
    }
    if b.is_first("vyre::par::order", &[&[tiles.each], bits].concat(), device) {
        prepare(|| order_passes(device, (tiles, len), bits, word, order))?;
    }
    order_passes(device, (tiles, len), bits, word, order)
}

/// The passes that find an order.
fn order_passes(
    device: &Device,
    (tiles, len): (Tiles, u32),
    bits: &[u32],
    word: &dyn Fn(&mut Builder, usize, &Expr) -> Expr,
    order: &Stored,
) -> Result<(), Error> {
    let room = || device.unwritten::<u32>(len as usize).map(|buffer| Stored::of(&buffer));
    let (keys, indices) = (room()?, room()?);
    let mut is_first = true;
    for (number, bits) in bits.iter().enumerate().rev() {
        let passes = bits.div_ceil(DIGIT);
        for step in 0..passes {
            let is_implicit = std::mem::take(&mut is_first);
            let index = |b: &mut Builder, at: &Expr| if is_implicit { at.clone() } else { get(b, order, at) };
            let computed = |b: &mut Builder, at: &Expr| {
                let index = index(b, at);
                word(b, number, &index)
            };
            let size = (tiles, len, step * DIGIT);
            if step % 2 == 0 {
                let key = Move { read: &computed, write: &|b, at, word| put(b, &keys, at, word) };
                let moved = Move { read: &index, write: &|b, at, word| put(b, &indices, at, word) };
                pass(device, size, key, &[moved])?;
            } else {
                let key = Move { read: &|b, at| get(b, &keys, at), write: &|_, _, _| {} };
                let moved = Move {
                    read: &|b, at| get(b, &indices, at),
                    write: &|b, at, word| put(b, order, at, word),
                };
                pass(device, size, key, &[moved])?;
            }
        }
        if passes % 2 == 1 {
            let mut b = Builder::new();
            let at = b.each(len);
            let index = get(&mut b, &indices, &at);
            put(&mut b, order, &at, &index);
            b.launch(device, "vyre::par::order", len)?;
        }
    }
    Ok(())
}

fn get(b: &mut Builder, stored: &Stored, at: &Expr) -> Expr {
    let name = b.input(stored);
    b.bind(Expr::load(name, at.clone()))
}

fn put(b: &mut Builder, stored: &Stored, at: &Expr, word: &Expr) {
    let name = b.output(stored);
    b.push(Node::store(name, at.clone(), word.clone()));
}

/// Says how a word is read and written.
fn sample(b: &mut Builder, moved: &Move<'_>) {
    b.sample(|b, at| vec![(moved.read)(b, at)]);
    b.sample(|b, at| {
        let word = Expr::var(b.variable(Expr::u32(0)));
        (moved.write)(b, at, &word);
        Vec::new()
    });
}

/// Sorts keys by the eight bits behind `shift`, and moves other words along.
fn pass(
    device: &Device,
    (tiles, len, shift): (Tiles, u32, u32),
    key: Move<'_>,
    others: &[Move<'_>],
) -> Result<(), Error> {
    if len == 0 {
        return Ok(());
    }
    let all = len.div_ceil(tiles.len());
    let per = all.div_ceil(GROUPS);
    let groups = all.div_ceil(per);
    let table = device.unwritten::<u32>((DIGITS * groups) as usize + 1)?;
    count((tiles, len, shift), (per, groups, all), key.read, &Stored::of(&table), device)?;
    let table = exclusive_sums(&table, DIGITS * groups)?;
    scatter((tiles, len, shift), (per, groups, all), key, others, &Stored::of(&table), device)
}

/// Counts the digits of each workgroup's tiles.
fn count(
    (tiles, len, shift): (Tiles, u32, u32),
    (per, groups, all): (u32, u32, u32),
    key: &Read<'_>,
    table: &Stored,
    device: &Device,
) -> Result<(), Error> {
    /// Copies of each count, so that neighbours with one digit do not wait for each other.
    const COPIES: u32 = 4;
    let mut b = Builder::of_groups(tiles.group);
    let (len, shift, groups_) = (b.param(len), b.param(shift), b.param(groups));
    let per_all = (b.param(per), b.param(all));
    b.sample(|b, at| vec![key(b, at)]);
    let table = b.output(table);
    b.launch_known(device, ("vyre::par::digits", &[tiles.each]), groups, |b| {
        let group = b.bind(Expr::WorkgroupId { axis: 0 });
        let local = b.bind(Expr::LocalId { axis: 0 });
        let (first, last) = tile::own(b, &group, per_all);
        let counts = b.shared_atomics(DIGITS * COPIES);
        for at in 0..(DIGITS * COPIES).div_ceil(tiles.group) {
            b.push(Node::store(counts.clone(), local.clone() + at * tiles.group, Expr::u32(0)));
        }
        b.barrier();
        let run = Run { tiles, first: local.clone(), apart: tiles.group, len };
        let ahead: Vec<String> = (0..tiles.each).map(|_| b.variable(Expr::u32(0))).collect();
        run.load_whole(b, (&first, first.clone().lt(last.clone())), key, &ahead);
        let tile = b.open_loop(first, last.clone());
        let keys: Vec<String> = ahead.iter().map(|word| b.variable(Expr::var(word.clone()))).collect();
        let next = b.bind(tile.clone() + 1);
        run.load_whole(b, (&next, next.clone().lt(last)), key, &ahead);
        run.load_rest(b, &tile, key, (&keys, 0));
        let valid = run.valid(b, &tile);
        let depth = b.depth();
        for (number, word) in (0..).zip(keys) {
            b.open_if((local.clone() + number * tiles.group).lt(valid.clone()));
            let digit = (Expr::var(word) >> shift.clone()) & (DIGITS - 1);
            let place = b.bind(digit * COPIES + (local.clone() & (COPIES - 1)));
            b.bind(Expr::atomic(AtomicOp::Add, counts.clone(), place, 1u32));
            b.close_to(depth);
        }
        b.close_to(0);
        b.barrier();
        b.open_if(local.clone().lt(DIGITS));
        let count = (0..COPIES)
            .map(|copy| Expr::load(counts.clone(), local.clone() * COPIES + copy))
            .reduce(|sum, copy| sum + copy)
            .unwrap_or(Expr::u32(0));
        b.push(Node::store(table, local * groups_ + group, count));
    })
}

/// Stores the elements of each workgroup's tiles at their places.
fn scatter(
    (tiles, len, shift): (Tiles, u32, u32),
    (per, groups, all): (u32, u32, u32),
    key: Move<'_>,
    others: &[Move<'_>],
    table: &Stored,
    device: &Device,
) -> Result<(), Error> {
    let mut b = Builder::of_groups(tiles.group);
    let (len, shift, groups_) = (b.param(len), b.param(shift), b.param(groups));
    let per_all = (b.param(per), b.param(all));
    let table = b.input(table);
    for moved in std::iter::once(&key).chain(others) {
        sample(&mut b, moved);
    }
    b.launch_known(device, ("vyre::par::scatter", &[tiles.each, others.len() as u32]), groups, |b| {
        let group = b.bind(Expr::WorkgroupId { axis: 0 });
        let local = b.bind(Expr::LocalId { axis: 0 });
        let lane = b.bind(local.clone() & (LANES - 1));
        let bit = b.bind(Expr::u32(1) << lane);
        let lower = b.bind(bit.clone() - 1);
        let part = b.bind(local.clone() >> LANES.trailing_zeros());
        let mine = b.bind(part.clone() * DIGITS);
        // Parts of both halves share words of counts, 16 bits each: a tile has fewer than 2^16 elements.
        let halves = tiles.group / LANES / 2;
        let is_second = part.clone().ge(halves);
        let half = b.bind(Expr::select(is_second, Expr::u32(16), Expr::u32(0)));
        let own_counts = b.bind((part & (halves - 1)) * DIGITS);
        let counts = b.shared_atomics(tiles.counts());
        let found = b.shared_atomics(tiles.room());
        let offsets = b.shared(DIGITS);
        let is_digit = b.bind(local.clone().lt(DIGITS));
        let goes = b.variable(Expr::u32(0));
        b.open_if(is_digit.clone().differs(0u32));
        b.assign(&goes, Expr::load(table, local.clone() * groups_ + group.clone()));
        b.close();
        let (first, last) = tile::own(b, &group, per_all);
        // Each 32 invocations load what follows each other, so that places among them are places in the tile.
        let run = b.bind(
            (local.clone() >> LANES.trailing_zeros()) * (LANES * tiles.each) + (local.clone() & (LANES - 1)),
        );
        let run = Run { tiles, first: run, apart: LANES, len };
        let ahead: Vec<String> = (0..tiles.each).map(|_| b.variable(Expr::u32(u32::MAX))).collect();
        run.load_whole(b, (&first, first.clone().lt(last.clone())), key.read, &ahead);
        let tile = b.open_loop(first, last.clone());
        b.barrier();
        for (name, count) in [(&counts, tiles.counts()), (&found, 2 * tiles.group / LANES * DIGITS)] {
            for at in 0..count / tiles.group {
                b.push(Node::store(name.clone(), local.clone() + at * tiles.group, Expr::u32(0)));
            }
        }
        let keys: Vec<String> = ahead.iter().map(|word| b.variable(Expr::var(word.clone()))).collect();
        run.load_rest(b, &tile, key.read, (&keys, u32::MAX));
        let keys: Vec<Expr> = keys.into_iter().map(Expr::var).collect();
        let valid = run.valid(b, &tile);
        b.barrier();
        let mut ranks = Vec::new();
        for (number, key) in keys.iter().enumerate() {
            let digit = b.bind((key.clone() >> shift.clone()) & (DIGITS - 1));
            let marks = if number % 2 == 0 { 0 } else { tiles.group / LANES * DIGITS };
            let mark = b.bind(mine.clone() + digit.clone() + marks);
            let count = b.bind(own_counts.clone() + digit.clone());
            b.bind(Expr::atomic(AtomicOp::Or, found.clone(), mark.clone(), bit.clone()));
            b.barrier();
            let same = b.bind(Expr::load(found.clone(), mark.clone()));
            let below = b.bind(same.clone() & lower.clone());
            let before = (Expr::load(counts.clone(), count.clone()) >> half.clone()) & 0xffff;
            let rank = b.bind(before + Expr::unary(UnOp::Popcount, below.clone()));
            b.barrier();
            b.open_if(below.equals(0u32));
            let several = b.bind(Expr::unary(UnOp::Popcount, same) << half.clone());
            b.bind(Expr::atomic(AtomicOp::Add, counts.clone(), count.clone(), several));
            b.push(Node::store(found.clone(), mark, Expr::u32(0)));
            b.close();
            ranks.push((rank, digit, count));
        }
        // The next tile's keys come while this one's are put in order: with them a scatter of 2^26 keys took 0.42 ms in place of 0.60 ms on an H200.
        let next = b.bind(tile.clone() + 1);
        run.load_whole(b, (&next, next.clone().lt(last)), key.read, &ahead);
        b.barrier();
        // The counts become the places of the parts' digits, the first half's before the second's.
        let count = b.variable(Expr::u32(0));
        b.open_if(is_digit.clone().differs(0u32));
        let parts: Vec<Expr> = (0..tiles.group / LANES / 2)
            .map(|part| b.bind(Expr::load(counts.clone(), local.clone() + part * DIGITS)))
            .collect();
        let sum = parts.iter().cloned().reduce(|sum, part| sum + part).unwrap_or(Expr::u32(0));
        let sum = b.bind(sum);
        b.assign(&count, (sum.clone() & 0xffff) + (sum.clone() >> 16));
        let mut both = b.bind(sum << 16);
        for (number, part) in parts.into_iter().enumerate() {
            b.push(Node::store(counts.clone(), local.clone() + number as u32 * DIGITS, both.clone()));
            both = b.bind(both + part);
        }
        b.close();
        let start = b.together(CollectiveOp::ExclusiveSum, Expr::var(count.clone()));
        b.open_if(is_digit.clone().differs(0u32));
        b.push(Node::store(offsets.clone(), local.clone(), start.clone()));
        b.close();
        b.barrier();
        let places: Vec<Expr> = ranks
            .into_iter()
            .map(|(rank, digit, count)| {
                let before = (Expr::load(counts.clone(), count) >> half.clone()) & 0xffff;
                b.bind(rank + before + Expr::load(offsets.clone(), digit))
            })
            .collect();
        for (place, key) in places.iter().zip(keys) {
            b.push(Node::store(found.clone(), place.clone(), key));
        }
        b.barrier();
        b.open_if(is_digit.differs(0u32));
        b.push(Node::store(offsets.clone(), local.clone(), Expr::var(goes.clone()) - start));
        b.close();
        b.barrier();
        let targets: Vec<(Expr, Expr)> = (0..tiles.each)
            .map(|number| {
                let at = b.bind(local.clone() + number * tiles.group);
                let word = b.bind(Expr::load(found.clone(), at.clone()));
                let digit = b.bind((word.clone() >> shift.clone()) & (DIGITS - 1));
                let to = b.bind(Expr::load(offsets.clone(), digit) + at.clone());
                b.open_if(at.clone().lt(valid.clone()));
                (key.write)(b, &to, &word);
                b.close();
                (at, to)
            })
            .collect();
        for other in others {
            let words: Vec<String> = (0..tiles.each).map(|_| b.variable(Expr::u32(0))).collect();
            run.load_whole(b, (&tile, Expr::u32(1)), other.read, &words);
            run.load_rest(b, &tile, other.read, (&words, 0));
            b.barrier();
            for (place, word) in places.iter().zip(words) {
                b.push(Node::store(found.clone(), place.clone(), Expr::var(word)));
            }
            b.barrier();
            for (at, to) in &targets {
                b.open_if(at.clone().lt(valid.clone()));
                let word = b.bind(Expr::load(found.clone(), at.clone()));
                (other.write)(b, to, &word);
                b.close();
            }
        }
        b.assign(&goes, Expr::var(goes.clone()) + Expr::var(count));
    })
}

/// The elements of a tile that an invocation has.
struct Run {
    tiles: Tiles,
    /// The place of the first one in a tile.
    first: Expr,
    /// From one to the next.
    apart: u32,
    /// How many elements there are in all.
    len: Expr,
}

impl Run {
    /// The elements from a tile's first one to the end of all.
    fn left(&self, b: &mut Builder, tile: &Expr) -> Expr {
        b.bind(self.len.clone() - tile.clone() * self.tiles.len())
    }

    /// How many elements a tile has.
    fn valid(&self, b: &mut Builder, tile: &Expr) -> Expr {
        let left = self.left(b, tile);
        b.bind(Expr::select(left.clone().lt(self.tiles.len()), left, Expr::u32(self.tiles.len())))
    }

    /// Loads a tile whose elements are all there, if it is to be loaded.
    fn load_whole(&self, b: &mut Builder, (tile, wanted): (&Expr, Expr), read: &Read<'_>, to: &[String]) {
        let outer = b.depth();
        let left = self.left(b, tile);
        let base = b.bind(tile.clone() * self.tiles.len());
        let accessed = b.accessed(|b, at| vec![read(b, at)]);
        let lies_in = tile::lie_in(b, &accessed, &base, self.tiles.len());
        b.open_if((wanted & left.ge(self.tiles.len()) & lies_in).differs(0u32));
        for (number, word) in (0..).zip(to) {
            let index = b.bind(base.clone() + (self.first.clone() + number * self.apart));
            let value = read(b, &index);
            b.assign(word, value);
        }
        b.close_to(outer);
    }

    /// Loads a tile of which not all elements are there; those that are not become `past`.
    fn load_rest(&self, b: &mut Builder, tile: &Expr, read: &Read<'_>, (to, past): (&[String], u32)) {
        let outer = b.depth();
        let left = self.left(b, tile);
        b.open_if(left.clone().lt(self.tiles.len()));
        let inner = b.depth();
        for (number, word) in (0..).zip(to) {
            let at = b.bind(self.first.clone() + number * self.apart);
            b.assign(word, Expr::u32(past));
            b.open_if(at.clone().lt(left.clone()));
            let index = b.bind(tile.clone() * self.tiles.len() + at);
            let value = read(b, &index);
            b.assign(word, value);
            b.close_to(inner);
        }
        b.close_to(outer);
    }
}
