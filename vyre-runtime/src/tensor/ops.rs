//! Operations on tensors: element by element, along an axis, and by place. Each is a program of tensors, one for each type and rank.

use super::Tensor;
use super::exponential;
use super::layout::{count, refused};
use super::product::{Kind, Product, together};
use super::program::{self, Source};
use crate::arg::{Arg, Args};
use crate::{Error, Few};
use std::fmt::Write;
use std::ops::{Add, Div, Mul, Rem, Sub};
use vyre_ir::DataType;

/// The numbers that these operations are of: `f16`, `bf16`, `f32`, `f64` and integers of 8 to 64 bits.
///
/// Those of 8 and 16 bits are computed in 32 bits, and wrap around.
pub trait Numeric: Product {
    /// The type in which it is computed.
    #[doc(hidden)]
    type Wide: Numeric;
    #[doc(hidden)]
    const NAMES: Names;
    #[doc(hidden)]
    fn widen(tensor: &Tensor<Self>) -> Result<Tensor<Self::Wide>, Error>;
    #[doc(hidden)]
    fn narrow(tensor: Tensor<Self::Wide>) -> Result<Tensor<Self>, Error>;
}

/// Floats.
pub trait Floating: Numeric {}

/// Integers of 8 to 64 bits.
pub trait Whole: Numeric {}

/// What a type is called in programs.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Names {
    kind: Kind,
    ty: &'static str,
}

macro_rules! numeric {
    ($($T:ty: $KIND:ident $ty:literal $Trait:ident;)*) => {$(
        impl Numeric for $T {
            type Wide = <$T as Product>::Output;
            const NAMES: Names = Names { kind: Kind::$KIND, ty: $ty };
            fn widen(tensor: &Tensor<Self>) -> Result<Tensor<Self::Wide>, Error> {
                <$T as Product>::widened(tensor)
            }
            fn narrow(tensor: Tensor<Self::Wide>) -> Result<Tensor<Self>, Error> {
                <$T as Product>::narrowed(tensor)
            }
        }
        impl $Trait for $T {}
    )*};
}

numeric! {
    f32: F32 "f32" Floating;
    f64: F64 "f64" Floating;
    half::f16: F16 "f16" Floating;
    half::bf16: BF16 "bf16" Floating;
    u32: U32 "u32" Whole;
    i32: I32 "i32" Whole;
    u64: U64 "u64" Whole;
    i64: I64 "u64" Whole;
    u8: Narrow "u32" Whole;
    i8: Narrow "u32" Whole;
    u16: Narrow "u32" Whole;
    i16: Narrow "u32" Whole;
}

impl Names {
    fn data_type(self) -> DataType {
        match self.kind {
            Kind::F16 => DataType::F16,
            Kind::BF16 => DataType::BF16,
            Kind::F32 => DataType::F32,
            Kind::F64 => DataType::F64,
            Kind::I32 => DataType::I32,
            Kind::U64 | Kind::I64 => DataType::U64,
            Kind::U32 | Kind::Narrow => DataType::U32,
        }
    }

    /// An operator of two values.
    fn operator(self, op: &str, a: &str, b: &str) -> String {
        match (self.kind, op) {
            (Kind::F32 | Kind::F64, "mod") => format!("f_rem({a}, {b})"),
            (Kind::F32 | Kind::F64, op) => format!("f_{op}({a}, {b})"),
            // A remainder of such floats is one of them.
            (Kind::F16 | Kind::BF16, "mod") => {
                format!("cast<{}>(f_rem(cast<f32>({a}), cast<f32>({b})))", self.ty)
            }
            // Rounded twice it is what it is rounded once: an `f32` has more than twice the bits.
            (Kind::F16 | Kind::BF16, op) => {
                format!("cast<{}>(f_{op}(cast<f32>({a}), cast<f32>({b})))", self.ty)
            }
            (Kind::I32, op) => format!("call primitive.i32.{op}({a}, {b})"),
            (Kind::I64, "div" | "mod") => format!("call primitive.i64.{op}({a}, {b})"),
            (Kind::U64 | Kind::I64, op) => format!("call primitive.u64.{op}({a}, {b})"),
            (Kind::U32 | Kind::Narrow, op) => {
                let symbol = match op {
                    "add" => "+",
                    "sub" => "-",
                    "mul" => "*",
                    "mod" => "%",
                    _ => "/",
                };
                format!("({a}) {symbol} ({b})")
            }
        }
    }

