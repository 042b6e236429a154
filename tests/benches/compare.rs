//! Every kernel with and without passes, on whatever device there is: which of them do the passes make slower?
//!
//! ```sh
//! VYRE_PROGRAMS=kernels cargo test -p vyre-tests -p vyre-examples    # writes the kernels of the tests and examples there
//! cargo bench -p vyre-tests --bench compare --no-run                 # the binary needs nothing but that folder
//! VYRE_DEVICE=H200 ./compare kernels                                 # no passes against all of them
//! VYRE_DEVICE=H200 ./compare kernels --without hoist                 # all but one against all of them
//! VYRE_DEVICE=H200 ./compare kernels --partly scan                   # all against those with partial unrolling, of kernels with that name
//! VYRE_DEVICE=H200 ./compare kernels --skip queens                   # not those with that name
//! VYRE_DEVICE=H200 ./compare kernels --each 64 chacha20              # of which an invocation works on 64 elements
//! VYRE_DEVICE=H200 ./compare kernels --uniform 16777216 chacha20     # every word of uniform data is that, and not 8
//! ```
//!
//! A kernel is printed if the second way takes over 3 % more than the first, twice, or if the two leave different bytes. `--all` prints every one.
//! Buffers hold small random numbers, and are as long as it takes for a launch of half a millisecond: what a kernel computes there is not what
//! it is for, so a difference may be a race of the kernel's own. The times are the least of several rounds, in turns, by the device's clock.
//!
//! Uniform data has sizes and strides, and how many bytes a slice of bytes has: with 8 of them a kernel of bytes does next to nothing.
//!
//! A program that reads no id is launched with one workgroup, and measured only if that takes long enough: with more workgroups all of them would store the same
//! elements, and their contention would be timed. What `on_host` calls of a function for the host is such a program.

#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vyre::ir::{BufferAccess, BufferDecl, DataType, Program, Validated, validate};
use vyre::{Device, Error};
use vyre_lower::pass::{self, PASSES};
use vyre_lower::{Lowered, Op, Target};
use vyre_runtime::testing::{Prepared, Words};

/// What a launch has to take at least, so that its time means something.
const LONG_ENOUGH: Duration = Duration::from_micros(500);
/// What the longest launch may take.
const TOO_LONG: Duration = Duration::from_millis(60);
/// How long a kernel is launched before its times are taken: an idle GPU has a fifth of its clock.
const WARM_UP: Duration = Duration::from_millis(300);
/// How long the device may take for one. A kernel that searches may take for ever on data that it is not for; the CPU device ends it.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The elements of the first try and the most.
const FIRST: usize = 1 << 10;
const MOST: usize = 1 << 24;
/// The rounds, of which the best counts.
const ROUNDS: usize = 9;
/// By how much a way may be slower.
const SLOWER: f64 = 1.03;

/// Which passes run.
#[derive(Clone, Default)]
struct Way {
    /// Those that a backend cannot do without, and no others.
    is_plain: bool,
    /// Those that are left out.
    without: Vec<String>,
    partly: bool,
}

impl Way {
    fn optimise(&self, form: &mut Lowered, target: &Target) {
        let target = Target { unrolls_partly: self.partly, ..*target };
        let is_needed = |name: &str| ["fold", "expand"].contains(&name);
        let runs = |name: &str| is_needed(name) || !self.is_plain && self.without.iter().all(|it| it != name);
        for pass in PASSES.iter().filter(|pass| runs(pass.name)) {
            pass::run(pass, form, &target);
        }
    }
}

/// What is to be done.
struct Bench {
    device: Device,
    ways: [Way; 2],
    /// Every word of uniform data. Parameters are sizes and strides.
    uniform: u32,
    prints_all: bool,
    /// The elements that an invocation works on. With too few invocations not all is done, with too many most of them find nothing to do.
    each: usize,
}

/// What came of a kernel.
enum Outcome {
    Times([Duration; 2]),
    Differs,
    /// It takes no time, or cannot run on this data.
    No(String),
}

