//! Functions that gather the rows of groups: a state for each group, which kernels change.

use super::text::{self, Parameter, has, parameter};
use super::wire::{self, Limits};
use super::{Given, Input, Output, finish};
use crate::types::ColumnType;
use crate::{Bits, Error, bits_of_words};
use arrow_array::{Array, ArrayRef, BooleanArray};
use arrow_buffer::NullBuffer;
use std::fmt;
use std::sync::Arc;
use syn::{ReturnType, Signature, Type};
use vyre::{Arg, Device, Kernel, Module};

/// The functions that a text has.
const BEGIN: &str = "begin";
const UPDATE: &str = "update";
const MERGE: &str = "merge";
const FINISH: &str = "finish";
/// It may have this one.
const RETRACT: &str = "retract";

/// The names of the kernels that call them.
const KERNELS: [&str; 4] = ["vyre_arrow_begin", "vyre_arrow_update", "vyre_arrow_merge", "vyre_arrow_finish"];

/// The name of the kernel that calls the fifth.
const RETRACT_KERNEL: &str = "vyre_arrow_retract";

/// The most parts of a state.
const PARTS: usize = 8;

/// An aggregate of rows that travels, and runs on any device with the same bytes on each: a text with the functions `begin`, `update`, `merge` and `finish`.
///
/// A state is a number, a `bool`, an `Option` of one, or a tuple of up to 8 of these. `update` takes the state and what each column has in a row, and gives the
/// state. `merge` makes one state of two. A row with a null where there is no `Option` is skipped. Within a group, rows are taken in their order. A text may also
/// have `retract`, which takes what `update` takes and undoes it: windows that slide need it.
///
/// ```
/// use arrow_array::{ArrayRef, Int64Array, cast::AsArray, types::Float64Type};
/// use std::sync::Arc;
/// use vyre_arrow::Aggregate;
///
/// let mean = Aggregate::compile(
///     "mean",
///     "fn begin() -> (i64, u64) { (0, 0) }
///      fn update(state: (i64, u64), x: i64) -> (i64, u64) { (state.0 + x, state.1 + 1) }
///      fn merge(a: (i64, u64), b: (i64, u64)) -> (i64, u64) { (a.0 + b.0, a.1 + b.1) }
///      fn finish(state: (i64, u64)) -> Option<f64> {
///          if state.1 == 0 { None } else { Some(state.0 as f64 / state.1 as f64) }
///      }",
/// )?;
/// let column: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), Some(10), None, Some(4)]));
/// let mut groups = mean.groups(&vyre::Device::cpu())?;
/// groups.update(&[column], &[0, 1, 0, 0], None, 2)?;
/// let means = groups.finish(2, mean.result().array_type())?;
/// assert_eq!(means.as_primitive::<Float64Type>().values(), &[2.5, 10.0]);
/// # Ok::<(), vyre_arrow::Error>(())
/// ```
#[derive(Clone)]
pub struct Aggregate {
    inner: Arc<Inner>,
}

struct Inner {
    name: String,
    parameters: Vec<ColumnType>,
    state: Vec<ColumnType>,
    result: ColumnType,
    kernels: [Kernel; 4],
    retract: Option<Kernel>,
    /// What it is elsewhere.
    wire: Vec<u8>,
}

/// What a text says of itself.
struct Types {
    parameters: Vec<ColumnType>,
    state: Vec<ColumnType>,
    result: ColumnType,
    retracts: bool,
}

impl Aggregate {
    /// That of a text, which is one of [`vyre::Module::compile`].
    ///
    /// # Errors
    /// If the text has mistakes, lacks one of the four functions, or if these do not fit each other.
    pub fn compile(name: &str, text: &str) -> Result<Aggregate, Error> {
        // The mistakes of the text are shown in the text as it is.
        Module::compile(text)?;
        let types = types(name, text)?;
        let kernels: String =
            types.kernels().iter().map(|(name, of, body)| text::text(name, of, body)).collect();
        Aggregate::new(name, types, &Module::compile(&(text.to_string() + &kernels))?)
    }

