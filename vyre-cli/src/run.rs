//! `vyre run`: takes buffers from the command line, launches a program and prints the results.

use crate::device;
use crate::elements::{self, Elements, From};
use crate::forms::write_to;
use crate::module::{self, Chosen};
use crate::report::Failure;
use crate::source;
use clap::Args;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use vyre::ir::pipeline::PipelineBuffer;
use vyre::ir::{BufferAccess, BufferDecl, DataType, Program, ValidPipeline};
use vyre::{Access, Arg, Device, Error, Parameter};

/// Run a program
///
/// Every buffer that the host binds must be given with --buffer. A buffer that the program writes may be left out if
/// its length is declared; it is zero then. Without --out, every written buffer is printed.
#[derive(Args)]
pub(crate) struct Run {
    /// The program, in the text or the wire form, or a `.rs` file: its kernel takes what --buffer gives to its parameters, values too
    file: PathBuf,
    #[command(flatten)]
    chosen: Chosen,
    /// The number of workgroups along x, y and z; by default enough along x to cover the longest written buffer
    #[arg(short, long, value_name = "X,Y,Z", value_parser = groups)]
    groups: Option<[u32; 3]>,
    /// `cpu`, `reference`, `checked`, `gpu`, or a part of an adapter's name; by default $VYRE_DEVICE, else the best GPU, else
    /// the CPU
    #[arg(short, long)]
    device: Option<String>,
    /// Run on the checked device, which finds data races, results that depend on the order of invocations, accesses out of
    /// bounds and reads of what nobody wrote; the same as --device checked
    #[arg(short, long, conflicts_with = "device")]
    checked: bool,
    /// As --checked, and find sums, differences and products of integers that wrap around
    #[arg(short, long, conflicts_with_all = ["device", "checked"])]
    wraps: bool,
    /// The contents of a buffer: `a=[1, 0xff]`, `a=zeros(100)`, or `a=@PATH` for raw little-endian bytes
    ///
    /// An element that is a vector or an array is written `[1, 2]`, and a single element needs no brackets. In a file
    /// numbers follow each other in their own sizes, and a bool takes 4 bytes. An element of a buffer of bytes is a byte.
    #[arg(short, long = "buffer", value_name = "NAME=VALUE", value_parser = assignment)]
    buffers: Vec<Assignment>,
    /// A written buffer to print, or to write to a file as raw little-endian bytes
    #[arg(short, long = "out", value_name = "NAME[=PATH]", value_parser = output)]
    outs: Vec<Output>,
}

#[derive(Clone)]
pub(crate) struct Assignment {
    pub(crate) name: String,
    pub(crate) value: Value,
}

#[derive(Clone)]
pub(crate) enum Value {
    Zeros(u32),
    File(PathBuf),
    Literal(String),
}

impl fmt::Display for Assignment {
    /// As it is given on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.value {
            Value::Zeros(len) => write!(f, "{name}=zeros({len})"),
            Value::File(path) => write!(f, "{name}=@{}", path.display()),
            Value::Literal(text) => write!(f, "{name}={text}"),
        }
    }
}

#[derive(Clone)]
struct Output {
    name: String,
    path: Option<PathBuf>,
}

/// `4`, `4,2` or `4,2,1`.
pub(crate) fn groups(text: &str) -> Result<[u32; 3], String> {
    let mut groups = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err("there are three axes".to_string());
    }
    for (to, part) in groups.iter_mut().zip(parts) {
        *to = part.trim().parse().map_err(|_| format!("`{part}` is not a number of workgroups"))?;
    }
    Ok(groups)
}

pub(crate) fn assignment(text: &str) -> Result<Assignment, String> {
    let (name, value) = text.split_once('=').ok_or("a buffer is given as NAME=VALUE")?;
    let (name, value) = (name.trim().to_string(), value.trim());
    let zeros = value.strip_prefix("zeros(").and_then(|rest| rest.strip_suffix(')'));
    let value = if let Some(path) = value.strip_prefix('@') {
        Value::File(path.into())
    } else if let Some(len) = zeros {
        let len = len.trim().replace('_', "").parse();
        Value::Zeros(len.map_err(|_| format!("`{value}` has no length of 32 bits"))?)
    } else {
        Value::Literal(value.to_string())
    };
    Ok(Assignment { name, value })
}

fn output(text: &str) -> Result<Output, String> {
    Ok(match text.split_once('=') {
        Some((name, path)) => Output { name: name.trim().to_string(), path: Some(path.trim().into()) },
        None => Output { name: text.trim().to_string(), path: None },
    })
}

