//! The pages of the book show the listings that are run here, and every link in the repository's documents leads somewhere. `VYRE_BLESS=1` writes
//! the listings into the pages anew.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files below a folder with this extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|end| end == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What stands between the anchors of this name in a module of listings.
fn listing<'s>(source: &'s str, anchor: &str) -> &'s str {
    let (start, end) = (format!("// ANCHOR: {anchor}\n"), format!("// ANCHOR_END: {anchor}\n"));
    let from = source.find(&start).unwrap_or_else(|| panic!("no anchor `{anchor}`")) + start.len();
    let to = source.find(&end).unwrap_or_else(|| panic!("no end of the anchor `{anchor}`"));
    &source[from..to]
}

/// A page with the listings that its comments name, such as `<!-- first.rs: kernel -->`, and these names.
fn with_listings(page: &str) -> (String, Vec<String>) {
    let (mut fresh, mut names) = (String::new(), Vec::new());
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        fresh += line;
        fresh += "\n";
        let Some((file, anchor)) = line
            .strip_prefix("<!-- ")
            .and_then(|line| line.strip_suffix(" -->"))
            .and_then(|name| name.split_once(": "))
        else {
            assert!(!line.starts_with("```rust"), "a listing that no test runs: {line}");
            continue;
        };
        assert_eq!(lines.next(), Some("```rust"), "no listing behind `{line}`");
        assert!(lines.by_ref().any(|line| line == "```"), "a listing without an end behind `{line}`");
        let source = fs::read_to_string(root().join("tests/tests/it/book").join(file)).unwrap();
        fresh += &format!("```rust\n{}```\n", listing(&source, anchor));
        names.push(format!("{file}: {anchor}"));
    }
    (fresh, names)
}

#[test]
fn pages_show_what_is_run() {
    let mut shown = BTreeSet::new();
    // The ui-tests check the kernels on the pages of errors.
    let errors = root().join("book/src/errors");
    for path in files(&root().join("book/src"), "md").into_iter().filter(|path| !path.starts_with(&errors)) {
        let page = fs::read_to_string(&path).unwrap();
        let (fresh, names) = with_listings(&page);
        for name in names {
            assert!(shown.insert(name.clone()), "`{name}` is shown twice");
        }
        if std::env::var("VYRE_BLESS").is_ok_and(|value| value == "1") {
            fs::write(&path, &fresh).unwrap();
        } else {
            assert!(
                page == fresh,
                "{} has another listing than its test. Fix: run `VYRE_BLESS=1 cargo test -p vyre-tests book::pages::`",
                path.display()
            );
        }
    }
    let folder = root().join("tests/tests/it/book");
    for path in files(&folder, "rs").iter().filter(|path| !path.ends_with("pages.rs")) {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        for line in fs::read_to_string(path).unwrap().lines() {
            if let Some(anchor) = line.strip_prefix("// ANCHOR: ") {
                assert!(shown.contains(&format!("{name}: {anchor}")), "no page shows `{name}: {anchor}`");
            }
        }
    }
    assert_eq!(shown.iter().filter(|name| name.starts_with("cookbook/")).count(), 40);
}

#[test]
fn the_summary_names_every_page() {
    let folder = root().join("book/src");
    let summary = fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    let named: BTreeSet<PathBuf> = targets(&summary).into_iter().map(|target| folder.join(target)).collect();
    let there: BTreeSet<PathBuf> =
        files(&folder, "md").into_iter().filter(|path| !path.ends_with("SUMMARY.md")).collect();
    assert_eq!(named, there);
}

/// Where the links of a page lead, without those into the net and those in code.
fn targets(page: &str) -> Vec<String> {
    let (mut targets, mut is_code) = (Vec::new(), false);
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        // Every second part is between backticks.
        for text in line.split('`').step_by(2).filter(|_| !is_code) {
            for rest in text.split("](").skip(1) {
                let target = rest.split([')', ' ']).next().unwrap_or_default();
                if !target.contains("://") && !target.is_empty() {
                    targets.push(target.to_string());
                }
            }
        }
    }
    targets
}

/// The fragment that leads to a heading.
fn fragment(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_lead_somewhere() {
    let root = root();
    let mut pages = files(&root.join("book/src"), "md");
    pages.extend(files(&root.join("docs"), "md"));
    pages.extend(
        ["README", "ARCHITECTURE", "CONTRIBUTING", "SECURITY"].map(|name| root.join(format!("{name}.md"))),
    );
    for path in pages {
        let page = fs::read_to_string(&path).unwrap();
        for target in targets(&page) {
            let (file, place) = target.split_once('#').unwrap_or((&target, ""));
            let to = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(to.exists(), "{}: a link to `{target}`, which is not there", path.display());
            if !place.is_empty() {
                let headings = fs::read_to_string(&to).unwrap();
                assert!(
                    headings.lines().any(|line| line.starts_with('#') && fragment(line) == place),
                    "{}: a link to `{target}`, which has no such heading",
                    path.display()
                );
            }
        }
    }
}

/// The pictures of the gallery are those of which the page has the SHA-256, as `sha256sum` says it.
#[test]
fn pictures_have_the_hashes_of_the_page() {
    let page = fs::read_to_string(root().join("book/src/gallery.md")).unwrap();
    let shown: BTreeSet<&str> =
        page.split("](images/").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    let mut hashed = BTreeSet::new();
    for said in page.split("SHA-256 of `").skip(1) {
        let mut parts = said.split('`');
        let (name, digest) = (parts.next().unwrap(), parts.nth(1).unwrap());
        let bytes = fs::read(root().join("book/src/images").join(name)).unwrap();
        let bytes = vyre::Device::cpu().buffer(&bytes).unwrap();
        let got = vyre::algorithms::hash::sha256(&bytes).unwrap().map(|byte| format!("{byte:02x}")).concat();
        assert_eq!(got, digest, "{name}");
        hashed.insert(name);
    }
    assert_eq!(hashed, shown);
}
