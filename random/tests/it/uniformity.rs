//! No program that validation accepts diverges: barriers are put anywhere into random programs, under conditions made of ids,
//! of variables that are assigned anywhere, and of memory.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use vyre_ir::{BinOp, BufferAccess, BufferDecl, DataType, Expr, Node};
use vyre_random::evaluate::{Order, Stuck, evaluate};
use vyre_random::{Case, Sizes, Source, generate};

/// An id, or what may be uniform of it.
fn id(source: &mut Source<'_>, size: [u32; 3]) -> Expr {
    let axis = source.below(3);
    let extent = size[axis as usize];
    let id = match source.below(5) {
        0 => Expr::local_id(axis),
        1 => Expr::workgroup_id(axis) * extent + Expr::local_id(axis),
        _ => Expr::invocation_id(axis),
    };
    let number = *source.pick(&[1, 2, 3, 4, 8, 16, 64, extent, 2 * extent, extent.next_power_of_two(), 0]);
    match source.below(8) {
        0 => id / number,
        1 => id % number,
        2 => id >> number.checked_ilog2().unwrap_or(0),
        3 => id & !number.wrapping_sub(1),
        4 => id - Expr::local_id(axis),
        5 => (id + number) / extent,
        6 => (id * number) / (extent * number),
        _ => id,
    }
}

/// The names that the statements of one body declare or assign.
fn names(nodes: &[Node]) -> Vec<String> {
    let name = |node: &Node| match node {
        Node::Assign { name, .. } => Some(name.clone()),
        node => node.declares().map(str::to_string),
    };
    nodes.iter().filter_map(name).collect()
}

fn value(source: &mut Source<'_>, case: &Case, names: &[String]) -> Expr {
    match source.below(6) {
        0 | 1 if !names.is_empty() => Expr::var(source.pick(names).as_str()),
        2 => Expr::u32(source.below(3)),
        3 if !case.program.buffers.is_empty() => {
            Expr::load(source.pick(&case.program.buffers).name.as_str(), source.below(3))
        }
        _ => id(source, case.program.workgroup_size),
    }
}

/// What ids are compared with: a small number, or one at the end of a workgroup.
fn bound(source: &mut Source<'_>, size: [u32; 3]) -> u32 {
    let extent = *source.pick(&size);
    match source.below(6) {
        0 => extent,
        1 => 2 * extent,
        2 => extent - 1,
        3 => extent + 1,
        _ => source.below(4),
    }
}

/// A statement that is suspicious.
fn planted(source: &mut Source<'_>, case: &Case, names: &[String]) -> Vec<Node> {
    let op = *source.pick(&[BinOp::Lt, BinOp::Le, BinOp::Eq, BinOp::Ne, BinOp::Ge, BinOp::Gt]);
    let (value_of, bound) = (value(source, case, names), bound(source, case.program.workgroup_size));
    let cond = match source.below(4) {
        0 => Expr::binary(op, bound, value_of),
        _ => Expr::binary(op, value_of, bound),
    };
    let waits = |source: &mut Source<'_>| match source.below(3) {
        0 => Node::Barrier,
        1 => Node::broadcast("planted", 1u32, source.below(3)),
        _ => Node::if_then(value(source, case, names), vec![Node::Barrier]),
    };
    let own =
        |buffer: &&BufferDecl| buffer.access == BufferAccess::Private && buffer.element == DataType::U32;
    let own: Vec<&BufferDecl> = case.program.buffers.iter().filter(own).collect();
    let assigned = |source: &mut Source<'_>| match names {
        _ if !own.is_empty() && source.chance(1, 3) => {
            let index =
                if source.chance(1, 3) { value(source, case, names) } else { Expr::u32(source.below(3)) };
            Node::store(source.pick(&own).name.as_str(), index, value(source, case, names))
        }
        [] => Node::Barrier,
        names => Node::assign(source.pick(names).as_str(), value(source, case, names)),
    };
    match source.below(if own.is_empty() { 8 } else { 11 }) {
        8.. => {
            let array = source.pick(&own).name.as_str();
            let small = |source: &mut Source<'_>| match source.below(4) {
                0 => value(source, case, names),
                _ => Expr::u32(source.below(2)),
            };
            let stored = vec![Node::store(array, small(source), small(source))];
            let stored = match source.below(3) {
                0 => vec![Node::if_then(cond, stored)],
                1 => vec![Node::for_range("planted", 0, value(source, case, names) % 3u32, stored)],
                _ => stored,
            };
            let loaded = Expr::load(array, small(source));
            stored.into_iter().chain([Node::if_then(loaded, vec![waits(source)])]).collect()
        }
        0 => vec![waits(source)],
        1 | 2 => vec![Node::if_then(cond, vec![waits(source)])],
        3 => vec![assigned(source)],
        4 => vec![Node::if_else(cond, vec![assigned(source)], vec![assigned(source)]), waits(source)],
        5 => {
            let jump = source.pick(&[Node::Break, Node::Continue, Node::Return]).clone();
            let body =
                vec![assigned(source), Node::if_then(cond, vec![jump]), assigned(source), waits(source)];
            vec![Node::for_range("planted", 0, source.below(4), body), waits(source)]
        }
        6 => vec![Node::for_range("planted", 0, value(source, case, names) % 5u32, vec![assigned(source)])],
        _ => vec![
            assigned(source),
            Node::if_then(
                cond,
                vec![Node::if_then(
                    value(source, case, names),
                    vec![source.pick(&[Node::Break, Node::Continue, Node::Return]).clone()],
                )],
            ),
        ],
    }
}

