//! Functions that are called for each row of some columns.

mod groups;
mod program;
mod text;
mod wire;

pub use groups::{Aggregate, Groups};
pub use wire::Limits;

use crate::types::{ColumnType, Columns, Scalar, by_number};
use crate::values::{Values, array};
use crate::{Bits, Column, Error, Slices, bits_of_words};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, BooleanArray, LargeBinaryArray, LargeListArray,
    LargeStringArray, ListArray, StringArray, StringViewArray, new_empty_array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::DataType;
use std::fmt;
use std::sync::Arc;
use vyre::{Arg, Device};

/// The invocations of a workgroup.
const GROUP: u32 = 256;

/// A function that is called for each row of some columns, on any device, with the same bytes on each.
///
/// It comes from a `#[vyre::function]`, by [`new`](RowFunction::new), from a text, by [`compile`](RowFunction::compile), or from another process, by
/// [`from_wire`](RowFunction::from_wire). Where a parameter is an `Option`, nulls are `None`. Where it is not, a row with a null there is skipped: its
/// result is null.
///
/// ```
/// use arrow_array::{ArrayRef, Float64Array, cast::AsArray, types::Float64Type};
/// use std::sync::Arc;
/// use vyre_arrow::RowFunction;
///
/// #[vyre::function]
/// fn distance(x: f64, y: f64) -> f64 {
///     (x * x + y * y).sqrt()
/// }
///
/// let distance = RowFunction::new("distance", vyre::func!(distance))?;
/// let x: ArrayRef = Arc::new(Float64Array::from(vec![Some(3.0), None, Some(5.0)]));
/// let y: ArrayRef = Arc::new(Float64Array::from(vec![4.0, 1.0, 12.0]));
/// let result = distance.call(&vyre::Device::cpu(), &[x, y], 3)?;
/// assert_eq!(result.as_primitive::<Float64Type>(), &Float64Array::from(vec![Some(5.0), None, Some(13.0)]));
/// # Ok::<(), vyre_arrow::Error>(())
/// ```
#[derive(Clone)]
pub struct RowFunction {
    inner: Arc<Inner>,
}

struct Inner {
    name: String,
    parameters: Vec<ColumnType>,
    result: ColumnType,
    code: Code,
    /// What it is elsewhere.
    wire: Vec<u8>,
}

/// Two kernels: one for all rows, and one for those whose bit is set.
enum Code {
    Programs(Box<[vyre::Prepared; 2]>),
    Text(Box<Kernels>),
}

struct Kernels {
    kernels: [vyre::Kernel; 2],
    /// The one that writes what is in slices. The two only say how long these are.
    fill: Option<vyre::Kernel>,
}

/// What an array is for a kernel.
enum Input {
    Bits(Bits),
    Numbers(Numbers),
    Slices(Lists),
}

macro_rules! by_type {
    ($($Variant:ident($Number:ty)),*) => {
        enum Numbers { $($Variant(Values<$Number>)),* }
        enum Lists { $($Variant(Slices<$Number>)),* }
        #[derive(Clone)]
        enum Output { $($Variant(Vec<$Number>)),* }

        impl Numbers {
            fn arg(&self) -> Arg<'_> {
                match self {
                    $(Numbers::$Variant(values) => Arg::read::<$Number>(&**values),)*
                }
            }
        }

        impl Lists {
            fn args(&self) -> [Arg<'_>; 2] {
                match self {
                    $(Lists::$Variant(slices) => [Arg::read(slices.values()), Arg::read(slices.offsets())],)*
                }
            }

            fn rows(&self) -> usize {
                match self {
                    $(Lists::$Variant(slices) => slices.offsets().len().saturating_sub(1),)*
                }
            }
        }

        impl Output {
            fn arg(&mut self) -> Arg<'_> {
                match self {
                    $(Output::$Variant(values) => Arg::write(values),)*
                }
            }

            /// The numbers as an array.
            fn array(self, nulls: Option<NullBuffer>, ty: &DataType) -> Result<ArrayRef, Error> {
                match self {
                    $(Output::$Variant(values) => array(values, nulls, ty),)*
                }
            }
        }

        $(
            impl From<Values<$Number>> for Numbers {
                fn from(values: Values<$Number>) -> Numbers {
                    Numbers::$Variant(values)
                }
            }
            impl From<Slices<$Number>> for Lists {
                fn from(slices: Slices<$Number>) -> Lists {
                    Lists::$Variant(slices)
                }
            }
            impl From<Vec<$Number>> for Output {
                fn from(values: Vec<$Number>) -> Output {
                    Output::$Variant(values)
                }
            }
        )*
    };
}

