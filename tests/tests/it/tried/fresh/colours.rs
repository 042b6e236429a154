//! Pixels to hue, saturation and value, and back.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, Debug, PartialEq, Default)]
    pub struct Rgb {
        pub r: f32,
        pub g: f32,
        pub b: f32,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Hsv {
        pub h: f32,
        pub s: f32,
        pub v: f32,
    }

    impl From<Rgb> for Hsv {
        fn from(Rgb { r, g, b }: Rgb) -> Self {
            let max = r.max(g).max(b);
            let min = [r, g, b].into_iter().fold(f32::INFINITY, f32::min);
            let delta = max - min;
            let h = if delta == 0.0 {
                0.0
            } else if max == r {
                60.0 * ((g - b) / delta).rem_euclid(6.0)
            } else if max == g {
                60.0 * ((b - r) / delta + 2.0)
            } else {
                60.0 * ((r - g) / delta + 4.0)
            };
            Hsv { h, s: if max == 0.0 { 0.0 } else { delta / max }, v: max }
        }
    }

    impl From<Hsv> for Rgb {
        fn from(Hsv { h, s, v }: Hsv) -> Self {
            let c = v * s;
            let x = c * (1.0 - ((h / 60.0) % 2.0 - 1.0).abs());
            let m = v - c;
            let (r, g, b) = match (h / 60.0) as u32 {
                0 => (c, x, 0.0),
                1 => (x, c, 0.0),
                2 => (0.0, c, x),
                3 => (0.0, x, c),
                4 => (x, 0.0, c),
                _ => (c, 0.0, x),
            };
            Rgb { r: r + m, g: g + m, b: b + m }
        }
    }

    #[kernel]
    pub fn convert(pixels: &[[u8; 4]], hsv: &mut [Hsv], back: &mut [[u8; 4]]) {
        let i = invocation_id().x as usize;
        if i < pixels.len() {
            let [r, g, b, a] = pixels[i];
            let rgb = Rgb { r: f32::from(r) / 255.0, g: f32::from(g) / 255.0, b: f32::from(b) / 255.0 };
            hsv[i] = rgb.into();
            let Rgb { r, g, b } = Rgb::from(hsv[i]);
            let byte = |x: f32| (x * 255.0).round().clamp(0.0, 255.0) as u8;
            back[i] = [byte(r), byte(g), byte(b), a];
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let pixels: Vec<[u8; 4]> = (0..500u32).map(|i| i.wrapping_mul(2654435761).to_le_bytes()).collect();
    let mut hsv = vec![kernels::Hsv { h: 0.0, s: 0.0, v: 0.0 }; 500];
    let mut back = vec![[0; 4]; 500];
    kernels::convert(&pixels, &mut hsv, &mut back).dispatch(device)?;
    assert_eq!(back, pixels);
    for (p, hsv) in pixels.iter().zip(&hsv) {
        let [r, g, b] = [p[0], p[1], p[2]].map(|x| x as f32 / 255.0);
        let (max, min) = (r.max(g).max(b), r.min(g).min(b));
        let d = max - min;
        let h = if d == 0.0 { 0.0 } else if max == r { 60.0 * ((g - b) / d).rem_euclid(6.0) } else if max == g { 60.0 * ((b - r) / d + 2.0) } else { 60.0 * ((r - g) / d + 4.0) };
        assert_eq!([hsv.h, hsv.s, hsv.v].map(f32::to_bits), [h, if max == 0.0 { 0.0 } else { d / max }, max].map(f32::to_bits));
    }
    Ok(())
}
