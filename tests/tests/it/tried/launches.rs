//! Buffers, assertions, the checked device, and functions that several kernels share.

use crate::tried::devices;
use vyre::Error;
use vyre::prelude::*;

#[vyre::kernel]
fn scale(data: &mut [u64], by: u64, offset: i32, negate: bool) {
    let i = invocation_id().x;
    if i < data.len() {
        let v = data[i] * by + offset as i64 as u64;
        data[i] = if negate { !v } else { v };
    }
}
#[test]
fn buffers_and_chains() {
    for device in devices() {
        let mut a = device.buffer(&[1u64, 2, 1 << 40]).unwrap();
        for k in 0..5 {
            scale(&mut a, 3, -k, k % 2 == 1).dispatch(&device).unwrap();
        }
        device.synchronize().unwrap();
        let e = [1u64, 2, 1 << 40].map(|x| {
            (0..5i32).fold(x, |x, k| {
                let v = x.wrapping_mul(3).wrapping_add(-k as i64 as u64);
                if k % 2 == 1 { !v } else { v }
            })
        });
        assert_eq!(a.read().unwrap(), e);
        let mut into = [0u64; 3];
        a.read_into(&mut into).unwrap();
        assert_eq!(into, e);
        a.write(&[7u64, 8, 9]).unwrap();
        assert_eq!(a.read().unwrap(), [7, 8, 9]);
        assert_eq!(a.len(), 3);
        let z = device.zeros::<u32>(5).unwrap();
        assert_eq!(z.read().unwrap(), [0; 5]);
        let z = device.zeros::<u8>(3).unwrap();
        assert_eq!(z.read().unwrap(), [0; 3]);
        let v: Vec<u64> = pollster::block_on(async {
            let mut b = device.buffer(&[5u64]).unwrap();
            scale(&mut b, 2, 0, false).dispatch_async(&device).await.unwrap();
            b.read_async().await.unwrap()
        });
        assert_eq!(v, [10]);
    }
}

#[vyre::data]
#[derive(PartialEq, Debug)]
struct Item {
    id: u32,
    w: [u16; 2],
}
#[vyre::kernel]
fn items(
    items: &mut [Item],
    extra: &Uniform<[[u16; 2]]>,
    flags: &mut [bool],
    ids: &[AtomicU32],
    bytes: &[u8],
) {
    let i = invocation_id().x;
    if i < items.len() {
        items[i].w[1] += extra[i % extra.len()][0];
        flags[i] = !flags[i] || items[i].id == 3;
        ids[items[i].id].store(i + 1);
        items[i].id = bytes.byte(i) + bytes.word(0) % 16;
    }
}
#[test]
fn buffers_of_structs() {
    for device in devices() {
        let data: Vec<Item> = (0..5).map(|n| Item { id: 4 - n, w: [1, n as u16] }).collect();
        let mut b = device.buffer(&data).unwrap();
        let mut flags = device.buffer(&[true, false, true, false, true]).unwrap();
        let mut ids = device.zeros::<u32>(5).unwrap();
        let bytes = device.buffer(&[3u8, 4, 5, 6, 7]).unwrap();
        items(&mut b, &[[10, 0], [20, 0]], &mut flags, &mut ids, &bytes).dispatch(&device).unwrap();
        let e: Vec<Item> =
            (0..5u16).map(|n| Item { id: 3 + n as u32 + 3, w: [1, n + [10, 20][n as usize % 2]] }).collect();
        assert_eq!(b.read().unwrap(), e, "{device}");
        assert_eq!(flags.read().unwrap(), [false, true, false, true, false]);
        assert_eq!(ids.read().unwrap(), [5, 4, 3, 2, 1]);
    }
}

