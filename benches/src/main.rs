//! Every case by every contestant in interleaved rounds, as a table in Markdown.
//!
//! A machine that does other work changes its speed from second to second. Each round times every contestant once, and the
//! ratios are those within a round: their median says more than the ratio of two medians.

use std::time::Duration;
use vyre_benches::{Bench, Case, Contestant, Field};

fn main() {
    let mut rounds = 21;
    let mut names: Vec<String> = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--rounds" => {
                rounds = args.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(rounds).max(1)
            }
            name if Case::ALL.iter().any(|case| case.name() == name) => names.push(arg),
            _ => {
                let known = Case::ALL.map(Case::name).join(", ");
                eprintln!("usage: vyre-benches [--rounds N] [CASE]..\ncases: {known}");
                std::process::exit(2);
            }
        }
    }
    let Field { device, mut contestants } = match vyre_benches::open() {
        Ok(field) => field,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
    };
    println!("{device}, {rounds} rounds\n");
    println!("| case | | median | of bare wgpu (range of the middle half) | goal |");
    println!("|---|---|---|---|---|");
    for case in Case::ALL {
        if names.is_empty() || names.iter().any(|name| name == case.name()) {
            run(Bench::new(case, &device), &mut contestants, rounds);
        }
    }
}

/// Runs a case and prints its rows.
fn run(mut bench: Bench, contestants: &mut [Box<dyn Contestant>], rounds: usize) {
    let case = bench.case;
    let mut running: Vec<&mut Box<dyn Contestant>> =
        contestants.iter_mut().filter(|contestant| contestant.takes_part(case)).collect();
    for contestant in &mut running {
        bench.prepare(&mut ***contestant);
    }
    let repetitions = bench.repetitions();
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); running.len()];
    for round in 0..rounds {
        for turn in 0..running.len() {
            // Nobody is always the first, or always comes after the same one.
            let at = (round + turn) % running.len();
            times[at].push(bench.sample(&mut **running[at], repetitions));
        }
    }
    for (times_of, contestant) in times.iter().zip(&mut running) {
        let ratios =
            times_of.iter().zip(&times[0]).map(|(time, bare)| time.as_secs_f64() / bare.as_secs_f64());
        let [low, middle, high] = quartiles(ratios.collect());
        let [_, median, _] = quartiles(times_of.iter().map(Duration::as_secs_f64).collect());
        let rate = match bench.bytes() {
            Some(bytes) => format!("{:.2} GB/s", bytes as f64 / median / 1e9),
            None => format!("{:.2} µs", median * 1e6),
        };
        let name = contestant.name();
        let goal = case.goal().filter(|_| name == "vyre").map_or(String::new(), |goal| format!("{goal}"));
        println!("| {} | {name} | {rate} | {middle:.2} ({low:.2} to {high:.2}) | {goal} |", case.title());
        contestant.release();
    }
}

fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| values[(values.len() - 1) * quarter / 4])
}
