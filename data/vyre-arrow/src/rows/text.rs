//! The kernels of a function that is known as a text: the text gets two kernels that call it.

use super::{Code, GROUP, Inner, Kernels, RowFunction, wire};
use crate::Error;
use crate::types::{ColumnType, Scalar};
use std::sync::Arc;
use syn::{FnArg, GenericArgument, Item, PathArguments, ReturnType, Signature, Type};
use vyre::{Kernel, Module};

/// The names of the kernels: for all rows, and for those whose bit is set.
pub(super) const KERNELS: [&str; 2] = ["vyre_arrow_rows", "vyre_arrow_live_rows"];

/// The name of the kernel that writes what is in slices, where the others only write how long they are.
pub(super) const FILL: &str = "vyre_arrow_fill";

pub(super) fn compile(name: &str, text: &str) -> Result<RowFunction, Error> {
    // The mistakes of the text are shown in the text as it is.
    Module::compile(text)?;
    let (parameters, result) = signature(name, text)?;
    let mut with_kernels = text.to_string();
    for is_masked in [false, true] {
        with_kernels.push_str(&kernel(name, &parameters, result, is_masked));
    }
    if result.is_slice {
        with_kernels.push_str(&fill(name, &parameters, result));
    }
    of_module(name, parameters, result, &Module::compile(&with_kernels)?)
}

/// The function with the kernels of a module.
pub(super) fn of_module(
    name: &str,
    parameters: Vec<ColumnType>,
    result: ColumnType,
    module: &Module,
) -> Result<RowFunction, Error> {
    let [all, masked] = KERNELS.map(|kernel| module.kernel(kernel));
    let kernels = [all?, masked?];
    let fill = result.is_slice.then(|| module.kernel(FILL)).transpose()?;
    let wire = wire::write(name, &parameters, result, wire::Kind::Module, &[&module.to_wire()]);
    let (name, code) = (name.to_string(), Code::Text(Box::new(Kernels { kernels, fill })));
    Ok(RowFunction { inner: Arc::new(Inner { name, parameters, result, code, wire }) })
}

/// A function of the text, outside of its modules and without parameters for types.
pub(super) fn function<'f>(file: &'f syn::File, name: &str) -> Result<&'f Signature, String> {
    let found = file.items.iter().find_map(|item| match item {
        Item::Fn(function) if function.sig.ident == name => Some(&function.sig),
        _ => None,
    });
    match found {
        Some(signature) if signature.generics.params.is_empty() => Ok(signature),
        Some(_) => Err(format!("`{name}` has parameters for types, and rows have one type")),
        None => Err(format!("the text has no function `{name}` outside of its modules")),
    }
}

/// The types of the parameters of a function.
pub(super) fn typed(signature: &Signature) -> Result<Vec<&Type>, String> {
    let each = signature.inputs.iter().map(|input| match input {
        FnArg::Typed(typed) => Ok(&*typed.ty),
        FnArg::Receiver(_) => Err(format!("`{}` is a method", signature.ident)),
    });
    each.collect()
}

/// The columns that types of parameters are.
pub(super) fn columns(types: &[&Type]) -> Result<Vec<ColumnType>, String> {
    let each = types.iter().enumerate().map(|(at, ty)| {
        column(ty).ok_or_else(|| {
            format!(
                "its parameter {} is no column: take a number, a `bool`, `&[T]` of a number, or an `Option` of these",
                at + 1
            )
        })
    });
    each.collect()
}

/// What a function gives, if it is no slice.
pub(super) fn given(signature: &Signature) -> Result<ColumnType, String> {
    let result = match &signature.output {
        ReturnType::Type(_, ty) => column(ty).filter(|ty| !ty.is_slice),
        ReturnType::Default => None,
    };
    result.ok_or_else(|| {
        "its result is no column: give a number, a `bool`, or an `Option` of one; for a string or a list take `&mut [T]` last, and give its length".to_string()
    })
}

