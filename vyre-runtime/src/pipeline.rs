//! Pipelines on a device: their buffers stay there, and every step is a launch that is recorded behind those before it.

use crate::arg::{Arg, Args, Kind};
use crate::backend::Device;
use crate::element::{BufferElement, Data, DataMut};
use crate::kernel::Kernel;
use crate::memory::Mode;
use crate::module::Module;
use crate::storage::Storage;
use crate::tensor::layout::Layout;
use crate::{Buffer, Error};
use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};
use vyre_ir::pipeline::{BoundArg, BufferKind, Given, PipelineBuffer, PlannedStep, ShapeError, Shapes};
use vyre_ir::{BufferDecl, DataType, Expr, Node, Program, ValidPipeline};

mod step;

pub use step::{KernelStep, StepScalar};

impl Given for Arg<'_> {
    fn length(&self, element: &DataType) -> Option<u64> {
        if let Kind::Value(_) = self.kind {
            return None;
        }
        Some((self.len() as u64).saturating_mul(self.size as u64) / unit(element) as u64)
    }

    fn value(&self) -> Option<u64> {
        let Kind::Value(words) = &self.kind else { return None };
        let is_signed = matches!(self.host, "i8" | "i16" | "i32" | "i64" | "isize");
        let is_unsigned = matches!(self.host, "u8" | "u16" | "u32" | "u64" | "usize" | "bool");
        let value = match words[..] {
            [low] => u64::from(low),
            [low, high] => u64::from(high) << 32 | u64::from(low),
            _ => return None,
        };
        let is_negative = words.last().is_some_and(|word| word >> 31 == 1);
        (is_unsigned || is_signed && !is_negative).then_some(value)
    }
}

/// The bytes of an element of a pipeline's buffer.
fn unit(element: &DataType) -> usize {
    match element {
        DataType::Bytes => 1,
        other => other.element_type().bytes(),
    }
}

/// Memory of a buffer of a pipeline.
#[derive(Clone, Debug)]
struct Held {
    storage: Arc<Storage>,
    /// The bytes of what the storage counts.
    size: usize,
}

impl Held {
    /// Zeros.
    fn zeros(device: &Device, shapes: &Shapes<'_>, at: usize, element: &DataType) -> Result<Held, Error> {
        let len = usize::try_from(shapes.len(at)).unwrap_or(usize::MAX);
        let memory = device.memory(shapes.bytes(at))?;
        let storage = Arc::new(Storage { device: device.clone(), len, memory, check: OnceLock::new() });
        Ok(Held { storage, size: unit(element) })
    }

    fn bytes(&self) -> u64 {
        self.storage.len as u64 * self.size as u64
    }

    /// Sets everything to zero, by a launch.
    fn clear(&self) -> Result<(), Error> {
        static CLEAR: OnceLock<Option<Module>> = OnceLock::new();
        let module = CLEAR.get_or_init(|| {
            let zero = vec![Node::store("data", Expr::invocation_id(0), 0u32)];
            let data = vec![BufferDecl::read_write("data", 0, DataType::U32)];
            Module::validate(&Program::new(data, [256, 1, 1], zero)).map(Module::numbered).ok()
        });
        let words = self.storage.memory.words() as u64;
        let groups = u32::try_from(words.div_ceil(256)).unwrap_or(u32::MAX);
        if let (Some(module), false) = (module, words == 0) {
            let kind = Kind::Resident { storage: &self.storage, is_write: true };
            let mut args = Args::new();
            args.push(Arg { ty: DataType::U32, size: self.size, kind, host: "", layout: None });
            self.storage.device.dispatch(module, [groups, 1, 1], args, &[])?;
        }
        Ok(())
    }
}

/// What a pipeline is compiled to: the module of each program, once it is needed.
struct Prepared(Vec<OnceLock<Option<Module>>>);

impl Prepared {
    fn of(pipeline: &ValidPipeline) -> Option<&Prepared> {
        let made = pipeline.prepared(|| {
            let modules = pipeline.programs().iter().map(|_| OnceLock::new()).collect();
            Box::new(Prepared(modules))
        });
        made.downcast_ref()
    }
}

