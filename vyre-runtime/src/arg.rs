//! The arguments of a launch: host slices or device buffers, one for each bound buffer of the program.

use crate::backend::Device;
use crate::binding::Binding;
use crate::element::{BufferElement, Data, DataMut, Words};
use crate::memory;
use crate::storage::Storage;
use crate::tensor::layout::Layout;
use crate::{Error, Few, Limit};
use std::sync::Arc;
use vyre_ir::{BufferAccess, BufferDecl, DataType, Program};

/// Data for one buffer of a program: a host slice, or a device [`Buffer`](crate::Buffer).
///
/// ```
/// use vyre_runtime::{Arg, Device};
/// let (input, mut output) = ([1u32, 2, 3], Device::cpu().zeros::<u32>(3)?);
/// let args = [Arg::read(&input), Arg::buffer_mut(&mut output)];
/// # let _ = args;
/// # Ok::<(), vyre_runtime::Error>(())
/// ```
#[derive(Debug)]
pub struct Arg<'a> {
    pub(crate) ty: DataType,
    /// The bytes of an element of the host's on a device.
    pub(crate) size: usize,
    pub(crate) kind: Kind<'a>,
    /// The host's type of an element, or of a value.
    pub(crate) host: &'static str,
    /// How a tensor lies in the data.
    pub(crate) layout: Option<Box<Layout>>,
}

