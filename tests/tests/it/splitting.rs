//! Launches over buffers that are larger than what a device shows a kernel at once. Most run on a device that was opened with a small
//! limit, so that small buffers are too large for it; the last ones with the limit that the adapter has.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre::ir::Program;
use vyre::prelude::*;
use vyre::{Error, Limit, Obstacle, wgpu};
use vyre_tests::{devices, opened_with_wgpu};

/// The bytes of a binding on the devices with a small limit.
const SMALL: u64 = 16 << 10;

/// A device where kernels see at most [`SMALL`] bytes of a buffer.
fn small() -> Option<Device> {
    let limit = |limits: &mut wgpu::Limits| limits.max_storage_buffer_binding_size = SMALL;
    let (device, queue) = opened_with_wgpu(limit, None)?;
    Some(Device::from_wgpu(device, queue).unwrap())
}

fn random(len: usize, seed: u32) -> Vec<u32> {
    vyre_tests::values::random(seed, len as u32, u32::MAX)
}

#[vyre::kernel(workgroup_size = 96)]
fn mix(a: &[u32], b: &[u64], small: &[u32], out: &mut [u32], lengths: &mut [u32]) {
    let i = invocation_id().x;
    let own = workgroup_id().x * 96 + local_id().x;
    if i == 0 {
        lengths[0] = a.len();
        lengths[1] = b.len();
        lengths[2] = out.len();
    }
    out[i] = (a[i] ^ b[i] as u32) * 3 + small[own % 7] + out[i] + own;
}

fn mixed(a: &[u32], b: &[u64], small: &[u32], out: &[u32]) -> Vec<u32> {
    let at = |i: usize| {
        let a = a.get(i).copied().unwrap_or(0);
        let b = b.get(i).copied().unwrap_or(0) as u32;
        let small = small.get(i % 7).copied().unwrap_or(0);
        (a ^ b).wrapping_mul(3).wrapping_add(small).wrapping_add(out[i]).wrapping_add(i as u32)
    };
    (0..out.len()).map(at).collect()
}

#[test]
fn parts_of_large_buffers_give_what_the_whole_gives() {
    let Some(small_device) = small() else { return };
    for device in [Device::cpu(), small_device] {
        // Shorter and longer than a part, and whatever comes before and after a multiple of something.
        for (a_len, b_len, out_len) in [
            (4096, 2048, 4096),
            (4097, 10, 4097),
            (5000, 9001, 5003),
            (3, 100_000, 50_001),
            (100_000, 0, 99_999),
            (33_333, 33_334, 33_335),
            (65_536, 65_536, 1),
            (1, 1, 65_537),
        ] {
            let (a, out) = (random(a_len, 1), random(out_len, 2));
            let b: Vec<u64> = random(b_len, 3).into_iter().map(|x| u64::from(x) << 3).collect();
            let small = random(7, 4);
            let (mut result, mut lengths) = (out.clone(), [0; 3]);
            mix(&a, &b, &small, &mut result, &mut lengths).dispatch(&device).unwrap();
            assert_eq!(result, mixed(&a, &b, &small, &out), "{a_len} {b_len} {out_len} on {device}");
            assert_eq!(lengths, [a_len, b_len, out_len].map(|len| len as u32), "{device}");
        }
    }
}

#[test]
fn grids_need_not_have_the_length_of_the_buffers() {
    let Some(small_device) = small() else { return };
    for device in [Device::cpu(), small_device] {
        let (a, b, small, out) = (random(20_000, 1), vec![7; 20_000], random(7, 2), random(20_000, 3));
        let all = mixed(&a, &b, &small, &out);
        for invocations in [1, 96, 4_000, 19_999, 100_000, 7_000_000] {
            let (mut result, mut lengths) = (out.clone(), [0; 3]);
            let launch = mix(&a, &b, &small, &mut result, &mut lengths);
            launch.invocations([invocations, 1, 1]).dispatch(&device).unwrap();
            let done = (invocations as usize).next_multiple_of(96).min(out.len());
            assert_eq!(result[..done], all[..done], "{invocations} on {device}");
            assert_eq!(result[done..], out[done..], "{invocations} on {device}");
        }
    }
}

