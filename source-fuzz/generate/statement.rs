//! Statements.

use crate::scope::{Gen, Name, Text};
use crate::types::{INTS, Ty};

impl Gen {
    pub fn statements(&mut self, count: u32, depth: u32) -> Text {
        let list = (0..count).map(|_| self.statement(depth));
        let list = Vec::from_iter(list);
        Text::join(&list, " ")
    }

    fn statement(&mut self, depth: u32) -> Text {
        if self.budget == 0 {
            return Text::same("");
        }
        self.budget -= 1;
        match self.source.below(if depth == 0 { 10 } else { 16 }) {
            0..=2 => self.let_statement(),
            3 | 4 => self.assignment(),
            5 => self.compound(),
            6 => self.element_store(),
            7 => self.reference(),
            8 => self.destructured(),
            9 => self.call_statement(),
            10 => self.conditional(depth - 1),
            11 | 12 => self.counted(depth - 1),
            13 => self.repeated(depth - 1),
            14 => self.jump(),
            _ => self.let_loop(depth - 1),
        }
    }

    fn let_statement(&mut self) -> Text {
        let ty = Ty::any(&mut self.source, self.structs.len(), 2);
        let value = self.expr(&ty, 2);
        // Sometimes a name that is taken: it shadows.
        let name = match self.pick_name(|name| name.name.starts_with('x')) {
            Some(taken) if self.source.chance(1, 4) => taken.name,
            _ => self.name("x"),
        };
        let is_mutable = self.source.chance(3, 4);
        let mutability = if is_mutable { "mut " } else { "" };
        self.names.push(Name { name: name.clone(), ty: ty.clone(), is_mutable });
        Text::fill(&format!("let {mutability}{name}: {} = {{0}};", ty.name()), &[&value])
    }

    fn assignment(&mut self) -> Text {
        let Some((place, ty)) = self.place(|_| true, true) else { return self.let_statement() };
        let value = self.expr(&ty, 2);
        Text::fill(&format!("{place} = {{0}};"), &[&value])
    }

    fn compound(&mut self) -> Text {
        let Some((place, ty)) = self.place(Ty::is_int, true) else { return self.let_statement() };
        let value = self.expr(&ty, 2);
        let (op, function) =
            *self.source.pick(&[("+", "add"), ("-", "sub"), ("*", "mul"), ("^", "xor"), ("/", "div")]);
        let value = if op == "/" { self.divisor(&ty, value) } else { value };
        Text::fill_both(
            &format!("{place} {op}= {{0}};"),
            &format!("{{ let value = {{0}}; {place} = {function}({place}, value); }}"),
            &[&value],
        )
    }

    fn element_store(&mut self) -> Text {
        let Some((array, ty)) = self.place(|ty| matches!(ty, Ty::Array(..)), true) else {
            return self.let_statement();
        };
        let Ty::Array(element, _) = ty else { return self.let_statement() };
        let (value, index) = (self.expr(&element, 2), self.index(1));
        Text::fill_both(
            &format!("{array}[{{1}}] = {{0}};"),
            &format!("{{ let value = {{0}}; let index = {{1}}; put(&mut {array}, index, value); }}"),
            &[&value, &index],
        )
    }

    /// A reference to a part, through which it changes.
    fn reference(&mut self) -> Text {
        let Some((place, ty)) = self.place(Ty::is_int, true) else { return self.let_statement() };
        let name = self.name("r");
        let names = std::mem::take(&mut self.names);
        let value = self.expr(&ty, 1);
        self.names = names;
        Text::fill_both(
            &format!("{{ let {name} = &mut {place}; *{name} += {{0}}; *{name} ^= 3; }}"),
            &format!("{{ let {name} = &mut {place}; *{name} = add(*{name}, {{0}}); *{name} ^= 3; }}"),
            &[&value],
        )
    }

    fn destructured(&mut self) -> Text {
        let parts = Vec::from_iter((0..2).map(|_| Ty::any(&mut self.source, self.structs.len(), 1)));
        let value = self.expr(&Ty::Tuple(parts.clone()), 2);
        let names = [self.name("x"), self.name("x")];
        for (name, ty) in names.iter().zip(parts) {
            self.names.push(Name { name: name.clone(), ty, is_mutable: false });
        }
        Text::fill(&format!("let ({}, {}) = {{0}};", names[0], names[1]), &[&value])
    }

