//! `vyre lower`: prints the lowered form of a program, after some or all of the passes, or what the passes did.

use crate::module::Chosen;
use crate::report::Failure;
use crate::source;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;
use vyre::ir::Position;
use vyre_lower::explain::{self, Told};
use vyre_lower::pass::{self, PASSES};
use vyre_lower::{Call, Lowered, Origin, Target};

/// Print the lowered form of a program, which backends take
///
/// `docs/lowered-form.md` says how to read it.
#[derive(Args)]
pub(crate) struct Lower {
    /// The program, in the text or the wire form, or a `.rs` file
    file: PathBuf,
    #[command(flatten)]
    chosen: Chosen,
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
        let source = source::read(&self.file, &self.chosen)?;
        let mut form =
            vyre_lower::build(&source.validate()?).map_err(|error| Failure::message(error.to_string()))?;
        let passes = &PASSES[..self.after.unwrap_or(PASSES.len())];
        if self.explain {
            let positions = source.positions();
            let told = |form: &Lowered, origin: Origin| Told {
                place: trace(form, &positions, origin),
                line: positions
                    .get(outermost(form, origin).place as usize)
                    .and_then(|position| source.line(position.line)),
            };
            write!(out, "{}", explain::report(&mut form, passes, &self.target.target(), &told))?;
            return Ok(());
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

/// The place in the program, and the operations that are called from there, the outermost first: `7:14 > primitive.math.clamp`.
fn trace(form: &Lowered, positions: &[Position], origin: Origin) -> String {
    let calls = calls(form, origin);
    let position = positions
        .get(outermost(form, origin).place as usize)
        .map_or_else(|| "?".to_string(), Position::to_string);
    let calls = calls.iter().rev().map(|call| format!(" > {}", call.op_id));
    position + &calls.collect::<String>()
}

/// Where the program itself leads to an origin.
fn outermost(form: &Lowered, origin: Origin) -> Origin {
    calls(form, origin).last().map_or(origin, |outermost| outermost.at)
}

/// The calls that lead to an origin, the innermost first.
fn calls(form: &Lowered, origin: Origin) -> Vec<&Call> {
    let call = |origin: Origin| form.calls.get((origin.call as usize).checked_sub(1)?);
    std::iter::successors(call(origin), |inner| call(inner.at)).collect()
}
