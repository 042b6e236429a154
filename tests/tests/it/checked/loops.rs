//! Dependences between the iterations of what would be a loop on one processor.

const SOURCE: &str = include_str!("loops.rs");

kernels! {
    anti_dependence {
        let i = invocation_id().x;
        a[i] = a[i + 1] + 1; //~ race
    }

    anti_dependence_of_a_copy {
        let i = invocation_id().x;
        b[i] = a[i + 1] + 1;
    }

    true_dependence {
        let i = invocation_id().x;
        a[i + 1] = a[i] + 1; //~ race
    }

    true_dependence_in_two_lines {
        let i = invocation_id().x;
        let before = a[i]; //~ race
        a[i + 1] = before * 2; //~ race
    }

    dependence_within_one {
        let i = invocation_id().x;
        a[i] = a[i] + 1;
        a[i] = a[i] * 2;
        b[i] = a[i];
    }

    output_dependence {
        let i = invocation_id().x;
        b[i / 2] = i; //~ race
    }

    output_dependence_of_one_value {
        let i = invocation_id().x;
        b[i / 2] = 5; //~ benign
    }

    output_dependence_in_two_lines {
        let i = invocation_id().x;
        if i % 2 == 0 {
            b[i / 2] = 1; //~ race
        } else {
            b[i / 2] = 2; //~ race
        }
    }

    reduction_missing {
        let i = invocation_id().x;
        b[0] = b[0] + a[i]; //~ race
    }

    plus_plus {
        b[3] += 1; //~ race
    }

    reduction_of_atomics {
        let i = invocation_id().x;
        c[0].fetch_add(a[i]);
    }

    temporary_that_all_share {
        let i = invocation_id().x;
        b[0] = a[i]; //~ race
        a[i] = b[0] + 1; //~ race
    }

    temporary_of_ones_own {
        let i = invocation_id().x;
        let kept = a[i];
        a[i] = kept + 1;
    }

    last_value {
        let i = invocation_id().x;
        b[1] = i; //~ race
    }

    last_value_by_one {
        let i = invocation_id().x;
        if i == 15 {
            b[1] = i;
        }
    }

    last_value_by_the_last_of_each_workgroup {
        let (i, l) = (invocation_id().x, local_id().x);
        if l == 7 {
            b[1] = i; //~ race
        }
    }

    value_by_the_last_of_each_workgroup {
        let (i, l, g) = (invocation_id().x, local_id().x, workgroup_id().x);
        if l == 7 {
            b[g] = i;
        }
    }

    flag_that_is_set {
        let i = invocation_id().x;
        if a[i] > 20 {
            b[0] = 1; //~ benign
        }
    }

    flag_that_is_read_too {
        let i = invocation_id().x;
        if a[i] > 20 {
            b[0] = 1; //~ race //~ benign
        }
        a[i] = b[0]; //~ race
    }

    halves_that_overlap {
        let i = invocation_id().x;
        if i < 8 {
            b[i + 8] = i + 1; //~ race
        } else {
            a[i] = b[i]; //~ race
        }
    }

    halves_that_do_not {
        let i = invocation_id().x;
        if i < 8 {
            b[i + 8] = i + 1;
        } else {
            a[i] = b[i + 8];
        }
    }

    halves_that_meet_at_one {
        let i = invocation_id().x;
        if i < 8 {
            b[i] = i + 1; //~ race
        } else {
            a[i] = b[i - 1]; //~ race
        }
    }

    permuted {
        let i = invocation_id().x;
        b[r[i]] = i;
    }

    permuted_and_halved {
        let i = invocation_id().x;
        b[r[i] / 2] = i; //~ race
    }

    permuted_read_of_what_is_written {
        let i = invocation_id().x;
        a[i] = a[r[i]] + 1; //~ race
    }

    permuted_read {
        let i = invocation_id().x;
        b[i] = a[r[i]] + 1;
    }

    strides_of_two {
        let i = invocation_id().x;
        b[2 * i] = i;
        b[2 * i + 1] = i + 1;
    }

    strides_that_meet {
        let i = invocation_id().x;
        b[2 * i] = i; //~ race
        b[3 * i] = i + 100; //~ race
    }

    strides_of_a_block {
        let i = invocation_id().x;
        for k in 0..4 {
            b[4 * i + k] = i * k;
        }
    }

    blocks_one_too_long {
        let i = invocation_id().x;
        for k in 0..4 {
            if i < 15 {
                b[3 * i + k] = i * 10 + k; //~ race
            }
        }
    }

    blocks_one_too_long_to_read {
        let i = invocation_id().x;
        let mut sum = 0;
        for k in 0..4 {
            sum += b[3 * i + k]; //~ race
        }
        b[3 * i] = sum + 1; //~ race
    }

    rows_and_columns {
        let i = invocation_id().x;
        let (row, column) = (i / 4, i % 4);
        b[column * 4 + row] = a[i];
    }

    transposed_in_place {
        let i = invocation_id().x;
        let (row, column) = (i / 4, i % 4);
        a[column * 4 + row] = a[i]; //~ race
    }

    swapped_by_the_lower {
        let i = invocation_id().x;
        let (row, column) = (i / 4, i % 4);
        if row < column {
            let kept = a[i];
            a[i] = a[column * 4 + row];
            a[column * 4 + row] = kept;
        }
    }

    swapped_by_both {
        let i = invocation_id().x;
        let (row, column) = (i / 4, i % 4);
        if row != column {
            let kept = a[column * 4 + row]; //~ race
            a[i] = kept; //~ race
        }
    }

    reversed {
        let i = invocation_id().x;
        b[15 - i] = a[i];
    }

    reversed_in_place {
        let i = invocation_id().x;
        a[15 - i] = a[i]; //~ race
    }

    reversed_in_place_by_half {
        let i = invocation_id().x;
        if i < 8 {
            let kept = a[i];
            a[i] = a[15 - i];
            a[15 - i] = kept;
        }
    }

    reversed_in_place_by_one_more {
        let i = invocation_id().x;
        if i <= 8 {
            let kept = a[i]; //~ race
            a[i] = a[15 - i]; //~ race
            a[15 - i] = kept; //~ race
        }
    }

    stencil_in_place {
        let i = invocation_id().x;
        a[i] = a[i] + a[(i + 15) % 16]; //~ race
    }

    stencil {
        let i = invocation_id().x;
        b[i] = a[i] + a[(i + 15) % 16] + a[i + 1];
    }

    stencil_of_red_and_black {
        let i = invocation_id().x;
        if i % 2 == 0 {
            a[i] = a[i + 1] + a[i + 15];
        }
    }

    stencil_of_red_and_red {
        let i = invocation_id().x;
        if i % 2 == 0 {
            a[i] = a[i + 2] + a[i + 16]; //~ race
        }
    }

    all_write_what_one_reads {
        let i = invocation_id().x;
        a[i] = i; //~ race
        if i == 3 {
            b[0] = a[4] + a[12]; //~ race
        }
    }

    one_writes_what_all_read {
        let i = invocation_id().x;
        if i == 0 {
            b[0] = 9; //~ race
        }
        a[i] = b[0]; //~ race
    }

    one_writes_what_none_reads {
        let i = invocation_id().x;
        if i == 0 {
            b[0] = 9;
        }
        a[i] = b[1];
    }

    all_read_one {
        let i = invocation_id().x;
        b[i] = a[0] + a[63];
    }

    outside_of_the_buffer {
        let i = invocation_id().x;
        a[64 + i % 2] = i;
        b[i] = a[70];
    }

    wide_accumulation {
        let i = invocation_id().x;
        let mut sum = 0;
        for k in 0..16 {
            sum += a[k];
        }
        b[i] = sum;
    }

    wide_accumulation_of_what_is_written {
        let i = invocation_id().x;
        let mut sum = 0;
        for k in 0..16 {
            sum += b[k]; //~ race
        }
        b[i] = sum + i; //~ race
    }

    triangle {
        let i = invocation_id().x;
        for k in i..16 {
            b[k] = i; //~ race
        }
    }

    triangle_of_rows {
        let i = invocation_id().x;
        for k in 0..i % 4 {
            b[i * 4 + k] = i;
        }
    }

    only_where_the_data_say_so {
        let i = invocation_id().x;
        if r[i] == 3 || r[i] == 13 {
            b[5] = i; //~ race
        }
    }

    only_where_one_of_the_data_says_so {
        let i = invocation_id().x;
        if r[i] == 3 {
            b[5] = i;
        }
    }
}
