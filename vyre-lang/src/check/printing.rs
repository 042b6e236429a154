//! `println!`, `print!`, `eprintln!`, `eprint!` and `dbg!`.

use super::extent::Extent;
use super::{Checker, plain};
use crate::data::Written;
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Format, Kind, Printing, Stmt};
use crate::standard::is_char;
use crate::syntax::strip;
use crate::types::{Form, Ty};
use proc_macro2::{Span, TokenStream, TokenTree};
use std::cmp::Ordering;
use syn::Token;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use vyre_ir::printing::{Count, MAX_DEPTH, Spec};

/// The macros, with whether they end the line, and whether they write to the standard error.
const MACROS: [(&str, bool, bool); 4] =
    [("println", true, false), ("print", false, false), ("eprintln", true, true), ("eprint", false, true)];

/// The most words that a line has of values.
pub(crate) const MAX_WORDS: u32 = 256;

/// `value` or `name = value`.
struct Given {
    name: Option<syn::Ident>,
    value: syn::Expr,
}

impl Parse for Given {
    fn parse(input: ParseStream<'_>) -> syn::Result<Given> {
        let is_named = input.peek(syn::Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]);
        let name = is_named.then(|| input.parse::<syn::Ident>()).transpose()?;
        if name.is_some() {
            input.parse::<Token![=]>()?;
        }
        Ok(Given { name, value: input.parse()? })
    }
}

/// A format, and what it writes.
struct Line {
    format: Option<syn::LitStr>,
    given: Vec<Given>,
}

impl Parse for Line {
    fn parse(input: ParseStream<'_>) -> syn::Result<Line> {
        if input.is_empty() {
            return Ok(Line { format: None, given: Vec::new() });
        }
        let format = input.parse().map_err(|error| {
            syn::Error::new(error.span(), "the format is a literal. Fix: write `println!(\"{}\", x)`.")
        })?;
        let comma: Option<Token![,]> = input.parse()?;
        let given = comma.map(|_| Punctuated::<Given, Token![,]>::parse_terminated(input)).transpose()?;
        let given = given.into_iter().flatten().collect();
        Ok(Line { format: Some(format), given })
    }
}

