//! Collectives of every integer type, atomics in workgroup memory, and tiles.

use crate::tried::devices;

macro_rules! collectives {
    ($name:ident, $t:ty) => {
        #[test]
        fn $name() {
            #[vyre::kernel(workgroup_size = (8, 4))]
            fn on_device(data: &[$t], out: &mut [[$t; 6]]) {
                let k = local_id().y * 8 + local_id().x;
                let v = data[workgroup_id().x * 32 + k];
                out[workgroup_id().x * 32 + k] = [
                    workgroup_sum(v),
                    workgroup_min(v),
                    workgroup_max(v),
                    workgroup_inclusive_sum(v),
                    workgroup_exclusive_sum(v),
                    workgroup_broadcast(v, 13),
                ];
            }
            let data: Vec<$t> =
                (0..96u64).map(|n| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 3) as $t).collect();
            for device in devices() {
                let mut out = vec![[0 as $t; 6]; 96];
                on_device(&data, &mut out).workgroups([3, 1, 1]).dispatch(&device).unwrap();
                for (g, block) in data.chunks(32).enumerate() {
                    let sum = |v: &[$t]| v.iter().fold(0 as $t, |a, b| a.wrapping_add(*b));
                    for k in 0..32 {
                        assert_eq!(
                            out[g * 32 + k],
                            [
                                sum(block),
                                *block.iter().min().unwrap(),
                                *block.iter().max().unwrap(),
                                sum(&block[..=k]),
                                sum(&block[..k]),
                                block[13]
                            ],
                            "{device}"
                        );
                    }
                }
            }
        }
    };
}
collectives!(of_u8, u8);
collectives!(of_i8, i8);
collectives!(of_u16, u16);
collectives!(of_i16, i16);
collectives!(of_u32, u32);
collectives!(of_i32, i32);
collectives!(of_u64, u64);
collectives!(of_i64, i64);
collectives!(of_u128, u128);

#[vyre::kernel(workgroup_size = 64)]
fn votes(data: &[u32], out: &mut [u32], sums: &mut [f32]) {
    let mut flag = workgroup_array::<u32, 1>();
    let i = invocation_id().x;
    let any = workgroup_any(data[i] == 5);
    let all = workgroup_all(data[i] < 100);
    if any && all {
        barrier();
    }
    if local_id().x == 0 {
        flag[0] = data[workgroup_id().x * 64 + 3];
    }
    let n = workgroup_uniform_load(&flag[0]);
    for _ in 0..n % 3 {
        barrier();
    }
    let x = data[i] as f32 * 0.1;
    sums[i] = workgroup_sum_strict(x) - workgroup_sum_tree(x);
    out[i] = any as u32 + 2 * all as u32 + n * 10;
}
#[test]
fn votes_and_uniform_loads() {
    let mut data: Vec<u32> = (0..128).map(|n| n * 7 % 99 + 6).collect();
    data[70] = 5;
    data[1] = 1000;
    fn tree(v: &[f32]) -> f32 {
        if v.len() == 1 {
            return v[0];
        }
        let mut half = 1;
        while half * 2 < v.len() {
            half *= 2
        }
        tree(&v[..half]) + tree(&v[half..])
    }
    for device in devices() {
        let (mut out, mut sums) = (vec![0; 128], vec![0.0; 128]);
        votes(&data, &mut out, &mut sums).dispatch(&device).unwrap();
        for g in 0..2 {
            let block = &data[g * 64..][..64];
            let e = block.contains(&5) as u32 + 2 * block.iter().all(|x| *x < 100) as u32 + block[3] * 10;
            let f: Vec<f32> = block.iter().map(|x| *x as f32 * 0.1).collect();
            let strict = f[1..].iter().fold(f[0], |a, b| a + b);
            for k in 0..64 {
                assert_eq!((out[g * 64 + k], sums[g * 64 + k]), (e, strict - tree(&f)), "{device}");
            }
        }
    }
}

