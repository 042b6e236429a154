//! Measurements, printed by `cargo test --release -- --ignored --nocapture speed`.

use super::*;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;
use vyre_ir::{AtomicOp, DataType};

const BYTES: u32 = 4 << 20;

fn count_byte(index: Expr) -> Node {
    Node::let_bind("old", Expr::atomic(AtomicOp::Add, "out", Expr::load_byte("data", index), 1u32))
}

/// The time that this thread has had a core, which other work on the machine does not count in.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The least of several times.
fn least(mut measured: impl FnMut()) -> Duration {
    let times = (0..7).map(|_| {
        let start = cpu_time();
        measured();
        cpu_time() - start
    });
    times.min().unwrap_or_default()
}

fn measure(name: &str, program: &Program, groups: u32, instructions_per_byte: u32) {
    let data: Vec<u8> = (0..BYTES).map(|at| (at.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect();
    let mut counts = vec![0u32; 256];
    let time = least(|| {
        counts.fill(0);
        run(program, [groups, 1, 1], &mut [Binding::Bytes(&data), Binding::WordsMut(&mut counts)]);
    });
    let nanoseconds = time.as_nanos() as f64 / f64::from(BYTES);
    assert_eq!(counts.iter().sum::<u32>(), BYTES);
    println!(
        "{name}: {nanoseconds:.2} ns per byte, {:.2} ns per instruction",
        nanoseconds / f64::from(instructions_per_byte)
    );
}

#[test]
#[ignore = "a measurement"]
fn speed_of_a_histogram() {
    let buffers = || {
        vec![BufferDecl::read("data", 0, DataType::Bytes), BufferDecl::read_write("out", 1, DataType::U32)]
    };
    let one_byte = Program::new(buffers(), [256, 1, 1], vec![count_byte(Expr::invocation_id(0))]);
    measure("one byte per invocation", &one_byte, BYTES / 256, 2);

    let guarded = Node::if_then(
        Expr::invocation_id(0).lt(Expr::buf_len("data") * 4u32),
        vec![count_byte(Expr::invocation_id(0))],
    );
    let guarded = Program::new(buffers(), [256, 1, 1], vec![guarded]);
    measure("one byte per invocation, guarded", &guarded, BYTES / 256, 4);

    let body = vec![
        Node::let_bind("at", Expr::invocation_id(0) * 4096u32 + var("i")),
        Node::if_then(var("at").lt(BYTES), vec![count_byte(var("at"))]),
    ];
    let looping = Program::new(buffers(), [256, 1, 1], vec![Node::for_range("i", 0u32, 4096u32, body)]);
    measure("4096 bytes per invocation", &looping, BYTES / 4096 / 256, 6);
}

/// A name, the declarations besides `out`, the entry, and the rounds that each of 65,536 invocations does.
const ROUNDS: &[(&str, &str, &str, u32)] = &[
    (
        "xorshift in a variable",
        "",
        "let x = invocation_id.x + 1;
         for i in 0..64 { x = x ^ (x << 13); x = x ^ (x >> 17); x = x ^ (x << 5); }
         out[invocation_id.x] = x;",
        64,
    ),
    (
        "collatz",
        "",
        "let x = invocation_id.x + 1;
         for i in 0..64 { if x == 1 { break; } if (x & 1) == 0 { x = x / 2; } else { x = x * 3 + 1; } }
         out[invocation_id.x] = x;",
        64,
    ),
    (
        "a sum of a local array",
        "buffer own: private u32[16]",
        "for i in 0..16 { own[i] = i * invocation_id.x; }
         let sum = 0;
         for i in 0..16 { if i < len(own) && own[i] != 7 { sum = sum + own[i]; } }
         out[invocation_id.x] = sum;",
        32,
    ),
    (
        "vectors",
        "",
        "let v = cast<vec4<u32>>(invocation_id.x);
         for i in 0..64 { v = vec4<u32>(v.1 + i, v.0, v.3 ^ v.0, v.2); }
         out[invocation_id.x] = v.0 ^ v.1 ^ v.2 ^ v.3;",
        64,
    ),
    (
        "u64 sums",
        "",
        "let v = cast<u64>(invocation_id.x);
         for i in 0..64 { v = call primitive.u64.add(call primitive.u64.xor(v, cast<u64>(i)), v); }
         out[invocation_id.x] = v.0;",
        64,
    ),
    (
        "u64 products and comparisons",
        "",
        "let v = cast<u64>(invocation_id.x);
         for i in 0..64 { if call primitive.u64.lt(v, u64(5, 0x1000)) { v = call primitive.u64.mul(v, u64(5, i)); } }
         out[invocation_id.x] = v.0;",
        64,
    ),
    (
        "i32",
        "",
        "let v = cast<i32>(invocation_id.x);
         for i in 0..64 { if call primitive.i32.lt(v, -5i) { v = call primitive.i32.add(v, 77i); } else { v = call primitive.i32.sub(v, 9i); } }
         out[invocation_id.x] = cast<u32>(v);",
        64,
    ),
    (
        "a tree sum with barriers",
        "buffer tile: workgroup u32[256]",
        "tile[local_id.x] = invocation_id.x;
         barrier;
         for step in 0..8 {
             let half = 128 >> step;
             if local_id.x < half { tile[local_id.x] = tile[local_id.x] + tile[local_id.x + half]; }
             barrier;
         }
         out[invocation_id.x] = tile[0];",
        8,
    ),
];

#[test]
#[ignore = "a measurement"]
fn speed_of_rounds() {
    for (name, declarations, entry, rounds) in ROUNDS {
        let text = format!(
            "program\nworkgroup_size 256, 1, 1\nbuffer out: read_write u32 @ 0\n{declarations}\nentry {{\n{entry}\n}}\n"
        );
        let program = parse(&text);
        let mut words = vec![0; 65_536];
        let time = least(|| run(&program, [256, 1, 1], &mut [Binding::WordsMut(&mut words)]));
        let all = f64::from(*rounds) * 65_536.0;
        let check = words.iter().fold(0u32, |check, word| check.wrapping_mul(31).wrapping_add(*word));
        println!("{name}: {:.2} ns per round ({check:08x})", time.as_nanos() as f64 / all);
    }
}

#[test]
#[ignore = "a measurement"]
fn speed_of_compiling() {
    let chunk = |at: usize| {
        format!(
            "let v{at} = out[invocation_id.x + {at}] * 3; if v{at} < len(out) {{ out[v{at}] = v{at} ^ 5; }} \
             for i in 0..4 {{ v{at} = ~v{at}; }}\n"
        )
    };
    let chunks: String = (0..4000).map(chunk).collect();
    let text =
        format!("program\nworkgroup_size 1, 1, 1\nbuffer out: read_write u32 @ 0\nentry {{\n{chunks}}}\n");
    let validated = validate(&parse(&text)).unwrap_or_else(|errors| panic!("{errors:?}"));
    let time = least(|| drop(build(&validated).unwrap()));
    println!("20,000 statements are built: {:.2} ms", time.as_secs_f64() * 1e3);
    let form = build(&validated).unwrap();
    let time = least(|| drop(compile(&form)));
    println!("20,000 statements are compiled: {:.2} ms", time.as_secs_f64() * 1e3);
}
