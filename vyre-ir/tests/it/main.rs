//! The tests of the language through its public API, a module for each subject. They are one executable, which is linked once.

mod calls;
mod depth;
mod operations;
mod parts;
mod planned;
mod tensors;
