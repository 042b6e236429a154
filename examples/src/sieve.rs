//! The sieve of Eratosthenes in plain Rust.

use std::ops::Range;

/// The primes below `end`.
pub fn primes_below(end: u32) -> Vec<u32> {
    let mut is_prime = vec![true; end as usize];
    let mut primes = Vec::new();
    for number in 2..end as usize {
        if is_prime[number] {
            primes.push(number as u32);
            is_prime.iter_mut().skip(number * number).step_by(number).for_each(|is| *is = false);
        }
    }
    primes
}

/// How many primes a range has. `small` are those up to the root of its end.
pub fn count(range: Range<u64>, small: &[u32]) -> u64 {
    let mut is_prime = vec![true; (range.end - range.start) as usize];
    for prime in small.iter().map(|&prime| u64::from(prime)) {
        if prime * prime >= range.end {
            break;
        }
        let first = range.start.next_multiple_of(prime).max(prime * prime);
        let at = (first - range.start) as usize;
        is_prime.iter_mut().skip(at).step_by(prime as usize).for_each(|is| *is = false);
    }
    let below_two = 2_u64.saturating_sub(range.start) as usize;
    is_prime.iter().skip(below_two).filter(|is| **is).count() as u64
}

/// The primes below powers of ten, from 1 to 10^9: the sequence A006880 of the OEIS.
pub const BELOW_POWERS_OF_TEN: [u64; 10] =
    [0, 4, 25, 168, 1_229, 9_592, 78_498, 664_579, 5_761_455, 50_847_534];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_counted_as_everybody_does() {
        let small = primes_below(1 << 16);
        assert_eq!(small[..6], [2, 3, 5, 7, 11, 13]);
        assert_eq!((small.len(), small.last().copied()), (6_542, Some(65_521)));
        for (power, expected) in (0..7).zip(BELOW_POWERS_OF_TEN) {
            assert_eq!(count(0..10_u64.pow(power), &small), expected);
        }
        // The last prime below 2^32 is 2^32 - 5.
        assert_eq!(count((1 << 32) - 5..1 << 32, &small), 1);
        assert_eq!(count((1 << 32) - 4..1 << 32, &small), 0);
    }
}
