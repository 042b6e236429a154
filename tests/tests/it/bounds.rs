//! Out of bounds a load gives zero, a store does nothing, and an atomic does nothing and gives zero: on every
//! device, for every index up to `u32::MAX`, whatever lies next to the buffer.

use vyre_tests::devices;
use vyre_tests::values::indices_past;

/// Lengths on both sides of the multiples of 16 bytes to which devices pad.
const LENGTHS: [u32; 9] = [1, 2, 3, 4, 5, 7, 8, 9, 64];

/// Words that are all different and none zero.
fn words(len: u32) -> Vec<u32> {
    (0..len).map(|n| 0xa000_0000 + n).collect()
}

fn element(data: &[u32], index: u32) -> u32 {
    data.get(index as usize).copied().unwrap_or(0)
}

/// Every index within the bounds and many that are not.
fn indices(len: u32) -> Vec<u32> {
    (0..len).chain(indices_past(len)).collect()
}

#[vyre::kernel(workgroup_size = 1)]
fn load(read: &[u32], write: &mut [u32], atomic: &[AtomicU32], at: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    let index = at[i];
    out[i * 4] = read[index];
    out[i * 4 + 1] = write[index];
    out[i * 4 + 2] = atomic[index].load();
    out[i * 4 + 3] = read[index] + write[index] + atomic[index].load();
    if i > 1000000 {
        write[0] = 1;
    }
}

