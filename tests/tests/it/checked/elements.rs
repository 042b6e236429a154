//! Elements of several words: findings name the element, once, whichever of its words are raced for.

use vyre::prelude::*;
use vyre::{Error, FindingKind, Report};

fn report(result: Result<(), Error>) -> Report {
    match result {
        Err(Error::Checked(report)) => report,
        other => panic!("{other:?}"),
    }
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Ball {
    place: [u32; 2],
    speed: u32,
}

#[vyre::kernel(workgroup_size = 4)]
fn moves(balls: &mut [Ball]) {
    let i = invocation_id().x;
    balls[i + 1] = balls[i + 2];
}

#[vyre::kernel(workgroup_size = 4)]
fn rows(rows: &mut [[u32; 3]]) {
    let i = invocation_id().x;
    rows[2 + i / 4] = [i, 7, i];
}

#[vyre::kernel(workgroup_size = 4)]
fn tile(out: &mut [u32]) {
    let mut tile = workgroup_array::<Ball, 4>();
    let k = local_id().x;
    tile[k].speed = k;
    out[k] = tile[3 - k].speed;
}

#[vyre::kernel(workgroup_size = 4)]
fn fields(balls: &mut [Ball]) {
    let i = invocation_id().x;
    if i == 0 {
        balls[1].speed = 3;
    } else if i < 3 {
        balls[1].place[i - 1] = i;
    }
}

#[test]
fn a_race_for_a_struct_is_one_for_its_element() {
    let mut balls = [Ball { place: [1, 2], speed: 3 }; 8];
    let report = report(moves(&mut balls).invocations([4, 1, 1]).dispatch(&Device::checked()));
    // Invocation 0 reads element 2, and then invocation 1 writes it.
    let [race] = report.findings() else { panic!("{report}") };
    assert_eq!((race.kind(), race.buffer(), race.index()), (FindingKind::DataRace, "balls", 2));
    assert_eq!(race.place().invocation(), [1, 0, 0]);
    assert_eq!(race.other().map(|it| it.invocation()), Some([0, 0, 0]));
    assert_eq!(race.times(), 3);
    assert_eq!(race.message(), "one invocation writes and another reads `balls[2]`");
}

#[test]
fn a_race_for_an_array_is_one_though_some_of_its_words_are_the_same() {
    let device = Device::checked();
    let report = report(rows(&mut [[0; 3]; 4]).invocations([4, 1, 1]).dispatch(&device));
    let [race] = report.findings() else { panic!("{report}") };
    assert_eq!((race.kind(), race.buffer(), race.index()), (FindingKind::DataRace, "rows", 2));
    assert_eq!(device.take_findings(), []);
}

#[test]
fn elements_of_workgroup_memory_have_their_numbers() {
    let device = Device::checked();
    let report = report(tile(&mut [0; 4]).dispatch(&device));
    let [race] = report.findings() else { panic!("{report}") };
    // Invocation 1 reads element 2 before invocation 2 writes it.
    assert_eq!((race.buffer(), race.index()), ("tile", 2));
    let unwritten = device.take_findings();
    let [unwritten] = &unwritten[..] else { panic!("{unwritten:?}") };
    assert_eq!((unwritten.kind(), unwritten.index()), (FindingKind::UnwrittenRead, 3));
}

#[test]
fn fields_of_one_element_do_not_race() {
    let device = Device::checked();
    let mut balls = [Ball { place: [0; 2], speed: 0 }; 2];
    fields(&mut balls).invocations([4, 1, 1]).dispatch(&device).unwrap();
    assert_eq!(balls[1], Ball { place: [1, 2], speed: 3 });
    assert_eq!(device.take_findings(), []);
}
