#!/usr/bin/env bash
# What kernels cost the compiler: `cargo check` of a crate with 100 kernels of 100 expressions each, from the second time
# on, with one kernel edited in between, and the same for a crate without kernels. Once with macros as cargo builds them in a dev
# build, and once optimised. What an expansion costs by itself: cargo bench -p vyre-lang
# Usage: docs/measurements/macros.sh [ROUNDS]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
rounds=${1:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for level in 0 3; do
    for kernels in 100 0; do
        mkdir -p "$work/crate/src"
        cat >"$work/crate/Cargo.toml" <<TOML
[package]
name = "kernels"
version = "0.1.0"
edition = "2024"
[dependencies]
vyre = { path = "$root/vyre", default-features = false }
[profile.dev.build-override]
opt-level = $level
[workspace]
TOML
        cp "$root/Cargo.lock" "$work/crate/"
        python3 - "$root" "$work/crate" "$kernels" "$rounds" "$level" <<'PY'
import os, resource, statistics, subprocess, sys, time

root, crate, kernels, rounds, level = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
target = os.path.join(os.path.dirname(crate), "target")
environment = {**os.environ, "CARGO_TARGET_DIR": target, "CARGO_NET_OFFLINE": "true"}


def write(edit):
    with open(f"{crate}/src/lib.rs", "w") as file:
        print(f"//! Kernels.\npub fn edit() -> u32 {{ {edit} }}", file=file)
        for number in range(kernels):
            ty = ["u32", "i32", "u64"][number % 3]
            print(f"#[vyre::kernel]\npub fn k{number}(a: &[{ty}], out: &mut [{ty}]) {{", file=file)
            print(f"    let i = invocation_id().x;\n    let mut x: {ty} = a[i];", file=file)
            for step in range(10):
                literal = edit if number == kernels // 2 else step
                print(f"    x = (x * {literal} + a[i]) ^ (x >> 3);", file=file)
            print("    out[i] = x;\n}", file=file)


def check():
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(["cargo", "check", "--quiet"], cwd=crate, env=environment, check=True)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


write(1)
check()
times = []
for edit in range(2, rounds + 2):
    write(edit)
    times.append(check())
wall, cpu = (statistics.median(column) for column in zip(*times))
print(f"opt-level {level}, {kernels} kernels: {wall:.3f} s (least {min(times)[0]:.3f}), {cpu:.3f} s of CPU")
PY
    done
done
