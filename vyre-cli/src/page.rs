//! Pages of errors, as `errors/` has them: under a heading a kernel, its error, and what is to be said of it. The ui-tests have this module as well.
//!
//! The Markdown is of one form: a page has one `#`, a `##` with topics, and a case is a heading with a fence of Rust and, behind it, one of text. A
//! fence of Rust without one of text shows what works instead.

#![allow(dead_code, reason = "the tool uses a part of this, and the ui-tests another")]

use std::ops::Range;

/// A kernel that is erroneous.
#[derive(Debug)]
pub(crate) struct Case<'p> {
    pub(crate) heading: &'p str,
    /// The line of the heading, from 1 on.
    pub(crate) line: usize,
    /// What is said of the topic that it belongs to.
    pub(crate) topic: &'p str,
    pub(crate) kernel: &'p str,
    /// What the compiler prints, without the end of the last line.
    pub(crate) error: &'p str,
    /// The whole fence of the error.
    pub(crate) fence: Range<usize>,
    /// Whether rustc alone can say the error: its fence is `text rustc`.
    pub(crate) is_of_rustc: bool,
    /// What stands between the error and the next heading.
    pub(crate) remark: &'p str,
}

/// A page that was read.
#[derive(Debug)]
pub(crate) struct Page<'p> {
    pub(crate) title: &'p str,
    pub(crate) cases: Vec<Case<'p>>,
    /// Kernels that work, each with the line on which it begins.
    pub(crate) instead: Vec<(usize, &'p str)>,
}

/// A piece of a page, with the line on which it begins.
enum Block<'p> {
    Heading(usize, &'p str),
    Fence { language: &'p str, text: &'p str },
    Prose,
}

struct Piece<'p> {
    block: Block<'p>,
    line: usize,
    area: Range<usize>,
}

fn pieces(page: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut lines = page.split_inclusive('\n').enumerate().scan(0, |end, (at, line)| {
        let start = *end;
        *end += line.len();
        Some((at + 1, start..*end))
    });
    while let Some((line, mut area)) = lines.next() {
        let text = page[area.clone()].trim_end();
        let block = if let Some(language) = text.strip_prefix("```") {
            let start = area.end;
            let last = lines.find(|(_, area)| page[area.clone()].trim_end() == "```");
            let (_, last) = last.ok_or_else(|| format!("line {line}: a fence without an end"))?;
            area.end = last.end;
            let text = &page[start..last.start];
            Block::Fence { language, text: text.strip_suffix('\n').unwrap_or(text) }
        } else if text.starts_with('#') {
            let level = text.bytes().take_while(|byte| *byte == b'#').count();
            Block::Heading(level, text[level..].trim())
        } else {
            Block::Prose
        };
        match (&block, pieces.last_mut()) {
            (Block::Prose, Some(Piece { block: Block::Prose, area: before, .. })) => before.end = area.end,
            _ => pieces.push(Piece { block, line, area }),
        }
    }
    Ok(pieces)
}

/// Reads a page, or says which line is not of the form.
pub(crate) fn read(page: &str) -> Result<Page<'_>, String> {
    // Blank lines between a kernel and its error are nobody's.
    let mut pieces = pieces(page)?;
    pieces
        .retain(|piece| !matches!(piece.block, Block::Prose) || !page[piece.area.clone()].trim().is_empty());
    let mut pieces = pieces.into_iter().peekable();
    let Some(Piece { block: Block::Heading(1, title), .. }) = pieces.next() else {
        return Err("line 1: a page begins with its title, `# Title`".to_string());
    };
    let mut read = Page { title, cases: Vec::new(), instead: Vec::new() };
    let (mut heading, mut topic): (Option<(usize, &str)>, &str) = (None, "");
    // Whether the heading has its case.
    let mut has_case = false;
    while let Some(Piece { block, line, area }) = pieces.next() {
        match block {
            Block::Heading(level, text) => {
                if level == 1 {
                    return Err(format!("line {line}: a page has one title"));
                }
                if level == 2 {
                    topic = "";
                }
                (heading, has_case) = (Some((line, text)), false);
            }
            Block::Prose => match read.cases.last_mut() {
                Some(case) if has_case => case.remark = page[case.fence.end..area.end].trim(),
                _ => topic = page[area].trim(),
            },
            Block::Fence { language: "rust", text } => {
                let error = pieces.next_if(|next| {
                    matches!(next.block, Block::Fence { language: "text" | "text rustc", .. })
                });
                let Some(error) = error else {
                    read.instead.push((line, text));
                    if let Some(case) = read.cases.last_mut().filter(|_| has_case) {
                        case.remark = page[case.fence.end..area.end].trim();
                    }
                    continue;
                };
                let Some((at, heading)) = heading.filter(|_| !has_case) else {
                    return Err(format!("line {line}: a case has a heading of its own"));
                };
                let Block::Fence { language, text: message } = error.block else { continue };
                has_case = true;
                read.cases.push(Case {
                    heading,
                    line: at,
                    topic,
                    kernel: text,
                    error: message,
                    fence: error.area,
                    is_of_rustc: language == "text rustc",
                    remark: "",
                });
            }
            Block::Fence { .. } => return Err(format!("line {line}: no kernel stands before this fence")),
        }
    }
    Ok(read)
}

impl Case<'_> {
    /// What the case is called in its error, and by tests: its heading with `_` between the words.
    pub(crate) fn name(&self) -> String {
        let kept =
            self.heading.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "_")
    }
}
