//! Hashes against the crates that people use for them.

use crate::{LENGTHS, bytes, devices, is_slow};
use md5::{Digest, Md5};
use sha2::Sha256;
use siphasher::sip::SipHasher13;
use std::hash::Hasher;
use std::io::Cursor;
use vyre::algorithms::hash;
use vyre::prelude::*;

const KEY: [u64; 2] = [0x0706_0504_0302_0100, 0xffff_ffff_0c0b_0a09];

/// What the crates say of a message.
#[derive(Debug, PartialEq)]
struct Known {
    words: [u32; 5],
    longs: [u64; 2],
    sha256: [u8; 32],
    blake3: [u8; 32],
    md5: [u8; 16],
}

fn known(data: &[u8]) -> Known {
    let mut sip = SipHasher13::new_with_keys(KEY[0], KEY[1]);
    sip.write(data);
    Known {
        words: [
            crc32fast::hash(data),
            crc32c::crc32c(data),
            adler2::adler32_slice(data),
            twox_hash::XxHash32::oneshot(7, data),
            murmur3::murmur3_32(&mut Cursor::new(data), 7).unwrap(),
        ],
        longs: [twox_hash::XxHash64::oneshot(7, data), sip.finish()],
        sha256: Sha256::digest(data).into(),
        blake3: blake3::hash(data).into(),
        md5: Md5::digest(data).into(),
    }
}

fn of_buffer(b: &Buffer<u8>) -> Result<Known, vyre::Error> {
    Ok(Known {
        words: [
            hash::crc32(b)?,
            hash::crc32c(b)?,
            hash::adler32(b)?,
            hash::xxh32(b, 7)?,
            hash::murmur3_32(b, 7)?,
        ],
        longs: [hash::xxh64(b, 7)?, hash::siphash13(b, KEY)?],
        sha256: hash::sha256(b)?,
        blake3: hash::blake3(b)?,
        md5: hash::md5(b)?,
    })
}

fn of_many(b: &Buffer<u8>, offsets: &Buffer<u32>) -> Result<Vec<Known>, vyre::Error> {
    let words = [
        hash::crc32_many(b, offsets)?.read()?,
        hash::crc32c_many(b, offsets)?.read()?,
        hash::adler32_many(b, offsets)?.read()?,
        hash::xxh32_many(b, offsets, 7)?.read()?,
        hash::murmur3_32_many(b, offsets, 7)?.read()?,
    ];
    let longs = [hash::xxh64_many(b, offsets, 7)?.read()?, hash::siphash13_many(b, offsets, KEY)?.read()?];
    let (sha256, blake3) = (hash::sha256_many(b, offsets)?.read()?, hash::blake3_many(b, offsets)?.read()?);
    let md5 = hash::md5_many(b, offsets)?.read()?;
    let known = |at: usize| Known {
        words: words.each_ref().map(|list| list[at]),
        longs: longs.each_ref().map(|list| list[at]),
        sha256: sha256[at],
        blake3: blake3[at],
        md5: md5[at],
    };
    Ok((0..md5.len()).map(known).collect())
}

#[test]
fn whole_buffers() {
    for device in devices() {
        let lengths = if is_slow(&device) { &LENGTHS[..] } else { &[0, 1, 1000, 5000, 70_001, 600_000] };
        for len in lengths {
            let data = bytes(*len as u32, *len);
            let got = of_buffer(&device.buffer(&data).unwrap()).unwrap();
            assert_eq!(got, known(&data), "{len} bytes on {device}");
        }
    }
}

/// Messages of every length in one buffer, bounds that are in no order or past the end, and none at all.
#[test]
fn many_messages() {
    for device in devices() {
        let mut offsets = vec![0u32];
        for len in LENGTHS {
            offsets.push(offsets.last().unwrap() + len as u32);
        }
        let data = bytes(3, *offsets.last().unwrap() as usize);
        offsets.extend([9, 5, 70, 4_000_000_000, 0]);
        let b = device.buffer(&data).unwrap();
        let got = of_many(&b, &device.buffer(&offsets).unwrap()).unwrap();
        for (ends, got) in offsets.windows(2).zip(got) {
            let end = (ends[1] as usize).min(data.len());
            let message = data.get(ends[0] as usize..end).unwrap_or_default();
            assert_eq!(got, known(message), "{ends:?} on {device}");
        }
        for none in [&[][..], &[0]] {
            assert_eq!(of_many(&b, &device.buffer(none).unwrap()).unwrap(), []);
        }
    }
}

#[test]
fn long_messages() {
    for device in devices().iter().filter(|device| !is_slow(device)) {
        let data = bytes(5, 200_000);
        let offsets = [0u32, 10, 100_010, 100_011, 200_000];
        let got = of_many(&device.buffer(&data).unwrap(), &device.buffer(&offsets).unwrap()).unwrap();
        for (ends, got) in offsets.windows(2).zip(got) {
            assert_eq!(got, known(&data[ends[0] as usize..ends[1] as usize]), "{ends:?} on {device}");
        }
    }
}

