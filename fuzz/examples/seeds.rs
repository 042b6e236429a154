//! Writes the first corpus of the targets that read programs: every program of `tests/programs`, as text and as bytes; and of `tokens`: the
//! kernels of `ui-tests` and of the pages of errors; and of `pipeline`: the examples of the rules of pipelines, as text and as bytes.

use std::fs;
use std::path::Path;
use vyre_ir::Program;
use vyre_ir::pipeline::PipelineCode;

fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for directory in fs::read_dir(root.join("../tests/programs"))? {
        for file in fs::read_dir(directory?.path())? {
            let source = fs::read_to_string(file?.path())?;
            // The programs of a rule have a head of their own.
            let rules = source.split("\n// rule:").enumerate();
            for text in rules.flat_map(|(nth, rule)| programs(if nth == 0 { rule } else { behind(rule) })) {
                let Ok(program) = text.parse::<Program>() else { continue };
                count += 1;
                for (target, bytes) in [
                    ("text", program.to_string().into_bytes()),
                    ("wire", program.to_wire()),
                    ("validate", program.to_wire()),
                ] {
                    let folder = root.join("corpus").join(target);
                    fs::create_dir_all(&folder)?;
                    fs::write(folder.join(format!("seed-{count}")), bytes)?;
                }
            }
        }
    }
    let folder = root.join("corpus/pipeline");
    fs::create_dir_all(&folder)?;
    for code in PipelineCode::ALL {
        for (kind, example) in [("rejects", code.rejects()), ("accepts", code.accepts())] {
            let Ok(pipeline) = example.pipeline() else { continue };
            fs::write(folder.join(format!("{code}-{kind}-text")), pipeline.to_string())?;
            fs::write(folder.join(format!("{code}-{kind}-wire")), pipeline.to_wire())?;
        }
    }
    let to = root.join("corpus/tokens");
    let kernels = [files(&root.join("../ui-tests"))?, pages(&root.join("../vyre-cli/errors"))?].concat();
    fs::create_dir_all(&to)?;
    for (at, kernel) in kernels.iter().enumerate() {
        fs::write(to.join(format!("seed-{}", at + 1)), kernel)?;
    }
    let kernels = kernels.len();
    println!("{count} programs, {kernels} kernels");
    Ok(())
}

/// What stands behind the first line.
fn behind(text: &str) -> &str {
    text.split_once('\n').map_or("", |(_, rest)| rest)
}

/// The programs of a text. The lines before the first case belong to every case.
fn programs(text: &str) -> Vec<String> {
    let mut parts = text.split("// case:");
    let head = parts.next().unwrap_or_default();
    let cases: Vec<String> = parts.map(|case| format!("{head}//{case}")).collect();
    if cases.is_empty() { vec![head.to_string()] } else { cases }
}

/// The small files with kernels below a folder.
fn files(folder: &Path) -> std::io::Result<Vec<String>> {
    let (mut folders, mut kernels) = (vec![folder.to_path_buf()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path)?;
                if source.contains("#[vyre::") && source.len() < 4_000 {
                    kernels.push(source);
                }
            }
        }
    }
    Ok(kernels)
}

/// The kernels on the pages of a folder.
fn pages(folder: &Path) -> std::io::Result<Vec<String>> {
    let mut kernels = Vec::new();
    for entry in fs::read_dir(folder)? {
        let page = fs::read_to_string(entry?.path())?;
        let fences = page.split("\n```rust\n").skip(1).filter_map(|rest| rest.split("\n```\n").next());
        kernels.extend(fences.map(str::to_string));
    }
    Ok(kernels)
}
