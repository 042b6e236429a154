//! Random programs: the checked device gives what walking their trees gives, and finds a race where the evaluator finds one.

use vyre::ir::{BinOp, Event, Expr, Node, walk};
use vyre::{Arg, Device, Error, Finding, FindingKind};
use vyre_random::{Case, Contents, Order, evaluate, generate};
use vyre_tests::data::Data;

/// What the buffers hold after a launch, and what was found.
fn run(case: &Case) -> (Vec<Contents>, Vec<Finding>) {
    let validated = case.validate().unwrap();
    let inputs = case.program.bound_buffers().zip(&case.inputs);
    let mut data: Vec<Data> = inputs.map(|(buffer, input)| Data::of(buffer.element.clone(), input)).collect();
    let args: Vec<Arg<'_>> =
        data.iter_mut().enumerate().map(|(at, data)| data.arg(case.is_written(at))).collect();
    let device = Device::checked();
    let mut found = match device.run_validated(&validated, case.grid, args) {
        Ok(()) => Vec::new(),
        Err(Error::Checked(report)) => report.findings().to_vec(),
        Err(error) => panic!("{error}\n{case}"),
    };
    found.extend(device.take_findings());
    (data.iter().map(Data::contents).collect(), found)
}

fn count() -> u64 {
    vyre_random::programs(100, 400)
}

#[test]
fn programs_without_races_have_no_finding_that_fails() {
    for seed in 0..count() {
        let case = generate(seed);
        let expected = evaluate(&case, Order::Forward).unwrap();
        let (contents, found) = run(&case);
        assert_eq!(contents, expected.contents, "seed {seed}\n{case}");
        let failed = found.iter().find(|found| found.kind() == FindingKind::Assertion);
        assert_eq!(failed.is_some(), expected.failure.is_some(), "seed {seed}\n{case}");
        let others = [FindingKind::DataRace, FindingKind::BenignRace, FindingKind::OrderDependence];
        let other = found.iter().find(|found| others.contains(&found.kind()));
        assert!(other.is_none(), "seed {seed}: {}\n{case}", other.unwrap());
    }
}

/// The statements without their barriers, and with stores to half the index.
fn broken(nodes: &[Node], halves: bool) -> Vec<Node> {
    let rest = nodes.iter().filter(|node| !matches!(node, Node::Barrier));
    let copy = |node: &Node| {
        let [first, second] = node.bodies().map(|body| broken(body, halves));
        match node {
            Node::Store { buffer, index, value } if halves => {
                Node::store(buffer.as_str(), index.clone() / 2u32, value.clone())
            }
            _ => node.with_bodies(first, second),
        }
    };
    rest.map(copy).collect()
}

/// Whether there is such an expression in a program, or in an operation of its own.
fn has(case: &Case, is_one: fn(&Expr) -> bool) -> bool {
    let mut found = false;
    let bodies = case.operations.iter().filter_map(|op| op.composition());
    let bodies = bodies.map(|composition| &composition.body).chain([&case.program.entry]);
    bodies.for_each(|body| {
        walk(body, |event| {
            let Event::Enter { exprs, .. } = event else { return };
            found |= exprs.into_iter().flatten().any(|(_, root)| root.any(is_one));
        });
    });
    found
}

/// Whether the device may leave out a load that the evaluator sees.
fn has_short_circuits(case: &Case) -> bool {
    has(case, |expr| matches!(expr, Expr::BinOp { op: BinOp::And | BinOp::Or, .. }))
}

/// Whether the device looks for races in other orders, too.
fn has_atomics(case: &Case) -> bool {
    has(case, |expr| matches!(expr, Expr::Atomic { .. } | Expr::AtomicLoad { .. }))
}

#[test]
fn programs_that_lost_their_barriers_race_where_the_evaluator_says_so() {
    let (mut racing, mut others) = (0, 0);
    for seed in 0..count() * 2 {
        let mut case = generate(seed);
        case.program.entry = broken(&case.program.entry, seed % 2 == 0);
        let Ok(expected) = evaluate(&case, Order::Forward) else { continue };
        let (_, found) = run(&case);
        let race = found
            .iter()
            .find(|found| matches!(found.kind(), FindingKind::DataRace | FindingKind::BenignRace));
        let is_missed = race.is_none() && expected.race.is_some() && !has_short_circuits(&case);
        let orders = [Order::Reverse, Order::Shuffled(1), Order::Shuffled(2), Order::Shuffled(3)];
        let races_elsewhere =
            || orders.into_iter().any(|order| evaluate(&case, order).is_ok_and(|run| run.race.is_some()));
        let is_false =
            race.is_some() && expected.race.is_none() && !(has_atomics(&case) && races_elsewhere());
        assert!(!is_missed && !is_false, "seed {seed}: {race:?}, {:?}\n{case}", expected.race);
        match race {
            Some(_) => racing += 1,
            None => others += 1,
        }
    }
    assert!(racing > 20 && others > 20, "{racing} race, {others} do not");
}
