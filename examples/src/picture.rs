//! Pictures with 8 bits for each of red, green and blue, from PNG and to PNG.

use anyhow::Context;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

/// Pixels row by row, each of three bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    bytes: Vec<u8>,
}

impl Picture {
    /// A picture of colours between 0 and 1; what is darker or brighter is cut off.
    pub fn of_colours(width: usize, colours: impl IntoIterator<Item = [f32; 3]>) -> Picture {
        let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
        Picture { width, bytes: colours.into_iter().flat_map(|colour| colour.map(byte)).collect() }
    }

    /// Pixels from left to right.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels from top to bottom.
    pub fn height(&self) -> usize {
        self.bytes.len() / 3 / self.width.max(1)
    }

    /// The colours, between 0 and 1.
    pub fn colours(&self) -> impl Iterator<Item = [f32; 3]> {
        self.bytes.chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2]].map(|byte| f32::from(byte) / 255.0))
    }

    /// Reads a PNG. Transparency is left out.
    pub fn read_png(path: &Path) -> anyhow::Result<Picture> {
        let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
        let mut reader = decoder.read_info()?;
        let mut bytes = vec![0; reader.output_buffer_size().context("the picture is too large")?];
        let info = reader.next_frame(&mut bytes)?;
        bytes.truncate(info.buffer_size());
        let channels = info.color_type.samples();
        // Grey pictures have one channel, or two with transparency.
        let rgb = |pixel: &[u8]| if channels < 3 { [pixel[0]; 3] } else { [pixel[0], pixel[1], pixel[2]] };
        Ok(Picture { width: info.width as usize, bytes: bytes.chunks(channels).flat_map(rgb).collect() })
    }

    /// Writes a PNG.
    pub fn write_png(&self, path: &Path) -> anyhow::Result<()> {
        let mut to = BufWriter::new(File::create(path)?);
        let mut encoder = png::Encoder::new(&mut to, self.width as u32, self.height() as u32);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.bytes)?;
        writer.finish()?;
        Ok(to.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use super::Picture;

    #[test]
    fn a_picture_reads_back() {
        let colours = [[0.0, 1.0, 2.0], [-1.0, 0.2, 0.6], [1.0, 1.0, 0.0], [0.4, 0.0, 0.8]];
        let picture = Picture::of_colours(2, colours);
        let path = std::env::temp_dir().join(format!("vyre-picture-{}.png", std::process::id()));
        picture.write_png(&path).unwrap();
        let read = Picture::read_png(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        assert_eq!((read.width(), read.height()), (2, 2));
        // 0.2, 0.4, 0.6 and 0.8 of 255 are 51, 102, 153 and 204.
        let bytes: Vec<[u8; 3]> =
            read.colours().map(|rgb| rgb.map(|part| (part * 255.0).round() as u8)).collect();
        assert_eq!(bytes, [[0, 255, 255], [0, 51, 153], [255, 255, 0], [102, 0, 204]]);
        assert_eq!(read, picture);
    }
}
