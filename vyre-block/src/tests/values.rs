//! Every operator, cast and type.

use super::*;
use crate::inst::Inst;
use crate::lanes::Divisor;
use vyre_ir::casts::{CASTS, Cast};
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, DataType, Registry, Spelling, UnOp};

/// Operands with the values that matter, and noise.
fn operands(count: usize, seed: u32) -> Vec<u32> {
    let edges = [0, 1, 2, 31, 32, 63, 64, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, u32::MAX];
    let pick = |(at, noise): (usize, u32)| {
        if noise % 3 == 0 { edges[(at * 7 + noise as usize / 5) % edges.len()] } else { noise }
    };
    noise(count, seed).into_iter().enumerate().map(pick).collect()
}

fn spelled(spelling: Spelling, operands: &[&str]) -> String {
    match (spelling, operands) {
        (Spelling::Symbol(symbol), [a, b]) => format!("({a} {symbol} {b})"),
        (Spelling::Symbol(symbol), [a]) => format!("({symbol}{a})"),
        (spelling, operands) => format!("{}({})", spelling.text(), operands.join(", ")),
    }
}

#[test]
fn operators_on_words() {
    let two = |a: &'static str, b: &'static str| {
        BinOp::on_words().into_iter().map(move |op| spelled(op.spelling(), &[a, b]))
    };
    let one = UnOp::on_words().into_iter().map(|op| spelled(op.spelling(), &["a[i]"]));
    // Lanes with lanes, with a scalar on either side, with themselves, and scalars.
    let all = one
        .chain(two("a[i]", "a[i + 1]"))
        .chain(two("a[i]", "a[3]"))
        .chain(two("a[3]", "a[i]"))
        .chain(two("a[i]", "7"))
        .chain(two("7", "a[i]"))
        .chain(two("a[i]", "i"))
        .chain(two("i", "a[2]"))
        .chain(two("a[4]", "a[5]"));
    let all: Vec<String> = all.collect();
    for values in all.chunks(40) {
        let stores: String = (values.iter().enumerate())
            .map(|(at, value)| format!("out[{at} * 96 + i] = {value};\n"))
            .collect();
        let text = program("u32", "32, 1, 1", &format!("let i = invocation_id.x;\n{stores}"));
        check(&text, [3, 1, 1], &[Data::Words(operands(97, 3)), Data::Words(vec![0; 96 * values.len()])]);
    }
}

#[test]
fn quotients_by_what_all_lanes_are_divided_by() {
    assert!(Divisor::new(0).is_none());
    let powers = (0..32).flat_map(|bit| [(1u32 << bit).wrapping_sub(1), 1 << bit, (1 << bit) + 1]);
    let divisors: Vec<u32> = powers.chain(operands(400, 11)).filter(|by| *by > 0).collect();
    let dividends: Vec<u32> =
        divisors.iter().flat_map(|by| [*by, by.wrapping_neg()]).chain(operands(300, 12)).collect();
    for by in divisors {
        let divisor = Divisor::new(by).unwrap();
        for a in &dividends {
            // What lies on both sides of a multiple, too.
            for a in [*a, a / by * by, (a / by * by).wrapping_sub(1)] {
                assert_eq!(divisor.quotient(a), a / by, "{a} / {by}");
            }
        }
    }
}

