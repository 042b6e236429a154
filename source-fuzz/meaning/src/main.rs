//! Finds programs that mean something else in kernels than in Rust: the same tokens are compiled by vyre and by plain rustc, and run.
//!
//! A program that vyre refuses is counted, by its message, and goes no further; so is one that rustc refuses. What is left is built as two crates,
//! and each program is run with the same arguments as plain Rust, on the CPU device, on the reference device and, where it is a
//! `#[vyre::function]`, on the host.

mod expand;
mod forms;
mod generate;
#[allow(dead_code, reason = "programs as source need fewer choices than programs as trees")]
#[path = "../../../random/src/source.rs"]
mod source;
mod texts;

use forms::{kernels_head, kernels_main, plain_head, plain_main};
use generate::Program;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use texts::Expected;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// What programs import.
const COMMON: &str = include_str!("common.rs.txt");

/// A program that does not end is stopped after so long.
const LIMIT: Duration = Duration::from_secs(2);

/// What came of some programs.
#[derive(Default)]
struct Found {
    /// By the message without its names.
    refused_by_vyre: BTreeMap<String, Vec<String>>,
    /// Those of them that rustc takes. Asked of texts alone.
    refused_by_vyre_alone: BTreeMap<String, Vec<String>>,
    refused_by_rustc: BTreeMap<String, Vec<String>>,
    /// Programs that rustc takes, and of which vyre makes what rustc refuses.
    expansion_refused: BTreeMap<String, Vec<String>>,
    /// The name of a program, and what differs.
    differing: Vec<(String, String)>,
    ran: usize,
}

