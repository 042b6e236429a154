//! Valid programs with damaged bytes or letters: each is an error, or a program that every stage takes. The fuzz targets look for more
//! with coverage; this needs no nightly compiler. `VYRE_MUTATION_SECONDS` says for how long, `VYRE_RANDOM_SEED` from which seed on.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use std::time::{Duration, Instant};
use vyre::ir::{
    BufferAccess, BufferDecl, DataType, Dim, Program, Registry, TensorType, Validated, certain_races,
    validate_with,
};
use vyre::{Arg, Device};
use vyre_random::{Case, Contents, Source, generate, in_tensors, with_calls};
use vyre_tests::data::Data;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// One to four damages, of kinds that leave much as it was.
    fn damage(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            let (at, from) = (self.below(bytes.len()), self.below(bytes.len()));
            let len = self.below(8).min(bytes.len() - at).min(bytes.len() - from);
            match self.below(6) {
                0 if !bytes.is_empty() => bytes[at] ^= 1 << self.below(8),
                1 if !bytes.is_empty() => {
                    bytes[at] = [0, 1, 0x7f, 0x80, 0xff, bytes[at].wrapping_add(1)][self.below(6)]
                }
                2 => bytes.copy_within(from..from + len, at),
                3 => drop(bytes.drain(at..at + len)),
                4 => {
                    let copied = bytes[from..from + len].to_vec();
                    bytes.splice(at..at, copied);
                }
                _ => bytes.insert(at, self.next() as u8),
            }
        }
    }
}

/// How many programs came as far as each stage.
#[derive(Default, Debug)]
struct Reached {
    damaged: u64,
    read: u64,
    valid: u64,
    run: u64,
}

/// A program of damaged input goes through all stages.
fn follow(program: &Program, registry: &Registry, device: &Device, reached: &mut Reached) {
    reached.read += 1;
    let text = program.to_string();
    assert!(text.parse::<Program>().is_ok_and(|again| again == *program), "{text}");
    assert!(Program::from_wire(&program.to_wire()).is_ok_and(|again| again == *program), "{text}");
    let validated = match validate_with(program, registry) {
        Ok(validated) => validated,
        Err(errors) => return assert!(errors.iter().all(|error| !error.to_string().is_empty())),
    };
    reached.valid += 1;
    let _ = certain_races(validated.program());
    // Damage may ask for more memory than there is.
    let size = validated.program().workgroup_size.iter().product::<u32>();
    let is_large = |count: u32| count > 1 << 16;
    if size > 1_024 || validated.program().buffers.iter().any(|buffer| is_large(buffer.count)) {
        return;
    }
    let wgsl = vyre_runtime::to_wgsl(&validated);
    let module =
        naga::front::wgsl::parse_str(&wgsl).unwrap_or_else(|error| panic!("{error}\n{text}\n{wgsl}"));
    let mut validator =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
    validator.validate(&module).unwrap_or_else(|error| panic!("{error:?}\n{text}\n{wgsl}"));
    reached.run += u64::from(launch(&validated, device));
}

/// A shape of a tensor, with few elements.
fn lengths(ty: &TensorType) -> Vec<usize> {
    let length = |dim: &Dim| match dim {
        Dim::Static(length) => (*length).min(5) as usize,
        Dim::Dynamic(_) => 3,
    };
    ty.shape.iter().map(length).collect()
}

/// Runs a program for as long as the device has patience.
fn launch(validated: &Validated, device: &Device) -> bool {
    let bound: Vec<_> = validated.program().bound_buffers().collect();
    let contents = |buffer: &BufferDecl| match buffer.element.flat() {
        DataType::Bytes => Contents::Bytes(vec![7; 10]),
        element => {
            let shape = buffer.as_tensor().map(lengths);
            let count = shape.map_or(buffer.count.max(9) as usize, |shape| shape.iter().product());
            Contents::Words(vec![1; count * element.lanes()])
        }
    };
    let mut data: Vec<Data> =
        bound.iter().map(|buffer| Data::of(buffer.element.clone(), &contents(buffer))).collect();
    let is_written = |at: usize| bound[at].access == BufferAccess::ReadWrite;
    let mut args: Vec<Arg<'_>> = Vec::new();
    for (at, data) in data.iter_mut().enumerate() {
        let arg = data.arg(is_written(at));
        args.push(match bound[at].as_tensor() {
            Some(ty) => arg.shaped(lengths(ty)),
            None => arg,
        });
    }
    device.run_validated(validated, [2, 1, 1], args).is_ok()
}

fn seconds() -> Duration {
    let given = std::env::var("VYRE_MUTATION_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    Duration::from_secs(given.unwrap_or(3))
}

fn first_seed() -> u64 {
    std::env::var("VYRE_RANDOM_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0)
}

/// A program: of each four two are without tensors, one has them, and one calls operations on buffers, too.
fn seeded(seed: u64) -> Case {
    let (case, mut source) = (generate(seed), Source::new(seed));
    match seed % 4 {
        0 | 1 => case,
        2 => in_tensors(&case, &mut source),
        _ => with_calls(&in_tensors(&case, &mut source), &mut source),
    }
}

/// Damages what `bytes` makes of programs, and reads it with `read`.
fn run(bytes: fn(&Program) -> Vec<u8>, read: fn(&[u8]) -> Option<Program>) {
    let device = Device::cpu();
    device.set_timeout(Duration::from_millis(300));
    let (end, mut reached) = (Instant::now() + seconds(), Reached::default());
    for seed in first_seed().. {
        let case = seeded(seed);
        let Ok(registry) = case.registry() else { panic!("seed {seed}: two operations have one id") };
        let (whole, mut random) = (bytes(&case.program), Random(seed));
        for _ in 0..20 {
            if reached.read > 0 && Instant::now() > end {
                break;
            }
            let mut damaged = whole.clone();
            random.damage(&mut damaged);
            reached.damaged += 1;
            if let Some(program) = read(&damaged) {
                follow(&program, &registry, &device, &mut reached);
            }
        }
        if Instant::now() > end {
            break;
        }
    }
    println!("{reached:?}");
    assert!(reached.read > 0);
}

#[test]
fn damaged_bytes_are_an_error_or_a_program() {
    vyre_tests::in_own_process!();
    run(Program::to_wire, |bytes| match Program::from_wire(bytes) {
        Ok(program) => Some(program),
        Err(error) => {
            assert!(error.offset <= bytes.len() && !error.to_string().is_empty());
            None
        }
    });
}

#[test]
fn damaged_texts_are_an_error_or_a_program() {
    vyre_tests::in_own_process!();
    run(
        |program| program.to_string().into_bytes(),
        |bytes| {
            let text = String::from_utf8_lossy(bytes);
            match text.parse::<Program>() {
                Ok(program) => Some(program),
                Err(error) => {
                    assert!(text.is_char_boundary(error.offset) && error.to_string().ends_with('^'));
                    None
                }
            }
        },
    );
}
