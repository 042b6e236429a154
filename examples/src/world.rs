//! The world of the game of life: a torus of cells, 32 to a word.

use crate::rle::Pattern;
use crate::rule::Rule;
use std::fmt;
use std::str::FromStr;

/// The longest side of a world.
pub const MAX_SIDE: u32 = 1 << 16;
/// The most cells of a world: 128 MiB of them.
pub const MAX_CELLS: u64 = 1 << 30;

/// How large a world is. Its width is a multiple of 32, and neither side is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    width: u32,
    height: u32,
}

/// A size that no world has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// Not two numbers.
    #[error("expected WIDTHxHEIGHT, such as 1024x1024")]
    Form,
    /// A width that does not fill whole words.
    #[error("the width must be a multiple of 32")]
    Width,
    /// Zero, or too long.
    #[error("a side must have from 1 to {MAX_SIDE} cells")]
    Side,
    /// Too many cells.
    #[error("a world has at most {MAX_CELLS} cells")]
    Cells,
}

impl Size {
    /// A size, if there may be such a world.
    pub fn new(width: u32, height: u32) -> Result<Size, SizeError> {
        if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
            return Err(SizeError::Side);
        }
        if !width.is_multiple_of(32) {
            return Err(SizeError::Width);
        }
        let size = Size { width, height };
        if size.cells() > MAX_CELLS { Err(SizeError::Cells) } else { Ok(size) }
    }

    /// Cells from left to right.
    pub fn width(self) -> u32 {
        self.width
    }

    /// Cells from top to bottom.
    pub fn height(self) -> u32 {
        self.height
    }

    /// Words of a row.
    pub fn row_words(self) -> u32 {
        self.width / 32
    }

    /// All cells.
    pub fn cells(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// All words. The limit of a world's cells keeps this far below `u32::MAX`.
    pub fn words(self) -> usize {
        self.row_words() as usize * self.height as usize
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let (width, height) = text.split_once(['x', 'X']).ok_or(SizeError::Form)?;
        let side = |text: &str| text.trim().parse().map_err(|_| SizeError::Form);
        Size::new(side(width)?, side(height)?)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.width, self.height)
    }
}

/// A pattern larger than the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pattern's {width} x {height} cells do not fit into a world of {size}")]
pub struct TooSmall {
    /// The pattern's width.
    pub width: u32,
    /// The pattern's height.
    pub height: u32,
    /// The world's size.
    pub size: Size,
}

/// The cells of one generation. Cell `x` of a row is bit `x % 32` of its word `x / 32`; beyond each edge lies the
/// opposite one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    size: Size,
    words: Vec<u32>,
}

impl World {
    /// A world of dead cells.
    pub fn empty(size: Size) -> World {
        World { size, words: vec![0; size.words()] }
    }

    /// A world of the words given. Missing ones are dead, more are dropped.
    pub fn from_words(size: Size, mut words: Vec<u32>) -> World {
        words.resize(size.words(), 0);
        World { size, words }
    }

    /// A world with a pattern in its middle, or where the pattern says that its corner is.
    pub fn with_pattern(size: Size, pattern: &Pattern) -> Result<World, TooSmall> {
        if pattern.width > size.width || pattern.height > size.height {
            return Err(TooSmall { width: pattern.width, height: pattern.height, size });
        }
        let place = |side: u32, length: u32, corner: Option<i32>| match corner {
            None => i64::from((side - length) / 2),
            Some(corner) => i64::from(side / 2) + i64::from(corner),
        };
        let left = place(size.width, pattern.width, pattern.corner.map(|corner| corner.0));
        let top = place(size.height, pattern.height, pattern.corner.map(|corner| corner.1));
        let mut world = World::empty(size);
        for run in &pattern.runs {
            for x in run.x..run.x + run.length {
                world.set(wrap(left + i64::from(x), size.width), wrap(top + i64::from(run.y), size.height));
            }
        }
        Ok(world)
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cells, row by row.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Whether a cell lives. Cells outside are dead.
    pub fn lives(&self, x: u32, y: u32) -> bool {
        x < self.size.width && y < self.size.height && self.words[self.word(x, y)] >> (x % 32) & 1 == 1
    }

    fn set(&mut self, x: u32, y: u32) {
        let word = self.word(x, y);
        self.words[word] |= 1 << (x % 32);
    }

    fn word(&self, x: u32, y: u32) -> usize {
        y as usize * self.size.row_words() as usize + (x / 32) as usize
    }

    /// The number of living cells.
    pub fn population(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The next generation, cell by cell, the way the rules are told. It is slow, and the measure of what is faster.
    pub fn step(&self, rule: Rule) -> World {
        let Size { width, height } = self.size;
        let mut next = World::empty(self.size);
        for y in 0..height {
            let rows = [(y + height - 1) % height, y, (y + 1) % height];
            for x in 0..width {
                let columns = [(x + width - 1) % width, x, (x + 1) % width];
                let block = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (column, row)));
                let alive = self.lives(x, y);
                let neighbours = block.filter(|&(x, y)| self.lives(x, y)).count() as u32 - u32::from(alive);
                if rule.lives(alive, neighbours) {
                    next.set(x, y);
                }
            }
        }
        next
    }
}

