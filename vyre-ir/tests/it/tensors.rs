//! Tensors in the IR: their declaration, their rules, and their text and wire forms.

use vyre_ir::rules::{Code, MAX_TENSOR_NAMES, Place};
use vyre_ir::wire::WireErrorKind;
use vyre_ir::{BufferAccess, BufferDecl, DataType, Dim, Expr, Node, Program, TensorType, interned, validate};

fn matrix(access: BufferAccess) -> BufferDecl {
    BufferDecl::tensor("a", 0, access, TensorType::row_major(DataType::F32, [Dim::Dynamic("M"), 4.into()]))
}

fn program(decl: BufferDecl, body: Vec<Node>) -> Program {
    Program::new(vec![decl], [1; 3], body)
}

/// The codes and whole messages of what validation finds.
fn problems(program: &Program) -> Vec<(Code, String)> {
    let errors = validate(program).err().unwrap_or_default();
    errors.into_iter().map(|error| (error.problem.code(), error.to_string())).collect()
}

fn one(program: &Program) -> (Code, String) {
    let mut all = problems(program);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn a_tensor_is_loaded_stored_and_asked_for_its_dimensions() {
    let indices = || [Expr::invocation_id(0), Expr::u32(1)];
    let sum = Expr::tensor_load("a", indices());
    let body = vec![
        Node::let_bind("m", Expr::tensor_dim("a", 0)),
        Node::if_then(
            Expr::invocation_id(0).lt(Expr::var("m")),
            vec![Node::tensor_store("a", indices(), Expr::mul_add(sum.clone(), sum.clone(), sum))],
        ),
    ];
    let program = program(matrix(BufferAccess::ReadWrite).strided_by_launch(), body);
    assert_eq!(problems(&program), []);
    let text = program.to_string();
    assert!(text.contains("buffer a: read_write tensor<f32, [M, 4]> strided @ 0\n"), "{text}");
    assert!(text.contains("let m = dim(a, 0);"), "{text}");
    assert!(text.contains("a[[invocation_id.x, 1]] = "), "{text}");
    assert!(text.parse::<Program>().unwrap() == program);
    assert!(Program::from_wire(&program.to_wire()).unwrap() == program);
}

#[test]
fn forms_keep_ranks_strides_and_counts() {
    let shapes: [(Vec<Dim>, Vec<u32>, &str); 4] = [
        (vec![], vec![], "tensor<u32, []>"),
        (vec![Dim::Static(3)], vec![2], "tensor<u32, [3], [2]>"),
        (vec![Dim::Dynamic("N"), Dim::Dynamic("N")], vec![1, 7], "tensor<u32, [N, N], [1, 7]>"),
        (vec![Dim::Dynamic("not a name"), 0.into()], vec![], "tensor<u32, [\"not a name\", 0]>"),
    ];
    for (shape, strides, text) in shapes {
        let ty = TensorType { element: Box::new(DataType::U32), shape: shape.clone(), strides };
        assert_eq!(ty.to_string(), text);
        let decl = BufferDecl::tensor("t", 3, BufferAccess::ReadOnly, ty).with_count(12);
        let body = vec![Node::let_bind("x", Expr::tensor_load("t", vec![Expr::u32(2); shape.len()]))];
        let program = program(decl, body);
        assert!(program.to_string().parse::<Program>().unwrap() == program, "{program}");
        assert!(Program::from_wire(&program.to_wire()).unwrap() == program, "{program}");
    }
}

#[test]
fn each_rule_has_its_code_message_and_fix() {
    let declared = |ty: TensorType, access| program(BufferDecl::tensor("a", 0, access, ty), Vec::new());
    let read = BufferAccess::ReadOnly;
    let body = |node: Node| program(matrix(BufferAccess::ReadWrite), vec![node]);
    let load = |expr: Expr| body(Node::let_bind("x", expr));
    let of =
        |shape: Vec<Dim>, strides: Vec<u32>| TensorType { element: Box::new(DataType::F32), shape, strides };
    let flat = |node: Node| program(BufferDecl::read_write("b", 0, DataType::F32), vec![node]);
    let zero = || Expr::u32(0);
    let cases = [
        (load(Expr::tensor_load("a", [zero()])), "V053", "access to tensor `a` with 1 indices", "give 2"),
        (
            body(Node::tensor_store("a", [0u32; 12], Expr::f32(1.0))),
            "V053",
            "access to tensor `a` with 12 indices",
            "give 2",
        ),
        (
            load(Expr::tensor_load("a", [zero(), Expr::i32(1)])),
            "V029",
            "index of buffer `a`",
            "cast the index",
        ),
        (
            declared(of(vec![4.into(); 2], vec![4]), read),
            "V054",
            "tensor `a` has 1 strides",
            "give 2, one for each dimension, or none",
        ),
        (
            program(
                BufferDecl::tensor("a", 0, read, of(vec![4.into()], vec![1])).strided_by_launch(),
                Vec::new(),
            ),
            "V054",
            "strides of its own",
            "leave its strides empty",
        ),
        (
            program(BufferDecl::read("b", 0, DataType::F32).strided_by_launch(), Vec::new()),
            "V054",
            "is no tensor",
            "BufferDecl::tensor",
        ),
        (declared(of(vec![1.into(); 9], vec![]), read), "V055", "has 9 dimensions", "join dimensions"),
        (
            declared(TensorType::row_major(DataType::Bytes, [4.into()]), read),
            "V056",
            "tensor `a` of element type `bytes`",
            "use a number",
        ),
        (
            declared(TensorType::row_major(DataType::Tensor(of(vec![4.into()], vec![])), [4.into()]), read),
            "V056",
            "tensor `a` of element type `tensor<f32, [4]>`",
            "use a number",
        ),
        (
            declared(of(vec![4.into()], vec![]), BufferAccess::Uniform),
            "V057",
            "uniform buffer `a` is a tensor",
            "BufferAccess::ReadOnly",
        ),
        (declared(of(vec![65_536.into(); 2], vec![]), read), "V058", "positions above 2^32 - 1", "smaller"),
        (
            declared(of(vec![2.into(), 3.into()], vec![u32::MAX, 1]), read),
            "V058",
            "positions above 2^32 - 1",
            "smaller",
        ),
        (load(Expr::tensor_dim("a", 2)), "V059", "axis 2 of tensor `a`, which has 2", "axis below 2"),
        (load(Expr::load("a", 0)), "V060", "Load of tensor `a`", "TensorLoad"),
        (load(Expr::load_word("a", 0)), "V060", "Load of tensor `a`", "TensorLoad"),
        (body(Node::store("a", 0, 1u32)), "V060", "Store of tensor `a`", "TensorStore"),
        (load(Expr::atomic(vyre_ir::AtomicOp::Add, "a", 0, 1)), "V060", "Atomic of tensor `a`", "Tensor"),
        (load(Expr::buf_len("a")), "V060", "BufLen of tensor `a`", "TensorDim"),
        (
            flat(Node::let_bind("x", Expr::tensor_load("b", [zero()]))),
            "V061",
            "TensorLoad of buffer `b`, which is no tensor",
            "declare a tensor",
        ),
        (flat(Node::tensor_store("b", [zero()], Expr::f32(0.0))), "V061", "TensorStore of buffer", "Store"),
        (flat(Node::let_bind("x", Expr::tensor_dim("b", 0))), "V061", "TensorDim of buffer", "BufLen"),
        (load(Expr::tensor_load("q", [zero()])), "V004", "load from unknown buffer `q`", "declare it"),
        (body(Node::tensor_store("q", [zero()], 1u32)), "V004", "store to unknown buffer `q`", "declare it"),
        (
            program(matrix(read), vec![Node::tensor_store("a", [0u32, 0], Expr::f32(0.0))]),
            "V005",
            "store to non-writable buffer `a`",
            "ReadWrite",
        ),
        (
            body(Node::tensor_store("a", [0u32, 0], 1u32)),
            "V027",
            "store of `u32` to buffer `a` of `f32`",
            "cast the value",
        ),
        (declared(of(vec![Dim::Dynamic("a b")], vec![]), read), "V039", "`a b` is not an", "use letters"),
        (
            load(Expr::cast(DataType::Tensor(of(vec![], vec![])), 1u32)),
            "V012",
            "unsupported cast from `u32` to `tensor<f32, []>`",
            "casts",
        ),
        (
            load(Expr::compose(
                DataType::Tensor(TensorType::row_major(DataType::U64, [])),
                vec![zero(), zero()],
            )),
            "V038",
            "compose of `tensor<u64, []>`",
            "compose",
        ),
    ];
    for (program, code, problem, fix) in cases {
        let (found, message) = one(&program);
        assert_eq!(found.name(), code, "{message}");
        assert!(message.contains(problem) && message.contains("Fix: ") && message.contains(fix), "{message}");
    }
}

#[test]
fn a_static_shape_may_be_as_large_as_positions_go() {
    for (shape, strides, is_valid) in [
        (vec![65_535.into(), 65_537.into()], vec![], true),
        (vec![u32::MAX.into(); 8], vec![], false),
        (vec![u32::MAX.into(), 0.into(), u32::MAX.into()], vec![], true),
        (vec![Dim::Dynamic("M"), u32::MAX.into()], vec![], true),
        (vec![2.into(), 2.into()], vec![u32::MAX - 2, 1], true),
        (vec![2.into(), 2.into()], vec![u32::MAX - 1, 1], false),
        (vec![u32::MAX.into(), 1.into()], vec![0, 1], true),
    ] {
        let ty = TensorType { element: Box::new(DataType::U32), shape, strides };
        let program = program(BufferDecl::tensor("a", 0, BufferAccess::ReadOnly, ty), Vec::new());
        assert_eq!(validate(&program).is_ok(), is_valid, "{program}");
    }
}

#[test]
fn a_dimension_is_uniform_and_an_element_of_what_is_written_is_not() {
    let barrier = |cond: Expr, access| {
        let body = vec![
            Node::tensor_store("a", [Expr::invocation_id(0), Expr::u32(0)], Expr::f32(1.0)),
            Node::if_then(cond, vec![Node::Barrier]),
        ];
        let body = if access == BufferAccess::ReadWrite { body } else { body[1..].to_vec() };
        Program::new(vec![matrix(access)], [64, 1, 1], body)
    };
    let loaded =
        |index| Expr::binary(vyre_ir::BinOp::FLt, Expr::f32(0.0), Expr::tensor_load("a", [index, 0]));
    let dim = Expr::tensor_dim("a", 0).lt(8);
    assert_eq!(problems(&barrier(dim, BufferAccess::ReadWrite)), []);
    assert_eq!(problems(&barrier(loaded(3), BufferAccess::ReadOnly)), []);
    assert_eq!(one(&barrier(loaded(3), BufferAccess::ReadWrite)).0, Code::V010);
}

#[test]
fn errors_of_a_store_are_at_the_index_and_at_the_value() {
    let store = Node::tensor_store("a", [Expr::u32(0), Expr::i32(1)], Expr::u32(2));
    let errors = validate(&program(matrix(BufferAccess::ReadWrite), vec![store])).unwrap_err();
    let places: Vec<Place> = errors.iter().map(|error| error.place).collect();
    assert_eq!(places, [Place::At(2), Place::At(3)]);
}

#[test]
fn a_process_takes_so_many_names_of_dimensions_and_no_more() {
    // The names are those of the process, which other tests share.
    const APART: &str = "VYRE_IR_TESTS_APART";
    if std::env::var_os(APART).is_none() {
        let name = "tensors::a_process_takes_so_many_names_of_dimensions_and_no_more";
        let mut apart = std::process::Command::new(std::env::current_exe().unwrap());
        let output = apart.args([name, "--exact"]).env(APART, "1").output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{text}");
        return;
    }
    let of = |name: &str| {
        format!("program workgroup_size 1, 1, 1 buffer a: read tensor<f32, [{name}]> @ 0 entry {{}}")
    };
    let wire = of("Seven").parse::<Program>().unwrap().to_wire();
    let at = wire.windows(5).position(|bytes| bytes == b"Seven").unwrap();
    for number in 0..MAX_TENSOR_NAMES {
        interned(&format!("name_{number}"));
    }
    assert_eq!(interned("another one"), None);
    // The programs of vyre's own operations have names that do not count.
    assert_eq!((interned("D0"), interned("K")), (Some("D0"), Some("K")));
    // What is there stays, and its address too.
    assert!(std::ptr::eq(interned("name_7").unwrap(), interned("name_7").unwrap()));
    assert!(of("name_7").parse::<Program>().is_ok() && Program::from_wire(&wire).is_ok());
    let error = of("one_more").parse::<Program>().unwrap_err();
    assert!(error.message.contains("more than 4096 names"), "{error}");
    let mut other = wire;
    other[at..at + 5].copy_from_slice(b"Eight");
    assert_eq!(Program::from_wire(&other).unwrap_err().kind, WireErrorKind::TooManyNames);
    let long = of(&"x".repeat(300));
    assert!(long.parse::<Program>().unwrap_err().message.contains("more than 256 bytes"));
}

#[test]
fn text_that_is_no_tensor_is_an_error_at_its_place() {
    for (text, wanted) in [
        ("buffer a: read tensor @ 0 entry {}", "expected `<`"),
        ("buffer a: read tensor<f32> @ 0 entry {}", "expected `,`"),
        ("buffer a: read tensor<f32, [M> @ 0 entry {}", "expected `,`"),
        ("buffer a: read tensor<tensor<f32, [2]>, [2]> @ 0 entry {}", "expected a type"),
        ("buffer a: read tensor<f32, [2], [M]> @ 0 entry {}", "expected a stride"),
        ("buffer a: read f32 strided @ 0 entry {}", "expected `@`"),
        ("entry { let x = a[[1; }", "expected an operator"),
        ("entry { let x = a[[1]; }", "expected `]`"),
        ("entry { a[[1] = 2; }", "expected `]`"),
        ("entry { let x = cast<tensor<f32, [2]>>(1); }", "expected a type"),
    ] {
        let error = format!("program workgroup_size 1, 1, 1 {text}").parse::<Program>().unwrap_err();
        assert!(error.message.contains(wanted), "{text}: {error}");
    }
}