#[test]
fn operations_on_integers_of_the_library() {
    let registry = Registry::standard();
    let is_typed = |id: &&str| id.starts_with("primitive.i32") || id.starts_with("primitive.u64");
    for op_id in registry.known_op_ids().filter(is_typed) {
        let Some(ty) = registry.get(op_id).and_then(|op| op.signature().cloned()) else { continue };
        let names = ["a", "b"];
        let mut buffers = String::new();
        let mut args = Vec::new();
        let mut data = Vec::new();
        for (at, input) in ty.inputs.iter().enumerate() {
            let name = names[at % 2];
            buffers += &format!("buffer {name}{at}: read {input} @ {at}\n");
            args.push(format!("{name}{at}[i]"));
            let words = operands(70 * input.lanes(), at as u32 + 1);
            let bits = |word: u32| if *input == DataType::Bool { word & 1 } else { word };
            data.push(Data::Words(words.into_iter().map(bits).collect()));
        }
        let slot = ty.inputs.len();
        let uniform: Vec<String> = args.iter().map(|arg| arg.replace("[i]", "[1]")).collect();
        let half: Vec<String> = args
            .iter()
            .enumerate()
            .map(|(at, arg)| if at == 1 { arg.replace("[i]", "[2]") } else { arg.clone() })
            .collect();
        let text = format!(
            "program\nworkgroup_size 64, 1, 1\n{buffers}buffer out: read_write {} @ {slot}\nentry {{ let i = invocation_id.x;\n\
             out[i] = call {op_id}({});\nout[i + 128] = call {op_id}({});\nout[i + 256] = call {op_id}({}); }}",
            ty.output,
            args.join(", "),
            half.join(", "),
            uniform.join(", "),
        );
        data.push(Data::Words(vec![0; 380 * ty.output.lanes()]));
        check(&text, [2, 1, 1], &data);
    }
    // The rows of the library that stand for an operator are among them.
    assert!(matches!(
        Registry::standard().operation("primitive.u64.add"),
        Some(Operation::Binary(BinOp::Add, _))
    ));
}

#[test]
fn every_cast() {
    // `tests/tests/it/half.rs` tries those of floats of 16 bits, which have no casts to words.
    let is_half = |cast: &&Cast| cast.source.is_packed() || cast.target.is_packed();
    for cast in CASTS.iter().filter(|cast| cast.source != DataType::Bytes && !is_half(cast)) {
        let (from, to) = (cast.source.clone(), cast.target.clone());
        let text = format!(
            "program\nworkgroup_size 64, 1, 1\nbuffer a: read {from} @ 0\nbuffer out: read_write {to} @ 1\nentry {{\n\
             let i = invocation_id.x;\nout[i] = cast<{to}>(a[i]);\nout[i + 128] = cast<{to}>(a[3]);\n}}\n"
        );
        let bits = |word: u32| if from == DataType::Bool { word & 1 } else { word };
        let source = operands(70 * from.lanes(), 5).into_iter().map(bits).collect();
        check(&text, [2, 1, 1], &[Data::Words(source), Data::Words(vec![0; 250 * to.lanes()])]);
    }
}

#[test]
fn selections_and_parts() {
    let entry = "
        let i = invocation_id.x;
        let v = a[i];
        let w = a[2];
        out[i] = select(v.0 < v.1, v, w);
        out[i + 128] = vec4<u32>(v.3, v.2, w.0, i);
        out[i + 256] = select(i < 30, w, v);
        out[i + 384] = select(w.0 < w.1, v, w);
        out[i + 512] = vec4<u32>(select(v.0 < v.1, 1, 2), select(v.0 < v.1, v.0, 2), select(v.0 < v.1, 1, v.1), 0);
        let p = v;
        p = vec4<u32>(p.1, p.0, p.3, p.2);
        out[i + 640] = p;
    ";
    let text = program("vec4<u32>", "64, 1, 1", entry);
    check(&text, [2, 1, 1], &[Data::Words(noise(280, 9)), Data::Words(vec![0; 4 * 760])]);
}

/// What one instruction does: products of widened words, and lower words of shifts.
#[test]
fn words_of_64_bits() {
    let entry = "
        let i = invocation_id.x;
        let u = a[i]; let v = a[i + 70]; let s = cast<i32>(u); let t = cast<i32>(v);
        let p = call primitive.u64.mul(cast<u64>(s), cast<u64>(t));
        let q = call primitive.u64.mul(cast<u64>(u), cast<u64>(v));
        let r = call primitive.u64.mul(cast<u64>(s), cast<u64>(u));
        out[i] = cast<u32>(call primitive.u64.shr(p, 27));
        out[i + 128] = cast<u32>(p) ^ cast<u32>(call primitive.u64.shr(q, a[3]));
        out[i + 256] = cast<u32>(call primitive.u64.shr(r, u)) + cast<u32>(q);
        if call primitive.u64.lt(p, cast<u64>(t)) { out[i + 384] = 7; }";
    let text = program("u32", "64, 1, 1", entry);
    check(&text, [2, 1, 1], &[Data::Words(operands(200, 9)), Data::Words(vec![0; 512])]);
}