#[derive(Debug)]
pub(crate) enum Kind<'a> {
    Read(Data<'a>),
    Write(DataMut<'a>),
    Resident {
        storage: &'a Arc<Storage>,
        is_write: bool,
    },
    /// The words of a value, which is a parameter of a kernel and no buffer.
    Value(Vec<u32>),
}

/// The arguments of a launch, stored inline if they are few.
pub(crate) type Args<'a> = Few<Arg<'a>>;

/// The arguments, including the parameter block if there is one.
pub(crate) fn with_params<'b, 'a: 'b>(args: Args<'a>, params: &'b [u32]) -> Args<'b> {
    let mut all = Args::new();
    for arg in args {
        all.push(arg);
    }
    if !params.is_empty() {
        all.push(Arg::read(params));
    }
    all
}

impl<'a> Arg<'a> {
    /// Data for a `ReadOnly` or `Uniform` buffer.
    pub fn read<T: BufferElement>(data: &'a [T]) -> Arg<'a> {
        Arg::of::<T>(Kind::Read(T::data(data)))
    }

    /// Data for a buffer of any access. After the launch it holds the contents of a `ReadWrite` buffer.
    pub fn write<T: BufferElement>(data: &'a mut [T]) -> Arg<'a> {
        Arg::of::<T>(Kind::Write(T::data_mut(data)))
    }

    /// The value of a parameter that is no buffer, of a kernel that is launched by its name: a number, a `bool`, an array of numbers, a tuple, or a struct
    /// or an enum with `#[vyre::data]`.
    pub fn value<T: ValueArg>(value: T) -> Arg<'static> {
        let kind = Kind::Value(value.words());
        Arg { ty: DataType::U32, size: size_of::<T>(), kind, host: std::any::type_name::<T>(), layout: None }
    }

    /// The value of a parameter that is an array of numbers, of a length that is known only now, as [`Arg::value`] gives one of a known length.
    /// Arrays in arrays are their numbers one after the other.
    pub fn array<T: Words>(numbers: &[T]) -> Arg<'static> {
        let kind = Kind::Value(words(bytemuck::cast_slice(numbers)));
        let (size, host) = (size_of_val(numbers), std::any::type_name::<T>());
        Arg { ty: DataType::U32, size, kind, host, layout: None }
    }

    pub(crate) fn resident<T: BufferElement>(storage: &'a Arc<Storage>, is_write: bool) -> Arg<'a> {
        Arg::of::<T>(Kind::Resident { storage, is_write })
    }

    /// Memory as words, whatever its elements are.
    pub(crate) fn words(storage: &'a Arc<Storage>, size: usize, is_write: bool) -> Arg<'a> {
        let kind = Kind::Resident { storage, is_write };
        Arg { ty: DataType::U32, size, kind, host: "u32", layout: None }
    }

    /// Memory of `u64`, which is written.
    pub(crate) fn longs(storage: &'a Arc<Storage>) -> Arg<'a> {
        Arg { ty: DataType::U64, ..Arg::words(storage, 8, true) }
    }

    /// Bytes as the words that have them, for a buffer of words.
    pub(crate) fn packed(self) -> Arg<'a> {
        Arg { ty: DataType::U32, ..self }
    }

    /// Takes integers of 16 bits as the bits of floats, where a buffer has those.
    pub(crate) fn fit(&mut self, buffer: &BufferDecl) {
        if self.ty == DataType::Bytes && self.size == 2 && buffer.element.is_packed() {
            self.ty = buffer.element.flat().clone();
        }
    }

    fn of<T: BufferElement>(kind: Kind<'a>) -> Arg<'a> {
        Arg {
            ty: T::TYPE.clone(),
            size: T::DEVICE_BYTES,
            kind,
            host: std::any::type_name::<T>(),
            layout: None,
        }
    }

    /// The same data for a buffer whose elements are other groups of their words. The caller knows that they fit.
    pub(crate) fn regrouped(self, ty: DataType) -> Arg<'a> {
        Arg { ty, ..self }
    }

    /// The same data as a tensor.
    pub(crate) fn with_layout(self, layout: Layout) -> Arg<'a> {
        Arg { layout: Some(Box::new(layout)), ..self }
    }

    /// How a tensor lies in the data.
    pub(crate) fn layout(&self) -> Option<&Layout> {
        self.layout.as_deref()
    }

    /// Whether it is a tensor, which has strides of its own.
    pub(crate) fn is_tensor(&self) -> bool {
        self.layout.is_some() && matches!(self.kind, Kind::Resident { .. })
    }

    /// The number of elements of the host's.
    pub(crate) fn len(&self) -> usize {
        let words = |words: usize| words * 4 / self.size.max(1);
        match &self.kind {
            Kind::Read(Data::Words(data)) => words(data.len()),
            Kind::Write(DataMut::Words(data)) => words(data.len()),
            Kind::Read(Data::Bytes(data)) => data.len() / self.size.max(1),
            Kind::Write(DataMut::Bytes(data)) => data.len() / self.size.max(1),
            Kind::Read(Data::Converted(data)) => data.count(),
            Kind::Write(DataMut::Converted(data)) => data.count(),
            Kind::Resident { storage, .. } => storage.len,
            Kind::Value(_) => 1,
        }
    }

    /// The error of an argument of a parameter that is an array, which has `wanted` elements and not as many as were given.
    pub(crate) fn of_other_length(&self, name: &str, (given, wanted): (usize, u32)) -> Error {
        let reference = if self.is_write() { "&mut " } else { "&" };
        let element = self.host_name();
        Error::Argument {
            name: name.to_string(),
            expected: format!("{reference}[{element}; {wanted}]"),
            got: format!("{reference}[{element}; {given}]"),
        }
    }

    /// The host's type of an element.
    pub(crate) fn host_name(&self) -> &'static str {
        short_name(self.host)
    }

    /// Whether the argument receives results.
    pub(crate) fn is_write(&self) -> bool {
        matches!(self.kind, Kind::Write(_) | Kind::Resident { is_write: true, .. })
    }

    /// The words of what is converted, and of packed integers that are written. Empty for other types, which need no copy.
    fn widen(&self) -> Result<Vec<u32>, Error> {
        match &self.kind {
            Kind::Read(Data::Converted(data)) => data.words(),
            Kind::Write(DataMut::Converted(data)) => data.words(),
            Kind::Write(DataMut::Bytes(data)) if self.ty == DataType::U32 || self.ty.is_packed() => {
                memory::padded(data)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Whether it is bytes that are passed as words, for a buffer of bytes that may be written.
    fn is_bytes_of(&self, buffer: &BufferDecl) -> bool {
        let is_written = buffer.element == DataType::Bytes && buffer.access == BufferAccess::ReadWrite;
        is_written && self.ty == DataType::U32 && matches!(self.kind, Kind::Write(DataMut::Bytes(_)))
    }

    pub(crate) fn storage(&self) -> Option<&'a Arc<Storage>> {
        match &self.kind {
            Kind::Resident { storage, .. } => Some(storage),
            _ => None,
        }
    }

    pub(crate) fn check(&self, buffer: &BufferDecl, device: &Device) -> Result<(), Error> {
        let name = || buffer.name.clone();
        if let Kind::Value(_) = self.kind {
            let (expected, got) = (format!("&[{}]", buffer.element), self.host.to_string());
            return Err(Error::Argument { name: name(), expected, got });
        }
        if self.ty != *buffer.element.flat() && !self.is_bytes_of(buffer) {
            return Err(Error::BufferType {
                name: name(),
                expected: buffer.element.flat().clone(),
                got: self.ty.clone(),
            });
        }
        if buffer.access == BufferAccess::ReadWrite && !self.is_write() {
            return Err(Error::BufferReadOnly { name: name() });
        }
        // The declared length of a `Bytes` buffer is in words.
        let unit = self.ty.element_type().bytes();
        let got = (self.len() * self.size).div_ceil(unit) as u64;
        if buffer.count != 0 && got != u64::from(buffer.count) {
            return Err(Error::BufferLength { name: name(), expected: u64::from(buffer.count), got });
        }
        // The last words that a `u32` numbers stand for elements beyond every buffer.
        let (asked, allowed) =
            (self.len() as u64 * self.size as u64, u64::from(u32::MAX) * 4 - self.size as u64);
        if self.size > unit && asked > allowed {
            return Err(Error::Limit { limit: Limit::BufferSize, asked, allowed });
        }
        let Some(storage) = self.storage() else { return Ok(()) };
        if !storage.device.is(device) {
            let (buffer, device) = (storage.device.to_string(), device.to_string());
            return Err(Error::BufferDevice { name: name(), buffer, device });
        }
        if buffer.access == BufferAccess::Uniform {
            return Err(Error::BufferUniform { name: name() });
        }
        Ok(())
    }
}

/// The numbers of elements that the form of a program has to be told.
pub(crate) fn lengths(program: &Program, args: &[Arg<'_>]) -> Few<u32> {
    // An element of the host's may be an array of floats.
    let floats = |arg: &Arg<'_>| arg.len().saturating_mul((arg.size / 2).max(1));
    let length = |at: usize| args.get(at).map_or(0, |arg| u32::try_from(floats(arg)).unwrap_or(u32::MAX));
    let tensors = crate::tensor::bind::words(program, args);
    vyre_lower::half::open_lengths(program).map(length).chain(tensors).collect()
}

/// The last name of a host's type.
pub(crate) fn short_name(name: &str) -> &str {
    if name.starts_with('[') { name } else { name.rsplit("::").next().unwrap_or(name) }
}

/// Checks the arguments against the program's buffers.
pub(crate) fn check(program: &Program, args: &mut [Arg<'_>], device: &Device) -> Result<(), Error> {
    let (expected, got) = (program.bound_buffers().count(), args.len());
    if expected != got {
        return Err(Error::BufferCount { expected, got });
    }
    for (buffer, arg) in program.bound_buffers().zip(&mut *args) {
        arg.fit(buffer);
        arg.check(buffer, device)?;
        // Bytes that may be written are words on a device; see `vyre_lower`'s `build::bytes`.
        let is_written = buffer.element == DataType::Bytes && buffer.access == BufferAccess::ReadWrite;
        if is_written && matches!(arg.kind, Kind::Write(DataMut::Bytes(_))) {
            arg.ty = DataType::U32;
        }
    }
    crate::tensor::bind::check(program, args)?;
    for (at, arg) in args.iter().enumerate() {
        let Some(storage) = arg.storage() else { continue };
        for (before, other) in args[..at].iter().enumerate() {
            let is_same = other.storage().is_some_and(|other| Arc::ptr_eq(storage, other));
            if is_same && (arg.is_write() || other.is_write()) {
                let name = |at: usize| program.bound_buffers().nth(at).map(|buffer| buffer.name.clone());
                let (name, other) = (name(before).unwrap_or_default(), name(at).unwrap_or_default());
                return Err(Error::BufferAliased { name, other });
            }
        }
    }
    Ok(())
}

/// The words of the arguments that are converted. Empty for other types, which need no copy.
pub(crate) fn widen(args: &[Arg<'_>]) -> Result<Vec<Vec<u32>>, Error> {
    let mut widened = Vec::with_capacity(args.len());
    for arg in args {
        widened.push(arg.widen()?);
    }
    Ok(widened)
}

/// Copies the words of what was converted back to the slices after the launch.
pub(crate) fn narrow(args: &mut [Arg<'_>], widened: &[Vec<u32>]) {
    for (at, arg) in args.iter_mut().enumerate() {
        if arg.ty == DataType::Bytes {
            continue;
        }
        if let Kind::Write(data) = &mut arg.kind {
            memory::narrow(data.reborrow(), &widened[at]);
        }
    }
}

/// The arguments in the form that backends take.
pub(crate) fn bindings<'b>(
    program: &Program,
    args: &'b mut [Arg<'_>],
    widened: &'b mut [Vec<u32>],
) -> Vec<Binding<'b>> {
    let bind = |((buffer, arg), wide): ((&BufferDecl, &'b mut Arg<'_>), &'b mut Vec<u32>)| {
        let is_written = buffer.access == BufferAccess::ReadWrite;
        match &mut arg.kind {
            Kind::Read(Data::Words(data)) => Binding::Words(data),
            Kind::Write(DataMut::Words(data)) => match is_written {
                true => Binding::WordsMut(data),
                false => Binding::Words(data),
            },
            Kind::Read(Data::Bytes(data)) => Binding::Bytes(data),
            Kind::Write(DataMut::Bytes(_))
                if is_written && (arg.ty == DataType::U32 || arg.ty.is_packed()) =>
            {
                Binding::WordsMut(wide)
            }
            Kind::Write(DataMut::Bytes(data)) => Binding::Bytes(data),
            Kind::Write(DataMut::Converted(_)) if is_written => Binding::WordsMut(wide),
            Kind::Read(Data::Converted(_)) | Kind::Write(DataMut::Converted(_)) => Binding::Words(wide),
            Kind::Value(words) => Binding::Words(words),
            Kind::Resident { storage, is_write } => {
                debug_assert!(*is_write || !is_written, "arguments are checked before");
                Binding::Resident { memory: &*storage.memory, is_write: is_written }
            }
        }
    };
    program.bound_buffers().zip(args).zip(widened).map(bind).collect()
}

/// The arguments and the parameter block as bindings, if all are words that are only read, or memory of the device. Such a launch
/// may have been recorded before, with everything checked.
pub(crate) fn repeatable<'b>(
    device: &Device,
    args: &'b [Arg<'_>],
    params: &'b [u32],
) -> Option<Few<Binding<'b>>> {
    let bind = |arg: &'b Arg<'_>| match &arg.kind {
        Kind::Read(Data::Words(words)) => Some(Binding::Words(words)),
        Kind::Resident { storage, is_write } if storage.device.is(device) => {
            Some(Binding::Resident { memory: &*storage.memory, is_write: *is_write })
        }
        _ => None,
    };
    let params = (!params.is_empty()).then_some(Some(Binding::Words(params)));
    args.iter().map(bind).chain(params).collect()
}

/// The types whose references can be passed for a kernel's parameter `&[T]`: `[T]`, `Vec<T>`, `[T; N]` and
/// `Buffer<T>`.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be the argument of a kernel's parameter `&[{T}]`",
    label = "expected `&[{T}]` or `&Vec<{T}>`"
)]
pub trait ReadArg<T: BufferElement> {
    /// The argument.
    fn arg(&self) -> Arg<'_>;
}

