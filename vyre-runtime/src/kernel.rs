//! Kernels, which `#[vyre::kernel]` generates, and their launches.

use crate::arg::{self, Arg, Args, ReadArg, ReadRows, WriteArg, WriteRows};
use crate::backend::Device;
use crate::element::{BufferElement, Words};
use crate::function::{Callee, Captures, Parts, Whole, link};
use crate::host::Value;
use crate::module::Module;
use crate::number;
#[cfg(feature = "compile")]
use crate::storage::Storage;
use crate::tensor::{Axis, Launched, layout::Layout};
#[cfg(feature = "compile")]
use crate::text::Ready;
use crate::wgsl::{Form, Variant};
use crate::{Error, Few, Limit};
use std::ops::Deref;
#[cfg(feature = "compile")]
use std::sync::Arc;
use std::sync::OnceLock;
use std::time::Duration;
use vyre_ir::{BufferAccess, BufferDecl, CAPTURED_WORDS, DataType, Program, Sources, Validated};
use vyre_lower::{BufferId, SourceMap, Table};

/// A kernel. Its program is linked and validated when it is first used.
pub struct Kernel {
    parts: Parts<'static>,
    /// The values of the constant parameters.
    constants: Vec<u32>,
    /// The lengths of arrays that depend on constant parameters, with the positions of the arrays among the buffers.
    lengths: Vec<(usize, u32)>,
    /// The arguments that are functions.
    functions: Vec<Callee>,
    linked: OnceLock<Linked>,
    /// The module, where an operation that the kernel declares was registered after its first use.
    late: OnceLock<Module>,
    /// The program with its tensors as such, if it has any and can have them so.
    tensors: OnceLock<Option<Program>>,
}

struct Linked {
    program: Program,
    /// `None` if the kernel cannot run; [`Kernel::link`] returns the reason.
    module: Option<Module>,
}

impl Kernel {
    /// A kernel without constant parameters. The macro has validated its program.
    pub const fn new(parts: Parts<'static>) -> Kernel {
        Kernel {
            parts,
            constants: Vec::new(),
            lengths: Vec::new(),
            functions: Vec::new(),
            linked: OnceLock::new(),
            late: OnceLock::new(),
            tensors: OnceLock::new(),
        }
    }

    fn linked(&self) -> &Linked {
        self.linked.get_or_init(|| {
            let (program, module) = self.link();
            Linked { program, module: module.ok() }
        })
    }

    /// The program, which is empty if the kernel has none, and its module.
    ///
    /// # Errors
    /// If the wire form is empty, which is the case for an erroneous kernel, or if the values of constant parameters
    /// break a rule.
    fn link(&self) -> (Program, Result<Module, Error>) {
        let tables = |program: &mut Program| self.tables(program);
        let (program, module) = linked(
            &self.parts,
            self.parts.sources(),
            (&self.constants, &self.functions),
            &self.lengths,
            tables,
        );
        (program, module.map(|module| module.with_packed(self.parts.packed)))
    }

    /// What the kernel's tables hold. Their buffers, which alone are read and have a length, get their lengths.
    fn tables(&self, program: &mut Program) -> Vec<Table> {
        let is_table = |buffer: &BufferDecl| buffer.access == BufferAccess::ReadOnly && buffer.count > 0;
        let bound = program.buffers.iter_mut().zip(0..).filter(|(buffer, _)| is_table(buffer));
        bound
            .zip(self.parts.tables)
            .filter_map(|((buffer, at), table)| {
                let words = table.words()?;
                buffer.count = u32::try_from(words.len() / buffer.element.lanes()).ok()?;
                Some(Table { buffer: BufferId(at), words: words.into() })
            })
            .collect()
    }

    /// What the kernel's tables hold, in the order of their buffers.
    pub(crate) fn tables_of_steps(&self) -> impl Iterator<Item = Vec<u32>> {
        self.parts.tables.iter().map(|table| table.padded_words())
    }

    /// The program. It is empty if the kernel has none.
    pub fn program(&self) -> &Program {
        &self.linked().program
    }

