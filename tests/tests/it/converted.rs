//! Elements of buffers that are other bytes on the host than on devices: tuples, arrays of `bool`s, enums with `#[repr(u32)]`, and structs with such enums.
#![allow(unreachable_pub, reason = "the modules are written as those of a library are")]

use vyre::ir::{BufferDecl, DataType, Node, Program};
use vyre::prelude::*;
use vyre::{Module, Pipeline, func};
use vyre_tests::devices;

#[vyre::kernel]
fn swapped(pairs: &mut [(u32, f32)]) {
    let i = invocation_id().x as usize;
    let (a, b) = pairs[i];
    pairs[i] = (b as u32, a as f32);
}

#[vyre::kernel]
fn parted(items: &[(u8, i16, bool)], out: &mut [((u64, [u8; 3]), bool)]) {
    let i = invocation_id().x as usize;
    if i < items.len() && i < out.len() {
        let item = items[i];
        out[i].0.0 = item.0 as u64 * 1_000_000_007;
        out[i].0.1[1] = item.0;
        out[i].1 = item.2 || item.1 < 0;
    }
}

#[test]
fn tuples_are_elements() {
    for device in devices() {
        let mut pairs = [(1u32, 5.5f32), (2, 7.0), (9, 0.0)];
        swapped(&mut pairs).dispatch(&device).unwrap();
        assert_eq!(pairs, [(5, 1.0), (7, 2.0), (0, 9.0)]);
        let mut held = device.buffer(&pairs).unwrap();
        swapped(&mut held).dispatch(&device).unwrap();
        assert_eq!(held.read().unwrap(), [(1, 5.0), (2, 7.0), (9, 0.0)]);
        let items = device.buffer(&[(3u8, -4i16, false), (255, 7, true), (1, 1, false)]).unwrap();
        let mut out = vec![((1u64, [9u8; 3]), true); 3];
        parted(&items, &mut out).dispatch(&device).unwrap();
        let expected = [
            ((3 * 1_000_000_007, [9, 3, 9]), true),
            ((255 * 1_000_000_007, [9, 255, 9]), true),
            ((1_000_000_007, [9, 1, 9]), false),
        ];
        assert_eq!(out, expected);
    }
}

#[test]
fn buffers_of_tuples_are_written_and_read_in_parts() {
    for device in devices() {
        let held = device.zeros::<(u16, bool, u64)>(1000).unwrap();
        held.write_at(500, &[(7, true, 1 << 40), (9, false, 3)]).unwrap();
        let expected = [(0, false, 0), (7, true, 1 << 40), (9, false, 3), (0, false, 0)];
        assert_eq!(held.read_range(499..503).unwrap(), expected);
        assert_eq!(held.copy().unwrap().read().unwrap()[500], (7, true, 1 << 40));
        // A download in pieces, the ends of which are no ends of elements of three words.
        let many: Vec<(u32, u32, bool)> =
            (0..1_500_000u32).map(|at| (at, !at, at.is_multiple_of(3))).collect();
        assert!(device.buffer(&many).unwrap().read().unwrap() == many);
    }
}

#[vyre::data]
#[derive(Debug, PartialEq, Default)]
#[repr(u32)]
enum Op {
    #[default]
    Add,
    Mul = 7,
    Neg = 3,
}

#[vyre::data]
#[derive(Debug, PartialEq)]
#[repr(u32)]
enum Shape {
    Nothing,
    Sphere { r: f32 },
    Boxed([f32; 3]),
    Mixed(u8, bool, Op),
}

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Item {
    op: Op,
    shape: Shape,
    at: u64,
}

#[vyre::kernel]
fn next(ops: &mut [Op]) {
    let i = invocation_id().x as usize;
    ops[i] = match ops[i] {
        Op::Add => Op::Mul,
        Op::Mul => Op::Neg,
        Op::Neg => Op::Add,
    };
}

#[vyre::kernel]
fn volumes(shapes: &[Shape], out: &mut [f32], grown: &mut [Shape]) {
    let i = invocation_id().x as usize;
    if i >= shapes.len() {
        return;
    }
    out[i] = match shapes[i] {
        Shape::Nothing => 0.0,
        Shape::Sphere { r } => r * r * r,
        Shape::Boxed([x, y, z]) => x * y * z,
        Shape::Mixed(a, true, _) => a as f32,
        Shape::Mixed(_, false, op) => {
            if op == Op::Mul {
                -1.0
            } else {
                -2.0
            }
        }
    };
    grown[i] = match shapes[i] {
        Shape::Nothing => Shape::Mixed(255, true, Op::Neg),
        Shape::Sphere { r } => Shape::Sphere { r: r + 1.0 },
        Shape::Boxed(x) => Shape::Boxed([x[2], x[1], x[0]]),
        Shape::Mixed(..) => Shape::Nothing,
    };
}

