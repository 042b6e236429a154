//! The way of a kernel through the macros of the types that it names.

use super::definition::group;
use super::source::{self, Of};
use super::{Definition, Definitions, Job, Known, declare, text_of};
use crate::attribute;
use crate::check;
use crate::diagnostics::{Area, Errors, use_of_prelude};
use crate::expand;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::rc::Rc;
use syn::Path;
use syn::parse::{Parse, ParseStream, Result};
use syn::{Ident, braced};
use vyre_ir::similar;

/// What the macros hand on: all that [`finish`] needs, but the definition of the type that is asked for.
struct State {
    job: Job,
    krate: TokenStream,
    attribute: TokenStream,
    item: TokenStream,
    /// The type that is asked for.
    path: Path,
    /// Those that are still to be asked for.
    rest: Vec<Path>,
    known: Definitions,
}

fn job_name(job: Job) -> TokenStream {
    match job {
        Job::Kernel => quote!(kernel),
        Job::Function => quote!(function),
        Job::Data => quote!(data),
    }
}

/// Asks for the definitions of types, for what is expanded then.
pub(crate) fn ask(
    job: Job,
    paths: Vec<Path>,
    krate: &TokenStream,
    attribute: TokenStream,
    item: TokenStream,
) -> TokenStream {
    let (mut errors, mut known) = (Errors::of(item.clone()), Definitions::default());
    // The first one is the function itself.
    let own: Vec<String> = functions_inside(item.clone()).into_iter().skip(1).collect();
    let (unknown, asked): (Vec<Path>, Vec<Path>) = paths
        .into_iter()
        .partition(|path| report_unmarked(path, &mut errors) || report_missing(path, &own, &mut errors));
    unknown.iter().for_each(|path| known.poison(path));
    let errors = errors.into_items(krate);
    let mut paths = asked.into_iter();
    let asked = match paths.next() {
        Some(path) => {
            // What is asked for may not be there.
            // Beside a method no item may stand.
            let is_inside = attribute.clone().into_iter().any(|word| word.to_string() == attribute::INSIDE);
            let used = (!is_inside).then(|| use_of_prelude(krate));
            let state =
                State { job, krate: krate.clone(), attribute, item, path, rest: paths.collect(), known };
            let asked = state.ask();
            quote!(#used #asked)
        }
        None => expanded(job, attribute, item, &known),
    };
    quote!(#errors #asked)
}

/// Whether a path is that of a function or a type without its attribute in the same file; reports it.
fn report_unmarked(path: &Path, errors: &mut Errors) -> bool {
    let of = if is_function(path) { Of::Function } else { Of::Type };
    let Some(found) = source::unmarked(path, of) else { return false };
    let Some(name) = path.segments.last().map(|last| &last.ident) else { return false };
    let (keyword, line) = (found.keyword, found.line);
    if keyword == "type" {
        let problem = format!("kernels do not see what `type {name}` in line {line} stands for");
        let ty = found.stands_for.unwrap_or_else(|| "the type itself".to_string());
        errors.report(Area::of(path), problem, format!("write `{ty}`"));
        return true;
    }
    let attribute = of.attribute();
    let problem = format!("`{name}` has no `#[vyre::{attribute}]`, so kernels do not know it");
    errors.report(Area::of(path), problem, format!("write it before `{keyword} {name}` in line {line}"));
    true
}

/// Whether a path is that of a function that there is not; reports it. Where the file cannot tell, rustc says that it finds no such macro.
fn report_missing(path: &Path, own: &[String], errors: &mut Errors) -> bool {
    let beside = is_function(path).then(|| source::functions_beside_missing(path)).flatten();
    let (Some(beside), Some(name)) = (beside, path.get_ident()) else { return false };
    let own = own.iter().map(|name| (name.as_str(), None));
    let beside = beside.iter().map(|(name, line)| (name.as_str(), *line));
    let known: Vec<(&str, Option<usize>)> = own.chain(beside).collect();
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).chain(check::BUILT_INS).collect();
    let meant = similar::nearest(&name.to_string(), &names);
    let unmarked = known.iter().find(|(name, _)| Some(*name) == meant).and_then(|(_, line)| *line);
    let fix = match (check::instead_of_call(&name.to_string()), meant, unmarked) {
        (Some(fix), ..) => fix,
        (_, Some(meant), Some(line)) => {
            format!("write `{meant}`, and `#[vyre::function]` before `fn {meant}` in line {line}")
        }
        (_, Some(meant), None) => format!("write `{meant}`"),
        (_, None, _) => "declare it with `#[vyre::function]`, or import it".to_string(),
    };
    errors.report(Area::of(path), format!("there is no function `{name}` here"), fix);
    true
}

/// The functions inside a function.
fn functions_inside(item: TokenStream) -> Vec<String> {
    let (mut names, mut is_name) = (Vec::new(), false);
    for token in item {
        match token {
            TokenTree::Group(group) => names.extend(functions_inside(group.stream())),
            TokenTree::Ident(name) if is_name => names.push(name.to_string()),
            TokenTree::Ident(name) if name == "fn" => {
                is_name = true;
                continue;
            }
            _ => {}
        }
        is_name = false;
    }
    names
}

/// Whether a path is written as those of functions are.
fn is_function(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| !last.ident.to_string().starts_with(char::is_uppercase))
}

