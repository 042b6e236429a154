//! `vyre lower`: prints the lowered form of a program, after some or all of the passes, or what the passes did.

use crate::report::Failure;
use crate::source::{self, Source};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;
use vyre::ir::Position;
use vyre_lower::analysis::access::Kind;
use vyre_lower::explain::{self, Bytes, Counts, Stays, Step, Traffic};
use vyre_lower::pass::{self, PASSES, Pass};
use vyre_lower::{Call, Lowered, Origin, Target};

/// Print the lowered form of a program, which backends take
///
/// `docs/lowered-form.md` says how to read it.
#[derive(Args)]
pub(crate) struct Lower {
    /// The program, in the text or the wire form
    file: PathBuf,
    /// The last pass that runs; by default all run. Of a pass that runs more than once it is the last run
    #[arg(long, value_name = "PASS", value_parser = passes())]
    after: Option<usize>,
    /// The backend that the passes are for
    #[arg(long, value_enum, default_value_t = Backend::Wgsl)]
    target: Backend,
    /// Print behind each instruction and statement its line and column in the text, and the calls that lead from there to it
    ///
    /// Of a program in the wire form they are those in the text that `vyre text` prints.
    #[arg(long)]
    origins: bool,
    /// Print what the passes did in place of the form: how much there is after each that changed something, which guards stay and
    /// why, and the bytes that an invocation moves
    #[arg(long, conflicts_with = "origins")]
    explain: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Backend {
    /// WGSL as every adapter takes it
    Wgsl,
    /// The CPU devices
    Cpu,
}

impl Backend {
    fn target(self) -> Target {
        match self {
            Backend::Wgsl => Target::WGSL,
            Backend::Cpu => Target::CPU,
        }
    }
}

/// The number of passes up to the last run of one that is named.
fn passes() -> impl TypedValueParser<Value = usize> {
    let position = |name: &str| PASSES.iter().position(|pass| pass.name == name);
    let once = PASSES.iter().enumerate().filter(|(at, pass)| position(pass.name) == Some(*at));
    let names = once.map(|(_, pass)| PossibleValue::new(pass.name).help(pass.doc));
    let none = PossibleValue::new("none").help("Prints what is built, before the first pass.");
    PossibleValuesParser::new(std::iter::once(none).chain(names))
        .map(|name| PASSES.iter().rposition(|pass| pass.name == name).map_or(0, |at| at + 1))
}

impl Lower {
    pub(crate) fn execute(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let source = source::read(&self.file)?;
        let mut form = vyre_lower::build(&source.validate()?);
        let passes = &PASSES[..self.after.unwrap_or(PASSES.len())];
        if self.explain {
            return Explanation { source: &source, positions: source.positions() }.write(
                &mut form,
                passes,
                &self.target.target(),
                out,
            );
        }
        for pass in passes {
            pass::run(pass, &mut form, &self.target.target());
        }
        if self.origins {
            let positions = source.positions();
            let text = form.to_string_with(&|origin| format!("  @ {}", trace(&form, &positions, origin)));
            write!(out, "{text}")?;
        } else {
            write!(out, "{form}")?;
        }
        Ok(())
    }
}

/// What is told of a program's passes.
struct Explanation<'s> {
    source: &'s Source,
    positions: Vec<Position>,
}

impl Explanation<'_> {
    fn write(
        &self,
        form: &mut Lowered,
        passes: &'static [Pass],
        target: &Target,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let line = |name: &str, counts: Counts, doc: &str| {
            let Counts { instructions, guards, branches, loops } = counts;
            format!("{name:<10}{instructions:>12}{guards:>8}{branches:>10}{loops:>7}  {doc}")
        };
        writeln!(
            out,
            "{:<10}{:>12}{:>8}{:>10}{:>7}",
            "after", "instructions", "guards", "branches", "loops"
        )?;
        writeln!(out, "{}", line("(built)", Counts::of(form), "").trim_end())?;
        for Step { pass, counts } in explain::steps(form, passes, target) {
            writeln!(out, "{}", line(pass.name, counts, pass.doc))?;
        }
        self.guards(form, out)?;
        self.traffic(form, out)
    }

    /// The guards that stay, with the user's lines.
    fn guards(&self, form: &Lowered, out: &mut dyn Write) -> Result<(), Failure> {
        let guards = explain::guards(form);
        if guards.is_empty() {
            writeln!(out, "\nNo access needs a guard.")?;
        } else {
            writeln!(out, "\nAccesses that are compared with the length:")?;
        }
        for Stays { buffer, kind, origin, why, place, copies } in guards {
            let access = match kind {
                Kind::Load => "load of",
                Kind::LoadByte => "load of a byte of",
                Kind::Store => "store to",
                Kind::Atomic => "atomic operation on",
            };
            let copies = if copies > 1 { format!(", {copies} copies") } else { String::new() };
            let place = place.text();
            let (name, at) = (&form[buffer].name, trace(form, &self.positions, origin));
            writeln!(out, "  {at}: {access} `{name}`{copies}{place}: {}", why.text())?;
            self.quote(form, origin, out)?;
        }
        Ok(())
    }

    /// The bytes between memory and an invocation.
    fn traffic(&self, form: &Lowered, out: &mut dyn Write) -> Result<(), Failure> {
        let Traffic { once, rounds } = Traffic::of(form);
        let bytes = |bytes: Bytes| format!("loads {} bytes and stores {}", bytes.loaded, bytes.stored);
        writeln!(out, "\nAn invocation of the program {}.", bytes(once))?;
        for (origin, round) in rounds {
            let at = trace(form, &self.positions, origin);
            writeln!(out, "  A round of the loop at {at} {}.", bytes(round))?;
            self.quote(form, origin, out)?;
        }
        Ok(())
    }

    /// The line of the text that an origin is in.
    fn quote(&self, form: &Lowered, origin: Origin, out: &mut dyn Write) -> Result<(), Failure> {
        let place = calls(form, origin).last().map_or(origin, |outermost| outermost.at).place;
        let position = self.positions.get(place as usize);
        if let Some(line) = position.and_then(|position| self.source.line(position.line)) {
            writeln!(out, "      {}", line.trim())?;
        }
        Ok(())
    }
}

/// The place in the program, and the operations that are called from there, the outermost first: `7:14 > primitive.math.clamp`.
fn trace(form: &Lowered, positions: &[Position], origin: Origin) -> String {
    let calls = calls(form, origin);
    let place = calls.last().map_or(origin, |outermost| outermost.at).place;
    let position = positions.get(place as usize).map_or_else(|| "?".to_string(), Position::to_string);
    let calls = calls.iter().rev().map(|call| format!(" > {}", call.op_id));
    position + &calls.collect::<String>()
}

/// The calls that lead to an origin, the innermost first.
fn calls(form: &Lowered, origin: Origin) -> Vec<&Call> {
    let call = |origin: Origin| form.calls.get((origin.call as usize).checked_sub(1)?);
    std::iter::successors(call(origin), |inner| call(inner.at)).collect()
}
