//! `order = "any"`: where elements lie may depend on the order of invocations, and what they are may not.

use vyre::prelude::*;
use vyre::{Error, FindingKind, Module};

const TEXT: &str = r#"
    #[vyre::kernel(workgroup_size = 4, order = "any")]
    fn collect(data: &[u32], out: &mut [u32], count: &[AtomicU32]) {
        let i = invocation_id().x;
        if data[i] % 3 == 0 {
            let at: u32 = count[0].fetch_add(1);
            out[at] = data[i];
        }
    }

    #[vyre::kernel(workgroup_size = 4, order = "any")]
    fn numbered(data: &[u32], out: &mut [u32], count: &[AtomicU32]) {
        let i = invocation_id().x;
        let at: u32 = count[0].fetch_add(1);
        out[at] = data[i] * 100 + at;
    }

    #[vyre::kernel(workgroup_size = 4)]
    fn without(data: &[u32], out: &mut [u32], count: &[AtomicU32]) {
        let i = invocation_id().x;
        let at: u32 = count[0].fetch_add(1);
        out[at] = data[i];
    }
"#;

#[vyre::kernel(workgroup_size = 4, order = "any")]
fn collect(data: &[u32], out: &mut [u32], count: &[AtomicU32]) {
    let i = invocation_id().x;
    if data[i] % 3 == 0 {
        let at: u32 = count[0].fetch_add(1);
        out[at] = data[i];
    }
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Pair {
    key: u32,
    value: u32,
}

/// Pairs that stay together are allowed; those that do not are other elements.
#[vyre::kernel(workgroup_size = 4, order = "any")]
fn pairs(data: &[u32], out: &mut [Pair], count: &[AtomicU32], splits: bool) {
    let i = invocation_id().x;
    let at: u32 = count[0].fetch_add(1);
    let other = if splits { at } else { data[i] };
    out[at] = Pair { key: data[i], value: other };
}

#[test]
fn elements_that_lie_elsewhere_are_a_finding() {
    let device = Device::checked();
    let data = Vec::from_iter(1..=16u32);
    let (mut out, mut count) = ([0u32; 16], [0u32]);
    collect(&data, &mut out, &mut count).invocations([16, 1, 1]).dispatch(&device).unwrap();
    let findings = device.take_findings();
    let [found] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((found.kind(), found.buffer()), (FindingKind::OrderDependence, "out"));
    assert!(found.to_string().contains("lies elsewhere"), "{found}");
    assert_eq!((&out[..5], count), (&[3, 6, 9, 12, 15][..], [5]));
}

#[test]
fn the_elements_of_structs_stay_whole() {
    let device = Device::checked();
    let data = Vec::from_iter(1..=16u32);
    let (mut out, mut count) = ([Pair { key: 0, value: 0 }; 16], [0u32]);
    pairs(&data, &mut out, &mut count, false).dispatch(&device).unwrap();
    assert_eq!(device.take_findings()[0].kind(), FindingKind::OrderDependence);
    let error = pairs(&data, &mut out, &mut [0u32], true).dispatch(&device).unwrap_err();
    let Error::Checked(report) = error else { panic!("{error}") };
    assert_eq!(report.findings()[0].kind(), FindingKind::OrderDependence);
}

#[test]
fn elements_that_differ_fail_and_so_does_what_says_nothing() {
    let module = Module::compile(TEXT).unwrap();
    let data = Vec::from_iter(1..=16u32);
    for (name, fails) in [("collect", false), ("numbered", true), ("without", true)] {
        let device = Device::checked();
        let (mut out, mut count) = ([0u32; 16], [0u32]);
        let args = [Arg::read(&data), Arg::write(&mut out), Arg::write(&mut count)];
        let result = module.kernel(name).unwrap().launch(args).invocations([16, 1, 1]).dispatch(&device);
        assert_eq!(matches!(&result, Err(Error::Checked(_))), fails, "{name}: {result:?}");
        assert_eq!(device.take_findings().is_empty(), fails, "{name}");
    }
}
