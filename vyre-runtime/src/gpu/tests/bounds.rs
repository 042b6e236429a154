//! Accesses out of bounds: loads give zero, stores and atomics do nothing, on every kind of buffer.

use super::{a_out, gpu, id, run, store, text};
use crate::binding::Binding;
use vyre_ir::{AtomicOp, BufferAccess, BufferDecl, DataType, Expr, Node, Program};

/// Indices around the end, and those whose byte offsets wrap at 2^32 for some element size.
fn indices(length: u32) -> Vec<u32> {
    vec![
        0,
        1,
        length - 1,
        length,
        length + 1,
        1 << 28,
        (1 << 28) + 1,
        1 << 29,
        1 << 30,
        (1 << 30) + 6,
        1 << 31,
        u32::MAX,
    ]
}

#[test]
fn loads_out_of_bounds_give_zero() {
    let Some(gpu) = gpu() else { return };
    let data: Vec<u32> = (1..=40).map(|x| x * 0x0101_0101).collect();
    for (access, is_bytes, ty) in [
        (BufferAccess::ReadOnly, false, DataType::U32),
        (BufferAccess::ReadOnly, false, DataType::Vec4U32),
        (BufferAccess::ReadOnly, false, DataType::U64),
        (BufferAccess::ReadWrite, false, DataType::U32),
        (BufferAccess::Uniform, false, DataType::U32),
        (BufferAccess::Uniform, false, DataType::Vec2U32),
        (BufferAccess::Uniform, false, DataType::Vec4U32),
        (BufferAccess::ReadOnly, true, DataType::Bytes),
        (BufferAccess::Uniform, true, DataType::Bytes),
    ] {
        let lanes = ty.lanes();
        let length = (data.len() / lanes) as u32;
        for fixed in [0, length] {
            let index = || Expr::load("i", id());
            let load = if is_bytes { Expr::load_word("data", index()) } else { Expr::load("data", index()) };
            let mut entry = vec![Node::let_bind("x", load)];
            for lane in 0..lanes as u32 {
                let value = if lanes == 1 { Expr::var("x") } else { Expr::component(Expr::var("x"), lane) };
                entry.push(Node::store("out", id() * lanes as u32 + lane, value));
            }
            let buffers = vec![
                BufferDecl::storage("data", 0, access, ty.clone()).with_count(if is_bytes {
                    0
                } else {
                    fixed
                }),
                BufferDecl::read("i", 1, DataType::U32),
                BufferDecl::read_write("out", 2, DataType::U32),
            ];
            let indices = indices(length);
            let mut out = vec![7; indices.len() * lanes];
            let mut copy = data.clone();
            let first = match (access, is_bytes) {
                (_, true) => Binding::Bytes(bytemuck::cast_slice(&data)),
                (BufferAccess::ReadWrite, _) => Binding::WordsMut(&mut copy),
                _ => Binding::Words(&data),
            };
            let mut bindings = [first, Binding::Words(&indices), Binding::WordsMut(&mut out)];
            run(gpu, &Program::new(buffers, [64, 1, 1], entry), [1, 1, 1], &mut bindings);
            let expected: Vec<u32> = indices
                .iter()
                .flat_map(|index| (0..lanes).map(move |lane| (*index as usize) * lanes + lane))
                .map(|word| data.get(word).copied().unwrap_or(0))
                .collect();
            assert_eq!(out, expected, "{access} {ty} {fixed}");
        }
    }
}

#[test]
fn bytes_past_the_last_word_are_zero() {
    let Some(gpu) = gpu() else { return };
    let bytes = [1u8, 2, 3, 4, 5, 6, 7, 8, 0xff];
    let indices = [0, 3, 4, 8, 9, 11, 12, 13, 1 << 30, 1 << 31, u32::MAX];
    let buffers = vec![
        BufferDecl::read("data", 0, DataType::Bytes),
        BufferDecl::read("i", 1, DataType::U32),
        BufferDecl::read_write("out", 2, DataType::U32),
    ];
    let entry = vec![
        Node::store("out", id(), Expr::load_byte("data", Expr::load("i", id()))),
        Node::store("out", 11u32, Expr::buf_len("data")),
    ];
    let mut out = [9; 12];
    let mut bindings = [Binding::Bytes(&bytes), Binding::Words(&indices), Binding::WordsMut(&mut out)];
    run(gpu, &Program::new(buffers, [11, 1, 1], entry), [1, 1, 1], &mut bindings);
    assert_eq!(out, [1, 4, 5, 0xff, 0, 0, 0, 0, 0, 0, 0, 3]);
}

