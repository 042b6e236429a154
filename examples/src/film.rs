//! Pictures of worlds: one generation as an image, many as an animation.
//!
//! Only the part of a world where something ever lives is shown, with a margin; small parts are enlarged, large ones
//! are shrunk until they fit.

use crate::image::{Image, Ink, Palette};
use crate::world::World;
use gif::{Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;
use std::io::Write;

/// The colours of pictures of worlds: nothing, then a few cells of many that share a pixel, then more.
pub const PALETTE: &Palette = &[[16, 20, 31], [92, 98, 72], [176, 166, 84], [250, 211, 87]];
const ALIVE: Ink = Ink(3);

const MARGIN: u32 = 4;
const LARGEST_CELL: u32 = 16;
/// Cells at least this large have a gap between them.
const GAP_FROM: u32 = 5;
/// How long a frame is shown, in hundredths of a second, and the last one.
const FRAME_TIME: u16 = 5;
const LAST_FRAME_TIME: u16 = 200;

/// Cells from left to right and from top to bottom, the ends not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl Bounds {
    fn union(self, other: Bounds) -> Bounds {
        Bounds {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// With space around it, and no side shorter than half the other, as far as the world reaches.
    fn framed(self, width: u32, height: u32) -> Bounds {
        let wanted = self.longest() / 2;
        let margin = |side: u32| MARGIN.max(wanted.saturating_sub(side).div_ceil(2));
        let (across, down) = (margin(self.right - self.left), margin(self.bottom - self.top));
        Bounds {
            left: self.left.saturating_sub(across),
            top: self.top.saturating_sub(down),
            right: (self.right + across).min(width),
            bottom: (self.bottom + down).min(height),
        }
    }

    fn longest(self) -> u32 {
        (self.right - self.left).max(self.bottom - self.top)
    }
}

/// What lives in one generation, without the empty space around it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Scene {
    bounds: Bounds,
    words: Vec<u32>,
}

impl Scene {
    /// None where nothing lives.
    fn of(world: &World) -> Option<Scene> {
        let row_words = world.size().row_words() as usize;
        let rows = || world.words().chunks(row_words).map(|row| row.iter().any(|&word| word != 0));
        let (top, bottom) = (rows().position(|lives| lives)?, rows().rposition(|lives| lives)? + 1);
        let rows = || world.words()[top * row_words..bottom * row_words].chunks(row_words);
        let column = |at: usize| rows().any(|row| row[at] != 0);
        let (left, right) =
            ((0..row_words).find(|&at| column(at))?, (0..row_words).rfind(|&at| column(at))? + 1);
        let words: Vec<u32> = rows().flat_map(|row| &row[left..right]).copied().collect();
        // Sides of worlds are `u32`.
        let bounds = Bounds {
            left: left as u32 * 32,
            top: top as u32,
            right: right as u32 * 32,
            bottom: bottom as u32,
        };
        Some(Scene { bounds, words })
    }

    /// The bounds to the cell, where those of the scene are to the word.
    fn exact(&self) -> Bounds {
        let column =
            |at: usize| self.words.iter().skip(at).step_by(self.row_words()).fold(0, |all, word| all | word);
        let (first, last) = (column(0), column(self.row_words() - 1));
        Bounds {
            left: self.bounds.left + first.trailing_zeros(),
            right: self.bounds.right - last.leading_zeros(),
            ..self.bounds
        }
    }

    fn row_words(&self) -> usize {
        ((self.bounds.right - self.bounds.left) / 32) as usize
    }

    fn living(&self) -> impl Iterator<Item = (u32, u32)> {
        let Bounds { left, top, .. } = self.bounds;
        (top..).zip(self.words.chunks(self.row_words())).flat_map(move |(y, row)| {
            (left..).step_by(32).zip(row).flat_map(move |(x, word)| {
                (0..32).filter(move |bit| word >> bit & 1 == 1).map(move |bit| (x + bit, y))
            })
        })
    }
}

/// Generations of a world, kept until they are drawn. Where they take too much memory it keeps every second one.
#[derive(Debug)]
pub struct Film {
    width: u32,
    height: u32,
    every: u64,
    budget: usize,
    scenes: Vec<Option<Scene>>,
}

impl Film {
    /// A film that takes a scene of each `every` generations, and keeps about `budget` words of them.
    pub fn new(every: u64, budget: usize) -> Film {
        Film { width: 0, height: 0, every: every.max(1), budget, scenes: Vec::new() }
    }

    /// The generations from one scene to the next.
    pub fn every(&self) -> u64 {
        self.every
    }

    /// The number of scenes.
    pub fn len(&self) -> usize {
        self.scenes.len()
    }

    /// Whether there are no scenes.
    pub fn is_empty(&self) -> bool {
        self.scenes.is_empty()
    }

    /// Adds a scene. All are of worlds of one size.
    pub fn add(&mut self, world: &World) {
        (self.width, self.height) = (world.size().width(), world.size().height());
        self.scenes.push(Scene::of(world));
        let words: usize = self.scenes.iter().flatten().map(|scene| scene.words.len()).sum();
        // With an odd number of scenes the last one stays, and the next one is due twice as late.
        if words > self.budget && self.scenes.len() > 2 && self.scenes.len() % 2 == 1 {
            let mut keep = [true, false].into_iter().cycle();
            self.scenes.retain(|_| keep.next() == Some(true));
            self.every = self.every.saturating_mul(2);
        }
    }

    /// The part of the world that pictures show: wherever anything lives in any scene.
    fn view(&self) -> Bounds {
        let all = self.scenes.iter().flatten().map(Scene::exact).reduce(Bounds::union);
        let middle = Bounds {
            left: self.width / 2,
            top: self.height / 2,
            right: self.width / 2,
            bottom: self.height / 2,
        };
        all.unwrap_or(middle).framed(self.width, self.height)
    }

    /// The last scene, on at most `side` by `side` pixels.
    pub fn picture(&self, side: u16) -> Image {
        draw(self.scenes.last().and_then(Option::as_ref), self.view(), side)
    }

    /// Writes all scenes as an animation of at most `side` by `side` pixels.
    pub fn write_gif(&self, side: u16, to: impl Write) -> Result<(), EncodingError> {
        let view = self.view();
        let empty = draw(None, view, side);
        let (width, height) = (empty.width(), empty.height());
        let mut encoder = Encoder::new(to, width, height, &PALETTE.concat())?;
        encoder.set_repeat(Repeat::Infinite)?;
        for (number, scene) in self.scenes.iter().enumerate() {
            let image = draw(scene.as_ref(), view, side);
            let delay = if number + 1 == self.scenes.len() { LAST_FRAME_TIME } else { FRAME_TIME };
            let buffer = Cow::Borrowed(image.pixels());
            encoder.write_frame(&Frame { width, height, delay, buffer, ..Frame::default() })?;
        }
        Ok(())
    }
}

fn draw(scene: Option<&Scene>, view: Bounds, side: u16) -> Image {
    if view.longest() <= u32::from(side) {
        draw_enlarged(scene, view, side)
    } else {
        draw_shrunk(scene, view, side)
    }
}

fn draw_enlarged(scene: Option<&Scene>, view: Bounds, side: u16) -> Image {
    let cell = (u32::from(side) / view.longest().max(1)).clamp(1, LARGEST_CELL);
    // Nothing here is larger than `side`.
    let pixels = |cells: u32| (cells * cell) as u16;
    let mut image = Image::new(pixels(view.right - view.left), pixels(view.bottom - view.top));
    let ink_side = if cell < GAP_FROM { cell } else { cell - 1 } as u16;
    for (x, y) in scene.into_iter().flat_map(Scene::living) {
        image.fill(pixels(x - view.left), pixels(y - view.top), ink_side, ink_side, ALIVE);
    }
    image
}

/// Each pixel is a square of cells, the brighter the more of them live.
fn draw_shrunk(scene: Option<&Scene>, view: Bounds, side: u16) -> Image {
    let cells = view.longest().div_ceil(u32::from(side).max(1));
    // Nothing here is larger than `side`.
    let (width, height) =
        ((view.right - view.left).div_ceil(cells) as u16, (view.bottom - view.top).div_ceil(cells) as u16);
    let mut living = vec![0_u32; usize::from(width) * usize::from(height)];
    for (x, y) in scene.into_iter().flat_map(Scene::living) {
        let (x, y) = ((x - view.left) / cells, (y - view.top) / cells);
        living[y as usize * usize::from(width) + x as usize] += 1;
    }
    let mut image = Image::new(width, height);
    for (at, &count) in living.iter().enumerate().filter(|&(_, &count)| count > 0) {
        let share = f64::from(count) / f64::from(cells).powi(2);
        let ink = if share < 0.1 {
            1
        } else if share < 0.25 {
            2
        } else {
            3
        };
        let (x, y) = (at % usize::from(width), at / usize::from(width));
        image.fill(x as u16, y as u16, 1, 1, Ink(ink));
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Size;

    fn world(width: u32, height: u32, pattern: &str) -> World {
        let pattern = format!(
            "#R {}\nx = {width}, y = {height}\n{pattern}!",
            format_args!("-{} -{}", width / 2, height / 2)
        );
        World::with_pattern(Size::new(width, height).unwrap(), &pattern.parse().unwrap()).unwrap()
    }

    fn film(worlds: &[World]) -> Film {
        let mut film = Film::new(1, 1 << 20);
        worlds.iter().for_each(|world| film.add(world));
        film
    }

    #[test]
    fn scenes_keep_what_lives() {
        let scene = Scene::of(&world(128, 64, "10$40bo30b2o$33bo")).unwrap();
        assert_eq!(scene.bounds, Bounds { left: 32, top: 10, right: 96, bottom: 12 });
        assert_eq!(scene.exact(), Bounds { left: 33, top: 10, right: 73, bottom: 12 });
        assert_eq!(scene.living().collect::<Vec<_>>(), [(40, 10), (71, 10), (72, 10), (33, 11)]);
        assert_eq!(Scene::of(&world(32, 1, "")), None);
        let all = Scene::of(&world(32, 2, "32o$32o")).unwrap();
        assert_eq!(
            (all.exact(), all.living().count()),
            (Bounds { left: 0, top: 0, right: 32, bottom: 2 }, 64)
        );
    }

    #[test]
    fn small_parts_are_enlarged() {
        let picture = film(&[world(64, 64, "10$10b2o$10bo")]).picture(100);
        // Two cells and the margin around them, ten pixels each.
        assert_eq!((picture.width(), picture.height()), (100, 100));
        let inks =
            [(40, 40), (48, 48), (49, 40), (50, 40), (50, 50), (39, 40)].map(|(x, y)| picture.ink(x, y).0);
        assert_eq!(inks, [3, 3, 0, 3, 0, 0]);
    }

    #[test]
    fn large_parts_are_shrunk() {
        let world = world(64, 64, "2o$2o3$40b3o$40b3o$40b3o57$63bo");
        let picture = film(&[world]).picture(16);
        assert_eq!((picture.width(), picture.height()), (16, 16));
        let inks = [(0, 0), (10, 1), (15, 15), (5, 5)].map(|(x, y)| picture.ink(x, y).0);
        assert_eq!(inks, [3, 3, 1, 0]);
    }

    #[test]
    fn all_scenes_have_one_view() {
        let film = film(&[world(64, 64, "20$20bo"), world(64, 64, ""), world(64, 64, "30$20bo")]);
        assert_eq!(film.view(), Bounds { left: 16, top: 16, right: 25, bottom: 35 });
        let mut file = Vec::new();
        film.write_gif(95, &mut file).unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(file.as_slice()).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (45, 95));
        assert_eq!(decoder.global_palette(), Some(PALETTE.concat().as_slice()));
        let mut inked = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            inked.push(frame.buffer.iter().filter(|&&ink| ink == 3).count());
        }
        assert_eq!(inked, [16, 0, 16]);
    }

    #[test]
    fn films_thin_out_instead_of_growing() {
        let mut film = Film::new(3, 10);
        for generation in 0..100 {
            if generation % film.every() == 0 {
                film.add(&world(32, 1, "o"));
            }
        }
        assert!(film.len() <= 12, "{}", film.len());
        assert_eq!(film.every(), 12);
    }

    #[test]
    fn worlds_without_life_have_pictures() {
        let film = film(&[world(32, 1, "")]);
        assert_eq!((film.len(), film.is_empty()), (1, false));
        assert_eq!(film.picture(50).pixels().len(), 8 * 6 * 6);
        assert_eq!(film.picture(0).pixels().len(), 1);
    }
}
