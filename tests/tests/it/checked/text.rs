//! Programs by hand: what kernels cannot write, such as plain accesses to what atomics update, and grids of several axes.

use vyre::ir::Program;
use vyre::{Arg, Device, Error, Finding, FindingKind};

/// What is found in a launch of two workgroups of four over a buffer of 8 numbers, and 4 of 16 bytes.
fn findings(size: &str, groups: [u32; 3], entry: &str) -> Vec<Finding> {
    let text = format!(
        "program workgroup_size {size} buffer m: read_write u32 @ 0 buffer v: read_write vec4<u32> @ 1
         buffer t: workgroup u32[8] entry {{ {entry} }}"
    );
    let program: Program = text.parse().unwrap();
    let device = Device::checked();
    let (mut m, mut v) = (vec![0u32; 8], vec![[0u32; 4]; 4]);
    let mut found = match device.run(&program, groups, [Arg::write(&mut m), Arg::write(&mut v)]) {
        Ok(()) => Vec::new(),
        Err(Error::Checked(report)) => report.findings().to_vec(),
        Err(error) => panic!("{error}"),
    };
    found.extend(device.take_findings());
    found
}

/// The kinds of the findings of two workgroups of four, each with the two invocations along x.
fn kinds(entry: &str) -> Vec<(FindingKind, u32, Option<u32>)> {
    let of = |found: &Finding| {
        (found.kind(), found.place().invocation()[0], found.other().map(|other| other.invocation()[0]))
    };
    findings("4, 1, 1", [2, 1, 1], entry).iter().map(of).collect()
}

#[test]
fn plain_accesses_race_with_atomics() {
    let race = |one, other| vec![(FindingKind::DataRace, one, Some(other))];
    let first = "let i = invocation_id.x; if i == 0";
    let entry = format!("{first} {{ let x = atomic_add(m[3], 1); }} if i == 1 {{ let y = m[3]; }}");
    assert_eq!(kinds(&entry), race(1, 0));
    let entry = format!("{first} {{ let x = m[3]; }} if i == 6 {{ let y = atomic_add(m[3], 1); }}");
    assert_eq!(kinds(&entry), race(6, 0));
    let entry = format!("{first} {{ m[3] = 1; }} if i == 6 {{ let y = atomic_load(m[3]); }}");
    assert_eq!(kinds(&entry), race(6, 0));
    let entry = format!("{first} {{ let x = atomic_load(m[3]); }} if i == 2 {{ m[3] = 1; }}");
    assert_eq!(kinds(&entry), race(2, 0));
    let entry = format!("{first} {{ atomic_store(m[3], 5); }} if i == 2 {{ m[3] = 1; }}");
    assert_eq!(kinds(&entry), race(2, 0));
    // Loads do not race with atomic loads, and a barrier orders both within a workgroup.
    assert_eq!(kinds("let x = m[3]; let y = atomic_load(m[3]);"), []);
    let ordered = format!("{first} {{ m[3] = 1; }} barrier; if i == 2 {{ let y = atomic_add(m[3], 1); }}");
    assert_eq!(kinds(&ordered), []);
    let across = format!("{first} {{ m[3] = 1; }} barrier; if i == 5 {{ let y = atomic_add(m[3], 1); }}");
    assert_eq!(kinds(&across), race(5, 0));
    // Of several readers in one phase, the writer is not one of the last.
    let many = format!("let x = m[0]; {first} {{ let y = atomic_add(m[0], 1); }}");
    assert_eq!(kinds(&many).len(), 1);
}

#[test]
fn accesses_of_several_phases_and_workgroups_are_kept() {
    let race = |one, other| vec![(FindingKind::DataRace, one, Some(other))];
    // Invocation 0 reads in the first phase, and one of another workgroup writes much later.
    let entry =
        "let i = invocation_id.x; if i == 0 { let x = m[0]; } barrier; barrier; if i == 7 { m[0] = 1; }";
    assert_eq!(kinds(entry), race(7, 0));
    // The writer reads too, and so do others before it.
    let entry = "let i = invocation_id.x; if i < 3 { let x = m[0]; } if i == 2 { m[0] = 1; }";
    assert_eq!(kinds(entry), race(2, 1));
    let entry = "let i = invocation_id.x; if i == 1 { let x = m[0]; } if i == 2 { let x = m[0]; m[0] = 1; }";
    assert_eq!(kinds(entry), race(2, 1));
    // Reads and writes of one invocation alone.
    let entry =
        "let i = invocation_id.x; if i == 1 { let x = m[0]; m[0] = 2; let y = m[0]; barrier_free = 1; }";
    let entry = entry.replace("barrier_free = 1;", "m[0] = 3;");
    assert_eq!(kinds(&entry), []);
    // The same value twice, and then another one by the second: all three are in one place or in two.
    let entry = "let i = invocation_id.x; if i == 0 { m[0] = 5; } if i == 1 { m[0] = 5; m[0] = 7; }";
    assert_eq!(kinds(entry), [(FindingKind::DataRace, 1, Some(0)), (FindingKind::BenignRace, 1, Some(0))]);
    // A workgroup begins with its own arrays.
    assert_eq!(kinds("t[workgroup_id.x + local_id.x] = local_id.x;"), []);
}

#[test]
fn elements_of_16_bytes_race_as_a_whole() {
    let entry = "v[invocation_id.x / 2] = vec4<u32>(1, invocation_id.x, 0, 0);";
    assert_eq!(kinds(entry).len(), 1);
    assert_eq!(
        kinds("v[invocation_id.x % 4] = vec4<u32>(1, 2, 3, 4);"),
        [(FindingKind::BenignRace, 4, Some(0))]
    );
    let found = findings("4, 1, 1", [1, 1, 1], "v[4 + local_id.x] = v[9];");
    let at: Vec<_> = found.iter().map(|found| (found.kind(), found.buffer(), found.index())).collect();
    assert_eq!(at, [(FindingKind::OutOfBounds, "v", 9), (FindingKind::OutOfBounds, "v", 4)]);
}

#[test]
fn places_have_the_ids_of_their_grid() {
    let entry = "if (invocation_id.y == 3) & (invocation_id.z == 1) { m[0] = invocation_id.x; }";
    let found = findings("2, 2, 1", [2, 2, 2], entry);
    assert_eq!(
        found[0].other().map(|other| (other.invocation(), other.workgroup())),
        Some(([0, 3, 1], [0, 1, 1]))
    );
    assert_eq!((found[0].place().invocation(), found[0].place().workgroup()), ([1, 3, 1], [0, 1, 1]));
    assert!(found[0].times() >= 3);
}
