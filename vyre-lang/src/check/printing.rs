//! `println!`, `print!`, `eprintln!`, `eprint!` and `dbg!`.

use super::extent::Extent;
use super::{Checker, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Format, Kind, Printing, Stmt};
use crate::syntax::strip;
use crate::types::Ty;
use proc_macro2::Span;
use syn::Token;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use vyre_ir::printing::Spec;

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
            !pieces.iter().any(|piece| matches!(piece, Format::Value { at: used, .. } if used == at))
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
        let mut stmts = Vec::new();
        let args: Vec<Expr> = values.iter().map(|value| self.printed(value, &mut stmts)).collect();
        for (at, arg) in args.iter().enumerate() {
            let mut specs = pieces.iter().filter_map(|piece| match piece {
                Format::Value { at: of, spec } if *of == at => Some(Spec::of(spec).is_debug().0),
                _ => None,
            });
            let is_debug = specs.all(|is_debug| is_debug);
            self.demand_printable(arg, is_debug)?;
        }
        let printing = Printing { is_error, pieces, args };
        Some(self.print(printing, stmts, None, area.to(span.into())))
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
        self.demand_printable(&arg, true)?;
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
        let checked = self.base(value);
        let checked = self.pointed(checked);
        match self.infer.resolve(checked.ty) {
            Ty::Error | Ty::Never => checked,
            _ => self.hidden("printed", checked, stmts),
        }
    }

    /// Whether a value can be printed, as far as its type is known; reports it otherwise.
    fn demand_printable(&mut self, value: &Expr, is_debug: bool) -> Option<()> {
        self.take_told(value.ty);
        let ty = self.infer.resolve(value.ty);
        if matches!(ty, Ty::Error | Ty::Never) {
            return None;
        }
        if ty == Ty::Unit {
            self.errors.report(value.area, "this expression has no value", "print a value");
            return None;
        }
        let has_parts =
            self.infer.parts(ty).is_some() || ty.vector_lanes().is_some() || matches!(ty, Ty::Enum(_));
        if has_parts && !is_debug {
            let problem = format!("`{}` has no `Display` in kernels", self.infer.name(ty));
            self.errors.report(value.area, problem, "write `{:?}`");
            return None;
        }
        if self.holds_variants(ty) || self.holds_slices(ty) {
            let problem = format!("kernels print no `{}`", self.infer.name(ty));
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

    /// Whether a value is, or has among its parts, an `Option`, a `Result` or an enum with fields.
    fn holds_variants(&self, ty: Ty) -> bool {
        self.infer.parts(ty).is_some_and(|(form, parts)| {
            form.has_variants() || parts.iter().any(|part| self.holds_variants(*part))
        })
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
                            Some('}') => break true,
                            Some(letter) => inside.push(letter),
                            None => break false,
                        }
                    };
                    let (name, spec) = inside.split_once(':').unwrap_or((&inside, ""));
                    let (name, spec) = (name.trim(), spec.trim_end());
                    if !is_closed || !Spec::of(spec).is_fine() {
                        let problem = format!("kernels have no format `{{{inside}}}`");
                        let fix = "write `{}`, `{:?}`, `{:x}` and their kin, with a width and a precision that are numbers";
                        self.errors.report(Area::from(span), problem, fix);
                        return None;
                    }
                    let at = match name.parse::<usize>() {
                        Ok(number) => number,
                        Err(_) if name.is_empty() => {
                            next += 1;
                            next - 1
                        }
                        Err(_) => match names.iter().position(|known| known.as_deref() == Some(name)) {
                            Some(at) => at,
                            None => {
                                let Ok(mut variable) = syn::parse_str::<syn::Ident>(name) else {
                                    let problem = format!("`{name}` is no name");
                                    let fix = "write the value behind the format: `println!(\"{}\", x.y)`";
                                    self.errors.report(Area::from(span), problem, fix);
                                    return None;
                                };
                                variable.set_span(span);
                                values.push(syn::parse_quote!(#variable));
                                names.push(Some(name.to_string()));
                                values.len() - 1
                            }
                        },
                    };
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
        let missing =
            pieces.iter().any(|piece| matches!(piece, Format::Value { at, .. } if *at >= values.len()));
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
