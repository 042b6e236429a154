//! Labelled kernels. A comment `//~ race`, `//~ benign` or `//~ order` marks a line that a finding of that kind has as one of its
//! places; a kernel without marks is free of them all. The ideas are those of DataRaceBench and Indigo.

use std::collections::BTreeSet;
use vyre::ir::Race;
use vyre::prelude::*;
use vyre::{Error, FindingKind};

/// A kernel and how it is launched.
pub(crate) struct Labelled {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&Device) -> Result<(), Error>,
    /// The races that are certain before it runs.
    pub(crate) certain: fn() -> Vec<Race>,
}

/// The data of every launch: 16 invocations in two workgroups.
pub(crate) struct Data {
    pub(crate) a: Vec<u32>,
    pub(crate) b: Vec<u32>,
    pub(crate) c: Vec<u32>,
    pub(crate) r: Vec<u32>,
}

impl Data {
    /// `a` counts up by 7, `b` and `c` are zero, and the first 16 of `r` are a permutation.
    pub(crate) fn new() -> Data {
        Data {
            a: (0..64).map(|k| 7 * k + 1).collect(),
            b: vec![0; 64],
            c: vec![0; 64],
            r: (0..64).map(|k| (5 * k + 3) % 16).collect(),
        }
    }
}

/// Kernels over `a`, `b`, the atomics `c` and the read-only `r`.
macro_rules! kernels {
    ($($name:ident $body:tt)*) => {
        $(
            #[vyre::kernel(workgroup_size = 8)]
            fn $name(a: &mut [u32], b: &mut [u32], c: &[AtomicU32], r: &[u32]) $body
        )*

        #[test]
        fn every_finding_has_its_lines() {
            let kernels = [$(crate::checked::label::Labelled {
                name: stringify!($name),
                run: |device| {
                    let crate::checked::label::Data { mut a, mut b, mut c, r } = crate::checked::label::Data::new();
                    $name(&mut a, &mut b, &mut c, &r).workgroups([2, 1, 1]).dispatch(device)
                },
                certain: || vyre::ir::certain_races($name::program()),
            }),*];
            crate::checked::label::check(&kernels, SOURCE);
        }
    };
}

/// The lines of a kind's marks in a kernel.
fn marked(source: &str, name: &str, mark: &str) -> BTreeSet<u32> {
    let head = format!("    {name} {{");
    let lines = source.lines().enumerate().skip_while(|(_, line)| *line != head);
    let body = lines.take_while(|(_, line)| *line != "    }");
    let mark = format!("//~ {mark}");
    body.filter(|(_, line)| line.contains(&mark)).map(|(at, _)| at as u32 + 1).collect()
}

/// Runs each kernel, and compares what is found with the marks.
pub(crate) fn check(kernels: &[Labelled], source: &str) {
    let mut wrong = Vec::new();
    for Labelled { name, run, certain } in kernels {
        // What warns while it compiles does race.
        if !certain().is_empty() && marked(source, name, "race").is_empty() {
            wrong.push(format!("{name}: {}", certain()[0]));
        }
        assert!(source.contains(&format!("    {name} {{\n")), "{name} is not in the source");
        let device = Device::checked();
        let mut findings = match run(&device) {
            Ok(()) => Vec::new(),
            Err(Error::Checked(report)) => report.findings().to_vec(),
            Err(error) => panic!("{name}: {error}"),
        };
        findings.extend(device.take_findings());
        let kinds = [
            (FindingKind::DataRace, "race"),
            (FindingKind::BenignRace, "benign"),
            (FindingKind::OrderDependence, "order"),
        ];
        for (kind, mark) in kinds {
            let of = findings.iter().filter(|finding| finding.kind() == kind);
            let lines = of.flat_map(|found| [Some(found.place()), found.other()]).flatten();
            let lines: BTreeSet<u32> = lines.map(|place| place.line()).collect();
            let expected = marked(source, name, mark);
            if lines != expected {
                wrong.push(format!("{name}: {mark} in lines {lines:?}, marked are {expected:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} kernels", kernels.len());
}
