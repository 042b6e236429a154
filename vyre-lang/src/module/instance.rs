//! Kernels with the types that their parameters stand for: the program, and what a launch needs besides.

use super::Diagnostic;
use super::build::{Source, Unit};
use super::output::{
    Access, Axis, BufferAccessName, Instance, Kernel, Length, LengthStep, Packed, Parameter, Table,
};
use crate::attribute::Attribute;
use crate::check::{self, Beside};
use crate::constants::{Constants, Failed, Value};
use crate::diagnostics::{Area, Errors};
use crate::expand::{self, Compiled, generic};
use crate::hir::{self, Expr, Kind};
use crate::signature::{self, Param, Passing};
use crate::syntax::plain;
use crate::tensor::{self, Dim, Tensor};
use crate::types::{Form, Inference, Ty};
use crate::{emit, races};
use proc_macro2::TokenStream;
use syn::{FnArg, ItemFn};
use vyre_ir::{DataType, Lanes, Problem, value};

/// A kernel that is being compiled.
pub(super) struct Instances<'u> {
    pub(super) unit: &'u mut Unit,
    pub(super) source: &'u Source,
    pub(super) attribute: &'u Attribute,
    pub(super) beside: &'u Beside,
}

impl Instances<'_> {
    pub(super) fn compile(mut self, errors: &mut Errors, warnings: &mut Vec<Diagnostic>) -> Option<Kernel> {
        let function = &self.source.function;
        let types = generic::type_params(&function.sig);
        let mut instances = Vec::new();
        if types.is_empty() || matches!(function.sig.inputs.first(), Some(FnArg::Receiver(_))) {
            let mut own = errors.like();
            instances.extend(self.one(function, &[], &mut own, warnings));
            errors.absorb(own, None);
        } else {
            for (at, instance) in generic::instances(function, &types).into_iter().enumerate() {
                let mut own = errors.like();
                let compiled = self.one(&instance.function, &instance.types, &mut own, warnings);
                let is_erroneous = !own.is_empty();
                if is_erroneous {
                    generic::report(errors, own, at, &types, &instance.types);
                    break;
                }
                instances.extend(compiled);
            }
        }
        let constants = signature::constants(&function.sig).into_iter().map(plain);
        let types = function.sig.generics.type_params().map(|param| plain(&param.ident));
        let (constants, types) = (constants.collect(), types.collect());
        let name = self.source.path.clone();
        (!instances.is_empty()).then_some(Kernel { name, constants, types, instances })
    }

    fn one(
        &mut self,
        function: &ItemFn,
        types: &[Ty],
        errors: &mut Errors,
        warnings: &mut Vec<Diagnostic>,
    ) -> Option<Instance> {
        let known = &self.unit.known;
        let params = signature::parse(&function.sig, known, errors);
        let checked =
            check::check_beside(&params, function, (self.attribute, known.clone()), self.beside, errors);
        for callee in &checked.callees {
            let problem = format!("there is no function `{}` here", callee.text);
            let instead = check::instead_of_call(&callee.text);
            let fix = instead.unwrap_or_else(|| "declare it, or import it".to_string());
            errors.report(callee.area, problem, fix);
        }
        // What is wrong in a function is said of the function alone.
        if errors.is_outside(Area::of(function)) || checked.is_partial {
            return None;
        }
        let mut emitted = emit::emit(&checked, self.attribute.workgroup_size);
        emitted.packed.extend(self.attribute.is_any_order.then(emit::Packed::any_order));
        let functions = emit::emit_functions(&checked);
        let unlinked = expand::validate(&checked, &emitted, &functions, self.attribute, errors)?;
        for (area, message) in races::found(&emitted, errors) {
            warnings.push(Diagnostic::at(area, None, &format!("{message}.")));
        }
        let compiled = Compiled::new(unlinked, &checked, &emitted, &functions, self.source.place);
        let inside = compiled.locals(&checked);
        let (wire, positions, packed) = compiled.into_body();
        let (items, tables) = settled(&mut self.unit.constants, &checked, errors);
        let lengths = lengths(&checked, &items);
        if checked.constants == 0 {
            // With constant parameters that is for whoever sets them.
            for (at, length) in lengths.iter().filter(|(_, length)| length.elements(&[]) == 0) {
                let buffer = checked.buffers.iter().filter(|buffer| !buffer.is_slice).nth(*at);
                if let Some(buffer) = buffer {
                    let access = buffer.decl.access;
                    let problem = Problem::EmptyArray { access, name: length.array.1.clone() };
                    errors.report_rule(buffer.area, &problem, None);
                }
            }
        }
        let packed =
            packed.into_iter().map(|emit::Packed { buffer, element, part }| Packed { buffer, element, part });
        errors.is_empty().then(|| Instance {
            types: types.iter().map(ToString::to_string).collect(),
            parameters: parameters(
                &params,
                &checked,
                &items,
                (&self.source.tensors, &self.source.function.sig),
            ),
            asks_for_groups: checked.groups.is_some(),
            wire,
            positions,
            inside,
            items,
            tables,
            packed: packed.collect(),
            lengths,
        })
    }
}

