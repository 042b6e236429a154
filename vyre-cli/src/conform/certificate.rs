//! What is written about a device, as JSON and as a page.

use super::search::Found;
use serde_json::{Value, json};
use std::fmt::Write;
use vyre::Device;
use vyre_random::Case;

/// What was run on a device, and what differs.
pub(super) struct Certificate {
    device: Vec<(&'static str, String)>,
    seed: u64,
    sections: Vec<Section>,
}

/// Cases of one kind.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Section {
    name: String,
    pub(super) cases: u64,
    pub(super) failed: Vec<Failed>,
}

/// A case that fails.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Failed {
    pub(super) name: String,
    pub(super) message: String,
    /// Whose fault it is, as far as other devices tell.
    pub(super) cause: String,
    pub(super) program: String,
}

impl Failed {
    pub(super) fn of(name: String, message: String, cause: String, case: &Case) -> Failed {
        Failed { name, message, cause, program: case.to_string() }
    }
}

impl Section {
    pub(super) fn new(name: &str) -> Section {
        Section { name: name.to_string(), cases: 0, failed: Vec::new() }
    }

    /// So many cases, and those of them that fail.
    pub(super) fn of(name: &str, cases: u64, failed: Found<Failed>) -> Section {
        let failed = failed.finds.into_iter().map(|(_, failed)| failed).collect();
        Section { name: name.to_string(), cases, failed }
    }
}

impl Certificate {
    pub(super) fn new(device: &Device, seed: u64) -> Certificate {
        let info = device.info();
        let mut device = vec![
            ("device", info.name().to_string()),
            ("backend", info.backend().to_string()),
            ("driver", info.driver().to_string()),
            ("kind", info.kind().to_string()),
            ("vyre", env!("CARGO_PKG_VERSION").to_string()),
        ];
        // Who builds the tool for a certificate says of which commit it is.
        device.extend(option_env!("VYRE_COMMIT").map(|commit| ("commit", commit.to_string())));
        Certificate { device, seed, sections: Vec::new() }
    }

    pub(super) fn add(&mut self, section: Section) {
        self.sections.push(section);
    }

    pub(super) fn failures(&self) -> usize {
        self.sections.iter().map(|section| section.failed.len()).sum()
    }

    pub(super) fn json(&self) -> String {
        let failed = |failed: &Failed| json!({ "name": failed.name, "message": failed.message, "cause": failed.cause, "program": failed.program });
        let section = |section: &Section| {
            json!({
                "name": section.name,
                "cases": section.cases,
                "failed": section.failed.iter().map(failed).collect::<Vec<Value>>(),
            })
        };
        let mut certificate = json!({
            "conforms": self.failures() == 0,
            "seed": self.seed,
            "sections": self.sections.iter().map(section).collect::<Vec<Value>>(),
        });
        for (key, value) in &self.device {
            certificate[*key] = json!(value);
        }
        format!("{certificate:#}\n")
    }

    pub(super) fn page(&self) -> String {
        let mut page = String::from("# Conformance\n\n| | |\n|---|---|\n");
        for (key, value) in &self.device {
            let _ = writeln!(page, "| {key} | {value} |");
        }
        let _ = writeln!(page, "| first seed | {} |", self.seed);
        let verdict = match self.failures() {
            0 => "It conforms: nothing differs.".to_string(),
            count => format!("It does not conform: {count} cases fail."),
        };
        let _ = writeln!(page, "\n{verdict}\n\n| section | cases | failed |\n|---|---|---|");
        for Section { name, cases, failed } in &self.sections {
            let _ = writeln!(page, "| {name} | {cases} | {} |", failed.len());
        }
        for Section { name, failed, .. } in &self.sections {
            for Failed { name: case, message, cause, program } in failed {
                let _ = writeln!(
                    page,
                    "\n## {name}: {case}\n\n{message}\n\n{cause}\n\n```text\n{}\n```",
                    program.trim_end()
                );
            }
        }
        page
    }
}