/// A message without what differs from program to program.
fn kind_of(message: &str) -> String {
    let line = message.trim_matches('"').split("\\n").next().unwrap_or_default();
    let mut kind = String::new();
    const TYPES: [&str; 12] =
        ["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "f32", "bool", "integer", "vec2<u32>"];
    for (at, part) in line.split('`').enumerate() {
        let is_name = at % 2 == 1 && !TYPES.contains(&part);
        kind.push_str(if is_name && part.contains(|c: char| c.is_ascii_digit() || " (".contains(c)) {
            "`..`"
        } else {
            part
        });
    }
    kind.chars().take(150).collect()
}

struct Driver {
    folder: PathBuf,
    target: PathBuf,
    root: PathBuf,
    common: Vec<expand::Item>,
    common_text: String,
    /// Whether programs are texts, and not kernels of a crate.
    as_texts: bool,
}

impl Driver {
    fn new(as_texts: bool) -> Result<Driver> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let common_text = COMMON.to_string();
        Ok(Driver {
            folder: here.join("target/written"),
            target: std::env::var_os("CARGO_TARGET_DIR").map_or(here.join("target/written/target"), |path| {
                std::path::absolute(&path).unwrap_or(path.into())
            }),
            root: here.join("../..").canonicalize()?,
            common: expand::items(&common_text, false)?,
            common_text,
            as_texts,
        })
    }

    /// Runs the programs.
    fn run(&self, programs: &[Program]) -> Result<Found> {
        let mut found = Found::default();
        let (mut taken, mut refused, mut messages) = (Vec::new(), Vec::new(), BTreeMap::new());
        for program in programs {
            match self.error(program) {
                Some(message) => {
                    let kind = kind_of(&message);
                    found.refused_by_vyre.entry(kind.clone()).or_default().push(program.name.clone());
                    messages.insert(program.name.clone(), kind);
                    refused.push(program.clone());
                }
                None => taken.push(program.clone()),
            }
        }
        self.write("plain", "", "")?;
        if self.as_texts {
            for Program { name, .. } in self.built("plain", refused, &mut BTreeMap::new())? {
                let kind = messages.remove(&name).unwrap_or_default();
                found.refused_by_vyre_alone.entry(kind).or_default().push(name);
            }
        }
        let taken = self.built("plain", taken, &mut found.refused_by_rustc)?;
        if self.as_texts {
            found.ran = taken.len();
            return self.compare_texts(&taken, found);
        }
        let taken = self.built("kernels", taken, &mut found.expansion_refused)?;
        found.ran = taken.len();
        let kernels = self.target.join("debug/kernels");
        self.follow(|| Command::new(&kernels), &taken, &mut found, |_, _| ())?;
        Ok(found)
    }

    /// What vyre says of a program that it does not take.
    fn error(&self, program: &Program) -> Option<String> {
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            if self.as_texts {
                let list = vyre_lang::module::compile(&program.text(&self.common_text)).err()?;
                return Some(list.first().map_or_else(String::new, |first| first.message.clone()));
            }
            match expand::items(&program.kernel(), true) {
                Ok(items) => expand::error(&items, &self.common),
                Err(error) => Some(error),
            }
        }));
        result.unwrap_or_else(|_| Some("PANIC of the front end".to_string()))
    }

    /// Asks plain Rust for the values, and another process of this driver to compare them with what texts give.
    fn compare_texts(&self, programs: &[Program], mut found: Found) -> Result<Found> {
        let mut values = vec![None; programs.len()];
        let plain = self.target.join("debug/plain");
        self.follow(
            || Command::new(&plain),
            programs,
            &mut found,
            |at, line| {
                if let Some(list) = line.strip_prefix("gives ") {
                    values[at] =
                        list.split(' ').map(|value| value.parse().ok()).collect::<Option<Vec<i64>>>();
                }
            },
        )?;
        let mut compared = Vec::new();
        let mut list = String::new();
        for (program, values) in programs.iter().zip(values) {
            let (Some(values), Ok(seed)) = (values, program.name[1..].parse()) else { continue };
            list.push_str(&Expected { seed, values }.line());
            compared.push(program.clone());
        }
        let file = self.folder.join("expected.txt");
        std::fs::write(&file, list)?;
        let driver = std::env::current_exe()?;
        let command = || {
            let mut command = Command::new(&driver);
            command.arg("--compare").arg(&file);
            command
        };
        self.follow(command, &compared, &mut found, |_, _| ())?;
        Ok(found)
    }

    fn write(&self, name: &str, text: &str, main: &str) -> Result<()> {
        let folder = self.folder.join(name);
        std::fs::create_dir_all(folder.join("src"))?;
        let root = self.root.display();
        let dependencies = match name {
            "plain" => String::new(),
            _ => format!(
                "plain = {{ path = \"../plain\" }}\nvyre = {{ path = \"{root}/vyre\", default-features = false }}\n"
            ),
        };
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}"
        );
        // As the workspace of vyre has it, so that a shared target folder is used again.
        let workspace = "[workspace]\nresolver = \"3\"\nmembers = [\"plain\", \"kernels\"]\n\n[profile.dev]\ndebug = \"line-tables-only\"\n\n\
            [profile.dev.package]\nplain = { overflow-checks = false, debug = 0 }\nkernels = { overflow-checks = false, debug = 0 }\nvyre-ir = { opt-level = 2 }\nvyre-lower = { opt-level = 2 }\nvyre-block = { opt-level = 3 }\nvyre-runtime = { opt-level = 2 }\n";
        let put = |path: PathBuf, text: &str| -> Result<()> {
            if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
                return Ok(());
            }
            Ok(std::fs::write(path, text)?)
        };
        put(self.folder.join("Cargo.toml"), workspace)?;
        let lock = self.folder.join("Cargo.lock");
        if !lock.exists() {
            std::fs::copy(self.root.join("Cargo.lock"), lock)?;
        }
        put(folder.join("Cargo.toml"), &manifest)?;
        put(folder.join("src/lib.rs"), text)?;
        let program = folder.join("src/main.rs");
        if !main.is_empty() {
            put(program, main)?;
        } else if program.exists() {
            // Of a run that had programs as texts.
            std::fs::remove_file(program)?;
        }
        if name == "plain" && !self.folder.join("kernels").exists() {
            self.write("kernels", "", "fn main() {}")?;
        }
        Ok(())
    }

    /// Builds the programs as a crate, and leaves out those with an error.
    fn built(
        &self,
        name: &str,
        mut programs: Vec<Program>,
        refused: &mut BTreeMap<String, Vec<String>>,
    ) -> Result<Vec<Program>> {
        let is_plain = name == "plain";
        let head = if is_plain { plain_head(&self.common_text) } else { kernels_head(&self.common_text) };
        loop {
            let mut text = head.clone();
            let mut starts = Vec::new();
            for program in &programs {
                starts.push(text.lines().count() + 1);
                text.push_str(&if is_plain { program.plain() } else { program.kernel() });
            }
            let main = match (is_plain, self.as_texts) {
                (true, true) => plain_main(&programs),
                (true, false) => String::new(),
                (false, _) => kernels_main(&programs),
            };
            self.write(name, &text, &main)?;
            let command = if is_plain && !self.as_texts { "check" } else { "build" };
            let output = Command::new(std::env::var("CARGO").unwrap_or("cargo".into()))
                .args([command, "-q", "-p", name, "--message-format=json"])
                .current_dir(&self.folder)
                .env("CARGO_TARGET_DIR", &self.target)
                .output()?;
            if output.status.success() {
                return Ok(programs);
            }
            let mut wrong = BTreeMap::new();
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let Ok(value) = serde_json::from_str::<serde_json::Value>(line) else { continue };
                let message = &value["message"];
                if message["level"] != "error" {
                    continue;
                }
                for span in message["spans"].as_array().into_iter().flatten() {
                    let mut span = span;
                    while span["expansion"]["span"].is_object() {
                        span = &span["expansion"]["span"];
                    }
                    if !span["file_name"]
                        .as_str()
                        .is_some_and(|file| file.ends_with(&format!("{name}/src/lib.rs")))
                    {
                        continue;
                    }
                    let line = span["line_start"].as_u64().unwrap_or(0) as usize;
                    let at = starts.partition_point(|start| *start <= line);
                    if at > 0 {
                        wrong
                            .entry(at - 1)
                            .or_insert_with(|| message["message"].as_str().unwrap_or_default().to_string());
                    }
                }
            }
            if wrong.is_empty() {
                return Err(
                    format!("{name} cannot be built:\n{}", String::from_utf8_lossy(&output.stderr)).into()
                );
            }
            for (at, message) in &wrong {
                refused.entry(kind_of(message)).or_default().push(programs[*at].name.clone());
            }
            let mut at = 0;
            programs.retain(|_| {
                at += 1;
                !wrong.contains_key(&(at - 1))
            });
        }
    }

    /// Runs a command that says what it does with each program, and hands on what else it says. One that is silent for long is stopped, and goes on
    /// with the next program.
    fn follow(
        &self,
        command: impl Fn() -> Command,
        programs: &[Program],
        found: &mut Found,
        mut answer: impl FnMut(usize, &str),
    ) -> Result<()> {
        let mut from = 0;
        while from < programs.len() {
            let mut child =
                command().arg(from.to_string()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
            let Some(out) = child.stdout.take() else { return Err("no output".into()) };
            let (sender, receiver) = std::sync::mpsc::channel();
            std::thread::spawn(move || {
                for line in BufReader::new(out).lines().map_while(std::result::Result::ok) {
                    let _ = sender.send(line);
                }
            });
            let mut place = String::new();
            let mut current = from;
            loop {
                match receiver.recv_timeout(LIMIT) {
                    Ok(line) => match line.split_once(' ') {
                        Some(("at", rest)) => {
                            let (number, on) = rest.split_once(' ').unwrap_or((rest, ""));
                            current = number.parse()?;
                            place = on.to_string();
                        }
                        Some(("differs", rest)) => {
                            found.differing.push((programs[current].name.clone(), rest.to_string()))
                        }
                        _ => answer(current, &line),
                    },
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                        child.kill()?;
                        found
                            .differing
                            .push((programs[current].name.clone(), format!("{place}: does not end")));
                        from = current + 1;
                        break;
                    }
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                        if child.wait()?.success() {
                            from = programs.len();
                        } else {
                            found.differing.push((
                                programs[current].name.clone(),
                                format!("{place}: the process ended"),
                            ));
                            from = current + 1;
                        }
                        break;
                    }
                }
            }
            let _ = child.wait();
        }
        Ok(())
    }

    /// For each program, one with fewer statements that differs, too.
    fn reduced(&self, programs: Vec<Program>) -> Result<Vec<Program>> {
        let mut smallest = programs;
        let mut open = BTreeSet::from_iter(0..smallest.len());
        for _ in 0..8 {
            let mut variants = Vec::new();
            for at in &open {
                let program = &smallest[*at];
                for left_out in 0..program.stmts.len() {
                    if program.stmts[left_out].starts_with("let mut h") {
                        continue;
                    }
                    let mut variant = program.clone();
                    variant.stmts.remove(left_out);
                    variant.name = format!("v{at}_{left_out}");
                    variants.push(variant);
                }
            }
            let found = self.run(&variants)?;
            let mut next = BTreeSet::new();
            for (name, _) in &found.differing {
                let Some(variant) = variants.iter().find(|variant| variant.name == *name) else { continue };
                let at: usize = name[1..].split('_').next().unwrap_or_default().parse()?;
                if next.insert(at) {
                    let name = smallest[at].name.clone();
                    smallest[at] = Program { name, ..variant.clone() };
                }
            }
            open = next;
            if open.is_empty() {
                break;
            }
        }
        Ok(smallest)
    }
}

