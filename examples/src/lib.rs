//! What vyre's examples share: patterns and worlds of the game of life, charts, images, and the manners of a
//! command-line program. No kernels: each example keeps its own, so that it can be read by itself.

pub mod byte_counts;
pub mod film;
pub mod image;
pub mod image_chart;
pub mod picture;
pub mod pieces;
pub mod program;
pub mod progress;
pub mod rle;
pub mod rule;
pub mod sieve;
pub mod speed;
pub mod text_chart;
pub mod world;