/// The types whose mutable references can be passed for a kernel's parameter `&mut [T]`: `[T]`, `Vec<T>`, `[T; N]`
/// and `Buffer<T>`.
#[diagnostic::on_unimplemented(
    message = "`&mut {Self}` cannot be the argument of a kernel's parameter `&mut [{T}]`",
    label = "expected `&mut [{T}]` or `&mut Vec<{T}>`"
)]
pub trait WriteArg<T: BufferElement> {
    /// The argument.
    fn arg_mut(&mut self) -> Arg<'_>;
}

impl<T: BufferElement> ReadArg<T> for [T] {
    fn arg(&self) -> Arg<'_> {
        Arg::read(self)
    }
}

impl<T: BufferElement> ReadArg<T> for Vec<T> {
    fn arg(&self) -> Arg<'_> {
        Arg::read(self)
    }
}

impl<T: BufferElement, const N: usize> ReadArg<T> for [T; N] {
    fn arg(&self) -> Arg<'_> {
        Arg::read(self)
    }
}

impl<T: BufferElement> WriteArg<T> for [T] {
    fn arg_mut(&mut self) -> Arg<'_> {
        Arg::write(self)
    }
}

impl<T: BufferElement> WriteArg<T> for Vec<T> {
    fn arg_mut(&mut self) -> Arg<'_> {
        Arg::write(self)
    }
}

