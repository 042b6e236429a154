//! Kernels with constant parameters, against plain Rust.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::Error;
use vyre::ir::Problem;
use vyre_tests::devices;

/// The sum of the element and of `R` neighbours on each side, by way of a local array.
#[vyre::kernel]
fn blur<const R: u32>(input: &[u32], out: &mut [u32]) {
    let mut window = [0u32; 2 * R + 1];
    let i = invocation_id().x;
    for k in 0..window.len() {
        window[k] = input[i + k - R];
    }
    let mut sum = 0;
    for k in 0..2 * R + 1 {
        sum += window[k];
    }
    out[i] = sum;
}

/// Types and values have names apart, so a constant parameter may have that of a type.
mod as_types_are_named {
    #[allow(dead_code, reason = "a name that is in the way")]
    struct K;

    #[vyre::function]
    fn plus<const K: u32>(x: u32) -> u32 {
        x + K
    }

    #[vyre::kernel]
    pub(super) fn add<const K: u32, const R: usize>(a: &vyre::Tensor<u32, R, { K + 1 }>, out: &mut [u32]) {
        let i = invocation_id().x;
        if i < out.len() {
            out[i] = plus::<{ K }>(a[[i, K]]);
        }
    }

    #[allow(dead_code, reason = "a name that is in the way")]
    type R = Result<(), vyre::Error>;
}

#[test]
fn a_constant_parameter_may_be_named_as_a_type() {
    for device in devices() {
        let a = device.tensor(&[1, 2, 3, 4, 5, 6], [2, 3]).unwrap();
        let mut out = vec![0; 2];
        as_types_are_named::add::<2, 2>(&a, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [5, 8], "on {device}");
    }
}

fn blurred(input: &[u32], radius: usize) -> Vec<u32> {
    let near = |i: usize| input[i.saturating_sub(radius)..].iter().take(radius + 1 + i.min(radius));
    (0..input.len()).map(|i| near(i).sum()).collect()
}

#[test]
fn each_value_is_a_program_of_its_own() {
    let input: Vec<u32> = (0..300).map(|x| x * x % 97).collect();
    for device in devices() {
        let mut out = vec![0; input.len()];
        blur::<0>(&input, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, input, "on {device}");
        blur::<1>(&input, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, blurred(&input, 1), "on {device}");
        blur::<7>(&input, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, blurred(&input, 7), "on {device}");
        blur::<1>(&input, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, blurred(&input, 1), "on {device}");
    }
    let length = |program: &vyre::ir::Program| program.buffers.last().unwrap().count;
    assert_eq!((length(blur::<1>::program()), length(blur::<7>::program())), (3, 15));
    assert!(std::ptr::eq(blur::<7>::program(), blur::<7>::program()));
    assert!(vyre::ir::validate(blur::<7>::program()).is_ok());
}

/// Each block of 64 turned left by `N % 64`, through workgroup memory of `64 / M` pairs.
#[vyre::kernel(workgroup_size = 64)]
fn turn<const N: u32, const M: u32>(data: &mut [u32]) {
    let mut tile = workgroup_array::<u32, { 64 / M * M }>();
    let (i, k) = (invocation_id().x, local_id().x);
    tile[k] = data[i];
    barrier();
    data[i] = tile[(k + N) % 64];
}

#[test]
fn workgroup_arrays_take_computed_lengths() {
    for device in devices() {
        let mut data: Vec<u32> = (0..128).collect();
        turn::<5, 2>(&mut data).dispatch(&device).unwrap();
        let expected: Vec<u32> = (0..128).map(|i| i / 64 * 64 + (i + 5) % 64).collect();
        assert_eq!(data, expected, "on {device}");
        // 64 / 0 is 0, as everywhere; an array of none would be V024, so `M` is 64 here.
        turn::<1, 64>(&mut data).dispatch(&device).unwrap();
        let expected: Vec<u32> = (0..128).map(|i| i / 64 * 64 + (i + 6) % 64).collect();
        assert_eq!(data, expected, "on {device}");
    }
}

#[vyre::kernel]
fn large<const N: u32>(out: &mut [u32]) {
    let mut window = [0u32; N];
    window[out[0]] = 7;
    out[0] = window[3];
}

#[test]
fn a_value_that_breaks_a_rule_is_an_error_of_the_launch() {
    for device in devices() {
        let mut out = [3];
        let error = large::<0xffff_ffff>(&mut out).dispatch(&device).unwrap_err();
        let Error::Invalid { errors } = &error else { unreachable!("{error}") };
        assert!(matches!(errors[0].problem, Problem::StaticMemory { .. }), "{error}");
        assert_eq!(out, [3]);
        large::<4>(&mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
    }
}

#[test]
fn threads_share_the_programs() {
    let addresses: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..8).map(|_| scope.spawn(|| std::ptr::from_ref(blur::<3>::program()).addr())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(addresses.iter().all(|address| *address == addresses[0]));
}
