//! The expected texts and trees are written by hand; random programs are compared with themselves.

#![allow(clippy::unwrap_used, clippy::panic)]

use super::ParseError;
use super::tokens::is_reserved;
use crate::{AtomicOp, BinOp, BufferAccess, BufferDecl, CollectiveOp, DataType, Expr, Node, Program, UnOp};

fn program_of(entry: Vec<Node>) -> Program {
    Program::new(Vec::new(), [1, 1, 1], entry)
}

fn parse(source: &str) -> Result<Program, ParseError> {
    source.parse()
}

/// Parses an expression as the value of a `let`.
fn parse_expr(text: &str) -> Result<Expr, ParseError> {
    let mut program = parse(&format!("program workgroup_size 1, 1, 1 entry {{ let it =\n{text}\n; }}"))?;
    match program.entry.first_mut() {
        Some(Node::Let { value, .. }) => Ok(std::mem::replace(value, Expr::LitU32(0))),
        _ => panic!("the first statement is the `let`"),
    }
}

fn v(name: &str) -> Expr {
    Expr::var(name)
}

fn bin(op: BinOp, left: impl Into<Expr>, right: impl Into<Expr>) -> Expr {
    Expr::binary(op, left, right)
}

fn un(op: UnOp, operand: impl Into<Expr>) -> Expr {
    Expr::unary(op, operand)
}

/// The tree prints as the text, and the text parses as the tree.
#[track_caller]
fn same(expr: Expr, text: &str) {
    assert_eq!(expr.to_string(), text);
    assert_eq!(format!("{expr:?}"), text);
    assert_eq!(parse_expr(text), Ok(expr));
}

#[track_caller]
fn same_program(program: &Program, text: &str) {
    assert_eq!(program.to_string(), text);
    assert_eq!(format!("{program:?}"), text);
    assert_eq!(parse(text).as_ref(), Ok(program));
}

#[test]
fn xor_kernel() {
    let text = "\
program
workgroup_size 256, 1, 1
buffer a: read u32 @ 0
buffer bytes: read bytes @ 1
buffer out: read_write u32 @ 2
buffer fixed: read_write u32[16] @ 3
buffer tile: workgroup u32[256]
buffer moved: private vec2<u32>[4] @ 5
entry {
    let i = invocation_id.x;
    if i < len(out) {
        out[i] = a[i] ^ 1;
    } else {
        return;
    }
    for k in 0..16 {
        break;
        continue;
    }
    x = x + 1;
    barrier;
    {
        {}
    }
}
";
    let entry = vec![
        Node::let_bind("i", Expr::invocation_id(0)),
        Node::if_else(
            v("i").lt(Expr::buf_len("out")),
            vec![Node::store("out", v("i"), Expr::load("a", v("i")) ^ 1_u32)],
            vec![Node::Return],
        ),
        Node::for_range("k", 0_u32, 16_u32, vec![Node::Break, Node::Continue]),
        Node::assign("x", v("x") + 1_u32),
        Node::Barrier,
        Node::Block(vec![Node::Block(Vec::new())]),
    ];
    let buffers = vec![
        BufferDecl::read("a", 0, DataType::U32),
        BufferDecl::read("bytes", 1, DataType::Bytes),
        BufferDecl::read_write("out", 2, DataType::U32),
        BufferDecl::read_write("fixed", 3, DataType::U32).with_count(16),
        BufferDecl::workgroup("tile", 256, DataType::U32),
        BufferDecl { binding: 5, ..BufferDecl::private("moved", 4, DataType::Vec2U32) },
    ];
    same_program(&Program::new(buffers, [256, 1, 1], entry), text);
}