/// The types that a function of the text takes and gives. One whose last parameter is a `&mut [T]` gives a slice, and its result is the length.
fn signature(name: &str, text: &str) -> Result<(Vec<ColumnType>, ColumnType), Error> {
    let refused = |problem: String| Error::Function { name: name.to_string(), problem };
    let file = syn::parse_file(text).map_err(|error| refused(error.to_string()))?;
    let found = function(&file, name).map_err(refused)?;
    let types = typed(found).map_err(refused)?;
    let slice = types.split_last().and_then(|(last, rest)| Some((written_slice(last)?, rest)));
    let Some((slice, rest)) = slice else {
        return Ok((columns(&types).map_err(refused)?, given(found).map_err(refused)?));
    };
    let slice = slice.map_err(refused)?;
    let length = length(found).ok_or_else(|| {
        refused(
            "it writes a slice, so its result is the length: give a `u32` or an `Option<u32>`".to_string(),
        )
    })?;
    Ok((columns(rest).map_err(refused)?, ColumnType { is_nullable: length.is_nullable, ..slice }))
}

/// The slice that a parameter `&mut [T]` is.
fn written_slice(ty: &Type) -> Option<Result<ColumnType, String>> {
    let Type::Reference(reference) = ty else { return None };
    reference.mutability?;
    let Type::Slice(slice) = &*reference.elem else { return None };
    let element = column(&slice.elem).filter(|ty| !ty.is_slice && !ty.is_nullable);
    let slice = element.map(|ty| ColumnType { is_slice: true, ..ty }).filter(|ty| ty.is_result());
    Some(slice.ok_or_else(|| "what it writes is no slice of a number of at most 64 bits".to_string()))
}

/// The result of a function that gives a length.
fn length(signature: &Signature) -> Option<ColumnType> {
    let ReturnType::Type(_, ty) = &signature.output else { return None };
    column(ty).filter(|ty| !ty.is_slice && ty.scalar == Scalar::U32)
}

