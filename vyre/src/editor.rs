//! Stand-ins for the items that a kernel's body uses. With them the body is plain Rust that rust-analyzer
//! understands. They exist only for rust-analyzer, and no program can call them.
//!
//! The documentation of the methods repeats that of the guide, because editors show it.

#![allow(unused_variables, clippy::empty_loop, clippy::len_without_is_empty)]

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// The body of every function here. They are never called.
fn stand_in<T>() -> T {
    loop {}
}

macro_rules! indexed {
    ($(#[doc = $meaning:literal] $name:ident;)*) => {$(
        #[doc = $meaning]
        ///
        /// Indices are `u32`. Out of bounds, a load gives 0 and a store does nothing.
        #[derive(Clone, Copy)]
        pub struct $name<T>(PhantomData<T>);

        impl<T> $name<T> {
            /// The number of elements.
            pub fn len(&self) -> u32 {
                stand_in()
            }
        }

        impl<T> Index<u32> for $name<T> {
            type Output = T;

            fn index(&self, index: u32) -> &T {
                stand_in()
            }
        }

        impl<T> IndexMut<u32> for $name<T> {
            fn index_mut(&mut self, index: u32) -> &mut T {
                stand_in()
            }
        }
    )*};
}

indexed! {
    /// A parameter `&[T]`, `&mut [T]` or `&Uniform<[T]>`.
    Slice;
    /// A local array `[value; N]`, or a workgroup array.
    Array;
}

impl<T> Array<T> {
    #[doc(hidden)]
    pub fn filled(value: T, length: u32) -> Array<T> {
        stand_in()
    }
}

/// `[u32; 2]` or `[u32; 4]`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Vector<const LANES: u32>(());

impl<const LANES: u32> Vector<LANES> {
    #[doc(hidden)]
    pub fn splat(value: u32) -> Vector<LANES> {
        stand_in()
    }
}

impl<const LANES: u32> Index<u32> for Vector<LANES> {
    type Output = u32;

    fn index(&self, index: u32) -> &u32 {
        stand_in()
    }
}

impl<const LANES: u32> IndexMut<u32> for Vector<LANES> {
    fn index_mut(&mut self, index: u32) -> &mut u32 {
        stand_in()
    }
}

#[doc(hidden)]
pub fn vector2(x: u32, y: u32) -> Vector<2> {
    stand_in()
}

#[doc(hidden)]
pub fn vector4(x: u32, y: u32, z: u32, w: u32) -> Vector<4> {
    stand_in()
}

/// A parameter `&[u8]`. Indices are `u32`; out of bounds, a load gives 0.
pub struct Bytes(());

impl Index<u32> for Bytes {
    type Output = u8;

    fn index(&self, index: u32) -> &u8 {
        stand_in()
    }
}

impl Bytes {
    /// The number of bytes.
    pub fn len(&self) -> u32 {
        stand_in()
    }

    /// The byte at this offset; 0 past the end.
    pub fn byte(&self, index: u32) -> u32 {
        stand_in()
    }

    /// The four bytes of this word, little-endian; 0 past the end.
    pub fn word(&self, index: u32) -> u32 {
        stand_in()
    }
}

/// An element of a parameter `&[AtomicU32]`. The operations take no orderings: all operations on the same element
/// have a single total order. Out of bounds they do nothing and give 0.
pub struct AtomicU32(());