#[test]
fn a_load_out_of_bounds_gives_zero() {
    for device in devices() {
        for len in [0].into_iter().chain(LENGTHS) {
            let (data, at) = (words(len), indices(len));
            let (mut write, mut atomic, mut out) = (data.clone(), data.clone(), vec![99; at.len() * 4]);
            load(&data, &mut write, &mut atomic, &at, &mut out)
                .workgroups([at.len() as u32, 1, 1])
                .dispatch(&device)
                .unwrap();
            for (n, &index) in at.iter().enumerate() {
                let x = element(&data, index);
                let expected = [x, x, x, x.wrapping_mul(3)];
                assert_eq!(out[n * 4..][..4], expected, "index {index} of {len} on {device}");
            }
            assert_eq!((write, atomic), (data.clone(), data), "length {len} on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn store(before: &mut [u32], target: &mut [u32], after: &mut [u32], at: &[u32]) {
    let i = invocation_id().x;
    target[at[i]] = i + 1;
    if i > 1000000 {
        before[0] = 1;
        after[0] = 1;
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn add_to(before: &mut [u32], target: &mut [u32], after: &mut [u32], at: &[u32]) {
    let i = invocation_id().x;
    target[at[i]] += 1;
    if i > 1000000 {
        before[0] = 1;
        after[0] = 1;
    }
}

#[test]
fn a_store_out_of_bounds_does_nothing() {
    for device in devices() {
        for len in [0].into_iter().chain(LENGTHS) {
            let (data, at) = (words(len), indices(len));
            let grid = [at.len() as u32, 1, 1];
            let (mut before, mut target, mut after) = (words(16), data.clone(), words(16));
            store(&mut before, &mut target, &mut after, &at).workgroups(grid).dispatch(&device).unwrap();
            assert_eq!(target, (1..=len).collect::<Vec<_>>(), "length {len} on {device}");

            target.clone_from(&data);
            add_to(&mut before, &mut target, &mut after, &at).workgroups(grid).dispatch(&device).unwrap();
            let expected: Vec<u32> = data.iter().map(|x| x + 1).collect();
            assert_eq!(target, expected, "length {len} on {device}");
            assert_eq!((before, after), (words(16), words(16)), "length {len} on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn atomics(target: &[AtomicU32], after: &[AtomicU32], at: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    let index = at[i];
    let first = i * 10;
    out[first] = target[index].fetch_add(1);
    out[first + 1] = target[index].fetch_or(2);
    out[first + 2] = target[index].fetch_and(4);
    out[first + 3] = target[index].fetch_xor(8);
    out[first + 4] = target[index].fetch_min(16);
    out[first + 5] = target[index].fetch_max(4294967295);
    out[first + 6] = target[index].swap(32);
    out[first + 7] = target[index].compare_exchange(0, 64);
    target[index].store(128);
    out[first + 8] = target[index].load();
    out[first + 9] = after[index].compare_exchange(2684354560, 1) & 1;
}

#[test]
fn an_atomic_out_of_bounds_does_nothing_and_gives_zero() {
    for device in devices() {
        for len in [0].into_iter().chain(LENGTHS) {
            let at = indices_past(len);
            let (mut target, mut after, mut out) = (words(len), words(len), vec![99; at.len() * 10]);
            atomics(&mut target, &mut after, &at, &mut out)
                .workgroups([at.len() as u32, 1, 1])
                .dispatch(&device)
                .unwrap();
            assert_eq!(out, vec![0; at.len() * 10], "length {len} on {device}");
            assert_eq!((target, after), (words(len), words(len)), "length {len} on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn bytes(data: &[u8], at: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i * 3] = data.byte(at[i]);
    out[i * 3 + 1] = data.word(at[i]);
    out[i * 3 + 2] = data.len();
}

#[test]
fn bytes_and_words_past_the_end_are_zero() {
    for device in devices() {
        for len in [0, 1, 2, 3, 4, 5, 7, 8, 13, 15, 16, 17, 64] {
            let data: Vec<u8> = (0..len).map(|n| 0xa0 + n as u8).collect();
            let at = indices(len);
            let mut out = vec![99; at.len() * 3];
            bytes(&data, &at, &mut out).workgroups([at.len() as u32, 1, 1]).dispatch(&device).unwrap();
            let byte = |index: u64| data.get(index as usize).copied().unwrap_or(0);
            for (n, &index) in at.iter().enumerate() {
                let first = u64::from(index) * 4;
                let word =
                    u32::from_le_bytes([byte(first), byte(first + 1), byte(first + 2), byte(first + 3)]);
                let expected = [u32::from(byte(index.into())), word, len];
                assert_eq!(out[n * 3..][..3], expected, "index {index} of {len} bytes on {device}");
            }
        }
    }
}

/// Kernels that touch literal indices of buffers of 7 elements.
macro_rules! at_literals {
    ($($index:literal)*) => {
        const LITERALS: &[u32] = &[$($index),*];

        #[vyre::kernel(workgroup_size = 1)]
        fn load_literals(read: &[u32], write: &mut [u32], data: &[u8], out: &mut [u32]) {
            let mut n = 0;
            $(
                out[n] = read[$index];
                out[n + 1] = write[$index];
                out[n + 2] = data.byte($index);
                out[n + 3] = data.word($index);
                n += 4;
            )*
            write[0] = n;
        }

        #[vyre::kernel(workgroup_size = 1)]
        fn store_literals(before: &mut [u32], target: &mut [u32], after: &mut [u32]) {
            $(target[$index] = 1; target[$index] += 1;)*
            before[0] = 1;
            after[0] = 1;
        }

        #[vyre::kernel(workgroup_size = 1)]
        fn atomic_literals(target: &[AtomicU32], out: &mut [u32]) {
            let mut n = 0;
            $(
                out[n] = target[$index].fetch_add(1);
                out[n + 1] = target[$index].fetch_or(2);
                out[n + 2] = target[$index].fetch_and(4);
                out[n + 3] = target[$index].fetch_xor(8);
                out[n + 4] = target[$index].fetch_min(16);
                out[n + 5] = target[$index].fetch_max(4294967295);
                out[n + 6] = target[$index].swap(32);
                out[n + 7] = target[$index].compare_exchange(0, 64);
                target[$index].store(128);
                out[n + 8] = target[$index].load();
                n += 9;
            )*
        }

        #[vyre::kernel(workgroup_size = 1)]
        fn workgroup_literals(out: &mut [u32]) {
            let mut first = workgroup_array::<u32, 7>();
            let mut second = workgroup_array::<u32, 7>();
            for n in 0..7 {
                first[n] = n + 100;
                second[n] = n + 200;
            }
            $(first[$index] = 1; second[$index] += 1;)*
            let mut n = 14;
            $(
                out[n] = first[$index] + second[$index];
                n += 1;
            )*
            for k in 0..7 {
                out[k] = first[k];
                out[k + 7] = second[k];
            }
        }
    };
}

at_literals!(7 8 9 10 28 1073741823 1073741824 1073741830 2147483647 2147483648 2147483654 3221225472 4294967288
    4294967295);

#[test]
fn literal_indices_out_of_bounds_are_no_different() {
    let count = LITERALS.len();
    for device in devices() {
        // 28 bytes are 7 words, so that 7 words of bytes are followed by nothing either.
        let (data, mut write, mut out) = (vec![0xff; 7], words(7), vec![99; count * 4]);
        load_literals(&words(7), &mut write, &data, &mut out)
            .workgroups([1, 1, 1])
            .dispatch(&device)
            .unwrap();
        assert_eq!(out, vec![0; count * 4], "{device}");
        assert_eq!(write[0], count as u32 * 4, "{device}");

        let (mut before, mut target, mut after) = (words(8), words(7), words(8));
        store_literals(&mut before, &mut target, &mut after).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(target, words(7), "{device}");
        assert_eq!((&before[1..], &after[1..]), (&words(8)[1..], &words(8)[1..]), "{device}");

        let (mut target, mut out) = (words(7), vec![99; count * 9]);
        atomic_literals(&mut target, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!((target, out), (words(7), vec![0; count * 9]), "{device}");

        let mut out = vec![99; 14 + count];
        workgroup_literals(&mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        let expected: Vec<u32> = (100..107).chain(200..207).chain(vec![0; count]).collect();
        assert_eq!(out, expected, "{device}");
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn workgroup(at: &[u32], out: &mut [u32]) {
    let i = workgroup_id().x;
    let mut before = workgroup_array::<u32, 5>();
    let mut target = workgroup_array::<u32, 5>();
    let mut after = workgroup_array::<u32, 5>();
    for n in 0..5 {
        before[n] = n + 10;
        target[n] = n + 20;
        after[n] = n + 30;
    }
    out[i * 16] = target[at[i]];
    target[at[i]] = 99;
    for n in 0..5 {
        out[i * 16 + 1 + n] = before[n];
        out[i * 16 + 6 + n] = target[n];
        out[i * 16 + 11 + n] = after[n];
    }
}

#[test]
fn workgroup_arrays_have_the_same_bounds() {
    for device in devices() {
        let at = indices(5);
        let mut out = vec![0; at.len() * 16];
        workgroup(&at, &mut out).workgroups([at.len() as u32, 1, 1]).dispatch(&device).unwrap();
        for (n, &index) in at.iter().enumerate() {
            let loaded = if index < 5 { index + 20 } else { 0 };
            let mut expected: Vec<u32> =
                [loaded].into_iter().chain(10..15).chain(20..25).chain(30..35).collect();
            if index < 5 {
                expected[6 + index as usize] = 99;
            }
            assert_eq!(out[n * 16..][..16], expected, "index {index} on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn lengths(read: &[u32], write: &mut [u32], atomic: &[AtomicU32], data: &[u8], out: &mut [u32]) {
    out[0] = read.len();
    out[1] = write.len();
    out[2] = atomic.len();
    out[3] = data.len();
    write[4294967295] = atomic[4294967295].load();
}

#[test]
fn a_length_is_that_of_the_argument() {
    for device in devices() {
        for len in 0..20 {
            let (mut write, mut atomic, data) = (words(len + 1), words(len + 2), vec![1; len as usize + 3]);
            let mut out = [99; 4];
            lengths(&words(len), &mut write, &mut atomic, &data, &mut out)
                .workgroups([1, 1, 1])
                .dispatch(&device)
                .unwrap();
            assert_eq!(out, [len, len + 1, len + 2, len + 3], "{device}");
        }
        let mut out = [99; 4];
        lengths(&[], &mut [], &mut [], &[], &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, [0; 4], "{device}");
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn unreachable(u: &Uniform<[u32]>, pairs: &Uniform<[u64]>, out: &mut [u32]) {
    let at = 16384u32;
    if !(at >= u.len()) {
        out[0] = u[at];
    }
    if pairs.len() > 8192 {
        out[1] = pairs[8192] as u32;
    }
    let mut local = [7u32; 5];
    if 9 < local.len() {
        local[9] = 1;
    }
    out[2] = local[4];
}

/// A uniform buffer has at most 64 KiB, so no invocation comes to an index beyond them; the shader must be valid all the same.
#[test]
fn constant_indices_that_nothing_reaches_are_no_error() {
    for device in devices() {
        let mut out = [1, 2, 3];
        unreachable(&[5; 16384], &[6; 8192], &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, [1, 2, 7], "{device}");
    }
}