by_type!(
    U8(u8),
    I8(i8),
    U16(u16),
    I16(i16),
    U32(u32),
    I32(i32),
    U64(u64),
    I64(i64),
    U128(u128),
    F16(half::f16),
    F32(f32),
    F64(f64)
);

impl Input {
    fn of(ty: ColumnType, array: &dyn Array) -> Result<Input, Error> {
        if !ty.holds(array.data_type()) {
            return Err(Error::Type { expected: ty.to_string(), got: array.data_type().clone() });
        }
        Ok(match ty.is_slice {
            true => {
                Input::Slices(by_number!(ty.scalar, Number => Slices::<Number>::of(array)?.into(), bool => {
                    return Err(Error::Type { expected: ty.to_string(), got: array.data_type().clone() });
                }))
            }
            false => {
                by_number!(ty.scalar, Number => Input::Numbers(Values::<Number>::of(array)?.into()), bool => {
                    Input::Bits(Bits::of_bools(array)?)
                })
            }
        })
    }
}

/// The arguments of a call, in the order of the parameters of both kinds of kernels: buffers, and first bits.
struct Given {
    inputs: Vec<(Input, Option<Bits>)>,
    live: Option<Bits>,
}

impl Given {
    /// The buffers and the numbers, in the order of a kernel's parameters.
    fn each<'a>(&'a self, mut buffer: impl FnMut(Arg<'a>), mut first_bit: impl FnMut(u32)) {
        self.columns(&mut buffer, &mut first_bit);
        if let Some(bits) = &self.live {
            buffer(Arg::read(bits.bytes()));
            first_bit(bits.first());
        }
    }

    fn columns<'a>(&'a self, mut buffer: impl FnMut(Arg<'a>), mut first_bit: impl FnMut(u32)) {
        for (input, valid) in &self.inputs {
            match input {
                Input::Bits(bits) => {
                    buffer(Arg::read(bits.bytes()));
                    first_bit(bits.first());
                }
                Input::Numbers(numbers) => buffer(numbers.arg()),
                Input::Slices(lists) => lists.args().into_iter().for_each(&mut buffer),
            }
            if let Some(bits) = valid {
                buffer(Arg::read(bits.bytes()));
                first_bit(bits.first());
            }
        }
    }

    /// The columns as arguments for a kernel of a text, where first bits stand among the buffers.
    fn args(&self) -> Vec<Arg<'_>> {
        let all = std::cell::RefCell::new(Vec::new());
        self.columns(|arg| all.borrow_mut().push(arg), |bit| all.borrow_mut().push(Arg::value(bit)));
        all.into_inner()
    }
}

impl Output {
    /// So many zeros of a scalar, as words where it is a `bool`.
    fn zeros(scalar: Scalar, count: usize) -> Result<Output, Error> {
        Ok(by_number!(scalar, Number => zeros::<Number>(count)?.into(), bool => zeros::<u32>(count)?.into()))
    }
}

fn zeros<T: bytemuck::Zeroable + Clone>(count: usize) -> Result<Vec<T>, Error> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| Error::TooMany { got: count })?;
    list.resize(count, T::zeroed());
    Ok(list)
}

