//! Structs in arrays in structs, enums, and methods that call methods.

use crate::tried::devices;

#[vyre::data]
#[derive(Debug, PartialEq, Default)]
struct Lane {
    weights: [i16; 4],
    bias: i32,
    tag: u32,
}

#[vyre::data]
#[derive(Debug, PartialEq, Default)]
struct Bank {
    lanes: [Lane; 3],
    id: u64,
    scale: [[f32; 2]; 2],
}

#[vyre::function]
impl Lane {
    const LIMIT: i32 = 1000;
    fn dot(&self, v: [i16; 4]) -> i32 {
        let mut sum = self.bias;
        for k in 0..4usize {
            sum += self.weights[k] as i32 * v[k] as i32;
        }
        sum.clamp(-Self::LIMIT, Self::LIMIT)
    }
    fn nudge(&mut self, by: i16) -> i32 {
        for k in 0..self.weights.len() {
            self.weights[k] += by;
        }
        self.tag |= 1 << 31;
        self.dot([1i16; 4])
    }
    fn twice(&mut self, by: i16) -> i32 {
        let a: i32 = self.nudge(by);
        a - self.bias * 2
    }
}

#[vyre::function]
impl Bank {
    fn best(&self, v: [i16; 4]) -> (u32, i32) {
        let mut best = (0, i32::MIN);
        for l in 0..3u32 {
            let d: i32 = self.lanes[l].dot(v);
            if d > best.1 {
                best = (l, d);
            }
        }
        best
    }
}

fn banks() -> Vec<Bank> {
    (0..37i32)
        .map(|n| Bank {
            lanes: [0, 1, 2].map(|l| Lane {
                weights: [n as i16, l * 3, -(n as i16) * 2, 7 - l],
                bias: n - 10,
                tag: n as u32 * 3 + l as u32,
            }),
            id: (n as u64) << 33 | 5,
            scale: [[n as f32, 0.5], [-1.5, 2.0]],
        })
        .collect()
}

// structs in arrays in structs in buffers, methods that call methods.
#[vyre::kernel(workgroup_size = 32)]
fn nested(banks: &mut [Bank], v: [i16; 4], best: &mut [[i32; 2]], differences: &mut [i32]) {
    let i = invocation_id().x;
    if i >= banks.len() {
        return;
    }
    let (which, value): (u32, i32) = banks[i].best(v);
    best[i] = [which as i32, value];
    differences[i] = banks[i].lanes[which].twice(3);
    banks[i].lanes[(which + 1) % 3].bias -= 1;
    banks[i].scale[1][0] *= banks[i].scale[0][0];
    banks[i].id = banks[i].id.rotate_left(4);
}

#[test]
fn nested_structs() {
    for device in devices() {
        let mut data = banks();
        let mut expected = banks();
        let v = [3, -2, 1, 5];
        let (mut best, mut diff) = (vec![[0; 2]; 37], vec![0; 37]);
        nested(&mut data, v, &mut best, &mut diff).dispatch(&device).unwrap();
        for (n, bank) in expected.iter_mut().enumerate() {
            let dot = |l: &Lane, v: [i16; 4]| {
                (l.bias + l.weights.iter().zip(v).map(|(a, b)| *a as i32 * b as i32).sum::<i32>())
                    .clamp(-1000, 1000)
            };
            let mut top = (0, i32::MIN);
            for (l, lane) in bank.lanes.iter().enumerate() {
                if dot(lane, v) > top.1 {
                    top = (l, dot(lane, v));
                }
            }
            assert_eq!(best[n], [top.0 as i32, top.1], "{device}");
            let lane = &mut bank.lanes[top.0];
            lane.weights.iter_mut().for_each(|w| *w += 3);
            let a = dot(lane, [1; 4]);
            assert_eq!(diff[n], a - lane.bias * 2, "{device}");
            lane.tag |= 1 << 31;
            bank.lanes[(top.0 + 1) % 3].bias -= 1;
            bank.scale[1][0] *= bank.scale[0][0];
            bank.id = bank.id.rotate_left(4);
        }
        assert_eq!(data, expected, "{device}");
    }
}

