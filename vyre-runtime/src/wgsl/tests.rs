//! naga accepts every shader, and shaders read as they should. What they compute is tested on devices.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod adapters;
mod collectives;
mod quick;

use super::{Shader, Variant, lower, lower_for};
use vyre_ir::casts::{self, CASTS};
use vyre_ir::{
    AtomicOp, BinOp, BufferAccess, BufferDecl, DataType, Expr, Node, Program, UnOp, Value, validate,
};

const EDGES: [u32; 8] = [0, 1, 5, 31, 32, 33, 0x8000_0000, u32::MAX];

/// What prints as the program is written: nothing is coarsened. Both forms and that for parts are checked.
fn shader(program: &Program) -> Shader {
    let validated = match validate(program) {
        Ok(validated) => validated,
        Err(errors) => panic!("{errors:?}"),
    };
    let mut target = vyre_lower::Target::WGSL;
    target.has_blocks = false;
    let form = vyre_lower::build(&validated).unwrap();
    let shader = lower_for(form, &target, Variant::default(), &vyre_lower::pass::optimise);
    let variant = |is_split, is_watched| {
        lower(&validated, Variant { is_split, is_watched, ..Variant::default() }).unwrap()
    };
    let others = [variant(false, false), variant(true, false), variant(false, true), variant(true, true)];
    // naga needs more stack than a test has, without optimisation; so does the GPU device, which does the
    // same.
    let thread = std::thread::Builder::new().stack_size(16 << 20);
    std::thread::scope(|scope| {
        let check = || std::iter::once(&shader).chain(&others).for_each(check_wgsl);
        thread.spawn_scoped(scope, check).unwrap().join().unwrap()
    });
    shader
}

fn check_wgsl(shader: &Shader) {
    check_with(shader, naga::valid::Capabilities::empty());
}

fn check_with(shader: &Shader, capabilities: naga::valid::Capabilities) {
    let module = match naga::front::wgsl::parse_str(&shader.text) {
        Ok(module) => module,
        Err(error) => panic!("{}\n{}", error.emit_to_string(&shader.text), shader.text),
    };
    let flags = naga::valid::ValidationFlags::all();
    let mut validator = naga::valid::Validator::new(flags, capabilities);
    if let Err(error) = validator.validate(&module) {
        panic!("{}\n{}", error.emit_to_string(&shader.text), shader.text);
    }
}

/// The shader of statements over `a` and `out` (u32), `vec` (vec4), `bits` (bytes), `shared` and `own` (u32).
fn lowered(entry: Vec<Node>) -> String {
    let buffers = vec![
        BufferDecl::read("a", 0, DataType::U32),
        BufferDecl::read_write("out", 7, DataType::U32),
        BufferDecl::read_write("vec", 3, DataType::Vec4U32),
        BufferDecl::read("bits", 1, DataType::Bytes),
        BufferDecl::workgroup("shared", 64, DataType::U32),
        BufferDecl::private("own", 8, DataType::U32),
    ];
    shader(&Program::new(buffers, [64, 1, 1], entry)).text
}

fn id() -> Expr {
    Expr::invocation_id(0)
}

fn a(index: impl Into<Expr>) -> Expr {
    Expr::load("a", index)
}

fn out(value: impl Into<Expr>) -> Node {
    Node::store("out", id(), value)
}

fn literal(value: Value) -> Expr {
    let [x, y, z, w] = value.lanes();
    match value.ty() {
        DataType::U32 => x.into(),
        DataType::I32 => Expr::i32(x as i32),
        DataType::Bool => (x != 0).into(),
        DataType::F32 => Expr::f32(f32::from_bits(x)),
        ty => {
            let lane = |lane| literal(Value::from_lanes(ty.lane_type(), [lane, 0, 0, 0]));
            Expr::compose(ty.clone(), [x, y, z, w].into_iter().take(ty.lanes()).map(lane).collect())
        }
    }
}

