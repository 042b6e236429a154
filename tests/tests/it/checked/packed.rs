//! Elements that share words: they race each for itself, though a store changes a word of several.

use super::label::{Labelled, check};
use vyre::f16;
use vyre::prelude::*;

const SOURCE: &str = include_str!("packed.rs");

#[vyre::data]
#[derive(Default)]
struct Rgb {
    r: u8,
    g: u8,
    b: u8,
}

#[vyre::data]
#[derive(Default)]
struct Point {
    x: f16,
    y: f16,
}

#[vyre::data]
#[derive(Default)]
struct Cell {
    kind: u8,
    level: i8,
    charge: i16,
    count: u32,
    lanes: [u8; 4],
}

/// Kernels over elements of 8 and 16 bits, structs of them, truth values, the atomics `n` and the read-only `r`.
macro_rules! kernels {
    ($($name:ident $body:tt)*) => {
        $(
            #[vyre::kernel(workgroup_size = 8)]
            #[allow(unused_variables, clippy::too_many_arguments)]
            fn $name(
                a: &mut [u8],
                b: &mut [u16],
                c: &mut [i8],
                h: &mut [f16],
                s: &mut [Rgb],
                k: &mut [Cell],
                p: &mut [Point],
                t: &mut [bool],
                n: &[AtomicU32],
                r: &[u8],
            ) $body
        )*

        #[test]
        fn every_finding_has_its_lines() {
            let kernels = [$(Labelled {
                name: stringify!($name),
                run: |device| {
                    let mut a: Vec<u8> = (0..67).map(|k| 3 * k + 1).collect();
                    let (mut b, mut c): (Vec<u16>, Vec<i8>) = ((500..567).collect(), (-40..27).collect());
                    let mut h: Vec<f16> = (0..67).map(|k| f16::from_f32(k as f32)).collect();
                    let mut s = [Rgb::default(); 33];
                    let (mut k, mut p) = ([Cell::default(); 32], [Point::default(); 32]);
                    let (mut t, mut n) = ([false; 33], [0u32; 4]);
                    let r: Vec<u8> = (0..32).map(|k| (5 * k + 3) % 16).collect();
                    let launch = $name(&mut a, &mut b, &mut c, &mut h, &mut s, &mut k, &mut p, &mut t, &mut n, &r);
                    launch.workgroups([2, 1, 1]).dispatch(device)
                },
                certain: || vyre::ir::certain_races($name::program()),
            }),*];
            check(&kernels, SOURCE);
        }
    };
}

