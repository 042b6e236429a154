//! Plain Rust that runs the body of a kernel: buffers that are indexed by `u32` as in a kernel, and [`twin!`](crate::twin).

use std::cell::Cell;
use std::ops::{Index, IndexMut};

/// A buffer of words with a kernel's rule for indices out of bounds.
#[derive(Debug)]
pub struct Words {
    data: Vec<u32>,
    past: u32,
}

impl Words {
    /// A buffer that holds `data`.
    pub fn new(data: Vec<u32>) -> Words {
        Words { data, past: 0 }
    }

    /// What the buffer holds.
    pub fn into_inner(self) -> Vec<u32> {
        self.data
    }

    /// The number of elements.
    #[allow(clippy::len_without_is_empty, reason = "kernels have no `is_empty`")]
    pub fn len(&self) -> u32 {
        self.data.len() as u32
    }
}

impl Index<u32> for Words {
    type Output = u32;

    fn index(&self, index: u32) -> &u32 {
        self.data.get(index as usize).unwrap_or(&0)
    }
}

impl IndexMut<u32> for Words {
    fn index_mut(&mut self, index: u32) -> &mut u32 {
        self.past = 0;
        self.data.get_mut(index as usize).unwrap_or(&mut self.past)
    }
}

/// An element of [`Counters`].
#[derive(Debug, Default)]
pub struct Counter(Cell<u32>);

#[allow(missing_docs, reason = "named as in a kernel")]
impl Counter {
    fn update(&self, new: impl FnOnce(u32) -> u32) -> u32 {
        let old = self.0.get();
        self.0.set(new(old));
        old
    }

    pub fn load(&self) -> u32 {
        self.0.get()
    }

    pub fn store(&self, value: u32) {
        self.0.set(value);
    }

    pub fn swap(&self, value: u32) -> u32 {
        self.update(|_| value)
    }

    pub fn fetch_add(&self, value: u32) -> u32 {
        self.update(|old| old.wrapping_add(value))
    }

    pub fn fetch_max(&self, value: u32) -> u32 {
        self.update(|old| old.max(value))
    }

    pub fn compare_exchange(&self, expected: u32, new: u32) -> u32 {
        self.update(|old| if old == expected { new } else { old })
    }
}

/// A buffer of atomics, in bounds only.
#[derive(Debug)]
pub struct Counters(Vec<Counter>);

impl Counters {
    /// A buffer that holds `data`.
    pub fn new(data: &[u32]) -> Counters {
        Counters(data.iter().map(|&value| Counter(Cell::new(value))).collect())
    }

    /// What the buffer holds.
    pub fn values(&self) -> Vec<u32> {
        self.0.iter().map(Counter::load).collect()
    }
}

impl Index<u32> for Counters {
    type Output = Counter;

    fn index(&self, index: u32) -> &Counter {
        &self.0[index as usize]
    }
}

/// The two arms of the conditional expression of kernels, both evaluated.
pub fn select<T>(cond: bool, then: T, otherwise: T) -> T {
    if cond { then } else { otherwise }
}

/// The invocations that a [`twin!`](crate::twin) runs.
pub const TWINS: u32 = 64;
/// The words of output that each of these has.
pub const WORDS_OF_TWIN: u32 = 4;

/// A test that one body, as a kernel on every device and as plain Rust, has the same results.
///
/// The body sees its invocation's index `i`, the input `a` of small numbers, atomics `c` that begin at `0`, and the
/// output `out`. It touches `c[i]` and `out[4 * i]` to `out[4 * i + 3]` alone, so that the order of invocations does
/// not show. The plain Rust decides what is right: it is evaluation order and control flow as rustc has them.
#[macro_export]
macro_rules! twin {
    ($name:ident |$i:ident, $a:ident, $c:ident, $out:ident| { $($body:tt)* }) => {
        #[allow(unused, nonstandard_style, clippy::all, reason = "the bodies are strange on purpose")]
        mod $name {
            #[vyre::kernel(workgroup_size = 16)]
            fn kernel($a: &[u32], $c: &[AtomicU32], $out: &mut [u32]) {
                let $i = invocation_id().x;
                $($body)*
            }

            fn host($i: u32, $a: &$crate::host::Words, $c: &$crate::host::Counters, $out: &mut $crate::host::Words) {
                use $crate::host::select;
                $($body)*
            }

            #[test]
            fn kernel_and_plain_rust_agree() {
                use $crate::host::{Counters, TWINS, WORDS_OF_TWIN, Words};
                for seed in 0..3 {
                    let words = $crate::values::random(seed, 2 * TWINS, 13);
                    let input = Words::new(words.clone());
                    let (counters, mut output) =
                        (Counters::new(&[0; TWINS as usize]), Words::new(vec![99; (TWINS * WORDS_OF_TWIN) as usize]));
                    for i in 0..TWINS {
                        host(i, &input, &counters, &mut output);
                    }
                    let (expected, expected_counts) = (output.into_inner(), counters.values());
                    for device in $crate::devices() {
                        let mut counts = vec![0; TWINS as usize];
                        let mut out = vec![99; (TWINS * WORDS_OF_TWIN) as usize];
                        kernel(&words, &mut counts, &mut out)
                            .invocations([TWINS, 1, 1])
                            .dispatch(&device)
                            .unwrap();
                        assert_eq!(out, expected, "out on {device}\n{}", kernel::program());
                        assert_eq!(counts, expected_counts, "counters on {device}\n{}", kernel::program());
                    }
                }
            }
        }
    };
}
