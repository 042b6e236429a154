//! Every operation of the library on every device, against Rust's own arithmetic, over values around which results
//! change and over random ones.

#![allow(clippy::unwrap_used, clippy::panic)]

mod float;
mod half;
mod hash;
mod laws;
mod long;
mod methods;
mod reference;
mod values;

use std::collections::HashSet;
use values::{Column, Random};
use vyre::ir::library::{self, Operation, Row};
use vyre::ir::{BinOp, BufferDecl, DataType, Expr, Node, Program, validate};
use vyre::{Arg, Device};
use vyre_tests::devices;

/// The rows without elementary functions, which `elementary` compares with other libraries, and without what only these call. Several of their
/// compositions do not fit one program.
fn plain_rows() -> impl Iterator<Item = &'static Row> {
    let operators = library::elementary_operators().chain(library::approximate_operators());
    let names: HashSet<String> = operators.filter_map(Operation::id).collect();
    let is_elementary = move |row: &Row| {
        let family = row.family();
        ["f32", "f16", "bf16"].iter().any(|float| family == format!("primitive.{float}"))
            && names.contains(&format!("primitive.f32.{}", row.name()))
    };
    // `doubles` compares those of `f64` with Rust's.
    library::rows()
        .filter(move |row| !row.is_step() && !is_elementary(row) && row.family() != "primitive.f64")
}

/// How many random arguments an operation is called with.
const RANDOM: usize = 10_000;

/// A program that calls the operation with loaded arguments, once for each element of `out`.
fn caller(row: &Row) -> Program {
    let i = || Expr::invocation_id(0);
    let name = |at: usize| format!("arg{at}");
    let mut buffers = vec![BufferDecl::read_write("out", 0, row.output.clone())];
    for (at, input) in row.inputs.iter().enumerate() {
        buffers.push(BufferDecl::read(name(at), at as u32 + 1, input.clone()));
    }
    let args = (0..row.inputs.len()).map(|at| Expr::load(name(at), i())).collect();
    let store = Node::store("out", i(), Expr::call(row.id, args));
    Program::new(buffers, [64, 1, 1], vec![store])
}

/// Runs [`caller`] on many arguments: a list of values for each parameter.
fn call(device: &Device, row: &Row, args: &[Vec<u128>]) -> Vec<u128> {
    let count = args[0].len();
    let inputs: Vec<Column> =
        row.inputs.iter().zip(args).map(|(ty, list)| Column::new(ty.clone(), list)).collect();
    let mut out = Column::new(row.output.clone(), &vec![0; count]);
    let args: Vec<Arg<'_>> = std::iter::once(out.write()).chain(inputs.iter().map(Column::read)).collect();
    let groups = [count.div_ceil(64) as u32, 1, 1];
    device.run(&caller(row), groups, args).unwrap_or_else(|error| panic!("{} on {device}: {error}", row.id));
    out.numbers()
}

/// The arguments of a row: every combination of edge values, and random ones, as a list for each parameter.
fn arguments(row: &Row) -> Vec<Vec<u128>> {
    let mut random = Random::new(row.id);
    let mut lists = values::combinations(row.inputs);
    for _ in 0..RANDOM {
        for (list, value) in lists.iter_mut().zip(random.arguments(row.inputs)) {
            list.push(value);
        }
    }
    lists
}

/// And with the edge cases of its row.
#[test]
fn every_operation_agrees_with_plain_rust() {
    let devices = devices();
    for row in plain_rows() {
        let reference =
            reference::of(row.id).unwrap_or_else(|| panic!("{} needs a reference in this test", row.id));
        let args = arguments(row);
        for device in &devices {
            for (at, got) in call(device, row, &args).into_iter().enumerate() {
                let args: Vec<u128> = args.iter().map(|list| list[at]).collect();
                let expected = reference(&args);
                assert_eq!(got, expected, "{} of {args:x?} on {device}", row.id);
            }
            if row.edge_cases.is_empty() {
                continue;
            }
            let lists: Vec<Vec<u128>> = (0..row.inputs.len())
                .map(|at| row.edge_cases.iter().map(|(args, _)| number(args[at])).collect())
                .collect();
            for ((args, result), got) in row.edge_cases.iter().zip(call(device, row, &lists)) {
                assert_eq!(got, number(result), "{} of {args:x?} on {device}", row.id);
            }
        }
    }
}

