//! Control flow and patterns, the same text as a kernel and as plain Rust.

use crate::tried::devices;

const VALUES: [u32; 12] = [0, 1, 2, 3, 7, 31, 32, 100, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, u32::MAX];

macro_rules! same {
    ($name:ident |$x:ident| -> $t:ty { $($body:tt)* }) => {
        #[test]
        fn $name() {
            #[vyre::kernel(workgroup_size = 32)]
            fn on_device(input: &[u32], out: &mut [$t]) {
                let i = invocation_id().x;
                if i < out.len() {
                    let $x = input[i];
                    out[i] = { $($body)* };
                }
            }
            #[allow(warnings)]
            fn on_host($x: u32) -> $t { $($body)* }
            for device in devices() {
                let mut out: Vec<$t> = vec![Default::default(); VALUES.len()];
                on_device(&VALUES, &mut out).dispatch(&device).unwrap();
                assert_eq!(out, VALUES.map(on_host), "{device}");
            }
        }
    };
}

same! { labelled_breaks_with_values |x| -> u32 {
    let found = 'outer: loop {
        let mut k = 0;
        loop {
            match (k, x >> k & 1) {
                (31, _) => break 'outer 99,
                (n, 1) if n > 2 => break 'outer n * 2,
                _ => {}
            }
            k += 1;
        }
    };
    let y = 'block: {
        if x < 4 { break 'block 1; }
        if found == 99 { break 'block 2 }
        3
    };
    found * 10 + y
} }

same! { while_with_match_and_continue |x| -> u32 {
    let mut n = x % 1000;
    let mut steps = 0;
    while n != 1 && steps < 200 {
        steps += 1;
        n = match n {
            0 => break,
            even if even % 2 == 0 => even / 2,
            odd => {
                if odd > 10_000 { n -= 9_999; continue; }
                3 * odd + 1
            }
        };
    }
    steps + n
} }

same! { shadowing_everywhere |x| -> u64 {
    let x = x as u64;
    let x = { let x = x + 1; x * (x - 1) };
    let (x, y) = (x >> 3, x);
    let x = match x { 0 => y, x if x > 100 => { let y = x ^ y; y } x => x + 5 };
    for x in 0..3u32 { let x = x; if x > 1 { let _ = x; } }
    x
} }

same! { ranges_of_every_kind |x| -> i64 {
    let mut sum = 0i64;
    for k in (-3..=3i64).rev() { sum = sum * 3 + k; }
    for k in (0..x.min(20) as u8).step_by(3) { sum += k as i64; }
    for k in (250..=255u8).rev() { sum ^= k as i64; }
    for k in (0..10u64).rev().step_by(4) { sum += k as i64 * 7; }
    for k in 5..2 { sum += k; }
    for _ in 0..=0u16 { sum += 1; }
    for (k) in (i32::MAX - 2)..=i32::MAX { sum += k as i64; }
    sum
} }

same! { match_of_everything |x| -> u32 {
    const LOW: u32 = 3;
    let a = match x { LOW => 1, 0..LOW => 2, 4..=31 => 3, u32::MAX => 4, 0x8000_0000.. => 5, _ => 6 };
    let b = match x as i32 { i32::MIN..=-1 => 1, 0 => 2, 1.. => 3 };
    let c = match (x & 1 == 1, x & 2 == 2) { (true, true) => 1, (false, _) => 2, (true, false) => 3 };
    let d = match x as u8 { b'a'..=b'z' => 1, b'\n' | b' ' => 2, _ => 3 };
    let e = matches!(x, 1 | 3 | 5..=7 if x != 3) as u32;
    let f = match [x & 1, x >> 1 & 1] { [0, 0] => 0, [1, n] => n + 1, [_, 1] => 5, _ => 9 };
    let g = match x { n @ (0 | 1) => n, n @ 2..=40 => n * 2, n => n.leading_zeros() };
    a + b * 10 + c * 100 + d * 1000 + e * 10_000 + f * 100_000 + g * 1_000_000
} }

