//! `vyre::rand`: the known answers of Random123, and the same bytes on the host and on all devices, in kernels and in a text.

#![allow(unreachable_pub, unused_qualifications, reason = "the text of a module, too")]

use vyre::Module;
use vyre::prelude::*;
use vyre::rand::{self, Rng};
use vyre_tests::devices;

/// The vectors of Random123's `kat_vectors` for `philox4x32 10`: counters, keys and blocks.
const KNOWN: [([u32; 4], [u32; 2], [u32; 4]); 3] = [
    ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
    ([u32::MAX; 4], [u32::MAX; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
    (
        [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
        [0xa409_3822, 0x299f_31d0],
        [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
    ),
];

/// The crate `vyre` has the module as a file of its own, as a published crate must. `VYRE_BLESS=1` copies it.
#[test]
fn the_module_is_that_of_texts() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (of_texts, of_vyre) = (root.join("vyre-lang/src/rand/source.rs"), root.join("vyre/src/rand.rs"));
    if std::env::var("VYRE_BLESS").is_ok_and(|value| value == "1") {
        std::fs::copy(&of_texts, &of_vyre).unwrap();
    }
    let [of_texts, of_vyre] = [of_texts, of_vyre].map(|path| std::fs::read_to_string(path).unwrap());
    assert!(of_texts == of_vyre, "Fix: run `VYRE_BLESS=1 cargo test -p vyre-tests rand::`");
}

#[test]
fn philox_has_its_known_answers() {
    for (counter, key, block) in KNOWN {
        assert_eq!(rand::philox4x32(counter, key), block);
    }
    let mut rng = rand::rng(0, 0);
    assert_eq!([(); 4].map(|()| rng.next_u32()), KNOWN[0].2);
    // The second block, and another stream: the counter is `[1, 0, 2, 3]` under the key `[4, 5]`.
    let mut rng = rand::rng(0x5_0000_0004u64, 0x3_0000_0002u64);
    let _ = [(); 4].map(|()| rng.next_u32());
    assert_eq!([(); 4].map(|()| rng.next_u32()), rand::philox4x32([1, 0, 2, 3], [4, 5]));
}

macro_rules! written {
    ($($items:tt)*) => {
        $($items)*
        const TEXT: &str = stringify!($($items)*);
    };
}

written! {
    #[vyre::function]
    pub fn walk(rng: &mut vyre::rand::Rng, steps: u32) -> u32 {
        let mut at = 0;
        for _ in 0..steps {
            at += rng.below(6) + 1;
        }
        at
    }

    #[vyre::kernel(workgroup_size = 32)]
    pub fn numbers(seed: u64, words: &mut [u32], wide: &mut [u64], floats: &mut [f32]) {
        let i = invocation_id().x;
        let mut rng = vyre::rand::rng(seed, i);
        words[i] = rng.next_u32();
        wide[i] = rng.next_u64();
        if rng.next_f32() < 0.5 {
            words[i] ^= rng.next_u32();
        }
        words[i] += walk(&mut rng, 10);
        floats[2 * i] = rng.next_f32() * 2.0 - 1.0;
        floats[2 * i + 1] = rng.normal();
    }
}

fn on_the_host(seed: u64, count: u32) -> (Vec<u32>, Vec<u64>, Vec<u32>) {
    let (mut words, mut wide, mut floats) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..count {
        let mut rng: Rng = rand::rng(seed, i);
        let mut word = rng.next_u32();
        wide.push(rng.next_u64());
        if rng.next_f32() < 0.5 {
            word ^= rng.next_u32();
        }
        words.push(word.wrapping_add((0..10).map(|_| rng.below(6) + 1).sum()));
        floats.push((rng.next_f32() * 2.0 - 1.0).to_bits());
        floats.push(rng.normal().to_bits());
    }
    (words, wide, floats)
}

#[test]
fn kernels_and_the_host_have_the_same_numbers() {
    let expected = on_the_host(0x1234_5678_9abc, 96);
    let module = Module::compile(TEXT).unwrap_or_else(|error| panic!("{error}"));
    for device in devices().into_iter().chain([Device::reference()]) {
        let (mut words, mut wide, mut floats) = ([0u32; 96], [0u64; 96], [0f32; 192]);
        numbers(0x1234_5678_9abc, &mut words, &mut wide, &mut floats).dispatch(&device).unwrap();
        let bits = floats.map(f32::to_bits).to_vec();
        assert_eq!((words.to_vec(), wide.to_vec(), bits), expected, "{device}");
        let (mut words, mut wide, mut floats) = ([0u32; 96], [0u64; 96], [0f32; 192]);
        let args = [
            Arg::value(0x1234_5678_9abcu64),
            Arg::write(&mut words),
            Arg::write(&mut wide),
            Arg::write(&mut floats),
        ];
        module.kernel("numbers").unwrap().launch(args).dispatch(&device).unwrap();
        let bits = floats.map(f32::to_bits).to_vec();
        assert_eq!((words.to_vec(), wide.to_vec(), bits), expected, "as a text on {device}");
    }
}

#[test]
fn the_numbers_are_distributed_as_they_say() {
    let (mut counts, mut sum, mut squares, mut mean) = ([0u32; 7], 0.0f64, 0.0f64, 0.0f64);
    const COUNT: u32 = 70_000;
    let mut rng = rand::rng(1, 2);
    for _ in 0..COUNT {
        counts[rng.below(7) as usize] += 1;
        let unit = rng.next_f32();
        assert!((0.0..1.0).contains(&unit));
        mean += f64::from(unit);
        let normal = f64::from(rng.normal());
        (sum, squares) = (sum + normal, squares + normal * normal);
    }
    let of = |total: f64| total / f64::from(COUNT);
    // Five deviations of the means: 0.29, 1 and 1.41 over the root of 70,000.
    assert!((of(mean) - 0.5).abs() < 0.0055, "{}", of(mean));
    assert!(of(sum).abs() < 0.019 && (of(squares) - 1.0).abs() < 0.027, "{} {}", of(sum), of(squares));
    assert!(counts.iter().all(|count| count.abs_diff(10_000) < 470), "{counts:?}");
    assert_eq!(rng.below(0), 0);
    assert_eq!(rng.below(1), 0);
}

/// The generator once more, after Salmon, Moraes, Dror and Shaw's paper, in numbers of 128 bits, as a stream of words.
struct Written {
    key: u64,
    stream: u64,
    given: u64,
}

impl Written {
    fn word(&mut self) -> u32 {
        let (block, at) = (self.given / 4, (self.given % 4) as usize);
        self.given += 1;
        let mut counter = u128::from(block) | u128::from(self.stream) << 64;
        let mut key = self.key;
        for _ in 0..10 {
            let word = |at: u32| (counter >> (32 * at)) as u32;
            let product = |a: u32, b: u32| u64::from(a) * u64::from(b);
            let (first, second) = (product(0xd251_1f53, word(0)), product(0xcd9e_8d57, word(2)));
            let words = [
                (second >> 32) as u32 ^ word(1) ^ key as u32,
                second as u32,
                (first >> 32) as u32 ^ word(3) ^ (key >> 32) as u32,
                first as u32,
            ];
            counter = words.iter().rev().fold(0, |all, word| all << 32 | u128::from(*word));
            let low = (key as u32).wrapping_add(0x9e37_79b9);
            key = u64::from(low) | u64::from(((key >> 32) as u32).wrapping_add(0xbb67_ae85)) << 32;
        }
        (counter >> (32 * at)) as u32
    }

    fn unit(&mut self) -> f32 {
        (f64::from(self.word() >> 8) / f64::from(1 << 24)) as f32
    }

    /// Without bias: words whose product's lower half is less than `2^32 mod n` are left out.
    fn below(&mut self, n: u32) -> u32 {
        loop {
            if n == 0 {
                return 0;
            }
            let product = u128::from(self.word()) * u128::from(n);
            if product % (1 << 32) >= (1 << 32) % u128::from(n) {
                return (product >> 32) as u32;
            }
        }
    }

    /// Each function rounded once to an `f32`; those of `f64` are nearer to the exact result than the middle between two `f32`s is.
    fn normal(&mut self) -> f32 {
        let (radius, angle) = (self.unit(), self.unit());
        let logarithm = f64::from(1.0 - radius).ln() as f32;
        let turn = f64::from(angle * std::f32::consts::TAU).cos() as f32;
        (logarithm * -2.0).sqrt() * turn
    }
}

/// Bounds below which words are left out more often and less often: nearly half of them for 2^31 + 1.
const BOUNDS: [u32; 10] = [0, 1, 2, 3, 6, 1000, 1 << 31, (1 << 31) + 1, 3 << 30, u32::MAX];

const MIXED: &str = "
    use vyre::rand::{Rng, rng};
    fn draw(rng: &mut Rng, n: u32) -> u32 { rng.below(n) }
    #[kernel(workgroup_size = 16)]
    fn k(seeds: &[u64], streams: &[u64], bounds: &[u32], words: &mut [u32], floats: &mut [f32], wide: &mut [u64]) {
        let i = invocation_id().x as usize;
        if i >= seeds.len() {
            return;
        }
        let mut rng = rng(seeds[i], streams[i]);
        for k in 0..40 {
            let at = i * 40 + k;
            words[at] = draw(&mut rng, bounds[k % bounds.len()]);
            floats[2 * at] = rng.normal();
            wide[at] = rng.next_u64();
            let mut copy = rng;
            let (one, other) = (copy.next_u32(), rng.next_u32());
            words[at] ^= one ^ other;
            floats[2 * at + 1] = rng.next_f32();
            words[at] ^= rng.next_u32();
        }
    }
    #[kernel(workgroup_size = 1)]
    fn seeds(narrow: i8, wide: i64, half: u16, size: usize, out: &mut [u32]) {
        out[0] = rng(narrow, 0).next_u32();
        out[1] = rng(wide, narrow).next_u32();
        out[2] = rng(half, size).next_u32();
        out[3] = rng(1, -1).next_u32();
    }
";

#[test]
fn all_methods_are_as_written_once_more() {
    let seeds = [0, 1, u64::MAX, 1 << 32, 0xffff_ffff, 0x1234_5678_9abc_def0, 42, 7];
    let streams = [0, u64::MAX, 3, 1 << 32, 0x8000_0000_0000_0000, 0xffff_ffff, 1 << 63, 41];
    let (mut words, mut floats, mut wide) = (Vec::new(), Vec::new(), Vec::new());
    for (key, stream) in seeds.into_iter().zip(streams) {
        let mut rng = Written { key, stream, given: 0 };
        for k in 0..40 {
            let word = rng.below(BOUNDS[k % BOUNDS.len()]);
            floats.push(rng.normal().to_bits());
            let (low, high) = (rng.word(), rng.word());
            wide.push(u64::from(high) << 32 | u64::from(low));
            rng.word();
            floats.push(rng.unit().to_bits());
            words.push(word ^ rng.word());
        }
    }
    let first = |key: u64, stream: u64| Written { key, stream, given: 0 }.word();
    let of_seeds =
        [first(-5i8 as u64, 0), first(i64::MIN as u64, -5i8 as u64), first(65_535, 9), first(1, u64::MAX)];
    let module = Module::compile(MIXED).unwrap_or_else(|error| panic!("{error}"));
    for device in devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let (mut w, mut f, mut l) = (vec![0u32; 320], vec![0f32; 640], vec![0u64; 320]);
        let args = [
            Arg::read(&seeds),
            Arg::read(&streams),
            Arg::read(&BOUNDS),
            Arg::write(&mut w),
            Arg::write(&mut f),
            Arg::write(&mut l),
        ];
        module.kernel("k").unwrap().launch(args).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        let f: Vec<u32> = f.iter().map(|x| x.to_bits()).collect();
        assert!((&w, &f, &l) == (&words, &floats, &wide), "{device}");
        let mut out = [0u32; 4];
        let args = [
            Arg::value(-5i8),
            Arg::value(i64::MIN),
            Arg::value(65_535u16),
            Arg::value(9u32),
            Arg::write(&mut out),
        ];
        module.kernel("seeds").unwrap().launch(args).dispatch(&device).unwrap();
        assert_eq!(out, of_seeds, "{device}");
    }
    let mut rng = rand::rng(-5i8, 0);
    assert_eq!(rng.next_u32(), of_seeds[0]);
    assert_eq!(rand::rng(i64::MIN, -5i8).next_u32(), of_seeds[1]);
}
