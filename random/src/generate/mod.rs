//! The generator.
//!
//! What keeps results independent of the order of invocations is the role of each buffer (`Role`): an invocation writes
//! only elements that no other one touches before the next barrier, or changes them by one commutative atomic operation
//! whose old value is lost. Elements that an invocation owns are those of an `Owner`.
//!
//! What keeps barriers valid is that the generator knows whether every invocation of a workgroup comes to a statement, and
//! which variables are the same in all of them. What keeps programs short is a budget of nodes, and one of work.

mod arrays;
mod expression;
mod index;
mod operation;
mod patterns;
mod repeat;
mod statement;

use crate::{Case, Contents, Source};
use arrays::Array;
use operation::Callable;
use vyre_ir::{BufferDecl, DataType, Expr, OpSpec, Program};

/// The types of the values of programs: all but the last two, which are `F64`, of which no program has any yet, and `Bytes`.
pub(crate) const TYPES: &[DataType] = match DataType::ALL.as_slice() {
    [values @ .., DataType::F64, DataType::Bytes] => values,
    all => all,
};

/// How large programs become.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The most statements and expressions of the program, about.
    pub nodes: u32,
    /// The most that calls bring when they are expanded, about.
    pub expanded: u32,
    /// How deeply statements nest.
    pub nesting: u32,
    /// How deep expressions are, about.
    pub depth: u32,
    /// How often the body of the innermost loop runs at most, all loops around it taken together.
    pub rounds: u32,
    /// The most statements and expressions that one invocation evaluates, about.
    pub work: u32,
    /// As `work`, for all invocations together.
    pub total: u32,
    /// The most invocations of a workgroup.
    pub invocations: u32,
    /// The most workgroups.
    pub groups: u32,
    /// The most buffers and arrays, besides the one for results.
    pub arrays: u32,
    /// The most elements of a buffer. The one for results may have more.
    pub length: u32,
    /// The most operations of the program's own.
    pub operations: u32,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes {
            nodes: 240,
            expanded: 900,
            nesting: 4,
            depth: 5,
            rounds: 72,
            work: 8_000,
            total: 200_000,
            invocations: 64,
            groups: 8,
            arrays: 6,
            length: 70,
            operations: 3,
        }
    }
}

/// The case of a seed, of the default sizes.
pub fn generate(seed: u64) -> Case {
    Case::random(&mut Source::new(seed), &Sizes::default())
}

impl Case {
    /// A case made by the choices of a source.
    pub fn random(source: &mut Source<'_>, sizes: &Sizes) -> Case {
        let operations = operation::operations(source, sizes);
        let mut generator = Generator::new(source, *sizes);
        generator.callables.extend(operations.iter().map(|(_, callable)| callable.clone()));
        generator.launch();
        generator.declare_arrays();
        let inputs = generator.inputs();
        let entry = generator.entry();
        let buffers: Vec<BufferDecl> = generator.arrays.iter().map(|array| array.decl.clone()).collect();
        let (size, grid) = (generator.size, generator.grid);
        let operations: Vec<OpSpec> = operations.into_iter().map(|(op, _)| op).collect();
        Case { operations, ..Case::new(Program::new(buffers, size, entry), grid, inputs) }
    }
}

/// What a variable is for, which says who may use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// Anything.
    Any,
    /// The variable of a loop, which cannot be assigned.
    Induction,
    /// The flat id of the invocation, in its workgroup or in the grid. It is not assigned.
    Flat { is_local: bool },
    /// An index of an element of this array that the invocation owns. It is not assigned.
    Owned { array: usize },
    /// The old value of an atomic operation that depends on the order of invocations. Nothing reads it.
    Lost,
}

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    ty: DataType,
    of: Use,
    /// Whether it has one value in all invocations of a workgroup, by the validator's rules.
    is_uniform: bool,
    /// A number that it is below, if one is known.
    below: Option<u32>,
}

/// A loop around a statement.
struct Around {
    /// Whether all invocations of a workgroup run it together, so that it may have barriers.
    is_uniform: bool,
    /// Which of the arrays are read by all at its start.
    reading: Vec<bool>,
}

/// An expression that may come again.
struct Seen {
    expr: Expr,
    ty: DataType,
    is_uniform: bool,
    /// The number of variables that were in scope.
    scope: usize,
}