impl RowFunction {
    /// A function that is compiled with the program: `RowFunction::new("haversine", vyre::func!(haversine))`. It takes and gives numbers, `bool` and `Option`s of
    /// them; one of slices is made of its text.
    ///
    /// # Errors
    /// If it is a closure that takes something from around it, or more than a program can have.
    pub fn new<Args: Columns, R: Column>(
        name: &str,
        function: impl vyre::Function<Args, R>,
    ) -> Result<RowFunction, Error> {
        program::build(name, function.operation(program::CALLED), Args::TYPES, R::TYPE)
    }

    /// The function `name` of a text, which is one of [`vyre::Module::compile`]. Its parameters are numbers, `bool`s, slices of numbers such as `&[u8]` for strings,
    /// and `Option`s of these. Its result is a number, a `bool` or an `Option`.
    ///
    /// ```
    /// use arrow_array::{ArrayRef, StringArray, cast::AsArray, types::UInt32Type};
    /// use std::sync::Arc;
    ///
    /// let vowels = vyre_arrow::RowFunction::compile(
    ///     "vowels",
    ///     "fn vowels(text: &[u8]) -> u32 {
    ///         let mut count = 0;
    ///         for letter in text {
    ///             if *letter == b'a' || *letter == b'e' || *letter == b'i' || *letter == b'o' || *letter == b'u' { count += 1; }
    ///         }
    ///         count
    ///     }",
    /// )?;
    /// let words: ArrayRef = Arc::new(StringArray::from(vec!["kernel", "", "row"]));
    /// let counts = vowels.call(&vyre::Device::cpu(), &[words], 3)?;
    /// assert_eq!(counts.as_primitive::<UInt32Type>().values(), &[2, 0, 1]);
    /// # Ok::<(), vyre_arrow::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text has mistakes, has no such function, or if the function takes or gives something else.
    pub fn compile(name: &str, text: &str) -> Result<RowFunction, Error> {
        text::compile(name, text)
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The types of the parameters.
    pub fn parameters(&self) -> &[ColumnType] {
        &self.inner.parameters
    }

    /// The type of the result.
    pub fn result(&self) -> ColumnType {
        self.inner.result
    }

    /// The same function, with bytes that another process reads by [`from_wire`](RowFunction::from_wire): its kernels, which were validated.
    pub fn to_wire(&self) -> &[u8] {
        &self.inner.wire
    }

    /// A function from what [`to_wire`](RowFunction::to_wire) gave. All of it is checked: the signature, the kernels by all rules, and that the kernels' buffers are those that the signature
    /// says. What it computes then is memory-safe and ends; [`Device::set_timeout`] says after how long at the latest.
    ///
    /// # Errors
    /// If the bytes are none, are of another version, or are more than the limits allow.
    pub fn from_wire(bytes: &[u8], limits: &Limits) -> Result<RowFunction, Error> {
        wire::read(bytes, limits)
    }

    /// Calls the function for each row, and gives the results as an array of its type.
    ///
    /// # Errors
    /// If arrays are of other types or lengths, if there are more than `u32::MAX` rows or elements, or if the device cannot run it.
    pub fn call(&self, device: &Device, columns: &[ArrayRef], rows: usize) -> Result<ArrayRef, Error> {
        self.call_as(device, columns, rows, &self.inner.result.array_type())
    }

    /// The same with another type of array for the results, such as one of timestamps for an `i64`.
    ///
    /// # Errors
    /// As for [`call`](RowFunction::call), and if arrays of the type do not hold the result.
    pub fn call_as(
        &self,
        device: &Device,
        columns: &[ArrayRef],
        rows: usize,
        ty: &DataType,
    ) -> Result<ArrayRef, Error> {
        let Inner { name, parameters, result, code, .. } = &*self.inner;
        if columns.len() != parameters.len() {
            return Err(Error::Arguments {
                name: name.clone(),
                expected: parameters.len(),
                got: columns.len(),
            });
        }
        if !result.gives(ty) {
            return Err(Error::Type { expected: result.to_string(), got: ty.clone() });
        }
        if let Some(column) = columns.iter().find(|column| column.len() != rows) {
            return Err(Error::Rows { expected: rows, got: column.len() });
        }
        let count = u32::try_from(rows).map_err(|_| Error::TooMany { got: rows })?;
        let (mut inputs, mut skipped) = (Vec::new(), None);
        for (ty, column) in parameters.iter().zip(columns) {
            let valid = ty.is_nullable.then(|| Bits::valid(column.nulls(), rows));
            if !ty.is_nullable && column.null_count() > 0 {
                skipped = NullBuffer::union(skipped.as_ref(), column.nulls());
            }
            let input = Input::of(*ty, column)?;
            if let Input::Slices(lists) = &input
                && lists.rows() != rows
            {
                return Err(Error::Rows { expected: rows, got: lists.rows() });
            }
            inputs.push((input, valid));
        }
        if rows == 0 {
            return Ok(new_empty_array(ty));
        }
        let live = skipped.as_ref().map(|nulls| Bits::of(nulls.inner()));
        let mut valid = vec![0u32; if result.is_nullable { rows } else { 0 }];
        let given = Given { inputs, live };
        let nulls = |valid: &[u32]| {
            let found = result.is_nullable.then(|| NullBuffer::new(bits_of_words(valid)));
            NullBuffer::union(skipped.as_ref(), found.as_ref()).filter(|nulls| nulls.null_count() > 0)
        };
        if result.is_slice {
            let mut lengths = vec![0u32; rows];
            let mut nothing = Output::zeros(result.scalar, 1)?;
            code.run(device, &given, vec![Arg::write(&mut lengths), nothing.arg()], &mut valid, count)?;
            let ends = ends(&lengths, result.scalar.bytes())?;
            let total = ends.last().copied().unwrap_or(0) as usize;
            let mut out = Output::zeros(result.scalar, total)?;
            if total > 0 {
                code.fill(device, &given, &ends, &mut out, count)?;
            }
            return lists(out, &ends, nulls(&valid), ty);
        }
        let mut out = Output::zeros(result.scalar.written(), rows)?;
        code.run(device, &given, vec![out.arg()], &mut valid, count)?;
        finish(result.scalar, out, nulls(&valid), ty)
    }
}

/// Where each slice begins, and in the end where the last one ends: as many bytes as an array can have.
fn ends(lengths: &[u32], bytes: usize) -> Result<Vec<u32>, Error> {
    let (mut end, mut ends) = (0u64, vec![0]);
    for length in lengths {
        end += u64::from(*length);
        let got = usize::try_from(end).unwrap_or(usize::MAX);
        if got.saturating_mul(bytes) > i32::MAX as usize {
            return Err(Error::TooMany { got });
        }
        ends.push(end as u32);
    }
    Ok(ends)
}

impl Code {
    fn run<'a>(
        &self,
        device: &Device,
        given: &'a Given,
        out: Vec<Arg<'a>>,
        valid: &'a mut [u32],
        rows: u32,
    ) -> Result<(), Error> {
        let at = usize::from(given.live.is_some());
        match self {
            Code::Programs(programs) => {
                let (mut args, mut first_bits) = (Vec::new(), Vec::new());
                given.each(|arg| args.push(arg), |bit| first_bits.push(bit));
                args.extend(out);
                if !valid.is_empty() {
                    args.push(Arg::write(valid));
                }
                if !first_bits.is_empty() {
                    args.push(Arg::read(&first_bits));
                }
                programs[at].run(device, [rows.div_ceil(GROUP), 1, 1], args)?;
            }
            Code::Text(text) => {
                let mut args = given.args();
                if let Some(bits) = &given.live {
                    args.extend([Arg::read(bits.bytes()), Arg::value(bits.first())]);
                }
                args.extend(out);
                if !valid.is_empty() {
                    args.push(Arg::write(valid));
                }
                text.kernels[at].launch(args).invocations([rows, 1, 1]).dispatch(device)?;
            }
        }
        Ok(())
    }

