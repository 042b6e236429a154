//! More of both sides: each pattern as it races, and as it does not.

const SOURCE: &str = include_str!("pairs.rs");

kernels! {
    shared_number_that_is_read {
        let i = invocation_id().x;
        let n = b[5];
        a[i] += n;
    }

    shared_number_that_counts_up {
        let n = b[5]; //~ race
        b[5] = n + 1; //~ race
    }

    greatest_by_the_first {
        let i = invocation_id().x;
        if i == 0 {
            let mut most = 0;
            for k in 0..16 {
                most = most.max(a[k]);
            }
            b[0] = most;
        }
    }

    sum_by_the_first_while_others_write {
        let i = invocation_id().x;
        if i == 0 {
            for k in 0..16 {
                b[0] += a[k]; //~ race
            }
        } else {
            a[i] = 0; //~ race
        }
    }

    turned_by_one {
        let i = invocation_id().x;
        b[(i + 1) % 16] = a[i];
    }

    turned_by_one_in_place {
        let i = invocation_id().x;
        a[(i + 1) % 16] = a[i]; //~ race
    }

    even_and_odd_read_each_other {
        let i = invocation_id().x;
        if i % 2 == 0 {
            b[i] = a[i + 1];
        } else {
            b[i] = a[i - 1];
        }
    }

    even_read_what_odd_write {
        let i = invocation_id().x;
        if i % 2 == 0 {
            b[i] = a[i + 1]; //~ race
        } else {
            a[i] = 0; //~ race
        }
    }

    pairs_by_their_first {
        let i = invocation_id().x;
        if i % 2 == 0 {
            let sum = a[i] + a[i + 1];
            a[i] = sum;
            a[i + 1] = sum;
        }
    }

    pairs_by_both {
        let i = invocation_id().x;
        a[i] += a[i ^ 1]; //~ race
    }

    triples_that_overlap {
        let i = invocation_id().x;
        for k in 0..3 {
            b[i + k] += 1; //~ race
        }
    }

    triples_apart {
        let i = invocation_id().x;
        for k in 0..3 {
            b[3 * i + k] += 1;
        }
    }

    permuted_and_flipped {
        let i = invocation_id().x;
        b[r[i] ^ 1] = a[i];
    }

    remainder_of_twelve {
        let i = invocation_id().x;
        b[i % 12] = i; //~ race
    }

    remainder_of_sixteen {
        let i = invocation_id().x;
        b[i % 16] = i;
    }

    index_moved_down {
        let i = invocation_id().x;
        b[i >> 1] = i; //~ race
    }

    index_with_reversed_bits {
        let i = invocation_id().x;
        b[i.reverse_bits() >> 28] = i;
    }

    index_with_flipped_bits {
        let i = invocation_id().x;
        b[i ^ 5] = i;
    }

    index_without_its_high_bit {
        let i = invocation_id().x;
        b[i & 7] = i; //~ race
    }

    index_without_its_high_bit_in_each_workgroup {
        let i = invocation_id().x;
        b[workgroup_id().x * 8 + (i & 7)] = i;
    }

    square_of_the_index {
        let i = invocation_id().x;
        b[i * i % 16] = i; //~ race
    }

    odd_multiple_of_the_index {
        let i = invocation_id().x;
        b[5 * i % 16] = i;
    }

    even_multiple_of_the_index {
        let i = invocation_id().x;
        b[6 * i % 16] = i; //~ race
    }

    condition_on_ones_own {
        let i = invocation_id().x;
        if a[i] % 2 == 0 {
            b[i] = a[i];
            a[i] = 0;
        }
    }

    condition_on_the_next {
        let i = invocation_id().x;
        if a[(i + 1) % 16] % 2 == 0 { //~ race
            a[i] = 9; //~ race
        }
    }

    sum_in_a_variable {
        let i = invocation_id().x;
        let mut sum = 0;
        for k in 0..16 {
            sum += a[k];
        }
        b[i] = sum;
    }

    sum_in_ones_own_element {
        let i = invocation_id().x;
        for k in 0..16 {
            b[i] += a[k];
        }
    }

    sum_in_one_element {
        let i = invocation_id().x;
        for k in 0..4 {
            b[0] += a[4 * i + k]; //~ race
        }
    }

    running_sum_by_the_first {
        let i = invocation_id().x;
        if i == 0 {
            for k in 1..16 {
                a[k] += a[k - 1];
            }
        }
    }

    running_sum_by_all {
        let i = invocation_id().x;
        if i > 0 {
            a[i] += a[i - 1]; //~ race
        }
    }

    forth_and_back_by_one {
        let i = invocation_id().x;
        b[i] = a[i];
        a[i] = b[i] + 1;
    }

    forth_and_back_by_others {
        let i = invocation_id().x;
        b[i] = a[i]; //~ race
        a[i] = b[15 - i]; //~ race
    }

    mean_of_neighbours {
        let i = invocation_id().x;
        if i > 0 && i < 15 {
            b[i] = (a[i - 1] + a[i + 1]) / 2;
        }
    }

    mean_of_neighbours_in_place {
        let i = invocation_id().x;
        if i > 0 && i < 15 {
            a[i] = (a[i - 1] + a[i + 1]) / 2; //~ race
        }
    }

    one_of_a_list {
        let i = invocation_id().x;
        if r[i] == 0 {
            b[0] = i;
        }
    }

    two_of_a_list {
        let i = invocation_id().x;
        if r[i] < 2 {
            b[0] = i; //~ race
        }
    }

    sums_of_columns {
        let i = invocation_id().x;
        for k in 0..4 {
            b[i % 4] += a[4 * i + k]; //~ race
        }
    }

    colour_after_the_one_before {
        let i = invocation_id().x;
        let before = b[(i + 15) % 16]; //~ race
        b[i] = before + 1; //~ race
    }

    colour_after_the_one_before_in_a_copy {
        let i = invocation_id().x;
        let before = a[(i + 15) % 16];
        b[i] = before + 1;
    }

    tile_that_is_written_twice {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = a[i];
        tile[l] += 1;
        barrier();
        b[i] = tile[(l + 1) % 8];
    }

    tile_that_is_turned_in_place {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = a[i];
        barrier();
        let next = tile[(l + 1) % 8]; //~ race
        tile[l] = next; //~ race
        b[i] = tile[l];
    }

    tile_that_is_turned_in_two_phases {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        tile[l] = a[i];
        barrier();
        let next = tile[(l + 1) % 8];
        barrier();
        tile[l] = next;
        b[i] = tile[l];
    }

    tile_moved_up_without_a_barrier {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if l < 7 {
            tile[l + 1] = a[i]; //~ race
        }
        b[i] = tile[l]; //~ race
    }

    tile_by_half_of_the_workgroup {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if l < 4 {
            tile[l] = a[i];
            tile[l + 4] = a[i] * 2;
        }
        barrier();
        b[i] = tile[l];
    }

    tile_by_more_than_half_of_the_workgroup {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if l < 5 {
            tile[l] = a[i]; //~ race
            tile[l + 3] = i; //~ race
        }
        barrier();
        b[i] = tile[l];
    }

    leader_of_each_round {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        for k in 0..3 {
            if l == 0 {
                tile[0] = k;
            }
            barrier();
            b[i] += tile[0];
            barrier();
        }
    }

    leader_of_each_round_too_early {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        for k in 0..3 {
            if l == 0 {
                tile[0] = k; //~ race
            }
            barrier();
            b[i] += tile[0]; //~ race
        }
    }

    two_leaders {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if l == 0 {
            tile[0] = i; //~ race
        }
        if l == 4 {
            tile[0] = i; //~ race
        }
        barrier();
        b[i] = tile[0];
    }

    two_leaders_of_two_elements {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if l == 0 {
            tile[0] = i;
        }
        if l == 4 {
            tile[1] = i;
        }
        barrier();
        b[i] = tile[l % 2];
    }

    leader_by_its_data {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if a[i] == a[i - l] {
            tile[0] = i;
        }
        barrier();
        b[i] = tile[0];
    }

    vote_by_one_value {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if a[i] > 10 {
            tile[0] = 1; //~ benign
        }
        barrier();
        b[i] = tile[l % 1];
    }

    vote_by_other_values {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut tile = workgroup_array::<u32, 8>();
        if a[i] > 10 {
            tile[0] = l; //~ race
        }
        barrier();
        b[i] = tile[l % 1];
    }

    counter_of_ones_own {
        let i = invocation_id().x;
        let before = c[i].fetch_add(1);
        b[i] = before;
    }

    counter_of_all_that_is_kept {
        let i = invocation_id().x;
        let before = c[0].fetch_add(1);
        b[i] = before; //~ order
    }

    least_of_all {
        let i = invocation_id().x;
        c[0].fetch_min(a[i]);
    }

    parity_of_all {
        let i = invocation_id().x;
        c[0].fetch_xor(a[i]);
    }

    bits_of_four_words {
        let i = invocation_id().x;
        c[i / 4].fetch_or(1 << (i % 4));
    }

    ends_of_a_ring_of_edges {
        let i = invocation_id().x;
        c[i].fetch_add(1);
        c[(i + 1) % 16].fetch_add(1);
    }
}