/// The kernel that a step was made of.
struct Made(&'static Kernel);

/// The program of a step, ready to run.
fn module<'p>(
    pipeline: &'p ValidPipeline,
    program: usize,
    origin: Option<&(dyn Any + Send + Sync)>,
) -> Result<&'p Module, Error> {
    if let Some(Made(kernel)) = origin.and_then(|origin| origin.downcast_ref()) {
        return kernel.module();
    }
    let validated = &pipeline.programs()[program];
    let known = Prepared::of(pipeline).and_then(|prepared| prepared.0.get(program));
    let made = known.and_then(|known| {
        known.get_or_init(|| Module::new(validated.clone()).map(Module::numbered).ok()).as_ref()
    });
    match made {
        Some(module) => Ok(module),
        // The error is made again, as it is rarely needed.
        None => match Module::new(validated.clone()) {
            Err(error) => Err(error),
            Ok(_) => Err(Error::Device {
                operation: "a pipeline",
                message: "another version of vyre has run it".to_string(),
            }),
        },
    }
}

impl Device {
    /// Runs a pipeline, with an argument for each input, each in_out and each value, by their names. The launches are recorded one behind the other, and nothing
    /// is read between them, but the flags of `repeat_until_unchanged`. The outputs stay on the device until they are read.
    ///
    /// An in_out whose argument is `Arg::write` or `Arg::buffer_mut` is written there, too; and an output may be given as `Arg::write`, to be copied there. On the reference and on checked devices each step is a launch of its own.
    ///
    /// ```
    /// use vyre_runtime::ir::{DataType, Grid, Length, Pipeline, Program};
    /// use vyre_runtime::{Arg, Device};
    /// let double: Program = "program workgroup_size 64, 1, 1 buffer x: read u32 @ 0 buffer y: read_write u32 @ 1
    ///     entry { let i = invocation_id.x; y[i] = x[i] * 2; }".parse()?;
    /// let mut p = Pipeline::new();
    /// let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a")));
    /// let t = p.temporary("t", DataType::U32, Length::of("a"));
    /// p.step(&double, &[("x", a.into()), ("y", t.into())], Grid::covers("t"));
    /// p.step(&double, &[("x", t.into()), ("y", out.into())], Grid::covers("out"));
    /// let p = p.validate()?;
    /// let outputs = Device::cpu().run_pipeline(&p, [("a", Arg::read(&[1u32, 2, 3]))])?;
    /// assert_eq!(outputs.read::<u32>("out")?, [4, 8, 12]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the arguments do not fit, or the device cannot run a step.
    pub fn run_pipeline<'n, 'a>(
        &self,
        pipeline: &ValidPipeline,
        args: impl IntoIterator<Item = (&'n str, Arg<'a>)>,
    ) -> Result<Outputs, Error> {
        let mut args: Vec<(&str, Arg<'a>)> = args.into_iter().collect();
        let _span = tracing::debug_span!("pipeline", device = %self.info().name()).entered();
        pipeline.programs().iter().try_for_each(|program| self.check_conventions(program))?;
        let shapes = pipeline.shapes(args.iter().map(|(name, arg)| (*name, arg)))?;
        let is_apart = self.runs_steps_apart();
        for (name, arg) in &mut args {
            let outputs =
                pipeline.pipeline().buffers().iter().filter(|buffer| buffer.kind == BufferKind::Output);
            if let Some(buffer) = outputs.into_iter().find(|buffer| buffer.name == *name) {
                let declared = BufferDecl::read_write(&buffer.name, 0, buffer.element.clone());
                arg.fit(&declared);
                arg.check(&declared, self)?;
                if let Kind::Resident { .. } = arg.kind {
                    return Err(Error::BufferReadOnly { name: buffer.name.clone() });
                }
            }
        }
        let mut run = Run { device: self, pipeline, shapes, held: Vec::new(), is_apart, slots: Vec::new() };
        run.bind(&mut args)?;
        run.steps()?;
        run.outputs(&mut args)
    }

    /// Whether steps are not joined: on devices that others are compared with.
    fn runs_steps_apart(&self) -> bool {
        matches!(self.info().kind(), crate::DeviceKind::Reference)
    }
}

/// A pipeline that is being run.
struct Run<'r> {
    device: &'r Device,
    pipeline: &'r ValidPipeline,
    shapes: Shapes<'r>,
    /// The memory of each buffer, as far as it has any.
    held: Vec<Option<Held>>,
    is_apart: bool,
    /// The memory that temporaries take turns in.
    slots: Vec<Option<Held>>,
}

