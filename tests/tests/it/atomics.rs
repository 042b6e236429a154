//! Atomics under contention: nothing is lost, and each old value is the one just before its own operation.

use vyre::prelude::*;
use vyre_tests::devices;
use vyre_tests::values::random;

const COUNT: u32 = 20_000;

/// The values in order: no test knows which invocation came first.
fn sorted(mut values: Vec<u32>) -> Vec<u32> {
    values.sort_unstable();
    values
}

#[vyre::kernel(workgroup_size = 64)]
fn tickets(counter: &[AtomicU32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = counter[1].fetch_add(1);
        counter[0].fetch_add(i);
    }
}

#[test]
fn fetch_add_gives_every_ticket_once() {
    for device in devices() {
        let (mut counter, mut out) = ([7, 100, 7], vec![0; COUNT as usize]);
        tickets(&mut counter, &mut out).dispatch(&device).unwrap();
        assert_eq!(sorted(out), (100..100 + COUNT).collect::<Vec<_>>(), "{device}");
        assert_eq!(counter, [7 + (0..COUNT).sum::<u32>(), 100 + COUNT, 7], "{device}");
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn wraps(counter: &[AtomicU32], out: &mut [u32]) {
    out[invocation_id().x] = counter[0].fetch_add(2147483649);
}

#[test]
fn fetch_add_wraps() {
    for device in devices() {
        let (mut counter, mut out) = ([u32::MAX], vec![0; 1024]);
        wraps(&mut counter, &mut out).dispatch(&device).unwrap();
        let expected = (0..1024u32).map(|n| u32::MAX.wrapping_add(n.wrapping_mul(0x8000_0001)));
        assert_eq!(sorted(out), sorted(expected.collect()), "{device}");
        assert_eq!(counter, [1023], "{device}");
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn histogram(data: &[u8], bins: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < data.len() {
        bins[data.byte(i)].fetch_add(1);
    }
}

#[test]
fn a_histogram_counts_every_byte() {
    for device in devices() {
        let data: Vec<u8> = random(1, 50_001, 200).into_iter().map(|x| x as u8).collect();
        let mut expected = [0; 256];
        data.iter().for_each(|&byte| expected[byte as usize] += 1);
        let mut bins = [0; 256];
        histogram(&data, &mut bins).invocations([data.len() as u32, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(bins, expected, "{device}");
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn bits(words: &[AtomicU32], winners: &[AtomicU32]) {
    let i = invocation_id().x;
    let bit = 1 << i;
    // Every bit is set, cleared and flipped by many; only the first to change it sees the old one.
    if words[0].fetch_or(bit) & bit == 0 {
        winners[i % 32].fetch_add(1);
    }
    if words[1].fetch_and(!bit) & bit != 0 {
        winners[32 + i % 32].fetch_add(1);
    }
    if words[2].fetch_xor(bit) & bit == 0 {
        winners[64 + i % 32].fetch_add(1);
    }
    words[3].fetch_xor(i);
    words[4].fetch_or(i & 2147483640);
    words[5].fetch_and(i | 7);
}

#[test]
fn bitwise_atomics_change_each_bit() {
    for device in devices() {
        let (mut words, mut winners) = ([0, u32::MAX, 0, 5, 1, u32::MAX], [0; 96]);
        bits(&mut words, &mut winners).invocations([64 * 32, 1, 1]).dispatch(&device).unwrap();
        let flips = (0..64 * 32).fold(5, |word, i| word ^ i);
        assert_eq!(words, [u32::MAX, 0, 0, flips, 1 | (2047 & !7), 7], "{device}");
        let expected: Vec<u32> = [vec![1; 32], vec![1; 32], vec![32; 32]].concat();
        assert_eq!(winners.to_vec(), expected, "{device}");
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn extremes(data: &[u32], words: &[AtomicU32], records: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < data.len() {
        let x = data[i];
        if words[0].fetch_min(x) > x {
            records[0].fetch_add(1);
        }
        if words[1].fetch_max(x) < x {
            records[1].fetch_add(1);
        }
        words[2].fetch_min(x | 1);
        words[3].fetch_max(x & 4294967294);
    }
}

#[test]
fn minimum_and_maximum_are_unsigned_and_found() {
    for device in devices() {
        let data = random(2, COUNT, u32::MAX);
        let (mut words, mut records) = ([u32::MAX, 0, 0, u32::MAX], [0; 2]);
        extremes(&data, &mut words, &mut records).invocations([COUNT, 1, 1]).dispatch(&device).unwrap();
        let (least, most) = (data.iter().min().unwrap(), data.iter().max().unwrap());
        assert_eq!(words, [*least, *most, 0, u32::MAX], "{device}");
        // How many records are set depends on the order, but someone sets the last, and not everyone does.
        assert!(records.iter().all(|&n| (1..=COUNT).contains(&n)), "{records:?} on {device}");
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn hand_over(cell: &[AtomicU32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = cell[0].swap(i + 1);
    }
}

#[test]
fn swap_hands_every_value_over_once() {
    for device in devices() {
        let (mut cell, mut out) = ([0], vec![0; COUNT as usize]);
        hand_over(&mut cell, &mut out).dispatch(&device).unwrap();
        out.push(cell[0]);
        assert_eq!(sorted(out), (0..=COUNT).collect::<Vec<_>>(), "{device}");
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn one_winner(cells: &[AtomicU32], out: &mut [u32], winners: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < out.len() {
        let cell = i % 16;
        let old = cells[cell].compare_exchange(0, i + 1);
        if old == 0 {
            winners[cell].fetch_add(1);
        }
        out[i] = old;
    }
}

#[test]
fn compare_exchange_has_one_winner_whom_all_others_see() {
    for device in devices() {
        let (mut cells, mut out, mut winners) = ([0; 16], vec![0; COUNT as usize], [0; 16]);
        one_winner(&mut cells, &mut out, &mut winners).dispatch(&device).unwrap();
        assert_eq!(winners, [1; 16], "{device}");
        for (i, old) in out.into_iter().enumerate() {
            let won = cells[i % 16] == i as u32 + 1;
            assert_eq!(old, if won { 0 } else { cells[i % 16] }, "invocation {i} on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn compare_alone(cells: &[AtomicU32], expected: &[u32], new: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = cells[i].compare_exchange(expected[i], new[i]);
}

#[test]
fn compare_exchange_exchanges_exactly_the_expected() {
    let values = vyre_tests::values::EDGES;
    let pairs: Vec<(u32, u32)> = values.iter().flat_map(|&x| values.map(|y| (x, y))).collect();
    for device in devices() {
        let mut cells: Vec<u32> = pairs.iter().map(|pair| pair.0).collect();
        let expected: Vec<u32> = pairs.iter().map(|pair| pair.1).collect();
        let new: Vec<u32> = pairs.iter().map(|(x, y)| x ^ y ^ 0x55).collect();
        let mut out = vec![99; pairs.len()];
        compare_alone(&mut cells, &expected, &new, &mut out).dispatch(&device).unwrap();
        for (n, &(old, expected)) in pairs.iter().enumerate() {
            assert_eq!(out[n], old, "{old} expecting {expected} on {device}");
            let then = if old == expected { new[n] } else { old };
            assert_eq!(cells[n], then, "{old} expecting {expected} on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn never_for_no_reason(cells: &[AtomicU32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        // Nobody else touches this cell: each of a thousand exchanges must succeed.
        for n in 0..1000 {
            if cells[i].compare_exchange(n, n + 1) == n {
                out[i] += 1;
            }
        }
    }
}

#[test]
fn compare_exchange_never_fails_for_no_reason() {
    for device in devices() {
        let (mut cells, mut out) = ([0; 128], [0; 128]);
        never_for_no_reason(&mut cells, &mut out).dispatch(&device).unwrap();
        assert_eq!((cells, out), ([1000; 128], [1000; 128]), "{device}");
    }
}

#[vyre::kernel(workgroup_size = 32)]
fn add_by_exchange(cell: &[AtomicU32], added: &mut [u32]) {
    let i = invocation_id().x;
    let mut seen = cell[0].load();
    for attempt in 0..4294967295u32 {
        let old = cell[0].compare_exchange(seen, seen + 3);
        if old == seen {
            break;
        }
        seen = old;
    }
    added[i] = 1;
}

#[test]
fn a_sum_can_be_built_from_compare_exchange() {
    for device in devices() {
        let (mut cell, mut added) = ([10], vec![0; 2048]);
        add_by_exchange(&mut cell, &mut added).dispatch(&device).unwrap();
        assert_eq!((cell, added), ([10 + 3 * 2048], vec![1; 2048]), "{device}");
    }
}

/// Each operation, by one invocation, on every pair of edge values.
macro_rules! alone {
    ($($name:ident |$x:ident, $y:ident| $new:expr;)*) => {
        $(mod $name {
            #[vyre::kernel(workgroup_size = 32)]
            fn kernel(cells: &[AtomicU32], values: &[u32], out: &mut [u32]) {
                let i = invocation_id().x;
                if i < out.len() {
                    out[i] = cells[i].$name(values[i]);
                }
            }

            #[test]
            fn gives_the_old_value_and_leaves_the_new() {
                let edges = vyre_tests::values::EDGES;
                let (before, values): (Vec<u32>, Vec<u32>) =
                    edges.iter().flat_map(|&x| edges.map(|y| (x, y))).unzip();
                let after: Vec<u32> = before.iter().zip(&values).map(|(&$x, &$y)| $new).collect();
                for device in super::devices() {
                    let (mut cells, mut out) = (before.clone(), vec![99; before.len()]);
                    kernel(&mut cells, &values, &mut out).dispatch(&device).unwrap();
                    assert_eq!(out, before, "{device}");
                    assert_eq!(cells, after, "{device}");
                }
            }
        })*
    };
}

alone! {
    fetch_add |x, y| x.wrapping_add(y);
    fetch_or |x, y| x | y;
    fetch_and |x, y| x & y;
    fetch_xor |x, y| x ^ y;
    fetch_min |x, y| x.min(y);
    fetch_max |x, y| x.max(y);
    swap |_x, y| y;
}

#[vyre::kernel(workgroup_size = 16)]
fn load_and_store(cells: &[AtomicU32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = cells[i].load();
    cells[i].store(out[i] * 2);
    out[i] += cells[i].load() * 100;
    cells[cells.len() - 1 - i].load();
}

#[test]
fn loads_and_stores_are_plain() {
    for device in devices() {
        let (mut cells, mut out): (Vec<u32>, _) = ((0..100).collect(), vec![0; 100]);
        load_and_store(&mut cells, &mut out).invocations([100, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(cells, (0..100).map(|n| n * 2).collect::<Vec<_>>(), "{device}");
        assert_eq!(out, (0..100).map(|n| n * 201).collect::<Vec<_>>(), "{device}");
    }
}

#[vyre::function]
fn note(count: &AtomicU32, least: &AtomicI32, value: i32) -> i32 {
    count.fetch_add(1);
    least.fetch_min(value)
}

/// Signed elements in a slice and in a workgroup array, and single elements as arguments.
#[vyre::kernel(workgroup_size = 32)]
fn signed(data: &[i32], out: &[AtomicI32], counts: &[AtomicU32], old: &mut [i32]) {
    let tile = workgroup_array::<AtomicI32, 2>();
    let (i, k) = (invocation_id().x, local_id().x);
    if k == 0 {
        tile[0].store(-5);
    }
    barrier();
    tile[0].fetch_add(data[i]);
    tile[1].fetch_max(data[i]);
    out[0].fetch_add(data[i]);
    out[1].fetch_max(data[i]);
    note(&counts[1], &out[2], data[i]);
    if i == 0 {
        old[0] = out[3].swap(-9);
        old[1] = out[4].compare_exchange(-1, 7);
        old[2] = out[5].load();
        old[3] = note(&counts[99], &out[99], -4);
    }
    barrier();
    if k == 0 {
        out[6].fetch_add(tile[0].load());
        out[7].fetch_min(-tile[1].load());
    }
}

const SIGNED: &str = "
    fn note(count: &AtomicU32, least: &AtomicI32, value: i32) -> i32 {
        count.fetch_add(1);
        least.fetch_min(value)
    }
    #[kernel(workgroup_size = 32)]
    fn k(data: &[i32], out: &[AtomicI32], counts: &[AtomicU32]) {
        let i = invocation_id().x;
        note(&counts[1], &out[2], data[i]);
        out[0].fetch_add(data[i]);
        out[1].fetch_max(data[i]);
    }
";

#[test]
fn signed_elements_are_compared_as_numbers() {
    let data: Vec<i32> = (0..64).map(|i| (i * 37) % 64 - 40).collect();
    let (sum, most, least) = (data.iter().sum::<i32>(), 23, -40);
    for device in devices() {
        let (mut out, mut counts, mut old) = ([0, -100, 100, 3, -1, -2, 0, 0], [0u32; 2], [1i32; 4]);
        signed(&data, &mut out, &mut counts, &mut old).invocations([64, 1, 1]).dispatch(&device).unwrap();
        // Each half has its own largest value.
        let half = |part: &[i32]| part.iter().copied().max().unwrap().max(0);
        let lowest = -half(&data[..32]).max(half(&data[32..]));
        assert_eq!(out, [sum, most, least, -9, 7, -2, sum - 10, lowest], "{device}");
        assert_eq!((counts, old), ([0, 64], [3, -1, -2, 0]), "{device}");
        let module = vyre::Module::compile(SIGNED).unwrap();
        let (mut out, mut counts) = ([0, -100, 100], [0u32; 2]);
        let args = [Arg::read(&data), Arg::write(&mut out), Arg::write(&mut counts)];
        module.kernel("k").unwrap().launch(args).invocations([64, 1, 1]).dispatch(&device).unwrap();
        assert_eq!((out, counts), ([sum, most, least], [0, 64]), "{device}");
    }
}

/// Elements of 64 bits in a slice and in a workgroup array, and single elements as arguments.
#[vyre::kernel(workgroup_size = 64)]
fn long(data: &[u64], out: &[AtomicU64], tickets: &mut [u64]) {
    fn note(sum: &AtomicU64, most: &AtomicU64, value: u64) -> u64 {
        most.fetch_max(value);
        sum.fetch_add(value)
    }
    let tile = workgroup_array::<AtomicU64, 3>();
    let (i, k) = (invocation_id().x, local_id().x);
    if i < data.len() {
        tickets[i] = out[0].fetch_add(1 << 32);
        note(&out[1], &out[2], data[i]);
        out[3].fetch_xor(data[i]);
        note(&tile[0], &tile[1], data[i]);
        tile[2].fetch_or(data[i] & 0x8000_0001_0000_0001);
        // Only one of all finds what it expects.
        if out[4].compare_exchange(1 << 40, i as u64) == 1 << 40 {
            out[5].store(i as u64);
        }
    }
    barrier();
    if k == 0 {
        note(&out[6], &out[7], tile[0].load());
        out[8].fetch_or(tile[2].load());
        out[9].fetch_max(tile[1].load());
    }
}

/// What a kernel does to an element of 64 bits nobody divides: a sum carries into the high word, and each old value is that before the own operation.
#[test]
fn elements_of_64_bits_are_changed_at_once() {
    let count = 20_000u64;
    let data: Vec<u64> = (0..count).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 3).collect();
    let sum = data.iter().fold(0u64, |sum, value| sum.wrapping_add(*value));
    let most = data.iter().copied().max().unwrap();
    let groups: Vec<u64> =
        data.chunks(64).map(|group| group.iter().fold(0u64, |sum, value| sum.wrapping_add(*value))).collect();
    let bits = data.iter().fold(0, |bits, value| bits | value & 0x8000_0001_0000_0001);
    for device in devices() {
        let (mut out, mut tickets) = ([0u64; 10], vec![0u64; count as usize]);
        out[0] = 0xffff_fff0;
        out[4] = 1 << 40;
        long(&data, &mut out, &mut tickets).dispatch(&device).unwrap();
        tickets.sort_unstable();
        let expected: Vec<u64> = (0..count).map(|i| (i << 32) + 0xffff_fff0).collect();
        assert_eq!(tickets, expected, "{device}");
        assert_eq!(out[0], (count << 32) + 0xffff_fff0, "{device}");
        assert_eq!(out[1..3], [sum, most], "{device}");
        assert_eq!(out[3], data.iter().fold(0, |bits, value| bits ^ value), "{device}");
        assert_eq!(out[4], out[5], "{device}");
        assert!(out[4] < count, "{device}");
        assert_eq!(out[6..8], [sum, groups.iter().copied().max().unwrap()], "{device}");
        assert_eq!(out[8..], [bits, most], "{device}");
    }
}

/// Buffers on a device, and parts of them.
#[test]
fn elements_of_64_bits_stay_on_a_device() {
    let data: Vec<u64> = (1..=100).map(|i| i << 30).collect();
    for device in devices() {
        let data = device.buffer(&data).unwrap();
        let mut out = device.buffer(&[0u64; 10]).unwrap();
        let mut tickets = device.buffer(&[0u64; 100]).unwrap();
        for _ in 0..3 {
            long(&data, &mut out, &mut tickets).dispatch(&device).unwrap();
        }
        let out = out.read().unwrap();
        assert_eq!(out[..3], [300 << 32, (3 * 5050) << 30, 100 << 30], "{device}");
    }
}

/// A device without the feature refuses the launch, and goes on.
#[cfg(feature = "gpu")]
#[test]
fn a_device_without_atomics_of_64_bits_refuses_before_it_runs() {
    use vyre::{Device, Error};
    let Some((device, queue)) = vyre_tests::opened_with_wgpu(|_| {}, None) else { return };
    let device = Device::from_wgpu(device, queue).unwrap();
    let (mut out, mut old) = ([3u64; 10], [7u64; 2]);
    let error = long(&[1, 2], &mut out, &mut old).dispatch(&device).unwrap_err();
    assert!(matches!(error, Error::LongAtomics { .. }), "{error}");
    assert_eq!((out, old), ([3; 10], [7; 2]));
    let (mut counter, mut out) = ([0u32; 2], vec![0u32; 64]);
    tickets(&mut counter, &mut out).dispatch(&device).unwrap();
    assert_eq!(sorted(out), (0..64).collect::<Vec<_>>());
}

/// A race that atomics of 64 bits hide from nobody, and an order that shows.
#[test]
fn the_checked_device_sees_elements_of_64_bits() {
    use vyre::{Device, FindingKind, Module};
    let text = "
        #[kernel(workgroup_size = 32)]
        fn sums(a: &[AtomicU64], out: &mut [u64]) {
            a[0].fetch_add(1 << 40);
            out[invocation_id().x] = 1;
        }
        #[kernel(workgroup_size = 32)]
        fn tickets(a: &[AtomicU64], out: &mut [u64]) {
            out[invocation_id().x] = a[0].fetch_add(1 << 40);
        }
        #[kernel(workgroup_size = 32)]
        fn outside(a: &[AtomicU64], out: &mut [u64]) {
            a[9].fetch_max(1 << 40);
        }
    ";
    let module = Module::compile(text).unwrap_or_else(|error| panic!("{error}"));
    let kinds = |kernel: &str| -> Vec<FindingKind> {
        let device = Device::checked();
        let (mut a, mut out) = ([3u64; 2], vec![0u64; 64]);
        let args = [Arg::write(&mut a), Arg::write(&mut out)];
        let ended = module.kernel(kernel).unwrap().launch(args).dispatch(&device);
        if let Err(vyre::Error::Checked(report)) = ended {
            return report.findings().iter().map(|finding| finding.kind()).collect();
        }
        device.take_findings().iter().map(|finding| finding.kind()).collect()
    };
    assert_eq!(kinds("sums"), []);
    assert_eq!(kinds("outside"), [FindingKind::OutOfBounds]);
    assert_eq!(kinds("tickets"), [FindingKind::OrderDependence]);
}

#[vyre::kernel]
fn summary(values: &[i32], above: &AtomicU32, most: &AtomicI32, sum: &AtomicU64) {
    let i = invocation_id().x;
    if i < values.len() {
        if values[i] > 3 {
            above.fetch_add(1);
        }
        most.fetch_max(values[i]);
        sum.fetch_add(values[i] as u64);
    }
}

#[test]
fn kernels_take_one_atomic_element() {
    let values = [1i32, 5, 7, -3, 4];
    for device in devices() {
        let (mut above, mut most, mut sum) = (0u32, -100i32, 10u64);
        summary(&values, &mut above, &mut most, &mut sum).dispatch(&device).unwrap();
        assert_eq!((above, most, sum), (3, 7, 24), "{device}");
        let mut counts = device.zeros::<u32>(1).unwrap();
        summary(&values, &mut counts, &mut [0i32], &mut vec![0u64]).dispatch(&device).unwrap();
        assert_eq!(counts.read().unwrap(), [3], "{device}");
    }
    let text = "#[kernel] fn k(a: &[u32], count: &AtomicU32) { if a[invocation_id().x] > 1 { count.fetch_add(1); } }";
    let module = vyre::Module::compile(text).unwrap();
    let mut count = [0u32];
    let launch = module.kernel("k").unwrap().launch([Arg::read(&[1u32, 2, 3]), Arg::write(&mut count)]);
    launch.workgroups([1, 1, 1]).dispatch(&Device::cpu()).unwrap();
    assert_eq!(count, [2]);
}
