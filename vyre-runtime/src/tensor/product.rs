//! Matrix products: each element of the result is one chain in ascending k, whatever the tiles are.
//!
//! What no type of programs accumulates is computed on the host: chains in `f64`, and results of another type than the products' own.

mod texts;

use super::Tensor;
use super::layout::{count, refused};
use super::program::{self, Source};
use crate::arg::{Arg, Args};
use crate::element::Element;
use crate::module::Module;
use crate::{Device, DeviceKind, Error};
use texts::{TILE, Tiles, plain, tiled};
use vyre_ir::DataType;
use vyre_ir::library::Operation;

/// How a matrix product is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatMul {
    /// The type in which each chain is added.
    pub accumulator: Accumulator,
}

/// The type in which the chains of a matrix product are added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accumulator {
    /// `F32` for `f16`, `bf16` and `f32`, `F64` for `f64`, and else the type of the result.
    #[default]
    Default,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// `u32`.
    U32,
    /// `i32`.
    I32,
    /// `u64`.
    U64,
    /// `i64`.
    I64,
}

/// What a number of a product is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Kind {
    F16,
    BF16,
    F32,
    F64,
    U32,
    I32,
    U64,
    I64,
    /// One of 8 or 16 bits, which is widened first.
    Narrow,
}

impl Kind {
    fn is_float(self) -> bool {
        matches!(self, Kind::F16 | Kind::BF16 | Kind::F32 | Kind::F64)
    }

    /// The type in programs. Sums and products of signed integers have the bits of those of unsigned ones.
    fn program_type(self) -> &'static str {
        match self {
            Kind::F16 => "f16",
            Kind::BF16 => "bf16",
            Kind::F32 => "f32",
            Kind::F64 => "f64",
            Kind::U32 | Kind::I32 | Kind::Narrow => "u32",
            Kind::U64 | Kind::I64 => "u64",
        }
    }

    fn data_type(self) -> DataType {
        match self {
            Kind::F16 => DataType::F16,
            Kind::BF16 => DataType::BF16,
            Kind::F32 => DataType::F32,
            Kind::F64 => DataType::F64,
            Kind::U32 | Kind::I32 | Kind::Narrow => DataType::U32,
            Kind::U64 | Kind::I64 => DataType::U64,
        }
    }
}

/// A number as the host computes with it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Wide {
    Float(f64),
    /// An integer, modulo 2^64.
    Integer(u64),
}

/// The numbers that matrix products are of: `f16`, `bf16`, `f32`, `f64` and integers of 8 to 64 bits.
pub trait Product: Element {
    /// The type of the result.
    type Output: Product;
    #[doc(hidden)]
    const KIND: Kind;
    #[doc(hidden)]
    fn wide(self) -> Wide;
    #[doc(hidden)]
    fn of(wide: Wide) -> Self;
    /// The same numbers in the type of results: the tensor itself where that is its own type.
    #[doc(hidden)]
    fn widened(tensor: &Tensor<Self>) -> Result<Tensor<Self::Output>, Error>;
    /// Numbers of the type of results in this one, which wrap around.
    #[doc(hidden)]
    fn narrowed(tensor: Tensor<Self::Output>) -> Result<Tensor<Self>, Error>;
}

/// A copy in another type, made on the host.
fn converted<T: Product, U: Product>(tensor: &Tensor<T>) -> Result<Tensor<U>, Error> {
    let data: Vec<U> = tensor.read()?.into_iter().map(|value| U::of(value.wide())).collect();
    tensor.device().tensor(&data, tensor.shape())
}

