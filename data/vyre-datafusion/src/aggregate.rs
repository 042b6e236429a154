//! Aggregates.

use crate::coerce;
use crate::row::Row;
use crate::scalar::cpu;
use datafusion::arrow::array::{Array, ArrayRef, BooleanArray};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::common::{DataFusionError, Result, ScalarValue, not_impl_err};
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::{AggregateOrderSensitivity, format_state_name};
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, EmitTo, GroupsAccumulator, Signature, Volatility,
};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;
use vyre::{Device, Function};
use vyre_arrow::{Aggregate, Column, ColumnType};

/// An aggregate of vyre's functions: a state for each group, `update` with each row, `merge` of two states, and what the result is in the end.
///
/// A state is a number, a `bool`, an `Option` of one, or a tuple of up to four of these, and so is what is taken of each row: the columns. A row with a null
/// where there is no `Option` is skipped. DataFusion computes states of parts of a group and merges them in an order of its own, so the result must not depend on
/// that. The functions run on the host, as rustc compiles them, where they compute what they do on every device; they do not travel to other processes.
///
/// ```
/// # use datafusion::prelude::*;
/// # use vyre_datafusion::AggregateFunction;
/// #[vyre::function]
/// fn add((sum, count): (i64, u64), x: i64) -> (i64, u64) {
///     (sum + x, count + 1)
/// }
/// #[vyre::function]
/// fn both(a: (i64, u64), b: (i64, u64)) -> (i64, u64) {
///     (a.0 + b.0, a.1 + b.1)
/// }
/// #[vyre::function]
/// fn mean((sum, count): (i64, u64)) -> Option<f64> {
///     if count == 0 { None } else { Some(sum as f64 / count as f64) }
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let ctx = SessionContext::new();
/// let mean = AggregateFunction::new("mean", (0, 0), vyre::func!(add), vyre::func!(both), vyre::func!(mean));
/// ctx.register_udaf(mean.into());
/// let answer = ctx.sql("SELECT mean(x) FROM (VALUES (1), (NULL), (4)) AS v(x)").await?.collect().await?;
/// # let text = datafusion::arrow::util::pretty::pretty_format_batches(&answer)?.to_string();
/// # assert!(text.contains("2.5"), "{text}");
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// # })?;
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
///
/// One that is made of a text, by [`compile`](AggregateFunction::compile), travels, and runs on devices.
#[derive(Clone)]
pub struct AggregateFunction {
    name: String,
    signature: Signature,
    parameters: Vec<ColumnType>,
    state: Vec<ColumnType>,
    result: ColumnType,
    returns: Option<DataType>,
    functions: Functions,
}

/// What computes.
#[derive(Clone)]
enum Functions {
    /// Functions of this process.
    Here(Arc<dyn Start>),
    /// Kernels, and the device that runs them.
    Anywhere(Aggregate, Device),
}

impl AggregateFunction {
    /// An aggregate that begins each group with a state.
    pub fn new<State: Row, Given: Row, R>(
        name: &str,
        begin: State,
        update: impl Function<(State, Given), State>,
        merge: impl Function<(State, State), State>,
        finish: impl Function<(State,), R>,
    ) -> AggregateFunction
    where
        R: Row + Column,
    {
        let start = move |ty: DataType| {
            let (states, given) = (Vec::new(), PhantomData);
            Groups { begin, update, merge, finish, states, ty, given }
        };
        let of = (Given::TYPES.to_vec(), State::TYPES.to_vec(), R::TYPE);
        AggregateFunction::of(name, of, Functions::Here(Arc::new(start)))
    }

    /// That of a text with the functions `begin`, `update`, `merge` and `finish`: see [`Aggregate::compile`]. It travels in plans, and gives the same bytes on
    /// every device.
    ///
    /// ```
    /// # use datafusion::prelude::*;
    /// # use vyre_datafusion::AggregateFunction;
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let ctx = SessionContext::new();
    /// let product = AggregateFunction::compile(
    ///     "product",
    ///     "fn begin() -> i64 { 1 }
    ///      fn update(state: i64, x: i64) -> i64 { state * x }
    ///      fn merge(a: i64, b: i64) -> i64 { a * b }
    ///      fn finish(state: i64) -> i64 { state }",
    /// )?;
    /// ctx.register_udaf(product.into());
    /// let answer = ctx.sql("SELECT product(x) FROM (VALUES (6), (NULL), (7)) AS v(x)").await?.collect().await?;
    /// # let text = datafusion::arrow::util::pretty::pretty_format_batches(&answer)?.to_string();
    /// # assert!(text.contains("42"), "{text}");
    /// # Ok::<(), datafusion::error::DataFusionError>(())
    /// # })?;
    /// # Ok::<(), datafusion::error::DataFusionError>(())
    /// ```
    ///
    /// # Errors
    /// The mistakes of the text, or why its functions do not fit each other.
    pub fn compile(name: &str, text: &str) -> Result<AggregateFunction> {
        Ok(AggregateFunction::from(Aggregate::compile(name, text).map_err(crate::error)?))
    }