impl Checker<'_> {
    /// What prints, if the macro does.
    pub(super) fn printing(&mut self, call: &syn::Macro) -> Option<Expr> {
        let name = plain(&call.path.segments.last()?.ident);
        let area = Area::of(&call.path).to(Area::of(&call.bang_token));
        if name == "dbg" {
            return Some(self.debugged(call, area).unwrap_or_else(|| Expr::error(area)));
        }
        let (_, ends_line, is_error) = MACROS.into_iter().find(|(known, ..)| *known == name)?;
        let line = match call.parse_body_with(Line::parse) {
            Ok(line) => line,
            Err(error) => {
                self.errors.report_syntax(&error);
                return Some(Expr::error(area));
            }
        };
        Some(self.line((ends_line, is_error), line, area).unwrap_or_else(|| Expr::error(area)))
    }

    fn line(&mut self, (ends_line, is_error): (bool, bool), line: Line, area: Area) -> Option<Expr> {
        let mut values: Vec<syn::Expr> = line.given.iter().map(|given| given.value.clone()).collect();
        let mut names: Vec<Option<String>> =
            line.given.iter().map(|given| given.name.as_ref().map(plain)).collect();
        let span = line.format.as_ref().map_or_else(Span::call_site, syn::LitStr::span);
        let mut pieces = match &line.format {
            Some(format) => self.pieces(format, &mut values, &mut names)?,
            None => Vec::new(),
        };
        let unused = (0..line.given.len()).find(|at| {
            !pieces.iter().any(|piece| match piece {
                Format::Text(_) => false,
                Format::Value { at: used, spec } => {
                    let spec = Spec::of(spec);
                    let is_it = |count: &Option<Count>| *count == Some(Count::Argument(at.to_string()));
                    used == at || is_it(&spec.width) || is_it(&spec.precision)
                }
            })
        });
        if let Some(unused) = unused {
            let problem = "the format does not write this value";
            self.errors.report(
                Area::of(&line.given[unused].value),
                problem,
                "write a `{}` for it, or remove it",
            );
            return None;
        }
        if ends_line {
            pieces.push(Format::Text("\n".to_string()));
        }
        self.literals(&mut pieces, &mut values)?;
        let mut stmts = Vec::new();
        let args: Vec<Expr> = values.iter().map(|value| self.printed(value, &mut stmts)).collect();
        for piece in &pieces {
            let Format::Value { at, spec } = piece else { continue };
            let spec = Spec::of(spec);
            self.demand_printable(args.get(*at)?, spec.of_trait())?;
            for count in [&spec.width, &spec.precision] {
                if let Some(Count::Argument(at)) = count {
                    let count = args.get(at.parse::<usize>().ok()?)?;
                    self.demand_count(count)?;
                }
            }
        }
        let printing = Printing { is_error, pieces, args };
        Some(self.print(printing, stmts, None, area.to(span.into())))
    }

    /// Writes the values that are literals of texts into the format.
    fn literals(&mut self, pieces: &mut [Format], values: &mut Vec<syn::Expr>) -> Option<()> {
        for of in (0..values.len()).rev() {
            let value = strip(&values[of]);
            let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = value else { continue };
            let (text, area) = (text.value(), value.area());
            values.remove(of);
            for piece in &mut *pieces {
                let Format::Value { at, spec } = piece else { continue };
                let mut format = Spec::of(spec);
                for count in [&mut format.width, &mut format.precision] {
                    if let Some(Count::Argument(name)) = count
                        && let Ok(number) = name.parse::<usize>()
                    {
                        if number == of {
                            let problem = "a width and a precision are `usize`, got a text";
                            self.errors.report(area, problem, "write a number");
                            return None;
                        }
                        *name = (number - usize::from(number > of)).to_string();
                    }
                }
                match (*at).cmp(&of) {
                    Ordering::Less => *spec = format.to_string(),
                    Ordering::Greater => (*at, *spec) = (*at - 1, format.to_string()),
                    Ordering::Equal => match format.text(&text) {
                        Some(text) => *piece = Format::Text(text),
                        None => {
                            let problem = "a text has no such format in kernels";
                            self.errors.report(
                                area,
                                problem,
                                "write `{}`, with numbers as width and precision",
                            );
                            return None;
                        }
                    },
                }
            }
        }
        Some(())
    }

    /// `dbg!(value)`, which gives the value.
    fn debugged(&mut self, call: &syn::Macro, area: Area) -> Option<Expr> {
        let values = match call.parse_body_with(Punctuated::<syn::Expr, Token![,]>::parse_terminated) {
            Ok(values) => values,
            Err(error) => {
                self.errors.report_syntax(&error);
                return None;
            }
        };
        let [value] = &values.iter().collect::<Vec<_>>()[..] else {
            self.errors.report(area, "`dbg!` takes one value in kernels", "write one for each value");
            return None;
        };
        let text = self.errors.text(value.area()).unwrap_or_else(|| "value".to_string());
        let start = area.start.start();
        let file = area.start.file();
        let head = format!("[{file}:{}:{}] {text} = ", start.line, start.column + 1);
        let mut stmts = Vec::new();
        let arg = self.printed(value, &mut stmts);
        self.demand_printable(&arg, "Debug")?;
        let pieces = vec![
            Format::Text(head),
            Format::Value { at: 0, spec: "#?".to_string() },
            Format::Text("\n".to_string()),
        ];
        let printing = Printing { is_error: true, pieces, args: vec![arg.clone()] };
        Some(self.print(printing, stmts, Some(arg), area))
    }

    fn print(&mut self, printing: Printing, mut stmts: Vec<Stmt>, value: Option<Expr>, area: Area) -> Expr {
        // Who calls a function that prints calls it in its place.
        self.has_assertions = true;
        let ty = value.as_ref().map_or(Ty::Unit, |value| value.ty);
        stmts.push(Stmt::Expr(Expr { kind: Kind::Print(Box::new(printing)), ty: Ty::Unit, area }));
        let tail = value.map(Box::new);
        Expr { kind: Kind::Block(Block { stmts, tail }), ty, area }
    }

    /// A value that is printed, in a variable.
    fn printed(&mut self, value: &syn::Expr, stmts: &mut Vec<Stmt>) -> Expr {
        let mut value = strip(value);
        while let syn::Expr::Reference(reference) = value {
            value = strip(&reference.expr);
        }
        if let syn::Expr::Index(index) = value
            && let syn::Expr::Range(_) = strip(&index.index)
        {
            let fix = "print its elements in a loop";
            self.errors.report(value.area(), "kernels print no slices", fix);
            return Expr::error(value.area());
        }
        let checked = self.base(value);
        let checked = self.pointed(checked);
        let checked = self.unit_as_value(checked);
        match self.infer.resolve(checked.ty) {
            Ty::Error | Ty::Never => checked,
            _ => self.hidden("printed", checked, stmts),
        }
    }

    /// Whether a value is a `usize`, as a width and a precision are; reports it otherwise.
    fn demand_count(&mut self, count: &Expr) -> Option<()> {
        self.take_told(count.ty);
        let ty = self.infer.resolve(count.ty);
        if matches!(ty, Ty::U32 | Ty::Int(_)) {
            return self.demand(count, Ty::U32).then_some(());
        }
        if ty != Ty::Error {
            let problem = format!("a width and a precision are `usize`, got `{}`", self.infer.name(ty));
            self.errors.report(count.area, problem, "write `as usize` behind it where it gets its value");
        }
        None
    }

    /// Whether a value has a trait of formats, as far as its type is known; reports it otherwise.
    fn demand_printable(&mut self, value: &Expr, of_trait: &str) -> Option<()> {
        self.take_told(value.ty);
        let mut ty = self.infer.resolve(value.ty);
        if matches!(ty, Ty::Error | Ty::Never) {
            return None;
        }
        if ty == Ty::Unit {
            self.errors.report(value.area, "this expression has no value", "print a value");
            return None;
        }
        while let Some((form, parts)) = self.infer.parts(ty)
            && let [part] = parts[..]
            && (form == Form::Reference || matches!(self.infer.written(ty), Some(Written::Parts(_))))
        {
            ty = self.infer.resolve(part);
        }
        let is_char = self.infer.data_of(ty).is_some_and(|data| is_char(&data.definition.name));
        let has_parts = !is_char
            && (self.infer.parts(ty).is_some() || ty.vector_lanes().is_some() || matches!(ty, Ty::Enum(_)));
        let has_it = match of_trait {
            "Debug" => true,
            "Display" => !has_parts,
            "LowerExp" | "UpperExp" => ty.is_integer() || ty.is_float(),
            _ => ty.is_integer(),
        };
        if !has_it {
            let problem = format!("`{}` has no `{of_trait}` in kernels", self.infer.name(ty));
            let fix = if has_parts { "write `{:?}`" } else { "write `{}`" };
            self.errors.report(value.area, problem, fix);
            return None;
        }
        if let Some(unwritten) = self.unwritten(ty) {
            let name = self.infer.name(unwritten);
            let problem =
                format!("kernels print with the `Debug` that is derived, and `{name}` derives none");
            let fix = format!(
                "write `#[derive(Debug)]` in front of `{name}`, in the place of an `impl`, or print the fields"
            );
            self.errors.report(value.area, problem, fix);
            return None;
        }
        if self.holds_slices(ty) {
            let problem = format!("kernels print no `{}`", self.infer.name(ty));
            self.errors.report(value.area, problem, "print its elements in a loop");
            return None;
        }
        if self.depth_of_variants(ty) > MAX_DEPTH {
            let problem = format!("values that are printed have at most {MAX_DEPTH} enums in each other");
            self.errors.report(value.area, problem, "print what it holds in a `match`");
            return None;
        }
        if self.infer.words(ty) > MAX_WORDS {
            let problem = format!("a line has at most {MAX_WORDS} words of values");
            self.errors.report(value.area, problem, "print the elements in a loop");
            return None;
        }
        Some(())
    }

    /// The type in a value that has no `Debug`.
    fn unwritten(&self, ty: Ty) -> Option<Ty> {
        if self.infer.written(ty) == Some(&Written::Not)
            && !self.infer.data_of(ty).is_some_and(|data| is_char(&data.definition.name))
        {
            return Some(ty);
        }
        let (_, parts) = self.infer.parts(ty)?;
        parts.iter().find_map(|part| self.unwritten(*part))
    }

    /// How many types with variants a value has in each other.
    fn depth_of_variants(&self, ty: Ty) -> usize {
        // Fields may be choices that have no parts.
        let of_plain = usize::from(matches!(self.infer.resolve(ty), Ty::Enum(_) | Ty::Unit));
        self.infer.parts(ty).map_or(of_plain, |(form, parts)| {
            // The elements of an array are all alike.
            let parts = if form == Form::Array { &parts[..parts.len().min(1)] } else { &parts[..] };
            let inside = parts.iter().map(|part| self.depth_of_variants(*part)).max().unwrap_or(0);
            inside + usize::from(form.has_variants())
        })
    }

    /// The position of the argument with a name or a number. A name that no argument has is a variable, which becomes an argument.
    fn argument(
        &mut self,
        name: &str,
        span: Span,
        values: &mut Vec<syn::Expr>,
        names: &mut Vec<Option<String>>,
    ) -> Option<usize> {
        if let Ok(number) = name.parse::<usize>() {
            return Some(number);
        }
        if let Some(at) = names.iter().position(|known| known.as_deref() == Some(name)) {
            return Some(at);
        }
        let is_raw = || {
            name.parse::<TokenStream>().is_ok_and(|tokens| {
                matches!(&tokens.into_iter().collect::<Vec<_>>()[..], [TokenTree::Ident(_)])
            })
        };
        let variable = match syn::parse_str::<syn::Ident>(name) {
            Ok(variable) => Some(variable),
            // What the format names as `type` is `r#type`.
            Err(_) if !["_", "self", "super", "crate", "Self"].contains(&name) && is_raw() => {
                Some(syn::Ident::new_raw(name, span))
            }
            Err(_) => None,
        };
        let Some(mut variable) = variable else {
            let problem = format!("`{name}` is no name");
            let fix = "write the value behind the format: `println!(\"{}\", x.y)`";
            self.errors.report(Area::from(span), problem, fix);
            return None;
        };
        variable.set_span(span);
        values.push(syn::parse_quote!(#variable));
        names.push(Some(name.to_string()));
        Some(values.len() - 1)
    }

    /// The pieces of a format. A name that no argument has is a variable, which becomes an argument.
    fn pieces(
        &mut self,
        format: &syn::LitStr,
        values: &mut Vec<syn::Expr>,
        names: &mut Vec<Option<String>>,
    ) -> Option<Vec<Format>> {
        let (text, span) = (format.value(), format.span());
        let (mut pieces, mut plain_text, mut next) = (Vec::new(), String::new(), 0);
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '{' | '}' if letters.peek() == Some(&letter) => {
                    letters.next();
                    plain_text.push(letter);
                }
                '{' => {
                    let mut inside = String::new();
                    let is_closed = loop {
                        match letters.next() {
                            // A `}` before a `<`, `^` or `>` is what fills the width.
                            Some('}')
                                if inside.split_once(':').is_some_and(|(_, spec)| spec.is_empty())
                                    && matches!(letters.peek(), Some('<' | '^' | '>')) =>
                            {
                                inside.push('}');
                            }
                            Some('}') => break true,
                            Some(letter) => inside.push(letter),
                            None => break false,
                        }
                    };
                    let (name, spec) = inside.split_once(':').unwrap_or((&inside, ""));
                    let (name, spec) = (name.trim(), spec.trim_end());
                    let mut spec = Spec::of(spec);
                    if !is_closed || !spec.is_fine() {
                        let problem = format!("kernels have no format `{{{inside}}}`");
                        let fix = "write `{}`, `{:?}`, `{:x}` and their kin, with a width and a precision of at most 65535";
                        self.errors.report(Area::from(span), problem, fix);
                        return None;
                    }
                    let mut following = || {
                        next += 1;
                        next - 1
                    };
                    // `.*` takes its number before the value.
                    if spec.precision == Some(Count::Next) {
                        spec.precision = Some(Count::Argument(following().to_string()));
                    }
                    let at = match name.is_empty() {
                        true => following(),
                        false => self.argument(name, span, values, names)?,
                    };
                    for count in [&mut spec.width, &mut spec.precision] {
                        if let Some(Count::Argument(name)) = count {
                            *name = self.argument(name, span, values, names)?.to_string();
                        }
                    }
                    if !plain_text.is_empty() {
                        pieces.push(Format::Text(std::mem::take(&mut plain_text)));
                    }
                    pieces.push(Format::Value { at, spec: spec.to_string() });
                }
                '}' => {
                    let problem = "a `}` stands alone in the format";
                    self.errors.report(Area::from(span), problem, "write `}}`");
                    return None;
                }
                letter => plain_text.push(letter),
            }
        }
        if !plain_text.is_empty() {
            pieces.push(Format::Text(plain_text));
        }
        let missing = pieces.iter().any(|piece| match piece {
            Format::Text(_) => false,
            Format::Value { at, spec } => {
                let spec = Spec::of(spec);
                let is_missing = |count: &Option<Count>| match count {
                    Some(Count::Argument(at)) => at.parse().is_ok_and(|at: usize| at >= values.len()),
                    _ => false,
                };
                *at >= values.len() || is_missing(&spec.width) || is_missing(&spec.precision)
            }
        });
        if missing {
            self.errors.report(
                Area::from(span),
                "the format writes more values than there are",
                "add them, or remove a `{}`",
            );
            return None;
        }
        Some(pieces)
    }
}
