//! `vyre conform FILE`: a user's program or pipeline on every device, against the reference interpreter and the checked device.
//!
//! The checked device runs a program in several orders of its invocations, and says where the order matters.

use super::Conform;
use crate::elements::{self, Elements, From};
use crate::module;
use crate::report::Failure;
use crate::run::{Assignment, Slot, Value};
use crate::source;
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use vyre::ir::{
    BufferAccess, BufferDecl, DataType, Event, Expr, Node, Program, ValidPipeline, Validated, walk,
};
use vyre::{Arg, Device, Error};
use vyre_lower::SourceMap;

/// The lengths of what is not given.
const LENGTHS: [u32; 4] = [0, 1, 63, 1000];
/// How often each device runs it.
const REPEATS: usize = 3;

/// What is held to the specification.
pub(super) enum Subject {
    Program(Box<Validated>, SourceMap),
    Pipeline(ValidPipeline),
}

/// The bytes of a buffer, by its declaration.
type Filled = (BufferDecl, Vec<u8>);

/// What a run takes.
struct Input {
    /// The length of what is filled from the seed, if anything is.
    length: Option<u32>,
    filled: Vec<Filled>,
    /// The values of a pipeline, by their names.
    numbers: Vec<(String, u32)>,
}

impl Conform {
    /// Holds a user's program or pipeline to the specification.
    pub(super) fn hold(&self, file: &Path, out: &mut dyn Write) -> Result<(), Failure> {
        let (subject, devices) = (self.subject(file)?, self.devices()?);
        // What is wrong with the command line is no finding about the program, and comes before a certificate is touched.
        let inputs = self.inputs(&subject)?;
        let held = self.held(file, (&subject, &inputs), &devices, out);
        if let Some(path) = &self.json {
            let wrong = held
                .as_ref()
                .err()
                .map(|failure| anstream::adapter::strip_str(&failure.to_string()).to_string());
            let certificate = self.of_program(file, &subject, &devices, wrong.as_deref())?;
            let written = std::fs::write(path, certificate);
            written.map_err(|error| Failure::message(format!("{}: {error}", path.display())))?;
        }
        held
    }

    /// The devices that it is held to.
    pub(super) fn devices(&self) -> Result<Vec<Device>, Failure> {
        Ok(match &self.device {
            Some(name) => vec![crate::device::named(Some(name))?],
            None => Device::list(),
        })
    }

    fn held(
        &self,
        file: &Path,
        (subject, inputs): (&Subject, &[Input]),
        devices: &[Device],
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let is_strict = subject.is_strict();
        for Input { length, filled, numbers } in inputs {
            let is_free = length.is_some();
            let at = length.map_or_else(String::new, |length| format!(" with length {length}"));
            let run = |device: &Device| {
                let values: Vec<(&str, u32)> =
                    numbers.iter().map(|(name, number)| (name.as_str(), *number)).collect();
                subject.run(device, filled, &values, self.groups)
            };
            let expected = match run(&Device::reference()) {
                Ok(expected) => expected,
                Err(Error::PipelineArguments { problem }) if is_free => {
                    anstream::eprintln!("{}{at}: left out, as {problem}", file.display());
                    continue;
                }
                Err(error) => return Err(Failure::message(format!("the reference{at}: {error}"))),
            };
            let checked = Device::checked();
            let ran = run(&checked);
            checked.take_findings().iter().for_each(|finding| anstream::eprintln!("{finding}\n"));
            match ran {
                Ok(got) => differ(&expected, &got).map_or(Ok(()), |what| {
                    Err(Failure::message(format!("the checked device{at}: {what}")))
                })?,
                Err(Error::Checked(report)) => {
                    return Err(Failure::Report(format!(
                        "{report}\n{} does not conform{at}\n",
                        file.display()
                    )));
                }
                Err(error) => return Err(Failure::message(format!("the checked device{at}: {error}"))),
            }
            for device in devices {
                for repeat in 1..=REPEATS {
                    let got = match run(device) {
                        Ok(got) => got,
                        Err(error @ Error::Limit { .. }) => {
                            anstream::eprintln!("{device}{at}: left out, as {error}");
                            break;
                        }
                        Err(error) => return Err(Failure::message(format!("{device}{at}: {error}"))),
                    };
                    // Approximate operators have no one result.
                    if let Some(what) = differ(&expected, &got).filter(|_| is_strict) {
                        let message =
                            format!("{device}{at}, run {repeat}: {what} on the reference interpreter");
                        return Err(Failure::message(message));
                    }
                }
            }
        }
        let names: Vec<String> = devices.iter().map(ToString::to_string).collect();
        let how = if is_strict { "the same bytes" } else { "no races; approximate results are not compared" };
        writeln!(out, "{}: conforms ({}): {how}", file.display(), subject.levels().join(", "))?;
        writeln!(out, "devices: reference, checked, {}", names.join(", "))?;
        Ok(())
    }

