//! Operators that are too long to be composed wherever they stand: a function for each that is used, and for each operation of the
//! library that its composition calls.
//!
//! Compositions are over integers, so they are the same on every adapter. Their loops have few rounds, and are written out: an adapter may
//! count the rounds of all loops.

use super::names::Names;
use super::text::{self, Level, Text, call, literal, relation, type_name};
use super::words::is_reserved;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::OnceLock;
use vyre_ir::library::{self, Operation};
use vyre_ir::{BinOp, Composition, DataType, Expr, Node, OpSpec, Registry, Type, UnOp};
use vyre_lower::{BOOL, Lowered, Op, Operators, U32};

/// The functions of a form, by the ids of their operations.
#[derive(Default)]
pub(super) struct ComposedFunctions {
    /// In the order in which they were found.
    ids: Vec<String>,
    names: HashMap<String, String>,
    /// Those that the shader calls, and what they call in turn.
    used: HashSet<String>,
}

/// The sum of floats, on their bits.
const ADD: &str = "primitive.f32.add";

/// The operators that are functions everywhere.
pub(crate) fn operators() -> Operators {
    static ALL: OnceLock<Operators> = OnceLock::new();
    *ALL.get_or_init(|| library::elementary_operators().collect())
}

/// Whether an operator is one of them.
fn is_composed(operation: Operation) -> bool {
    Operators::of(operation).is_some_and(|float| operators().contains(float))
}

impl ComposedFunctions {
    pub(super) fn new(form: &Lowered, names: &mut Names) -> ComposedFunctions {
        let mut functions = ComposedFunctions::default();
        for inst in &form.insts {
            let operation = match inst.op {
                Op::Binary(op, left, _) => Operation::Binary(op, form[left].ty.scalar),
                Op::Unary(op, operand) => Operation::Unary(op, form[operand].ty.scalar),
                Op::Collective(op, ..) if op.joins() == Some(BinOp::FAdd) => {
                    functions.add(ADD, names);
                    functions.mark(ADD);
                    continue;
                }
                _ => continue,
            };
            if is_composed(operation) {
                operation.id().into_iter().for_each(|id| functions.add(&id, names));
            }
        }
        functions
    }

    /// Adds an operation and those that it calls.
    fn add(&mut self, id: &str, names: &mut Names) {
        let mut waiting = vec![id.to_string()];
        while let Some(id) = waiting.pop() {
            let Some((_, composition)) = composition(&id) else { continue };
            if self.names.contains_key(&id) {
                continue;
            }
            let wanted = id.trim_start_matches("primitive.").replacen("f32.", "f_", 1).replace('.', "_");
            self.names.insert(id.clone(), names.fresh(&wanted));
            self.ids.push(id);
            waiting.extend(callees(composition));
        }
    }

    /// The name of an operator's function, which is called, if it is one.
    pub(super) fn used(&mut self, operation: Operation) -> Option<&str> {
        let id = is_composed(operation).then(|| operation.id())??;
        self.mark(&id);
        self.names.get(&id).map(String::as_str)
    }

    /// Notes that a function is called.
    fn mark(&mut self, id: &str) {
        let mut waiting = vec![id.to_string()];
        while let Some(id) = waiting.pop() {
            if let Some((_, composition)) = composition(&id)
                && self.used.insert(id)
            {
                waiting.extend(callees(composition));
            }
        }
    }

    /// The name of the function that adds floats for collectives, if any does.
    pub(super) fn add_name(&self) -> &str {
        self.names.get(ADD).map_or("", String::as_str)
    }

    /// Defines the functions.
    pub(super) fn define(&self, out: &mut String) {
        if !self.used.is_empty() {
            out.push_str(
                "// Functions over the bits of floats, correctly rounded, by arithmetic on integers.\n",
            );
        }
        for id in self.ids.iter().filter(|id| self.used.contains(*id)) {
            let Some((spec, composition)) = composition(id) else { continue };
            let (inputs, output) = (&spec.signature.inputs, spec.signature.output.element_type());
            let params = composition.params.iter().zip(inputs).map(|(name, ty)| (name, ty.element_type()));
            let mut body = Body {
                functions: self,
                types: HashMap::new(),
                assigned: HashSet::new(),
                text: String::new(),
                depth: 1,
            };
            vyre_ir::walk(&composition.body, |event| {
                if let vyre_ir::Event::Enter { node: Node::Assign { name, .. }, .. } = event {
                    body.assigned.insert(name.as_str());
                }
            });
            let params: Vec<String> = params
                .map(|(name, ty)| {
                    body.types.insert(name.as_str(), ty);
                    format!("{}: {}", local(name), type_name(ty))
                })
                .collect();
            body.block(&composition.body);
            let result = composition.result.as_ref().map(|result| body.expr_of(result, output).text);
            let _ = writeln!(
                out,
                "fn {}({}) -> {} {{\n{}    return {};\n}}\n",
                self.names[id],
                params.join(", "),
                type_name(output),
                body.text,
                result.unwrap_or_default()
            );
        }
    }
}

