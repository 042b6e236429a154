//! What is written about a device, as JSON and as a page.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use vyre::Device;
use vyre_random::Case;

/// The section of the random programs. They are a sample, so one of them may have no result.
pub(super) const RANDOM: &str = "random programs";

/// What a certificate says of itself of which nothing is left to run.
pub(super) const FINISHED: &str = "finished";

/// The levels of the specification, and the sections that cover each.
const LEVELS: [(&str, &[&str]); 8] = [
    ("L1", &["operators", "operations of the library", "casts", "accesses out of bounds", "rules"]),
    ("L2", &["atomics", "barriers, collectives and assertions", "repeated launches"]),
    ("L3", &["operations of the library", "compositions and pipelines"]),
    ("L4", &[super::tensors::NAME]),
    ("L1f", &["operators"]),
    ("L2f", &["casts"]),
    ("L3f", &["operations of the library"]),
    ("L4f", &["barriers, collectives and assertions", super::tensors::FLOATS]),
];

/// What a certificate is of. They never mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// What gives the same bytes everywhere.
    Strict,
    /// What is near an exact result.
    Approximate,
    /// A program, a kernel or a pipeline.
    Program,
    /// One of older versions, which does not say so.
    Unknown,
}

/// What was run on a device, and what differs.
pub(super) struct Certificate {
    kind: Kind,
    device: Vec<(&'static str, String)>,
    seed: u64,
    pub(super) state: State,
    pub(super) sections: Vec<Section>,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Strict => "strict",
            Kind::Approximate => "approximate",
            Kind::Program => "program",
            Kind::Unknown => "unknown",
        }
    }

    pub(super) fn named(name: &str) -> Option<Kind> {
        [Kind::Strict, Kind::Approximate, Kind::Program].into_iter().find(|kind| kind.name() == name)
    }

    /// What there is nothing of, in a sentence.
    fn nothing(self) -> &'static str {
        match self {
            Kind::Strict | Kind::Program | Kind::Unknown => "nothing differs",
            Kind::Approximate => "no error is larger than it may be",
        }
    }
}

/// How far a certificate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It is being made.
    Running,
    /// Somebody has ended it before all cases had run.
    Interrupted,
    /// Nothing is left to run.
    Ended,
}

/// Cases of one kind.
#[derive(Debug, PartialEq)]
pub(super) struct Section {
    pub(super) name: String,
    /// How many cases are to run.
    pub(super) asked: u64,
    /// How many have run.
    pub(super) cases: u64,
    /// Those that fail, by their numbers.
    pub(super) failed: BTreeMap<u64, Failed>,
    /// Those of which nothing is known, by their numbers: a name, and why.
    pub(super) unknown: BTreeMap<u64, (String, String)>,
    /// Why not all that were to run have, where it was not interrupted.
    pub(super) ended: Option<&'static str>,
    /// The errors of what is approximate.
    pub(super) measured: Vec<Measured>,
}

/// The largest error of an approximate operation that was seen.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Measured {
    pub(super) name: String,
    /// On how many operands.
    pub(super) operands: u64,
    /// The error in units of the last place, and the largest one that is allowed there.
    pub(super) ulp: f64,
    pub(super) allowed: f64,
}

impl Measured {
    pub(super) fn is_within(&self) -> bool {
        self.ulp <= self.allowed
    }

    fn json(&self) -> Value {
        let Measured { name, operands, ulp, allowed } = self;
        json!({ "name": name, "operands": operands, "largest_error_ulp": ulp, "allowed_ulp": allowed })
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Measured { name, ulp, allowed, .. } = self;
        write!(f, "`{name}` is {ulp:.3} ULP from the exact result, and {allowed:.3} are allowed")
    }
}

/// A case that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failed {
    pub(super) name: String,
    pub(super) message: String,
    /// Whose fault it is, as far as other devices tell.
    pub(super) cause: String,
    pub(super) program: String,
    /// Of a random program: how much of it is left.
    pub(super) smaller: Option<Smaller>,
}

/// How far a program that fails has been made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Smaller {
    /// It is as it was generated.
    NotBegun,
    /// Smaller ones may fail, too.
    Unfinished,
    /// No smaller one that was tried fails.
    Finished,
}

