//! Reading the files: programs and what they expect. The grammar stands at the head of `main`.

/// One program of a file.
pub(crate) struct Case {
    /// The file's path under `programs`.
    pub(crate) file: String,
    /// The rule that the case is about, if the file says one.
    pub(crate) rule: String,
    /// The number of the case's first line.
    pub(crate) line: usize,
    /// The name; empty if the file is one case.
    pub(crate) name: String,
    /// The program's text. The lines of other cases are blank, so that line numbers are those of the file.
    pub(crate) source: String,
    /// The errors that validation must give, by line.
    pub(crate) errors: Vec<Expected>,
    /// The runs.
    pub(crate) runs: Vec<Run>,
}

/// An error that validation must give. The order is that of lines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Expected {
    pub(crate) line: usize,
    pub(crate) code: String,
    pub(crate) message: String,
}

/// One run of a program.
pub(crate) struct Run {
    pub(crate) line: usize,
    pub(crate) groups: [u32; 3],
    /// The buffers' names and values before the run.
    pub(crate) inputs: Vec<(String, String)>,
    /// The buffers' names and values after the run.
    pub(crate) outputs: Vec<(String, String)>,
}

impl Case {
    fn new(file: &str, rule: &str, line: usize, name: &str) -> Case {
        let (file, rule, name) = (file.to_string(), rule.to_string(), name.to_string());
        Case { file, rule, line, name, source: String::new(), errors: Vec::new(), runs: Vec::new() }
    }

    /// Where the case stands, for messages.
    pub(crate) fn title(&self) -> String {
        format!("{}:{} `{}`", self.file, self.line, self.name)
    }
}

/// A line without its comment.
pub(crate) fn code_of(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code).trim()
}

/// The directive `key` of a line.
fn directive<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, comment) = line.split_once("//")?;
    Some(comment.trim_start().strip_prefix(key)?.trim())
}

/// Every case of a file.
pub(crate) fn parse(file: &str, text: &str) -> Result<Vec<Case>, String> {
    let lines: Vec<&str> = text.lines().collect();
    let places = |key: &str| -> Vec<usize> {
        (0..lines.len()).filter(|at| directive(lines[*at], key).is_some()).collect()
    };
    let (rules, starts) = (places("rule:"), places("case:"));
    let mut cases = Vec::new();
    for (nth, start) in starts.iter().chain(starts.is_empty().then_some(&0)).enumerate() {
        // Where the head of this case begins, and where it ends: at the first case of its rule.
        let top = rules.iter().copied().take_while(|rule| rule < start).last().unwrap_or(0);
        let head = starts.iter().copied().find(|at| *at >= top).unwrap_or(0);
        let next = [starts.get(nth + 1), rules.iter().find(|rule| *rule > start)];
        let end = next.into_iter().flatten().copied().min().unwrap_or(lines.len());
        let name = directive(lines[*start], "case:").unwrap_or_default();
        let rule = directive(lines[top], "rule:").unwrap_or_default();
        let mut case = Case::new(file, rule, start + 1, name);
        for (at, line) in lines[..end].iter().enumerate() {
            if (top..head).contains(&at) || at >= *start {
                read_line(&mut case, &lines[..end], at).map_err(|e| format!("{file}:{}: {e}", at + 1))?;
                case.source += line;
            }
            case.source += "\n";
        }
        case.errors.sort();
        cases.push(case);
    }
    Ok(cases)
}

/// Takes up the directives of the line `at`.
fn read_line(case: &mut Case, lines: &[&str], at: usize) -> Result<(), String> {
    let line = lines[at];
    if let Some(text) = directive(line, "error:") {
        let (code, message) = text.split_once(' ').ok_or("an error needs a code and a message")?;
        let target =
            (at..lines.len()).find(|at| !code_of(lines[*at]).is_empty()).ok_or("no line for the error")?;
        let (code, message) = (code.to_string(), message.to_string());
        case.errors.push(Expected { line: target + 1, code, message });
    }
    if let Some(text) = directive(line, "run:") {
        let counts: Vec<u32> = text.split(',').map_while(|count| count.trim().parse().ok()).collect();
        let groups = counts.try_into().map_err(|_| "a run needs three counts")?;
        case.runs.push(Run { line: at + 1, groups, inputs: Vec::new(), outputs: Vec::new() });
    }
    for is_out in [false, true] {
        if let Some(text) = directive(line, if is_out { "out " } else { "in " }) {
            let (name, values) = text.split_once(':').ok_or("values need a buffer and a colon")?;
            let run = case.runs.last_mut().ok_or("values before the first run")?;
            let side = if is_out { &mut run.outputs } else { &mut run.inputs };
            side.push((name.trim().to_string(), values.trim().to_string()));
        }
    }
    Ok(())
}