#[test]
fn a_kernel_reads_as_a_person_would_write_it() {
    let i = || Expr::var("i");
    let text = lowered(vec![
        Node::let_bind("i", id()),
        Node::if_then(
            i().lt(Expr::buf_len("out")),
            vec![Node::store("out", i(), (a(i()) ^ a(i() + 1u32)) * 3u32 + 1u32)],
        ),
    ]);
    let entry = &text[text.find("fn main").unwrap()..];
    assert_eq!(
        entry,
        "\
fn main(@builtin(workgroup_id) workgroup_id: vec3<u32>, @builtin(local_invocation_id) local_id: vec3<u32>) {
    let group_x = workgroup_id.x + workgroup_id.y * launch.fold_width;
    if group_x >= launch.groups_x {
        return;
    }
    let i = group_x * 64u + local_id.x;
    if i < launch.out_len {
        out[i] = (load_a(i) ^ load_a(i + 1u)) * 3u + 1u;
    }
}
"
    );
    let load = "fn load_a(i: u32) -> u32 {\n    if i < launch.a_len {\n        return a[i];\n    }\n    return 0u;\n}\n";
    assert!(text.contains(load), "{text}");
    assert!(!text.contains("bits_len") && !text.contains("load_byte"), "{text}");
}

#[test]
fn a_coarsened_kernel_accesses_vectors() {
    let text = "program workgroup_size 64, 1, 1 buffer a: read u32 @ 0 buffer out: read_write u32 @ 1
        entry { let i = invocation_id.x; if i < len(out) { out[i] = a[i]; } }";
    let shader = lower(&validate(&text.parse().unwrap()).unwrap(), Variant::default()).unwrap();
    check_wgsl(&shader);
    let entry = &shader.text[shader.text.find("    let id_x").unwrap()..];
    assert_eq!(
        entry,
        "    let id_x = group_x * 256u + local_id.x;
    if id_x >= launch.invocations {
        return;
    }
    let first = id_x << 2u;
    if (id_x < (launch.a_len >> 2u)) & (id_x < (launch.out_len >> 2u)) {
        out[id_x] = a[id_x];
    } else {
        for (var lane: u32 = 0u; lane < 4u; lane = lane + 1u) {
            let i = first + lane;
            if i < launch.out_len {
                out[i >> 2u][i & 3u] = load_a(i);
            }
        }
    }
}
"
    );
    // 5 workgroups have 320 invocations, and an invocation of the shader stands for 4 of them.
    for (groups, invocations, coarse) in
        [(1, 16, 1), (5, 80, 1), (16, 256, 1), (17, 272, 2), (1 << 26, 1 << 30, 1 << 22)]
    {
        let grid = shader.grid([groups, 3, 2]);
        assert_eq!((grid.groups, grid.invocations), ([coarse, 3, 2], Some(invocations)));
    }
    assert_eq!(shader.workgroup_size, [64, 1, 1]);
}

#[test]
fn every_operator_takes_every_kind_of_operand() {
    let mut entry = Vec::new();
    for op in &BinOp::on_words() {
        entry.push(out(Expr::binary(*op, a(id()), a(1u32))));
        entry.push(out(Expr::binary(
            *op,
            Expr::binary(*op, id(), a(0u32)),
            Expr::binary(*op, a(0u32), id()),
        )));
        for x in EDGES {
            entry.push(out(Expr::binary(*op, a(id()), x)));
            entry.push(out(Expr::binary(*op, x, a(id()))));
            for y in EDGES {
                entry.push(out(Expr::binary(*op, x, y)));
            }
        }
    }
    for op in &UnOp::on_words() {
        entry.push(out(Expr::unary(*op, a(id()))));
        entry.push(out(Expr::unary(*op, Expr::unary(*op, a(id()).lt(3u32)))));
        entry.extend(EDGES.map(|x| out(Expr::unary(*op, x))));
    }
    let text = lowered(entry);
    for function in ["divide", "remainder", "abs_diff"] {
        assert_eq!(text.matches(&format!("fn {function}(")).count(), 1, "{function}");
    }
}

