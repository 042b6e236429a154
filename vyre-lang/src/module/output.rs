//! What a module is compiled to.

use super::Diagnostic;
use crate::lengths;
use vyre_ir::{BinOp, BufferAccess, DataType, Lanes};

/// A module that has been compiled from its text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compiled {
    /// The kernels, in the order of the text.
    pub kernels: Vec<Kernel>,
    /// The functions that can be called by name.
    pub functions: Vec<String>,
    /// What may be a mistake.
    pub warnings: Vec<Diagnostic>,
}

/// A kernel, for each list of types that its type parameters may stand for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kernel {
    /// Its path in the module, such as `hash` or `inner::hash`.
    pub name: String,
    /// The names of the constant parameters.
    pub constants: Vec<String>,
    /// The names of the type parameters.
    pub types: Vec<String>,
    /// One of them where there are no type parameters.
    pub instances: Vec<Instance>,
}

/// A kernel whose types are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Instance {
    /// The types that the type parameters stand for.
    pub types: Vec<String>,
    /// The parameters, in the order of the signature.
    pub parameters: Vec<Parameter>,
    /// Whether three words for the number of workgroups follow those of the parameters.
    pub asks_for_groups: bool,
    /// The wire form of the program, with the calls of [`vyre_ir::Link`] for what is linked.
    pub wire: Vec<u8>,
    /// The positions of its parts in the text, as [`vyre_ir::Sources::encode`] makes them.
    pub positions: Vec<u8>,
    /// The functions inside, as [`vyre_ir::Inside::encode`] makes them.
    pub inside: Vec<u8>,
    /// The constants: their types in the IR, and their lanes.
    pub items: Vec<(DataType, Lanes)>,
    /// The constant tables, in the order of their buffers.
    pub tables: Vec<Table>,
    /// The buffers whose elements share words, or have several.
    pub packed: Vec<Packed>,
    /// The lengths of arrays, by the positions of their buffers in the program.
    pub lengths: Vec<(usize, Length)>,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The type of its elements, or of its value, as it is written.
    pub element: String,
    /// How it is passed.
    pub access: Access,
    /// The bytes of an element on the host, or of the value in the parameter block. Where constant parameters say the lengths of its arrays, they are those
    /// of what is in the innermost ones.
    pub bytes: u32,
    /// Whether the elements share words, so that the length is passed, too.
    pub is_packed: bool,
    /// The number or the `bool` that an element is, or of which it is an array. What is made of structs and enums has none, and is known by its size.
    pub number: Option<String>,
    /// The type of the program's buffer, where it groups the words of elements otherwise than the host's type does.
    pub regrouped: Option<DataType>,
    /// The dimensions of a tensor. What is no tensor has none.
    pub tensor: Option<Vec<Axis>>,
    /// The lengths of the arrays that an element is, the outermost first.
    pub lengths: Vec<Vec<LengthStep>>,
    /// How many elements a launch has to give: the `N` of `&[T; N]`, as it is written and as steps.
    pub count: Option<(String, Vec<LengthStep>)>,
}

/// A dimension of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Axis {
    /// By its name, and whether the parameter is the first one with a dimension of this name.
    Named(String, bool),
    /// Of this length.
    Fixed(u32),
    /// Of the length that the constant parameter with this number has.
    Parameter(u32),
    /// Of a length that a constant of the text says.
    Unknown,
}

/// A function that is called by its name, as a kernel with a buffer for each type of number that is passed, one for each slice, and one for each
/// type of number in the result.
#[derive(Clone, Debug, PartialEq)]
pub struct Callable {
    /// The kernel, for one invocation.
    pub kernel: Kernel,
    /// The names of the parameters, and what they take.
    pub parameters: Vec<(String, Shape)>,
    /// What the function gives.
    pub result: Shape,
    /// The types of the numbers that are passed, in the order of the buffers, which hold them in the order of the parameters.
    pub inputs: Vec<String>,
    /// The types of the numbers of the result.
    pub outputs: Vec<String>,
}

/// What values of a type consist of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing.
    Unit,
    /// A number or a `bool`, by the name of its type. A `usize` is passed as a `u32`, and an `isize` as an `i32`.
    Number(String),
    /// An array of so many elements.
    Array(Box<Shape>, u32),
    /// A tuple.
    Tuple(Vec<Shape>),
    /// A struct, with its fields.
    Struct(String, Vec<(String, Shape)>),
    /// An enum, with its variants and their numbers. It is passed as a `u32`.
    Enum(String, Vec<(String, i64)>),
    /// A slice, and whether it is written.
    Slice(Box<Shape>, bool),
}

/// How a kernel takes an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// `&[T]`
    Read,
    /// `&mut [T]`
    Write,
    /// `&[AtomicU32]`
    Atomic,
    /// `&Uniform<[T]>`
    Uniform,
    /// `T`
    Value,
}

/// A constant table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The bytes of an element.
    pub size: u32,
    /// The bytes of all elements, the lowest of each number first.
    pub bytes: Vec<u8>,
}

/// How elements that share words, or have several, lie in a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The name of the buffer in the program.
    pub buffer: String,
    /// The bytes of an element.
    pub element: u32,
    /// The bytes of its smallest part.
    pub part: u32,
}

/// The length of an array, which constant parameters may be part of: what is pushed and popped in turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// The steps.
    pub steps: Vec<LengthStep>,
    /// How many elements of the program's buffer one element is, or the bytes of an element that is packed.
    pub stride: u32,
    /// Whether the elements are packed.
    pub is_packed: bool,
    /// What the array is, and its name.
    pub array: (BufferAccessName, String),
}

/// A step of a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LengthStep {
    /// A number.
    Number(u32),
    /// A constant parameter, by its position.
    Constant(u32),
    /// What an operator gives of the two before it.
    Operator(BinOp),
}

impl LengthStep {
    /// What steps lead to, with these values of the constant parameters.
    pub fn value(steps: &[LengthStep], constants: &[u32]) -> u32 {
        let mut stack: Vec<u32> = Vec::new();
        for step in steps {
            let value = match step {
                LengthStep::Number(number) => *number,
                LengthStep::Constant(at) => constants.get(*at as usize).copied().unwrap_or(0),
                LengthStep::Operator(op) => {
                    let (right, left) = (stack.pop().unwrap_or(0), stack.pop().unwrap_or(0));
                    lengths::operator(*op).map_or(0, |operator| (operator.value)(left, right))
                }
            };
            stack.push(value);
        }
        stack.pop().unwrap_or(0)
    }
}

/// What kind of array one is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BufferAccessName {
    /// In local memory.
    #[default]
    Local,
    /// In workgroup memory.
    Workgroup,
    /// In a buffer.
    Buffer,
}

impl BufferAccessName {
    pub(super) fn of(access: BufferAccess) -> BufferAccessName {
        match access {
            BufferAccess::Private => BufferAccessName::Local,
            BufferAccess::Workgroup | BufferAccess::WorkgroupAtomic => BufferAccessName::Workgroup,
            _ => BufferAccessName::Buffer,
        }
    }
}

impl Length {
    /// The number of elements, with these values of the constant parameters.
    pub fn elements(&self, constants: &[u32]) -> u32 {
        LengthStep::value(&self.steps, constants)
    }

    /// The length of the program's buffer.
    pub fn of_buffer(&self, constants: &[u32]) -> u32 {
        let elements = self.elements(constants);
        match self.is_packed {
            true => elements.saturating_mul(self.stride).div_ceil(4),
            false => elements.saturating_mul(self.stride),
        }
    }
}
