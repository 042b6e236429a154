//! Listings of the cookbook, a module for each of its pages.

use super::devices;

mod elements;
mod programs;
mod sorting;
mod sums;
mod text;