impl<'r> Run<'r> {
    fn buffers(&self) -> &'r [PipelineBuffer] {
        self.pipeline.pipeline().buffers()
    }

    /// Gives inputs and outputs their memory.
    fn bind(&mut self, args: &mut [(&str, Arg<'_>)]) -> Result<(), Error> {
        let buffers = self.buffers();
        for (at, buffer) in buffers.iter().enumerate() {
            let held = match buffer.kind {
                BufferKind::Input | BufferKind::InOut => {
                    let arg = args.iter_mut().find(|(name, _)| *name == buffer.name);
                    match arg {
                        Some((_, arg)) => Some(self.given(at, buffer, arg)?),
                        None => None,
                    }
                }
                BufferKind::Temporary if !self.is_apart => None,
                BufferKind::Output | BufferKind::Temporary => {
                    Some(Held::zeros(self.device, &self.shapes, at, &buffer.element)?)
                }
            };
            self.held.push(held);
        }
        for (at, buffer) in buffers.iter().enumerate().filter(|(_, buffer)| buffer.kind == BufferKind::InOut)
        {
            let own = self.held[at].as_ref();
            let is_own = |other: &Option<Held>| {
                own.zip(other.as_ref()).is_some_and(|(own, other)| Arc::ptr_eq(&own.storage, &other.storage))
            };
            let other = self.held.iter().enumerate().find(|(other, held)| *other != at && is_own(held));
            if let Some((other, _)) = other {
                let (name, other) = (buffer.name.clone(), buffers[other].name.clone());
                return Err(Error::BufferAliased { name, other });
            }
        }
        Ok(())
    }

    /// The memory of what is given.
    fn given(&self, at: usize, buffer: &PipelineBuffer, arg: &mut Arg<'_>) -> Result<Held, Error> {
        let declared = BufferDecl::read(&buffer.name, 0, buffer.element.clone());
        arg.fit(&declared);
        arg.check(&declared, self.device)?;
        let held = match &arg.kind {
            Kind::Resident { storage, is_write } => {
                let storage = match buffer.kind == BufferKind::InOut && !is_write {
                    true => Arc::new(storage.copy()?),
                    false => Arc::clone(storage),
                };
                return Ok(Held { storage, size: arg.size });
            }
            _ => Held::zeros(self.device, &self.shapes, at, &buffer.element)?,
        };
        let memory = &held.storage.memory;
        match &arg.kind {
            Kind::Read(Data::Words(words)) => memory.write(0, bytemuck::cast_slice(words))?,
            Kind::Write(DataMut::Words(words)) => memory.write(0, bytemuck::cast_slice(words))?,
            Kind::Read(Data::Bytes(bytes)) => memory.write(0, bytes)?,
            Kind::Write(DataMut::Bytes(bytes)) => memory.write(0, bytes)?,
            Kind::Read(Data::Converted(items)) => memory.write(0, bytemuck::cast_slice(&items.words()?))?,
            Kind::Write(DataMut::Converted(items)) => {
                memory.write(0, bytemuck::cast_slice(&items.words()?))?;
            }
            Kind::Resident { .. } | Kind::Value(_) => {}
        }
        Ok(held)
    }

    fn steps(&mut self) -> Result<(), Error> {
        let pipeline = self.pipeline;
        let steps = if self.is_apart { pipeline.steps() } else { pipeline.planned() };
        let (taken, sizes) = pipeline.slots(&self.shapes);
        self.slots = vec![None; sizes.len()];
        let mut begins: Vec<Vec<usize>> = vec![Vec::new(); steps.len()];
        if !self.is_apart {
            for (at, buffer) in self.buffers().iter().enumerate() {
                if let (BufferKind::Temporary, Some((first, _))) = (buffer.kind, pipeline.lifetime(at))
                    && pipeline.is_kept(at)
                {
                    begins[first].push(at);
                }
            }
        }
        // The open repetitions: where each begins, and the rounds that are left.
        let mut open: Vec<(usize, u64)> = Vec::new();
        let mut next = 0;
        while let Some(step) = steps.get(next) {
            for at in begins[next].drain(..) {
                self.begin(at, taken[at])?;
            }
            match step {
                PlannedStep::Launch { program, args, grid, steps, origin } => {
                    let size = pipeline.programs()[*program].program().workgroup_size;
                    let step = steps.first().copied().unwrap_or(0);
                    let groups = self.shapes.groups(grid, size);
                    let groups = groups.map_err(|(axis, groups)| ShapeError::Grid { step, axis, groups })?;
                    if !groups.contains(&0) {
                        self.launch(module(pipeline, *program, origin.as_deref())?, args, groups)?;
                    }
                }
                PlannedStep::Repeat { count, end } => match self.shapes.eval(count) {
                    0 => {
                        self.skip(&mut begins[next..=*end], &taken)?;
                        next = *end;
                    }
                    count => open.push((next, count)),
                },
                PlannedStep::RepeatUntilUnchanged { flag, at_most, end } => match self.shapes.eval(at_most) {
                    0 => {
                        self.skip(&mut begins[next..=*end], &taken)?;
                        next = *end;
                    }
                    rounds => {
                        open.push((next, rounds));
                        self.set_flag(*flag)?;
                    }
                },
                PlannedStep::End => {
                    if let Some((begin, left)) = open.pop() {
                        let goes_on = match &steps[begin] {
                            _ if left <= 1 => false,
                            PlannedStep::RepeatUntilUnchanged { flag, .. } => {
                                let is_set = self.flag(*flag)?;
                                if is_set {
                                    self.set_flag(*flag)?;
                                }
                                is_set
                            }
                            _ => true,
                        };
                        if goes_on {
                            open.push((begin, left - 1));
                            next = begin;
                        }
                    }
                }
                PlannedStep::Swap(a, b) => self.swap(*a, *b)?,
            }
            next += 1;
        }
        Ok(())
    }

    /// Temporaries of steps that are not executed may be taken by later ones.
    fn skip(&mut self, begins: &mut [Vec<usize>], taken: &[Option<usize>]) -> Result<(), Error> {
        for at in begins.iter_mut().flat_map(|begins| begins.drain(..)) {
            self.begin(at, taken[at])?;
        }
        Ok(())
    }

    /// Gives a temporary its memory, which is zero.
    fn begin(&mut self, at: usize, slot: Option<usize>) -> Result<(), Error> {
        let element = &self.buffers()[at].element;
        let used = slot.and_then(|slot| self.slots[slot].as_ref());
        let held = match used {
            Some(held) => {
                held.clear()?;
                held.clone()
            }
            None => Held::zeros(self.device, &self.shapes, at, element)?,
        };
        if let Some(slot) = slot {
            self.slots[slot] = Some(held.clone());
        }
        self.held[at] = Some(held);
        Ok(())
    }

    fn swap(&mut self, a: usize, b: usize) -> Result<(), Error> {
        let bytes = |at: usize| self.held[at].as_ref().map_or(0, Held::bytes);
        if bytes(a) != bytes(b) {
            let buffers = self.buffers();
            return Err(Error::BufferLength {
                name: buffers[b].name.clone(),
                expected: self.shapes.len(a),
                got: self.shapes.len(b),
            });
        }
        self.held.swap(a, b);
        Ok(())
    }

    /// Sets element 0 of a flag to 0.
    fn set_flag(&self, flag: usize) -> Result<(), Error> {
        match &self.held[flag] {
            Some(held) if held.bytes() >= 4 => held.storage.memory.write(0, &[0; 4]),
            _ => Ok(()),
        }
    }

    /// Whether element 0 of a flag is not 0.
    fn flag(&self, flag: usize) -> Result<bool, Error> {
        let mut word = [0];
        match &self.held[flag] {
            Some(held) if held.bytes() >= 4 => read(held, DataMut::Words(&mut word))?,
            _ => {}
        }
        Ok(word != [0])
    }

    /// How the elements of a tensor lie in its buffer: one after the other.
    fn layout(&self, arg: &BoundArg) -> Result<Option<Box<Layout>>, Error> {
        let BoundArg::Tensor(_, shape) = arg else { return Ok(None) };
        let lengths = self.shapes.shape(shape);
        let lengths = lengths.into_iter().map(|length| usize::try_from(length).unwrap_or(usize::MAX));
        Layout::dense(lengths.collect()).map(|layout| Some(Box::new(layout)))
    }

    fn launch(&self, module: &Module, args: &[BoundArg], groups: [u32; 3]) -> Result<(), Error> {
        let words: Vec<Vec<u32>> = args
            .iter()
            .map(|arg| match arg {
                BoundArg::Lengths(lengths) => self.shapes.words(lengths, groups),
                BoundArg::Buffer(_) | BoundArg::Tensor(..) | BoundArg::Constant(_) => Vec::new(),
            })
            .collect();
        let mut bound = Args::new();
        for ((decl, arg), words) in module.validated().program().bound_buffers().zip(args).zip(&words) {
            let (ty, host) = (decl.element.clone(), "");
            let constant = |words: &'_ [u32]| -> (usize, usize) { (unit(&decl.element), words.len() * 4) };
            bound.push(match arg {
                BoundArg::Buffer(at) | BoundArg::Tensor(at, _) => match &self.held[*at] {
                    Some(held) => {
                        let is_write = decl.access == vyre_ir::BufferAccess::ReadWrite;
                        let kind = Kind::Resident { storage: &held.storage, is_write };
                        let ty = decl.element.flat().clone();
                        Arg { ty, size: held.size, kind, host, layout: self.layout(arg)? }
                    }
                    None => return Err(Error::BufferReadOnly { name: decl.name.clone() }),
                },
                BoundArg::Constant(words) => {
                    let (size, bytes) = constant(words);
                    let kind = if decl.element.is_packed() {
                        let own = (decl.count as usize * size).min(bytes);
                        Kind::Read(Data::Bytes(&bytemuck::cast_slice(words)[..own]))
                    } else {
                        Kind::Read(Data::Words(words))
                    };
                    Arg { ty, size, kind, host, layout: None }
                }
                BoundArg::Lengths(_) => Arg {
                    ty,
                    size: unit(&decl.element),
                    kind: Kind::Read(Data::Words(words)),
                    host,
                    layout: None,
                },
            });
        }
        self.device.dispatch(module, groups, bound, &[])
    }

    /// The outputs, of which those that were given as slices are copied there.
    fn outputs(self, args: &mut [(&str, Arg<'_>)]) -> Result<Outputs, Error> {
        let buffers = self.buffers();
        let mut outputs = Vec::new();
        for (buffer, held) in buffers.iter().zip(self.held).filter(|(buffer, _)| buffer.kind.is_output()) {
            let Some(held) = held else { continue };
            let given = args.iter_mut().find(|(name, _)| *name == buffer.name);
            if let Some((_, Arg { kind: Kind::Write(data), .. })) = given {
                read(&held, data.reborrow())?;
            }
            outputs.push(Output { name: buffer.name.clone(), element: buffer.element.clone(), held });
        }
        Ok(Outputs { outputs })
    }
}

fn read(held: &Held, data: DataMut<'_>) -> Result<(), Error> {
    held.storage.memory.read(0, data, Mode::Block)?.map_or(Ok(()), pollster::block_on)
}

/// What a pipeline has computed. It is on the device until it is read.
pub struct Outputs {
    outputs: Vec<Output>,
}

struct Output {
    name: String,
    element: DataType,
    held: Held,
}

impl Outputs {
    /// The names of the outputs, in order of declaration.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.outputs.iter().map(|output| output.name.as_str())
    }

    /// Waits for everything that has been recorded, and returns the elements of an output.
    ///
    /// # Errors
    /// If there is no output of that name, if its elements are of another type, or if the device fails.
    pub fn read<T: BufferElement>(&self, name: &str) -> Result<Vec<T>, Error> {
        let (output, len) = self.typed::<T>(name)?;
        let mut data = crate::buffer::elements::<T>(len)?;
        output.held.storage.read(0, &mut data)?;
        Ok(data)
    }

    /// An output as a buffer. It costs nothing, unless the elements are groups of the pipeline's.
    ///
    /// # Errors
    /// The same as for [`Outputs::read`].
    pub fn buffer<T: BufferElement>(&self, name: &str) -> Result<Buffer<T>, Error> {
        let (output, len) = self.typed::<T>(name)?;
        if output.held.size == T::DEVICE_BYTES {
            return Ok(Buffer::of_storage(Arc::clone(&output.held.storage)));
        }
        let copy = output.held.storage.copy()?;
        Ok(Buffer::of_storage(Arc::new(Storage { len, ..copy })))
    }

    /// The output of a name, and its elements of a type.
    fn typed<T: BufferElement>(&self, name: &str) -> Result<(&Output, usize), Error> {
        let found = self.outputs.iter().find(|output| output.name == name);
        let output = found.ok_or_else(|| {
            let names: Vec<&str> = self.names().collect();
            let nearest = vyre_ir::similar::nearest(name, &names).map(str::to_string);
            Error::NoSuchOutput { name: name.to_string(), nearest }
        })?;
        let is_bits = *T::TYPE == DataType::Bytes && T::DEVICE_BYTES == 2 && output.element.is_packed();
        if *T::TYPE != output.element && !is_bits {
            let (name, expected, got) = (name.to_string(), output.element.clone(), T::TYPE.clone());
            return Err(Error::BufferType { name, expected, got });
        }
        let bytes = output.held.bytes();
        let size = T::DEVICE_BYTES.max(1) as u64;
        if bytes % size != 0 {
            return Err(Error::Length { expected: bytes / size, got: bytes.div_ceil(size) });
        }
        Ok((output, usize::try_from(bytes / size).unwrap_or(usize::MAX)))
    }
}

impl fmt::Debug for Outputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outputs = self.outputs.iter().map(|output| (&output.name, &output.element));
        f.debug_map().entries(outputs).finish()
    }
}
