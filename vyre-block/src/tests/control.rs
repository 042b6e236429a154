//! Masks: divergent conditions and loops, jumps out of them, and barriers.

use super::*;

/// Runs a body in which `i` is the invocation and `x` a number from noise, and which adds to `out[i]`.
fn run(entry: &str) {
    for (size, groups) in
        [("64, 1, 1", [2, 1, 1]), ("5, 3, 2", [3, 1, 2]), ("100, 1, 1", [1, 1, 1]), ("1, 1, 1", [70, 1, 1])]
    {
        let head =
            "let i = (invocation_id.z * 8 + invocation_id.y) * 16 + invocation_id.x; let x = a[i % 128];";
        let text = program("u32", size, &format!("{head}\n{entry}"));
        check(&text, groups, &[Data::Words(noise(128, 77)), Data::Words(vec![0; 700])]);
    }
}

#[test]
fn branches_in_branches() {
    run("let r = 0;
         if x & 1 { r = 1; if x & 2 { r = r + 2; } else { if x & 4 { r = r + 8; } r = r * 3; } r = r + 100; }
         else { r = 7; if (x & 8) == 0 { r = x; } }
         out[i] = r;");
}

#[test]
fn branches_on_what_lanes_agree_on() {
    run("let r = 0;
         if a[3] & 1 { r = 1; if i < 20 { r = 2; } } else { r = 3; if i < 20 { r = 4; } }
         if workgroup_id.x == 0 { r = r + 10; } else { if x & 1 { r = r + 20; } }
         if i >= 17 { r = r + 100; } if 40 <= i { r = r + 200; } if i * 2 + 4 > 90 { r = r + 1000; } if 12 > i { r = r + 2000; }
         if i - 3 < 10 { r = r + 4000; }
         out[i] = r;");
}

#[test]
fn loops_of_different_lengths() {
    run("let r = 0;
         for k in 0..x % 13 { r = r + k * k; }
         for k in i..i + 5 { r = r * 3 + k; }
         for k in x % 5..x % 11 { r = r + k; for j in k..x % 9 { r = r ^ j; } }
         for k in 0..4 { r = r + a[k]; }
         for k in 4294967290..4294967295 { r = r + k; }
         for k in 4294967290 + x % 3..4294967295 { r = r + k; }
         for k in 5..2 { r = 0; }
         out[i] = r;");
}

/// What a lane has when it leaves the loop stays, while the others move one variable to another and set it anew.
#[test]
fn variables_that_move_up_in_a_loop() {
    run("let p = 0; let q = 1;
         for k in 0..x % 13 { let t = p + q; p = q; q = t; }
         out[i] = q;");
    run("let p = 0; let q = 1;
         for k in 0..x % 13 { let t = p + q; p = q; q = t; }
         out[i] = p;");
    run("let p = 0; let q = 1; let r = x;
         for k in 0..40 { if k == x % 17 { break; } let t = p * 3 + q; p = q; q = r; r = t ^ k; }
         out[i] = q * 5 + r;");
    run("let p = 0; let q = 1; let r = x;
         for k in 0..x % 9 { let t = p; p = q; q = t; if k & 1 { t = r; r = q; q = t; } }
         out[i] = q;");
}

#[test]
fn breaks_and_continues() {
    run("let r = 0;
         for k in 0..20 {
             if (x >> k) & 1 { continue; }
             r = r + k;
             if k > x % 17 { break; }
             r = r + 1000;
         }
         for k in 0..x % 9 {
             for j in 0..10 {
                 if j == x % 4 { continue; }
                 if j > k { break; }
                 if ((x + j) % 5) == 0 { if k & 1 { continue; } else { break; } }
                 r = r * 5 + j;
             }
             if r & 64 { break; } else { if r & 32 { continue; } }
             r = r + 1;
         }
         out[i] = r;");
}

#[test]
fn both_arms_leave_lanes_behind() {
    run("let r = 0;
         for k in 0..12 {
             if (x >> k) & 1 {
                 if (x >> (k + 1)) & 1 { r = r + 1; if (x >> (k + 2)) & 1 { continue; } r = r + 2; }
                 r = r + 4;
             } else {
                 if (x >> (k + 3)) & 1 { r = r + 8; if (x >> (k + 4)) & 1 { continue; } r = r + 16; }
                 r = r + 32;
                 if (x >> (k + 5)) & 1 { break; }
             }
             r = r * 3;
         }
         out[i] = r;");
}

#[test]
fn returns() {
    run("out[i] = 1;
         if x % 3 == 0 { return; }
         for k in 0..10 {
             for j in 0..4 { if x % 31 == k * 4 + j { out[i] = 100 + k; return; } out[i] = out[i] + 1; }
             if x % 23 == k { break; }
             out[i] = out[i] + 10;
         }
         if x & 1 { if x & 2 { out[i] = out[i] + 7; return; } out[i] = out[i] * 2; } else { if x & 4 { return; } }
         out[i] = out[i] + 5;");
    run("out[i] = 3; return;");
    run("if a[0] == a[0] { out[i] = 3; return; } out[i] = 4;");
    run("for k in 0..3 { out[i] = out[i] + 1; if a[k] == a[1] { return; } } out[i] = 9;");
}

#[test]
fn locals_that_lanes_agree_on() {
    run("let u = 0; let r = 0;
         for k in 0..6 { u = u + a[k]; if u & 1 { u = u * 3; } r = r + u; }
         let s = 1;
         for k in 0..8 { if x % 8 == k { break; } s = s + k; }
         r = r + s;
         for k in 0..5 { let t = k; if x & 1 { continue; } t = t + 1; r = r + t; }
         out[i] = r + u;");
}

/// An operation that another one uses is not done after what sets its operands.
#[test]
fn locals_that_change_between_two_operations() {
    run("let s = a[0]; let r = 0;
         for k in 0..a[1] % 7 { let t = x * s; s = s + 5; r = r + (t ^ i); }
         let v = x; let w = 0;
         for k in 0..4 { let t = v ^ i; v = v + 3; w = w + (t & x); }
         out[i] = r + w;");
}

#[test]
fn single_lanes() {
    run("let r = 0;
         if i == 0 { r = 1; } if i != 0 { r = r + 2; } else { r = r + 4; }
         if i == 63 { r = r + 8; } if i != 63 { r = r + 16; if i == 5 { r = r + 32; } }
         if 17 != i { r = r + 64; } if i * 3 == 48 { r = r + 128; } if i * 3 != 49 { r = r + 256; }
         if i < 40 { if i >= 3 { r = r + x; if i == 39 { r = r * 3; } else { if x & 1 { r = r * 5; } } } }
         if i == 1000 { r = 0; } if local_id.x == 3 { r = r + 512; } if i == a[2] % 64 { r = r + 1024; }
         out[i] = r;");
}

/// Loops that lanes leave one after the other: those that stay move to the front, and back.
#[test]
fn loops_that_lanes_leave_one_by_one() {
    let text = |size: &str, entry: &str| {
        program("u32", size, &format!("let i = invocation_id.x; let x = a[i % 128];\n{entry}"))
    };
    for entry in [
        "let steps = 70; let v = x; let w = i;
         for n in 0..70 { if (v % 61) == 7 { steps = n; break; } v = v * 1664525 + w; w = w + 3; }
         out[i] = steps * 1000 + (v & 255);",
        "let steps = 0; let v = x; let long = call primitive.u64.mul(cast<u64>(x), cast<u64>(77777));
         for n in 0..x % 90 {
             if v & 1 { steps = steps + 1; } else { if v & 2 { steps = steps + a[v % 128]; } }
             v = v / 2 + n; long = call primitive.u64.add(long, cast<u64>(v));
             if (v % 50) == 3 { break; }
             if (v % 7) == 3 { continue; }
             steps = steps ^ v;
         }
         out[i] = steps + v + cast<u32>(call primitive.u64.shr(long, 13));",
        "let r = 0;
         for k in 0..4 {
             let v = x + k; let s = 9;
             for n in x % 3..60 { if (v % 23) == k { s = n; break; } v = v * 5 + a[(v + n) % 128]; }
             r = r * 7 + s + v;
             if (r % 31) == 0 { break; }
         }
         out[i] = r;",
        "let p = x; let q = i; let s = 0;
         if x & 4 { for k in 0..80 { let t = p; p = q; q = t + k; if (q % 37) == 5 { s = k; break; } } } else { s = 3; q = x; }
         out[i] = q * 31 + s;",
    ] {
        for size in ["256, 1, 1", "33, 1, 1"] {
            check(&text(size, entry), [3, 1, 1], &[Data::Words(noise(128, 9)), Data::Words(vec![0; 768])]);
        }
    }
}

#[test]
fn variables_that_exchange_their_values() {
    run("let p = x; let q = i; let s = 0;
         for k in 0..x % 6 { let t = p; p = q; q = t + k; s = p; if q & 1 { s = q; } p = s + t; }
         out[i] = p * 31 + q + s;");
}

const TREE: &str = "program
    workgroup_size SIZE
    buffer a: read u32 @ 0
    buffer out: read_write u32 @ 1
    buffer t: workgroup u32[256]
    entry {
        let l = local_id.x + local_id.y * 16;
        t[l] = a[(workgroup_id.x * 256 + l) % len(a)];
        barrier;
        for k in 0..8 {
            let half = 128 >> k;
            if l < half { t[l] = t[l] + t[l + half]; }
            barrier;
        }
        if l == 0 { out[workgroup_id.x] = t[0]; }
        out[4 + workgroup_id.x * 256 + l] = t[255 - l];
    }";

#[test]
fn barriers() {
    for size in ["256, 1, 1", "16, 16, 1"] {
        let data = [Data::Words(noise(700, 5)), Data::Words(vec![0; 4 + 4 * 256])];
        check(&TREE.replace("SIZE", size), [4, 1, 1], &data);
    }
}

#[test]
fn barriers_in_loops_and_branches() {
    let text = "program
        workgroup_size 96, 1, 1
        buffer a: read u32 @ 0
        buffer out: read_write u32 @ 1
        buffer t: workgroup u32[96]
        buffer own: private u32[4]
        entry {
            let l = local_id.x;
            let r = 0;
            if a[0] > 0 {
                for k in 0..5 {
                    t[l] = r + l * k;
                    own[k % 4] = r;
                    barrier;
                    r = r + t[(l + k * 7) % 96] + own[(l + k) % 4];
                    if r & 1 { r = r + 1; }
                    if a[k] == 12345 { break; }
                    barrier;
                }
            }
            out[invocation_id.x] = r;
        }";
    check(text, [3, 1, 1], &[Data::Words(noise(16, 5)), Data::Words(vec![0; 300])]);
}