    /// What each run takes: of each length in turn, where anything is filled from the seed.
    fn inputs(&self, subject: &Subject) -> Result<Vec<Input>, Failure> {
        let (given, values) = subject.given();
        self.check_names(subject, &given, &values)?;
        let is_open = |decl: &BufferDecl| decl.count == 0 && self.named(&decl.name).is_none();
        let is_free = given.iter().any(is_open) || values.iter().any(|name| self.named(name).is_none());
        let lengths = if is_free { &LENGTHS[..] } else { &LENGTHS[..1] };
        let input = |length: &u32| {
            let filled = given.iter().map(|decl| self.filled(decl, *length)).collect::<Result<_, _>>()?;
            let number = |name: &String| Ok((name.clone(), self.number(name, *length)?));
            let numbers = values.iter().map(number).collect::<Result<_, Failure>>()?;
            Ok(Input { length: is_free.then_some(*length), filled, numbers })
        };
        lengths.iter().map(input).collect()
    }

    pub(super) fn subject(&self, file: &Path) -> Result<Subject, Failure> {
        if !module::is_text(file)
            && let Some(pipeline) = source::pipeline(file)?
        {
            return Ok(Subject::Pipeline(source::valid(file, &pipeline)?));
        }
        let source = source::read(file, &self.chosen)?;
        let validated = source.validate()?;
        let map = source.map(&validated);
        Ok(Subject::Program(Box::new(validated), map))
    }

    fn check_names(&self, subject: &Subject, given: &[BufferDecl], values: &[String]) -> Result<(), Failure> {
        for Assignment { name, .. } in &self.buffers {
            if !given.iter().any(|decl| decl.name == *name) && !values.contains(name) {
                return Err(Failure::message(format!("there is no buffer `{name}` to give")));
            }
        }
        match (subject, self.groups) {
            (Subject::Pipeline(_), Some(_)) => {
                Err(Failure::message("a pipeline says how many workgroups its steps have"))
            }
            _ => Ok(()),
        }
    }

    fn named(&self, name: &str) -> Option<&Value> {
        self.buffers.iter().find(|given| given.name == name).map(|given| &given.value)
    }

    /// What a buffer holds at first.
    fn filled(&self, decl: &BufferDecl, length: u32) -> Result<Filled, Failure> {
        if let Some(value) = self.named(&decl.name) {
            return Ok((decl.clone(), Slot::of(decl).given(value)?.bytes()));
        }
        let is_bytes = decl.element == DataType::Bytes;
        let count = match (decl.count, is_bytes) {
            (0, _) => length,
            (count, true) => count.saturating_mul(4),
            (count, false) => count,
        };
        let mut random = Random::of(self.seed, &decl.name);
        let bytes = match decl.element.flat() {
            DataType::Bytes => (0..count).map(|_| random.next() as u8).collect(),
            DataType::Bool => (0..count).flat_map(|_| (random.next() & 1).to_le_bytes()).collect(),
            element => {
                let size = count as usize * element.element_type().bytes();
                let words = (0..size.div_ceil(4)).flat_map(|_| {
                    // Small numbers are as many as others: they are indices.
                    let word = random.next();
                    let word = if word & 1 == 0 { random.next() } else { (word >> 1) % length.max(2) };
                    word.to_le_bytes()
                });
                words.take(size).collect()
            }
        };
        Ok((decl.clone(), bytes))
    }

    /// A value of a pipeline.
    fn number(&self, name: &str, length: u32) -> Result<u32, Failure> {
        let Some(value) = self.named(name) else { return Ok(length) };
        let decl = BufferDecl::read(name, 0, DataType::U32);
        let bytes = Slot::of(&decl).given(value)?.bytes();
        let one =
            <[u8; 4]>::try_from(bytes).map_err(|_| Failure::message(format!("`{name}` takes one value")))?;
        Ok(u32::from_le_bytes(one))
    }
}

