//! `vyre conform`: runs the specification on a device, and writes a certificate.
//!
//! What a case gives is compared with an evaluator that walks the program's tree (the crate `random`), which shares nothing with the devices
//! but the rows of operators and casts.

mod blame;
mod cases;
mod certificate;
mod search;

use crate::elements::{self, From};
use crate::report::Failure;
use blame::blame;
use cases::{Cases, Named};
use certificate::{Certificate, Failed, Section};
use clap::Args;
use search::Search;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vyre::ir::{Code, validate_with};
use vyre::{Arg, Device, DeviceKind, Error};
use vyre_random::evaluate::{Failure as Asserted, expected};
use vyre_random::{Case, Contents, Order, evaluate, generate, shrink};

/// Test whether a device computes what the specification says, and write a certificate
///
/// Every operator, operation of the library, cast, atomic and collective runs on edge values, every access goes out of bounds, every rule
/// refuses its program, launches run again and again, and random programs run until there are enough. A certificate is of what is strict: approximate
/// operators are in none. The exit code is 1 if anything differs.
#[derive(Args)]
pub(crate) struct Conform {
    /// `cpu`, `reference`, `gpu`, or a part of an adapter's name; by default $VYRE_DEVICE, else the best GPU, else the CPU
    #[arg(short, long)]
    device: Option<String>,
    /// The number of random programs
    #[arg(short, long, default_value_t = 1_000)]
    programs: u64,
    /// End with random programs after so many seconds
    #[arg(short, long)]
    seconds: Option<u64>,
    /// The seed of the first random program
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The number of threads that run cases, which changes no result; by default one for each core where the device runs on the CPU, and one
    /// for a driver's
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Write the certificate as JSON to a file
    #[arg(long, value_name = "PATH")]
    json: Option<PathBuf>,
    /// Write the certificate as a page to a file; by default it goes to standard output
    #[arg(long, value_name = "PATH")]
    page: Option<PathBuf>,
}

/// After so many failures of random programs no more are looked for.
const ENOUGH: usize = 5;
/// How many smaller programs are tried for one that fails.
const ATTEMPTS: usize = 1_000;
/// How often a launch runs again, to see whether it gives the same bytes.
const REPEATS: usize = 20;

/// What a launch gives: the words of the buffers, and the first assertion that failed.
type Ran = (Vec<Vec<u32>>, Option<Asserted>);

/// What is wrong with what a device gives for a case.
type Fault<'a> = dyn Fn(&Case) -> Option<String> + Sync + 'a;

impl Conform {
    pub(crate) fn execute(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let device = crate::device::named(self.device.as_deref())?;
        let mut certificate = Certificate::new(&device, self.seed);
        let sections: [(&str, Cases); 6] = [
            ("operators", cases::operators),
            ("operations of the library", cases::operations),
            ("casts", cases::casts),
            ("accesses out of bounds", cases::bounds),
            ("atomics", cases::atomics),
            ("barriers, collectives and assertions", cases::barriers),
        ];
        let jobs = self.jobs(&device);
        for (name, cases) in sections {
            certificate.add(section(name, &device, jobs, &cases()));
        }
        certificate.add(rules());
        certificate.add(repeats(&device, jobs));
        certificate.add(self.random(&device, jobs, &|case| fault(&device, case)));
        let (json, page) = (certificate.json(), certificate.page());
        match &self.page {
            Some(path) => write(path, &page)?,
            None => out.write_all(page.as_bytes())?,
        }
        if let Some(path) = &self.json {
            write(path, &json)?;
        }
        match certificate.failures() {
            0 => Ok(()),
            count => Err(Failure::message(format!("{device} does not conform: {count} cases fail"))),
        }
    }

    /// How many threads run cases.
    fn jobs(&self, device: &Device) -> usize {
        let cores = || match device.info().kind() {
            DeviceKind::Cpu | DeviceKind::Reference => std::thread::available_parallelism().ok(),
            _ => None,
        };
        self.jobs.or_else(cores).map_or(1, NonZero::get)
    }

