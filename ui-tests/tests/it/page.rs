//! `docs/errors.md` shows what stands in `fail`: every mistake with its error. `VYRE_BLESS=1` writes it anew.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The folders of `fail`, in the order of the page, each with its heading and what it holds.
const GROUPS: &[(&str, &str, &str)] = &[
    ("signature", "Parameters", "What a kernel takes, and what its signature may say."),
    ("attribute", "The attribute", "`#[vyre::kernel]`, its arguments and its neighbours."),
    ("variables", "Variables", "`let`, names and `mut`."),
    ("constants", "Constants", "`const` items and lengths of arrays."),
    ("literals", "Literals", "Numbers, and what is none."),
    ("types", "Types", "Operands, assignments and casts."),
    ("buffers", "Buffers", "Elements of parameters and of local arrays."),
    ("slices", "Slices", "`&a[i..j]` and its kin, behind a `let` or as an argument."),
    ("vectors", "Vectors", "`[u32; 2]`, `[f32; 4]` and their kin, and their lanes."),
    ("borrows", "Borrows", "What rustc's borrow checker refuses in a kernel, as it would in any function."),
    ("meaning", "The same meaning as in Rust", "What rustc would type or read otherwise, or refuse."),
    ("structs", "Structs and enums", "`#[vyre::data]`, and what kernels do with such types."),
    (
        "methods_of_structs",
        "Methods of structs",
        "`#[vyre::function] impl Name`, and functions that take and give structs.",
    ),
    ("floats", "Floats", "`f32`, and what does not mix with it."),
    ("control_flow", "Control flow", "`if`, `for`, `break`, `continue`, `return`."),
    ("methods", "Calls and methods", "Built-in functions, methods of numbers and of buffers."),
    ("functions", "Functions", "A kernel's own."),
    ("functions_outside", "Functions outside", "`#[vyre::function]`, and calls of such functions."),
    ("ids", "Ids", "`invocation_id()` and its kin."),
    ("atomics", "Atomics", "`&[AtomicU32]`."),
    ("barriers", "Barriers", "`barrier()` is for the whole workgroup."),
    (
        "races",
        "Data races",
        "What is certain to race warns; here the lint is denied. `#[allow(deprecated)]` on the kernel silences it.",
    ),
    ("collectives", "Collectives", "`workgroup_sum(v)` and its kin, `workgroup_uniform_load(&a[i])`."),
    ("workgroup_arrays", "Workgroup arrays", "`workgroup_array::<T, N>()`."),
    ("left_out", "What kernels leave out", "Constructs of Rust, each with what to write instead."),
    ("limits", "Limits", "Depths, sizes and counts."),
    ("rest_of_the_crate", "The rest of the crate", "Several mistakes, syntax errors, and calls of kernels."),
];

const HEAD: &str = "# Compile errors of kernels

Each mistake has one error, under the tokens that are wrong, with the fix. Codes are explained in \
[rules.md](catalogue/rules.md). The page is written from `ui-tests/fail` by `cargo bless`, and a test fails where the two \
differ.

";

pub(crate) fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// A file's name without its extension.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

pub(crate) fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
}

fn page(fail: &Path) -> String {
    let mut page = HEAD.to_string();
    for (_, title, _) in GROUPS {
        writeln!(page, "- [{title}](#{})", title.to_lowercase().replace(' ', "-")).unwrap();
    }
    for (folder, title, about) in GROUPS {
        write!(page, "\n## {title}\n\n{about}\n").unwrap();
        for path in sorted(&fail.join(folder)).into_iter().filter(|path| is_rust(path)) {
            let name = stem(&path);
            let source = std::fs::read_to_string(&path).unwrap();
            // The compiler wants it; a reader does not.
            let source = source.trim_end().trim_end_matches("fn main() {}").trim_end();
            let error = std::fs::read_to_string(path.with_extension("stderr"))
                .unwrap_or_else(|_| panic!("{name} has no expectation. Fix: run `cargo bless`"));
            let mut heading = name.replace('_', " ");
            heading[..1].make_ascii_uppercase();
            write!(page, "\n### {heading}\n\n```rust\n{source}\n```\n\n```text\n{}\n```\n", error.trim_end())
                .unwrap();
        }
    }
    page
}

#[test]
fn every_mistake_stands_in_a_folder_of_the_page() {
    let fail = Path::new(env!("CARGO_MANIFEST_DIR")).join("fail");
    for path in sorted(&fail) {
        let known = path.is_dir() && GROUPS.iter().any(|(folder, ..)| *folder == stem(&path));
        assert!(known, "{} is in no group. Fix: move it to a folder of the page", path.display());
    }
}

#[test]
fn mistakes_are_small() {
    let fail = Path::new(env!("CARGO_MANIFEST_DIR")).join("fail");
    for path in GROUPS.iter().flat_map(|(folder, ..)| sorted(&fail.join(folder))).filter(|path| is_rust(path))
    {
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 15, "{} has {lines} lines. Fix: show the mistake alone", path.display());
    }
}

/// Those with more than one mistake, and the one where rustc comes first: a proc macro cannot see the `impl` around it.
const SEVERAL: &[(&str, usize)] = &[
    ("ten_mistakes", 10),
    ("erroneous_signature_is_called", 2),
    ("kernel_in_an_impl", 3),
    ("load_of_plain_elements", 2),
    ("plain_store_to_workgroup_atomic", 2),
    ("arguments_of_collectives", 5),
    ("broadcast_of_a_divergent_id", 2),
    ("sum_of_bools", 2),
    ("uniform_load_of_a_value", 3),
    ("bits_of_float", 3),
    ("half_beside_f32", 2),
    ("half_by_as", 2),
    ("half_by_cast_of_bits", 2),
    ("bits_of_half", 2),
    ("cast_between_float_and_bool", 2),
    ("integer_and_float", 2),
    ("argument_in_a_function", 2),
    ("type_parameter_with_argument", 2),
    ("constant_of_an_id", 2),
    ("unknown_method_of_a_struct", 5),
    ("unknown_function_of_a_struct", 5),
    ("method_of_an_unmarked_impl", 4),
];

#[test]
fn a_mistake_has_one_error() {
    let fail = Path::new(env!("CARGO_MANIFEST_DIR")).join("fail");
    for path in GROUPS.iter().flat_map(|(folder, ..)| sorted(&fail.join(folder))).filter(|path| is_rust(path))
    {
        let name = stem(&path);
        let text = std::fs::read_to_string(path.with_extension("stderr")).unwrap();
        let count = text.lines().filter(|line| line.starts_with("error")).count();
        let expected = SEVERAL.iter().find(|(several, _)| *several == name).map_or(1, |(_, count)| *count);
        assert_eq!(count, expected, "{name}");
    }
}

#[test]
fn the_page_is_that_of_the_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (page, path) = (page(&root.join("fail")), root.join("../docs/errors.md"));
    if std::env::var("VYRE_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(&path, &page).unwrap();
    }
    let is_fresh = std::fs::read_to_string(&path).ok().as_deref() == Some(&page);
    assert!(is_fresh, "docs/errors.md differs from `fail`. Fix: run `cargo bless`");
}
