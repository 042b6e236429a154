//! Kernels of a text, by their names.

use super::numbers::Numbers;
use super::{Inner, Ready};
use crate::arg::{Arg, Kind, short_name};
use crate::element::{Data, DataMut};
use crate::kernel::Launch;
use crate::tensor::Axis;
use crate::tensor::layout::{AS_MANY, Layout, refused};
use crate::wgsl::{Form, Variant};
use crate::{Error, ir};
use std::fmt;
use std::sync::{Arc, OnceLock};
use vyre_ir::DataType;
use vyre_lang::module::{self as lang, Access};

/// A kernel of a [`Module`](super::Module), with the values of its constant and type parameters as far as they are set.
#[derive(Clone)]
pub struct Kernel {
    module: Arc<Inner>,
    at: usize,
    constants: Vec<Option<u32>>,
    types: Vec<Option<String>>,
    /// The first parameter that was set and is none, and what is wrong.
    wrong: Option<(String, String)>,
    ready: OnceLock<Arc<Ready>>,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    of: lang::Parameter,
    /// The lengths of the arrays that an element is, the outermost first.
    lengths: Vec<u32>,
    count: Option<u32>,
}

impl Parameter {
    fn new(of: &lang::Parameter, constants: &[Option<u32>]) -> Parameter {
        Parameter { of: of.clone(), lengths: lengths(of, constants), count: count(of, constants) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.of.name
    }

    /// The type of its elements, or of its value, as it is written.
    pub fn element(&self) -> &str {
        &self.of.element
    }

    /// The number or the `bool` that an element is, or of which it is an array; nothing for what is made of structs and enums.
    pub fn number(&self) -> Option<&str> {
        self.of.number.as_deref()
    }

    /// The lengths of the arrays of numbers that an element is, the outermost first: `[3, 2]` for `&[[[u32; 2]; 3]]`. A length is 0 as long as a constant
    /// parameter that it depends on is not set. A launch takes such elements as arrays of these lengths, or one after the other as numbers.
    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// How many elements a launch has to give: the `N` of `&[T; N]`. Nothing where it takes any number of them; 0 as long as a constant parameter that the
    /// number depends on is not set.
    pub fn count(&self) -> Option<u32> {
        self.count
    }

    /// How it is passed.
    pub fn access(&self) -> Access {
        self.of.access
    }

    /// The type as it is written, such as `&mut [u32]`.
    pub fn ty(&self) -> String {
        let element = &self.of.element;
        if let Some(axes) = &self.of.tensor {
            let mutable = if self.of.access == Access::Write { "mut " } else { "" };
            let axes = axes.iter().map(|axis| match axis {
                lang::Axis::Named(name, _) => format!(", {name}"),
                lang::Axis::Fixed(length) => format!(", {length}"),
                lang::Axis::Parameter(_) | lang::Axis::Unknown => ", { .. }".to_string(),
            });
            return format!("&{mutable}Tensor<{element}{}>", axes.collect::<String>());
        }
        let count = self.of.count.as_ref().map_or_else(String::new, |(text, _)| format!("; {text}"));
        match self.of.access {
            Access::Read => format!("&[{element}{count}]"),
            Access::Write => format!("&mut [{element}{count}]"),
            Access::Atomic => format!("&[Atomic{}{count}]", element.to_uppercase()),
            Access::Uniform => format!("&Uniform<[{element}]>"),
            Access::Value => element.clone(),
        }
    }
}

/// A type that a type parameter may stand for: by the type of a program's values, or by its name in Rust, as the IR has no integers of 8 and 16 bits
/// and no `i64`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeName(String);

impl From<DataType> for TypeName {
    fn from(ty: DataType) -> TypeName {
        TypeName(ty.to_string().to_lowercase())
    }
}

impl From<&str> for TypeName {
    fn from(name: &str) -> TypeName {
        TypeName(name.to_string())
    }
}

impl Kernel {
    pub(super) fn new(module: &Arc<Inner>, at: usize) -> Kernel {
        let (constants, types) = match module.compiled.kernels.get(at) {
            Some(kernel) => (kernel.constants.len(), kernel.types.len()),
            None => (0, 0),
        };
        Kernel {
            module: Arc::clone(module),
            at,
            constants: vec![None; constants],
            types: vec![None; types],
            wrong: None,
            ready: OnceLock::new(),
        }
    }

    fn compiled(&self) -> &lang::Kernel {
        &self.module.compiled.kernels[self.at]
    }

    /// The name, with the modules in which the kernel stands: `inner::hash`.
    pub fn name(&self) -> &str {
        &self.compiled().name
    }