struct Generator<'s, 'b> {
    source: &'s mut Source<'b>,
    sizes: Sizes,
    size: [u32; 3],
    grid: [u32; 3],
    arrays: Vec<Array>,
    /// The operations that may be called, besides those of the library.
    callables: Vec<Callable>,
    variables: Vec<Variable>,
    /// Index variables that are in bounds of an array here.
    facts: Vec<(String, usize)>,
    seen: Vec<Seen>,
    around: Vec<Around>,
    /// For each array whether invocations may now read all of it, and write nothing; else each keeps to its own elements.
    reading: Vec<bool>,
    /// The nodes that are left.
    fuel: u32,
    /// The nodes that calls may still bring.
    expansion: u32,
    /// The work of an invocation that is left.
    work: u32,
    /// How often the current statement runs.
    times: u32,
    /// Whether what is made is an operation, which sees no buffers, ids and barriers.
    in_operation: bool,
    /// Whether every invocation of a workgroup comes here.
    is_uniform: bool,
    /// How many of the conditions and loops around are uniform.
    uniform_depth: u32,
    /// Whether some invocations of a workgroup may have ended.
    has_returned: bool,
    /// Whether the expression that is being made must be uniform.
    wants_uniform: bool,
}

impl<'s, 'b> Generator<'s, 'b> {
    fn new(source: &'s mut Source<'b>, sizes: Sizes) -> Generator<'s, 'b> {
        let fuel = sizes.nodes / 8 + source.below(sizes.nodes - sizes.nodes / 8 + 1);
        Generator {
            source,
            sizes,
            size: [1; 3],
            grid: [1; 3],
            arrays: Vec::new(),
            callables: Vec::new(),
            variables: Vec::new(),
            facts: Vec::new(),
            seen: Vec::new(),
            around: Vec::new(),
            reading: Vec::new(),
            fuel,
            expansion: sizes.expanded,
            work: sizes.work,
            times: 1,
            in_operation: false,
            is_uniform: true,
            uniform_depth: 0,
            has_returned: false,
            wants_uniform: false,
        }
    }

    /// Chooses the workgroup size and the grid.
    fn launch(&mut self) {
        self.size = self.extents(self.sizes.invocations);
        self.grid = self.extents(self.sizes.groups);
        if self.source.chance(1, 80) {
            self.grid[self.source.below(3) as usize] = 0;
        }
        self.work = self.work.min(self.sizes.total / self.global_count().max(1));
    }

    /// Extents along three axes with a product of at most `most`.
    fn extents(&mut self, most: u32) -> [u32; 3] {
        let mut extents = [1; 3];
        match self.source.below(4) {
            0 => extents[0] = self.source.range(1, most),
            1 => extents[0] = 1 << self.source.below(most.max(1).ilog2() + 1),
            axes => {
                let mut left = most;
                for axis in 0..axes as usize {
                    let axis = (axis + self.source.below(2) as usize) % 3;
                    if extents[axis] == 1 {
                        let most = *self.source.pick(&[2, 3, 9]);
                        extents[axis] = self.source.range(1, left.min(most));
                        left /= extents[axis];
                    }
                }
            }
        }
        extents
    }

    /// The invocations of a workgroup.
    fn local_count(&self) -> u32 {
        self.size.iter().product()
    }

    /// The invocations of the grid.
    fn global_count(&self) -> u32 {
        self.local_count() * self.grid.iter().product::<u32>()
    }

    /// What the bound buffers hold at the start.
    fn inputs(&mut self) -> Vec<Contents> {
        let bound: Vec<(DataType, u32)> = self
            .arrays
            .iter()
            .filter(|array| array.decl.access.is_bound())
            .map(|array| (array.decl.element.clone(), array.len))
            .collect();
        bound.into_iter().map(|(ty, len)| self.contents(ty, len)).collect()
    }

