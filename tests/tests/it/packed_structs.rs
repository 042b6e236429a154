//! Structs and arrays with integers of 8 and 16 bits: the host's layout in buffers, and stores that leave their neighbours alone.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::devices;

fn all() -> Vec<Device> {
    devices().into_iter().chain([Device::reference(), Device::checked()]).collect()
}

#[vyre::data]
#[derive(Debug, PartialEq, Default)]
struct Cell {
    kind: u8,
    level: i8,
    charge: i16,
    lanes: [u8; 4],
}

#[vyre::data]
#[derive(Debug, PartialEq, Default)]
struct Rgb {
    r: u8,
    g: u8,
    b: u8,
}

/// Of three fields with 8, 4 and 2 bytes beside narrow ones, and one struct in another.
#[vyre::data]
#[derive(Debug, PartialEq, Default)]
struct Record {
    key: u64,
    offset: i64,
    cell: Cell,
    size: f32,
    id: u16,
    tint: Rgb,
    flag: u8,
    pad: [u16; 3],
}

fn cell(n: u32) -> Cell {
    Cell { kind: n as u8, level: -(n as i8), charge: 300 - n as i16, lanes: [1, 2, 3, n as u8] }
}

#[vyre::kernel(workgroup_size = 64)]
fn each_part(cells: &mut [Cell], pixels: &mut [Rgb]) {
    let g = invocation_id().x;
    let i = g / 8;
    match g % 8 {
        0 => cells[i].kind = i as u8 * 3,
        1 => cells[i].level -= 100,
        2 => cells[i].charge = -1,
        lane => cells[i].lanes[lane - 3] ^= 0xff,
    }
    match g % 8 {
        0 => pixels[i].r = 7,
        1 => pixels[i].g += 200,
        2 => pixels[i].b = i as u8,
        _ => {}
    }
}