/// Functions of floats with a quick phase: of all kinds of operands, and of such as it leaves open.
#[test]
fn functions_with_a_quick_phase() {
    let two = BinOp::ALL.iter().filter(|op| op.has_quick()).flat_map(|op| {
        let spelled = |a, b| spelled(op.spelling(), &[a, b]);
        [spelled("a[i]", "b[i]"), spelled("a[i]", "b[9]"), spelled("a[9]", "b[i]"), spelled("a[8]", "b[9]")]
    });
    let one = UnOp::ALL.iter().filter(|op| op.has_quick());
    let one = one.flat_map(|op| [spelled(op.spelling(), &["a[i]"]), spelled(op.spelling(), &["a[9]"])]);
    // Zeros, subnormal numbers, numbers with exact results, the largest ones, infinities, NaNs, and noise.
    let edges = [
        0,
        1,
        0x0080_0000,
        0x3e00_0000,
        0x3f00_0000,
        0x3f80_0000,
        0x4000_0000,
        0x4040_0000,
        0x40a0_0000,
        0x4110_0000,
        0x49ff_ffff,
        0x4b80_0001,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7fc0_0000,
        0x7f80_0001,
    ];
    let floats = |seed: u32| {
        let pick = |(at, noise): (usize, u32)| match noise % 3 {
            0 => edges[at % edges.len()] | (noise & 1 << 31),
            // Near 1, by some powers of 2.
            1 => 0x3c00_0000 + (noise >> 5) % 0x0700_0000,
            _ => noise,
        };
        Data::Words(noise(400, seed).into_iter().enumerate().map(pick).collect())
    };
    let all: Vec<String> = one.chain(two).collect();
    // The elementary functions of one operand and the approximate sine, and those of two operands.
    assert_eq!(all.len(), (18 + 1) * 2 + 3 * 4);
    for values in all.chunks(12) {
        let stores: String = (values.iter().enumerate())
            .map(|(at, value)| format!("out[{at} * 400 + i] = {value};\n"))
            .collect();
        let text = format!(
            "program\nworkgroup_size 100, 1, 1\nbuffer a: read f32 @ 0\nbuffer b: read f32 @ 1\nbuffer out: read_write f32 @ 2\n\
             entry {{\nlet i = invocation_id.x;\n{stores}}}\n"
        );
        check(&text, [4, 1, 1], &[floats(5), floats(6), Data::Words(vec![0; 400 * values.len()])]);
    }
}

/// Two operations on 64 bits in one instruction, with a result of 32 bits.
#[test]
fn pairs_of_operations_on_64_bits() {
    for first in ["add", "sub", "and"] {
        let entry = format!(
            "let i = invocation_id.x;
            let u = a[i]; let v = a[i + 70];
            out[i] = cast<u32>(call primitive.u64.shr(call primitive.u64.{first}(u, v), 27));
            out[i + 128] = cast<u32>(call primitive.u64.shr(call primitive.u64.{first}(v, u), 64));
            let w = a[3];
            out[i + 256] = call primitive.u64.lt(call primitive.u64.{first}(u, v), w) + 2 * call primitive.u64.gt(call primitive.u64.{first}(u, v), w)
                + 4 * call primitive.u64.le(call primitive.u64.{first}(v, u), w) + 8 * call primitive.u64.ge(call primitive.u64.{first}(v, u), w)
                + 16 * call primitive.u64.eq(call primitive.u64.{first}(v, v), w) + 32 * call primitive.u64.ne(call primitive.u64.{first}(u, u), w);"
        );
        let text = program("u64", "64, 1, 1", &entry).replace("out: read_write u64", "out: read_write u32");
        check(&text, [2, 1, 1], &[Data::Words(operands(400, 9)), Data::Words(vec![0; 512])]);
    }
}