impl Subject {
    /// What is equal for equal programs: the SHA-256 of the wire form, in which no positions are.
    pub(super) fn fingerprint(&self) -> Result<String, Failure> {
        let wire = match self {
            Subject::Program(program, _) => program.source().to_wire(),
            Subject::Pipeline(pipeline) => pipeline.pipeline().to_wire(),
        };
        let digest = Device::cpu().buffer(&wire).and_then(|wire| vyre::algorithms::hash::sha256(&wire));
        let digest = digest.map_err(|error| Failure::message(error.to_string()))?;
        Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The buffers and the values that it takes.
    fn given(&self) -> (Vec<BufferDecl>, Vec<String>) {
        match self {
            Subject::Program(program, _) => (program.source().bound_buffers().cloned().collect(), Vec::new()),
            Subject::Pipeline(pipeline) => {
                let given = pipeline.pipeline().buffers().iter().filter(|buffer| buffer.kind.is_given());
                let decl = |buffer: &vyre::ir::pipeline::PipelineBuffer| match buffer.kind.is_output() {
                    true => BufferDecl::read_write(&buffer.name, 0, buffer.element.clone()),
                    false => BufferDecl::read(&buffer.name, 0, buffer.element.clone()),
                };
                (given.map(decl).collect(), pipeline.pipeline().values().to_vec())
            }
        }
    }

    /// What a device leaves in the buffers that are written.
    fn run(
        &self,
        device: &Device,
        filled: &[Filled],
        values: &[(&str, u32)],
        groups: Option<[u32; 3]>,
    ) -> Result<Vec<Filled>, Error> {
        let read = |decl: &BufferDecl, from: &From<'_>| {
            elements::read(decl.element.flat().clone(), from)
                .map_err(|message| Error::Device { operation: "a buffer", message })
        };
        let mut contents: Vec<Box<dyn Elements>> =
            filled.iter().map(|(decl, bytes)| read(decl, &From::Bytes(bytes))).collect::<Result<_, _>>()?;
        let is_written = |decl: &BufferDecl| decl.access == BufferAccess::ReadWrite;
        let mut results: Vec<(BufferDecl, Box<dyn Elements>)> = Vec::new();
        match self {
            Subject::Program(program, map) => {
                let lengths = filled.iter().zip(&contents).filter(|((decl, _), _)| is_written(decl));
                let longest = lengths.map(|(_, contents)| contents.len()).max().unwrap_or(0);
                let size = program.source().workgroup_size[0].max(1) as usize;
                let cover = u32::try_from(longest.div_ceil(size).max(1)).unwrap_or(u32::MAX);
                let args = filled.iter().zip(&mut contents);
                let args: Vec<Arg<'_>> =
                    args.map(|((decl, _), contents)| contents.arg(is_written(decl))).collect();
                device.run_located(program, map.clone(), groups.unwrap_or([cover, 1, 1]), args)?;
            }
            Subject::Pipeline(pipeline) => {
                let buffers = pipeline.pipeline().buffers();
                {
                    let bound = filled.iter().zip(&mut contents);
                    let bound = bound.map(|((decl, _), it)| (decl.name.as_str(), it.arg(is_written(decl))));
                    let args: Vec<(&str, Arg<'_>)> = numbers(values).chain(bound).collect();
                    let shapes = pipeline.shapes(args.iter().map(|(name, arg)| (*name, arg)))?;
                    for (at, buffer) in buffers.iter().enumerate() {
                        if buffer.kind.is_output() && !buffer.kind.is_given() {
                            let decl = BufferDecl::read_write(&buffer.name, 0, buffer.element.clone());
                            let length = u32::try_from(shapes.len(at)).unwrap_or(u32::MAX);
                            let zeros = read(&decl, &From::Zeros(length))?;
                            results.push((decl, zeros));
                        }
                    }
                }
                let bound = filled.iter().zip(&mut contents);
                let bound = bound.map(|((decl, _), it)| (decl.name.as_str(), it.arg(is_written(decl))));
                let outputs = results.iter_mut().map(|(decl, it)| (decl.name.as_str(), it.arg(true)));
                device.run_pipeline(pipeline, numbers(values).chain(bound).chain(outputs))?;
            }
        }
        let written = filled.iter().zip(&contents).filter(|((decl, _), _)| is_written(decl));
        let written = written.map(|((decl, _), contents)| (decl.clone(), contents.bytes()));
        Ok(written.chain(results.iter().map(|(decl, it)| (decl.clone(), it.bytes()))).collect())
    }

    fn programs(&self) -> Vec<&Validated> {
        match self {
            Subject::Program(program, _) => vec![program],
            Subject::Pipeline(pipeline) => pipeline.programs().iter().collect(),
        }
    }

    pub(super) fn is_strict(&self) -> bool {
        self.programs().iter().all(|program| program.is_strict())
    }

    /// The levels of the specification of which it is a case.
    pub(super) fn levels(&self) -> Vec<&'static str> {
        let mut found = HashSet::new();
        if let Subject::Pipeline(_) = self {
            found.insert("L3");
        }
        for program in self.programs() {
            of_program(program, &mut found);
        }
        let all = ["L1", "L2", "L3", "L4", "L1f", "L2f", "L3f", "L4f"];
        let levels: Vec<&str> = all.into_iter().filter(|level| found.contains(level)).collect();
        if levels.is_empty() { vec!["L1"] } else { levels }
    }
}

