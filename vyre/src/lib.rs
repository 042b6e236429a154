//! GPU kernels written as ordinary Rust functions, which compute the same bytes on every machine.
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
//! The attribute [`kernel`](macro@kernel) translates the function to a small IR while the crate compiles, and
//! validates the IR. Every mistake is a compile error at the tokens that cause it. At run time the IR is lowered to
//! WGSL and runs through wgpu, or it runs on the CPU if there is no GPU.
//!
//! # What a kernel is
//!
//! A *launch* executes the kernel's body in many *invocations* at the same time. Invocations form *workgroups* of the
//! size that the attribute sets, and the workgroups form a *grid*. `invocation_id()` is the position of the
//! invocation in the grid, `workgroup_id()` that of its workgroup, and `local_id()` the position of the invocation in
//! its workgroup. Each has `.x`, `.y` and `.z`. Invocations run in any order. Invocations of one workgroup can wait
//! for each other at a `barrier()` and share a `workgroup_array`. Invocations of different workgroups can only
//! communicate through atomics.
//!
//! ## Parameters
//!
//! `T` is an integer of 8, 16, 32 or 64 bits, `f32`, `bool`, an array of `u32`, `i32`, `u64` or `f32`, such as `[u32; 4]` and `[f32; 3]`, or a struct with
//! [`#[vyre::data]`](macro@data).
//!
//! | in the kernel | at the launch | what the kernel may do |
//! |---|---|---|
//! | `a: &[T]` | `&[T]`, `&Vec<T>`, `&Buffer<T>` | `a[i]`, `a.len()` |
//! | `a: &mut [T]` | `&mut [T]`, `&mut Vec<T>`, `&mut Buffer<T>` | also `a[i] = v` and `a[i] += v` |
//! | `a: &Uniform<[T]>` | `&[T]`, at most 64 KiB | as `&[T]`, from a memory for small constants |
//! | `a: &[AtomicU32]` | `&mut [u32]`, `&mut Vec<u32>`, `&mut Buffer<u32>` | `a[i].fetch_add(v)` and its kin, `load`, `store`, `a.len()` |
//! | `a: &[u8]` | `&[u8]`, `&Vec<u8>`, `&Buffer<u8>` | also `a.byte(i)`, a `u32`, and `a.word(i)`: the word with the number `i`, which is the bytes `4 * i` to `4 * i + 3`, little-endian |
//! | `n: u32`, any other number, `bool`, an array, a struct, an enum | by value | a variable |
//!
//! Slices of `u8`, `i8`, `u16` and `i16` are packed as on the host, so neighbours share a word of 32 bits. Invocations that write different
//! elements never disturb each other. On a GPU a store of such an element is two atomics on its word, and a load from a slice that is
//! written is one, so kernels that can write whole words are faster.
//!
//! Lengths are `u32`; indices may be integers of any type, and negative ones are out of bounds.
//!
//! ## Statements and expressions
//!
//! The kernel language is a subset of Rust. It has Rust's semantics and type inference, except that
//! [nothing is undefined](#nothing-is-undefined). It has `let` and `let mut`, shadowing, assignments, blocks, `if` and `match` as
//! statements and as expressions, loops, `break`, `continue`, `return`, `const` items; `+ - * / % & | ^ << >>`, comparisons,
//! `&&`, `||`, `!`, unary `-` and `as`. Operands are evaluated once, from left to right. `&&` and `||` short-circuit where
//! that makes an observable difference.
//!
//! - Integers: `u8`, `i8`, `u16`, `i16`, `u32`, `i32`, `u64`, `i64`, and `usize` and `isize`, which have 32 bits, as on a target of 32 bits.
//!   Any of them can be an index. Shifts take their amount modulo the number of bits: `& 31`, `& 63` for `u64`, `& 7` for `u8`. Arithmetic of 8
//!   and 16 bits is that of 32 bits, and a wrap after it.
//! - Loops: `for` over `a..b` and `a..=b` of any integer type, with `.rev()` and `.step_by(n)`; `while`; `loop`, whose value a `break`
//!   gives; labels on loops and blocks. `while` and `loop` end after 2^32 - 1 rounds at the latest, as if a `break`
//!   stood there, so every kernel ends.
//! - `match` on integers, `bool` and tuples and arrays of them: literals, ranges, `|`, `name @ ..`, constants, guards and `_`. It must be
//!   exhaustive, which rustc checks. `matches!` as well. In place of `if let` and `while let`, write `match`.
//! - Tuples: `(a, b)`, `pair.0`, patterns such as `let (a, (b, _)) = ..`, and `(a, b) = (b, a)`. `==` compares them. `let x;`
//!   declares a variable that is set later; until then it is zero.
//! - Vectors: `[a, b]`, `[a, b, c, d]` and `[a; 4]` of `u32` construct one, `v[i]` is a lane, which can be assigned to, and
//!   `==` and `!=` compare. A lane of an element can be assigned to as well, as in `points[i][1] += 5`. That writes this lane alone, so
//!   invocations may assign to different lanes of the same element.
//! - [Structs and enums](#structs-and-enums).
//! - Local arrays: `let mut w = [0u32; 64];`, `[1, 2, 3]` or `[[0; 8]; 4]`, with or without a type annotation, `w[i]`,
//!   `t[y][x]`, `w.len()`. Each invocation has its own copy. Arrays of at most 256 elements are values: an assignment copies them,
//!   and `==` compares. Workgroup arrays can have two indices as well: `workgroup_array::<[u32; 33], 32>()`.
//! - Constants: any constant in scope, by its name in upper case or its path, with the value that rustc gives it; `const` items inside
//!   the kernel. Where no use settles the type of a constant from outside, it must be a `u32` or a `usize`. `const` items that need
//!   nothing from outside wrap like all arithmetic: `const X: u32 = 1 - 2;` is `u32::MAX`, although rustc would refuse it.
//! - Tables: constant arrays, inside or outside of the kernel, and their elements: `SBOX[i]`, `MATRIX[y][x]`, `SBOX.len()`. They lie in
//!   memory that all invocations share, and a GPU gets each of them once.
//! - Casts: `as` where Rust has it, `u64::from(x)` and its kin, and `cast::<T>(v)` for the rest of the [cast table](ir::casts::CASTS).
//! - Methods, named as in `std`: `min max clamp abs_diff midpoint pow count_ones count_zeros leading_zeros leading_ones
//!   trailing_zeros trailing_ones reverse_bits swap_bytes to_be to_le rotate_left rotate_right is_power_of_two next_power_of_two ilog2
//!   ilog10 isqrt div_ceil div_euclid rem_euclid is_multiple_of next_multiple_of`, the `wrapping_` and `overflowing_` ones of `add sub mul
//!   neg`, `wrapping_div wrapping_rem wrapping_shl wrapping_shr wrapping_pow`, `saturating_add saturating_sub saturating_mul`,
//!   `carrying_add borrowing_sub widening_mul carrying_mul`, and `abs signum unsigned_abs` on signed integers.
//! - Floats: `f32` with literals such as `1.5`, all operators but those of bits, `as`, `f32::MAX` and its kin, `core::f32::consts::PI` and its kin,
//!   `f32::from_bits(x)`, the methods `abs ceil clamp copysign floor fract is_finite is_infinite is_nan max min mul_add powi recip round
//!   round_ties_even signum sqrt to_bits to_degrees to_radians trunc`, and the elementary functions `sin cos tan asin acos atan atan2 sinh
//!   cosh tanh exp exp2 exp_m1 ln log2 log10 ln_1p cbrt hypot powf` and `vyre::ops::f32::rsqrt(x)`, correctly rounded. Every operation gives
//!   the bits that IEEE 754 defines, on every device and on the host, and NaN is always `0x7fc0_0000`; `docs/floats.md` in the
//!   repository says how. A sum of many names its order: [`reduce`], and [collectives](#working-together).
//! - Atomics: `fetch_add fetch_or fetch_and fetch_xor fetch_min fetch_max swap compare_exchange(expected, new)`,
//!   which return the old value, and `load` and `store`. They take no orderings: all operations on the same element
//!   have a single total order.
//! - Built-ins: `barrier()`, `select(cond, a, b)`, `workgroup_size()`, `num_workgroups()`, `let mut t = workgroup_array::<u32, 256>();`,
//!   also of `AtomicU32`, and [collectives](#working-together) such as `workgroup_sum(v)`.
//! - The [operation library](mod@ops), by path or by `use`: `vyre::ops::math::gcd(a, b)` is the operation `primitive.math.gcd`.
//! - Your own functions, as described below.
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
//! ## Structs and enums
//!
//! [`#[vyre::data]`](macro@data) makes a struct or an enum that kernels can use, wherever it stands: in the same module, in another one or in
//! another crate. A `use` brings it, or its path. Such a struct is `Clone`, `Copy`, `#[repr(C)]` and
//! `bytemuck::Pod`: host and device have the same bytes. The attribute stands before the other ones.
//!
//! ```
//! use vyre::prelude::*;
//!
//! #[vyre::data]
//! #[derive(Debug, PartialEq)]
//! pub struct Ball {
//!     pos: [f32; 2],
//!     vel: [f32; 2],
//!     bounces: u32,
//! }
//!
//! #[vyre::data]
//! enum Wall {
//!     Floor,
//!     Sides,
//! }
//!
//! #[vyre::kernel]
//! fn step(balls: &mut [Ball], walls: Wall, dt: f32) {
//!     let i = invocation_id().x;
//!     let Ball { pos: [x, y], vel: [dx, dy], .. } = balls[i];
//!     balls[i].pos = [x + dx * dt, y + dy * dt];
//!     let hits = match walls {
//!         Wall::Floor => y < 0.0,
//!         Wall::Sides => x < 0.0 || x > 1.0,
//!     };
//!     if hits {
//!         balls[i] = Ball { vel: [-dx, -dy], bounces: balls[i].bounces + 1, ..balls[i] };
//!     }
//! }
//!
//! let mut balls = vec![Ball { pos: [0.5, -1.0], vel: [0.0, -2.0], bounces: 0 }; 100];
//! step(&mut balls, Wall::Floor, 0.5).dispatch(&Device::cpu())?;
//! assert_eq!(balls[99], Ball { pos: [0.5, -2.0], vel: [0.0, 2.0], bounces: 1 });
//! # Ok::<(), vyre::Error>(())
//! ```
//!
//! | | |
//! |---|---|
//! | fields | `u32`, `i32`, `u64`, `f32`, arrays of them whose length is a literal, and structs with `#[vyre::data]` of any module or crate |
//! | refused, with what to write instead | fields of other types, `bool` among them; padding; generic parameters; tuple structs |
//! | expressions | `Name { a, b: 1, ..other }`, `p.a.b[i]`, `p == q` where `PartialEq` is derived |
//! | places | `p.a = ..`, `p[i].a[k].b += ..` at any depth, each index evaluated once; whole structs |
//! | patterns | `Name { a, b: [x, _], .. }` in `let` and `match` |
//! | where | variables, tuples, arguments and results of functions in kernels; elements of slices, uniforms, buffers, local and workgroup arrays; kernel arguments by value |
//! | buffers | `len()` counts structs; an index beyond the end is out of bounds for every field. Invocations may store to different fields of one element |
//! | enums | without fields: `Name::Variant`, `as u32`, `==`, `match`, which must be exhaustive, `matches!`, kernel arguments by value. They are no fields and no elements of buffers |
//!
//! Methods stand in an `impl` with `#[vyre::function]`. They are plain Rust on the host, with the semantics of kernels, and kernels and other functions
//! call them, on variables and on elements alike. Constants of the `impl` can be used in both.
//!
//! ```
//! use vyre::prelude::*;
//!
//! #[vyre::data]
//! #[derive(Debug, PartialEq)]
//! struct Account {
//!     balance: u32,
//!     fees: u32,
//! }
//!
//! #[vyre::function]
//! impl Account {
//!     const FEE: u32 = 3;
//!
//!     fn new(balance: u32) -> Self {
//!         Self { balance, fees: 0 }
//!     }
//!
//!     fn can_pay(&self, amount: u32) -> bool {
//!         self.balance >= amount + Self::FEE
//!     }
//!
//!     fn pay(&mut self, amount: u32) -> bool {
//!         let is_paid: bool = self.can_pay(amount);
//!         if is_paid {
//!             self.balance -= amount + Self::FEE;
//!             self.fees += Self::FEE;
//!         }
//!         is_paid
//!     }
//! }
//!
//! #[vyre::kernel]
//! fn pay_all(accounts: &mut [Account], refused: &[AtomicU32], amount: u32) {
//!     let i = invocation_id().x;
//!     if i < accounts.len() {
//!         let is_paid: bool = accounts[i].pay(amount);
//!         if !is_paid {
//!             refused[0].fetch_add(1);
//!         }
//!     }
//! }
//!
//! let mut accounts: Vec<Account> = (0..10).map(|n| Account::new(n * 10)).collect();
//! let mut refused = [0];
//! pay_all(&mut accounts, &mut refused, 50).dispatch(&Device::cpu())?;
//! assert_eq!((accounts[9].balance, accounts[9].fees, refused[0]), (37, 3, 6));
//! # Ok::<(), vyre::Error>(())
//! ```
//!
//! A call of a method tells the macro its arguments and not its result, so that takes an annotation where nothing else settles it, as that of any function outside does.
//!
//! An element of two or four words that a kernel reads and writes only as a whole is loaded and stored as one vector.
//!
//! ## Functions
//!
//! A function is declared inside the kernel, as above, or outside with [`#[vyre::function]`](macro@function), in any module or
//! crate, and is called by its path. It takes and returns values, takes [slices and references](#slices-and-references), and can use ids,
//! barriers, tables, and local and workgroup arrays of its own. A workgroup array is another one in each place of a call, zero when the
//! workgroup starts. A function costs what its body costs in the place of the call.
//!
//! A function outside without ids, barriers, atomics and workgroup arrays can also be called on the host, where it computes the same result with the
//! same semantics of arithmetic; one with slices or references takes the time of the interpreter there. Calling another one on the host is a compile error. A
//! `barrier()` in a function demands uniform control flow where the function is called.
//!
//! ```
//! use vyre::prelude::*;
//!
//! mod reduce {
//!     use vyre::prelude::*;
//!
//!     /// The sum of what the invocations of a workgroup of 64 give.
//!     #[vyre::function]
//!     pub fn sum(value: u32) -> u32 {
//!         let mut tile = workgroup_array::<u32, 64>();
//!         tile[local_id().x] = value;
//!         barrier();
//!         total(&tile)
//!     }
//!
//!     #[vyre::function]
//!     fn total(values: &[u32]) -> u32 {
//!         let mut sum = 0;
//!         for i in 0..values.len() {
//!             sum += values[i];
//!         }
//!         sum
//!     }
//! }
//!
//! #[vyre::kernel(workgroup_size = 64)]
//! fn sums(data: &[u32], out: &mut [u32]) {
//!     out[invocation_id().x] = reduce::sum(data[invocation_id().x]);
//! }
//!
//! let mut out = [0; 64];
//! sums(&Vec::from_iter(1..=64), &mut out).dispatch(&Device::cpu())?;
//! assert_eq!(out, [64 * 65 / 2; 64]);
//! # Ok::<(), vyre::Error>(())
//! ```
//!
//! ```
//! use vyre::prelude::*;
//!
//! /// The smallest and the largest element of each row of 4.
//! #[vyre::kernel]
//! fn bounds(data: &[u32], low: &mut [u32], high: &mut [u32]) {
//!     fn of_row(data: &[u32], first: u32) -> (u32, u32) {
//!         let (mut low, mut high) = (data[first], data[first]);
//!         for k in first + 1..first + 4 {
//!             (low, high) = (low.min(data[k]), high.max(data[k]));
//!         }
//!         (low, high)
//!     }
//!     let i = invocation_id().x;
//!     (low[i], high[i]) = of_row(data, i * 4);
//! }
//!
//! let (mut low, mut high) = ([0; 2], [0; 2]);
//! bounds(&[4, 2, 8, 6, 1, 1, 3, 2], &mut low, &mut high).dispatch(&Device::cpu())?;
//! assert_eq!((low, high), ([2, 1], [8, 3]));
//! # Ok::<(), vyre::Error>(())
//! ```
//!
//! ## Slices and references
//!
//! `&a[i..j]`, `&mut a[i..]` and their kin are slices of parameters, of local, workgroup and constant arrays, of vectors, and of slices; `&t[i]` is
//! one of the arrays in an array of arrays. A `let` binds a slice, and functions take it as `&[T]`, `&mut [T]`,
//! `&[AtomicU32]`, `&[u8]` or `&mut [T; N]`. The bounds are integers of any type, and nothing fails:
//!
//! - A slice has those elements that the array has in the range, and `len()` is their number. Where `i > j`, or where a bound is negative, there are
//!   none.
//! - An index that is not below `len()` is out of bounds, even where the array goes on.
//! - Two arguments never name the same variable if one of them is a `&mut`, as in Rust.
//!
//! `&mut x` and `&mut a[i]` are references to a variable and to an element, behind a `let` or for a parameter `&mut T`; `i` is evaluated
//! once. `*r` is the value. A reference and a slice cost nothing but the computation of their bounds.
//!
//! ```
//! use vyre::prelude::*;
//!
//! /// Reverses each half of each block of 8, and counts the swaps.
//! #[vyre::kernel]
//! fn reverse_halves(data: &mut [u32], swaps: &mut [u32]) {
//!     fn reverse(part: &mut [u32], swaps: &mut u32) {
//!         for i in 0..part.len() / 2 {
//!             let last = part.len() - 1 - i;
//!             (part[i], part[last]) = (part[last], part[i]);
//!             *swaps += 1;
//!         }
//!     }
//!     let i = invocation_id().x;
//!     let block = &mut data[i * 8..(i + 1) * 8];
//!     reverse(&mut block[..4], &mut swaps[i]);
//!     reverse(&mut block[4..], &mut swaps[i]);
//! }
//!
//! let (mut data, mut swaps) = (Vec::from_iter(0..14), [0; 2]);
//! reverse_halves(&mut data, &mut swaps).dispatch(&Device::cpu())?;
//! assert_eq!(data, [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 13, 12]);
//! assert_eq!(swaps, [4, 3]);
//! # Ok::<(), vyre::Error>(())
//! ```
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
//! The macro does not see the signature of such a function, so the type of the result must follow from its use. In
//! `out[i] = f(x)` it does, `f(x) as u64` and `g(f(x))` do not need it, and `f(x) > 3` needs a variable first:
//! `let y: u32 = f(x);`. rustc checks each call against the signature. Recursion is a compile error, even through
//! functions of several crates. So is a chain of more than 32 calls, and a program that has more than 100,000 statements and
//! expressions with all calls expanded.
//!
//! ## Constant parameters
//!
//! A kernel can have parameters `const N: u32`, which are constants in the IR: `blur::<3>(..)`, `blur::<3>::wgsl()`.
//! They can be used in the lengths of arrays, including arithmetic on them. Each set of values is compiled to its own
//! program when it is first used.
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
//! ## Types as parameters
//!
//! A kernel or a function can have parameters `T` over types: [`T: vyre::Number`](trait@Number), an integer of 8 to 64 bits or `f32`,
//! [`T: vyre::Integer`](trait@Integer), or [`T: vyre::Float`](trait@Float). `T::ZERO`, `T::ONE` and `T::from_u32(n)` are values of it. The type
//! follows from the arguments, or is written, as in `sums::<u64, 64>(..)`. It is compiled for each type that the bound allows, so what it does must
//! be right for all of them. A function over types can be called on the host as well.
//!
//! ```
//! use vyre::prelude::*;
//!
//! /// The larger magnitude.
//! #[vyre::function]
//! fn peak<T: vyre::Number>(a: T, b: T) -> T {
//!     a.max(T::ZERO - a).max(b).max(T::ZERO - b)
//! }
//!
//! /// The sum of the magnitudes of each block of `N` elements.
//! #[vyre::kernel]
//! fn sums<T: vyre::Number, const N: u32>(data: &[T], out: &mut [T]) {
//!     let i = invocation_id().x;
//!     let mut sum = T::ZERO;
//!     for k in 0..N {
//!         sum += peak(data[i * N + k], T::ZERO);
//!     }
//!     out[i] = sum;
//! }
//!
//! let mut of_integers = [0i64; 2];
//! sums::<_, 2>(&[-5, 7, i64::from(u32::MAX), 1], &mut of_integers).dispatch(&Device::cpu())?;
//! assert_eq!(of_integers, [12, 0x1_0000_0000]);
//! let mut of_floats = [0.0f32; 1];
//! sums::<f32, 3>(&[0.5, -0.25, 2.0], &mut of_floats).dispatch(&Device::cpu())?;
//! assert_eq!((of_floats, peak(-3i8, 2)), ([2.75], 3));
//! # Ok::<(), vyre::Error>(())
//! ```
//!
//! ## Working together
//!
//! Invocations of a workgroup cooperate through a shared array:
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
//! A shared array of atomic counters needs no barrier to be counted in, and one to be read:
//!
//! ```
//! use vyre::prelude::*;
//!
//! /// How often each of 16 values occurs in `data`.
//! #[vyre::kernel(workgroup_size = 64)]
//! fn histogram(data: &[u32], counts: &[AtomicU32]) {
//!     let own = workgroup_array::<AtomicU32, 16>();
//!     let (i, k) = (invocation_id().x, local_id().x);
//!     if i < data.len() {
//!         own[data[i]].fetch_add(1);
//!     }
//!     barrier();
//!     if k < own.len() {
//!         counts[k].fetch_add(own[k].load());
//!     }
//! }
//!
//! let data: Vec<u32> = (0..1000).map(|n| n % 3).collect();
//! let mut counts = [0; 16];
//! histogram(&data, &mut counts).invocations([1000, 1, 1]).dispatch(&Device::cpu())?;
//! assert_eq!(counts[..4], [334, 333, 333, 0]);
//! # Ok::<(), vyre::Error>(())
//! ```
//!
//! Atomics order themselves alone: what else an invocation has written is seen by the others of its workgroup after a
//! `barrier()`, and not because of a flag.
//!
//! Collectives compute something of the values of all invocations of a workgroup:
//!
//! | call | value |
//! |---|---|
//! | `workgroup_sum(v)`, `workgroup_min(v)`, `workgroup_max(v)` | of an integer of each invocation; sums wrap |
//! | `workgroup_sum_strict(v)`, `workgroup_sum_tree(v)` | of an `f32` of each invocation: added from left to right, or by a balanced tree that splits at the largest power of two below the length |
//! | `workgroup_inclusive_sum(v)`, `workgroup_exclusive_sum(v)` | the sum up to this invocation, with its own value or without it, in the order of `local_id()`, x fastest |
//! | `workgroup_any(b)`, `workgroup_all(b)` | whether `b` is true in one of them, in all of them |
//! | `workgroup_broadcast(v, id)` | the value of the invocation with the flat local id `id`; zero if there is none |
//! | `workgroup_uniform_load(&a[i])` | a barrier, the element of a workgroup array, and another barrier |
//!
//! Like a `barrier()`, they must be reached by all invocations of the workgroup. The results are the same whatever a GPU's
//! subgroups are. Those of the running sums apart, they are the same for the whole workgroup, so that a barrier may depend on
//! them; `id` and `i` have to be. A collective is no barrier for memory, but for `workgroup_uniform_load`.
//!
//! ```
//! use vyre::prelude::*;
//!
//! /// The odd elements of each block of 64, packed, and how many they are.
//! #[vyre::kernel(workgroup_size = 64)]
//! fn pack_odd(data: &[u32], out: &mut [u32], counts: &mut [u32]) {
//!     let (i, block) = (invocation_id().x, workgroup_id().x);
//!     let is_odd = data[i] % 2;
//!     let place = workgroup_exclusive_sum(is_odd);
//!     if is_odd == 1 {
//!         out[block * 64 + place] = data[i];
//!     }
//!     let count = workgroup_sum(is_odd);
//!     if local_id().x == 0 {
//!         counts[block] = count;
//!     }
//! }
//!
//! let data: Vec<u32> = (0..128).map(|n| n * n / 3).collect();
//! let (mut out, mut counts) = ([0; 128], [0; 2]);
//! pack_odd(&data, &mut out, &mut counts).invocations([128, 1, 1]).dispatch(&Device::cpu())?;
//! assert_eq!((&out[..3], counts), (&[1, 3, 5][..], [32, 31]));
//! # Ok::<(), vyre::Error>(())
//! ```
//!
//! What all invocations of a workgroup agree on is *uniform*: literals, `workgroup_id()`, lengths, what is loaded from
//! parameters that the kernel does not write to, and what is computed of that alone; also `invocation_id().y` where the workgroup
//! has one invocation along y, and `invocation_id().x / 64` where it has 64 along x. A variable is what was assigned to it
//! last, in uniform control flow.
//!
//! ## Nothing is undefined
//!
//! - Out of bounds, a load gives 0, a store does nothing, and an atomic does nothing and gives 0. This holds for
//!   every index up to `u32::MAX`.
//! - Arithmetic of integers wraps. `x / 0` and `x % 0` of integers are 0. A shift takes its amount modulo the number of bits.
//! - Where a method of std panics, the result is 0, as for `ilog2(0)` and `next_power_of_two` past the end, or it wraps, as for
//!   `MIN.div_euclid(-1)`. A loop with `step_by(0)` runs no round.
//! - Workgroup arrays are zero when their workgroup starts.
//! - A barrier or a collective that only a part of a workgroup may reach is a compile error.
//!
//! Each mistake in a kernel is a compile error that says what to write instead. `docs/errors.md` in the repository
//! shows them all.
//!
//! A kernel without races whose result does not depend on the order of its invocations computes the same bytes on
//! every device. Two invocations that write different values to the same element race: the element has one of the
//! values afterwards, and it is not defined which one. An element of more than 32 bits (`u64`, `i64`, `[u32; 2]`, `[u32; 4]`) may be
//! torn: each of its words of 32 bits has one of the values written to that word, and the words need not be of one
//! invocation. The same holds for what another invocation reads meanwhile. This is so on every device.
//!
//! ## What surrounds a kernel
//!
//! A kernel is a free function in a module or in the body of another function. It cannot be in an `impl`, where rustc
//! refuses the type that the macro generates. Documentation, `cfg`, lint levels, `deprecated` and `must_use` are
//! kept. Other attributes, such as `#[inline]` and `#[test]`, are errors, and so are attributes inside of the kernel
//! that would have no effect.
//!
//! # Assertions
//!
//! `assert!`, `assert_eq!`, `assert_ne!` and the same with `debug_` are those of Rust, with a literal for a message or none. A launch in
//! which one fails gives [`Error::Assertion`], with the file, the line, the column, the message and the first invocation that failed; the
//! arguments hold what the launch has written. The invocation that failed ends there, as by `return`. In a kernel with a `barrier()`, a
//! collective or a uniform load it goes on, because others wait for it. In a [`function`] an assertion is Rust's on the host.
//!
//! ```
//! use vyre::prelude::*;
//!
//! #[vyre::kernel(workgroup_size = 64)]
//! fn gather(table: &[u32], indices: &[u32], out: &mut [u32]) {
//!     let i = invocation_id().x;
//!     if i < out.len() {
//!         assert!(indices[i] < table.len(), "no such entry");
//!         out[i] = table[indices[i]];
//!     }
//! }
//!
//! let mut out = [0; 4];
//! let result = gather(&[5, 6], &[1, 0, 9, 1], &mut out).dispatch(&Device::cpu());
//! let Err(vyre::Error::Assertion { line, message, invocation, .. }) = result else { panic!("it fails") };
//! assert_eq!((message.as_str(), invocation), ("no such entry", [2, 0, 0]));
//! assert_eq!(out, [6, 5, 0, 6]);
//! # assert!(line > 0);
//! ```
//!
//! A launch of such a kernel waits for its end, also where all arguments are device buffers, and may have at most 2^32 - 1 invocations. Other
//! kernels pay nothing. In the IR it is `Node::Assert`; the WGSL has one more buffer at the end, in which failures are noted.
//!
//! # Finding races
//!
//! [`Device::checked`] is the reference interpreter that watches every access. A launch with a data race, with a result that depends on the order
//! of invocations or with a failed assertion gives [`Error::Checked`]: a [`Report`] whose findings have file, line, column, invocation and
//! the calls that lead there, and which is displayed as rustc prints errors.
//!
//! ```
//! use vyre::prelude::*;
//! use vyre::{Error, FindingKind};
//!
//! #[vyre::kernel(workgroup_size = 64)]
//! fn shift(data: &mut [u32]) {
//!     let i = invocation_id().x;
//!     data[i] = data[i + 1]; // Has the neighbour written it already?
//! }
//!
//! let mut data = [1, 2, 3, 4];
//! let result = shift(&mut data).dispatch(&Device::checked());
//! let Err(Error::Checked(report)) = result else { panic!("it races") };
//! let race = &report.findings()[0];
//! assert_eq!(race.kind(), FindingKind::DataRace);
//! assert_eq!(race.other().map(|other| other.invocation()), Some([0, 0, 0]));
//! # assert!(report.to_string().contains("data[i] = data[i + 1];"));
//! ```
//!
//! Two invocations race for an element if one of them writes it, not both accesses are atomic, and no `barrier()` of their workgroup stands between
//! them: a barrier orders no other workgroup, and an atomic orders itself alone. What races not in this launch, with these data, is not found. The launch
//! then runs again in other orders, and the bytes must be the same. What is defined and yet suspicious is in
//! [`Device::take_findings`]: accesses out of bounds, reads of elements of workgroup and local arrays that nobody wrote, and invocations that
//! write the same value. `VYRE_DEVICE=checked` checks a whole program that uses [`Device::auto`].
//!
//! # Launching
//!
//! The kernel's name is a function that takes the arguments and returns a [`Launch`], which runs when it is
//! dispatched on a [`Device`]. By default the grid covers the longest argument that is written;
//! [`Launch::workgroups`] and [`Launch::invocations`] set another one. The number of workgroups along x is not
//! limited.
//!
//! Slices are uploaded for a launch and read back after it. A [`Buffer`] stays on its device. A launch whose
//! arguments are all buffers does not wait: it is recorded, submitted together with others, and done when the next
//! read or [`Device::synchronize`] returns.
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
//! A GPU limits the size of a binding ([`DeviceLimits::binding_bytes`], on some GPUs 128 MiB). Larger buffers, up to
//! [`DeviceLimits::buffer_bytes`], work if the kernel only indexes them with `invocation_id().x`, or with a variable
//! that always has this value. The launch is then split, which the kernel cannot observe. Launches of other kernels
//! fail with [`Error::BufferIndivisible`].
//!
//! [`Device::list`] returns every device, and [`Device::info`] describes one: `{}` formats it as one line, `{:#}`
//! adds its limits and features. The command `vyre doctor` tests the devices.
//!
//! The kernel's name is also a type: `xor::program()` is the validated [IR](ir), `xor::wgsl()` the WGSL.
//!
//! ## Without a GPU
//!
//! [`Device::cpu`] executes each step of a kernel for a block of invocations, with the CPU's vector instructions and on all
//! cores ([`Device::set_threads`]). It is part of the crate `vyre-runtime`, and in a debug build it is as slow as other
//! debug code unless that crate is optimised:
//!
//! ```toml
//! [profile.dev.package.vyre-runtime]
//! opt-level = 3
//! ```
//!
//! A graphics driver that runs on the CPU ([`DeviceKind::SoftwareGpu`]), such as Mesa's lavapipe, is slower, and
//! [`Device::auto`] does not choose it. Lavapipe ends the loops of an invocation after 65,535 rounds: such a launch is
//! [`Error::LoopLimit`].
//!
//! Every failure is an [`Error`]. The library does not panic and does not print.
//!
//! # Seeing what happens
//!
//! Every stage of a launch is a span of the crate `tracing` with the target `vyre_runtime`, so any subscriber can
//! show the stages and their durations. For example, set `RUST_LOG=vyre_runtime=trace` and use
//! `tracing_subscriber::fmt().with_span_events(FmtSpan::CLOSE)`.
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
//! Failures that cannot be returned to a caller as an error are logged as warnings. [`Launch::dispatch_timed`]
//! returns the execution time of a launch on the device.
//!
//! # Environment
//!
//! | variable | |
//! |---|---|
//! | `VYRE_DEVICE` | what [`Device::auto`] gives: `cpu`, `reference`, `checked`, `gpu`, or a part of an adapter's name |
//! | `VYRE_FLOATS` | `integers` computes floats on GPUs by arithmetic on integers, which gives the same bits |
//! | `VYRE_PIPELINE_CACHE` | where compiled kernels are kept between processes: `off`, or a folder; see [`Device::set_pipeline_cache`] |
//!
//! # Features
//!
//! `gpu` (default) enables GPUs through wgpu. Without it everything except [`Device::gpu`] works, on the CPU.

