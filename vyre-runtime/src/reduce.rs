//! Sums of whole buffers of floats, in a stated order: the same bits on every device, whatever the size of a workgroup. And an approximate one, in an order that the device chooses.

use crate::module::Module;
use crate::{Arg, Buffer, Element, Error};
use std::sync::OnceLock;
use vyre_ir::float::canonical;
use vyre_ir::float::half::Format;
use vyre_ir::{BinOp, BufferDecl, CollectiveOp, DataType, Expr, Node, Program};

/// The elements that are summed: floats.
pub trait Summand: Element + private::Sum {}

impl Summand for f32 {}
impl Summand for half::f16 {}
impl Summand for half::bf16 {}

mod private {
    /// What a sum needs of its elements.
    pub trait Sum: Sized {
        /// The sum of no elements.
        const ZERO: Self;
        /// The sum of two, rounded once.
        fn add(self, other: Self) -> Self;
    }
}

impl private::Sum for f32 {
    const ZERO: f32 = 0.0;

    fn add(self, other: f32) -> f32 {
        f32::from_bits(canonical(self + other))
    }
}

macro_rules! halves {
    ($($Half:ident: $FORMAT:ident),*) => {$(
        impl private::Sum for half::$Half {
            const ZERO: half::$Half = half::$Half::ZERO;

            // For a sum, rounding twice gives what rounding once does.
            fn add(self, other: half::$Half) -> half::$Half {
                let sum = self.to_f32() + other.to_f32();
                half::$Half::from_bits(Format::$FORMAT.narrow(sum.to_bits()) as u16)
            }
        }
    )*};
}

halves!(f16: F16, bf16: BF16);

/// The invocations of a workgroup, each of which has an element of a round.
const GROUP: u32 = 256;

/// How many elements an invocation adds for an approximate sum.
const EACH: u32 = 16;

/// How many it adds for a tree: a power of two, so that they are whole parts of it.
const ROW: u32 = 8;

/// The longest buffer of which an invocation adds several. A longer one may be bound in parts, which wants a kernel whose invocations have an element each.
const LONGEST: usize = 1 << 28;

/// The sum from left to right (`FReduceStrict`): of the first two elements, then of that and the third, and so on. Of one element it is that
/// element, and of none it is 0. Each addition waits for the one before, so the buffer is read and added on the host.
///
/// ```
/// use vyre_runtime::{Device, reduce};
/// let buffer = Device::cpu().buffer(&[16_777_216f32, 1.0, 1.0])?;
/// assert_eq!(reduce::sum_strict(&buffer)?, 16_777_216.0);
/// # Ok::<(), vyre_runtime::Error>(())
/// ```
///
/// # Errors
/// If the device cannot read the buffer.
pub fn sum_strict<T: Summand>(buffer: &Buffer<T>) -> Result<T, Error> {
    Ok(buffer.read()?.into_iter().reduce(private::Sum::add).unwrap_or(T::ZERO))
}

/// The sum by a balanced tree (`FReduceTreeBinary`): of the sums of both parts of the buffer, which is split at the largest power of two below its
/// length. Of one element it is that element, and of none it is 0.
///
/// ```
/// use vyre_runtime::{Device, reduce};
/// let buffer = Device::cpu().buffer(&[1.0f32, 1.0, 16_777_216.0])?;
/// assert_eq!(reduce::sum_tree(&buffer)?, 16_777_218.0);
/// # Ok::<(), vyre_runtime::Error>(())
/// ```
///
/// # Errors
/// If the device cannot run the sums, or has no memory for those of the workgroups.
pub fn sum_tree<T: Summand>(buffer: &Buffer<T>) -> Result<T, Error> {
    // Each round leaves one sum for a power of two of elements, which is the same tree.
    rounds(buffer, if buffer.len() > LONGEST { Order::Tree } else { Order::Rows })
}

/// The sum in an order that the device chooses (`FReduceApprox`): within as many ULP of the sum of the magnitudes as there are elements, if that is finite.
/// It is the fastest one, and a program that uses it is not strict: another device may give other bits.
///
/// ```
/// use vyre_runtime::{Device, reduce};
/// let buffer = Device::cpu().buffer(&[1.0f32, 2.0, 16_777_216.0])?;
/// assert!((16_777_212.0..=16_777_228.0).contains(&reduce::sum_approx(&buffer)?));
/// # Ok::<(), vyre_runtime::Error>(())
/// ```
///
/// # Errors
/// If the device cannot run the sums, or has no memory for those of the workgroups.
pub fn sum_approx<T: Summand>(buffer: &Buffer<T>) -> Result<T, Error> {
    rounds(buffer, if buffer.len() > LONGEST { Order::Tree } else { Order::Any })
}

