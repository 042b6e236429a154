//! Expanding takes time linear in the statements of a kernel, whatever they are.

use super::kernel;
use proc_macro2::TokenStream;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// The least CPU time, of two times, that a kernel of so many statements takes this thread.
fn time(statement: &dyn Fn(usize) -> String, count: usize) -> Duration {
    let body: String = (0..count).map(statement).collect();
    let text = format!(
        "fn scale(a: &[u32], n: &[AtomicU32], out: &mut [u32]) {{
            fn same(x: u32) -> u32 {{ x }}
            let i = invocation_id().x;
            let b = i == 7;
            let mut x = a[i];
            for k in 0..2 {{ {body} }}
            out[i] = x;
        }}"
    );
    let item: TokenStream = text.parse().unwrap();
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    };
    let times = (0..2).map(|_| {
        let start = now();
        let expansion = kernel(TokenStream::new(), item.clone());
        let time = now() - start;
        assert!(!expansion.to_string().contains("compile_error"), "{body:.80}");
        time
    });
    times.min().unwrap()
}

#[test]
fn ten_times_the_statements_take_ten_times_the_time() {
    let kinds: [&dyn Fn(usize) -> String; 18] = [
        &|at| format!("if x == {at} {{ x = x + 1; }}"),
        &|at| format!("if b && x == {at} {{ x += 1; }}"),
        &|_| "if b || n[i].swap(1) == 0 { x += 1; }".to_string(),
        &|at| format!("let x = x + {at};"),
        &|at| format!("let y{at} = x;"),
        &|at| format!("let (x, b) = (a[{at}], !b);"),
        &|at| format!("let y = if b {{ {at} }} else {{ x }};"),
        &|at| format!("let w{at} = [7u32; 1];"),
        &|at| format!("out[{at}] = x;"),
        &|at| format!("for j in 0..{at} {{ x += j; }}"),
        &|_| "{ let y = 1; let y = y + 1; }".to_string(),
        &|at| format!("if x == {at} {{ continue; }}"),
        &|at| format!("if x == {at} {{ return; }}"),
        &|at| {
            format!(
                "const C{at}: u32 = {};",
                if at == 0 { "0".to_string() } else { format!("C{} + 1", at - 1) }
            )
        },
        &|at| format!("fn f{at}(x: u32) -> u32 {{ x + {at} }} x = f{at}(x);"),
        &|_| "x = same(x);".to_string(),
        &|at| format!("let y{at} = outside(x); outside(y{at});"),
        &|at| format!("x = x.rotate_left({at}).min(3);"),
    ];
    for statement in kinds {
        let (few, many) = (time(statement, 300), time(statement, 3_000));
        // What is quadratic takes a hundred times as long.
        assert!(many < 20 * few, "`{}`: {few:?} for 300, {many:?} for 3,000", statement(1));
    }
}
