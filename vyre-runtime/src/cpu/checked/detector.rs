//! The watcher of a checked launch.

use super::super::reference::{Seen, Watch};
use super::packed::{Cleared, Layout, PackedAccess};
use super::shadow::{Access, Moment, Shadow, Some3, element};
use super::{At, Checked, Found, Uses};
use crate::Error;
use crate::binding::Binding;
use crate::finding::FindingKind;
use rustc_hash::FxHashMap;
use vyre_ir::BufferAccess;

/// What is known of an instruction that accesses a buffer.
#[derive(Clone, Copy)]
struct Kind {
    buffer: u32,
    is_atomic: bool,
    is_shadowed: bool,
    is_private: bool,
    is_shared: bool,
    is_failure: bool,
    /// Of an element that shares a word with others.
    packed: Option<PackedAccess>,
}

/// Findings with the same places are one.
type Key = (FindingKind, usize, usize);

pub(super) struct Detector<'c> {
    checked: &'c Checked,
    groups: [u32; 3],
    /// By the positions of instructions.
    kinds: Vec<Option<Kind>>,
    /// By the positions of buffers.
    shadows: Vec<Shadow>,
    /// Those of the first phase have the numbers of their instructions.
    moments: Vec<Moment>,
    numbers: FxHashMap<Moment, u32>,
    /// The moment of each instruction in a phase that is under way, and that phase.
    current: Vec<(u32, u32)>,
    /// The barriers that each invocation of the workgroup has passed.
    epochs: Vec<u32>,
    /// Which elements of local arrays each invocation has written: a bit each.
    written: Vec<u64>,
    /// The words of these bits for an invocation, and the first bit of each buffer.
    words: usize,
    first_bits: Vec<usize>,
    per_group: u32,
    /// The number of the workgroup.
    group: u32,
    local: usize,
    cleared: Cleared,
    found: Vec<Found>,
    by_places: FxHashMap<Key, usize>,
}

impl<'c> Detector<'c> {
    /// # Errors
    /// If there is no memory for the shadows.
    pub(super) fn new(
        checked: &'c Checked,
        groups: [u32; 3],
        bindings: &[Binding<'_>],
    ) -> Result<Detector<'c>, Error> {
        let code = &checked.code;
        let buffers = code.buffers();
        let mut bound = bindings.iter();
        let (mut shadows, mut first_bits, mut bits) = (Vec::new(), Vec::new(), 0usize);
        let is_shadowed = |at: usize| {
            let Uses { plain, stores, .. } = checked.uses[at];
            let is_written = matches!(
                buffers[at].access,
                BufferAccess::ReadWrite | BufferAccess::Workgroup | BufferAccess::WorkgroupAtomic
            );
            let is_own = checked.failures.is_some_and(|failures| failures.index() == at);
            is_written
                && (plain || checked.packing.layout(at).is_some())
                && !is_own
                && (stores || buffers[at].access.is_shared())
        };
        for (at, decl) in buffers.iter().enumerate() {
            let binding = if decl.access.is_bound() { bound.next() } else { None };
            let elements = match binding {
                Some(binding) => binding.words() / decl.element.lanes(),
                None => decl.count as usize,
            };
            first_bits.push(bits);
            if decl.access == BufferAccess::Private {
                bits += elements;
            }
            let layout = checked.packing.layout(at);
            let cells = elements * layout.map_or(1, Layout::parts);
            let cells = if is_shadowed(at) { cells } else { 0 };
            shadows.push(Shadow::new(cells, checked.uses[at].atomic && layout.is_none())?);
        }
        let kind = |at: usize| {
            let site = code.site(at);
            let access = site.access?;
            let decl = &buffers[access.buffer.index()];
            Some(Kind {
                buffer: access.buffer.0,
                is_atomic: site.is_atomic,
                is_shadowed: is_shadowed(access.buffer.index()),
                is_private: decl.access == BufferAccess::Private,
                is_shared: decl.access.is_shared(),
                is_failure: checked.failures == Some(access.buffer),
                packed: checked.packing.access(code, at),
            })
        };
        let per_group = code.workgroup_size().iter().product::<u32>().max(1);
        let words = bits.div_ceil(64);
        Ok(Detector {
            checked,
            groups,
            kinds: (0..code.len()).map(kind).collect(),
            shadows,
            moments: (0..code.len()).map(|inst| Moment { epoch: 0, inst: inst as u32 }).collect(),
            numbers: FxHashMap::default(),
            current: vec![(u32::MAX, 0); code.len()],
            epochs: vec![0; per_group as usize],
            written: vec![0; words * per_group as usize],
            words,
            first_bits,
            per_group,
            group: 0,
            local: 0,
            cleared: Cleared::default(),
            found: Vec::new(),
            by_places: FxHashMap::default(),
        })
    }