#[vyre::kernel]
fn changed(items: &mut [Item], by: (u32, bool), like: Shape) {
    let i = invocation_id().x as usize;
    if i >= items.len() {
        return;
    }
    items[i].at += by.0 as u64;
    if by.1 {
        items[i].op = Op::Neg;
    }
    if items[i].shape == Shape::Nothing {
        items[i].shape = like;
    }
}

#[vyre::kernel]
fn both(rows: &mut [[bool; 3]]) {
    let i = invocation_id().x as usize;
    if i < rows.len() {
        rows[i][1] = rows[i][0] && !rows[i][2];
    }
}

#[test]
fn enums_are_elements_and_fields() {
    for device in devices() {
        let mut ops = [Op::Add, Op::Mul, Op::Neg];
        next(&mut ops).dispatch(&device).unwrap();
        assert_eq!(ops, [Op::Mul, Op::Neg, Op::Add]);
        let shapes = [
            Shape::Nothing,
            Shape::Sphere { r: 2.0 },
            Shape::Boxed([1.0, 2.0, 3.0]),
            Shape::Mixed(9, true, Op::Add),
            Shape::Mixed(9, false, Op::Mul),
        ];
        let mut grown = device.zeros::<Shape>(6).unwrap();
        let mut volume = [1.0f32; 5];
        volumes(&shapes, &mut volume, &mut grown).dispatch(&device).unwrap();
        assert_eq!(volume, [0.0, 8.0, 6.0, 9.0, -1.0]);
        let expected = [
            Shape::Mixed(255, true, Op::Neg),
            Shape::Sphere { r: 3.0 },
            Shape::Boxed([3.0, 2.0, 1.0]),
            Shape::Nothing,
            Shape::Nothing,
            Shape::Nothing,
        ];
        assert_eq!(grown.read().unwrap(), expected);
        let mut items = vec![
            Item { op: Op::Mul, shape: Shape::Nothing, at: u64::MAX - 1 },
            Item { op: Op::Add, shape: Shape::Boxed([1.0; 3]), at: 0 },
        ];
        changed(&mut items, (2, true), Shape::Mixed(1, false, Op::Mul)).dispatch(&device).unwrap();
        let expected = [
            Item { op: Op::Neg, shape: Shape::Mixed(1, false, Op::Mul), at: 0 },
            Item { op: Op::Neg, shape: Shape::Boxed([1.0; 3]), at: 2 },
        ];
        assert_eq!(items, expected);
        let mut rows = [[true, false, false], [true, true, true], [false, true, true]];
        both(&mut rows).dispatch(&device).unwrap();
        assert_eq!(rows, [[true, true, false], [true, false, true], [false, false, true]]);
    }
}

/// A program that stores words from 0 on in a buffer.
fn storing(words: &[u32]) -> Program {
    let stores = words.iter().enumerate().map(|(at, word)| Node::store("out", at as u32, *word));
    Program::new(vec![BufferDecl::read_write("out", 0, DataType::U32)], [1, 1, 1], stores.collect())
}

/// The layout that the guide states, and what means no variant.
#[test]
fn other_programs_see_words() {
    for device in devices() {
        // The number of the variant, `r`, three floats, a byte, a `bool` and a number.
        let mut shapes = device.zeros::<Shape>(2).unwrap();
        let words = [3, 0, 0, 0, 0, 200, 1, 7, 9, 5, 5, 5, 5, 5, 5, 5];
        device.run(&storing(&words), [1, 1, 1], [Arg::buffer_mut(&mut shapes)]).unwrap();
        assert_eq!(shapes.read().unwrap(), [Shape::Mixed(200, true, Op::Mul), Shape::Nothing]);
        let mut ops = device.zeros::<Op>(3).unwrap();
        device.run(&storing(&[3, 4, 7]), [1, 1, 1], [Arg::buffer_mut(&mut ops)]).unwrap();
        assert_eq!(ops.read().unwrap(), [Op::Neg, Op::Add, Op::Mul]);
        let mut pairs = [(0u64, 0i8)];
        device.run(&storing(&[2, 1, u32::MAX]), [1, 1, 1], [Arg::write(&mut pairs)]).unwrap();
        assert_eq!(pairs, [((1 << 32) + 2, -1)]);
    }
}