/// The rows say that their laws hold for every argument.
#[test]
fn laws_hold() {
    let device = Device::cpu();
    for row in plain_rows() {
        for law in row.laws {
            let law = laws::translate(row.family(), law);
            let types: Vec<DataType> = law.variables.iter().map(|(_, ty)| ty.clone()).collect();
            let mut random = Random::new(law.text);
            let mut lists = values::combinations(&types);
            for _ in 0..RANDOM / 10 {
                for (list, value) in lists.iter_mut().zip(random.arguments(&types)) {
                    list.push(value);
                }
            }
            let columns: Vec<Column> =
                types.iter().zip(&lists).map(|(ty, list)| Column::new(ty.clone(), list)).collect();
            let count = lists.first().map_or(1, Vec::len);
            let mut out = vec![0u32; count];
            let args = std::iter::once(Arg::write(&mut out)).chain(columns.iter().map(Column::read));
            let groups = [count.div_ceil(64) as u32, 1, 1];
            device.run(&law.program(), groups, args).unwrap_or_else(|error| panic!("{}: {error}", row.id));
            let broken = out.iter().position(|holds| *holds == 0);
            let args = broken.map(|at| lists.iter().map(|list| list[at]).collect::<Vec<u128>>());
            assert_eq!(args, None, "{}: `{}` does not hold for {:?}", row.id, law.text, law.variables);
        }
    }
}

#[test]
fn references_are_those_of_the_rows() {
    let ids: HashSet<&str> = plain_rows().map(|row| row.id).collect();
    for id in reference::ids() {
        assert!(ids.contains(id), "{id} is no operation");
    }
    assert_eq!(reference::ids().count(), ids.len());
}

/// The rows that a name stands for compute what Rust computes by it.
fn assert_computes(row: &Row, case: &methods::Case) {
    let args = arguments(row);
    for (at, got) in call(&Device::cpu(), row, &args).into_iter().enumerate() {
        let args: Vec<u128> = args.iter().map(|list| list[at]).collect();
        assert_eq!(got, (case.compute)(&args), "{} of {}, {args:x?}", case.name, case.ty);
    }
}

#[test]
fn methods_are_those_of_std() {
    let cases = methods::all();
    for case in &cases {
        let row = library::method(&case.ty, case.name);
        assert_computes(row.unwrap_or_else(|| panic!("{} of {} is no row", case.name, case.ty)), case);
    }
    let tested: HashSet<_> = cases.iter().map(|case| (case.ty.clone(), case.name)).collect();
    // Those of floats are tested in `float_kernels`, and their operations above.
    let methods = library::METHODS.iter().filter(|(ty, ..)| !ty.is_float());
    assert_eq!(tested, methods.map(|(ty, name, _)| (ty.clone(), *name)).collect());
}

#[test]
fn operators_are_those_of_rust() {
    let cases = methods::operators();
    for case in &cases {
        let row = match BinOp::ALL.iter().find(|op| op.name() == case.name) {
            Some(op) => library::operator(*op, &case.ty),
            None if case.name == "Negate" => library::negate(&case.ty),
            None => library::not(&case.ty),
        };
        assert_computes(row.unwrap_or_else(|| panic!("{} of {} is no row", case.name, case.ty)), case);
    }
    let known = [DataType::I32, DataType::U64, DataType::U128]
        .map(|ty| BinOp::ALL.iter().filter_map(move |op| library::operator(*op, &ty)));
    assert_eq!(cases.len(), known.into_iter().flatten().count() + 4);
}

/// Literals are what lowerings compute ahead, and what shader compilers then refuse.
#[test]
fn edge_cases_hold_with_literal_arguments() {
    for device in devices() {
        for row in plain_rows() {
            let out = BufferDecl::read_write("out", 0, row.output.clone());
            let calls = row.edge_cases.iter().enumerate().map(|(at, (args, _))| {
                let args =
                    args.iter().zip(row.inputs).map(|(lanes, ty)| literal(ty.clone(), lanes)).collect();
                Node::store("out", at as u32, Expr::call(row.id, args))
            });
            let program = Program::new(vec![out], [1, 1, 1], calls.collect());
            let mut got = Column::new(row.output.clone(), &vec![0; row.edge_cases.len()]);
            device
                .run(&program, [1, 1, 1], [got.write()])
                .unwrap_or_else(|error| panic!("{}: {error}", row.id));
            let expected: Vec<u128> = row.edge_cases.iter().map(|(_, result)| number(result)).collect();
            assert_eq!(got.numbers(), expected, "{} on {device}", row.id);
        }
    }
}

