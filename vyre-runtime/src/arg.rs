//! The arguments of a launch: host data for the buffers of a program.

use crate::Error;
use crate::binding::Binding;
use crate::element::{Data, DataMut, Element};
use vyre_ir::{BufferAccess, BufferDecl, DataType, Program};

/// Host data for one buffer of a program.
///
/// ```
/// use vyre_runtime::Arg;
/// let (input, mut output) = ([1u32, 2, 3], [0u32; 3]);
/// let args = [Arg::read(&input), Arg::write(&mut output)];
/// # let _ = args;
/// ```
#[derive(Debug)]
pub struct Arg<'a> {
    ty: DataType,
    kind: Kind<'a>,
}

#[derive(Debug)]
enum Kind<'a> {
    Read(Data<'a>),
    Write(DataMut<'a>),
}

impl<'a> Arg<'a> {
    /// Data for a `ReadOnly` or `Uniform` buffer.
    pub fn read<T: Element>(data: &'a [T]) -> Arg<'a> {
        Arg { ty: T::TYPE, kind: Kind::Read(T::data(data)) }
    }

    /// Data for a buffer of any access. It holds what a `ReadWrite` buffer holds after the launch.
    pub fn write<T: Element>(data: &'a mut [T]) -> Arg<'a> {
        Arg { ty: T::TYPE, kind: Kind::Write(T::data_mut(data)) }
    }

    /// The number of elements; of bytes for `u8`.
    pub(crate) fn len(&self) -> usize {
        let words = |words: usize| words / self.ty.lanes();
        match &self.kind {
            Kind::Read(Data::Words(data)) => words(data.len()),
            Kind::Write(DataMut::Words(data)) => words(data.len()),
            Kind::Read(Data::Bytes(data)) => data.len(),
            Kind::Write(DataMut::Bytes(data)) => data.len(),
            Kind::Read(Data::Bools(data)) => data.len(),
            Kind::Write(DataMut::Bools(data)) => data.len(),
        }
    }

    /// Whether the argument receives results.
    pub(crate) fn is_write(&self) -> bool {
        matches!(self.kind, Kind::Write(_))
    }

    fn check(&self, buffer: &BufferDecl) -> Result<(), Error> {
        let name = || buffer.name.clone();
        if self.ty != buffer.element {
            return Err(Error::BufferType { name: name(), expected: buffer.element, got: self.ty });
        }
        if buffer.access == BufferAccess::ReadWrite && !self.is_write() {
            return Err(Error::BufferReadOnly { name: name() });
        }
        // The length of a `Bytes` buffer is in backing words.
        let got = if self.ty == DataType::Bytes { self.len().div_ceil(4) } else { self.len() } as u64;
        if buffer.count != 0 && got != u64::from(buffer.count) {
            return Err(Error::BufferLength { name: name(), expected: u64::from(buffer.count), got });
        }
        Ok(())
    }
}

/// Checks the arguments against the program's buffers and hands them to `run` as devices see them. Results are in
/// the arguments afterwards.
pub(crate) fn bind(
    program: &Program,
    args: &mut [Arg<'_>],
    run: impl FnOnce(&mut [Binding<'_>]) -> Result<(), Error>,
) -> Result<(), Error> {
    let (expected, got) = (program.bound_buffers().count(), args.len());
    if expected != got {
        return Err(Error::BufferCount { expected, got });
    }
    for (buffer, arg) in program.bound_buffers().zip(args.iter()) {
        arg.check(buffer)?;
    }
    let mut widened: Vec<Vec<u32>> = args.iter().map(Arg::widen).collect();
    let mut bindings = Vec::with_capacity(args.len());
    for ((arg, wide), buffer) in args.iter_mut().zip(&mut widened).zip(program.bound_buffers()) {
        let is_written = buffer.access == BufferAccess::ReadWrite;
        bindings.push(match &mut arg.kind {
            Kind::Read(Data::Words(data)) => Binding::Words(data),
            Kind::Write(DataMut::Words(data)) => match is_written {
                true => Binding::WordsMut(data),
                false => Binding::Words(data),
            },
            Kind::Read(Data::Bytes(data)) => Binding::Bytes(data),
            Kind::Write(DataMut::Bytes(data)) => Binding::Bytes(data),
            Kind::Write(DataMut::Bools(_)) if is_written => Binding::WordsMut(wide),
            Kind::Read(Data::Bools(_)) | Kind::Write(DataMut::Bools(_)) => Binding::Words(wide),
        });
    }
    run(&mut bindings)?;
    drop(bindings);
    for (arg, wide) in args.iter_mut().zip(&widened) {
        if let Kind::Write(DataMut::Bools(data)) = &mut arg.kind {
            data.iter_mut().zip(wide).for_each(|(narrow, word)| *narrow = *word != 0);
        }
    }
    Ok(())
}

impl Arg<'_> {
    /// The words of truth values; nothing for other types, which need no copy.
    fn widen(&self) -> Vec<u32> {
        match &self.kind {
            Kind::Read(Data::Bools(data)) => data.iter().map(|truth| u32::from(*truth)).collect(),
            Kind::Write(DataMut::Bools(data)) => data.iter().map(|truth| u32::from(*truth)).collect(),
            _ => Vec::new(),
        }
    }
}

/// What a kernel's parameter `&[T]` takes: `&[T]`, `&Vec<T>` or `&[T; N]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the argument of a kernel's parameter `&[{T}]`",
    label = "expected `&[{T}]` or `&Vec<{T}>`"
)]
pub trait ReadArg<'a, T: Element> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}

/// What a kernel's parameter `&mut [T]` takes: `&mut [T]`, `&mut Vec<T>` or `&mut [T; N]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the argument of a kernel's parameter `&mut [{T}]`",
    label = "expected `&mut [{T}]` or `&mut Vec<{T}>`",
    note = "a parameter `&[AtomicU32]` takes `&mut [u32]` or `&mut Vec<u32>`"
)]
pub trait WriteArg<'a, T: Element> {
    /// The argument.
    fn into_arg(self) -> Arg<'a>;
}

impl<'a, T: Element> ReadArg<'a, T> for &'a [T] {
    fn into_arg(self) -> Arg<'a> {
        Arg::read(self)
    }
}

impl<'a, T: Element> ReadArg<'a, T> for &'a Vec<T> {
    fn into_arg(self) -> Arg<'a> {
        Arg::read(self)
    }
}

impl<'a, T: Element, const N: usize> ReadArg<'a, T> for &'a [T; N] {
    fn into_arg(self) -> Arg<'a> {
        Arg::read(self)
    }
}

impl<'a, T: Element> WriteArg<'a, T> for &'a mut [T] {
    fn into_arg(self) -> Arg<'a> {
        Arg::write(self)
    }
}

impl<'a, T: Element> WriteArg<'a, T> for &'a mut Vec<T> {
    fn into_arg(self) -> Arg<'a> {
        Arg::write(self)
    }
}

impl<'a, T: Element, const N: usize> WriteArg<'a, T> for &'a mut [T; N] {
    fn into_arg(self) -> Arg<'a> {
        Arg::write(self)
    }
}
