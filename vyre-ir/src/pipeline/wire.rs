//! The wire form of pipelines: their parts as bytes, with the programs in their own wire form.
//!
//! ```text
//! "VYRP" version:u8
//! buffers:varint { name:string kind:u8 element:type length? }        (what is given has no length)
//! values:varint { name:string }
//! programs:varint { bytes:varint wire }
//! steps:varint { tag:u8 payload }
//! length = items:varint { tag:u8 payload }
//! string = bytes:varint utf8
//! ```
//!
//! Every length is checked against the bytes that are left before anything is allocated.

use super::length::{Item, Operator};
use super::{ArgKind, BufferKind, Grid, Handle, Length, Pipeline, PipelineBuffer, Step, Words};
use crate::Program;
use crate::wire::{Decoded, Decoder, WireError, WireErrorKind, put, put_len, put_type};

const MAGIC: &[u8; 4] = b"VYRP";
const VERSION: u8 = 1;

const RUN: u8 = 0;
const REPEAT: u8 = 1;
const UNTIL: u8 = 2;
const END: u8 = 3;
const SWAP: u8 = 4;

const BUFFER: u8 = 0;
const WORDS_OF: u8 = 1;
const CONSTANT: u8 = 2;
const LENGTHS: u8 = 3;
/// Added to the tag of words whose type is known.
const TYPED: u8 = 4;
const SHAPED: u8 = 16;

const COVERS: u8 = 0;
const WORKGROUPS: u8 = 1;
const INVOCATIONS: u8 = 2;

const ITEM_CONSTANT: u8 = 0;
const ITEM_OF: u8 = 1;
const ITEM_VALUE: u8 = 2;
const ITEM_GROUPS: u8 = 3;
/// Added to the tag of an operator.
const ITEM_OPERATOR: u8 = 16;