    /// What was found, in the order in which it happened.
    pub(super) fn found(self) -> Vec<Found> {
        self.found
    }

    fn number(&self) -> u32 {
        self.group.wrapping_mul(self.per_group).wrapping_add(self.local as u32)
    }

    /// The moment of an instruction that the current invocation executes.
    #[inline]
    fn moment(&mut self, inst: usize) -> u32 {
        let epoch = self.epochs[self.local];
        if epoch == 0 {
            return inst as u32;
        }
        let (known, number) = self.current[inst];
        if known == epoch {
            return number;
        }
        let moment = Moment { epoch, inst: inst as u32 };
        let number = *self.numbers.entry(moment).or_insert_with(|| {
            self.moments.push(moment);
            self.moments.len() as u32 - 1
        });
        self.current[inst] = (epoch, number);
        number
    }

    /// Whether nothing orders an earlier access and one of the current invocation.
    #[inline]
    fn is_unordered(&self, earlier: Access, now: Access) -> bool {
        earlier.invocation != now.invocation
            && (earlier.invocation / self.per_group != now.invocation / self.per_group
                || self.moments[earlier.moment as usize].epoch == self.moments[now.moment as usize].epoch)
    }

    fn note(&mut self, kind: FindingKind, at: At, other: Option<At>, buffer: u32, index: u32) {
        let key = (kind, at.inst, other.map_or(usize::MAX, |other| other.inst));
        let key = if other.is_some() { (kind, key.1.min(key.2), key.1.max(key.2)) } else { key };
        if let Some(known) = self.by_places.get(&key) {
            let known = &mut self.found[*known];
            known.times += 1;
            // As on other devices, an assertion is told of the first invocation of the grid, and workgroups run one after the other.
            let is_assertion = kind == FindingKind::Assertion;
            if is_assertion && self.checked.is_before(at.invocation, known.at.invocation, self.groups) {
                known.at = at;
            }
            return;
        }
        self.by_places.insert(key, self.found.len());
        self.found.push(Found {
            kind,
            at,
            other,
            buffer: buffer as usize,
            index,
            times: 1,
            is_allowed: false,
        });
    }

    fn at(&self, access: Access, what: &'static str) -> At {
        let inst = self.moments[access.moment as usize].inst as usize;
        At { inst, invocation: access.invocation.into(), what }
    }

    /// Notes the accesses of a list with which one now races.
    #[inline]
    fn compare(
        &mut self,
        earlier: Some3,
        were: &'static str,
        now: Access,
        what: &'static str,
        seen: (Kind, Seen),
    ) {
        for access in earlier.iter() {
            if self.is_unordered(access, now) {
                let (kind, seen) = seen;
                let is_benign = seen.is_same && what == WRITE && were == WRITE;
                let found = if is_benign { FindingKind::BenignRace } else { FindingKind::DataRace };
                let (at, other) = (self.at(now, what), self.at(access, were));
                self.note(found, at, Some(other), kind.buffer, seen.index);
            }
        }
    }

    #[inline]
    fn access(&mut self, seen: Seen, what: &'static str, writes: bool) {
        let Some(kind) = self.kinds[seen.at] else { return };
        let lint = |detector: &Detector<'_>| At { inst: seen.at, invocation: detector.number().into(), what };
        if kind.is_failure {
            // The loads before it are no one's business.
            if writes {
                let at = At { what: "failed", ..lint(self) };
                self.note(FindingKind::Assertion, at, None, kind.buffer, seen.index);
            }
            return;
        }
        let Some(index) = element(seen) else {
            let at = lint(self);
            let index = kind.packed.map_or(seen.index, |packed| packed.element(seen));
            return self.note(FindingKind::OutOfBounds, at, None, kind.buffer, index);
        };
        if kind.is_private {
            return self.private(kind, seen, writes, lint(self));
        }
        match kind.packed {
            _ if !kind.is_shadowed => {}
            Some(packed) => self.packed(kind, seen, packed),
            None => self.shadowed(kind, seen, index, (what, writes)),
        }
    }