/// Numbers from a seed, by the mixing function of SplitMix64.
fn random(seed: u64) -> u64 {
    let z = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The words of a buffer whose length the program leaves open, for so many elements. Those of uniform data are all the same.
fn words(decl: &BufferDecl, elements: usize, uniform: u32) -> Vec<u32> {
    let count = if decl.count > 0 { decl.count as usize } else { elements };
    let count = count * decl.element.lanes();
    let of = |at: usize| {
        let bits = random(at as u64);
        match decl.element {
            DataType::Bool => bits as u32 & 1,
            DataType::F32 | DataType::Vec2F32 | DataType::Vec4F32 => (bits as u32 % 1_000) as f32 as u32,
            DataType::Bytes => bits as u32,
            // High words are zero, and the low ones small.
            DataType::U64 if at % 2 == 1 => 0,
            _ => bits as u32 % 64,
        }
    };
    match decl.access {
        BufferAccess::Uniform => vec![uniform; if decl.count > 0 { count } else { 64 }],
        _ => (0..count).map(of).collect(),
    }
}

impl Bench {
    fn data(&self, program: &Program, elements: usize) -> Result<Vec<Words>, Error> {
        let words = program.bound_buffers().map(|decl| {
            let words = words(decl, elements, self.uniform);
            Ok(match decl.access {
                BufferAccess::Uniform => Words::Host(words),
                _ => Words::Resident(self.device.buffer(&words)?),
            })
        });
        words.collect()
    }

    fn run(&self, way: &Prepared, groups: [u32; 3], data: &mut [Words]) -> Result<Duration, Error> {
        Ok(way.run_timed(&self.device, groups, data)?.unwrap_or_default())
    }

    /// Whether both ways leave the same bytes.
    fn is_same(&self, program: &Program, groups: [u32; 3], ways: &[Prepared; 2]) -> Result<bool, Error> {
        let mut results = Vec::new();
        for way in ways {
            let mut data = self.data(program, FIRST)?;
            self.run(way, groups, &mut data)?;
            let read = data.iter().map(|words| match words {
                Words::Resident(buffer) => buffer.read(),
                Words::Host(words) => Ok(words.clone()),
            });
            results.push(read.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(results[0] == results[1])
    }

    fn times(
        &self,
        ways: &[Prepared; 2],
        groups: [u32; 3],
        data: &mut [Words],
    ) -> Result<[Duration; 2], Error> {
        let start = Instant::now();
        while start.elapsed() < WARM_UP {
            self.run(&ways[0], groups, data)?;
        }
        let mut times = [Duration::MAX; 2];
        for round in 0..=ROUNDS {
            for (time, way) in times.iter_mut().zip(ways) {
                let took = self.run(way, groups, data)?;
                if round > 0 {
                    *time = took.min(*time);
                }
            }
        }
        Ok(times)
    }

    fn kernel(&self, program: &Validated) -> Result<Outcome, Error> {
        let ways = self.ways.clone();
        let ways =
            ways.map(|way| Prepared::new(program, move |form, target| way.optimise(form, target)).unwrap());
        let reads_ids = reads_ids(program);
        let program = program.program();
        let groups = |elements: usize| if reads_ids { groups(program, elements / self.each) } else { [1; 3] };
        if !self.is_same(program, groups(FIRST), &ways)? {
            return Ok(Outcome::Differs);
        }
        let mut elements = FIRST;
        loop {
            let (groups, mut data) = (groups(elements), self.data(program, elements)?);
            // The first launch compiles, and the second is warm.
            let took = (0..2).map(|_| self.run(&ways[0], groups, &mut data)).last();
            let took = took.unwrap_or(Ok(Duration::ZERO))?;
            if took >= LONG_ENOUGH || elements >= MOST {
                if took.is_zero() {
                    return Ok(Outcome::No("the device has no clock".into()));
                }
                if !reads_ids && took < LONG_ENOUGH {
                    return Ok(Outcome::No(
                        "it reads no id, and one workgroup takes too short a time".into(),
                    ));
                }
                let times = self.times(&ways, groups, &mut data)?;
                let again = if ratio(times) > SLOWER { self.times(&ways, groups, &mut data)? } else { times };
                return Ok(Outcome::Times(if ratio(again) < ratio(times) { again } else { times }));
            }
            // Twice as many elements may take eight times as long.
            elements *= if took * 8 > TOO_LONG { 2 } else { 4 };
        }
    }

    /// Runs a kernel and prints what is to be said of it. Gives how much longer the second way takes.
    fn report(&self, name: &str, program: &Validated) -> Option<f64> {
        match self.kernel(program) {
            Ok(Outcome::Times(times)) => {
                let ratio = ratio(times);
                if ratio > SLOWER || self.prints_all {
                    let [first, second] = times.map(|time| time.as_secs_f64() * 1e3);
                    println!("{ratio:6.3}  {first:9.4} ms  {second:9.4} ms  {name}");
                }
                Some(ratio)
            }
            Ok(Outcome::Differs) => {
                println!("differs                              {name}");
                None
            }
            Ok(Outcome::No(why)) => {
                println!("not measured: {why}: {name}");
                None
            }
            Err(error) => {
                let error = error.to_string();
                println!("not measured: {}: {name}", error.lines().next().unwrap_or_default());
                None
            }
        }
    }
}

/// How much longer the second takes.
fn ratio([first, second]: [Duration; 2]) -> f64 {
    second.as_secs_f64() / first.as_secs_f64().max(1e-9)
}

/// Whether its invocations can differ. Otherwise all of them compute the same, and store it to the same elements.
fn reads_ids(program: &Validated) -> bool {
    let form = vyre_lower::build(program).unwrap();
    form.insts.iter().any(|inst| matches!(inst.op, Op::Builtin(_)))
}

/// Enough workgroups for so many invocations, on a square where the workgroups have two axes.
fn groups(program: &Program, invocations: usize) -> [u32; 3] {
    let [x, y, z] = program.workgroup_size.map(|size| size.max(1) as usize);
    let along = |count: usize, size: usize| u32::try_from(count.div_ceil(size)).unwrap_or(1).clamp(1, 65_535);
    match (y, z) {
        (1, 1) => [along(invocations, x), 1, 1],
        _ => {
            let side = invocations.isqrt();
            [along(side, x), along(side, y), 1]
        }
    }
}

/// The programs of a folder, and of those in it.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return found.push(folder.to_path_buf()) };
    for entry in entries {
        files(&entry.unwrap().path(), found);
    }
}

fn read(path: &Path) -> Option<Validated> {
    let bytes = std::fs::read(path).ok()?;
    let program = match bytes.starts_with(b"VYRE") {
        true => Program::from_wire(&bytes).ok()?,
        false => String::from_utf8(bytes).ok()?.parse().ok()?,
    };
    validate(&program).ok()
}

fn main() {
    let mut args = std::env::args().skip(1);
    let (mut folders, mut filters, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    let (mut prints_all, mut uniform, mut each) = (false, 8, 1);
    let mut ways = [Way { is_plain: true, ..Way::default() }, Way::default()];
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--without" => {
                ways[0].is_plain = false;
                ways[0].without.extend(args.next());
            }
            "--partly" => {
                ways[0].is_plain = false;
                ways[1].partly = true;
            }
            "--skip" => skipped.extend(args.next()),
            "--uniform" => uniform = args.next().and_then(|word| word.parse().ok()).unwrap_or(8),
            "--all" => prints_all = true,
            "--each" => each = args.next().and_then(|each| each.parse().ok()).unwrap_or(1).max(1),
            // What cargo gives every bench.
            "--bench" => {}
            path if Path::new(path).exists() => folders.push(PathBuf::from(path)),
            filter => filters.push(filter.to_string()),
        }
    }
    let mut paths = Vec::new();
    folders.iter().for_each(|folder| files(folder, &mut paths));
    paths.sort();
    if paths.is_empty() {
        println!("no programs: give a folder that tests have written with VYRE_PROGRAMS=FOLDER");
        return;
    }
    let bench = Bench { device: Device::auto().unwrap(), ways, uniform, prints_all, each };
    bench.device.set_timeout(TIMEOUT);
    println!("{}\nratio   first         second        kernel", bench.device.info());
    let mut ratios = Vec::new();
    for path in paths {
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let is_one_of = |names: &[String]| names.iter().any(|part| name.contains(part.as_str()));
        if (filters.is_empty() || is_one_of(&filters)) && !is_one_of(&skipped) {
            // A driver that hangs or crashes says nothing, so this does.
            eprintln!("{name}");
            ratios.extend(read(&path).and_then(|program| bench.report(&name, &program)));
        }
    }
    let slower = ratios.iter().filter(|ratio| **ratio > SLOWER).count();
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp();
    println!(
        "{} measured, {slower} slower; on average the second takes {mean:.3} of the first",
        ratios.len()
    );
}