    fn contents(&mut self, ty: DataType, len: u32) -> Contents {
        let style = self.source.below(3);
        let bound = self.sizes.length + 2;
        let word = |source: &mut Source<'_>| match style {
            0 => source.bits() as u32,
            1 => source.below(bound),
            _ => interesting(source),
        };
        if ty == DataType::Bytes {
            // The last word may be there in part.
            let missing = if len > 0 { self.source.below(4) } else { 0 };
            let words = (0..len).flat_map(|_| word(self.source).to_le_bytes());
            return Contents::Bytes(words.take((4 * len - missing) as usize).collect());
        }
        let mut words: Vec<u32> = (0..len * ty.lanes() as u32).map(|_| word(self.source)).collect();
        if ty == DataType::Bool {
            words.iter_mut().for_each(|word| *word &= 1);
        }
        Contents::Words(words)
    }

    /// Counts an expression or a statement that is made.
    fn spend(&mut self) {
        self.fuel = self.fuel.saturating_sub(1);
        self.work = self.work.saturating_sub(self.times);
    }

    /// Whether no more should be made than must be.
    fn is_spent(&self) -> bool {
        self.fuel == 0 || self.work < self.times || self.source.is_empty()
    }

    /// A copy of an expression, which costs what it costs to make it again; `None` if that is too much.
    fn again(&mut self, expr: &Expr) -> Option<Expr> {
        let mut expansion = 0;
        let mut nodes: u32 = 0;
        let mut work: u32 = 0;
        expr.any(|expr| {
            nodes += 1;
            if let Expr::Call { op_id, .. } = expr
                && let Some(callable) = operation::find(&self.callables, op_id)
            {
                expansion += callable.size;
                work += callable.work;
            }
            false
        });
        let work = (nodes + work).saturating_mul(self.times);
        if nodes > self.fuel || work > self.work || expansion > self.expansion {
            return None;
        }
        self.fuel -= nodes;
        self.work -= work;
        self.expansion -= expansion;
        Some(expr.clone())
    }

    /// Declares a variable, and gives its name. Names come again in scopes beside each other.
    fn declare(&mut self, ty: DataType, of: Use, is_uniform: bool, below: Option<u32>) -> String {
        let number = self.variables.len();
        let odd = *self.source.pick(&ODD_NAMES);
        let name = if self.source.chance(1, 16) && self.variables.iter().all(|variable| variable.name != odd)
        {
            odd.to_string()
        } else if of == Use::Induction {
            format!("i{number}")
        } else {
            format!("v{number}")
        };
        self.variables.push(Variable { name: name.clone(), ty, of, is_uniform, below });
        name
    }

    /// Ends the scopes of all variables but the first `count`.
    fn close(&mut self, count: usize) {
        self.variables.truncate(count);
        self.seen.retain(|seen| seen.scope <= count);
        let Generator { facts, variables, .. } = self;
        facts.retain(|(name, _)| variables.iter().any(|variable| variable.name == *name));
    }
}

/// A number at which operators change their behaviour, or any.
fn interesting(source: &mut Source<'_>) -> u32 {
    match source.below(8) {
        0 => source.bits() as u32,
        1 | 2 => source.below(10),
        3 => *source.pick(&[31, 32, 33, 63, 64, 65]),
        4 => *source.pick(&[0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, u32::MAX]),
        5 => *source.pick(&[255, 256, 0xffff, 0x1_0000, 0x5555_5555, 0xaaaa_aaaa]),
        6 => 1 << source.below(32),
        _ => source.below(100),
    }
}

/// The bits of a float of any class: around 1, subnormal, near overflow, of equal exponents, zeros, infinities and NaNs.
fn float(source: &mut Source<'_>) -> u32 {
    let bits = source.bits() as u32;
    let sign = bits & 0x8000_0000;
    match source.below(8) {
        0 => bits,
        1 => sign | bits & 0x7f_ffff,
        2 => sign | 0x7f00_0000 | bits & 0x7f_ffff,
        3 | 4 => sign | 0x3f80_0000 | bits & 0x7f_ffff,
        5 => sign | (0x3f80_0000 + ((bits >> 20 & 0xf) << 23)) | bits & 7,
        6 => (source.below(1000) as f32 / 8.0).to_bits() | sign,
        _ => *source.pick(&[
            0,
            0x8000_0000,
            0x7f80_0000,
            0xff80_0000,
            0x7fc0_0000,
            0xffc0_0001,
            1,
            0x3f00_0000,
        ]),
    }
}

/// Names that mean something in WGSL, that inlining makes, or that need an escape in text. None is of the form that
/// variables have by default.
const ODD_NAMES: [&str; 16] = [
    "var",
    "fn",
    "main",
    "vec2",
    "array",
    "loop",
    "launch",
    "__call1_v0",
    "returned",
    "select",
    "größe",
    "u32",
    "a",
    "in",
    "entry",
    "override",
];
