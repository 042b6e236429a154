//! Which invocations a launch runs, and what each of them is called.

use vyre::Device;
use vyre_tests::devices;

#[vyre::kernel(workgroup_size = 64)]
fn cover(a: &[u32], short: &mut [u32], long: &mut [u32], count: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < short.len() {
        short[i] += 1;
    }
    long[i] += 1;
    count[i].fetch_add(1);
    if i == a.len() {
        count[count.len() - 1].fetch_add(100);
    }
}

#[test]
fn the_default_grid_covers_the_longest_writable_argument() {
    for device in devices() {
        for len in [1, 2, 63, 64, 65, 127, 128, 129, 1000, 4096] {
            // The read-only argument is the longest of all and does not count.
            let (a, mut short, mut long) = (vec![0; 5000], vec![0; len / 2], vec![0; len]);
            let mut count = vec![0; len / 3 + 1];
            cover(&a, &mut short, &mut long, &mut count).dispatch(&device).unwrap();
            assert_eq!((short, long), (vec![1; len / 2], vec![1; len]), "{len} on {device}");
            assert_eq!(count, vec![1; len / 3 + 1], "{len} on {device}");

            let (mut short, mut long, mut count) = (vec![0; len / 2], vec![0; len / 3 + 1], vec![0; len]);
            cover(&a, &mut short, &mut long, &mut count).dispatch(&device).unwrap();
            assert_eq!(count, vec![1; len], "atomics are the longest: {len} on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = (4, 3, 2))]
fn count_all(total: &[AtomicU32]) {
    total[0].fetch_add(1);
    total[1].fetch_max(invocation_id().x);
    total[2].fetch_max(invocation_id().y);
    total[3].fetch_max(invocation_id().z);
}

/// How many invocations ran, and the largest of their ids along each axis.
#[allow(clippy::unwrap_used, reason = "only tests call it")]
fn extent(device: &Device, launch: impl FnOnce(vyre::Launch<'_>) -> vyre::Launch<'_>) -> [u32; 4] {
    let mut total = [0; 4];
    launch(count_all(&mut total)).dispatch(device).unwrap();
    total
}

#[test]
fn a_grid_of_invocations_is_rounded_up_to_workgroups() {
    for device in devices() {
        for (invocations, groups) in [
            ([1, 1, 1], [1, 1, 1]),
            ([4, 3, 2], [1, 1, 1]),
            ([5, 3, 2], [2, 1, 1]),
            ([4, 4, 2], [1, 2, 1]),
            ([4, 3, 3], [1, 1, 2]),
            ([8, 6, 4], [2, 2, 2]),
            ([9, 7, 5], [3, 3, 3]),
        ] {
            let by_invocations = extent(&device, |launch| launch.invocations(invocations));
            let by_groups = extent(&device, |launch| launch.workgroups(groups));
            let [x, y, z] = [groups[0] * 4, groups[1] * 3, groups[2] * 2];
            assert_eq!(by_invocations, [x * y * z, x - 1, y - 1, z - 1], "{invocations:?} on {device}");
            assert_eq!(by_groups, by_invocations, "{groups:?} on {device}");
        }
        // Without either, x covers the argument and y and z have one workgroup.
        assert_eq!(extent(&device, |launch| launch), [24, 3, 2, 1], "{device}");
        // The last of the two decides.
        let last = extent(&device, |launch| launch.invocations([100, 1, 1]).workgroups([2, 1, 1]));
        assert_eq!(last, [48, 7, 2, 1], "{device}");
        let last = extent(&device, |launch| launch.workgroups([50, 50, 50]).invocations([3, 3, 3]));
        assert_eq!(last, [48, 3, 2, 3], "{device}");
    }
}

#[test]
fn a_grid_without_workgroups_runs_nothing() {
    for device in devices() {
        for axis in 0..3 {
            let mut grid = [3, 3, 3];
            grid[axis] = 0;
            assert_eq!(extent(&device, |launch| launch.workgroups(grid)), [0; 4], "{grid:?} on {device}");
            assert_eq!(extent(&device, |launch| launch.invocations(grid)), [0; 4], "{grid:?} on {device}");
        }
        assert_eq!(extent(&device, |launch| launch.workgroups([0; 3])), [0; 4], "{device}");
        // An empty argument gives an empty default grid.
        count_all(&mut []).dispatch(&device).unwrap();
    }
}

#[vyre::kernel(workgroup_size = (4, 3, 2))]
fn name_all(groups_x: u32, groups_y: u32, visits: &[AtomicU32], ids: &mut [u32]) {
    let g = invocation_id();
    let w = workgroup_id();
    let l = local_id();
    let s = workgroup_size();
    let group = (w.z * groups_y + w.y) * groups_x + w.x;
    let at = group * (s.x * s.y * s.z) + (l.z * s.y + l.y) * s.x + l.x;
    visits[at].fetch_add(1);
    ids[at * 9] = g.x;
    ids[at * 9 + 1] = g.y;
    ids[at * 9 + 2] = g.z;
    ids[at * 9 + 3] = w.x;
    ids[at * 9 + 4] = w.y;
    ids[at * 9 + 5] = w.z;
    ids[at * 9 + 6] = local_id().x;
    ids[at * 9 + 7] = l.y;
    ids[at * 9 + 8] = l.z;
}

#[test]
fn every_id_of_a_grid_in_space_is_right() {
    for device in devices() {
        for groups in [[1, 1, 1], [5, 1, 1], [1, 5, 1], [1, 1, 5], [3, 4, 5], [7, 2, 3]] {
            let count = (groups[0] * groups[1] * groups[2] * 24) as usize;
            let (mut visits, mut ids) = (vec![0; count], vec![99; count * 9]);
            name_all(groups[0], groups[1], &mut visits, &mut ids)
                .workgroups(groups)
                .dispatch(&device)
                .unwrap();
            assert_eq!(visits, vec![1; count], "{groups:?} on {device}");
            let mut at = 0;
            for group in 0..groups[0] * groups[1] * groups[2] {
                let w = [group % groups[0], group / groups[0] % groups[1], group / groups[0] / groups[1]];
                for local in 0..24 {
                    let l = [local % 4, local / 4 % 3, local / 12];
                    let g = [w[0] * 4 + l[0], w[1] * 3 + l[1], w[2] * 2 + l[2]];
                    assert_eq!(ids[at..at + 9], [g, w, l].concat(), "{groups:?} on {device}");
                    at += 9;
                }
            }
        }
    }
}

/// A kernel that counts its visits to each place of a grid, and its wrong ids, with a workgroup of some size.
macro_rules! visits {
    ($name:ident $size:tt) => {
        #[vyre::kernel(workgroup_size = $size)]
        fn $name(groups: &[u32], visits: &[AtomicU32], wrong: &[AtomicU32]) {
            let g = invocation_id();
            let w = workgroup_id();
            let l = local_id();
            let s = workgroup_size();
            let (width, height) = (groups[0] * s.x, groups[1] * s.y);
            visits[(g.z * height + g.y) * width + g.x].fetch_add(1);
            if g.x != w.x * s.x + l.x || g.y != w.y * s.y + l.y || g.z != w.z * s.z + l.z {
                wrong[0].fetch_add(1);
            }
            if w.x >= groups[0] || w.y >= groups[1] || w.z >= groups[2] {
                wrong[1].fetch_add(1);
            }
            if l.x >= s.x || l.y >= s.y || l.z >= s.z {
                wrong[2].fetch_add(1);
            }
        }
    };
}

visits!(visits_of_1 1);
visits!(visits_of_64 64);
visits!(visits_of_6(3, 2, 1));

#[test]
fn more_workgroups_than_65535_along_x_each_run_once() {
    for device in devices() {
        for groups in [
            [65_535, 1, 1],
            [65_536, 1, 1],
            [65_537, 1, 1],
            [70_000, 1, 1],
            [200_000, 1, 1],
            [131_070, 1, 1],
            [131_071, 1, 1],
            [70_000, 3, 1],
            [70_001, 1, 2],
            [65_537, 2, 3],
        ] {
            let count = groups.iter().product::<u32>() as usize;
            let (mut visits, mut wrong) = (vec![0; count], [0; 3]);
            visits_of_1(&groups, &mut visits, &mut wrong).workgroups(groups).dispatch(&device).unwrap();
            assert!(visits.iter().all(|&n| n == 1), "{groups:?} on {device}");
            assert_eq!(wrong, [0; 3], "{groups:?} on {device}");
        }
        for groups in [[70_000, 1, 1], [200_000, 1, 1]] {
            let (mut visits, mut wrong) = (vec![0; groups[0] as usize * 64], [0; 3]);
            // The default grid is this one too.
            visits_of_64(&groups, &mut visits, &mut wrong).dispatch(&device).unwrap();
            assert!(visits.iter().all(|&n| n == 1), "{groups:?} of 64 on {device}");
            assert_eq!(wrong, [0; 3], "{groups:?} of 64 on {device}");
        }
        for groups in [[70_000, 2, 1], [66_000, 1, 3]] {
            let count = groups.iter().product::<u32>() as usize * 6;
            let (mut visits, mut wrong) = (vec![0; count], [0; 3]);
            visits_of_6(&groups, &mut visits, &mut wrong).workgroups(groups).dispatch(&device).unwrap();
            assert!(visits.iter().all(|&n| n == 1), "{groups:?} of 6 on {device}");
            assert_eq!(wrong, [0; 3], "{groups:?} of 6 on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn reverse(data: &mut [u32]) {
    let (i, l) = (invocation_id().x, local_id().x);
    let mut t = workgroup_array::<u32, 64>();
    t[l] = data[i];
    barrier();
    data[i] = t[63 - l];
}

#[test]
fn a_workgroup_reverses_its_part_through_an_array() {
    for device in devices() {
        let mut data: Vec<u32> = (0..64 * 300).collect();
        let expected: Vec<u32> = data.chunks(64).flat_map(|part| part.iter().rev().copied()).collect();
        reverse(&mut data).dispatch(&device).unwrap();
        assert_eq!(data, expected, "{device}");
    }
}

#[vyre::kernel(workgroup_size = 128)]
fn sums(data: &[u32], out: &mut [u32]) {
    let l = local_id().x;
    let mut t = workgroup_array::<u32, 128>();
    t[l] = data[invocation_id().x];
    let mut half = 64;
    for step in 0..7 {
        barrier();
        if l < half {
            t[l] += t[l + half];
        }
        half /= 2;
    }
    if l == 0 {
        out[workgroup_id().x] = t[0];
    }
}

#[test]
fn a_tree_of_sums_ends_in_the_total() {
    for device in devices() {
        let data = vyre_tests::values::random(5, 128 * 100 - 37, u32::MAX);
        let mut out = vec![0; 100];
        sums(&data, &mut out).workgroups([100, 1, 1]).dispatch(&device).unwrap();
        let expected: Vec<u32> =
            data.chunks(128).map(|part| part.iter().fold(0, |sum: u32, &x| sum.wrapping_add(x))).collect();
        assert_eq!(out, expected, "{device}");
    }
}

#[vyre::kernel(workgroup_size = 256)]
fn scan(data: &mut [u32]) {
    let (i, l) = (invocation_id().x, local_id().x);
    let mut t = workgroup_array::<u32, 256>();
    t[l] = data[i];
    let mut distance = 1;
    for step in 0..8 {
        barrier();
        let before = if l >= distance { t[l - distance] } else { 0 };
        barrier();
        t[l] += before;
        distance <<= 1;
    }
    data[i] = t[l];
}

#[test]
fn a_scan_gives_every_prefix_of_its_part() {
    for device in devices() {
        let mut data = vyre_tests::values::random(6, 256 * 50, u32::MAX);
        let expected: Vec<u32> = data
            .chunks(256)
            .flat_map(|part| {
                part.iter().scan(0u32, |sum, &x| {
                    *sum = sum.wrapping_add(x);
                    Some(*sum)
                })
            })
            .collect();
        scan(&mut data).dispatch(&device).unwrap();
        assert_eq!(data, expected, "{device}");
    }
}

#[vyre::kernel(workgroup_size = (8, 8))]
fn transpose(data: &[u32], out: &mut [u32], side: u32) {
    let l = local_id();
    let w = workgroup_id();
    let mut tile = workgroup_array::<u32, 64>();
    tile[l.y * 8 + l.x] = data[(w.y * 8 + l.y) * side + w.x * 8 + l.x];
    barrier();
    out[(w.x * 8 + l.y) * side + w.y * 8 + l.x] = tile[l.x * 8 + l.y];
}

#[test]
fn tiles_transpose_a_square() {
    for device in devices() {
        let side = 48;
        let data: Vec<u32> = (0..side * side).collect();
        let mut out = vec![0; data.len()];
        transpose(&data, &mut out, side).invocations([side, side, 1]).dispatch(&device).unwrap();
        let expected: Vec<u32> = (0..side * side).map(|n| n % side * side + n / side).collect();
        assert_eq!(out, expected, "{device}");
    }
}

#[vyre::kernel(workgroup_size = 32)]
fn neighbours(data: &mut [u32], rounds: u32) {
    let (i, l) = (invocation_id().x, local_id().x);
    let first = i - l;
    if rounds > 2 {
        for round in 0..rounds {
            barrier();
            let next = data[first + (l + 1) % 32];
            barrier();
            data[i] = next + round;
        }
    }
}

#[test]
fn a_barrier_orders_storage_too_and_may_stand_in_uniform_control_flow() {
    for device in devices() {
        for rounds in [0, 2, 3, 10] {
            let mut data: Vec<u32> = (0..320).collect();
            neighbours(&mut data, rounds).dispatch(&device).unwrap();
            let turns = if rounds > 2 { rounds } else { 0 };
            let expected: Vec<u32> =
                (0..320).map(|i| i / 32 * 32 + (i % 32 + turns) % 32 + (0..turns).sum::<u32>()).collect();
            assert_eq!(data, expected, "{rounds} rounds on {device}");
        }
    }
}

const TURNS: [u32; 5] = [1, 0, 4, 2, 9];

/// Each invocation has the two tables for itself, and what stands in them is the same everywhere.
#[vyre::kernel(workgroup_size = 32)]
fn turned(data: &mut [u32], more: &[u32]) {
    let (i, l) = (invocation_id().x, local_id().x);
    let mut turns = [0u32; 6];
    for stage in 0..5 {
        turns[stage] = TURNS[stage] + more[stage];
    }
    for stage in 0..5 {
        for _ in 0..turns[stage] {
            if TURNS[stage] > 1 {
                barrier();
            }
            let next = data[i - l + (l + 1) % 32];
            barrier();
            data[i] = next;
            barrier();
        }
    }
}

#[test]
fn a_barrier_may_stand_under_what_is_the_same_in_local_arrays() {
    for device in devices() {
        let mut data: Vec<u32> = (0..320).collect();
        turned(&mut data, &[0, 1, 0, 3, 7]).dispatch(&device).unwrap();
        let expected: Vec<u32> = (0..320).map(|i| i / 32 * 32 + (i % 32 + 27) % 32).collect();
        assert_eq!(data, expected, "{device}");
    }
}

#[vyre::kernel(workgroup_size = 16)]
fn zeroed(out: &mut [u32]) {
    let l = local_id().x;
    let mut t = workgroup_array::<u32, 48>();
    let before = t[l] + t[l + 16] + t[l + 32];
    barrier();
    t[l] = 1;
    t[l + 16] = 2;
    t[l + 32] = 3;
    out[invocation_id().x] = before + t[l];
}

#[test]
fn workgroup_arrays_begin_at_zero_in_every_workgroup() {
    for device in devices() {
        for _ in 0..3 {
            let mut out = vec![9; 16 * 200];
            zeroed(&mut out).dispatch(&device).unwrap();
            assert_eq!(out, vec![1; 16 * 200], "{device}");
        }
    }
}