    /// Random programs, of which those that fail are made smaller.
    fn random(&self, device: &Device, jobs: usize, fault: &Fault<'_>) -> Section {
        let limit = self.seconds.map(Duration::from_secs);
        let until = limit.and_then(|limit| Instant::now().checked_add(limit));
        let seeds = self.seed..self.seed.saturating_add(self.programs);
        let search = Search { jobs, enough: ENOUGH, until };
        let found = search.run(seeds, |seed| fault(&generate(seed)));
        let smaller = |at: u64| {
            let (seed, message) = found.finds.get(at as usize)?;
            // A smaller program that races may give anything.
            let fails = |case: &Case| expected(case).is_some() && fault(case).is_some();
            let small = shrink(generate(*seed), ATTEMPTS, fails);
            let message = fault(&small).unwrap_or_else(|| message.clone());
            Some(Failed::of(format!("seed {seed}"), message, blame(device, &small), &small))
        };
        let failed = Search::all(jobs).run(0..found.finds.len() as u64, smaller);
        Section::of("random programs", found.looked, failed)
    }
}

fn write(path: &std::path::Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::message(format!("{}: {error}", path.display())))
}

fn section(name: &str, device: &Device, jobs: usize, cases: &[Named]) -> Section {
    let wrong = |at: u64| {
        let (name, case) = cases.get(at as usize)?;
        let message = fault(device, case)?;
        Some(Failed::of(name.clone(), message, blame(device, case), case))
    };
    let failed = Search::all(jobs).run(0..cases.len() as u64, wrong);
    Section::of(name, failed.looked, failed)
}

/// What a device gives for a case.
fn run(device: &Device, case: &Case) -> Result<Ran, String> {
    let validated = case.validate().map_err(|errors| format!("the program is refused: {errors:?}"))?;
    let bound: Vec<_> = case.program.bound_buffers().collect();
    let bytes = |contents: &Contents| match contents {
        Contents::Bytes(bytes) => bytes.clone(),
        Contents::Words(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
    };
    let contents = bound.iter().zip(&case.inputs);
    let contents =
        contents.map(|(buffer, input)| elements::read(buffer.element, &From::Bytes(&bytes(input))));
    let mut contents = contents.collect::<Result<Vec<_>, _>>()?;
    let args: Vec<Arg<'_>> =
        contents.iter_mut().enumerate().map(|(at, contents)| contents.arg(case.is_written(at))).collect();
    let failure = match device.run_validated(&validated, case.grid, args) {
        Ok(()) => None,
        Err(Error::Assertion { invocation, message, .. }) => Some(Asserted { invocation, message }),
        Err(error) => return Err(error.to_string()),
    };
    let words = |bytes: Vec<u8>| Contents::Bytes(bytes).words();
    Ok((contents.iter().map(|contents| words(contents.bytes())).collect(), failure))
}

/// What is wrong with what a device gives for a case, if anything is.
fn fault(device: &Device, case: &Case) -> Option<String> {
    let outcome = match evaluate(case, Order::Forward) {
        Ok(outcome) => outcome,
        Err(stuck) => return Some(format!("the evaluator is stuck: {stuck}")),
    };
    let wanted: Vec<Vec<u32>> = outcome.contents.iter().map(Contents::words).collect();
    let (words, failure) = match run(device, case) {
        Ok(ran) => ran,
        Err(error) => return Some(error),
    };
    if failure != outcome.failure {
        return Some(format!("the assertion {failure:?} failed, and should be {:?}", outcome.failure));
    }
    let buffers = case.program.bound_buffers().zip(words.iter().zip(&wanted));
    buffers.into_iter().find_map(|(buffer, (got, wanted))| {
        let at = got.iter().zip(wanted).position(|(got, wanted)| got != wanted)?;
        let element = at / buffer.element.lanes();
        let (got, wanted) = (got[at], wanted[at]);
        Some(format!("`{}[{element}]` is {got:#x} and should be {wanted:#x} (word {at})", buffer.name))
    })
}

/// Every rule refuses the program that breaks it, and accepts the one that keeps it.
fn rules() -> Section {
    let mut section = Section::new("rules");
    for code in Code::ALL {
        let (bad, good) = (code.rejects(), code.accepts());
        let codes = bad.program().ok().map(|program| match validate_with(&program, &bad.registry()) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.iter().map(|error| error.code()).collect(),
        });
        let is_refused =
            codes.is_some_and(|codes| !codes.is_empty() && codes.iter().all(|found| found == code));
        let is_accepted =
            good.program().is_ok_and(|program| validate_with(&program, &good.registry()).is_ok());
        section.cases += 2;
        for (is_right, example, what) in
            [(is_refused, bad, "it is not refused by this rule alone"), (is_accepted, good, "it is refused")]
        {
            if !is_right {
                let (name, message) = (code.name().to_string(), what.to_string());
                let (cause, program) = (blame::VALIDATION.to_string(), example.text());
                section.failed.push(Failed { name, message, cause, program });
            }
        }
    }
    section
}

