//! Atomics, and what they do not order.

const SOURCE: &str = include_str!("atomics.rs");

kernels! {
    counter {
        c[0].fetch_add(1);
    }

    histogram {
        let i = invocation_id().x;
        c[a[i] % 8].fetch_add(1);
    }

    histogram_of_plain_numbers {
        let i = invocation_id().x;
        b[a[i] % 8] += 1; //~ race
    }

    histogram_in_the_workgroup {
        let (i, l) = (invocation_id().x, local_id().x);
        let own = workgroup_array::<AtomicU32, 4>();
        own[a[i] % 4].fetch_add(1);
        barrier();
        if l < 4 {
            c[l].fetch_add(own[l].load());
        }
    }

    histogram_of_plain_numbers_in_the_workgroup {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut own = workgroup_array::<u32, 4>();
        own[a[i] % 4] += 1; //~ race
        barrier();
        if l < 4 {
            c[l].fetch_add(own[l]);
        }
    }

    greatest {
        let i = invocation_id().x;
        c[0].fetch_max(a[i]);
    }

    greatest_of_plain_numbers {
        let i = invocation_id().x;
        if a[i] > b[0] { //~ race
            b[0] = a[i]; //~ race
        }
    }

    greatest_checked_twice {
        let i = invocation_id().x;
        if a[i] > c[0].load() {
            c[0].fetch_max(a[i]);
        }
    }

    tickets {
        let i = invocation_id().x;
        let ticket = c[0].fetch_add(1);
        b[ticket] = i; //~ order
    }

    tickets_of_one_value {
        let ticket = c[0].fetch_add(1);
        b[ticket] = 1;
    }

    tickets_that_are_not_used {
        let i = invocation_id().x;
        let ticket = c[0].fetch_add(1);
        if ticket < 16 {
            b[i] = a[i];
        }
    }

    tickets_of_plain_numbers {
        let i = invocation_id().x;
        let ticket = b[0]; //~ race
        b[0] = ticket + 1; //~ race
        a[16 + ticket] = i;
    }

    ticket_in_the_own_element {
        let i = invocation_id().x;
        b[i] = c[0].fetch_add(1); //~ order
    }

    exchange {
        let i = invocation_id().x;
        c[0].swap(i); //~ order
    }

    exchange_of_ones_own {
        let i = invocation_id().x;
        b[i] = c[i].swap(i);
    }

    stores_of_atomics {
        let i = invocation_id().x;
        c[1].store(i); //~ order
    }

    stores_of_one_value {
        c[1].store(7);
    }

    first_by_compare_exchange {
        let i = invocation_id().x;
        if c[0].compare_exchange(0, i + 1) == 0 { //~ order
            b[0] = 1;
        }
    }

    first_of_all_by_minimum {
        let i = invocation_id().x;
        c[0].fetch_max(16 - i);
    }

    each_bit_once {
        let i = invocation_id().x;
        c[0].fetch_or(1 << i);
    }

    toggled {
        let i = invocation_id().x;
        c[0].fetch_xor(a[i]);
    }

    update_that_gets_lost {
        let old = c[2].load();
        c[2].store(old + 1); //~ order
    }

    data_behind_a_flag {
        let i = invocation_id().x;
        if i == 0 {
            b[0] = 42; //~ race
            c[0].store(1);
        }
        if i == 9 && c[0].load() == 1 {
            a[0] = b[0]; //~ race
        }
    }

    data_behind_a_flag_of_the_workgroup {
        let i = invocation_id().x;
        if i == 0 {
            b[0] = 42;
            c[0].store(1);
        }
        barrier();
        if i == 5 && c[0].load() == 1 {
            a[0] = b[0];
        }
    }

    last_one_sums {
        let i = invocation_id().x;
        b[i] = a[i]; //~ race
        let before = c[0].fetch_add(1);
        if before == 15 {
            let mut sum = 0;
            for k in 0..16 {
                sum += b[k]; //~ race
            }
            a[0] = sum; //~ race
        }
    }

    critical_section_by_a_lock {
        if c[0].compare_exchange(0, 1) == 0 {
            b[0] += 1; //~ race
            c[0].store(0);
        }
    }

    one_element_of_atomics_and_one_of_numbers {
        let i = invocation_id().x;
        c[i].fetch_add(a[i]);
        a[i] = c[i].load();
    }

    sums_of_both_workgroups {
        let (i, l) = (invocation_id().x, local_id().x);
        let sum = workgroup_sum(a[i]);
        if l == 0 {
            c[0].fetch_add(sum);
        }
    }

    sums_of_both_workgroups_in_plain_numbers {
        let (i, l) = (invocation_id().x, local_id().x);
        let sum = workgroup_sum(a[i]);
        if l == 0 {
            b[0] += sum; //~ race
        }
    }
}
