//! Published test vectors, and hostile input that no other module has. What each should give is written where it was published, or by another crate.

use crate::{bytes, devices, is_slow};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use vyre::algorithms::{compression, decode, encode, graph, hash, text};
use vyre::{Device, Error};

/// The devices, without those that are slow.
fn quick() -> impl Iterator<Item = Device> {
    devices().into_iter().filter(|device| !is_slow(device))
}

fn hex(bytes: &[u8]) -> String {
    hex::encode(bytes)
}

/// RFC 1321, A.5.
const MD5: [(&str, &str); 7] = [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
    (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a",
    ),
];

/// FIPS 180-4's examples.
const SHA256: [(&str, &str); 4] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ),
    (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
    ),
];

/// BLAKE3's `test_vectors.json`: of bytes that count from 0 to 250 and begin again, as many as the number says, the first 16 of the hash.
const BLAKE3: [(usize, &str); 8] = [
    (0, "af1349b9f5f9a1a6a0404dea36dcc949"),
    (1, "2d3adedff11b61f14c886e35afa03673"),
    (1023, "10108970eeda3eb932baac1428c7a216"),
    (1024, "42214739f095a406f3fc83deb889744a"),
    (1025, "d00278ae47eb27b34faecf67b4fe263f"),
    (2048, "e776b6028c7cd22a4d0ba182a8bf6220"),
    (3072, "b98cb0ff3623be03326b373de6b90952"),
    (31744, "62b6960e1a44bcc1eb1a611a8d6235b6"),
];

#[test]
fn digests_as_published() {
    for device in quick() {
        let buffer = |text: &str| device.buffer(text.as_bytes()).unwrap();
        for (message, digest) in MD5 {
            assert_eq!(hex(&hash::md5(&buffer(message)).unwrap()), digest, "{message} on {device}");
        }
        for (message, digest) in SHA256 {
            assert_eq!(hex(&hash::sha256(&buffer(message)).unwrap()), digest, "{message} on {device}");
        }
        // A million times "a", of FIPS 180-4 as well.
        let many = device.buffer(&vec![b'a'; 1_000_000]).unwrap();
        let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        assert_eq!(hex(&hash::sha256(&many).unwrap()), digest, "{device}");
        for (len, digest) in BLAKE3 {
            let message: Vec<u8> = (0..len).map(|at| (at % 251) as u8).collect();
            let got = hash::blake3(&device.buffer(&message).unwrap()).unwrap();
            assert_eq!(hex(&got[..16]), digest, "{len} on {device}");
        }
    }
}

#[test]
fn checksums_as_published() {
    for device in quick() {
        let buffer = |bytes: &[u8]| device.buffer(bytes).unwrap();
        // The catalogue of CRCs.
        assert_eq!(hash::crc32(&buffer(b"123456789")).unwrap(), 0xcbf4_3926);
        assert_eq!(hash::crc32c(&buffer(b"123456789")).unwrap(), 0xe306_9283);
        // RFC 3720, B.4.
        let up: Vec<u8> = (0..32).collect();
        let down: Vec<u8> = (0..32).rev().collect();
        let iscsi = [
            1, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x14, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0x14, 0,
            0, 0, 0x18, 0x28, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0,
        ];
        let known: [(&[u8], u32); 5] = [
            (&[0; 32], 0x8a91_36aa),
            (&[0xff; 32], 0x62a8_ab43),
            (&up, 0x46dd_794e),
            (&down, 0x113f_db5c),
            (&iscsi, 0xd996_3a56),
        ];
        for (message, crc) in known {
            assert_eq!(hash::crc32c(&buffer(message)).unwrap(), crc, "{message:?} on {device}");
        }
        // RFC 1950's sum of nothing is 1, and sums of the largest bytes are where sums of 16 bits end.
        assert_eq!(hash::adler32(&buffer(b"")).unwrap(), 1);
        for len in [5551, 5552, 5553, 65_520, 65_521, 65_522, 300_000] {
            let ones = vec![0xff; len];
            assert_eq!(
                hash::adler32(&buffer(&ones)).unwrap(),
                adler2::adler32_slice(&ones),
                "{len} on {device}"
            );
        }
        // xxHash's own sanity checks, of no bytes and of one, with both seeds.
        assert_eq!(hash::xxh32(&buffer(b""), 0).unwrap(), 0x02cc_5d05);
        assert_eq!(hash::xxh32(&buffer(b""), 0x9e37_79b1).unwrap(), 0x36b7_8ae7);
        assert_eq!(hash::xxh64(&buffer(b""), 0).unwrap(), 0xef46_db37_51d8_e999);
        assert_eq!(hash::xxh64(&buffer(b""), 0x9e37_79b1).unwrap(), 0xac75_fda2_929b_17ef);
        // Murmur3's of the reference implementation, as SMHasher's issue lists them.
        for (message, seed, sum) in [
            (&b""[..], 0, 0),
            (b"", 1, 0x514e_28b7),
            (b"", u32::MAX, 0x81f1_6f39),
            (&[0xff; 4], 0, 0x7629_3b50),
            (&[0x21, 0x43, 0x65, 0x87], 0, 0xf55b_516b),
            (&[0x21, 0x43, 0x65, 0x87], 0x5082_edee, 0x2362_f9de),
            (&[0x21, 0x43, 0x65], 0, 0x7e4a_8634),
            (&[0x21, 0x43], 0, 0xa0f7_b07a),
            (&[0x21], 0, 0x7266_1cf4),
            (&[0; 4], 0, 0x2362_f9de),
            (&[0; 3], 0, 0x85f0_b427),
            (&[0; 2], 0, 0x30f4_c306),
            (&[0; 1], 0, 0x514e_28b7),
        ] {
            assert_eq!(
                hash::murmur3_32(&buffer(message), seed).unwrap(),
                sum,
                "{message:?} {seed} on {device}"
            );
        }
    }
}