    /// An access to an element that shares a word with others.
    fn packed(&mut self, kind: Kind, seen: Seen, PackedAccess { layout, action, .. }: PackedAccess) {
        let Some((bits, writes, is_same)) = action.bits(seen, &mut self.cleared) else { return };
        let (kind, what) = (Kind { is_atomic: false, ..kind }, if writes { WRITE } else { READ });
        for part in layout.touched(bits) {
            let named = Seen { index: layout.element(seen.index, part), is_same, ..seen };
            self.shadowed(kind, named, layout.cell(seen.index, part), (what, writes));
        }
    }

    /// An access to what has a shadow, at this position in it.
    #[inline]
    fn shadowed(&mut self, kind: Kind, seen: Seen, index: usize, (what, writes): (&'static str, bool)) {
        let now = Access { invocation: self.number(), moment: self.moment(seen.at) };
        let shadow = &mut self.shadows[kind.buffer as usize];
        let is_mixed = !shadow.atomic.is_empty();
        // In workgroup arrays, reads of what nobody wrote are looked for too.
        if !is_mixed && (writes || !kind.is_shared) && shadow.plain.note_own(index, now, writes) {
            return;
        }
        let (plain, atomic) = (shadow.plain.get(index), shadow.atomic.get(index));
        if kind.is_shared && !writes && !kind.is_atomic && plain.writes.is_none() && atomic.writes.is_none() {
            let at = At { inst: seen.at, invocation: self.number().into(), what };
            self.note(FindingKind::UnwrittenRead, at, None, kind.buffer, seen.index);
        }
        self.compare(plain.writes, WRITE, now, what, (kind, seen));
        if writes {
            self.compare(plain.reads, READ, now, what, (kind, seen));
        }
        if is_mixed && !kind.is_atomic {
            self.compare(atomic.writes, UPDATE, now, what, (kind, seen));
            if writes {
                self.compare(atomic.reads, ATOMIC_READ, now, what, (kind, seen));
            }
        }
        let mut cell = if kind.is_atomic { atomic } else { plain };
        let list = if writes { &mut cell.writes } else { &mut cell.reads };
        list.add(now, self.per_group, &self.moments);
        let shadow = &mut self.shadows[kind.buffer as usize];
        let cells = if kind.is_atomic { &mut shadow.atomic } else { &mut shadow.plain };
        cells.set(index, cell);
    }

    /// An access to a local array.
    fn private(&mut self, kind: Kind, seen: Seen, writes: bool, at: At) {
        let bit = self.first_bits[kind.buffer as usize] + seen.index as usize;
        let word = &mut self.written[self.local * self.words + bit / 64];
        let mask = 1 << (bit % 64);
        if writes {
            *word |= mask;
        } else if *word & mask == 0 {
            self.note(FindingKind::UnwrittenRead, at, None, kind.buffer, seen.index);
        }
    }
}

const READ: &str = "read";
const WRITE: &str = "write";
const UPDATE: &str = "atomically update";
const ATOMIC_READ: &str = "atomically read";

impl Watch for Detector<'_> {
    const COMPARES: bool = true;

    fn workgroup(&mut self, group: [u32; 3]) {
        self.group = super::flatten(group, self.groups) as u32;
        self.epochs.fill(0);
        self.written.fill(0);
        for (shadow, decl) in self.shadows.iter_mut().zip(self.checked.code.buffers()) {
            match decl.access.is_shared() {
                true => shadow.clear(),
                false => shadow.settle(&self.moments),
            }
        }
    }

    #[inline]
    fn invocation(&mut self, local: [u32; 3]) {
        self.local = super::flatten(local, self.checked.code.workgroup_size()) as usize;
    }

    #[inline]
    fn wanted(&self, at: usize) -> Option<u32> {
        self.kinds[at]?.packed?.register
    }

    #[inline]
    fn load(&mut self, seen: Seen) {
        let is_atomic = self.kinds[seen.at].is_some_and(|kind| kind.is_atomic);
        self.access(seen, if is_atomic { ATOMIC_READ } else { READ }, false);
    }

    #[inline]
    fn store(&mut self, seen: Seen) {
        self.access(seen, WRITE, true);
    }

    #[inline]
    fn atomic(&mut self, seen: Seen) {
        self.access(seen, UPDATE, true);
    }

    fn barrier(&mut self, _at: usize) {
        self.epochs[self.local] += 1;
    }
}
