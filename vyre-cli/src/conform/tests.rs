//! Certificates of devices that fail, that never answer, and of which not everything is known.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use super::certificate::{Section, Smaller};
use super::random::generate;
use super::*;
use crate::module::Chosen;
use serde_json::Value;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A race whose result the reference and the evaluator decide in one way, and a launch in another order in another.
fn racing() -> Case {
    let program = "program workgroup_size 1, 1, 1 buffer out: read_write u32 @ 0
         entry { let old = atomic_exchange(out[0], workgroup_id.x + 1); }";
    let (program, inputs) = (program.parse().unwrap(), vec![Contents::Words(vec![0])]);
    Case::new(program, [4, 1, 1], inputs)
}

fn draft(files: Files) -> Draft {
    Draft::new(Certificate::new(&Device::reference(), 3, Kind::Strict), files, Stop::default(), true)
}

/// Random programs from the first seed on, of which 5 may fail.
fn random(jobs: usize, programs: u64) -> Random {
    Random { seeds: 0..programs, until: None, enough: 5, jobs }
}

fn own(_: &Case) -> String {
    blame::OWN.to_string()
}

#[test]
fn what_differs_is_said() {
    let case = racing();
    let fault = |device: Device, case: &Case| fault(case, || launch(&device, case));
    assert!(matches!(fault(Device::reference(), &case), Fault::None));
    let other = Case { inputs: vec![Contents::Words(vec![0, 0])], ..case.clone() };
    assert_eq!(launch(&Device::reference(), &other).unwrap().0, [[4, 0]]);
    // The checked device refuses a result that depends on the order.
    let Fault::Wrong(message) = fault(Device::checked(), &case) else { panic!("no fault") };
    assert!(message.contains("depends on the order"), "{message}");
}

/// A device that would multiply wrongly: what is left of a program that fails has a product, and little else.
#[test]
fn a_random_program_that_fails_is_made_smaller() {
    let multiplies = |case: &Case, _: Option<Duration>| match case.to_string().contains(" * ") {
        true => Fault::Wrong("a product is wrong".to_string()),
        false => Fault::None,
    };
    let run = |random: Random| {
        let draft = draft(Files::default());
        let at = draft.add("random programs", random.seeds.end);
        random.run(&draft, at, &multiplies, &own);
        draft.finish().unwrap().sections.pop().unwrap()
    };
    let section = run(random(1, 200));
    assert_eq!((section.failed.len(), section.ended), (5, Some("enough had failed")));
    assert_eq!(section.failed.keys().next_back(), Some(&(section.cases - 1)));
    for (seed, Failed { name, message, cause, program, smaller }) in &section.failed {
        let whole = generate(*seed).to_string();
        assert_eq!((name, message.as_str()), (&format!("seed {seed}"), "a product is wrong"));
        assert!(program.contains(" * ") && program.len() < whole.len(), "{whole}\n{program}");
        assert!(program.len() < 1_500, "{program}");
        assert!(cause.contains("vyre's own"), "{cause}");
        assert!(matches!(smaller, Some(Smaller::Finished | Smaller::Unfinished)));
    }
    for jobs in [2, 7] {
        assert_eq!(run(random(jobs, 200)), section, "{jobs} jobs");
    }
    let ended = run(Random { until: Some(Instant::now()), ..random(3, 200) });
    assert_eq!((ended.cases, ended.failed.len(), ended.ended), (0, 0, Some("the time was over")));
}

