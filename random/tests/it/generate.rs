//! What holds of every case, and what cases have among them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use std::collections::BTreeSet;
use vyre_ir::casts::CASTS;
use vyre_ir::library::Operation;
use vyre_ir::{
    AtomicOp, BinOp, BufferAccess, DataType, Event, Expr, Node, Program, Registry, UnOp, Validated, library,
    validate, walk,
};
use vyre_random::{Case, Contents, Sizes, Source, elements, generate, narrow};

fn values() -> impl Iterator<Item = DataType> {
    DataType::ALL.into_iter().filter(|ty| ty.value_type().is_some() && *ty != DataType::F64)
}

/// Whether programs have values of a type: they have no `F64`s yet.
fn is_generated(ty: &DataType) -> bool {
    !matches!(ty, DataType::Bytes | DataType::F64)
}

fn valid(case: &Case, seed: u64) -> Validated {
    case.validate().unwrap_or_else(|errors| panic!("seed {seed}: {errors:?}\n{case}"))
}

#[test]
fn cases_are_valid() {
    for seed in 0..3_000 {
        let case = generate(seed);
        valid(&case, seed);
        let sizes = Sizes::default();
        let count = |extents: [u32; 3]| extents.iter().product::<u32>();
        assert!(count(case.program.workgroup_size) <= sizes.invocations && count(case.grid) <= sizes.groups);
        assert_eq!(case.inputs.len(), case.program.bound_buffers().count());
        for (buffer, input) in case.program.bound_buffers().zip(&case.inputs) {
            let elements = input.elements(buffer.element.clone()).len() as u32;
            assert!(buffer.count == 0 || buffer.count == elements, "seed {seed}: {buffer:?}");
        }
    }
}

/// A fuzzer's bytes make valid cases too, and where they end the case does.
#[test]
fn cases_of_bytes_are_valid() {
    for seed in 0..500 {
        let mut source = Source::new(seed);
        let bytes: Vec<u8> = (0..source.below(600)).map(|_| source.bits() as u8).collect();
        let case = Case::random(&mut Source::from_bytes(&bytes), &Sizes::default());
        valid(&case, seed);
        assert!(case.count() <= 40 + 4 * bytes.len(), "{} bytes make {case}", bytes.len());
    }
}

/// Those of the other generators too.
#[test]
fn cases_of_elements_and_of_bytes_in_words_are_valid() {
    for seed in 0..300 {
        valid(&elements(seed), seed);
        valid(&narrow(seed), seed);
    }
}

/// The text of a program gives it back, so what a failing test prints can be run again.
#[test]
fn cases_can_be_read_again() {
    for seed in 0..300 {
        let case = generate(seed);
        let again: Program =
            case.to_string().parse().unwrap_or_else(|error| panic!("seed {seed}: {error}\n{case}"));
        // By their bytes: a literal that is NaN is not equal to itself.
        assert!(again.to_wire() == case.program.to_wire(), "seed {seed}: {again}\n{case}");
    }
}

/// What occurs in some statements, by name.
#[derive(Default)]
struct Occurring(BTreeSet<String>);

impl Occurring {
    fn add(&mut self, what: impl Into<String>) {
        self.0.insert(what.into());
    }

    fn case(&mut self, case: &Case) {
        self.nodes(&case.program, &case.program.entry, "program");
        for composition in case.operations.iter().filter_map(|op| op.composition()) {
            self.nodes(&case.program, &composition.body, "operation");
            self.expr(&case.program, composition.result.as_ref().unwrap());
        }
        for (buffer, input) in case.program.bound_buffers().zip(&case.inputs) {
            let len = input.elements(buffer.element.clone()).len();
            self.add(format!("length {}", ["none", "one", "few"].get(len).unwrap_or(&"many")));
            self.add(format!("count {}", if buffer.count == 0 { "any" } else { "fixed" }));
            if let Contents::Bytes(bytes) = input {
                self.add(format!("bytes {}", bytes.len() % 4));
            }
        }
        for (name, extents) in [("workgroups", case.program.workgroup_size), ("grid", case.grid)] {
            let axes = extents.iter().filter(|extent| **extent > 1).count();
            self.add(format!("{name} of {axes} axes"));
        }
    }

