//! Prints random programs.
//!
//! ```text
//! cargo run -p vyre-random -- --seed 7 --count 3 --print
//! ```

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;
use vyre_random::generate;

const USAGE: &str = "usage: vyre-random [--seed SEED] [--count COUNT] [--print]

Makes the programs of COUNT seeds from SEED on (both 1 without the options) and says how long that took. With --print it
writes them to standard output instead.";

struct Options {
    seed: u64,
    count: u64,
    print: bool,
}

fn options() -> Option<Options> {
    let mut options = Options { seed: 1, count: 1, print: false };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--seed" => options.seed = args.next()?.parse().ok()?,
            "--count" => options.count = args.next()?.parse().ok()?,
            "--print" => options.print = true,
            _ => return None,
        }
    }
    Some(options)
}

fn run(options: &Options) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let start = Instant::now();
    let mut sizes = 0;
    for at in 0..options.count {
        let seed = options.seed.wrapping_add(at);
        let case = generate(seed);
        if options.print {
            writeln!(out, "// seed {seed}\n{case}")?;
        }
        sizes += case.count();
    }
    if !options.print {
        let micros = start.elapsed().as_secs_f64() * 1e6 / options.count.max(1) as f64;
        let size = sizes as f64 / options.count.max(1) as f64;
        writeln!(
            out,
            "{} programs, each {micros:.1} us and {size:.0} statements and expressions",
            options.count
        )?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    match run(&options) {
        // Whoever reads may have enough.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