/// Somebody who ends it while the first program that failed is made smaller finds that program, whole or what is left of it.
#[test]
fn what_failed_is_noted_before_it_is_made_smaller() {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("certificate.json");
    for smaller_ones in [0, 3] {
        let draft = draft(Files { json: Some(json.clone()), page: None });
        let at = draft.add("random programs", 50);
        let fails = AtomicUsize::new(0);
        let fault = |case: &Case, limit: Option<Duration>| match limit {
            None if *case == generate(7) => Fault::Wrong("as it was".to_string()),
            None => Fault::None,
            // Smaller ones have a limit.
            Some(_) if fails.fetch_add(1, Relaxed) == smaller_ones => {
                draft.stop.set();
                Fault::Stopped
            }
            Some(_) => Fault::Wrong("smaller".to_string()),
        };
        random(2, 50).run(&draft, at, &fault, &own);
        draft.finish().unwrap();
        let json: Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
        let failed = &json["sections"][0]["failed"][0];
        let (whole, program) = (generate(7).to_string(), failed["program"].as_str().unwrap());
        assert_eq!((&json["conforms"], &failed["name"]), (&false.into(), &"seed 7".into()));
        match smaller_ones {
            0 => {
                assert_eq!(
                    (&failed["smaller"], &failed["message"]),
                    (&"not begun".into(), &"as it was".into())
                );
                assert_eq!(program, whole);
                assert_eq!(failed["cause"], blame::OWN);
            }
            _ => {
                assert_eq!(
                    (&failed["smaller"], &failed["message"]),
                    (&"unfinished".into(), &"smaller".into())
                );
                assert!(program.len() < whole.len(), "{program}");
            }
        }
    }
}

#[test]
fn a_certificate_that_is_ended_says_how_far_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let [json, page] = ["certificate.json", "certificate.md"].map(|name| folder.path().join(name));
    let draft = draft(Files { json: Some(json.clone()), page: Some(page.clone()) });
    let (rules_at, at) =
        (draft.add("rules", 2 * Code::ALL.len() as u64), draft.add("random programs", 1_000));
    rules(&draft, rules_at);
    let read = || {
        let json: Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
        (json, std::fs::read_to_string(&page).unwrap())
    };
    let fault = |case: &Case, _: Option<Duration>| {
        if *case == generate(9) {
            // As it stands, while it is being made.
            draft.tell();
            let (json, page) = read();
            assert_eq!((&json["state"], &json["conforms"]), (&"unfinished".into(), &Value::Null));
            assert!(page.contains("still being made. Nothing differs so far."), "{page}");
            assert_eq!(
                (&json["sections"][1]["cases"], &json["sections"][1]["asked"]),
                (&9.into(), &1_000.into())
            );
        }
        if *case == generate(30) {
            draft.stop.set();
            return Fault::Stopped;
        }
        Fault::None
    };
    draft.keep(|| random(1, 1_000).run(&draft, at, &fault, &own));
    let certificate = draft.finish().unwrap();
    assert_eq!((certificate.state, certificate.failures()), (State::Interrupted, 0));
    let (json, page) = read();
    assert_eq!((&json["state"], &json["conforms"]), (&"interrupted".into(), &Value::Null));
    let [rules, random] = [0, 1].map(|at| &json["sections"][at]);
    assert_eq!(rules["asked"], rules["cases"]);
    assert_eq!((&random["cases"], &random["asked"]), (&30.into(), &1_000.into()));
    assert!(page.contains("Interrupted: not everything ran. Nothing differs so far."), "{page}");
    assert!(page.contains("\n| random programs | 30 of 1000 | 0 |\n"), "{page}");
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 2, "a part of a file is left");
}

/// A program that the driver has not compiled in time is no failure, and nobody may think that it ran.
#[test]
fn what_has_no_result_is_listed() {
    let draft = draft(Files::default());
    let at = draft.add("random programs", 10);
    let fault = |case: &Case, _: Option<Duration>| match *case == generate(4) {
        true => Fault::Unknown("the driver still compiles it".to_string()),
        false => Fault::None,
    };
    random(2, 10).run(&draft, at, &fault, &own);
    let certificate = draft.finish().unwrap();
    assert_eq!((certificate.state, certificate.failures()), (State::Ended, 0));
    let (page, json) = (certificate.page(), certificate.json());
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["sections"][0]["without_result"][0]["name"], "seed 4");
    assert!(page.contains("It conforms: nothing differs. 1 case has no result, and may differ."), "{page}");
    assert!(page.contains("\n| random programs | 10 | 0 | 1 |\n"), "{page}");
    assert!(page.contains("\n- seed 4: the driver still compiles it\n"), "{page}");
}

