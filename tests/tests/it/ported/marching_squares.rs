//! Marching squares (after the marching cubes of the CUDA samples): the lines where a field of heights crosses a level, against the
//! crossings of each edge.

use crate::ported::devices;
use std::collections::BTreeMap;
use vyre::prelude::*;

/// Ends in units of 1 / 256 of a cell.
#[vyre::data]
#[derive(Debug, PartialEq)]
struct Segment {
    from: [u32; 2],
    to: [u32; 2],
}

/// The edges that the lines of each case join, bottom 0, right 1, top 2, left 3; 4 for none.
const CASES: [[[u8; 2]; 2]; 16] = [
    [[4, 4], [4, 4]],
    [[3, 0], [4, 4]],
    [[0, 1], [4, 4]],
    [[3, 1], [4, 4]],
    [[1, 2], [4, 4]],
    [[3, 0], [1, 2]],
    [[0, 2], [4, 4]],
    [[3, 2], [4, 4]],
    [[2, 3], [4, 4]],
    [[2, 0], [4, 4]],
    [[0, 1], [2, 3]],
    [[2, 1], [4, 4]],
    [[1, 3], [4, 4]],
    [[1, 0], [4, 4]],
    [[0, 3], [4, 4]],
    [[4, 4], [4, 4]],
];

/// How far from `a` to `b` the level lies, of 256.
#[vyre::function]
fn crossing(a: i32, b: i32, level: i32) -> u32 {
    ((level - a) * 256 / (b - a)) as u32
}

#[vyre::kernel(workgroup_size = (8, 8))]
fn contours(heights: &[i32], width: u32, level: i32, segments: &mut [Segment], count: &[AtomicU32]) {
    let (x, y) = (invocation_id().x, invocation_id().y);
    if x + 1 >= width || y + 1 >= heights.len() / width {
        return;
    }
    let corner = y * width + x;
    // Against the clock from the origin.
    let corners =
        [heights[corner], heights[corner + 1], heights[corner + width + 1], heights[corner + width]];
    let mut case = 0;
    for k in 0..4 {
        if corners[k] > level {
            case |= 1 << k;
        }
    }
    for line in 0..2 {
        let [first, last] = CASES[case][line];
        if first == 4 {
            continue;
        }
        let (edges, mut ends) = ([first, last], [[0; 2]; 2]);
        for end in 0..2 {
            let (dx, dy) = match edges[end] {
                0 => (crossing(corners[0], corners[1], level), 0),
                1 => (256, crossing(corners[1], corners[2], level)),
                2 => (crossing(corners[3], corners[2], level), 256),
                _ => (0, crossing(corners[0], corners[3], level)),
            };
            ends[end] = [256 * x + dx, 256 * y + dy];
        }
        let place = count[0].fetch_add(1);
        segments[place] = Segment { from: ends[0], to: ends[1] };
    }
}

fn lines(device: &Device, heights: &[i32], width: u32, level: i32) -> Vec<Segment> {
    let mut segments = vec![Segment { from: [0; 2], to: [0; 2] }; 2 * heights.len()];
    let mut count = [0];
    let height = heights.len() as u32 / width;
    contours(heights, width, level, &mut segments, &mut count)
        .invocations([width, height, 1])
        .dispatch(device)
        .unwrap();
    segments.truncate(count[0] as usize);
    segments
}

/// Where lines end is where an edge of the grid crosses the level, and inside of the field two lines meet there.
#[test]
fn lines_end_where_edges_cross() {
    let (width, height) = (23, 17);
    let wave = |n: i32| (n * n * 7 + n * 13) % 101;
    let heights: Vec<i32> = (0..width * height).map(|i| wave(i % width) + wave(i / width + 3)).collect();
    let at = |x: i32, y: i32| heights[(y * width + x) as usize];
    for device in devices() {
        for level in [-1, 30, 77, 100, 140, 250] {
            let mut expected = BTreeMap::new();
            for y in 0..height {
                for x in 0..width {
                    for (dx, dy) in [(1, 0), (0, 1)] {
                        if x + dx >= width || y + dy >= height {
                            continue;
                        }
                        let (a, b) = (at(x, y), at(x + dx, y + dy));
                        if (a > level) != (b > level) {
                            let part = (level - a) * 256 / (b - a);
                            let is_border =
                                if dx == 1 { y == 0 || y == height - 1 } else { x == 0 || x == width - 1 };
                            let point = [(256 * x + dx * part) as u32, (256 * y + dy * part) as u32];
                            *expected.entry(point).or_insert(0) += if is_border { 1 } else { 2 };
                        }
                    }
                }
            }
            let mut found = BTreeMap::new();
            for segment in lines(&device, &heights, width as u32, level) {
                for end in [segment.from, segment.to] {
                    *found.entry(end).or_insert(0) += 1;
                }
            }
            assert_eq!(found, expected, "{level} on {device}");
        }
    }
}

#[test]
fn a_peak_has_four_lines_around_it() {
    let heights = [0, 0, 0, 0, 8, 0, 0, 0, 0];
    for device in devices() {
        let mut ends: Vec<[u32; 2]> = lines(&device, &heights, 3, 4).iter().map(|line| line.from).collect();
        ends.sort_unstable();
        assert_eq!(ends, [[128, 256], [256, 128], [256, 384], [384, 256]], "{device}");
    }
}
