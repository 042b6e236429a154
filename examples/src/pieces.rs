//! A long range that several workers share: each takes the next piece when it has done the one before.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is left of a range.
#[derive(Debug)]
pub struct Pieces(Mutex<Left>);

#[derive(Debug)]
struct Left {
    /// What nobody has taken.
    rest: Range<u64>,
    /// What somebody has taken and given back.
    returned: Vec<Range<u64>>,
}

impl Pieces {
    /// A range of which nothing is done.
    pub fn new(all: Range<u64>) -> Pieces {
        Pieces(Mutex::new(Left { rest: all, returned: Vec::new() }))
    }

    /// The next piece, of at most `size`; `None` if there is none left.
    pub fn take(&self, size: u64) -> Option<Range<u64>> {
        let mut left = self.lock();
        let from = left.returned.pop().unwrap_or(left.rest.clone());
        let middle = from.end.min(from.start + size.max(1));
        let (piece, rest) = (from.start..middle, middle..from.end);
        if from == left.rest {
            left.rest = rest;
        } else if !rest.is_empty() {
            left.returned.push(rest);
        }
        (!piece.is_empty()).then_some(piece)
    }

    /// Gives a piece back that could not be done.
    pub fn give_back(&self, piece: Range<u64>) {
        self.lock().returned.push(piece);
    }

    /// Whether everything has been taken, and nothing given back.
    pub fn is_done(&self) -> bool {
        let left = self.lock();
        left.rest.is_empty() && left.returned.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, Left> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number is in one piece, whatever the sizes, who takes it, and what is given back.
    #[test]
    fn pieces_cover_the_range_once() {
        let pieces = Pieces::new(10..5_000);
        let mut done = vec![0; 5_000];
        for turn in 1.. {
            let Some(piece) = pieces.take(turn * 7 % 50) else { break };
            if turn % 5 == 0 {
                pieces.give_back(piece);
            } else {
                piece.for_each(|number| done[number as usize] += 1);
            }
        }
        assert!(pieces.is_done());
        assert!(done[..10].iter().all(|&times| times == 0) && done[10..].iter().all(|&times| times == 1));
    }

    #[test]
    fn a_piece_that_comes_back_is_still_to_be_done() {
        let pieces = Pieces::new(0..10);
        let piece = pieces.take(100).unwrap_or_default();
        assert_eq!(piece, 0..10);
        assert!(pieces.is_done() && pieces.take(1).is_none());
        pieces.give_back(piece);
        assert!(!pieces.is_done());
        assert_eq!(pieces.take(4), Some(0..4));
        assert_eq!(pieces.take(100), Some(4..10));
        assert!(pieces.is_done());
    }
}
