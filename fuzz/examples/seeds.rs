//! Writes the first corpus of the targets that read programs: every program of `tests/programs`, as text and as bytes.

use std::fs;
use std::path::Path;
use vyre_ir::Program;

fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for directory in fs::read_dir(root.join("../tests/programs"))? {
        for file in fs::read_dir(directory?.path())? {
            let source = fs::read_to_string(file?.path())?;
            // The lines before the first case belong to every case of the file.
            let mut parts = source.split("// case:");
            let head = parts.next().unwrap_or_default();
            let cases: Vec<&str> = parts.collect();
            for case in if cases.is_empty() { vec![""] } else { cases } {
                let text = match case {
                    "" => head.to_string(),
                    case => format!("{head}//{case}"),
                };
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
    println!("{count} programs");
    Ok(())
}