/// A sum and a difference of two squares of 64 bits are one instruction, where lanes leave a loop between them too.
#[test]
fn squares_of_complex_numbers() {
    const BOUND: u64 = 5 << 40 | 77;
    for (is_signed, compare) in [(false, "gt"), (true, "gt"), (true, "le"), (false, "eq"), (true, "ne")] {
        let wide = |word: &str| {
            if is_signed { format!("cast<u64>(cast<i32>({word}))") } else { format!("cast<u64>({word})") }
        };
        let entry = format!(
            "let i = invocation_id.x; let x = a[i]; let y = a[i + 70];\n\
             for n in 0..5 {{\n\
             let p = {}; let q = {}; let rr = call primitive.u64.mul(p, p); let ii = call primitive.u64.mul(q, q);\n\
             if call primitive.u64.{compare}(call primitive.u64.add(rr, ii), u64({}, {})) {{ out[i] = n + 1; break; }}\n\
             y = cast<u32>(call primitive.u64.shr(call primitive.u64.mul(p, q), 27)) + 3;\n\
             x = cast<u32>(call primitive.u64.shr(call primitive.u64.sub(rr, ii), 28)) + i; }}\n\
             out[i + 70] = x; out[i + 140] = y;",
            wide("x"),
            wide("y"),
            BOUND as u32,
            BOUND >> 32
        );
        let text = program("u32", "70, 1, 1", &entry);
        let mut form = vyre_lower::build(&valid(&text)).unwrap();
        vyre_lower::pass::optimise(&mut form, &Target::CPU);
        let code = compile_for(&form, InstructionSet::all()[0], None);
        assert!(code.compiled.insts.iter().any(|inst| matches!(inst, Inst::Squares { .. })), "{form}");
        let a: Vec<u32> = noise(140, 4).iter().map(|word| (*word as i32 >> (word % 13)) as u32).collect();
        let mut expected = vec![0; 210];
        for i in 0..70 {
            let (mut x, mut y) = (a[i], a[i + 70]);
            let wide = |word: u32| if is_signed { i64::from(word as i32) as u64 } else { word.into() };
            for n in 0..5 {
                let (p, q) = (wide(x), wide(y));
                let (rr, ii) = (p.wrapping_mul(p), q.wrapping_mul(q));
                let sum = rr.wrapping_add(ii);
                let leaves = match compare {
                    "gt" => sum > BOUND,
                    "le" => sum <= BOUND,
                    "eq" => sum == BOUND,
                    _ => sum != BOUND,
                };
                if leaves {
                    expected[i] = n + 1;
                    break;
                }
                y = ((p.wrapping_mul(q) >> 27) as u32).wrapping_add(3);
                x = ((rr.wrapping_sub(ii) >> 28) as u32).wrapping_add(i as u32);
            }
            (expected[i + 70], expected[i + 140]) = (x, y);
        }
        let got = check(&text, [1, 1, 1], &[Data::Words(a), Data::Words(vec![0; 210])]);
        assert_eq!(got[1], Data::Words(expected), "{is_signed} {compare}");
    }
}

/// What hashes are made of: rotations of one word, choices and majorities, and what is almost one of these.
#[test]
fn rotations_and_choices() {
    let rotated = |word: &str, by: u32| format!("(({word} << {by}) | ({word} >> {}))", 32 - by);
    let [x7, x18, y11, x30] = [("x", 7), ("x", 18), ("y", 11), ("x", 30)].map(|(word, by)| rotated(word, by));
    for value in [
        format!("{x7} ^ {x18} ^ {x30}"),
        format!("{x7} ^ {x18} ^ (x >> 3)"),
        format!("{x7} ^ {x18} ^ (x << 3)"),
        format!("{x7} ^ {y11} ^ {x18}"),
        format!("y ^ {x7} ^ {x18}"),
        format!("{x7} ^ {x18} ^ (x >> 35)"),
        "(x & y) ^ (~x & z)".to_string(),
        "(y & x) ^ (z & ~x)".to_string(),
        "(x & y) ^ (~y & z)".to_string(),
        "(x & y) ^ (~z & x)".to_string(),
        "(x & y) + (~x & z)".to_string(),
        "(x & y) ^ (x & z) ^ (y & z)".to_string(),
        "~x & ~y".to_string(),
        "~x & x".to_string(),
    ] {
        let entry = format!(
            "let i = invocation_id.x; let x = a[i]; let y = a[i + 64]; let z = a[i + 128]; out[i] = {value};"
        );
        let text = program("u32", "64, 1, 1", &entry);
        check(&text, [1, 1, 1], &[Data::Words(operands(200, 9)), Data::Words(vec![0; 64])]);
    }
}