#[test]
fn layout_and_comments_mean_nothing() {
    let text = "// a comment\nprogram workgroup_size 0x100,1,1 buffer a:read u32[0]@0 // another\r\n\
                entry{\tlet x=0x_FF-1_0;for k in x.0..1{}}//end";
    let value = Expr::u32(255) - 10_u32;
    let range = Node::for_range("k", Expr::component(v("x"), 0), 1_u32, Vec::new());
    let buffers = vec![BufferDecl::read("a", 0, DataType::U32)];
    assert_eq!(parse(text), Ok(Program::new(buffers, [256, 1, 1], vec![Node::let_bind("x", value), range])));
    same_program(&program_of(Vec::new()), "program\nworkgroup_size 1, 1, 1\nentry {}\n");
}

#[test]
fn else_if() {
    let last = Node::if_else(v("c"), vec![Node::Break], vec![Node::Return]);
    let chain = Node::if_else(v("a"), Vec::new(), vec![Node::if_else(v("b"), Vec::new(), vec![last])]);
    let two = Node::if_else(v("d"), vec![], vec![Node::if_then(v("e"), vec![]), Node::Barrier]);
    let text = "\
program
workgroup_size 1, 1, 1
entry {
    if a {} else if b {} else if c {
        break;
    } else {
        return;
    }
    if d {} else {
        if e {}
        barrier;
    }
}
";
    assert_eq!(two.to_string(), "if d {} else {\n    if e {}\n    barrier;\n}");
    same_program(&program_of(vec![chain, two]), text);
    let chain = |text: &str| parse(&format!("program workgroup_size 1, 1, 1 entry {{ {text} }}"));
    assert_eq!(chain("if a {} else { if b {} else {} }"), chain("if a {} else if b {}"));
    assert_ne!(chain("if a {} else { if b {} barrier; }"), chain("if a {} else if b {} barrier;"));
}

#[test]
fn leaves() {
    same(Expr::LitU32(0), "0");
    same(Expr::LitU32(u32::MAX), "4294967295");
    same(Expr::LitI32(5), "5i");
    same(Expr::LitI32(-5), "-5i");
    same(Expr::LitI32(i32::MAX), "2147483647i");
    same(Expr::LitI32(i32::MIN), "-2147483648i");
    same(Expr::LitBool(true), "true");
    same(Expr::LitBool(false), "false");
    same(v("i"), "i");
    same(Expr::buf_len("a"), "len(a)");
    same(Expr::invocation_id(0), "invocation_id.x");
    same(Expr::workgroup_id(1), "workgroup_id.y");
    same(Expr::local_id(2), "local_id.z");
    same(Expr::local_id(7), "local_id.axis(7)");
    assert_eq!(parse_expr("local_id.axis(0)"), Ok(Expr::local_id(0)));
    assert_eq!(parse_expr("- 0x8000_0000i"), Ok(Expr::LitI32(i32::MIN)));
}

#[test]
fn forms() {
    same(Expr::load("a", v("i") + 1_u32), "a[i + 1]");
    same(Expr::load("a", Expr::load("b", 0_u32)), "a[b[0]]");
    same(Expr::load_byte("bytes", v("i")), "byte(bytes, i)");
    same(Expr::load_word("bytes", 3_u32), "word(bytes, 3)");
    same(Expr::call("primitive.bitwise.xor", vec![v("a"), v("b")]), "call primitive.bitwise.xor(a, b)");
    same(Expr::call("f", Vec::new()), "call f()");
    same(Expr::call("let.if", vec![1_u32.into()]), "call let.if(1)");
    same(Expr::call("a..b", Vec::new()), "call \"a..b\"()");
    same(Expr::call("", Vec::new()), "call \"\"()");
    same(Expr::select(v("c"), 1_u32, 2_u32), "select(c, 1, 2)");
    same(Expr::cast(DataType::U64, v("x")), "cast<u64>(x)");
    same(Expr::cast(DataType::Vec2U32, v("x")), "cast<vec2<u32>>(x)");
    same(Expr::compose(DataType::Vec2U32, vec![v("x"), v("y")]), "vec2<u32>(x, y)");
    same(Expr::compose(DataType::Vec4U32, Vec::new()), "vec4<u32>()");
    same(Expr::compose(DataType::U64, vec![v("lo"), v("hi")]), "u64(lo, hi)");
    same(Expr::compose(DataType::Bool, vec![v("x")]), "compose<bool>(x)");
    same(Expr::compose(DataType::Bytes, Vec::new()), "compose<bytes>()");
    same(Expr::component(v("x"), u32::MAX), "x.4294967295");
    same(Expr::component(Expr::component(v("x"), 0), 1), "x.0.1");
    same(Expr::component(Expr::load("a", 0_u32), 1), "a[0].1");
    same(Expr::component(Expr::invocation_id(0), 1), "invocation_id.x.1");
    same(Expr::component(5_u32, 0), "(5).0");
    same(Expr::component(Expr::i32(-5), 0), "(-5i).0");
    same(Expr::component(v("a") + v("b"), 0), "(a + b).0");
    same(Expr::atomic(AtomicOp::Add, "h", v("i"), 1_u32), "atomic_add(h[i], 1)");
    same(Expr::compare_exchange("h", v("i"), v("e"), v("n")), "atomic_compare_exchange(h[i], e, n)");
    same(Expr::atomic_load("h", v("i") + 1_u32), "atomic_load(h[i + 1])");
    same(
        Expr::atomic_load("h", 0_u32) * Expr::atomic_load("let", 1_u32),
        "atomic_load(h[0]) * atomic_load(\"let\"[1])",
    );
}

