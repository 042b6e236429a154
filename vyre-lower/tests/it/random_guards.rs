//! Random programs, whose accesses compare indices with lengths in many ways: what is proven to be in bounds is, and every value
//! is in its range.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use super::support::{Random, Run};
use vyre_ir::{Program, validate};
use vyre_lower::pass::{self, Pass};
use vyre_lower::{Lowered, Target, build, verify};

const BUFFERS: &str = "program\nworkgroup_size 4, 1, 1\nbuffer a: read u32 @ 0\nbuffer b: read_write u32 @ 1\n\
    buffer pairs: read_write vec2<u32> @ 2\nbuffer text: read bytes @ 3\nbuffer tile: workgroup u32[4]\n\
    buffer own: private u32[7]\n";

/// A program that is being written.
struct Writer {
    random: Random,
    text: String,
    /// The variables in scope.
    vars: Vec<String>,
    /// Those of them that may be assigned to.
    locals: Vec<String>,
    count: usize,
}

impl Writer {
    fn fresh(&mut self) -> String {
        self.count += 1;
        format!("v{}", self.count)
    }

    fn atom(&mut self) -> String {
        match self.random.below(10) {
            0 => self
                .random
                .pick(&["0", "1", "2", "3", "4", "6", "7", "8", "4294967295", "2147483648"])
                .to_string(),
            1 => self.random.pick(&["invocation_id.x", "local_id.x"]).to_string(),
            2 | 3 => self.length(),
            _ => self.vars[self.random.below(self.vars.len())].clone(),
        }
    }

    fn length(&mut self) -> String {
        format!("len({})", self.random.pick(&["a", "a", "a", "b", "pairs", "text"]))
    }

    fn small(&mut self) -> String {
        self.random.pick(&["0", "1", "2", "3", "4", "5", "31"]).to_string()
    }

