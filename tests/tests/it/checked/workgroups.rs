//! Workgroup memory and barriers.

const SOURCE: &str = include_str!("workgroups.rs");

kernels! {
    exchange {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = a[i];
        barrier();
        b[i] = tile[7 - l];
    }

    exchange_without_a_barrier {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = a[i]; //~ race
        b[i] = tile[7 - l]; //~ race
    }

    own_element_without_a_barrier {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = a[i];
        b[i] = tile[l];
    }

    exchange_through_a_buffer {
        let (i, l, g) = (invocation_id().x, local_id().x, workgroup_id().x);
        b[i] = a[i];
        barrier();
        a[i] = b[g * 8 + 7 - l];
    }

    exchange_between_workgroups {
        let i = invocation_id().x;
        b[i] = a[i]; //~ race
        barrier();
        a[i] = b[(i + 8) % 16]; //~ race
    }

    exchange_with_the_next_workgroup_alone {
        let i = invocation_id().x;
        b[i] = a[i]; //~ race
        barrier();
        a[i] = b[i + 1]; //~ race
    }

    all_write_one {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[0] = l; //~ race
        barrier();
        b[i] = tile[1];
    }

    one_writes_and_all_read {
        let (i, l, g) = (invocation_id().x, local_id().x, workgroup_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if l == 0 {
            tile[0] = a[g];
        }
        barrier();
        b[i] = tile[0];
    }

    one_writes_and_all_read_at_once {
        let (i, l, g) = (invocation_id().x, local_id().x, workgroup_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if l == 0 {
            tile[0] = a[g]; //~ race
        }
        b[i] = tile[0]; //~ race
    }

    rounds_with_one_barrier {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        let mut sum = 0;
        for k in 0..3 {
            tile[l] = a[i] * k; //~ race
            barrier();
            sum += tile[7 - l]; //~ race
        }
        b[i] = sum;
    }

    rounds_with_two_barriers {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        let mut sum = 0;
        for k in 0..3 {
            tile[l] = a[i] * k;
            barrier();
            sum += tile[7 - l];
            barrier();
        }
        b[i] = sum;
    }

    rounds_over_two_tiles {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 16>();
        let mut sum = 0;
        for k in 0..4 {
            let at = k % 2 * 8;
            tile[at + l] = a[i] * k;
            barrier();
            sum += tile[at + 7 - l];
        }
        b[i] = sum;
    }

    rounds_over_two_tiles_of_which_one_is_taken {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 16>();
        let mut sum = 0;
        for k in 0..4 {
            let at = k / 2 * 8;
            tile[at + l] = a[i] * k; //~ race
            barrier();
            sum += tile[at + 7 - l]; //~ race
        }
        b[i] = sum;
    }

    sum_in_a_tree {
        let (i, l, g) = (invocation_id().x, local_id().x, workgroup_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = a[i];
        barrier();
        for k in 0..3 {
            let half = 4 >> k;
            if l < half {
                tile[l] += tile[l + half];
            }
            barrier();
        }
        if l == 0 {
            b[g] = tile[0];
        }
    }

    sum_in_a_tree_without_barriers {
        let (i, l, g) = (invocation_id().x, local_id().x, workgroup_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = a[i];
        barrier();
        for k in 0..3 {
            let half = 4 >> k;
            if l < half {
                tile[l] += tile[l + half]; //~ race
            }
        }
        barrier();
        if l == 0 {
            b[g] = tile[0];
        }
    }

    sum_in_a_tree_with_a_wrong_half {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = a[i];
        barrier();
        for k in 0..3 {
            let half = 4 >> k;
            if l <= half {
                tile[l] += tile[l + half]; //~ race
            }
            barrier();
        }
        b[i] = tile[7];
    }

    sum_in_a_tree_without_the_first_barrier {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = a[i]; //~ race
        for k in 0..3 {
            let half = 4 >> k;
            if l < half {
                tile[l] += tile[l + half]; //~ race
            }
            barrier();
        }
        b[i] = tile[0];
    }

    running_sum {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = a[i];
        barrier();
        for k in 0..3 {
            let step = 1 << k;
            let before = if l >= step { tile[l - step] } else { 0 };
            barrier();
            tile[l] += before;
            barrier();
        }
        b[i] = tile[l];
    }

    running_sum_with_a_barrier_less {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = a[i];
        barrier();
        for k in 0..3 {
            let step = 1 << k;
            let before = if l >= step { tile[l - step] } else { 0 }; //~ race
            tile[l] += before; //~ race
            barrier();
        }
        b[i] = tile[l];
    }

    collectives_order_no_memory {
        let (i, l, g) = (invocation_id().x, local_id().x, workgroup_id().x);
        b[i] = a[i]; //~ race
        let sum = workgroup_sum(a[i + 16]);
        a[i] = b[g * 8 + 7 - l] + sum; //~ race
    }

    collectives_alone {
        let (i, g) = (invocation_id().x, workgroup_id().x);
        let sum = workgroup_sum(a[i]);
        let rank = workgroup_exclusive_sum(1u32);
        b[g * 8 + rank] = sum;
    }

    broadcast_instead_of_memory {
        let i = invocation_id().x;
        b[i] = workgroup_broadcast(a[i], 3);
    }

    uniform_load_of_what_one_wrote {
        let (i, l, g) = (invocation_id().x, local_id().x, workgroup_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if l == 2 {
            tile[0] = a[g];
        }
        let value = workgroup_uniform_load(&tile[0]);
        b[i] = value;
    }

    uniform_load_of_what_several_wrote {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if l > 5 {
            tile[0] = l; //~ race
        }
        let value = workgroup_uniform_load(&tile[0]);
        b[i] = value;
    }

    same_value_into_a_tile {
        let (i, g) = (invocation_id().x, workgroup_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[0] = g + 1; //~ benign
        barrier();
        b[i] = tile[0];
    }

    matrix_through_a_tile {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<[u32; 5], 2>();
        let (row, column) = (l / 4, l % 4);
        tile[row][column] = a[i];
        barrier();
        b[i] = tile[l % 2][l / 2];
    }

    tile_of_the_workgroup_before {
        let (i, l, g) = (invocation_id().x, local_id().x, workgroup_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if g == 0 {
            tile[l] = a[i];
        }
        barrier();
        b[i] = tile[7 - l];
    }

    barrier_in_a_uniform_branch {
        let (i, l, g) = (invocation_id().x, local_id().x, workgroup_id().x);
        b[i] = a[i]; //~ race
        if g == 0 {
            barrier();
        }
        a[i] = b[g * 8 + 7 - l]; //~ race
    }

    barrier_in_both_branches {
        let (i, l, g) = (invocation_id().x, local_id().x, workgroup_id().x);
        b[i] = a[i];
        if g == 0 {
            barrier();
        } else {
            barrier();
        }
        a[i] = b[g * 8 + 7 - l];
    }

    phases_that_swap_roles {
        let (i, l) = (invocation_id().x, local_id().x);
        if l < 4 {
            b[i] = a[i];
        }
        barrier();
        if l >= 4 {
            b[i - 4] += 1;
        }
        barrier();
        if l < 4 {
            a[i] = b[i];
        }
    }

    phases_without_the_second_barrier {
        let (i, l) = (invocation_id().x, local_id().x);
        if l < 4 {
            b[i] = a[i];
        }
        barrier();
        if l >= 4 {
            b[i - 4] += 1; //~ race
        }
        if l < 4 {
            a[i] = b[i]; //~ race
        }
    }

    bubble_of_odd_and_even {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = r[i];
        barrier();
        for k in 0..8 {
            if l % 2 == k % 2 && l < 7 && tile[l] > tile[l + 1] {
                let kept = tile[l];
                tile[l] = tile[l + 1];
                tile[l + 1] = kept;
            }
            barrier();
        }
        b[i] = tile[l];
    }

    bubble_of_all {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = r[i];
        barrier();
        if l < 7 {
            let kept = tile[l]; //~ race
            tile[l + 1] = kept + 9; //~ race
        }
        barrier();
        b[i] = tile[0];
    }
}
