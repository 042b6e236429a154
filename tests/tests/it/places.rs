//! Places of every kind: copies of arrays, rows of arrays of arrays, references to parts of elements, and slices of what is in no memory.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre_tests::devices;

fn all() -> Vec<Device> {
    devices().into_iter().chain([Device::reference(), Device::checked()]).collect()
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Light {
    pos: [f32; 3],
    strength: f32,
}

#[vyre::function]
fn sum<T: vyre::Number>(values: &[T]) -> T {
    let mut sum = T::ZERO;
    for i in 0..values.len() {
        sum += values[i];
    }
    sum
}

const BIGN: usize = 300;
const SMALL: usize = 5;
#[vyre::kernel(workgroup_size = 4)]
fn copies(out: &mut [u32]) {
    let l = local_id().x;
    let mut w = [1u32; 300];
    let mut v = [2u32; SMALL];
    w[7] = l;
    v[4] = 9;
    let mut x = w;
    let y = v;
    x[8] = 5;
    w = x;
    let mut grid = [[l; 3]; 4];
    let mut t = workgroup_array::<[u32; 3], 4>();
    grid[l][1] = 50;
    let mut h = grid;
    h[0][0] = 9;
    let mut z = [0u32; BIGN];
    z[299] = x[7];
    out[l] =
        w[8] + w[7] * 10 + y[4] * 100 + h[l][1] * 1000 + h[0][0] * 1000000 + grid[0][0] + x.len() + z[299];
}
#[test]
fn arrays_of_any_length_are_copied() {
    for d in all() {
        let mut o = [0; 4];
        copies(&mut o).dispatch(&d).unwrap();
        for l in 0..4 {
            assert_eq!(o[l as usize], 5 + l * 10 + 900 + 50000 + 9000000 + l + 300 + l);
        }
    }
}
#[vyre::function]
fn double(x: &mut f32) -> f32 {
    *x *= 2.0;
    *x + 1.0
}
#[vyre::function]
fn add_and_reset(x: &mut f32, y: &mut f32) {
    *x += *y;
    *y = 0.5;
}
#[vyre::function]
fn bump(x: &mut u8, by: u8) {
    *x += by;
}
#[vyre::function]
fn flatten(v: &mut [f32; 3]) {
    v[0] = 0.0;
    v[2] = v[1];
}
#[vyre::data]
#[derive(Debug, PartialEq)]
struct Two {
    a: [f32; 2],
    b: [u8; 4],
    l: Light,
}
#[vyre::kernel(workgroup_size = 1)]
fn parts(ls: &mut [Light], ts: &mut [Two], vs: &mut [[f32; 2]], out: &mut [f32]) {
    let i = invocation_id().x;
    let mut l = ls[0];
    out[0] = double(&mut l.pos[2]);
    out[1] = double(&mut ls[i + 1].strength) + double(&mut ls[1].pos[i]);
    add_and_reset(&mut l.pos[0], &mut l.strength);
    add_and_reset(&mut ts[0].a[1], &mut out[2]);
    let mut t = ts[0];
    add_and_reset(&mut t.a[0], &mut t.l.pos[1]);
    bump(&mut ts[0].b[i + 1], 250);
    bump(&mut t.b[i + 2], 1);
    double(&mut vs[0][1]);
    ts[0].l.pos = [0.0, 2.0, 2.0];
    ts[1] = t;
    ls[0] = l;
}
#[test]
fn parts_of_elements_are_passed_by_reference() {
    for d in all() {
        let li = Light { pos: [1.0, 2.0, 3.0], strength: 4.0 };
        let mut ls = [li; 2];
        let tw = Two { a: [1.0, 2.0], b: [1, 10, 3, 4], l: li };
        let mut ts = [tw; 2];
        let mut vs = [[1.0, 2.0]];
        let mut o = [0.0, 0.0, 7.0];
        parts(&mut ls, &mut ts, &mut vs, &mut o).invocations([1, 1, 1]).dispatch(&d).unwrap();
        assert_eq!(o, [7.0, 9.0 + 3.0, 0.5]);
        assert_eq!(
            ls,
            [Light { pos: [5.0, 2.0, 6.0], strength: 0.5 }, Light { pos: [2.0, 2.0, 3.0], strength: 8.0 }]
        );
        assert_eq!(
            ts[0],
            Two { a: [1.0, 9.0], b: [1, 4, 3, 4], l: Light { pos: [0.0, 2.0, 2.0], strength: 4.0 } }
        );
        assert_eq!(
            ts[1],
            Two { a: [3.0, 9.0], b: [1, 10, 4, 4], l: Light { pos: [1.0, 0.5, 3.0], strength: 4.0 } }
        );
        assert_eq!(vs, [[1.0, 4.0]]);
    }
}
// rows
#[vyre::kernel(workgroup_size = 1)]
fn rows(out: &mut [u32]) {
    let w = [1u32, 2, 3, 4, 5, 6, 7, 8];
    let mut z = [[0u32; 8]; 2];
    z[1] = w;
    let r = z[1];
    let s = &mut z[0];
    s[3] = r[7];
    out[0] = z[1][2] + r.len() + z[0][3];
    let g: [[u32; 3]; 2] = [[1, 2, 3], [4, 5, 6]];
    out[1] = g[1][2] + g.len();
}
#[test]
fn rows_are_values() {
    for d in all() {
        let mut o = [0; 2];
        rows(&mut o).dispatch(&d).unwrap();
        assert_eq!(o, [3 + 8 + 8, 8]);
    }
}
#[vyre::function]
fn total(v: &[f32; 3]) -> f32 {
    v[0] + v[1] + v[2]
}
#[vyre::kernel(workgroup_size = 1)]
fn lists(ls: &[Light], ts: &mut [Two], out: &mut [u32], f: &mut [f32], rows: &mut [[u32; 5]]) {
    fn weigh(a: [u32; 5], k: u32) -> u32 {
        sum(&a) * k + a[0] + a[1]
    }
    fn fill(v: &mut [u32], x: u32) {
        for i in 0..v.len() {
            v[i] = x + i;
        }
    }
    out[0] = sum(&[1, 2, out[0]]) + sum(&[7; 3]);
    f[0] = sum(&ls[0].pos) + total(&ls[1].pos);
    flatten(&mut ts[0].l.pos);
    let mut t = ts[0];
    flatten(&mut t.l.pos);
    t.l.pos[1] = sum(&t.a);
    ts[1] = t;
    out[1] = weigh([1, 2, 3, 4, 5], 10);
    fill(&mut rows[0], 9);
    out[2] = sum(&rows[0]);
}
#[test]
fn arrays_that_are_in_no_memory_are_passed_as_slices() {
    for d in all() {
        let li = Light { pos: [1.0, 2.0, 3.0], strength: 4.0 };
        let tw = Two { a: [1.0, 2.0], b: [1, 10, 3, 4], l: li };
        let mut ts = [tw; 2];
        let mut o = [5, 0, 0];
        let mut f = [0.0];
        let mut rows = [[0; 5]];
        lists(&[li; 2], &mut ts, &mut o, &mut f, &mut rows).invocations([1, 1, 1]).dispatch(&d).unwrap();
        assert_eq!(o, [8 + 21, 153, 55]);
        assert_eq!(f, [12.0]);
        assert_eq!(rows, [[9, 10, 11, 12, 13]]);
        assert_eq!(ts[0].l.pos, [0.0, 2.0, 2.0]);
        assert_eq!(ts[1].l.pos, [0.0, 3.0, 2.0]);
    }
}
