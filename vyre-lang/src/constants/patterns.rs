//! Patterns of constants: what a value binds, if it fits.

use super::evaluate::{Constants, Run, Scope, Stop};
use super::numbers::binary;
use super::value::Value;
use crate::diagnostics::Area;
use crate::syntax::plain;
use syn::{Pat, RangeLimits};

impl Constants {
    /// Whether a value fits a pattern, whose names are bound then.
    pub(super) fn fits(&mut self, pat: &Pat, value: &Value, scope: &mut Scope) -> Run<bool> {
        self.steps_of(1, || Area::of(pat))?;
        match pat {
            Pat::Wild(_) => Ok(true),
            Pat::Guard(it) => Ok(self.fits(&it.pat, value, scope)? && self.condition(&it.guard, scope)?),
            Pat::Paren(inner) => self.fits(&inner.pat, value, scope),
            Pat::Type(typed) => {
                let value = self.coerced(value.clone(), &typed.ty, Area::of(&typed.ty))?;
                self.fits(&typed.pat, &value, scope)
            }
            Pat::Ident(ident) => {
                let name = plain(&ident.ident);
                if ident.subpat.is_none() && self.has_constant(&name) {
                    let known = self.constant(&name, Area::of(pat))?;
                    return self.is_equal(value, known, Area::of(pat));
                }
                if let Some((_, inner)) = &ident.subpat
                    && !self.fits(inner, value, scope)?
                {
                    return Ok(false);
                }
                scope.bind(name, value.clone());
                Ok(true)
            }
            Pat::Lit(_) | Pat::Path(_) => {
                let known = self.value_of_pattern(pat, scope)?;
                self.is_equal(value, known, Area::of(pat))
            }
            Pat::Range(range) => {
                let mut is_inside = true;
                if let Some(start) = &range.start {
                    let start = self.value(start, None, scope)?;
                    is_inside &= self.holds(">=", value, start, Area::of(pat))?;
                }
                if let Some(end) = &range.end {
                    let op = if let RangeLimits::Closed(_) = range.limits { "<=" } else { "<" };
                    let end = self.value(end, None, scope)?;
                    is_inside &= self.holds(op, value, end, Area::of(pat))?;
                }
                Ok(is_inside)
            }
            Pat::Or(or) => {
                for case in &or.cases {
                    if self.fits(case, value, scope)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Pat::Tuple(tuple) => match value {
                Value::Tuple(parts) if parts.len() == tuple.elems.len() => {
                    self.all_fit(tuple.elems.iter().zip(parts), scope)
                }
                other => self.misfit(pat, other),
            },
            Pat::Slice(slice) => match value {
                Value::Array(elements) if elements.len() == slice.elems.len() => {
                    let elements = elements.clone();
                    self.all_fit(slice.elems.iter().zip(elements.iter()), scope)
                }
                other => self.misfit(pat, other),
            },
            Pat::Struct(it) => {
                let Value::Struct(_, fields) = value else { return self.misfit(pat, value) };
                for field in &it.fields {
                    let name = match &field.member {
                        syn::Member::Named(name) => plain(name),
                        syn::Member::Unnamed(index) => index.index.to_string(),
                    };
                    let Some((_, value)) = fields.iter().find(|(known, _)| *known == name) else {
                        return self.misfit(pat, value);
                    };
                    if !self.fits(&field.pat, value, scope)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            other => {
                let problem = "constants have no such pattern";
                self.stop(Area::of(other), problem, "use literals, ranges, names, tuples and `_`")
            }
        }
    }

    fn all_fit<'p>(
        &mut self,
        parts: impl Iterator<Item = (&'p Pat, &'p Value)>,
        scope: &mut Scope,
    ) -> Run<bool> {
        for (pat, value) in parts {
            if !self.fits(pat, value, scope)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn value_of_pattern(&mut self, pat: &Pat, scope: &mut Scope) -> Run<Value> {
        match pat {
            Pat::Lit(lit) => self.value(&syn::Expr::Lit(lit.clone()), None, scope),
            Pat::Path(path) => self.value(&syn::Expr::Path(path.clone()), None, scope),
            _ => Err(Stop::Failed),
        }
    }

    fn holds(&mut self, op: &str, left: &Value, right: Value, area: Area) -> Run<bool> {
        let compared = binary(op, left.clone(), right);
        match self.checked(compared, area)? {
            Value::Bool(holds) => Ok(holds),
            _ => Err(Stop::Failed),
        }
    }

    fn is_equal(&mut self, left: &Value, right: Value, area: Area) -> Run<bool> {
        self.holds("==", left, right, area)
    }

    fn misfit<T>(&mut self, pat: &Pat, value: &Value) -> Run<T> {
        let problem = format!("this pattern does not fit a value of type `{}`", value.type_name());
        self.stop(Area::of(pat), problem, "use a pattern of its type")
    }
}