impl Pipeline {
    /// Whether bytes begin as the wire form of a pipeline does.
    pub fn is_wire(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Encodes the pipeline. [`from_wire`](Pipeline::from_wire) decodes the bytes to an equal one.
    pub fn to_wire(&self) -> Vec<u8> {
        let mut wire = MAGIC.to_vec();
        wire.push(VERSION);
        put_len(&mut wire, self.buffers.len());
        for buffer in &self.buffers {
            put_string(&mut wire, &buffer.name);
            wire.push(buffer.kind as u8);
            put_type(&mut wire, &buffer.element);
            if let Some(length) = &buffer.length {
                put_length(&mut wire, length);
            }
        }
        put_len(&mut wire, self.values.len());
        self.values.iter().for_each(|value| put_string(&mut wire, value));
        put_len(&mut wire, self.programs.len());
        for program in &self.programs {
            let program = program.to_wire();
            put_len(&mut wire, program.len());
            wire.extend(program);
        }
        put_len(&mut wire, self.steps.len());
        for step in &self.steps {
            match step {
                Step::Run { program, args, grid, .. } => {
                    wire.push(RUN);
                    put_len(&mut wire, *program);
                    put_len(&mut wire, args.len());
                    for (name, arg) in args {
                        put_string(&mut wire, name);
                        put_arg(&mut wire, arg);
                    }
                    wire.push(match grid {
                        Grid::Covers(_) => COVERS,
                        Grid::Workgroups(_) => WORKGROUPS,
                        Grid::Invocations(_) => INVOCATIONS,
                    });
                    grid.lengths().iter().for_each(|length| put_length(&mut wire, length));
                }
                Step::Repeat { count } => {
                    wire.push(REPEAT);
                    put_length(&mut wire, count);
                }
                Step::RepeatUntilUnchanged { flag, at_most } => {
                    wire.push(UNTIL);
                    put(&mut wire, flag.at);
                    put_length(&mut wire, at_most);
                }
                Step::End => wire.push(END),
                Step::Swap(a, b) => {
                    wire.push(SWAP);
                    put(&mut wire, a.at);
                    put(&mut wire, b.at);
                }
            }
        }
        wire
    }

    /// Decodes a pipeline. It may be invalid.
    ///
    /// # Errors
    /// If the bytes are not exactly one pipeline.
    pub fn from_wire(wire: &[u8]) -> Result<Pipeline, WireError> {
        let mut reader = Decoder::plain(wire);
        pipeline(&mut reader).map_err(|kind| WireError { offset: reader.at, kind })
    }
}

fn put_string(wire: &mut Vec<u8>, string: &str) {
    put_len(wire, string.len());
    wire.extend_from_slice(string.as_bytes());
}

fn put_length(wire: &mut Vec<u8>, length: &Length) {
    put_len(wire, length.0.len());
    for item in &length.0 {
        match item {
            Item::Constant(value) => {
                wire.push(ITEM_CONSTANT);
                put(wire, *value);
            }
            Item::Of(name) => {
                wire.push(ITEM_OF);
                put_string(wire, name);
            }
            Item::Value(name) => {
                wire.push(ITEM_VALUE);
                put_string(wire, name);
            }
            Item::Groups(axis) => wire.extend([ITEM_GROUPS, *axis]),
            Item::Operator(operator) => wire.push(ITEM_OPERATOR + operator.tag()),
            // A pipeline names what is its own, so these are of no pipeline: they name nothing.
            Item::OfHandle(Handle { at, .. }) | Item::BytesOf(Handle { at, .. }) => {
                wire.push(ITEM_OF);
                put_string(wire, &format!("#{at}"));
            }
            Item::ValueOf(value) => {
                wire.push(ITEM_VALUE);
                put_string(wire, &format!("#{}", value.at));
            }
        }
    }
}

fn put_arg(wire: &mut Vec<u8>, arg: &ArgKind) {
    match arg {
        ArgKind::Buffer(handle) => {
            wire.push(BUFFER);
            put(wire, handle.at);
        }
        ArgKind::WordsOf(handle) => {
            wire.push(WORDS_OF);
            put(wire, handle.at);
        }
        ArgKind::Shaped(handle, shape) => {
            wire.push(SHAPED);
            put(wire, handle.at);
            put_len(wire, shape.len());
            shape.iter().for_each(|length| put_length(wire, length));
        }
        ArgKind::Words(ty, words) => {
            let tag = match words {
                Words::Constant(_) => CONSTANT,
                Words::Lengths(_) => LENGTHS,
            };
            wire.push(tag + if ty.is_some() { TYPED } else { 0 });
            if let Some(ty) = ty {
                put_type(wire, ty);
            }
            put_len(wire, words.len());
            match words {
                Words::Constant(words) => words.iter().for_each(|word| put(wire, *word)),
                Words::Lengths(words) => words.iter().for_each(|word| put_length(wire, word)),
            }
        }
    }
}

type Reader<'a> = Decoder<'a, fn(String, Vec<crate::Expr>) -> crate::Expr>;

fn pipeline(reader: &mut Reader<'_>) -> Decoded<Pipeline> {
    if reader.take(MAGIC.len()).ok() != Some(MAGIC) {
        return Err(WireErrorKind::NotVyre);
    }
    match reader.byte()? {
        VERSION => {}
        other => return Err(WireErrorKind::Version(other)),
    }
    let mut pipeline = Pipeline::new();
    for _ in 0..reader.length()? {
        let name = string(reader)?;
        let tag = reader.byte()?;
        let kind = BufferKind::ALL.into_iter().find(|known| *known as u8 == tag);
        let kind = kind.ok_or(WireErrorKind::UnknownTag("buffer of a pipeline", tag))?;
        let element = reader.data_type()?;
        let length = if kind.is_given() { None } else { Some(length(reader)?) };
        pipeline.buffers.push(PipelineBuffer { name, element, kind, length });
    }
    for _ in 0..reader.length()? {
        let name = string(reader)?;
        pipeline.values.push(name);
    }
    for _ in 0..reader.length()? {
        let size = reader.length()?;
        let program = Program::from_wire(reader.take(size)?).map_err(|error| error.kind)?;
        pipeline.programs.push(program.into());
    }
    for _ in 0..reader.length()? {
        let step = step(reader, &pipeline)?;
        pipeline.steps.push(step);
    }
    match reader.at == reader.wire.len() {
        true => Ok(pipeline),
        false => Err(WireErrorKind::TrailingBytes),
    }
}

fn step(reader: &mut Reader<'_>, pipeline: &Pipeline) -> Decoded<Step> {
    Ok(match reader.byte()? {
        RUN => {
            let program = reader.number()? as usize;
            if program >= pipeline.programs.len() {
                return Err(WireErrorKind::Unbalanced);
            }
            let mut args = Vec::new();
            for _ in 0..reader.length()? {
                args.push((string(reader)?, arg(reader, pipeline)?));
            }
            let grid = match reader.byte()? {
                COVERS => Grid::Covers(length(reader)?),
                WORKGROUPS => Grid::Workgroups([length(reader)?, length(reader)?, length(reader)?]),
                INVOCATIONS => Grid::Invocations([length(reader)?, length(reader)?, length(reader)?]),
                tag => return Err(WireErrorKind::UnknownTag("grid", tag)),
            };
            Step::Run { program, args, grid, origin: None, refused: None }
        }
        REPEAT => Step::Repeat { count: length(reader)? },
        UNTIL => {
            let flag = handle(reader, pipeline)?;
            Step::RepeatUntilUnchanged { flag, at_most: length(reader)? }
        }
        END => Step::End,
        SWAP => {
            let a = handle(reader, pipeline)?;
            Step::Swap(a, handle(reader, pipeline)?)
        }
        tag => return Err(WireErrorKind::UnknownTag("step", tag)),
    })
}

fn handle(reader: &mut Reader<'_>, pipeline: &Pipeline) -> Decoded<Handle> {
    Ok(pipeline.handle(reader.number()? as usize))
}

fn arg(reader: &mut Reader<'_>, pipeline: &Pipeline) -> Decoded<ArgKind> {
    let tag = reader.byte()?;
    if tag == BUFFER {
        return handle(reader, pipeline).map(ArgKind::Buffer);
    }
    if tag == WORDS_OF {
        return handle(reader, pipeline).map(ArgKind::WordsOf);
    }
    if tag == SHAPED {
        let handle = handle(reader, pipeline)?;
        let count = reader.length()?;
        return Ok(ArgKind::Shaped(handle, (0..count).map(|_| length(reader)).collect::<Decoded<_>>()?));
    }
    let is_typed = tag >= TYPED;
    let kind = if is_typed { tag - TYPED } else { tag };
    if !matches!(kind, CONSTANT | LENGTHS) {
        return Err(WireErrorKind::UnknownTag("argument", tag));
    }
    let ty = if is_typed { Some(reader.data_type()?) } else { None };
    let count = reader.length()?;
    let words = match kind {
        CONSTANT => {
            let words = (0..count).map(|_| reader.number()).collect::<Decoded<Vec<u32>>>()?;
            Words::Constant(words.into())
        }
        _ => Words::new((0..count).map(|_| length(reader)).collect::<Decoded<_>>()?),
    };
    Ok(ArgKind::Words(ty, words))
}

fn length(reader: &mut Reader<'_>) -> Decoded<Length> {
    let mut items = Vec::new();
    for _ in 0..reader.length()? {
        items.push(match reader.byte()? {
            ITEM_CONSTANT => Item::Constant(reader.number()?),
            ITEM_OF => Item::Of(string(reader)?),
            ITEM_VALUE => Item::Value(string(reader)?),
            ITEM_GROUPS => Item::Groups(reader.byte()?),
            tag => {
                let operator =
                    Operator::ALL.iter().find(|op| Some(op.tag()) == tag.checked_sub(ITEM_OPERATOR));
                Item::Operator(*operator.ok_or(WireErrorKind::UnknownTag("part of a length", tag))?)
            }
        });
    }
    Ok(Length(items))
}

fn string(reader: &mut Reader<'_>) -> Decoded<String> {
    let size = reader.length()?;
    let bytes = reader.take(size)?;
    str::from_utf8(bytes).map(str::to_string).map_err(|_| WireErrorKind::NotUtf8)
}
