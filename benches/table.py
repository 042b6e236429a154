"""The table of the plain kernels beside CUDA's, from the JSON lines of both: `table.py COMMIT DATE < LINES`."""

import json
import sys

# What a row is called, vyre's bench, the fastest of CUDA's benches, and the part of CUDA's speed that is the goal, if there is one. The histogram of CUDA's has a quarter of the bytes.
ROWS = [
    ("copy, 2^28 `u32`", "copy", ["memcpy_d2d", "copy_vec4"], 0.98, 1),
    ("copy with `if i < out.len()`", "copy_guarded", ["memcpy_d2d", "copy_vec4"], 0.98, 1),
    ("xor-add, 2 in, 1 out", "xoradd", ["xoradd_vec4"], 0.98, 1),
    ("xor-add on `u64`, 2^27", "xoradd_u64", ["xoradd_vec4"], 0.95, 1),
    ("sum with a workgroup tree", "sum_tree", ["cub_reduce_sum"], 0.98, 1),
    ("the same with `workgroup_sum`", "sum_together", ["cub_reduce_sum"], 0.98, 1),
    ("5-point stencil", "stencil5", ["stencil5"], 1.2, 1),
    ("transpose by tiles", "transpose", ["transpose"], 0.98, 1),
    ("`u32` product, tile of 16, one element each", "product_tile16", ["matmul_u32_2048_tile32"], 0.95, 1),
    ("the same, 8 x 8 elements each", "product_8x8", ["matmul_u32_2048_reg8x8"], 0.95, 1),
    ("SHA-256 of 64 bytes", "sha256_64B", ["sha256_64B"], 0.98, 1),
    ("histogram of bytes", "histogram", ["cub_histogram_u8_256"], 1.2, 4),
    ("Collatz in `u64`", "collatz_u64", ["collatz_u64"], 0.9, 1),
    ("Murmur3's `fmix64`, 16 times", "fmix64_x16", ["fmix64_x16"], 0.9, 1),
    ("products and remainders in `u64`, 16 times", "mulmod_x16", ["mulmod_x16"], 0.9, 1),
    ("saxpy", "saxpy", ["saxpy"], "", 1),
    ("64 dependent divisions", "divisions_x64", ["divisions_x64"], "", 1),
    ("64 dependent square roots", "roots_x64", ["roots_x64"], "", 1),
    ("accelerations of 2^15 bodies", "nbody", ["nbody"], 0.9, 1),
    ("`f32` product, tile of 16", "product_f32_tile16", ["product_f32_tile16"], "", 1),
]


def main():
    commit, date = sys.argv[1:3]
    device, ours, cudas = "", {}, {}
    for line in sys.stdin:
        if not line.startswith("{"):
            continue
        found = json.loads(line)
        device = device or found.get("device", "")
        if "bench" not in found or "ms" not in found:
            continue
        if found.get("impl") == "vyre":
            ours[found["bench"]] = found["ms"]
        elif found.get("mode", "hot") == "hot":
            # The largest size comes last.
            cudas[found["bench"]] = found["ms"]
    print(f"# Plain kernels beside CUDA\n\n`benches/kernels.sh` at `{commit}`, {date}, {device}.\n")
    print("| kernel | ms | CUDA's best, ms | of its speed | goal |\n|---|---|---|---|---|")
    for title, name, rivals, goal, times in ROWS:
        if name not in ours:
            continue
        rival = min((cudas[rival] * times for rival in rivals if rival in cudas), default=None)
        best, ratio = ("", "") if rival is None else (f"{rival:.3f}", f"{rival / ours[name]:.2f}")
        print(f"| {title} | {ours[name]:.3f} | {best} | {ratio} | {goal} |")


main()
