//! GPU kernels written as ordinary Rust functions, with the same bytes on every machine.
//!
//! ```
//! use vyre::prelude::*;
//!
//! /// Every element of `out` is `a ^ b` of its index.
//! #[vyre::kernel(workgroup_size = 256)]
//! fn xor(a: &[u32], b: &[u32], out: &mut [u32]) {
//!     let i = invocation_id().x;
//!     if i < out.len() {
//!         out[i] = a[i] ^ b[i];
//!     }
//! }
//!
//! fn main() -> Result<(), vyre::Error> {
//!     let device = Device::auto()?;
//!     let (a, b) = (vec![1u32; 1000], vec![3u32; 1000]);
//!     let mut out = vec![0u32; 1000];
//!     xor(&a, &b, &mut out).dispatch(&device)?;
//!     assert!(out.iter().all(|&x| x == 2));
//!     Ok(())
//! }
//! ```
//!
//! The attribute [`kernel`](macro@kernel) turns the function into a small IR while the crate compiles and checks it there; what is
//! wrong is a compile error under the tokens that are wrong. At run time the IR becomes WGSL and runs through wgpu, or
//! runs on the CPU where there is no GPU.
//!
//! # What a kernel is
//!
//! A *launch* runs the kernel's body in many *invocations* at once. They form *workgroups*, of the size that the attribute
//! gives, and the workgroups form a *grid*. `invocation_id()` is the invocation's place in the grid, `workgroup_id()` its
//! workgroup's, `local_id()` its place in the workgroup, each with `.x`, `.y` and `.z`. Invocations run in any order. Those
//! of one workgroup can wait for each other at a `barrier()` and share a `workgroup_array`; those of different workgroups can only
//! meet in atomics.
//!
//! ## Parameters
//!
//! `T` is `u32`, `i32`, `u64`, `bool`, `[u32; 2]` or `[u32; 4]`.
//!
//! | in the kernel | at the launch | what the kernel may do |
//! |---|---|---|
//! | `a: &[T]` | `&[T]`, `&Vec<T>`, `&Buffer<T>` | `a[i]`, `a.len()` |
//! | `a: &mut [T]` | `&mut [T]`, `&mut Vec<T>`, `&mut Buffer<T>` | also `a[i] = v` and `a[i] += v` |
//! | `a: &Uniform<[T]>` | `&[T]`, at most 64 KiB | as `&[T]`, from a memory for small constants |
//! | `a: &[AtomicU32]` | `&mut [u32]`, `&mut Vec<u32>`, `&mut Buffer<u32>` | `a[i].fetch_add(v)` and its kin, `load`, `store`, `a.len()` |
//! | `a: &[u8]` | `&[u8]`, `&Vec<u8>`, `&Buffer<u8>` | `a.byte(i)`, `a.word(i)` (little-endian), `a.len()` in bytes |
//! | `n: u32`, `i32`, `u64`, `bool` | by value | a variable |
//!
//! Lengths and indices are `u32`.
//!
//! ## Statements and expressions
//!
//! It is Rust, with Rust's meaning and inference, as far as it goes: `let` and `let mut`, shadowing, tuples of names, assignments, blocks,
//! `if` as a statement and as an expression, `for i in a..b`, `break`, `continue`, `return`, `const` items; `+ - * / % & | ^ << >>`,
//! comparisons, `&&`, `||`, `!`, unary `-` and `as`. Operands are evaluated once and from left to right, and `&&` and `||` do not evaluate what they
//! do not need where anybody could tell.
//!
//! - Vectors: `[a, b]`, `[a, b, c, d]` and `[a; 4]` make one; `v[i]` is a lane, also to assign to; `==` and `!=` compare. A lane of an element is a
//!   place too, `points[i][1] += 5`; that reads and writes the whole element, so invocations that assign to lanes of one element race.
//! - Local arrays: `let mut w = [0u32; 64];`, with or without an annotation, `w[i]`, `w.len()`. Each invocation has its own.
//! - Constants: `const` items of every type, and lengths of arrays such as `[0u32; N * 2]`, with every operator and method. They wrap as all
//!   arithmetic does: `const X: u32 = 1 - 2;` is `u32::MAX`, where rustc would refuse it.
//! - Casts: `as` where Rust has it, `cast::<T>(v)` for the rest of the [cast table](ir::casts::CASTS).
//! - Methods, named as in `std`: `min max clamp abs_diff pow count_ones leading_zeros trailing_zeros reverse_bits rotate_left rotate_right
//!   wrapping_add wrapping_sub wrapping_mul wrapping_neg saturating_add saturating_sub`, and `abs signum` on `i32`.
//! - Atomics: `fetch_add fetch_or fetch_and fetch_xor fetch_min fetch_max swap compare_exchange(expected, new)`, each of which gives the old
//!   value, and `load` and `store`. There are no orderings: all operations on one element have one order.
//! - Built-ins: `barrier()`, `select(cond, a, b)`, `workgroup_size()`, and `let mut t = workgroup_array::<u32, 256>();`.
//! - The [operation library](ir::library), by path: `vyre::ops::math::gcd(a, b)` is the operation `primitive.math.gcd`.
//! - Functions of your own, as below.
//!
//! ```
//! use vyre::prelude::*;
//!
//! /// How many steps each number takes to reach 1, at most 1000.
//! #[vyre::kernel]
//! fn collatz(numbers: &[u64], steps: &mut [u32]) {
//!     fn count(start: u64) -> u32 {
//!         let mut x = start;
//!         for steps in 0..1000 {
//!             if x <= 1 {
//!                 return steps;
//!             }
//!             x = if x % 2 == 0 { x / 2 } else { 3 * x + 1 };
//!         }
//!         1000
//!     }
//!     let i = invocation_id().x;
//!     steps[i] = count(numbers[i]);
//! }
//!
//! let mut steps = [0; 3];
//! collatz(&[1, 27, 837_799], &mut steps).dispatch(&Device::cpu())?;
//! assert_eq!(steps, [0, 111, 524]);
//! # Ok::<(), vyre::Error>(())
//! ```
//!
//! ## Functions
//!
//! A function takes and gives values, and sees no buffers and no ids. It stands inside the kernel, as above, or beside it under
//! [`#[vyre::function]`](macro@function), in any module or crate, and is called by its path. Such a function stays plain Rust: called on the host it gives
//! what it gives in a kernel, with the kernel's meaning of arithmetic.
//!
//! ```
//! use vyre::prelude::*;
//!
//! mod hash {
//!     /// FNV-1a, one byte further.
//!     #[vyre::function]
//!     pub fn fnv1a(hash: u32, byte: u32) -> u32 {
//!         (hash ^ byte) * 0x0100_0193
//!     }
//! }
//!
//! /// The hash of each line of 4 bytes.
//! #[vyre::kernel]
//! fn hash_lines(text: &[u8], hashes: &mut [u32]) {
//!     let i = invocation_id().x;
//!     let mut h = 0x811c_9dc5;
//!     for k in 0..4 {
//!         h = hash::fnv1a(h, text.byte(i * 4 + k));
//!     }
//!     hashes[i] = h;
//! }
//!
//! let mut hashes = [0; 2];
//! hash_lines(b"vyrekern", &mut hashes).dispatch(&Device::cpu())?;
//! let on_host = b"kern".iter().fold(0x811c_9dc5, |h, byte| hash::fnv1a(h, (*byte).into()));
//! assert_eq!(hashes[1], on_host);
//! # Ok::<(), vyre::Error>(())
//! ```
//!
//! A kernel does not see the signature of such a function while it is compiled, so the uses of the result must say its type:
//! `out[i] = f(x)` does, `f(x) as u64` and `g(f(x))` need none, and `f(x) > 3` wants `let y: u32 = f(x);`. rustc checks each call against
//! the signature. Recursion, also through functions of several crates, is a compile error, and so is a call of more than 32 levels or of
//! more than 100,000 statements and expressions.
//!
//! ## Constant parameters
//!
//! A kernel can have parameters `const N: u32`, whose values the IR knows: `blur::<3>(..)`, `blur::<3>::wgsl()`. They may be lengths of arrays,
//! also in arithmetic. Each set of values makes a program of its own when it is first used.
//!
//! ```
//! use vyre::prelude::*;
//!
//! /// The sum of the element and of `R` neighbours on each side.
//! #[vyre::kernel]
//! fn blur<const R: u32>(input: &[u32], out: &mut [u32]) {
//!     let i = invocation_id().x;
//!     for k in 0..2 * R + 1 {
//!         out[i] += input[i + k - R];
//!     }
//! }
//!
//! let mut out = [0; 5];
//! blur::<1>(&[1, 2, 3, 4, 5], &mut out).dispatch(&Device::cpu())?;
//! assert_eq!(out, [3, 6, 9, 12, 9]);
//! # Ok::<(), vyre::Error>(())
//! ```
//!
//! ## Working together
//!
//! Invocations of a workgroup work together through a shared array:
//!
//! ```
//! use vyre::prelude::*;
//!
//! /// Reverses each block of 64 elements.
//! #[vyre::kernel(workgroup_size = 64)]
//! fn reverse_blocks(data: &mut [u32]) {
//!     let mut block = workgroup_array::<u32, 64>();
//!     let (i, k) = (invocation_id().x, local_id().x);
//!     block[k] = data[i];
//!     barrier();
//!     data[i] = block[63 - k];
//! }
//!
//! let mut data: Vec<u32> = (0..128).collect();
//! reverse_blocks(&mut data).dispatch(&Device::cpu())?;
//! assert_eq!((data[0], data[63], data[64], data[127]), (63, 0, 127, 64));
//! # Ok::<(), vyre::Error>(())
//! ```
//!
//! ## Nothing is undefined
//!
//! - A load out of bounds gives 0, a store there does nothing, an atomic does nothing and gives 0: for every index up to `u32::MAX`.
//! - Arithmetic wraps. `x / 0` and `x % 0` are 0. A shift takes its amount `& 31`.
//! - Workgroup arrays are zero when their workgroup starts.
//! - A barrier that only a part of a workgroup would reach is a compile error.
//!
//! What is wrong in a kernel is a compile error that says what to write instead; `docs/errors.md` in the repository shows them all.
//!
//! A kernel without races, whose result does not depend on the order of its invocations, gives the same bytes on every device.
//! Two invocations that write different values to one element race: one of the values stays, and which one is not defined.
//!
//! ## What surrounds a kernel
//!
//! A kernel is a free function, in a module or in another function's body; in an `impl` rustc refuses the type that stands beside it. Documentation, `cfg`,
//! lint levels, `deprecated` and `must_use` stay on it; other attributes, such as `#[inline]` and `#[test]`, are errors, and so are those inside
//! that would have no effect.
//!
//! # Launching
//!
//! The kernel's name is a function that takes the arguments and gives a [`Launch`], which runs when it is dispatched on a [`Device`].
//! The grid covers the longest argument that is written; [`Launch::workgroups`] and [`Launch::invocations`] set it otherwise. Along x there may be
//! as many workgroups as you like.
//!
//! Slices are uploaded for a launch and read back after it. A [`Buffer`] stays on its device; a launch whose arguments are all buffers
//! does not wait: it is recorded, submitted together with others, and done when the next read or [`Device::synchronize`]
//! returns.
//!
//! ```
//! use vyre::prelude::*;
//!
//! #[vyre::kernel]
//! fn step(data: &mut [u32], add: u32) {
//!     let i = invocation_id().x;
//!     data[i] = data[i] * 3 + add;
//! }
//!
//! let device = Device::auto()?;
//! let mut data = device.buffer(&[1u32, 2, 3])?;
//! for add in 0..10 {
//!     step(&mut data, add).dispatch(&device)?;
//! }
//! let expected = [1u32, 2, 3].map(|x| (0..10).fold(x, |x, add| x * 3 + add));
//! assert_eq!(data.read()?, expected);
//! # Ok::<(), vyre::Error>(())
//! ```
//!
//! A GPU shows a kernel only so many bytes of a buffer at once ([`DeviceLimits::binding_bytes`], on some 128 MiB). Larger buffers, up to
//! [`DeviceLimits::buffer_bytes`], work where every index of theirs is `invocation_id().x`, or a variable that is never anything
//! else: the launch is then split, which the kernel cannot see. Other kernels refuse them with [`Error::BufferIndivisible`].
//!
//! [`Device::list`] shows every device and [`Device::info`] says what one is: `{}` is a line, `{:#}` has its limits and features too.
//! The tool's `vyre doctor` tests them.
//!
//! The kernel's name is also a type: `xor::program()` is the validated [IR](ir), `xor::wgsl()` the WGSL.
//!
//! Every failure is an [`Error`]. Nothing panics, and nothing is printed.
//!
//! # Seeing what happens
//!
//! Every stage is a span of the crate `tracing`, with the target `vyre_runtime`, so that any subscriber shows what a launch goes through and
//! how long it takes: `RUST_LOG=vyre_runtime=trace` with `tracing_subscriber::fmt().with_span_events(FmtSpan::CLOSE)`, for example.
//!
//! | span | level | when | fields |
//! |---|---|---|---|
//! | `open` | debug | a GPU is opened | |
//! | `validate` | debug | a program is used for the first time | |
//! | `dispatch` | debug | a launch is dispatched; what follows stands in it where the launch causes it | `device`, `groups` |
//! | `lower` | debug | a program runs on a kind of device for the first time | `to` |
//! | `compile` | debug | a shader runs on a GPU for the first time | `bytes` |
//! | `allocate`, `upload` | debug | a buffer is made; data go to the device | `bytes` |
//! | `record`, `submit` | debug | a launch is recorded; what is recorded goes to the GPU | |
//! | `wait` | trace | a thread waits for the GPU | |
//! | `read` | debug | data come back, the wait for them included | `bytes` |
//!
//! Warnings tell what went wrong where nobody could be given an error. How long a launch took on the device is what [`Launch::dispatch_timed`]
//! gives.
//!
//! # Environment
//!
//! | variable | |
//! |---|---|
//! | `VYRE_DEVICE` | what [`Device::auto`] gives: `cpu`, `gpu`, or a part of an adapter's name |
//! | `VYRE_PIPELINE_CACHE` | where compiled kernels are kept between processes: `off`, or a folder; see [`Device::set_pipeline_cache`] |
//!
//! # Features
//!
//! `gpu` (default) brings wgpu. Without it everything but [`Device::gpu`] works, on the CPU.