    /// An aggregate from what [`to_wire`](Aggregate::to_wire) gave, checked as [`RowFunction::from_wire`](crate::RowFunction::from_wire) checks.
    ///
    /// # Errors
    /// If the bytes are none, are of another version, or are more than the limits allow.
    pub fn from_wire(bytes: &[u8], limits: &Limits) -> Result<Aggregate, Error> {
        let wire::Parts { name, mut types, kernels: mut rest, .. } =
            wire::parts(bytes, wire::AGGREGATE, limits)?;
        let count = usize::from(*rest.split_off_first().ok_or_else(|| wire::problem("it ends too early"))?);
        let result = types.pop().ok_or_else(|| wire::problem("it has no result"))?;
        let at = types.len().checked_sub(count).ok_or_else(|| wire::problem("it has no state"))?;
        let state = types.split_off(at);
        let mut types = Types { parameters: types, state, result, retracts: false };
        if types.state.is_empty()
            || types.state.len() > PARTS
            || types.state.iter().chain([&result]).any(|ty| ty.is_slice)
        {
            return Err(wire::problem("its state is none"));
        }
        let module = wire::module(wire::take(&mut rest)?, limits)?;
        if !rest.is_empty() {
            return Err(wire::problem("there is something behind it"));
        }
        types.retracts = module.kernels().any(|kernel| kernel.name() == RETRACT_KERNEL);
        for (kernel, of, _) in types.kernels() {
            if !has(&module.kernel(kernel)?, &of) {
                return Err(wire::problem("its kernels take something else than it says"));
            }
        }
        Aggregate::new(name, types, &module)
    }

    fn new(name: &str, types: Types, module: &Module) -> Result<Aggregate, Error> {
        let [begin, update, merge, finish] = KERNELS.map(|kernel| module.kernel(kernel));
        let kernels = [begin?, update?, merge?, finish?];
        let Types { parameters, state, result, retracts } = types;
        let retract = retracts.then(|| module.kernel(RETRACT_KERNEL)).transpose()?;
        let all: Vec<ColumnType> = parameters.iter().chain(&state).chain([&result]).copied().collect();
        let mut wire = wire::head(wire::AGGREGATE, wire::Kind::Module, name, &all);
        wire.push(state.len() as u8);
        wire::put(&mut wire, &module.to_wire());
        Ok(Aggregate {
            inner: Arc::new(Inner {
                name: name.to_string(),
                parameters,
                state,
                result,
                kernels,
                retract,
                wire,
            }),
        })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The types of the columns.
    pub fn parameters(&self) -> &[ColumnType] {
        &self.inner.parameters
    }

    /// The types of the parts of a state.
    pub fn state(&self) -> &[ColumnType] {
        &self.inner.state
    }

    /// The type of the result.
    pub fn result(&self) -> ColumnType {
        self.inner.result
    }

    /// Whether rows can be taken back.
    pub fn retracts(&self) -> bool {
        self.inner.retract.is_some()
    }

    /// The same aggregate, as bytes that another process reads by [`from_wire`](Aggregate::from_wire).
    pub fn to_wire(&self) -> &[u8] {
        &self.inner.wire
    }

    /// No groups yet, on a device.
    ///
    /// # Errors
    /// If the device cannot run `begin`.
    pub fn groups(&self, device: &Device) -> Result<Groups, Error> {
        let none: Result<Vec<Part>, Error> = self.state().iter().map(|ty| Part::zeros(*ty, 1)).collect();
        let mut begin = none?;
        let [kernel, ..] = &self.inner.kernels;
        kernel.launch(write(&mut begin)).invocations([1, 1, 1]).dispatch(device)?;
        let parts: Result<Vec<Part>, Error> = self.state().iter().map(|ty| Part::zeros(*ty, 0)).collect();
        Ok(Groups { aggregate: self.clone(), device: device.clone(), begin, parts: parts?, count: 0 })
    }
}

impl fmt::Debug for Aggregate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |types: &[ColumnType]| types.iter().map(ColumnType::to_string).collect::<Vec<_>>().join(", ");
        let Inner { name, parameters, state, result, .. } = &*self.inner;
        write!(f, "fn {name}({}) -> {result}, with ({})", list(parameters), list(state))
    }
}

/// Two aggregates are one if they do the same: what travels of them is equal.
impl PartialEq for Aggregate {
    fn eq(&self, other: &Aggregate) -> bool {
        self.inner.wire == other.inner.wire
    }
}

impl Eq for Aggregate {}

impl std::hash::Hash for Aggregate {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.inner.wire.hash(state);
    }
}

