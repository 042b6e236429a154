//! Atomic loads and stores, and atomics in workgroup memory.

use vyre_tests::devices;

#[vyre::kernel(workgroup_size = 64)]
fn wait(flags: &[AtomicU32], out: &mut [u32]) {
    for _ in 0..1000 {
        if flags[0].load() == 1 {
            break;
        }
    }
    flags[1].store(5);
    out[0] = flags[0].load();
}

#[test]
fn a_loop_that_polls_stays_in_the_shader() {
    let wgsl = wait::wgsl();
    assert!(wgsl.contains("flags: array<atomic<u32>>"), "{wgsl}");
    assert!(wgsl.contains("for (var"), "{wgsl}");
    let (waiting, after) = wgsl.split_once("break;").unwrap();
    assert!(waiting.split_once("for (var").unwrap().1.contains("load_flags("), "{wgsl}");
    assert!(after.contains("store_flags(1u, 5u)") && after.contains("load_flags(0u)"), "{wgsl}");
    assert!(wgsl.contains("return atomicLoad(&flags[i]);"), "{wgsl}");
    assert!(wgsl.contains("atomicStore(&flags[i], value);"), "{wgsl}");
}

#[test]
fn loads_and_stores_are_done() {
    for device in devices() {
        let (mut flags, mut out) = ([1, 0], [0]);
        wait(&mut flags, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!((flags, out), ([1, 5], [1]), "{device}");
    }
}

/// A histogram of `data`, by workgroups of 64 with a table each.
#[vyre::kernel(workgroup_size = 64)]
fn histogram(data: &[u32], counts: &[AtomicU32]) {
    let table = workgroup_array::<AtomicU32, 16>();
    let (i, local) = (invocation_id().x, local_id().x);
    if i < data.len() {
        table[data[i]].fetch_add(1);
    }
    barrier();
    if local < table.len() {
        counts[local].fetch_add(table[local].load());
    }
}

#[test]
fn workgroups_count_on_their_own() {
    for device in devices() {
        let data: Vec<u32> = (0..1000).map(|n| n * n % 17).collect();
        let mut expected = [0; 16];
        data.iter().filter(|n| **n < 16).for_each(|n| expected[*n as usize] += 1);
        let mut counts = [0; 16];
        histogram(&data, &mut counts).invocations([1000, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(counts, expected, "{device}");
    }
}

/// Every operation, by one invocation while the others wait.
#[vyre::kernel(workgroup_size = 8)]
fn operations(out: &mut [u32]) {
    let x = workgroup_array::<AtomicU32, 2>();
    if local_id().x == 3 {
        x[0].store(12);
        out[0] = x[0].fetch_add(3);
        out[1] = x[0].fetch_or(16);
        out[2] = x[0].fetch_and(0x1e);
        out[3] = x[0].fetch_xor(1);
        out[4] = x[0].fetch_min(9);
        out[5] = x[0].fetch_max(10);
        out[6] = x[0].swap(20);
        out[7] = x[0].compare_exchange(20, 21);
        out[8] = x[0].compare_exchange(20, 22);
        out[9] = x[0].load();
        out[10] = x[2].fetch_add(1) + x[0xffff_ffff].load();
        out[11] = x.len();
    }
}

#[test]
fn every_operation_works_in_workgroup_memory() {
    for device in devices() {
        let mut out = [99; 12];
        operations(&mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, [12, 15, 31, 30, 31, 9, 10, 20, 21, 21, 0, 2], "{device}");
    }
}
