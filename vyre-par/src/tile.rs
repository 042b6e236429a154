//! What a workgroup does together: tiles of elements, which it loads side by side, and values that its invocations join.
//!
//! Devices that have many invocations at once use these forms. The CPU's engine runs better without barriers, so there each invocation has a
//! chunk of its own.

use crate::program::{Builder, GROUP};
use crate::reduce::{Emit, Join, neutral};
use crate::value::{Arithmetic, Value, of_words, to_words, words_of};
use std::collections::BTreeSet;
use vyre_runtime::ir::{CollectiveOp, Expr, Node, UnOp};
use vyre_runtime::{Device, DeviceKind, Leaf};

/// Whether a device runs the forms with tiles. Interpreters take long for their barriers.
pub(crate) fn is_for(device: &Device) -> bool {
    !matches!(device.info().kind(), DeviceKind::Cpu | DeviceKind::Reference)
}

/// Whether a device joins values that may come in any order in a few workgroups, which wait for each other's invocations once.
pub(crate) fn gathers(device: &Device) -> bool {
    device.info().kind() != DeviceKind::Reference
}

/// Whether workgroups that have begun go on while others wait for them, as far as is known of the driver. Where they do not, look-back is right and slow.
pub(crate) fn looks_back(device: &Device) -> bool {
    matches!(device.info().kind(), DeviceKind::DiscreteGpu)
}

/// Whether a GPU has atomics on `u64`. The other devices have.
pub(crate) fn has_long_atomics(device: &Device) -> bool {
    let features = device.info().features();
    !is_for(device) || ["64-bit integers", "64-bit atomics"].iter().all(|feature| features.contains(feature))
}

/// How many workgroups share elements whose order does not matter: enough for every multiprocessor of a large GPU, or for every core of a CPU. A few elements, among them
/// what the workgroups of another launch have left, one workgroup joins sooner than the host makes another launch.
pub(crate) fn groups(device: &Device, len: u32) -> u32 {
    match device.info().kind() {
        _ if len <= 1 << 16 => 1,
        DeviceKind::Cpu => 64,
        _ => GROUPS,
    }
}

/// The workgroups of a large GPU.
pub(crate) const GROUPS: u32 = 4096;

/// So many large tiles leave most multiprocessors of a large GPU idle.
pub(crate) const FEW: u32 = 128;

/// How many counts a workgroup has room for: 8 KiB.
pub(crate) const BINS: u32 = 2048;

/// A part of the elements that a workgroup has, and the place of an invocation in it.
pub(crate) struct Tile {
    /// The elements of an invocation: a power of two.
    pub(crate) each: u32,
    /// The number of the tile.
    pub(crate) group: Expr,
    /// The number of the invocation in its workgroup.
    pub(crate) local: Expr,
    /// The first element.
    pub(crate) base: Expr,
}

impl Tile {
    /// The tile that has the number of the workgroup.
    pub(crate) fn new(b: &mut Builder, each: u32) -> Tile {
        let group = b.bind(Expr::WorkgroupId { axis: 0 });
        Tile::numbered(b, each, group)
    }

    /// The tile of this number.
    pub(crate) fn numbered(b: &mut Builder, each: u32, group: Expr) -> Tile {
        let local = b.bind(Expr::LocalId { axis: 0 });
        let base = b.bind(group.clone() * (each * GROUP));
        Tile { each, group, local, base }
    }

    /// The elements of a tile.
    pub(crate) fn len(&self) -> u32 {
        self.each * GROUP
    }

    /// The place in the tile of an element that an invocation loads: neighbours load neighbours.
    pub(crate) fn across(&self, b: &mut Builder, number: u32) -> Expr {
        b.bind(self.local.clone() + number * GROUP)
    }

    /// The index of the element at a place in the tile, before whose end `left` elements lie; behind that of the last one it is that of the tile's first, which changes nothing.
    pub(crate) fn index(&self, b: &mut Builder, at: &Expr, left: &Expr) -> Expr {
        let is_there = at.clone().lt(left.clone());
        b.bind(Expr::select(is_there, self.base.clone() + at.clone(), self.base.clone()))
    }

