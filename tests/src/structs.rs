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

/// A way to turn.
#[vyre::data]
#[derive(Debug)]
pub enum Turn {
    /// Against the clock.
    Left,
    /// With the clock.
    Right = 5,
}

/// Both coordinates times a factor.
#[vyre::function]
pub fn scaled(p: Point, by: f32) -> Point {
    Point { x: p.x * by, y: p.y * by }
}

/// The point a quarter of a turn on.
#[vyre::function]
pub fn turned(p: Point, turn: Turn) -> Point {
    if turn == Turn::Left {
        return Point { x: -p.y, y: p.x };
    }
    Point { y: -p.x, x: p.y }
}
