//! Statements.

use super::Lowering;
use super::expr::Evaluation;
use super::operand::{Level, Operand, Text, type_name};
use std::collections::HashMap;
use vyre_ir::{Event, Expr, ExprAt, Node, walk};

/// A local variable of the program, once declared.
#[derive(Clone)]
pub(super) enum Local {
    /// Not in scope.
    Unknown,
    /// Never assigned, and always this: no variable in the shader, or its constant value.
    Always(Operand),
    /// Assigned somewhere.
    Named(Text),
}

/// A block of the shader.
#[derive(Default)]
pub(super) struct Scope {
    /// The names that end with the block.
    names: Vec<String>,
    /// Whether the block has ended with a jump. WGSL has no statements after one.
    has_jumped: bool,
}

impl<'a> Lowering<'a> {
    pub(super) fn body(&mut self, entry: &'a [Node]) {
        self.scopes.push(Scope::default());
        walk(entry, |event| match event {
            Event::Enter { place, node, exprs } => {
                if self.is_unreachable() {
                    self.skipped += usize::from(is_block(node));
                } else {
                    self.enter(place, node, exprs);
                }
            }
            Event::Otherwise { .. } if self.skipped > 0 => {}
            Event::Otherwise { .. } => {
                self.close_scope();
                if self.has_otherwise.pop() == Some(true) {
                    self.line("} else {");
                }
                self.open_scope();
            }
            Event::Leave { node, .. } if is_block(node) => {
                if self.skipped > 0 {
                    self.skipped -= 1;
                } else {
                    self.close_scope();
                    self.line("}");
                }
            }
            Event::Leave { .. } => {}
        });
        self.scopes.pop();
    }

    fn is_unreachable(&self) -> bool {
        self.skipped > 0 || self.scopes.last().is_some_and(|scope| scope.has_jumped)
    }

    fn open_scope(&mut self) {
        self.scopes.push(Scope::default());
    }

    fn close_scope(&mut self) {
        for name in self.scopes.pop().unwrap_or_default().names {
            self.names.release(&name);
        }
    }

