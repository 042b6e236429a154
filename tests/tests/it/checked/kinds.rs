//! Each kind of findings, with its places, and what `Error::Checked` says.

use vyre::prelude::*;
use vyre::{Arg, Error, Finding, FindingKind, Report, ir};

/// The line of this file in which `text` stands first, and its column, counted from 1.
fn place(text: &str) -> (u32, u32) {
    let found = include_str!("kinds.rs").lines().enumerate().find_map(|(at, line)| {
        line.find(text).map(|column| (at as u32 + 1, line[..column].chars().count() as u32 + 1))
    });
    found.unwrap()
}

fn report(result: Result<(), Error>) -> Report {
    match result {
        Err(Error::Checked(report)) => report,
        other => panic!("{other:?}"),
    }
}

fn at(place: &vyre::FindingPlace) -> (u32, u32) {
    (place.line(), place.column())
}

#[vyre::kernel(workgroup_size = 8)]
fn neighbours(data: &mut [u32]) {
    let i = invocation_id().x;
    let next = data[(i + 1) % 16];
    data[i] = next + 1;
}

#[test]
fn a_race_has_both_places() {
    let device = Device::checked();
    let mut data = [5u32; 16];
    let report = report(neighbours(&mut data).dispatch(&device));
    let [race] = report.findings() else { panic!("{report}") };
    assert_eq!(race.kind(), FindingKind::DataRace);
    assert_eq!((race.buffer(), race.index()), ("data", 1));
    // Invocation 0 reads element 1, and then invocation 1 writes it.
    assert!(race.place().file().ends_with("kinds.rs"));
    assert_eq!(at(race.place()), place("data[i] = next + 1"));
    assert_eq!(race.place().invocation(), [1, 0, 0]);
    let other = race.other().unwrap();
    assert_eq!(at(other), place("data[(i + 1) % 16]"));
    assert_eq!((other.invocation(), other.workgroup()), ([0, 0, 0], [0, 0, 0]));
    // The arguments hold what the launch wrote, in the order of the reference.
    let mut expected = [5u32; 16];
    neighbours(&mut expected).dispatch(&Device::reference()).unwrap();
    assert_eq!(data, expected);
    assert_eq!(device.take_findings(), []);
}

#[test]
fn a_race_is_displayed_as_rustc_prints_errors() {
    let text = report(neighbours(&mut [5u32; 16]).dispatch(&Device::checked())).to_string();
    let (line, column) = place("data[i] = next + 1");
    let file = "tests/tests/it/checked/kinds.rs";
    for part in [
        "error: data race: one invocation writes and another reads `data[1]`".to_string(),
        format!("{file}:{line}:{column}"),
        "let next = data[(i + 1) % 16];".to_string(),
        "data[i] = next + 1;".to_string(),
        "write by invocation (1, 0, 0) of workgroup (0, 0, 0)".to_string(),
        "read by invocation (0, 0, 0) of workgroup (0, 0, 0)".to_string(),
    ] {
        assert!(text.contains(&part), "{part}\n{text}");
    }
}

#[vyre::function]
fn pick(flag: bool, x: u32) -> u32 {
    assert!(!flag, "picked");
    x
}

#[vyre::function]
fn through(flag: bool, x: u32) -> u32 {
    pick(flag, x)
}

#[vyre::kernel(workgroup_size = 4)]
fn asserting(out: &mut [u32]) {
    let i = invocation_id().x;
    let value: u32 = through(i == 2, i + 10);
    out[i] = value;
}

#[test]
fn a_failed_assertion_has_its_calls() {
    let mut out = [0u32; 4];
    let report = report(asserting(&mut out).dispatch(&Device::checked()));
    let [failed] = report.findings() else { panic!("{report}") };
    assert_eq!((failed.kind(), failed.message()), (FindingKind::Assertion, "picked"));
    assert_eq!(at(failed.place()), place("assert!(!flag, \"picked\")"));
    assert_eq!((failed.place().invocation(), failed.other()), ([2, 0, 0], None));
    let lines: Vec<u32> = failed.place().calls().iter().map(|frame| frame.position.line).collect();
    let expected = ["assert!(!flag, \"picked\")", "pick(flag, x)\n", "through(i == 2, i + 10)"];
    assert_eq!(lines[0], place(expected[0]).0);
    assert_eq!(lines[1], place("fn through").0 + 1);
    assert_eq!(lines[2], place(expected[2]).0);
    assert_eq!(lines.len(), 3);
    assert!(report.to_string().contains("is called at"), "{report}");
    assert_eq!(out, [10, 11, 0, 13]);
}

