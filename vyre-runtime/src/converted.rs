//! Elements that are other bytes on the host than on devices: `bool`s, tuples and enums. On devices they are words, of which no two parts share one.
//!
//! A slice of them is erased as arrays of a few lengths. A boxed trait object would do, but a box may use what it borrows when it is dropped, so that the
//! borrows of an [`Arg`](crate::Arg) would last to the end of its scope.

use crate::Error;
use crate::element::BufferElement;
use crate::memory::room;
use std::fmt;

/// The elements of the longest arrays, and of those that have most of the rest.
const LONG: usize = 1024;
const SHORT: usize = 32;

/// So many elements.
trait Array: Send + Sync + 'static {
    fn add_words(&self, words: &mut Vec<u32>);
    /// Sets the elements from one on, as far as words reach; says how many there were.
    fn put(&mut self, from: usize, words: &[[u8; 4]]) -> usize;
}

impl<T: BufferElement, const N: usize> Array for [T; N] {
    fn add_words(&self, words: &mut Vec<u32>) {
        self.iter().for_each(|item| item.add_words(words));
    }

    fn put(&mut self, from: usize, words: &[[u8; 4]]) -> usize {
        let size = T::WORDS.max(1);
        let pieces = self[from..].iter_mut().zip(words.chunks_exact(size));
        pieces
            .map(|(item, words)| *item = T::of_words(&mut words.iter().map(|word| u32::from_le_bytes(*word))))
            .count()
    }
}

/// A slice of such elements.
pub struct Converted<'a> {
    arrays: Vec<&'a (dyn Array + 'static)>,
    count: usize,
    /// The words of an element.
    size: usize,
}

impl<'a> Converted<'a> {
    pub(crate) fn of<T: BufferElement>(slice: &'a [T]) -> Converted<'a> {
        let (long, rest) = slice.as_chunks::<LONG>();
        let (short, rest) = rest.as_chunks::<SHORT>();
        let (single, _) = rest.as_chunks::<1>();
        let (long, short) = (
            long.iter().map(|array| array as &(dyn Array + 'static)),
            short.iter().map(|array| array as &(dyn Array + 'static)),
        );
        let single = single.iter().map(|array| array as &(dyn Array + 'static));
        Converted { arrays: long.chain(short).chain(single).collect(), count: slice.len(), size: T::WORDS }
    }

    /// The number of elements.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The words on a device.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub(crate) fn words(&self) -> Result<Vec<u32>, Error> {
        let mut words = room(self.count.saturating_mul(self.size))?;
        self.arrays.iter().for_each(|array| array.add_words(&mut words));
        Ok(words)
    }
}

impl fmt::Debug for Converted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Converted").field("count", &self.count).field("size", &self.size).finish()
    }
}

/// A slice of such elements that receives results.
pub struct ConvertedMut<'a> {
    arrays: Vec<&'a mut (dyn Array + 'static)>,
    count: usize,
    size: usize,
    /// The words of an element within which the last piece ended.
    begun: Vec<[u8; 4]>,
}

impl<'a> ConvertedMut<'a> {
    pub(crate) fn of<T: BufferElement>(slice: &'a mut [T]) -> ConvertedMut<'a> {
        let count = slice.len();
        let (long, rest) = slice.as_chunks_mut::<LONG>();
        let (short, rest) = rest.as_chunks_mut::<SHORT>();
        let (single, _) = rest.as_chunks_mut::<1>();
        let long = long.iter_mut().map(|array| array as &mut (dyn Array + 'static));
        let short = short.iter_mut().map(|array| array as &mut (dyn Array + 'static));
        let single = single.iter_mut().map(|array| array as &mut (dyn Array + 'static));
        let arrays = long.chain(short).chain(single).collect();
        ConvertedMut { arrays, count, size: T::WORDS, begun: Vec::new() }
    }

    pub(crate) fn reborrow(&mut self) -> ConvertedMut<'_> {
        let arrays = self.arrays.iter_mut().map(|array| &mut **array).collect();
        ConvertedMut { arrays, begun: self.begun.clone(), ..*self }
    }

    /// The number of elements.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The number of words on a device.
    pub(crate) fn count_words(&self) -> usize {
        self.count * self.size
    }

    /// The words on a device.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub(crate) fn words(&self) -> Result<Vec<u32>, Error> {
        let mut words = room(self.count_words())?;
        self.arrays.iter().for_each(|array| array.add_words(&mut words));
        Ok(words)
    }

    /// Takes words that were read from a device, the first of which has the number `first`. Pieces that follow one another may end within an element.
    pub(crate) fn put(&mut self, first: usize, words: &[[u8; 4]]) {
        let size = self.size.max(1);
        let (mut next, within) = (first / size, first % size);
        self.begun.truncate(within);
        let (head, mut words) = words.split_at(((size - within) % size).min(words.len()));
        self.begun.extend(head);
        if self.begun.len() == size {
            let begun = std::mem::take(&mut self.begun);
            next += self.set(next, &begun);
        }
        while words.len() >= size && next < self.count {
            let set = self.set(next, words);
            words = &words[set * size..];
            next += set;
        }
        self.begun.extend(words);
    }

    /// Sets elements from one on, as far as its array and the words reach; says how many there were.
    fn set(&mut self, index: usize, words: &[[u8; 4]]) -> usize {
        let (long, rest) = (self.count / LONG, self.count % LONG);
        let (short, behind) = (rest / SHORT, index.saturating_sub(long * LONG));
        let (array, from) = match (index / LONG, behind / SHORT) {
            (at, _) if at < long => (at, index % LONG),
            (_, at) if at < short => (long + at, behind % SHORT),
            _ => (long + short + behind - short * SHORT, 0),
        };
        self.arrays.get_mut(array).map_or(0, |array| array.put(from, words))
    }
}

impl fmt::Debug for ConvertedMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConvertedMut").field("count", &self.count).field("size", &self.size).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Converted, ConvertedMut};

    #[test]
    fn parts_have_words_of_their_own() {
        let items = [(1u8, -1i16, true), (2, 3, false)];
        assert_eq!(Converted::of(&items).words().unwrap(), [1, u32::MAX, 1, 2, 3, 0]);
        let items = [((0x1_0000_0002u64, 5.0f32), [false, true])];
        assert_eq!(Converted::of(&items).words().unwrap(), [2, 1, 5.0f32.to_bits(), 0, 1]);
    }

    #[test]
    fn pieces_may_end_within_elements() {
        // As long arrays, short ones and single elements.
        let expected: Vec<(u32, u64)> = (0..2 * 1024 + 3 * 32 + 5u64)
            .map(|at| (3 * at as u32, (3 * at + 1) | ((3 * at + 2) << 32)))
            .collect();
        let words: Vec<[u8; 4]> = (0..expected.len() as u32 * 3).map(u32::to_le_bytes).collect();
        let numbers: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        assert_eq!(Converted::of(&expected).words().unwrap(), numbers);
        for len in [1, 2, 3, 4, 5, 31, 96, 97, 1000, 3072, 3073, words.len()] {
            let mut items = vec![(0u32, 0u64); expected.len()];
            let mut target = ConvertedMut::of(&mut items);
            for (at, piece) in words.chunks(len).enumerate() {
                target.put(at * len, piece);
            }
            assert!(items == expected, "pieces of {len} words");
        }
    }
}