/// What the four functions of a text take and give, if they fit each other.
fn types(name: &str, text: &str) -> Result<Types, Error> {
    let refused = |problem: String| Error::Function { name: name.to_string(), problem };
    let file = syn::parse_file(text).map_err(|error| refused(error.to_string()))?;
    let find = |name: &str| text::function(&file, name);
    let found = || -> Result<Types, String> {
        let (begin, update, merge, finish) = (find(BEGIN)?, find(UPDATE)?, find(MERGE)?, find(FINISH)?);
        let state = given_state(begin)?;
        let same = |ty: &Type, what: &str| match parts(ty) {
            Some(parts) if parts == state => Ok(()),
            _ => Err(format!("{what} is no state of the type that `{BEGIN}` gives")),
        };
        let result = |of: &Signature| match &of.output {
            ReturnType::Type(_, ty) => same(ty, &format!("what `{}` gives", of.ident)),
            ReturnType::Default => Err(format!("`{}` gives nothing, and a state is expected", of.ident)),
        };
        if !begin.inputs.is_empty() {
            return Err(format!("`{BEGIN}` takes something, and nothing is expected"));
        }
        let update_types = text::typed(update)?;
        let Some((first, columns)) = update_types.split_first() else {
            return Err(format!("`{UPDATE}` takes a state and what the columns have"));
        };
        same(first, &format!("the first parameter of `{UPDATE}`"))?;
        result(update)?;
        let [a, b] = text::typed(merge)?[..] else {
            return Err(format!("`{MERGE}` takes two states"));
        };
        [a, b].iter().try_for_each(|ty| same(ty, &format!("a parameter of `{MERGE}`")))?;
        result(merge)?;
        let [last] = text::typed(finish)?[..] else { return Err(format!("`{FINISH}` takes a state")) };
        same(last, &format!("the parameter of `{FINISH}`"))?;
        let parameters = text::columns(columns)?;
        let retracts = find(RETRACT).is_ok();
        if retracts {
            let retract = find(RETRACT)?;
            let types = text::typed(retract)?;
            let is_same = types.split_first().is_some_and(|(first, rest)| {
                parts(first).as_ref() == Some(&state) && text::columns(rest).as_ref() == Ok(&parameters)
            });
            if !is_same {
                return Err(format!("`{RETRACT}` takes something else than `{UPDATE}`"));
            }
            result(retract)?;
        }
        Ok(Types { parameters, state, result: text::given(finish)?, retracts })
    };
    found().map_err(refused)
}

fn given_state(begin: &Signature) -> Result<Vec<ColumnType>, String> {
    let state = match &begin.output {
        ReturnType::Type(_, ty) => parts(ty),
        ReturnType::Default => None,
    };
    state.ok_or_else(|| {
        format!("`{BEGIN}` gives no state: give a number, a `bool`, an `Option` of one, or a tuple of 2 to {PARTS} of these")
    })
}

/// The parts of a state.
fn parts(ty: &Type) -> Option<Vec<ColumnType>> {
    let one = |ty: &Type| text::column(ty).filter(|ty| !ty.is_slice);
    match ty {
        Type::Tuple(tuple) if (2..=PARTS).contains(&tuple.elems.len()) => {
            tuple.elems.iter().map(one).collect()
        }
        Type::Tuple(_) => None,
        ty => Some(vec![one(ty)?]),
    }
}

impl Types {
    /// The kernels: the name, the parameters and the body of each.
    fn kernels(&self) -> Vec<(&'static str, Vec<Parameter>, String)> {
        let [begin, update, merge, finish] = KERNELS;
        let written = || self.state.iter().enumerate().flat_map(|(at, ty)| part_parameters(at, *ty));
        let each = |call: String, columns: &[ColumnType]| {
            let mut list = text::read(columns);
            list.extend(["order", "touched", "ends"].map(|name| parameter(name, "&[u32]")));
            list.extend(written());
            let body = format!(
                "let at = invocation_id().x; if at < touched.len() {{ let group = touched[at]; let mut state = {}; \
                 for step in ends[at]..ends[at + 1] {{ let row = order[step]; state = {call}; }} {} }}",
                self.load(),
                self.store("group"),
            );
            (list, body)
        };
        let update_args = text::row(&self.parameters);
        let args: Vec<String> = std::iter::once("state".to_string()).chain(update_args).collect();
        let by_row = |function: &str| each(format!("{function}({})", args.join(", ")), &self.parameters);
        let (update_list, update_body) = by_row(UPDATE);
        let other = tuple(&text::row(&self.state));
        let (merge_list, merge_body) = each(format!("{MERGE}(state, {other})"), &self.state);
        let mut finish_list = text::read(&self.state);
        finish_list.extend(text::write(self.result));
        let call = format!("{FINISH}({other})");
        let finish_body = format!(
            "let row = invocation_id().x; if row < out.len() {{ {} }}",
            text::store(self.result, &call)
        );
        let begin_body = format!(
            "let row = invocation_id().x; if row < 1 {{ let state = {BEGIN}(); {} }}",
            self.store("row")
        );
        let mut list = vec![
            (begin, written().collect(), begin_body),
            (update, update_list, update_body),
            (merge, merge_list, merge_body),
            (finish, finish_list, finish_body),
        ];
        if self.retracts {
            let (of, body) = by_row(RETRACT);
            list.push((RETRACT_KERNEL, of, body));
        }
        list
    }

