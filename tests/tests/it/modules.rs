//! `#[vyre::module]`: plain Rust without further attributes, in any order, which the host uses as it is.

use vyre_tests::devices;

#[allow(unreachable_pub, reason = "a module as any other")]
#[vyre::module]
mod tracer {
    use core::ops::{Add, Mul};
    use vyre::prelude::*;

    /// Of each ray: the brightness of what it meets.
    #[kernel(workgroup_size = 64)]
    pub fn shade(rays: &[Ray], out: &mut [f32]) {
        let i = invocation_id().x;
        if i < rays.len() {
            out[i] = trace(rays[i], LAMP) + rays[i].at.half() + inner::twice(1.0) + Kind::Bright.weight();
        }
    }

    const LAMP: Lamp = Lamp { at: Vec3 { x: 0.0, y: 0.0, z: 5.0 }, power: COUNT as f32 - 2.0 };
    const COUNT: usize = 3;

    fn trace(ray: Ray, lamp: Lamp) -> f32 {
        let between = ray.at + lamp.at * -1.0;
        lamp.power + between.squared()
    }

    pub trait Length {
        fn squared(&self) -> f32;
        fn half(&self) -> f32 {
            self.squared() * 0.5
        }
    }

    impl Length for Vec3 {
        fn squared(&self) -> f32 {
            self.x * self.x + self.y * self.y + self.z * self.z
        }
    }

    impl Add for Vec3 {
        type Output = Self;
        fn add(self, other: Self) -> Self {
            Vec3 { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
        }
    }

    impl Mul<f32> for Vec3 {
        type Output = Self;
        fn mul(self, by: f32) -> Self {
            Vec3 { x: self.x * by, y: self.y * by, z: self.z * by }
        }
    }

    #[derive(Debug, Clone, Copy)]
    pub struct Vec3 {
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }

    #[derive(Debug, Clone, Copy)]
    pub struct Ray {
        pub at: Vec3,
        pub towards: Vec3,
    }

    #[derive(Clone, Copy)]
    struct Lamp {
        at: Vec3,
        power: f32,
    }

    enum Kind {
        Dark,
        Bright,
    }

    impl Kind {
        fn weight(self) -> f32 {
            match self {
                Kind::Dark => 0.0,
                Kind::Bright => 100.0,
            }
        }
    }

    pub mod inner {
        pub fn twice(x: f32) -> f32 {
            x * 2.0
        }
    }

    /// Functions of the host's own stay as they are.
    pub fn run(rays: &[Ray], device: &Device) -> Result<Vec<f32>, vyre::Error> {
        let mut out = vec![0.0; rays.len()];
        shade(rays, &mut out).dispatch(device)?;
        Ok(out)
    }

    impl core::fmt::Display for Vec3 {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            write!(f, "<{} {} {}>", self.x, self.y, self.z)
        }
    }

    #[test]
    fn tests_of_the_module_are_tests() {
        assert_eq!(Kind::Dark.weight(), 0.0);
    }
}

#[test]
fn a_module_is_plain_rust() {
    use tracer::{Length, Ray, Vec3};
    let at = Vec3 { x: 1.0, y: 2.0, z: 3.0 };
    assert_eq!(at.to_string(), "<1 2 3>");
    assert_eq!(((at + at).squared(), tracer::inner::twice(4.0)), (56.0, 8.0));
    for device in devices() {
        let out = tracer::run(&[Ray { at, towards: at }; 2], &device).unwrap();
        // (1, 2, -2) has 9, to which come 3 - 2, half of 14, 2 and 100.
        assert_eq!(out, [119.0; 2]);
    }
}

/// Structs that lie in no buffer: with padding, a `bool`, a tuple and an enum among the fields.
#[allow(unreachable_pub, reason = "a module as any other")]
#[vyre::module]
mod nearest {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Side {
        Left,
        Right,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Hit {
        pub is_hit: bool,
        pub distance: u64,
        pub side: Side,
        pub cell: (u8, i32),
    }

