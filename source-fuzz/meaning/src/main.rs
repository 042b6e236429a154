//! Finds programs that mean something else in kernels than in Rust: the same tokens are compiled by vyre and by plain rustc, and run.
//!
//! A program that vyre refuses is counted, by its message, and goes no further; so is one that rustc refuses. What is left is built as two crates,
//! and each program is run with the same arguments as plain Rust, on the CPU device, on the reference device and, where it is a
//! `#[vyre::function]`, on the host.

mod expand;
mod generate;
#[allow(dead_code, reason = "programs as source need fewer choices than programs as trees")]
#[path = "../../../random/src/source.rs"]
mod source;

use generate::{Form, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const ALLOWED: &str = "#![allow(warnings, clippy::all, arithmetic_overflow, overflowing_literals, unconditional_panic, unconditional_recursion)]\n";

/// What plain Rust has of `vyre`.
const PLAIN_VYRE: &str = "pub mod vyre { pub trait Number: Copy + PartialOrd + core::ops::Add<Output = Self> + core::ops::Sub<Output = Self> + core::ops::Mul<Output = Self> {} \
    macro_rules! numbers { ($($t:ty)*) => { $(impl Number for $t {})* } } numbers!(u8 i8 u16 i16 u32 i32 u64 i64 f32 f64); }\n";

/// The arguments, small and large.
const ARGUMENTS: &str = "pub const ARGUMENTS: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 200, 65_536, 0x7fff_ffff, 0x8000_0001, 0xffff_ffff];\n";

/// A program that does not end is stopped after so long.
const LIMIT: Duration = Duration::from_secs(2);

impl Program {
    fn body(&self) -> String {
        format!("{}\n        {}", self.stmts.join("\n        "), self.tail)
    }

    fn columns_and_kind(&self) -> (u32, u32) {
        let mut numbers = self.tail.split(' ').map(|number| number.parse().unwrap_or(0));
        (numbers.next().unwrap_or(2), numbers.next().unwrap_or(0))
    }

    fn plain(&self) -> String {
        let (name, items, body) = (&self.name, self.items.join("\n    "), self.body());
        if self.form == Form::Rows {
            let (columns, _) = self.columns_and_kind();
            return format!(
                "pub mod {name} {{\n    fn rows(i: u32, a: &[[u32; {columns}]], out: &mut [[u32; {columns}]]) {{\n        const K: u32 = {columns};\n        {}\n    }}\n    \
                 pub fn value(x: u32) -> i64 {{ let a = [core::array::from_fn(|k| x.wrapping_add(k as u32))]; let mut out = [[0; {columns}]]; rows(0, &a, &mut out); out[0].iter().fold(0, |h: i64, v| h * 31 + i64::from(*v)) }}\n}}\n",
                self.stmts.join("\n        ")
            );
        }
        format!(
            "pub mod {name} {{\n    use crate::vyre;\n    {items}\n    pub fn value(x: u32) -> i64 {{\n        {body}\n    }}\n}}\n"
        )
    }

    fn kernel(&self) -> String {
        let (name, items, body) = (&self.name, self.items.join("\n    "), self.body());
        let head = "use vyre::prelude::*;";
        let run = "pub fn run(device: &Device, input: &[u32], out: &mut [i64]) -> Result<(), vyre::Error> { kernel(input, out).dispatch(device) }";
        let no_host = "pub const HOST: Option<fn(u32) -> i64> = None;";
        match self.form {
            Form::Nested => format!(
                "pub mod {name} {{\n    {head}\n    {items}\n    #[vyre::kernel(workgroup_size = 16)]\n    fn kernel(input: &[u32], out: &mut [i64]) {{\n        fn value(x: u32) -> i64 {{\n        {body}\n        }}\n        \
                 let i = invocation_id().x; out[i] = value(input[i]);\n    }}\n    {run}\n    {no_host}\n}}\n"
            ),
            Form::Beside => format!(
                "pub mod {name} {{\n    {head}\n    {items}\n    #[vyre::function]\n    fn value(x: u32) -> i64 {{\n        {body}\n    }}\n    \
                 #[vyre::kernel(workgroup_size = 16)]\n    fn kernel(input: &[u32], out: &mut [i64]) {{ let i = invocation_id().x; out[i] = value(input[i]); }}\n    {run}\n    pub const HOST: Option<fn(u32) -> i64> = Some(value);\n}}\n"
            ),
            Form::InPlace => format!(
                "pub mod {name} {{\n    {head}\n    {items}\n    #[vyre::kernel(workgroup_size = 16)]\n    fn kernel(input: &[u32], out: &mut [i64]) {{\n        let at = invocation_id().x;\n        let x = input[at];\n        \
                 out[at] = {{ {body} }};\n    }}\n    {run}\n    {no_host}\n}}\n"
            ),
            Form::Rows => {
                let (columns, kind) = self.columns_and_kind();
                let (parameter, argument) = match kind {
                    0 => ("a: &Uniform<[[u32; K]]>", "&rows"),
                    _ => ("a: &[[u32; K]]", "&rows"),
                };
                format!(
                    "pub mod {name} {{\n    {head}\n    #[vyre::kernel(workgroup_size = 16)]\n    fn kernel<const K: u32>({parameter}, out: &mut [[u32; K]]) {{\n        let i = invocation_id().x;\n        if i < out.len() {{\n        {}\n        }}\n    }}\n    \
                     pub fn run(device: &Device, input: &[u32], out: &mut [i64]) -> Result<(), vyre::Error> {{ let rows: Vec<[u32; {columns}]> = input.iter().map(|x| core::array::from_fn(|k| x.wrapping_add(k as u32))).collect(); let mut made = vec![[0; {columns}]; rows.len()]; \
                     kernel::<{columns}>({argument}, &mut made).dispatch(device)?; for (out, made) in out.iter_mut().zip(made) {{ *out = made.iter().fold(0, |h: i64, v| h.wrapping_mul(31).wrapping_add(i64::from(*v))); }} Ok(()) }}\n    {no_host}\n}}\n",
                    self.stmts.join("\n        ")
                )
            }
        }
    }
}

/// What came of some programs.
#[derive(Default)]
struct Found {
    /// By the message without its names.
    refused_by_vyre: BTreeMap<String, Vec<String>>,
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
}

impl Driver {
    fn new() -> Result<Driver> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let common_text = include_str!("common.rs.txt").to_string();
        Ok(Driver {
            folder: here.join("target/written"),
            target: std::env::var_os("CARGO_TARGET_DIR").map_or(here.join("target/written/target"), |path| {
                std::path::absolute(&path).unwrap_or(path.into())
            }),
            root: here.join("../..").canonicalize()?,
            common: expand::items(&common_text, false)?,
            common_text,
        })
    }

    /// Runs the programs.
    fn run(&self, programs: &[Program]) -> Result<Found> {
        let mut found = Found::default();
        let mut taken = Vec::new();
        for program in programs {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                expand::items(&program.kernel(), true).map(|items| expand::error(&items, &self.common))
            }));
            let error = match result {
                Ok(Ok(error)) => error,
                Ok(Err(error)) => Some(error),
                Err(_) => Some("PANIC of the front end".to_string()),
            };
            match error {
                Some(message) => {
                    found.refused_by_vyre.entry(kind_of(&message)).or_default().push(program.name.clone())
                }
                None => taken.push(program.clone()),
            }
        }
        self.write("plain", "", "")?;
        let plain_common = self
            .common_text
            .replace("#[vyre::data]", "#[derive(Clone, Copy)]")
            .replace("#[vyre::function]", "");
        let head = format!("{ALLOWED}{PLAIN_VYRE}{ARGUMENTS}pub mod common {{ {plain_common} }}\n");
        let taken = self.built("plain", &head, taken, Program::plain, &mut found.refused_by_rustc)?;
        let head = format!("{ALLOWED}pub mod common {{ use vyre::prelude::*; {} }}\n", self.common_text);
        let taken = self.built("kernels", &head, taken, Program::kernel, &mut found.expansion_refused)?;
        found.ran = taken.len();
        self.compare(&taken, &mut found)?;
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
        if !main.is_empty() {
            put(folder.join("src/main.rs"), main)?;
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
        head: &str,
        mut programs: Vec<Program>,
        text_of: fn(&Program) -> String,
        refused: &mut BTreeMap<String, Vec<String>>,
    ) -> Result<Vec<Program>> {
        loop {
            let mut text = head.to_string();
            let mut starts = Vec::new();
            for program in &programs {
                starts.push(text.lines().count() + 1);
                text.push_str(&text_of(program));
            }
            let main = if name == "kernels" { main_of(&programs) } else { String::new() };
            self.write(name, &text, &main)?;
            let command = if name == "plain" { "check" } else { "build" };
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

    /// Runs what was built. The process says what it does; one that is silent for long is stopped, and goes on with the next program.
    fn compare(&self, programs: &[Program], found: &mut Found) -> Result<()> {
        let mut from = 0;
        while from < programs.len() {
            let mut child = Command::new(self.target.join("debug/kernels"))
                .arg(from.to_string())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()?;
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
                        _ => {}
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

fn main_of(programs: &[Program]) -> String {
    let mut list = String::new();
    for program in programs {
        let name = &program.name;
        let _ = writeln!(list, "    (kernels::{name}::run, plain::{name}::value, kernels::{name}::HOST),");
    }
    format!(
        r#"use std::io::Write;
type Run = fn(&vyre::Device, &[u32], &mut [i64]) -> Result<(), vyre::Error>;
const PROGRAMS: &[(Run, fn(u32) -> i64, Option<fn(u32) -> i64>)] = &[
{list}];
fn say(text: String) {{ println!("{{text}}"); let _ = std::io::stdout().flush(); }}
fn compare(place: &str, expected: &[i64], given: &[i64]) {{
    if let Some(at) = (0..expected.len()).find(|at| expected[*at] != given[*at]) {{
        say(format!("differs {{place}}: of {{}}, {{}} where Rust gives {{}}", plain::ARGUMENTS[at], given[at], expected[at]));
    }}
}}
fn main() {{
    let from = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    let devices = [vyre::Device::cpu(), vyre::Device::reference()];
    for (number, (run, plain, host)) in PROGRAMS.iter().enumerate().skip(from) {{
        say(format!("at {{number}} in plain Rust"));
        let expected = plain::ARGUMENTS.map(|x| plain(x));
        if let Some(host) = host {{
            say(format!("at {{number}} on the host"));
            match std::panic::catch_unwind(|| plain::ARGUMENTS.map(|x| host(x))) {{
                Ok(given) => compare("on the host", &expected, &given),
                Err(_) => say("differs on the host: panics".to_string()),
            }}
        }}
        for (device, place) in devices.iter().zip(["on the CPU device", "on the reference device"]) {{
            say(format!("at {{number}} {{place}}"));
            let mut out = [0; plain::ARGUMENTS.len()];
            match run(device, &plain::ARGUMENTS, &mut out) {{
                Ok(()) => compare(place, &expected, &out),
                Err(error) => say(format!("differs {{place}}: {{}}", error.to_string().replace('\n', " "))),
            }}
        }}
    }}
}}
"#
    )
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

/// `--seed N`, `--count N`, `--batch N` (how many are built at once), `--print` (the program of the seed), `--reduce` (makes what differs smaller).
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
    // The front end's panics are counted.
    std::panic::set_hook(Box::new(|_| {}));
    let driver = Driver::new()?;
    let start = Instant::now();
    let mut all = Found::default();
    let mut from = first;
    while from < first + count {
        let to = (from + batch).min(first + count);
        let programs = Vec::from_iter((from..to).map(generate::program));
        let found = driver.run(&programs)?;
        for (into, of) in [
            (&mut all.refused_by_vyre, found.refused_by_vyre),
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
