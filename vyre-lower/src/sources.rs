//! From origins to lines of the user's files.

use crate::{Call, Origin};
use std::borrow::Cow;
use vyre_ir::{InlinedCall, Position, SourcePlace, Sources};

/// Where a program and the operations that it calls were written, as far as that is known: the operations of the library
/// have no files.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    program: Source,
    /// By the ids of operations.
    operations: Vec<(String, Source)>,
}

/// The name of a kernel or a function, and where its body stands.
#[derive(Clone, Debug, Default)]
struct Source {
    name: Cow<'static, str>,
    sources: Sources,
}

/// A place in the user's files.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The path of the kernel or the function.
    pub function: String,
    /// The path of the file, as the compiler names it.
    pub file: String,
    /// The place in the file.
    pub position: Position,
}

impl std::fmt::Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{} in {}", self.file, self.position, self.function)
    }
}

impl SourceMap {
    /// The map of a program with this name.
    pub fn new(name: impl Into<Cow<'static, str>>, sources: Sources) -> SourceMap {
        SourceMap { program: Source { name: name.into(), sources }, operations: Vec::new() }
    }

    /// The name of the program; empty if none was given.
    pub fn name(&self) -> &str {
        &self.program.name
    }

    /// Adds an operation: the name of the function that it is, and where its composition stands.
    pub fn add(&mut self, op_id: impl Into<String>, name: impl Into<Cow<'static, str>>, sources: Sources) {
        self.operations.push((op_id.into(), Source { name: name.into(), sources }));
    }

    /// The places that an origin stands for, the innermost call first. `calls` are those of the form:
    /// [`Lowered::calls`](crate::Lowered::calls). A place without a known position is left out.
    pub fn frames(&self, origin: Origin, calls: &[Call]) -> Vec<Frame> {
        // A call comes from what stands before it, so the chain ends; in a form that is not so it ends too.
        let chain = std::iter::successors(Some(origin), |origin| Some(called(*origin, calls)?.at));
        let frames = |origin: Origin| {
            let source = self.source(called(origin, calls).map(|call| call.op_id.as_str()));
            source.map(|source| source.frames(origin.place as usize)).unwrap_or_default()
        };
        chain.take(calls.len() + 1).flat_map(frames).collect()
    }

    /// What is known of the statements and expressions of an operation, or of the program where none is named, by their numbers. Nothing if they were given no positions.
    pub fn places(&self, op_id: Option<&str>) -> Vec<SourcePlace> {
        self.source(op_id).map(|source| source.sources.places().collect()).unwrap_or_default()
    }

    /// What is known of an operation, or of the program where none is named.
    fn source(&self, op_id: Option<&str>) -> Option<&Source> {
        match op_id {
            None => Some(&self.program),
            Some(op_id) => self.operations.iter().find(|(id, _)| id == op_id).map(|it| &it.1),
        }
    }
}

impl Source {
    /// The frames of a place: in the functions that take the place of their calls, the innermost first, and then in the body itself.
    fn frames(&self, place: usize) -> Vec<Frame> {
        let Some(mut position) = self.sources.get(place) else { return Vec::new() };
        let mut frames = Vec::new();
        for InlinedCall { function, file, at, .. } in self.sources.calls(place) {
            let function =
                if function.starts_with("::") { format!("{}{function}", self.name) } else { function };
            let file = if file.is_empty() { self.sources.file().to_string() } else { file };
            frames.push(Frame { function, file, position });
            position = at;
        }
        frames.push(Frame {
            function: self.name.to_string(),
            file: self.sources.file().to_string(),
            position,
        });
        frames
    }
}

/// The call that brought an origin; none if it is of the program itself.
fn called(origin: Origin, calls: &[Call]) -> Option<&Call> {
    calls.get(usize::try_from(origin.call).ok()?.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(file: &'static str, lines: &[u32]) -> Sources {
        Sources::new(file, lines.iter().map(|line| Position { line: *line, column: 2 * line }))
    }

    #[test]
    fn frames_lead_from_the_innermost_call_outwards() {
        let mut map = SourceMap::new("crate::kernel", sources("kernel.rs", &[10, 11, 12]));
        map.add("function.outer", "crate::outer", sources("outer.rs", &[20, 21]));
        let call = |op_id: &str, call, place| Call { op_id: op_id.to_string(), at: Origin { call, place } };
        // Place 2 calls `outer`, whose place 1 calls the library.
        let calls = [call("function.outer", 0, 2), call("primitive.math.clamp", 1, 1)];
        let text = |call, place| -> Vec<String> {
            map.frames(Origin { call, place }, &calls).iter().map(Frame::to_string).collect()
        };
        let (kernel, outer) = ("kernel.rs:12:24 in crate::kernel", "outer.rs:21:42 in crate::outer");
        assert_eq!(text(0, 0), ["kernel.rs:10:20 in crate::kernel"]);
        assert_eq!(text(1, 0), ["outer.rs:20:40 in crate::outer", kernel]);
        assert_eq!(text(2, 7), [outer, kernel]);
        // Places and calls that are none.
        assert_eq!(text(0, 3), [""; 0]);
        assert_eq!(text(1, 9), [kernel]);
        assert_eq!(SourceMap::default().frames(Origin { call: 2, place: 0 }, &calls), []);
        let lines = |op_id| -> Vec<u32> { map.places(op_id).iter().map(|it| it.position.line).collect() };
        assert_eq!((lines(None), lines(Some("function.outer"))), (vec![10, 11, 12], vec![20, 21]));
        assert_eq!(
            (lines(Some("primitive.math.clamp")), SourceMap::default().places(None)),
            (vec![], vec![])
        );
    }

    #[test]
    fn calls_that_lead_back_end() {
        let map = SourceMap::new("crate::kernel", sources("kernel.rs", &[10]));
        let calls = [Call { op_id: "endless".to_string(), at: Origin { call: 1, place: 0 } }];
        assert_eq!(map.frames(Origin { call: 1, place: 0 }, &calls), []);
    }
}