    pub fn nearer(a: Hit, b: Hit) -> Hit {
        if b.is_hit && (!a.is_hit || b.distance < a.distance) { b } else { a }
    }

    pub fn hit(x: i32, at: i32) -> Hit {
        let side = if x < at { Side::Left } else { Side::Right };
        Hit { is_hit: x != at, distance: x.abs_diff(at) as u64 * 3, side, cell: (x as u8, at) }
    }

    #[kernel(workgroup_size = 64)]
    pub fn search(points: &[i32], out: &mut [i32]) {
        let i = invocation_id().x;
        if i < out.len() {
            let mut best = hit(points[i], points[i]);
            for k in 0..points.len() {
                best = nearer(best, hit(points[k], points[i]));
            }
            let sign = if best.side == Side::Left { -1 } else { 1 };
            out[i] = sign * best.distance as i32 + best.cell.1 * 1000 + best.cell.0 as i32 * 100_000;
        }
    }
}

#[test]
fn structs_of_a_module_that_lie_in_no_buffer_have_any_fields() {
    use nearest::{Side, hit, nearer, search};
    let near = nearer(hit(5, 5), hit(3, 5));
    assert_eq!((near.is_hit, near.distance, near.side, near.cell), (true, 6, Side::Left, (3, 5)));
    for device in devices() {
        let mut out = [0; 3];
        search(&[10, 14, 15], &mut out).dispatch(&device).unwrap();
        // The nearest of 10 is 14, of 14 it is 15, and of 15 it is 14.
        assert_eq!(
            out,
            [12 + 10_000 + 1_400_000, 3 + 14_000 + 1_500_000, -3 + 15_000 + 1_400_000],
            "{device}"
        );
    }
}

/// Methods that are `const`, take slices or change what they are given, and an enum with a default.
#[allow(unreachable_pub, reason = "a module as any other")]
#[vyre::module]
mod gearbox {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub enum Mode {
        Slow,
        #[default]
        Usual,
        Fast,
    }

    #[derive(Clone, Copy, Debug, Default)]
    pub struct Gear {
        pub mode: Mode,
        pub teeth: u32,
    }

    impl Gear {
        pub const fn new(teeth: u32) -> Gear {
            Gear { mode: Mode::Fast, teeth }
        }

        pub fn turns(&self, steps: &[u32]) -> u32 {
            let factor = match self.mode {
                Mode::Slow => 1,
                Mode::Usual => 2,
                Mode::Fast => 3,
            };
            steps.iter().sum::<u32>() * factor / self.teeth
        }

        pub fn wear(&self, left: &mut u32) {
            *left -= self.teeth;
        }
    }

    #[kernel(workgroup_size = 64)]
    pub fn run(steps: &[u32], out: &mut [u32]) {
        let i = invocation_id().x;
        if i < out.len() {
            let usual = Gear { teeth: 2, ..Gear::default() };
            let mut left = 100;
            Gear::new(7).wear(&mut left);
            out[i] = Gear::new(3).turns(&steps[i..]) * 10_000 + usual.turns(steps) * 100 + left;
        }
    }
}

#[test]
fn modules_have_constant_methods_slices_in_methods_and_defaults() {
    assert_eq!(gearbox::Gear::default().mode, gearbox::Mode::Usual);
    for device in devices() {
        let mut out = [0; 3];
        gearbox::run(&[4, 5, 6], &mut out).dispatch(&device).unwrap();
        // All are 15, which two teeth turn as often at twice the speed; the sums from a place on are 15, 11 and 6, and three teeth turn once for three at thrice the speed.
        assert_eq!(out, [151_593, 111_593, 61_593], "{device}");
    }
}

/// A module with a type over types, whose functions have ids, barriers, arrays of the workgroup, atomics, tensors and built-in functions.
#[allow(unreachable_pub, reason = "a module as any other")]
#[vyre::module]
mod launched {
    use vyre::prelude::*;

    #[derive(Clone, Copy)]
    pub struct Cell<T> {
        pub value: T,
    }

