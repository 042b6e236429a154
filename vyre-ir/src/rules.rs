//! The validation rules: code, message, fix and explanation of each, in one table.
//!
//! A [`Problem`] is one thing that can be wrong, with its fields; several problems may share a rule. The checks
//! stand in `validate`, each problem in one place there.

use crate::DataType;
use std::fmt;

/// The deepest call of operations by operations.
pub const DEFAULT_MAX_CALL_DEPTH: usize = 32;
/// The deepest nesting of `If`, `Loop` and `Block`.
pub const DEFAULT_MAX_NESTING_DEPTH: usize = 64;
/// The most statements and expressions of a program, after calls are expanded.
pub const DEFAULT_MAX_NODE_COUNT: usize = 100_000;
/// The deepest expression.
pub const DEFAULT_MAX_EXPR_DEPTH: usize = 1_024;
/// The most invocations of a workgroup.
pub const MAX_WORKGROUP_INVOCATIONS: u64 = 1_024;
/// The most bytes of a uniform buffer.
pub const MAX_UNIFORM_BYTES: u64 = 65_536;
/// The most bytes of all local arrays of an invocation together.
pub const MAX_PRIVATE_BYTES: u64 = 65_536;
/// The most bytes of all arrays of a workgroup together. Adapters usually allow less.
pub const MAX_WORKGROUP_BYTES: u64 = 262_144;

/// Which operand of a binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The first.
    Left,
    /// The second.
    Right,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Left => "left",
            Side::Right => "right",
        })
    }
}

