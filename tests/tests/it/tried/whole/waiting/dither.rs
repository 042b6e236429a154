use vyre::prelude::*;

#[vyre::data]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rgb {
    r: u8,
    g: u8,
    b: u8,
}

const PALETTE: [Rgb; 5] = [
    Rgb { r: 0, g: 0, b: 0 },
    Rgb { r: 255, g: 255, b: 255 },
    Rgb { r: 220, g: 40, b: 40 },
    Rgb { r: 40, g: 160, b: 60 },
    Rgb { r: 30, g: 60, b: 200 },
];

const BAYER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

impl Rgb {
    #[vyre::function]
    fn distance(self, other: Rgb) -> u32 {
        let d = |a: u8, b: u8| {
            let d = a.abs_diff(b) as u32;
            d * d
        };
        3 * d(self.r, other.r) + 6 * d(self.g, other.g) + d(self.b, other.b)
    }

    #[vyre::function]
    fn shifted(self, by: i16) -> Rgb {
        let shift = |c: u8| (c as i16 + by).clamp(0, 255) as u8;
        Rgb { r: shift(self.r), g: shift(self.g), b: shift(self.b) }
    }
}

#[vyre::function]
fn nearest(colour: Rgb) -> u8 {
    PALETTE
        .iter()
        .enumerate()
        .min_by_key(|(_, p)| p.distance(colour))
        .map(|(i, _)| i as u8)
        .unwrap_or(0)
}

#[vyre::function]
fn threshold(x: u32, y: u32) -> i16 {
    BAYER[y as usize % 4][x as usize % 4] as i16 * 4 - 30
}

#[vyre::kernel(workgroup_size = (16, 4))]
fn dither(picture: &[Rgb], out: &mut [u8], width: u32) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    let i = (y * width + x) as usize;
    if x < width && i < out.len() {
        out[i] = nearest(picture[i].shifted(threshold(x, y)));
    }
}

#[vyre::kernel]
fn histogram(indices: &[u8], counts: &[AtomicU32]) {
    let i = invocation_id().x as usize;
    if i < indices.len() {
        counts[indices[i] as usize].fetch_add(1);
    }
}

/// Floyd and Steinberg's, one line of greys for an invocation.
#[vyre::kernel]
fn diffuse_lines(greys: &[[u8; 16]], out: &mut [u16]) {
    let i = invocation_id().x as usize;
    if i >= out.len() {
        return;
    }
    let (bits, _) = greys[i].iter().fold((0u16, 0i16), |(bits, error), &grey| {
        let wanted = grey as i16 + error;
        let is_white = wanted >= 128;
        (bits << 1 | is_white as u16, wanted - if is_white { 255 } else { 0 })
    });
    out[i] = bits;
}

fn main() -> Result<(), vyre::Error> {
    let device = Device::auto()?;
    let (width, height) = (40u32, 20u32);
    let picture: Vec<Rgb> = (0..width * height)
        .map(|i| Rgb { r: (i * 7) as u8, g: (i * 3 / 2) as u8, b: (255 - i % 256) as u8 })
        .collect();
    let mut out = vec![9u8; picture.len()];
    dither(&picture, &mut out, width).invocations([width, height, 1]).dispatch(&device)?;
    for (i, (colour, got)) in picture.iter().zip(&out).enumerate() {
        let t = BAYER[i / 40 % 4][i % 40 % 4] as i16 * 4 - 30;
        let shift = |c: u8| (c as i16 + t).clamp(0, 255);
        let c = [shift(colour.r), shift(colour.g), shift(colour.b)];
        let best = (0..5)
            .min_by_key(|&k| {
                let p = PALETTE[k];
                let d = |a: u8, b: i16| (a as i32 - b as i32).pow(2);
                3 * d(p.r, c[0]) + 6 * d(p.g, c[1]) + d(p.b, c[2])
            })
            .unwrap();
        assert_eq!(*got as usize, best, "{i}");
    }
    let mut counts = vec![0u32; 5];
    histogram(&out, &mut counts).invocations([out.len() as u32, 1, 1]).dispatch(&device)?;
    assert_eq!(counts.iter().sum::<u32>(), width * height);
    let greys = [[100u8; 16], std::array::from_fn(|i| i as u8 * 16)];
    let mut lines = [0u16; 2];
    diffuse_lines(&greys, &mut lines).dispatch(&device)?;
    for (line, got) in greys.iter().zip(lines) {
        let (mut error, mut bits) = (0i32, 0u16);
        for &g in line {
            let wanted = g as i32 + error;
            bits = bits * 2 + (wanted >= 128) as u16;
            error = if wanted >= 128 { wanted - 255 } else { wanted };
        }
        assert_eq!(got, bits);
    }
    println!("colours: {counts:?}");
    Ok(())
}
