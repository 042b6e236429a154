//! Lanes of vectors as places: of variables, and of elements of buffers, of local and of workgroup arrays.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_tests::devices;

#[vyre::kernel(workgroup_size = 1)]
fn assign(pairs: &mut [[u32; 2]], fours: &mut [[u32; 4]], at: &[u32]) {
    pairs[0][1] = 7;
    pairs[1][0] += pairs[1][1];
    let lane = at[0];
    fours[0][lane] = 100;
    fours[1][lane] *= 10;
    fours[at[1]][at[2]] -= 1;

    let mut local = [[1u32; 4]; 6];
    local[5][3] = 50;
    local[5][lane] += 5;
    let mut tile = workgroup_array::<[u32; 2], 3>();
    tile[2][1] ^= 9;
    tile[2][lane] |= 16;
    fours[3] = [local[5][3], local[5][lane], tile[2][1], local[4][lane]];
}

#[test]
fn a_lane_of_an_element_is_a_place() {
    for device in devices() {
        for lane in 0..6u32 {
            let mut pairs = [[1, 2], [30, 40]];
            let mut fours = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [0; 4]];
            assign(&mut pairs, &mut fours, &[lane, 2, 3]).workgroups([1, 1, 1]).dispatch(&device).unwrap();
            let mut expected = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 11], [0; 4]];
            // A lane that does not exist is not written, and is 0.
            let mut local = [1, 1, 1, 50, 0, 0];
            let mut tile = [0, 9, 0, 0, 0, 0];
            if let Some(value) = expected[0].get_mut(lane as usize) {
                *value = 100;
                expected[1][lane as usize] *= 10;
                local[lane as usize] += 5;
            }
            if lane < 2 {
                tile[lane as usize] |= 16;
            }
            expected[3] = [local[3], local[lane as usize], tile[1], u32::from(lane < 4)];
            assert_eq!(pairs, [[1, 7], [70, 40]], "{device}");
            assert_eq!(fours, expected, "lane {lane} on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn out_of_bounds(target: &mut [[u32; 4]], at: &[u32], read: &mut [u32]) {
    let i = invocation_id().x;
    let index = at[i];
    target[index][2] = 1;
    target[index][i & 3] += 1;
    read[i] = target[index][2];
}

#[test]
fn out_of_bounds_nothing_is_written() {
    let at = [3, 4, 7, 1 << 28, (1 << 28) + 1, 1 << 30, (1 << 30) + 6, 1 << 31, u32::MAX];
    for device in devices() {
        let before = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]];
        let (mut target, mut read) = (before, [9u32; 9]);
        out_of_bounds(&mut target, &at, &mut read).workgroups([9, 1, 1]).dispatch(&device).unwrap();
        assert_eq!((target, read), (before, [0; 9]), "{device}");
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn order(count: &[AtomicU32], target: &mut [[u32; 4]], out: &mut [u32]) {
    // Each step appends its digit, so the number says which came first.
    target[{
        count[0].store(count[0].load() * 10 + 2);
        1
    }][{
        count[0].store(count[0].load() * 10 + 3);
        count[1].load() + 2
    }] += {
        count[0].store(count[0].load() * 10 + 1);
        5
    };
    out[0] = count[0].load();
    // The index is evaluated once.
    target[count[1].fetch_add(1)][count[2].fetch_add(1)] += 70;
    out[1] = count[1].load() * 10 + count[2].load();
    // What is assigned is evaluated before the place.
    let mut x = 1;
    target[2][{
        x = 3;
        x
    }] = x;
    let mut v = [0, 0];
    v[{
        x = 0;
        x
    }] = x;
    out[2] = v[0];
}

#[test]
fn the_value_comes_first_then_the_index_then_the_lane() {
    for device in devices() {
        let (mut count, mut out) = ([0u32; 3], [0u32; 3]);
        let mut target = [[1, 0, 0, 0], [0, 0, 40, 0], [0; 4]];
        order(&mut count, &mut target, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, [123, 11, 3], "{device}");
        assert_eq!(target, [[71, 0, 0, 0], [0, 0, 45, 0], [0, 0, 0, 1]], "{device}");
    }
}
