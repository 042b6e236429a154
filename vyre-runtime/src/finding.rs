//! What the checked device finds in a launch.

use crate::Error;
use std::fmt;
use vyre_lower::Frame;

mod render;

/// A kind of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FindingKind {
    /// Two invocations access an element, at least one of them writes it, and nothing orders them. The launch fails.
    DataRace,
    /// The results differ if the invocations run in another order. The launch fails, unless its kernel says `order = "any"` and the elements are the same ones in
    /// other places.
    OrderDependence,
    /// An assertion does not hold. The launch fails.
    Assertion,
    /// Two invocations write the same value to an element, and nothing orders them.
    BenignRace,
    /// An access is out of bounds: a load gives zero, and a store does nothing.
    OutOfBounds,
    /// An element of a workgroup array or a local array is read that nobody has written: it is zero.
    UnwrittenRead,
    /// A sum, a difference or a product of integers wraps around. Only [`Device::checked_with_wraps`](crate::Device::checked_with_wraps) looks for it.
    Wrap,
    /// A function that was passed to a reduction or a scan is not associative on the operands that it met. That is no mistake: the order is defined.
    NotAssociative,
}

impl FindingKind {
    /// Whether a launch with such a finding fails.
    pub fn is_failure(self) -> bool {
        matches!(self, FindingKind::DataRace | FindingKind::OrderDependence | FindingKind::Assertion)
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FindingKind::DataRace => "data race",
            FindingKind::OrderDependence => "the result depends on the order of invocations",
            FindingKind::Assertion => "an assertion failed",
            FindingKind::BenignRace => "benign race",
            FindingKind::OutOfBounds => "out of bounds",
            FindingKind::UnwrittenRead => "read of an element that nobody wrote",
            FindingKind::Wrap => "arithmetic that wraps around",
            FindingKind::NotAssociative => "a function that is not associative",
        })
    }
}

/// A place in a kernel or a function, and the invocation that came there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FindingPlace {
    pub(crate) frames: Vec<Frame>,
    pub(crate) invocation: [u32; 3],
    pub(crate) workgroup: [u32; 3],
    /// What happens there, such as `write`.
    pub(crate) what: &'static str,
}

impl FindingPlace {
    /// The file, as the compiler names it; empty for a program that no macro made.
    pub fn file(&self) -> &str {
        self.frames.first().map_or("", |frame| &frame.file)
    }

    /// The line, counted from 1; 0 if there is no file.
    pub fn line(&self) -> u32 {
        self.frames.first().map_or(0, |frame| frame.position.line)
    }

    /// The column in characters, counted from 1; 0 if there is no file.
    pub fn column(&self) -> u32 {
        self.frames.first().map_or(0, |frame| frame.position.column)
    }

    /// The `invocation_id` of the invocation.
    pub fn invocation(&self) -> [u32; 3] {
        self.invocation
    }

    /// The `workgroup_id` of the invocation.
    pub fn workgroup(&self) -> [u32; 3] {
        self.workgroup
    }

    /// The calls that lead there, the innermost first: the place itself, then where its function is called, and so on to the
    /// kernel. It is empty for a program that no macro made.
    pub fn calls(&self) -> &[Frame] {
        &self.frames
    }
}

/// Something that the checked device has found. Of findings with the same places there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub(crate) kind: FindingKind,
    pub(crate) place: FindingPlace,
    pub(crate) other: Option<FindingPlace>,
    pub(crate) buffer: String,
    pub(crate) index: u32,
    pub(crate) message: String,
    pub(crate) times: u64,
    /// Whether the kernel says that it is right so: the launch does not fail.
    pub(crate) is_allowed: bool,
}

impl Finding {
    /// Whether a launch with it fails.
    pub(crate) fn is_failure(&self) -> bool {
        self.kind.is_failure() && !self.is_allowed
    }

    /// What it is.
    pub fn kind(&self) -> FindingKind {
        self.kind
    }

    /// Where it is. Of two accesses that race, this is the one that was executed later.
    pub fn place(&self) -> &FindingPlace {
        &self.place
    }

    /// The other access of a race, or what another order wrote.
    pub fn other(&self) -> Option<&FindingPlace> {
        self.other.as_ref()
    }

    /// The buffer or the array; empty for an assertion and for arithmetic.
    pub fn buffer(&self) -> &str {
        &self.buffer
    }

    /// The element of the buffer.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// What happened, in words; the message of an assertion.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// How often it was found in the launch.
    pub fn times(&self) -> u64 {
        self.times
    }
}

impl Finding {
    /// A finding about a function that joins values.
    pub(crate) fn not_associative(message: String) -> Finding {
        let place =
            FindingPlace { frames: Vec::new(), invocation: [0; 3], workgroup: [0; 3], what: "joined" };
        let kind = FindingKind::NotAssociative;
        let (buffer, is_allowed) = (String::new(), false);
        Finding { kind, place, other: None, buffer, index: 0, message, times: 1, is_allowed }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render::finding(self))
    }
}

/// What made a launch on the checked device fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub(crate) findings: Vec<Finding>,
}

impl Report {
    /// The findings, at least one. Those that make no launch fail are in [`Device::take_findings`](crate::Device::take_findings).
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.findings.iter().map(Finding::to_string).collect();
        f.write_str(&texts.join("\n\n"))
    }
}

impl From<Report> for Error {
    fn from(report: Report) -> Error {
        Error::Checked(report)
    }
}