#[test]
fn atomics_of_the_wrong_shape() {
    let missing = Expr::atomic(AtomicOp::CompareExchange, "h", 0_u32, v("n"));
    same(missing, "atomic_compare_exchange(h[0], n)");
    let unused = Expr::Atomic {
        op: AtomicOp::Min,
        buffer: "h".to_string(),
        index: Box::new(v("i")),
        expected: Some(Box::new(v("e"))),
        value: Box::new(v("n")),
    };
    same(unused, "atomic_min(h[i], e, n)");
}

#[test]
fn precedence() {
    use BinOp::*;
    let (a, b, c) = (|| v("a"), || v("b"), || v("c"));
    same(bin(Sub, bin(Sub, a(), b()), c()), "a - b - c");
    same(bin(Sub, a(), bin(Sub, b(), c())), "a - (b - c)");
    same(bin(Add, a(), bin(Mul, b(), c())), "a + b * c");
    same(bin(Mul, bin(Add, a(), b()), c()), "(a + b) * c");
    same(bin(Mod, bin(Div, a(), b()), c()), "a / b % c");
    same(bin(Shl, a(), bin(Add, b(), c())), "a << b + c");
    same(bin(Add, bin(Shr, a(), b()), c()), "(a >> b) + c");
    same(bin(BitAnd, bin(Shl, a(), b()), c()), "a << b & c");
    same(bin(BitXor, bin(BitAnd, a(), b()), c()), "a & b ^ c");
    same(bin(BitOr, a(), bin(BitXor, b(), c())), "a | b ^ c");
    same(bin(BitXor, bin(BitOr, a(), b()), c()), "(a | b) ^ c");
    same(bin(Eq, bin(BitOr, a(), b()), c()), "a | b == c");
    same(bin(BitAnd, a(), bin(Eq, b(), c())), "a & (b == c)");
    same(bin(And, bin(Lt, a(), b()), bin(Ge, b(), c())), "a < b && b >= c");
    same(bin(Or, a(), bin(And, b(), c())), "a || b && c");
    same(bin(And, bin(Or, a(), b()), c()), "(a || b) && c");
    same(bin(Or, bin(Or, a(), b()), c()), "a || b || c");
    same(bin(Eq, bin(Eq, a(), b()), c()), "(a == b) == c");
    same(bin(Ne, a(), bin(Gt, b(), c())), "a != (b > c)");
    same(bin(Mul, bin(Min, a(), bin(Or, b(), c())), c()), "min(a, b || c) * c");
}

