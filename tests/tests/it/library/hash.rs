//! The steps of hash functions, as their authors publish them.

use super::reference::Reference;

pub(crate) const ALL: &[(&str, Reference)] = &[
    ("primitive.hash.fnv1a32", |a| ((a[0] as u32) ^ (a[1] as u32)).wrapping_mul(16_777_619).into()),
    ("primitive.hash.fnv1a64", |a| (a[0] ^ a[1]).wrapping_mul(1_099_511_628_211)),
    ("primitive.hash.murmur3_fmix32", |a| murmur3_fmix32(a[0] as u32).into()),
    ("primitive.hash.murmur3_fmix64", |a| murmur3_fmix64(a[0])),
    ("primitive.hash.splitmix64", |a| splitmix64(a[0])),
    ("primitive.hash.xxh32_avalanche", |a| xxh32_avalanche(a[0] as u32).into()),
    ("primitive.hash.xxh64_avalanche", |a| xxh64_avalanche(a[0])),
    ("primitive.hash.pcg_hash", |a| pcg_hash(a[0] as u32).into()),
    ("primitive.hash.jenkins", |a| one_at_a_time(&(a[0] as u32).to_le_bytes()).into()),
    ("primitive.hash.combine32", |a| {
        let (seed, value) = (a[0] as u32, a[1] as u32);
        (seed ^ value.wrapping_add(0x9e37_79b9).wrapping_add(seed << 6).wrapping_add(seed >> 2)).into()
    }),
    ("primitive.hash.combine64", |a| {
        a[0] ^ a[1].wrapping_add(0x9e37_79b9).wrapping_add(a[0] << 6).wrapping_add(a[0] >> 2)
    }),
];

fn murmur3_fmix32(mut h: u32) -> u32 {
    h ^= h >> 16;
    h = h.wrapping_mul(0x85eb_ca6b);
    h ^= h >> 13;
    h = h.wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

fn murmur3_fmix64(mut k: u64) -> u64 {
    k ^= k >> 33;
    k = k.wrapping_mul(0xff51_afd7_ed55_8ccd);
    k ^= k >> 33;
    k = k.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    k ^ (k >> 33)
}

fn splitmix64(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn xxh32_avalanche(mut h: u32) -> u32 {
    h ^= h >> 15;
    h = h.wrapping_mul(2_246_822_519);
    h ^= h >> 13;
    h = h.wrapping_mul(3_266_489_917);
    h ^ (h >> 16)
}

fn xxh64_avalanche(mut h: u64) -> u64 {
    h ^= h >> 33;
    h = h.wrapping_mul(14_029_467_366_897_019_727);
    h ^= h >> 29;
    h = h.wrapping_mul(1_609_587_929_392_839_161);
    h ^ (h >> 32)
}

fn pcg_hash(input: u32) -> u32 {
    let state = input.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (word >> 22) ^ word
}

fn one_at_a_time(bytes: &[u8]) -> u32 {
    let mut hash = bytes.iter().fold(0u32, |hash, byte| {
        let hash = hash.wrapping_add((*byte).into());
        let hash = hash.wrapping_add(hash << 10);
        hash ^ (hash >> 6)
    });
    hash = hash.wrapping_add(hash << 3);
    hash ^= hash >> 11;
    hash.wrapping_add(hash << 15)
}

/// What is published of whole hashes: FNV's test suite, Wikipedia's of Jenkins's hash, xxHash's of no bytes, the first numbers of SplitMix64.
#[test]
fn references_give_published_values() {
    let call = |name: &str, args: &[u64]| {
        let (_, reference) = ALL.iter().find(|(id, _)| id.ends_with(name)).unwrap();
        reference(args)
    };
    let fnv32 = b"foobar".iter().fold(0x811c_9dc5, |h, byte| call("fnv1a32", &[h, (*byte).into()]));
    let fnv64 = b"foobar".iter().fold(0xcbf2_9ce4_8422_2325, |h, byte| call("fnv1a64", &[h, (*byte).into()]));
    assert_eq!((fnv32, fnv64), (0xbf9c_f968, 0x8594_4171_f739_67e8));
    assert_eq!(one_at_a_time(b"a"), 0xca2e_9442);
    assert_eq!(one_at_a_time(b"The quick brown fox jumps over the lazy dog"), 0x519e_91f5);
    assert_eq!(call("xxh32_avalanche", &[374_761_393]), 0x02cc_5d05);
    assert_eq!(call("xxh64_avalanche", &[2_870_177_450_012_600_261]), 0xef46_db37_51d8_e999);
    let numbers = (0..3).map(|n: u64| 1_234_567u64.wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let numbers: Vec<u64> = numbers.map(|state| call("splitmix64", &[state])).collect();
    assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
}