/// The column that a type is.
pub(super) fn column(ty: &Type) -> Option<ColumnType> {
    let ty = match ty {
        Type::Reference(reference) if reference.mutability.is_none() => {
            let Type::Slice(slice) = &*reference.elem else { return None };
            let element = column(&slice.elem)?;
            let is_plain = !element.is_slice && !element.is_nullable;
            is_plain.then_some(ColumnType { is_slice: true, ..element })?
        }
        Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            match &last.arguments {
                PathArguments::None => ColumnType::of(Scalar::named(&last.ident.to_string())?),
                PathArguments::AngleBracketed(list) if last.ident == "Option" && list.args.len() == 1 => {
                    let Some(GenericArgument::Type(inner)) = list.args.first() else { return None };
                    let inner = column(inner)?;
                    (!inner.is_nullable).then_some(inner.nullable())?
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    ty.is_known().then_some(ty)
}

/// A parameter of a kernel: its name, and its type as Rust writes it.
pub(super) type Parameter = (String, String);

pub(super) fn parameter(name: impl Into<String>, ty: impl Into<String>) -> Parameter {
    (name.into(), ty.into())
}

/// The parameters for columns.
pub(super) fn read(columns: &[ColumnType]) -> Vec<Parameter> {
    let mut list = Vec::new();
    for (at, ty) in columns.iter().enumerate() {
        match (ty.scalar, ty.is_slice) {
            (Scalar::Bool, _) => {
                list.push(parameter(format!("column_{at}"), "&[u8]"));
                list.push(parameter(format!("first_{at}"), "u32"));
            }
            (scalar, is_slice) => {
                list.push(parameter(format!("column_{at}"), format!("&[{}]", scalar.element())));
                if is_slice {
                    list.push(parameter(format!("offsets_{at}"), "&[u32]"));
                }
            }
        }
        if ty.is_nullable {
            list.push(parameter(format!("valid_{at}"), "&[u8]"));
            list.push(parameter(format!("first_valid_{at}"), "u32"));
        }
    }
    list
}

/// The parameters for results.
pub(super) fn write(result: ColumnType) -> Vec<Parameter> {
    let mut list = Vec::new();
    match result.is_slice {
        true => list.extend([
            parameter("out", "&mut [u32]"),
            parameter("nothing", format!("&mut [{}]", result.scalar.element())),
        ]),
        false => list.push(parameter("out", format!("&mut [{}]", result.scalar.written().element()))),
    }
    if result.is_nullable {
        list.push(parameter("valid", "&mut [u32]"));
    }
    list
}

/// The parameters of a kernel for rows, in order.
fn parameters(columns: &[ColumnType], result: ColumnType, is_masked: bool) -> Vec<Parameter> {
    let mut list = read(columns);
    if is_masked {
        list.extend([parameter("live", "&[u8]"), parameter("first_live", "u32")]);
    }
    list.extend(write(result));
    list
}

/// The parameters of the kernel that fills slices, in order.
fn fill_parameters(columns: &[ColumnType], result: ColumnType) -> Vec<Parameter> {
    let mut list = read(columns);
    list.extend([
        parameter("ends", "&[u32]"),
        parameter("out", format!("&mut [{}]", result.scalar.element())),
    ]);
    list
}

fn bit(bits: &str, first: &str) -> String {
    format!("({bits}[({first} + row) >> 3] >> (({first} + row) & 7)) & 1 != 0")
}

/// What the columns have in the row `row`, as arguments.
pub(super) fn row(columns: &[ColumnType]) -> Vec<String> {
    let each = columns.iter().enumerate().map(|(at, ty)| {
        let value = match ty.scalar {
            Scalar::Bool => bit(&format!("column_{at}"), &format!("first_{at}")),
            _ if ty.is_slice => {
                format!("&column_{at}[offsets_{at}[row] as usize..offsets_{at}[row + 1] as usize]")
            }
            scalar => scalar.read(&format!("column_{at}[row]")),
        };
        match ty.is_nullable {
            true => {
                let is_valid = bit(&format!("valid_{at}"), &format!("first_valid_{at}"));
                format!("if {is_valid} {{ Some({value}) }} else {{ None }}")
            }
            false => value,
        }
    });
    each.collect()
}

/// A kernel as text.
pub(super) fn text(name: &str, parameters: &[Parameter], body: &str) -> String {
    let list: Vec<String> = parameters.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
    let list = list.join(", ");
    format!("\n#[kernel(workgroup_size = {GROUP})]\nfn {name}({list}) {{ {body} }}\n")
}

/// The statement that stores what an expression gives.
pub(super) fn store(result: ColumnType, value: &str) -> String {
    let written = |value: &str| if result.is_slice { value.to_string() } else { result.scalar.write(value) };
    match result.is_nullable {
        true => {
            format!("if let Some(given) = {value} {{ out[row] = {}; valid[row] = 1; }}", written("given"))
        }
        false => format!("let given = {value}; out[row] = {};", written("given")),
    }
}

/// The kernel that calls the function for each row.
fn kernel(name: &str, columns: &[ColumnType], result: ColumnType, is_masked: bool) -> String {
    let mut args = row(columns);
    if result.is_slice {
        args.push("&mut nothing[0..0]".to_string());
    }
    let condition = match is_masked {
        true => format!("row < out.len() && {}", bit("live", "first_live")),
        false => "row < out.len()".to_string(),
    };
    let store = store(result, &format!("{name}({})", args.join(", ")));
    let body = format!("let row = invocation_id().x; if {condition} {{ {store} }}");
    text(KERNELS[usize::from(is_masked)], &parameters(columns, result, is_masked), &body)
}

/// The kernel that calls the function for each row whose slice has a length, with the slice.
fn fill(name: &str, columns: &[ColumnType], result: ColumnType) -> String {
    let mut args = row(columns);
    args.push("&mut out[ends[row] as usize..ends[row + 1] as usize]".to_string());
    let call = format!("let _ = {name}({});", args.join(", "));
    let body = format!(
        "let row = invocation_id().x; if row + 1 < ends.len() {{ if ends[row] < ends[row + 1] {{ {call} }} }}"
    );
    text(FILL, &fill_parameters(columns, result), &body)
}

/// Whether a kernel has these parameters.
pub(super) fn has(kernel: &Kernel, wanted: &[Parameter]) -> bool {
    let has = kernel.parameters();
    kernel.constants().is_empty()
        && kernel.types().is_empty()
        && has.len() == wanted.len()
        && has.iter().zip(wanted).all(|(has, (name, ty))| has.name() == name && has.ty() == *ty)
}

/// Whether a module has the kernels of a function.
pub(super) fn fits(module: &Module, columns: &[ColumnType], result: ColumnType) -> Result<bool, Error> {
    for (kernel, is_masked) in KERNELS.iter().zip([false, true]) {
        if !has(&module.kernel(kernel)?, &parameters(columns, result, is_masked)) {
            return Ok(false);
        }
    }
    Ok(!result.is_slice || has(&module.kernel(FILL)?, &fill_parameters(columns, result)))
}