macro_rules! atomics {
    ($($(#[doc = $meaning:literal])+ $name:ident;)*) => {
        impl AtomicU32 {
            $(
                $(#[doc = $meaning])+
                ///
                /// Returns the old value.
                pub fn $name(&self, value: u32) -> u32 {
                    stand_in()
                }
            )*

            /// Writes `new` if the value is `expected`. Returns the old value.
            pub fn compare_exchange(&self, expected: u32, new: u32) -> u32 {
                stand_in()
            }

            /// The value.
            pub fn load(&self) -> u32 {
                stand_in()
            }

            /// Writes a value.
            pub fn store(&self, value: u32) {
                stand_in()
            }
        }
    };
}

atomics! {
    /// Adds, modulo 2^32.
    fetch_add;
    /// Sets the bits of `value`.
    fetch_or;
    /// Keeps the bits of `value`.
    fetch_and;
    /// Flips the bits of `value`.
    fetch_xor;
    /// Writes the smaller of the two.
    fetch_min;
    /// Writes the larger of the two.
    fetch_max;
    /// Writes a value.
    swap;
}

/// A position in the grid or in a workgroup, or the size of a workgroup.
#[derive(Clone, Copy)]
pub struct Id {
    /// Along the first axis.
    pub x: u32,
    /// Along the second axis.
    pub y: u32,
    /// Along the third axis.
    pub z: u32,
}

/// The position of the invocation in the grid.
pub fn invocation_id() -> Id {
    stand_in()
}

/// The position of the invocation's workgroup in the grid.
pub fn workgroup_id() -> Id {
    stand_in()
}

/// The position of the invocation in its workgroup.
pub fn local_id() -> Id {
    stand_in()
}

/// The size of a workgroup, which is constant.
pub fn workgroup_size() -> Id {
    stand_in()
}

/// The number of workgroups of the launch.
pub fn num_workgroups() -> Id {
    stand_in()
}

/// Waits for every invocation of the workgroup, and makes their writes visible to each other.
pub fn barrier() {}

/// The sum of the values of the workgroup's invocations; wraps.
pub fn workgroup_sum<T>(value: T) -> T {
    stand_in()
}

/// The sum of the floats of the workgroup's invocations, from left to right.
pub fn workgroup_sum_strict<T>(value: T) -> T {
    stand_in()
}

/// The sum of the floats of the workgroup's invocations, by a balanced tree.
pub fn workgroup_sum_tree<T>(value: T) -> T {
    stand_in()
}

/// The sum of the floats of the workgroup's invocations, in an order that the device chooses.
pub fn workgroup_sum_approx<T>(value: T) -> T {
    stand_in()
}

/// The least of the values of the workgroup's invocations.
pub fn workgroup_min<T>(value: T) -> T {
    stand_in()
}

/// The greatest of the values of the workgroup's invocations.
pub fn workgroup_max<T>(value: T) -> T {
    stand_in()
}

/// The sum of the values of the invocations up to this one, itself included, in the order of the local id.
pub fn workgroup_inclusive_sum<T>(value: T) -> T {
    stand_in()
}

/// The sum of the values of the invocations before this one.
pub fn workgroup_exclusive_sum<T>(value: T) -> T {
    stand_in()
}

/// Whether the condition is true in any invocation of the workgroup.
pub fn workgroup_any(cond: bool) -> bool {
    stand_in()
}

/// Whether the condition is true in all invocations of the workgroup.
pub fn workgroup_all(cond: bool) -> bool {
    stand_in()
}

/// The value of the invocation with this flat local id.
pub fn workgroup_broadcast<T>(value: T, id: u32) -> T {
    stand_in()
}

/// An element of a workgroup array, which all invocations load between two barriers.
pub fn workgroup_uniform_load<T>(element: &T) -> T {
    stand_in()
}

/// `a` if the condition is true, else `b`; both are evaluated.
pub fn select<T>(cond: bool, a: T, b: T) -> T {
    stand_in()
}

/// A conversion by the cast table, for pairs that `as` does not have.
pub fn cast<T>(value: impl Sized) -> T {
    stand_in()
}

/// An array that the workgroup shares, zero when it starts: `let mut tile = workgroup_array::<u32, 256>();`.
pub fn workgroup_array<T, const N: u32>() -> Array<T> {
    stand_in()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The editors' form of a kernel that uses everything. It must be plain Rust.
    fn kernel(
        data: &Slice<u32>,
        pairs: &mut Slice<Vector<2>>,
        count: &Slice<AtomicU32>,
        text: &Bytes,
        n: u32,
    ) {
        let mut tile = workgroup_array::<Vector<4>, 64>();
        let mut local = Array::filled(0u64, 64);
        let (i, k) = (invocation_id().x + workgroup_id().y, local_id().z + workgroup_size().x);
        tile[k] = vector4(data[i], data.len(), text.len(), tile.len());
        tile[k][3] += data[i].count_ones().min(n);
        let length = local.len();
        local[i % length] += cast::<u64>(text.byte(i) + text.word(k));
        barrier();
        let sum = workgroup_sum(n) + workgroup_broadcast(n, 3) + workgroup_uniform_load(&tile[0])[1];
        let old = count[k].fetch_add(sum) | count[k].compare_exchange(1, 2) | count[0].load();
        count[k].store(count[k].swap(old));
        let pair = vector2(old, tile[0][1]);
        if pair != Vector::<2>::splat(7) {
            pairs[i] = select(old > 3, pair, pairs[0]);
            pairs[i][1] = count[1].fetch_or(1) ^ count[1].fetch_and(1) ^ count[1].fetch_xor(1);
            pairs[i][0] = count[1].fetch_min(1) + count[1].fetch_max(1);
        }
    }

    #[test]
    fn bodies_are_rust() {
        let _: fn(&Slice<u32>, &mut Slice<Vector<2>>, &Slice<AtomicU32>, &Bytes, u32) = kernel;
    }
}