#[vyre::module]
mod sim {
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(u32)]
    pub enum State {
        Off,
        On { since: u32, by: (u8, bool) },
        Broken(Option<i16>),
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(u32)]
    pub enum Level {
        Low,
        Mid,
        High,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Cell {
        pub level: Level,
        pub state: State,
    }

    impl State {
        pub fn next(self, now: u32) -> State {
            match self {
                State::Off => State::On { since: now, by: (now as u8, true) },
                State::On { since, by: (who, _) } if now - since > 3 => State::Broken(Some(-(who as i16))),
                State::On { since, by } => State::On { since, by },
                State::Broken(None) => State::Off,
                State::Broken(Some(_)) => State::Broken(None),
            }
        }
    }

    impl Level {
        pub fn next(self) -> Level {
            match self {
                Level::Low => Level::Mid,
                Level::Mid => Level::High,
                Level::High => Level::Low,
            }
        }
    }

    #[kernel]
    pub fn step(cells: &mut [Cell], now: u32) {
        let i = invocation_id().x as usize;
        if let Some(cell) = cells.get_mut(i) {
            cell.state = cell.state.next(now);
            cell.level = cell.level.next();
        }
    }

    #[kernel]
    pub fn longest(points: &[(f32, f32)], out: &mut [(u32, f32)]) {
        if invocation_id().x > 0 {
            return;
        }
        let squares = points.iter().enumerate().map(|(i, (x, y))| (i as u32, x * x + y * y));
        out[0] = squares.fold((0, 0.0f32), |a, b| if b.1 > a.1 { b } else { a });
        for (a, b) in out.iter_mut().skip(1) {
            *a += 1;
            *b *= 2.0;
        }
    }
}

#[test]
fn modules_have_them_as_plain_rust_has() {
    use sim::{Cell, Level, State};
    for device in devices().into_iter().chain([Device::checked(), Device::reference()]) {
        let mut cells = vec![
            Cell { level: Level::Low, state: State::Off },
            Cell { level: Level::High, state: State::On { since: 1, by: (200, false) } },
            Cell { level: Level::Mid, state: State::Broken(None) },
        ];
        let mut expected = cells.clone();
        for now in [5, 6, 9, 12, 13] {
            sim::step(&mut cells, now).dispatch(&device).unwrap();
            for cell in &mut expected {
                *cell = Cell { level: cell.level.next(), state: cell.state.next(now) };
            }
            assert_eq!(cells, expected, "at {now} on {device}");
        }
        let points = [(1.0f32, 2.0f32), (-5.0, 0.5), (3.0, 3.0)];
        let mut out = [(7u32, 1.5f32); 3];
        sim::longest(&points, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [(1, 25.25), (8, 3.0), (8, 3.0)]);
    }
}

const TEXT: &str = "
    #[derive(Clone, Copy, PartialEq)]
    #[repr(u32)]
    enum Op { Add, Mul = 7, Neg = 3 }
    #[derive(Clone, Copy)]
    #[repr(u32)]
    enum Way { Stop, Go(u8, i16), Turn { left: bool } }
    #[kernel]
    fn all(pairs: &mut [(u32, f32)], ops: &[Op], ways: &mut [Way], by: (u8, bool), flags: &mut [[bool; 2]]) {
        let i = invocation_id().x as usize;
        if i >= pairs.len() { return; }
        pairs[i] = (pairs[i].1 as u32 + by.0 as u32, pairs[i].0 as f32);
        if by.1 && ops[i] == Op::Mul { pairs[i].0 = 1000; }
        ways[i] = match ways[i] {
            Way::Stop => Way::Turn { left: true },
            Way::Go(a, b) => Way::Go(a + 1, -b),
            Way::Turn { left } => Way::Go(left as u8, -3),
        };
        flags[i][1] ^= flags[i][0];
    }
";

#[vyre::data]
#[derive(Debug, PartialEq)]
#[repr(u32)]
enum Way {
    Stop,
    Go(u8, i16),
    Turn { left: bool },
}