/// Sums of what hashes are made of, in the shapes that have a loop and in others: with scalars, more terms than a loop takes, terms that
/// are used again, and indices that lanes agree on.
#[test]
fn sums_of_functions() {
    let rotated = |word: &str, by: u32| format!("(({word} << {by}) | ({word} >> {}))", 32 - by);
    let turned = |word: &str, by: [u32; 3]| by.map(|by| rotated(word, by)).join(" ^ ");
    let [wide, narrow] = [turned("x", [26, 21, 7]), turned("y", [30, 19, 10])];
    let shifted = format!("({} ^ {} ^ (x >> 3))", rotated("x", 25), rotated("x", 14));
    let others = format!("({} ^ {} ^ (y >> 42))", rotated("y", 15), rotated("y", 13));
    let (choice, majority) = ("((x & y) ^ (~x & z))", "((x & y) ^ (x & z) ^ (y & z))");
    for value in [
        "x + y + z + i".to_string(),
        "x + y + z + 7".to_string(),
        "x + y + z + x * y + i".to_string(),
        "x + y + (z + (x + (y + (z + (x + (i + 5))))))".to_string(),
        "((x + y) + (z + k)) + ((x + i) + (k + 3))".to_string(),
        format!("z + ({wide}) + {choice} + 0x428a2f98 + y"),
        format!("z + ({wide}) + {choice} + k"),
        format!("k + {choice}"),
        format!("{choice} + i + (y >> 3) + x + k"),
        format!("({narrow}) + {majority}"),
        format!("z + (({narrow}) + {majority})"),
        format!("{shifted} + {others} + x + z"),
        format!("{shifted} + {shifted} + {shifted} + k"),
        format!("({wide}) + ({narrow}) + {majority} + {choice}"),
        format!("(x ^ y ^ z) + i + 9 + {choice}"),
        "(x ^ y ^ z) + 1".to_string(),
        "(x ^ y ^ k) + z + 3".to_string(),
        "z ^ (x & (y ^ z))".to_string(),
        "(z ^ (x & (z ^ y))) + x + k".to_string(),
        "(z | (x & (z ^ y))) + x".to_string(),
        "((x & (y ^ z)) ^ (y & z)) + z".to_string(),
        "((y & z) | (x & (z | y))) + z".to_string(),
        "((y & z) ^ (x & (z | y))) + z".to_string(),
        "((x & y) | (y & z) | (x & z)) + 2".to_string(),
        "((x & y) | (y & z) | (y & x)) + 2".to_string(),
        "((x & k) ^ (~x & y)) + z".to_string(),
        "{let p = x & y; let q = (p ^ (x & z) ^ (y & z)) + z; (q & x) ^ (q & y) ^ p}".to_string(),
        "(x << (k & 31)) | (x >> (32 - (k & 31)))".to_string(),
        "(x << k) | (x >> (0 - k))".to_string(),
        "((x << k) | (x >> (31 - k))) ^ y".to_string(),
        "(((x ^ y) << 7) | ((x ^ y) >> 25)) + (((x + z) << 12) | ((x + z) >> 20))".to_string(),
    ] {
        let (lets, value) = match value.strip_prefix('{').and_then(|value| value.strip_suffix('}')) {
            Some(block) => block.rsplit_once(';').unwrap_or_default(),
            None => ("", value.as_str()),
        };
        let end = if lets.is_empty() { "" } else { ";" };
        let entry = format!(
            "let i = invocation_id.x; let k = a[200]; let x = a[i]; let y = a[i + 64]; let z = a[i + 128];
             x = x + (y ^ z); y = y ^ 5; z = z - x; {lets}{end} out[i] = {value}; out[64 + i] = x & y;"
        );
        let text = program("u32", "64, 1, 1", &entry);
        let a = operands(201, 9);
        check(&text, [1, 1, 1], &[Data::Words(a), Data::Words(vec![0; 128])]);
    }
}