    /// The parameters, in the order of the signature. Where type parameters are not set, the types are those that the first of the types that
    /// they may stand for gives.
    pub fn parameters(&self) -> Vec<Parameter> {
        let instance = self.instance().ok().or_else(|| self.compiled().instances.first());
        let parameters = instance.map_or(&[][..], |instance| &instance.parameters);
        parameters.iter().map(|of| Parameter::new(of, &self.constants)).collect()
    }

    /// The names of the constant parameters.
    pub fn constants(&self) -> &[String] {
        &self.compiled().constants
    }

    /// The names of the type parameters.
    pub fn types(&self) -> &[String] {
        &self.compiled().types
    }

    /// The kernel with a value of a constant parameter. That there is none of this name is an error of what is done with the kernel.
    #[must_use]
    pub fn with(mut self, name: &str, value: u32) -> Kernel {
        self.ready = OnceLock::new();
        match self.compiled().constants.iter().position(|known| known == name) {
            Some(at) => self.constants[at] = Some(value),
            None => self.refuse(name, "it has no such constant parameter"),
        }
        self
    }

    /// The kernel with a type for a type parameter. That there is none of this name, or that it may not stand for the type, is an error of what
    /// is done with the kernel.
    #[must_use]
    pub fn with_type(mut self, name: &str, ty: impl Into<TypeName>) -> Kernel {
        self.ready = OnceLock::new();
        let TypeName(ty) = ty.into();
        let compiled = self.compiled();
        let Some(at) = compiled.types.iter().position(|known| known == name) else {
            self.refuse(name, "it has no such type parameter");
            return self;
        };
        if compiled.instances.iter().any(|instance| instance.types.get(at) == Some(&ty)) {
            self.types[at] = Some(ty);
        } else {
            self.refuse(name, &format!("it may not stand for `{ty}`"));
        }
        self
    }

    fn refuse(&mut self, name: &str, problem: &str) {
        self.wrong.get_or_insert_with(|| (name.to_string(), problem.to_string()));
    }

    fn parameter_error(&self, name: &str, problem: &str) -> Error {
        let (kernel, name, problem) = (self.name().to_string(), name.to_string(), problem.to_string());
        Error::KernelParameter { kernel, name, problem }
    }

    /// The position of the kernel for the types that are set.
    fn instance_number(&self) -> Result<usize, Error> {
        if let Some((name, problem)) = &self.wrong {
            return Err(self.parameter_error(name, problem));
        }
        let compiled = self.compiled();
        if let Some((name, _)) = compiled.types.iter().zip(&self.types).find(|(_, ty)| ty.is_none()) {
            return Err(self.parameter_error(name, "it is not set: use `with_type`"));
        }
        if let Some((name, _)) = compiled.constants.iter().zip(&self.constants).find(|(_, it)| it.is_none()) {
            return Err(self.parameter_error(name, "it is not set: use `with`"));
        }
        let is_it = |instance: &lang::Instance| {
            instance.types.iter().map(Some).eq(self.types.iter().map(Option::as_ref))
        };
        let found = compiled.instances.iter().position(is_it);
        found.ok_or_else(|| {
            self.parameter_error(&compiled.types.join(", "), "they may not stand for these types together")
        })
    }

    fn instance(&self) -> Result<&lang::Instance, Error> {
        let at = self.instance_number()?;
        self.compiled().instances.get(at).ok_or(Error::ModuleWire)
    }

    fn ready(&self) -> Result<&Arc<Ready>, Error> {
        if let Some(ready) = self.ready.get() {
            return Ok(ready);
        }
        let instance = self.instance_number()?;
        let constants: Vec<u32> = self.constants.iter().flatten().copied().collect();
        let ready = Arc::new(Ready::of(&self.module, self.at, instance, &constants)?);
        Ok(self.ready.get_or_init(|| ready))
    }

