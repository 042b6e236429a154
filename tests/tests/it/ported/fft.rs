//! The fast Fourier transform of 256 points in f32 (CUDA samples, Parboil), against the definition in f64.

use crate::ported::devices;
use core::f32::consts::PI;
use vyre_tests::values::random;

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Complex {
    re: f32,
    im: f32,
}

#[vyre::function]
impl Complex {
    /// The number on the unit circle at this angle.
    fn at(angle: f32) -> Self {
        Self { re: angle.cos(), im: angle.sin() }
    }

    fn plus(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }

    fn minus(self, other: Self) -> Self {
        Self { re: self.re - other.re, im: self.im - other.im }
    }

    fn times(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

const N: usize = 256;
const BITS: u32 = N.ilog2();

#[vyre::kernel(workgroup_size = 128)]
fn transform(points: &mut [Complex]) {
    let mut block = workgroup_array::<Complex, N>();
    let k = local_id().x as usize;
    let points = &mut points[workgroup_id().x as usize * N..];
    block[k] = points[k.reverse_bits() >> (32 - BITS)];
    block[k + N / 2] = points[(k + N / 2).reverse_bits() >> (32 - BITS)];
    for stage in 0..BITS {
        barrier();
        let half = 1usize << stage;
        let low = (k >> stage << (stage + 1)) + k % half;
        let turn: Complex = Complex::at(-PI * (k % half) as f32 / half as f32);
        let a = block[low];
        let b: Complex = block[low + half].times(turn);
        block[low] = a.plus(b);
        block[low + half] = a.minus(b);
    }
    barrier();
    points[k] = block[k];
    points[k + N / 2] = block[k + N / 2];
}

fn check(points: &[Complex], tolerance: f64) {
    let mut bits: Option<Vec<[u32; 2]>> = None;
    for device in devices() {
        let mut found = points.to_vec();
        transform(&mut found).workgroups([(points.len() / N) as u32, 1, 1]).dispatch(&device).unwrap();
        for (block, found) in points.chunks(N).zip(found.chunks(N)) {
            for (k, found) in found.iter().enumerate() {
                let (mut re, mut im) = (0.0, 0.0);
                for (i, point) in block.iter().enumerate() {
                    let angle = -2.0 * std::f64::consts::PI * (i * k) as f64 / N as f64;
                    let (x, y) = (f64::from(point.re), f64::from(point.im));
                    re += x * angle.cos() - y * angle.sin();
                    im += x * angle.sin() + y * angle.cos();
                }
                let distance = (f64::from(found.re) - re).hypot(f64::from(found.im) - im);
                assert!(distance < tolerance, "{k}: {found:?}, not {re} + {im} i, on {device}");
            }
        }
        // And all devices have the same bits.
        let found: Vec<[u32; 2]> = found.iter().map(|x| [x.re.to_bits(), x.im.to_bits()]).collect();
        assert_eq!(*bits.get_or_insert_with(|| found.clone()), found, "{device}");
    }
}

#[test]
fn random_points() {
    let number = |n: u32| n as f32 / 500.0 - 1.0;
    let numbers = random(1, 3 * 2 * N as u32, 1001);
    let points: Vec<Complex> =
        numbers.chunks(2).map(|pair| Complex { re: number(pair[0]), im: number(pair[1]) }).collect();
    check(&points, 1e-4);
}

#[test]
fn waves_and_impulses() {
    let wave = (0..N).map(|i| Complex { re: (2.0 * PI * 3.0 * i as f32 / N as f32).cos(), im: 0.0 });
    let impulse = (0..N).map(|i| Complex { re: f32::from(u8::from(i == 5)), im: 0.0 });
    check(&wave.chain(impulse).collect::<Vec<_>>(), 1e-4);
}