impl<T: BufferElement, const N: usize> WriteArg<T> for [T; N] {
    fn arg_mut(&mut self) -> Arg<'_> {
        Arg::write(self)
    }
}

/// One element, for a kernel's parameter `&AtomicU32` and its kin.
macro_rules! one {
    ($($Number:ident)*) => {$(
        impl WriteArg<$Number> for $Number {
            fn arg_mut(&mut self) -> Arg<'_> {
                Arg::write(std::slice::from_mut(self))
            }
        }
    )*};
}

one!(u32 i32 u64);

/// Arrays of numbers, or arrays of arrays of these, as elements of a kernel's parameter.
pub trait Rows<T: BufferElement>: Words {
    /// How long they are, the outermost first.
    const LENGTHS: &'static [usize];
}

impl<T: Words, const A: usize> Rows<T> for [T; A] {
    const LENGTHS: &'static [usize] = &[A];
}

impl<T: Words, const A: usize, const B: usize> Rows<T> for [[T; B]; A] {
    const LENGTHS: &'static [usize] = &[A, B];
}

impl<T: Words, const A: usize, const B: usize, const C: usize> Rows<T> for [[[T; C]; B]; A] {
    const LENGTHS: &'static [usize] = &[A, B, C];
}

/// The types whose references can be passed for a kernel's parameter `&[[T; K]]` whose length depends on constant parameters: slices, `Vec`s, arrays and
/// buffers of arrays.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be the argument of a kernel's parameter `&[[{T}; ..]]`",
    label = "expected `&[[{T}; ..]]` or `&Vec<[{T}; ..]>`"
)]
pub trait ReadRows<T: BufferElement> {
    /// The argument, and the lengths of its elements.
    fn rows(&self) -> (Arg<'_>, &'static [usize]);
}

