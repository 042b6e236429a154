//! Operators that are too long to be composed wherever they stand, those of `f64` among them: a function for each that is used, and for each operation of the
//! library that its composition calls.
//!
//! Compositions are over integers, so they are the same on every adapter. Their loops have few rounds, and are written out: an adapter may
//! count the rounds of all loops.

use super::floats::has_sum;
use super::names::Names;
use super::nans;
use super::text::{self, Level, Text, call, literal, relation, type_name};
use super::words::is_reserved;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::OnceLock;
use vyre_ir::library::{self, Operation};
use vyre_ir::{BinOp, Composition, DataType, Expr, Node, OpSignature, Registry, Scalar, Type, UnOp};
use vyre_lower::{BOOL, Lowered, Op, Operators, U32};

/// The functions of a form, by the ids of their operations.
#[derive(Default)]
pub(super) struct ComposedFunctions {
    /// In the order in which they were found.
    ids: Vec<String>,
    names: HashMap<String, String>,
    /// Those that the shader calls, and what they call in turn.
    used: HashSet<String>,
    /// Whether the adapter multiplies 64-bit integers.
    has_long_products: bool,
    /// Whether the adapter computes what quick phases need.
    has_quick_phases: bool,
}

/// The sum of floats, on their bits.
const ADD: &str = "primitive.f32.add";

/// The product of two words. It is the product of 64-bit integers below 2^32, where the adapter has that.
const MUL_WIDE: &str = "primitive.u64.mul_wide";

/// The operators that are functions.
fn operators() -> Operators {
    static ALL: OnceLock<Operators> = OnceLock::new();
    *ALL.get_or_init(|| {
        let of_floats = library::elementary_operators().chain(library::approximate_operators());
        Operators::DOUBLES.with(of_floats.collect())
    })
}

/// Those for an adapter that computes some operators: approximate ones are functions where it computes quick phases, of which they are parts, and composed
/// elsewhere.
pub(crate) fn operators_with(has: Operators) -> Operators {
    let doubles = Operators::DOUBLES;
    doubles.with(if has.contains(quick_operators()) { operators() } else { elementary() })
}

/// Those of them that are long: an approximate one is little more than a polynomial.
pub(crate) fn elementary() -> Operators {
    static ELEMENTARY: OnceLock<Operators> = OnceLock::new();
    *ELEMENTARY.get_or_init(|| Operators::DOUBLES.with(library::elementary_operators().collect()))
}

/// What an adapter has to compute for quick phases: `mul_add` may be wrong where subnormal numbers are about.
fn quick_operators() -> Operators {
    let binary = [BinOp::FAdd, BinOp::FSub, BinOp::FMul].map(|op| Operation::Binary(op, Scalar::F32));
    let all = binary.into_iter().chain([Operation::Unary(UnOp::FFromU32, Scalar::U32)]);
    Operators::MUL_ADD_ON_NORMALS.with(all.collect())
}

/// Whether an operator is one of them.
fn is_composed(operation: Operation) -> bool {
    Operators::of(operation).is_some_and(|float| operators().contains(float))
}

/// How many of a form's instructions are such operators.
pub(crate) fn count(form: &Lowered) -> usize {
    form.insts.iter().filter_map(|inst| nans::operation(form, &inst.op)).filter(|op| is_composed(*op)).count()
}

/// How many of them a form may have whose invocations compute several elements. On an H200 one of `exp`, `ln` and `sin` takes 0.68 of the plain form's time then,
/// and 0.4 s instead of 0.1 to compile; a kernel of all functions compiles for 100 s instead of 5.
pub(crate) const MOST_IN_BLOCKS: usize = 1;