impl Smaller {
    fn name(self) -> &'static str {
        match self {
            Smaller::NotBegun => "not begun",
            Smaller::Unfinished => "unfinished",
            Smaller::Finished => "finished",
        }
    }

    fn sentence(self) -> Option<&'static str> {
        match self {
            Smaller::NotBegun => Some("This is the program as it was generated: nobody has made it smaller."),
            Smaller::Unfinished => {
                Some("Making this program smaller was ended: a smaller one may fail, too.")
            }
            Smaller::Finished => None,
        }
    }
}

impl Failed {
    pub(super) fn of(name: String, message: String, cause: String, case: &Case) -> Failed {
        Failed { name, message, cause, program: case.to_string(), smaller: None }
    }
}

impl Section {
    pub(super) fn new(name: &str, asked: u64) -> Section {
        let (name, failed, unknown) = (name.to_string(), BTreeMap::new(), BTreeMap::new());
        Section { name, asked, cases: 0, failed, unknown, ended: None, measured: Vec::new() }
    }

    /// How many cases have run, and of how many if these are not all.
    fn count(&self) -> String {
        if self.cases == self.asked {
            self.cases.to_string()
        } else {
            format!("{} of {}", self.cases, self.asked)
        }
    }

    fn json(&self) -> Value {
        let failed = |failed: &Failed| {
            let mut json = json!({ "name": failed.name, "message": failed.message, "cause": failed.cause, "program": failed.program });
            if let Some(smaller) = failed.smaller {
                json["smaller"] = json!(smaller.name());
            }
            json
        };
        let unknown = |(name, reason): &(String, String)| json!({ "name": name, "message": reason });
        let mut json = json!({
            "name": self.name,
            "asked": self.asked,
            "cases": self.cases,
            "failed": self.failed.values().map(failed).collect::<Vec<Value>>(),
            "without_result": self.unknown.values().map(unknown).collect::<Vec<Value>>(),
        });
        if let Some(reason) = self.ended {
            json["ended"] = json!(reason);
        }
        if !self.measured.is_empty() {
            json["errors"] = self.measured.iter().map(Measured::json).collect();
        }
        json
    }
}

impl Certificate {
    pub(super) fn new(device: &Device, seed: u64, kind: Kind) -> Certificate {
        let info = device.info();
        let mut device = vec![
            ("device", info.name().to_string()),
            ("backend", info.backend().to_string()),
            ("driver", info.driver().to_string()),
            ("kind", info.kind().to_string()),
        ];
        device.extend(super::verify::vyre().into_iter().filter_map(|(key, value)| Some((key, value?))));
        Certificate { kind, device, seed, state: State::Running, sections: Vec::new() }
    }

    pub(super) fn failures(&self) -> usize {
        self.sections.iter().map(|section| section.failed.len()).sum()
    }

    fn unknown(&self) -> usize {
        self.sections.iter().map(|section| section.unknown.len()).sum()
    }