#[test]
fn constants_are_computed_before_naga_sees_them() {
    let n = || Expr::var("n");
    let text = lowered(vec![
        Node::let_bind("zero", 0u32),
        Node::let_bind("n", Expr::u32(7) / Expr::var("zero") + u32::MAX + 1u32),
        out(a(id()) / n()),
        out(Expr::u32(1) << (n() + 33u32)),
        out(a(id()) << 33u32),
        Node::store("own", 100u32, 1u32),
        Node::store("shared", n() - 1u32, Expr::load("own", 8u32)),
        Node::let_bind("changes", 0u32),
        Node::if_then(a(1u32), vec![Node::assign("changes", 7u32)]),
        Node::assign("changes", Expr::u32(5) / Expr::var("changes")),
        out(Expr::cast(DataType::U32, Expr::i32(i32::MIN))),
        Node::let_bind("signed", Expr::select(a(0u32), Expr::i32(i32::MIN), Expr::i32(-1))),
        out(Expr::cast(DataType::U32, Expr::var("signed"))),
        out(Expr::var("changes")),
    ]);
    let entry = &text[text.find("let id_x").unwrap()..];
    assert_eq!(
        entry,
        "\
let id_x = group_x * 64u + local_id.x;
    store_out(id_x, 0u);
    store_out(id_x, 2u);
    store_out(id_x, load_a(id_x) << 1u);
    var changes: u32 = 0u;
    if load_a(1u) != 0u {
        changes = 7u;
    }
    store_out(id_x, 2147483648u);
    let signed = select(-1i, (-2147483647i - 1i), load_a(0u) != 0u);
    store_out(id_x, bitcast<u32>(signed));
    store_out(id_x, divide(5u, changes));
}
"
    );
}

/// naga refuses deep nests of brackets, and an index that is printed twice would double the text with each of them.
#[test]
fn loads_of_loads_are_neither_deep_nor_long() {
    for declared in [
        "private u32[64]",
        "workgroup u32[64]",
        "uniform u32[64] @ 1",
        "read u32[64] @ 1",
        "private u32[256]",
    ] {
        let value = (0..300).fold("i".to_string(), |index, _| format!("t[{index} & 63]"));
        let text = format!(
            "program workgroup_size 64, 1, 1 buffer out: read_write u32 @ 0 buffer t: {declared}
             entry {{ let i = invocation_id.x; out[i] = {value}; }}"
        );
        let program = text.parse().unwrap();
        let shader = shader(&program);
        assert!(shader.text.len() < 50_000, "{declared}: {} bytes", shader.text.len());
    }
}

/// A load that only an unused sum needs is not printed either: not where it stands, and not behind the loop, where its index is unknown.
#[test]
fn what_only_unused_values_need_is_not_printed() {
    let text = "program workgroup_size 1, 1, 1 buffer a: read_write u32 @ 0 buffer out: read_write u32 @ 1
        entry {
            for k in 0 .. len(out) {
                let j = k * k;
                out[j] = j;
                let unused = a[j + 4] + 1;
            }
            a[0] = 3;
        }";
    let form = vyre_lower::build(&validate(&text.parse().unwrap()).unwrap()).unwrap();
    let shader = lower_for(form, &vyre_lower::Target::WGSL, Variant::default(), &|_, _| {});
    check_wgsl(&shader);
    assert!(!shader.text.contains("load_a"), "{}", shader.text);
}

