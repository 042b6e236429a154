use vyre::prelude::*;

#[vyre::module]
mod kernels {
    use vyre::prelude::*;

    #[derive(Clone, Copy, PartialEq, Eq)]
    #[repr(u32)]
    enum Orientation {
        Flat,
        Horizontal,
        Diagonal,
        Vertical,
    }

    #[derive(Clone, Copy)]
    struct Gradient {
        gx: i32,
        gy: i32,
    }

    impl Gradient {
        const THRESHOLD: i32 = 40;

        fn magnitude(self) -> i32 {
            let Self { gx, gy } = self;
            ((gx * gx + gy * gy) as u32).isqrt() as i32
        }

        fn orientation(&self) -> Orientation {
            match (self.gx.abs(), self.gy.abs()) {
                _ if self.magnitude() < Self::THRESHOLD => Orientation::Flat,
                (x, y) if x > 2 * y => Orientation::Vertical,
                (x, y) if y > 2 * x => Orientation::Horizontal,
                _ => Orientation::Diagonal,
            }
        }
    }

    fn pixel(image: &[u8], width: usize, x: usize, y: usize) -> i32 {
        image[y * width + x].into()
    }

    fn sobel(image: &[u8], width: usize, x: usize, y: usize) -> Option<Gradient> {
        let height = image.len() / width;
        if x == 0 || y == 0 || x + 1 >= width || y + 1 >= height {
            return None;
        }
        let rows: [[i32; 3]; 3] =
            std::array::from_fn(|r| std::array::from_fn(|c| pixel(image, width, x + c - 1, y + r - 1)));
        let [[a, b, c], [d, _, f], [g, h, i]] = rows;
        Some(Gradient { gx: c + 2 * f + i - a - 2 * d - g, gy: g + 2 * h + i - a - 2 * b - c })
    }

    #[kernel(workgroup_size = (16, 4))]
    pub fn edges(image: &[u8], width: u32, magnitudes: &mut [u8], counts: &[AtomicU32]) {
        let (x, y) = (invocation_id().x as usize, invocation_id().y as usize);
        if x >= width as usize || y >= image.len() / width as usize {
            return;
        }
        let gradient = sobel(image, width as usize, x, y);
        magnitudes[y * width as usize + x] = gradient.map_or(0, |g| g.magnitude().min(255) as u8);
        if let Some(orientation) =
            gradient.as_ref().map(Gradient::orientation).filter(|o| *o != Orientation::Flat)
        {
            counts[orientation as usize].fetch_add(1);
        }
    }
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let (w, h) = (30usize, 20usize);
    let image: Vec<u8> = (0..w * h).map(|n| ((n % w) * 9 + (n / w) * (n / w) * 3 % 90) as u8).collect();
    let mut magnitudes = vec![0u8; w * h];
    let mut counts = vec![0u32; 4];
    kernels::edges(&image, w as u32, &mut magnitudes, &mut counts)
        .invocations([w as u32, h as u32, 1])
        .dispatch(device)?;
    let mut expected = vec![0u32; 4];
    let p = |x: usize, y: usize| image[y * w + x] as i32;
    for y in 1..h - 1 {
        for x in 1..w - 1 {
            let gx = p(x + 1, y - 1) + 2 * p(x + 1, y) + p(x + 1, y + 1)
                - p(x - 1, y - 1)
                - 2 * p(x - 1, y)
                - p(x - 1, y + 1);
            let gy = p(x - 1, y + 1) + 2 * p(x, y + 1) + p(x + 1, y + 1)
                - p(x - 1, y - 1)
                - 2 * p(x, y - 1)
                - p(x + 1, y - 1);
            let m = (((gx * gx + gy * gy) as f64).sqrt()) as i32;
            assert_eq!(magnitudes[y * w + x] as i32, m.min(255));
            if m >= 40 {
                let (ax, ay) = (gx.abs(), gy.abs());
                expected[if ax > 2 * ay {
                    3
                } else if ay > 2 * ax {
                    1
                } else {
                    2
                }] += 1;
            }
        }
    }
    assert_eq!(counts, expected);
    Ok(())
}