/// The orders in which kernels add.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// That of the tree, with an element for each invocation.
    Tree,
    /// The same, with a row of elements for each.
    Rows,
    Any,
}

impl Order {
    /// How many elements a workgroup adds.
    fn share(self) -> u32 {
        match self {
            Order::Tree => GROUP,
            Order::Rows => GROUP * ROW,
            Order::Any => GROUP * EACH,
        }
    }
}

/// The sum, in rounds, each of which leaves one sum for the share of a workgroup.
fn rounds<T: Summand>(buffer: &Buffer<T>, order: Order) -> Result<T, Error> {
    let mut sums = None;
    loop {
        let left: &Buffer<T> = sums.as_ref().unwrap_or(buffer);
        if left.len() < 2 {
            return Ok(left.read()?.first().copied().unwrap_or(T::ZERO));
        }
        sums = Some(round(left, order)?);
    }
}

fn round<T: Summand>(buffer: &Buffer<T>, order: Order) -> Result<Buffer<T>, Error> {
    let groups = buffer.len().div_ceil(order.share() as usize);
    let mut sums = buffer.device().zeros::<T>(groups)?;
    let mut args = [Arg::buffer(buffer), Arg::buffer_mut(&mut sums)];
    buffer.device().execute(module(T::TYPE.clone(), order)?, [groups as u32, 1, 1], &mut args, false)?;
    Ok(sums)
}

/// The kernel of a round on floats of a type.
fn module(ty: DataType, order: Order) -> Result<&'static Module, Error> {
    static MODULES: [OnceLock<Option<Module>>; 9] = [const { OnceLock::new() }; 9];
    let at = match ty {
        DataType::F16 => 1,
        DataType::BF16 => 2,
        _ => 0,
    };
    let make = || {
        Module::validate(&match order {
            Order::Tree => program(ty.clone(), 1),
            Order::Rows => program(ty.clone(), ROW),
            Order::Any => any_program(ty.clone()),
        })
    };
    match MODULES[3 * at + order as usize].get_or_init(|| make().ok()) {
        Some(module) => Ok(module),
        None => match make() {
            Err(error) => Err(error),
            Ok(_) => unreachable!("the program never changes"),
        },
    }
}

/// The program of a round in any order: an invocation adds every 256th element of its workgroup's share.
fn any_program(ty: DataType) -> Program {
    let first = Expr::LocalId { axis: 0 };
    let base = Expr::WorkgroupId { axis: 0 } * Order::Any.share() + first.clone();
    // A load past the end gives 0.
    let element = Expr::load("data", Expr::var("base") + Expr::var("at") * GROUP);
    let added = Expr::binary(BinOp::FAdd, Expr::var("part"), element);
    let body = vec![
        Node::let_bind("base", base),
        Node::let_bind("part", Expr::load("data", Expr::var("base"))),
        Node::for_range("at", 1u32, EACH, vec![Node::assign("part", added)]),
        Node::collective("sum", CollectiveOp::SumApprox, Expr::var("part")),
        Node::if_then(
            first.equals(0u32),
            vec![Node::store("sums", Expr::WorkgroupId { axis: 0 }, Expr::var("sum"))],
        ),
    ];
    Program::new(buffers(ty), [GROUP, 1, 1], body)
}

fn buffers(ty: DataType) -> Vec<BufferDecl> {
    vec![BufferDecl::read("data", 0, ty.clone()), BufferDecl::read_write("sums", 1, ty)]
}

/// The program of a round of the tree on floats of a type, of which each invocation adds a row. To add within a row waits for nobody, and is an operator of the
/// adapter's where that is exact.
fn program(ty: DataType, row: u32) -> Program {
    let first = Expr::LocalId { axis: 0 }.equals(0u32);
    // `x + -0` is `x`, so what is past the end changes no sum.
    let nothing = match ty.is_packed() {
        true => Expr::compose(ty.clone(), vec![Expr::u32(0x8000)]),
        false => Expr::f32(-0.0),
    };
    let mut values: Vec<Expr> = (0..row)
        .map(|at| {
            let index = || Expr::invocation_id(0) * row + at;
            Expr::select(index().lt(Expr::buf_len("data")), Expr::load("data", index()), nothing.clone())
        })
        .collect();
    while values.len() > 1 {
        let add = |pair: &[Expr]| Expr::binary(BinOp::FAdd, pair[0].clone(), pair[1].clone());
        values = values.chunks(2).map(add).collect();
    }
    let value = values.remove(0);
    let store = Node::store("sums", Expr::WorkgroupId { axis: 0 }, Expr::var("sum"));
    let body = vec![Node::collective("sum", CollectiveOp::SumTree, value), Node::if_then(first, vec![store])];
    Program::new(buffers(ty), [GROUP, 1, 1], body)
}
