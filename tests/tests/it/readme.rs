//! The README's figures are those of `docs/measurements`. `VYRE_BLESS=1` writes them anew.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::Path;

const HEAD: &str = "| on an H200 | of CUDA's speed | | on a CPU, one thread | of plain Rust's speed |\n|---|---|---|---|---|\n";

/// A cell of the table, and the rows of the page of which it has the figures.
type Cell = (&'static str, &'static [&'static str]);

/// The rows: of `kernels.md` on the left, of `cpu.md` on the right.
const ROWS: &[(Cell, Cell)] = &[
    (
        ("copy; xor and add of 2^28 words", &["copy, 2^28 `u32`", "xor-add, 2 in, 1 out"]),
        ("copy; xor and add", &["copy, 2^22 `u32`", "xor-add, 2^22"]),
    ),
    (
        ("sum with a workgroup tree", &["sum with a workgroup tree"]),
        ("sum with a workgroup tree", &["sum with a workgroup tree, 2^22"]),
    ),
    (("transpose by tiles", &["transpose by tiles of 32"]), ("transpose", &["transpose, 2048 x 2048"])),
    (
        (
            "SHA-256, loops as in the standard",
            &["SHA-256 of 64 bytes, 2^24 messages, loops as in the standard"],
        ),
        ("SHA-256", &["SHA-256 of 64 bytes, 16,384 messages"]),
    ),
    (
        (
            "histogram of bytes",
            &["histogram of 1 GiB by `[u32; 4]`, 16 copies of each count in workgroup memory"],
        ),
        ("histogram of bytes", &["histogram of bytes, 2^24 (atomics on a buffer, 32 tables)"]),
    ),
    (
        ("accelerations of 2^15 bodies, floats to the bit", &["accelerations of 2^15 bodies"]),
        ("mandelbrot in fixed point", &["mandelbrot in fixed point, 256 x 256, 256 steps"]),
    ),
    (
        ("product of matrices by tiles of 16 (CUDA: 32)", &["`u32` product 2,048³, tile of 16"]),
        (
            "product by tiles; 8 x 8 each",
            &["`u32` product of 256 x 256, tile of 16", "`u32` product of 256 x 256, 8 x 8 each"],
        ),
    ),
];

fn cells(line: &str) -> Vec<&str> {
    line.split('|').map(str::trim).collect()
}

/// The figure of a row of a page, in the column of one of these names.
fn figure<'p>(page: &'p str, row: &str, columns: &[&str]) -> &'p str {
    let mut column = None;
    for line in page.lines().filter(|line| line.starts_with('|')) {
        let cells = cells(line);
        // The head of a table comes before its rows.
        if cells[1] == "kernel" {
            column = cells.iter().position(|cell| columns.contains(cell));
        }
        if let Some(column) = column.filter(|_| cells[1] == row) {
            return cells[column];
        }
    }
    panic!("no table has a row `{row}`")
}

/// The figures of the rows of a cell.
fn figures(page: &str, rows: &[&str], columns: &[&str]) -> String {
    rows.iter().map(|row| figure(page, row, columns)).collect::<Vec<_>>().join("; ")
}

#[test]
fn the_figures_are_those_that_were_measured() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let (kernels, cpu) = (read("docs/measurements/kernels.md"), read("docs/measurements/cpu.md"));
    let mut table = HEAD.to_string();
    for ((gpu_name, gpu_rows), (cpu_name, cpu_rows)) in ROWS {
        let gpu = figures(&kernels, gpu_rows, &["of CUDA's speed", "of its speed"]);
        let cpu = figures(&cpu, cpu_rows, &["ratio"]);
        table += &format!("| {gpu_name} | {gpu} | | {cpu_name} | {cpu} |\n");
    }
    let readme = read("README.md");
    let start = readme.find(HEAD).unwrap();
    let end = start + readme[start..].find("\n\n").unwrap() + 1;
    let fresh = format!("{}{table}{}", &readme[..start], &readme[end..]);
    if std::env::var("VYRE_BLESS").is_ok_and(|value| value == "1") {
        std::fs::write(root.join("README.md"), &fresh).unwrap();
        return;
    }
    assert!(
        readme == fresh,
        "README.md has other figures than docs/measurements. Fix: run `VYRE_BLESS=1 cargo test -p vyre-tests readme::`\n{table}"
    );
}