    fn zero(self) -> &'static str {
        match self.kind {
            Kind::F32 => "0.0f",
            Kind::F64 => "f64(0, 0)",
            Kind::F16 => "f16(0)",
            Kind::BF16 => "bf16(0)",
            Kind::I32 => "0i",
            Kind::U64 | Kind::I64 => "u64(0, 0)",
            Kind::U32 | Kind::Narrow => "0",
        }
    }

    /// Whether floats are computed in another type.
    fn is_half(self) -> bool {
        matches!(self.kind, Kind::F16 | Kind::BF16)
    }

    /// The type in which chains are added: floats of 16 bits in `f32`.
    fn chain(self) -> &'static str {
        if self.is_half() { "f32" } else { self.ty }
    }

    /// Zero in that type.
    fn zero_chain(self) -> &'static str {
        if self.is_half() { "0.0f" } else { self.zero() }
    }

    /// A value in that type.
    fn single(self, value: &str) -> String {
        if self.is_half() { format!("cast<f32>({value})") } else { value.to_string() }
    }

    /// What was added in that type as a value.
    fn of_single(self, value: &str) -> String {
        if self.is_half() { format!("cast<{}>({value})", self.ty) } else { value.to_string() }
    }

    /// `a * b + sum` in that type.
    fn multiply_add(self, a: &str, b: &str, sum: &str) -> String {
        match self.kind {
            Kind::F16 | Kind::BF16 | Kind::F32 | Kind::F64 => {
                format!("f_mul_add({}, {}, {sum})", self.single(a), self.single(b))
            }
            Kind::U32 | Kind::I32 | Kind::U64 | Kind::I64 | Kind::Narrow => {
                self.operator("add", sum, &self.operator("mul", a, b))
            }
        }
    }

    /// Whether the value of the variable `x` comes after that of `y`; floats by their total order.
    fn is_after(self) -> String {
        let key = |bits: String, sign: &str, all: &str| {
            format!("({bits} ^ select({bits} & {sign}, {all}, {sign}))")
        };
        let of_32 = |name: &str| key(format!("cast<u32>({name})"), "0x80000000", "0xffffffff");
        let of_16 = |name: &str| key(format!("{name}.0"), "0x8000", "0xffff");
        match self.kind {
            Kind::F32 => format!("{} > {}", of_32("x"), of_32("y")),
            Kind::F64 => {
                let key = |name: &str| {
                    let sign = format!("select({name}.1 >> 31, 0xffffffff, 0)");
                    format!("u64({name}.0 ^ {sign}, {name}.1 ^ ({sign} >> 1))")
                };
                format!("call primitive.i64.lt({}, {})", key("y"), key("x"))
            }
            Kind::F16 | Kind::BF16 => format!("{} > {}", of_16("x"), of_16("y")),
            Kind::I32 => "call primitive.i32.gt(x, y)".to_string(),
            Kind::U64 => "call primitive.u64.gt(x, y)".to_string(),
            Kind::I64 => "call primitive.i64.lt(y, x)".to_string(),
            Kind::U32 | Kind::Narrow => "x > y".to_string(),
        }
    }
}

/// Statements that make the indices `x0`, `x1` and so on of the number `invocation_id.x`, and the condition that it is that of an element of `out`.
fn indices(rank: usize) -> (String, String, String) {
    let mut text = format!("let t{rank} = invocation_id.x;\n");
    for axis in (0..rank).rev() {
        let t = format!("t{}", axis + 1);
        // A `String` takes all that is written.
        let _ = writeln!(text, "let x{axis} = {t} % dim(out, {axis}); let t{axis} = {t} / dim(out, {axis});");
    }
    let list: Vec<String> = (0..rank).map(|axis| format!("x{axis}")).collect();
    (text, "t0 == 0".to_string(), list.join(", "))
}

