//! The histogram of a file's bytes as an image.

use crate::byte_counts::{ByteCounts, short_count};
use crate::image::{Image, Ink, Palette};
use embedded_graphics::mono_font::ascii::{FONT_9X15, FONT_10X20};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::prelude::*;
use embedded_graphics::text::{Alignment, Baseline, Text, TextStyleBuilder};

/// The colours that [`image_chart`] draws with.
pub const PALETTE: &Palette = &[
    [255, 255, 255],
    [228, 231, 235],
    [98, 106, 117],
    [31, 41, 51],
    [217, 119, 6],
    [37, 99, 175],
    [13, 148, 136],
];
const GRID: Ink = Ink(1);
const QUIET: Ink = Ink(2);
const TEXT: Ink = Ink(3);
/// A kind of bytes with its colour, and the first byte that is no longer of this kind.
const KINDS: [(&str, Ink, u16); 4] = [
    ("control", Ink(4), 0x20),
    ("printable ASCII", Ink(5), 0x7f),
    ("control", Ink(4), 0x80),
    ("0x80 and above", Ink(6), 0x100),
];

const BAR: u16 = 4;
const LEFT: u16 = 80;
const RIGHT: u16 = 40;
const TOP: u16 = 80;
const BOTTOM: u16 = 70;
const PLOT_WIDTH: u16 = 256 * BAR;
const PLOT_HEIGHT: u16 = 420;
const WIDTH: u16 = LEFT + PLOT_WIDTH + RIGHT;
const HEIGHT: u16 = TOP + PLOT_HEIGHT + BOTTOM;

/// Draws a bar for each byte, with axes, under a title.
pub fn image_chart(counts: &ByteCounts, title: &str) -> Image {
    let mut image = Image::new(WIDTH, HEIGHT);
    let highest = counts.0.iter().copied().max().unwrap_or(0).max(1);
    let step = grid_step(highest);
    // The plot ends at a line of the grid, above or at the highest bar.
    let lines = highest.div_ceil(step);
    let top = lines as f64 * step as f64;
    heading(&mut image, title);
    for line in 0..=lines {
        let y = TOP + PLOT_HEIGHT - scale(line as f64 * step as f64, top);
        image.fill(LEFT, y, PLOT_WIDTH, 1, if line == 0 { QUIET } else { GRID });
        write(&mut image, &short_count(line.saturating_mul(step)), LEFT - 10, y, QUIET, Alignment::Right);
    }
    for (byte, &count) in (0..).zip(&counts.0) {
        let tall = if count == 0 { 0 } else { scale(count as f64, top).max(1) };
        // One pixel less than its place, so that bars stand apart.
        image.fill(LEFT + byte * BAR, TOP + PLOT_HEIGHT - tall, BAR - 1, tall, kind_of(byte));
    }
    ticks(&mut image);
    image
}

fn heading(image: &mut Image, title: &str) {
    let room = usize::from(PLOT_WIDTH) / 10;
    // The font knows ASCII.
    let title: String =
        title.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' }).take(room).collect();
    write_in(image, &FONT_10X20, &title, LEFT, 26, TEXT, Alignment::Left);
    let mut x = LEFT;
    for (name, ink, _) in [KINDS[0], KINDS[1], KINDS[3]] {
        image.fill(x, 49, 12, 12, ink);
        write(image, name, x + 18, 55, QUIET, Alignment::Left);
        // Letters are nine pixels wide, and no name is long.
        x += 18 + 9 * name.len() as u16 + 28;
    }
}

/// A tick for every 16 bytes with the byte in hexadecimal and, where it prints, as a character.
fn ticks(image: &mut Image) {
    for byte in (0..256).step_by(16) {
        let x = LEFT + byte * BAR;
        image.fill(x + 1, TOP + PLOT_HEIGHT, 1, 7, QUIET);
        write(image, &format!("{byte:02x}"), x + 2, TOP + PLOT_HEIGHT + 18, TEXT, Alignment::Center);
        let printable = u8::try_from(byte).ok().filter(u8::is_ascii_graphic);
        if let Some(character) = printable {
            write(
                image,
                &format!("'{}'", char::from(character)),
                x + 2,
                TOP + PLOT_HEIGHT + 36,
                QUIET,
                Alignment::Center,
            );
        }
    }
    write(image, "byte", LEFT + PLOT_WIDTH, TOP + PLOT_HEIGHT + 54, QUIET, Alignment::Right);
}

fn kind_of(byte: u16) -> Ink {
    KINDS.iter().find(|kind| byte < kind.2).map_or(QUIET, |kind| kind.1)
}

/// Pixels of the plot, of which `top` takes all.
fn scale(value: f64, top: f64) -> u16 {
    (value / top * f64::from(PLOT_HEIGHT)).round() as u16
}

/// The distance of the grid's lines: 1, 2 or 5 times a power of ten, for less than eight whole steps.
fn grid_step(highest: u64) -> u64 {
    let mut decade = 1_u64;
    loop {
        let steps = [1, 2, 5].map(|factor| decade.saturating_mul(factor));
        if let Some(&step) = steps.iter().find(|&&step| highest / step < 8) {
            return step;
        }
        decade = decade.saturating_mul(10);
    }
}

fn write(image: &mut Image, text: &str, x: u16, y: u16, ink: Ink, side: Alignment) {
    write_in(image, &FONT_9X15, text, x, y, ink, side);
}

fn write_in(image: &mut Image, font: &MonoFont<'_>, text: &str, x: u16, y: u16, ink: Ink, side: Alignment) {
    let style = TextStyleBuilder::new().alignment(side).baseline(Baseline::Middle).build();
    let place = Point::new(i32::from(x), i32::from(y));
    let Ok(_) = Text::with_text_style(text, place, MonoTextStyle::new(font, ink), style).draw(image);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(image: &Image, byte: u16) -> Vec<u8> {
        (TOP..TOP + PLOT_HEIGHT).map(|y| image.ink(LEFT + byte * BAR, y).0).collect()
    }

    #[test]
    fn bars_are_as_high_as_their_counts() {
        let mut counts = ByteCounts::default();
        (counts.0[0], counts.0[0x41], counts.0[0xff]) = (1, 10_000_000, 5_000_000);
        let image = image_chart(&counts, "a file");
        let tall = |byte, ink| column(&image, byte).iter().filter(|&&pixel| pixel == ink).count();
        assert_eq!(tall(0, 4), 1);
        assert_eq!(tall(0x41, 5), usize::from(PLOT_HEIGHT));
        assert_eq!(tall(0xff, 6), usize::from(PLOT_HEIGHT) / 2);
        assert_eq!(tall(0x42, 5), 0);
    }

    #[test]
    fn anything_can_be_drawn() {
        for count in [0, 1, u64::MAX] {
            let image = image_chart(&ByteCounts([count; 256]), &"ünïcode ".repeat(100));
            assert!(image.pixels().iter().all(|&ink| usize::from(ink) < PALETTE.len()));
        }
    }

    #[test]
    fn grids_have_round_steps() {
        for (highest, step) in
            [(1, 1), (7, 1), (8, 2), (15, 2), (16, 5), (40, 10), (99, 20), (123_456, 20_000)]
        {
            assert_eq!(grid_step(highest), step, "{highest}");
        }
        assert!(u64::MAX / grid_step(u64::MAX) < 8);
    }

    #[test]
    fn kinds_of_bytes() {
        let inks = [0, 0x1f, 0x20, 0x7e, 0x7f, 0x80, 0xff].map(|byte| kind_of(byte).0);
        assert_eq!(inks, [4, 4, 5, 5, 4, 6, 6]);
    }
}