#[test]
fn parts_that_different_invocations_write_do_not_disturb_each_other() {
    for device in all() {
        for count in [1, 2, 3, 5, 100u32] {
            let mut cells: Vec<Cell> = (0..count).map(cell).collect();
            let mut pixels = vec![Rgb { r: 1, g: 100, b: 3 }; count as usize];
            each_part(&mut cells, &mut pixels).invocations([count * 8, 1, 1]).dispatch(&device).unwrap();
            for (n, got) in cells.iter().enumerate() {
                let old = cell(n as u32);
                let [a, b, c, d] = old.lanes;
                let expected = Cell {
                    kind: (n as u8).wrapping_mul(3),
                    level: old.level.wrapping_sub(100),
                    charge: -1,
                    // Lane 4 of four is none.
                    lanes: [!a, !b, !c, !d],
                };
                assert_eq!(*got, expected, "{n} of {count} on {device}");
                assert_eq!(pixels[n], Rgb { r: 7, g: 44, b: n as u8 }, "{n} of {count} on {device}");
            }
        }
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn whole(
    records: &mut [Record],
    first: Record,
    table: &Uniform<[Rgb]>,
    rows: &mut [[i16; 3]],
    out: &mut [Rgb],
) {
    let i = invocation_id().x;
    let Record { key, offset, mut cell, tint, id, .. } = records[i];
    cell.lanes[i % 4] = id as u8;
    let Rgb { r, g, b } = table[i % table.len()];
    records[i] = Record {
        key: key + 1,
        offset: offset - 1,
        cell,
        tint: Rgb { r: g, g: b, b: r },
        id: id + 1,
        ..first
    };
    records[i].flag -= tint.r;
    rows[i][2] = rows[i][0] * rows[i][1];
    rows[i][0] = rows.len() as i16;
    out[i] = table[i];
}

#[test]
fn whole_elements_and_arguments_have_the_layout_of_the_host() {
    for device in all() {
        for count in [1u32, 2, 7] {
            let record = |n: u32| Record {
                key: u64::from(n) << 33 | 5,
                offset: -i64::from(n) - (1 << 40),
                cell: cell(n),
                size: n as f32,
                id: 65_535 - n as u16,
                tint: Rgb { r: n as u8 + 1, g: 2, b: 3 },
                flag: 1,
                pad: [9; 3],
            };
            let first = Record { size: 0.5, flag: 3, pad: [500; 3], ..record(3) };
            let table = [Rgb { r: 10, g: 20, b: 30 }, Rgb { r: 1, g: 255, b: 128 }];
            let mut records: Vec<Record> = (0..count).map(record).collect();
            let mut rows: Vec<[i16; 3]> = (0..count).map(|n| [n as i16 * 1000, -70, 1]).collect();
            let mut out = vec![Rgb { r: 5, g: 5, b: 5 }; count as usize];
            whole(&mut records, first, &table, &mut rows, &mut out)
                .invocations([count, 1, 1])
                .dispatch(&device)
                .unwrap();
            for n in 0..count {
                let old = record(n);
                let (at, tint) = (n as usize, table[n as usize % 2]);
                let mut cell = old.cell;
                cell.lanes[at % 4] = old.id as u8;
                let expected = Record {
                    key: old.key + 1,
                    offset: old.offset - 1,
                    cell,
                    tint: Rgb { r: tint.g, g: tint.b, b: tint.r },
                    id: old.id.wrapping_add(1),
                    flag: 3u8.wrapping_sub(old.tint.r),
                    ..first
                };
                assert_eq!(records[at], expected, "{n} of {count} on {device}");
                let product = (n as i16 * 1000).wrapping_mul(-70);
                assert_eq!(rows[at], [count as i16, -70, product], "{n} of {count} on {device}");
                // Beyond the end of the uniform buffer there are zeros.
                assert_eq!(out[at], table.get(at).copied().unwrap_or_default(), "{n} of {count} on {device}");
            }
        }
    }
}

const CELLS: [Cell; 2] = [
    Cell { kind: 1, level: -2, charge: 300, lanes: [4, 5, 6, 7] },
    Cell { kind: 255, level: 127, charge: -32768, lanes: [8, 9, 10, 11] },
];

#[vyre::function]
fn sum_of_lanes(cells: &[Cell], lane: u32) -> u32 {
    let mut sum = 0;
    for i in 0..cells.len() {
        sum += cells[i].lanes[lane] as u32;
    }
    sum
}

#[vyre::function]
fn change(cells: &mut [Cell]) {
    for i in 0..cells.len() {
        cells[i].lanes[i] = 77;
        cells[i].charge -= 1;
    }
}

#[vyre::function]
fn change_one(cell: &mut Cell) {
    cell.kind = 42;
    cell.lanes[3] += 1;
}

#[vyre::kernel(workgroup_size = 4)]
fn everywhere(cells: &mut [Cell], out: &mut [u32]) {
    let l = local_id().x;
    let mut tile = workgroup_array::<Cell, 4>();
    tile[l] = CELLS[l % 2];
    tile[l].lanes[l] = 100;
    barrier();
    let mut own = [CELLS[1]; 3];
    change(&mut own[..2]);
    change_one(&mut own[2]);
    let last: Cell = CELLS[CELLS.len() - 1];
    out[l] = sum_of_lanes(&tile, l) + 1000 * sum_of_lanes(&own, 0) + 100_000 * own[2].kind as u32;
    if l == 0 {
        change(&mut cells[1..]);
        change_one(&mut cells[0]);
        cells[2] = last;
        // Beyond the end.
        change_one(&mut cells[3]);
        cells[l + 3] = last;
    }
}

#[test]
fn tables_local_and_workgroup_arrays_slices_and_references() {
    for device in all() {
        let mut cells = [Cell { lanes: [0, 1, 2, 255], ..Cell::default() }; 3];
        let mut out = [0; 4];
        everywhere(&mut cells, &mut out).invocations([4, 1, 1]).dispatch(&device).unwrap();
        let lanes = [4 + 8 + 4 + 8, 5 + 9 + 5 + 9, 6 + 10 + 6 + 10, 7 + 11 + 7 + 11];
        let without = [4, 9, 6, 11];
        // The first array's lane 0 was changed, the two others have 8.
        let own = 77 + 8 + 8;
        for l in 0..4 {
            let expected = lanes[l] - without[l] + 100 + 1000 * own + 100_000 * 42;
            assert_eq!(out[l], expected, "{l} on {device}");
        }
        let second = Cell { charge: -1, lanes: [77, 1, 2, 255], ..Cell::default() };
        assert_eq!(
            cells,
            [Cell { kind: 42, lanes: [0, 1, 2, 0], ..Cell::default() }, second, CELLS[1]],
            "{device}"
        );
        let mut resident = device.buffer(&[Rgb { r: 1, g: 2, b: 3 }; 5]).unwrap();
        let mut kept = device.buffer(&[cell(1); 5]).unwrap();
        each_part(&mut kept, &mut resident).invocations([40, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(resident.read().unwrap()[4], Rgb { r: 7, g: 202, b: 4 }, "{device}");
    }
}