#[vyre::kernel(workgroup_size = 4)]
fn tickets(next: &[AtomicU32], out: &mut [u32]) {
    let ticket = next[0].fetch_add(1);
    out[ticket] = invocation_id().x;
}

#[vyre::kernel(workgroup_size = 4)]
fn counted(next: &[AtomicU32], out: &mut [u32]) {
    next[0].fetch_add(invocation_id().x);
    out[invocation_id().x] = 1;
}

#[vyre::kernel(workgroup_size = 4)]
fn lost_update(sum: &[AtomicU32]) {
    let old = sum[0].load();
    sum[0].store(old + 1);
}

#[test]
fn results_that_depend_on_the_order_fail() {
    let device = Device::checked();
    let (mut next, mut out) = ([0u32], [9u32; 8]);
    let report_ = report(tickets(&mut next, &mut out).dispatch(&device));
    let [found] = report_.findings() else { panic!("{report_}") };
    assert_eq!((found.kind(), found.buffer()), (FindingKind::OrderDependence, "out"));
    assert_eq!(at(found.place()), place("out[ticket] = invocation_id().x"));
    assert_eq!(at(found.other().unwrap()), place("out[ticket] = invocation_id().x"));
    assert_ne!(found.place().invocation(), found.other().unwrap().invocation());
    // The arguments hold what the first order gives.
    assert_eq!((next, out), ([8], [0, 1, 2, 3, 4, 5, 6, 7]));

    let (mut next, mut out) = ([0u32], [9u32; 8]);
    counted(&mut next, &mut out).dispatch(&device).unwrap();
    assert_eq!((next, out), ([28], [1; 8]));

    // No race, since all is atomic; and updates get lost.
    let found = report(lost_update(&mut [0u32]).invocations([16, 1, 1]).dispatch(&device));
    assert_eq!(found.findings()[0].kind(), FindingKind::OrderDependence);
}

