//! The rows of the specification's execution model: who an invocation is, what a barrier orders, what a workgroup shares, and which control flow is
//! uniform. What is expected is arithmetic by hand.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre::{Device, Module};
use vyre_tests::devices;

/// Runs the kernel `k` of a text with a slice that it reads and one that it writes, on every device; `of` says what each element is.
fn gives(text: &str, data: &[u32], grid: [u32; 3], size: usize, of: &dyn Fn(usize) -> u32) {
    let module = Module::compile(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let expected: Vec<u32> = (0..size).map(of).collect();
    for device in devices().into_iter().chain([Device::reference(), Device::checked()]) {
        let mut out = vec![0u32; size];
        let launch = module.kernel("k").unwrap().launch([Arg::read(data), Arg::write(&mut out)]);
        launch.workgroups(grid).dispatch(&device).unwrap_or_else(|error| panic!("{text}\n{device}: {error}"));
        assert_eq!(out, expected, "{text}\n{device}");
    }
}

/// An invocation of workgroups of 3 x 2 x 4 in a grid of 2 x 3 x 2, by its number in the order z, y, x: its id, its workgroup's, and its own in it.
fn ids(at: usize) -> [[u32; 3]; 3] {
    let at = at as u32;
    let id = [at % 6, at / 6 % 6, at / 36];
    [id, [id[0] / 3, id[1] / 2, id[2] / 4], [id[0] % 3, id[1] % 2, id[2] % 4]]
}

#[test]
fn an_invocation_knows_where_it_is() {
    let with = |value: &str| {
        format!(
            "#[kernel(workgroup_size = (3, 2, 4))] fn k(data: &[u32], out: &mut [u32]) {{
                let g = invocation_id();
                out[g.x + 6 * g.y + 36 * g.z] = {value};
            }}"
        )
    };
    type Of = dyn Fn(usize) -> u32;
    let rows: [(&str, &Of); 11] = [
        ("invocation_id().x * 100 + g.y * 10 + g.z", &|at| {
            let [id, ..] = ids(at);
            id[0] * 100 + id[1] * 10 + id[2]
        }),
        ("workgroup_id().x * 100 + workgroup_id().y * 10 + workgroup_id().z", &|at| {
            let [_, group, _] = ids(at);
            group[0] * 100 + group[1] * 10 + group[2]
        }),
        ("{ let l = local_id(); l.x * 100 + l.y * 10 + l.z }", &|at| {
            let [.., local] = ids(at);
            local[0] * 100 + local[1] * 10 + local[2]
        }),
        ("workgroup_size().x * 100 + workgroup_size().y * 10 + workgroup_size().z", &|_| 324),
        ("num_workgroups().x * 100 + num_workgroups().y * 10 + num_workgroups().z", &|_| 232),
        ("(g.x == workgroup_id().x * workgroup_size().x + local_id().x) as u32", &|_| 1),
        (
            "(g.y == workgroup_id().y * 2 + local_id().y && g.z == workgroup_id().z * 4 + local_id().z) as u32",
            &|_| 1,
        ),
        ("{ fn flat() -> u32 { local_id().x + 3 * local_id().y + 6 * local_id().z } flat() }", &|at| {
            let [.., local] = ids(at);
            local[0] + 3 * local[1] + 6 * local[2]
        }),
        ("workgroup_broadcast(g.x + 6 * g.y + 36 * g.z, 0)", &|at| {
            let [_, group, _] = ids(at);
            group[0] * 3 + group[1] * 12 + group[2] * 144
        }),
        // The order of `local_id`, with x fastest.
        ("workgroup_exclusive_sum(1)", &|at| {
            let [.., local] = ids(at);
            local[0] + 3 * local[1] + 6 * local[2]
        }),
        ("workgroup_sum(local_id().z)", &|_| 36),
    ];
    for (value, of) in rows {
        gives(&with(value), &[], [2, 3, 2], 288, of);
    }
}

/// What `data` has at an invocation's place.
fn at(i: usize) -> u32 {
    (i * i + 1) as u32
}

