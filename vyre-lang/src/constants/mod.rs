//! The values of constants where no rustc computes them: those of a module that is compiled from its text.
//!
//! The rules are rustc's: what overflows is an error, as is an index beyond an array; `usize` has 32 bits, as kernels have it. What a constant
//! is made of are literals, operators, casts, arrays, tuples, structs, `const fn`s with their loops, and the methods of numbers that std has as
//! `const fn`s. There are no traits, no closures and no pointers here.
//!
//! A number without a type is computed without bounds until something gives it one, which then has to hold it.

mod evaluate;
mod methods;
mod numbers;
mod parameters;
mod patterns;
mod value;

pub(crate) use evaluate::{Constants, Failed};
pub(crate) use methods::{constant as of_std, is_of_number, is_of_number_traits};
pub(crate) use value::Value;

/// How many expressions all constants of a module may take.
pub(crate) const MAX_STEPS: u64 = 1 << 24;
/// How deeply the expressions, and the calls among them, may be nested.
const MAX_DEPTH: usize = 4_000;
/// How many calls of functions may be open at once, as rustc has it.
const MAX_CALLS: usize = 128;