type Contents = Box<dyn Elements>;

/// What takes contents: a buffer of a program, or a parameter of a kernel.
pub(crate) struct Slot {
    name: String,
    /// The type of its elements, as it is written.
    ty: String,
    elements: Kind,
    is_written: bool,
    /// The declared number of elements.
    declared: Option<u32>,
}

/// What elements are.
enum Kind {
    /// Of a type of the IR.
    Flat(DataType),
    /// Numbers of Rust's, in arrays of these lengths.
    Rows(String, Vec<u32>),
}

impl Slot {
    pub(crate) fn of(buffer: &BufferDecl) -> Slot {
        Slot {
            name: buffer.name.clone(),
            ty: buffer.element.to_string(),
            elements: Kind::Flat(buffer.element.flat().clone()),
            is_written: is_written(buffer),
            declared: Some(declared_len(buffer)).filter(|len| *len != 0),
        }
    }

    /// The contents that are given.
    pub(crate) fn given(&self, value: &Value) -> Result<Contents, Failure> {
        let file;
        let from = match value {
            Value::Zeros(len) => From::Zeros(*len),
            Value::Literal(text) => From::Literal(text),
            Value::File(path) => {
                file = source::bytes(path)?;
                From::Bytes(&file)
            }
        };
        self.read(&from)
    }

    fn read(&self, from: &From<'_>) -> Result<Contents, Failure> {
        let Slot { name, ty, .. } = self;
        let wrong = |what: String| Failure::message(format!("buffer `{name}` of `{ty}`: {what}"));
        let read = match &self.elements {
            Kind::Flat(element) => elements::read(element.clone(), from),
            Kind::Rows(number, lengths) => elements::read_rows((number, lengths), ty, from),
        };
        read.map_err(wrong)
    }
}

impl Run {
    pub(crate) fn execute(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if module::is_text(&self.file) {
            return self.execute_kernel(out);
        }
        if let Some(pipeline) = source::pipeline(&self.file)? {
            return self.execute_pipeline(&source::valid(&self.file, &pipeline)?, out);
        }
        let source = source::read(&self.file, &self.chosen)?;
        // The run would validate too, but its errors would not show the text.
        let validated = source.validate()?;
        source.warn_of_races();
        let program = &source.program;
        self.check_names(program)?;
        let slots: Vec<Slot> = program.bound_buffers().map(Slot::of).collect();
        let contents = slots.iter().map(|slot| self.contents(slot));
        let mut contents = contents.collect::<Result<Vec<_>, _>>()?;
        let groups = self.groups.unwrap_or_else(|| cover(program, &contents));
        let device = self.device()?;
        let buffers = program.bound_buffers().zip(&mut contents);
        let args: Vec<Arg<'_>> = buffers.map(|(buffer, contents)| contents.arg(is_written(buffer))).collect();
        let ran = device.run_located(&validated, source.map(&validated), groups, args);
        after(&device, ran)?;
        self.write(&slots, &contents, out)
    }

