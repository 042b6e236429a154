//! What an expression must be: a number, a `u32`, a condition, a value of some type.

use super::Checker;
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind};
use crate::types::{Form, Ty};
use vyre_ir::{Code, DataType, Problem};

impl Checker<'_> {
    /// Whether an operand is a number; reports the problem that `problem` makes of its type otherwise.
    pub(super) fn number(&mut self, operand: &Expr, problem: impl FnOnce(DataType) -> Problem) -> bool {
        self.take_told(operand.ty);
        match self.infer.resolve(operand.ty) {
            ty if ty.is_integer() => true,
            ty if ty.is_float() => true,
            Ty::Error | Ty::Never => true,
            Ty::Open(_) => {
                let int = self.infer.int();
                self.infer.unify(operand.ty, int).is_some()
            }
            ty @ Ty::Many(_) if self.misses_star(operand.area, ty) => false,
            ty @ (Ty::Many(_) | Ty::Enum(_)) => {
                let problem = format!("expected a number, got `{}`", self.infer.name(ty));
                let fix = match ty {
                    Ty::Enum(_) => format!("write `{} as u32`", self.errors.operand(operand.area)),
                    _ => "take a field or an element of it".to_string(),
                };
                self.errors.report(operand.area, problem, fix);
                false
            }
            Ty::Bool => {
                let note = self.conversion_note(operand.area, Ty::Bool);
                self.errors.report_rule(operand.area, &problem(DataType::Bool), Some(note));
                false
            }
            ty @ (Ty::Vec2 | Ty::Vec4 | Ty::FVec2 | Ty::FVec4) => {
                let got = ty.data().unwrap_or(DataType::Vec2U32);
                let note = self.conversion_note(operand.area, ty);
                self.errors.report_rule(operand.area, &problem(got), Some(note));
                false
            }
            _ => {
                self.errors.report(
                    operand.area,
                    "this expression has no value",
                    "use an expression that has one",
                );
                false
            }
        }
    }

    /// Whether an operand is a `u32`; reports the problem that `problem` makes of its type otherwise.
    pub(super) fn number_u32(&mut self, operand: &Expr, problem: impl Fn(DataType) -> Problem) -> bool {
        if !self.number(operand, &problem) {
            return false;
        }
        let is_u32 = self.infer.unify(operand.ty, Ty::U32).is_some();
        let known = self.infer.resolve(operand.ty);
        if !is_u32 && known.of_rows().is_none() {
            self.other_type(operand.area, Ty::U32, known, None);
        } else if !is_u32 && let Some(got) = known.data() {
            let note = self.conversion_note(operand.area, Ty::of(&got));
            self.errors.report_rule(operand.area, &problem(got), Some(note));
        }
        is_u32
    }

    /// Reports an expression that is no `bool`.
    pub(super) fn condition(&mut self, cond: &Expr, what: &str) {
        match self.infer.resolve(cond.ty) {
            Ty::Bool | Ty::Error | Ty::Never => {}
            Ty::Open(_) => {
                self.infer.unify(cond.ty, Ty::Bool);
            }
            ty if ty.is_integer() || ty.is_float() => {
                let ty_now = if let Ty::Int(_) = ty { Ty::U32 } else { ty };
                let fix = self.conversion(cond.area, Ty::Bool, ty);
                self.no_condition(cond.area, what, &ty_now.to_string(), &fix);
            }
            ty @ (Ty::Vec2 | Ty::Vec4 | Ty::FVec2 | Ty::FVec4) => {
                self.no_condition(cond.area, what, &self.infer.name(ty), "compare it");
            }
            ty if self.misses_star(cond.area, ty) => {}
            _ => {
                self.errors.report(cond.area, format!("{what} must be `bool`"), "write a comparison");
            }
        }
    }

    /// Reports a condition of another type than `bool`. In the IR a `u32` is one, too.
    fn no_condition(&mut self, area: Area, what: &str, got: &str, advice: &str) {
        // What no program has as a condition is said in the rule's words.
        let problem = match what {
            "the condition of an `if`" if got != "u32" => {
                format!("if condition must be `u32` or `bool`, got `{got}`")
            }
            _ => format!("{what} must be `bool`, got `{got}`"),
        };
        let fix = "cast or rewrite the condition to produce U32 or Bool";
        match what {
            "the condition of `select`" => self.errors.report_code(area, (Code::V031, &problem, fix), advice),
            what if what.starts_with("the condition") || what == "a guard" => {
                self.errors.report_code(area, (Code::V022, &problem, fix), advice);
            }
            _ => self.errors.report(area, problem, advice),
        }
    }

    /// The one type of two expressions; reports two different ones.
    pub(super) fn same(&mut self, a: &Expr, b: &Expr, what: &str) -> Ty {
        self.same_types((a.ty, a.area), (b.ty, b.area), what)
    }

    /// The one type of two expressions with these types and areas; reports two different ones.
    pub(super) fn same_types(&mut self, a: (Ty, Area), b: (Ty, Area), what: &str) -> Ty {
        self.infer.unify(a.0, b.0).unwrap_or_else(|| {
            let are = [a, b].map(|(ty, _)| self.referent(ty).is_some());
            if are[0] != are[1] {
                let (ty, area) = if are[0] { a } else { b };
                self.misses_star(area, ty);
                return Ty::Error;
            }
            let (first, second) = (self.infer.name(a.0), self.infer.name(b.0));
            if first == second && self.holds_slices(a.0) {
                let problem = format!("{what} are slices of different arrays");
                self.errors.report(b.1, problem, "call a function with each of them");
                return Ty::Error;
            }
            if let Some((problem, fix)) = self.different_closures(a.0, b.0) {
                self.errors.report(b.1, format!("{what} are no values of one type: {problem}"), fix);
                return Ty::Error;
            }
            let problem = format!("{what} have types `{first}` and `{second}`");
            let note = format!("The first is {}.", self.errors.quote(a.1));
            self.errors.report_noted(b.1, &problem, "give both one type", &note);
            Ty::Error
        })
    }

    /// Notes what a file tells of the result of a call, if it tells anything.
    pub(super) fn note_told(&mut self, result: Ty, told: Option<Ty>) {
        self.told.extend(told.map(|told| (result, told)));
    }

    /// Gives what no use has settled the type that the file tells, if it is the result of a function outside. rustc checks that.
    pub(super) fn take_told(&mut self, ty: Ty) {
        let is_open = |ty| matches!(ty, Ty::Open(_) | Ty::Int(_));
        let open = self.infer.resolve(ty);
        if !is_open(open) {
            return;
        }
        // Every number that is open asks, so the list is kept short.
        self.told.retain(|(result, _)| is_open(self.infer.resolve(*result)));
        let told = self.told.iter().find(|(result, _)| self.infer.resolve(*result) == open);
        if let Some((_, told)) = told {
            self.infer.unify(open, *told);
        }
    }

    /// Gives all results that no use has settled the types that the file tells.
    pub(super) fn settle_told(&mut self) {
        for (result, _) in self.told.clone() {
            self.take_told(result);
        }
    }

    /// Whether a type that no use has settled is that of the result of a function such as `Name::new`. It is `Name` from now on, and rustc
    /// checks that.
    pub(super) fn take_owner(&mut self, ty: Ty) -> bool {
        self.take_told(ty);
        let open = self.infer.resolve(ty);
        let Ty::Open(_) = open else { return false };
        let found = self.owners.iter().find(|(result, _)| self.infer.resolve(*result) == open);
        found.copied().is_some_and(|(_, owner)| self.infer.unify(open, owner).is_some())
    }

    /// Reports an expression whose type should be known here, and is not.
    pub(super) fn demand_known(&mut self, expr: &Expr) -> bool {
        self.take_told(expr.ty);
        let is_known = !matches!(self.infer.resolve(expr.ty), Ty::Open(_)) || self.take_constant(expr.ty);
        if !is_known {
            let fix = "write it: `let value: u32 = ..;`";
            self.errors.report(expr.area, "the type of this result is not known here", fix);
            self.infer.unify(expr.ty, Ty::Error);
        }
        is_known
    }

    /// Reports a value of which a field or a method is used while nothing says yet what struct it is.
    pub(super) fn unknown_struct(&mut self, base: &Expr) {
        let fix = match base.kind {
            Kind::Local(local) => format!("write it: `let {}: Name = ..;`", self.locals[local].name),
            _ => "bind it first: `let value: Name = ..;`".to_string(),
        };
        self.errors.report(base.area, "the type of this value is not known here", fix);
        self.infer.unify(base.ty, Ty::Error);
    }

    /// Reports an expression of another type.
    pub(super) fn demand(&mut self, expr: &Expr, ty: Ty) -> bool {
        self.demand_noted(expr, ty, |_| None)
    }

    /// Reports an expression of another type, with a note that says who wants it.
    pub(super) fn demand_noted(
        &mut self,
        expr: &Expr,
        ty: Ty,
        note: impl FnOnce(&Self) -> Option<String>,
    ) -> bool {
        let is_it = self.infer.unify(expr.ty, ty).is_some();
        if !is_it {
            let note = note(self);
            let got = self.infer.resolve(expr.ty);
            self.other_type(expr.area, self.infer.resolve(ty), got, note);
        }
        is_it
    }

    /// Reports a value of another type than the one expected.
    pub(super) fn other_type(&mut self, area: Area, expected: Ty, got: Ty, note: Option<String>) {
        if self.referent(expected).is_none() && self.misses_star(area, got) {
            return;
        }
        if self.holds_slices(expected) && self.infer.name(expected) == self.infer.name(got) {
            let problem = "this is a slice of another array than the one that stands there otherwise";
            return self.errors.report(area, problem, "call a function with a slice of each of them");
        }
        if let Some((problem, fix)) = self.different_closures(expected, got) {
            return self.errors.report(area, problem, fix);
        }
        let problem = format!("expected `{}`, got `{}`", self.infer.name(expected), self.infer.name(got));
        let fix = self.conversion(area, expected, got);
        match note {
            Some(note) => self.errors.report_noted(area, &problem, &fix, &note),
            None => self.errors.report(area, problem, fix),
        }
    }

    /// What to write to make a value of one type one of another.
    pub(super) fn conversion(&self, area: Area, expected: Ty, got: Ty) -> String {
        let value = self.errors.operand(area);
        if let Some(written) = self.half_conversion(&value, expected, got) {
            return written;
        }
        let elements = |ty: Ty| match self.infer.parts(ty) {
            Some((Form::Array, parts)) => Some((parts.len() as u32, *parts.first()?)),
            _ => None,
        };
        if let (Some(lanes), Some((count, element))) = (expected.vector_lanes(), elements(got))
            && lanes == count
            && let Some(integer) = self.infer.resolve(element).integer()
        {
            // Numbers of an array that nothing had given a type when it was made.
            return format!("write the type where the array is made, as in `[0{}; {count}]`", integer.name);
        }
        match (expected, got) {
            (expected, Ty::Enum(_)) if expected.is_integer() => format!("write `{value} as {expected}`"),
            (expected, got) if expected.is_integer() && (got.is_integer() || got == Ty::Bool) => {
                format!("write `{value} as {expected}`")
            }
            (Ty::F32 | Ty::F64 | Ty::Float(_), got) if got.is_integer() => match self.errors.text(area) {
                Some(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => format!("write `{text}.0`"),
                _ => format!("write `{value} as {}`", expected.machine()),
            },
            (Ty::F32, Ty::F64) | (Ty::F64, Ty::F32) => format!("write `{value} as {expected}`"),
            (expected, Ty::F32 | Ty::F64 | Ty::Float(_)) if expected.is_integer() => {
                format!("write `{value} as {expected}`")
            }
            (Ty::Bool, got) if got.is_integer() => format!("write `{value} != 0`"),
            (Ty::Bool, Ty::F32 | Ty::F64 | Ty::Float(_)) => format!("write `{value} != 0.0`"),
            (Ty::U32, Ty::Vec2 | Ty::Vec4) | (Ty::F32, Ty::FVec2 | Ty::FVec4) => {
                format!("take one lane, `{value}[0]`")
            }
            (Ty::Vec2 | Ty::Vec4, Ty::U32) | (Ty::FVec2 | Ty::FVec4, Ty::F32) => {
                let value = self.errors.text(area).unwrap_or(value);
                format!("write `[{value}; {}]`", expected.vector_lanes().unwrap_or(2))
            }
            _ => "change the type or the value".to_string(),
        }
    }

    /// What to write for a `-` before a value without a sign.
    pub(super) fn negation(&self, area: Area, is_bound: bool) -> String {
        let value = self.errors.operand(area);
        if is_bound {
            let is_literal = value.bytes().all(|digit| digit.is_ascii_digit());
            let bound = if is_literal { format!("-{value}i32") } else { format!("-({value} as i32)") };
            return format!("count in `i32`, from `{bound}` on, and cast what must be a `u32`");
        }
        match value.bytes().all(|digit| digit.is_ascii_digit()) {
            true => format!("use a signed type, or write `-{value}i32 as u32` for the bits"),
            false => format!("use a signed type, or write `{value}.wrapping_neg()`, which wraps around"),
        }
    }

    /// What to write to make a value a `u32`, as a note to a rule.
    fn conversion_note(&self, area: Area, got: Ty) -> String {
        format!("In a kernel: {}.", self.conversion(area, Ty::U32, got))
    }
}