macro_rules! products {
    ($($T:ty => $Output:ty, $KIND:ident, $of:ident $how:ident: |$value:ident| $wide:expr, |$float:ident| $from:expr;)*) => {$(
        impl Product for $T {
            type Output = $Output;
            const KIND: Kind = Kind::$KIND;
            fn wide(self) -> Wide {
                let $value = self;
                Wide::$of($wide)
            }
            fn of(wide: Wide) -> Self {
                match wide {
                    Wide::Float($float) => $from,
                    Wide::Integer(integer) => products!(@integer $of, $T, integer),
                }
            }
            products!(@$how $Output);
        }
    )*};
    (@own $Output:ty) => {
        fn widened(tensor: &Tensor<Self>) -> Result<Tensor<Self>, Error> {
            Ok(tensor.clone())
        }
        fn narrowed(tensor: Tensor<Self>) -> Result<Tensor<Self>, Error> {
            Ok(tensor)
        }
    };
    (@other $Output:ty) => {
        fn widened(tensor: &Tensor<Self>) -> Result<Tensor<$Output>, Error> {
            converted(tensor)
        }
        fn narrowed(tensor: Tensor<$Output>) -> Result<Tensor<Self>, Error> {
            converted(&tensor)
        }
    };
    (@integer Integer, $T:ty, $integer:ident) => { $integer as $T };
    (@integer Float, $T:ty, $integer:ident) => { <$T as Product>::of(Wide::Float($integer as i64 as f64)) };
}

products! {
    f32 => f32, F32, Float own: |x| f64::from(x), |wide| wide as f32;
    f64 => f64, F64, Float own: |x| x, |wide| wide;
    half::f16 => half::f16, F16, Float own: |x| x.to_f64(), |wide| half::f16::from_f64(wide);
    half::bf16 => half::bf16, BF16, Float own: |x| x.to_f64(), |wide| half::bf16::from_f64(wide);
    u32 => u32, U32, Integer own: |x| u64::from(x), |wide| wide as u32;
    i32 => i32, I32, Integer own: |x| i64::from(x) as u64, |wide| wide as i32;
    u64 => u64, U64, Integer own: |x| x, |wide| wide as u64;
    i64 => i64, I64, Integer own: |x| x as u64, |wide| wide as i64;
    u8 => i32, Narrow, Integer other: |x| u64::from(x), |wide| wide as u8;
    i8 => i32, Narrow, Integer other: |x| i64::from(x) as u64, |wide| wide as i8;
    i16 => i32, Narrow, Integer other: |x| i64::from(x) as u64, |wide| wide as i16;
    u16 => u32, Narrow, Integer other: |x| u64::from(x), |wide| wide as u16;
}

/// The type in which the chains of a result of this kind are added: nothing of a type that it does not have.
fn accumulator(asked: Accumulator, result: Kind) -> Option<Accumulator> {
    let own = match result {
        Kind::F16 | Kind::BF16 | Kind::F32 => Accumulator::F32,
        Kind::F64 => Accumulator::F64,
        Kind::U32 => Accumulator::U32,
        Kind::I32 | Kind::Narrow => Accumulator::I32,
        Kind::U64 => Accumulator::U64,
        Kind::I64 => Accumulator::I64,
    };
    match (asked, own) {
        (Accumulator::Default, own) => Some(own),
        (asked, own) if asked == own => Some(own),
        (Accumulator::F64, Accumulator::F32)
        | (Accumulator::U64, Accumulator::U32)
        | (Accumulator::I64, Accumulator::I32) => Some(asked),
        _ => None,
    }
}

/// The matrix product of two tensors: the last two dimensions are those of matrices, and those in front are batches, which broadcast.
///
/// ```
/// use vyre_runtime::{Device, tensor::matmul};
/// let device = Device::cpu();
/// let a = device.tensor(&[1.0f32, 2.0, 3.0, 4.0], [2, 2])?;
/// let b = device.tensor(&[1.0f32, 0.0, 0.0, 2.0], [2, 2])?;
/// assert_eq!(matmul(&a, &b)?.read()?, [1.0, 4.0, 3.0, 8.0]);
/// # Ok::<(), vyre_runtime::Error>(())
/// ```
///
/// # Errors
/// [`Error::Rank`] where there are fewer than two dimensions, [`Error::Dimension`] where the inner ones differ, [`Error::Shape`] where batches do not
/// broadcast, or a failure of the device.
pub fn matmul<T: Product>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T::Output>, Error> {
    matmul_with(a, b, MatMul::default())
}

/// Like [`matmul`], with a choice of the accumulator.
///
/// # Errors
/// The same as for [`matmul`], and [`Error::Accumulator`].
pub fn matmul_with<T: Product>(
    a: &Tensor<T>,
    b: &Tensor<T>,
    how: MatMul,
) -> Result<Tensor<T::Output>, Error> {
    let shape = Shapes::of(a, b)?.result();
    count(&shape)?;
    let mut c = a.device().tensor_zeros(shape)?;
    into(a, b, &mut c, how, None)?;
    Ok(c)
}