#[test]
fn every_cast_lowers_from_values_and_from_constants() {
    for cast in CASTS.iter().filter(|cast| cast.source != DataType::Bytes) {
        let buffers = vec![
            BufferDecl::read("source", 0, cast.source.clone()),
            BufferDecl::read_write("target", 1, cast.target.clone()),
            BufferDecl::uniform("small", 2, cast.source.clone()),
            BufferDecl::private("own", 3, cast.source.clone()),
        ];
        let constant = literal(Value::from_lanes(cast.source.clone(), [u32::MAX, 1 << 31, 0, 1]));
        let store = |value| Node::store("target", id(), Expr::cast(cast.target.clone(), value));
        let program = Program::new(
            buffers,
            [64, 1, 1],
            vec![
                store(Expr::load("source", id())),
                store(Expr::load("small", id())),
                Node::store("own", id(), Expr::load("source", 3u32)),
                store(Expr::load("own", id())),
                store(Expr::load("own", 1u32)),
                store(constant),
                Node::let_bind("changes", Expr::load("source", 0u32)),
                Node::assign("changes", Expr::select(id(), Expr::var("changes"), Expr::load("source", 1u32))),
                store(Expr::var("changes")),
            ],
        );
        shader(&program);
    }
}

#[test]
fn truths_cast_and_combine() {
    let less = || a(0u32).lt(id());
    let bool = |value| Expr::cast(DataType::Bool, value);
    let mut entry = vec![
        out(less() + less()),
        out(Expr::binary(BinOp::And, less(), a(1u32))),
        out(Expr::binary(BinOp::Or, less(), 1u32)),
        out(less() & a(1u32).lt(3u32)),
        out(less().equals(less())),
        out(Expr::select(less(), less(), a(1u32).gt(2u32))),
        out(Expr::select(bool(less()), less(), 1u32)),
        Node::let_bind("flag", Expr::select(less(), Expr::from(true), bool(a(2u32)))),
        Node::let_bind("change", bool(less())),
        Node::assign("change", Expr::select(Expr::var("flag"), Expr::var("change"), Expr::from(false))),
        Node::if_else(Expr::var("change"), vec![out(1u32)], vec![out(2u32)]),
        Node::if_then(7u32, vec![Node::if_then(false, vec![])]),
    ];
    let targets = DataType::ALL.into_iter().filter(|target| casts::find(&DataType::Bool, target).is_some());
    for target in targets {
        let name = format!("as_{}", entry.len());
        entry.push(Node::let_bind(name, Expr::cast(target, bool(less()))));
    }
    let text = lowered(entry);
    assert!(text.contains("= load_a(0u) < id_x;"), "{text}");
    assert!(text.contains(" & (loaded < 3u)));"), "{text}");
}