    /// The place in the tile of an element that follows the one before.
    pub(crate) fn along(&self, b: &mut Builder, number: u32) -> Expr {
        b.bind(self.local.clone() * self.each + number)
    }
}

/// The first tile of a workgroup that has some of them in a row, and the one behind its last.
pub(crate) fn own(b: &mut Builder, group: &Expr, (per, all): (Expr, Expr)) -> (Expr, Expr) {
    let first = b.bind(group.clone() * per.clone());
    let last = b.bind(first.clone() + per);
    let last = b.bind(Expr::select(last.clone().lt(all.clone()), last, all));
    (first, last)
}

/// Whether so many words behind a place lie in all of these buffers. An access to them needs no guard of its own where that is a condition: an H200's driver compiles a scan in half
/// of the time then. A `select` took a tenth longer with it.
pub(crate) fn lie_in(b: &mut Builder, buffers: &BTreeSet<String>, base: &Expr, count: u32) -> Expr {
    let within = buffers.iter().map(|buffer| {
        let len = Expr::buf_len(buffer.clone());
        len.clone().ge(count) & base.clone().le(len - count)
    });
    let within = within.reduce(|all, one| all & one).unwrap_or(Expr::u32(1));
    b.bind(within)
}

/// Rounds of a workgroup over the elements behind `base`, of which `left` are there and an invocation has `rounds`.
pub(crate) struct Rounds<'r> {
    pub(crate) local: &'r Expr,
    pub(crate) base: &'r Expr,
    pub(crate) left: &'r Expr,
    pub(crate) rounds: &'r Expr,
    /// How many elements an invocation loads at once, a power of two that divides the rounds.
    pub(crate) at_once: u32,
    /// How many of them are neighbours.
    pub(crate) near: u32,
}

impl Rounds<'_> {
    /// Emits each element and does something with it: several at once where all are there, else one after the other.
    pub(crate) fn each(self, b: &mut Builder, emit: &Emit<'_>, put: impl Fn(&mut Builder, &Value)) {
        let outer = b.depth();
        let is_whole = b.bind(self.left.clone().ge(self.rounds.clone() * GROUP));
        for whole in [true, false] {
            b.open_if(if whole { is_whole.clone().differs(0u32) } else { is_whole.clone().equals(0u32) });
            let (at_once, near) = if whole { (self.at_once, self.near) } else { (1, 1) };
            let round = b.open_loop(Expr::u32(0), self.rounds.clone() >> at_once.trailing_zeros());
            let at = b.bind(round * (at_once * GROUP) + self.local.clone() * near);
            if !whole {
                b.open_if(at.clone().lt(self.left.clone()));
            }
            let inner = b.depth();
            let mut values = Vec::new();
            for number in 0..at_once {
                let behind = number / near * near * GROUP + number % near;
                let index = b.bind(self.base.clone() + at.clone() + behind);
                let value = emit(b, &index);
                match b.depth() == inner {
                    true => values.push(value),
                    // It is one that not every index has.
                    false => put(b, &value),
                }
                b.close_to(inner);
            }
            for value in &values {
                put(b, value);
                b.close_to(inner);
            }
            b.close_to(outer);
        }
    }
}

/// Values in the memory of a workgroup.
pub(crate) struct Shared {
    name: String,
    leaves: Vec<Leaf>,
    count: u32,
}

impl Shared {
    pub(crate) fn new(b: &mut Builder, leaves: &[Leaf], count: u32) -> Shared {
        Shared { name: b.shared(count * words_of(leaves).max(1)), leaves: leaves.to_vec(), count }
    }

    /// Room for the elements of a tile, of which there are at least as many as invocations.
    pub(crate) fn of_tile(b: &mut Builder, leaves: &[Leaf], len: u32) -> Shared {
        Shared::new(b, leaves, len + len / 32)
    }