#[vyre::kernel(workgroup_size = 16)]
fn asserting(data: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        assert!(data[i] != 7, "seven is not allowed");
        assert_eq!(data[i] % 2, 1);
        debug_assert!(data[i] < 1000);
        assert_ne!(data[i], 9, "nor nine");
        out[i] = data[i];
    }
}
#[test]
fn assertions() {
    for device in devices() {
        for (data, at, message) in [
            ([1, 3, 7, 5], 2, "seven is not allowed"),
            ([1, 2, 3, 5], 1, "left == right"),
            ([1, 1001, 3, 5], 1, "data[i] < 1000"),
            ([3, 3, 3, 9], 3, "nor nine"),
        ] {
            let mut out = [0; 4];
            match asserting(&data, &mut out).dispatch(&device) {
                Err(Error::Assertion { file, line, column, message: m, invocation }) => {
                    assert!(
                        file.ends_with("launches.rs") && line > 60 && column > 1,
                        "{file}:{line}:{column}"
                    );
                    assert!(m.contains(message), "{m}");
                    assert_eq!(invocation, [at, 0, 0], "{device} {data:?} {m}");
                }
                Err(Error::Checked(report)) => {
                    assert!(report.to_string().contains(message), "{report}");
                    assert_eq!(report.findings()[0].place().invocation(), [at, 0, 0]);
                }
                other => panic!("{other:?} on {device}"),
            }
            assert_eq!(out[0], data[0]);
            assert_eq!(out[at as usize], 0);
        }
    }
}

#[vyre::kernel]
fn racy(data: &mut [u32]) {
    let i = invocation_id().x;
    data[i / 2] = i;
}
#[vyre::kernel]
fn suspicious(data: &mut [u32]) {
    let w = [0u32; 4];
    let i = invocation_id().x;
    data[i + 1] = w[i % 8];
}
#[test]
fn checked() {
    let device = Device::checked();
    let mut d = [0; 8];
    let Err(Error::Checked(report)) = racy(&mut d).dispatch(&device) else { panic!() };
    let f = &report.findings()[0];

    assert!(f.place().file().ends_with("launches.rs"));
    assert!(f.other().is_some());
    suspicious(&mut d).dispatch(&device).unwrap();
    let found = device.take_findings();
    assert!(!found.is_empty());
}

#[test]
fn aliases_are_refused() {
    #[vyre::kernel]
    fn two(a: &[u32], b: &mut [u32]) {
        b[invocation_id().x] = a[invocation_id().x];
    }
    for device in devices() {
        let mut a = device.buffer(&[1u32, 2]).unwrap();
        let b = a.clone();
        let r = two(&b, &mut a).dispatch(&device);

        assert!(r.is_err());
    }
}

#[test]
fn reductions() {
    for device in devices() {
        let v: Vec<f32> = (0..1000).map(|n| (n as f32).sin()).collect();
        let b = device.buffer(&v).unwrap();
        let strict: f32 = vyre::reduce::sum_strict(&b).unwrap();
        assert_eq!(strict, v[1..].iter().fold(v[0], |a, x| a + x));
        let _tree: f32 = vyre::reduce::sum_tree(&b).unwrap();
    }
}

// several kernels with shared functions; exclusive use of a const-generic function
#[vyre::function]
fn hash(mut x: u32) -> u32 {
    x ^= x >> 16;
    x *= 0x7feb_352d;
    x ^= x >> 15;
    x *= 0x846c_a68b;
    x ^ x >> 16
}
#[vyre::kernel]
fn first(out: &mut [u32], seed: u32) {
    out[invocation_id().x] = hash(invocation_id().x + seed);
}
#[vyre::kernel]
fn second(out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = hash(hash(out[i]));
}
#[test]
fn shared_function() {
    for device in devices() {
        let mut out = vec![0; 100];
        first(&mut out, 7).dispatch(&device).unwrap();
        second(&mut out).dispatch(&device).unwrap();
        let h = |mut x: u32| {
            x ^= x >> 16;
            x = x.wrapping_mul(0x7feb_352d);
            x ^= x >> 15;
            x = x.wrapping_mul(0x846c_a68b);
            x ^ x >> 16
        };
        for i in 0..100u32 {
            assert_eq!(out[i as usize], h(h(h(i + 7))));
            assert_eq!(hash(i), h(i));
        }
    }
}