fn wrap(at: i64, side: u32) -> u32 {
    // The remainder is below `side`, a `u32`.
    at.rem_euclid(i64::from(side)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world(width: u32, height: u32, pattern: &str) -> World {
        let pattern = format!("x = 32, y = 32\n{pattern}!").parse().unwrap();
        World::with_pattern(Size::new(width, height).unwrap(), &pattern).unwrap()
    }

    fn living(world: &World) -> Vec<(u32, u32)> {
        let Size { width, height } = world.size();
        (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .filter(|&(x, y)| world.lives(x, y))
            .collect()
    }

    #[test]
    fn sizes() {
        let size: Size = "64x3".parse().unwrap();
        assert_eq!((size.width(), size.height(), size.words(), size.cells()), (64, 3, 6, 192));
        assert_eq!(size.to_string(), "64 x 3");
        for (text, error) in [
            ("64", SizeError::Form),
            ("64x", SizeError::Form),
            ("64x64x64", SizeError::Form),
            ("-64x64", SizeError::Form),
            ("0x64", SizeError::Side),
            ("65568x1", SizeError::Side),
            ("33x64", SizeError::Width),
            ("65536x65536", SizeError::Cells),
        ] {
            assert_eq!(text.parse::<Size>(), Err(error), "{text}");
        }
        assert!("65536x16384".parse::<Size>().is_ok());
    }

    #[test]
    fn patterns_lie_in_the_middle_or_at_their_corner() {
        assert_eq!(living(&world(64, 32, "bo")), [(17, 0)]);
        let place = |corner: &str| {
            let pattern = format!("#R {corner}\nx = 2, y = 1\n2o!").parse().unwrap();
            living(&World::with_pattern(Size::new(64, 32).unwrap(), &pattern).unwrap())
        };
        assert_eq!(place("0 0"), [(32, 16), (33, 16)]);
        assert_eq!(place("-33 -17"), [(0, 31), (63, 31)]);
        assert_eq!(place("-2147483648 2147483647").len(), 2);
        let wide: Pattern = "x = 33, y = 1\n!".parse().unwrap();
        let error = World::with_pattern(Size::new(32, 32).unwrap(), &wide).unwrap_err();
        assert_eq!(error.to_string(), "the pattern's 33 x 1 cells do not fit into a world of 32 x 32");
    }

    #[test]
    fn a_blinker_blinks_across_every_edge() {
        let start = world(32, 32, "o29b2o$");
        assert_eq!(living(&start), [(0, 0), (30, 0), (31, 0)]);
        let next = start.step(Rule::LIFE);
        assert_eq!(living(&next), [(31, 0), (31, 1), (31, 31)]);
        assert_eq!(next.step(Rule::LIFE), start);
        assert_eq!(next.population(), 3);
    }

    #[test]
    fn narrow_worlds_count_a_neighbour_for_each_way_to_it() {
        // In a single row the cells to the left and right are seen three times, and the cell itself twice.
        let start = world_of_one_row(0b111 << 4);
        assert_eq!(start.step("B/S8".parse().unwrap()).words(), [0b10_0000]);
        assert_eq!(start.step("B/S5".parse().unwrap()).words(), [0b101_0000]);
        assert_eq!(start.step("B3/S".parse().unwrap()).words(), [0b1000_1000]);
    }

    fn world_of_one_row(word: u32) -> World {
        World::from_words(Size::new(32, 1).unwrap(), vec![word])
    }

    #[test]
    fn birth_without_neighbours() {
        let world = World::empty(Size::new(64, 2).unwrap()).step("B0/S".parse().unwrap());
        assert_eq!(world.population(), 128);
        assert_eq!(world.step("B0/S".parse().unwrap()).population(), 0);
    }
}