kernels! {
    own_bytes {
        let i = invocation_id().x;
        a[i] = i as u8;
    }

    own_bytes_updated {
        let i = invocation_id().x;
        a[i] += 3;
        c[i] -= 3;
    }

    own_numbers_of_two_bytes {
        let i = invocation_id().x;
        b[i] = b[i] ^ 0x0ff0;
    }

    own_halves {
        let i = invocation_id().x;
        h[i] = h[i] + f16::ONE;
    }

    own_truth_values {
        let i = invocation_id().x;
        t[i] = !t[i];
    }

    even_bytes_from_odd_ones {
        let i = invocation_id().x;
        a[2 * i] = a[2 * i + 1];
    }

    odd_halves_from_even_ones {
        let i = invocation_id().x;
        h[2 * i + 1] = h[2 * i];
    }

    signed_bytes_from_the_other_end {
        let i = invocation_id().x;
        c[i] = c[66 - i];
    }

    a_permutation_of_bytes {
        let i = invocation_id().x;
        a[u32::from(r[i])] = i as u8;
    }

    four_invocations_for_a_word {
        let i = invocation_id().x;
        match i {
            0 => a[0] = 9,
            1 => a[1] += 1,
            2 => a[2] = a[4],
            3 => a[3] = a[3],
            _ => {}
        }
    }

    two_invocations_for_a_word {
        let i = invocation_id().x;
        match i {
            0 => b[6] = 9,
            9 => b[7] += 1,
            _ => {}
        }
    }

    neighbours_after_a_barrier {
        let (i, l) = (invocation_id().x, local_id().x);
        a[i] = i as u8;
        barrier();
        b[i] = u16::from(a[i - l + (l + 1) % 8]);
    }

    a_byte_that_nobody_asks_for {
        let i = invocation_id().x;
        if i < 4 && a[i + 1] == 250 {
            t[i] = true;
        }
        if i >= 8 {
            a[i] = 2;
        }
    }

    structs_that_straddle_words {
        let i = invocation_id().x;
        s[i].r = 1;
        s[i].g += 2;
        s[i].b = s[i].r;
    }

    fields_of_one_struct {
        let i = invocation_id().x;
        match i {
            0 => s[5].r = 1,
            1 => s[5].g += 1,
            2 => s[5].b = 3,
            3 => k[5].kind = 3,
            4 => k[5].level -= 3,
            5 => k[5].charge = 300,
            6 => k[5].count += 1,
            7 => k[5].lanes[0] = 1,
            8 => k[5].lanes[3] ^= 1,
            _ => {}
        }
    }

    halves_of_one_struct {
        let i = invocation_id().x;
        match i {
            0 => p[3].x = f16::ONE,
            1 => p[3].y = p[3].y + f16::ONE,
            2 => p[2].y = p[4].x,
            3 => p[4].y = p[2].x,
            _ => {}
        }
    }

    lanes_of_one_struct {
        let i = invocation_id().x;
        k[i / 4].lanes[i % 4] += i as u8;
    }

    whole_structs {
        let i = invocation_id().x;
        k[i] = k[i + 16];
        s[i] = s[i + 16];
    }

    one_byte_with_one_value {
        a[5] = 7; //~ benign
    }

    one_number_of_two_bytes_with_one_value {
        b[1] = 1000; //~ benign
    }

    one_half_with_one_value {
        h[1] = f16::ONE; //~ benign
    }

    one_field_with_one_value {
        s[2].g = 4; //~ benign
    }

    pairs_of_invocations_with_one_value {
        let i = invocation_id().x;
        a[i / 2] = (i / 2) as u8; //~ benign
    }

    truth_values_of_one_value {
        t[0] = true; //~ benign
    }

    one_byte {
        let i = invocation_id().x;
        a[0] = i as u8; //~ race
    }

    a_byte_of_pairs {
        let i = invocation_id().x;
        a[i / 2] = i as u8; //~ race
    }

    a_signed_byte_of_pairs {
        let i = invocation_id().x;
        c[i / 2] -= i as i8; //~ race
    }

    a_number_of_two_bytes_of_pairs {
        let i = invocation_id().x;
        b[i / 2] = i as u16; //~ race
    }

    a_half_of_pairs {
        let i = invocation_id().x;
        h[i / 2] = f16::from_bits(i as u16); //~ race
    }

    a_truth_value_of_pairs {
        let i = invocation_id().x;
        t[i / 2] = i % 2 == 0; //~ race
    }

    the_byte_after_ones_own {
        let i = invocation_id().x;
        let next = a[i + 1]; //~ race
        a[i] = next; //~ race
    }

    the_signed_byte_after_ones_own {
        let i = invocation_id().x;
        let next = c[i + 1]; //~ race
        c[i] = next; //~ race
    }

    the_half_after_ones_own {
        let i = invocation_id().x;
        let next = h[i + 1]; //~ race
        h[i] = next; //~ race
    }

    the_number_of_two_bytes_after_ones_own {
        let i = invocation_id().x;
        let next = b[i + 1]; //~ race
        b[i] = next; //~ race
    }

    a_byte_that_is_asked_for {
        let i = invocation_id().x;
        if i < 12 && a[i + 1] == 250 { //~ race
            t[i] = true;
        }
        if i >= 8 {
            a[i] = 2; //~ race
        }
    }

    the_first_byte_while_it_changes {
        let i = invocation_id().x;
        b[i] = u16::from(a[0]); //~ race
        if i == 9 {
            a[0] = 3; //~ race
        }
    }

    a_histogram_of_bytes {
        let i = invocation_id().x;
        a[u32::from(r[i]) % 4] += 1; //~ race
    }

    one_field {
        let i = invocation_id().x;
        s[3].g = i as u8; //~ race
    }

    one_field_of_pairs {
        let i = invocation_id().x;
        k[i / 2].charge += 1; //~ race
    }

    one_half_of_a_struct {
        let i = invocation_id().x;
        p[i / 2].y = p[i / 2].y + f16::ONE; //~ race
    }

    one_lane {
        let i = invocation_id().x;
        k[1].lanes[i % 2] = i as u8; //~ race
    }

    a_whole_struct_and_a_field {
        let i = invocation_id().x;
        if i % 2 == 0 {
            k[i] = k[i + 16]; //~ race
        } else {
            k[i - 1].level = 1; //~ race
        }
    }

    a_number_of_a_packed_struct {
        let i = invocation_id().x;
        k[i / 2].count += i; //~ race
    }

    bytes_by_tickets {
        let i = invocation_id().x;
        let ticket = n[0].fetch_add(1);
        a[ticket] = i as u8; //~ order
    }

    halves_by_tickets {
        let i = invocation_id().x;
        let ticket = n[0].fetch_add(1);
        h[ticket] = f16::from_bits(i as u16); //~ order
    }
}

#[vyre::kernel(workgroup_size = 8)]
fn neighbours(data: &mut [u8], halves: &mut [f16]) {
    let i = invocation_id().x;
    let next = data[i + 1];
    data[i] = next + 1;
    halves[i / 2 + 9] = f16::from_bits(i as u16);
}

#[test]
fn a_race_names_the_element() {
    let (mut data, mut halves) = ([5u8; 17], [f16::ZERO; 17]);
    let launch = neighbours(&mut data, &mut halves).workgroups([1, 1, 1]);
    let Err(vyre::Error::Checked(report)) = launch.dispatch(&Device::checked()) else { panic!("no race") };
    let found = report.findings().iter().map(|found| (found.buffer(), found.index(), found.times()));
    // Seven invocations write what the one before has read, and four pairs share a half.
    assert_eq!(found.collect::<Vec<_>>(), [("data", 1, 7), ("halves", 9, 4)], "{report}");
}