/// Like [`matmul_with`], into a tensor that is there, whose type the chains are converted to.
///
/// # Errors
/// The same as for [`matmul_with`]; [`Error::Shape`] if `c` has another shape, [`Error::Overlap`] if two places of it are one element, and
/// [`Error::BufferAliased`] if it shares a buffer with `a` or `b`.
pub fn matmul_into<T: Product, U: Product>(
    a: &Tensor<T>,
    b: &Tensor<T>,
    c: &mut Tensor<U>,
    how: MatMul,
) -> Result<(), Error> {
    into(a, b, c, how, None)
}

/// Like [`matmul`], where the order of additions and the precision of products may be the device's own: the error is at most
/// `(k + 1) * 2^-10 * sum |a||b|`, and for results of 16 bits `2^-8` in place of `2^-10`. No device has a way of its own yet, so this is [`matmul`].
///
/// # Errors
/// The same as for [`matmul`].
pub fn matmul_approx<T: Product>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Tensor<T::Output>, Error> {
    matmul(a, b)
}

/// [`matmul_into`] in a way, for tests.
#[doc(hidden)]
pub fn matmul_by<T: Product, U: Product>(
    a: &Tensor<T>,
    b: &Tensor<T>,
    c: &mut Tensor<U>,
    way: Way,
) -> Result<(), Error> {
    into(a, b, c, MatMul::default(), Some(way))
}

/// How a device computes a product.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// An invocation computes an element.
    Plain,
    /// A workgroup computes a tile.
    Tiled,
    /// The same, at first as if nothing were subnormal, and anew where something could be.
    TiledForNormals,
}

impl Way {
    /// All of them.
    pub const ALL: [Way; 3] = [Way::Plain, Way::Tiled, Way::TiledForNormals];

    /// The way of a device with elements of this kind.
    fn of(device: &Device, kind: Kind) -> Result<Way, Error> {
        // Other devices are quick where neighbours load neighbours, and slow where invocations wait for each other.
        let is_gpu = matches!(
            device.info().kind(),
            DeviceKind::DiscreteGpu | DeviceKind::IntegratedGpu | DeviceKind::VirtualGpu
        );
        let has_single_chains = kind.is_float() && kind != Kind::F64;
        Ok(match is_gpu {
            false => Way::Plain,
            true if has_single_chains && device.float_ways()?.corrects(Operation::MulAdd) => {
                Way::TiledForNormals
            }
            true => Way::Tiled,
        })
    }
}

/// The shapes of a product.
struct Shapes {
    batch: Vec<usize>,
    m: usize,
    n: usize,
    k: usize,
}

impl Shapes {
    fn of<T: Element>(a: &Tensor<T>, b: &Tensor<T>) -> Result<Shapes, Error> {
        let rank = |name: &str, got| Error::Rank { name: name.to_string(), expected: 2, got };
        let ([batch_a @ .., m, k], [batch_b @ .., other, n]) = (a.shape(), b.shape()) else {
            return Err(if a.shape().len() < 2 {
                rank("a", a.shape().len())
            } else {
                rank("b", b.shape().len())
            });
        };
        if k != other {
            return Err(Error::Dimension {
                dimension: "k".to_string(),
                name: "a".to_string(),
                value: *k as u64,
                other: "b".to_string(),
                other_value: *other as u64,
            });
        }
        Ok(Shapes { batch: together(batch_a, batch_b)?, m: *m, n: *n, k: *k })
    }

    fn result(&self) -> Vec<usize> {
        self.of_matrix(self.m, self.n)
    }

    fn of_matrix(&self, rows: usize, columns: usize) -> Vec<usize> {
        self.batch.iter().copied().chain([rows, columns]).collect()
    }
}

/// The shape that two broadcast to.
pub fn together(a: &[usize], b: &[usize]) -> Result<Vec<usize>, Error> {
    let rank = a.len().max(b.len());
    let at = |shape: &[usize], axis: usize| match (axis + shape.len()).checked_sub(rank) {
        Some(own) => shape[own],
        None => 1,
    };
    (0..rank)
        .map(|axis| match (at(a, axis), at(b, axis)) {
            (x, y) if x == y => Ok(x),
            (1, y) => Ok(y),
            (x, 1) => Ok(x),
            _ => Err(refused(
                format!("{a:?} and {b:?} do not broadcast to one shape"),
                "give dimensions that are equal, or 1 in one of the two",
            )),
        })
        .collect()
}