/// The levels of a program.
fn of_program(program: &Validated, found: &mut HashSet<&'static str>) {
    let source: &Program = program.source();
    if program.written() != source {
        found.insert("L3");
    }
    if source.tensors().next().is_some() {
        found.insert("L4");
    }
    let is_float = |ty: &DataType| ty.is_float() || matches!(ty, DataType::Vec2F32 | DataType::Vec4F32);
    let mut places = 0..vyre::ir::rules::DEFAULT_MAX_NODE_COUNT;
    let has_floats = places.any(|place| program.type_of(place).is_some_and(|ty| is_float(&ty)));
    found.insert(if has_floats { "L1f" } else { "L1" });
    walk(&source.entry, |event| {
        let Event::Enter { node, exprs, .. } = event else { return };
        if let Node::Barrier | Node::Collective { .. } | Node::UniformLoad { .. } | Node::AtomicStore { .. } =
            node
        {
            found.insert("L2");
        }
        if let Node::Collective { value, .. } = node
            && value.any(|expr| matches!(expr, Expr::LitF32(_)))
        {
            found.insert("L4f");
        }
        for (_, expr) in exprs.into_iter().flatten() {
            expr.any(|expr| {
                match expr {
                    Expr::Atomic { .. } | Expr::AtomicLoad { .. } => found.insert("L2"),
                    Expr::Call { .. } => found.insert("L3"),
                    Expr::Cast { target, .. } if is_float(target) => found.insert("L2f"),
                    _ => false,
                };
                false
            });
        }
    });
}

/// Where the bytes of two runs differ, in words.
fn differ(expected: &[Filled], got: &[Filled]) -> Option<String> {
    expected.iter().zip(got).find_map(|((decl, expected), (_, got))| {
        let at = expected.iter().zip(got).position(|(expected, got)| expected != got)?;
        let size = match decl.element.flat() {
            DataType::Bytes => 1,
            element => element.element_type().bytes(),
        };
        let element = at / size;
        let hex = |bytes: &[u8]| {
            let bytes = bytes.get(element * size..(element + 1) * size).unwrap_or_default();
            bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        Some(format!(
            "`{}[{element}]` is 0x{} and should be 0x{}, as it is",
            decl.name,
            hex(got),
            hex(expected)
        ))
    })
}

/// Numbers from a seed and a name (xorshift).
struct Random(u64);

impl Random {
    fn of(seed: u64, name: &str) -> Random {
        let start = name.bytes().fold(seed ^ 0x9e37_79b9_7f4a_7c15, |state, byte| {
            (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Random(start | 1)
    }

    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as u32
    }
}

/// Numbers as the arguments of a pipeline.
fn numbers<'v, 'a>(values: &'v [(&'v str, u32)]) -> impl Iterator<Item = (&'v str, Arg<'a>)> {
    values.iter().map(|(name, value)| (*name, Arg::value(*value)))
}
