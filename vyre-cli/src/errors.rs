//! The errors of kernels, from the pages in `errors/`: those of a code, of a page, with a heading, a message or words.

use crate::explain;
use crate::page::{self, Case};
use std::io::{self, Write};

/// The pages in the order of the book, each with its name.
macro_rules! pages {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../errors/", $name, ".md")))),*] };
}

pub(crate) const PAGES: &[(&str, &str)] = pages! {
    "parameters"
    "attribute"
    "variables"
    "names"
    "constants"
    "literals"
    "operands"
    "types"
    "buffers"
    "elements"
    "slices"
    "references"
    "vectors"
    "borrows"
    "meaning"
    "struct_types"
    "layout"
    "fields"
    "structs"
    "enums"
    "impls"
    "methods_of_structs"
    "floats"
    "control_flow"
    "loops"
    "methods"
    "functions"
    "functions_outside"
    "recursion"
    "calls"
    "ids"
    "atomics"
    "barriers"
    "races"
    "collectives"
    "workgroup_arrays"
    "left_out"
    "limits"
    "rest_of_the_crate"
};

/// How many cases are printed whole. Of the others there are the headings.
const WHOLE: usize = 3;

/// A case and the title of its page.
struct Found {
    page: &'static str,
    case: Case<'static>,
}

/// What somebody asked for.
pub(crate) struct Answer {
    found: Vec<Found>,
}

/// Every case, in the order of the pages.
fn all() -> impl Iterator<Item = Found> {
    let pages = PAGES.iter().filter_map(|(_, text)| page::read(text).ok());
    pages.flat_map(|page| page.cases.into_iter().map(move |case| Found { page: page.title, case }))
}

/// The cases of a code, such as V010.
pub(crate) fn of_code(code: &str) -> Answer {
    let (plain, bracketed) = (format!(" {code}: "), format!("[{code}]"));
    let has_code = |found: &Found| found.case.error.contains(&plain) || found.case.error.contains(&bracketed);
    Answer { found: all().filter(has_code).collect() }
}

/// The cases of a page, with a heading or a message, or with all of some words; the first of these of which there are any.
pub(crate) fn with(text: &str) -> Option<Answer> {
    let is_same = |title: &str| spelled(title) == spelled(text);
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let page = PAGES.iter().find(|(name, _)| is_same(name)).and_then(|(_, page)| page::read(page).ok());
    let of_page =
        |found: &Found| is_same(found.page) || page.as_ref().is_some_and(|page| page.title == found.page);
    let has_heading = |found: &Found| is_same(found.case.heading);
    let asked = shape(text);
    let has_message = |found: &Found| {
        // A word or two are no message.
        asked.len() >= 16 && found.case.error.lines().any(|line| shape(line).starts_with(&asked))
    };
    let has_words = |found: &Found| {
        let case = &found.case;
        let said = case.error.lines().filter(|line| !line.contains('|') && !line.contains("--> "));
        let said = said.map(str::to_lowercase).collect::<String>() + &case.heading.to_lowercase();
        words.iter().all(|word| said.contains(word))
    };
    let tries: [&dyn Fn(&Found) -> bool; 4] = [&has_heading, &of_page, &has_message, &has_words];
    let mut answers =
        tries.into_iter().map(|is_meant| all().filter(|found| is_meant(found)).collect::<Vec<_>>());
    // The page that is about a word comes first.
    let is_about = |found: &Found| {
        let title = found.page.to_lowercase();
        words.iter().all(|word| title.contains(word))
    };
    let mut found = answers.find(|found| !found.is_empty())?;
    found.sort_by_key(|found| !is_about(found));
    Some(Answer { found })
}

/// A heading or a name as people may type it.
fn spelled(text: &str) -> String {
    text.to_lowercase().replace(['_', '-'], " ").trim().to_string()
}

/// A message without what differs from kernel to kernel: names between backticks, and numbers.
fn shape(message: &str) -> String {
    let message = message.trim();
    let text = match message.split_once(": ") {
        Some((level, rest)) if level.starts_with("error") || level.starts_with("warning") => rest,
        _ => message,
    };
    text.split('`').step_by(2).flat_map(str::chars).filter(|letter| !letter.is_ascii_digit()).collect()
}

impl Answer {
    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The first cases whole, and the headings of the others.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (whole, others) = self.found.split_at(self.found.len().min(WHOLE));
        let mut topic = "";
        for (at, Found { page, case }) in whole.iter().enumerate() {
            let blank = if at == 0 { "" } else { "\n" };
            writeln!(out, "{blank}{} ({page})\n", case.heading)?;
            explain::indented(case.kernel, out)?;
            writeln!(out, "\n{}", case.error)?;
            let about = if case.topic == topic { "" } else { case.topic };
            topic = case.topic;
            for text in [about, case.remark].into_iter().filter(|text| !text.is_empty()) {
                writeln!(out, "\n{text}")?;
            }
        }
        if !others.is_empty() {
            writeln!(out, "\nMore of them, each shown by `vyre explain HEADING`:")?;
            others
                .iter()
                .try_for_each(|Found { page, case }| writeln!(out, "    {} ({page})", case.heading))?;
        }
        Ok(())
    }
}