    fn nodes(&mut self, program: &Program, nodes: &[Node], place: &str) {
        let mut around = Vec::new();
        walk(nodes, |event| match event {
            Event::Enter { node, exprs, .. } => {
                let name = self.node(program, node);
                self.add(format!("{name} in {place}"));
                if let Some(outer) = around.last() {
                    self.add(format!("{name} in {outer}"));
                }
                around.push(name);
                exprs.into_iter().flatten().for_each(|(_, expr)| self.expr(program, expr));
            }
            Event::Otherwise { .. } => {}
            Event::Leave { .. } => drop(around.pop()),
        });
    }

    fn node(&mut self, program: &Program, node: &Node) -> &'static str {
        match node {
            Node::Let { .. } => "let",
            Node::Assign { .. } => "assign",
            Node::Store { buffer, .. } => {
                let buffer = program.buffer(buffer).unwrap();
                self.add(format!("store {} {}", buffer.access, buffer.element));
                "store"
            }
            Node::TensorStore { .. } => "store to a tensor",
            Node::StoreByte { .. } => "store of a byte",
            Node::StoreWord { .. } => "store of a word",
            Node::CallOp { .. } => "call of an operation on buffers",
            Node::AtomicStore { .. } => "atomic store",
            Node::If { otherwise, .. } if otherwise.is_empty() => "if",
            Node::If { .. } => "else",
            Node::Loop { to: Expr::LitU32(_), .. } => "loop to a literal",
            Node::Loop { .. } => "loop",
            Node::Break => "break",
            Node::Continue => "continue",
            Node::Return => "return",
            Node::Block(_) => "block",
            Node::Barrier => "barrier",
            Node::Collective { .. } => "collective",
            Node::UniformLoad { .. } => "uniform load",
            Node::Assert { .. } => "assertion",
        }
    }

    fn expr(&mut self, program: &Program, root: &Expr) {
        root.any(|expr| {
            self.add(match expr {
                Expr::LitU32(_) => "u32".to_string(),
                Expr::LitI32(_) => "i32".to_string(),
                Expr::LitBool(_) => "bool".to_string(),
                Expr::LitF32(_) => "f32".to_string(),
                Expr::LitF64(_) => "f64".to_string(),
                Expr::FMulAdd { .. } => "FMulAdd".to_string(),
                Expr::Var(_) => "variable".to_string(),
                Expr::TensorLoad { .. } => "load of a tensor".to_string(),
                Expr::TensorDim { .. } => "dimension".to_string(),
                Expr::Load { buffer, .. } => {
                    let buffer = program.buffer(buffer).unwrap();
                    format!("load {} {}", buffer.access, buffer.element)
                }
                Expr::LoadByte { .. } => "load byte".to_string(),
                Expr::LoadWord { .. } => "load word".to_string(),
                Expr::BufLen { .. } => "length".to_string(),
                Expr::InvocationId { axis } => format!("invocation {axis}"),
                Expr::WorkgroupId { axis } => format!("workgroup {axis}"),
                Expr::LocalId { axis } => format!("local {axis}"),
                Expr::BinOp { op, .. } => format!("{op:?}"),
                Expr::UnOp { op, .. } => format!("{op:?}"),
                Expr::Call { op_id, .. } => op_id.clone(),
                Expr::Select { .. } => "select".to_string(),
                Expr::Cast { target, .. } => format!("cast to {target}"),
                Expr::Component { index, .. } => format!("component {index}"),
                Expr::Compose { target, .. } => format!("compose {target}"),
                Expr::Atomic { op, .. } => format!("atomic {op:?}"),
                Expr::AtomicLoad { .. } => "atomic load".to_string(),
            });
            false
        });
    }
}

