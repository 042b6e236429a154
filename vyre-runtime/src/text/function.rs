//! Functions of a text, called by their names on the reference interpreter.

use super::kernel::bound;
use super::numbers::{Numbers, held};
use super::slice::Slice;
use super::{Ready, Value};
use crate::arg::Arg;
use crate::{Device, Error};
use std::fmt;
use std::sync::Arc;
use vyre_lang::module::{Access, Callable, Shape};

/// A function of a [`Module`](super::Module).
#[derive(Clone)]
pub struct Function {
    name: String,
    callable: Arc<Callable>,
    ready: Arc<Ready>,
}

impl Function {
    pub(super) fn new(file: &str, name: &str, callable: Arc<Callable>) -> Result<Function, Error> {
        let Some(instance) = callable.kernel.instances.first() else { return Err(Error::ModuleWire) };
        let ready = Arc::new(Ready::of_instance((file, name), instance, &[])?);
        Ok(Function { name: name.to_string(), callable, ready })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the parameters, with their types.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, String)> {
        self.callable.parameters.iter().map(|(name, shape)| (name.as_str(), written(shape)))
    }

    /// Calls the function on the reference interpreter, as one invocation would. A slice is given as an array; what is written to it is lost.
    ///
    /// # Errors
    /// If there are too few arguments or too many, or if one is of another type; [`Error::Assertion`] where an assertion fails.
    pub fn call(&self, args: &[Value]) -> Result<Value, Error> {
        let (expected, got) = (self.callable.parameters.len(), args.len());
        if expected != got {
            let missing = self.callable.parameters.iter().skip(got).map(|(name, _)| name.clone());
            return Err(Error::ArgumentCount { expected, got, missing: missing.collect() });
        }
        let Some(instance) = self.callable.kernel.instances.first() else { return Err(Error::ModuleWire) };
        let lists = |names: &[String]| {
            let lists = names.iter().map(|name| Some((name.clone(), Numbers::named(name)?)));
            lists.collect::<Option<Vec<(String, Numbers)>>>().ok_or(Error::ModuleWire)
        };
        let mut given = lists(&self.callable.inputs)?;
        let mut slices = Vec::new();
        for ((name, shape), value) in self.callable.parameters.iter().zip(args) {
            let is_fine = match (shape, value) {
                (Shape::Slice(element, is_written), Value::Array(elements)) => {
                    let parameter = instance.parameters.get(given.len() + slices.len());
                    let slice = Slice::of(element, elements, parameter.ok_or(Error::ModuleWire)?);
                    let is_fine = slice.is_some();
                    slices.extend(slice.map(|slice| (slice, *is_written)));
                    is_fine
                }
                (shape, value) => put(shape, value, &mut given),
            };
            if !is_fine {
                let (expected, got) = (written(shape), value.type_name());
                return Err(Error::Argument { name: name.clone(), expected, got });
            }
        }
        let mut taken = lists(&self.callable.outputs)?;
        for (name, numbers) in &mut taken {
            numbers.fill(count(&self.callable.result, name));
        }
        {
            let inputs = given.iter().map(|(_, numbers)| numbers.read());
            let slices = slices.iter_mut().map(|(slice, is_written)| slice.arg(*is_written));
            let outputs = taken.iter_mut().map(|(_, numbers)| numbers.write());
            let args: Vec<Arg<'_>> = inputs.chain(slices).chain(outputs).collect();
            debug_assert!(instance.parameters.iter().all(|parameter| parameter.access != Access::Value));
            let launch = bound(Arc::clone(&self.ready), instance, &[], args)?;
            launch.workgroups([1; 3]).dispatch(&Device::reference())?;
        }
        let mut next = vec![0; taken.len()];
        take(&self.callable.result, &taken, &mut next).ok_or(Error::ModuleWire)
    }
}

/// Adds the numbers of a value; whether it is of the type.
fn put(shape: &Shape, value: &Value, lists: &mut [(String, Numbers)]) -> bool {
    each_number(shape, value, &mut |ty, number| {
        lists.iter_mut().find(|(name, _)| name == ty).is_some_and(|(_, numbers)| numbers.push(number))
    })
}