#[vyre::data]
#[derive(Debug, PartialEq)]
enum Op {
    Add,
    Sub = 5,
    Mul,
    Push,
}

// enum with match, guards and bindings on tuples.
#[vyre::kernel]
fn interpret(ops: &[u32], args: &[i32], out: &mut [i32], start: Op) {
    fn decode(x: u32) -> Op {
        match x % 4 {
            0 => Op::Add,
            1 => Op::Sub,
            2 => Op::Mul,
            _ => Op::Push,
        }
    }
    let i = invocation_id().x;
    let mut acc = 1i32;
    let mut op = start;
    let mut pending = [0i32; 4];
    let mut depth = 0usize;
    for k in 0..8 {
        let arg = args[i * 8 + k];
        acc = match (op, arg) {
            (Op::Add, n @ 0..=9) if k > 2 => acc + n * 100,
            (Op::Add, n) => acc + n,
            (Op::Sub, n) if n < 0 => acc + n.abs(),
            (Op::Sub, n) => acc - n,
            (Op::Mul, 0 | 1) => acc,
            (Op::Mul, n) => acc.wrapping_mul(n),
            (Op::Push, _) => {
                pending[depth] = acc;
                depth = (depth + 1).min(3);
                0
            }
        };
        op = decode(ops[i * 8 + k]);
    }
    while depth > 0 {
        depth -= 1;
        acc += pending[depth] * (depth as i32 + 1);
    }
    out[i] = acc + op as i32;
}

#[test]
fn enums_and_guards() {
    let ops: Vec<u32> = (0..80u32).map(|n| n * n * 7 / 3).collect();
    let args: Vec<i32> = (0..80i32).map(|n| (n * 37 % 23) - 11).collect();
    for device in devices() {
        let mut out = vec![0; 10];
        interpret(&ops, &args, &mut out, Op::Mul).dispatch(&device).unwrap();
        for i in 0..10 {
            let (mut acc, mut op, mut pending, mut depth) = (1i32, 6u32, [0i32; 4], 0usize);
            for k in 0..8 {
                let arg = args[i * 8 + k];
                acc = match (op, arg) {
                    (0, n) if k > 2 && (0..=9).contains(&n) => acc + n * 100,
                    (0, n) => acc.wrapping_add(n),
                    (5, n) if n < 0 => acc.wrapping_add(-n),
                    (5, n) => acc.wrapping_sub(n),
                    (6, 0 | 1) => acc,
                    (6, n) => acc.wrapping_mul(n),
                    _ => {
                        pending[depth] = acc;
                        depth = (depth + 1).min(3);
                        0
                    }
                };
                op = [0, 5, 6, 7][(ops[i * 8 + k] % 4) as usize];
            }
            while depth > 0 {
                depth -= 1;
                acc = acc.wrapping_add(pending[depth].wrapping_mul(depth as i32 + 1));
            }
            assert_eq!(out[i], acc.wrapping_add(op as i32), "{device} {i}");
        }
    }
}

// structs of another crate, constants of it, generics of it.
use vyre_tests::tried::{Mode, Vec3 as V};
#[vyre::kernel(workgroup_size = 64)]
fn of_another_crate(points: &mut [V], lengths: &mut [f32], products: &mut [u64], mode: Mode) {
    let i = invocation_id().x;
    if i < points.len() {
        let p = points[i];
        let up: V = V::UP;
        let mut c: V = p.cross(up);
        let by: f32 = vyre_tests::tried::deep::SCALE;
        c.scale(by);
        lengths[i] = c.length();
        points[i].y += c.x;
        let v = [u64::from(i), 3, vyre_tests::tried::SEED];
        products[i] = vyre_tests::tried::fold(&v, mode);
    }
}

