//! Ids, workgroups and barriers.

use super::*;
use vyre_ir::{AtomicOp, DataType};

#[test]
fn ids_in_three_dimensions() {
    let (size, groups) = ([2u32, 3, 2], [3u32, 2, 2]);
    let ids = [Expr::invocation_id as fn(u32) -> Expr, Expr::workgroup_id, Expr::local_id];
    // `out[at]` receives the nine ids of the invocation that drew `at`.
    let mut entry = vec![Node::let_bind("at", Expr::atomic(AtomicOp::Add, "drawn", 0u32, 9u32))];
    for (kind, id) in (0u32..).zip(ids) {
        entry.extend((0..3).map(|axis| put(var("at") + kind * 3 + axis, id(axis))));
    }
    let drawn = BufferDecl::read_write("drawn", 1, DataType::U32);
    let program = Program::new(vec![out(), drawn], size, entry);
    let (mut words, mut drawn) = (vec![0; 144 * 9], [0]);
    run(&program, groups, &mut [Binding::WordsMut(&mut words), Binding::WordsMut(&mut drawn)]);

    let order = |[x, y, z]: [u32; 3]| {
        (0..z).flat_map(move |z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])))
    };
    let mut expected = Vec::new();
    for group in order(groups) {
        for local in order(size) {
            expected.extend([0, 1, 2].map(|axis: usize| group[axis] * size[axis] + local[axis]));
            expected.extend(group);
            expected.extend(local);
        }
    }
    assert_eq!(drawn, [144 * 9]);
    assert_eq!(words, expected);
}

#[test]
fn no_workgroups_do_nothing() {
    for groups in [[0, 1, 1], [1, 0, 1], [1, 1, 0], [0, 0, 0], [u32::MAX, u32::MAX, 0]] {
        for entry in [vec![put(0u32, 1u32)], vec![Node::Barrier, put(0u32, 1u32)]] {
            let mut words = [0];
            run(&Program::new(vec![out()], [64, 1, 1], entry), groups, &mut [Binding::WordsMut(&mut words)]);
            assert_eq!(words, [0]);
        }
    }
}

#[test]
fn an_empty_program() {
    for entry in [vec![], vec![Node::Barrier], vec![Node::Return]] {
        run(&Program::new(vec![], [64, 2, 2], entry), [2, 2, 2], &mut []);
    }
}

#[test]
fn a_workgroup_reverses_an_array() {
    let local = || Expr::local_id(0);
    let entry = vec![
        Node::store("tile", local(), Expr::load("out", Expr::invocation_id(0))),
        Node::Barrier,
        put(Expr::invocation_id(0), Expr::load("tile", Expr::u32(255) - local())),
    ];
    let tile = BufferDecl::workgroup("tile", 256, DataType::U32);
    let mut words: Vec<u32> = (0..1024).collect();
    run(
        &Program::new(vec![tile, out()], [256, 1, 1], entry),
        [4, 1, 1],
        &mut [Binding::WordsMut(&mut words)],
    );
    let expected: Vec<u32> = (0..1024).map(|at| at / 256 * 256 + 255 - at % 256).collect();
    assert_eq!(words, expected);
}

#[test]
fn a_tree_sum_with_barriers_in_a_loop() {
    let local = || Expr::local_id(0);
    let half = || Expr::u32(32) >> var("step");
    let entry = vec![
        Node::let_bind("own", Expr::invocation_id(0) + 1u32),
        Node::store("tile", local(), var("own")),
        Node::Barrier,
        Node::for_range(
            "step",
            0u32,
            6u32,
            vec![
                Node::if_then(
                    local().lt(half()),
                    vec![Node::store(
                        "tile",
                        local(),
                        Expr::load("tile", local()) + Expr::load("tile", local() + half()),
                    )],
                ),
                Node::Barrier,
            ],
        ),
        put(Expr::invocation_id(0), Expr::load("tile", 0u32) - var("own")),
    ];
    let tile = BufferDecl::workgroup("tile", 64, DataType::U32);
    let mut words = vec![0; 128];
    run(&Program::new(vec![tile, out()], [64, 1, 1], entry), [2, 1, 1], &mut [Binding::WordsMut(&mut words)]);
    let sums = [(1..=64).sum::<u32>(), (65..=128).sum::<u32>()];
    let expected: Vec<u32> = (0..128).map(|at| sums[at as usize / 64] - (at + 1)).collect();
    assert_eq!(words, expected);
}

#[test]
fn invocations_keep_variables_and_local_arrays_across_a_barrier() {
    let local = || Expr::local_id(1);
    let entry = vec![
        Node::let_bind("v", Expr::compose(DataType::U64, vec![local() * 3u32, local() * 5u32])),
        Node::store("own", 1u32, local() * 7u32),
        Node::Barrier,
        Node::Barrier,
        put(local(), Expr::component(var("v"), 0) + Expr::component(var("v"), 1) + Expr::load("own", 1u32)),
    ];
    let own = BufferDecl::private("own", 2, DataType::U32);
    let mut words = [0; 8];
    run(&Program::new(vec![own, out()], [1, 8, 1], entry), [1, 1, 1], &mut [Binding::WordsMut(&mut words)]);
    assert_eq!(words, [0, 15, 30, 45, 60, 75, 90, 105]);
}

#[test]
fn a_uniform_return_before_a_barrier() {
    let group = || Expr::workgroup_id(0);
    let entry = vec![
        Node::if_then(group().equals(1u32), vec![Node::Return]),
        Node::Barrier,
        put(group(), Expr::load("out", group()) + 1u32),
    ];
    let mut words = [0; 3];
    run(&Program::new(vec![out()], [4, 1, 1], entry), [3, 1, 1], &mut [Binding::WordsMut(&mut words)]);
    assert_eq!(words, [4, 0, 4]);
}

#[test]
fn workgroup_arrays_are_zero_for_each_workgroup_and_local_ones_for_each_invocation() {
    let bump = |name: &str| Node::store(name, 0u32, Expr::load(name, 0u32) + 1u32);
    for barrier in [false, true] {
        let mut entry = vec![bump("shared"), bump("own")];
        if barrier {
            entry.push(Node::Barrier);
        }
        entry.push(put(Expr::invocation_id(0) * 2u32, Expr::load("shared", 0u32)));
        entry.push(put(Expr::invocation_id(0) * 2u32 + 1u32, Expr::load("own", 0u32)));
        let buffers = vec![
            BufferDecl::workgroup("shared", 1, DataType::U32),
            BufferDecl::private("own", 1, DataType::U32),
            out(),
        ];
        let mut words = [0; 12];
        run(&Program::new(buffers, [3, 1, 1], entry), [2, 1, 1], &mut [Binding::WordsMut(&mut words)]);
        match barrier {
            false => assert_eq!(words, [1, 1, 2, 1, 3, 1, 1, 1, 2, 1, 3, 1]),
            true => assert_eq!(words, [3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]),
        }
    }
}