/// The matrices of a tensor one after the other: with one dimension for all batches.
fn stacked<T: Element>(tensor: &Tensor<T>, shape: &[usize]) -> Result<Tensor<T>, Error> {
    let all = tensor.broadcast(shape)?;
    let [batch @ .., rows, columns] = shape else { return Ok(all) };
    let stacked = [batch.iter().product(), *rows, *columns];
    match all.reshape(stacked) {
        Err(Error::Shape { .. }) => all.to_dense()?.reshape(stacked),
        other => other,
    }
}

fn into<T: Product, U: Product>(
    a: &Tensor<T>,
    b: &Tensor<T>,
    c: &mut Tensor<U>,
    how: MatMul,
    way: Option<Way>,
) -> Result<(), Error> {
    let shapes = Shapes::of(a, b)?;
    let result = shapes.result();
    if c.shape() != result {
        return Err(refused(
            format!("the product has the shape {result:?}, and `c` has {:?}", c.shape()),
            "give a tensor of the product's shape",
        ));
    }
    let own = <T::Output as Product>::KIND;
    let Some(accumulator) = accumulator(how.accumulator, own) else {
        return Err(Error::Accumulator { accumulator: how.accumulator, element: std::any::type_name::<T>() });
    };
    if c.layout.overlaps() {
        return Err(Error::Overlap { name: "c".to_string() });
    }
    for (name, other) in [("a", a.buffer.address()), ("b", b.buffer.address())] {
        if other == c.buffer.address() {
            return Err(Error::BufferAliased { name: name.to_string(), other: "c".to_string() });
        }
    }
    if c.is_empty() {
        return Ok(());
    }
    // A chain in a wider integer has the same lower bits.
    let is_of_program = match accumulator {
        Accumulator::F64 => T::KIND == Kind::F64 && U::KIND == Kind::F64,
        Accumulator::F32 => U::KIND.is_float() && U::KIND != Kind::F64,
        _ => U::KIND == own,
    };
    if !is_of_program {
        return on_host(a, b, c, accumulator, &shapes);
    }
    if T::KIND == Kind::Narrow {
        return into(&T::widened(a)?, &T::widened(b)?, c, MatMul::default(), way);
    }
    let (a, b) = (
        stacked(a, &shapes.of_matrix(shapes.m, shapes.k))?,
        stacked(b, &shapes.of_matrix(shapes.k, shapes.n))?,
    );
    let batch: usize = shapes.batch.iter().product();
    match c.reshape([batch, shapes.m, shapes.n]) {
        Ok(mut c) => launch(&a, &b, &mut c, &shapes, way),
        // Batches that lie apart in another order.
        Err(Error::Shape { .. }) => {
            let mut dense = c.device().tensor_zeros([batch, shapes.m, shapes.n])?;
            launch(&a, &b, &mut dense, &shapes, way)?;
            c.write(&dense.read()?)
        }
        Err(error) => Err(error),
    }
}

/// The most batches of a launch: workgroups along z.
const BATCHES: usize = 65_535;