fn names(prefix: &str, rank: usize) -> String {
    (0..rank).map(|axis| format!("{prefix}{axis}")).collect::<Vec<_>>().join(", ")
}

/// Runs a program with an invocation for each element of `out`, the last argument.
fn run<T: Product>(
    name: &'static str,
    text: String,
    inputs: &mut Vec<Arg<'_>>,
    out: &mut Tensor<T>,
    ty: DataType,
    params: &[u32],
) -> Result<(), Error> {
    if out.is_empty() {
        return Ok(());
    }
    let module = program::module(&Source { name, text, is_for_normals: false })?;
    let groups = [u32::try_from(out.len().div_ceil(64)).unwrap_or(u32::MAX), 1, 1];
    let device = out.device().clone();
    let mut args = Args::new();
    args.extend(inputs.drain(..));
    args.push(Arg::tensor_mut(out).regrouped(ty));
    device.dispatch(module, groups, args, params)
}

fn arg<T: Numeric>(tensor: &Tensor<T>) -> Arg<'_> {
    Arg::tensor(tensor).regrouped(T::NAMES.data_type())
}

/// Combines two tensors element by element.
fn zip<T: Numeric>(op: &'static str, a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T>, Error> {
    let shape = together(a.shape(), b.shape())?;
    count(&shape)?;
    let (a, b) = (a.broadcast(&shape)?, b.broadcast(&shape)?);
    let mut out = a.device().tensor_zeros(&shape)?;
    let rank = shape.len();
    let ((decode, inside, at), dims, ty) = (indices(rank), names("D", rank), T::NAMES.ty);
    let value = T::NAMES.operator(op, &format!("a[[{at}]]"), &format!("b[[{at}]]"));
    let text = format!(
        "program workgroup_size 64, 1, 1
         buffer a: read tensor<{ty}, [{dims}]> strided @ 0 buffer b: read tensor<{ty}, [{dims}]> strided @ 1
         buffer out: read_write tensor<{ty}, [{dims}]> @ 2
         entry {{ {decode} if {inside} {{ out[[{at}]] = {value}; }} }}"
    );
    run("vyre::tensor::zip", text, &mut vec![arg(&a), arg(&b)], &mut out, T::NAMES.data_type(), &[])?;
    Ok(out)
}

macro_rules! operators {
    ($($Trait:ident $method:ident $op:literal;)*) => {$(
        impl<T: Numeric> $Trait<&Tensor<T>> for &Tensor<T> {
            type Output = Result<Tensor<T>, Error>;
            /// Element by element, with broadcasting as in NumPy.
            fn $method(self, other: &Tensor<T>) -> Result<Tensor<T>, Error> {
                T::narrow(zip($op, &T::widen(self)?, &T::widen(other)?)?)
            }
        }
    )*};
}

operators! {
    Add add "add";
    Sub sub "sub";
    Mul mul "mul";
    Div div "div";
    Rem rem "mod";
}

/// What a program does along the last axis of `a`, for each element of a result without that axis.
struct Reduction {
    /// Statements after `n` is the length of the axis, that store to `out[[at]]`. `VALUE` is the element `q`.
    body: String,
    /// The type of the result.
    result: &'static str,
}

/// The axis moved behind the others.
pub(super) fn last<T: Product>(tensor: &Tensor<T>, axis: usize) -> Result<Tensor<T>, Error> {
    let axis = tensor.layout.axis(axis)?;
    let mut axes: Vec<usize> = (0..tensor.shape().len()).filter(|other| *other != axis).collect();
    axes.push(axis);
    tensor.permute(&axes)
}