/// The constants that a kernel names, and its tables; reports those that have no value, or another type.
pub(super) fn settled(
    constants: &mut Constants,
    checked: &hir::Kernel,
    errors: &mut Errors,
) -> (Vec<(DataType, Lanes)>, Vec<Table>) {
    let mut named = Named { constants };
    let declared = named.declare(checked.declared.clone());
    let (items, tables) = (named.items(checked), named.tables(checked));
    for name in declared {
        constants.remove(&name);
    }
    constants.report(errors);
    (items, tables)
}

/// The constants of the module, with those of a kernel's body.
struct Named<'c> {
    constants: &'c mut Constants,
}

impl Named<'_> {
    /// Adds the constants of the body that the front end has written out; gives their names.
    fn declare(&mut self, declared: TokenStream) -> Vec<String> {
        let items = syn::parse2::<syn::File>(declared).map(|file| file.items).unwrap_or_default();
        let constants = items.into_iter().filter_map(|item| match item {
            syn::Item::Const(constant) => Some(constant),
            _ => None,
        });
        let mut names = Vec::new();
        for constant in constants {
            names.push(constant.ident.to_string());
            self.constants.add(constant.ident.to_string(), constant);
        }
        names
    }

    fn evaluated(&mut self, tokens: &TokenStream) -> Result<Value, Failed> {
        let expr = syn::parse2::<syn::Expr>(tokens.clone()).map_err(|_| Failed)?;
        self.constants.expression(&expr, &[])
    }

    /// The values of the constants that a kernel names, as rustc's checks in the macro's code leave them.
    fn items(&mut self, checked: &hir::Kernel) -> Vec<(DataType, Lanes)> {
        let items = checked.items.iter().map(|item| {
            let ty = checked.types.resolve(item.ty);
            let data = ty.data().unwrap_or(DataType::U32);
            if !item.parts.is_empty() {
                // Its parts are constants of their own.
                return (data, [0; 4]);
            }
            let lanes = match self.evaluated(&item.value) {
                Ok(value) => lanes_of(&value, ty, item.is_taken),
                Err(Failed) => return (data, [0; 4]),
            };
            let lanes = lanes.unwrap_or_else(|got| {
                let expected = checked.types.name(item.ty);
                let (problem, fix) = match item.is_taken {
                    true => (
                        format!("the type of this constant, `{got}`, does not follow from its uses"),
                        "write `NAME as u32`, or bind it with its type".to_string(),
                    ),
                    false => (
                        format!("expected `{expected}`, got `{got}`"),
                        format!("write `as {expected}`, or change the constant's type"),
                    ),
                };
                self.constants.note(item.area, problem, fix);
                [0; 4]
            });
            (data, lanes)
        });
        items.collect()
    }

    fn tables(&mut self, checked: &hir::Kernel) -> Vec<Table> {
        let mut tables = Vec::new();
        for table in &checked.tables {
            let Ok(value) = self.evaluated(&table.value) else { continue };
            let mut elements = vec![value];
            for _ in 0..table.rank {
                elements = elements.iter().flat_map(inside).collect();
            }
            let buffer = &checked.buffers[table.buffer];
            let ty = checked.types.resolve(buffer.ty);
            let mut bytes = Vec::new();
            let is_spread = !emit::has_packed_parts(checked, buffer);
            let is_fine = elements.iter().all(|element| put(element, ty, is_spread, &mut bytes));
            if !is_fine {
                let got = elements.first().map(Value::type_name).unwrap_or_default();
                let problem =
                    format!("expected a table of `{}`, got one of `{got}`", checked.types.name(buffer.ty));
                self.constants.note(buffer.area, problem, "change the type of the constant".to_string());
                continue;
            }
            let size = bytes.len().checked_div(elements.len()).unwrap_or(0);
            tables.push(Table { size: size as u32, bytes });
        }
        tables
    }
}

