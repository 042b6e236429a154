//! The conditions of the passes, each with the tests that fail without it.
//!
//! The first section of a file of `passes/` has those of its pass. A condition is a sentence, the place in the source (a file of `src`, and text that is there once, in which the part between
//! `«` and `»` is the condition), what stands there without it, and the tests that fail then: tests of `passes/`, or `MODULE::TEST` for a test of another module of `it/`.
//!
//! `VYRE_CONDITIONS=1` tries them: a copy of the crate has all of them in it, each with a switch, and the tests run once for each condition, without it. It takes
//! some minutes; `VYRE_CONDITIONS=hoist` tries those of one pass. What is always tested is that the places are there.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use super::passes::{CONDITIONS, sections_of};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use vyre_lower::pass::PASSES;

/// What chooses the condition that is left out, in the copy of the crate.
const SWITCH: &str = "
/// Whether the condition of this number is left out.
pub fn is_without(number: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<Option<u32>> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var(\"VYRE_WITHOUT\").ok()?.parse().ok()) == Some(number)
}
";

struct Condition {
    pass: String,
    /// Why it is there.
    sentence: String,
    file: String,
    /// The text around the condition, with the marks.
    text: String,
    without: String,
    fails: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of `passes/`, each with the name of its pass.
fn pages() -> Vec<(String, String)> {
    let mut paths: Vec<_> =
        fs::read_dir(root().join("tests/passes")).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_string();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

fn conditions() -> Vec<Condition> {
    let mut all = Vec::new();
    for (pass, text) in pages() {
        let sections = sections_of(&text);
        let of_pass = sections.iter().filter(|(name, _)| *name == CONDITIONS);
        for block in of_pass.flat_map(|(_, section)| section.trim().split("\n\n")).map(str::trim) {
            let lines: Vec<&str> = block.lines().collect();
            let [sentence, place, without, fails] = lines[..] else { panic!("{pass}: four lines\n{block}") };
            let (file, text) = place.split_once(": ").unwrap_or_else(|| panic!("{pass}: a place\n{block}"));
            let after = |line: &str, word: &str| {
                line.strip_prefix(word).unwrap_or_else(|| panic!("{word}\n{block}")).to_string()
            };
            all.push(Condition {
                pass: pass.clone(),
                sentence: sentence.to_string(),
                file: file.to_string(),
                text: text.to_string(),
                without: after(without, "without: "),
                fails: after(fails, "fails: ").split(", ").map(str::to_string).collect(),
            });
        }
    }
    all
}

impl Condition {
    /// Where the condition stands in the source: from and to which byte. White space is all the same.
    fn place(&self, source: &str) -> (usize, usize) {
        let squeezed: Vec<(usize, char)> =
            source.char_indices().filter(|(_, c)| !c.is_whitespace()).collect();
        let letters: String = squeezed.iter().map(|(_, c)| c).collect();
        let [before, condition, after] = &self
            .text
            .split(['«', '»'])
            .map(|part| part.split_whitespace().collect::<String>())
            .collect::<Vec<_>>()[..]
        else {
            panic!("{}: no «condition» in {}", self.pass, self.text)
        };
        let found: Vec<usize> =
            letters.match_indices(&format!("{before}{condition}{after}")).map(|(at, _)| at).collect();
        let [at] = found[..] else {
            panic!("{}: {} times in {}: {}", self.pass, found.len(), self.file, self.text)
        };
        let first = letters[..at + before.len()].chars().count();
        let last = first + condition.chars().count() - 1;
        (squeezed[first].0, squeezed[last].0 + squeezed[last].1.len_utf8())
    }
}

#[test]
fn every_pass_has_conditions_whose_places_are_there() {
    let (all, pages) = (conditions(), pages());
    let tests: BTreeSet<&str> =
        pages.iter().flat_map(|(_, text)| sections_of(text)).map(|(name, _)| name).collect();
    let of: BTreeSet<&str> = all.iter().map(|condition| condition.pass.as_str()).collect();
    assert_eq!(of, PASSES.iter().map(|pass| pass.name).collect());
    for condition in &all {
        condition.place(&fs::read_to_string(root().join("src").join(&condition.file)).unwrap());
        for name in &condition.fails {
            let is_there = match name.split_once("::") {
                Some((module, test)) => {
                    let file = fs::read_to_string(root().join(format!("tests/it/{module}.rs"))).unwrap();
                    file.contains(&format!("fn {test}("))
                }
                None => tests.contains(name.as_str()),
            };
            assert!(is_there, "{}: there is no test {name}", condition.pass);
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// A copy of the crate in which each condition has a switch. Several may be at one place.
fn with_switches(all: &[Condition]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conditions");
    let _ = fs::remove_dir_all(folder.join("src"));
    let _ = fs::remove_dir_all(folder.join("tests"));
    ["src", "tests"].iter().for_each(|part| copy(&root().join(part), &folder.join(part)));
    let manifest = format!(
        "[package]\nname = \"vyre-lower\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n\
         rustc-hash = \"1.1\"\nvyre-ir = {{ path = {:?} }}\n[workspace]\n",
        root().join("../vyre-ir")
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root().join("../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let mut files: BTreeMap<&str, BTreeMap<(usize, usize), Vec<usize>>> = BTreeMap::new();
    for (number, condition) in all.iter().enumerate() {
        let source = fs::read_to_string(root().join("src").join(&condition.file)).unwrap();
        let places = files.entry(&condition.file).or_default();
        places.entry(condition.place(&source)).or_default().push(number);
    }
    for (file, places) in files {
        let mut source = fs::read_to_string(root().join("src").join(file)).unwrap();
        for ((from, to), numbers) in places.into_iter().rev() {
            let mut with = format!("{{ {} }}", &source[from..to]);
            for number in numbers {
                with =
                    format!("{{ if crate::is_without({number}) {{ {} }} else {with} }}", all[number].without);
            }
            source.replace_range(from..to, &format!("({with})"));
        }
        fs::write(folder.join("src").join(file), source).unwrap();
    }
    let lib = folder.join("src/lib.rs");
    let text = fs::read_to_string(&lib).unwrap();
    fs::write(lib, format!("{text}{SWITCH}")).unwrap();
    folder
}

/// The tests of some modules that fail without a condition.
fn failing(folder: &Path, modules: &BTreeSet<&str>, without: Option<usize>) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(folder).args([
        "test",
        "--offline",
        "--quiet",
        "--no-fail-fast",
        "--test",
        "it",
        "--",
    ]);
    command.args(modules.iter().map(|module| format!("{module}::")));
    command.env("CARGO_TARGET_DIR", folder.join("target")).env("RUSTFLAGS", "-Awarnings");
    command.env("VYRE_WITHOUT", without.map_or(String::new(), |number| number.to_string()));
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("running"), "the copy does not compile:\n{errors}");
    let wrong = text.lines().chain(errors.lines()).filter_map(|line| line.strip_prefix("WRONG "));
    let failed = text.lines().filter_map(|line| line.strip_prefix("---- ")?.split_once(" stdout"));
    wrong.chain(failed.map(|(test, _)| test)).map(str::to_string).collect()
}

#[test]
fn without_each_condition_its_tests_fail() {
    let Ok(chosen) = std::env::var("VYRE_CONDITIONS") else { return };
    let all = conditions();
    let folder = with_switches(&all);
    assert_eq!(failing(&folder, &BTreeSet::from(["passes"]), None), BTreeSet::new(), "with all conditions");
    let mut wrong = Vec::new();
    for (number, condition) in all.iter().enumerate() {
        if chosen != "1" && chosen != condition.pass {
            continue;
        }
        let modules: BTreeSet<&str> = condition
            .fails
            .iter()
            .map(|name| name.split_once("::").map_or("passes", |(module, _)| module))
            .collect();
        let failing = failing(&folder, &modules, Some(number));
        let missing: Vec<&String> = condition.fails.iter().filter(|name| !failing.contains(*name)).collect();
        println!("{}: {} fails {failing:?}", condition.pass, condition.sentence);
        if !missing.is_empty() {
            let Condition { pass, sentence, text, .. } = condition;
            wrong.push(format!(
                "{pass}: {sentence}\n    {text}\n    {missing:?} does not fail, but {failing:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
