//! Races in functions, slices, lanes and nested arrays: the lines are those of the accesses.

const SOURCE: &str = include_str!("places.rs");

kernels! {
    race_in_a_function {
        let i = invocation_id().x;
        fn add(to: &mut [u32], at: u32, value: u32) {
            to[at] += value; //~ race
        }
        add(b, 0, a[i]);
    }

    function_without_a_race {
        let i = invocation_id().x;
        fn add(to: &mut [u32], at: u32, value: u32) {
            to[at] += value;
        }
        add(b, i, a[i]);
    }

    race_of_two_functions {
        let i = invocation_id().x;
        fn first(from: &[u32], at: u32) -> u32 {
            from[at + 1] //~ race
        }
        fn second(to: &mut [u32], at: u32) {
            to[at] = at; //~ race
        }
        let value = first(a, i);
        second(a, i);
        b[i] = value;
    }

    race_of_two_functions_with_a_barrier {
        let (i, l, g) = (invocation_id().x, local_id().x, workgroup_id().x);
        fn first(from: &[u32], at: u32) -> u32 {
            from[at]
        }
        fn second(to: &mut [u32], at: u32) {
            to[at] = at;
        }
        let value = first(a, g * 8 + 7 - l);
        barrier();
        second(a, i);
        b[i] = value;
    }

    race_in_a_function_on_a_tile {
        let i = invocation_id().x;
        fn put(to: &mut [u32], value: u32) {
            to[0] = value; //~ race
        }
        let mut tile = workgroup_array::<u32, 4>();
        put(&mut tile, i);
        barrier();
        b[i] = tile[1];
    }

    function_on_a_local_array {
        let i = invocation_id().x;
        fn put(to: &mut [u32], value: u32) {
            to[0] = value;
        }
        let mut own = [0u32; 5];
        put(&mut own, i);
        b[i] = own[0];
    }

    race_of_a_tile_of_rows {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<[u32; 3], 3>();
        tile[l % 3][1] = i; //~ race
        barrier();
        b[i] = tile[0][0];
    }

    race_in_a_condition {
        let i = invocation_id().x;
        if b[0] == 0 && i > 2 { //~ race
            b[0] = i; //~ race
        }
    }

    race_behind_a_short_circuit {
        let i = invocation_id().x;
        if i > 20 && b[0] == 0 {
            a[i] = 1;
        }
        b[i] = 2;
    }

    race_in_an_arm {
        let i = invocation_id().x;
        b[i] = match i {
            0 => a[1], //~ race
            1 => {
                a[1] = 77; //~ race
                5
            }
            _ => 6,
        };
    }

    race_in_a_while {
        let i = invocation_id().x;
        let mut k = 0;
        while k < b[0] + 2 { //~ race
            k += 1;
        }
        if i == 11 {
            b[0] = k; //~ race
        }
    }

    race_after_an_early_return {
        let i = invocation_id().x;
        if i > 1 {
            return;
        }
        b[7] = i; //~ race
    }

    no_race_after_an_early_return {
        let i = invocation_id().x;
        if i > 0 {
            return;
        }
        b[7] = i;
    }
}