/// The last invocation of one's workgroup.
fn last(i: usize) -> usize {
    i / 8 * 8 + 7
}

#[test]
fn barriers_show_what_the_workgroup_wrote() {
    let kernel = |body: &str| {
        format!(
            "#[kernel(workgroup_size = 8)] fn k(data: &[u32], out: &mut [u32]) {{
                let (i, k, w) = (invocation_id().x, local_id().x, workgroup_id().x);
                {body}
            }}"
        )
    };
    type Of = dyn Fn(usize) -> u32;
    let data: Vec<u32> = (0..32).map(at).collect();
    let rows: [(&str, &Of); 15] = [
        ("let mut t = workgroup_array::<u32, 8>(); t[k] = data[i]; barrier(); out[i] = t[7 - k];", &|i| {
            at(last(i) - i % 8)
        }),
        // Storage memory, too.
        ("out[i] = data[i]; barrier(); let x = out[w * 8 + 7 - k]; barrier(); out[i] = x;", &|i| {
            at(last(i) - i % 8)
        }),
        // Workgroup arrays are zero at the start of each workgroup.
        (
            "let mut t = workgroup_array::<u32, 8>(); let x = t[k]; barrier(); t[7 - k] = 5 + i; barrier(); out[i] = x + t[k];",
            &|i| (5 + last(i) - i % 8) as u32,
        ),
        (
            "let t = workgroup_array::<AtomicU32, 2>(); let x = t[1].fetch_add(1); barrier(); out[i] = t[1].load() * 10 + (x < 8) as u32;",
            &|_| 81,
        ),
        // Conditions that are the same in the whole workgroup.
        (
            "let mut t = workgroup_array::<u32, 8>(); if w % 2 == 0 { t[k] = i; barrier(); out[i] = t[0]; } else { out[i] = 7; }",
            &|i| if i / 8 % 2 == 0 { (i / 8 * 8) as u32 } else { 7 },
        ),
        (
            "let mut t = workgroup_array::<u32, 8>(); for r in 0..w + 1 { t[(k + r) % 8] = i + r; barrier(); out[i] = t[k]; barrier(); }",
            &|i| {
                let r = i / 8;
                (i / 8 * 8 + (i % 8 + 8 - r) % 8 + r) as u32
            },
        ),
        ("if data[3] == 10 { barrier(); out[i] = 1; }", &|_| 1),
        ("if data.len() > 3 && out.len() == 32 { barrier(); } out[i] = data[w];", &|i| at(i / 8)),
        ("let mut n = 0; while n < w { n += 1; barrier(); } out[i] = n;", &|i| (i / 8) as u32),
        ("let mut n = 0; loop { if n > w { break; } n += 2; barrier(); } out[i] = n;", &|i| {
            (i / 8 / 2 * 2 + 2) as u32
        }),
        ("match w { 0 | 1 => barrier(), 2 => { barrier(); out[i] = 2; } _ => {} } out[i] += 1;", &|i| {
            if i / 8 == 2 { 3 } else { 1 }
        }),
        (
            "let mut t = workgroup_array::<u32, 1>(); if k == 3 { t[0] = w + 5; } barrier(); if workgroup_uniform_load(&t[0]) > 6 { barrier(); out[i] = 1; }",
            &|i| (i / 8 > 1) as u32,
        ),
        (
            "fn shared(x: u32) -> u32 { let mut t = workgroup_array::<u32, 8>(); t[local_id().x] = x; barrier(); t[7 - local_id().x] } let (a, b) = (shared(i), shared(i + 100)); out[i] = a * 1000 + b;",
            &|i| {
                let other = (last(i) - i % 8) as u32;
                other * 1000 + other + 100
            },
        ),
        ("if workgroup_any(data[i] == 17) { barrier(); out[i] = workgroup_sum(k); }", &|i| {
            if i < 8 { 28 } else { 0 }
        }),
        ("if i < 20 { out[i] = 1; } barrier(); if i >= 20 { return; } out[i] += 1;", &|i| {
            if i < 20 { 2 } else { 0 }
        }),
    ];
    for (body, of) in rows {
        gives(&kernel(body), &data, [4, 1, 1], 32, of);
    }
}