macro_rules! rules {
    ($(
        $Code:ident $title:literal
        $(#[doc = $why:literal])+
        { $($Problem:ident { $($field:ident: $ty:ty),* } => $message:literal, fix $fix:literal;)+ }
    )*) => {
        /// The stable identifier of a rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code { $(#[doc = $title] $Code),* }

        impl Code {
            /// Every rule, by number.
            pub const ALL: &'static [Code] = &[$(Code::$Code),*];

            /// The identifier, such as `V010`.
            pub const fn name(self) -> &'static str {
                match self { $(Code::$Code => stringify!($Code)),* }
            }

            /// What the rule demands, in a few words.
            pub const fn title(self) -> &'static str {
                match self { $(Code::$Code => $title),* }
            }

            /// What the rule demands and why.
            pub const fn explanation(self) -> &'static str {
                match self { $(Code::$Code => concat!($($why, "\n"),+)),* }
            }

            /// The messages of the rule, with `{field}` where a field of the problem stands, each with its fix.
            pub const fn messages(self) -> &'static [(&'static str, &'static str)] {
                match self { $(Code::$Code => &[$(($message, $fix)),+]),* }
            }
        }

        /// One thing that can be wrong with a program.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the message of each variant says what its fields are")]
        pub enum Problem { $($(#[doc = $message] $Problem { $($field: $ty),* },)+)* }

        impl Problem {
            /// The rule that the problem breaks.
            pub const fn code(&self) -> Code {
                match self { $($(Problem::$Problem { .. } => Code::$Code,)+)* }
            }

            /// What to do about it.
            #[allow(unused_variables, reason = "not every message names every field")]
            pub fn fix(&self) -> String {
                match self { $($(Problem::$Problem { $($field),* } => format!($fix),)+)* }
            }
        }

        /// What is wrong, without the fix.
        impl fmt::Display for Problem {
            #[allow(unused_variables, reason = "not every message names every field")]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $($(Problem::$Problem { $($field),* } => write!(f, $message),)+)* }
            }
        }
    };
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

rules! {
    V001 "No Duplicate Buffer Names"
    /// Loads, stores, lengths and atomics name their buffer. Two buffers of one name would make each of them
    /// ambiguous, and backends could choose differently.
    { DuplicateBuffer { name: String } => "duplicate buffer name `{name}`", fix "each buffer must have a unique name"; }

    V002 "No Duplicate Bindings"
    /// A binding slot is where the host supplies a buffer; two buffers in one slot could not be told apart.
    /// Workgroup and private buffers take no slot.
    {
        DuplicateBinding { binding: u32, name: String } =>
            "duplicate binding slot {binding} (buffer `{name}`)", fix "each buffer must have a unique binding";
    }

    V003 "Workgroup Size Components Are At Least One"
    /// A workgroup with no invocation along some axis would do nothing, and GPUs do not allow it.
    {
        EmptyWorkgroup { axis: usize } =>
            "workgroup_size[{axis}] is 0", fix "all workgroup dimensions must be >= 1";
    }

    V004 "Buffer References Resolve"
    /// Every access needs the buffer's declaration: its binding, access and element type.
    {
        LoadFromUnknown { name: String } =>
            "load from unknown buffer `{name}`", fix "declare it in Program::buffers";
        LenOfUnknown { name: String } =>
            "buflen of unknown buffer `{name}`", fix "declare it in Program::buffers";
        AtomicOnUnknown { name: String } =>
            "atomic on unknown buffer `{name}`", fix "declare it in Program::buffers";
        StoreToUnknown { name: String } =>
            "store to unknown buffer `{name}`", fix "declare it in Program::buffers";
    }

    V005 "Store Only To Writable Buffers"
    /// Read-only and uniform buffers promise the host that the program leaves them as they are.
    {
        StoreToReadOnly { name: String } =>
            "store to non-writable buffer `{name}`",
            fix "declare it with BufferAccess::ReadWrite or BufferAccess::Workgroup";
    }

    V006 "Variable References Have A Prior Let"
    /// A variable exists from its declaration to the end of the scope that declares it.
    {
        UndeclaredVariable { name: String } =>
            "reference to undeclared variable `{name}`", fix "add `let {name} = ...;` before this use";
        AssignToUndeclared { name: String } =>
            "assignment to undeclared variable `{name}`", fix "add `let {name} = ...;` before this assignment";
    }

    V007 "ID Axes Are In Range"
    /// A grid has three axes.
    {
        AxisOutOfRange { axis: u32 } =>
            "invocation/workgroup ID axis {axis} out of range", fix "use 0 (x), 1 (y), or 2 (z)";
    }

    V008 "No Local Shadowing"
    /// A name means one variable wherever it can be seen, for every pass that reads the program.
    {
        DuplicateLocal { name: String } =>
            "duplicate local binding `{name}`", fix "choose a unique local name; shadowing is not allowed";
    }

    V009 "Atomic Only On ReadWrite Buffers"
    /// An atomic operation writes, so its buffer must be writable.
    {
        AtomicOnReadOnly { name: String } =>
            "atomic on non-writable buffer `{name}`", fix "declare it with BufferAccess::ReadWrite";
    }

    V010 "Barrier Must Be Uniformly Reachable"
    /// A barrier waits for every invocation of the workgroup. If some never come, because a condition, a loop
    /// bound or an early return differs between them, the workgroup hangs or the shader compiler refuses it.
    {
        DivergentBarrier {} =>
            "barrier may be reached by only part of a workgroup", fix "move the barrier to uniform control flow";
    }

    V011 "No Assignment To Loop Variable"
    /// A loop ends because its variable only ever counts up.
    {
        AssignToLoopVariable { name: String } =>
            "assignment to loop variable `{name}`", fix "loop variables are immutable";
    }

    V012 "Casts Must Be Supported"
    /// A cast is the only conversion there is, and its meaning stands in a table; other pairs have none.
    {
        UnsupportedCast { from: DataType, to: DataType } =>
            "unsupported cast from `{from}` to `{to}`", fix "see casts.md for valid conversions";
    }

    V013 "Buffer Element Type Supports Operation"
    /// A `Bytes` buffer has no elements that a typed access could mean. `LoadByte` and `LoadWord` read it.
    {
        OperationOnBytes { name: String } =>
            "operation on buffer `{name}` with element type `bytes` is not supported", fix "use a typed buffer";
    }

    V014 "Atomic Buffer Element Must Be U32"
    /// Atomics are defined on unsigned 32-bit integers alone.
    {
        AtomicElement { name: String, element: DataType } =>
            "atomic on buffer `{name}` with non-u32 element type `{element}`",
            fix "atomics only support U32 elements";
    }

    V015 "Loop Bounds Must Be U32"
    /// The induction variable is a `u32`, and so are the bounds it runs between.
    {
        LoopBound { got: DataType } =>
            "loop bound expression must be `u32`, got `{got}`", fix "ensure `from` and `to` are U32";
    }

    V016 "Known Operation IDs"
    /// A call is replaced by the body of the operation it names, so that operation must be registered.
    {
        UnknownOp { op_id: String } =>
            "V016: unknown op `{op_id}`", fix "use a registered op id or add the op to core::ops::*";
    }

    V017 "Maximum Call Depth"
    /// Operations may call operations. A bound on the depth ends recursion and keeps the expansion finite.
    {
        CallDepth {} =>
            "V017: call depth exceeds maximum of 32", fix "reduce call nesting or mutually recursive operations";
    }

    V018 "Maximum Nesting Depth"
    /// Deep control flow overflows the stacks of shader compilers.
    {
        NestingDepth { depth: usize } =>
            "V018: program nesting depth {depth} exceeds max 64",
            fix "flatten nested If/Loop/Block structures or split the program before lowering";
    }

    V019 "Maximum Node Count"
    /// A bound on the size bounds the time and memory of every pass. Statements and expressions count, after
    /// calls are expanded.
    {
        NodeCount {} =>
            "V019: program has more than 100000 statement nodes",
            fix "split the program into smaller kernels or run an optimization pass before lowering";
    }

    V020 "Calls Must Target Inlinable Operations"
    /// An operation that consumes buffers or needs a lowering of its own is not a value expression.
    {
        NotInlinable { op_id: String } =>
            "V020: call to non-inlinable op `{op_id}` is rejected by validation",
            fix "lower this operation through its dedicated backend path or rewrite the caller with explicit IR";
    }

    V021 "Binary Operands Must Be U32"
    /// Binary operators are defined on unsigned 32-bit integers; comparisons give 0 or 1 as one.
    {
        BinaryOperand { side: Side, got: DataType } =>
            "binary operation {side} operand must be `u32`, got `{got}`",
            fix "cast or rewrite the operand to produce U32";
    }

    V022 "If Condition Must Be U32 Or Bool"
    /// No other type has a truth value.
    {
        ConditionType { got: DataType } =>
            "if condition must be `u32` or `bool`, got `{got}`",
            fix "cast or rewrite the condition to produce U32 or Bool";
    }

    V023 "Cast To Bytes Is Unsupported In WGSL Lowering"
    /// Bytes are the contents of a buffer, of any length, and not a value.
    {
        CastToBytes { from: DataType } =>
            "V023: cast to Bytes is unsupported in WGSL lowering",
            fix "use buffer load/store directly for byte data";
    }

    V024 "Workgroup Buffer Must Have Positive Count"
    /// The length of an array in a shader is static and at least one. The rule holds for private arrays too.
    {
        EmptyArray { access: crate::BufferAccess, name: String } =>
            "{access} buffer `{name}` has count 0", fix "declare a positive element count";
    }

    V025 "Atomics Not On Workgroup Buffers"
    /// The memory model of atomics covers read-write storage buffers alone.
    {
        AtomicOnWorkgroup { name: String } =>
            "atomic on non-writable buffer `{name}`", fix "declare it with BufferAccess::ReadWrite";
    }

    V026 "Maximum Expression Depth"
    /// Shader compilers recurse into expressions.
    {
        ExpressionDepth { depth: usize } =>
            "V026: expression depth {depth} exceeds max 1024", fix "bind parts of the expression to variables";
    }

    V027 "Stored Values Have The Element Type"
    /// A store never converts.
    {
        StoreType { name: String, element: DataType, got: DataType } =>
            "V027: store of `{got}` to buffer `{name}` of `{element}`", fix "cast the value to `{element}`";
    }

    V028 "Assigned Values Have The Variable's Type"
    /// A variable keeps the type of its first value, and an assignment never converts.
    {
        AssignType { name: String, declared: DataType, got: DataType } =>
            "V028: assignment of `{got}` to variable `{name}` of `{declared}`", fix "cast the value to `{declared}`";
    }

    V029 "Indices Must Be U32"
    /// An index is an element offset, unsigned and of 32 bits.
    {
        IndexType { name: String, got: DataType } =>
            "V029: index of buffer `{name}` must be `u32`, got `{got}`", fix "cast the index to U32";
    }

    V030 "Unary Operands Must Be U32"
    /// Unary operators are defined on unsigned 32-bit integers.
    {
        UnaryOperand { got: DataType } =>
            "V030: unary operation operand must be `u32`, got `{got}`",
            fix "cast or rewrite the operand to produce U32";
    }

    V031 "Select Has A Condition And Two Arms Of One Type"
    /// The result has the type of the arms, so there must be one.
    {
        SelectCondition { got: DataType } =>
            "V031: select condition must be `u32` or `bool`, got `{got}`",
            fix "cast or rewrite the condition to produce U32 or Bool";
        SelectArms { then: DataType, otherwise: DataType } =>
            "V031: select arms have types `{then}` and `{otherwise}`", fix "cast one arm to the type of the other";
    }

    V032 "Calls Pass Every Argument"
    /// The callee's parameters are replaced by the arguments, one for one.
    {
        CallArity { op_id: String, expected: usize, got: usize } =>
            "V032: call of `{op_id}` with {got} arguments", fix "pass {expected} arguments to {op_id}";
    }

    V033 "Arguments Have The Parameter's Type"
    /// A call never converts.
    {
        ArgumentType { op_id: String, position: usize, expected: DataType, got: DataType } =>
            "V033: argument {position} of `{op_id}` must be `{expected}`, got `{got}`",
            fix "insert Cast {{ target: {expected:?}, value }} or call an op with a {got:?} input";
    }

    V034 "Operations Have A Result"
    /// A call is an expression, so its operation must give a value.
    {
        NoResult { op_id: String } =>
            "V034: op `{op_id}` gives no value", fix "end its composition with a result of the declared output type";
    }

    V035 "Only CompareExchange Has An Expected Value"
    /// The other atomic operations compare nothing.
    {
        ExpectedMissing {} =>
            "V035: atomic compare-exchange without an expected value", fix "give `expected`";
        ExpectedUnused { op: &'static str } =>
            "V035: atomic {op} with an expected value", fix "remove `expected` or use CompareExchange";
    }

    V036 "Atomic Operands Must Be U32"
    /// Atomics are defined on unsigned 32-bit integers alone.
    {
        AtomicOperand { got: DataType } =>
            "V036: atomic operand must be `u32`, got `{got}`", fix "cast the operand to U32";
    }

    V037 "Components Exist"
    /// Only vectors and `u64` have lanes, and the lane is known when the program is built.
    {
        ComponentOfScalar { got: DataType } =>
            "V037: component of `{got}`", fix "take components of vec2<u32>, vec4<u32> or u64 only";
        ComponentIndex { index: u32, ty: DataType } =>
            "V037: component {index} of `{ty}` does not exist", fix "use an index below the lane count";
    }

    V038 "Compose Has One U32 For Each Lane"
    /// The parts become the lanes, in order.
    {
        ComposeTarget { target: DataType } =>
            "V038: compose of `{target}`", fix "compose vec2<u32>, vec4<u32> or u64 only";
        ComposeCount { target: DataType, lanes: usize, got: usize } =>
            "V038: compose of `{target}` from {got} parts", fix "give {lanes} parts";
        ComposePart { got: DataType } =>
            "V038: part of a compose must be `u32`, got `{got}`", fix "cast the part to U32";
    }

    V039 "Names Are Identifiers"
    /// A name is a letter or underscore, then letters, digits and underscores, so that it can stand in a shader
    /// and in the text form.
    {
        NotAnIdentifier { name: String } =>
            "V039: `{name}` is not an identifier",
            fix "use letters, digits and underscores, and begin with a letter or an underscore";
    }

    V040 "Byte Accesses Are To Bytes"
    /// `LoadByte` and `LoadWord` read `Bytes` buffers; the others have typed elements.
    {
        ByteAccess { name: String, element: DataType } =>
            "V040: byte access to buffer `{name}` of `{element}`", fix "use Load, or declare the buffer as Bytes";
    }

    V041 "Break And Continue Stand In A Loop"
    /// They leave or continue the innermost loop.
    {
        OutsideLoop { keyword: &'static str } =>
            "V041: `{keyword}` outside of a loop", fix "move it into a loop or remove it";
    }

    V042 "Maximum Workgroup Size"
    /// GPUs bound the invocations of a workgroup.
    {
        WorkgroupTooLarge { invocations: u64 } =>
            "V042: workgroup of {invocations} invocations exceeds max 1024",
            fix "use at most 1024 invocations and launch more workgroups";
    }

    V043 "Static Memory Is Bounded"
    /// Local arrays, workgroup arrays and uniform buffers live in small memories.
    {
        StaticMemory { access: crate::BufferAccess, bytes: u64, max: u64 } =>
            "V043: {access} buffers take {bytes} bytes, more than {max}", fix "use smaller arrays or a storage buffer";
    }

    V044 "Bytes Are Storage"
    /// Bytes come from the host; a typed array serves inside a shader.
    {
        BytesArray { access: crate::BufferAccess, name: String } =>
            "V044: {access} buffer `{name}` of element type `bytes`", fix "use U32 elements";
    }

    V045 "Compositions Fit Their Signature"
    /// The composition is what an operation computes, so it must obey the rules and give what the signature says.
    {
        ResultType { op_id: String, expected: DataType, got: DataType } =>
            "V045: op `{op_id}` gives `{got}`, but its signature says `{expected}`",
            fix "change the result or the signature";
        ParameterCount { op_id: String, expected: usize, got: usize } =>
            "V045: op `{op_id}` has {got} parameters, but its signature says {expected}",
            fix "name one parameter for each input";
        InvalidComposition { op_id: String, problem: Box<Problem> } =>
            "V045: the composition of op `{op_id}` is invalid: {problem}", fix "mend the composition";
    }

    V046 "Compositions See Only Their Arguments"
    /// A call passes values. An operation that could see the caller's buffers, ids or barriers would depend on
    /// where it is called.
    {
        NotScalar { op_id: String, what: &'static str } =>
            "V046: op `{op_id}` uses {what}",
            fix "expose the required value as an argument or compose at Program level";
    }
}

/// Where something stands in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The program as a whole.
    Program,
    /// The declaration at this position of `Program::buffers`.
    Buffer(usize),
    /// The statement or expression with this number in a walk of the entry from the top down, in which a
    /// statement comes before its expressions and these before its bodies.
    At(usize),
}

/// A second place that helps to understand an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where it stands.
    pub place: Place,
    /// What it has to do with the error.
    pub note: &'static str,
}

/// A rule that a program breaks, and where. `Display` gives the documented text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationError {
    /// What is wrong.
    pub problem: Problem,
    /// Where it stands.
    pub place: Place,
    /// A second place, where there is one.
    pub related: Option<Related>,
}

impl ValidationError {
    /// The rule that is broken.
    pub fn code(&self) -> Code {
        self.problem.code()
    }
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "vyre IR validation: {}. Fix: {}.", self.problem, self.problem.fix())
    }
}

impl std::error::Error for ValidationError {}