fn histogram(title: &str, of: &BTreeMap<String, Vec<String>>, total: usize) {
    let count: usize = of.values().map(Vec::len).sum();
    println!("\n{title}: {count} of {total}");
    let mut rows = Vec::from_iter(of);
    rows.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    for (message, names) in rows {
        println!("{:6}  {message}  ({})", names.len(), names[0]);
    }
}

/// `--seed N`, `--count N`, `--batch N` (how many are built at once), `--print` (the program of the seed), `--reduce` (makes what differs smaller),
/// `--texts` (compiles each program as a text, while this runs; much faster).
fn main() -> Result<()> {
    let arguments = Vec::from_iter(std::env::args().skip(1));
    let number = |name: &str, variable: &str, default: u64| {
        let after = arguments
            .iter()
            .position(|argument| argument == name)
            .and_then(|at| arguments.get(at + 1).cloned());
        after.or_else(|| std::env::var(variable).ok()).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let (first, count) =
        (number("--seed", "VYRE_MEANING_SEED", 0), number("--count", "VYRE_MEANING_PROGRAMS", 300));
    let batch = number("--batch", "VYRE_MEANING_BATCH", 600).max(1);
    if has("--print") {
        let program = generate::program(first);
        println!("{}\n{}", program.plain(), program.kernel());
        return Ok(());
    }
    if let [option, list, from] = &arguments[..]
        && option == "--compare"
    {
        return texts::compare(&std::fs::read_to_string(list)?, from.parse()?, COMMON);
    }
    // The front end's panics are counted.
    std::panic::set_hook(Box::new(|_| {}));
    let driver = Driver::new(has("--texts"))?;
    let start = Instant::now();
    let mut all = Found::default();
    let mut from = first;
    while from < first + count {
        let to = (from + batch).min(first + count);
        let programs = Vec::from_iter((from..to).map(generate::program));
        let found = driver.run(&programs)?;
        for (into, of) in [
            (&mut all.refused_by_vyre, found.refused_by_vyre),
            (&mut all.refused_by_vyre_alone, found.refused_by_vyre_alone),
            (&mut all.refused_by_rustc, found.refused_by_rustc),
            (&mut all.expansion_refused, found.expansion_refused),
        ] {
            for (message, names) in of {
                into.entry(message).or_default().extend(names);
            }
        }
        all.ran += found.ran;
        for (name, what) in &found.differing {
            eprintln!("{name} {what}");
        }
        all.differing.extend(found.differing);
        eprintln!(
            "{} programs, {} ran, {} lines of differences, {:?}",
            to - first,
            all.ran,
            all.differing.len(),
            start.elapsed()
        );
        from = to;
    }
    histogram("refused by vyre", &all.refused_by_vyre, count as usize);
    if driver.as_texts {
        histogram("refused by vyre and taken by rustc", &all.refused_by_vyre_alone, count as usize);
    }
    histogram("taken by vyre and refused by rustc", &all.refused_by_rustc, count as usize);
    histogram(
        "taken by both, and of which vyre makes what rustc refuses",
        &all.expansion_refused,
        count as usize,
    );
    let names = BTreeSet::from_iter(all.differing.iter().map(|(name, _)| name.clone()));
    println!("\n{} programs ran, {} differ:", all.ran, names.len());
    for (name, what) in &all.differing {
        println!("{name} {what}");
    }
    if has("--reduce") && !names.is_empty() {
        // Those without an end are not made smaller, since every try would take as long.
        let endless = BTreeSet::from_iter(
            all.differing.iter().filter(|(_, what)| what.ends_with("end")).map(|(name, _)| name),
        );
        let seeds = names.iter().filter(|name| !endless.contains(name)).map(|name| name[1..].parse::<u64>());
        let programs =
            seeds.map(|seed| seed.map(generate::program)).collect::<std::result::Result<Vec<_>, _>>()?;
        for program in driver.reduced(programs)? {
            println!("\n{}", program.plain());
        }
    }
    if names.is_empty() {
        Ok(())
    } else {
        Err(format!("{} programs mean something else", names.len()).into())
    }
}