/// The elements of an array.
fn inside(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(elements) => elements.to_vec(),
        _ => Vec::new(),
    }
}

/// The lanes of a constant of a type; what users call its own type where that is another one.
fn lanes_of(value: &Value, ty: Ty, is_taken: bool) -> Result<Lanes, String> {
    let refused = || Err(value.type_name());
    let single = |word: u32| Ok([word, 0, 0, 0]);
    let vector = |count: usize, of: Ty| match value {
        Value::Array(elements) if elements.len() == count => {
            let mut lanes = [0; 4];
            for (lane, element) in lanes.iter_mut().zip(elements.iter()) {
                *lane = lanes_of(element, of, false)?[0];
            }
            Ok(lanes)
        }
        _ => refused(),
    };
    match (ty, value) {
        (Ty::Bool, Value::Bool(truth)) => single(u32::from(*truth)),
        (Ty::F32, Value::F32(float) | Value::Float(float, _)) => single(vyre_ir::float::canonical(*float)),
        (Ty::F64, Value::F64(float) | Value::Float(_, float)) => {
            Ok(value::words(vyre_ir::float::binary64::canonical(*float).into()))
        }
        (Ty::F16 | Ty::BF16, Value::Half(name, bits)) if *name == ty.to_string() => {
            let (nan, exponent) = if ty == Ty::F16 { (0x7e00, 0x7c00) } else { (0x7fc0, 0x7f80) };
            single(u32::from(if bits & 0x7fff > exponent { nan } else { *bits }))
        }
        (Ty::Enum(_), Value::Variant(_, _, number)) => single(*number as u32),
        (Ty::Vec2, _) => vector(2, Ty::U32),
        (Ty::Vec4, _) => vector(4, Ty::U32),
        (Ty::FVec2, _) => vector(2, Ty::F32),
        (Ty::FVec4, _) => vector(4, Ty::F32),
        (ty, Value::Int(number)) => {
            let Some(integer) = ty.integer() else { return refused() };
            let is_it = match number.width {
                // A number that a literal is: of any type that holds it.
                None => true,
                Some(width) => {
                    let expected = if is_taken { "u32" } else { integer.name };
                    Ty::named_integer(width.name).is_some_and(|known| known.name == expected)
                }
            };
            if !is_it {
                return refused();
            }
            let bits = number.bits & (u128::MAX >> (128 - integer.bits.max(32)));
            Ok(value::words(bits))
        }
        _ => refused(),
    }
}

/// Adds the bytes of an element of a table; whether it is of the type.
fn put(value: &Value, ty: Ty, is_spread: bool, bytes: &mut Vec<u8>) -> bool {
    let size = match ty {
        Ty::Many(_) => return put_parts(value, is_spread, bytes),
        Ty::Vec2 | Ty::FVec2 => 8,
        Ty::Vec4 | Ty::FVec4 => 16,
        Ty::Enum(_) if let Value::Int(number) = value => {
            bytes.extend((number.bits as u32).to_le_bytes());
            return true;
        }
        Ty::Bool | Ty::Enum(_) => 4,
        Ty::F16 | Ty::BF16 => 2,
        Ty::F32 => {
            let Value::F32(float) = value else { return false };
            bytes.extend(float.to_bits().to_le_bytes());
            return true;
        }
        Ty::F64 => {
            let Value::F64(float) = value else { return false };
            bytes.extend(float.to_bits().to_le_bytes());
            return true;
        }
        ty => (ty.bits() / 8).max(1) as usize,
    };
    let Ok(lanes) = lanes_of(value, ty, false) else { return false };
    bytes.extend(lanes.iter().flat_map(|lane| lane.to_le_bytes()).take(size));
    true
}

/// The same of a struct or an array, part by part; each in words of its own, if the parts are spread.
fn put_parts(value: &Value, is_spread: bool, bytes: &mut Vec<u8>) -> bool {
    let parts: Vec<&Value> = match value {
        Value::Struct(_, fields) => fields.iter().map(|(_, value)| value).collect(),
        Value::Tuple(parts) => parts.iter().collect(),
        Value::Array(elements) => elements.iter().collect(),
        _ => {
            let Some((bits, size)) = bits_of(value) else { return false };
            let size = if is_spread { size.next_multiple_of(4) } else { size };
            bytes.extend(bits.to_le_bytes().into_iter().take(size));
            return true;
        }
    };
    parts.into_iter().all(|part| put_parts(part, is_spread, bytes))
}