    fn call_statement(&mut self) -> Text {
        if self.functions.is_empty() || self.budget < 5 {
            return self.let_statement();
        }
        self.budget -= 5;
        let function = self.source.pick(&self.functions).clone();
        match self.call_of(&function, 1) {
            Some(call) => Text::fill("let _ = {0};", &[&call]),
            None => self.let_statement(),
        }
    }

    fn inner(&mut self, depth: u32) -> Text {
        let before = self.names.len();
        let count = self.source.range(1, 3);
        let text = self.statements(count, depth);
        self.names.truncate(before);
        text
    }

    fn conditional(&mut self, depth: u32) -> Text {
        let (cond, then) = (self.expr(&Ty::Bool, 2), self.inner(depth));
        if self.source.chance(1, 2) {
            return Text::fill("if {0} { {1} }", &[&cond, &then]);
        }
        let other = self.inner(depth);
        Text::fill("if {0} { {1} } else { {2} }", &[&cond, &then, &other])
    }

    fn counted(&mut self, depth: u32) -> Text {
        let ty = *self.source.pick(&INTS);
        let (low, high) = (self.source.below(4), self.source.below(9));
        let range = match self.source.below(4) {
            0 => format!("({low}{ty}..{high})"),
            1 => format!("({low}{ty}..={high})"),
            2 => format!("({low}{ty}..{high}).rev()"),
            _ => format!("({low}{ty}..={high}).step_by({})", self.source.range(1, 4)),
        };
        let (name, label) = (self.name("i"), self.name("'l"));
        let before = self.names.len();
        self.names.push(Name { name: name.clone(), ty: Ty::Int(ty), is_mutable: false });
        self.labels.push(label.clone());
        let body = self.inner(depth);
        self.labels.pop();
        self.names.truncate(before);
        Text::fill(&format!("{label}: for {name} in {range} {{ {{0}} }}"), &[&body])
    }

    /// `while` with a counter, so that it ends.
    fn repeated(&mut self, depth: u32) -> Text {
        let (count, label, rounds) = (self.name("c"), self.name("'l"), self.source.range(1, 6));
        self.labels.push(label.clone());
        let (cond, body) = (self.expr(&Ty::Bool, 1), self.inner(depth));
        self.labels.pop();
        Text::fill(
            &format!(
                "let mut {count} = 0u32; {label}: while {count} < {rounds} && {{0}} {{ {count} += 1; {{1}} }}"
            ),
            &[&cond.in_parens(), &body],
        )
    }

    /// `loop` that gives a value.
    fn let_loop(&mut self, depth: u32) -> Text {
        let ty = Ty::any(&mut self.source, self.structs.len(), 1);
        let (name, count, label, rounds) =
            (self.name("x"), self.name("c"), self.name("'l"), self.source.range(1, 5));
        let body = self.inner(depth);
        let (cond, early, late) = (self.expr(&Ty::Bool, 1), self.expr(&ty, 1), self.expr(&ty, 1));
        self.names.push(Name { name: name.clone(), ty: ty.clone(), is_mutable: true });
        Text::fill(
            &format!(
                "let mut {count} = 0u32; let mut {name}: {} = {label}: loop {{ {count} += 1; {{ {{0}} }} if {{1}} {{ break {label} ({{2}}); }} if {count} > {rounds} {{ break {{3}}; }} }};",
                ty.name()
            ),
            &[&body, &cond, &early, &late],
        )
    }

    fn jump(&mut self) -> Text {
        let cond = self.expr(&Ty::Bool, 1);
        if let Some(result) = self.result.clone()
            && (self.labels.is_empty() || self.source.chance(1, 4))
        {
            let value = self.expr(&result, 1);
            return Text::fill("if {0} { return {1}; }", &[&cond, &value]);
        }
        if self.labels.is_empty() {
            return self.let_statement();
        }
        let label = self.source.pick(&self.labels).clone();
        let jump = *self.source.pick(&["break", "continue"]);
        Text::fill(&format!("if {{0}} {{ {jump} {label}; }}"), &[&cond])
    }
}
