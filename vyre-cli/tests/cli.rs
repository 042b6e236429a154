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

/// Every page of errors is in the tool, and in the list of pages.
#[test]
fn every_page_of_errors_is_explained() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("errors");
    let list = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let paths = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| !path.ends_with("README.md")) {
        let page = std::fs::read_to_string(&path).unwrap();
        let (name, title) = (path.file_stem().unwrap().to_str().unwrap(), page.lines().next().unwrap());
        let output = vyre().args(["explain", name]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{name}");
        assert!(text.lines().next().unwrap().ends_with(&format!(" ({})", &title[2..])), "{name}: {text}");
        assert!(
            list.contains(&format!("| [{}]({name}.md) |", &title[2..])),
            "README.md does not name {name}"
        );
    }
}

/// A heading finds its case; a message finds those that differ from it in names and numbers; words find what has all of them.
#[test]
fn errors_are_found_by_what_people_know_of_them() {
    let first = |words: &[&str]| {
        let output = vyre().arg("explain").args(words).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().next().unwrap_or_default().to_string()
    };
    assert_eq!(first(&["Increment"]), "Increment (The rest of the crate)");
    assert_eq!(first(&["missing_mut"]), "Missing mut (Variables)");
    assert_eq!(first(&["error: `sum` is assigned to, but it is not `mut`."]), "Missing mut (Variables)");
    assert_eq!(first(&["E0499"]), "Parts overlap (Borrows)");
    assert_eq!(first(&["nested", "parentheses"]), "Parentheses too deep (Limits)");
    assert_eq!(first(&["barrier"]), "Barrier under divergent if (Barriers)");
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

/// A driver's cases run in such a process, one line for each.
#[test]
fn a_process_of_a_certificate_runs_cases_until_there_are_none() {
    let program = "program workgroup_size 4, 1, 1 buffer data: read_write u32 @ 0
        entry { data[local_id.x] = data[local_id.x] * 3; }";
    let wire = program.parse::<vyre::ir::Program>().unwrap().to_wire();
    let mut child = vyre();
    child.args(["conform-worker", "--device", "cpu", "--timeout", "60"]);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, r#"{{"program": {wire:?}, "grid": [1, 1, 1], "inputs": [{{"words": [1, 2, 3, 7]}}]}}"#)
        .unwrap();
    writeln!(input, "nonsense").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(r#"{"failure":null,"words":[[3,6,9,21]]}"#));
    assert!(lines.next().is_some_and(|line| line.starts_with(r#"{"wrong":"#)), "{text}");
    assert!(output.status.success() && lines.next().is_none(), "{text}");
}

#[cfg(unix)]
#[test]
fn a_certificate_that_somebody_ends_is_written_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    for signal in ["-INT", "-TERM"] {
        let path = folder.path().join(format!("certificate{signal}.json"));
        let mut conform = vyre();
        conform.args(["conform", "-d", "cpu", "--programs", "100000000", "--jobs", "2", "--json"]).arg(&path);
        let child = conform.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // It is written before anything runs, and every few seconds.
        let start = std::time::Instant::now();
        while !path.exists() && start.elapsed().as_secs() < 60 {
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        let written: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(
            (&written["state"], &written["conforms"]),
            (&"unfinished".into(), &serde_json::Value::Null)
        );
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains("the certificate is not finished: it was interrupted"), "{error}");
        let written: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(
            (&written["state"], &written["conforms"]),
            (&"interrupted".into(), &serde_json::Value::Null)
        );
        let page = String::from_utf8(output.stdout).unwrap();
        assert!(page.contains("Interrupted: not everything ran. Nothing differs so far."), "{page}");
        assert!(page.contains(" of 100000000 | 0 |"), "{page}");
    }
}

/// Runs the tool, and gives its exit code with what it says on both streams.
fn said(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.code(), text)
}

#[test]
fn a_stale_certificate_of_a_program_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (file, certificate) = (folder.path().join("p.vyre"), folder.path().join("p.json"));
    let program = |value: &str| {
        let text = "program workgroup_size 64, 1, 1 buffer a: read u32 @ 0 buffer b: read_write u32 @ 1
            entry { if invocation_id.x < len(b) { b[VALUE";
        std::fs::write(&file, format!("{} }} }}", text.replace("VALUE", value))).unwrap();
    };
    let conform = |flag: &str| {
        let mut command = vyre();
        command.args(["conform", "-d", "cpu"]).arg(&file).arg(flag).arg(&certificate);
        said(&mut command)
    };
    program("invocation_id.x] = a[invocation_id.x] + 1;");
    assert_eq!(conform("--json").0, Some(0));
    let (code, text) = conform("--verify");
    assert!(code == Some(0) && text.contains("p.json holds"), "{text}");
    // Blanks and comments are no change.
    program("invocation_id.x]  =  // added\n a[invocation_id.x] + 1;");
    assert_eq!(conform("--verify").0, Some(0));
    program("invocation_id.x] = a[invocation_id.x] + 2;");
    let (code, text) = conform("--verify");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("p.json is stale") && text.contains("p.vyre has changed since"), "{text}");
    assert!(text.contains("Fix: renew it with `vyre conform") && !text.contains("was made by"), "{text}");
    // Another version, and another device.
    let written = std::fs::read_to_string(&certificate).unwrap();
    let version = format!("\"vyre\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let older = written.replace(&version, "\"vyre\": \"0.0.1\"").replace("\"CPU\"", "\"other\"");
    assert_ne!(older, written);
    std::fs::write(&certificate, older).unwrap();
    let (code, text) = conform("--verify");
    assert!(code == Some(1) && text.contains("it was made by vyre 0.0.1, and this is vyre"), "{text}");
    assert!(text.contains("it is not of the device CPU"), "{text}");
    // What does not conform has a certificate that says so, in the place of the one that was there.
    program("0] = invocation_id.x;");
    assert_eq!(conform("--json").0, Some(1));
    let (code, text) = conform("--verify");
    assert!(code == Some(1) && text.contains("is not one of conformance"), "{text}");
    assert!(text.contains("data race"), "{text}");
}

/// A certificate names the whole command that renews it, and the command line is checked before a certificate is touched.
#[test]
fn a_certificate_is_renewed_by_the_command_that_it_names() {
    let folder = tempfile::tempdir().unwrap();
    let (file, certificate) = (folder.path().join("it's.rs"), folder.path().join("p.json"));
    let text = "#[kernel] fn other() {}
        #[kernel(workgroup_size = 64)] fn fill<T: Number, const N: u32>(a: &[T], out: &mut [T]) {
            let i = invocation_id().x as usize;
            if i < out.len() { for _ in 0..N { out[i] = out[i] + a[0]; } }
        }";
    std::fs::write(&file, text).unwrap();
    let chosen = ["-k", "fill", "--with", "N=3", "--type", "T=f32"];
    let conform = |flag: &str, more: &[&str]| {
        let mut command = vyre();
        command.arg("conform").arg(&file).args(["-d", "cpu"]).args(chosen).arg(flag).arg(&certificate);
        said(command.args(more))
    };
    let (code, text) = conform("--json", &["-b", "a=[1.5, 2]", "-g", "2", "--seed", "9"]);
    assert_eq!(code, Some(0), "{text}");
    let written = std::fs::read_to_string(&certificate).unwrap();
    // What is mistyped is no finding.
    for wrong in [["-b", "none=[1]"], ["-b", "a=[x]"], ["-b", "a=@nowhere"]] {
        let (code, text) = conform("--json", &wrong);
        assert!(code == Some(1) && text.contains("error: "), "{text}");
        assert_eq!(std::fs::read_to_string(&certificate).unwrap(), written, "{wrong:?}");
    }
    assert_eq!(conform("--verify", &[]).0, Some(0));
    let older = written.replace(env!("CARGO_PKG_VERSION"), "0.0.1");
    std::fs::write(&certificate, older).unwrap();
    let (_, text) = conform("--verify", &[]);
    let command = text.split('`').find(|part| part.starts_with("vyre conform")).unwrap();
    let named = "--kernel fill --with N=3 --type T=f32 --device cpu --groups 2,1,1 --buffer 'a=[1.5, 2]' --seed 9 --json ";
    assert!(command.contains(named), "{command}");
    // A shell runs it.
    let tool = format!("{} {}", env!("CARGO_BIN_EXE_vyre"), command.strip_prefix("vyre ").unwrap());
    assert!(Command::new("sh").args(["-c", &tool]).status().unwrap().success(), "{tool}");
    assert_eq!(std::fs::read_to_string(&certificate).unwrap(), written);
}