/// The number that lanes make, lane 0 lowest.
fn number(lanes: &[u32]) -> u128 {
    lanes.iter().rev().fold(0, |number, lane| number << 32 | u128::from(*lane))
}

fn literal(ty: DataType, lanes: &[u32]) -> Expr {
    match ty {
        DataType::U32 => Expr::u32(lanes[0]),
        DataType::I32 => Expr::LitI32(lanes[0] as i32),
        DataType::F32 => Expr::LitF32(f32::from_bits(lanes[0])),
        ty => Expr::compose(ty, lanes.iter().map(|lane| Expr::u32(*lane)).collect()),
    }
}

/// What composition promises: it vanishes.
#[test]
fn a_composed_program_is_the_one_written_by_hand() {
    let compare = |statement: &str, by_hand: &str| {
        let program = |statement: &str| -> Program {
            format!(
                "program workgroup_size 256, 1, 1
                buffer a: read u32 @ 0  buffer b: read u32 @ 1  buffer out: read_write u32 @ 2
                entry {{ let i = invocation_id.x; if i < len(out) {{ {statement} }} }}"
            )
            .parse()
            .unwrap()
        };
        let composed = validate(&program(statement)).unwrap();
        let by_hand = validate(&program(by_hand)).unwrap();
        assert_eq!(composed.program().to_string(), by_hand.program().to_string());
    };
    compare("out[i] = call primitive.bitwise.xor(a[i], b[i]);", "out[i] = a[i] ^ b[i];");
    compare(
        "out[i] = call primitive.bitwise.popcount(call primitive.bitwise.xor(a[i], b[i]));",
        "out[i] = popcount(a[i] ^ b[i]);",
    );
    compare(
        "out[i] = call primitive.math.clamp(a[i] + 1, b[i], 9) * 2;",
        "out[i] = min(max(a[i] + 1, b[i]), 9) * 2;",
    );
}

/// Operations as operands of each other and of themselves, with arguments that are used more than once.
#[test]
fn operations_nest() {
    let program: Program = "program workgroup_size 64, 1, 1
        buffer a: read u64 @ 0  buffer b: read u64 @ 1  buffer out: read_write u64 @ 2
        entry {
            let i = invocation_id.x;
            let x = a[i];
            let rest = call primitive.u64.mod(call primitive.u64.mul(x, b[i]), call primitive.u64.add(x, b[i]));
            if call primitive.u64.lt(rest, call primitive.u64.max(x, rest)) {
                for k in 0 .. call primitive.math.min(call primitive.u64.popcount(rest), 7) {
                    out[i] = call primitive.u64.xor(out[i], call primitive.u64.shl(rest, k + out[i].0));
                }
            } else {
                out[i] = call primitive.u64.shr(call primitive.u64.shr(rest, 3), call primitive.u64.ctz(rest));
            }
        }"
    .parse()
    .unwrap();
    let expected = |x: u64, y: u64| {
        let rest = x.wrapping_mul(y).checked_rem(x.wrapping_add(y)).unwrap_or(0);
        if rest >= x.max(rest) {
            return (rest >> 3) >> (rest.trailing_zeros() & 63);
        }
        let round = |out: u64, k: u32| out ^ rest << (k.wrapping_add(out as u32) & 63);
        (0..rest.count_ones().min(7)).fold(0, round)
    };
    let mut random = Random::new("nest");
    let pairs = values::combinations(&[DataType::U64, DataType::U64]);
    let [mut a, mut b] = [0, 1].map(|at| pairs[at].iter().map(|number| *number as u64).collect::<Vec<u64>>());
    for _ in 0..RANDOM {
        let pair = random.arguments(&[DataType::U64, DataType::U64]);
        a.push(pair[0] as u64);
        b.push(pair[1] as u64);
    }
    for device in devices() {
        let mut out = vec![0u64; a.len()];
        let groups = [a.len().div_ceil(64) as u32, 1, 1];
        device.run(&program, groups, [Arg::read(&a), Arg::read(&b), Arg::write(&mut out)]).unwrap();
        for ((x, y), got) in a.iter().zip(&b).zip(out) {
            assert_eq!(got, expected(*x, *y), "{x:x} and {y:x} on {device}");
        }
    }
}