impl ComposedFunctions {
    /// The functions of a form, for an adapter that computes some operators.
    pub(super) fn new(form: &Lowered, has: Operators, names: &mut Names) -> ComposedFunctions {
        let product = Operation::Binary(BinOp::Mul, Scalar::U64);
        let mut functions = ComposedFunctions {
            has_long_products: has.contains([product].into_iter().collect()),
            has_quick_phases: has.contains(quick_operators()),
            ..ComposedFunctions::default()
        };
        for inst in &form.insts {
            let operation = match inst.op {
                Op::Binary(op, left, _) => Operation::Binary(op, form[left].ty.scalar),
                Op::Unary(op, operand) => Operation::Unary(op, form[operand].ty.scalar),
                Op::MulAdd(of, ..) if form[of].ty.scalar == Scalar::F64 => Operation::DoubleMulAdd,
                Op::Collective(op, ..) if op.joins() == Some(BinOp::FAdd) && !has_sum(has) => {
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
            if composition(&id).is_none() || self.names.contains_key(&id) {
                continue;
            }
            waiting.extend(self.callees(&id));
            let wanted = id.trim_start_matches("primitive.").replacen("f32.", "f_", 1).replace('.', "_");
            self.names.insert(id.clone(), names.fresh(&wanted));
            self.ids.push(id);
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
            if composition(&id).is_some() && self.used.insert(id.clone()) {
                waiting.extend(self.callees(&id));
            }
        }
    }

    /// What a function calls.
    fn callees(&self, id: &str) -> Vec<String> {
        match composition(id) {
            Some((_, composition)) if !self.is_native(id) => {
                callees(composition).into_iter().chain(self.quick_phase(id).map(str::to_string)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The operation that a function asks first, if the adapter computes it.
    fn quick_phase(&self, id: &str) -> Option<&'static str> {
        library::quick_phase(id).filter(|_| self.has_quick_phases)
    }

    /// Whether any of them has operators of floats.
    pub(super) fn have_floats(&self) -> bool {
        self.used.iter().any(|id| library::is_of_floats_on_bits(id))
    }

    /// Whether the adapter computes an operation by itself.
    fn is_native(&self, id: &str) -> bool {
        self.has_long_products && id == MUL_WIDE
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
            if self.have_floats() {
                out.push_str("// Those named `quick` compute with pairs of floats, on adapters that are strict as above, and give all bits where that leaves a result open; those named `near` are approximate.\n");
            }
        }
        for id in self.ids.iter().filter(|id| self.used.contains(*id)) {
            let Some((signature, composition)) = composition(id) else { continue };
            if self.is_native(id) {
                let _ = writeln!(
                    out,
                    "fn {}(a: u32, b: u32) -> vec2<u32> {{\n    let r = u64(a) * u64(b);\n    \
                     return vec2<u32>(u32(r), u32(r >> 32u));\n}}\n",
                    self.names[id]
                );
                continue;
            }
            let (inputs, output) = (&signature.inputs, signature.output.element_type());
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
            if let Some(quick) = self.quick_phase(id).and_then(|quick| self.names.get(quick)) {
                let args: Vec<String> = composition.params.iter().map(|name| local(name)).collect();
                body.line(&format!("let quick = {quick}({});", args.join(", ")));
                body.line("if quick != 0xffffffffu {");
                body.line("    return quick;");
                body.line("}");
            }
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

fn composition(id: &str) -> Option<(&'static OpSignature, &'static Composition)> {
    let spec = Registry::standard().get(id)?;
    Some((spec.signature()?, spec.composition()?))
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
            Node::Loop { var, from, to, body } => {
                // A `<` with a `>` behind it would read as a template.
                let (from, to) = (self.expr_of(from, U32).text, self.expr_of(to, U32).at(Level::Primary));
                self.types.insert(var, U32);
                let var = local(var);
                self.line(&format!("for (var {var} = {from}; {var} < {to}; {var}++) {{"));
                self.nested(body);
                self.line("}");
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
            Expr::UnOp { op: UnOp::FFromU32, operand } => {
                (of_float(&call("f32", &[&word(operand)])), DataType::F32.element_type())
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
            Expr::FMulAdd { a, b, c } => {
                let [a, b, c] = [a, b, c].map(|operand| float(&word(operand)));
                (of_float(&call("fma", &[&a, &b, &c])), DataType::F32.element_type())
            }
            // A float is its bits.
            Expr::Cast { target, value } => {
                let (value, ty) = self.expr(value);
                let value = match (ty.scalar, target.element_type().scalar) {
                    (Scalar::Bool, _) => call("u32", &[&value]),
                    (Scalar::I32, Scalar::U32) => call("bitcast<u32>", &[&value]),
                    (Scalar::U32, Scalar::I32) => call("bitcast<i32>", &[&value]),
                    _ => value,
                };
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
                let output =
                    composition(op_id).map_or(DataType::U32, |(signature, _)| signature.output.clone());
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
        let of_floats = |sum: fn(&str, &Text, &Text) -> Text, symbol| {
            (of_float(&sum(symbol, &float(&a), &float(&b))), DataType::F32.element_type())
        };
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
            BinOp::FAdd => return of_floats(text::sum, "+"),
            BinOp::FSub => return of_floats(text::sum, "-"),
            BinOp::FMul => return of_floats(text::product, "*"),
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

/// The float whose bits a text gives.
fn float(bits: &Text) -> Text {
    call("bitcast<f32>", &[bits])
}

/// The bits of a float.
fn of_float(value: &Text) -> Text {
    call("bitcast<u32>", &[value])
}

/// In parentheses, unless nothing can be next to it that binds closer.
fn closed(value: Text) -> Text {
    Text { text: value.at(Level::Primary), level: Level::Primary, ..value }
}