    pub(crate) fn store(&self, b: &mut Builder, at: &Expr, value: &Value) {
        let words = value.leaves.iter().zip(&value.parts).flat_map(|(leaf, part)| to_words(*leaf, part));
        for (number, word) in words.collect::<Vec<Expr>>().into_iter().enumerate() {
            b.push(Node::store(self.name.clone(), at.clone() + number as u32 * self.count, word));
        }
    }

    pub(crate) fn load(&self, b: &mut Builder, at: &Expr) -> Value {
        let (mut value, mut first) = (Value { leaves: Vec::new(), parts: Vec::new() }, 0);
        for leaf in &self.leaves {
            let word = |number| Expr::load(self.name.clone(), at.clone() + (first + number) * self.count);
            let part = b.bind(of_words(*leaf, (0..leaf.words()).map(word).collect()));
            value = value.with(Value::of(*leaf, part));
            first += leaf.words();
        }
        value
    }
}

/// Where an element of a tile lies in the workgroup's memory: with a gap behind each 32, so that invocations which read
/// elements a power of two apart do not wait for each other.
pub(crate) fn spread(b: &mut Builder, at: &Expr) -> Expr {
    b.bind(at.clone() + (at.clone() >> 5))
}

/// Joins the values of all invocations, by a balanced tree in their order, to the value at 0 of the memory. Nothing else may be in use there.
pub(crate) fn join_all(b: &mut Builder, shared: &Shared, local: &Expr, join: &Join, value: &Value) {
    // The tree joins values that are half the memory apart. With the bits of their places reversed, these are neighbours.
    let reversed = Expr::unary(UnOp::ReverseBits, local.clone()) >> (32 - GROUP.trailing_zeros());
    let slot = b.bind(reversed);
    shared.store(b, &slot, value);
    let mut half = GROUP / 2;
    while half > 0 {
        b.barrier();
        b.open_if(local.clone().lt(half));
        let left = shared.load(b, local);
        let other = b.bind(local.clone() + half);
        let right = shared.load(b, &other);
        let joined = join.emit(b, &left, &right);
        shared.store(b, local, &joined);
        b.close();
        half /= 2;
    }
    b.barrier();
}

/// What stands in a tile before each row of an invocation, and what the tile has in all, of what each row has.
pub(crate) fn starts(
    b: &mut Builder,
    local: &Expr,
    (join, leaves): (&Join, &[Leaf]),
    rows: &[Value],
) -> (Vec<Value>, Value) {
    let count = rows.len() as u32;
    let shared = Shared::of_tile(b, leaves, count * GROUP);
    let last = Shared::new(b, leaves, 1);
    for (number, row) in (0..).zip(rows) {
        let at = b.bind(local.clone() + number * GROUP);
        let place = spread(b, &at);
        shared.store(b, &place, row);
    }
    b.barrier();
    let mut total = neutral(join, leaves);
    let mut own = Vec::new();
    for number in 0..count {
        let at = b.bind(local.clone() * count + number);
        let place = spread(b, &at);
        own.push((place.clone(), total.clone()));
        let value = shared.load(b, &place);
        total = join.emit(b, &total, &value);
        let parts = total.parts.iter().map(|part| b.bind(part.clone())).collect();
        total = Value { parts, ..total };
    }
    b.barrier();
    let start = exclusive(b, local, &shared, (join, &total));
    for (place, value) in own {
        let joined = join.emit(b, &start, &value);
        shared.store(b, &place, &joined);
    }
    b.open_if(local.clone().equals(GROUP - 1));
    let all = join.emit(b, &start, &total);
    last.store(b, &Expr::u32(0), &all);
    b.close();
    b.barrier();
    let starts = (0..count)
        .map(|number| {
            let at = b.bind(local.clone() + number * GROUP);
            let place = spread(b, &at);
            shared.load(b, &place)
        })
        .collect();
    (starts, last.load(b, &Expr::u32(0)))
}