    /// Writes what is in slices.
    fn fill(
        &self,
        device: &Device,
        given: &Given,
        ends: &[u32],
        out: &mut Output,
        rows: u32,
    ) -> Result<(), Error> {
        if let Code::Text(text) = self
            && let Some(fill) = &text.fill
        {
            let mut args = given.args();
            args.extend([Arg::read(ends), out.arg()]);
            fill.launch(args).invocations([rows, 1, 1]).dispatch(device)?;
        }
        Ok(())
    }
}

/// The array of slices.
fn lists(out: Output, ends: &[u32], nulls: Option<NullBuffer>, ty: &DataType) -> Result<ArrayRef, Error> {
    // They are at most `i32::MAX`.
    let offsets: Vec<i32> = ends.iter().map(|end| *end as i32).collect();
    let offsets = OffsetBuffer::new(offsets.into());
    let large = || OffsetBuffer::new(ends.iter().map(|end| i64::from(*end)).collect());
    if let DataType::List(field) | DataType::LargeList(field) = ty {
        let values = out.array(None, field.data_type())?;
        return Ok(match ty {
            DataType::List(_) => Arc::new(ListArray::try_new(Arc::clone(field), offsets, values, nulls)?),
            _ => Arc::new(LargeListArray::try_new(Arc::clone(field), large(), values, nulls)?),
        });
    }
    let Output::U8(bytes) = out else {
        return Err(Error::Type { expected: "lists".to_string(), got: ty.clone() });
    };
    let bytes = Buffer::from_vec(bytes);
    Ok(match ty {
        DataType::Utf8 => Arc::new(StringArray::try_new(offsets, bytes, nulls)?),
        DataType::LargeUtf8 => Arc::new(LargeStringArray::try_new(large(), bytes, nulls)?),
        DataType::Utf8View => Arc::new(StringViewArray::from(&StringArray::try_new(offsets, bytes, nulls)?)),
        DataType::LargeBinary => Arc::new(LargeBinaryArray::try_new(large(), bytes, nulls)?),
        DataType::BinaryView => {
            Arc::new(BinaryViewArray::from(&BinaryArray::try_new(offsets, bytes, nulls)?))
        }
        _ => Arc::new(BinaryArray::try_new(offsets, bytes, nulls)?),
    })
}