#[test]
fn stores_and_atomics_out_of_bounds_do_nothing() {
    let Some(gpu) = gpu() else { return };
    let indices: Vec<u32> = indices(16).into_iter().filter(|index| *index >= 16).collect();
    let index = || Expr::load("a", id());
    let mut programs = vec![vec![store(index(), 99u32)]];
    for op in AtomicOp::ALL {
        let atomic = match op.takes_expected() {
            true => Expr::compare_exchange("out", index(), 5u32, 99u32),
            false => Expr::atomic(*op, "out", index(), 99u32),
        };
        // What it gives goes where it can be seen.
        programs.push(vec![Node::let_bind("old", atomic), store(Expr::var("old"), 5u32)]);
    }
    for entry in programs {
        for fixed in [0, 16] {
            let mut program = a_out(entry.clone());
            program.buffers[1].count = fixed;
            program.workgroup_size = [indices.len() as u32, 1, 1];
            let mut out = [5; 16];
            run(gpu, &program, [1, 1, 1], &mut [Binding::Words(&indices), Binding::WordsMut(&mut out)]);
            assert_eq!(out, [5; 16], "{}", text(&program));
        }
    }
}

#[test]
fn arrays_of_workgroups_and_invocations_are_guarded_and_zero() {
    let Some(gpu) = gpu() else { return };
    let indices = indices(8);
    for array in [BufferDecl::workgroup("w", 8, DataType::U32), BufferDecl::private("w", 8, DataType::U32)] {
        let is_private = array.access == BufferAccess::Private;
        let mut program = a_out(vec![
            Node::let_bind("i", Expr::load("a", Expr::workgroup_id(0))),
            Node::let_bind("fresh", Expr::load("w", 3u32)),
            Node::Barrier,
            Node::store("w", Expr::var("i"), 1u32),
            Node::let_bind("sum", 0u32),
            Node::for_range(
                "j",
                0u32,
                9u32,
                vec![Node::assign("sum", Expr::var("sum") + Expr::load("w", Expr::var("j")))],
            ),
            store(Expr::workgroup_id(0) * 3u32, Expr::var("sum")),
            store(Expr::workgroup_id(0) * 3u32 + 1u32, Expr::load("w", Expr::var("i"))),
            store(Expr::workgroup_id(0) * 3u32 + 2u32, Expr::var("fresh")),
        ]);
        program.buffers.push(array);
        program.workgroup_size = [1, 1, 1];
        let mut out = vec![7; indices.len() * 3];
        let groups = [indices.len() as u32, 1, 1];
        run(gpu, &program, groups, &mut [Binding::Words(&indices), Binding::WordsMut(&mut out)]);
        let expected: Vec<u32> =
            indices.iter().flat_map(|index| if *index < 8 { [1, 1, 0] } else { [0, 0, 0] }).collect();
        assert_eq!(out, expected, "private: {is_private}");
    }
}

/// Arithmetic by hand. 1,021 words are no multiple of what a loop sets to zero in a round, and 21 of them are read that nobody has written.
#[test]
fn long_local_arrays_hold_what_is_stored() {
    let Some(gpu) = gpu() else { return };
    let text = "program workgroup_size 64, 1, 1 buffer a: read u32 @ 0 buffer out: read_write u32 @ 1
        buffer t: private u32[1021] buffer s: private bool[300]
        entry {
            let i = invocation_id.x; let x = a[i];
            for k in 0..1000 { t[k] = x * 1000 + k; }
            s[i] = true;
            t[x * 3] = 7;
            out[i * 4] = t[x];
            out[i * 4 + 1] = t[x * 3];
            out[i * 4 + 2] = t[1020] + t[x + 1000];
            out[i * 4 + 3] = cast<u32>(s[x]);
        }";
    let a: Vec<u32> = (0..64).map(|i| i * 8 + i % 5).collect();
    let mut out = vec![9; 256];
    run(gpu, &text.parse().unwrap(), [1, 1, 1], &mut [Binding::Words(&a), Binding::WordsMut(&mut out)]);
    for ((i, x), found) in (0..).zip(a).zip(out.chunks(4)) {
        let t = |at: u32| match at {
            at if at < 1021 && at == x * 3 => 7,
            1000.. => 0,
            at => x * 1000 + at,
        };
        assert_eq!(found, [t(x), t(x * 3), t(1020) + t(x + 1000), u32::from(x == i)], "{i}");
    }
}