    fn of(
        name: &str,
        (parameters, state, result): (Vec<ColumnType>, Vec<ColumnType>, ColumnType),
        functions: Functions,
    ) -> AggregateFunction {
        AggregateFunction {
            name: name.to_string(),
            signature: Signature::user_defined(Volatility::Immutable),
            parameters,
            state,
            result,
            returns: None,
            functions,
        }
    }

    /// The same on another device. That of functions of this process stays on the host.
    #[must_use]
    pub fn on(self, device: Device) -> AggregateFunction {
        let functions = match self.functions {
            Functions::Anywhere(aggregate, _) => Functions::Anywhere(aggregate, device),
            here @ Functions::Here(_) => here,
        };
        AggregateFunction { functions, ..self }
    }

    /// What travels of it, if it is one of a text.
    pub fn aggregate(&self) -> Option<&Aggregate> {
        match &self.functions {
            Functions::Anywhere(aggregate, _) => Some(aggregate),
            Functions::Here(_) => None,
        }
    }

    /// The type of results that was asked for.
    pub(crate) fn returns(&self) -> Option<&DataType> {
        self.returns.as_ref()
    }

    /// The same with another type of results, such as a decimal with a scale for an `i128`.
    #[must_use]
    pub fn returning(self, ty: DataType) -> AggregateFunction {
        AggregateFunction { returns: Some(ty), ..self }
    }

    /// The type of the results.
    fn ty(&self, args: &AccumulatorArgs<'_>) -> Result<DataType> {
        match args.is_distinct {
            true => not_impl_err!("`{}` of DISTINCT rows beside other aggregates", self.name),
            false => Ok(args.return_field.data_type().clone()),
        }
    }
}

impl From<Aggregate> for AggregateFunction {
    fn from(aggregate: Aggregate) -> AggregateFunction {
        let name = aggregate.name().to_string();
        let of = (aggregate.parameters().to_vec(), aggregate.state().to_vec(), aggregate.result());
        AggregateFunction::of(&name, of, Functions::Anywhere(aggregate, cpu()))
    }
}

/// The aggregate of an aggregate function, if it is one of vyre's.
pub(crate) fn of_udaf(udaf: &AggregateUDF) -> Option<&AggregateFunction> {
    let any: &dyn std::any::Any = udaf.inner().as_ref();
    any.downcast_ref()
}

impl fmt::Debug for AggregateFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AggregateFunction").field("name", &self.name).field("returns", &self.returns).finish()
    }
}

/// Clones are one function, and so are two that compute the same, wherever they run.
impl PartialEq for AggregateFunction {
    fn eq(&self, other: &AggregateFunction) -> bool {
        let is_same = match (&self.functions, &other.functions) {
            (Functions::Here(one), Functions::Here(other)) => Arc::ptr_eq(one, other),
            (Functions::Anywhere(one, _), Functions::Anywhere(other, _)) => one == other,
            _ => false,
        };
        is_same && self.name == other.name && self.returns == other.returns
    }
}

impl Eq for AggregateFunction {}

impl Hash for AggregateFunction {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.returns.hash(state);
    }
}

impl AggregateUDFImpl for AggregateFunction {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, given: &[DataType]) -> Result<Vec<DataType>> {
        coerce::all(&self.name, &self.parameters, given)
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        coerce::result(&self.name, self.result, self.returns.as_ref())
    }

    fn state_fields(&self, args: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        let field = |(at, ty): (usize, &ColumnType)| {
            let name = format_state_name(args.name, &format!("state_{at}"));
            Arc::new(Field::new(name, ty.scalar.array_type(), true))
        };
        Ok(self.state.iter().enumerate().map(field).collect())
    }

    fn accumulator(&self, args: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        let ty = self.ty(&args)?;
        Ok(match &self.functions {
            Functions::Here(start) => start.one(ty),
            Functions::Anywhere(aggregate, device) => Box::new(One(Kernels::new(aggregate, device, ty)?)),
        })
    }

    fn groups_accumulator_supported(&self, args: AccumulatorArgs<'_>) -> bool {
        !args.is_distinct
    }

    fn create_groups_accumulator(&self, args: AccumulatorArgs<'_>) -> Result<Box<dyn GroupsAccumulator>> {
        let ty = self.ty(&args)?;
        Ok(match &self.functions {
            Functions::Here(start) => start.groups(ty),
            Functions::Anywhere(aggregate, device) => Box::new(Kernels::new(aggregate, device, ty)?),
        })
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }
}

