//! The kernels of a function that is known as a text: the text gets two kernels that call it.

use super::{Code, GROUP, Inner, RowFunction, wire};
use crate::Error;
use crate::types::{ColumnType, Scalar};
use std::fmt::Write;
use std::sync::Arc;
use syn::{FnArg, GenericArgument, Item, PathArguments, ReturnType, Type};
use vyre::{Kernel, Module};

/// The names of the kernels: for all rows, and for those whose bit is set.
pub(super) const KERNELS: [&str; 2] = ["vyre_arrow_rows", "vyre_arrow_live_rows"];

pub(super) fn compile(name: &str, text: &str) -> Result<RowFunction, Error> {
    // The mistakes of the text are shown in the text as it is.
    Module::compile(text)?;
    let (parameters, result) = signature(name, text)?;
    let with_kernels = [false, true].iter().fold(text.to_string(), |mut text, is_masked| {
        text.push('\n');
        text.push_str(&kernel(name, &parameters, result, *is_masked));
        text
    });
    let module = Module::compile(&with_kernels)?;
    of_module(name, parameters, result, &module)
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
    let wire = wire::write(name, &parameters, result, wire::Kind::Module, &[&module.to_wire()]);
    let (name, code) = (name.to_string(), Code::Text(Box::new(kernels)));
    Ok(RowFunction { inner: Arc::new(Inner { name, parameters, result, code, wire }) })
}

/// The types that a function of the text takes and gives.
fn signature(name: &str, text: &str) -> Result<(Vec<ColumnType>, ColumnType), Error> {
    let refused = |problem: String| Error::Function { name: name.to_string(), problem };
    let file = syn::parse_file(text).map_err(|error| refused(error.to_string()))?;
    let found = file.items.iter().find_map(|item| match item {
        Item::Fn(function) if function.sig.ident == name => Some(&function.sig),
        _ => None,
    });
    let Some(signature) = found else {
        return Err(refused("the text has no function of this name outside of its modules".to_string()));
    };
    if !signature.generics.params.is_empty() {
        return Err(refused("it has parameters for types, and rows have one type".to_string()));
    }
    let mut parameters = Vec::new();
    for input in &signature.inputs {
        let FnArg::Typed(typed) = input else { return Err(refused("it is a method".to_string())) };
        let ty = column(&typed.ty).ok_or_else(|| {
            refused(format!(
                "its parameter {} is no column: take a number, a `bool`, `&[T]` of a number, or an `Option` of these",
                parameters.len() + 1
            ))
        })?;
        parameters.push(ty);
    }
    let result = match &signature.output {
        ReturnType::Type(_, ty) => column(ty).filter(|ty| !ty.is_slice),
        ReturnType::Default => None,
    };
    let result = result.ok_or_else(|| {
        refused("its result is no column: give a number, a `bool`, or an `Option` of one".to_string())
    })?;
    Ok((parameters, result))
}

/// The column that a type is.
fn column(ty: &Type) -> Option<ColumnType> {
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

/// A parameter of such a kernel: its name, and its type as Rust writes it.
type Parameter = (String, String);

/// The parameters of such a kernel, in order.
pub(super) fn parameters(columns: &[ColumnType], result: ColumnType, is_masked: bool) -> Vec<Parameter> {
    let mut list = Vec::new();
    let mut add = |name: String, ty: &str| list.push((name, ty.to_string()));
    for (at, ty) in columns.iter().enumerate() {
        match (ty.scalar, ty.is_slice) {
            (Scalar::Bool, _) => {
                add(format!("column_{at}"), "&[u8]");
                add(format!("first_{at}"), "u32");
            }
            (scalar, is_slice) => {
                add(format!("column_{at}"), &format!("&[{}]", scalar.element()));
                if is_slice {
                    add(format!("offsets_{at}"), "&[u32]");
                }
            }
        }
        if ty.is_nullable {
            add(format!("valid_{at}"), "&[u8]");
            add(format!("first_valid_{at}"), "u32");
        }
    }
    if is_masked {
        add("live".to_string(), "&[u8]");
        add("first_live".to_string(), "u32");
    }
    add("out".to_string(), &format!("&mut [{}]", result.scalar.written().element()));
    if result.is_nullable {
        add("valid".to_string(), "&mut [u32]");
    }
    list
}

/// The kernel that calls the function for each row, as text.
fn kernel(name: &str, columns: &[ColumnType], result: ColumnType, is_masked: bool) -> String {
    let bit =
        |bits: &str, first: &str| format!("({bits}[({first} + row) >> 3] >> (({first} + row) & 7)) & 1 != 0");
    let args = columns.iter().enumerate().map(|(at, ty)| {
        let value = match ty.scalar {
            Scalar::Bool => bit(&format!("column_{at}"), &format!("first_{at}")),
            _ if ty.is_slice => {
                format!("&column_{at}[offsets_{at}[row] as usize..offsets_{at}[row + 1] as usize]")
            }
            Scalar::I128 => format!("column_{at}[row] as i128"),
            _ => format!("column_{at}[row]"),
        };
        match ty.is_nullable {
            true => {
                let is_valid = bit(&format!("valid_{at}"), &format!("first_valid_{at}"));
                format!("if {is_valid} {{ Some({value}) }} else {{ None }}")
            }
            false => value,
        }
    });
    let args: Vec<String> = args.collect();
    let written = |value: &str| match result.scalar {
        Scalar::Bool | Scalar::U8 | Scalar::U16 => format!("{value} as u32"),
        Scalar::I8 | Scalar::I16 => format!("{value} as i32"),
        Scalar::I128 => format!("{value} as u128"),
        _ => value.to_string(),
    };
    let call = format!("{name}({})", args.join(", "));
    let store = match result.is_nullable {
        true => {
            format!("if let Some(given) = {call} {{ out[row] = {}; valid[row] = 1; }}", written("given"))
        }
        false => format!("let given = {call}; out[row] = {};", written("given")),
    };
    let condition = match is_masked {
        true => format!("row < out.len() && {}", bit("live", "first_live")),
        false => "row < out.len()".to_string(),
    };
    let mut list = String::new();
    for (name, ty) in parameters(columns, result, is_masked) {
        // A `String` takes all that is written.
        let _ = write!(list, "{name}: {ty}, ");
    }
    let kernel = KERNELS[usize::from(is_masked)];
    format!(
        "#[kernel(workgroup_size = {GROUP})]\nfn {kernel}({list}) {{ let row = invocation_id().x; if {condition} {{ {store} }} }}\n"
    )
}

/// Whether a kernel has the parameters that it must have.
pub(super) fn fits(kernel: &Kernel, columns: &[ColumnType], result: ColumnType, is_masked: bool) -> bool {
    let wanted = parameters(columns, result, is_masked);
    let has = kernel.parameters();
    kernel.constants().is_empty()
        && kernel.types().is_empty()
        && has.len() == wanted.len()
        && has.iter().zip(&wanted).all(|(has, (name, ty))| has.name() == name && has.ty() == *ty)
}
