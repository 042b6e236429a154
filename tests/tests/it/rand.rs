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