/// Goes through the numbers of a value in order, with the types that they are passed as, while `is_taken` holds of each; whether it does of all, and the
/// value is of the type.
pub(super) fn each_number(
    shape: &Shape,
    value: &Value,
    is_taken: &mut dyn FnMut(&str, &Value) -> bool,
) -> bool {
    match (shape, value) {
        (Shape::Number(name), value) => is_taken(held(name), value),
        (Shape::Enum(_, variants), Value::Enum(name)) => {
            let number = variants.iter().find(|(variant, _)| variant == name).map(|(_, number)| *number);
            number.is_some_and(|number| is_taken("u32", &Value::U32(number as u32)))
        }
        (Shape::Array(element, length), Value::Array(elements)) => {
            elements.len() == *length as usize
                && elements.iter().all(|value| each_number(element, value, is_taken))
        }
        (Shape::Tuple(shapes), Value::Tuple(parts)) => {
            shapes.len() == parts.len()
                && shapes.iter().zip(parts).all(|(shape, value)| each_number(shape, value, is_taken))
        }
        (Shape::Struct(_, fields), Value::Struct(given)) => {
            fields.len() == given.len()
                && fields.iter().all(|(field, shape)| {
                    let value = given.iter().find(|(name, _)| name == field).map(|(_, value)| value);
                    value.is_some_and(|value| each_number(shape, value, is_taken))
                })
        }
        _ => false,
    }
}

/// How many numbers of a type values consist of.
fn count(shape: &Shape, ty: &str) -> usize {
    match shape {
        Shape::Unit | Shape::Slice(..) => 0,
        Shape::Number(name) => usize::from(held(name) == ty),
        Shape::Enum(..) => usize::from(ty == "u32"),
        Shape::Array(element, length) => count(element, ty) * *length as usize,
        Shape::Tuple(parts) => parts.iter().map(|part| count(part, ty)).sum(),
        Shape::Struct(_, fields) => fields.iter().map(|(_, field)| count(field, ty)).sum(),
    }
}

/// The value that the numbers are.
fn take(shape: &Shape, lists: &[(String, Numbers)], next: &mut [usize]) -> Option<Value> {
    let pop = |ty: &str, next: &mut [usize]| {
        let at = lists.iter().position(|(name, _)| name == ty)?;
        next[at] += 1;
        lists[at].1.get(next[at] - 1)
    };
    Some(match shape {
        Shape::Unit | Shape::Slice(..) => Value::Unit,
        Shape::Number(name) => pop(held(name), next)?,
        Shape::Enum(_, variants) => {
            let Value::U32(number) = pop("u32", next)? else { return None };
            Value::Enum(variants.iter().find(|(_, known)| *known as u32 == number)?.0.clone())
        }
        Shape::Array(element, length) => {
            let elements: Option<Vec<Value>> = (0..*length).map(|_| take(element, lists, next)).collect();
            Value::Array(elements?)
        }
        Shape::Tuple(parts) => {
            let parts: Option<Vec<Value>> = parts.iter().map(|part| take(part, lists, next)).collect();
            Value::Tuple(parts?)
        }
        Shape::Struct(_, fields) => {
            let fields: Option<Vec<(String, Value)>> =
                fields.iter().map(|(name, shape)| Some((name.clone(), take(shape, lists, next)?))).collect();
            Value::Struct(fields?)
        }
    })
}

/// A type as Rust writes it.
fn written(shape: &Shape) -> String {
    match shape {
        Shape::Unit => "()".to_string(),
        Shape::Number(name) | Shape::Struct(name, _) | Shape::Enum(name, _) => name.clone(),
        Shape::Array(element, length) => format!("[{}; {length}]", written(element)),
        Shape::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(written).collect();
            format!("({})", parts.join(", "))
        }
        Shape::Slice(element, true) => format!("&mut [{}]", written(element)),
        Shape::Slice(element, false) => format!("&[{}]", written(element)),
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("name", &self.name).finish()
    }
}
