//! What the variable `VYRE_PROGRAMS` keeps of a kernel that is used: the program in the wire form, for the tool, and what the passes did to it, with the lines of
//! its Rust, which the wire form does not have.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;
use vyre_ir::Validated;
use vyre_lower::explain::{Told, report};
use vyre_lower::pass::PASSES;
use vyre_lower::{Frame, Lowered, Origin, SourceMap, Target, build};

/// Writes both to a folder, under the name of the kernel and a number that other programs do not have. That this fails is said by a `tracing` event.
pub(crate) fn keep(folder: &Path, name: &str, program: &Validated, sources: &SourceMap) {
    let wire = program.portable().to_wire();
    let mut hasher = DefaultHasher::new();
    wire.hash(&mut hasher);
    let path = folder.join(format!("{}-{:016x}.bin", name.replace("::", "."), hasher.finish()));
    let write = || -> io::Result<()> {
        fs::create_dir_all(folder)?;
        fs::write(&path, wire)?;
        fs::write(path.with_extension("txt"), explained(program, sources))
    };
    if let Err(error) = write() {
        tracing::warn!(path = %path.display(), %error, "VYRE_PROGRAMS: a program was not written");
    }
}

/// What the passes did to a kernel, as `vyre lower --explain` tells it of a file.
fn explained(program: &Validated, sources: &SourceMap) -> String {
    let told = |form: &Lowered, origin: Origin| {
        let frames = sources.frames(origin, &form.calls);
        let mut outwards = frames.iter().rev();
        let Some(own) = outwards.next() else { return Told::default() };
        let calls =
            outwards.map(|Frame { function, file, position }| format!(" > {function} at {file}:{position}"));
        let place = format!("{}:{}{}", own.file, own.position, calls.collect::<String>());
        Told { place, line: line(own) }
    };
    build(program).map_or(String::new(), |mut form| report(&mut form, PASSES, &Target::WGSL, &told))
}

/// The line of a place, if its file is here: the compiler names files from the folder of the workspace on.
fn line(Frame { file, position, .. }: &Frame) -> Option<String> {
    let here = std::env::current_dir().ok()?;
    let text = here.ancestors().find_map(|folder| fs::read_to_string(folder.join(file)).ok())?;
    text.lines().nth((position.line as usize).checked_sub(1)?).map(str::to_string)
}