    fn expr(&mut self) -> String {
        let (a, b) = (self.atom(), self.atom());
        let small = self.small();
        match self.random.below(15) {
            12 => format!("{} - {small}", self.length()),
            13 => format!("min({a}, {} - 1)", self.length()),
            14 => format!("{a} % {}", self.length()),
            0 | 1 => {
                format!("{a} {} {b}", self.random.pick(&["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"]))
            }
            2 => format!("min({a}, {b})"),
            3 => format!("{}({a}, {b})", self.random.pick(&["max", "abs_diff"])),
            4 => format!("select({}, {a}, {b})", self.condition(1)),
            5 => format!("{a} * 4 + {small}"),
            6 => format!("{a} - {a} % {small}"),
            7 => format!("min({a}, {b} - {small})"),
            _ => {
                format!("{a} {} {small}", self.random.pick(&["+", "-", "*", "/", "%", "&", "|", "<<", ">>"]))
            }
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.random.below(8 + 2 * depth) {
            0 => format!("{} {} {}", self.length(), self.random.pick(&[">", ">=", "!="]), self.small()),
            1..8 => {
                let (a, b) =
                    (self.atom(), if self.random.below(2) == 0 { self.length() } else { self.atom() });
                format!("{a} {} {b}", self.random.pick(&["<", "<=", ">", ">=", "==", "!=", "<", "<"]))
            }
            8 => format!("!({})", self.condition(depth - 1)),
            9 => format!("({}) || ({})", self.condition(depth - 1), self.condition(depth - 1)),
            _ => format!("({}) && ({})", self.condition(depth - 1), self.condition(depth - 1)),
        }
    }

    fn access(&mut self) {
        let index = if self.random.below(4) == 0 { self.expr() } else { self.atom() };
        let value = self.atom();
        let (name, buffer) = (self.fresh(), self.random.pick(&["a", "a", "a", "b", "tile", "own"]));
        match self.random.below(6) {
            0 => self.text += &format!("b[{index}] = {value};\n"),
            1 => self.text += &format!("let {name} = byte(text, {index});\n"),
            2 => self.text += &format!("let {name} = atomic_add(b[{index}], {value});\n"),
            3 => self.text += &format!("let {name} = pairs[{index}].1;\n"),
            _ => self.text += &format!("let {name} = {buffer}[{index}];\n"),
        }
        if self.text.ends_with(&format!("let {name} = {buffer}[{index}];\n")) {
            self.vars.push(name);
        }
    }

    fn block(&mut self, statements: usize, depth: usize, in_loop: bool) {
        let (vars, locals) = (self.vars.len(), self.locals.len());
        for _ in 0..statements {
            match self.random.below(10) {
                0..4 => self.access(),
                4 | 5 => {
                    let (name, expr) = (self.fresh(), self.expr());
                    self.text += &format!("let {name} = {expr};\n");
                    self.vars.push(name.clone());
                    if self.random.below(4) == 0 {
                        self.locals.push(name);
                    }
                }
                6 if !self.locals.is_empty() => {
                    let (local, expr) =
                        (self.locals[self.random.below(self.locals.len())].clone(), self.expr());
                    self.text += &format!("{local} = {expr};\n");
                }
                7 if depth > 0 => self.repeat(statements, depth),
                _ if depth > 0 => self.branch(statements, depth, in_loop),
                _ => self.access(),
            }
        }
        self.vars.truncate(vars);
        self.locals.truncate(locals);
    }

    fn repeat(&mut self, statements: usize, depth: usize) {
        let (name, from, to) = (self.fresh(), self.random.pick(&["0", "1", "2", "v1"]), self.atom());
        self.text += &format!("for {name} in {from} .. {to} {{\n");
        self.vars.push(name);
        self.block(statements, depth - 1, true);
        self.vars.pop();
        self.text += "}\n";
    }

    fn branch(&mut self, statements: usize, depth: usize, in_loop: bool) {
        let condition = self.condition(2);
        self.text += &format!("if {condition} {{\n");
        self.block(statements, depth - 1, in_loop);
        let jumps = ["return", "break", "continue"];
        if self.random.below(3) == 0 {
            self.text += &format!("{};\n", jumps[self.random.below(if in_loop { 3 } else { 1 })]);
        }
        self.text += "}";
        if self.random.below(3) == 0 {
            self.text += " else {\n";
            self.block(statements, depth - 1, in_loop);
            self.text += "}";
        }
        self.text += "\n";
    }
}

fn program(seed: u64) -> String {
    let mut writer = Writer {
        random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
        text: format!("{BUFFERS}entry {{\nlet v1 = invocation_id.x;\n"),
        vars: vec!["v1".into()],
        locals: Vec::new(),
        count: 1,
    };
    writer.block(4, 3, false);
    writer.text + "}\n"
}

/// Lowers a random program with these passes, and executes some of its invocations. Gives how many accesses were proven in
/// which way.
fn check(seed: u64, passes: &dyn Fn(&mut Lowered)) -> [usize; 5] {
    let text = program(seed);
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let Ok(valid) = validate(&program) else { return [0; 5] };
    let mut form = build(&valid).unwrap();
    passes(&mut form);
    verify(&form).unwrap_or_else(|fault| panic!("seed {seed}: {fault}\n{form}"));
    let mut random = Random(seed | 1);
    let mut counts = [0; 5];
    for round in 0..12 {
        let id = [0, 1, 2, 3, 5, u32::MAX - 1, u32::MAX][random.below(7)];
        let words = |random: &mut Random| [0, 1, 2, 3, 7, 9, 31, u32::MAX, u32::MAX - 1][random.below(9)];
        let mut run = Run::new(&form, id, |_| {
            let length = 2 * if round < 3 { round } else { random.below(6) };
            (0..length).map(|_| words(&mut random)).collect()
        });
        run.execute();
        counts.iter_mut().zip(run.counts).for_each(|(sum, count)| *sum += count);
    }
    counts
}

fn named(name: &str) -> &'static Pass {
    pass::PASSES.iter().find(|pass| pass.name == name).unwrap()
}

/// How many programs are tried.
fn programs() -> u64 {
    std::env::var("VYRE_RANDOM_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(300)
}

fn check_all(first: u64, passes: &dyn Fn(&mut Lowered)) {
    let mut counts = [0; 5];
    for seed in first..first + programs() {
        counts.iter_mut().zip(check(seed, passes)).for_each(|(sum, count)| *sum += count);
    }
    println!("by range, computation, condition, loop, and checked: {counts:?}");
    assert!(counts.iter().all(|count| *count > programs() as usize / 100), "too few are proven: {counts:?}");
}

#[test]
fn what_is_proven_holds_in_random_programs() {
    check_all(1, &|form| {
        pass::run(named("guards"), form, &Target::WGSL);
    });
}

#[test]
fn what_is_proven_at_last_holds() {
    check_all(1 << 20, &|form| pass::optimise(form, &Target::WGSL));
}

#[test]
fn what_is_proven_at_first_holds_after_other_passes() {
    check_all(1 << 30, &|form| {
        pass::run(named("guards"), form, &Target::WGSL);
        pass::optimise(form, &Target::CPU);
    });
}