fn composition(id: &str) -> Option<(&'static OpSpec, &'static Composition)> {
    let spec = Registry::standard().get(id)?;
    Some((spec, spec.composition.as_ref()?))
}

/// The ids of the operations that a composition calls.
fn callees(composition: &Composition) -> Vec<String> {
    let mut ids = Vec::new();
    let mut look = |expr: &Expr| {
        expr.any(|expr| {
            if let Expr::Call { op_id, .. } = expr {
                ids.push(op_id.clone());
            }
            false
        });
    };
    vyre_ir::walk(&composition.body, |event| {
        if let vyre_ir::Event::Enter { node, .. } = event {
            node.exprs().into_iter().flatten().for_each(&mut look);
        }
    });
    composition.result.iter().for_each(&mut look);
    ids
}

/// A name in a function that means nothing else in WGSL. The functions' own names have a prefix, so they are none of these.
fn local(name: &str) -> String {
    if is_reserved(name) { format!("{name}_") } else { name.to_string() }
}

/// The statements of a function while they are printed.
struct Body<'a> {
    functions: &'a ComposedFunctions,
    types: HashMap<&'a str, Type>,
    assigned: HashSet<&'a str>,
    text: String,
    depth: usize,
}

impl<'a> Body<'a> {
    fn line(&mut self, line: &str) {
        self.text.push_str(&"    ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn block(&mut self, nodes: &'a [Node]) {
        nodes.iter().for_each(|node| self.node(node));
    }

    fn nested(&mut self, nodes: &'a [Node]) {
        self.depth += 1;
        self.block(nodes);
        self.depth -= 1;
    }

    fn node(&mut self, node: &'a Node) {
        match node {
            Node::Let { name, value } => {
                let (value, ty) = self.expr(value);
                self.types.insert(name, ty);
                let keyword = if self.assigned.contains(name.as_str()) { "var" } else { "let" };
                self.line(&format!("{keyword} {} = {};", local(name), value.text));
            }
            Node::Assign { name, value } => {
                let ty = self.types.get(name.as_str()).copied().unwrap_or(U32);
                let value = self.expr_of(value, ty);
                self.line(&format!("{} = {};", local(name), value.text));
            }
            Node::If { cond, then, otherwise } => {
                let cond = self.expr_of(cond, BOOL).text;
                self.line(&format!("if {cond} {{"));
                self.nested(then);
                if !otherwise.is_empty() {
                    self.line("} else {");
                    self.nested(otherwise);
                }
                self.line("}");
            }
            Node::Loop { var, from: Expr::LitU32(from), to: Expr::LitU32(to), body } => {
                self.types.insert(var, U32);
                for at in *from..*to {
                    self.line("{");
                    self.depth += 1;
                    self.line(&format!("let {} = {at}u;", local(var)));
                    self.block(body);
                    self.depth -= 1;
                    self.line("}");
                }
            }
            other => unreachable!("compositions of elementary functions have no {other:?}"),
        }
    }

    /// An expression as a value of a type; a truth value and a number stand for each other.
    fn expr_of(&self, expr: &Expr, wanted: Type) -> Text {
        let (value, ty) = self.expr(expr);
        match (ty == BOOL, wanted == BOOL) {
            (true, false) => call("u32", &[&value]),
            (false, true) => relation("!=", &value, &text::zero(U32)),
            _ => value,
        }
    }

    fn expr(&self, expr: &Expr) -> (Text, Type) {
        let word = |expr: &Expr| self.expr_of(expr, U32);
        match expr {
            Expr::LitU32(value) => (literal(U32, &[*value, 0, 0, 0]), U32),
            Expr::Var(name) => {
                (Text::primary(local(name)), self.types.get(name.as_str()).copied().unwrap_or(U32))
            }
            Expr::BinOp { op, left, right } => self.binary(*op, left, right),
            Expr::UnOp { op: UnOp::LogicalNot, operand } => {
                (text::prefix("!", &self.expr_of(operand, BOOL)), BOOL)
            }
            Expr::UnOp { op, operand } => {
                let operand = word(operand);
                let value = match op {
                    UnOp::BitNot => text::prefix("~", &operand),
                    UnOp::Negate => text::sum("-", &text::zero(U32), &operand),
                    UnOp::Clz => call("countLeadingZeros", &[&operand]),
                    UnOp::Ctz => call("countTrailingZeros", &[&operand]),
                    other => unreachable!("compositions of elementary functions have no {other:?}"),
                };
                (value, U32)
            }
            Expr::Select { cond, then, otherwise } => {
                let (then, ty) = self.expr(then);
                let then = if ty == BOOL { call("u32", &[&then]) } else { then };
                let ty = if ty == BOOL { U32 } else { ty };
                let (otherwise, cond) = (self.expr_of(otherwise, ty), self.expr_of(cond, BOOL));
                (call("select", &[&otherwise, &then, &cond]), ty)
            }
            // A float is its bits.
            Expr::Cast { target, value } => {
                let (value, ty) = self.expr(value);
                let value = if ty == BOOL { call("u32", &[&value]) } else { value };
                (value, target.element_type())
            }
            Expr::Component { value, index } => {
                let (value, _) = self.expr(value);
                (text::lanes(&value, ["x", "y", "z", "w"][*index as usize & 3]), U32)
            }
            Expr::Compose { target, parts } => {
                let ty = target.element_type();
                let parts: Vec<Text> = parts.iter().map(word).collect();
                (call(type_name(ty), &parts.iter().collect::<Vec<_>>()), ty)
            }
            Expr::Call { op_id, args } => {
                let output = composition(op_id).map_or(DataType::U32, |(spec, _)| spec.signature.output);
                let name = self.functions.names.get(op_id).map_or("", String::as_str);
                let args: Vec<Text> = args.iter().map(word).collect();
                (call(name, &args.iter().collect::<Vec<_>>()), output.element_type())
            }
            other => unreachable!("compositions of elementary functions have no {other:?}"),
        }
    }

    fn binary(&self, op: BinOp, left: &Expr, right: &Expr) -> (Text, Type) {
        let ((a, a_ty), (b, b_ty)) = (self.expr(left), self.expr(right));
        if a_ty == BOOL && b_ty == BOOL {
            let symbol = match op {
                BinOp::BitAnd | BinOp::And => Some("&"),
                BinOp::BitOr | BinOp::Or => Some("|"),
                BinOp::BitXor | BinOp::Ne => Some("!="),
                _ => None,
            };
            if let Some(symbol) = symbol {
                let value = if symbol == "!=" {
                    relation(symbol, &closed(a), &closed(b))
                } else {
                    text::bits(symbol, &a, &b)
                };
                return (value, BOOL);
            }
        }
        let (a, b) = (self.expr_of(left, U32), self.expr_of(right, U32));
        let amount = |b: &Text| match right {
            Expr::LitU32(amount) => Text::primary(format!("{}u", amount & 31)),
            _ => Text { level: Level::Bits, ..text::bits("&", b, &Text::primary("31u")) },
        };
        let value = match op {
            BinOp::Add => text::sum("+", &a, &b),
            BinOp::Sub => text::sum("-", &a, &b),
            BinOp::Mul => text::product("*", &a, &b),
            BinOp::Div if matches!(right, Expr::LitU32(1..)) => text::product("/", &a, &b),
            BinOp::BitAnd => text::bits("&", &a, &b),
            BinOp::BitOr => text::bits("|", &a, &b),
            BinOp::BitXor => text::bits("^", &a, &b),
            BinOp::Shl => text::bits("<<", &a, &amount(&b)),
            BinOp::Shr => text::bits(">>", &a, &amount(&b)),
            BinOp::Min => call("min", &[&a, &b]),
            BinOp::Max => call("max", &[&a, &b]),
            BinOp::Eq => return (relation("==", &a, &b), BOOL),
            BinOp::Ne => return (relation("!=", &a, &b), BOOL),
            BinOp::Lt => return (relation("<", &a, &b), BOOL),
            BinOp::Gt => return (relation(">", &a, &b), BOOL),
            BinOp::Le => return (relation("<=", &a, &b), BOOL),
            BinOp::Ge => return (relation(">=", &a, &b), BOOL),
            other => unreachable!("compositions of elementary functions have no {other:?}"),
        };
        (value, U32)
    }
}

/// In parentheses, unless nothing can be next to it that binds closer.
fn closed(value: Text) -> Text {
    Text { text: value.at(Level::Primary), level: Level::Primary, ..value }
}