    /// The program of a kernel with these tensors.
    pub fn program_of(&self, tensors: &[(&str, &[Axis<'_>])]) -> &Program {
        self.whole_of(tensors).unwrap_or_else(|| self.program())
    }

    /// The program with these tensors in its declarations, if it uses them by their elements alone.
    pub(crate) fn whole_of(&self, tensors: &[(&str, &[Axis<'_>])]) -> Option<&Program> {
        self.tensors.get_or_init(|| crate::tensor::program_of(self.program(), tensors)).as_ref()
    }

    /// The WGSL of the program. It is empty if the program is invalid.
    pub fn wgsl(&self) -> &str {
        self.linked().module.as_ref().map_or("", |module| &Form::of(module, Variant::default()).shader.text)
    }

    /// The validated program, with its calls, and where its parts were written; nothing if the kernel cannot run.
    pub fn validated(&self) -> Option<(&Validated, &SourceMap)> {
        self.linked().module.as_ref().map(|module| (module.validated(), module.sources()))
    }

    /// Whether the program is one of operators that give one result; false if the kernel cannot run.
    pub fn is_strict(&self) -> bool {
        self.validated().is_some_and(|(program, _)| program.is_strict())
    }

    pub(crate) fn module(&self) -> Result<&Module, Error> {
        match &self.linked().module {
            Some(module) => Ok(module),
            None if let Some(module) = self.late.get() => Ok(module),
            // Errors are computed again each time, because they are rarely needed.
            None => match self.link() {
                (_, Err(error)) => Err(error),
                // An operation that was not there has been registered.
                (_, Ok(module)) => Ok(self.late.get_or_init(|| module)),
            },
        }
    }
}

/// Links the parts of a kernel and validates the program: the program, and its module. `lengths` are those of arrays, by the positions of
/// their buffers; `tables` gives what the kernel's constant tables hold, and their buffers their lengths.
///
/// # Errors
/// If the wire form is none, or if the program breaks a rule.
pub(crate) fn linked(
    parts: &Parts<'_>,
    sources: Sources,
    (constants, functions): (&[u32], &[Callee]),
    lengths: &[(usize, u32)],
    tables: impl FnOnce(&mut Program) -> Vec<Table>,
) -> (Program, Result<Module, Error>) {
    let Parts { name, wire, callees, locals, items, .. } = *parts;
    let mut declared = Vec::new();
    let calls = !callees.is_empty() || !locals.is_empty() || !items.is_empty();
    let linked = if calls || !constants.is_empty() {
        link(parts, constants, functions).map(|Whole { program, registry, functions, operations }| {
            declared = operations;
            (program, Some(registry), functions)
        })
    } else {
        Program::from_wire(wire).map(|program| (program, None, Vec::new()))
    };
    let (mut program, registry, functions) = match linked {
        Ok(linked) => linked,
        Err(error) => {
            return (Program::new(Vec::new(), [1; 3], Vec::new()), Err(Error::Kernel { error }));
        }
    };
    for (at, length) in lengths {
        if let Some(buffer) = program.buffers.get_mut(*at) {
            buffer.count = *length;
        }
    }
    let tables = tables(&mut program);
    let module = match registry {
        _ if !declared.is_empty() => Err(Error::Invalid { errors: declared }),
        None => Module::validate(&program),
        Some(registry) => Module::validate_with(&program, &registry),
    };
    // The user's own functions are no operations that others know, so the program has their bodies in place.
    if let (Ok(module), true) = (&module, calls) {
        program = module.validated().portable();
    }
    let mut sources = SourceMap::new(name.to_string(), sources);
    for (op_id, function) in functions {
        sources.add(op_id, function.name.clone(), function.sources());
    }
    let module = module.map(|module| module.of_kernel(name, sources).with_tables(tables));
    (program, module)
}

/// A kernel with constant parameters: one kernel for each set of values that is used. The lookup takes no lock.
pub struct Kernels {
    parts: Parts<'static>,
    first: OnceLock<Box<Entry>>,
}

struct Entry {
    kernel: Kernel,
    next: OnceLock<Box<Entry>>,
}

impl Kernels {
    /// No kernel has been used yet.
    pub const fn new(parts: Parts<'static>) -> Kernels {
        Kernels { parts, first: OnceLock::new() }
    }

    /// The kernel with these values. `lengths` follow from the values: each is the position of an array among the
    /// program's buffers, and its number of elements.
    pub fn get(&self, constants: &[u32], lengths: &[(usize, u32)]) -> &Kernel {
        self.get_with(constants, lengths, &[])
    }

    /// The same with arguments that are functions.
    pub fn get_with(&self, constants: &[u32], lengths: &[(usize, u32)], functions: &[Callee]) -> &Kernel {
        let is_same = |own: &[Callee]| {
            own.len() == functions.len() && own.iter().zip(functions).all(|(a, b)| std::ptr::eq(a(), b()))
        };
        let mut link = &self.first;
        loop {
            let entry = link.get_or_init(|| {
                let (constants, lengths) = (constants.to_vec(), lengths.to_vec());
                let functions = functions.to_vec();
                let kernel = Kernel { constants, lengths, functions, ..Kernel::new(self.parts) };
                Box::new(Entry { kernel, next: OnceLock::new() })
            });
            if entry.kernel.constants == constants && is_same(&entry.kernel.functions) {
                return &entry.kernel;
            }
            link = &entry.next;
        }
    }
}

/// What is left of a launch that has been refused.
static NOTHING: Kernel = Kernel::new(Parts::NONE);

/// The grid of a launch.
#[derive(Clone, Copy, Debug)]
enum Grid {
    /// As many workgroups along x as are needed to cover the longest argument that is written.
    Cover,
    Workgroups([u32; 3]),
    Invocations([u32; 3]),
}

/// Whose launch one is.
enum Of {
    /// A kernel that the macro has compiled.
    Written(&'static Kernel),
    /// One that was compiled from its text.
    #[cfg(feature = "compile")]
    Compiled(Arc<Ready>),
    /// Of one that cannot be launched so, for this reason.
    Refused(Box<Error>),
}

/// A module that stays for as long as a launch needs it.
#[derive(Clone)]
pub(crate) enum Held {
    /// That of a kernel which the macro has compiled.
    Static(&'static Module),
    /// That of one that was compiled from its text.
    #[cfg(feature = "compile")]
    Shared(Arc<Ready>),
}

impl Deref for Held {
    type Target = Module;

    fn deref(&self) -> &Module {
        match self {
            Held::Static(module) => module,
            #[cfg(feature = "compile")]
            Held::Shared(ready) => &ready.module,
        }
    }
}

/// The words of what a function that is an argument takes from around it, and of the room that it leaves.
///
/// # Errors
/// If it takes more than there is room for.
pub(crate) fn captured_words(function: &impl Captures) -> Result<Vec<u32>, Error> {
    let mut words = function.captured();
    if words.len() > CAPTURED_WORDS {
        let (asked, allowed) = (words.len() as u64, CAPTURED_WORDS as u64);
        return Err(Error::Limit { limit: Limit::CapturedWords, asked, allowed });
    }
    words.resize(CAPTURED_WORDS, 0);
    Ok(words)
}

/// The constant tables of a launch, on its device.
enum Tables {
    Written(&'static [crate::function::Table]),
    #[cfg(feature = "compile")]
    Compiled(Held, Vec<Option<Arc<Storage>>>),
}

impl Tables {
    /// The arguments of a launch, with the kernel's tables after those of the parameters.
    fn after<'b, 'a: 'b>(&'b self, args: Args<'a>, device: &Device) -> Result<Args<'b>, Error> {
        let mut all = Args::new();
        for arg in args {
            all.push(arg);
        }
        match self {
            Tables::Written(tables) => {
                for table in *tables {
                    all.push(table.arg(device)?);
                }
            }
            #[cfg(feature = "compile")]
            Tables::Compiled(held, storages) => {
                if let Held::Shared(ready) = held {
                    all.extend(ready.table_args(storages));
                }
            }
        }
        Ok(all)
    }
}

/// A call of a kernel with its arguments. It runs when it is dispatched.
#[must_use = "a launch runs nothing until it is dispatched"]
pub struct Launch<'a> {
    of: Of,
    args: Args<'a>,
    /// The words of the parameter block: scalars and lengths of byte slices, in order of the kernel's parameters.
    params: Few<u32>,
    /// Where the number of workgroups goes among them, if the kernel asks for it.
    groups_at: Option<usize>,
    grid: Grid,
    /// The tensors among the arguments, if there are any.
    tensors: Option<Box<Launched>>,
}

impl<'a> Launch<'a> {
    /// Runs the kernel. If an argument is a slice, this waits for the results. If all arguments are device buffers
    /// and scalars, it does not wait: the launch is recorded, and runs after those that were recorded before it.
    ///
    /// # Errors
    /// If the device cannot run it, because a limit is exceeded, memory runs out or the device is lost. Slices then
    /// hold their old contents or a part of the results. If a recorded launch fails, the next call that waits returns
    /// the error.
    pub fn dispatch(mut self, device: &Device) -> Result<(), Error> {
        let (module, groups) = self.prepare()?;
        let tables = self.tables(&module, device)?;
        let args = tables.after(self.args, device)?;
        device.dispatch(&module, groups, args, &self.params)
    }

    /// Like [`Launch::dispatch`], without blocking the thread: another thread waits and wakes the task. It works with
    /// any executor. On the CPU device another thread runs the kernel.
    ///
    /// # Errors
    /// The same as for [`Launch::dispatch`]. If the future is dropped before it is ready, slices keep their old
    /// contents.
    pub async fn dispatch_async(mut self, device: &Device) -> Result<(), Error> {
        let (module, groups) = self.prepare()?;
        let tables = self.tables(&module, device)?;
        let args = tables.after(self.args, device)?;
        let mut args = arg::with_params(args, &self.params);
        device.execute_async(module, groups, &mut args).await
    }

    /// Runs the kernel, waits for it, and returns the execution time by the device's own clock, without transfers and
    /// waiting. Returns `None` if the device has no clock, or if the launch is split into so many parts that it takes
    /// several submissions. On the CPU device the time is measured with the host's clock.
    ///
    /// # Errors
    /// The same as for [`Launch::dispatch`].
    pub fn dispatch_timed(mut self, device: &Device) -> Result<Option<Duration>, Error> {
        let (module, groups) = self.prepare()?;
        let tables = self.tables(&module, device)?;
        let args = tables.after(self.args, device)?;
        let mut args = arg::with_params(args, &self.params);
        device.execute(&module, groups, &mut args, true)
    }

    fn prepare(&mut self) -> Result<(Held, [u32; 3]), Error> {
        let module = match &self.of {
            Of::Written(kernel) => Held::Static(kernel.module()?),
            #[cfg(feature = "compile")]
            Of::Compiled(ready) => Held::Shared(Arc::clone(ready)),
            Of::Refused(_) => match std::mem::replace(&mut self.of, Of::Written(&NOTHING)) {
                Of::Refused(error) => return Err(*error),
                _ => Held::Static(NOTHING.module()?),
            },
        };
        let groups = self.count(module.validated().program().workgroup_size);
        if let Some(at) = self.groups_at {
            self.params[at..at + 3].copy_from_slice(&groups);
        }
        Ok((module, groups))
    }

    /// The constant tables of the kernel, on a device.
    #[cfg_attr(
        not(feature = "compile"),
        allow(unused_variables, clippy::unnecessary_wraps, reason = "those of statics are there")
    )]
    fn tables(&self, module: &Held, device: &Device) -> Result<Tables, Error> {
        match &self.of {
            Of::Written(kernel) => Ok(Tables::Written(kernel.parts.tables)),
            #[cfg(feature = "compile")]
            Of::Compiled(ready) => Ok(Tables::Compiled(module.clone(), ready.uploaded(device)?)),
            Of::Refused(_) => Ok(Tables::Written(&[])),
        }
    }

    /// Sets the grid in workgroups along x, y and z. There may be more than 65,535 along x, and along y and z if the kernel looks at these.
    pub fn workgroups(self, grid: [u32; 3]) -> Launch<'a> {
        Launch { grid: Grid::Workgroups(grid), ..self }
    }

    /// Sets the grid in invocations along x, y and z, rounded up to whole workgroups.
    pub fn invocations(self, grid: [u32; 3]) -> Launch<'a> {
        Launch { grid: Grid::Invocations(grid), ..self }
    }

    fn count(&self, size: [u32; 3]) -> [u32; 3] {
        let cover = |invocations: u64, axis: usize| {
            u32::try_from(invocations.div_ceil(u64::from(size[axis].max(1)))).unwrap_or(u32::MAX)
        };
        let along = |grid: [u32; 3], axis: usize| cover(u64::from(grid[axis]), axis);
        match self.grid {
            Grid::Workgroups(groups) => groups,
            Grid::Invocations(grid) => [along(grid, 0), along(grid, 1), along(grid, 2)],
            Grid::Cover if let Some(grid) = self.tensors.as_ref().and_then(|tensors| tensors.covered()) => {
                std::array::from_fn(|axis| cover(grid[axis], axis))
            }
            Grid::Cover => {
                let longest = self.args.iter().filter(|arg| arg.is_write()).map(Arg::len).max();
                [cover(longest.unwrap_or(0) as u64, 0), 1, 1]
            }
        }
    }

    /// A launch without arguments. The generated function adds these in order of the kernel's parameters.
    pub fn new(kernel: &'static Kernel) -> Launch<'a> {
        Launch::of(Of::Written(kernel))
    }

    fn of(of: Of) -> Launch<'a> {
        Launch {
            of,
            args: Args::new(),
            params: Few::new(),
            groups_at: None,
            grid: Grid::Cover,
            tensors: None,
        }
    }

    /// A launch of a kernel that was compiled from its text, without arguments yet; or one that only says why it cannot be.
    #[cfg(feature = "compile")]
    pub(crate) fn of_compiled(ready: Result<Arc<Ready>, Error>) -> Launch<'a> {
        Launch::of(ready.map_or_else(|error| Of::Refused(Box::new(error)), Of::Compiled))
    }

    /// Adds words to the parameter block.
    #[cfg(feature = "compile")]
    pub(crate) fn push_words(&mut self, words: &[u32]) {
        self.params.extend(words.iter().copied());
    }

    /// Adds an argument.
    #[cfg(feature = "compile")]
    pub(crate) fn push_arg(&mut self, arg: Arg<'a>) {
        self.args.push(arg);
    }

    /// Adds the argument of a parameter `&[T]`.
    pub fn read<T: BufferElement>(mut self, data: &'a (impl ReadArg<T> + ?Sized)) -> Launch<'a> {
        self.args.push(data.arg());
        self
    }

    /// Adds the argument of a parameter `&mut [T]`.
    pub fn write<T: BufferElement>(mut self, data: &'a mut (impl WriteArg<T> + ?Sized)) -> Launch<'a> {
        self.args.push(data.arg_mut());
        self
    }

    /// Adds the numbers of a tensor whose buffer is the last argument.
    pub fn tensor(mut self, name: &str, layout: &Layout, is_mutable: bool, axes: &[Axis<'_>]) -> Launch<'a> {
        match self.tensors.get_or_insert_default().note(name, layout, is_mutable, axes) {
            Ok(numbers) => self.params.extend(numbers),
            Err(error) if !matches!(self.of, Of::Refused(_)) => self.of = Of::Refused(Box::new(error)),
            Err(_) => {}
        }
        self
    }

    /// Like [`Launch::read`], for a buffer of another type, whose elements are made of the same words.
    pub fn read_as<T: BufferElement>(
        mut self,
        data: &'a (impl ReadArg<T> + ?Sized),
        ty: DataType,
    ) -> Launch<'a> {
        self.args.push(data.arg().regrouped(ty));
        self
    }

    /// Like [`Launch::write`], for a buffer of another type, whose elements are made of the same words.
    pub fn write_as<T: BufferElement>(
        mut self,
        data: &'a mut (impl WriteArg<T> + ?Sized),
        ty: DataType,
    ) -> Launch<'a> {
        self.args.push(data.arg_mut().regrouped(ty));
        self
    }

    /// Adds the argument of a parameter `&[[T; K]]` where the lengths depend on constant parameters. Arrays of other lengths are an error of the launch.
    pub fn read_rows<T: BufferElement>(
        self,
        data: &'a (impl ReadRows<T> + ?Sized),
        name: &str,
        lengths: &[u32],
    ) -> Launch<'a> {
        self.rows::<T>(data.rows(), name, lengths)
    }

    /// Adds the argument of a parameter `&mut [[T; K]]`, as [`Launch::read_rows`] does.
    pub fn write_rows<T: BufferElement>(
        self,
        data: &'a mut (impl WriteRows<T> + ?Sized),
        name: &str,
        lengths: &[u32],
    ) -> Launch<'a> {
        self.rows::<T>(data.rows_mut(), name, lengths)
    }

    fn rows<T: BufferElement>(
        mut self,
        (arg, given): (Arg<'a>, &'static [usize]),
        name: &str,
        lengths: &[u32],
    ) -> Launch<'a> {
        if !given.iter().copied().eq(lengths.iter().map(|length| *length as usize))
            && !matches!(self.of, Of::Refused(_))
        {
            let reference = if arg.is_write() { "&mut " } else { "&" };
            let row = |lengths: &mut dyn Iterator<Item = String>| {
                let element = std::any::type_name::<T>().to_string();
                let row = lengths.fold(element, |row, length| format!("[{row}; {length}]"));
                format!("{reference}[{row}]")
            };
            let expected = row(&mut lengths.iter().rev().map(u32::to_string));
            let got = row(&mut given.iter().rev().map(usize::to_string));
            self.of = Of::Refused(Box::new(Error::Argument { name: name.to_string(), expected, got }));
        }
        let ty = if *T::TYPE == DataType::Bytes && arg.is_write() { DataType::U32 } else { T::TYPE.clone() };
        if *T::TYPE == DataType::Bytes {
            let elements = given.iter().fold(arg.len(), |elements, length| elements.saturating_mul(*length));
            self.params.push(u32::try_from(elements).unwrap_or(u32::MAX));
        }
        self.args.push(arg.regrouped(ty));
        self
    }

    /// Demands that the argument that was added last has so many elements: the parameter is a `&[T; N]`. Any other number is an error of the launch.
    pub fn exactly(mut self, name: &str, count: u32) -> Launch<'a> {
        if let Some(arg) = self.args.last().filter(|arg| arg.len() != count as usize)
            && !matches!(self.of, Of::Refused(_))
        {
            self.of = Of::Refused(Box::new(arg.of_other_length(name, (arg.len(), count))));
        }
        self
    }

    /// Adds the argument of a parameter that is an array or a struct by value.
    pub fn words<T: Words>(mut self, value: T) -> Launch<'a> {
        let word = |bytes: &[u8]| {
            bytes.iter().enumerate().fold(0, |word, (at, byte)| word | u32::from(*byte) << (8 * at))
        };
        self.params.extend(bytemuck::bytes_of(&value).chunks(4).map(word));
        self
    }