/// What begins to accumulate, for results of a type.
trait Start: Send + Sync {
    /// For many groups.
    fn groups(&self, ty: DataType) -> Box<dyn GroupsAccumulator>;
    /// For one.
    fn one(&self, ty: DataType) -> Box<dyn Accumulator>;
}

impl<F, G> Start for F
where
    F: Fn(DataType) -> G + Send + Sync,
    G: GroupsAccumulator + 'static,
    One<G>: Accumulator,
{
    fn groups(&self, ty: DataType) -> Box<dyn GroupsAccumulator> {
        Box::new(self(ty))
    }
    fn one(&self, ty: DataType) -> Box<dyn Accumulator> {
        Box::new(One(self(ty)))
    }
}

/// The states of groups.
struct Groups<State, Given, U, M, F, R> {
    begin: State,
    update: U,
    merge: M,
    finish: F,
    states: Vec<State>,
    /// The type of the results.
    ty: DataType,
    given: PhantomData<fn(Given) -> R>,
}

impl<State, Given, U, M, F, R> Groups<State, Given, U, M, F, R>
where
    State: Row,
{
    fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<State>()
    }

    /// Changes the state of the group of each row that has a value.
    fn each<T>(
        &mut self,
        (groups, total): (&[usize], usize),
        value: impl Fn(usize) -> Option<T>,
        change: impl Fn(State, T) -> State,
    ) {
        self.states.resize(total, self.begin);
        for (row, group) in groups.iter().enumerate() {
            if let Some(value) = value(row)
                && let Some(state) = self.states.get_mut(*group)
            {
                *state = change(*state, value);
            }
        }
    }

    /// The state of the first group.
    fn first(&self) -> State {
        self.states.first().copied().unwrap_or(self.begin)
    }
}

/// The one of a row that has one.
fn single<T>(mut parts: Vec<T>) -> Result<T> {
    parts.pop().ok_or_else(|| DataFusionError::Internal("a result is one column".to_string()))
}

/// Whether a filter leaves a row.
fn is_kept(filter: Option<&BooleanArray>, row: usize) -> bool {
    filter.is_none_or(|filter| filter.is_valid(row) && filter.value(row))
}

impl<State, Given, U, M, F, R> GroupsAccumulator for Groups<State, Given, U, M, F, R>
where
    State: Row,
    Given: Row,
    U: Function<(State, Given), State>,
    M: Function<(State, State), State>,
    F: Function<(State,), R>,
    R: Row + Column,
{
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        groups: &[usize],
        filter: Option<&BooleanArray>,
        total: usize,
    ) -> Result<()> {
        let (source, update) = (Given::read(values)?, self.update);
        let given = |row| if is_kept(filter, row) { Given::at(&source, row) } else { None };
        self.each((groups, total), given, |state, given| update.call((state, given)));
        Ok(())
    }

    fn merge_batch(&mut self, values: &[ArrayRef], groups: &[usize], total: usize) -> Result<()> {
        let (source, merge) = (State::read(values)?, self.merge);
        self.each((groups, total), |row| State::at(&source, row), |state, other| merge.call((state, other)));
        Ok(())
    }

    fn evaluate(&mut self, emit: EmitTo) -> Result<ArrayRef> {
        let results = emit.take_needed(&mut self.states).into_iter().map(|state| self.finish.call((state,)));
        single(R::columns(results.collect(), Some(&self.ty))?)
    }

    fn state(&mut self, emit: EmitTo) -> Result<Vec<ArrayRef>> {
        State::columns(emit.take_needed(&mut self.states), None)
    }

    fn convert_to_state(&self, values: &[ArrayRef], filter: Option<&BooleanArray>) -> Result<Vec<ArrayRef>> {
        let source = Given::read(values)?;
        let rows = values.first().map_or(0, |column| column.len());
        let state = |row: usize| match Given::at(&source, row) {
            Some(given) if is_kept(filter, row) => self.update.call((self.begin, given)),
            _ => self.begin,
        };
        State::columns((0..rows).map(state).collect(), None)
    }

    fn size(&self) -> usize {
        self.bytes()
    }
}

