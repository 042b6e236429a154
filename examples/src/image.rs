//! Images of a few colours, drawn with `embedded_graphics` and written as PNG.

use embedded_graphics::pixelcolor::PixelColor;
use embedded_graphics::prelude::*;
use std::convert::Infallible;
use std::io::{self, Write};

/// A colour by its place in the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink(pub u8);

impl PixelColor for Ink {
    type Raw = ();
}

/// The colours of an image, as red, green and blue. The first one is the background.
pub type Palette = [[u8; 3]];

/// A rectangle of pixels, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    width: u16,
    height: u16,
    pixels: Vec<u8>,
}

impl Image {
    /// An image of nothing but background.
    pub fn new(width: u16, height: u16) -> Image {
        Image { width, height, pixels: vec![0; usize::from(width) * usize::from(height)] }
    }

    /// Pixels from left to right.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Pixels from top to bottom.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The places in the palette, row by row.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// The ink of a pixel; background where there is no such pixel.
    pub fn ink(&self, x: u16, y: u16) -> Ink {
        let inside = x < self.width && y < self.height;
        Ink(if inside { self.pixels[self.pixel(x, y)] } else { 0 })
    }

    /// Inks a rectangle, or what of it lies inside.
    pub fn fill(&mut self, x: u16, y: u16, width: u16, height: u16, ink: Ink) {
        let (right, bottom) =
            (x.saturating_add(width).min(self.width), y.saturating_add(height).min(self.height));
        if x >= right {
            return;
        }
        for y in y..bottom {
            let (from, to) = (self.pixel(x, y), self.pixel(x, y) + usize::from(right - x));
            self.pixels[from..to].fill(ink.0);
        }
    }

    /// Writes the image as PNG.
    pub fn write_png(&self, palette: &Palette, to: impl Write) -> io::Result<()> {
        let mut encoder = png::Encoder::new(to, u32::from(self.width), u32::from(self.height));
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette.concat());
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        Ok(writer.finish()?)
    }

    fn pixel(&self, x: u16, y: u16) -> usize {
        usize::from(y) * usize::from(self.width) + usize::from(x)
    }
}

impl OriginDimensions for Image {
    fn size(&self) -> Size {
        Size::new(u32::from(self.width), u32::from(self.height))
    }
}

impl DrawTarget for Image {
    type Color = Ink;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Ink>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(point, ink) in pixels {
            if let (Ok(x), Ok(y)) = (point.x.try_into(), point.y.try_into()) {
                self.fill(x, y, 1, 1, ink);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use embedded_graphics::primitives::{Line, PrimitiveStyle};

    #[test]
    fn rectangles_are_cut_at_the_edges() {
        let mut image = Image::new(4, 3);
        image.fill(2, 1, 100, 1, Ink(1));
        image.fill(0, 2, 1, u16::MAX, Ink(2));
        image.fill(9, 9, 1, 1, Ink(3));
        image.fill(9, 0, 1, 1, Ink(3));
        assert_eq!(image.pixels(), [0, 0, 0, 0, 0, 0, 1, 1, 2, 0, 0, 0]);
        assert_eq!((image.ink(2, 1), image.ink(4, 1)), (Ink(1), Ink(0)));
    }

    #[test]
    fn shapes_may_leave_the_image() {
        let mut image = Image::new(4, 2);
        let line = Line::new(Point::new(-3, 1), Point::new(9, 1))
            .into_styled(PrimitiveStyle::with_stroke(Ink(1), 1));
        line.draw(&mut image).unwrap();
        assert_eq!(image.pixels(), [0, 0, 0, 0, 1, 1, 1, 1]);
    }

    #[test]
    fn a_png_reads_back() {
        let mut image = Image::new(3, 2);
        image.fill(1, 0, 1, 2, Ink(1));
        let mut file = Vec::new();
        image.write_png(&[[1, 2, 3], [4, 5, 6]], &mut file).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(file)).read_info().unwrap();
        assert_eq!(reader.info().palette.as_deref(), Some([1, 2, 3, 4, 5, 6].as_slice()));
        let mut pixels = vec![0; 6];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, image.pixels());
    }
}