same! { let_set_later |x| -> u32 {
    let a;
    let (b, c): (u32, bool);
    if x > 10 { a = 1; } else { a = 2; }
    match x & 3 { 0 => { (b, c) = (7, true); } 1 => { b = 8; c = false; } _ => { (c, b) = (x > 5, x); } }
    let mut d: u32;
    d = a ^ b;
    d <<= c as u32;
    d
} }

same! { swaps_and_destructuring |x| -> u32 {
    let mut a = [x, x / 2, x / 3, 4];
    (a[0], a[3]) = (a[3], a[0]);
    let i = (x % 3) as usize;
    (a[i], a[i + 1]) = (a[i + 1], a[i]);
    let [p, .., q] = a;
    let mut t = ((p, q), [a[1], a[2]]);
    t.0.1 ^= 5;
    t.1[1] ^= t.0.0;
    let ((p, _), [r, s]) = t;
    [a[0], _, _, _] = [s; 4];
    p ^ q.rotate_left(3) ^ r.rotate_left(7) ^ a[0] ^ t.0.1
} }

same! { blocks_as_values |x| -> u32 {
    let y = if x > 100 { let z = x / 2; if z % 2 == 0 { z } else { z + 1 } } else if x == 0 { 17 } else { { x } };
    let z = (if y > 50 { 1 } else { 2 }) + match y { 0 => 0, _ => { 3 } } * { let q = y; q & 7 };
    let w = loop { break if z > 3 { z } else { y } };
    y ^ z << 8 ^ w
} }

same! { returns_from_nested_functions |x| -> u32 {
    fn find(x: u32, want: u32) -> u32 {
        for k in 0..32 {
            if x >> k & 3 == want { return k; }
        }
        let mut n = 0;
        loop {
            if n * n >= x % 50 { return n + 1000 }
            n += 1;
        }
    }
    fn sign(x: i32) -> i32 { if x < 0 { return -1; } (x > 0) as i32 }
    find(x, 2) * 3 + find(x, 3) ^ sign(x as i32) as u32
} }

same! { arrays_are_values |x| -> u32 {
    let a = [x; 6];
    let mut b = a;
    b[(x % 6) as usize] ^= 1;
    let same = a == b;
    let mut grid = [[0u8; 5]; 4];
    grid[(x % 4) as usize][2] = 9;
    let row = grid[(x % 4) as usize];
    grid[0] = row;
    let mut sum = 0u32;
    for y in 0..grid.len() { for z in 0..grid[y].len() { sum = sum % 1000 * 3 + grid[y][z] as u32; } }
    let c = if x > 5 { a } else { b };
    (sum + same as u32 + (a != b) as u32 + a.len() as u32) ^ c[0] ^ b[5]
} }

same! { compound_assignment_on_every_place |x| -> u32 {
    let mut t = (x % 1000 + 10, [x as u16, 30], (1u8, -5i64));
    t.0 += 1; t.0 -= 3; t.0 *= 5; t.0 /= 3; t.0 %= 1000; t.0 |= 16; t.0 &= 0xfff; t.0 ^= 5; t.0 <<= 3; t.0 >>= 1;
    t.1[(x & 1) as usize] <<= 3;
    t.1[1] -= 7;
    t.2.0 += 250;
    t.2.1 >>= 1;
    let mut b = true;
    b &= x > 3; b |= x == 0; b ^= x == 7;
    let mut m = [[1i8; 3]; 2];
    m[1][x as usize % 3] -= 50;
    m[1][x as usize % 3] -= 50;
    let n = { let k = (x as usize % 3); m[1][k] };
    t.0 ^ (t.1[0] as u32) << 8 ^ (t.1[1] as u32) << 4 ^ t.2.0 as u32 ^ t.2.1 as u32 ^ b as u32 ^ n as u32
} }

same! { constants_in_the_body |x| -> u64 {
    const N: usize = 5;
    const TABLE: [i16; N] = [-1, 2, -3, 4, i16::MAX];
    const MASK: u64 = !0 >> (64 - 12);
    const HALF: u64 = MASK / 2 + TABLE_LEN;
    const TABLE_LEN: u64 = TABLE.len() as u64;
    const FLAGS: [bool; 2] = [true, false];
    let f = FLAGS[x as usize % 2];
    let v = TABLE[x as usize % N] as i64 as u64;
    (v & MASK) + HALF + f as u64
} }
