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

#[vyre::function]
impl Point {
    /// The square of the distance from the origin.
    pub fn square(&self) -> f32 {
        self.x * self.x + self.y * self.y
    }
}

#[vyre::function]
impl Turn {
    /// The first variant.
    pub fn left() -> Turn {
        Turn::Left
    }

    /// The other way.
    pub fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The number of the variant.
    pub fn number(&self) -> u32 {
        *self as u32
    }
}

/// What counts.
#[vyre::data]
#[derive(Debug, PartialEq)]
pub struct Counter {
    total: u32,
    calls: u32,
}

#[vyre::function]
impl Counter {
    /// Begins at a number.
    pub fn new(total: u32) -> Counter {
        Counter { total, calls: 0 }
    }

    /// Counts.
    pub fn count(&mut self, by: u32) {
        self.total += by;
        self.calls += 1;
        if self.calls > 1_000_000 {
            return;
        }
        self.total ^= self.calls << 20;
        self.total ^= self.calls << 20;
    }

    /// What was counted.
    pub fn total(&self) -> u32 {
        self.total
    }
}