// atomics in workgroup memory; 2-d tiles; functions with workgroup arrays called twice
#[vyre::kernel(workgroup_size = 64)]
fn local_atomics(data: &[u32], out: &mut [u32], global: &[AtomicU32]) {
    fn unique(value: u32) -> u32 {
        let seen = workgroup_array::<AtomicU32, 8>();
        seen[value % 8].fetch_or(1 << (value / 8 % 32));
        barrier();
        let mut n = 0;
        for k in 0..seen.len() {
            n += seen[k].load().count_ones();
        }
        n
    }
    let counts = workgroup_array::<AtomicU32, 4>();
    let i = invocation_id().x;
    let l = local_id().x;
    let v = data[i];
    counts[v % 4].fetch_add(1);
    counts[(v % 4) as usize].fetch_max(0);
    let a: u32 = unique(v);
    let b: u32 = unique(v / 2);
    barrier();
    if l < 4 {
        let c = counts[l].swap(0);
        global[l].fetch_add(c);
        global[4].fetch_min(c);
        global[5].fetch_xor(c);
        global[6].fetch_and(!c);
        let _ = global[7].compare_exchange(9, 10);
    }
    out[i] = a * 1000 + b;
}
#[test]
fn atomics_in_workgroups() {
    let data: Vec<u32> = (0..128u32).map(|n| n * n % 251).collect();
    for device in devices() {
        let mut out = vec![0; 128];
        let mut global = [0, 0, 0, 0, 99, 0, u32::MAX, 9];
        local_atomics(&data, &mut out, &mut global).dispatch(&device).unwrap();
        let mut e = [0u32, 0, 0, 0, 99, 0, u32::MAX, 10];
        for (g, block) in data.chunks(64).enumerate() {
            let distinct = |f: fn(u32) -> u32| {
                block.iter().map(|v| f(*v) % 256).collect::<std::collections::BTreeSet<_>>().len() as u32
            };
            for k in 0..64 {
                assert_eq!(out[g * 64 + k], distinct(|v| v) * 1000 + distinct(|v| v / 2), "{device}");
            }
            for q in 0..4 {
                let c = block.iter().filter(|v| **v % 4 == q).count() as u32;
                e[q as usize] += c;
                e[4] = e[4].min(c);
                e[5] ^= c;
                e[6] &= !c;
            }
        }
        assert_eq!(global, e, "{device}");
    }
}

const T: u32 = 8;
#[vyre::kernel(workgroup_size = (8, 8))]
fn matmul(a: &[f32], b: &[f32], c: &mut [f32], n: u32) {
    let mut ta = workgroup_array::<[f32; T as usize], 8>();
    let mut tb = workgroup_array::<[f32; 9], 8>();
    let (x, y) = (invocation_id().x, invocation_id().y);
    let (lx, ly) = (local_id().x as usize, local_id().y as usize);
    let mut sum = 0.0;
    for t in 0..n.div_ceil(T) {
        ta[ly][lx] = a[y * n + t * T + local_id().x];
        tb[ly][lx] = b[(t * T + local_id().y) * n + x];
        barrier();
        for k in 0..T as usize {
            sum += ta[ly][k] * tb[k][lx];
        }
        barrier();
    }
    if x < n && y < n {
        c[y * n + x] = sum;
    }
}
#[test]
fn tiled_matmul() {
    let n = 16usize;
    let a: Vec<f32> = (0..n * n).map(|k| (k % 7) as f32 * 0.5 - 1.0).collect();
    let b: Vec<f32> = (0..n * n).map(|k| (k % 11) as f32 * 0.25).collect();
    for device in devices() {
        let mut c = vec![0.0; n * n];
        matmul(&a, &b, &mut c, n as u32).workgroups([2, 2, 1]).dispatch(&device).unwrap();
        for y in 0..n {
            for x in 0..n {
                let e = (0..n).fold(0.0, |s, k| s + a[y * n + k] * b[k * n + x]);
                assert_eq!(c[y * n + x], e);
            }
        }
    }
}

#[vyre::kernel(workgroup_size = (4, 2, 2))]
fn ids(out: &mut [[u32; 4]]) {
    let g = invocation_id();
    let n = num_workgroups();
    let s = workgroup_size();
    let flat = (g.z * n.y * s.y + g.y) * n.x * s.x + g.x;
    let w = workgroup_id();
    let l = local_id();
    out[flat] = [g.x, w.y * s.y + l.y, g.z, n.x * 100 + n.y * 10 + n.z];
}
#[test]
fn three_dimensions() {
    for device in devices() {
        let mut out = vec![[0; 4]; 4 * 3 * 2 * 2 * 2 * 4];
        ids(&mut out).workgroups([3, 2, 4]).dispatch(&device).unwrap();
        for (k, o) in out.iter().enumerate() {
            let k = k as u32;
            assert_eq!(*o, if k < 12 * 4 * 8 { [k % 12, k / 12 % 4, k / 48, 324] } else { [0; 4] });
        }
    }
}