/// The array of what a kernel wrote: narrow numbers and `bool`s are copied from words.
fn finish(scalar: Scalar, out: Output, nulls: Option<NullBuffer>, ty: &DataType) -> Result<ArrayRef, Error> {
    Ok(match (out, scalar) {
        (Output::U32(words), Scalar::Bool) => {
            let bits = BooleanBuffer::collect_bool(words.len(), |at| words[at] != 0);
            Arc::new(BooleanArray::new(bits, nulls))
        }
        (Output::U32(words), Scalar::U8) => {
            array::<u8>(words.into_iter().map(|word| word as u8).collect(), nulls, ty)?
        }
        (Output::U32(words), Scalar::U16) => {
            array::<u16>(words.into_iter().map(|word| word as u16).collect(), nulls, ty)?
        }
        (Output::I32(words), Scalar::I8) => {
            array::<i8>(words.into_iter().map(|word| word as i8).collect(), nulls, ty)?
        }
        (Output::I32(words), Scalar::I16) => {
            array::<i16>(words.into_iter().map(|word| word as i16).collect(), nulls, ty)?
        }
        (out, _) => out.array(nulls, ty)?,
    })
}

impl fmt::Debug for RowFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { name, parameters, result, .. } = &*self.inner;
        let parameters: Vec<String> = parameters.iter().map(ColumnType::to_string).collect();
        write!(f, "fn {name}({}) -> {result}", parameters.join(", "))
    }
}

/// Two functions are one if they do the same: what travels of them is equal.
impl PartialEq for RowFunction {
    fn eq(&self, other: &RowFunction) -> bool {
        self.inner.name == other.inner.name && self.inner.wire == other.inner.wire
    }
}

impl Eq for RowFunction {}

impl std::hash::Hash for RowFunction {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.inner.name.hash(state);
        self.inner.wire.hash(state);
    }
}
