//! The validation rules: code, message, fix and explanation of each, in one table.
//!
//! A [`Problem`] is one thing that can be wrong; several problems may share a rule. The texts of problem and fix are
//! the documented ones. Where they mislead or say too little, the row has a note that says what is true of vyre. The
//! macro and the tool show notes. The checks are in `validate`, which reports each problem in one place. Each rule
//! has a program that breaks it and one that keeps it.

#[macro_use]
mod table;

mod error;
mod example;
mod limits;
#[cfg(test)]
mod tests;

use crate::DataType;
use crate::similar::Nearest;
pub use error::{Place, Related, ValidationError};
pub use example::Example;
pub use limits::{
    DEFAULT_MAX_CALL_DEPTH, DEFAULT_MAX_EXPR_DEPTH, DEFAULT_MAX_NESTING_DEPTH, DEFAULT_MAX_NODE_COUNT,
    MAX_DIMENSION_NAME, MAX_INSTRUCTIONS, MAX_OP_VALUES, MAX_PRIVATE_BYTES, MAX_TENSOR_NAMES,
    MAX_TENSOR_RANK, MAX_TYPE_DEPTH, MAX_TYPE_VALUES, MAX_UNIFORM_BYTES, MAX_WORKGROUP_BYTES,
    MAX_WORKGROUP_INVOCATIONS,
};
use std::fmt;

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

/// A workgroup size in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size(pub [u32; 3]);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "[{x}, {y}, {z}]")
    }
}

/// The texts of one problem of a rule, with `{field}` where a field of the problem is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// What is wrong.
    pub problem: &'static str,
    /// What to do about it.
    pub fix: &'static str,
    /// What is true of vyre, where the documented text misleads or says too little.
    pub note: Option<&'static str>,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