fn reduce<T: Numeric, U: Product>(
    tensor: &Tensor<T>,
    axis: usize,
    reduction: &Reduction,
    ty: DataType,
) -> Result<Tensor<U>, Error> {
    let moved = last(tensor, axis)?;
    let rank = moved.shape().len() - 1;
    let mut out = tensor.device().tensor_zeros::<U>(&moved.shape()[..rank])?;
    let (decode, inside, at) = indices(rank);
    let comma = if rank > 0 { ", " } else { "" };
    let (dims, element) = (names("D", rank), T::NAMES.ty);
    let value = format!("a[[{at}{comma}q]]");
    let body = reduction.body.replace("VALUE", &value).replace("AT", &at);
    let (result, chain) = (reduction.result, T::NAMES.chain());
    let text = format!(
        "program workgroup_size 64, 1, 1
         buffer a: read tensor<{element}, [{dims}{comma}L]> strided @ 0
         buffer out: read_write tensor<{result}, [{dims}]> @ 1 buffer stack: private {chain}[33]
         entry {{ {decode} if {inside} {{ let n = dim(a, {rank}); {body} }} }}"
    );
    run("vyre::tensor::reduce", text, &mut vec![arg(&moved)], &mut out, ty, &[])?;
    Ok(out)
}

/// Statements that add `VALUE`, an `f32`, by a balanced tree over `q` below `n`. The sum is in the variable `name`.
fn tree(name: &str, value: &str, zero: &str) -> String {
    format!(
        "for q in 0..n {{
            let partial_{name} = {value};
            for d in 0..32 {{
                if (q >> d & 1) == 0 {{ stack[d] = partial_{name}; break; }}
                partial_{name} = f_add(stack[d], partial_{name});
            }}
         }}
         let {name} = {zero}; let any_{name} = 0;
         for d in 0..32 {{
            if (n >> d & 1) != 0 {{
                if any_{name} != 0 {{ {name} = f_add(stack[d], {name}); }} else {{ {name} = stack[d]; any_{name} = 1; }}
            }}
         }}"
    )
}

/// Statements after which `y` is the first of the greatest elements, and `best` its place.
fn greatest<T: Numeric>() -> String {
    format!(
        "let q = 0; let y = VALUE; let best = 0;
         for r in 1..n {{ q = r; let x = VALUE; if {} {{ y = x; best = q; }} }}",
        T::NAMES.is_after()
    )
}

impl<T: Whole> Tensor<T> {
    /// The sums along an axis, which wrap around. The result does not have the axis.
    ///
    /// # Errors
    /// [`Error::Axis`], or a failure of the device.
    pub fn sum(&self, axis: usize) -> Result<Tensor<T>, Error> {
        T::narrow(sum(&T::widen(self)?, axis)?)
    }
}

fn sum<T: Numeric>(tensor: &Tensor<T>, axis: usize) -> Result<Tensor<T>, Error> {
    let (zero, ty) = (T::NAMES.zero(), T::NAMES.ty);
    let step = T::NAMES.operator("add", "s", "VALUE");
    let body = format!("let s = {zero}; for q in 0..n {{ s = {step}; }} out[[AT]] = s;");
    reduce(tensor, axis, &Reduction { body, result: ty }, T::NAMES.data_type())
}

impl<T: Floating> Tensor<T> {
    /// The sums along an axis by a balanced tree. Those of 16 bits are added as `f32`s.
    ///
    /// # Errors
    /// The same as for [`Tensor::sum`].
    pub fn sum_tree(&self, axis: usize) -> Result<Tensor<T>, Error> {
        let (value, result) = (T::NAMES.single("VALUE"), T::NAMES.ty);
        let body =
            format!("{} out[[AT]] = {};", tree("s", &value, T::NAMES.zero_chain()), T::NAMES.of_single("s"));
        reduce(self, axis, &Reduction { body, result }, T::NAMES.data_type())
    }

