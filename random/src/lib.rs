//! Random programs that keep the rules, and what tests need around them.
//!
//! [`generate()`] makes a [`Case`] from a seed: a program that may use all of the language, its operations, and a launch. The
//! results of a case never depend on the order in which its invocations run, by construction: see [`generate`](mod@generate).
//! [`evaluate`](evaluate()) runs a case in any order, by walking its tree, and finds races. [`shrink()`] makes a case that shows a
//! failure smaller. [`elements()`] makes kernels of one element to an invocation, which backends may execute several at a time, and [`narrow()`] kernels that store bytes. [`in_parts()`] puts a
//! case's variables into tuples and arrays.
//!
//! Nothing here knows a backend.

mod calls;
mod case;
mod elements;
pub mod evaluate;
pub mod generate;
mod narrow;
mod parts;
mod shrink;
mod source;
mod tensors;

pub use calls::with_calls;
pub use case::{Case, Contents};
pub use elements::elements;
pub use evaluate::{Order, Outcome, evaluate};
pub use generate::{Sizes, generate};
pub use narrow::narrow;
pub use parts::in_parts;
pub use shrink::shrink;
pub use source::Source;
pub use tensors::in_tensors;

/// How many programs a test makes: as many as the variable `VYRE_RANDOM_PROGRAMS` says, or `thorough` where `VYRE_THOROUGH` is set, or `usual`.
pub fn programs(usual: u64, thorough: u64) -> u64 {
    let given = std::env::var("VYRE_RANDOM_PROGRAMS").ok().and_then(|count| count.parse().ok());
    given.unwrap_or(if is_thorough() { thorough } else { usual })
}

/// Whether tests do what they do before a release: the variable `VYRE_THOROUGH` is set.
pub fn is_thorough() -> bool {
    std::env::var_os("VYRE_THOROUGH").is_some_and(|value| !value.is_empty())
}