/// Messages of 65 bytes at most, at places that are no multiples of four. The first ones are empty.
#[vyre::kernel(workgroup_size = 64)]
fn checksums(data: &[u8], words: &mut [[u32; 4]], longs: &mut [[u64; 2]]) {
    let i = invocation_id().x;
    if i < longs.len() {
        let message = &data[i * 65 + 1..i * 66];
        words[i] = [
            vyre::ops::hash::crc32(message),
            vyre::ops::hash::adler32(message),
            vyre::ops::hash::xxh32(message, 7),
            vyre::ops::hash::murmur3_32(message, 7),
        ];
        longs[i][0] = vyre::ops::hash::xxh64(message, 7);
        longs[i][1] = vyre::ops::hash::siphash13(message, [0x0706_0504_0302_0100, 0xffff_ffff_0c0b_0a09]);
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn digests(data: &[u8], sha256: &mut [[u8; 32]], md5: &mut [[u8; 16]], crc32c: &mut [u32]) {
    let i = invocation_id().x;
    if i < md5.len() {
        let message = &data[i * 65 + 1..i * 66];
        sha256[i] = vyre::ops::hash::sha256(message);
        md5[i] = vyre::ops::hash::md5(message);
        crc32c[i] = vyre::ops::hash::crc32c(message);
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn trees(data: &[u8], blake3: &mut [[u8; 32]]) {
    let i = invocation_id().x;
    if i < blake3.len() {
        blake3[i] = vyre::ops::hash::blake3(&data[i * 65 + 1..i * 66]);
    }
}

#[test]
fn operations_on_slices() {
    for device in devices() {
        let data = bytes(8, 90 * 66);
        let (mut words, mut longs, mut crc32c) = (vec![[0; 4]; 90], vec![[0; 2]; 90], vec![0; 90]);
        let (mut sha256, mut md5, mut blake3) = (vec![[0; 32]; 90], vec![[0; 16]; 90], vec![[0; 32]; 90]);
        checksums(&data, &mut words, &mut longs).dispatch(&device).unwrap();
        digests(&data, &mut sha256, &mut md5, &mut crc32c).dispatch(&device).unwrap();
        trees(&data, &mut blake3).dispatch(&device).unwrap();
        for i in 0..90 {
            let [crc32, adler32, xxh32, murmur3] = words[i];
            let got = Known {
                words: [crc32, crc32c[i], adler32, xxh32, murmur3],
                longs: longs[i],
                sha256: sha256[i],
                blake3: blake3[i],
                md5: md5[i],
            };
            assert_eq!(got, known(data.get(i * 65 + 1..i * 66).unwrap_or_default()), "{i} on {device}");
        }
    }
}

/// A name that a `use` brings, on the host too.
#[test]
fn imported_operations() {
    use vyre::ops::hash::{crc32, fnv1a32};
    #[vyre::kernel]
    fn sums(data: &[u8], out: &mut [u32]) {
        out[0] = crc32(&data[..4]);
        out[1] = fnv1a32(out[0], 7);
    }
    let (data, mut out) = (bytes(9, 6), [0; 2]);
    sums(&data, &mut out).workgroups([1, 1, 1]).dispatch(&Device::cpu()).unwrap();
    assert_eq!(out[0], crc32fast::hash(&data[..4]));
    assert_eq!(out, [crc32(&data[..4]), fnv1a32(out[0], 7)]);
}

#[cfg(feature = "compile")]
#[test]
fn operations_in_texts() {
    let text = "
        use vyre::ops::hash;
        use vyre::ops::hash::sha256 as digest;
        fn crc32(x: u32) -> u32 { x + 1 }
        #[kernel(workgroup_size = 64)]
        fn sums(data: &[u8], out: &mut [u32], digests: &mut [[u8; 32]]) {
            let i = invocation_id().x;
            if i < digests.len() {
                let message = &data[i * 9..i * 11];
                out[4 * i] = vyre::ops::hash::crc32(message);
                out[4 * i + 1] = hash::xxh32(message, 7);
                out[4 * i + 2] = crc32(41);
                out[4 * i + 3] = hash::fnv1a32(5, 6);
                digests[i] = digest(message);
            }
        }";
    let module = vyre::Module::compile(text).unwrap_or_else(|error| panic!("{error}"));
    for device in devices() {
        let (data, mut out, mut digests) = (bytes(4, 500), [0u32; 160], [[0u8; 32]; 40]);
        let args = [Arg::read(&data), Arg::write(&mut out), Arg::write(&mut digests)];
        module.kernel("sums").unwrap().launch(args).dispatch(&device).unwrap();
        for i in 0..40 {
            let message = &data[i * 9..i * 11];
            let known = known(message);
            let fnv = (5u32 ^ 6).wrapping_mul(0x0100_0193);
            assert_eq!(out[4 * i..4 * i + 4], [known.words[0], known.words[3], 42, fnv], "{device}");
            assert_eq!(digests[i], known.sha256, "{device}");
        }
    }
    assert!(module.function("sha256").is_err() && module.function("crc32").is_ok());
}

/// Slices of what a kernel writes, and of arrays of its own.
#[vyre::kernel(workgroup_size = 1)]
fn of_arrays(data: &mut [u8], out: &mut [u32]) {
    data[1] = 7;
    out[0] = vyre::ops::hash::crc32(&data[..3]);
    let mut local = [0u8; 8];
    for k in 0..8 {
        local[k] = data[k % 3] + k as u8;
    }
    out[1] = vyre::ops::hash::xxh32(&local, 7);
    let digest: [u8; 32] = vyre::ops::hash::sha256(&local[2..]);
    out[2] = vyre::ops::hash::adler32(&digest);
}

#[test]
fn slices_of_every_kind() {
    for device in devices() {
        let (mut data, mut out) = ([1, 2, 3], [0; 3]);
        of_arrays(&mut data, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        let local: Vec<u8> = (0..8).map(|k| [1, 7, 3][k % 3] + k as u8).collect();
        let expected = [
            crc32fast::hash(&[1, 7, 3]),
            twox_hash::XxHash32::oneshot(7, &local),
            adler2::adler32_slice(&Sha256::digest(&local[2..])),
        ];
        assert_eq!((out, data), (expected, [1, 7, 3]), "{device}");
    }
}