/// The same bytes, again and again.
fn repeats(device: &Device, jobs: usize) -> Section {
    let cases: Vec<Named> = cases::atomics().into_iter().chain(cases::barriers()).collect();
    let differs = |at: u64| {
        let (name, case) = cases.get(at as usize)?;
        let first = run(device, case);
        (1..REPEATS).any(|_| run(device, case) != first).then(|| {
            let message = format!("it gives other bytes in one of {REPEATS} launches");
            Failed::of(name.clone(), message, blame(device, case), case)
        })
    };
    let failed = Search::all(jobs).run(0..cases.len() as u64, differs);
    Section::of("repeated launches", failed.looked, failed)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by a panic")]
mod tests {
    use super::*;

    /// A race whose result the reference and the evaluator decide in one way, and a launch in another order in another.
    fn racing() -> Case {
        let program = "program workgroup_size 1, 1, 1 buffer out: read_write u32 @ 0
             entry { let old = atomic_exchange(out[0], workgroup_id.x + 1); }";
        let (program, inputs) = (program.parse().unwrap(), vec![Contents::Words(vec![0])]);
        Case { program, operations: Vec::new(), grid: [4, 1, 1], inputs }
    }

    #[test]
    fn what_differs_is_said() {
        let case = racing();
        assert_eq!(fault(&Device::reference(), &case), None);
        let other = Case { inputs: vec![Contents::Words(vec![0, 0])], ..case.clone() };
        assert_eq!(run(&Device::reference(), &other).unwrap().0, [[4, 0]]);
        // The checked device refuses a result that depends on the order.
        let message = fault(&Device::checked(), &case).unwrap();
        assert!(message.contains("depends on the order"), "{message}");
    }

    /// A device that would multiply wrongly: what is left of a program that fails has a product, and little else.
    #[test]
    fn a_random_program_that_fails_is_made_smaller() {
        let conform = Conform {
            device: None,
            programs: 200,
            seconds: None,
            seed: 0,
            jobs: None,
            json: None,
            page: None,
        };
        let multiplies = |case: &Case| {
            let text = case.to_string();
            text.contains(" * ").then(|| "a product is wrong".to_string())
        };
        let device = Device::reference();
        let section = conform.random(&device, 1, &multiplies);
        assert_eq!(section.failed.len(), ENOUGH);
        for Failed { name, message, cause, program } in &section.failed {
            let seed = name.strip_prefix("seed ").unwrap().parse().unwrap();
            let whole = generate(seed).to_string();
            assert!(program.contains(" * ") && program.len() < whole.len(), "{whole}\n{program}");
            assert!(program.len() < 1_500, "{program}");
            assert_eq!(message, "a product is wrong");
            assert!(cause.contains("vyre's own"), "{cause}");
        }
        for jobs in [2, 7] {
            let other = conform.random(&device, jobs, &multiplies);
            assert_eq!(other, section, "{jobs} jobs");
        }
        let ended = Conform { seconds: Some(0), ..conform }.random(&device, 3, &multiplies);
        assert_eq!((ended.cases, ended.failed.len()), (0, 0));
    }

    #[test]
    fn threads_are_those_that_are_asked_for_or_one_for_each_core() {
        let cores = std::thread::available_parallelism().unwrap().get();
        let conform =
            Conform { device: None, programs: 0, seconds: None, seed: 0, jobs: None, json: None, page: None };
        assert_eq!(conform.jobs(&Device::reference()), cores);
        assert_eq!(conform.jobs(&Device::cpu()), cores);
        let conform = Conform { jobs: NonZero::new(3), ..conform };
        assert_eq!(conform.jobs(&Device::cpu()), 3);
    }

    #[test]
    fn failures_are_counted_and_shown() {
        let mut certificate = Certificate::new(&Device::reference(), 3);
        certificate.add(section("races", &Device::checked(), 2, &[("exchange".to_string(), racing())]));
        certificate.add(rules());
        assert_eq!(certificate.failures(), 1);
        let (page, json) = (certificate.page(), certificate.json());
        assert!(
            page.contains("It does not conform: 1 cases fail.") && page.contains("## races: exchange"),
            "{page}"
        );
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["conforms"], false);
        assert_eq!(json["sections"][0]["failed"][0]["name"], "exchange");
        assert_eq!(json["sections"][0]["failed"][0]["cause"], blame::OWN);
        assert_eq!(json["sections"][1]["failed"].as_array().unwrap().len(), 0);
    }
}