#[vyre::kernel]
fn step(data: &mut [[u32; 4]], sum: &[AtomicU32], by: u32) {
    let g = invocation_id();
    let i = g.x;
    let j = i;
    if j < data.len() {
        let v = data[j];
        data[i] = [v[0] + by, v[1] ^ i, v[2], v[3] + v[0]];
        sum[0].fetch_add(v[0]);
        sum[1 + i % 4].fetch_max(i);
    }
}

#[test]
fn resident_buffers_and_many_launches() {
    let Some(small_device) = small() else { return };
    for device in [Device::cpu(), small_device] {
        let len = 10_007u32;
        let mut expected: Vec<[u32; 4]> = (0..len).map(|i| [i, i * 3, 5, 0]).collect();
        let (mut data, mut sum) = (device.buffer(&expected).unwrap(), device.zeros::<u32>(5).unwrap());
        let mut total = 0u32;
        for by in 0..40 {
            step(&mut data, &mut sum, by).dispatch(&device).unwrap();
            for (i, v) in expected.iter_mut().enumerate() {
                total = total.wrapping_add(v[0]);
                *v = [v[0].wrapping_add(by), v[1] ^ i as u32, v[2], v[3].wrapping_add(v[0])];
            }
        }
        assert_eq!(data.read().unwrap(), expected, "{device}");
        assert_eq!(sum.read().unwrap(), [total, 10_004, 10_005, 10_006, 10_003], "{device}");
        let elapsed = step(&mut data, &mut sum, 1).dispatch_timed(&device).unwrap();
        assert!(elapsed.is_none_or(|elapsed| !elapsed.is_zero()), "{device}");
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn add(data: &mut [u32], by: u32) {
    let i = invocation_id().x;
    data[i] += by;
}

/// A time that covers a part of the launch would be wrong.
#[test]
fn parts_for_which_one_submission_has_no_room_have_no_time() {
    let limit = |limits: &mut wgpu::Limits| limits.max_storage_buffer_binding_size = 2 << 10;
    let Some((device, queue)) = opened_with_wgpu(limit, None) else { return };
    let device = Device::from_wgpu(device, queue).unwrap();
    // The parameters of parts take 16 bytes at least, of 256 KiB.
    for (parts, has_room) in [(2, true), (20_000, false)] {
        let mut data = device.buffer(&vec![7u32; parts * 512]).unwrap();
        add(&mut data, 1).dispatch(&device).unwrap();
        let elapsed = add(&mut data, 2).dispatch_timed(&device).unwrap();
        assert_eq!(
            elapsed.is_some(),
            has_room && device.info().features().contains(&"timestamps"),
            "{parts}"
        );
        assert!(data.read().unwrap().iter().all(|element| *element == 10), "{parts}");
    }
}

#[test]
fn every_type_of_element_is_split() {
    let Some(small_device) = small() else { return };
    for device in [Device::cpu(), small_device] {
        for (ty, value) in [
            ("u32", "a[invocation_id.x] + 1"),
            ("i32", "a[invocation_id.x]"),
            ("u64", "a[invocation_id.x]"),
            ("vec2<u32>", "a[invocation_id.x]"),
            ("vec4<u32>", "a[invocation_id.x]"),
        ] {
            let program: Program = format!(
                "program workgroup_size 40, 1, 1 buffer a: read {ty} @ 0 buffer out: read_write {ty} @ 1
                 entry {{ let i = invocation_id.x; out[i] = {value}; }}"
            )
            .parse()
            .unwrap();
            let words = random(40_004, 9);
            let mut out = vec![0u32; words.len()];
            let groups = [10_001u32.next_multiple_of(40) * 4 / 40, 1, 1];
            match ty {
                "u32" => device.run(&program, groups, [Arg::read(&words), Arg::write(&mut out)]).unwrap(),
                "i32" => {
                    let a: Vec<i32> = words.iter().map(|x| *x as i32).collect();
                    let mut to = vec![0i32; a.len()];
                    device.run(&program, groups, [Arg::read(&a), Arg::write(&mut to)]).unwrap();
                    out = to.into_iter().map(|x| x as u32).collect();
                }
                "u64" => {
                    let pairs = words.chunks_exact(2);
                    let a: Vec<u64> =
                        pairs.map(|pair| u64::from(pair[0]) | u64::from(pair[1]) << 32).collect();
                    let mut to = vec![0u64; a.len()];
                    device.run(&program, groups, [Arg::read(&a), Arg::write(&mut to)]).unwrap();
                    out = to.iter().flat_map(|x| [*x as u32, (*x >> 32) as u32]).collect();
                }
                "vec2<u32>" => {
                    let a: Vec<[u32; 2]> = words.chunks_exact(2).map(|x| x.try_into().unwrap()).collect();
                    let mut to = vec![[0; 2]; a.len()];
                    device.run(&program, groups, [Arg::read(&a), Arg::write(&mut to)]).unwrap();
                    out = to.concat();
                }
                _ => {
                    let a: Vec<[u32; 4]> = words.chunks_exact(4).map(|x| x.try_into().unwrap()).collect();
                    let mut to = vec![[0; 4]; a.len()];
                    device.run(&program, groups, [Arg::read(&a), Arg::write(&mut to)]).unwrap();
                    out = to.concat();
                }
            }
            let plus = u32::from(ty == "u32");
            assert!(out.iter().zip(&words).all(|(out, a)| *out == a.wrapping_add(plus)), "{ty} on {device}");
        }
        let truths: Vec<bool> = random(9_999, 5).into_iter().map(|x| x % 3 == 0).collect();
        let mut out = vec![false; truths.len()];
        negate(&truths, &mut out).dispatch(&device).unwrap();
        assert!(out.iter().zip(&truths).all(|(out, a)| *out != *a), "{device}");
    }
}

#[vyre::kernel]
fn negate(a: &[bool], out: &mut [bool]) {
    let i = invocation_id().x;
    out[i] = !a[i];
}

#[vyre::kernel(workgroup_size = 64)]
fn count_bytes(data: &[u8], counts: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < data.len() {
        counts[data.byte(i)].fetch_add(1);
    }
}

#[vyre::kernel]
fn sum_words(data: &[u8], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = data.word(i) + data.len();
}

#[test]
fn bytes_are_split_by_bytes_or_by_words() {
    let Some(small_device) = small() else { return };
    for device in [Device::cpu(), small_device] {
        for len in [16_384, 16_385, 50_001, 70_002, 70_003] {
            let data: Vec<u8> = random(len, 8).into_iter().map(|x| (x >> 9) as u8).collect();
            let mut expected = [0; 256];
            data.iter().for_each(|byte| expected[usize::from(*byte)] += 1);
            let mut counts = [0; 256];
            let launch = count_bytes(&data, &mut counts).invocations([len as u32, 1, 1]);
            launch.dispatch(&device).unwrap();
            assert_eq!(counts, expected, "{len} on {device}");
            let mut out = vec![0; len.div_ceil(4)];
            sum_words(&data, &mut out).dispatch(&device).unwrap();
            for (i, out) in out.into_iter().enumerate() {
                let byte = |at: usize| u32::from(data.get(i * 4 + at).copied().unwrap_or(0)) << (at * 8);
                assert_eq!(out, (0..4).map(byte).sum::<u32>().wrapping_add(len as u32), "{i} of {len}");
            }
        }
    }
}

/// Runs statements over `a` and `out`, both too large, and gives the reason for the refusal.
fn refused(device: &Device, entry: &str) -> (String, Obstacle) {
    let program: Program = format!(
        "program workgroup_size 64, 1, 1 buffer a: read u32 @ 0 buffer out: read_write u32 @ 1
         buffer w: workgroup u32[64] entry {{ {entry} }}"
    )
    .parse()
    .unwrap();
    let (a, mut out) = (vec![1u32; 5_000], vec![7u32; 5_000]);
    let error = device.run(&program, [79, 1, 1], [Arg::read(&a), Arg::write(&mut out)]).unwrap_err();
    assert_eq!(out, [7; 5_000], "{entry}");
    let text = error.to_string();
    let Error::BufferIndivisible { name, asked: 20_000, allowed: SMALL, reason } = error else {
        panic!("{entry}: {text}")
    };
    for part in [name.as_str(), "20000", "16384", &reason.to_string()] {
        assert!(text.contains(part), "{text} lacks {part}");
    }
    (name, reason)
}

#[test]
fn what_is_not_element_by_element_is_refused() {
    let Some(device) = small() else { return };
    for (entry, name) in [
        ("out[invocation_id.x] = a[invocation_id.x + 1];", "a"),
        ("out[invocation_id.x] = a[invocation_id.x ^ 1];", "a"),
        ("out[len(out) - 1 - invocation_id.x] = a[invocation_id.x];", "out"),
        ("out[invocation_id.x] = a[0];", "a"),
        ("out[0] = a[invocation_id.x];", "out"),
        ("out[invocation_id.x] = a[a[invocation_id.x]];", "a"),
        ("out[invocation_id.x] = a[workgroup_id.x * 64 + local_id.x];", "a"),
        ("out[invocation_id.x] = a[invocation_id.y];", "a"),
        ("let i = invocation_id.x; if len(a) > 9 { i = i + 1; } out[invocation_id.x] = a[i];", "a"),
        ("for i in 0..4 { out[invocation_id.x] = a[i]; }", "a"),
        ("let i = invocation_id.x; let j = i * 3; out[j] = a[i];", "out"),
        ("let old = atomic_add(out[a[invocation_id.x] % 4], 1);", "out"),
        ("w[local_id.x] = a[invocation_id.x]; barrier; out[invocation_id.x] = w[0] + out[5];", "out"),
    ] {
        assert_eq!(refused(&device, entry), (name.to_string(), Obstacle::Index), "{entry}");
    }
    let program: Program =
        "program workgroup_size 64, 1, 1 buffer data: read bytes @ 0 buffer out: read_write u32 @ 1
        entry { out[invocation_id.x] = byte(data, invocation_id.x) + word(data, invocation_id.x); }"
            .parse()
            .unwrap();
    let (data, mut out) = (vec![1u8; 20_000], vec![7u32; 10]);
    let error = device.run(&program, [1, 1, 1], [Arg::read(&data), Arg::write(&mut out)]).unwrap_err();
    assert!(matches!(error, Error::BufferIndivisible { reason: Obstacle::BytesAndWords, .. }), "{error}");
    // What is small enough may be accessed in any way.
    let program: Program =
        "program workgroup_size 64, 1, 1 buffer a: read u32 @ 0 buffer out: read_write u32 @ 1
        entry { let i = invocation_id.x; let old = atomic_add(out[i], a[len(a) - 1 - i]); }"
            .parse()
            .unwrap();
    let (a, mut out) = ((0..4_096).collect::<Vec<u32>>(), vec![7u32; 5_000]);
    device.run(&program, [79, 1, 1], [Arg::read(&a), Arg::write(&mut out)]).unwrap();
    let expected = (0..5_000u32).map(|i| 7 + 4_095u32.saturating_sub(i));
    assert!(out.into_iter().eq(expected));
}

#[test]
fn workgroups_and_the_other_axes_see_the_whole_grid() {
    let Some(small_device) = small() else { return };
    let program: Program = "program workgroup_size 48, 2, 1
        buffer big: read_write u32 @ 0 buffer seen: read_write u32 @ 1 buffer w: workgroup u32[96]
        entry {
            let i = invocation_id.x;
            w[local_id.y * 48 + local_id.x] = i;
            barrier;
            let old = atomic_add(big[i], invocation_id.y * 10 + invocation_id.z + 1);
            let last = atomic_max(seen[0], workgroup_id.x);
            let odd = select(w[(local_id.y ^ 1) * 48 + local_id.x] == i, 0, 1);
            let wrong = atomic_add(seen[1], odd);
            let all = atomic_add(seen[2], 1);
        }"
    .parse()
    .unwrap();
    for device in [Device::cpu(), small_device] {
        let (mut big, mut seen) = (vec![0u32; 9_000], [0u32; 3]);
        device.run(&program, [200, 2, 3], [Arg::write(&mut big), Arg::write(&mut seen)]).unwrap();
        // y is 0..4 and z is 0..3, for each x.
        let expected = 3 * (10 + 20 + 30) + 4 * (1 + 2) + 12;
        assert!(big.iter().all(|x| *x == expected), "{device}: {:?}", big.iter().find(|x| **x != expected));
        assert_eq!(seen, [199, 0, 200 * 48 * 12], "{device}");
    }
}

#[vyre::kernel]
fn xor(a: &[u32], b: &[u32], out: &mut [u32], plus: u32) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = (a[i] ^ b[i]) + plus + i;
    }
}