#[test]
fn unary_operators() {
    use UnOp::*;
    same(un(Negate, v("a")), "-a");
    same(un(Negate, 5_u32), "-5");
    same(un(Negate, Expr::i32(5)), "-(5i)");
    same(un(Negate, Expr::i32(-5)), "-(-5i)");
    same(un(BitNot, Expr::i32(-5)), "~-5i");
    same(un(Negate, un(Negate, v("a"))), "--a");
    same(un(Negate, un(Negate, Expr::i32(5))), "--(5i)");
    same(un(Negate, Expr::component(Expr::i32(5), 0)), "-(5i).0");
    same(Expr::component(un(Negate, v("a")), 0), "(-a).0");
    same(un(LogicalNot, v("a").equals(v("b"))), "!(a == b)");
    same(un(LogicalNot, v("a")).equals(v("b")), "!a == b");
    same(un(BitNot, v("a")) * un(Negate, v("b")), "~a * -b");
    same(v("a") - un(Negate, v("b")), "a - -b");
    same(v("a") - Expr::i32(-5), "a - -5i");
    same(v("a") - un(Negate, Expr::i32(5)), "a - -(5i)");
    same(un(Popcount, un(Clz, v("a") + 1_u32)), "popcount(clz(a + 1))");
    assert_eq!(parse_expr("a -5i"), Ok(v("a") - Expr::i32(5)));
    assert_eq!(parse_expr("a--5i"), Ok(v("a") - Expr::i32(-5)));
    assert_eq!(parse_expr("-5i.0"), Ok(Expr::component(Expr::i32(-5), 0)));
    assert_eq!(parse_expr("((a))+(b)"), Ok(v("a") + v("b")));
}

#[test]
fn every_operator() {
    for op in BinOp::ALL {
        let expr = bin(*op, bin(*op, v("a"), v("b")), bin(*op, v("c"), 1_u32));
        assert_eq!(parse_expr(&expr.to_string()), Ok(expr), "{}", op.name());
    }
    for op in UnOp::ALL {
        let expr = un(*op, un(*op, v("a") + v("b")));
        assert_eq!(parse_expr(&expr.to_string()), Ok(expr), "{}", op.name());
    }
    for op in AtomicOp::ALL {
        let expr = Expr::atomic(*op, "a", v("i"), v("x") + v("y"));
        assert_eq!(parse_expr(&expr.to_string()), Ok(expr), "{}", op.name());
    }
}

#[test]
fn every_collective() {
    for op in CollectiveOp::ALL {
        let plain = Node::collective("s", *op, v("x") + 1_u32);
        let named =
            Node::Collective { name: "s".to_string(), op: *op, value: v("x"), id: Some(v("i") * 2_u32) };
        let load = Node::uniform_load("let", "a b", v("i"));
        let text = format!(
            "program\nworkgroup_size 1, 1, 1\nentry {{\n    let s = {0}(x + 1);\n    let s = {0}(x, i * 2);\n    \
             let \"let\" = workgroup_uniform_load(\"a b\"[i]);\n}}\n",
            op.function()
        );
        same_program(&program_of(vec![plain, named, load]), &text);
    }
    // They are no keywords.
    same_program(
        &program_of(vec![Node::let_bind("workgroup_sum", v("workgroup_any"))]),
        "program\nworkgroup_size 1, 1, 1\nentry {\n    let workgroup_sum = workgroup_any;\n}\n",
    );
}

