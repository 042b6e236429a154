#!/usr/bin/env bash
# Whether expanding stays linear: `cargo check` of a crate with one kernel of many statements of one kind, after the crates it depends on
# were checked, and of a crate with 100 kernels of 20 lines. Cargo builds the macro without optimisation, as it does by default.
# Usage: docs/measurements/statements.sh [STATEMENTS]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/crate/src"
cat >"$work/crate/Cargo.toml" <<TOML
[package]
name = "kernels"
version = "0.1.0"
edition = "2024"
[dependencies]
vyre = { path = "$root/vyre", default-features = false }
[workspace]
TOML
cp "$root/Cargo.lock" "$work/crate/"
python3 - "$work" "${1:-10000}" <<'PY'
import os, resource, subprocess, sys, time

work, count = sys.argv[1], int(sys.argv[2])
environment = {**os.environ, "CARGO_TARGET_DIR": f"{work}/target", "CARGO_NET_OFFLINE": "true"}
NUMBER, FLAGS = "let mut x = a[i];", "let mut x = a[i]; let b = x == 7; let c = x == 8;"
# What stands before the statements, and the statement. A program has at most 100,000 statements and expressions (V019).
KINDS = {
    "`if`": (NUMBER, lambda at: f"if x == {at} {{ x = x + 1; }}"),
    "`if` with `&&`": (FLAGS, lambda at: f"if b && c {{ x += {at}; }}"),
    "`if` with `||`": (FLAGS, lambda at: f"if b || c {{ x += {at}; }}"),
    "`if` as a value": (FLAGS, lambda at: f"let y = if c {{ {at} }} else {{ x }};"),
    "`if` with `return`": (NUMBER, lambda at: f"if x == {at} {{ return; }}"),
    "`let` that shadows": (NUMBER, lambda at: f"let x = x + {at};"),
    "`let` of a tuple": ("let (x, y) = (a[i], a[0]);", lambda at: "let (x, y) = (y, x);"),
    "assignment": (NUMBER, lambda at: f"x += {at};"),
    "store": (NUMBER, lambda at: f"out[{at}] = x;"),
    "atomic": (NUMBER, lambda at: f"n[i].fetch_add({at});"),
    "`for`": (NUMBER, lambda at: "for j in 0..3 { x += j; }"),
    "block": (NUMBER, lambda at: f"{{ let y = {at}; x += y; }}"),
    "local array": (NUMBER, lambda at: f"let w{at} = [7u32; 1];"),
    "`const`": (NUMBER, lambda at: f"const C{at}: u32 = {f'C{at + 1} + 1' if at + 1 < count else '0'};"),
    "nested function": (NUMBER, lambda at: f"fn f{at}(x: u32) -> u32 {{ x + {at} }}"),
    "call of a nested function": ("fn f(x: u32) -> u32 { x + 1 } " + NUMBER, lambda at: "x = f(x);"),
    "call of a function outside": (NUMBER, lambda at: "x = later(x);"),
    "methods": (NUMBER, lambda at: f"x = x.count_ones().min({at});"),
    "`let` that is set later": (FLAGS, lambda at: f"let y{at}; if c {{ y{at} = 1; }} else {{ y{at} = x; }}"),
    "`match`": (NUMBER, lambda at: "match x { 1 => x += 1, _ => x += 2 }"),
    "slice": (NUMBER, lambda at: f"let s{at} = &a[{at}..];"),
    "call of a function over types": ("fn f<T: vyre::Number>(x: T) -> T { x } " + NUMBER, lambda at: "x = f(x);"),
    "erroneous `let`": (NUMBER, lambda at: f"let y{at} = z{at};"),
}


def measure(name, source):
    with open(f"{work}/crate/src/lib.rs", "w") as file:
        file.write("//! Kernels.\n#[vyre::function]\npub fn later(x: u32) -> u32 { x + 1 }\n" + source)
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    check = ["timeout", "300", "cargo", "check", "--quiet"]
    subprocess.run(check, cwd=f"{work}/crate", env=environment, stderr=subprocess.DEVNULL)
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"| {name} | {cpu:.2f} s | {wall:.2f} s |", flush=True)


def kernel(name, lines):
    head = f"#[vyre::kernel]\npub fn {name}(a: &[u32], n: &[AtomicU32], out: &mut [u32]) {{\nlet i = invocation_id().x;\n"
    return head + "\n".join(lines) + "\n}\n"


measure("(dependencies)", "")
for name, (before, statement) in KINDS.items():
    measure(name, kernel("many", [before] + [statement(at) for at in range(count)]))
lines = [NUMBER] + [f"if x == {at} {{ x = (x * {at} + a[i]) ^ (x >> 3); }}" for at in range(17)] + ["out[i] = x;"]
measure("100 kernels of 20 lines", "".join(kernel(f"kernel{at}", lines) for at in range(100)))
PY