#[test]
fn buffers_beyond_the_binding_of_the_adapter_work() {
    let Some(device) = devices().into_iter().nth(1) else { return };
    let limits = device.info().limits();
    let (binding, most) = (limits.binding_bytes, limits.buffer_bytes);
    if binding > 1 << 30 || most < binding * 5 / 4 {
        println!("SKIPPED: {device} has bindings of {binding} bytes, and buffers of {most}");
        return;
    }
    // Not a multiple of anything.
    let len = (binding as usize / 4) * 5 / 4 + 77;
    let a: Vec<u32> = (0..len as u32).map(|i| i.wrapping_mul(2_654_435_761)).collect();
    let b: Vec<u32> = (0..len as u32).map(|i| i.rotate_left(7)).collect();
    let expected = |i: usize, plus: u32| (a[i] ^ b[i]).wrapping_add(plus).wrapping_add(i as u32);
    let mut out = vec![0; len];
    xor(&a, &b, &mut out, 3).dispatch(&device).unwrap();
    assert!((0..len).all(|i| out[i] == expected(i, 3)));
    let (resident_a, resident_b) = (device.buffer(&a).unwrap(), device.buffer(&b).unwrap());
    let mut resident_out = device.zeros::<u32>(len).unwrap();
    xor(&resident_a, &resident_b, &mut resident_out, 9).dispatch(&device).unwrap();
    resident_out.read_into(&mut out).unwrap();
    assert!((0..len).all(|i| out[i] == expected(i, 9)));
    // Beyond what can be allocated there is nothing to split.
    let words = most as usize / 4 + 4;
    let error = device.zeros::<u32>(words).unwrap_err();
    assert!(matches!(error, Error::Limit { limit: Limit::BufferSize, .. }), "{error}");
}