/// RFC 4648, 10; and LEB128 as the DWARF standard shows it.
#[test]
fn encodings_as_published() {
    for device in quick() {
        let words = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let sixty_four = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        let sixteen = ["", "66", "666f", "666f6f", "666f6f62", "666f6f6261", "666f6f626172"];
        for ((word, sixty_four), sixteen) in words.iter().zip(sixty_four).zip(sixteen) {
            let b = device.buffer(word.as_bytes()).unwrap();
            assert_eq!(encode::base64(&b).unwrap().read().unwrap(), sixty_four.as_bytes(), "{device}");
            assert_eq!(encode::hex(&b).unwrap().read().unwrap(), sixteen.as_bytes(), "{device}");
        }
        let known: [(u64, &[u8]); 8] = [
            (2, &[2]),
            (127, &[127]),
            (128, &[0x80, 1]),
            (129, &[0x81, 1]),
            (12_857, &[0xb9, 0x64]),
            (624_485, &[0xe5, 0x8e, 0x26]),
            (1 << 63, &[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1]),
            (u64::MAX, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
        ];
        let numbers: Vec<u64> = known.iter().map(|(number, _)| *number).collect();
        let all: Vec<u8> = known.iter().flat_map(|(_, bytes)| bytes.to_vec()).collect();
        let got = encode::varint(&device.buffer(&numbers).unwrap()).unwrap();
        assert_eq!(got.read().unwrap(), all, "{device}");
        assert_eq!(decode::varint(&got).unwrap().read().unwrap(), numbers, "{device}");
        // Protocol Buffers' table of ZigZag.
        let signed = [0i32, -1, 1, -2, i32::MAX, i32::MIN];
        let zigzag = encode::zigzag(&device.buffer(&signed).unwrap()).unwrap();
        assert_eq!(zigzag.read().unwrap(), [0, 1, 2, 3, u32::MAX - 1, u32::MAX], "{device}");
        assert_eq!(decode::zigzag(&zigzag).unwrap().read().unwrap(), signed, "{device}");
        // Wikipedia's example of run lengths.
        let cells: Vec<u32> =
            [(b'W', 12), (b'B', 1), (b'W', 12), (b'B', 3), (b'W', 24), (b'B', 1), (b'W', 14)]
                .iter()
                .flat_map(|(cell, count)| vec![u32::from(*cell); *count])
                .collect();
        let (items, counts) = encode::run_length(&device.buffer(&cells).unwrap()).unwrap();
        assert_eq!(counts.read().unwrap(), [12, 1, 12, 3, 24, 1, 14], "{device}");
        assert_eq!(decode::run_length(&items, &counts).unwrap().read().unwrap(), cells, "{device}");
    }
}

/// Every byte in the place of each symbol of a short text.
#[test]
fn every_wrong_symbol_has_its_place() {
    use base64::DecodeError::{InvalidByte, InvalidLastSymbol, InvalidLength, InvalidPadding};
    for device in quick() {
        for (at, byte) in
            (0..8).flat_map(|at| (0..=255u8).step_by(if at > 3 { 1 } else { 7 }).map(move |byte| (at, byte)))
        {
            let mut text = *b"Zm9vYg==";
            text[at] = byte;
            let expected = match STANDARD.decode(text) {
                Ok(bytes) => Ok(bytes),
                Err(InvalidByte(at, _)) | Err(InvalidLastSymbol { offset: at, .. }) => Err(at as u64),
                Err(InvalidLength(_)) | Err(InvalidPadding) => Err(text.len() as u64),
            };
            let got = match decode::base64(&device.buffer(&text).unwrap()) {
                Ok(got) => Ok(got.read().unwrap()),
                Err(Error::Decode { at, .. }) => Err(at),
                Err(error) => panic!("{error}"),
            };
            assert_eq!(got, expected, "{} on {device}", text.escape_ascii());
        }
    }
}

/// Matches whose lengths are written with many bytes.
#[test]
fn lz4_of_long_runs() {
    for device in quick() {
        for (count, len) in [(1, 100_000), (16, 20_000)] {
            let run = vec![7u8; len];
            let block = lz4_flex::block::compress(&run);
            let (data, mut offsets, mut outputs) = (block.repeat(count), vec![0u32], vec![0u32]);
            for at in 1..=count {
                offsets.push((at * block.len()) as u32);
                outputs.push((at * len) as u32);
            }
            let [offsets, outputs] = [offsets, outputs].map(|list| device.buffer(&list).unwrap());
            let got = compression::lz4_decode_blocks(&device.buffer(&data).unwrap(), &offsets, &outputs);
            let got =
                got.unwrap_or_else(|error| panic!("{count} of {len} on {device}: {error}")).read().unwrap();
            assert!(
                got.len() == count * len && got.iter().all(|byte| *byte == 7),
                "{count} of {len} on {device}"
            );
        }
    }
}

/// Lengths that are written with many bytes, and lengths that no output has.
#[test]
fn lz4_of_lengths_that_lie() {
    for device in quick() {
        let decode = |block: &[u8], room: u32| {
            let [offsets, outputs] = [block.len() as u32, room].map(|len| device.buffer(&[0, len]).unwrap());
            match compression::lz4_decode_blocks(&device.buffer(block).unwrap(), &offsets, &outputs) {
                Ok(got) => Ok(got.read().unwrap()),
                Err(Error::Decode { at, .. }) => Err(at),
                Err(error) => panic!("{error}"),
            }
        };
        for (len, room) in [(3_000, 10u32), (3_000, 0), (3_000, 1 << 14), (20, 5_000)] {
            let literals = [&[0xf0][..], &vec![0xff; len]].concat();
            let matches = [&[0x1f, b'a', 1, 0][..], &vec![0xff; len]].concat();
            for block in [literals, matches] {
                let mut out = vec![0; room as usize];
                assert!(lz4_flex::block::decompress_into(&block, &mut out).is_err());
                let got = decode(&block, room);
                assert!(got.is_err_and(|at| at <= block.len() as u64), "{len} {room} on {device}");
            }
        }
    }
}

/// Snappy's format description: a copy may be longer than what it copies from, and a literal's length has up to four bytes.
#[test]
fn snappy_as_described() {
    for device in quick() {
        let decode = |bytes: &[u8]| match compression::snappy_decode(&device.buffer(bytes).unwrap()) {
            Ok(got) => Ok(got.read().unwrap()),
            Err(Error::Decode { at, .. }) => Err(at),
            Err(error) => panic!("{error}"),
        };
        let crate_of = |bytes: &[u8]| snap::raw::Decoder::new().decompress_vec(bytes).ok();
        let long = [&[200, 1, 60 << 2, 199][..], &[9; 200]].concat();
        let longer = [&[200, 1, 61 << 2, 199, 0][..], &[9; 200]].concat();
        let longest = [&[200, 1, 63 << 2, 199, 0, 0, 0][..], &[9; 200]].concat();
        let cases: [&[u8]; 14] = [
            b"\x0a\x04xa\x21\x02",
            b"\x0a\x04xab\x1d\x02",
            &[5, 0, b'x', 1, 1],
            &[12, 4, b'a', b'b', 9 << 2 | 2, 2, 0],
            &[12, 4, b'a', b'b', 9 << 2 | 3, 2, 0, 0, 0],
            &[12, 4, b'a', b'b', 9 << 2 | 3, 2, 0, 0, 0x80],
            &[12, 4, b'a', b'b', 9 << 2 | 2, 0, 0],
            &[12, 4, b'a', b'b', 9 << 2 | 2, 3, 0],
            &[1, 63 << 2, 0xff, 0xff, 0xff, 0xff, 1],
            &[0],
            &[0, 0],
            &long,
            &longer,
            &longest,
        ];
        for case in cases {
            assert_eq!(decode(case).ok(), crate_of(case), "{case:x?} on {device}");
        }
    }
}

/// RFC 4180, 2; RFC 8259's examples, 13; lines and needles where pieces of 64 bytes meet.
#[test]
fn texts_as_published() {
    for device in quick() {
        let fields = |table: &[u8]| {
            let ranges = text::split(&device.buffer(table).unwrap(), b',').unwrap().read().unwrap();
            let field = |[from, to]: &[u32; 2]| {
                String::from_utf8(table[*from as usize..*to as usize].to_vec()).unwrap()
            };
            ranges.iter().map(field).collect::<Vec<_>>()
        };
        assert_eq!(fields(b"aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n"), ["aaa", "bbb", "ccc", "zzz", "yyy", "xxx"]);
        assert_eq!(
            fields(b"\"aaa\",\"b \r\nbb\",\"ccc\"\r\nzzz,yyy,xxx"),
            ["\"aaa\"", "\"b \r\nbb\"", "\"ccc\"", "zzz", "yyy", "xxx"]
        );
        assert_eq!(fields(b"\"aaa\",\"b\"\"bb\",\"ccc\""), ["\"aaa\"", "\"b\"\"bb\"", "\"ccc\""]);
        let json =
            br#"{"Image":{"Width":800,"Title":"View from 15th Floor","Animated":false,"IDs":[116,943]}}"#;
        let marks = text::json_structure(&device.buffer(json).unwrap()).unwrap().read().unwrap();
        let marks: String = marks.iter().map(|at| char::from(json[*at as usize])).collect();
        assert_eq!(marks, r#"{"":{"":,"":"","":,"":[,]}}"#);
        for len in 60..70usize {
            let mut hay = vec![b'.'; 200];
            hay[len..len + 6].copy_from_slice(b"needle");
            let b = device.buffer(&hay).unwrap();
            assert_eq!(text::find(&b, b"needle").unwrap(), Some(len as u32), "{device}");
            hay[len] = b'\n';
            hay[len + 1] = b'\n';
            let offsets = text::lines(&device.buffer(&hay).unwrap()).unwrap().read().unwrap();
            assert_eq!(offsets, [0, len as u32 + 1, len as u32 + 2, 200], "{device}");
            let mut table = vec![b'x'; 130];
            table[len] = b',';
            table[len + 1] = b'"';
            table[len + 3] = b',';
            table[len + 5] = b'"';
            assert_eq!(fields(&table).len(), 2, "{len} on {device}");
            // Text of characters that four bytes are at the joint.
            let mut valid = vec![b'a'; len];
            valid.extend("\u{10348}".as_bytes());
            assert_eq!(text::utf8_valid(&device.buffer(&valid).unwrap()).unwrap(), None, "{device}");
            valid.pop();
            assert_eq!(
                text::utf8_valid(&device.buffer(&valid).unwrap()).unwrap(),
                Some(len as u32),
                "{device}"
            );
        }
    }
}

/// Offsets that are in no order, begin behind the end or go past it: what is not there is an empty piece.
#[test]
fn pieces_that_are_not_there() {
    for device in quick() {
        let b = device.buffer(b"12 34").unwrap();
        let offsets = device.buffer(&[0u32, 2, 0, 2, 99, 3, 5, u32::MAX]).unwrap();
        // "12", "", "12", " 34", "", "34", ""
        let found = text::matches(&b, &offsets, r"^\d+$").unwrap().read().unwrap();
        assert_eq!(found, [true, false, true, false, false, true, false], "{device}");
        let empty = text::matches(&b, &offsets, "^$").unwrap().read().unwrap();
        assert_eq!(empty, [false, true, false, false, true, false, true], "{device}");
        let wrong = text::parse_u64(&b, &offsets);
        assert!(matches!(wrong, Err(Error::Decode { at: 2, .. })), "{wrong:?} on {device}");
        let wrong = text::parse_f32(&b, &offsets);
        assert!(matches!(wrong, Err(Error::Decode { at: 2, .. })), "{wrong:?} on {device}");
        let pieces = device.buffer(&[0u32, 2, 3, 5]).unwrap();
        assert!(matches!(text::parse_u64(&b, &pieces), Err(Error::Decode { at: 2, .. })), "{device}");
        let crcs = hash::crc32_many(&b, &offsets).unwrap().read().unwrap();
        let expected = [&b"12"[..], b"", b"12", b" 34", b"", b"34", b""].map(crc32fast::hash);
        assert_eq!(crcs, expected, "{device}");
    }
}

/// The karate club of Zachary (1977): 34 members, 78 ties, 45 triangles, and the ways from member 16.
#[test]
fn the_karate_club() {
    const TIES: [(u32, u32); 78] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (0, 5),
        (0, 6),
        (0, 7),
        (0, 8),
        (0, 10),
        (0, 11),
        (0, 12),
        (0, 13),
        (0, 17),
        (0, 19),
        (0, 21),
        (0, 31),
        (1, 2),
        (1, 3),
        (1, 7),
        (1, 13),
        (1, 17),
        (1, 19),
        (1, 21),
        (1, 30),
        (2, 3),
        (2, 7),
        (2, 8),
        (2, 9),
        (2, 13),
        (2, 27),
        (2, 28),
        (2, 32),
        (3, 7),
        (3, 12),
        (3, 13),
        (4, 6),
        (4, 10),
        (5, 6),
        (5, 10),
        (5, 16),
        (6, 16),
        (8, 30),
        (8, 32),
        (8, 33),
        (9, 33),
        (13, 33),
        (14, 32),
        (14, 33),
        (15, 32),
        (15, 33),
        (18, 32),
        (18, 33),
        (19, 33),
        (20, 32),
        (20, 33),
        (22, 32),
        (22, 33),
        (23, 25),
        (23, 27),
        (23, 29),
        (23, 32),
        (23, 33),
        (24, 25),
        (24, 27),
        (24, 31),
        (25, 31),
        (26, 29),
        (26, 33),
        (27, 33),
        (28, 31),
        (28, 33),
        (29, 32),
        (29, 33),
        (30, 32),
        (30, 33),
        (31, 32),
        (31, 33),
        (32, 33),
    ];
    let mut edges: Vec<(u32, u32)> = TIES.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
    edges.sort_unstable();
    let offsets: Vec<u32> = (0..=34).map(|at| edges.partition_point(|(from, _)| *from < at) as u32).collect();
    let targets: Vec<u32> = edges.iter().map(|(_, to)| *to).collect();
    for device in quick() {
        let [offsets, targets] = [&offsets, &targets].map(|list| device.buffer(list).unwrap());
        assert_eq!(graph::triangle_count(&offsets, &targets).unwrap(), 45, "{device}");
        assert_eq!(
            graph::connected_components(&offsets, &targets).unwrap().read().unwrap(),
            [0; 34],
            "{device}"
        );
        let levels = graph::bfs(&offsets, &targets, 16).unwrap().read().unwrap();
        // The diameter of the club is 5, between members 16 and 14, among others.
        assert_eq!((levels.iter().max(), levels[14], levels[33], levels[0]), (Some(&5), 5, 4, 2), "{device}");
        let ones = device.buffer(&vec![1u32; 156]).unwrap();
        let ways = graph::shortest_paths(&offsets, &targets, &ones, 16).unwrap().read().unwrap();
        assert_eq!(ways, levels, "{device}");
        // NetworkX gives 0.10092 for member 33 and 0.09700 for member 0.
        let ranks = graph::pagerank(&offsets, &targets, 0.85, 100).unwrap().read().unwrap();
        assert!((ranks[33] - 0.10092).abs() < 1e-4 && (ranks[0] - 0.09700).abs() < 1e-4, "{ranks:?}");
        assert!((ranks.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        let none = graph::pagerank(&offsets, &targets, 0.85, 0).unwrap().read().unwrap();
        assert_eq!(none, [1.0 / 34.0; 34], "{device}");
    }
}

/// Ways whose sums are at the end of 32 bits, and beyond: where there is none that fits, there is none.
#[test]
fn ways_at_the_end_of_the_numbers() {
    for device in quick() {
        let offsets = device.buffer(&[0u32, 2, 3, 4, 4]).unwrap();
        let targets = device.buffer(&[1u32, 2, 3, 3]).unwrap();
        for (weights, expected) in [
            ([u32::MAX - 1, 1, 0, u32::MAX - 2], [0, u32::MAX - 1, 1, u32::MAX - 1]),
            ([u32::MAX - 1, 1, 1, u32::MAX - 1], [0, u32::MAX - 1, 1, u32::MAX]),
            ([u32::MAX, u32::MAX, 5, 5], [0, u32::MAX, u32::MAX, u32::MAX]),
            ([1 << 31, 1 << 31, 1 << 31, (1 << 31) - 2], [0, 1 << 31, 1 << 31, u32::MAX - 1]),
        ] {
            let weights = device.buffer(&weights).unwrap();
            let got = graph::shortest_paths(&offsets, &targets, &weights, 0).unwrap().read().unwrap();
            assert_eq!(got, expected, "{device}");
        }
    }
}

/// Numbers as std reads them, around what is easy.
#[test]
fn numbers_as_std_reads_them() {
    let mut pieces: Vec<String> = Vec::new();
    for seed in 0..200u32 {
        let random = bytes(seed + 1, 12);
        let at = |k: usize| u64::from(random[k]);
        let digits = (at(0) << 56 | at(1) << 48 | at(2) << 40 | at(3) << 32 | at(4) << 24 | at(5) << 16)
            >> (seed % 50);
        let exponent = i64::from(random[6]) % 100 - 60;
        pieces.push(format!("{digits}e{exponent}"));
        pieces.push(format!("0.{}{digits}E+{}", "0".repeat(usize::from(random[7]) % 30), random[8] % 70));
        pieces.push(format!("-{digits}.{}", at(9) * at(10) * at(11)));
        pieces.push(format!("{digits}{}", "0".repeat(usize::from(random[9]) % 25)));
    }
    let ends = pieces.iter().scan(0, |end, piece| {
        *end += piece.len() as u32;
        Some(*end)
    });
    let offsets: Vec<u32> = [0].into_iter().chain(ends).collect();
    for device in quick() {
        let (b, offsets) =
            (device.buffer(pieces.concat().as_bytes()).unwrap(), device.buffer(&offsets).unwrap());
        let got = text::parse_f32(&b, &offsets).unwrap().read().unwrap();
        for (piece, got) in pieces.iter().zip(got) {
            assert_eq!(got.to_bits(), piece.parse::<f32>().unwrap().to_bits(), "{piece} on {device}");
        }
    }
}

/// Separators that are the quote, an end of a line, or any byte of a character.
#[test]
fn odd_separators() {
    for device in quick() {
        let table = b"a|b\xffc\td\ne;f";
        for separator in [b'|', 0xff, b'\t', b';', 0, b'a'] {
            let got = text::split(&device.buffer(table).unwrap(), separator).unwrap().read().unwrap();
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .flexible(true)
                .delimiter(separator)
                .from_reader(&table[..]);
            let fields: Vec<Vec<u8>> = reader
                .byte_records()
                .flat_map(|record| record.unwrap().iter().map(<[u8]>::to_vec).collect::<Vec<_>>())
                .collect();
            let got: Vec<Vec<u8>> =
                got.iter().map(|[from, to]| table[*from as usize..*to as usize].to_vec()).collect();
            assert_eq!(got, fields, "{separator} on {device}");
        }
    }
}