/// A compression of SHA-256 with its known digest, of "abc".
#[test]
fn a_digest_that_is_known() {
    let rotated = |word: &str, by: u32| format!("(({word} >> {by}) | ({word} << {}))", 32 - by);
    let turned = |word: &str, by: [u32; 3]| by.map(|by| rotated(word, by)).join(" ^ ");
    let primes = (2u64..).filter(|n| (2..*n).all(|d| n % d != 0)).take(64).collect::<Vec<_>>();
    // The first bits behind the point of roots.
    let root = |n: u64, power: u32| {
        let n = u128::from(n) << (32 * power);
        let below = |root: &u128| root.pow(power) <= n;
        let (mut least, mut most) = (0u128, 1 << 37);
        while most - least > 1 {
            let middle = (least + most) / 2;
            if below(&middle) { least = middle } else { most = middle }
        }
        least as u32
    };
    let mut entry = String::from("let i = invocation_id.x;\n");
    let state: Vec<u32> = primes[..8].iter().map(|n| root(*n, 2)).collect();
    for (name, value) in ["a", "b", "c", "d", "e", "f", "g", "h"].iter().zip(&state) {
        entry += &format!("let {name}_ = {value};");
    }
    for t in 0..16 {
        entry += &format!("let w{t} = a[i * 16 + {t}];");
    }
    for (t, prime) in primes.iter().enumerate() {
        if t >= 16 {
            let (x, y) = (format!("w{}", t - 15), format!("w{}", t - 2));
            entry += &format!(
                "let w{t} = w{} + ({} ^ {} ^ ({x} >> 3)) + w{} + ({} ^ {} ^ ({y} >> 10));",
                t - 16,
                rotated(&x, 7),
                rotated(&x, 18),
                t - 7,
                rotated(&y, 17),
                rotated(&y, 19),
            );
        }
        entry += &format!(
            "let t1_{t} = h_ + ({}) + ((e_ & f_) ^ (~e_ & g_)) + {} + w{t};
             let t2_{t} = ({}) + ((a_ & b_) ^ (a_ & c_) ^ (b_ & c_));
             h_ = g_; g_ = f_; f_ = e_; e_ = d_ + t1_{t}; d_ = c_; c_ = b_; b_ = a_; a_ = t1_{t} + t2_{t};\n",
            turned("e_", [6, 11, 25]),
            root(*prime, 3),
            turned("a_", [2, 13, 22]),
        );
    }
    for (at, (name, value)) in ["a", "b", "c", "d", "e", "f", "g", "h"].iter().zip(&state).enumerate() {
        entry += &format!("out[i * 8 + {at}] = {name}_ + {value};");
    }
    let mut message = noise(16 * 40, 3);
    message[16 * 7..16 * 8].copy_from_slice(&[0x6162_6380, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24]);
    let text = program("u32", "40, 1, 1", &entry);
    let got = check(&text, [1, 1, 1], &[Data::Words(message), Data::Words(vec![0; 8 * 40])]);
    let Data::Words(digests) = &got[1] else { panic!("words") };
    let known = [
        0xba78_16bf,
        0x8f01_cfea,
        0x4141_40de,
        0x5dae_2223,
        0xb003_61a3,
        0x9617_7a9c,
        0xb410_ff61,
        0xf200_15ad,
    ];
    assert_eq!(digests[8 * 7..8 * 8], known);
}

#[test]
fn longs_in_locals_and_loops() {
    let entry = "
        let i = invocation_id.x;
        let sum = a[0];
        for k in 0..i % 7 {
            sum = call primitive.u64.add(sum, a[i + k]);
            if call primitive.u64.lt(sum, a[k]) { sum = a[2]; } else { sum = call primitive.u64.mul(sum, a[3]); }
        }
        out[i] = sum;
        out[300 - i] = sum;
    ";
    let text = program("u64", "64, 1, 1", entry);
    check(&text, [2, 1, 1], &[Data::Words(noise(160, 9)), Data::Words(vec![7; 2 * 300])]);
}

/// A workgroup of 17 fills a vector of 32-bit lanes and one lane more, and two of 64-bit lanes and one more.
#[test]
fn variables_of_64_bits_are_copied_whole() {
    let text = "program
workgroup_size 17, 1, 1
buffer out: read_write u32 @ 0
entry {
    let v0 = u64(0, 0);
    v0 = u64(0, invocation_id.x);
    let v1 = v0;
    v0 = u64(0, 0);
    out[invocation_id.x] = v1.1;
}
";
    let got = check(text, [1, 1, 1], &[Data::Words(vec![7; 17])]);
    assert!(got == [Data::Words((0..17).collect())]);
}