#[test]
fn every_statement_and_buffer_lowers() {
    let uniform = |name: &str, binding, ty, count| BufferDecl::uniform(name, binding, ty).with_count(count);
    let types = [DataType::U32, DataType::I32, DataType::U64, DataType::Vec4U32, DataType::Bool];
    let mut buffers = vec![BufferDecl::read_write("out", 0, DataType::U32).with_count(4)];
    let mut body = vec![];
    for (at, ty) in types.into_iter().enumerate() {
        let binding = at as u32 * 4 + 1;
        let names = ["u", "f", "s", "p", "r"].map(|kind| format!("{kind}{at}"));
        buffers.extend([
            uniform(&names[0], binding, ty.clone(), 0),
            uniform(&names[1], binding + 1, ty.clone(), 7),
            BufferDecl::workgroup(&names[2], 9, ty.clone()),
            BufferDecl::private(&names[3], 9, ty.clone()),
            BufferDecl::read_write(&names[4], binding + 2, ty),
        ]);
        for index in [id(), 3u32.into(), 6u32.into(), 100u32.into()] {
            body.push(Node::store(&names[2], index.clone(), Expr::load(&names[0], index.clone())));
            body.push(Node::store(&names[3], index.clone(), Expr::load(&names[1], index.clone())));
            body.push(Node::store(&names[4], index.clone(), Expr::load(&names[3], index.clone())));
            body.push(Node::store(&names[4], index.clone(), Expr::load(&names[2], index)));
        }
    }
    buffers.push(BufferDecl::uniform("ub", 100, DataType::Bytes));
    buffers.push(BufferDecl::read("sb", 101, DataType::Bytes).with_count(3));
    for name in ["ub", "sb"] {
        body.push(Node::store("out", 1u32, Expr::load_byte(name, id()) + Expr::load_word(name, 2u32)));
        body.push(Node::store("out", 5u32, Expr::buf_len(name)));
    }
    body.push(Node::for_range(
        "i",
        Expr::local_id(0),
        Expr::buf_len("u0"),
        vec![
            Node::if_else(Expr::var("i").gt(3u32), vec![Node::Break, Node::Return], vec![Node::Continue]),
            Node::store("out", 0u32, Expr::var("i")),
        ],
    ));
    body.push(Node::Block(vec![Node::let_bind("x", 1u32), Node::let_bind("y", id())]));
    body.push(Node::Block(vec![Node::let_bind("y", id())]));
    body.insert(0, Node::Barrier);
    body.push(Node::Return);
    body.push(Node::Block(vec![Node::if_else(id(), vec![Node::Return], vec![Node::Break; 0])]));
    for axis in 0..3 {
        let ids = Expr::invocation_id(axis) + Expr::workgroup_id(axis) + Expr::local_id(axis);
        body.insert(0, Node::store("out", 3u32, ids));
    }
    let shader = shader(&Program::new(buffers, [8, 4, 1], body));
    assert!(shader.uses_yz);
    assert!(!shader.text.contains("let x ="), "{}", shader.text);
}

#[test]
fn atomics_are_bound_in_order() {
    let mut entry: Vec<Node> = AtomicOp::ALL
        .iter()
        .map(|op| match op.takes_expected() {
            true => out(Expr::compare_exchange("out", id(), 1u32, a(0u32))),
            false => out(Expr::atomic(*op, "out", id(), a(0u32))),
        })
        .collect();
    let add = |index: u32| Expr::atomic(AtomicOp::Add, "out", index, 1u32);
    entry.push(Node::store("out", Expr::load("out", 3u32), Expr::load("out", 1u32) + (add(2) + 7u32) / 0u32));
    entry.push(Node::let_bind("plain", add(5)));
    entry.push(Node::for_range("i", add(6), add(7), vec![]));
    let text = lowered(entry);
    assert!(text.contains("array<atomic<u32>>"), "{text}");
    let end = "\
    store_out(id_x, old_6);
    let old_7 = atomic_compare_exchange_out(id_x, 1u, loaded);
    store_out(id_x, old_7);
    let loaded_1 = load_out(3u);
    let loaded_2 = load_out(1u);
    atomic_add_out(2u, 1u);
    store_out(loaded_1, loaded_2);
    atomic_add_out(5u, 1u);
    atomic_add_out(6u, 1u);
    atomic_add_out(7u, 1u);
}
";
    assert!(text.ends_with(end), "{text}");
}