    /// A name like `wanted` for the rest of the block.
    pub(super) fn declare(&mut self, wanted: &str) -> String {
        let name = self.names.fresh(wanted);
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.push(name.clone());
        }
        name
    }

    /// Prints a line of the entry point.
    pub(super) fn line(&mut self, line: &str) {
        // The body of the entry point is a scope; a line that opens or closes a block stands outside of it.
        for _ in 0..self.scopes.len() {
            self.text.push_str("    ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn jump(&mut self, keyword: &str) {
        self.line(keyword);
        if let Some(scope) = self.scopes.last_mut() {
            scope.has_jumped = true;
        }
    }

    pub(super) fn variable(&self, variable: usize) -> Operand {
        match &self.locals[variable] {
            Local::Always(operand) => operand.clone(),
            Local::Named(text) => Operand::value(self.program.variables()[variable].ty, text.clone()),
            // Rules V006 and V008: every variable is used in the scope of its declaration.
            Local::Unknown => unreachable!("a variable of a valid program is used after its declaration"),
        }
    }

    pub(super) fn variable_at(&self, place: usize) -> usize {
        match self.program.variable_at(place) {
            Some(variable) => variable,
            None => unreachable!("V006: every name of a valid program resolves"),
        }
    }

    fn enter(&mut self, place: usize, node: &'a Node, exprs: [Option<ExprAt<'a>>; 2]) {
        let has_atomic = |expr: Option<ExprAt<'_>>| expr.is_some_and(|(_, expr)| has_atomic(expr));
        let is_ordered = has_atomic(exprs[0]) || has_atomic(exprs[1]);
        let tail = exprs[0].filter(|_| matches!(node, Node::Let { .. } | Node::Assign { .. }));
        let evaluation = Evaluation { is_ordered, tail: tail.map(|(at, _)| at) };
        let mut operand = |at: usize| exprs[at].map(|expr| self.expr(expr, evaluation));
        let operands = [operand(0), operand(1)];
        match (node, operands) {
            (Node::Let { name, .. }, [Some(value), _]) => self.let_bind(place, name, value),
            (Node::Assign { .. }, [Some(value), _]) => {
                let Operand::Text { text, .. } = self.variable(self.variable_at(place)) else {
                    return;
                };
                self.line(&format!("{} = {};", text.text, value.typed().text));
            }
            (Node::Store { buffer, .. }, [Some(index), Some(value)]) => self.store(buffer, &index, &value),
            (Node::If { otherwise, .. }, [Some(cond), _]) => {
                self.line(&format!("if {} {{", cond.condition().text));
                self.has_otherwise.push(!otherwise.is_empty());
                self.open_scope();
            }
            // The bounds have been evaluated, and that is all there is to it.
            (Node::Loop { body, .. }, _) if !have_effects(body, &mut HashMap::new()) => self.skipped += 1,
            (Node::Loop { var, .. }, [Some(from), Some(to)]) => {
                let to = if self.is_stable(exprs[1]) { to } else { self.bind(&format!("{var}_end"), &to) };
                self.loop_over(place, var, &from, &to);
            }
            (Node::Break, _) => self.jump("break;"),
            (Node::Continue, _) => self.jump("continue;"),
            (Node::Return, _) => self.jump("return;"),
            (Node::Block(_), _) => {
                self.line("{");
                self.open_scope();
            }
            (Node::Barrier, _) => {
                self.line("storageBarrier();");
                self.line("workgroupBarrier();");
            }
            (
                Node::Let { .. }
                | Node::Assign { .. }
                | Node::Store { .. }
                | Node::If { .. }
                | Node::Loop { .. },
                _,
            ) => {
                unreachable!("Node::exprs gives every expression of a statement")
            }
        }
    }

    fn let_bind(&mut self, place: usize, wanted: &str, value: Operand) {
        let variable = self.variable_at(place);
        let declared = &self.program.variables()[variable];
        if declared.is_assigned {
            let name = self.declare(wanted);
            self.line(&format!("var {name}: {} = {};", type_name(declared.ty), value.typed().text));
            self.locals[variable] = Local::Named(Text::primary(name));
        } else {
            let value = if value.as_constant().is_some() { value } else { self.bind(wanted, &value) };
            self.locals[variable] = Local::Always(value);
        }
    }

    fn store(&mut self, name: &str, index: &Operand, value: &Operand) {
        if let Ok(constant) = self.constant_index(name, index) {
            let statement = self.buffer(name).store(&index.number(), constant, &value.typed());
            self.line(&format!("{statement};"));
        }
    }

    /// Whether an expression is as good as its value: cheap, and the same in every iteration of a loop.
    fn is_stable(&self, expr: Option<ExprAt<'a>>) -> bool {
        match expr {
            Some((at, Expr::Var(_))) => !self.program.variables()[self.variable_at(at)].is_assigned,
            // An atomic has been bound to a name.
            Some((
                _,
                Expr::Atomic { .. }
                | Expr::BufLen { .. }
                | Expr::InvocationId { .. }
                | Expr::WorkgroupId { .. }
                | Expr::LocalId { .. },
            )) => true,
            _ => false,
        }
    }

    /// Both bounds are evaluated before the loop: the end has a name of its own if it could change.
    fn loop_over(&mut self, place: usize, wanted: &str, from: &Operand, to: &Operand) {
        let variable = self.variable_at(place);
        let (from, to) = (from.number().text, to.number().at(Level::Sum));
        // The variable belongs to the loop, as does its name.
        self.open_scope();
        let name = self.declare(wanted);
        let head = format!("for (var {name}: u32 = {from}; {name} < {to}; {name} = {name} + 1u) {{");
        let scope = self.scopes.pop();
        self.line(&head);
        if let Some(scope) = scope {
            self.scopes.push(scope);
        }
        self.locals[variable] = Local::Named(Text::primary(name));
    }
}

fn has_atomic(expr: &Expr) -> bool {
    expr.any(|part| matches!(part, Expr::Atomic { .. }))
}

/// Whether anything outside of a loop could tell that these statements of its body were executed. `own` are the variables that
/// the body has declared, with their positions, as in the other maps here: no name has two variables at once, so one of these
/// names is a variable of the body's wherever it stands there.
///
/// A loop without effects is left out not for speed: NVIDIA's compiler (580.159.04) crashes on an empty one whose bounds it finds to
/// be constant, if another loop comes after it.
fn have_effects<'a>(nodes: &'a [Node], own: &mut HashMap<&'a str, usize>) -> bool {
    for node in nodes {
        let ([one, two], [first, second]) = (node.exprs(), node.bodies());
        if one.is_some_and(has_atomic) || two.is_some_and(has_atomic) {
            return true;
        }
        match node {
            Node::Store { .. } | Node::Return | Node::Barrier => return true,
            // What follows is never executed.
            Node::Break | Node::Continue => return false,
            Node::Let { name, .. } => _ = own.insert(name, own.len()),
            Node::Assign { name, .. } if !own.contains_key(name.as_str()) => return true,
            Node::Assign { .. } => {}
            Node::If { .. } | Node::Loop { .. } | Node::Block(_) => {
                if have_effects(first, own) || have_effects(second, own) {
                    return true;
                }
            }
        }
    }
    false
}

fn is_block(node: &Node) -> bool {
    matches!(node, Node::If { .. } | Node::Loop { .. } | Node::Block(_))
}