rules! {
    Code, Problem;

    V001 "No Duplicate Buffer Names"
    /// Loads, stores, lengths and atomics refer to a buffer by its name. Two buffers of one name would make each of
    /// them ambiguous, and backends could resolve them differently.
    { DuplicateBuffer { name: String } => "duplicate buffer name `{name}`", fix "each buffer must have a unique name"; }
    rejects "buffer a: read u32 @ 0 buffer a: read u32 @ 1 entry {}";
    accepts "buffer a: read u32 @ 0 buffer b: read u32 @ 1 entry {}";

    V002 "No Duplicate Bindings"
    /// The host supplies each buffer at its binding slot, so two buffers cannot share one. Workgroup and private
    /// buffers have no slot.
    {
        DuplicateBinding { binding: u32, name: String } =>
            "duplicate binding slot {binding} (buffer `{name}`)", fix "each buffer must have a unique binding";
    }
    rejects "buffer a: read u32 @ 0 buffer b: read u32 @ 0 entry {}";
    accepts "buffer a: read u32 @ 0 buffer b: read u32 @ 1 entry {}";

    V003 "Workgroup Size Components Are At Least One"
    /// A workgroup with no invocations along an axis would do nothing, and GPUs do not allow it.
    {
        EmptyWorkgroup { axis: usize } =>
            "workgroup_size[{axis}] is 0", fix "all workgroup dimensions must be >= 1";
    }
    rejects "program workgroup_size 64, 0, 1 entry {}";
    accepts "program workgroup_size 64, 1, 1 entry {}";

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
    rejects "buffer input: read u32 @ 0 entry { let x = inptu[0]; }";
    accepts "buffer input: read u32 @ 0 entry { let x = input[0]; }";

    V005 "Store Only To Writable Buffers"
    /// Read-only and uniform buffers promise the host that the program does not change them.
    {
        StoreToReadOnly { name: String } =>
            "store to non-writable buffer `{name}`",
            fix "declare it with BufferAccess::ReadWrite or BufferAccess::Workgroup";
    }
    rejects "buffer out: read u32 @ 0 entry { out[0] = 1; }";
    accepts "buffer out: read_write u32 @ 0 entry { out[0] = 1; }";

    V006 "Variable References Have A Prior Let"
    /// A variable exists from its declaration to the end of the scope that declares it.
    {
        UndeclaredVariable { name: String } =>
            "reference to undeclared variable `{name}`", fix "add `let {name} = ...;` before this use";
        AssignToUndeclared { name: String } =>
            "assignment to undeclared variable `{name}`", fix "add `let {name} = ...;` before this assignment";
    }
    rejects "entry { if local_id.x == 0 { let x = 1; } let y = x; }";
    accepts "entry { let x = 0; if local_id.x == 0 { x = 1; } let y = x; }";

    V007 "ID Axes Are In Range"
    /// A grid has three axes.
    {
        AxisOutOfRange { axis: u32 } =>
            "invocation/workgroup ID axis {axis} out of range", fix "use 0 (x), 1 (y), or 2 (z)";
    }
    rejects "entry { let i = local_id.axis(3); }";
    accepts "entry { let i = local_id.z; }";

    V008 "No Local Shadowing"
    /// Every pass resolves variables by name, so a name may refer to only one variable in a scope.
    {
        DuplicateLocal { name: String } =>
            "duplicate local binding `{name}`", fix "choose a unique local name; shadowing is not allowed";
    }
    rejects "entry { let x = 1; if x == 1 { let x = 2; } }";
    accepts "entry { let x = 1; if x == 1 { let y = 2; } }";

    V009 "Atomic Only On ReadWrite Buffers"
    /// An atomic operation writes, so its buffer must be writable.
    {
        AtomicOnReadOnly { name: String } =>
            "atomic on non-writable buffer `{name}`", fix "declare it with BufferAccess::ReadWrite";
        AtomicOnPrivate { name: String } =>
            "atomic on non-writable buffer `{name}`", fix "declare it with BufferAccess::ReadWrite",
            note "`{name}` is writable, but it is private to each invocation; atomics are for memory that several share";
    }
    rejects "buffer n: read u32 @ 0 entry { let old = atomic_add(n[0], 1); }";
    accepts "buffer n: read_write u32 @ 0 entry { let old = atomic_add(n[0], 1); }";

    V010 "Barrier Must Be Uniformly Reachable"
    /// A barrier waits for every invocation of the workgroup. If some invocations never reach it, because a
    /// condition, a loop bound or an early return diverges, the workgroup hangs or the shader compiler refuses the
    /// shader. A collective waits for every invocation too.
    {
        DivergentBarrier {} =>
            "barrier may be reached by only part of a workgroup", fix "move the barrier to uniform control flow";
        DivergentCollective { op: &'static str } =>
            "`{op}` may be reached by only part of a workgroup", fix "move it to uniform control flow";
    }
    rejects "entry { if local_id.x < 32 { barrier; } }";
    accepts "entry { if workgroup_id.x < 32 { barrier; } }";

    V011 "No Assignment To Loop Variable"
    /// A loop is known to end because its variable only counts up.
    {
        AssignToLoopVariable { name: String } =>
            "assignment to loop variable `{name}`", fix "loop variables are immutable";
    }
    rejects "entry { for i in 0..8 { i = i + 1; } }";
    accepts "entry { for i in 0..4 { let j = i * 2; } }";

    V012 "Casts Must Be Supported"
    /// A cast is the only conversion, and a table defines it for each pair of types. Pairs without a row have no
    /// cast.
    {
        UnsupportedCast { from: DataType, to: DataType } =>
            "unsupported cast from `{from}` to `{to}`", fix "see casts.md for valid conversions",
            note "the table is `CASTS` of the module `vyre::ir::casts`";
    }
    rejects "entry { let v = cast<vec4<u32>>(u64(1, 2)); }";
    accepts "entry { let w = u64(1, 2); let v = vec4<u32>(w.0, w.1, 0, 0); }";

    V013 "Buffer Element Type Supports Operation"
    /// A `Bytes` buffer has no typed elements. `LoadByte` and `LoadWord` read it, `StoreByte` and `StoreWord` write it.
    {
        OperationOnBytes { name: String } =>
            "operation on buffer `{name}` with element type `bytes` is not supported", fix "use a typed buffer";
    }
    rejects "buffer b: read bytes @ 0 entry { let x = b[0]; }";
    accepts "buffer b: read bytes @ 0 entry { let x = byte(b, 0); }";

    V014 "Atomic Buffer Element Must Be U32"
    /// Atomics are defined only on unsigned integers of 32 and 64 bits.
    {
        AtomicElement { name: String, element: DataType } =>
            "atomic on buffer `{name}` with non-u32 element type `{element}`",
            fix "atomics only support U32 elements",
            note "elements of U64 have atomics too, on devices that have them";
    }
    rejects "buffer n: read_write i32 @ 0 entry { let old = atomic_add(n[0], 1); }";
    accepts "buffer n: read_write u32 @ 0 entry { let old = atomic_add(n[0], 1); }";

    V015 "Loop Bounds Must Be U32"
    /// The induction variable is a `u32`, so its bounds are too.
    {
        LoopBound { got: DataType } =>
            "loop bound expression must be `u32`, got `{got}`", fix "ensure `from` and `to` are U32";
    }
    rejects "entry { for i in 0..5i {} }";
    accepts "entry { for i in 0..5 {} }";

    V016 "Known Operation IDs"
    /// A call is replaced by the body of the operation that it names, so the operation must be registered.
    {
        UnknownOp { op_id: String, nearest: Nearest } =>
            "V016: unknown op `{op_id}`", fix "use a registered op id or add the op to core::ops::*",
            note "vyre has no `core::ops`; `vyre ops` lists the ids of the operation library{nearest}";
    }
    rejects "entry { let x = call primitive.bitwise.xorr(1, 2); }";
    accepts "entry { let x = call primitive.bitwise.xor(1, 2); }";

    V017 "Maximum Call Depth"
    /// Operations may call operations. A bound on the depth ends recursion and keeps the expansion finite.
    {
        CallDepth {} =>
            "V017: call depth exceeds maximum of 32", fix "reduce call nesting or mutually recursive operations";
    }
    rejects "entry { let y = call my.f(1); }" with recursive;
    accepts "entry { let y = call my.f(1); }" with increment;

    V018 "Maximum Nesting Depth"
    /// Deep control flow overflows the stacks of shader compilers.
    {
        NestingDepth { depth: usize } =>
            "V018: program nesting depth {depth} exceeds max 64",
            fix "flatten nested If/Loop/Block structures or split the program before lowering";
    }
    rejects "entry { if 0 {} … }" repeats "else if 0 {} " 64;
    accepts "entry { if 0 {} … }" repeats "else if 0 {} " 63;

    V019 "Maximum Node Count"
    /// A bound on the size bounds the time and memory of validation. The size is the number of statements and expressions of the
    /// program and of each operation that it calls, each counted once, however often it is called.
    {
        NodeCount {} =>
            "V019: program has more than 100000 statement nodes",
            fix "split the program into smaller kernels or run an optimization pass before lowering",
            note "expressions count too, and those of each operation that is called, once; vyre has no pass to run first";
    }
    rejects "entry { … }" repeats "barrier; " 100_001;
    accepts "entry { … }" repeats "barrier; " 100_000;

    V020 "Calls Must Target Inlinable Operations"
    /// An operation on buffers gives no value, so it is no expression: a statement calls it.
    {
        NotInlinable { op_id: String } =>
            "V020: call to non-inlinable op `{op_id}` is rejected by validation",
            fix "lower this operation through its dedicated backend path or rewrite the caller with explicit IR",
            note "`{op_id}` is an operation on buffers, which `Node::CallOp` calls: `call {op_id}(parameter: &buffer, ..);`";
    }
    rejects "entry { let y = call my.f(1); }" with not_inlinable;
    accepts "entry { let y = call my.f(1); }" with increment;

    V021 "Binary Operands Must Be U32"
    /// Binary operators are defined on unsigned 32-bit integers, those of floats on floats. Comparisons give 0 or 1 as a `u32`.
    {
        BinaryOperand { side: Side, wanted: DataType, got: DataType } =>
            "binary operation {side} operand must be `{wanted}`, got `{got}`",
            fix "cast or rewrite the operand to produce {wanted:?}";
        FloatOperand { wanted: DataType, got: DataType } =>
            "operand of a multiplication with addition must be `{wanted}`, got `{got}`",
            fix "cast or rewrite the operand to produce {wanted:?}";
    }
    rejects "entry { let x = 1 + true; }";
    accepts "entry { let x = 1 + cast<u32>(true); }";

    V022 "If Condition Must Be U32 Or Bool"
    /// No other type has a truth value.
    {
        ConditionType { got: DataType } =>
            "if condition must be `u32` or `bool`, got `{got}`",
            fix "cast or rewrite the condition to produce U32 or Bool";
    }
    rejects "entry { if u64(1, 0) {} }";
    accepts "entry { if cast<bool>(u64(1, 0)) {} }";

    V023 "Cast To Bytes Is Unsupported In WGSL Lowering"
    /// `Bytes` is the contents of a buffer, of any length. It is not the type of a value.
    {
        CastToBytes { from: DataType } =>
            "V023: cast to Bytes is unsupported in WGSL lowering",
            fix "use buffer load/store directly for byte data",
            note "`byte(buffer, index)` and `word(buffer, index)` load from a buffer of bytes, and as the left side of `=` they store to one";
    }
    rejects "entry { let b = cast<bytes>(1); }";
    accepts "buffer b: read bytes @ 0 entry { let x = word(b, 0); }";

    V024 "Workgroup Buffer Must Have Positive Count"
    /// The length of an array in a shader is static and at least one. The rule holds for private arrays too.
    {
        EmptyArray { access: crate::BufferAccess, name: String } =>
            "{access} buffer `{name}` has count 0", fix "declare a positive element count";
    }
    rejects "buffer t: workgroup u32[0] entry {}";
    accepts "buffer t: workgroup u32[64] entry {}";

    V025 "Atomics Not On Workgroup Buffers"
    /// The elements of a workgroup buffer are accessed as they are. Atomics need a buffer of which every access is atomic:
    /// `WorkgroupAtomic`.
    {
        AtomicOnWorkgroup { name: String } =>
            "atomic on non-writable buffer `{name}`", fix "declare it with BufferAccess::ReadWrite",
            note "`{name}` is writable, but it is workgroup memory; BufferAccess::WorkgroupAtomic has atomics";
    }
    rejects "buffer t: workgroup u32[64] entry { let old = atomic_add(t[0], 1); }";
    accepts "buffer t: read_write u32 @ 0 entry { let old = atomic_add(t[0], 1); }";

    V026 "Maximum Expression Depth"
    /// Shader compilers recurse into expressions, so deep ones overflow their stacks.
    {
        ExpressionDepth { depth: usize } =>
            "V026: expression depth {depth} exceeds max 1024", fix "bind parts of the expression to variables";
    }
    rejects "entry { let x = …1; }" repeats "~" 1024;
    accepts "entry { let x = …1; }" repeats "~" 1023;

    V027 "Stored Values Have The Element Type"
    /// A store never converts.
    {
        StoreType { name: String, element: DataType, got: DataType } =>
            "V027: store of `{got}` to buffer `{name}` of `{element}`", fix "cast the value to `{element}`";
    }
    rejects "buffer out: read_write u32 @ 0 entry { out[0] = true; }";
    accepts "buffer out: read_write u32 @ 0 entry { out[0] = cast<u32>(true); }";

    V028 "Assigned Values Have The Variable's Type"
    /// A variable keeps the type of its first value, and an assignment never converts.
    {
        AssignType { name: String, declared: DataType, got: DataType } =>
            "V028: assignment of `{got}` to variable `{name}` of `{declared}`", fix "cast the value to `{declared}`";
    }
    rejects "entry { let x = 1; x = true; }";
    accepts "entry { let x = 1; x = cast<u32>(true); }";

    V029 "Indices Must Be U32"
    /// An index is an element offset, unsigned and of 32 bits.
    {
        IndexType { name: String, got: DataType } =>
            "V029: index of buffer `{name}` must be `u32`, got `{got}`", fix "cast the index to U32";
    }
    rejects "buffer a: read u32 @ 0 entry { let x = a[1i]; }";
    accepts "buffer a: read u32 @ 0 entry { let x = a[1]; }";

    V030 "Unary Operands Must Be U32"
    /// Unary operators are defined on unsigned 32-bit integers, those of floats and conversions on what they say.
    {
        UnaryOperand { wanted: DataType, got: DataType } =>
            "V030: unary operation operand must be `{wanted}`, got `{got}`",
            fix "cast or rewrite the operand to produce {wanted:?}";
    }
    rejects "entry { let x = popcount(5i); }";
    accepts "entry { let x = popcount(cast<u32>(5i)); }";

    V031 "Select Has A Condition And Two Arms Of One Type"
    /// The result has the type of the arms, so there must be one.
    {
        SelectCondition { got: DataType } =>
            "V031: select condition must be `u32` or `bool`, got `{got}`",
            fix "cast or rewrite the condition to produce U32 or Bool";
        SelectArms { then: DataType, otherwise: DataType } =>
            "V031: select arms have types `{then}` and `{otherwise}`", fix "cast one arm to the type of the other";
    }
    rejects "entry { let x = select(true, 1, 2i); }";
    accepts "entry { let x = select(true, 1, cast<u32>(2i)); }";

    V032 "Calls Pass Every Argument"
    /// The callee's parameters are replaced by the arguments, one for one.
    {
        CallArity { op_id: String, expected: usize, got: usize } =>
            "V032: call of `{op_id}` with {got} arguments", fix "pass {expected} arguments to {op_id}";
    }
    rejects "entry { let x = call primitive.bitwise.xor(1); }";
    accepts "entry { let x = call primitive.bitwise.xor(1, 2); }";

    V033 "Arguments Have The Parameter's Type"
    /// A call never converts.
    {
        ArgumentType { op_id: String, position: usize, expected: DataType, got: DataType } =>
            "V033: argument {position} of `{op_id}` must be `{expected}`, got `{got}`",
            fix "insert Cast {{ target: {expected:?}, value }} or call an op with a {got:?} input";
        DeclaredResult { op_id: String, expected: DataType, got: DataType } =>
            "V033: `{op_id}` gives `{got}`, and is declared to give `{expected}`",
            fix "declare it with what the registered op gives";
    }
    rejects "entry { let x = call primitive.bitwise.xor(1, true); }";
    accepts "entry { let x = call primitive.bitwise.xor(1, cast<u32>(true)); }";

    V034 "Operations Have A Result"
    /// A call is an expression, so its operation must give a value.
    {
        NoResult { op_id: String } =>
            "V034: op `{op_id}` gives no value", fix "end its composition with a result of the declared output type";
    }
    rejects "entry { let y = call my.f(1); }" with without_result;
    accepts "entry { let y = call my.f(1); }" with increment;

    V035 "Only CompareExchange Has An Expected Value"
    /// The other atomic operations do not compare.
    {
        ExpectedMissing {} =>
            "V035: atomic compare-exchange without an expected value", fix "give `expected`";
        ExpectedUnused { op: &'static str } =>
            "V035: atomic {op} with an expected value", fix "remove `expected` or use CompareExchange";
    }
    rejects "buffer n: read_write u32 @ 0 entry { let old = atomic_add(n[0], 0, 1); }";
    accepts "buffer n: read_write u32 @ 0 entry { let old = atomic_compare_exchange(n[0], 0, 1); }";

    V036 "Atomic Operands Are Of The Element's Type"
    /// An atomic operation joins its operand and the element.
    {
        AtomicOperand { expected: DataType, got: DataType } =>
            "V036: atomic operand must be `{expected}`, got `{got}`", fix "cast the operand to {expected:?}";
    }
    rejects "buffer n: read_write u32 @ 0 entry { let old = atomic_add(n[0], 1i); }";
    accepts "buffer n: read_write u32 @ 0 entry { let old = atomic_add(n[0], 1); }";

    V037 "Components Exist"
    /// Only vectors, `u64`, arrays and tuples have components, and the index of a component is a constant.
    {
        ComponentOfScalar { got: DataType } =>
            "V037: component of `{got}`", fix "take components of vec2<u32>, vec4<u32> or u64 only",
            note "component 0 of f16 and bf16 is their bits, and vec2<f32>, vec4<f32>, arrays and tuples have components too";
        ComponentIndex { index: u32, ty: DataType } =>
            "V037: component {index} of `{ty}` does not exist", fix "use an index below the lane count";
    }
    rejects "entry { let v = vec2<u32>(1, 2); let x = v.2; }";
    accepts "entry { let v = vec2<u32>(1, 2); let x = v.1; }";

    V038 "Compose Has One U32 For Each Lane"
    /// The parts become the lanes of the value, in order; those of an array or a tuple become its parts.
    {
        ComposeTarget { target: DataType } =>
            "V038: compose of `{target}`", fix "compose vec2<u32>, vec4<u32> or u64 only",
            note "vec2<f32> and vec4<f32> are composed of f32, f16 and bf16 of their bits, and arrays and tuples of their parts";
        ComposeCount { target: DataType, lanes: usize, got: usize } =>
            "V038: compose of `{target}` from {got} parts", fix "give {lanes} parts";
        ComposePart { wanted: DataType, got: DataType } =>
            "V038: part of a compose must be `{wanted}`, got `{got}`", fix "cast the part to {wanted:?}";
    }
    rejects "entry { let v = vec4<u32>(1, 2, 3); }";
    accepts "entry { let v = vec4<u32>(1, 2, 3, 4); }";

    V039 "Names Are Identifiers"
    /// A name is a letter or underscore, followed by letters, digits and underscores. Shaders and the text form can
    /// then use it as it is.
    {
        NotAnIdentifier { name: String } =>
            "V039: `{name}` is not an identifier",
            fix "use letters, digits and underscores, and begin with a letter or an underscore";
    }
    rejects "entry { let \"my x\" = 1; }";
    accepts "entry { let my_x = 1; }";

    V040 "Byte Accesses Are To Bytes"
    /// `LoadByte`, `LoadWord`, `StoreByte` and `StoreWord` are for `Bytes` buffers; the others have typed elements. A byte and a word that
    /// are stored are `U32`s.
    {
        ByteAccess { name: String, element: DataType } =>
            "V040: byte access to buffer `{name}` of `{element}`", fix "use Load, or declare the buffer as Bytes";
        ByteStore { name: String, element: DataType } =>
            "V040: byte access to buffer `{name}` of `{element}`", fix "use Store, or declare the buffer as Bytes";
        ByteValue { name: String, got: DataType } =>
            "V040: what is stored to bytes of buffer `{name}` must be `u32`, got `{got}`", fix "cast the value to U32";
    }
    rejects "buffer a: read u32 @ 0 entry { let x = byte(a, 0); }";
    accepts "buffer a: read bytes @ 0 entry { let x = byte(a, 0); }";

    V041 "Break And Continue Stand In A Loop"
    /// `Break` and `Continue` refer to the innermost loop.
    {
        OutsideLoop { keyword: &'static str } =>
            "V041: `{keyword}` outside of a loop", fix "move it into a loop or remove it";
    }
    rejects "entry { if local_id.x == 0 { break; } }";
    accepts "entry { for i in 0..9 { if i == local_id.x { break; } } }";

    V042 "Maximum Workgroup Size"
    /// GPUs bound the invocations of a workgroup.
    {
        WorkgroupTooLarge { invocations: u64 } =>
            "V042: workgroup of {invocations} invocations exceeds max 1024",
            fix "use at most 1024 invocations and launch more workgroups";
    }
    rejects "program workgroup_size 64, 32, 1 entry {}";
    accepts "program workgroup_size 32, 32, 1 entry {}";

    V043 "Static Memory Is Bounded"
    /// Local arrays, workgroup arrays and uniform buffers are in small memories.
    {
        StaticMemory { access: crate::BufferAccess, bytes: u64, max: u64 } =>
            "V043: {access} buffers take {bytes} bytes, more than {max}", fix "use smaller arrays or a storage buffer";
    }
    rejects "buffer t: private u32[20000] entry {}";
    accepts "buffer t: private u32[16384] entry {}";

    V044 "Bytes Are Storage"
    /// Bytes come from the host. Inside a shader a typed array does the same.
    {
        BytesArray { access: crate::BufferAccess, name: String } =>
            "V044: {access} buffer `{name}` of element type `bytes`", fix "use U32 elements";
    }
    rejects "buffer t: workgroup bytes[64] entry {}";
    accepts "buffer t: read bytes @ 0 entry {}";

    V045 "Compositions Fit Their Signature"
    /// The composition defines what an operation computes, so it must be valid and return what the signature says.
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
    rejects "entry { let y = call my.f(1); }" with of_another_type;
    accepts "entry { let y = call my.f(1); }" with increment;

    V046 "Compositions See Only Their Arguments"
    /// A call passes values. If an operation used buffers, ids or barriers, its result would depend on where it is
    /// called.
    {
        NotScalar { op_id: String, what: &'static str } =>
            "V046: op `{op_id}` uses {what}",
            fix "expose the required value as an argument or compose at Program level";
    }
    rejects "entry { let y = call my.f(1); }" with with_an_id;
    accepts "entry { let y = call my.f(1); }" with increment;

    V047 "Workgroup Atomics Are U32 Or U64"
    /// Every access to a `WorkgroupAtomic` buffer is atomic, and atomics are defined only on unsigned integers of 32 and 64 bits.
    {
        WorkgroupAtomicElement { name: String, element: DataType } =>
            "V047: workgroup_atomic buffer `{name}` of element type `{element}`",
            fix "use U32 or U64 elements, or declare it with BufferAccess::Workgroup";
    }
    rejects "buffer t: workgroup_atomic i32[64] entry {}";
    accepts "buffer t: workgroup_atomic u32[64] entry { let old = atomic_add(t[0], 1); }";

    V048 "Collectives Take Values Of Their Types"
    /// Sums, minima and maxima are of `U32`, `I32`, `U64` or `U128`; sums of floats name their order, `workgroup_sum_strict` and `workgroup_sum_tree`. `workgroup_any` and `workgroup_all` take truth values, `U32` or
    /// `Bool`, and a broadcast takes any value.
    {
        CollectiveType { op: &'static str, got: DataType } =>
            "V048: `{op}` of `{got}`", fix "cast the value to a type that `{op}` takes";
        SumOfFloat { op: &'static str, got: DataType } =>
            "V048: `{op}` of `{got}`",
            fix "name the order in which floats are added: `workgroup_sum_strict` adds from left to right, `workgroup_sum_tree` by a balanced tree";
    }
    rejects "entry { let x = workgroup_sum(true); }";
    accepts "entry { let x = workgroup_sum(cast<u32>(true)); }";

    V049 "Only A Broadcast Names An Invocation"
    /// The value of one invocation is broadcast, which is named by its flat local id, a `U32`. The other collectives take the
    /// values of all invocations.
    {
        IdMissing {} => "V049: workgroup_broadcast without an id", fix "name the invocation whose value is taken";
        IdUnused { op: &'static str } => "V049: {op} with an id", fix "remove it or use workgroup_broadcast";
        IdType { got: DataType } => "V049: id of workgroup_broadcast must be `u32`, got `{got}`", fix "cast it to U32";
    }
    rejects "entry { let x = workgroup_broadcast(local_id.x); }";
    accepts "entry { let x = workgroup_broadcast(local_id.x, 3); }";

    V050 "What A Workgroup Names Together Is Uniform"
    /// All invocations of the workgroup take the value of one invocation, or load one element. So they have to name the same
    /// one.
    {
        DivergentOperand { what: &'static str } =>
            "V050: {what} may differ between the invocations of a workgroup",
            fix "use the same one in all of them";
    }
    rejects "entry { let x = workgroup_broadcast(7, local_id.x); }";
    accepts "entry { let x = workgroup_broadcast(7, workgroup_id.x); }";

    V051 "Uniform Loads Are Of Workgroup Memory"
    /// Between the two barriers of a uniform load nothing of the workgroup writes. Other workgroups could write to a
    /// read-write buffer meanwhile, and the other buffers are loaded as they are.
    {
        UniformLoadOf { name: String, access: crate::BufferAccess } =>
            "V051: uniform load of {access} buffer `{name}`",
            fix "load from a buffer of BufferAccess::Workgroup or WorkgroupAtomic, or use a plain load";
    }
    rejects "buffer a: read u32 @ 0 entry { let x = workgroup_uniform_load(a[0]); }";
    accepts "buffer a: workgroup u32[4] entry { let x = workgroup_uniform_load(a[0]); }";

    V052 "Buffers Hold No Arrays And No Tuples"
    /// An array or a tuple is a value of the program. A buffer has elements of one number, or of a vector.
    {
        ElementWithParts { name: String, element: DataType } =>
            "V052: buffer `{name}` of element type `{element}`",
            fix "declare a buffer of the parts, and load and store each of them";
    }
    rejects "buffer a: read [u32; 3] @ 0 entry {}";
    accepts "buffer a: read u32 @ 0 entry { let x = compose<[u32; 3]>(a[0], a[1], a[2]); }";

    V053 "Tensor Accesses Have An Index For Each Dimension"
    /// Each index belongs to a dimension, in order.
    {
        IndexCount { name: String, expected: usize, got: usize } =>
            "V053: access to tensor `{name}` with {got} indices", fix "give {expected}, one for each dimension";
    }
    rejects "buffer a: read tensor<f32, [4, 4]> @ 0 entry { let x = a[[0]]; }";
    accepts "buffer a: read tensor<f32, [4, 4]> @ 0 entry { let x = a[[0, 1]]; }";

    V054 "Tensors Have A Stride For Each Dimension, Or None"
    /// Without strides a tensor is row-major. Where the argument brings the strides, the type has none.
    {
        StrideCount { name: String, expected: usize, got: usize } =>
            "V054: tensor `{name}` has {got} strides", fix "give {expected}, one for each dimension, or none for row-major";
        StridesTwice { name: String } =>
            "V054: tensor `{name}` has strides of its own, and those of its argument",
            fix "leave its strides empty, or do not call strided_by_launch";
        StridedBuffer { name: String } =>
            "V054: buffer `{name}` has the strides of its argument and is no tensor", fix "declare it with BufferDecl::tensor";
    }
    rejects "buffer a: read tensor<f32, [4, 4], [4]> @ 0 entry {}";
    accepts "buffer a: read tensor<f32, [4, 4], [1, 4]> @ 0 entry {}";

    V055 "Maximum Rank"
    /// A tensor has at most 8 dimensions.
    {
        TensorRank { name: String, got: usize } =>
            "V055: tensor `{name}` has {got} dimensions, more than 8", fix "join dimensions whose elements lie in a row";
    }
    rejects "buffer a: read tensor<f32, [1, 1, 1, 1, 1, 1, 1, 1, 1]> @ 0 entry {}";
    accepts "buffer a: read tensor<f32, [1, 1, 1, 1, 1, 1, 1, 1]> @ 0 entry {}";

    V056 "Tensors Have Elements Of One Number Or A Vector"
    /// The elements are those that a buffer can have. `Bytes` have no elements of a type.
    {
        TensorElement { name: String, element: DataType } =>
            "V056: tensor `{name}` of element type `{element}`", fix "use a number or a vector as its element";
    }
    rejects "buffer a: read tensor<bytes, [4]> @ 0 entry {}";
    accepts "buffer a: read tensor<u32, [4]> @ 0 entry {}";

    V057 "Tensors Are Storage"
    /// A tensor is a view of a buffer of the host's or the device's.
    {
        TensorAccess { name: String, access: crate::BufferAccess } =>
            "V057: {access} buffer `{name}` is a tensor",
            fix "declare it with BufferAccess::ReadOnly or BufferAccess::ReadWrite";
    }
    rejects "buffer a: uniform tensor<f32, [4]> @ 0 entry {}";
    accepts "buffer a: read tensor<f32, [4]> @ 0 entry {}";

    V058 "Tensors Have At Most 2^32 - 1 Elements"
    /// The position of each element in the flat buffer is a `u32`.
    {
        TensorSize { name: String } =>
            "V058: tensor `{name}` has positions above 2^32 - 1", fix "use smaller dimensions or strides";
    }
    rejects "buffer a: read tensor<f32, [65536, 65536]> @ 0 entry {}";
    accepts "buffer a: read tensor<f32, [65536, 65535]> @ 0 entry {}";

    V059 "Axes Of Tensors Exist"
    /// A tensor has the length of each of its dimensions, counted from 0.
    {
        TensorAxis { name: String, axis: u32, rank: usize } =>
            "V059: axis {axis} of tensor `{name}`, which has {rank} dimensions", fix "use an axis below {rank}";
    }
    rejects "buffer a: read tensor<f32, [M, 4]> @ 0 entry { let n = dim(a, 2); }";
    accepts "buffer a: read tensor<f32, [M, 4]> @ 0 entry { let n = dim(a, 1); }";

    V060 "Tensors Are Accessed As Tensors"
    /// An element of a tensor has an index for each dimension. A flat position means nothing where strides are the argument's.
    {
        FlatAccess { name: String, what: &'static str } =>
            "V060: {what} of tensor `{name}`", fix "use TensorLoad, TensorStore or TensorDim, or declare a flat buffer";
    }
    rejects "buffer a: read tensor<f32, [M]> @ 0 entry { let x = a[0]; }";
    accepts "buffer a: read tensor<f32, [M]> @ 0 entry { let x = a[[0]]; }";

    V061 "Only Tensors Have Dimensions"
    /// A buffer that is no tensor has one length, and one index.
    {
        NotATensor { name: String, what: &'static str } =>
            "V061: {what} of buffer `{name}`, which is no tensor", fix "use Load, Store or BufLen, or declare a tensor";
    }
    rejects "buffer a: read f32 @ 0 entry { let x = a[[0]]; }";
    accepts "buffer a: read f32 @ 0 entry { let x = a[0]; }";

    V062 "Statements Call Operations On Buffers"
    /// An operation on values is an expression, whose value something uses. An operation on buffers is a statement, as it has none.
    {
        CallOpOfValues { op_id: String } =>
            "V062: `{op_id}` is an operation on values, called as one on buffers",
            fix "use its value: `let x = call {op_id}(..);`";
    }
    rejects "entry { call primitive.bitwise.xor(a: 1, b: 2); }";
    accepts "entry { let x = call primitive.bitwise.xor(1, 2); }";

    V063 "Calls Pass Every Parameter By Its Name"
    /// The operation's bound buffers are its parameters, and each is passed once. Its workgroup and private buffers are its own.
    {
        OpArgMissing { op_id: String, param: String } =>
            "V063: call of `{op_id}` without its parameter `{param}`", fix "pass `{param}` to {op_id}";
        OpArgUnknown { op_id: String, name: String, nearest: Nearest } =>
            "V063: `{op_id}` has no parameter `{name}`{nearest}", fix "remove it, or use the name of a bound buffer of {op_id}";
        OpArgTwice { op_id: String, param: String } =>
            "V063: call of `{op_id}` passes its parameter `{param}` twice", fix "pass it once";
        OpValues { op_id: String, got: usize } =>
            "V063: call of `{op_id}` passes {got} values, more than 16", fix "pass several of them in one buffer";
    }
    rejects "buffer o: read_write u32 @ 0 entry { call my.fill(to: &o); }" with fill;
    accepts "buffer o: read_write u32 @ 0 entry { call my.fill(to: &o, with: 7); }" with fill;

    V064 "What Is Passed Fits The Parameter"
    /// A parameter that is only read takes any buffer of its elements, one that is written any that can be written. A declared count is the
    /// caller's too. A uniform parameter of one element takes a value as well.
    {
        OpArgElement { op_id: String, param: String, expected: DataType, got: DataType } =>
            "V064: parameter `{param}` of `{op_id}` must be `{expected}`, got `{got}`",
            fix "pass a buffer or a value of {expected:?}";
        OpArgAccess { op_id: String, param: String, name: String, access: crate::BufferAccess } =>
            "V064: `{op_id}` writes to its parameter `{param}`, and {access} buffer `{name}` cannot be written",
            fix "pass a buffer of BufferAccess::ReadWrite, Workgroup or Private";
        OpArgCount { op_id: String, param: String, name: String, expected: u32, got: u32 } =>
            "V064: parameter `{param}` of `{op_id}` has {expected} elements, and buffer `{name}` is declared with {got}",
            fix "declare `{name}` with_count({expected})";
        OpArgBuffer { op_id: String, param: String } =>
            "V064: parameter `{param}` of `{op_id}` is a buffer, and a value is passed for it",
            fix "pass the name of a buffer; values are for uniform parameters of one element";
        OpArgUnknownBuffer { op_id: String, param: String, name: String } =>
            "V064: unknown buffer `{name}` is passed for parameter `{param}` of `{op_id}`",
            fix "declare it in Program::buffers";
    }
    rejects "buffer o: read u32 @ 0 entry { call my.fill(to: &o, with: 7); }" with fill;
    accepts "buffer o: workgroup u32[4] entry { call my.fill(to: &o, with: 7); }" with fill;

    V065 "What An Operation Writes Is Passed Once"
    /// With one buffer for two parameters, of which one is written, an operation would see its own writes where it expects data. Nothing hides an
    /// alias.
    {
        OpArgAlias { op_id: String, name: String, param: String, other: String } =>
            "V065: buffer `{name}` is passed to `{op_id}` as `{param}` and as `{other}`, of which one is written",
            fix "pass two buffers, or copy one of them first";
    }
    rejects "buffer o: read_write u32 @ 0 entry { call my.copy(from: &o, to: &o); }" with copy;
    accepts "buffer i: read u32 @ 0 buffer o: read_write u32 @ 1 entry { call my.copy(from: &i, to: &o); }" with copy;

    V066 "Operations On Buffers Have The Caller's Workgroup Size"
    /// What an operation does with local ids and barriers depends on the workgroup. A size of `0, 0, 0` is any.
    {
        OpWorkgroup { op_id: String, expected: Size, got: Size } =>
            "V066: `{op_id}` has workgroup size {expected}, and its caller has {got}",
            fix "use workgroup_size {expected}, or give the operation [0, 0, 0], which is any";
    }
    rejects "program workgroup_size 32, 1, 1 buffer o: read_write u32 @ 0 entry { call my.mark(to: &o); }" with mark;
    accepts "program workgroup_size 64, 1, 1 buffer o: read_write u32 @ 0 entry { call my.mark(to: &o); }" with mark;

    V067 "Operations On Buffers Are Valid Programs"
    /// The operation's program takes the place of its call, so it keeps every rule by itself.
    {
        InvalidOperation { op_id: String, problem: Box<Problem> } =>
            "V067: the program of op `{op_id}` is invalid: {problem}", fix "mend the program";
    }
    rejects "buffer o: read_write u32 @ 0 entry { call my.broken(to: &o); }" with broken;
    accepts "buffer o: read_write u32 @ 0 entry { call my.fill(to: &o, with: 7); }" with fill;

    V068 "Lookup Tables Are Bound Where The Convention Says"
    /// An operation of convention V2 finds its table at one binding, for all calls. Nobody writes to a table.
    {
        LookupBinding { op_id: String, name: String, expected: u32, got: u32 } =>
            "V068: lookup table `{name}` of `{op_id}` is at binding {got}, and its convention says {expected}",
            fix "declare `{name}` at binding {expected}";
        LookupAccess { op_id: String, name: String, access: crate::BufferAccess } =>
            "V068: lookup table `{name}` of `{op_id}` is a {access} buffer",
            fix "declare it with BufferAccess::ReadOnly";
        LookupMissing { op_id: String } =>
            "V068: op `{op_id}` of convention V2 has no ReadOnly parameter for its table",
            fix "declare one in its program at the binding of the convention";
    }
    rejects "buffer t: read u32 @ 3 buffer o: read_write u32 @ 0 entry { call my.look(table: &t, to: &o); }" with look;
    accepts "buffer t: read u32 @ 5 buffer o: read_write u32 @ 0 entry { call my.look(table: &t, to: &o); }" with look;
}
