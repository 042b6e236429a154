//! How long the operations of `vyre::algorithms` take on whole buffers: one JSON line for each, as of `algorithms`.
//!
//! `library [--scale N] [NAME]..` runs the rows whose names contain one of the arguments; `--scale` divides the sizes by a power of two. Bytes are those of the inputs and the results,
//! each once, so a row's `gbs` compares with that of `copy`. On the CPU device, with one thread (`taskset -c 0`), the crate that is best for the task on one core is timed beside it.

#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

mod timing;

use aho_corasick::AhoCorasick;
use base64::Engine;
use sha2::Digest;
use timing::{Bench, mix};
use vyre::algorithms::{decode, encode, hash, text};
use vyre::prelude::*;

/// So many bytes of records, each of which is made from its number.
fn repeated(len: usize, record: impl Fn(u32) -> String) -> Vec<u8> {
    let mut all = Vec::with_capacity(len + 200);
    (0..)
        .take_while(|number| {
            all.extend_from_slice(record(mix(*number)).as_bytes());
            all.len() < len
        })
        .for_each(drop);
    all
}

fn bytes(bench: &Bench, n: usize) {
    let data: Vec<u8> = (0..n as u32 / 4).flat_map(|at| mix(at).to_le_bytes()).collect();
    let b = bench.device.buffer(&data).unwrap();
    let mut copy = b.copy().unwrap();
    bench.row("copy", (n, 2 * n), || (), |()| b.par_iter().collect_into(&mut copy).unwrap());
    let standard = base64::engine::general_purpose::STANDARD;
    let encoded = standard.encode(&data);
    let len = encoded.len();
    bench.row("base64", (n, n + len), || (), |()| drop(encode::base64(&b).unwrap()));
    bench.plain("base64", (n, n + len), || standard.encode(&data));
    let symbols = bench.device.buffer(encoded.as_bytes()).unwrap();
    assert!(encode::base64(&b).unwrap().read().unwrap() == encoded.as_bytes());
    bench.row("base64_decode", (n, n + len), || (), |()| drop(decode::base64(&symbols).unwrap()));
    bench.plain("base64_decode", (n, n + len), || standard.decode(&encoded).unwrap());
    bench.row("hex", (n, 3 * n), || (), |()| drop(encode::hex(&b).unwrap()));
    let crc = crc32fast::hash(&data);
    bench.row("crc32", (n, n), || (), |()| assert_eq!(hash::crc32(&b).unwrap(), crc));
    bench.plain("crc32", (n, n), || crc32fast::hash(&data));
    let (low, high) = data.iter().fold((1u32, 0u32), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    let adler = high << 16 | low;
    bench.row("adler32", (n, n), || (), |()| assert_eq!(hash::adler32(&b).unwrap(), adler));
    let offsets: Vec<u32> = (0..=n as u32 / 64).map(|at| 64 * at).collect();
    let offsets = bench.device.buffer(&offsets).unwrap();
    bench.row("sha256_many", (n, n + n / 2), || (), |()| drop(hash::sha256_many(&b, &offsets).unwrap()));
    bench.plain("sha256_many", (n, n + n / 2), || {
        data.chunks(64).map(sha2::Sha256::digest).fold(0u8, |all, digest| all ^ digest[0])
    });
}

fn texts(bench: &Bench, n: usize) {
    let words = ["größer ", "the quick brown fox ", "日本語 ", "jumps over ", "a lazy dog. ", "\n"];
    let prose = repeated(n, |number| words[number as usize % words.len()].to_string());
    let n = prose.len();
    let b = bench.device.buffer(&prose).unwrap();
    bench.row("utf8_valid", (n, n), || (), |()| assert_eq!(text::utf8_valid(&b).unwrap(), None));
    bench.plain("utf8_valid", (n, n), || simdutf8::basic::from_utf8(&prose).is_ok());
    let lines = prose.iter().filter(|byte| **byte == b'\n').count();
    bench.row("lines", (n, n + 4 * lines), || (), |()| drop(text::lines(&b).unwrap()));
    bench.plain("lines", (n, n + 4 * lines), || memchr::memchr_iter(b'\n', &prose).collect::<Vec<usize>>());
    let needles: [&[u8]; 3] = [b"fox j", "本語 a".as_bytes(), b"lazy cat"];
    let finder = AhoCorasick::new(needles).unwrap();
    let found = finder.find_overlapping_iter(&prose).count();
    let of = (n, n + 8 * found);
    bench.row("find_all", of, || (), |()| assert_eq!(text::find_all(&b, &needles).unwrap().len(), found));
    bench.plain("find_all", of, || {
        finder.find_overlapping_iter(&prose).map(|it| it.start()).collect::<Vec<_>>()
    });
    bench.row("find", (n, n), || (), |()| assert_eq!(text::find(&b, b"lazy cat").unwrap(), None));
    bench.plain("find", (n, n), || memchr::memmem::find(&prose, b"lazy cat"));
    let csv = repeated(n, |number| format!("{number},\"name, {}\",{}.5\n", number % 999, number % 77));
    let b = bench.device.buffer(&csv).unwrap();
    let fields = text::split(&b, b',').unwrap().len();
    let of = (csv.len(), csv.len() + 8 * fields);
    bench.row("csv", of, || (), |()| assert_eq!(text::split(&b, b',').unwrap().len(), fields));
    bench.plain("csv", of, || {
        let (mut reader, mut rest, mut count) = (csv_core::Reader::new(), &csv[..], 0usize);
        let mut field = [0; 64];
        while !rest.is_empty() {
            let (result, read, _) = reader.read_field(rest, &mut field);
            count += usize::from(matches!(result, csv_core::ReadFieldResult::Field { .. }));
            rest = &rest[read..];
        }
        assert_eq!(count, fields);
    });
    let json = repeated(n, |number| {
        format!("{{\"id\":{number},\"tags\":[\"a{}\",\"b\\\"{}\"]}},", number % 999, number % 77)
    });
    let b = bench.device.buffer(&json).unwrap();
    let marks = text::json_structure(&b).unwrap().len();
    let of = (json.len(), json.len() + 4 * marks);
    bench.row("json_structure", of, || (), |()| drop(text::json_structure(&b).unwrap()));
    bench.plain("json_structure", of, || {
        let (mut places, mut state) = (Vec::new(), 0);
        for (at, byte) in (0u32..).zip(&json) {
            let is_mark = matches!(byte, b'{' | b'}' | b'[' | b']' | b':' | b',');
            if *byte == b'"' && state != 2 || state == 0 && is_mark {
                places.push(at);
            }
            state = match (state, byte) {
                (0, b'"') | (2, _) => 1,
                (1, b'"') => 0,
                (1, b'\\') => 2,
                _ => state,
            };
        }
        assert_eq!(places.len(), marks);
        places
    });
}

fn main() {
    let (bench, scale) = timing::bench();
    let n = match bench.device.info().kind() {
        vyre::DeviceKind::Cpu => (1 << 24) / scale,
        _ => (1 << 28) / scale,
    };
    bytes(&bench, n);
    texts(&bench, n);
}
