//! `vyre conform`: runs the specification on a device, and writes a certificate.
//!
//! What a case gives is compared with an evaluator that walks the program's tree (the crate `random`), which shares nothing with the devices
//! but the rows of operators and casts. A driver's cases run in processes of their own.

mod apart;
mod approx;
mod blame;
mod cases;
mod certificate;
mod compositions;
mod draft;
mod random;
mod search;
mod stop;
mod tensors;
#[cfg(test)]
mod tests;
mod user;
mod verify;
mod whole;

use crate::elements::{self, From};
use crate::module::Chosen;
use crate::report::Failure;
use crate::run::{Assignment, assignment, groups};
use apart::Processes;
pub(crate) use apart::Worker;
use blame::blame;
use cases::{Cases, Named};
use certificate::{Certificate, Failed, Kind, State};
use clap::Args;
use draft::{Draft, Files};
use random::Random;
use search::Search;
use std::io::Write;
use std::num::NonZero;
use std::ops::Range;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use stop::Stop;
use vyre::ir::{Code, Validated, validate_with};
use vyre::{Arg, Device, DeviceKind, Error, Finding, FindingKind, Report};
use vyre_random::evaluate::Failure as Asserted;
use vyre_random::{Case, Contents, Order, evaluate};

/// Test whether a device computes what the specification says, and write a certificate
///
/// Every operator, operation of the library, cast, atomic and collective runs on edge values, every access goes out of bounds, every rule
/// refuses its program, pipelines and tensors give what they should, launches run again and again, and random programs run until there are enough. A certificate
/// is of what is strict: approximate operators have one of their own, with --approx. The exit code is 1 if anything differs, if a case other than a random program has no result, or if it is interrupted.
///
/// The files are written every few seconds and on Ctrl-C, as far as the certificate is then. Programs of a driver run in processes of their own, which
/// may crash.
#[derive(Args)]
pub(crate) struct Conform {
    /// Hold this program or pipeline to the specification instead, or a kernel of a `.rs` file: on every device, or the one of --device, on the checked device, and
    /// again and again. The exit code is 1 if there is a race or anything differs
    file: Option<PathBuf>,
    /// Write the certificate of the approximate operations instead: how far from the exact results they are at most, in ULP
    #[arg(long, conflicts_with_all = ["file", "programs", "seconds", "failures"])]
    approx: bool,
    #[command(flatten)]
    chosen: Chosen,
    /// Of a program: the number of workgroups along x, y and z; by default enough along x to cover the longest written buffer
    #[arg(short, long, value_name = "X,Y,Z", value_parser = groups, requires = "file")]
    groups: Option<[u32; 3]>,
    /// The contents of a buffer, as for `vyre run`. What is not given is filled from the seed, with lengths 0, 1, 63 and 1000
    #[arg(short, long = "buffer", value_name = "NAME=VALUE", value_parser = assignment, requires = "file")]
    buffers: Vec<Assignment>,
    /// `cpu`, `reference`, `checked`, `gpu`, or a part of an adapter's name; by default $VYRE_DEVICE, else the best GPU, else the CPU
    #[arg(short, long)]
    device: Option<String>,
    /// The number of random programs
    #[arg(short, long, default_value_t = 1_000)]
    programs: u64,
    /// End with random programs after so many seconds
    #[arg(short, long)]
    seconds: Option<u64>,
    /// End with random programs after so many have failed
    #[arg(long, value_name = "N", default_value_t = 5)]
    failures: usize,
    /// The seed of the first random program. Each program has the seed after that of the one before
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many seconds a driver may compile a program, or run it. What is compiled for longer has no result
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// The number of threads that run cases, which changes no result; by default one for each core where the device runs on the CPU, and one
    /// for a driver's. Each has a process with a device of its own where there is a driver
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Write the certificate as JSON to a file
    #[arg(long, value_name = "PATH")]
    json: Option<PathBuf>,
    /// Write the certificate as a page to a file; by default it goes to standard output
    #[arg(long, value_name = "PATH", conflicts_with = "file")]
    page: Option<PathBuf>,
    /// Run nothing, and say whether a certificate that --json wrote still holds: whether it is of this version of vyre, of this program or device, and of all cases that
    /// there are. What is stale is named, and the exit code is 1
    #[arg(long, value_name = "PATH", conflicts_with_all = ["json", "page", "approx"])]
    verify: Option<PathBuf>,
    /// Do not say on standard error how far it is
    #[arg(short, long)]
    quiet: bool,
}