    /// The sums along an axis from its beginning to its end.
    ///
    /// # Errors
    /// The same as for [`Tensor::sum`].
    pub fn sum_strict(&self, axis: usize) -> Result<Tensor<T>, Error> {
        let (value, result) = (T::NAMES.single("VALUE"), T::NAMES.ty);
        let body = format!(
            "let s = {}; for q in 0..n {{ if q == 0 {{ s = {value}; }} else {{ s = f_add(s, {value}); }} }}
             out[[AT]] = {};",
            T::NAMES.zero_chain(),
            T::NAMES.of_single("s")
        );
        reduce(self, axis, &Reduction { body, result }, T::NAMES.data_type())
    }

    /// The sums along an axis in any order. This one is that of [`Tensor::sum_tree`].
    ///
    /// # Errors
    /// The same as for [`Tensor::sum`].
    pub fn sum_approx(&self, axis: usize) -> Result<Tensor<T>, Error> {
        self.sum_tree(axis)
    }
}

impl<T: Floating> Tensor<T> {
    /// `exp(x - m) / s` along an axis, where `m` is the maximum and `s` the sum of the numerators by a balanced tree.
    ///
    /// Programs have no `exp` of `f64`, so for these it is computed on the host.
    ///
    /// # Errors
    /// The same as for [`Tensor::sum`].
    pub fn softmax(&self, axis: usize) -> Result<Tensor<T>, Error> {
        if T::NAMES.kind == Kind::F64 {
            return exponential::softmax(self, axis);
        }
        let value = T::NAMES.single("VALUE");
        let single = T::NAMES.single("y");
        let power = format!("f_exp(f_sub({value}, m))");
        let zero = T::NAMES.zero_chain();
        let (max, tree) = (greatest::<T>(), tree("s", &power, zero));
        // `q` is a variable of its own in each part.
        let body = format!(
            "let m = {zero}; {{ {max} m = {single}; }} {{ {tree}
             for q in 0..n {{ OUT = {}; }} }}",
            T::NAMES.of_single(&format!("f_div({power}, s)"))
        );
        along(self, axis, &body, &[])
    }

    /// `d / sqrt(v + eps)` along an axis, where `d` is what is left without the mean and `v` the mean of its squares; both means are of sums
    /// by a balanced tree. `eps` is rounded to the type of the sums: `f32`, or `f64` for these.
    ///
    /// # Errors
    /// The same as for [`Tensor::sum`].
    pub fn layer_norm(&self, axis: usize, eps: impl Into<f64>) -> Result<Tensor<T>, Error> {
        let eps: f64 = eps.into();
        let is_double = T::NAMES.kind == Kind::F64;
        let (length, added, params) = match is_double {
            true => {
                ("d_from_u32(n)", "f64(p[0], p[1])", [eps.to_bits() as u32, (eps.to_bits() >> 32) as u32])
            }
            false => ("f_from_u32(n)", "cast<f32>(p[0])", [(eps as f32).to_bits(), 0]),
        };
        let (value, zero) = (T::NAMES.single("VALUE"), T::NAMES.zero_chain());
        let rest = format!("f_sub({value}, mean)");
        let body = format!(
            "let length = {length};
             {} let mean = f_div(s, length);
             {} let root = f_sqrt(f_add(f_div(v, length), {added}));
             for q in 0..n {{ OUT = {}; }}",
            tree("s", &value, zero),
            tree("v", &format!("f_mul({rest}, {rest})"), zero),
            T::NAMES.of_single(&format!("f_div({rest}, root)")),
        );
        along(self, axis, &body, &params)
    }
}

