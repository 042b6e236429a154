//! Balls of glass, metal and chalk on a floor, by paths of light, on a GPU, as a PNG.
//!
//! ```sh
//! cargo run --release --example raytracer -- --size 960x540 --paths 256 --png balls.png
//! ```
//!
//! It shows Rust as one writes it: a type for vectors with operators, an enum with fields for what happens to light, `Option`, iterators and random numbers. The numbers come from a
//! counter, and the floats are the same everywhere, so the picture is the same on every device, bit for bit.

use anyhow::{Context, ensure};
use clap::Parser;
use gpu::Ball;
use indicatif::HumanCount;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use vyre::prelude::*;
use vyre_examples::picture::Picture;
use vyre_examples::program::{self, DeviceChoice};
use vyre_examples::progress::{Progress, Unit};
use vyre_examples::speed::{Amount, Speed};

#[vyre::module]
mod gpu {
    use std::ops::{Add, Mul, Neg, Sub};
    use vyre::prelude::*;
    use vyre::rand::{self, Rng};

    /// A point, a direction, or a colour.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct Vec3 {
        pub(super) x: f32,
        pub(super) y: f32,
        pub(super) z: f32,
    }

    pub(super) const fn vec3(x: f32, y: f32, z: f32) -> Vec3 {
        Vec3 { x, y, z }
    }

    impl Vec3 {
        pub(super) fn dot(self, other: Vec3) -> f32 {
            self.x * other.x + self.y * other.y + self.z * other.z
        }

        pub(super) fn unit(self) -> Vec3 {
            self * (1.0 / self.dot(self).sqrt())
        }

        /// The direction behind a mirror with this normal.
        pub(super) fn mirrored(self, normal: Vec3) -> Vec3 {
            self - normal * (2.0 * self.dot(normal))
        }

        /// The direction behind a surface of glass, if the light passes it: `ratio` is that of the indices before and behind it.
        pub(super) fn refracted(self, normal: Vec3, ratio: f32) -> Option<Vec3> {
            let cosine = -self.dot(normal);
            let squared = 1.0 - ratio * ratio * (1.0 - cosine * cosine);
            (squared > 0.0).then(|| self * ratio + normal * (ratio * cosine - squared.sqrt()))
        }
    }

    impl Add for Vec3 {
        type Output = Vec3;
        fn add(self, other: Vec3) -> Vec3 {
            vec3(self.x + other.x, self.y + other.y, self.z + other.z)
        }
    }

    impl Sub for Vec3 {
        type Output = Vec3;
        fn sub(self, other: Vec3) -> Vec3 {
            vec3(self.x - other.x, self.y - other.y, self.z - other.z)
        }
    }

    impl Mul for Vec3 {
        type Output = Vec3;
        fn mul(self, other: Vec3) -> Vec3 {
            vec3(self.x * other.x, self.y * other.y, self.z * other.z)
        }
    }

    impl Mul<f32> for Vec3 {
        type Output = Vec3;
        fn mul(self, by: f32) -> Vec3 {
            vec3(self.x * by, self.y * by, self.z * by)
        }
    }

    impl Neg for Vec3 {
        type Output = Vec3;
        fn neg(self) -> Vec3 {
            self * -1.0
        }
    }

    /// A ball: chalk with no `metal` and no `glass`, else how rough the metal is or how strongly the glass refracts.
    #[vyre::data]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct Ball {
        pub(super) centre: [f32; 3],
        pub(super) radius: f32,
        pub(super) colour: [f32; 3],
        pub(super) metal: f32,
        pub(super) glass: f32,
    }

    /// Where light meets a ball.
    #[derive(Clone, Copy)]
    struct Hit {
        distance: f32,
        at: Vec3,
        normal: Vec3,
        ball: Ball,
    }

    /// What happens to light there.
    enum Fate {
        /// It goes on in this direction, with what is left of its colour.
        Scattered {
            direction: Vec3,
            colour: Vec3,
        },
        Absorbed,
    }

    impl Ball {
        fn hit(self, origin: Vec3, direction: Vec3) -> Option<Hit> {
            let centre = vec3(self.centre[0], self.centre[1], self.centre[2]);
            let way = origin - centre;
            let half = way.dot(direction);
            let squared = half * half - way.dot(way) + self.radius * self.radius;
            if squared < 0.0 {
                return None;
            }
            let root = squared.sqrt();
            let distance = [-half - root, -half + root].into_iter().find(|distance| *distance > 1e-3)?;
            let at = origin + direction * distance;
            Some(Hit { distance, at, normal: (at - centre) * (1.0 / self.radius), ball: self })
        }
    }

    impl Hit {
        fn fate(self, direction: Vec3, rng: &mut Rng) -> Fate {
            let Ball { colour, metal, glass, .. } = self.ball;
            let colour = vec3(colour[0], colour[1], colour[2]);
            if glass > 0.0 {
                let is_inside = direction.dot(self.normal) > 0.0;
                let (normal, ratio) =
                    if is_inside { (-self.normal, glass) } else { (self.normal, 1.0 / glass) };
                // Schlick's approximation of how much a surface mirrors.
                let (least, cosine) = ((1.0 - ratio) / (1.0 + ratio), 1.0 + direction.dot(normal));
                let mirrors = least * least + (1.0 - least * least) * cosine.powi(5);
                let passes = direction.refracted(normal, ratio).filter(|_| rng.next_f32() >= mirrors);
                let direction = passes.unwrap_or(direction.mirrored(normal)).unit();
                return Fate::Scattered { direction, colour };
            }
            if metal > 0.0 {
                let direction = (direction.mirrored(self.normal) + on_ball(rng) * (metal - 1.0)).unit();
                return if direction.dot(self.normal) > 0.0 {
                    Fate::Scattered { direction, colour }
                } else {
                    Fate::Absorbed
                };
            }
            let floor = colour * if is_dark(self.at, self.ball.radius) { 0.35 } else { 1.0 };
            Fate::Scattered { direction: (self.normal * 1.001 + on_ball(rng)).unit(), colour: floor }
        }
    }

    /// Whether a point is in a dark square of the floor, which is the largest ball.
    fn is_dark(at: Vec3, radius: f32) -> bool {
        let square = |along: f32| (along * 1.5 + 100.0).floor() as i32;
        radius > 50.0 && (square(at.x) + square(at.z)) % 2 == 0
    }

    /// A random direction.
    fn on_ball(rng: &mut Rng) -> Vec3 {
        vec3(rng.normal(), rng.normal(), rng.normal()).unit()
    }

    fn sky(direction: Vec3) -> Vec3 {
        let sun = direction.dot(vec3(0.5, 0.7, -0.5).unit()).max(0.0).powi(64);
        let up = 0.5 + 0.5 * direction.y;
        vec3(1.0, 0.95, 0.9) * (1.0 - up) + vec3(0.35, 0.55, 0.95) * up + vec3(8.0, 7.0, 5.0) * sun
    }

    /// The light that comes along a path, backwards.
    fn light(balls: &[Ball], origin: Vec3, direction: Vec3, rng: &mut Rng) -> Vec3 {
        let (mut origin, mut direction, mut colour) = (origin, direction, vec3(1.0, 1.0, 1.0));
        for _ in 0..12 {
            let mut nearest: Option<Hit> = None;
            for hit in balls.iter().filter_map(|ball| ball.hit(origin, direction)) {
                if nearest.is_none_or(|other| hit.distance < other.distance) {
                    nearest = Some(hit);
                }
            }
            let Some(hit) = nearest else { return colour * sky(direction) };
            match hit.fate(direction, rng) {
                Fate::Scattered { direction: next, colour: left } => {
                    (origin, direction, colour) = (hit.at, next, colour * left);
                }
                Fate::Absorbed => break,
            }
        }
        vec3(0.0, 0.0, 0.0)
    }

    /// Adds the light of `paths` paths to each pixel.
    #[vyre::kernel(workgroup_size = (8, 8))]
    pub(super) fn trace(balls: &[Ball], sums: &mut [[f32; 4]], width: u32, pass: u32, paths: u32) {
        let (column, row) = (invocation_id().x, invocation_id().y);
        let height = sums.len() as u32 / width;
        if column >= width || row >= height {
            return;
        }
        let pixel = (row * width + column) as usize;
        let mut rng = rand::rng(pass, pixel as u32);
        let mut sum = vec3(0.0, 0.0, 0.0);
        for _ in 0..paths {
            let across = (column as f32 + rng.next_f32()) * 2.0 - width as f32;
            let up = height as f32 - (row as f32 + rng.next_f32()) * 2.0;
            let direction = vec3(across / height as f32, up / height as f32 - 0.12, 2.4);
            sum = sum + light(balls, vec3(0.0, 1.0, -6.5), direction.unit(), &mut rng);
        }
        let [r, g, b, _] = sums[pixel];
        sums[pixel] = [r + sum.x, g + sum.y, b + sum.z, 0.0];
    }
}