    /// Adds the argument of a parameter by value that is converted: a tuple, an enum with fields, an array of `bool`s.
    pub fn item<T: crate::ParItem>(mut self, value: T) -> Launch<'a> {
        let mut words = Vec::new();
        value.add_words(&mut words);
        self.params.extend(words);
        self
    }

    /// Adds the argument of a parameter `&[u8]` or its kin, or of packed structs, whose length is passed in the parameter block.
    pub fn packed<T: BufferElement>(self, data: &'a (impl ReadArg<T> + ?Sized)) -> Launch<'a> {
        self.with_length(data.arg())
    }

    /// Adds the argument of a parameter `&mut [u8]` or its kin: the program writes the words.
    pub fn packed_mut<T: BufferElement>(self, data: &'a mut (impl WriteArg<T> + ?Sized)) -> Launch<'a> {
        self.with_length(data.arg_mut().packed())
    }

    /// Adds the argument of a parameter `&[T]` of a kernel over types.
    pub fn slice<T: BufferElement>(self, data: &'a (impl ReadArg<T> + ?Sized)) -> Launch<'a> {
        if *T::TYPE == DataType::Bytes { self.packed::<T>(data) } else { self.read::<T>(data) }
    }

    /// Adds the argument of a parameter `&mut [T]` of a kernel over types.
    pub fn slice_mut<T: BufferElement>(self, data: &'a mut (impl WriteArg<T> + ?Sized)) -> Launch<'a> {
        if *T::TYPE == DataType::Bytes { self.packed_mut::<T>(data) } else { self.write::<T>(data) }
    }

    /// Adds the argument of a parameter `T` of a kernel over types.
    pub fn number<T: number::Number>(mut self, value: T) -> Launch<'a> {
        let lanes = value.lanes();
        self.params.extend(lanes[..<T as Value>::TYPE.lanes()].iter().copied());
        self
    }

    fn with_length(mut self, arg: Arg<'a>) -> Launch<'a> {
        self.params.push(u32::try_from(arg.len()).unwrap_or(u32::MAX));
        self.args.push(arg);
        self
    }

    /// Makes room for the number of workgroups along x, y and z, which is known at the dispatch.
    pub fn groups(mut self) -> Launch<'a> {
        self.groups_at = Some(self.params.len());
        self.params.extend([0; 3]);
        self
    }

    /// Accepts the argument of an erroneous parameter.
    pub fn ignore<T>(self, _argument: T) -> Launch<'a> {
        self
    }

    /// Adds the argument of a parameter `usize` or `isize`, which has 32 bits in kernels. What has no such word is an error of the launch.
    pub fn sized(self, name: &str, ty: &str, value: impl std::fmt::Display, word: Option<u32>) -> Launch<'a> {
        match word {
            Some(word) => self.scalar(word),
            None => {
                let expected = format!("{ty}, which has 32 bits in kernels");
                let error = Error::Argument { name: name.to_string(), expected, got: value.to_string() };
                Launch { of: Of::Refused(Box::new(error)), ..self }.scalar(0)
            }
        }
    }

    /// Adds what a function that is an argument takes from around it. One that takes more than there is room for is an error of the launch.
    pub fn function(mut self, function: &impl Captures) -> Launch<'a> {
        match captured_words(function) {
            Ok(words) => self.params.extend(words),
            // The first problem is the one that is told.
            Err(_) if matches!(self.of, Of::Refused(_)) => {}
            Err(error) => self.of = Of::Refused(Box::new(error)),
        }
        self
    }

    /// The validated IR of the kernel. It is empty if the launch has been refused.
    pub fn program(&self) -> &Program {
        match &self.of {
            Of::Written(kernel) => kernel.program(),
            #[cfg(feature = "compile")]
            Of::Compiled(ready) => ready.module.validated().program(),
            Of::Refused(_) => NOTHING.program(),
        }
    }

    /// The WGSL that the kernel lowers to. It is empty if the launch has been refused.
    pub fn wgsl(&self) -> &str {
        match &self.of {
            Of::Written(kernel) => kernel.wgsl(),
            #[cfg(feature = "compile")]
            Of::Compiled(ready) => &Form::of(&ready.module, Variant::default()).shader.text,
            Of::Refused(_) => "",
        }
    }

    /// Whether every operator of the kernel gives one result, to the bit: none is approximate.
    pub fn is_strict(&self) -> bool {
        match &self.of {
            Of::Written(kernel) => kernel.is_strict(),
            #[cfg(feature = "compile")]
            Of::Compiled(ready) => ready.module.validated().is_strict(),
            Of::Refused(_) => false,
        }
    }

    /// Adds the argument of a parameter `u32`.
    pub fn scalar(mut self, value: u32) -> Launch<'a> {
        self.params.push(value);
        self
    }
}

/// Runs a function of kernels on the host: one invocation on the interpreter.
///
/// # Panics
///
/// Where an assertion of the function fails, as on the host.
#[allow(clippy::panic, reason = "on the host an assertion is Rust's")]
pub fn on_host(launch: Launch<'_>) {
    if let Err(error) = launch.workgroups([1; 3]).dispatch(&Device::reference()) {
        panic!("{error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_without_a_program_does_not_run() {
        static KERNEL: Kernel = Kernel::new(Parts::NONE);
        let result = Launch::new(&KERNEL).dispatch(&Device::cpu());
        assert!(matches!(result, Err(Error::Kernel { .. })), "{result:?}");
        assert_eq!((KERNEL.wgsl(), KERNEL.program().entry.len()), ("", 0));
    }
}
