//! What every program goes through.

use crate::programs::case::{Case, Expected, Run, code_of};
use vyre::ir::{BufferAccess, BufferDecl, Event, Place, Program, ValidationError, validate, walk};
use vyre::{Device, Error};
use vyre_tests::data::Data;

/// Takes a case through everything.
pub(crate) fn case(case: &Case, devices: &[Device]) -> Result<(), String> {
    let program: Program = case.source.parse().map_err(|error| format!("does not parse: {error}"))?;
    round_trips(&program)?;
    validation(case, &program)?;
    if !case.errors.is_empty() {
        return refusal(&program);
    }
    accepted_by_naga(&program)?;
    for device in devices {
        if case.runs.is_empty() {
            runs_on_zeros(&program, device).map_err(|error| format!("on {device}: {error}"))?;
        }
        for run in &case.runs {
            check_run(&program, run, device)
                .map_err(|e| format!("run of line {} on {device}: {e}", run.line))?;
        }
    }
    Ok(())
}

/// naga parses and validates the shader of every valid program, also where there is no GPU.
pub(crate) fn accepted_by_naga(program: &Program) -> Result<(), String> {
    let validated = validate(program).map_err(|errors| format!("not valid: {errors:?}"))?;
    let wgsl = vyre::to_wgsl(&validated);
    let module = naga::front::wgsl::parse_str(&wgsl).map_err(|error| error.emit_to_string(&wgsl))?;
    let flags = naga::valid::ValidationFlags::all();
    // A device that lacks atomics of 64 bits takes no programs with any.
    let capabilities =
        naga::valid::Capabilities::SHADER_INT64 | naga::valid::Capabilities::SHADER_INT64_ATOMIC_ALL_OPS;
    let mut validator = naga::valid::Validator::new(flags, capabilities);
    validator.validate(&module).map(drop).map_err(|error| error.emit_to_string(&wgsl))
}

/// Text and wire form give the program back.
pub(crate) fn round_trips(program: &Program) -> Result<(), String> {
    let text = program.to_string();
    let again: Program =
        text.parse().map_err(|error| format!("its own text does not parse: {error}\n{text}"))?;
    if again != *program || again.to_string() != text {
        return Err(format!("the text gives another program:\n{text}\n{again}"));
    }
    match Program::from_wire(&program.to_wire()) {
        Ok(again) if again == *program => Ok(()),
        Ok(again) => Err(format!("the wire form gives another program:\n{again}")),
        Err(error) => Err(format!("the wire form does not decode: {error}")),
    }
}

/// The validator reports the expected errors, each once, and no others.
fn validation(case: &Case, program: &Program) -> Result<(), String> {
    let errors = validate(program).err().unwrap_or_default();
    let lines = Lines::new(&case.source, program)?;
    let mut got: Vec<Expected> = errors.iter().map(|error| lines.locate(error)).collect();
    got.sort();
    if got == case.errors {
        return Ok(());
    }
    let show = |errors: &[Expected]| match errors {
        [] => "    valid".to_string(),
        errors => errors
            .iter()
            .map(|e| format!("    line {}: {} {}", e.line, e.code, e.message))
            .collect::<Vec<_>>()
            .join("\n"),
    };
    Err(format!("validation\n  expected\n{}\n  got\n{}", show(&case.errors), show(&got)))
}

/// The lines of declarations and statements in a source.
struct Lines {
    program: usize,
    buffers: Vec<usize>,
    /// The places and lines of the statements, in order.
    statements: Vec<(usize, usize)>,
}

impl Lines {
    fn new(source: &str, program: &Program) -> Result<Lines, String> {
        // The numbers of the lines that begin with a word.
        let lines_of = |word: &str| -> Vec<usize> {
            let begins = |(_, line): &(usize, &str)| code_of(line).split(' ').next() == Some(word);
            (1..).zip(source.lines()).filter(begins).map(|(number, _)| number).collect()
        };
        let entry = *lines_of("entry").first().ok_or("no `entry` at the head of a line")?;
        let is_statement = |line: &str| !matches!(line, "" | "}" | "} else {");
        let lines: Vec<usize> = (entry + 1..)
            .zip(source.lines().skip(entry).map(code_of))
            .filter_map(|(number, line)| is_statement(line).then_some(number))
            .collect();
        let mut places = Vec::new();
        walk(&program.entry, |event| {
            if let Event::Enter { place, .. } = event {
                places.push(place);
            }
        });
        if lines.len() != places.len() {
            return Err(format!("{} statements on {} lines: write one to a line", places.len(), lines.len()));
        }
        Ok(Lines {
            program: *lines_of("workgroup_size")
                .first()
                .ok_or("no `workgroup_size` at the head of a line")?,
            buffers: lines_of("buffer"),
            statements: places.into_iter().zip(lines).collect(),
        })
    }