/// The bits of a number, a truth, a character or a variant in a table, and how many bytes it has there.
fn bits_of(value: &Value) -> Option<(u128, usize)> {
    Some(match value {
        Value::Int(number) => {
            let size = number.width.map_or(4, |width| width.bits as usize / 8);
            (number.bits, size)
        }
        Value::Bool(truth) => (u128::from(*truth), 4),
        Value::Char(char) => (u128::from(u32::from(*char)), 4),
        Value::Variant(_, _, number) => (u128::from(*number as u32), 4),
        Value::F32(float) => (u128::from(float.to_bits()), 4),
        Value::F64(float) => (u128::from(float.to_bits()), 8),
        Value::Half(_, bits) => (u128::from(*bits), 2),
        _ => return None,
    })
}

/// The lengths of arrays, by the positions of their buffers: the program has no slices.
fn lengths(checked: &hir::Kernel, items: &[(DataType, Lanes)]) -> Vec<(usize, Length)> {
    let buffers = checked.buffers.iter().filter(|buffer| !buffer.is_slice).enumerate();
    let lengths = buffers.filter_map(|(at, buffer)| {
        let mut steps = Vec::new();
        length(buffer.length.as_ref()?, items, &mut steps);
        let element = checked.types.resolve(buffer.ty);
        // The elements of a narrow table are packed: its length in the program is in words.
        let is_narrow = element.is_narrow() && buffer.decl.access.is_bound();
        let is_packed = is_narrow || emit::has_packed_parts(checked, buffer);
        let stride = if is_packed { checked.types.bytes(element) } else { emit::stride(checked, buffer) };
        let array = (BufferAccessName::of(buffer.decl.access), buffer.decl.name.clone());
        Some((at, Length { steps, stride, is_packed, array }))
    });
    lengths.collect()
}

/// The steps of a length, in which `check` has let nothing else through than this.
fn length(expr: &Expr, items: &[(DataType, Lanes)], steps: &mut Vec<LengthStep>) {
    match &expr.kind {
        Kind::Literal(bits) => steps.push(LengthStep::Number(*bits as u32)),
        Kind::Constant(at) => steps.push(LengthStep::Constant(*at as u32)),
        Kind::Item(at) => steps.push(LengthStep::Number(items.get(*at).map_or(0, |(_, lanes)| lanes[0]))),
        Kind::Cast(value) => length(value, items, steps),
        Kind::Binary { op, left, right } => {
            length(left, items, steps);
            length(right, items, steps);
            steps.push(LengthStep::Operator(*op));
        }
        Kind::Block(block) => match &block.tail {
            Some(tail) => length(tail, items, steps),
            None => steps.push(LengthStep::Number(0)),
        },
        _ => steps.push(LengthStep::Number(0)),
    }
}

/// The dimensions of a tensor.
fn axes(tensor: &Tensor, signature: &syn::Signature) -> Vec<Axis> {
    let axis = |dim: &Dim| match dim {
        Dim::Named { name, is_new } => Axis::Named(plain(name), *is_new),
        Dim::Fixed(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. })) => {
            length.base10_parse().map_or(Axis::Unknown, Axis::Fixed)
        }
        Dim::Fixed(syn::Expr::Path(path)) => {
            let constants = signature::constants(signature);
            let at = constants.iter().position(|name| path.path.is_ident(*name));
            at.map_or(Axis::Unknown, |at| Axis::Parameter(at as u32))
        }
        Dim::Fixed(_) => Axis::Unknown,
    };
    tensor.dims.iter().map(axis).collect()
}