#[vyre::kernel(workgroup_size = 64)]
fn both(a: &[u32], b: &mut [[u32; 4]], c: &mut [u32]) {
    let i = invocation_id().x;
    b[i] = [a[i], 1, 2, 3];
    c[i] = a[i] + 1;
}

/// The memory of slices is used again, for slices on both sides of the limit.
#[test]
fn slices_are_bound_whole_after_others_were_bound_in_parts() {
    // Between two sizes of memory that is kept, which are a quarter apart.
    let limit = |limits: &mut wgpu::Limits| limits.max_storage_buffer_binding_size = 1_150_000 / 16 * 16;
    let Some((device, queue)) = opened_with_wgpu(limit, None) else { return };
    let device = Device::from_wgpu(device, queue).unwrap();
    for a_len in [300_000, 275_000, 300_000, 280_000] {
        let a = random(a_len, a_len as u32);
        let (mut b, mut c) = (vec![[0; 4]; 75_000], vec![0; a_len]);
        both(&a, &mut b, &mut c).invocations([a_len as u32, 1, 1]).dispatch(&device).unwrap();
        let wrong = (0..a_len).find(|&i| c[i] != a[i].wrapping_add(1));
        assert_eq!(wrong, None, "c of {a_len}");
        let wrong = (0..75_000).find(|&i| b[i] != [a[i], 1, 2, 3]);
        assert_eq!(wrong, None, "b of {a_len}");
    }
}