impl State {
    fn ask(self) -> TokenStream {
        let State { job, krate, attribute, item, path, rest, known } = self;
        let job = job_name(job);
        let known = known.tokens();
        let needed = match is_function(&path) {
            true => quote!(calls_need_functions_with_the_attribute_vyre_function),
            false => quote!(types_of_kernels_need_the_attribute_vyre_data),
        };
        // The name of the first macro is what rustc shows where there is no macro of the type's name.
        quote! {
            #krate::__private::#needed! {
                #path ! {
                    { #krate::__private::finish }
                    #job { #krate } { #attribute } { #item } { #path } { #({ #rest })* } { #known }
                }
            }
        }
    }
}

/// The call of a type's macro as tokens of the macro that is being expanded, up to its arguments.
pub fn named_types(tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        if !matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace) {
            token.set_span(Span::mixed_site().located_at(token.span()));
        }
        token
    });
    tokens.collect()
}

/// Expands what was asked for, or asks for the next type.
pub fn finish(tokens: TokenStream) -> TokenStream {
    let Finish { definition, mut state } = match syn::parse2(tokens) {
        Ok(finish) => finish,
        Err(error) => return error.into_compile_error(),
    };
    let path = state.path.clone();
    let text = text_of(&path);
    state.known.list.push(Known { path: path.into_token_stream(), text, definition: Rc::new(definition) });
    if state.rest.is_empty() {
        return expanded(state.job, state.attribute, state.item, &state.known);
    }
    state.path = state.rest.remove(0);
    state.ask()
}

fn expanded(job: Job, attribute: TokenStream, item: TokenStream, known: &Definitions) -> TokenStream {
    match job {
        Job::Kernel => expand::kernel_with(attribute, item, Some(known)),
        Job::Function => expand::function_with(attribute, item, Some(known)),
        Job::Data => declare::data_with(attribute, item, Some(known)),
    }
}

struct Finish {
    definition: Definition,
    state: State,
}

impl Parse for Finish {
    fn parse(input: ParseStream<'_>) -> Result<Finish> {
        let definition = syn::parse2(group(input)?)?;
        let job: Ident = input.parse()?;
        let job = match job.to_string().as_str() {
            "kernel" => Job::Kernel,
            "function" => Job::Function,
            _ => Job::Data,
        };
        let (krate, attribute, item) = (group(input)?, group(input)?, group(input)?);
        let path = syn::parse2(group(input)?)?;
        let (rest, known);
        braced!(rest in input);
        let mut paths = Vec::new();
        while !rest.is_empty() {
            paths.push(syn::parse2(group(&rest)?)?);
        }
        braced!(known in input);
        let known: Definitions = known.parse()?;
        Ok(Finish { definition, state: State { job, krate, attribute, item, path, rest: paths, known } })
    }
}
