//! The command `vyre`. Each subcommand is a module. They share the modules that read programs ([`source`]), show
//! errors ([`report`]) and represent the contents of buffers ([`elements`]).
//!
//! Results go to standard output and everything else to standard error. The exit code is 0, or 1 if the input is bad
//! or a run fails, or 2 if the command itself is wrong.

mod check;
mod conform;
mod device;
mod doctor;
mod elements;
mod errors;
mod explain;
mod forms;
mod lower;
mod module;
mod operation;
mod ops;
mod page;
mod report;
mod run;
mod source;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use report::Failure;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Checks, converts, lowers and runs vyre programs.
///
/// A program is a file in the text form or in the wire form, which its first bytes tell apart, or a kernel of a `.rs` file. `-` is standard input.
#[derive(Parser)]
#[command(name = "vyre", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 success; 1 the input is bad or the run failed; 2 the command is wrong."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check a program against every rule
    Check {
        /// The program, in the text or the wire form, or a `.rs` file with kernels
        file: PathBuf,
    },
    /// Print the WGSL shader of a program
    Wgsl {
        /// The program, in the text or the wire form, or a `.rs` file
        file: PathBuf,
        #[command(flatten)]
        chosen: module::Chosen,
    },
    Lower(lower::Lower),
    /// Convert a program to the wire form
    ///
    /// The program need not be valid.
    Wire {
        /// The program, in the text or the wire form, or a `.rs` file
        file: PathBuf,
        #[command(flatten)]
        chosen: module::Chosen,
        /// Where to write the bytes; `-` is standard output
        #[arg(short, long, value_name = "OUT")]
        output: PathBuf,
    },
    /// Print a program in the text form
    ///
    /// The program need not be valid. The output has the usual layout and no comments.
    Text {
        /// The program, in the text or the wire form, or a `.rs` file
        file: PathBuf,
        #[command(flatten)]
        chosen: module::Chosen,
    },
    Run(run::Run),
    Conform(conform::Conform),
    ConformWorker(conform::Worker),
    /// Explain a rule or an error: what is demanded, why, what breaks it and what keeps it
    ///
    /// With the code of a rule it shows the rule, and kernels that break it. With a page of errors, a heading, a message or words it shows the
    /// errors of kernels that have these. Without anything it lists the rules and the pages.
    Explain {
        /// A rule, such as V010, or P011 of pipelines; or a page, a heading, a message or words, such as barrier
        #[arg(value_name = "WORDS")]
        words: Vec<String>,
    },
    /// Show the operation library, or one operation: signature, meaning, laws, edge cases, composition
    Ops {
        /// An operation, such as primitive.bitwise.xor, or a family, such as primitive.bitwise
        #[arg(value_parser = ops::id)]
        id: Option<String>,
    },
    /// List the devices of this machine, test them, and say what to install if no GPU is found
    ///
    /// Every device is listed with its limits and runs a few small kernels with known results. The exit code is 1 if
    /// a result is wrong.
    Doctor,
}

/// Keeps Mesa's layer that chooses among devices from looking for a desktop where there is none: it would write to standard error.
fn silence_device_selection() {
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        #[allow(
            unsafe_code,
            reason = "only a variable of the environment reaches a layer of Vulkan's loader"
        )]
        // SAFETY: `main` calls this first, when no other thread reads or writes the environment.
        unsafe {
            std::env::set_var("NODEVICE_SELECT", "1");
        }
    }
}

fn main() -> ExitCode {
    silence_device_selection();
    let mut out = BufWriter::new(io::stdout().lock());
    let done = execute(Cli::parse().command, &mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed the pipe.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // If standard error is closed too, the message is lost.
            let _ = write!(anstream::stderr(), "{failure}");
            ExitCode::FAILURE
        }
    }
}

fn execute(command: Command, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        Command::Check { file } => check::check(&file, out),
        Command::Wgsl { file, chosen } => forms::wgsl(&file, &chosen, out),
        Command::Lower(lower) => lower.execute(out),
        Command::Wire { file, chosen, output } => forms::wire(&file, &chosen, &output, out),
        Command::Text { file, chosen } => forms::text(&file, &chosen, out),
        Command::Run(run) => run.execute(out),
        Command::Conform(conform) => conform.execute(out),
        Command::ConformWorker(worker) => worker.execute(out),
        Command::Explain { words } => match explain::asked(&words) {
            Ok(asked) => explain::explain(&asked, out),
            Err(message) => Cli::command().error(ErrorKind::InvalidValue, message).exit(),
        },
        Command::Ops { id } => ops::ops(id.as_deref(), out),
        Command::Doctor => doctor::doctor(out),
    }
}