#[test]
fn another_crate() {
    for device in devices() {
        for mode in [Mode::Sum, Mode::Product, Mode::Max] {
            let mut points: Vec<V> =
                (0..20).map(|n| V { x: n as f32, y: 0.5, z: -(n as f32) * 2.0 }).collect();
            let before = points.clone();
            let (mut l, mut p) = (vec![0.0; 20], vec![0u64; 20]);
            of_another_crate(&mut points, &mut l, &mut p, mode).dispatch(&device).unwrap();
            for i in 0..20 {
                let b = before[i];
                let mut c = b.cross(V::UP);
                c.scale(0.125);
                let sum = c.x * c.x + c.y * c.y + c.z * c.z;
                assert_eq!(l[i], sum.sqrt());
                assert_eq!(points[i].y, 0.5 + c.x);
                let v = [i as u64, 3, 0x9e37_79b9_7f4a_7c15u64];
                let e = match mode {
                    Mode::Sum => v.iter().fold(0u64, |a, b| a.wrapping_add(*b)),
                    Mode::Product => v.iter().fold(1u64, |a, b| a.wrapping_mul(*b)),
                    Mode::Max => *v.iter().max().unwrap(),
                };
                assert_eq!(p[i], e);
            }
        }
    }
}

// uniform arrays of structs, tables of structs, struct update, shorthand, tuple of structs.
#[vyre::data]
#[derive(PartialEq)]
struct Rule {
    low: u16,
    high: u16,
    step: i8,
    kind: [u8; 3],
}
const RULES: [Rule; 3] = [
    Rule { low: 0, high: 9, step: -1, kind: [1, 2, 3] },
    Rule { low: 10, high: 99, step: 2, kind: [4, 5, 6] },
    Rule { low: 100, ..Rule { low: 0, high: u16::MAX, step: i8::MIN, kind: *b"xyz" } },
];
#[vyre::kernel(workgroup_size = (16, 2))]
fn rules(extra: &Uniform<[Rule]>, values: &[u16], out: &mut [u32]) {
    let i = invocation_id().y * 16 + invocation_id().x;
    if i >= out.len() {
        return;
    }
    let value = values[i];
    let mut found = nothing();
    'search: for round in 0..2 {
        let n = if round == 0 { RULES.len() } else { extra.len() };
        for k in 0..n {
            let rule = if round == 0 { RULES[k] } else { extra[k] };
            let Rule { low, high, .. } = rule;
            if low <= value && value <= high {
                found = (round * 16 + k as u32, rule);
                break 'search;
            }
        }
    }
    fn nothing() -> (u32, Rule) {
        (255, Rule { low: 0, high: 0, step: 0, kind: [0; 3] })
    }
    let (at, Rule { step, kind: [a, _, c], .. }) = found;
    out[i] = at << 24 | u32::from(step as u8) << 16 | (a as u32) << 8 | c as u32;
}
#[test]
fn tables_of_structs() {
    let extra = [Rule { low: 0, high: 65535, step: 3, kind: [9, 9, 9] }];
    for device in devices() {
        let values: Vec<u16> = (0..64).map(|n| (n * n * 5) as u16).collect();
        let mut out = vec![0u32; 64];
        rules(&extra, &values, &mut out).invocations([16, 4, 1]).dispatch(&device).unwrap();
        for (v, o) in values.iter().zip(&out) {
            let e = match v {
                0..=9 => u32::from_be_bytes([0, 0xff, 1, 3]),
                10..=99 => u32::from_be_bytes([1, 2, 4, 6]),
                _ => u32::from_be_bytes([2, 0x80, b'x', b'z']),
            };
            assert_eq!(*o, e, "{v}");
        }
    }
}

