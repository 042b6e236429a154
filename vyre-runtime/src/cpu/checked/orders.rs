//! Whether results depend on the order of invocations: the launch runs again in other orders, and its bytes are compared. Values of atomics decide which
//! elements invocations access, so the [`Detector`] watches these orders, too. It does not watch those in which several workgroups run at once, because shadow memory follows one.

use super::super::reference::{Order, Random, Seen, Watch};
use super::detector::Detector;
use super::packed::Layout;
use super::{At, Checked, Found, copies, flatten};
use crate::Error;
use crate::binding::Binding;
use crate::finding::FindingKind;

/// The orders that are tried after the first one.
const ORDERS: [Order; 4] =
    [Order::Reversed, Order::Shuffled(1), Order::Interleaved(2), Order::Interleaved(3)];

/// An element of a bound buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Element {
    /// The position of the buffer in the program.
    buffer: usize,
    index: u32,
    /// The bits that differ, of one whose words hold several elements.
    bits: u32,
}

/// Runs again from the words `before`. Gives what makes the launch fail in the first order in which it does, or else the first difference from what the
/// bindings hold now.
///
/// # Errors
/// If there is no memory for it.
pub(super) fn compare(
    checked: &Checked,
    groups: [u32; 3],
    bindings: &mut [Binding<'_>],
    before: &[Option<Vec<u32>>],
) -> Result<Vec<Found>, Error> {
    let after = copies(bindings)?;
    let (mut found, mut allowed) = (Vec::new(), None);
    let workgroups: u64 = groups.iter().map(|along| u64::from(*along)).product();
    let last = if workgroups > u64::from(MANY) { Some(Order::Interleaved(3)) } else { None };
    for order in ORDERS.into_iter().filter(|order| Some(*order) != last) {
        restore(bindings, before);
        if let Order::Interleaved(_) = order {
            let mut watch = Rerun::new(checked, groups, Some(order), None);
            checked.code.run_in(order, groups, bindings, &mut watch)?;
        } else {
            let mut detector = Detector::new(checked, groups, bindings)?;
            checked.code.run_in(order, groups, bindings, &mut detector)?;
            found = detector.found();
            found.retain(|found| found.kind.is_failure());
        }
        if !found.is_empty() {
            break;
        }
        let Some(element) = difference(checked, bindings, &after) else { continue };
        let is_allowed = checked.is_any_order && lies_elsewhere(checked, bindings, &after);
        if is_allowed && allowed.is_some() {
            continue;
        }
        // Once more in both orders, to see who writes the element last.
        let mut watch = Rerun::new(checked, groups, Some(order), Some(element));
        restore(bindings, before);
        checked.code.run_in(order, groups, bindings, &mut watch)?;
        let other = watch.last;
        let mut watch = Rerun::new(checked, groups, None, Some(element));
        restore(bindings, before);
        checked.code.run_watched(groups, bindings, &mut watch)?;
        let Some(at) = watch.last.or(other) else { continue };
        // One place says it where both orders have the same invocation write it.
        let other = other.filter(|other| *other != at);
        let (kind, Element { buffer, .. }) = (FindingKind::OrderDependence, element);
        let index = checked.packing.layout(buffer).map_or(element.index, |layout| element.of(layout));
        let difference = Found { kind, at, other, buffer, index, times: 1, is_allowed };
        if is_allowed {
            allowed = Some(difference);
            continue;
        }
        found.push(difference);
        break;
    }
    if found.is_empty() {
        found.extend(allowed);
    }
    restore(bindings, &after);
    Ok(found)
}

pub(super) fn restore(bindings: &mut [Binding<'_>], words: &[Option<Vec<u32>>]) {
    for (binding, words) in bindings.iter_mut().zip(words) {
        if let (Binding::WordsMut(target), Some(words)) = (binding, words) {
            target.copy_from_slice(words);
        }
    }
}

/// The first element that differs.
fn difference(checked: &Checked, bindings: &[Binding<'_>], after: &[Option<Vec<u32>>]) -> Option<Element> {
    let bound = checked.code.buffers().iter().enumerate().filter(|(_, decl)| decl.access.is_bound());
    bound.zip(bindings).zip(after).find_map(|(((buffer, decl), binding), after)| {
        let (Binding::WordsMut(words), Some(after)) = (binding, after) else { return None };
        if checked.printed == Some(buffer) {
            // Its records are put in order when they are handed over.
            return None;
        }
        let at = words.iter().zip(after).position(|(one, other)| one != other)?;
        let bits = words[at] ^ after[at];
        Some(Element { buffer, index: (at / decl.element.lanes()) as u32, bits })
    })
}

/// Whether every buffer has the same elements as before, wherever they lie.
fn lies_elsewhere(checked: &Checked, bindings: &[Binding<'_>], after: &[Option<Vec<u32>>]) -> bool {
    let bound = checked.code.buffers().iter().enumerate().filter(|(_, decl)| decl.access.is_bound());
    bound.zip(bindings).zip(after).all(|(((buffer, decl), binding), after)| {
        let (Binding::WordsMut(words), Some(after)) = (binding, after) else { return true };
        if checked.printed == Some(buffer) {
            return true;
        }
        match checked.packing.layout(buffer) {
            Some(layout) => {
                let bytes = layout.element_bytes();
                sorted(&bytes_of(words), bytes) == sorted(&bytes_of(after), bytes)
            }
            None => {
                let width = decl.element.lanes() * checked.packing.stride(buffer) as usize;
                sorted(words, width) == sorted(after, width)
            }
        }
    })
}

/// The elements in an order of their own.
fn sorted<T: Ord>(parts: &[T], width: usize) -> Vec<&[T]> {
    let mut elements: Vec<&[T]> = parts.chunks(width.max(1)).collect();
    elements.sort_unstable();
    elements
}

fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

impl Element {
    /// The first element that differs, of those that share the word.
    fn of(self, layout: Layout) -> u32 {
        layout.element(self.index, layout.touched(self.bits).next().unwrap_or(0))
    }
}

/// The watcher of a run in another order: it lets invocations pause before accesses, and notes who writes an element last.
struct Rerun<'c> {
    checked: &'c Checked,
    groups: [u32; 3],
    /// Where invocations may pause.
    random: Option<Random>,
    has_paused: bool,
    element: Option<Element>,
    last: Option<At>,
    workgroup: u64,
    local: u64,
    /// The workgroups that have started.
    begun: u32,
}

/// The workgroups whose invocations pause often, before the others do. With more of them one such order is enough.
const MANY: u32 = 512;

impl<'c> Rerun<'c> {
    fn new(
        checked: &'c Checked,
        groups: [u32; 3],
        order: Option<Order>,
        element: Option<Element>,
    ) -> Rerun<'c> {
        let random = match order {
            Some(Order::Interleaved(seed)) => Some(Random(!seed)),
            _ => None,
        };
        let (workgroup, local) = (0, 0);
        Rerun { checked, groups, random, has_paused: false, element, last: None, workgroup, local, begun: 0 }
    }

    fn write(&mut self, seen: Seen) {
        let packed = self.element.and_then(|_| self.checked.packing.access(&self.checked.code, seen.at));
        let is_it = |element: Element| {
            let access = self.checked.code.site(seen.at).access;
            access.is_some_and(|access| access.buffer.index() == element.buffer)
                && element.index == seen.index
                && packed.is_none_or(|packed| packed.action.changes(seen, element.bits))
        };
        if self.element.is_some_and(is_it) {
            let size = self.checked.code.workgroup_size();
            let count: u64 = size.iter().map(|extent| u64::from(*extent)).product();
            let invocation = self.workgroup * count + self.local;
            self.last = Some(At { inst: seen.at, invocation, what: "written last" });
        }
    }
}

impl Watch for Rerun<'_> {
    fn workgroup(&mut self, group: [u32; 3]) {
        self.workgroup = flatten(group, self.groups);
        self.begun = self.begun.saturating_add(1);
    }

    #[inline]
    fn invocation(&mut self, local: [u32; 3]) {
        self.has_paused = false;
        self.local = flatten(local, self.checked.code.workgroup_size());
    }

    #[inline]
    fn pauses(&mut self, at: usize) -> bool {
        if let Some(random) = &mut self.random
            && self.checked.code.site(at).access.is_some()
        {
            // Where there are many invocations each is stopped less often: switching between them is what costs.
            let often = if self.begun < MANY { 3 } else { 32 };
            self.has_paused = random.below(often) == 0;
        }
        self.has_paused
    }

    fn has_paused(&self) -> bool {
        self.has_paused
    }

    #[inline]
    fn store(&mut self, seen: Seen) {
        self.write(seen);
    }

    #[inline]
    fn atomic(&mut self, seen: Seen) {
        self.write(seen);
    }
}