    /// Runs a pipeline: --buffer gives its inputs and its values.
    fn execute_pipeline(&self, pipeline: &ValidPipeline, out: &mut dyn Write) -> Result<(), Failure> {
        let (buffers, values) = (pipeline.pipeline().buffers(), pipeline.pipeline().values());
        if self.groups.is_some() {
            return Err(Failure::message("a pipeline says how many workgroups its steps have"));
        }
        let is_known = |name: &str| {
            let taken = buffers.iter().any(|buffer| buffer.kind.is_given() && buffer.name == name);
            taken || values.iter().any(|value| value == name)
        };
        for given in &self.buffers {
            if !is_known(&given.name) {
                let message = format!("the pipeline has no input and no value `{}`", given.name);
                return Err(Failure::message(message));
            }
        }
        let decl = |buffer: &PipelineBuffer| match buffer.kind.is_output() {
            true => BufferDecl::read_write(&buffer.name, 0, buffer.element.clone()),
            false => BufferDecl::read(&buffer.name, 0, buffer.element.clone()),
        };
        for wanted in &self.outs {
            if !buffers.iter().any(|buffer| buffer.kind.is_output() && buffer.name == wanted.name) {
                return Err(Failure::message(format!("the pipeline has no output `{}`", wanted.name)));
            }
        }
        let number = |name: &String| self.contents(&Slot::of(&BufferDecl::read(name, 0, DataType::U32)));
        let numbers = values.iter().map(number).collect::<Result<Vec<_>, _>>()?;
        let given: Vec<BufferDecl> =
            buffers.iter().filter(|buffer| buffer.kind.is_given()).map(decl).collect();
        let mut contents =
            given.iter().map(|decl| self.contents(&Slot::of(decl))).collect::<Result<Vec<_>, _>>()?;
        let one = |(name, number): (&String, &Contents)| {
            number.value().ok_or_else(|| Failure::message(format!("`{name}` takes one value")))
        };
        let values_of = || values.iter().zip(&numbers).map(|pair| Ok((pair.0.as_str(), one(pair)?)));
        let wrong = |error: String| Failure::message(error);
        // The lengths of the outputs follow from the arguments.
        let outputs: Vec<BufferDecl> = buffers
            .iter()
            .filter(|buffer| buffer.kind.is_output() && !buffer.kind.is_given())
            .map(decl)
            .collect();
        let mut results = Vec::new();
        {
            let mut args = values_of().collect::<Result<Vec<(&str, Arg<'_>)>, Failure>>()?;
            let bound = given.iter().zip(&mut contents);
            args.extend(bound.map(|(decl, contents)| (decl.name.as_str(), contents.arg(is_written(decl)))));
            let shapes = pipeline.shapes(args.iter().map(|(name, arg)| (*name, arg)));
            let shapes = shapes.map_err(|error| wrong(error.to_string()))?;
            for decl in &outputs {
                let at = buffers.iter().position(|buffer| buffer.name == decl.name).unwrap_or(0);
                let len = u32::try_from(shapes.len(at)).unwrap_or(u32::MAX);
                results.push(elements::read(decl.element.clone(), &From::Zeros(len)).map_err(wrong)?);
            }
        }
        let device = self.device()?;
        let mut args = values_of().collect::<Result<Vec<(&str, Arg<'_>)>, Failure>>()?;
        let bound = given.iter().zip(&mut contents).chain(outputs.iter().zip(&mut results));
        args.extend(bound.map(|(decl, contents)| (decl.name.as_str(), contents.arg(is_written(decl)))));
        let ran = device.run_pipeline(pipeline, args).map(drop);
        after(&device, ran)?;
        let slots: Vec<Slot> = given.iter().chain(&outputs).map(Slot::of).collect();
        contents.append(&mut results);
        self.write(&slots, &contents, out)
    }

    fn device(&self) -> Result<Device, Failure> {
        match (self.checked, self.wraps) {
            (_, true) => Ok(Device::checked_with_wraps()),
            (true, false) => Ok(Device::checked()),
            (false, false) => device::named(self.device.as_deref()),
        }
    }

    /// Runs a kernel of a `.rs` file, whose parameters have their contents by name.
    fn execute_kernel(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let kernel = self.chosen.kernel(&self.file)?;
        let parameters = kernel.parameters();
        for given in self.buffers.iter().map(|given| &given.name).chain(self.outs.iter().map(|out| &out.name))
        {
            if !parameters.iter().any(|parameter| parameter.name() == given) {
                let names: Vec<&str> = parameters.iter().map(Parameter::name).collect();
                let message = format!("the kernel has no parameter `{given}`; it has {}", names.join(", "));
                return Err(Failure::message(message));
            }
        }
        let is_written = |it: &Parameter| matches!(it.access(), Access::Write | Access::Atomic);
        let slot = |it: &Parameter| {
            let (name, ty) = (it.name().to_string(), it.element().to_string());
            let Some(number) = it.number() else {
                let message = format!("`vyre run` gives no elements of `{ty}`, which `{name}` takes");
                return Err(Failure::message(message));
            };
            let elements = Kind::Rows(number.to_string(), it.lengths().to_vec());
            Ok(Slot { name, ty, elements, is_written: is_written(it), declared: None })
        };
        let slots = parameters.iter().map(slot).collect::<Result<Vec<_>, _>>()?;
        let contents = slots.iter().map(|slot| self.contents(slot));
        let mut contents = contents.collect::<Result<Vec<_>, _>>()?;
        let device = self.device()?;
        let mut args = Vec::new();
        for (parameter, contents) in parameters.iter().zip(&mut contents) {
            args.push(match parameter.access() {
                Access::Value => contents
                    .value()
                    .ok_or_else(|| Failure::message(format!("`{}` takes one value", parameter.name())))?,
                _ => contents.arg(is_written(parameter)),
            });
        }
        let launch = kernel.launch(args);
        let launch = match self.groups {
            Some(groups) => launch.workgroups(groups),
            None => launch,
        };
        let ran = launch.dispatch(&device);
        after(&device, ran)?;
        self.write(&slots, &contents, out)
    }

    /// Checks the names on the command line: every one is a buffer of the program, no buffer is given twice, and
    /// every --out is written.
    fn check_names(&self, program: &Program) -> Result<(), Failure> {
        for (at, given) in self.buffers.iter().enumerate() {
            find(program, &given.name)?;
            if self.buffers[..at].iter().any(|earlier| earlier.name == given.name) {
                return Err(Failure::message(format!("buffer `{}` is given twice", given.name)));
            }
        }
        for wanted in &self.outs {
            if !is_written(find(program, &wanted.name)?) {
                let message = format!("--out {0}: the program only reads buffer `{0}`", wanted.name);
                return Err(Failure::message(message));
            }
        }
        Ok(())
    }

    /// The contents of a buffer before the run.
    fn contents(&self, slot: &Slot) -> Result<Contents, Failure> {
        let Slot { name, ty, .. } = slot;
        let given = self.buffers.iter().find(|given| given.name == *name);
        match (given.map(|given| &given.value), slot.declared) {
            (Some(value), _) => slot.given(value),
            (None, Some(len)) if slot.is_written => slot.read(&From::Zeros(len)),
            (None, _) => {
                let form = if slot.is_written { "zeros(LENGTH)" } else { "[..]" };
                let message =
                    format!("buffer `{name}` of `{ty}` is missing. Fix: give it as --buffer {name}={form}");
                Err(Failure::message(message))
            }
        }
    }

    /// Writes the requested buffers, or without --out all buffers that the program writes.
    fn write(&self, slots: &[Slot], contents: &[Contents], out: &mut dyn Write) -> Result<(), Failure> {
        let all = slots.iter().filter(|slot| slot.is_written);
        let all: Vec<Output> = all.map(|slot| Output { name: slot.name.clone(), path: None }).collect();
        for output in if self.outs.is_empty() { &all } else { &self.outs } {
            let mut named = slots.iter().zip(contents);
            let Some((slot, contents)) = named.find(|(slot, _)| slot.name == output.name) else {
                continue;
            };
            match &output.path {
                None => writeln!(out, "{}={}", slot.name, contents.literal())?,
                Some(path) => write_to(path, &contents.bytes(), out)?,
            }
        }
        Ok(())
    }
}

/// What a run comes to: prints what the device found.
fn after(device: &Device, ran: Result<(), Error>) -> Result<(), Failure> {
    let findings = device.take_findings();
    findings.iter().for_each(|finding| anstream::eprintln!("{finding}\n"));
    ran.map_err(|error| match error {
        Error::Checked(report) => Failure::Report(format!("{report}\n")),
        error => Failure::message(format!("{device}: {error}")),
    })
}

fn is_written(buffer: &BufferDecl) -> bool {
    buffer.access == BufferAccess::ReadWrite
}

/// The declared number of elements. Declarations count bytes in words.
fn declared_len(buffer: &BufferDecl) -> u32 {
    if buffer.element == DataType::Bytes { buffer.count.saturating_mul(4) } else { buffer.count }
}

fn find<'a>(program: &'a Program, name: &str) -> Result<&'a BufferDecl, Failure> {
    program.bound_buffers().find(|buffer| buffer.name == name).ok_or_else(|| {
        let names: Vec<&str> = program.bound_buffers().map(|buffer| buffer.name.as_str()).collect();
        let known =
            if names.is_empty() { "it has none".to_string() } else { format!("it has {}", names.join(", ")) };
        let message = match program.buffer(name) {
            Some(buffer) => format!("`{name}` is a {} array of the program and no buffer", buffer.access),
            None => format!("the program has no buffer `{name}`; {known}"),
        };
        Failure::message(message)
    })
}

/// The number of workgroups along x that covers the longest written buffer, at least one.
fn cover(program: &Program, contents: &[Contents]) -> [u32; 3] {
    let written = program.bound_buffers().zip(contents).filter(|(buffer, _)| is_written(buffer));
    let longest = written.map(|(_, contents)| contents.len()).max().unwrap_or(0) as u64;
    let groups = longest.div_ceil(u64::from(program.workgroup_size[0].max(1))).max(1);
    [u32::try_from(groups).unwrap_or(u32::MAX), 1, 1]
}