/// How often a launch runs again, to see whether it gives the same bytes.
const REPEATS: usize = 20;

/// What a launch gives: the words of the buffers, and the first assertion that failed.
type Ran = (Vec<Vec<u32>>, Option<Asserted>);

/// Why a launch gives nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Lack {
    /// It should have given something.
    Wrong(String),
    /// Nobody has waited for it.
    Unknown(String),
    /// Everything is to end.
    Stopped,
}

/// Where cases run.
enum Runner<'a> {
    /// In this process.
    Here(&'a Device),
    Apart(Processes),
}

impl Runner<'_> {
    /// Drivers are kept apart.
    fn of<'a>(device: &'a Device, timeout: Duration, stop: &Stop) -> Runner<'a> {
        match has_driver(device) {
            false => Runner::Here(device),
            true => Runner::Apart(Processes::of(device.info().name(), timeout, stop)),
        }
    }

    /// What comes of a case, for which there may be a limit besides that of the device.
    fn run(&self, case: &Case, limit: Option<Duration>) -> Result<Ran, Lack> {
        match self {
            Runner::Here(device) => launch(device, case),
            Runner::Apart(processes) => processes.run(case, limit),
        }
    }
}

/// What is wrong with what a device gives for a case.
enum Fault {
    None,
    Wrong(String),
    Unknown(String),
    Stopped,
}

impl Conform {
    pub(crate) fn execute(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(certificate) = &self.verify {
            return self.verify(certificate, out);
        }
        if let Some(file) = &self.file {
            return self.hold(file, out);
        }
        let seeds = self.seeds()?;
        let files = Files::of(self.json.clone(), self.page.clone())?;
        let device = crate::device::named(self.device.as_deref())?;
        let (timeout, stop) = (Duration::from_secs(self.timeout), Stop::on_signals());
        device.set_timeout(timeout);
        let runner = Runner::of(&device, timeout, &stop);
        let kind = if self.approx { Kind::Approximate } else { Kind::Strict };
        let draft = Draft::new(Certificate::new(&device, self.seed, kind), files, stop, self.quiet);
        draft.begin_files()?;
        draft.keep(|| match kind {
            Kind::Approximate => approx::run(&device, &draft, self.seed),
            _ => self.run(&device, &runner, timeout, seeds, &draft),
        });
        let certificate = draft.finish()?;
        if self.page.is_none() {
            out.write_all(certificate.page().as_bytes())?;
        }
        match (certificate.failures(), certificate.state) {
            (0, State::Ended) if certificate.conforms() == Some(true) => Ok(()),
            (0, State::Ended) => {
                Err(Failure::message(format!("{device} was not tested: {}", certificate.holes())))
            }
            (0, _) => Err(Failure::message("the certificate is not finished: it was interrupted")),
            (1, _) => Err(Failure::message(format!("{device} does not conform: 1 case fails"))),
            (count, _) => Err(Failure::message(format!("{device} does not conform: {count} cases fail"))),
        }
    }

    /// The seeds of the random programs.
    fn seeds(&self) -> Result<Range<u64>, Failure> {
        let end = self.seed.checked_add(self.programs);
        end.map(|end| self.seed..end).ok_or_else(|| {
            let (seed, programs, last) = (self.seed, self.programs, u64::MAX);
            Failure::message(format!(
                "there are no {programs} seeds from {seed} on: the last one is {}. Fix: a smaller --seed, or fewer --programs",
                last - 1
            ))
        })
    }

    /// Runs all sections, until somebody ends that.
    fn run(&self, device: &Device, runner: &Runner<'_>, timeout: Duration, seeds: Range<u64>, draft: &Draft) {
        let added = SECTIONS.map(|(name, cases)| {
            let cases = cases();
            (draft.add(name, cases.len() as u64), cases)
        });
        let [rules_at, compositions_at, tensors_at, floats_at, again_at] =
            others().map(|(name, count)| draft.add(name, count));
        let again = again();
        let random_at = draft.add(certificate::RANDOM, self.programs);
        let jobs = self.jobs(device);
        let blamed = |case: &Case| blame(device, case, timeout, &draft.stop);
        for (at, cases) in added {
            section(draft, at, jobs, &cases, &|case| fault(case, || runner.run(case, None)), &blamed);
        }
        rules(draft, rules_at);
        compositions::run(device, draft, compositions_at);
        whole::run(device, draft, tensors_at, &tensors::CASES);
        whole::run(device, draft, floats_at, &tensors::CASES_OF_FLOATS);
        section(draft, again_at, jobs, &again, &|case| differs(case, runner), &blamed);
        let seconds = self.seconds.map(Duration::from_secs);
        let until = seconds.and_then(|limit| Instant::now().checked_add(limit));
        let random = Random { seeds, until, enough: self.failures.max(1), jobs };
        random.run(draft, random_at, &|case, limit| fault(case, || runner.run(case, limit)), &blamed);
    }