    /// The state of the group `group`.
    fn load(&self) -> String {
        let parts: Vec<String> = (self.state.iter().enumerate())
            .map(|(at, ty)| {
                let value = ty.scalar.read_back(&format!("part_{at}[group]"));
                match ty.is_nullable {
                    true => format!("if has_{at}[group] != 0 {{ Some({value}) }} else {{ None }}"),
                    false => value,
                }
            })
            .collect();
        tuple(&parts)
    }

    /// What stores `state`.
    fn store(&self, to: &str) -> String {
        let one = |(at, ty): (usize, &ColumnType)| {
            let value = if self.state.len() == 1 { "state".to_string() } else { format!("state.{at}") };
            match ty.is_nullable {
                true => format!(
                    "if let Some(given) = {value} {{ part_{at}[{to}] = {}; has_{at}[{to}] = 1; }} else {{ has_{at}[{to}] = 0; }}",
                    ty.scalar.write("given")
                ),
                false => format!("part_{at}[{to}] = {};", ty.scalar.write(&value)),
            }
        };
        let all: Vec<String> = self.state.iter().enumerate().map(one).collect();
        all.join(" ")
    }
}

/// One value, or several as a tuple.
fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        parts => format!("({})", parts.join(", ")),
    }
}

fn part_parameters(at: usize, ty: ColumnType) -> Vec<Parameter> {
    let mut list = vec![parameter(format!("part_{at}"), format!("&mut [{}]", ty.scalar.written().element()))];
    if ty.is_nullable {
        list.push(parameter(format!("has_{at}"), "&mut [u32]"));
    }
    list
}

/// A part of the states of all groups.
#[derive(Clone)]
struct Part {
    ty: ColumnType,
    values: Output,
    /// Whether there is a value, where it may be none.
    has: Vec<u32>,
}

impl Part {
    fn zeros(ty: ColumnType, count: usize) -> Result<Part, Error> {
        let has = vec![0; if ty.is_nullable { count } else { 0 }];
        Ok(Part { ty, values: Output::zeros(ty.scalar.written(), count)?, has })
    }

    /// So many groups, the new ones with what another part has first.
    fn grow(&mut self, count: usize, begin: &Part) {
        self.values.grow(count, &begin.values);
        if let Some(first) = begin.has.first() {
            self.has.resize(count, *first);
        }
    }

    /// The first groups as an array, which leave.
    fn take(&mut self, count: usize, ty: &arrow_schema::DataType) -> Result<ArrayRef, Error> {
        let nulls = self.ty.is_nullable.then(|| {
            let rest = self.has.split_off(count.min(self.has.len()));
            NullBuffer::new(bits_of_words(&std::mem::replace(&mut self.has, rest)))
        });
        finish(self.ty.scalar, self.values.take(count), nulls, ty)
    }
}

fn write(parts: &mut [Part]) -> Vec<Arg<'_>> {
    let mut args = Vec::new();
    for part in parts {
        args.push(part.values.arg());
        if part.ty.is_nullable {
            args.push(Arg::write(&mut part.has));
        }
    }
    args
}

/// The states of groups of rows. See [`Aggregate`].
pub struct Groups {
    aggregate: Aggregate,
    device: Device,
    begin: Vec<Part>,
    parts: Vec<Part>,
    count: usize,
}