/// NVIDIA's compiler crashes on some of them.
#[test]
fn loops_without_effects_are_left_out() {
    let range = |body| Node::for_range("i", 0u32, a(0u32), body);
    let var = || Expr::var("i");
    let if_zero = |body| Node::if_else(var().equals(0u32), body, vec![Node::Continue]);
    let idle = [
        vec![],
        vec![Node::let_bind("x", a(var()))],
        vec![if_zero(vec![Node::Break])],
        vec![if_zero(vec![Node::for_range("j", 0u32, var(), vec![Node::let_bind("x", 1u32)])])],
        vec![Node::Block(vec![Node::let_bind("x", 1u32), Node::Break])],
        vec![Node::Continue, out(1u32)],
        vec![if_zero(vec![Node::Break, out(1u32)])],
        vec![
            Node::let_bind("x", var()),
            if_zero(vec![Node::assign("x", Expr::var("x") + 1u32)]),
            Node::assign("x", Expr::var("x") * 2u32),
        ],
    ];
    for body in idle {
        let text = lowered(vec![range(body.clone()), out(1u32)]);
        assert!(!text.contains("for ") && text.contains("store_out(id_x, 1u)"), "{text}");
        // What comes before, around and after is as ever.
        let text =
            lowered(vec![Node::for_range("k", 0u32, a(1u32), vec![out(2u32), range(body), out(3u32)])]);
        assert_eq!(text.matches("for ").count(), 1, "{text}");
        assert_eq!(text.matches("store_out(id_x, ").count(), 2, "{text}");
    }
    let add = || Expr::atomic(AtomicOp::Add, "out", 0u32, 1u32);
    let busy = [
        vec![out(1u32)],
        vec![Node::Return],
        vec![Node::assign("sum", var())],
        vec![Node::let_bind("x", var()), Node::assign("sum", Expr::var("x"))],
        vec![if_zero(vec![Node::Break]), Node::assign("sum", var())],
        vec![Node::let_bind("x", add())],
        vec![if_zero(vec![Node::Return])],
        vec![Node::for_range("j", 0u32, add(), vec![])],
        vec![Node::if_then(add(), vec![])],
    ];
    for body in busy {
        let text = lowered(vec![Node::let_bind("sum", 0u32), range(body), out(Expr::var("sum"))]);
        assert_eq!(text.matches("for ").count(), 1, "{text}");
    }
}

#[test]
fn names_do_not_clash_with_wgsl_or_each_other() {
    let names = [
        "vec4",
        "var",
        "launch",
        "main",
        "load_a",
        "fn",
        "__x",
        "array",
        "select",
        "u32",
        "Launch",
        "store_var_1",
        "group_x",
        "local_id",
        "divide",
        "loop",
        "a_len",
        "größe",
        "αβγ",
        "shared",
        "min",
        "old",
        "part",
        "i",
        "value",
        "expected",
        "result",
    ];
    for group in names.chunks(8) {
        let mut buffers = vec![BufferDecl::read("a", 100, DataType::U32)];
        let mut entry = Vec::new();
        for (at, name) in group.iter().enumerate() {
            buffers.push(BufferDecl::read_write(*name, at as u32, DataType::U32));
        }
        for name in group {
            let value = Expr::load(*name, id()) / a(id()) + Expr::buf_len(*name);
            entry.push(Node::let_bind(*name, Expr::atomic(AtomicOp::Add, *name, id(), value)));
        }
        for name in &names {
            let body = vec![Node::store(group[0], Expr::var(*name), Expr::load("a", Expr::var(*name)))];
            if !group.contains(name) {
                entry.push(Node::for_range(*name, 0u32, id(), body));
            }
        }
        shader(&Program::new(buffers, [1, 1, 1], entry));
    }
}

#[test]
fn deep_and_long_programs_lower() {
    let sum = (0..1_000u32).fold(id(), |sum, term| sum + a(term));
    let nested = (0..500u32).fold(id(), |inner, term| Expr::u32(term) - (a(term) ^ inner));
    let truths = (0..300u32)
        .fold(id(), |inner, term| Expr::binary(BinOp::Or, inner.lt(a(term)), a(term).equals(1u32)));
    let arms = (0..300u32).fold(id(), |inner, term| Expr::select(a(term), inner, term));
    let mut entry: Vec<Node> = [sum, nested, truths, arms].into_iter().map(out).collect();
    for at in 0..1_000u32 {
        entry.push(Node::let_bind(format!("x{at}"), a(at)));
        entry.push(out(Expr::var(format!("x{at}")) + at));
    }
    let nest = (0..63u32).fold(vec![out(1u32)], |body, at| match at % 3 {
        0 => vec![Node::for_range(format!("i{at}"), 0u32, a(at), body)],
        1 => vec![Node::if_else(a(at), vec![], body)],
        _ => vec![Node::Block(body)],
    });
    entry.push(Node::if_then(id(), nest));
    let text = lowered(entry);
    let longest = text.lines().map(str::len).max();
    assert!(longest < Some(1_000), "{longest:?}");
}