/// A driver that compiles nothing in time was not tested.
#[test]
fn a_device_whose_rows_have_no_result_does_not_conform() {
    let draft = draft(Files::default());
    let at = draft.add("operators", 2);
    let cases: Vec<Named> = (0..2).map(|at| (format!("row {at}"), generate(at))).collect();
    let fault = |case: &Case| match *case == generate(1) {
        true => Fault::Unknown("the driver still compiles it".to_string()),
        false => Fault::None,
    };
    section(&draft, at, 1, &cases, &fault, &own);
    let certificate = draft.finish().unwrap();
    assert_eq!((certificate.state, certificate.failures(), certificate.conforms()), (State::Ended, 0, None));
    assert_eq!(certificate.holes(), "1 of 2 cases that are no random programs has no result");
    let (page, json) = (certificate.page(), certificate.json());
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["state"], &json["conforms"]), (&"finished".into(), &Value::Null));
    assert!(page.contains("Nothing differs so far. 1 case has no result, and may differ."), "{page}");
    assert!(!page.contains("It conforms"), "{page}");
}

/// Twenty times the same error is no determinism.
#[test]
fn a_launch_that_fails_each_time_is_no_repeated_launch() {
    let none = Case { inputs: vec![Contents::Words(vec![])], ..racing() };
    let device = Device::checked();
    let Fault::Wrong(message) = differs(&racing(), &Runner::Here(&device)) else { panic!("no fault") };
    assert!(message.contains("depends on the order"), "{message}");
    assert!(matches!(differs(&none, &Runner::Here(&device)), Fault::None));
}

/// The checked device says an assertion in its own way.
#[test]
fn an_assertion_is_one_on_the_checked_device() {
    let (_, case) = cases::barriers().into_iter().find(|(name, _)| name == "a failed assertion").unwrap();
    let checked = launch(&Device::checked(), &case).unwrap();
    assert_eq!(Ok(checked.clone()), launch(&Device::reference(), &case));
    assert!(checked.1.is_some(), "no assertion failed");
    // The first invocation of the grid is in the second workgroup.
    let program = "program workgroup_size 2, 1, 3 entry { assert(invocation_id.z * 8 + invocation_id.x < 10, \"late\"); }";
    let (program, inputs) = (program.parse().unwrap(), Vec::new());
    let case = Case::new(program, [2, 1, 1], inputs);
    let (_, failure) = launch(&Device::checked(), &case).unwrap();
    assert_eq!(failure, Some(Asserted { invocation: [2, 0, 1], message: "late".to_string() }));
}

/// Nobody runs for hours and learns then that there is no place for the certificate.
#[test]
fn files_that_cannot_be_written_are_said_before_anything_runs() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good.json");
    let files = |json: &std::path::Path, page: &std::path::Path| {
        Files::of(Some(json.to_path_buf()), Some(page.to_path_buf()))
    };
    assert!(files(&good, &good).is_err());
    for bad in [folder.path().to_path_buf(), folder.path().join("none/page.md")] {
        assert!(draft(files(&good, &bad).unwrap()).begin_files().is_err(), "{}", bad.display());
    }
    assert!(draft(files(&good, &folder.path().join("page.md")).unwrap()).begin_files().is_ok());
}

/// The options without any.
fn options(jobs: Option<NonZero<usize>>) -> Conform {
    Conform {
        file: None,
        approx: false,
        chosen: Chosen::default(),
        groups: None,
        buffers: Vec::new(),
        device: None,
        programs: 0,
        seconds: None,
        failures: 5,
        seed: 0,
        timeout: 60,
        jobs,
        json: None,
        page: None,
        verify: None,
        quiet: true,
    }
}

