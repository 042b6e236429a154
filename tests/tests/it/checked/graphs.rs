//! What graph codes do, after the patterns of Indigo: vertices pull from neighbours and push to them, fill worklists and shorten paths.
//! A vertex has the neighbours `r[2 * i]` and `r[2 * i + 1]`.

const SOURCE: &str = include_str!("graphs.rs");

kernels! {
    pull {
        let i = invocation_id().x;
        b[i] = a[r[2 * i]] + a[r[2 * i + 1]];
    }

    pull_in_place {
        let i = invocation_id().x;
        a[i] = a[r[2 * i]] + a[r[2 * i + 1]]; //~ race
    }

    push {
        let i = invocation_id().x;
        c[r[2 * i]].fetch_add(a[i]);
        c[r[2 * i + 1]].fetch_add(a[i]);
    }

    push_without_atomics {
        let i = invocation_id().x;
        b[r[2 * i]] += a[i]; //~ race
    }

    push_the_greatest_without_atomics {
        let i = invocation_id().x;
        let to = r[2 * i];
        if b[to] < a[i] { //~ race
            b[to] = a[i]; //~ race
        }
    }

    push_a_mark {
        let i = invocation_id().x;
        b[r[2 * i]] = 1; //~ benign
    }

    push_a_mark_and_look {
        let i = invocation_id().x;
        b[r[2 * i]] = 1; //~ race //~ benign
        if b[i] == 0 { //~ race
            a[i] = 0;
        }
    }

    push_along_one_edge_each {
        let i = invocation_id().x;
        b[r[i]] = a[i];
    }

    conditional_vertex {
        let i = invocation_id().x;
        let mut greatest = 0;
        for k in 0..2 {
            greatest = greatest.max(a[r[2 * i + k]]);
        }
        if greatest > 50 {
            c[0].fetch_max(greatest);
        }
    }

    conditional_vertex_without_atomics {
        let i = invocation_id().x;
        let mut greatest = 0;
        for k in 0..2 {
            greatest = greatest.max(a[r[2 * i + k]]);
        }
        if greatest > b[0] { //~ race
            b[0] = greatest; //~ race
        }
    }

    conditional_edge {
        let i = invocation_id().x;
        for k in 0..2 {
            if i < r[2 * i + k] {
                c[0].fetch_add(1);
            }
        }
    }

    conditional_edge_without_atomics {
        let i = invocation_id().x;
        for k in 0..2 {
            if i < r[2 * i + k] {
                b[0] += 1; //~ race
            }
        }
    }

    worklist {
        let i = invocation_id().x;
        if a[i] % 3 == 1 {
            let at = c[0].fetch_add(1);
            b[at] = i; //~ order
        }
    }

    worklist_without_atomics {
        let i = invocation_id().x;
        if a[i] % 3 == 1 {
            let at = b[0]; //~ race
            b[0] = at + 1; //~ race
            b[1 + at % 8] = i;
        }
    }

    worklist_by_a_running_sum {
        let (i, g) = (invocation_id().x, workgroup_id().x);
        let is_wanted = a[i] % 2;
        let at = workgroup_exclusive_sum(is_wanted);
        if is_wanted == 1 {
            b[g * 8 + at] = i;
        }
    }

    worklist_by_a_running_sum_of_one_workgroup {
        let i = invocation_id().x;
        let is_wanted = a[i] % 2;
        let at = workgroup_exclusive_sum(is_wanted);
        if is_wanted == 1 {
            b[at] = i; //~ race
        }
    }

    path_compression {
        let i = invocation_id().x;
        let parent = c[i].load();
        c[i].store(c[parent].load());
    }

    path_compression_of_plain_numbers {
        let i = invocation_id().x;
        let parent = r[i];
        a[i] = a[parent]; //~ race
    }

    levels_of_a_search {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut level = workgroup_array::<u32, 8>();
        level[l] = if l == 0 { 1 } else { 0 };
        barrier();
        for k in 1..4 {
            let is_next = l > 0 && level[l - 1] == k && level[l] == 0;
            barrier();
            if is_next {
                level[l] = k + 1;
            }
            barrier();
        }
        b[i] = level[l];
    }

    levels_of_a_search_at_once {
        let (i, l) = (invocation_id().x, local_id().x);
        let mut level = workgroup_array::<u32, 8>();
        level[l] = if l == 0 { 1 } else { 0 };
        barrier();
        for k in 1..4 {
            if l > 0 && level[l - 1] == k { //~ race
                level[l] = k + 1; //~ race
            }
            barrier();
        }
        b[i] = level[l];
    }

    neighbours_out_of_bounds {
        let i = invocation_id().x;
        b[i] = a[r[i] + 60];
    }

    component_of_the_least_neighbour {
        let i = invocation_id().x;
        c[r[2 * i]].fetch_min(i);
        c[i].fetch_min(r[2 * i]);
    }
}