/// Makes a struct or an enum that kernels can use. See [the guide](crate#structs-and-enums).
///
/// The fields of a struct are `u32`, `i32`, `u64`, `f32`, arrays of these, and other such structs. The struct is `Clone`, `Copy`,
/// `#[repr(C)]` and `bytemuck::Pod`, so slices of it can be passed to kernels. An enum has no fields.
///
/// Arguments: `crate = path`, if the crate `vyre` has another name.
///
/// ```
/// use vyre::prelude::*;
///
/// #[vyre::data]
/// #[derive(Debug, PartialEq)]
/// struct Particle {
///     pos: [f32; 2],
///     id: u32,
/// }
///
/// #[vyre::kernel]
/// fn fall(particles: &mut [Particle], by: f32) {
///     let i = invocation_id().x;
///     particles[i].pos[1] -= by;
/// }
///
/// let mut particles = vec![Particle { pos: [1.0, 2.0], id: 7 }];
/// fall(&mut particles, 0.5).dispatch(&Device::cpu())?;
/// assert_eq!(particles, [Particle { pos: [1.0, 1.5], id: 7 }]);
/// # Ok::<(), vyre::Error>(())
/// ```
pub use vyre_macros::data;
/// Makes a function callable from kernels by its path. See [the guide](crate#functions).
///
/// Each parameter and the result are an integer of at most 64 bits, `f32`, `bool`, a vector such as `[u32; 2]` or `[f32; 4]`, a type with
/// [`#[vyre::data]`](macro@data), or a tuple or an array of these. The attribute on the `impl` of such a type makes its functions methods of kernels. The function can still be
/// called on the host, where it computes the same result as in a kernel: arithmetic wraps, `x / 0` is 0, and a shift
/// takes its amount modulo the width.
///
/// Arguments: `crate = path`, if the crate `vyre` has another name.
///
/// ```
/// #[vyre::function]
/// fn mean(a: u32, b: u32) -> u32 {
///     (a & b) + (a ^ b) / 2
/// }
/// assert_eq!(mean(u32::MAX, u32::MAX - 2), u32::MAX - 1);
/// ```
pub use vyre_macros::function;
/// Turns a function into a GPU kernel. The [crate's documentation](crate) describes the language.
///
/// Arguments: `workgroup_size = N`, `= (X, Y)` or `= (X, Y, Z)`, by default 256 and at most 1024 in total; and
/// `crate = path`, if the crate `vyre` has another name.
///
/// The function keeps its name, visibility, documentation and parameter names. It then takes the arguments of a
/// launch and returns a [`Launch`]. A type of the same name has `program()` and `wgsl()`.
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
    Arg, Buffer, Device, DeviceInfo, DeviceKind, DeviceLimits, Element, Error, Finding, FindingKind,
    FindingPlace, Float, FloatWay, Frame, Integer, Launch, Limit, Number, Obstacle, Report, ir, reduce,
    to_wgsl,
};