/// The types whose mutable references can be passed for a kernel's parameter `&mut [[T; K]]` whose length depends on constant parameters.
#[diagnostic::on_unimplemented(
    message = "`&mut {Self}` cannot be the argument of a kernel's parameter `&mut [[{T}; ..]]`",
    label = "expected `&mut [[{T}; ..]]` or `&mut Vec<[{T}; ..]>`"
)]
pub trait WriteRows<T: BufferElement> {
    /// The argument, and the lengths of its elements.
    fn rows_mut(&mut self) -> (Arg<'_>, &'static [usize]);
}

macro_rules! rows {
    ($($Of:ty;)*) => {$(
        impl<T: BufferElement, R: Rows<T>> ReadRows<T> for $Of {
            fn rows(&self) -> (Arg<'_>, &'static [usize]) {
                (ReadArg::arg(self), R::LENGTHS)
            }
        }

        impl<T: BufferElement, R: Rows<T>> WriteRows<T> for $Of {
            fn rows_mut(&mut self) -> (Arg<'_>, &'static [usize]) {
                (WriteArg::arg_mut(self), R::LENGTHS)
            }
        }
    )*};
}

rows! { [R]; Vec<R>; crate::Buffer<R>; }

impl<T: BufferElement, R: Rows<T>, const N: usize> ReadRows<T> for [R; N] {
    fn rows(&self) -> (Arg<'_>, &'static [usize]) {
        self[..].rows()
    }
}