/// How a launch passes the arguments.
fn parameters(
    params: &[Param],
    checked: &hir::Kernel,
    items: &[(DataType, Lanes)],
    (tensors, signature): (&[Tensor], &syn::Signature),
) -> Vec<Parameter> {
    let mut bound = 0..;
    let mut parameter = |param: &Param| {
        let number = if param.passing.is_bound() { bound.next() } else { None };
        let number: Option<usize> = number;
        let whole = param.whole.as_ref();
        let written = |ty: Ty| {
            let element = whole.map_or_else(|| ty.to_string(), signature::name_of);
            let lengths = param.rows.iter().flat_map(|rows| &rows.lengths);
            lengths.rev().fold(element, |row, length| format!("[{row}; {}]", signature::name_of(length)))
        };
        let scalar = || {
            let local = checked.scalars.iter().find(|(_, _, area)| area.is(param.area));
            local.map_or(4, |(local, ..)| checked.types.lanes(checked.locals[*local].ty) * 4)
        };
        let (access, ty) = match param.passing {
            Passing::Read(ty) => (Access::Read, ty),
            Passing::Write(ty) => (Access::Write, ty),
            Passing::Uniform(ty) => (Access::Uniform, ty),
            Passing::Atomic(ty) => (Access::Atomic, ty),
            Passing::Scalar(ty) => (Access::Value, ty),
            Passing::Unknown => (Access::Value, Ty::U32),
        };
        let of_buffer = number.and_then(|number| checked.buffers.get(number));
        let rows = of_buffer.filter(|_| param.rows.is_some()).and_then(|buffer| buffer.dimensions.get(1..));
        let of_row = |of: &Expr| {
            let mut steps = Vec::new();
            length(of, items, &mut steps);
            steps
        };
        let count = of_buffer.and_then(|buffer| buffer.exact.as_ref()).map(of_row);
        let count = param.count.as_ref().map(signature::name_of).zip(count);
        let mut lengths: Vec<Vec<LengthStep>> = rows.unwrap_or_default().iter().map(of_row).collect();
        let bytes =
            of_buffer.map_or_else(scalar, |buffer| checked.types.bytes(checked.types.resolve(buffer.ty)));
        let is_packed = match (whole, number) {
            (Some(_), Some(number)) => emit::is_packed(checked, number),
            (None, Some(_)) => ty.is_narrow(),
            _ => false,
        };
        let regrouped = number
            .filter(|_| {
                (whole.is_some() || param.rows.is_some() || ty.vector_lanes().is_some()) && !is_packed
            })
            .map(|number| emit::element(checked, number));
        let regrouped = regrouped.or((param.passing == Passing::Atomic(Ty::I32)).then_some(DataType::U32));
        // Structs and enums have names of the text's, which the host's types need not have.
        let of_number = match whole {
            Some(whole) => number_of(whole),
            None if ty.vector_lanes().is_some() => Some(ty.lane().to_string()),
            None => Some(ty.to_string()),
        };
        if of_number.is_some() && param.rows.is_none() {
            let local = || checked.scalars.iter().find(|(_, _, area)| area.is(param.area));
            let of_value = || local().map(|(local, ..)| checked.locals[*local].ty);
            let ty = of_buffer.map(|buffer| buffer.ty).or_else(of_value).unwrap_or(ty);
            lengths.extend(arrays(&checked.types, ty).map(|length| vec![LengthStep::Number(length)]));
        }
        let (name, element) = (plain(&param.name), written(ty));
        let tensor = tensor::of(tensors, &param.name).map(|tensor| axes(tensor, signature));
        Parameter {
            name,
            element,
            access,
            bytes,
            is_packed,
            number: of_number,
            regrouped,
            tensor,
            lengths,
            count,
        }
    };
    let all = params.iter().map(|param| (param, parameter(param)));
    all.filter(|(param, _)| tensor::owner(tensors, &param.name).is_none()).map(|(_, it)| it).collect()
}

/// The number that a type is, or that is in its arrays.
fn number_of(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Array(array) => number_of(&array.elem),
        syn::Type::Paren(inner) => number_of(&inner.elem),
        syn::Type::Group(inner) => number_of(&inner.elem),
        other => signature::value_type(other).map(|ty| ty.to_string()),
    }
}

/// The lengths of the arrays that a type is, the outermost first.
fn arrays(types: &Inference, ty: Ty) -> impl Iterator<Item = u32> {
    let mut open = Some(types.resolve(ty));
    std::iter::from_fn(move || {
        let ty = open.take()?;
        if let Some(lanes) = ty.vector_lanes() {
            return Some(lanes);
        }
        let (_, parts) = types.parts(ty).filter(|(form, _)| *form == Form::Array)?;
        open = parts.first().map(|part| types.resolve(*part));
        Some(parts.len() as u32)
    })
}