/// What `--verify` says of a certificate.
fn verified(certificate: &str, device: Option<&str>) -> Result<String, String> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), certificate).unwrap();
    let (mut said, options) = (Vec::new(), options(None));
    let options = Conform { device: device.map(str::to_string), ..options };
    let result = options.verify(file.path(), &mut said);
    result.map(|()| String::from_utf8(said).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn a_stale_certificate_of_a_device_says_so() {
    let mut certificate = Certificate::new(&Device::cpu(), 0, Kind::Strict);
    certificate.sections =
        tables().map(|(name, count)| Section { cases: count, ..Section::new(name, count) }).collect();
    certificate.state = State::Ended;
    let whole = certificate.json();
    let said = verified(&whole, None).unwrap_or_else(|error| panic!("{error}"));
    assert!(said.contains(" holds\n"), "{said}");
    let stale = |text: &str, device: Option<&str>, wanted: &str| {
        let said = verified(text, device).unwrap_err();
        assert!(said.contains(wanted), "{wanted}: {said}");
    };
    stale(&whole, Some("reference"), "it is of the device CPU");
    stale(
        &whole.replace("\"device\": \"CPU\"", "\"device\": \"Nobody's 3000\""),
        None,
        "its device, Nobody's 3000",
    );
    let version = format!("\"vyre\": \"{}\"", env!("CARGO_PKG_VERSION"));
    stale(
        &whole.replace(&version, "\"vyre\": \"0.0.1\""),
        None,
        "it was made by vyre 0.0.1, and this is vyre",
    );
    stale(
        &whole.replace("\"certificate\": \"strict\",", ""),
        None,
        "it does not say whether it is of what is strict",
    );
    stale(&whole.replace("\"atomics\"", "\"what was\""), None, "it has no section `atomics`");
    stale(&whole.replace("\"finished\"", "\"interrupted\""), None, "it is interrupted");
    stale(&whole.replace("\"conforms\": true", "\"conforms\": false"), None, "cases fail, or have no result");
    certificate.sections[0].asked = 1;
    stale(&certificate.json(), None, "of the section `operators` it has 1 cases, and there are");
    stale(&certificate.json(), None, "Fix: renew it with `vyre conform --device CPU ");
    for text in ["{", "[1]", "{}", "{\"certificate\": \"other\"}", "{\"certificate\": 3}"] {
        stale(text, None, "is no certificate");
    }
    stale("{\"certificate\": \"program\"}", None, "is of a program");
    stale("{\"certificate\": \"approximate\", \"vyre\": 3}", None, "it was made by vyre none that it names");
}

#[test]
fn threads_are_those_that_are_asked_for_or_one_for_each_core() {
    let cores = std::thread::available_parallelism().unwrap().get();
    assert_eq!(options(None).jobs(&Device::reference()), cores);
    assert_eq!(options(None).jobs(&Device::cpu()), cores);
    assert_eq!(options(NonZero::new(3)).jobs(&Device::cpu()), 3);
}

#[test]
fn failures_are_counted_and_shown() {
    let draft = draft(Files::default());
    let (at, rules_at) = (draft.add("races", 1), draft.add("rules", 2 * Code::ALL.len() as u64));
    let (device, cases) = (Device::checked(), [("exchange".to_string(), racing())]);
    section(&draft, at, 2, &cases, &|case| fault(case, || launch(&device, case)), &own);
    rules(&draft, rules_at);
    let certificate = draft.finish().unwrap();
    assert_eq!((certificate.failures(), certificate.state), (1, State::Ended));
    let (page, json) = (certificate.page(), certificate.json());
    assert!(
        page.contains("It does not conform: 1 case fails.") && page.contains("## races: exchange"),
        "{page}"
    );
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["conforms"], false);
    assert_eq!(json["sections"][0]["failed"][0]["name"], "exchange");
    assert_eq!(json["sections"][0]["failed"][0]["cause"], blame::OWN);
    assert_eq!(json["sections"][1]["failed"].as_array().unwrap().len(), 0);
}