    /// The levels that are covered: all cases of their sections have run, and nothing differs.
    fn levels(&self) -> Vec<&'static str> {
        let is_covered = |name: &str| {
            let mut found = self.sections.iter().filter(|section| section.name == name);
            found.any(|section| {
                section.cases == section.asked && section.failed.is_empty() && section.unknown.is_empty()
            })
        };
        let covered = LEVELS.iter().filter(|(_, sections)| sections.iter().all(|name| is_covered(name)));
        covered.map(|(level, _)| *level).collect()
    }

    /// How many cases have no result that must have one, and of how many: those of the tables are no sample.
    fn missing(&self) -> (usize, u64) {
        let tables = || self.sections.iter().filter(|section| section.name != RANDOM);
        (tables().map(|section| section.unknown.len()).sum(), tables().map(|section| section.cases).sum())
    }

    /// Whether the device conforms, as far as that is known.
    pub(super) fn conforms(&self) -> Option<bool> {
        match (self.failures(), self.state, self.missing()) {
            (0, State::Ended, (0, _)) => Some(true),
            (0, ..) => None,
            _ => Some(false),
        }
    }

    /// What is not known, in a sentence.
    pub(super) fn holes(&self) -> String {
        let (missing, all) = self.missing();
        let have = if missing == 1 { "has" } else { "have" };
        format!("{missing} of {all} cases that are no random programs {have} no result")
    }

    pub(super) fn json(&self) -> String {
        let conforms = json!(self.conforms());
        let state = match self.state {
            State::Running => "unfinished",
            State::Interrupted => "interrupted",
            State::Ended => FINISHED,
        };
        let mut certificate = json!({
            "conforms": conforms,
            "state": state,
            "seed": self.seed,
            "certificate": self.kind.name(),
            "levels": self.levels(),
            "sections": self.sections.iter().map(Section::json).collect::<Vec<Value>>(),
        });
        for (key, value) in &self.device {
            certificate[*key] = json!(value);
        }
        format!("{certificate:#}\n")
    }

    /// What was found, in sentences.
    fn verdict(&self) -> String {
        let mut sentences = Vec::new();
        match self.state {
            State::Running => sentences.push("Unfinished: this certificate is still being made.".to_string()),
            State::Interrupted => sentences.push("Interrupted: not everything ran.".to_string()),
            State::Ended => {}
        }
        sentences.push(match (self.failures(), self.state) {
            (0, State::Ended) if self.conforms() == Some(true) => {
                format!("It conforms: {}.", self.kind.nothing())
            }
            (0, _) => match self.kind {
                Kind::Approximate => "No error is larger than it may be so far.".to_string(),
                _ => "Nothing differs so far.".to_string(),
            },
            (1, _) => "It does not conform: 1 case fails.".to_string(),
            (count, _) => format!("It does not conform: {count} cases fail."),
        });
        match self.unknown() {
            0 => {}
            1 => sentences.push("1 case has no result, and may differ.".to_string()),
            count => sentences.push(format!("{count} cases have no result, and may differ.")),
        }
        for Section { name, ended, cases, asked, .. } in &self.sections {
            let Some(reason) = ended else { continue };
            sentences.push(format!("Of the {name} {cases} of {asked} ran: {reason}."));
        }
        sentences.join(" ")
    }

    pub(super) fn page(&self) -> String {
        let title = match self.kind {
            Kind::Approximate => "Conformance of approximate operations",
            _ => "Conformance",
        };
        let mut page = format!("# {title}\n\n| | |\n|---|---|\n");
        for (key, value) in &self.device {
            let _ = writeln!(page, "| {key} | {value} |");
        }
        let levels = self.levels();
        if !levels.is_empty() {
            let _ = writeln!(page, "| levels | {} |", levels.join(", "));
        }
        let _ = writeln!(page, "| first seed | {} |\n\n{}\n", self.seed, self.verdict());
        let has_unknown = self.unknown() > 0;
        page.push_str(match has_unknown {
            true => "| section | cases | failed | without a result |\n|---|---|---|---|\n",
            false => "| section | cases | failed |\n|---|---|---|\n",
        });
        for section in &self.sections {
            let _ = write!(page, "| {} | {} | {} |", section.name, section.count(), section.failed.len());
            let _ = if has_unknown { writeln!(page, " {} |", section.unknown.len()) } else { writeln!(page) };
        }
        let mut measured = self.sections.iter().flat_map(|section| &section.measured).peekable();
        if measured.peek().is_some() {
            page.push_str("\n| operation | operands | largest error, ULP | allowed |\n|---|---|---|---|\n");
        }
        for Measured { name, operands, ulp, allowed } in measured {
            let _ = writeln!(page, "| {name} | {operands} | {ulp:.3} | {allowed:.0} |");
        }
        for Section { name, failed, unknown, .. } in &self.sections {
            for Failed { name: case, message, cause, program, smaller } in failed.values() {
                let _ = writeln!(page, "\n## {name}: {case}\n\n{message}\n\n{cause}\n");
                if let Some(sentence) = smaller.and_then(Smaller::sentence) {
                    let _ = writeln!(page, "{sentence}\n");
                }
                if !program.is_empty() {
                    let _ = writeln!(page, "```text\n{}\n```", program.trim_end());
                }
            }
            if !unknown.is_empty() {
                let _ = writeln!(page, "\n## {name} without a result\n");
            }
            for (case, reason) in unknown.values() {
                let _ = writeln!(page, "- {case}: {reason}");
            }
        }
        page
    }
}
