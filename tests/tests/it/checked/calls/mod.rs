//! Places in functions that take the place of their calls: their own lines, in whichever file, and the calls that lead there.

mod shelf;

use shelf::{add_to, demand, put_below, store_over, sum_of_two};
use vyre::prelude::*;
use vyre::{Error, FindingKind, FindingPlace, Report};

/// Where a text begins, which stands once in one of the files: `file:line:column`.
fn at(text: &str) -> String {
    let files = [("mod.rs", include_str!("mod.rs")), ("shelf.rs", include_str!("shelf.rs"))];
    let found = files.iter().flat_map(|(file, source)| {
        let lines = source.lines().enumerate().take_while(|(_, line)| !line.starts_with("fn chain"));
        lines.filter_map(move |(row, line)| {
            line.find(text).map(|column| format!("{file}:{}:{}", row + 1, column + 1))
        })
    });
    let found: Vec<String> = found.collect();
    let [at] = &found[..] else { panic!("`{text}` stands in {found:?}") };
    at.clone()
}

#[vyre::kernel(workgroup_size = 4)]
fn adds(out: &mut [u32]) {
    add_to(out, 0, invocation_id().x);
}

#[vyre::kernel(workgroup_size = 4)]
fn puts(out: &mut [u32]) {
    let i = invocation_id().x;
    put_below(out, i);
}

#[vyre::kernel(workgroup_size = 4)]
fn sums(a: &mut [u32], out: &mut [u32]) {
    let i = invocation_id().x;
    out[i] = sum_of_two(a, i);
    a[i] = i + 5;
}

#[vyre::kernel(workgroup_size = 4)]
fn stores(out: &mut [u64]) {
    store_over(out, invocation_id().x as u64);
}

#[vyre::kernel(workgroup_size = 4)]
fn demands(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    demand(a, i);
    out[i] = a[i];
}

#[vyre::kernel(workgroup_size = 4)]
fn inside(out: &mut [u32]) {
    fn set(to: &mut [u32], at: u32, value: u32) {
        to[at / 4] = value;
    }
    fn set_below(to: &mut [u32], at: u32) {
        set(to, at, at + 3);
    }
    set_below(out, invocation_id().x);
}

fn chain(place: &FindingPlace) -> Vec<String> {
    let last = |path: &str, by: &[char]| path.rsplit(by).next().unwrap_or_default().to_string();
    let told = |frame: &vyre::Frame| {
        format!("{} {}:{}", last(&frame.function, &[':']), last(&frame.file, &['/', '\\']), frame.position)
    };
    let first = format!("{}:{}:{}", last(place.file(), &['/', '\\']), place.line(), place.column());
    let chain: Vec<String> = place.calls().iter().map(told).collect();
    assert!(chain[0].ends_with(&format!(" {first}")), "{first} {chain:?}");
    chain
}

fn report(result: Result<(), Error>) -> Report {
    match result {
        Err(Error::Checked(report)) => report,
        other => panic!("{other:?}"),
    }
}

/// The chains of both places of the only race.
fn race(result: Result<(), Error>) -> [Vec<String>; 2] {
    let report = report(result);
    let races: Vec<_> = report.findings().iter().filter(|it| it.kind() == FindingKind::DataRace).collect();
    let race = races.last().unwrap();
    [chain(race.place()), chain(race.other().unwrap())]
}

#[test]
fn races_in_functions_outside_have_their_lines_and_calls() {
    let device = Device::checked();
    let expected = [format!("add_to {}", at("to[at] += value")), format!("adds {}", at("add_to(out, 0"))];
    let found = race(adds(&mut [0; 4]).dispatch(&device));
    assert_eq!(found, [expected.clone(), expected]);
    // Through two functions, of which the kernel names one.
    let expected = [
        format!("put {}", at("to[at / 2] = value")),
        format!("put_below {}", at("put(to, at, at + 1)")),
        format!("puts {}", at("put_below(out, i)")),
    ];
    let found = race(puts(&mut [0; 4]).dispatch(&device));
    assert_eq!(found, [expected.clone(), expected]);
    // A function over types.
    let expected =
        [format!("store_over {}", at("to[0] = value")), format!("stores {}", at("store_over(out, invo"))];
    let found = race(stores(&mut [0; 4]).dispatch(&device));
    assert_eq!(found, [expected.clone(), expected]);
}

#[test]
fn one_place_may_be_in_a_function_and_the_other_in_the_kernel() {
    let [write, read] =
        race(sums(&mut [1; 8], &mut [0; 4]).invocations([4, 1, 1]).dispatch(&Device::checked()));
    assert_eq!(write, [format!("sums {}", at("a[i] = i + 5"))]);
    let expected = [
        format!("next {}", at("from[at + 1]")),
        format!("sum_of_two {}", at("next(from, at)")),
        format!("sums {}", at("sum_of_two(a, i)")),
    ];
    assert_eq!(read, expected);
}

#[test]
fn races_in_functions_inside_have_their_calls() {
    let result = inside(&mut [0; 4]).dispatch(&Device::checked());
    let text = result.as_ref().unwrap_err().to_string();
    let expected = [
        format!("set {}", at("to[at / 4] = value")),
        format!("set_below {}", at("set(to, at, at + 3)")),
        format!("inside {}", at("set_below(out, invo")),
    ];
    assert_eq!(race(result), [expected.clone(), expected]);
    // Both accesses come through the same calls, which are said once.
    assert_eq!(text.matches("is called at").count(), 2, "{text}");
}

#[test]
fn assertions_in_functions_outside_have_their_lines_on_every_device() {
    let mut out = [0; 4];
    let found = report(demands(&[1, 9, 2, 8], &mut out).dispatch(&Device::checked()));
    let place = at("assert!(of[at] < 7");
    let expected = [format!("demand {place}"), format!("demands {}", at("demand(a, i)"))];
    assert_eq!(chain(found.findings()[0].place()), expected);
    for device in [Device::reference(), Device::cpu()].into_iter().chain(Device::list()) {
        let result = demands(&[1, 9, 2, 8], &mut out).dispatch(&device);
        let Err(Error::Assertion { file, line, column, invocation, message, .. }) = result else {
            panic!("{result:?}")
        };
        let file = file.rsplit(['/', '\\']).next().unwrap_or_default();
        assert_eq!(format!("{file}:{line}:{column}"), place);
        assert_eq!((message.as_str(), invocation), ("less than seven", [1, 0, 0]));
    }
}

#[vyre::kernel(workgroup_size = 4)]
fn across(a: &mut [u32], out: &mut [u32]) {
    let i = invocation_id().x;
    a[i] = i;
    barrier();
    out[i] = a[(i + 4) % 8];
}

#[test]
fn no_barrier_is_advised_between_workgroups() {
    let text = report(across(&mut [0; 8], &mut [0; 8]).dispatch(&Device::checked())).to_string();
    assert!(text.contains("of workgroup (1, 0, 0)"), "{text}");
    assert!(!text.contains("put a `barrier()`"), "{text}");
    assert!(text.contains("in a launch of its own"), "{text}");
    // Within one it is.
    let text = report(adds(&mut [0; 4]).dispatch(&Device::checked())).to_string();
    assert!(text.contains("put a `barrier()` between the two"), "{text}");
}