/// The last invocation gives way by a flag, which no atomic orders anything by. The first one reads what it wrote only where it runs later.
#[vyre::kernel(workgroup_size = 4)]
fn flagged(flag: &[AtomicU32], a: &mut [u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i == 3 {
        a[0] = 7;
        flag[0].store(1);
    }
    if i == 0 && flag[0].load() == 1 {
        out[0] = a[0] / 8;
    }
}

/// Its ticket is its own number only in the first order.
#[vyre::kernel(workgroup_size = 4)]
fn asserted(next: &[AtomicU32]) {
    let ticket = next[0].fetch_add(1);
    assert!(ticket >= 2 || invocation_id().x < 2, "comes first");
}

#[test]
fn what_fails_in_another_order_is_found() {
    let device = Device::checked();
    let (mut flag, mut a, mut out) = ([0u32], [0u32], [0u32]);
    let found = report(flagged(&mut flag, &mut a, &mut out).invocations([4, 1, 1]).dispatch(&device));
    let [found] = found.findings() else { panic!("{found}") };
    assert_eq!((found.kind(), found.buffer(), found.index()), (FindingKind::DataRace, "a", 0));
    let places = [found.place(), found.other().unwrap()];
    assert_eq!(places.map(|place| place.invocation()), [[0, 0, 0], [3, 0, 0]]);
    assert_eq!(places.map(at).map(|(line, _)| line), ["a[0] / 8", "a[0] = 7"].map(|text| place(text).0));
    // The arguments hold what the first order gives.
    assert_eq!((flag, a, out), ([1], [7], [0]));

    let found = report(asserted(&mut [0u32]).invocations([4, 1, 1]).dispatch(&device));
    let [found] = found.findings() else { panic!("{found}") };
    assert_eq!((found.kind(), found.message()), (FindingKind::Assertion, "comes first"));
    assert_eq!(found.place().invocation(), [2, 0, 0]);
}

/// Two invocations of a launch with many pages of shadow write one byte.
#[vyre::kernel(workgroup_size = 64)]
fn far(bytes: &mut [u8]) {
    let i = invocation_id().x;
    bytes[i] = i as u8;
    if i == 999_999 {
        bytes[3] = 9;
    }
}

#[test]
fn races_of_far_invocations_are_found_where_shadows_are_packed() {
    let found = report(far(&mut [0u8; 1_000_000]).dispatch(&Device::checked()));
    let [found] = found.findings() else { panic!("{found}") };
    assert_eq!((found.kind(), found.buffer(), found.index()), (FindingKind::DataRace, "bytes", 3));
    let places = [found.place(), found.other().unwrap()];
    assert_eq!(places.map(|place| place.invocation()), [[999_999, 0, 0], [3, 0, 0]]);
    assert_eq!(
        places.map(at).map(|(line, _)| line),
        ["bytes[3] = 9", "bytes[i] = i"].map(|text| place(text).0)
    );
}

#[vyre::kernel(workgroup_size = 4)]
fn suspicious(a: &[u32], out: &mut [u32], flag: &mut [u32]) {
    let mut tile = workgroup_array::<u32, 8>();
    let mut own = [0u32; 5];
    let (i, l) = (invocation_id().x, local_id().x);
    tile[l] = a[i + 1];
    barrier();
    own[l % 2] = tile[7 - l];
    flag[0] = 1;
    out[i] = own[3];
}

#[test]
fn what_is_defined_fails_no_launch() {
    let device = Device::checked();
    let (mut out, mut flag) = ([9u32; 4], [0u32]);
    suspicious(&[1, 2, 3, 4], &mut out, &mut flag).dispatch(&device).unwrap();
    assert_eq!((out, flag), ([0; 4], [1]));
    let findings = device.take_findings();
    let of = |kind: FindingKind, text: &str| -> Vec<&Finding> {
        let is_it = |found: &&Finding| found.kind() == kind && at(found.place()) == place(text);
        findings.iter().filter(is_it).collect()
    };
    let outside = of(FindingKind::OutOfBounds, "a[i + 1]");
    assert_eq!((outside[0].index(), outside[0].times()), (4, 1));
    assert_eq!(outside[0].place().invocation(), [3, 0, 0]);
    let unwritten = of(FindingKind::UnwrittenRead, "tile[7 - l]");
    assert_eq!((unwritten[0].buffer(), unwritten[0].times()), ("tile", 4));
    assert_eq!(of(FindingKind::UnwrittenRead, "own[3]")[0].times(), 4);
    let benign = of(FindingKind::BenignRace, "flag[0] = 1");
    assert_eq!(at(benign[0].other().unwrap()), place("flag[0] = 1"));
    assert_eq!(findings.len(), 4, "{findings:?}");
    assert_eq!(device.take_findings(), []);
}

#[test]
fn other_devices_find_nothing() {
    for device in [Device::cpu(), Device::reference()] {
        neighbours(&mut [5u32; 16]).dispatch(&device).unwrap();
        assert_eq!(device.take_findings(), []);
    }
    assert_eq!(Device::checked().info().name(), "checked");
}

#[test]
fn buffers_of_the_device_and_tasks_are_checked_too() {
    let device = Device::checked();
    let mut data = device.buffer(&[5u32; 16]).unwrap();
    let first = report(neighbours(&mut data).dispatch(&device));
    let mut slice = [5u32; 16];
    let second = report(pollster::block_on(neighbours(&mut slice).dispatch_async(&device)));
    assert_eq!(first, second);
    assert_eq!(data.read().unwrap(), slice);
}

#[test]
fn a_program_by_hand_is_checked() {
    let program: ir::Program = "program workgroup_size 2, 1, 1
        buffer out: read_write bool @ 0
        entry { out[0] = cast<bool>(local_id.x); }"
        .parse()
        .unwrap();
    let mut out = [false; 2];
    let report = report(Device::checked().run(&program, [1, 1, 1], [Arg::write(&mut out)]));
    let [race] = report.findings() else { panic!("{report}") };
    assert_eq!((race.place().file(), race.place().line(), race.place().column()), ("", 0, 0));
    assert_eq!(out, [true, false]);
    assert!(report.to_string().contains("write by invocation (1, 0, 0)"), "{report}");
}

#[vyre::function]
fn less(x: u32, y: u32) -> u32 {
    x - y
}

#[vyre::kernel(workgroup_size = 4)]
fn wrapping(signed: &mut [i32], long: &mut [i64], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = less(i, 2);
    signed[i] = signed[i] * 65_536;
    long[i] = long[i] - 1;
}

/// By hand: 0 - 2 and 1 - 2 are below zero, -32,768 times 65,536 is the least `i32` and 32,768 times that one above the greatest, and 0 - 1 is an `i64`.
#[test]
fn arithmetic_that_wraps_is_found_where_it_is_asked_for() {
    let data = || ([-32_768, 32_768, 3, 4], [0i64, 1, -1, 2], [0u32; 4]);
    let device = Device::checked_with_wraps();
    let (mut signed, mut long, mut out) = data();
    wrapping(&mut signed, &mut long, &mut out).dispatch(&device).unwrap();
    assert_eq!((signed[0], signed[1], out[0], out[3]), (i32::MIN, i32::MIN, u32::MAX - 1, 1));
    assert_eq!(long, [-1, 0, -2, 1]);
    let findings = device.take_findings();
    let [first, second] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((first.kind(), second.kind()), (FindingKind::Wrap, FindingKind::Wrap));
    assert_eq!((first.message(), first.times()), ("`0 - 2` does not fit in a `u32`", 2));
    assert_eq!(at(first.place()), place("x - y"));
    assert_eq!((first.place().calls().len(), first.place().invocation()), (2, [0, 0, 0]));
    assert_eq!((second.message(), second.times()), ("`32768 * 65536` does not fit in a `i32`", 1));
    assert_eq!((second.place().invocation(), second.buffer()), ([1, 0, 0], ""));
    let text = second.to_string();
    assert!(text.starts_with("warning: arithmetic that wraps around: `32768 * 65536`"), "{text}");

    let device = Device::checked();
    let (mut signed, mut long, mut out) = data();
    wrapping(&mut signed, &mut long, &mut out).dispatch(&device).unwrap();
    assert_eq!(device.take_findings(), []);
}

#[vyre::function]
fn brighter(x: u8, by: u8) -> u8 {
    x + by
}

#[vyre::kernel(workgroup_size = 4)]
fn narrow_sums(bytes: &mut [u8], signed: &mut [i8], halves: &mut [i16], words: &mut [u32]) {
    let i = invocation_id().x;
    bytes[i] = brighter(bytes[i], 100);
    signed[i] -= 100;
    halves[i] = halves[i] * 300;
    words[i] = (words[i] + 1) & 0xff;
}

/// By hand: 200 + 100 is past 255, -100 - 100 below -128, and 200 * 300 past 32,767. What is cut off a `u32` by a mask is not lost by an operator: 256 is a `u32`.
#[test]
fn arithmetic_of_8_and_16_bits_that_wraps_is_found() {
    let device = Device::checked_with_wraps();
    let (mut bytes, mut signed, mut halves) =
        ([1u8, 200, 155, 3], [28i8, 100, -100, 0], [1i16, -109, 200, 109]);
    let mut words = [255, 1, 2, 3];
    narrow_sums(&mut bytes, &mut signed, &mut halves, &mut words).dispatch(&device).unwrap();
    assert_eq!((bytes, signed), ([101, 44, 255, 103], [-72, 0, 56, -100]));
    assert_eq!((halves, words), ([300, -32_700, -5_536, 32_700], [0, 2, 3, 4]));
    let findings = device.take_findings();
    let found: Vec<_> = findings.iter().map(|it| (it.message(), it.times(), at(it.place()))).collect();
    assert_eq!(
        found,
        [
            ("`200 + 100` does not fit in a `u8`", 1, place("x + by")),
            ("`-100 - 100` does not fit in a `i8`", 1, place("signed[i] -= 100")),
            ("`200 * 300` does not fit in a `i16`", 1, place("halves[i] * 300")),
        ]
    );
    assert_eq!(findings[0].place().calls().len(), 2);
}

#[vyre::kernel(workgroup_size = 4)]
fn saturating(bytes: &mut [u8], long: &mut [u64], hashes: &mut [u32], low: &[u32]) {
    let i = invocation_id().x;
    long[i] += (low[i].wrapping_sub(5) as u64) >> 40;
    bytes[i] = bytes[i].saturating_add(100);
    long[i] = long[i].saturating_sub(2).abs_diff(5);
    if low[i].overflowing_sub(1).1 {
        bytes[i] = bytes[i].wrapping_sub(200);
    }
    // The first factor of Fibonacci hashing, and FNV-1a of a zero byte.
    long[i] = (long[i].wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63).wrapping_sub(2);
    hashes[i] = (hashes[i] ^ 0x811c_9dc5).wrapping_mul(0x0100_0193).wrapping_add(low[i].wrapping_sub(3));
}

/// `wrapping_add` and its kin are asked to wrap around, and what `saturating_add` is made of does so inside of it. FNV-1a of a zero byte is 0x050c5d1f.
#[test]
fn methods_that_are_asked_to_wrap_or_saturate_are_no_findings() {
    let device = Device::checked_with_wraps();
    let (mut bytes, mut long) = ([1u8, 200, 155, 3], [0u64, 1, 7, u64::MAX]);
    let mut hashes = [0; 4];
    saturating(&mut bytes, &mut long, &mut hashes, &[0, 0, 1, 2]).dispatch(&device).unwrap();
    assert_eq!((bytes, long), ([157, 55, 255, 103], [u64::MAX - 1; 4]));
    assert_eq!(hashes, [0, 0, 1, 2].map(|low: u32| (0x050c_5d1fu32).wrapping_add(low.wrapping_sub(3))));
    assert_eq!(device.take_findings(), []);
}

#[vyre::kernel(workgroup_size = 1)]
fn beside_methods(ones: &[u32], out: &mut [u32]) {
    fn step(x: &mut u32, by: u32) {
        *x = *x - by;
    }
    fn get(d: &[u32], i: u32) -> u32 {
        d[i] + 1
    }
    let one = ones[0];
    out[0] = one.wrapping_sub(2) + one;
    out[1] = ((one.min(7)) - (one.wrapping_add(1)));
    let mut low = one;
    step(&mut low, 3);
    out[2] = low.wrapping_add(2);
    out[3] = (one - 2).wrapping_add(1);
    out[4] = get(ones, 0) - get(ones, 0) * 2;
}

/// By hand: `u32::MAX` + 1, 1 - 2, 1 - 3, 1 - 2 and 2 - 4 are no `u32`s; that methods which may wrap around stand beside them does not matter.
#[test]
fn operators_beside_methods_that_wrap_are_found() {
    let device = Device::checked_with_wraps();
    let mut out = [0; 5];
    beside_methods(&[1], &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
    assert_eq!(out, [0, u32::MAX, 0, 0, u32::MAX - 1]);
    let findings = device.take_findings();
    let found: Vec<_> = findings.iter().map(|it| (it.message(), at(it.place()))).collect();
    assert_eq!(
        found,
        [
            ("`4294967295 + 1` does not fit in a `u32`", place("one.wrapping_sub(2) + one")),
            ("`1 - 2` does not fit in a `u32`", place("((one.min(7)) - (one.wrapping_add(1)))")),
            ("`1 - 3` does not fit in a `u32`", place("*x - by")),
            ("`1 - 2` does not fit in a `u32`", place("(one - 2)")),
            ("`2 - 4` does not fit in a `u32`", place("get(ones, 0) - get(ones, 0) * 2")),
        ]
    );
}

#[vyre::kernel(workgroup_size = 1)]
fn asked_to(ones: &[u32], bytes: &mut [u8], signed: &mut [i8], halves: &mut [u16], out: &mut [u32]) {
    fn get(d: &[u32], i: u32) -> u32 {
        d[i] + 1
    }
    let one = ones[0];
    let minus = 0 - one as i32;
    bytes[0] = (one + 299) as u8;
    signed[0] = (minus * 200) as i8;
    halves[0] = (one * 70_000) as u16;
    out[0] = (one.wrapping_sub(2)) >> 31;
    out[1] = one.wrapping_sub(2) as u32 >> 31;
    out[2] = one.wrapping_sub(get(ones, 0)) >> 31;
    out[3] = get(ones, 0).wrapping_sub(3) >> 31;
}

/// 300 is 44 past 256, -200 is 56 past -256, and 70,000 is 4,464 past 65,536: a cast keeps the lowest bits, as it is asked to.
#[test]
fn casts_and_methods_in_parentheses_are_no_findings() {
    let device = Device::checked_with_wraps();
    let (mut bytes, mut signed, mut halves, mut out) = ([0u8], [0i8], [0u16], [0; 4]);
    let launch = asked_to(&[1], &mut bytes, &mut signed, &mut halves, &mut out);
    launch.workgroups([1, 1, 1]).dispatch(&device).unwrap();
    assert_eq!((bytes, signed, halves, out), ([44], [56], [4_464], [1; 4]));
    assert_eq!(device.take_findings(), []);
}

/// `and_then` computes nothing where nothing is there: 5 + 4,294,967,295 would not fit.
#[test]
fn a_place_that_is_not_there_computes_nothing() {
    let text = "#[kernel(workgroup_size = 1)] fn k(a: &[u32], out: &mut [u32]) {
        let mut rows = [[1u32, 2, 3], [4, 5, 6]];
        let (i, k) = (a[0] as usize, a[1]);
        if let Some(x) = rows.get_mut(i).and_then(|row| row.get_mut((k + u32::MAX) as usize)) { *x = 9; }
        out[0] = rows[0][0] + rows[1][2] * 10;
    }";
    let kernel = vyre::Module::compile(text).unwrap().kernel("k").unwrap();
    let device = Device::checked_with_wraps();
    // There is no row 7. In row 1 the sum wraps around to 2, the place of the 6.
    for (a, expected, findings) in [([7u32, 5], 61, 0), ([1, 3], 91, 1)] {
        let mut out = [0u32; 1];
        let args = [vyre::Arg::read(&a), vyre::Arg::write(&mut out)];
        kernel.launch(args).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!((out[0], device.take_findings().len()), (expected, findings), "{a:?}");
    }
}
