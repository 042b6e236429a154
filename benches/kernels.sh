#!/usr/bin/env bash
# Times the plain kernels of `tests/benches/kernels` on this machine's GPU and CUDA's beside them, prints the table with its goals, and writes it to
# docs/measurements/kernels-table.md.
#
#   benches/kernels.sh [ANCHORS.cu] [KERNELS]
#
# ANCHORS.cu has CUDA's kernels on `u32` (it is no part of this project); without it their rows have no ratio. KERNELS is a built bench, for a machine without a compiler for
# Rust: `cargo bench -p vyre-tests --bench kernels --no-run` says where it lies. Needs nvcc for CUDA's side, and python3.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
anchors=${1:-} kernels=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -z "$kernels" ]; then
    kernels=$(cd "$root" && cargo bench --quiet -p vyre-tests --bench kernels --no-run --message-format json |
        python3 -c 'import json, sys; print([line["executable"] for line in map(json.loads, sys.stdin) if line.get("executable")][-1])')
fi
strict=(-fmad=false -prec-div=true -prec-sqrt=true -ftz=false)
# cuda SOURCE FLAGS..., whose program gets the word "strict".
cuda() {
    local source=$1 program
    program=$work/$(basename "$source" .cu)
    shift
    nvcc -O3 -std=c++17 -arch=native "$@" "$source" -o "$program" 2>/dev/null && "$program" ${1:+strict}
}
{
    "$kernels" | tee /dev/stderr
    if command -v nvcc >/dev/null; then
        [ -z "$anchors" ] || cuda "$anchors"
        cuda "$root/benches/cuda/longs.cu"
        cuda "$root/benches/cuda/floats.cu" "${strict[@]}"
    fi
} >"$work/lines"
commit=$(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo unknown)
python3 "$root/benches/table.py" "$commit" "$(date -u +%F)" <"$work/lines" | tee "$root/docs/measurements/kernels-table.md"