/// The number that a value is, if numbers are added for which there is a collective.
fn summed<'v>(join: &Join, value: &'v Value) -> Option<&'v Expr> {
    match (join, &value.leaves[..], &value.parts[..]) {
        (Join::Arithmetic(Arithmetic::Add), [Leaf::U32], [part]) => Some(part),
        _ => None,
    }
}

/// What the invocations before have in all.
fn exclusive(b: &mut Builder, local: &Expr, shared: &Shared, (join, total): (&Join, &Value)) -> Value {
    if let Some(part) = summed(join, total) {
        return Value::u32(b.together(CollectiveOp::ExclusiveSum, part.clone()));
    }
    let sum = b.variables(total.clone());
    shared.store(b, local, total);
    b.barrier();
    for level in 0..GROUP.trailing_zeros() {
        let step = 1 << level;
        let other = b.variables(neutral(join, &total.leaves));
        b.open_if(local.clone().ge(step));
        let at = b.bind(local.clone() - step);
        let value = shared.load(b, &at);
        b.assign_all(&other, &value);
        b.close();
        b.barrier();
        let joined = join.emit(b, &other.value(), &sum.value());
        b.assign_all(&sum, &joined);
        shared.store(b, local, &sum.value());
        b.barrier();
    }
    let start = b.variables(neutral(join, &total.leaves));
    b.open_if(local.clone().gt(0u32));
    let at = b.bind(local.clone() - 1);
    let value = shared.load(b, &at);
    b.assign_all(&start, &value);
    b.close();
    b.barrier();
    start.value()
}

/// What the workgroup has in all.
pub(crate) fn all(b: &mut Builder, local: &Expr, join: &Join, value: &Value) -> Value {
    if let Some(part) = summed(join, value) {
        return Value::u32(b.together(CollectiveOp::Sum, part.clone()));
    }
    let shared = Shared::new(b, &value.leaves, GROUP);
    b.barrier();
    join_all(b, &shared, local, join, value);
    let all = shared.load(b, &Expr::u32(0));
    b.barrier();
    all
}

/// Whether a device is a driver that runs on the CPU. Its tiles are small: lavapipe takes one to three minutes to compile a tile of a GPU's size, in
/// which each element of an invocation has code of its own.
pub(crate) fn is_software(device: &Device) -> bool {
    device.info().kind() == DeviceKind::SoftwareGpu
}

/// How many elements of so many words an invocation has on a device, if there is a form with tiles for them: a tile takes 8 KiB of a workgroup's
/// memory.
pub(crate) fn each(device: &Device, leaves: &[Leaf]) -> Option<u32> {
    match words_of(leaves) {
        _ if !is_for(device) => None,
        0 => None,
        1..=4 if is_software(device) => Some(2),
        words @ 1..=8 => Some(1 << (8 / words).ilog2()),
        _ => None,
    }
}

/// How many of the elements of an invocation are neighbours of which all words are loaded together: 16 bytes.
pub(crate) fn near(each: u32, leaves: &[Leaf]) -> u32 {
    each.min((4 / words_of(leaves).max(1)).max(1))
}

/// Twice as many where a workgroup has room: 16 KiB for the tile, and as much for what its invocations exchange. What they compute together then serves twice as many
/// elements.
pub(crate) fn large(device: &Device, leaves: &[Leaf]) -> Option<u32> {
    let has_room = device.info().limits().workgroup_bytes >= 32 << 10 && !is_software(device);
    each(device, leaves).map(|each| if has_room { 2 * each } else { each })
}

/// How many elements an invocation loads before it does anything with them, so that its loads are under way at once, and how many of them are neighbours, of which
/// words are loaded together. With fewer, and with sixteen neighbours, sums and histograms took longer on an H200.
pub(crate) fn at_once(device: &Device) -> (u32, u32) {
    if is_software(device) || !is_for(device) { (1, 1) } else { (16, 4) }
}
