//! What a launch has to know of its tensors: that they fit, and the numbers that the form of the program is told.

use super::layout::{AS_MANY, Layout, count, refused};
use crate::arg::Arg;
use crate::error::THE_PROGRAM;
use crate::{Error, Few, Limit};
use vyre_ir::{BufferDecl, Dim, Program, TensorType};
use vyre_lower::tensor::{LaunchWord, launch_words};

/// The dimensions of a launch by their names: each with its length, and the argument that said it.
#[derive(Default)]
pub(crate) struct Dimensions(Vec<(String, u64, String)>);

impl Dimensions {
    /// Notes the length that an argument has along a dimension.
    pub(crate) fn named(&mut self, dimension: &str, length: u64, name: &str) -> Result<(), Error> {
        match self.0.iter().find(|(known, ..)| known == dimension) {
            None => {
                self.0.push((dimension.to_string(), length, name.to_string()));
                Ok(())
            }
            Some((_, known, _)) if *known == length => Ok(()),
            Some((_, known, first)) => Err(Error::Dimension {
                dimension: dimension.to_string(),
                name: first.clone(),
                value: *known,
                other: name.to_string(),
                other_value: length,
            }),
        }
    }

    /// Holds a length against the one that the program has.
    pub(crate) fn known(axis: usize, wanted: u64, length: u64, name: &str) -> Result<(), Error> {
        if wanted == length {
            return Ok(());
        }
        let (dimension, other) = (axis.to_string(), name.to_string());
        Err(Error::Dimension {
            dimension,
            name: THE_PROGRAM.to_string(),
            value: wanted,
            other,
            other_value: length,
        })
    }
}

/// Refuses a view that has positions beyond what a `u32` numbers.
pub(crate) fn within(layout: &Layout) -> Result<(), Error> {
    let (asked, allowed) = (layout.end(), u64::from(u32::MAX));
    let fits = layout.shape.iter().chain(&layout.strides).all(|number| *number as u64 <= allowed);
    match asked <= allowed && (fits || layout.len() == 0) {
        true => Ok(()),
        false => Err(Error::Limit { limit: Limit::TensorElements, asked: asked.max(allowed + 1), allowed }),
    }
}

/// The layout of an argument, or of flat data for a tensor whose dimensions are all static.
fn layout(arg: &Arg<'_>, decl: &BufferDecl, ty: &TensorType) -> Result<Layout, Error> {
    if let Some(layout) = arg.layout() {
        return Ok(layout.clone());
    }
    let fixed = ty.shape.iter().map(|dim| match dim {
        Dim::Static(length) => Some(*length as usize),
        Dim::Dynamic(_) => None,
    });
    match fixed.collect::<Option<Vec<_>>>() {
        Some(shape) => Layout::dense(shape),
        None => {
            let expected = format!("a tensor of {} dimensions", ty.rank());
            Err(Error::Argument { name: decl.name.clone(), expected, got: arg.host.to_string() })
        }
    }
}

/// Checks the arguments of a program's tensors.
pub(crate) fn check(program: &Program, args: &[Arg<'_>]) -> Result<(), Error> {
    let mut dimensions = Dimensions::default();
    for (at, decl, ty) in program.tensors() {
        let Some(arg) = args.get(at) else { continue };
        let name = &decl.name;
        let view = layout(arg, decl, ty)?;
        let (expected, got) = (ty.rank(), view.shape.len());
        if expected != got {
            return Err(Error::Rank { name: name.clone(), expected, got });
        }
        for (axis, (dim, length)) in ty.shape.iter().zip(&view.shape).enumerate() {
            match dim {
                Dim::Static(wanted) => Dimensions::known(axis, u64::from(*wanted), *length as u64, name)?,
                Dim::Dynamic(dimension) => dimensions.named(dimension, *length as u64, name)?,
            }
        }
        let elements = count(&view.shape)?;
        let strides: Vec<usize> = ty.strides.iter().map(|stride| *stride as usize).collect();
        let is_flat = !arg.is_tensor();
        let given = match strides.is_empty() {
            true => view.clone(),
            false => Layout { strides, ..view.clone() },
        };
        if is_flat && arg.layout().is_some() && ty.strides.is_empty() && elements != arg.len() {
            let (shape, len) = (&view.shape, arg.len());
            return Err(refused(
                format!("`{name}` has {len} elements, and {shape:?} has {elements}"),
                AS_MANY,
            ));
        }
        if !decl.strided && !is_flat {
            let as_declared = match ty.strides.is_empty() {
                true => view.is_dense(),
                false => view.is_strided_as(&given.strides),
            };
            if !as_declared || view.offset != 0 {
                return Err(refused(
                    format!(
                        "the program has `{name}` with strides of its own, and the argument has {:?} from element {} on",
                        view.strides, view.offset
                    ),
                    "give the copy that to_dense() makes",
                ));
            }
        }
        within(&given)?;
        if decl.access.is_writable() && given.overlaps() {
            return Err(Error::Overlap { name: name.clone() });
        }
    }
    Ok(())
}

/// The numbers that the form of a program is told of its tensors. The arguments have been checked, or are those of a launch that has.
pub(crate) fn words(program: &Program, args: &[Arg<'_>]) -> Few<u32> {
    let tensors: Vec<(usize, &TensorType, Option<Layout>)> = program
        .tensors()
        .map(|(at, decl, ty)| (at, ty, args.get(at).and_then(|arg| layout(arg, decl, ty).ok())))
        .collect();
    let of = |at: usize| tensors.iter().find(|(tensor, ..)| *tensor == at).and_then(|it| it.2.as_ref());
    let number = |word: LaunchWord| match word {
        LaunchWord::Dimension(name) => tensors.iter().find_map(|(_, ty, layout)| {
            let axis = ty.shape.iter().position(|dim| *dim == Dim::Dynamic(name))?;
            layout.as_ref()?.shape.get(axis).copied()
        }),
        LaunchWord::Offset(at) => of(at).map(|layout| layout.offset),
        LaunchWord::Stride(at, axis) => of(at).and_then(|layout| layout.strides.get(axis).copied()),
    };
    let word = |word| u32::try_from(number(word).unwrap_or(0)).unwrap_or(u32::MAX);
    launch_words(program).into_iter().map(word).collect()
}