// methods on elements of local arrays of structs, workgroup arrays of structs, sorting with swaps.
#[vyre::data]
#[derive(PartialEq, Debug)]
struct Pair {
    key: u32,
    value: f32,
}
#[vyre::function]
impl Pair {
    const EMPTY: Self = Self { key: u32::MAX, value: 0.0 };
    fn less(&self, other: &Self) -> bool {
        self.key < other.key || (self.key == other.key && self.value < other.value)
    }
}
#[vyre::kernel(workgroup_size = 64)]
fn sort(data: &mut [Pair]) {
    let mut shared = workgroup_array::<Pair, 64>();
    let lid = local_id().x as usize;
    let gid = invocation_id().x as usize;
    shared[lid] = if gid < data.len() as usize { data[gid] } else { Pair::EMPTY };
    barrier();
    let mut k = 2usize;
    while k <= 64 {
        let mut j = k / 2;
        while j > 0 {
            let partner = lid ^ j;
            if partner > lid {
                let up = lid & k == 0;
                let (a, b) = (shared[lid], shared[partner]);
                let swap: bool = if up { b.less(&a) } else { a.less(&b) };
                if swap {
                    shared[lid] = b;
                    shared[partner] = a;
                }
            }
            barrier();
            j /= 2;
        }
        k <<= 1;
    }
    data[gid] = shared[lid];
}
#[test]
fn bitonic_sort_of_structs() {
    for device in devices() {
        let mut data: Vec<Pair> =
            (0..64u32).map(|n| Pair { key: n * 7919 % 13, value: (n * 31 % 17) as f32 - 8.0 }).collect();
        let mut expected = data.clone();
        expected.sort_by(|a, b| a.key.cmp(&b.key).then(a.value.total_cmp(&b.value)));
        sort(&mut data).dispatch(&device).unwrap();
        assert_eq!(data, expected, "{device}");
    }
}

// references to fields passed on through two functions
#[vyre::kernel]
fn fields(pairs: &mut [Pair], log: &mut [u32]) {
    fn bump(x: &mut u32, by: u32) -> u32 {
        let old = *x;
        *x += by;
        old
    }
    fn both(key: &mut u32, value: &mut f32, log: &mut u32) {
        *log = bump(key, 3) * 10;
        *log += bump(key, 4);
        *value = *value * 2.0 + *key as f32;
    }
    let i = invocation_id().x;
    let mut p = pairs[i];
    both(&mut p.key, &mut p.value, &mut log[i]);
    pairs[i] = p;
    let mut q = pairs[i];
    let r = &mut q;
    r.key ^= 1;
    let Pair { key, value } = *r;
    pairs[i].key = key;
    pairs[i].value -= value / 4.0;
}
#[test]
fn references_to_fields() {
    for device in devices() {
        let mut pairs: Vec<Pair> = (0..9u32).map(|n| Pair { key: n, value: n as f32 }).collect();
        let mut log = vec![0; 9];
        fields(&mut pairs, &mut log).dispatch(&device).unwrap();
        for n in 0..9u32 {
            assert_eq!(log[n as usize], n * 10 + n + 3);
            let v = n as f32 * 2.0 + (n + 7) as f32;
            assert_eq!(pairs[n as usize], Pair { key: (n + 7) ^ 1, value: v - v / 4.0 });
        }
    }
}

// struct in a module by path, `Self` patterns, const arrays in impl, derive order
mod shapes {
    #[vyre::data]
    #[derive(Debug, PartialEq, Eq, Hash)]
    pub struct Rect {
        pub min: [i32; 2],
        pub max: [i32; 2],
    }
    #[vyre::function]
    impl Rect {
        pub const CORNERS: [[i32; 2]; 4] = [[0, 0], [1, 0], [0, 1], [1, 1]];
        pub fn area(&self) -> u64 {
            let Self { min: [x0, y0], max: [x1, y1] } = *self;
            (x1 - x0).unsigned_abs() as u64 * (y1 - y0).unsigned_abs() as u64
        }
        pub fn union(self, o: Self) -> Self {
            Self {
                min: [self.min[0].min(o.min[0]), self.min[1].min(o.min[1])],
                max: [self.max[0].max(o.max[0]), self.max[1].max(o.max[1])],
            }
        }
        pub fn corner(&self, n: usize) -> [i32; 2] {
            let [cx, cy] = Self::CORNERS[n];
            [if cx == 0 { self.min[0] } else { self.max[0] }, if cy == 0 { self.min[1] } else { self.max[1] }]
        }
    }
}
#[vyre::kernel]
fn rects(r: &mut [shapes::Rect], areas: &mut [u64], corners: &mut [[i32; 2]]) {
    let i = invocation_id().x;
    let n = r.len();
    if i + 1 < n {
        let u: shapes::Rect = r[i].union(shapes::Rect { min: [-1, -2], max: [3, 4] });
        areas[i] = u.area();
        corners[i] = u.corner((i % 4) as usize);
        if u == (shapes::Rect { min: [-1, -2], max: [3, 4] }) {
            areas[i] += 1_000_000;
        }
    }
}
#[test]
fn module_structs() {
    for device in devices() {
        let mut r: Vec<_> = (0..8).map(|n| shapes::Rect { min: [n - 4, -n], max: [n, n * 3] }).collect();
        let (mut areas, mut corners) = (vec![0; 8], vec![[0; 2]; 8]);
        rects(&mut r, &mut areas, &mut corners).dispatch(&device).unwrap();
        for n in 0..7usize {
            let a = &r[n];
            let (x0, y0, x1, y1) = (a.min[0].min(-1), a.min[1].min(-2), a.max[0].max(3), a.max[1].max(4));
            let same = (x0, y0, x1, y1) == (-1, -2, 3, 4);
            assert_eq!(areas[n], ((x1 - x0) * (y1 - y0)) as u64 + if same { 1_000_000 } else { 0 });
            assert_eq!(corners[n], [[x0, x1][n % 2], [y0, y1][n % 4 / 2]]);
        }
    }
}

