//! A search on several threads, whose result does not depend on how many there are.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a thread needs at most: the evaluator recurses into expressions and calls.
const STACK: usize = 16 << 20;

/// How a search is done, and when it ends before all numbers are looked at.
pub(super) struct Search<'a> {
    /// The number of threads.
    pub(super) jobs: usize,
    /// It ends after so many finds.
    pub(super) enough: usize,
    /// It ends when this says so.
    pub(super) is_over: &'a (dyn Fn() -> bool + Sync),
}

/// What a search gives.
pub(super) struct Found<T> {
    /// How many numbers were looked at, from the first one on.
    pub(super) looked: u64,
    /// What was found, by its number.
    pub(super) finds: Vec<(u64, T)>,
}

impl Search<'_> {
    /// A search of all numbers.
    pub(super) fn all(jobs: usize, is_over: &(dyn Fn() -> bool + Sync)) -> Search<'_> {
        Search { jobs, enough: usize::MAX, is_over }
    }

    /// Looks at numbers in order. Only the time at which it ends depends on the threads.
    pub(super) fn run<T: Send>(
        &self,
        numbers: Range<u64>,
        find: impl Fn(u64) -> Option<T> + Sync,
    ) -> Found<T> {
        let next = AtomicU64::new(numbers.start);
        let finds = Mutex::new(BTreeMap::new());
        let is_over = || (self.is_over)() || lock(&finds).len() >= self.enough;
        // A number that was taken is looked at to the end, so that those that were looked at have no gap.
        let work = || {
            while !is_over() {
                let after = |number| (number < numbers.end).then(|| number + 1);
                let Ok(number) = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, after) else {
                    break;
                };
                if let Some(found) = find(number) {
                    lock(&finds).insert(number, found);
                }
            }
        };
        std::thread::scope(|scope| {
            // This thread works, too, so one that cannot be started is no loss. More threads than numbers have nothing to do.
            let count = usize::try_from(numbers.end.saturating_sub(numbers.start)).unwrap_or(usize::MAX);
            for _ in 1..self.jobs.min(count) {
                let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                if thread.is_err() || is_over() {
                    break;
                }
            }
            work();
        });
        let finds = finds.into_inner().unwrap_or_else(PoisonError::into_inner);
        let finds: Vec<(u64, T)> = finds.into_iter().take(self.enough).collect();
        let end = next.into_inner();
        let end = match finds.last() {
            Some((last, _)) if finds.len() == self.enough => last + 1,
            _ => end,
        };
        Found { looked: end.saturating_sub(numbers.start), finds }
    }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Multiples of 7 from 10 on: 14, 21, 28, and so on.
    fn sevens(search: &Search) -> (u64, Vec<u64>) {
        let find = |number: u64| {
            // Early numbers take longest, so that several threads find later ones first.
            std::thread::sleep(Duration::from_micros(3_000 / number));
            number.is_multiple_of(7).then_some(number * 2)
        };
        let found = search.run(10..100, find);
        assert!(found.finds.iter().all(|(number, found)| *found == number * 2));
        (found.looked, found.finds.into_iter().map(|(number, _)| number).collect())
    }

    #[test]
    fn threads_change_nothing() {
        for jobs in [0, 1, 2, 5, 200] {
            let all = sevens(&Search::all(jobs, &|| false));
            assert_eq!(all, (90, (2..15).map(|at| at * 7).collect()), "{jobs} jobs");
            let few = sevens(&Search { enough: 3, ..Search::all(jobs, &|| false) });
            // Up to 28, the third one.
            assert_eq!(few, (19, vec![14, 21, 28]), "{jobs} jobs");
            let none = sevens(&Search::all(jobs, &|| true));
            assert_eq!(none, (0, vec![]), "{jobs} jobs");
        }
    }

    #[test]
    fn the_last_numbers_are_no_round() {
        for jobs in [1, 3, usize::MAX] {
            let found = Search::all(jobs, &|| false).run(u64::MAX - 5..u64::MAX, Some);
            let numbers: Vec<u64> = found.finds.into_iter().map(|(number, _)| number).collect();
            assert_eq!((found.looked, numbers), (5, (u64::MAX - 5..u64::MAX).collect()), "{jobs} jobs");
        }
    }

    #[test]
    fn several_threads_work_at_once() {
        let barrier = std::sync::Barrier::new(3);
        // None of three comes past the barrier before all are there.
        let found = Search::all(3, &|| false).run(0..3, |number| {
            barrier.wait();
            Some(number)
        });
        assert_eq!(found.finds.len(), 3);
    }
}
