//! What a driver once gave other words for: programs that certificates found, made smaller, and others of their kind.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::Arg;
use vyre::ir::Program;
use vyre::prelude::*;
use vyre_tests::devices;

fn on_all(text: &str, grid: [u32; 3], start: &[u32], expected: &[u32]) {
    let program: Program = text.parse().unwrap();
    for device in devices().into_iter().chain([Device::reference()]) {
        let mut out = start.to_vec();
        device.run(&program, grid, [Arg::write(&mut out)]).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

/// Seed 46357 on an H200. The first invocation divides 0 by 0, and NaN differs from 0: it stores out of bounds. The second stores whether a negative number is at least 0.
#[test]
fn nothing_divided_by_nothing_differs_from_0() {
    let text = "program
workgroup_size 2, 1, 1
buffer a: workgroup_atomic u32[70] @ 1
buffer out: read_write u32 @ 15
entry {
    let v0 = invocation_id.x;
    let v1 = local_id.x;
    let v3 = f_ne(f16(0), f_div(f16(v1), f16(0)));
    out[(v3 << v1) % 2] = f_ge(f_copy_sign(f_mul(cast<f32>(v0), 1.9520677f), f_negate(0.0f)), cast<f32>(a[0]));
}
";
    on_all(text, [1, 1, 1], &[7], &[0]);
}

/// Seed 78286: the root of the quotient of the smallest number above 0 by 0, and by 1: 2^-149 has the root 2^-75 times that of 2.
#[test]
fn roots_of_subnormal_quotients_are_not_the_quotients() {
    let text = "program
workgroup_size 2, 1, 1
buffer out: read_write u32 @ 3
entry {
    out[invocation_id.x] = cast<u32>(f_sqrt(f_div(cast<f32>(1), f_ceil(cast<f32>(invocation_id.x)))));
}
";
    let root = (0.5f32.powi(75) * std::f32::consts::SQRT_2).to_bits();
    assert_eq!(root, 0x1a35_04f3);
    on_all(text, [1, 1, 1], &[0, 0], &[f32::INFINITY.to_bits(), root]);
}

/// Seed 65495: signs of subnormal quotients are changed in their bits.
#[test]
fn signs_of_subnormal_quotients_change_nothing_else() {
    let text = "program
workgroup_size 4, 1, 1
buffer out: read_write u32 @ 3
entry {
    let i = invocation_id.x;
    let quotient = f_div(9.795802e-39f, cast<f32>(out[i]));
    out[i] = cast<u32>(f_negate(quotient));
    out[i + 8] = cast<u32>(f_abs(f_negate(quotient)));
    out[i + 16] = f_eq(quotient, 0.0f);
    out[i + 24] = f_lt(f_negate(quotient), 0.0f);
}
";
    let divisors = [1.0, 3.0, 4_194_304.0, 8_388_608.0, 1e9, -4e6, f32::INFINITY, 0.0];
    let quotients = divisors.map(|divisor: f32| 9.795_802e-39_f32 / divisor);
    let start: Vec<u32> = divisors.iter().map(|divisor| divisor.to_bits()).chain([0; 24]).collect();
    let expected: Vec<u32> = (quotients.iter().map(|it| (-it).to_bits()))
        .chain(quotients.iter().map(|it| it.abs().to_bits()))
        .chain(quotients.iter().map(|it| (*it == 0.0).into()))
        .chain(quotients.iter().map(|it| (-it < 0.0).into()))
        .collect();
    on_all(text, [2, 1, 1], &start, &expected);
}

/// Seed 58573: the least of a workgroup is a complement.
#[test]
fn what_was_joined_outlives_what_is_joined_next() {
    for size in [1, 2, 27, 32, 33, 64] {
        let text = format!(
            "program
workgroup_size {size}, 1, 1
buffer out: read_write u32 @ 2
entry {{
    let v0 = 0;
    let v2 = workgroup_min(out[1]);
    if v2 {{
        let v4 = workgroup_any(0);
        v2 = v2 + 1;
        v0 = v4;
    }}
    out[0] = v0;
    out[0] = v2;
}}
"
        );
        on_all(&text, [1, 1, 1], &[9, 0], &[0, 0]);
        on_all(&text, [1, 1, 1], &[9, 5], &[6, 5]);
        on_all(&text.replace("out[1]", "0"), [1, 1, 1], &[9, 5], &[0, 5]);
    }
}

/// The kind of fault behind seed 58573: a variable was the complement of `x`, and then `x` itself behind a branch with a barrier, where the branch had told what `x` is.
#[test]
fn what_is_made_of_a_known_value_outlives_a_branch_with_a_barrier() {
    // A value of `x`, its bits, which are those of `x` if they are taken twice, and the type of the value.
    type Made = (&'static str, fn(u32) -> u32, &'static str);
    const TABLE: [Made; 11] = [
        ("~x", |x| !x, "u32"),
        ("0xffffffff - x", |x| u32::MAX - x, "u32"),
        ("0 - x - 1", |x| u32::MAX - x, "u32"),
        ("~(x ^ a[1])", |x| !x, "u32"),
        ("x ^ 5", |x| x ^ 5, "u32"),
        ("0 - x", u32::wrapping_neg, "u32"),
        ("call primitive.i32.not(cast<i32>(x))", |x| !x, "i32"),
        ("call primitive.i32.neg(cast<i32>(x))", u32::wrapping_neg, "i32"),
        ("call primitive.u64.not(cast<u64>(x))", |x| !x, "u64"),
        ("f_negate(cast<f32>(x))", |x| x ^ 0x8000_0000, "f32"),
        ("cast<bool>(!x)", |x| u32::from(x == 0), "bool"),
    ];
    // Where `A` is `B`, the value stays as it is.
    const BRANCHES: [&str; 5] = [
        "if A != B { WAIT y = OTHER; }",
        "if A == B { } else { WAIT y = OTHER; }",
        "if A != B { for k in 0..2 { WAIT } y = OTHER; }",
        "for k in 0..3 { if A == B { break; } WAIT y = OTHER; }",
        "if A != B { out[0] = WORD; return; } WAIT",
    ];
    const WAITS: [(&str, &str); 2] =
        [("a[0]", "barrier;"), ("workgroup_max(a[0])", "let any = workgroup_any(0); out[1] = any;")];
    let known = |ty| if ty == "bool" { [(0, 1), (1, 0)] } else { [(0, 1), (7, 3)] };
    let cases = TABLE.into_iter().flat_map(|made| known(made.2).map(|numbers| (made, numbers)));
    let cases = cases.flat_map(|case| BRANCHES.map(|branch| (case, branch)));
    for (number, (((value, bits, ty), (known, other)), branch)) in cases.enumerate() {
        let forms = [("cast<u32>(y)", known), ("x", bits(known))];
        let forms: Vec<_> = forms.into_iter().flat_map(|what| WAITS.map(|it| (what, it))).collect();
        // A driver compiles each form for a quarter of a second. By default each case has one of them in turn.
        let tried = if vyre_random::is_thorough() { 0..forms.len() } else { number % 4..number % 4 + 1 };
        for ((a, b), (source, wait)) in forms[tried].iter().copied() {
            let number = if ty == "u32" { other.to_string() } else { format!("cast<{ty}>({other})") };
            let branch = (branch.replace("WAIT", wait).replace("OTHER", &number))
                .replace("WORD", &other.to_string())
                .replace('A', a)
                .replace('B', &b.to_string());
            let text = format!(
                "program
workgroup_size 32, 1, 1
buffer a: read u32 @ 0
buffer out: read_write u32 @ 1
entry {{
    let x = {source};
    let y = {value};
    {branch}
    out[0] = cast<u32>(y);
}}
"
            );
            let program: Program = text.parse().unwrap();
            for (x, expected) in [(bits(known), known), (bits(other), other)] {
                for device in devices().into_iter().chain([Device::reference()]) {
                    let mut out = [9, 0];
                    device.run(&program, [1, 1, 1], [Arg::read(&[x, 0]), Arg::write(&mut out)]).unwrap();
                    assert_eq!(out, [expected, 0], "{device} on {x:#x}:\n{text}");
                }
            }
        }
    }
}

/// Roots and quotients of products that are subnormal or 0, many in a row: where they are common they are computed together, and one question asks whether they are.
#[test]
fn many_roots_and_quotients_of_subnormal_products() {
    let text = "program
workgroup_size 4, 1, 1
buffer out: read_write u32 @ 3
entry {
    let i = invocation_id.x;
    let x = cast<f32>(out[i]);
    let roots = 0.0f;
    let quotients = 0.0f;
    for k in 0..1024 {
        let product = f_mul(x, f_from_u32(k + 1));
        roots = f_add(roots, f_sqrt(product));
        quotients = f_add(quotients, f_div(product, 3.0f));
    }
    out[i + 8] = cast<u32>(roots);
    out[i + 16] = cast<u32>(quotients);
}
";
    let numbers = [f32::from_bits(1), 1e-42, 1e-39, 2f32.powi(-126), 1e-20, 0.0, -0.0, 7.5];
    let sums = numbers.map(|x: f32| {
        let products = (1..=1024).map(|k| x * k as f32);
        products.fold([0f32; 2], |[roots, quotients], product| {
            [roots + product.sqrt(), quotients + product / 3.0]
        })
    });
    let bits = |at: usize| sums.map(|sums| sums[at].to_bits());
    let start: Vec<u32> = numbers.iter().map(|number| number.to_bits()).chain([0; 16]).collect();
    let expected: Vec<u32> = start[..8].iter().copied().chain(bits(0)).chain(bits(1)).collect();
    on_all(text, [2, 1, 1], &start, &expected);
}

/// An H200 (driver 580.159.04) lost the negation in `max(max(a, 0i - b), c)`: the larger of two distances was 1 for -2 and 1.
#[test]
fn the_larger_of_values_and_negated_ones_is_that_of_integers() {
    let text = "program
workgroup_size 64, 1, 1
buffer out: read_write u32 @ 0
entry {
    let i = invocation_id.x;
    let a = cast<i32>(i / 8 - 4);
    let b = cast<i32>(i % 8 - 4);
    let far_a = call primitive.i32.max(a, call primitive.i32.neg(a));
    let far = call primitive.i32.max(far_a, call primitive.i32.max(b, call primitive.i32.neg(b)));
    let near = call primitive.i32.min(call primitive.i32.min(a, call primitive.i32.neg(b)), b);
    out[i] = cast<u32>(far) * 100 + cast<u32>(near);
}
";
    let expected: Vec<u32> = (0..64)
        .map(|i| (i / 8 - 4, i % 8 - 4))
        .map(|(a, b): (i32, i32)| (a.abs().max(b.abs()) * 100 + a.min(-b).min(b)) as u32)
        .collect();
    on_all(text, [1, 1, 1], &[0; 64], &expected);
}

#[vyre::kernel]
fn orders(out: &mut [[i32; 5]]) {
    let i = invocation_id().x;
    let (a, b) = ((i / 8) as i32 - 4, (i % 8) as i32 - 4);
    let (u, v) = (a as u32, b as u32);
    // The second comparison is of another pair.
    let other = if a < b { 0 } else { 1 + (u > 7) as i32 };
    let signed = (a > b) as i32 - (a < b) as i32;
    out[i] = [signed, a.cmp(&b) as i32 * 3, a.cmp(&b).reverse() as i32, u.cmp(&v) as i32 + 7, other];
}

/// Where NVIDIA's compiler (driver 580.159.04) takes the way through NVVM, it has no code for what LLVM makes of `i32(a > b) - i32(a < b)`, and the device was lost.
#[test]
fn orders_are_minus_one_zero_and_one() {
    let pairs = (0..64).map(|i| (i / 8 - 4, i % 8 - 4));
    let expected = pairs.map(|(a, b): (i32, i32)| {
        let (signed, unsigned) = ((a - b).signum(), (a as u32).cmp(&(b as u32)) as i32);
        let other = if a < b { 0 } else { 1 + i32::from(!(0..=7).contains(&a)) };
        [signed, signed * 3, -signed, unsigned + 7, other]
    });
    let expected: Vec<[i32; 5]> = expected.collect();
    for device in devices() {
        let mut out = [[9; 5]; 64];
        orders(&mut out).dispatch(&device).unwrap();
        assert_eq!(out[..], expected, "{device}");
    }
}
