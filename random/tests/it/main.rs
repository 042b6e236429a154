//! What holds of random programs, a module for each subject. They are one executable, which is linked once.

mod generate;
mod operations;
mod order;
mod races;
mod shrink;
mod tensors;
mod uniformity;