    /// How many threads run cases.
    fn jobs(&self, device: &Device) -> usize {
        let cores = || std::thread::available_parallelism().ok().filter(|_| !has_driver(device));
        self.jobs.or_else(cores).map_or(1, NonZero::get)
    }
}

/// The sections whose cases are single programs.
const SECTIONS: [(&str, Cases); 6] = [
    ("operators", cases::operators),
    ("operations of the library", cases::operations),
    ("casts", cases::casts),
    ("accesses out of bounds", cases::bounds),
    ("atomics", cases::atomics),
    ("barriers, collectives and assertions", cases::barriers),
];

/// What is launched again and again.
fn again() -> Vec<Named> {
    cases::atomics().into_iter().chain(cases::barriers()).collect()
}

/// The other sections but that of random programs, with the number of their cases.
fn others() -> [(&'static str, u64); 5] {
    [
        ("rules", 2 * Code::ALL.len() as u64),
        (compositions::NAME, compositions::COUNT),
        (tensors::NAME, tensors::CASES.len() as u64),
        (tensors::FLOATS, tensors::CASES_OF_FLOATS.len() as u64),
        ("repeated launches", again().len() as u64),
    ]
}

/// All sections but that of random programs, with the number of their cases.
fn tables() -> impl Iterator<Item = (&'static str, u64)> {
    SECTIONS.into_iter().map(|(name, cases)| (name, cases().len() as u64)).chain(others())
}

/// Whether cases go to a driver, which may crash.
fn has_driver(device: &Device) -> bool {
    !matches!(device.info().kind(), DeviceKind::Cpu | DeviceKind::Reference)
}

/// Runs the cases of a section.
fn section(
    draft: &Draft,
    at: usize,
    jobs: usize,
    cases: &[Named],
    fault: &(dyn Fn(&Case) -> Fault + Sync),
    blame: &(dyn Fn(&Case) -> String + Sync),
) {
    draft.begin(at);
    let look = |number: u64| {
        let (name, case) = cases.get(number as usize)?;
        match fault(case) {
            Fault::Stopped => return None,
            Fault::None => {}
            Fault::Unknown(reason) => {
                draft.change(at, |section| drop(section.unknown.insert(number, (name.clone(), reason))));
            }
            Fault::Wrong(message) => {
                let failed = Failed::of(name.clone(), message, blame(case), case);
                draft.change(at, |section| drop(section.failed.insert(number, failed)));
            }
        }
        draft.change(at, |section| section.cases += 1);
        None::<()>
    };
    Search::all(jobs, &|| draft.stop.is_set()).run(0..cases.len() as u64, look);
}

/// The program of a case.
fn validated(case: &Case) -> Result<Validated, Lack> {
    case.validate().map_err(|errors| Lack::Wrong(format!("the program is refused: {errors:?}")))
}

/// What a device gives for a case, in this process.
fn launch(device: &Device, case: &Case) -> Result<Ran, Lack> {
    let validated = validated(case)?;
    let bound: Vec<_> = case.program.bound_buffers().collect();
    let bytes = |contents: &Contents| match contents {
        Contents::Bytes(bytes) => bytes.clone(),
        Contents::Words(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
    };
    let contents = bound.iter().zip(&case.inputs);
    let contents = contents
        .map(|(buffer, input)| elements::read(buffer.element.flat().clone(), &From::Bytes(&bytes(input))));
    let mut contents = contents.collect::<Result<Vec<_>, _>>().map_err(Lack::Wrong)?;
    let mut args: Vec<Arg<'_>> = Vec::new();
    for (at, contents) in contents.iter_mut().enumerate() {
        let arg = contents.arg(case.is_written(at));
        args.push(match case.shape(at) {
            Some(shape) => arg.shaped(shape),
            None => arg,
        });
    }
    let failure = match device.run_validated(&validated, case.grid, args) {
        Ok(()) => None,
        Err(Error::Assertion { invocation, message, .. }) => Some(Asserted { invocation, message }),
        Err(Error::Checked(report)) => Some(asserted(&report)?),
        // That a driver compiles in time is no promise.
        Err(error @ (Error::Compiling { .. } | Error::LongAtomics { .. })) => {
            return Err(Lack::Unknown(error.to_string()));
        }
        Err(error) => return Err(Lack::Wrong(error.to_string())),
    };
    let words = |bytes: Vec<u8>| Contents::Bytes(bytes).words();
    Ok((contents.iter().map(|contents| words(contents.bytes())).collect(), failure))
}

/// The assertion that the checked device found to fail, where that is all it found.
fn asserted(report: &Report) -> Result<Asserted, Lack> {
    let is_assertion = |finding: &&Finding| finding.kind() == FindingKind::Assertion;
    // Of several, that of the first invocation, with x fastest.
    let order = |finding: &&Finding| {
        let [x, y, z] = finding.place().invocation();
        [z, y, x]
    };
    let first = report.findings().iter().filter(is_assertion).min_by_key(order);
    match first {
        Some(first) if report.findings().iter().all(|finding| is_assertion(&finding)) => {
            Ok(Asserted { invocation: first.place().invocation(), message: first.message().to_string() })
        }
        _ => Err(Lack::Wrong(report.to_string())),
    }
}

/// What is wrong with what a launch of a case gives, if anything is.
fn fault(case: &Case, launch: impl FnOnce() -> Result<Ran, Lack>) -> Fault {
    let outcome = match evaluate(case, Order::Forward) {
        Ok(outcome) => outcome,
        Err(stuck) => return Fault::Wrong(format!("the evaluator is stuck: {stuck}")),
    };
    let wanted: Vec<Vec<u32>> = outcome.contents.iter().map(Contents::words).collect();
    let (words, failure) = match launch() {
        Ok(ran) => ran,
        Err(Lack::Wrong(message)) => return Fault::Wrong(message),
        Err(Lack::Unknown(reason)) => return Fault::Unknown(reason),
        Err(Lack::Stopped) => return Fault::Stopped,
    };
    if failure != outcome.failure {
        return Fault::Wrong(format!(
            "the assertion {failure:?} failed, and should be {:?}",
            outcome.failure
        ));
    }
    let buffers = case.program.bound_buffers().zip(words.iter().zip(&wanted));
    let wrong = buffers.into_iter().find_map(|(buffer, (got, wanted))| {
        let at = got.iter().zip(wanted).position(|(got, wanted)| got != wanted)?;
        let element = at / buffer.element.lanes();
        let (got, wanted) = (got[at], wanted[at]);
        Some(format!("`{}[{element}]` is {got:#x} and should be {wanted:#x} (word {at})", buffer.name))
    });
    wrong.map_or(Fault::None, Fault::Wrong)
}

/// Whether one launch of many gives other bytes than the first.
fn differs(case: &Case, runner: &Runner<'_>) -> Fault {
    let first = match runner.run(case, None) {
        Err(Lack::Wrong(message)) => return Fault::Wrong(message),
        first => first,
    };
    for _ in 1..REPEATS {
        match runner.run(case, None) {
            Err(Lack::Stopped) => return Fault::Stopped,
            Err(Lack::Unknown(reason)) => return Fault::Unknown(reason),
            ran if ran == first => {}
            _ => return Fault::Wrong(format!("it gives other bytes in one of {REPEATS} launches")),
        }
    }
    Fault::None
}

/// Every rule refuses the program that breaks it, and accepts the one that keeps it.
fn rules(draft: &Draft, at: usize) {
    draft.begin(at);
    for (number, code) in (0..).step_by(2).zip(Code::ALL) {
        let (bad, good) = (code.rejects(), code.accepts());
        let codes = bad.program().ok().map(|program| match validate_with(&program, &bad.registry()) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.iter().map(|error| error.code()).collect(),
        });
        let is_refused =
            codes.is_some_and(|codes| !codes.is_empty() && codes.iter().all(|found| found == code));
        let is_accepted =
            good.program().is_ok_and(|program| validate_with(&program, &good.registry()).is_ok());
        let examples =
            [(is_refused, bad, "it is not refused by this rule alone"), (is_accepted, good, "it is refused")];
        for (number, (is_right, example, what)) in (number..).zip(examples) {
            draft.change(at, |section| {
                section.cases += 1;
                if !is_right {
                    let (name, message) = (code.name().to_string(), what.to_string());
                    let (cause, program) = (blame::VALIDATION.to_string(), example.text());
                    let failed = Failed { name, message, cause, program, smaller: None };
                    section.failed.insert(number, failed);
                }
            });
        }
    }
}