/// Puts something at a random place of some body.
fn plant(source: &mut Source<'_>, case: &Case, nodes: &[Node], before: &[String], depth: u32) -> Vec<Node> {
    let bodies: Vec<usize> =
        (0..nodes.len()).filter(|at| nodes[*at].bodies().iter().any(|body| !body.is_empty())).collect();
    let mut nodes = nodes.to_vec();
    if depth > 0 && !bodies.is_empty() && source.chance(2, 3) {
        let at = *source.pick(&bodies);
        let mut names_before = before.to_vec();
        names_before.extend(names(&nodes[..at]));
        let [first, second] = nodes[at].bodies();
        let (first, second) = match second.is_empty() || (!first.is_empty() && source.chance(1, 2)) {
            true => (plant(source, case, first, &names_before, depth - 1), second.to_vec()),
            false => (first.to_vec(), plant(source, case, second, &names_before, depth - 1)),
        };
        nodes[at] = nodes[at].with_bodies(first, second);
        return nodes;
    }
    let at = source.below(nodes.len() as u32 + 1) as usize;
    let mut all = before.to_vec();
    all.extend(names(&nodes[..at]));
    nodes.splice(at..at, planted(source, case, &all));
    nodes
}

#[test]
fn no_accepted_program_diverges() {
    let count: u64 = match std::env::var("VYRE_RANDOM_PROGRAMS") {
        Ok(count) => count.parse().unwrap(),
        Err(_) => 1_000,
    };
    let (mut accepted, mut planted) = (0, 0);
    for seed in 0..count {
        let mut source = Source::new(seed ^ 0x5eed);
        let small = Sizes { work: 2_000, total: 20_000, groups: 3, ..Sizes::default() };
        let mut case = match seed % 3 {
            0 => generate(seed),
            _ => Case::random(&mut Source::new(seed), &small),
        };
        if seed % 2 == 0 {
            case.program.buffers.push(BufferDecl::private("planted_array", 2, DataType::U32));
        }
        for _ in 0..source.range(1, 4) {
            let entry = plant(&mut source, &case, &case.program.entry, &[], 4);
            let before = std::mem::replace(&mut case.program.entry, entry);
            planted += 1;
            // What is not accepted is not kept, so that several may come together.
            if case.validate().is_err() {
                case.program.entry = before;
                continue;
            }
            accepted += 1;
        }
        let outcome = evaluate(&case, Order::Forward);
        assert!(outcome != Err(Stuck::Diverged), "seed {seed}\n{case}");
    }
    assert!(accepted * 8 > planted, "{accepted} of {planted}");
}