/// What gives a result of the same shape, with an invocation for each line along an axis.
fn along<T: Numeric>(
    tensor: &Tensor<T>,
    axis: usize,
    body: &str,
    params: &[u32],
) -> Result<Tensor<T>, Error> {
    let moved = last(tensor, axis)?;
    let rank = moved.shape().len() - 1;
    let result = tensor.device().tensor_zeros::<T>(tensor.shape())?;
    let mut out = last(&result, axis)?;
    let lines: usize = moved.shape()[..rank].iter().product();
    if out.is_empty() {
        return Ok(result);
    }
    let (decode, inside, at) = indices(rank);
    let comma = if rank > 0 { ", " } else { "" };
    let (dims, ty, chain) = (names("D", rank), T::NAMES.ty, T::NAMES.chain());
    let body =
        body.replace("VALUE", &format!("a[[{at}{comma}q]]")).replace("OUT", &format!("out[[{at}{comma}q]]"));
    let uniform = if params.is_empty() { "" } else { "buffer p: uniform u32[2] @ 2" };
    let text = format!(
        "program workgroup_size 64, 1, 1
         buffer a: read tensor<{ty}, [{dims}{comma}L]> strided @ 0
         buffer out: read_write tensor<{ty}, [{dims}{comma}L]> strided @ 1 {uniform} buffer stack: private {chain}[33]
         entry {{ {decode} if {inside} {{ let n = dim(a, {rank}); {body} }} }}"
    );
    let module = program::module(&Source { name: "vyre::tensor::along", text, is_for_normals: false })?;
    let groups = [u32::try_from(lines.div_ceil(64)).unwrap_or(u32::MAX), 1, 1];
    let device = tensor.device().clone();
    let mut args = Args::new();
    args.push(arg(&moved));
    args.push(Arg::tensor_mut(&mut out).regrouped(T::NAMES.data_type()));
    device.dispatch(module, groups, args, params)?;
    Ok(result)
}

impl<T: Numeric> Tensor<T> {
    fn needs_elements(&self, axis: usize) -> Result<(), Error> {
        match self.shape()[self.layout.axis(axis)?] {
            0 => Err(refused(
                format!("the axis {axis} of {:?} has no elements, and no maximum", self.shape()),
                "give an axis that has elements",
            )),
            _ => Ok(()),
        }
    }

    /// The greatest elements along an axis, floats by `total_cmp`. The result does not have the axis.
    ///
    /// # Errors
    /// [`Error::Axis`], [`Error::Shape`] if the axis has no elements, or a failure of the device.
    pub fn max(&self, axis: usize) -> Result<Tensor<T>, Error> {
        self.needs_elements(axis)?;
        let names = <T::Wide as Numeric>::NAMES;
        let body = format!("{} out[[AT]] = y;", greatest::<T::Wide>());
        T::narrow(reduce(&T::widen(self)?, axis, &Reduction { body, result: names.ty }, names.data_type())?)
    }

    /// The places of the greatest elements along an axis: of equal ones the first.
    ///
    /// # Errors
    /// The same as for [`Tensor::max`].
    pub fn arg_max(&self, axis: usize) -> Result<Tensor<u32>, Error> {
        self.needs_elements(axis)?;
        let body = format!("{} out[[AT]] = best;", greatest::<T::Wide>());
        reduce(&T::widen(self)?, axis, &Reduction { body, result: "u32" }, DataType::U32)
    }

    /// What lies at these places of an axis, as NumPy's `take`; zero beyond its end. The dimensions of the indices stand where the axis stood.
    ///
    /// # Errors
    /// [`Error::Axis`], [`Error::Shape`] if there are too many dimensions, or a failure of the device.
    pub fn gather(&self, axis: usize, indices: &Tensor<u32>) -> Result<Tensor<T>, Error> {
        T::narrow(T::widen(self)?.taken(axis, indices)?)
    }

