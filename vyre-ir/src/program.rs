//! Programs: buffers, a workgroup size and a body.

use crate::{BufferAccess, DataType, Dim, Node, TensorType};

/// The declaration of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferDecl {
    /// The name by which expressions and statements refer to it.
    pub name: String,
    /// The binding slot. It is ignored for `Workgroup`, `WorkgroupAtomic` and `Private` buffers, which have none.
    pub binding: u32,
    /// How the program may use it.
    pub access: BufferAccess,
    /// The type of its elements.
    pub element: DataType,
    /// The number of elements. For a bound buffer, 0 allows any length, and any other number is the length that the
    /// host must supply. Buffers without a slot need a positive count.
    pub count: u32,
    /// Whether the strides of a tensor, and where its first element is, come with the argument of a launch.
    pub strided: bool,
}

impl BufferDecl {
    /// A bound buffer of any length.
    ///
    /// ```
    /// use vyre_ir::{BufferAccess, BufferDecl, DataType};
    /// let buf = BufferDecl::storage("data", 0, BufferAccess::ReadWrite, DataType::U32);
    /// assert_eq!(buf.access, BufferAccess::ReadWrite);
    /// ```
    pub fn storage(
        name: impl Into<String>,
        binding: u32,
        access: BufferAccess,
        element: DataType,
    ) -> BufferDecl {
        BufferDecl { name: name.into(), binding, access, element, count: 0, strided: false }
    }

    /// A bound buffer of any length that the program only reads.
    pub fn read(name: impl Into<String>, binding: u32, element: DataType) -> BufferDecl {
        BufferDecl::storage(name, binding, BufferAccess::ReadOnly, element)
    }

    /// A bound buffer of any length that the program reads and writes.
    pub fn read_write(name: impl Into<String>, binding: u32, element: DataType) -> BufferDecl {
        BufferDecl::storage(name, binding, BufferAccess::ReadWrite, element)
    }

    /// A bound buffer of constants, of any length up to 64 KiB.
    pub fn uniform(name: impl Into<String>, binding: u32, element: DataType) -> BufferDecl {
        BufferDecl::storage(name, binding, BufferAccess::Uniform, element)
    }

    /// A bound tensor. Without strides of its own it is row-major.
    ///
    /// ```
    /// use vyre_ir::{BufferAccess, BufferDecl, DataType, Dim, Expr, Node, Program, TensorType, validate};
    /// let ty = TensorType::row_major(DataType::F32, [Dim::Dynamic("M"), Dim::Static(4)]);
    /// let a = BufferDecl::tensor("a", 0, BufferAccess::ReadWrite, ty).strided_by_launch();
    /// let i = || Expr::invocation_id(0);
    /// let swap = Node::tensor_store("a", [i(), Expr::u32(0)], Expr::tensor_load("a", [i(), Expr::u32(1)]));
    /// let program = Program::new(vec![a], [64, 1, 1], vec![swap]);
    /// assert!(validate(&program).is_ok());
    /// ```
    pub fn tensor(name: impl Into<String>, binding: u32, access: BufferAccess, ty: TensorType) -> BufferDecl {
        BufferDecl::storage(name, binding, access, DataType::Tensor(ty))
    }

    /// The same tensor, whose strides, and where its first element is, come with the argument of a launch.
    pub fn strided_by_launch(self) -> BufferDecl {
        BufferDecl { strided: true, ..self }
    }

    /// The type of a tensor; nothing of another buffer.
    pub fn as_tensor(&self) -> Option<&TensorType> {
        match &self.element {
            DataType::Tensor(ty) => Some(ty),
            _ => None,
        }
    }

    /// The flat buffer behind a tensor, and any other buffer as it is.
    pub fn flat(&self) -> BufferDecl {
        BufferDecl { element: self.element.flat().clone(), strided: false, ..self.clone() }
    }

    /// An array of `count` elements that the invocations of a workgroup share.
    pub fn workgroup(name: impl Into<String>, count: u32, element: DataType) -> BufferDecl {
        BufferDecl {
            name: name.into(),
            binding: 0,
            access: BufferAccess::Workgroup,
            element,
            count,
            strided: false,
        }
    }

    /// An array of `count` numbers for atomics, which the invocations of a workgroup share.
    pub fn workgroup_atomic(name: impl Into<String>, count: u32) -> BufferDecl {
        let (access, element) = (BufferAccess::WorkgroupAtomic, DataType::U32);
        BufferDecl { name: name.into(), binding: 0, access, element, count, strided: false }
    }

    /// An array of `count` elements of which each invocation has its own copy.
    pub fn private(name: impl Into<String>, count: u32, element: DataType) -> BufferDecl {
        BufferDecl {
            name: name.into(),
            binding: 0,
            access: BufferAccess::Private,
            element,
            count,
            strided: false,
        }
    }

    /// The same buffer with a fixed number of elements.
    pub fn with_count(self, count: u32) -> BufferDecl {
        BufferDecl { count, ..self }
    }

    /// The size of `count` elements in bytes.
    pub fn static_bytes(&self) -> u64 {
        u64::from(self.count) * self.element.element_type().bytes() as u64
    }
}

/// A compute program. Every invocation of a dispatch executes it.
#[derive(Clone, PartialEq, Eq)]
pub struct Program {
    /// The buffers, in order of declaration.
    pub buffers: Vec<BufferDecl>,
    /// The invocations of a workgroup along x, y and z.
    pub workgroup_size: [u32; 3],
    /// The statements that every invocation executes.
    pub entry: Vec<Node>,
}

impl Program {
    /// A program from its parts.
    pub fn new(buffers: Vec<BufferDecl>, workgroup_size: [u32; 3], entry: Vec<Node>) -> Program {
        Program { buffers, workgroup_size, entry }
    }

    /// The buffer with this name.
    pub fn buffer(&self, name: &str) -> Option<&BufferDecl> {
        self.buffers.iter().find(|buffer| buffer.name == name)
    }

    /// The tensors, in order of declaration, with their numbers among the buffers that the host binds.
    pub fn tensors(&self) -> impl Iterator<Item = (usize, &BufferDecl, &TensorType)> {
        self.bound_buffers().enumerate().filter_map(|(at, decl)| Some((at, decl, decl.as_tensor()?)))
    }

    /// The names of dynamic dimensions, each once, in order of declaration.
    pub fn dimension_names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for dim in self.tensors().flat_map(|(_, _, ty)| &ty.shape) {
            if let Dim::Dynamic(name) = dim
                && !names.contains(name)
            {
                names.push(*name);
            }
        }
        names
    }

    /// The buffers that the host binds, in order of declaration. A run takes its arguments in the same order.
    pub fn bound_buffers(&self) -> impl Iterator<Item = &BufferDecl> {
        self.buffers.iter().filter(|buffer| buffer.access.is_bound())
    }
}

/// Whether a name is an identifier (rule V039): a letter or underscore, followed by letters, digits and underscores.
/// `_` alone is not an identifier.
pub fn is_identifier(name: &str) -> bool {
    let begins = |c: char| c == '_' || c.is_alphabetic();
    name != "_" && name.starts_with(begins) && name.chars().all(|c| c == '_' || c.is_alphanumeric())
}