    impl<T: Copy> Cell<T> {
        fn place(&self) -> u32 {
            inner::lane() + workgroup_id().x * 8
        }
        pub fn value(&self) -> T {
            self.value
        }
    }

    mod inner {
        pub fn lane() -> u32 {
            local_id().x
        }
    }

    /// The sum over the workgroup, by an array of it.
    fn total(x: u32) -> u32 {
        let mut turned = workgroup_array::<u32, 8>();
        turned[7 - inner::lane()] = x;
        barrier();
        workgroup_sum(turned[inner::lane()])
    }

    fn note(sums: &[AtomicU32], least: &AtomicI32, x: u32) {
        sums[0].fetch_add(x);
        least.fetch_min(-(x as i32));
    }

    fn corner(t: &Tensor<u32, N, M>) -> u32 {
        t[[N - 1, M - 1]]
    }

    fn first(limits: &[u32]) -> u32 {
        limits[0]
    }

    /// A trait with a method that uses ids in one `impl`.
    pub trait Standing {
        const STEP: u32;
        fn standing(&self) -> u32;
        fn twice(&self) -> u32 {
            self.standing() * 2
        }
        fn step(&self) -> u32 {
            Self::STEP
        }
    }

    impl<T: Copy> Standing for Cell<T> {
        const STEP: u32 = 3;
        fn standing(&self) -> u32 {
            inner::lane() + 1
        }
    }

    impl Standing for u32 {
        const STEP: u32 = 5;
        fn standing(&self) -> u32 {
            *self
        }
    }

    pub fn rank(sorted: &[u32], x: u32) -> u32 {
        vyre::algorithms::lower_bound(sorted, x)
    }

    #[kernel(workgroup_size = 8)]
    pub fn stand(sorted: &[u32], out: &mut [u32]) {
        let i = invocation_id().x;
        let cell = Cell { value: 0.5 };
        out[i] = cell.twice() * 10_000 + 7u32.twice() * 100 + cell.step() * 10 + rank(sorted, i);
    }

    /// A function of values alone.
    pub fn larger(x: f32) -> f32 {
        select(x > 1.0, x, 2.0) + cast::<f32>(0x3f80_0000u32)
    }

    #[kernel(workgroup_size = 8)]
    pub fn run(
        t: &Tensor<u32, N, M>,
        limits: &Uniform<[u32]>,
        sums: &[AtomicU32],
        least: &[AtomicI32],
        out: &mut [u32],
    ) {
        let cell = Cell { value: corner(t) };
        let place = cell.place();
        let sum = total(place);
        if place < out.len() {
            note(sums, &least[0], place);
            out[place] = sum * 1000 + cell.value() * 100 + first(limits) * 10 + larger(0.5) as u32;
        }
    }
}

#[test]
fn functions_of_kernels_alone_stand_in_every_module() {
    assert_eq!((launched::larger(0.5), launched::larger(4.0)), (3.0, 5.0));
    assert_eq!(launched::Cell { value: 7 }.value(), 7);
    assert_eq!(launched::Standing::step(&launched::Cell { value: 7 }), 3);
    assert_eq!(launched::rank(&[1, 1, 2], 2), 2);
    for device in devices() {
        let t = device.tensor(&[0u32, 1, 2, 3, 4, 5], [2, 3]).unwrap();
        let (mut sums, mut least, mut out) = (vec![0u32], vec![0i32], vec![0u32; 10]);
        launched::run(&t, &[6], &mut sums, &mut least, &mut out).dispatch(&device).unwrap();
        // 0 to 7 have the sum 28, and 8 to 15 have 92.
        let wanted: Vec<u32> = (0..10).map(|at| if at < 8 { 28_563 } else { 92_563 }).collect();
        assert_eq!((sums, least, out), (vec![45], vec![-9], wanted), "{device}");
        let mut out = [0; 3];
        launched::stand(&[1, 1, 2], &mut out).dispatch(&device).unwrap();
        // Twice the place from 1, twice 7, the step, and how many elements are below the place.
        assert_eq!(out, [21_430, 41_430, 61_432], "{device}");
    }
}