/// The operation library: `vyre::ops::math::gcd(a, b)` is the operation `primitive.math.gcd`. Each can be called in kernels and functions,
/// and on the host, where it computes the same; `use` brings one into scope.
///
/// ```
/// use vyre::prelude::*;
/// use vyre::ops::math::gcd;
///
/// #[vyre::kernel]
/// fn reduce(pairs: &[[u32; 2]], out: &mut [u32]) {
///     let i = invocation_id().x;
///     let pair = pairs[i];
///     let common: u32 = gcd(pair[0], pair[1]);
///     out[i] = vyre::ops::math::sub_sat(common, 1);
/// }
/// ```
pub mod ops {
    vyre_macros::operations!();
}

/// The items that a program that launches kernels needs: `use vyre::prelude::*;`.
pub mod prelude {
    #[doc(hidden)]
    pub use crate::__private::InScope as _;
    pub use crate::{Arg, Buffer, Device};
}

#[cfg(any(rust_analyzer, test))]
#[doc(hidden)]
pub mod editor;

/// The items that generated code uses. Not part of the public API.
#[doc(hidden)]
pub mod __private {
    #[cfg(rust_analyzer)]
    pub use crate::editor;
    pub use vyre_macros::calls_need_functions_with_the_attribute_vyre_function;
    pub use vyre_macros::{finish, types_of_kernels_need_the_attribute_vyre_data};
    pub use vyre_runtime::ir::float::canonical;
    pub use vyre_runtime::ir::{DataType, Program};
    pub use vyre_runtime::{
        CallProblem, Callee, Data, DataMut, Field, FormOnHost, Function, InScope, Item, KERNEL, Kernel,
        Kernels, Launch, Measure, Method, Overload, Parts, Probe, ReadArg, Sealed, Table, Words, WriteArg,
        bytemuck, flat, host, id, is_named, on_host, overload, taken,
    };
}

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