    fn taken(&self, axis: usize, indices: &Tensor<u32>) -> Result<Tensor<T>, Error> {
        let axis = self.layout.axis(axis)?;
        let (before, after) = (&self.shape()[..axis], &self.shape()[axis + 1..]);
        let shape: Vec<usize> = before.iter().chain(indices.shape()).chain(after).copied().collect();
        count(&shape)?;
        let outer: usize = before.iter().product();
        let inner: usize = after.iter().product();
        let flat = |shape: [usize; 3]| match self.reshape(shape) {
            Err(Error::Shape { .. }) => self.to_dense()?.reshape(shape),
            other => other,
        };
        let a = flat([outer, self.shape()[axis], inner])?;
        let places = match indices.reshape([indices.len()]) {
            Err(Error::Shape { .. }) => indices.to_dense()?.reshape([indices.len()])?,
            other => other?,
        };
        let mut out = self.device().tensor_zeros::<T>([outer, indices.len(), inner])?;
        let ((decode, inside, at), ty) = (self::indices(3), T::NAMES.ty);
        let text = format!(
            "program workgroup_size 64, 1, 1
             buffer a: read tensor<{ty}, [O, A, I]> strided @ 0 buffer places: read tensor<u32, [J]> strided @ 1
             buffer out: read_write tensor<{ty}, [O, J, I]> @ 2
             entry {{ {decode} if {inside} {{ out[[{at}]] = a[[x0, places[[x1]], x2]]; }} }}"
        );
        let mut inputs = vec![arg(&a), Arg::tensor(&places)];
        run("vyre::tensor::gather", text, &mut inputs, &mut out, T::NAMES.data_type(), &[])?;
        out.reshape(shape)
    }
}

/// Tensors one after the other along an axis. Their other dimensions agree.
///
/// # Errors
/// [`Error::Shape`] if there are none or their shapes do not fit, [`Error::Axis`], or a failure of the device.
pub fn concat<T: Numeric>(axis: usize, parts: &[&Tensor<T>]) -> Result<Tensor<T>, Error> {
    let parts = parts.iter().map(|part| T::widen(part)).collect::<Result<Vec<_>, Error>>()?;
    T::narrow(joined(axis, &parts)?)
}

fn joined<T: Numeric>(axis: usize, parts: &[Tensor<T>]) -> Result<Tensor<T>, Error> {
    let Some(first) = parts.first() else {
        return Err(refused("no tensors have no shape", "give at least one"));
    };
    let axis = first.layout.axis(axis)?;
    let mut shape = first.shape().to_vec();
    shape[axis] = 0;
    for part in parts {
        let fits = part.shape().len() == shape.len()
            && (0..shape.len()).all(|other| other == axis || part.shape()[other] == shape[other]);
        if !fits {
            let (first, other) = (first.shape(), part.shape());
            return Err(refused(
                format!("{first:?} and {other:?} differ beside the axis {axis}"),
                "give tensors that differ along this axis alone",
            ));
        }
        shape[axis] = shape[axis].saturating_add(part.shape()[axis]);
    }
    count(&shape)?;
    let out = first.device().tensor_zeros::<T>(&shape)?;
    let rank = shape.len();
    let ((decode, inside, at), dims, ty) = (indices(rank), names("D", rank), T::NAMES.ty);
    let text = format!(
        "program workgroup_size 64, 1, 1
         buffer a: read tensor<{ty}, [{dims}]> strided @ 0 buffer out: read_write tensor<{ty}, [{dims}]> strided @ 1
         entry {{ {decode} if {inside} {{ out[[{at}]] = a[[{at}]]; }} }}"
    );
    let mut start = 0;
    for part in parts {
        let end = start + part.shape()[axis];
        let mut target = out.slice(axis, start..end)?;
        let ty = T::NAMES.data_type();
        run("vyre::tensor::concat", text.clone(), &mut vec![arg(part)], &mut target, ty, &[])?;
        start = end;
    }
    Ok(out)
}

/// How a convolution moves over its input, in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conv2d {
    /// How far the window moves from one element of the result to the next.
    pub stride: [usize; 2],
    /// How many rows and columns of nothing lie around the input. They take no part.
    pub padding: [usize; 2],
    /// How far the elements of the window are apart.
    pub dilation: [usize; 2],
    /// Into how many groups channels are divided.
    pub groups: usize,
}

impl Default for Conv2d {
    fn default() -> Conv2d {
        Conv2d { stride: [1; 2], padding: [0; 2], dilation: [1; 2], groups: 1 }
    }
}