#[test]
fn texts_take_the_types_of_the_host() {
    let module = Module::compile(TEXT).unwrap();
    for device in devices() {
        let mut pairs = [(1u32, 5.5f32), (2, 7.0), (9, 0.0)];
        let mut ways = [Way::Stop, Way::Go(254, -9), Way::Turn { left: true }];
        let mut flags = [[true, true], [true, false], [false, true]];
        let ops = [Op::Add, Op::Mul, Op::Neg];
        let (by, all) = ((1u8, true), module.kernel("all").unwrap());
        let args = [
            Arg::write(&mut pairs),
            Arg::read(&ops),
            Arg::write(&mut ways),
            Arg::value(by),
            Arg::write(&mut flags),
        ];
        all.launch(args).dispatch(&device).unwrap();
        assert_eq!(pairs, [(6, 1.0), (1000, 2.0), (1, 9.0)]);
        assert_eq!(ways, [Way::Turn { left: true }, Way::Go(255, 9), Way::Go(1, -3)]);
        assert_eq!(flags, [[true, false], [true, true], [false, true]]);
        let mut wrong = [(1u32, 5.5f32, 6u32); 3];
        let args = [
            Arg::write(&mut wrong),
            Arg::read(&ops),
            Arg::write(&mut ways),
            Arg::value(by),
            Arg::write(&mut flags),
        ];
        let error = all.launch(args).dispatch(&device).unwrap_err().to_string();
        let expected = "the parameter `pairs` takes `&mut [(u32, f32)]`, got `&mut [(u32, f32, u32)]`";
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn pipelines_hand_them_on() {
    for device in devices() {
        let mut p = Pipeline::new();
        let (pairs, items) = (p.in_out("pairs", DataType::U32), p.in_out("items", DataType::U32));
        p.launch(swapped::step(pairs));
        p.launch(changed::step(items, (2u32, true), Shape::Nothing));
        let p = p.validate().unwrap();
        let given = [(6u32, 1.0f32), (1000, 2.0)];
        let all = [Item { op: Op::Mul, shape: Shape::Nothing, at: 7 }];
        let args = [("pairs", Arg::read(&given)), ("items", Arg::read(&all))];
        let outputs = device.run_pipeline(&p, args).unwrap();
        assert_eq!(outputs.read::<(u32, f32)>("pairs").unwrap(), [(1, 6.0), (2, 1000.0)]);
        let expected = [Item { op: Op::Neg, shape: Shape::Nothing, at: 9 }];
        assert_eq!(outputs.read::<Item>("items").unwrap(), expected);
    }
}

#[test]
fn algorithms_take_them_part_by_part() {
    for device in devices() {
        let mut table = device.buffer(&[(3u32, 1u8), (1, 2), (2, 3), (1, 9)]).unwrap();
        table.sort_by_cached_key(func!(|p: (u32, u8)| p.0)).unwrap();
        assert_eq!(table.read().unwrap(), [(1, 2), (1, 9), (2, 3), (3, 1)]);
        table.reverse().unwrap();
        assert_eq!(table.read().unwrap(), [(3, 1), (2, 3), (1, 9), (1, 2)]);
        let sums = table.par_iter().map(func!(|p: (u32, u8)| p.0 * 10 + p.1 as u32)).collect().unwrap();
        assert_eq!(sums.read().unwrap(), [31, 23, 19, 12]);
        let kept = table.par_iter().filter(func!(|p: (u32, u8)| p.1 != 2)).map(func!(|p: (u32, u8)| p.0));
        assert_eq!(kept.collect().unwrap().read().unwrap(), [3, 2, 1]);
        let (a, b) = table.par_iter().unzip().unwrap();
        assert_eq!((a.read().unwrap(), b.read().unwrap()), (vec![3, 2, 1, 1], vec![1, 3, 9, 2]));
        let total =
            table.par_iter().reduce((0, 0), func!(|a: (u32, u8), b: (u32, u8)| (a.0 + b.0, a.1.max(b.1))));
        assert_eq!(total.unwrap(), (7, 9));
        table.fill((5, 6)).unwrap();
        assert_eq!(table.read().unwrap(), [(5, 6); 4]);
        let ops = device.buffer(&[Op::Neg, Op::Add, Op::Mul, Op::Add]).unwrap();
        assert_eq!(ops.par_iter().map(func!(|op: Op| op as u32)).sum().unwrap(), 3 + 7);
    }
}

#[test]
fn what_has_no_words_is_refused() {
    let cases = [
        (
            "enum E { A, B }",
            "&[E]",
            "most numbers mean no variant of the enum `E`. Fix: write `#[repr(u32)]`",
        ),
        ("#[repr(u32)] enum E { A = 1, B }", "&[E]", "which means no variant of the enum `E`"),
        ("#[repr(u32)] enum E { A(usize), B }", "&[E]", "whose size is the host's own"),
        (
            "#[repr(u32)] enum F { A = 1, B } #[repr(u32)] enum E { A(F), B }",
            "&[E]",
            "no variant of the enum `F`",
        ),
        ("", "&[(usize, u32)]", "the size of a `usize` in memory is the host's own"),
        ("struct S { a: bool, b: u8 }", "&[S]", "is no `bool`"),
    ];
    for (items, ty, message) in cases {
        let text = format!("{items} #[kernel] fn k(a: {ty}, out: &mut [u32]) {{ out[0] = a.len() as u32; }}");
        let error = Module::compile(&text).map(drop).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}
