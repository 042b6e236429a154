//! Runs the commands of `tests/cmd` and compares their output and exit codes. `TRYCMD=overwrite` updates the
//! expectations; read the diff before committing it.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

fn vyre() -> Command {
    Command::new(env!("CARGO_BIN_EXE_vyre"))
}

#[test]
fn commands() {
    // Without `VYRE_DEVICE` the runs would use the best device. The width of the help must not depend on the
    // terminal.
    trycmd::TestCases::new().env("VYRE_DEVICE", "cpu").env("COLUMNS", "100").case("tests/cmd/*.trycmd");
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = vyre().arg("ops").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_reader_that_stops_early_is_no_failure() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let statements = "x = 1;\n".repeat(200_000);
    write!(file.as_file(), "program workgroup_size 1, 1, 1 entry {{ {statements} }}").unwrap();
    let mut child = vyre().arg("text").arg(file.path()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "program\n");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_program_comes_from_standard_input() {
    let mut child = vyre().args(["check", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"program workgroup_size 1, 1, 1 entry {}").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.stdout, b"standard input is valid\n");
}

#[test]
fn raw_bytes_are_written_to_standard_output() {
    let file = tempfile::NamedTempFile::new().unwrap();
    write!(
        file.as_file(),
        "program workgroup_size 1, 1, 1 buffer a: read_write u32[2] @ 0 entry {{ a[1] = 258; }}"
    )
    .unwrap();
    let run = vyre().args(["run", "-d", "cpu", "-o", "a=-"]).arg(file.path()).output().unwrap();
    assert_eq!(run.stdout, [0, 0, 0, 0, 2, 1, 0, 0]);
}

#[test]
fn a_device_that_is_not_there_is_a_failure() {
    let file = tempfile::NamedTempFile::new().unwrap();
    write!(file.as_file(), "program workgroup_size 1, 1, 1 entry {{}}").unwrap();
    let run = vyre().args(["run", "-d", "no such adapter"]).arg(file.path()).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&run.stderr).contains("no device matches `no such adapter`; there is "));
}

/// Every rule can be explained, with a program that is rejected and one that is not.
#[test]
fn every_rule_is_explained() {
    for code in vyre::ir::Code::ALL {
        let output = vyre().args(["explain", code.name()]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success());
        assert!(
            text.contains(code.title())
                && text.contains("\nRejected:\n    ")
                && text.contains("\nAccepted:\n    ")
        );
    }
}

#[test]
fn every_operation_is_shown() {
    for row in vyre::ir::library::rows() {
        let output = vyre().args(["ops", row.id]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(row.meaning) && text.contains("\nComposition:\n    "), "{text}");
    }
}

/// The lines of a device's section.
fn section<'a>(text: &'a str, title: &str) -> &'a str {
    let start = text.find(&format!("\n\n{title}")).map(|at| at + 2);
    let rest = start.map_or("", |start| &text[start..]);
    rest.split("\n\n").next().unwrap_or("")
}

#[test]
fn a_machine_without_drivers_has_the_cpu_and_advice() {
    let mut doctor = vyre();
    doctor.arg("doctor").env("VK_DRIVER_FILES", "/nowhere/icd.json").env_remove("VYRE_DEVICE");
    let output = doctor.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    let cpu = section(&text, "CPU (");
    assert!(cpu.contains("self-test passed    arithmetic, 64 bits, out of bounds, "), "{text}");
    assert!(!text.contains("FAILED"), "{text}");
    if cfg!(all(target_os = "linux", feature = "gpu")) {
        assert!(text.contains("\n  driver              /nowhere/icd.json: cannot be read: "), "{text}");
        assert!(text.contains("\nNo hardware GPU was found."), "{text}");
        assert!(text.contains("\nTo install Mesa's drivers and its software driver: "), "{text}");
        assert!(text.ends_with("\nPrograms that do not choose run on CPU.\n"), "{text}");
    }
}

#[test]
fn a_device_that_nobody_has_is_said_and_no_failure_of_the_machine() {
    let output = vyre().arg("doctor").env("VYRE_DEVICE", "no such adapter").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("\nVYRE_DEVICE is `no such adapter`\n"), "{text}");
    assert!(
        text.contains("\nPrograms that do not choose fail: ") && text.contains("no such adapter"),
        "{text}"
    );
}

#[test]
#[cfg(feature = "gpu")]
fn every_device_is_examined() {
    let output = vyre().arg("doctor").env_remove("VYRE_DEVICE").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    for device in vyre::Device::list() {
        let found = section(&text, &device.to_string());
        assert!(found.contains("\n  buffer of a kernel  "), "{text}");
        assert!(
            found.contains("\n  self-test passed    arithmetic, 64 bits, out of bounds, atomics, "),
            "{text}"
        );
    }
    if std::env::var_os("VYRE_REQUIRE_GPU").is_some() {
        assert!(vyre::Device::list().len() > 1, "no adapter");
    }
}
