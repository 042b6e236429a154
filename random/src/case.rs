//! A program with everything to run it.

use std::fmt;
use vyre_ir::{
    BufferAccess, BufferDecl, Composition, DataType, Dim, DuplicateOp, Event, Expr, Lanes, Node, OpSignature,
    OpSpec, Program, Registry, TensorType, Validated, ValidationError, Value, validate_with, walk,
};

/// What a bound buffer holds when a program starts, or when it has ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contents {
    /// The lanes of every element, one element after the other. A `Bool` is a word of 0 or 1.
    Words(Vec<u32>),
    /// The bytes of a `Bytes` buffer, of any number.
    Bytes(Vec<u8>),
}

impl Contents {
    /// The words that a device holds: bytes are filled up with zeros.
    pub fn words(&self) -> Vec<u32> {
        match self {
            Contents::Words(words) => words.clone(),
            Contents::Bytes(bytes) => {
                let word =
                    |chunk: &[u8]| chunk.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
                bytes.chunks(4).map(word).collect()
            }
        }
    }

    /// The elements of a buffer of this type, one word each for `Bytes`.
    pub fn elements(&self, ty: DataType) -> Vec<Lanes> {
        let pad = |lanes: &[u32]| std::array::from_fn(|lane| lanes.get(lane).copied().unwrap_or(0));
        self.words().chunks(ty.lanes()).map(pad).collect()
    }

    /// The elements of a buffer of this type as text, as the files of `tests/programs` have them.
    pub fn list(&self, ty: DataType) -> String {
        let items: Vec<String> = match self {
            Contents::Bytes(bytes) => bytes.iter().map(u8::to_string).collect(),
            Contents::Words(_) => self
                .elements(ty.clone())
                .into_iter()
                .map(|lanes| {
                    Value::from_lanes(ty.clone(), lanes).to_string().replace('[', "(").replace(']', ")")
                })
                .collect(),
        };
        items.join(", ")
    }
}

/// A program, the operations of its own that it calls, and a launch of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Case {
    /// The program.
    pub program: Program,
    /// Operations besides those of the library; each calls only the library and those before it.
    pub operations: Vec<OpSpec>,
    /// The workgroups along x, y and z.
    pub grid: [u32; 3],
    /// What each bound buffer holds at the start, in the order of `Program::bound_buffers`.
    pub inputs: Vec<Contents>,
    /// The dimensions of tensors that have names, with their lengths.
    pub dimensions: Vec<(&'static str, u32)>,
}

/// The lengths of a tensor's dimensions; nothing if one of them is not known.
pub(crate) fn shape_of(ty: &TensorType, dimensions: &[(&'static str, u32)]) -> Option<Vec<u32>> {
    let length = |dim: &Dim| match dim {
        Dim::Static(length) => Some(*length),
        Dim::Dynamic(name) => dimensions.iter().find(|(known, _)| known == name).map(|(_, length)| *length),
    };
    ty.shape.iter().map(length).collect()
}

impl Case {
    /// A case without operations of its own and without tensors.
    pub fn new(program: Program, grid: [u32; 3], inputs: Vec<Contents>) -> Case {
        Case { program, operations: Vec::new(), grid, inputs, dimensions: Vec::new() }
    }

    /// The shape that a launch says of the bound buffer with this position; nothing of one that is no tensor, or whose shape the program says.
    pub fn shape(&self, at: usize) -> Option<Vec<usize>> {
        let ty = self.program.bound_buffers().nth(at)?.as_tensor()?;
        let is_dynamic = ty.shape.iter().any(|dim| matches!(dim, Dim::Dynamic(_)));
        let shape = shape_of(ty, &self.dimensions).filter(|_| is_dynamic)?;
        Some(shape.into_iter().map(|length| length as usize).collect())
    }

    /// Whether each tensor has a shape, and as many elements as a shape has that a launch says.
    pub fn has_shapes(&self) -> bool {
        self.program.bound_buffers().zip(&self.inputs).enumerate().all(|(at, (buffer, input))| {
            let Some(ty) = buffer.as_tensor() else { return true };
            let count = input.elements((*ty.element).clone()).len();
            shape_of(ty, &self.dimensions).is_some()
                && self.shape(at).is_none_or(|shape| shape.iter().product::<usize>() == count)
        })
    }

    /// The operations that the program may call.
    ///
    /// # Errors
    /// If two of them have one id.
    pub fn registry(&self) -> Result<Registry, DuplicateOp> {
        let mut registry = Registry::standard().clone();
        self.operations.iter().try_for_each(|op| registry.register(op.clone()))?;
        Ok(registry)
    }

    /// The program, validated with the operations. Two operations of one id are no error of the program, and the second is
    /// left out.
    ///
    /// # Errors
    /// If it is not valid.
    pub fn validate(&self) -> Result<Validated, Vec<ValidationError>> {
        if self.operations.is_empty() {
            return validate_with(&self.program, Registry::standard());
        }
        let mut registry = Registry::standard().clone();
        for op in &self.operations {
            // An id is new unless somebody made the case by hand.
            let _ = registry.register(op.clone());
        }
        validate_with(&self.program, &registry)
    }

    /// The number of statements and expressions of the program.
    pub fn count(&self) -> usize {
        let mut count = 0;
        walk(&self.program.entry, |event| {
            if let Event::Enter { exprs, .. } = event {
                count += 1 + exprs.iter().flatten().map(|(_, expr)| expr.count()).sum::<usize>();
            }
        });
        count
    }

    /// Whether a launch writes the buffer with this position among the bound ones.
    pub fn is_written(&self, at: usize) -> bool {
        self.program.bound_buffers().nth(at).is_some_and(|buffer| buffer.access == BufferAccess::ReadWrite)
    }
}

/// The program and its launch as the files of `tests/programs` have them; operations stand in comments before it, each as the
/// program that `Composition::from_program` reads.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for op in &self.operations {
            let Some(signature) = op.signature() else {
                writeln!(f, "// operation {}:", op.id)?;
                let program = op.as_program().map(ToString::to_string).unwrap_or_default();
                program.lines().try_for_each(|line| writeln!(f, "//     {line}"))?;
                continue;
            };
            writeln!(f, "// operation {} -> {}:", op.id, signature.output)?;
            let Some(composition) = op.composition() else { continue };
            for line in stands_for(signature, composition).to_string().lines() {
                writeln!(f, "//     {line}")?;
            }
        }
        writeln!(f, "{}", self.program.to_string().trim_end())?;
        let [x, y, z] = self.grid;
        writeln!(f, "// run: {x}, {y}, {z}")?;
        for (buffer, input) in self.program.bound_buffers().zip(&self.inputs) {
            writeln!(f, "// in {}: {}", buffer.name, input.list(buffer.element.flat().clone()))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The program that an operation stands for.
fn stands_for(signature: &OpSignature, composition: &Composition) -> Program {
    let params = || composition.params.iter().zip(&signature.inputs);
    let buffers = params()
        .enumerate()
        .map(|(at, (param, ty))| BufferDecl::read(param.as_str(), at as u32, ty.clone()))
        .collect();
    let bound = params().map(|(param, _)| Node::let_bind(param.as_str(), Expr::load(param.as_str(), 0u32)));
    let result = composition.result.iter().map(|result| Node::let_bind("result", result.clone()));
    Program::new(buffers, [1; 3], bound.chain(composition.body.iter().cloned()).chain(result).collect())
}