/// The paths that a launch adds to each pixel.
const PATHS: u32 = 4;

/// Draws balls by paths of light.
#[derive(Parser)]
struct Options {
    /// The size of the picture.
    #[arg(long, value_name = "WxH", default_value = "480x270", value_parser = size)]
    size: (u32, u32),
    /// The paths of each pixel, in steps of 4; 256 on a GPU and 16 on a CPU if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(4..=100_000))]
    paths: Option<u32>,
    /// Where to draw; raytracer.png in the folder for temporary files if not given.
    #[arg(long, value_name = "OUT")]
    png: Option<PathBuf>,
    /// Where to compute; the best device if not given.
    #[arg(long)]
    device: Option<DeviceChoice>,
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let sides =
        text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    sides
        .filter(|(width, height)| (1..=8192).contains(width) && (1..=8192).contains(height))
        .ok_or_else(|| "write it as 480x270; each side is 1 to 8192".to_owned())
}

fn main() -> ExitCode {
    let options = Options::parse();
    program::run(|| run(&options))
}

fn run(options: &Options) -> anyhow::Result<String> {
    let path = options.png.clone().unwrap_or_else(|| std::env::temp_dir().join("raytracer.png"));
    program::check_output(&path)?;
    let device = program::open_device(options.device)?;
    let usual = if device.info().kind() == vyre::DeviceKind::Cpu { 16 } else { 256 };
    let passes = options.paths.unwrap_or(usual).div_ceil(PATHS);
    let (width, height) = options.size;
    let balls = scene();
    let on_device = device.buffer(&balls)?;
    let mut sums = device.zeros::<[f32; 4]>((width * height) as usize)?;
    let progress = Progress::new(passes.into(), Unit::Steps);
    let mut busy = Duration::ZERO;
    for pass in 0..passes {
        let start = Instant::now();
        gpu::trace(&on_device, &mut sums, width, pass, PATHS)
            .invocations([width, height, 1])
            .dispatch(&device)?;
        device.synchronize()?;
        busy += start.elapsed();
        progress.add(1);
    }
    drop(progress);
    let sums = sums.read()?;
    let checked = check(&balls, &device)?;
    let hash = program::fingerprint(sums.iter().flatten().map(|number| number.to_bits()));
    let mean = |sum: f32| (sum / (passes * PATHS) as f32).sqrt();
    let picture = Picture::of_colours(width as usize, sums.iter().map(|[r, g, b, _]| [*r, *g, *b].map(mean)));
    picture.write_png(&path).with_context(|| path.display().to_string())?;
    let paths = u64::from(width * height) * u64::from(passes * PATHS);
    Ok(format!(
        "{width} x {height} pixels, {} paths each\n\
         device   {}\n\
         {}check    {} pixels by the reference interpreter too, the same\n\
         hash     {hash:016x}, the same on every device\n\
         image    {}\n",
        HumanCount(u64::from(passes * PATHS)),
        device.info(),
        Speed { amount: Amount::Of(paths, "paths"), time: busy }.line("kernel", "  with its compilation"),
        HumanCount(checked),
        path.display(),
    ))
}