#[test]
fn lowering_takes_linear_time() {
    let entry = (0..10_000u32)
        .map(|at| Node::Block(vec![Node::let_bind("x", a(at) + at * 3), out(Expr::var("x"))]))
        .collect();
    let buffers =
        vec![BufferDecl::read("a", 0, DataType::U32), BufferDecl::read_write("out", 1, DataType::U32)];
    let validated = validate(&Program::new(buffers, [1, 1, 1], entry)).unwrap();
    let start = std::time::Instant::now();
    let text = lower(&validated, Variant::default()).unwrap().text;
    assert!(text.contains(" = load_a(9999u) + 29997u;"));
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

/// The third uniform buffer and those after it, in the order of declaration.
#[test]
fn slots_say_what_the_host_must_do() {
    let buffers = vec![
        BufferDecl::uniform("u", 4, DataType::Vec2U32).with_count(3),
        BufferDecl::workgroup("w", 3, DataType::U32),
        BufferDecl::read_write("unused", 2, DataType::U32),
        BufferDecl::storage("out", 9, BufferAccess::ReadWrite, DataType::U64),
    ];
    let store = Node::store("out", 0u32, Expr::cast(DataType::U64, Expr::load("u", 2u32)));
    let array = Node::store("w", Expr::load("w", 1u32), 1u32);
    let shader = shader(&Program::new(buffers, [1, 1, 1], vec![store, array]));
    let [u, unused, out] = &shader.slots[..] else { panic!("{:?}", shader.slots) };
    assert_eq!(
        (u.kind, u.lanes, u.fixed),
        (super::SlotKind::Uniform { bytes: 32, is_storage: false }, 2, Some(3))
    );
    assert_eq!((u.is_read, u.is_written, u.needs_length), (true, false, false));
    assert_eq!((unused.is_read, unused.is_written, unused.needs_length), (false, false, false));
    assert_eq!((out.is_read, out.is_written, out.needs_length), (false, true, true));
    assert_eq!(shader.workgroup_bytes, 16);
    let fold = super::Fold { groups_x: 5, width: 0, rows: 1, depth: 0 };
    assert_eq!(shader.launch_block(&fold, None, &[3, 10, 20]).as_slice(), [5, 0, 1, 20]);
}

/// A buffer with atomics of 64 bits is an array of these, also where it is loaded and stored; another one stays words.
#[test]
fn atomics_of_64_bits_are_arrays_of_their_own() {
    let program = "program workgroup_size 64, 1, 1
        buffer a: read_write u64 @ 0
        buffer b: read_write u64 @ 1
        buffer t: workgroup_atomic u64[4]
        entry {
            let i = invocation_id.x;
            let old = atomic_add(a[i], b[i]);
            let seen = atomic_compare_exchange(a[3], old, b[0]);
            atomic_store(t[i], a[i + 1]);
            a[i + 2] = seen;
            b[i] = atomic_load(t[i]);
        }";
    let program = validate(&program.parse().unwrap()).unwrap();
    for is_split in [false, true] {
        let shader = lower(&program, Variant { is_split, ..Variant::default() }).unwrap();
        let capabilities =
            naga::valid::Capabilities::SHADER_INT64 | naga::valid::Capabilities::SHADER_INT64_ATOMIC_ALL_OPS;
        check_with(&shader, capabilities);
        for line in ["a: array<atomic<u64>>;", "b: array<vec2<u32>>;", "t: array<atomic<u64>, 4u>;"] {
            assert!(shader.text.contains(line), "{line}\n{}", shader.text);
        }
    }
}