/// Makes a function that kernels can call by its path. See [the guide](crate#functions).
///
/// The function takes `u32`, `i32`, `u64`, `bool`, `[u32; 2]` or `[u32; 4]` and gives one of them. It stays callable on the host, where it
/// computes what it computes in a kernel: arithmetic wraps, `x / 0` is 0, a shift takes its amount modulo the width.
///
/// Arguments: `crate = path` where the crate `vyre` has another name.
///
/// ```
/// #[vyre::function]
/// fn mean(a: u32, b: u32) -> u32 {
///     (a & b) + (a ^ b) / 2
/// }
/// assert_eq!(mean(u32::MAX, u32::MAX - 2), u32::MAX - 1);
/// ```
pub use vyre_macros::function;
/// Makes a GPU kernel of a function. The [crate's documentation](crate) describes the language.
///
/// Arguments: `workgroup_size = N`, `= (X, Y)` or `= (X, Y, Z)`, 256 if absent and at most 1024 in all; and `crate = path` where the crate `vyre`
/// has another name.
///
/// The function keeps its name, visibility, documentation and argument names. Its type becomes one that takes the launch's
/// arguments and gives a [`Launch`]; a type of the same name has `program()` and `wgsl()`.
///
/// ```
/// use vyre as gpu;
/// use gpu::prelude::*;
///
/// #[gpu::kernel(workgroup_size = (8, 8), crate = gpu)]
/// fn transpose(input: &[u32], output: &mut [u32], width: u32, height: u32) {
///     let (x, y) = (invocation_id().x, invocation_id().y);
///     if x < width && y < height {
///         output[x * height + y] = input[y * width + x];
///     }
/// }
///
/// let mut output = [0; 6];
/// transpose(&[1, 2, 3, 4, 5, 6], &mut output, 3, 2).invocations([3, 2, 1]).dispatch(&Device::cpu())?;
/// assert_eq!(output, [1, 4, 2, 5, 3, 6]);
/// # Ok::<(), vyre::Error>(())
/// ```
pub use vyre_macros::kernel;
#[cfg(feature = "gpu")]
pub use vyre_runtime::wgpu;
pub use vyre_runtime::{
    Arg, Buffer, Device, DeviceInfo, DeviceKind, DeviceLimits, Element, Error, Launch, Limit, Obstacle, ir,
    to_wgsl,
};

/// What a program that launches kernels needs: `use vyre::prelude::*;`.
pub mod prelude {
    #[doc(hidden)]
    pub use crate::__private::InScope as _;
    pub use crate::{Arg, Buffer, Device};
}

#[cfg(any(rust_analyzer, test))]
#[doc(hidden)]
pub mod editor;

/// What generated code names. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    #[cfg(rust_analyzer)]
    pub use crate::editor;
    pub use vyre_macros::calls_need_functions_with_the_attribute_vyre_function;
    pub use vyre_runtime::ir::{DataType, Program};
    pub use vyre_runtime::{
        CallProblem, Callee, Function, InScope, KERNEL, Kernel, Kernels, Launch, Measure, Parts, Probe,
        ReadArg, WriteArg, host, id,
    };
}

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