impl Groups {
    /// Takes rows, each of which is of a group below `total`. Rows that the filter leaves out, or where it is null, are none.
    ///
    /// # Errors
    /// If columns are of other types or lengths, or if the device cannot run it.
    pub fn update(
        &mut self,
        columns: &[ArrayRef],
        groups: &[usize],
        filter: Option<&BooleanArray>,
        total: usize,
    ) -> Result<(), Error> {
        let aggregate = self.aggregate.clone();
        let [_, kernel, ..] = &aggregate.inner.kernels;
        self.each(kernel, aggregate.parameters(), columns, (groups, filter), total)
    }

    /// Takes rows back that were taken before.
    ///
    /// # Errors
    /// As for [`update`](Groups::update), and if the aggregate has no `retract`.
    pub fn retract(&mut self, columns: &[ArrayRef], groups: &[usize], total: usize) -> Result<(), Error> {
        let aggregate = self.aggregate.clone();
        let Some(kernel) = &aggregate.inner.retract else {
            let problem = format!("its text has no `{RETRACT}`, which takes rows back");
            return Err(Error::Function { name: aggregate.name().to_string(), problem });
        };
        self.each(kernel, aggregate.parameters(), columns, (groups, None), total)
    }

    /// Takes states, each of which is of a group below `total`.
    ///
    /// # Errors
    /// As for [`update`](Groups::update).
    pub fn merge(&mut self, states: &[ArrayRef], groups: &[usize], total: usize) -> Result<(), Error> {
        let aggregate = self.aggregate.clone();
        let [_, _, kernel, _] = &aggregate.inner.kernels;
        self.each(kernel, aggregate.state(), states, (groups, None), total)
    }

    fn each(
        &mut self,
        kernel: &Kernel,
        types: &[ColumnType],
        columns: &[ArrayRef],
        (groups, filter): (&[usize], Option<&BooleanArray>),
        total: usize,
    ) -> Result<(), Error> {
        let name = self.aggregate.name();
        if columns.len() != types.len() {
            return Err(Error::Arguments {
                name: name.to_string(),
                expected: types.len(),
                got: columns.len(),
            });
        }
        self.grow(total);
        let rows = groups.len();
        let lengths = columns.iter().map(|column| column.len()).chain(filter.map(Array::len));
        if let Some(got) = lengths.into_iter().find(|got| *got != rows) {
            return Err(Error::Rows { expected: rows, got });
        }
        let (mut inputs, mut skipped) = (Vec::new(), None);
        for (ty, column) in types.iter().zip(columns) {
            if !ty.is_nullable && column.null_count() > 0 {
                skipped = NullBuffer::union(skipped.as_ref(), column.nulls());
            }
            let valid = ty.is_nullable.then(|| Bits::valid(column.nulls(), rows));
            inputs.push((Input::of(*ty, column)?, valid));
        }
        let is_taken = |row: &usize| {
            skipped.as_ref().is_none_or(|nulls| nulls.is_valid(*row))
                && filter.is_none_or(|filter| filter.is_valid(*row) && filter.value(*row))
        };
        let Order { order, touched, ends } = Order::of(groups, is_taken, self.count)?;
        let Ok(count @ 1..) = u32::try_from(touched.len()) else { return Ok(()) };
        let given = Given { inputs, live: None };
        let mut args = given.args();
        args.extend([Arg::read(&order), Arg::read(&touched), Arg::read(&ends)]);
        args.extend(write(&mut self.parts));
        kernel.launch(args).invocations([count, 1, 1]).dispatch(&self.device)?;
        Ok(())
    }

    fn grow(&mut self, total: usize) {
        if total > self.count {
            self.parts.iter_mut().zip(&self.begin).for_each(|(part, begin)| part.grow(total, begin));
            self.count = total;
        }
    }

    /// The states of the first groups, as a column for each part. The others move down.
    ///
    /// # Errors
    /// If Arrow refuses an array.
    pub fn take(&mut self, count: usize) -> Result<Vec<ArrayRef>, Error> {
        self.grow(count);
        self.count -= count;
        self.parts.iter_mut().map(|part| part.take(count, &part.ty.array_type())).collect()
    }

    /// The states of the first groups, which stay.
    ///
    /// # Errors
    /// If Arrow refuses an array.
    pub fn states(&mut self, count: usize) -> Result<Vec<ArrayRef>, Error> {
        self.grow(count);
        self.parts.iter().map(|part| part.clone().take(count, &part.ty.array_type())).collect()
    }

    /// What `finish` gives for the first groups, in an array of a type. The others move down.
    ///
    /// # Errors
    /// If arrays of the type do not hold the result, or if the device cannot run it.
    pub fn finish(&mut self, count: usize, ty: arrow_schema::DataType) -> Result<ArrayRef, Error> {
        let states = self.take(count)?;
        self.aggregate.finish(&self.device, &states, count, &ty)
    }