impl<T: Numeric> Tensor<T> {
    /// The convolution of `n c h w` by `o c/groups p q`, without a flip. Each element is one chain of multiplications with additions, from 0, in
    /// ascending `(c, p, q)`; floats of 16 bits are computed as `f32`s, and integers wrap.
    ///
    /// # Errors
    /// [`Error::Rank`], [`Error::Shape`] if the shapes do not fit, or a failure of the device.
    pub fn conv2d(&self, w: &Tensor<T>, how: Conv2d) -> Result<Tensor<T>, Error> {
        T::narrow(T::widen(self)?.convolved(&T::widen(w)?, how)?)
    }

    fn convolved(&self, w: &Tensor<T>, how: Conv2d) -> Result<Tensor<T>, Error> {
        let rank = |name: &str, got| Error::Rank { name: name.to_string(), expected: 4, got };
        let &[n, c, height, width] = self.shape() else { return Err(rank("self", self.shape().len())) };
        let &[o, own, p, q] = w.shape() else { return Err(rank("w", w.shape().len())) };
        let Conv2d { stride, padding, dilation, groups } = how;
        let is_whole = groups > 0 && c == own.saturating_mul(groups) && o % groups == 0;
        if !is_whole || stride.contains(&0) || dilation.contains(&0) {
            let (a, w) = (self.shape(), w.shape());
            return Err(refused(
                format!("{a:?} by {w:?} is no convolution with {how:?}"),
                "give n c h w by o c/groups p q, with strides, dilations and groups of at least 1",
            ));
        }
        let extent = |axis: usize, length: usize, window: usize| -> Result<usize, Error> {
            let space = padding[axis].checked_mul(2).and_then(|padding| padding.checked_add(length));
            let span =
                dilation[axis].checked_mul(window.saturating_sub(1)).and_then(|span| span.checked_add(1));
            match (space, span) {
                (Some(space), Some(span)) if space >= span && space <= u32::MAX as usize / 2 => {
                    Ok((space - span) / stride[axis] + 1)
                }
                _ => Err(refused(
                    format!("a window of {window} does not fit in {length} with {how:?}"),
                    "use a smaller window or dilation, or more padding",
                )),
            }
        };
        let (rows, columns) = (extent(0, height, p)?, extent(1, width, q)?);
        let shape = [n, o, rows, columns];
        count(&shape)?;
        let mut out = self.device().tensor_zeros::<T>(shape)?;
        let ((decode, inside, at), ty, zero) = (indices(4), T::NAMES.ty, T::NAMES.zero_chain());
        let step = T::NAMES.multiply_add("a[[x0, from + c, i, j]]", "w[[x1, c, p, q]]", "s");
        let text = format!(
            "program workgroup_size 64, 1, 1
             buffer a: read tensor<{ty}, [N, C, H, W]> strided @ 0 buffer w: read tensor<{ty}, [O, G, P, Q]> strided @ 1
             buffer out: read_write tensor<{ty}, [N, O, Y, X]> @ 2 buffer m: uniform u32[7] @ 3
             entry {{ {decode} if {inside} {{
                let s = {zero}; let from = x1 / (dim(w, 0) / m[6]) * dim(w, 1);
                for c in 0..dim(w, 1) {{ for p in 0..dim(w, 2) {{ for q in 0..dim(w, 3) {{
                    let i = x2 * m[0] + p * m[4] - m[2]; let j = x3 * m[1] + q * m[5] - m[3];
                    if (i < dim(a, 2)) & (j < dim(a, 3)) {{ s = {step}; }}
                }} }} }}
                out[[{at}]] = {};
             }} }}",
            T::NAMES.of_single("s")
        );
        let numbers = stride.into_iter().chain(padding).chain(dilation).chain([groups]);
        let params: Few<u32> = numbers.map(|number| u32::try_from(number).unwrap_or(u32::MAX)).collect();
        let ty = T::NAMES.data_type();
        run("vyre::tensor::conv2d", text, &mut vec![arg(self), arg(w)], &mut out, ty, &params)?;
        Ok(out)
    }
}
