//! Rows on the CPU engine, and comparisons on all cores.

use std::fmt;
use vyre_runtime::{Arg, Device};
use vyre_tests::float_rows::Row;

/// The results of a row, which the CPU engine computes. Operands that the row does not have may be missing.
pub fn on_cpu(row: Row, operands: &[Vec<u32>; 3]) -> Vec<u64> {
    let mut out = vec![0u64; operands[0].len()];
    let groups = [out.len().div_ceil(64) as u32, 1, 1];
    let [a, b, c] = operands;
    let args = [Arg::read(a), Arg::read(b), Arg::read(c), Arg::write(&mut out)];
    if let Err(error) = Device::cpu().run(&row.program(), groups, args) {
        panic!("{row}: {error}");
    }
    out
}

/// What a function gives for the numbers below a count, on all cores.
pub fn parallel<T: Send>(count: usize, of: impl Fn(usize) -> Option<T> + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let part = count.div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let of = &of;
        let parts: Vec<_> = (0..count)
            .step_by(part)
            .map(|start| {
                scope.spawn(move || (start..(start + part).min(count)).filter_map(of).collect::<Vec<T>>())
            })
            .collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// FNV-1a over results, so that two logs can be compared.
pub struct Hash(u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    pub fn add(&mut self, results: &[u64]) {
        for result in results {
            self.0 = (self.0 ^ result).wrapping_mul(0x100_0000_01b3);
        }
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
