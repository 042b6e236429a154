//! Structs and enums that kernels of other crates use.

/// A point of a plane.
#[vyre::data]
#[derive(Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Up.
    pub y: f32,
}