    /// The validated program.
    ///
    /// # Errors
    /// [`Error::KernelParameter`] where a parameter is unknown, wrong or not set; [`Error::Invalid`] where the values of constant parameters break a
    /// rule.
    pub fn program(&self) -> Result<&ir::Program, Error> {
        let (ready, instance) = (self.ready()?, self.instance()?);
        let tensors: Vec<(&str, Vec<Axis<'_>>)> = instance
            .parameters
            .iter()
            .filter_map(|of| Some((of.name.as_str(), axes(ready, of, &self.constants)?)))
            .collect();
        let tensors: Vec<(&str, &[Axis<'_>])> =
            tensors.iter().map(|(name, axes)| (*name, &axes[..])).collect();
        Ok(ready.program_of(&tensors))
    }

    /// The WGSL that the kernel lowers to.
    ///
    /// # Errors
    /// The same as for [`Kernel::program`].
    pub fn wgsl(&self) -> Result<&str, Error> {
        self.ready().map(|ready| Form::of(&ready.module, Variant::default()).shader.text.as_str())
    }

    /// The arguments in the order of the signature. What is wrong with them, or with the kernel's parameters, is an error of the dispatch.
    pub fn launch<'a>(&self, args: impl IntoIterator<Item = Arg<'a>>) -> Launch<'a> {
        let launch = || {
            let (ready, instance) = (self.ready()?, self.instance()?);
            bound(Arc::clone(ready), instance, &self.constants, args.into_iter().collect())
        };
        launch().unwrap_or_else(|error| Launch::of_compiled(Err(error)))
    }
}

/// A launch with these arguments.
pub(super) fn bound<'a>(
    ready: Arc<Ready>,
    instance: &lang::Instance,
    constants: &[Option<u32>],
    args: Vec<Arg<'a>>,
) -> Result<Launch<'a>, Error> {
    let (expected, got) = (instance.parameters.len(), args.len());
    if expected != got {
        let missing = instance.parameters.iter().skip(got).map(|parameter| parameter.name.clone());
        return Err(Error::ArgumentCount { expected, got, missing: missing.collect() });
    }
    let mut launch = Launch::of_compiled(Ok(Arc::clone(&ready)));
    for (parameter, arg) in instance.parameters.iter().zip(args) {
        let lengths = lengths(parameter, constants);
        if !fits(parameter, &lengths, &arg) {
            let expected = Parameter::new(parameter, constants).ty();
            return Err(Error::Argument { name: parameter.name.clone(), expected, got: described(&arg) });
        }
        if let Some(count) = count(parameter, constants)
            && let given = elements(parameter, &lengths, &arg)
            && given != u64::from(count)
        {
            return Err(arg.of_other_length(&parameter.name, (given as usize, count)));
        }
        if let Kind::Value(words) = &arg.kind {
            match (parameter.element.as_str(), &words[..]) {
                // A narrow number is held as one of 32 bits with the same value.
                ("i8", [word]) => launch.push_words(&[*word as i8 as u32]),
                ("i16", [word]) => launch.push_words(&[*word as i16 as u32]),
                _ => launch.push_words(words),
            }
            continue;
        }
        if parameter.is_packed {
            let elements = arg.len().saturating_mul(arg.size) / (parameter.bytes.max(1) as usize);
            launch.push_words(&[u32::try_from(elements).unwrap_or(u32::MAX)]);
        }
        let layout = match axes(&ready, parameter, constants) {
            Some(axes) => {
                let layout = tensor_layout(parameter, &axes, &arg)?;
                Some((axes, layout))
            }
            None => None,
        };
        let is_write = arg.is_write();
        launch.push_arg(match (parameter.is_packed, parameter.access, parameter.regrouped.clone()) {
            (true, Access::Write, _) => arg.packed(),
            (true, ..) => arg.regrouped(DataType::Bytes),
            (false, _, Some(ty)) => arg.regrouped(ty),
            _ => arg,
        });
        if let Some((axes, layout)) = layout {
            launch = launch.tensor(&parameter.name, &layout, is_write, &axes);
        }
    }
    Ok(if instance.asks_for_groups { launch.groups() } else { launch })
}

/// How a tensor lies in its argument: as it says, or one after the other where all dimensions are numbers.
fn tensor_layout(parameter: &lang::Parameter, axes: &[Axis<'_>], arg: &Arg<'_>) -> Result<Layout, Error> {
    if let Some(layout) = arg.layout() {
        let is_flat = !arg.is_tensor();
        if is_flat && layout.len() != arg.len() {
            let (len, wanted) = (arg.len(), layout.len());
            let problem =
                format!("`{}` has {len} elements, and {:?} has {wanted}", parameter.name, layout.shape);
            return Err(refused(problem, AS_MANY));
        }
        return Ok(layout.clone());
    }
    let fixed = axes.iter().map(|axis| match axis {
        Axis::Fixed(length) => usize::try_from(*length).ok(),
        Axis::Named(..) | Axis::Unknown => None,
    });
    match fixed.collect::<Option<Vec<_>>>() {
        Some(shape) => Layout::dense(shape),
        None => {
            let (name, expected) = (parameter.name.clone(), Parameter::new(parameter, &[]).ty());
            Err(Error::Argument { name, expected, got: described(arg) })
        }
    }
}

/// The dimensions of a tensor, as far as they are known; nothing of what is none.
fn axes<'x>(
    ready: &Ready,
    parameter: &'x lang::Parameter,
    constants: &[Option<u32>],
) -> Option<Vec<Axis<'x>>> {
    let of = |(at, axis): (usize, &'x lang::Axis)| match axis {
        lang::Axis::Named(name, is_new) => Axis::Named(name, *is_new),
        lang::Axis::Fixed(length) => Axis::Fixed(u64::from(*length)),
        lang::Axis::Parameter(at) => match constants.get(*at as usize) {
            Some(Some(length)) => Axis::Fixed(u64::from(*length)),
            _ => Axis::Unknown,
        },
        lang::Axis::Unknown => match ready.dimension(&parameter.name, at) {
            Some(length) => Axis::Fixed(u64::from(length)),
            None => Axis::Unknown,
        },
    };
    Some(parameter.tensor.as_ref()?.iter().enumerate().map(of).collect())
}