// match on struct patterns, nested tuples of structs; arrays of structs compare
#[vyre::kernel]
fn matches_structs(pairs: &[Pair], out: &mut [u32]) {
    let i = invocation_id().x;
    let two = [pairs[i], pairs[i + 1]];
    let same = two == [Pair { key: 1, value: 1.0 }, Pair { key: 2, value: 2.0 }];
    out[i] = match (pairs[i], same) {
        (Pair { key: 0, .. }, _) => 100,
        (Pair { key, value }, false) if value > 3.5 => key + 1000,
        (p, true) => p.key + 500,
        (Pair { key: k @ (3 | 5), value: _ }, _) => k,
        _ => 7,
    };
}
#[test]
fn struct_patterns() {
    for device in devices() {
        let pairs: Vec<Pair> = (0..8u32).map(|n| Pair { key: n, value: n as f32 }).collect();
        let mut out = vec![0; 8];
        matches_structs(&pairs, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [100, 501, 7, 3, 1004, 1005, 1006, 1007]);
    }
}

// user-written matrix struct with arrays of arrays, by value as kernel argument.
#[vyre::data]
struct Mat3 {
    rows: [[f32; 3]; 3],
}
#[vyre::function]
impl Mat3 {
    fn mul(&self, o: &Mat3) -> Mat3 {
        let mut rows = [[0.0; 3]; 3];
        for r in 0..3 {
            for c in 0..3 {
                for k in 0..3 {
                    rows[r][c] += self.rows[r][k] * o.rows[k][c];
                }
            }
        }
        Mat3 { rows }
    }
    fn apply(&self, v: [f32; 3]) -> [f32; 3] {
        let mut out = [0.0; 3];
        for r in 0..3 {
            out[r] = self.rows[r][0] * v[0] + self.rows[r][1] * v[1] + self.rows[r][2] * v[2];
        }
        out
    }
}
#[vyre::kernel]
fn transform(m: Mat3, points: &mut [[f32; 3]], n: u32) {
    let i = invocation_id().x;
    let mut total = m;
    for _ in 1..n {
        total = total.mul(&m);
    }
    points[i] = total.apply(points[i]);
}
#[test]
fn matrices() {
    let m = Mat3 { rows: [[0.5, 1.0, 0.0], [-1.0, 0.25, 2.0], [0.0, 3.0, 1.0]] };
    let before: Vec<[f32; 3]> = (0..5).map(|n| [n as f32, 1.0, -(n as f32)]).collect();
    let expected: Vec<[f32; 3]> = before.iter().map(|v| m.mul(&m).mul(&m).apply(*v)).collect();
    for device in devices() {
        let mut points = before.clone();
        transform(m, &mut points, 3).dispatch(&device).unwrap();
        assert_eq!(points, expected);
    }
    // By hand: m * [0, 1, 0] = second column.
    assert_eq!(m.apply([0.0, 1.0, 0.0]), [1.0, 0.25, 3.0]);
}