/// Three large balls and some small ones on a floor, which is a very large ball.
fn scene() -> Vec<Ball> {
    let ball = |centre, radius, colour| Ball { centre, radius, colour, metal: 0.0, glass: 0.0 };
    let mut balls = vec![
        ball([0.0, -100.0, 0.0], 100.0, [0.85, 0.8, 0.7]),
        Ball { glass: 1.5, ..ball([0.0, 1.0, 0.0], 1.0, [0.98, 1.0, 0.99]) },
        Ball { metal: 1.02, ..ball([2.1, 1.0, 0.6], 1.0, [0.9, 0.7, 0.4]) },
        ball([-2.1, 1.0, 0.6], 1.0, [0.8, 0.25, 0.2]),
    ];
    let small = (0..11).map(|at| {
        let along = at as f32 - 5.0;
        let small = ball(
            [along * 0.62, 0.22, -1.6 + (at * 7 % 5) as f32 * 0.25],
            0.22,
            [0.3, 0.5 + along * 0.06, 0.75],
        );
        match at % 3 {
            0 => small,
            1 => Ball { metal: 1.15, ..small },
            _ => Ball { glass: 1.5, colour: [1.0; 3], ..small },
        }
    });
    balls.extend(small);
    balls
}

/// Draws a small picture on the device and by the reference interpreter, and says how many pixels were compared.
fn check(balls: &[Ball], device: &Device) -> anyhow::Result<u64> {
    const SMALL: [u32; 3] = [32, 18, 1];
    let small = |device: &Device| {
        let mut sums = vec![[0f32; 4]; (SMALL[0] * SMALL[1]) as usize];
        gpu::trace(balls, &mut sums, SMALL[0], 0, 1).invocations(SMALL).dispatch(device).map(|()| sums)
    };
    let (found, expected) = (small(device)?, small(&Device::reference())?);
    ensure!(found == expected, "the reference interpreter draws otherwise");
    Ok(found.len() as u64)
}