impl<T: BufferElement, R: Rows<T>, const N: usize> WriteRows<T> for [R; N] {
    fn rows_mut(&mut self) -> (Arg<'_>, &'static [usize]) {
        self[..].rows_mut()
    }
}

/// The bits of floats of 16 bits in their place.
macro_rules! bits {
    ($($Half:ident)*) => {$(
        bits! { $Half: [u16] }
        bits! { $Half: Vec<u16> }
        bits! { $Half: [u16; N], const N: usize }
    )*};
    ($Half:ident: $Slice:ty $(, $($generics:tt)*)?) => {
        impl $(<$($generics)*>)? ReadArg<half::$Half> for $Slice {
            fn arg(&self) -> Arg<'_> {
                Arg::read::<u16>(self)
            }
        }
        impl $(<$($generics)*>)? WriteArg<half::$Half> for $Slice {
            fn arg_mut(&mut self) -> Arg<'_> {
                Arg::write::<u16>(self)
            }
        }
    };
}

bits!(f16 bf16);

/// The types of values that kernels take.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value that kernels take",
    label = "expected a number, a `bool`, an array of numbers, a tuple, or a type with `#[vyre::data]`"
)]
pub trait ValueArg: Copy {
    /// The words that it has in a parameter block.
    fn words(self) -> Vec<u32>;
}

impl<T: Words> ValueArg for T {
    fn words(self) -> Vec<u32> {
        words(bytemuck::bytes_of(&self))
    }
}

/// Bytes as words, the lowest byte first.
fn words(bytes: &[u8]) -> Vec<u32> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    bytes.chunks(4).map(word).collect()
}

impl ValueArg for bool {
    fn words(self) -> Vec<u32> {
        vec![u32::from(self)]
    }
}

macro_rules! tuple_values {
    ($(($($Part:ident),+))*) => {$(
        impl<$($Part: BufferElement),+> ValueArg for ($($Part,)+) {
            fn words(self) -> Vec<u32> {
                let mut words = Vec::new();
                crate::ParItem::add_words(&self, &mut words);
                words
            }
        }
    )*};
}

tuple_values! {
    (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, F) (A, B, C, D, E, F, G) (A, B, C, D, E, F, G, H)
    (A, B, C, D, E, F, G, H, I) (A, B, C, D, E, F, G, H, I, J) (A, B, C, D, E, F, G, H, I, J, K)
    (A, B, C, D, E, F, G, H, I, J, K, L)
}

macro_rules! from {
    ($($Type:ty),*) => {$(
        impl From<$Type> for Arg<'_> {
            fn from(value: $Type) -> Self {
                Arg::value(value)
            }
        }
    )*};
}

from!(bool, u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, f32, f64, half::f16, half::bf16);

impl<'a, T: BufferElement> From<&'a [T]> for Arg<'a> {
    fn from(data: &'a [T]) -> Arg<'a> {
        Arg::read(data)
    }
}

impl<'a, T: BufferElement> From<&'a mut [T]> for Arg<'a> {
    fn from(data: &'a mut [T]) -> Arg<'a> {
        Arg::write(data)
    }
}

impl<'a, T: BufferElement> From<&'a Vec<T>> for Arg<'a> {
    fn from(data: &'a Vec<T>) -> Arg<'a> {
        Arg::read(data)
    }
}

impl<'a, T: BufferElement> From<&'a mut Vec<T>> for Arg<'a> {
    fn from(data: &'a mut Vec<T>) -> Arg<'a> {
        Arg::write(data)
    }
}