fn launch<T: Product, U: Product>(
    a: &Tensor<T>,
    b: &Tensor<T>,
    c: &mut Tensor<U>,
    shapes: &Shapes,
    way: Option<Way>,
) -> Result<(), Error> {
    let batch = c.shape().first().copied().unwrap_or(1);
    if batch > BATCHES {
        for first in (0..batch).step_by(BATCHES) {
            let part = first..batch.min(first + BATCHES);
            let mut c = c.slice(0, part.clone())?;
            launch(&a.slice(0, part.clone())?, &b.slice(0, part)?, &mut c, shapes, way)?;
        }
        return Ok(());
    }
    let device = c.device().clone();
    let types = [T::KIND.program_type(), U::KIND.program_type()];
    let unit = [&a.layout, &b.layout, &c.layout].map(|layout| layout.strides[2] == 1);
    let way = match way {
        Some(way) => way,
        None => Way::of(&device, T::KIND)?,
    };
    let (rows, columns) = if way == Way::Plain { (4, 64) } else { (TILE, TILE) };
    let groups = [shapes.n.div_ceil(columns), shapes.m.div_ceil(rows), batch];
    let tiles = groups.iter().product();
    let groups = groups.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    let mut params = vec![shapes.m, shapes.n, shapes.k];
    for layout in [&a.layout, &b.layout, &c.layout] {
        super::bind::within(layout)?;
        params.push(layout.offset);
        params.extend_from_slice(&layout.strides);
    }
    let params: Vec<u32> = params.into_iter().map(|word| u32::try_from(word).unwrap_or(u32::MAX)).collect();
    let mut hard = match way {
        Way::Plain | Way::Tiled => None,
        Way::TiledForNormals => Some(device.unwritten::<u32>(tiles)?),
    };
    let module = |text: String, is_for_normals: bool| {
        program::module(&Source { name: "vyre::tensor::matmul", text, is_for_normals })
    };
    let mut run = |module: &Module, only_prepares: bool| {
        let mut args = Args::new();
        args.push(Arg::buffer(&a.buffer).regrouped(T::KIND.data_type()));
        args.push(Arg::buffer(&b.buffer).regrouped(T::KIND.data_type()));
        args.push(Arg::buffer_mut(&mut c.buffer).regrouped(U::KIND.data_type()));
        if let Some(hard) = &mut hard {
            args.push(if module.is_for_normals() { Arg::buffer_mut(hard) } else { Arg::buffer(hard) });
        }
        match only_prepares {
            true => device.prepare(module, args, &params),
            false => device.dispatch(module, groups, args, &params),
        }
    };
    match way {
        Way::Plain => run(module(plain(types, unit), false)?, false),
        Way::Tiled => run(module(tiled(types, unit, Tiles::All), false)?, false),
        Way::TiledForNormals => {
            let noting = module(tiled(types, unit, Tiles::Noting), true)?;
            let noted = module(tiled(types, unit, Tiles::Noted), false)?;
            // Both are compiled at once.
            run(noted, true)?;
            run(noting, false)?;
            run(noted, false)
        }
    }
}

/// A product whose chains no program has.
fn on_host<T: Product, U: Product>(
    a: &Tensor<T>,
    b: &Tensor<T>,
    c: &Tensor<U>,
    accumulator: Accumulator,
    shapes: &Shapes,
) -> Result<(), Error> {
    let numbers = |tensor: &Tensor<T>, rows, columns| -> Result<Vec<Wide>, Error> {
        let all = tensor.broadcast(shapes.of_matrix(rows, columns))?.read()?;
        Ok(all.into_iter().map(T::wide).collect())
    };
    let (m, n, k) = (shapes.m, shapes.n, shapes.k);
    let (a, b) = (numbers(a, m, k)?, numbers(b, k, n)?);
    let mut result = Vec::with_capacity(c.len());
    for z in 0..shapes.batch.iter().product() {
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let pairs = (0..k).map(|q| (a[(z * m + i) * k + q], b[(z * k + q) * n + j]));
            result.push(U::of(chain(pairs, accumulator)));
        }
    }
    c.write(&result)
}

fn chain(pairs: impl Iterator<Item = (Wide, Wide)>, accumulator: Accumulator) -> Wide {
    let (mut double, mut single, mut integer) = (0.0f64, 0.0f32, 0u64);
    let mut is_float = matches!(accumulator, Accumulator::F32 | Accumulator::F64);
    for pair in pairs {
        match pair {
            (Wide::Float(a), Wide::Float(b)) => {
                is_float = true;
                double = a.mul_add(b, double);
                single = (a as f32).mul_add(b as f32, single);
            }
            (Wide::Integer(a), Wide::Integer(b)) => integer = integer.wrapping_add(a.wrapping_mul(b)),
            _ => {}
        }
    }
    match accumulator {
        Accumulator::F64 => Wide::Float(double),
        _ if is_float => Wide::Float(f64::from(single)),
        Accumulator::U32 => Wide::Integer(u64::from(integer as u32)),
        Accumulator::I32 => Wide::Integer(i64::from(integer as i32) as u64),
        _ => Wide::Integer(integer),
    }
}