/// A host's type as what is in its arrays, and their lengths, the outermost first.
fn shape(host: &str) -> (&str, Vec<u32>) {
    let inner = host.trim_start_matches('[');
    let mut parts = inner.split(';');
    let number = short_name(parts.next().unwrap_or(inner));
    let length = |part: &str| part.trim().trim_end_matches(']').parse().unwrap_or(u32::MAX);
    let mut lengths: Vec<u32> = parts.map(length).collect();
    lengths.reverse();
    (number, lengths)
}

/// The lengths of the arrays that an element of a parameter is, the outermost first.
fn lengths(parameter: &lang::Parameter, constants: &[Option<u32>]) -> Vec<u32> {
    parameter.lengths.iter().map(|steps| value(steps, constants)).collect()
}

/// How many elements a parameter takes, if it is an array.
fn count(parameter: &lang::Parameter, constants: &[Option<u32>]) -> Option<u32> {
    parameter.count.as_ref().map(|(_, steps)| value(steps, constants))
}

/// How many numbers there are in arrays of these lengths.
fn numbers_in(lengths: &[u32]) -> u64 {
    lengths.iter().fold(1, |all: u64, length| all.saturating_mul(u64::from(*length)))
}

/// A length as a number.
fn value(steps: &[lang::LengthStep], constants: &[Option<u32>]) -> u32 {
    let constants: Vec<u32> = constants.iter().map(|value| value.unwrap_or(0)).collect();
    lang::LengthStep::value(steps, &constants)
}

/// How many elements of a parameter an argument has that fits. It may give the numbers in arrays of these lengths one after the other.
fn elements(parameter: &lang::Parameter, lengths: &[u32], arg: &Arg<'_>) -> u64 {
    let given = arg.len() as u64;
    if parameter.number.is_none() || shape(arg.host).1 == lengths {
        return given;
    }
    given / numbers_in(lengths).max(1)
}

/// Whether an argument is of the type of a parameter, whose elements are arrays of these lengths: numbers by their name, in arrays of the same lengths or one
/// after the other; structs and enums by their size.
fn fits(parameter: &lang::Parameter, lengths: &[u32], arg: &Arg<'_>) -> bool {
    let (host, given) = shape(arg.host);
    let is_written = matches!(parameter.access, Access::Write | Access::Atomic);
    let words = match &arg.kind {
        Kind::Value(words) => Some(words.len() as u64),
        _ => None,
    };
    if words.is_some() != (parameter.access == Access::Value) || is_written && !arg.is_write() {
        return false;
    }
    let inside = numbers_in(lengths);
    let has_size = |words: u64| words * 4 == u64::from(parameter.bytes);
    if let Some(number) = &parameter.number {
        let is_half = words.is_none() && matches!(number.as_str(), "f16" | "bf16");
        let are_whole = || words.map_or((arg.len() as u64).is_multiple_of(inside.max(1)), has_size);
        return (host == number || is_half && host == "u16")
            && (given == lengths || given.is_empty() && are_whole());
    }
    let is_number = Numbers::named(host).is_some() && given.is_empty();
    match words {
        Some(words) => has_size(words) && !is_number || words == 1 && is_number && host == "u32",
        None => {
            let is_bytes = matches!(arg.kind, Kind::Read(Data::Bytes(_)) | Kind::Write(DataMut::Bytes(_)))
                || arg.ty == DataType::Bytes;
            let has_layout = arg.size as u64 == u64::from(parameter.bytes).saturating_mul(inside);
            has_layout && is_bytes == parameter.is_packed && !is_number
        }
    }
}

/// What an argument is, as Rust writes its type.
fn described(arg: &Arg<'_>) -> String {
    let host = arg.host_name();
    match (&arg.kind, arg.is_write()) {
        (Kind::Value(_), _) => host.to_string(),
        (_, true) => format!("&mut [{host}]"),
        (_, false) => format!("&[{host}]"),
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel")
            .field("name", &self.name())
            .field("constants", &self.constants)
            .field("types", &self.types)
            .finish()
    }
}