/// Everything that programs can have, by name.
fn everything() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    all.extend(BinOp::ALL.iter().map(|op| format!("{op:?}")));
    // Those that give other integers are called as operations of the library.
    let gives = |op: &&UnOp| {
        let (operand, result) = op.typing().in_program();
        op.tolerance_ulp().is_none()
            && is_generated(&operand)
            && is_generated(&result)
            && !matches!(result, DataType::I32 | DataType::U64)
    };
    all.extend(UnOp::ALL.iter().filter(gives).map(|op| format!("{op:?}")));
    all.extend(AtomicOp::ALL.iter().map(|op| format!("atomic {op:?}")));
    // Compositions of elementary functions and the longest of 128 bits are so long that few programs have room for them.
    let elementary = library::elementary_operators().filter_map(Operation::id);
    let elementary: Vec<String> =
        elementary.flat_map(|id| ["f32", "f16", "bf16"].map(|family| id.replace("f32", family))).collect();
    let long = ["primitive.u128.mul_hi", "primitive.u128.div", "primitive.u128.mod", "primitive.u128.pow"];
    let is_short = |row: &&library::Row| {
        !row.is_step()
            && row.inputs.iter().chain([&row.output]).all(is_generated)
            && !elementary.iter().any(|id| id == row.id)
            && Operation::of(row.id).is_none_or(|operation| operation.tolerance_ulp().is_none())
            && !long.contains(&row.id)
    };
    all.extend(library::rows().filter(is_short).map(|row| row.id.to_string()));
    all.extend((0..3).map(|at| format!("op.{at}")));
    all.extend(values().map(|ty| format!("cast to {ty}")));
    // Atomic elements of workgroups are `u32`, and all of their accesses are atomic.
    for access in BufferAccess::ALL.into_iter().filter(|access| *access != BufferAccess::WorkgroupAtomic) {
        // Floats of 16 bits are in no buffers that are given.
        let held = || values().filter(|ty| !access.is_bound() || !ty.is_packed());
        all.extend(held().map(|ty| format!("load {access} {ty}")));
        if access.is_writable() {
            all.extend(held().map(|ty| format!("store {access} {ty}")));
        }
    }
    let statements = ["let", "assign", "if", "else", "loop", "loop to a literal", "block"];
    for place in ["program", "operation", "if", "else", "loop", "loop to a literal", "block"] {
        all.extend(statements.iter().map(|statement| format!("{statement} in {place}")));
        all.push(format!("return in {place}"));
        all.push(format!("assertion in {place}"));
    }
    for place in ["if", "else", "loop", "loop to a literal", "block"] {
        all.extend(["break", "continue", "store", "barrier"].iter().map(|jump| format!("{jump} in {place}")));
    }
    all.extend((0..3).flat_map(|axis| ["invocation", "workgroup", "local"].map(|id| format!("{id} {axis}"))));
    all.extend((0..4).flat_map(|at| [format!("component {at}"), format!("bytes {at}")]));
    all.extend((0..4).flat_map(|axes| ["workgroups", "grid"].map(|name| format!("{name} of {axes} axes"))));
    all.extend(["none", "one", "few", "many"].map(|len| format!("length {len}")));
    all.extend(["u64", "u128", "vec2<u32>", "vec4<u32>"].map(|ty| format!("compose {ty}")));
    let others = ["load byte", "load word", "length", "select", "variable", "u32", "i32", "bool"];
    all.extend(others.into_iter().chain(["count any", "count fixed"]).map(str::to_string));
    // A `Return` at the level of the program itself would leave nothing to do.
    all.retain(|what| what != "return in program");
    all
}

#[test]
fn everything_occurs() {
    let mut occurring = Occurring::default();
    (0..8_000).for_each(|seed| occurring.case(&generate(seed)));
    let missing: Vec<String> = everything().into_iter().filter(|what| !occurring.0.contains(what)).collect();
    assert!(missing.is_empty(), "no program has {missing:?}");
}

/// Each cast stands in an expanded program that the validator has typed.
#[test]
fn every_cast_occurs() {
    let mut occurring = BTreeSet::new();
    for seed in 0..1_500 {
        // The program without its calls, as a program of its own.
        let validated = validate(valid(&generate(seed), seed).program()).unwrap();
        walk(&validated.source().entry, |event| {
            let Event::Enter { exprs, .. } = event else { return };
            for (first, root) in exprs.into_iter().flatten() {
                root.fold(first, |place, expr, operands: &mut [usize]| {
                    if let (Expr::Cast { target, .. }, [operand]) = (expr, &operands) {
                        occurring.insert((validated.type_of(*operand).unwrap().name(), target.name()));
                    }
                    place
                });
            }
        });
    }
    let values = CASTS.iter().filter(|row| is_generated(&row.source) && is_generated(&row.target));
    let all: BTreeSet<_> = values.map(|row| (row.source.name(), row.target.name())).collect();
    assert_eq!(occurring, all);
}

/// A program without operations of its own needs no registry but the library.
#[test]
fn operations_are_registered() {
    let has_own = |case: &Case| !case.operations.is_empty();
    let case = (0..).map(generate).find(has_own).unwrap();
    let registry = case.registry().unwrap();
    assert!(case.operations.iter().all(|op| registry.get(&op.id) == Some(op)));
    assert_eq!(
        registry.known_op_ids().count(),
        Registry::standard().known_op_ids().count() + case.operations.len()
    );
    let case = (0..).map(generate).find(|case| !has_own(case)).unwrap();
    assert!(validate(&case.program).is_ok());
}