/// The states of groups on a device.
struct Kernels {
    groups: vyre_arrow::Groups,
    aggregate: Aggregate,
    device: Device,
    /// The type of the results.
    ty: DataType,
}

impl Kernels {
    fn new(aggregate: &Aggregate, device: &Device, ty: DataType) -> Result<Kernels> {
        let groups = aggregate.groups(device).map_err(crate::error)?;
        Ok(Kernels { groups, aggregate: aggregate.clone(), device: device.clone(), ty })
    }

    fn take(&mut self, emit: EmitTo) -> Result<Vec<ArrayRef>> {
        let count = match emit {
            EmitTo::All => self.groups.count(),
            EmitTo::First(count) => count,
        };
        self.groups.take(count).map_err(crate::error)
    }

    fn finish(&self, states: &[ArrayRef]) -> Result<ArrayRef> {
        let count = states.first().map_or(0, |column| column.len());
        self.aggregate.finish(&self.device, states, count, &self.ty).map_err(crate::error)
    }
}

impl GroupsAccumulator for Kernels {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        groups: &[usize],
        filter: Option<&BooleanArray>,
        total: usize,
    ) -> Result<()> {
        self.groups.update(values, groups, filter, total).map_err(crate::error)
    }

    fn merge_batch(&mut self, values: &[ArrayRef], groups: &[usize], total: usize) -> Result<()> {
        self.groups.merge(values, groups, total).map_err(crate::error)
    }

    fn evaluate(&mut self, emit: EmitTo) -> Result<ArrayRef> {
        let states = self.take(emit)?;
        self.finish(&states)
    }

    fn state(&mut self, emit: EmitTo) -> Result<Vec<ArrayRef>> {
        self.take(emit)
    }

    /// Each row is a group.
    fn convert_to_state(&self, values: &[ArrayRef], filter: Option<&BooleanArray>) -> Result<Vec<ArrayRef>> {
        let rows = values.first().map_or(0, |column| column.len());
        let each: Vec<usize> = (0..rows).collect();
        let mut states = Kernels::new(&self.aggregate, &self.device, self.ty.clone())?;
        states.update_batch(values, &each, filter, rows)?;
        states.take(EmitTo::All)
    }

    fn size(&self) -> usize {
        self.groups.bytes()
    }
}

impl Accumulator for One<Kernels> {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.0.update_batch(values, &first_group(values), None, 1)
    }

    fn merge_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.0.merge_batch(values, &first_group(values), 1)
    }

    fn retract_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.0.groups.retract(values, &first_group(values), 1).map_err(crate::error)
    }

    fn supports_retract_batch(&self) -> bool {
        self.0.aggregate.retracts()
    }

    /// The state stays: a window asks after each row.
    fn evaluate(&mut self) -> Result<ScalarValue> {
        let states = self.0.groups.states(1).map_err(crate::error)?;
        single(scalars(&[self.0.finish(&states)?])?)
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        scalars(&self.0.groups.states(1).map_err(crate::error)?)
    }

    fn size(&self) -> usize {
        size_of::<Self>() + self.0.size()
    }
}

/// The state of all rows, which is that of the first group.
struct One<G>(G);

impl<G> fmt::Debug for One<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("One")
    }
}

/// The first group for each row.
fn first_group(columns: &[ArrayRef]) -> Vec<usize> {
    vec![0; columns.first().map_or(0, |column| column.len())]
}

fn scalars(columns: &[ArrayRef]) -> Result<Vec<ScalarValue>> {
    columns.iter().map(|column| ScalarValue::try_from_array(column, 0)).collect()
}

impl<State, Given, U, M, F, R> Accumulator for One<Groups<State, Given, U, M, F, R>>
where
    State: Row,
    Given: Row,
    U: Function<(State, Given), State>,
    M: Function<(State, State), State>,
    F: Function<(State,), R>,
    R: Row + Column,
{
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.0.update_batch(values, &first_group(values), None, 1)
    }

    fn merge_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.0.merge_batch(values, &first_group(values), 1)
    }

    /// The state stays: a window asks after each row.
    fn evaluate(&mut self) -> Result<ScalarValue> {
        let result = self.0.finish.call((self.0.first(),));
        single(scalars(&R::columns(vec![result], Some(&self.0.ty))?)?)
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        scalars(&State::columns(vec![self.0.first()], None)?)
    }

    fn size(&self) -> usize {
        size_of::<Self>() + self.0.bytes()
    }
}
