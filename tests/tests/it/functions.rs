//! Functions inside a kernel, against the same functions in plain Rust.

use vyre_tests::devices;

/// Early returns, loops, nested calls, shadowing of the kernel's names, every type.
#[vyre::kernel]
fn calls(a: &[u32], b: &[i32], out: &mut [u32], wide: &mut [u64]) {
    const LIMIT: u32 = 40;

    fn steps(start: u32) -> u32 {
        // The length of the Collatz sequence, at most LIMIT.
        let mut x = start;
        for count in 0..LIMIT {
            if x <= 1 {
                return count;
            }
            x = if is_even(x) { x / 2 } else { 3 * x + 1 };
        }
        LIMIT
    }

    fn is_even(x: u32) -> bool {
        x % 2 == 0
    }

    fn search(needle: u32, mut step: u32) -> u32 {
        for i in 0..8 {
            for j in 0..8 {
                if i * j == needle {
                    return i * 10 + j;
                }
                if j == i {
                    break;
                }
                step += 1;
            }
            if step > 100 {
                return step;
            }
        }
        step
    }

    fn sign(x: i32) -> i32 {
        if x < 0 {
            -1
        } else if x == 0 {
            0
        } else {
            1
        }
    }

    fn square(x: u64) -> u64 {
        x * x
    }

    fn swap(pair: [u32; 2]) -> [u32; 2] {
        [pair[1], pair[0]]
    }

    let i = invocation_id().x;
    let (x, step) = (a[i], b[i]);
    let swapped = swap([x, 7]);
    out[i] = steps(x) + 1000 * search(x % 50, steps(i)) + 1_000_000 * (sign(step) + 1) as u32 + swapped[0];
    wide[i] = square(square(x as u64)) + (is_even(x) && !is_even(steps(x))) as u64;
}

#[test]
fn functions_of_a_kernel_do_what_they_do_in_rust() {
    fn steps(start: u32) -> u32 {
        let mut x = start;
        for count in 0..40 {
            if x <= 1 {
                return count;
            }
            x = if x.is_multiple_of(2) { x / 2 } else { x.wrapping_mul(3).wrapping_add(1) };
        }
        40
    }
    fn search(needle: u32, mut step: u32) -> u32 {
        for i in 0..8 {
            for j in 0..8 {
                if i * j == needle {
                    return i * 10 + j;
                }
                if j == i {
                    break;
                }
                step += 1;
            }
            if step > 100 {
                return step;
            }
        }
        step
    }
    let a: Vec<u32> = (0..60).chain([97, 871, 6171, u32::MAX, 1 << 31]).collect();
    let b: Vec<i32> = (0..a.len() as i32).map(|i| (i % 5 - 2) * 1000).collect();
    let even = |x: u32| x.is_multiple_of(2);
    for device in devices() {
        let (mut out, mut wide) = (vec![0; a.len()], vec![0; a.len()]);
        calls(&a, &b, &mut out, &mut wide).dispatch(&device).unwrap();
        for (i, (&x, &y)) in a.iter().zip(&b).enumerate() {
            let found = search(x % 50, steps(i as u32));
            let expected = steps(x) + 1000 * found + 1_000_000 * (y.signum() + 1) as u32 + 7;
            assert_eq!(out[i], expected, "{device}: {x}");
            let square = u64::from(x).wrapping_mul(x.into());
            let expected = square.wrapping_mul(square).wrapping_add(u64::from(even(x) && !even(steps(x))));
            assert_eq!(wide[i], expected, "{device}: {x}");
        }
    }
}

/// Arguments are evaluated once and in order, also those that the function uses twice or not at all.
#[vyre::kernel(workgroup_size = 1)]
fn effects(counter: &[AtomicU32], out: &mut [u32]) {
    fn twice_first(a: u32, b: u32, unused: u32) -> u32 {
        b * 10 + a + a
    }
    out[0] = twice_first(counter[0].fetch_add(1), counter[0].fetch_add(1), counter[0].fetch_add(1));
    out[1] = counter[0].load();
}

#[test]
fn arguments_are_evaluated_once_and_in_order() {
    for device in devices() {
        let (mut counter, mut out) = ([5], [0; 2]);
        effects(&mut counter, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        // The first argument is 5, the second 6.
        assert_eq!((out, counter), ([6 * 10 + 5 + 5, 8], [8]), "{device}");
    }
}

/// The words behind the first one, as far as there are slots.
#[vyre::function]
fn filled(list: &[u32]) -> [u32; 4] {
    let mut out = [9; 4];
    let mut slots = out[1..].iter_mut();
    for &x in list {
        match slots.next() {
            Some(slot) => *slot = x + 1,
            None => break,
        }
    }
    out
}

#[vyre::kernel(workgroup_size = 1)]
fn fills(list: &[u32], out: &mut [[u32; 4]]) {
    out[0] = filled(&list[..2]);
    out[1] = filled(list);
}

#[test]
fn a_function_keeps_an_iterator_over_places() {
    let list = [5, 6, 7, 8, 10];
    let expected = [[9, 6, 7, 9], [9, 6, 7, 8]];
    assert_eq!([filled(&list[..2]), filled(&list)], expected);
    for device in devices() {
        let mut out = [[0; 4]; 2];
        fills(&list, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}