#[test]
fn control_flow_that_is_not_uniform_is_refused() {
    let kernel = |body: &str| {
        format!(
            "#[kernel(workgroup_size = 8)] fn k(data: &[u32], out: &mut [u32], n: u32, a: &[AtomicU32], u: &Uniform<[u32]>) {{
                let (i, k, w) = (invocation_id().x, local_id().x, workgroup_id().x);
                {body}
            }}"
        )
    };
    for refused in [
        "if i < 3 { barrier(); }",
        "if k == 0 { barrier(); } else { barrier(); }",
        "if i >= n { return; } barrier();",
        "for _ in 0..k { barrier(); }",
        "for r in 0..4 { if r == k { break; } barrier(); }",
        "for r in 0..4 { if r == k { continue; } barrier(); }",
        "let mut r = 0; while r < i { r += 1; barrier(); }",
        "out[i] = k; loop { if out[0] == 0 { break; } barrier(); }",
        "out[i] = k; if out[0] > 3 { barrier(); }",
        "if a[0].load() > 3 { barrier(); }",
        "if a[0].fetch_add(1) == 0 { barrier(); }",
        "if data[i] > 3 { barrier(); }",
        "let mut t = workgroup_array::<u32, 1>(); if t[0] == 0 { barrier(); }",
        "match k { 0 => barrier(), _ => {} }",
        "let x = if k > 2 { 1 } else { 2 }; if x == 1 { barrier(); }",
        "let mut x = 0; if k > 2 { x = 1; } if x == 1 { barrier(); }",
        "if k > 2 && { barrier(); true } { out[i] = 1; }",
        "fn f() { barrier(); } if k > 2 { f(); }",
        "fn f(x: u32) { if x > 2 { barrier(); } } f(k);",
        "let f = |x: u32| if x > 2 { barrier(); }; f(k);",
        "let o = if k > 2 { Some(k) } else { None }; if let Some(_) = o { barrier(); }",
        "let Some(_) = data.get(i) else { return }; barrier();",
        "let s = if k > 2 { workgroup_sum(k) } else { 0 }; out[i] = s;",
        "out[i] = (k > 2 && workgroup_any(true)) as u32;",
        "'a: for _ in 0..2 { for r in 0..3 { if r == k { continue 'a; } } barrier(); }",
        "let mut c = 0; for r in 0..3 { if c > 0 { barrier(); } if k == r { c = 1; } }",
    ] {
        let errors = Module::compile(&kernel(refused)).map(drop).unwrap_err();
        let codes: Vec<_> = errors.list().iter().map(|error| error.code().map(|code| code.name())).collect();
        assert!(codes.iter().all(|code| *code == Some("V010")), "{refused}\n{errors}");
    }
    for taken in [
        "if w < 3 { barrier(); }",
        "if n > 3 { barrier(); }",
        "if u[n] > 3 { barrier(); }",
        "if data[w] > 3 { barrier(); }",
        "if num_workgroups().x > 3 { barrier(); }",
        "if w > 1 { return; } barrier();",
        "for _ in 0..data[0] % 8 { barrier(); }",
        "for r in 0..4 { if r == w { break; } barrier(); }",
        "let mut x = 0; for r in 0..n % 4 { x += r; if x > 2 { barrier(); } }",
        "let x = workgroup_max(k); if x > 2 { barrier(); }",
        "if workgroup_all(k < 8) && n < 3 { barrier(); }",
        "let o = if w > 2 { Some(w) } else { None }; if let Some(_) = o { barrier(); }",
        "let f = |x: u32| if x > 2 { barrier(); }; f(w);",
        "if i - k > 8 { barrier(); }",
        "if i / 8 == 1 { barrier(); }",
        "let mut x = k; x = w; if x > 2 { barrier(); }",
    ] {
        let result = Module::compile(&kernel(taken)).map(drop);
        assert!(result.is_ok(), "{taken}\n{}", result.unwrap_err());
    }
}