    /// How many groups there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The bytes that the states take.
    pub fn bytes(&self) -> usize {
        let one = |part: &Part| part.ty.scalar.written().bytes() + if part.ty.is_nullable { 4 } else { 0 };
        self.count * self.parts.iter().map(one).sum::<usize>()
    }
}

impl Aggregate {
    /// What `finish` gives for each of some states.
    ///
    /// # Errors
    /// If the states are none of this aggregate, if arrays of the type do not hold the result, or if the device cannot run it.
    pub fn finish(
        &self,
        device: &Device,
        states: &[ArrayRef],
        count: usize,
        ty: &arrow_schema::DataType,
    ) -> Result<ArrayRef, Error> {
        let result = self.result();
        if !result.gives(ty) {
            return Err(Error::Type { expected: result.to_string(), got: ty.clone() });
        }
        let mut inputs = Vec::new();
        for (ty, column) in self.state().iter().zip(states) {
            let valid = ty.is_nullable.then(|| Bits::valid(column.nulls(), count));
            inputs.push((Input::of(*ty, column)?, valid));
        }
        let rows = u32::try_from(count).map_err(|_| Error::TooMany { got: count })?;
        let mut out = Output::zeros(result.scalar.written(), count)?;
        let mut valid = vec![0u32; if result.is_nullable { count } else { 0 }];
        if rows > 0 {
            let given = Given { inputs, live: None };
            let mut args = given.args();
            args.push(out.arg());
            if result.is_nullable {
                args.push(Arg::write(&mut valid));
            }
            let [.., kernel] = &self.inner.kernels;
            kernel.launch(args).invocations([rows, 1, 1]).dispatch(device)?;
        }
        let nulls = result.is_nullable.then(|| NullBuffer::new(bits_of_words(&valid)));
        finish(result.scalar, out, nulls.filter(|nulls| nulls.null_count() > 0), ty)
    }
}

impl fmt::Debug for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} groups of {:?}", self.count, self.aggregate)
    }
}

/// The rows of each group that has some.
struct Order {
    /// The rows, those of a group together, in their order.
    order: Vec<u32>,
    /// The groups.
    touched: Vec<u32>,
    /// Where the rows of each group begin, and in the end where the last ones end.
    ends: Vec<u32>,
}

impl Order {
    fn of(groups: &[usize], is_taken: impl Fn(&usize) -> bool, total: usize) -> Result<Order, Error> {
        let position = |got: usize| u32::try_from(got).map_err(|_| Error::TooMany { got });
        position(groups.len().max(total))?;
        let rows = || (0..groups.len()).filter(&is_taken);
        let mut order: Vec<u32> = rows().map(|row| row as u32).collect();
        let of = |row: &u32| groups.get(*row as usize).copied().unwrap_or(0);
        if let Some(group) = order.iter().map(of).find(|group| *group >= total) {
            return Err(Error::Rows { expected: total, got: group });
        }
        if total > 1 {
            order.sort_by_key(of);
        }
        let (mut touched, mut ends) = (Vec::new(), Vec::new());
        for (at, row) in order.iter().enumerate() {
            let group = of(row) as u32;
            if touched.last() != Some(&group) {
                touched.push(group);
                ends.push(at as u32);
            }
        }
        ends.push(order.len() as u32);
        Ok(Order { order, touched, ends })
    }
}

macro_rules! each_output {
    ($($Variant:ident),*) => {
        impl Output {
            /// So many numbers, the new ones equal to the first of another list.
            fn grow(&mut self, count: usize, begin: &Output) {
                match (self, begin) {
                    $((Output::$Variant(values), Output::$Variant(begin)) => {
                        if let Some(first) = begin.first() {
                            values.resize(count, *first);
                        }
                    })*
                    // Both are parts of one type.
                    _ => {}
                }
            }

            /// The first numbers, which leave.
            fn take(&mut self, count: usize) -> Output {
                match self {
                    $(Output::$Variant(values) => {
                        let rest = values.split_off(count.min(values.len()));
                        Output::$Variant(std::mem::replace(values, rest))
                    })*
                }
            }
        }
    };
}

each_output!(U8, I8, U16, I16, U32, I32, U64, I64, U128, F16, F32, F64);