    fn locate(&self, error: &ValidationError) -> Expected {
        let text = error.to_string();
        let message = text.strip_prefix("vyre IR validation: ").unwrap_or("(without its head)").to_string();
        let line = match error.place {
            Place::Program => Some(self.program),
            Place::Buffer(at) => self.buffers.get(at).copied(),
            Place::At(place) => {
                let after = self.statements.partition_point(|(start, _)| *start <= place);
                after.checked_sub(1).map(|at| self.statements[at].1)
            }
        };
        Expected { line: line.unwrap_or(0), code: error.code().name().to_string(), message }
    }
}

/// A device refuses an invalid program.
fn refusal(program: &Program) -> Result<(), String> {
    match Device::cpu().run(program, [1; 3], []) {
        Err(Error::Invalid { .. }) => Ok(()),
        other => Err(format!("the device does not refuse it as invalid: {other:?}")),
    }
}

/// Runs a program with `data` in its bound buffers.
pub(crate) fn run(
    program: &Program,
    groups: [u32; 3],
    device: &Device,
    data: &mut [Data],
) -> Result<(), Error> {
    let is_written = program.bound_buffers().map(|buffer| buffer.access == BufferAccess::ReadWrite);
    let args: Vec<_> = data.iter_mut().zip(is_written).map(|(data, written)| data.arg(written)).collect();
    device.run(program, groups, args)
}

/// A valid program without expectations is accepted by every device that is large enough.
pub(crate) fn runs_on_zeros(program: &Program, device: &Device) -> Result<(), String> {
    let zeros = |buffer: &BufferDecl| {
        Data::zeros(buffer.element.clone(), if buffer.count == 0 { 4 } else { buffer.count as usize })
    };
    let mut data = program.bound_buffers().map(zeros).collect::<Result<Vec<_>, _>>()?;
    match run(program, [1; 3], device, &mut data) {
        Err(Error::Limit { .. }) if device.info().backend() != "interpreter" => Ok(()),
        other => other.map_err(|error| error.to_string()),
    }
}

fn find<'a>(values: &'a [(String, String)], buffer: &BufferDecl) -> Option<&'a str> {
    values.iter().find(|(name, _)| *name == buffer.name).map(|(_, values)| &**values)
}

/// Runs the program and compares every buffer.
fn check_run(program: &Program, run_case: &Run, device: &Device) -> Result<(), String> {
    let names = run_case.inputs.iter().chain(&run_case.outputs).map(|(name, _)| name);
    let is_bound = |name: &&String| program.bound_buffers().any(|buffer| buffer.name == **name);
    if let Some(name) = names.into_iter().find(|name| !is_bound(name)) {
        return Err(format!("the program binds no buffer `{name}`"));
    }
    let mut data = Vec::new();
    let mut wanted = Vec::new();
    for buffer in program.bound_buffers() {
        let parse = |values| {
            Data::parse(buffer.element.clone(), values).map_err(|e| format!("buffer {}: {e}", buffer.name))
        };
        let input = find(&run_case.inputs, buffer).map(parse).transpose()?;
        let output = find(&run_case.outputs, buffer).map(parse).transpose()?;
        let is_written = buffer.access == BufferAccess::ReadWrite;
        let (before, after) = match (input, output) {
            (Some(before), Some(after)) if is_written => (before, after),
            (None, Some(after)) if is_written => (Data::zeros(buffer.element.clone(), after.len())?, after),
            (Some(before), None) if !is_written => (before.clone(), before),
            _ => {
                return Err(format!(
                    "`{}` needs {}",
                    buffer.name,
                    if is_written { "out" } else { "in alone" }
                ));
            }
        };
        data.push(before);
        wanted.push(after);
    }
    run(program, run_case.groups, device, &mut data).map_err(|error| error.to_string())?;
    for ((buffer, got), wanted) in program.bound_buffers().zip(&data).zip(&wanted) {
        if got != wanted {
            return Err(format!("buffer `{}`\n  expected {wanted:?}\n  got      {got:?}", buffer.name));
        }
    }
    Ok(())
}