#[test]
fn functions_have_names_of_their_own() {
    let binary = BinOp::ALL.iter().map(|op| op.spelling().text());
    let unary = UnOp::ALL.iter().map(|op| op.spelling().text()).filter(|text| *text != "-");
    let atomic = AtomicOp::ALL.iter().map(|op| op.spelling().text());
    let own =
        ["len", "byte", "word", "select", "u64", "atomic_load", "atomic_store", "workgroup_uniform_load"];
    let collective = CollectiveOp::ALL.iter().map(|op| op.function());
    let mut names: Vec<_> = binary.chain(unary).chain(atomic).chain(collective).chain(own).collect();
    assert!(!names.iter().any(|name| is_reserved(name)));
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn names() {
    same(v("odd name"), r#""odd name""#);
    same(v(""), r#""""#);
    same(v("_"), r#""_""#);
    same(v("_a1"), "_a1");
    same(v("1a"), r#""1a""#);
    same(v("höhe"), "höhe");
    same(v("let"), r#""let""#);
    same(v("in"), r#""in""#);
    same(v("vec2"), r#""vec2""#);
    same(v("local_id"), r#""local_id""#);
    same(v("u64"), "u64");
    same(v("min").lt(v("len")), "min < len");
    same(v("entry"), "entry");
    same(v("a\"b\\c'd"), r#""a\"b\\c'd""#);
    same(v("\n\r\t\0\u{1b}\u{202e}"), r#""\n\r\t\0\u{1b}\u{202e}""#);
    same(Expr::load("if", 0_u32), r#""if"[0]"#);
    same(Expr::buf_len("a b"), r#"len("a b")"#);
    same(Expr::load_byte("for", 0_u32), r#"byte("for", 0)"#);
    same(Expr::atomic(AtomicOp::Or, "; }", 0_u32, 1_u32), r#"atomic_or("; }"[0], 1)"#);
    assert_eq!(parse_expr(r#""\'\u{0041}x""#), Ok(v("'Ax")));
    let text = "program\nworkgroup_size 1, 2, 3\nbuffer \"let\": uniform bool @ 4294967295\nentry {\n    \
                let \"x y\" = \"in\";\n    \"if\" = 1;\n    \"for\"[0] = 1;\n    for \"else\" in 0..1 {}\n}\n";
    let entry = vec![
        Node::let_bind("x y", v("in")),
        Node::assign("if", 1_u32),
        Node::store("for", 0_u32, 1_u32),
        Node::for_range("else", 0_u32, 1_u32, Vec::new()),
    ];
    same_program(
        &Program::new(vec![BufferDecl::uniform("let", u32::MAX, DataType::Bool)], [1, 2, 3], entry),
        text,
    );
}

#[test]
fn every_declaration() {
    let mut buffers = Vec::new();
    for access in BufferAccess::ALL {
        for element in DataType::ALL {
            for (binding, count) in [(0, 0), (0, 7), (u32::MAX, 0), (3, u32::MAX)] {
                buffers.push(BufferDecl {
                    name: "b".to_string(),
                    binding,
                    access,
                    element: element.clone(),
                    count,
                    strided: false,
                });
            }
        }
    }
    let program = Program::new(buffers, [0, u32::MAX, 1], Vec::new());
    assert_eq!(parse(&program.to_string()), Ok(program));
}

/// The error of a program whose entry has `body` on its second line, from column 1.
#[track_caller]
fn body_error(body: &str, line: usize, column: usize, message: &str) {
    error(&format!("program workgroup_size 1, 1, 1 entry {{\n{body}"), line, column, message);
}

#[track_caller]
fn error(source: &str, line: usize, column: usize, message: &str) {
    match parse(source) {
        Ok(program) => panic!("parsed as {program}"),
        Err(error) => {
            assert_eq!((error.line, error.column, error.message.as_str()), (line, column, message));
        }
    }
}

#[test]
fn errors_of_programs() {
    error("", 1, 1, "expected `program`, found the end of the text");
    error("programme", 1, 1, "expected `program`, found `programme`");
    error("program\n  entry {}", 2, 3, "expected `workgroup_size`, found `entry`");
    error("program workgroup_size 1 1", 1, 26, "expected `,`, found `1`");
    error("program workgroup_size x", 1, 24, "expected the workgroup size along x, found `x`");
    let head = "program workgroup_size 1, 1, 1\n";
    error(&format!("{head}let"), 2, 1, "expected `buffer` or `entry`, found `let`");
    error(&format!("{head}entry ;"), 2, 7, "expected `{`, found `;`");
    error(&format!("{head}entry {{}}\n\n x"), 4, 2, "expected the end of the text, found `x`");
    error(
        &format!("{head}buffer if: read"),
        2,
        8,
        "expected the buffer's name, found the keyword `if`; as a name it needs quotes",
    );
    error(&format!("{head}buffer 5: read"), 2, 8, "expected the buffer's name, found `5`");
    error(
        &format!("{head}buffer a: write u32"),
        2,
        11,
        "expected one of `read`, `read_write`, `uniform`, `workgroup`, `private`, `workgroup_atomic`, found `write`",
    );
    error(&format!("{head}buffer a: read f128 @ 0"), 2, 16, "expected a type, found `f128`");
    error(&format!("{head}buffer a: read tensor @ 0"), 2, 23, "expected `<`, found `@`");
    error(&format!("{head}buffer a: read vec2<i32> @ 0"), 2, 16, "expected a type, found `vec2`");
    error(&format!("{head}buffer a: read u32\nentry {{}}"), 3, 1, "expected `@`, found `entry`");
    error(&format!("{head}buffer a: read u32[] @ 0"), 2, 20, "expected the number of elements, found `]`");
    error(&format!("{head}buffer a: read u32 @ x"), 2, 22, "expected the binding slot, found `x`");
}

#[test]
fn errors_of_tokens() {
    let not_a_number = "not a number: digits or `0x` and hexadecimal digits, then `i` for an i32 literal";
    body_error("x = §;", 2, 5, "unexpected character `§`");
    body_error("x = \u{7};", 2, 5, "unexpected character `\\u{7}`");
    body_error("é = \"a;\n\"", 2, 5, "the name has no closing quote on its line");
    body_error("x = \"a\\", 2, 5, "the name has no closing quote on its line");
    body_error("x = \"ab\\q\";", 2, 8, "unknown escape");
    body_error("x = \"\\u{110000}\";", 2, 6, "unknown escape");
    body_error("x = \"\\u{d800}\";", 2, 6, "unknown escape");
    body_error("x = \"\\u41\";", 2, 6, "unknown escape");
    body_error("x = 5u32;", 2, 5, not_a_number);
    body_error("x = 0x;", 2, 5, not_a_number);
    body_error("x = 1e5i;", 2, 5, not_a_number);
    body_error("x = 4294967296;", 2, 5, "the number does not fit in u32");
    body_error("x = 99999999999999999999999;", 2, 5, "the number does not fit in u32");
    body_error("x = 2147483648i;", 2, 5, "the number does not fit in i32");
    body_error("x = - 2147483649i;", 2, 7, "the number does not fit in i32");
    body_error("x = 99999999999999999999999i;", 2, 5, "the number does not fit in i32");
}

#[test]
fn errors_of_statements() {
    body_error("x = 1", 2, 6, "expected `;`, found the end of the text");
    body_error("", 2, 1, "expected a statement or `}`, found the end of the text");
    body_error("else {}", 2, 1, "expected a statement or `}`, found `else`");
    body_error("5 = x;", 2, 1, "expected a statement or `}`, found `5`");
    body_error("x + 1;", 2, 3, "expected `=` or `[`, found `+`");
    body_error("x[1 = 2;", 2, 5, "expected `]`, found `=`");
    body_error("x[1] + 2;", 2, 6, "expected `=`, found `+`");
    body_error(
        "let let = 1;",
        2,
        5,
        "expected the variable's name, found the keyword `let`; as a name it needs quotes",
    );
    body_error("let x 1;", 2, 7, "expected `=`, found `1`");
    body_error("if x barrier;", 2, 6, "expected `{`, found `barrier`");
    body_error("if x {} else barrier;", 2, 14, "expected `{` or `if`, found `barrier`");
    body_error("for 1 in", 2, 5, "expected the loop variable's name, found `1`");
    body_error("for i = 0", 2, 7, "expected `in`, found `=`");
    body_error("for i in 0 {", 2, 12, "expected `..`, found `{`");
    body_error("for i in 0..1 ;", 2, 15, "expected `{`, found `;`");
    body_error("return 5;", 2, 8, "expected `;`, found `5`");
    body_error("{ }}}", 2, 5, "expected the end of the text, found `}`");
}

#[test]
fn errors_of_expressions() {
    body_error("x = ;", 2, 5, "expected an expression, found `;`");
    body_error("x = a + ;", 2, 9, "expected an expression, found `;`");
    body_error("x = in;", 2, 5, "expected an expression, found `in`");
    body_error("x = +a;", 2, 5, "expected an expression, found `+`");
    body_error("x = (a;", 2, 7, "expected an operator or `)`, found `;`");
    body_error("x = (a, b);", 2, 7, "expected an operator or `)`, found `,`");
    body_error("x = a[1);", 2, 8, "expected an operator or `]`, found `)`");
    body_error("x = a);", 2, 6, "expected `;`, found `)`");
    body_error("x = min(a; b);", 2, 10, "expected an operator, `,` or `)`, found `;`");
    body_error("x = min(a, );", 2, 12, "expected an expression, found `)`");
    body_error("x = min(a);", 2, 5, "this function takes 2 arguments");
    body_error("x = min();", 2, 5, "this function takes 2 arguments");
    body_error("x = popcount(a, b);", 2, 5, "this function takes 1 argument");
    body_error("x = select(a, b);", 2, 5, "this function takes 3 arguments");
    body_error("x = byte(a, 1, 2);", 2, 5, "this function takes 2 arguments");
    body_error("x = word(1, 2);", 2, 10, "expected the buffer's name, found `1`");
    body_error("x = cast<u32>();", 2, 5, "this function takes 1 argument");
    body_error("x = cast(x);", 2, 9, "expected `<`, found `(`");
    body_error("x = atomic_add(a, 1);", 2, 17, "expected `[`, found `,`");
    body_error("x = atomic_add(a[0]);", 2, 20, "expected `,`, found `)`");
    body_error("x = atomic_add(a[0], 1, 2, 3);", 2, 5, "this function takes 2 arguments");
    body_error("x = atomic_compare_exchange(a[0], 1, 2, 3);", 2, 5, "this function takes 3 arguments");
    body_error("x = sqrt(a);", 2, 5, "unknown function `sqrt`");
    body_error("x = call 5();", 2, 10, "expected the id of an operation, found `5`");
    body_error("x = call a.();", 2, 12, "expected the id of an operation, found `(`");
    body_error("x = call a;", 2, 11, "expected `(`, found `;`");
    body_error("x = local_id.w;", 2, 14, "expected `x`, `y`, `z` or `axis`, found `w`");
    body_error("x = local_id;", 2, 13, "expected `.`, found `;`");
    body_error("x = a.b;", 2, 7, "expected the number of a lane, found `b`");
    body_error("x = a < b < c;", 2, 11, "comparisons do not chain; put one of them in parentheses");
    body_error("x = a == b + 1 != c;", 2, 16, "comparisons do not chain; put one of them in parentheses");
    body_error("x = a b;", 2, 7, "expected `;`, found `b`");
}

#[test]
fn an_error_shows_the_line() {
    let source = "program\nworkgroup_size 1, 1, 1\nentry {\n\tx = ä + ;\r\n}";
    let error = parse(source).unwrap_err();
    assert_eq!(error.source_line, "\tx = ä + ;");
    assert_eq!(error.to_string(), "4:10: expected an expression, found `;`\n\tx = ä + ;\n\t        ^");
    let long = format!("program workgroup_size {} 5", "1".repeat(200));
    let error = parse(&long).unwrap_err();
    assert_eq!((error.column, error.source_line.as_str()), (24, long.as_str()));
    let far = parse(&format!("program{}\u{1b}", " ".repeat(193))).unwrap_err();
    let shown = format!("1:201: unexpected character `\\u{{1b}}`\n…{0}\u{fffd}\n {0}^", " ".repeat(80));
    assert_eq!(far.to_string(), shown);
}
