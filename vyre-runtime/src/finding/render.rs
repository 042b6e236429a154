//! Findings as rustc prints errors: with the lines of the source, where they can be read.

use super::{Finding, FindingKind, FindingPlace};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::path::{Path, PathBuf};

/// The text of a finding.
pub(super) fn finding(finding: &Finding) -> String {
    let level = if finding.is_failure() { Level::ERROR } else { Level::WARNING };
    let title = format!("{}: {}", finding.kind, finding.message);
    let sources: Vec<Option<String>> = places(finding).map(|place| source(place.file())).collect();
    let labels: Vec<String> = places(finding).map(label).collect();
    let mut group = Group::with_title(level.primary_title(&title));
    let shown: Vec<_> = places(finding).zip(&sources).zip(&labels).enumerate().collect();
    let is_one_file = shown.windows(2).all(|two| two[0].1.0.0.file() == two[1].1.0.0.file());
    let mut rest = &shown[..];
    while let Some((at, ((place, source), label))) = rest.first() {
        let together = if is_one_file { rest } else { &rest[..1] };
        match source {
            Some(text) => {
                let annotated = together
                    .iter()
                    .filter_map(|(at, ((place, _), label))| annotation(*at, place, label, text));
                group =
                    group.element(Snippet::source(text.as_str()).path(place.file()).annotations(annotated));
                rest = &rest[together.len()..];
                continue;
            }
            None if !place.file().is_empty() => {
                let origin = Origin::path(place.file()).line(place.line() as usize);
                group = group.element(origin.char_column(place.column() as usize));
            }
            None => {}
        }
        let _ = at;
        group = group.element(Level::NOTE.message(label.as_str()));
        rest = &rest[1..];
    }
    // Both accesses of a race often come through the same calls.
    let mut chains: Vec<Vec<String>> = places(finding).map(|place| chain(place).collect()).collect();
    chains.dedup();
    for line in chains.iter().flatten() {
        group = group.element(Level::NOTE.message(line.as_str()));
    }
    let times = format!("found {} times in this launch", finding.times);
    if finding.times > 1 {
        group = group.element(Level::NOTE.message(times.as_str()));
    }
    if let Some(help) = help(finding) {
        group = group.element(Level::HELP.message(help));
    }
    Renderer::plain().render(&[group])
}

fn places(finding: &Finding) -> impl Iterator<Item = &FindingPlace> {
    [Some(&finding.place), finding.other.as_ref()].into_iter().flatten()
}

fn label(place: &FindingPlace) -> String {
    let [x, y, z] = place.invocation;
    let [a, b, c] = place.workgroup;
    format!("{} by invocation ({x}, {y}, {z}) of workgroup ({a}, {b}, {c})", place.what)
}

/// The calls that lead to a place, one to a line.
fn chain(place: &FindingPlace) -> impl Iterator<Item = String> {
    let pairs = place.frames.windows(2);
    pairs.map(|two| {
        let [inner, outer] = two else { return String::new() };
        format!("`{}` is called at {}:{}", inner.function, outer.file, outer.position)
    })
}

fn help(finding: &Finding) -> Option<&'static str> {
    let is_across = finding.other.as_ref().is_some_and(|other| other.workgroup != finding.place.workgroup);
    Some(match finding.kind {
        FindingKind::DataRace if is_across => {
            "let each element be written by one invocation, use atomics, or read what other workgroups write in a launch of its own: a `barrier()` orders one workgroup alone"
        }
        FindingKind::DataRace => {
            "let each element be written by one invocation, use atomics, or put a `barrier()` between the two within a workgroup"
        }
        FindingKind::OrderDependence => {
            "what an atomic gives depends on the order: use it only where the result is the same in every order"
        }
        FindingKind::BenignRace => "let one invocation write it",
        FindingKind::OutOfBounds => "compare the index with `len()` before",
        FindingKind::UnwrittenRead => "write it first, unless the zero that it begins with is meant",
        FindingKind::Wrap => {
            "it is defined to wrap around: compare the operands before if it should not, or compute with a wider type"
        }
        FindingKind::NotAssociative => {
            "the order of a reduction is that of the balanced tree, so the result is defined; in another order it differs"
        }
        FindingKind::Assertion => return None,
    })
}

/// The word at a place.
fn annotation<'a>(at: usize, place: &FindingPlace, label: &'a str, source: &str) -> Option<Annotation<'a>> {
    let start: usize =
        source.split_inclusive('\n').take((place.line() as usize).checked_sub(1)?).map(str::len).sum();
    let line = source.get(start..)?.lines().next()?;
    let column = (place.column() as usize).checked_sub(1)?;
    let offset = line.char_indices().nth(column)?.0;
    let word =
        line[offset..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(line.len() - offset).max(1);
    let kind = if at == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
    let end = start + offset + line[offset..].chars().next().map_or(0, char::len_utf8).max(word);
    Some(kind.span(start + offset..end).label(label))
}

/// The contents of a file, whose path is that of a build: relative to the folder of the workspace.
fn source(file: &str) -> Option<String> {
    if file.is_empty() {
        return None;
    }
    let here = std::env::current_dir().unwrap_or_default();
    let folders = here.ancestors().map(Path::to_path_buf);
    let paths = folders.map(|folder: PathBuf| folder.join(file));
    paths.into_iter().find_map(|path| std::fs::read_to_string(path).ok())
}
