//! How a program is written: as plain Rust, as a kernel of a crate, as a text of its own.

use crate::generate::{Form, Program};
use std::fmt::Write as _;

const ALLOWED: &str = "#![allow(warnings, clippy::all, arithmetic_overflow, overflowing_literals, unconditional_panic, unconditional_recursion)]\n";

/// What plain Rust has of `vyre`.
const PLAIN_VYRE: &str = "pub mod vyre { pub trait Number: Copy + PartialOrd + core::ops::Add<Output = Self> + core::ops::Sub<Output = Self> + core::ops::Mul<Output = Self> {} \
    macro_rules! numbers { ($($t:ty)*) => { $(impl Number for $t {})* } } numbers!(u8 i8 u16 i16 u32 i32 u64 i64 f32 f64); }\n";

/// The arguments, small and large.
pub const ARGUMENTS: [u32; 16] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 200, 65_536, 0x7fff_ffff, 0x8000_0001, 0xffff_ffff];

impl Program {
    fn body(&self) -> String {
        format!("{}\n        {}", self.stmts.join("\n        "), self.tail)
    }

    pub fn columns_and_kind(&self) -> (u32, u32) {
        let mut numbers = self.tail.split(' ').map(|number| number.parse().unwrap_or(0));
        (numbers.next().unwrap_or(2), numbers.next().unwrap_or(0))
    }

    pub fn plain(&self) -> String {
        let (name, items, body) = (&self.name, self.items.join("\n    "), self.body());
        if self.form == Form::Rows {
            let (columns, _) = self.columns_and_kind();
            return format!(
                "pub mod {name} {{\n    fn rows(i: u32, a: &[[u32; {columns}]], out: &mut [[u32; {columns}]]) {{\n        const K: u32 = {columns};\n        {}\n    }}\n    \
                 pub fn value(x: u32) -> i64 {{ let a = [core::array::from_fn(|k| x.wrapping_add(k as u32))]; let mut out = [[0; {columns}]]; rows(0, &a, &mut out); out[0].iter().fold(0, |h: i64, v| h * 31 + i64::from(*v)) }}\n}}\n",
                self.stmts.join("\n        ")
            );
        }
        format!(
            "pub mod {name} {{\n    use crate::vyre;\n    {items}\n    pub fn value(x: u32) -> i64 {{\n        {body}\n    }}\n}}\n"
        )
    }

    /// The kernel as an item of a module `name`, without what runs it.
    fn items_of_kernel(&self) -> String {
        let (items, body) = (self.items.join("\n    "), self.body());
        let items = format!("use vyre::prelude::*;\n    {items}");
        match self.form {
            Form::Nested => format!(
                "{items}\n    #[vyre::kernel(workgroup_size = 16)]\n    fn kernel(input: &[u32], out: &mut [i64]) {{\n        fn value(x: u32) -> i64 {{\n        {body}\n        }}\n        \
                 let i = invocation_id().x; out[i] = value(input[i]);\n    }}"
            ),
            Form::Beside => format!(
                "{items}\n    #[vyre::function]\n    fn value(x: u32) -> i64 {{\n        {body}\n    }}\n    \
                 #[vyre::kernel(workgroup_size = 16)]\n    fn kernel(input: &[u32], out: &mut [i64]) {{ let i = invocation_id().x; out[i] = value(input[i]); }}"
            ),
            Form::InPlace => format!(
                "{items}\n    #[vyre::kernel(workgroup_size = 16)]\n    fn kernel(input: &[u32], out: &mut [i64]) {{\n        let at = invocation_id().x;\n        let x = input[at];\n        \
                 out[at] = {{ {body} }};\n    }}"
            ),
            Form::Rows => {
                let parameter = match self.columns_and_kind() {
                    (_, 0) => "a: &Uniform<[[u32; K]]>",
                    _ => "a: &[[u32; K]]",
                };
                format!(
                    "use vyre::prelude::*;\n    #[vyre::kernel(workgroup_size = 16)]\n    fn kernel<const K: u32>({parameter}, out: &mut [[u32; K]]) {{\n        let i = invocation_id().x;\n        \
                     if i < out.len() {{\n        {}\n        }}\n    }}",
                    self.stmts.join("\n        ")
                )
            }
        }
    }

    /// The kernel as a module of a crate, with `run` and `HOST`.
    pub fn kernel(&self) -> String {
        let (name, items) = (&self.name, self.items_of_kernel());
        let run = "pub fn run(device: &Device, input: &[u32], out: &mut [i64]) -> Result<(), vyre::Error>";
        let run = match self.form {
            Form::Rows => {
                let (columns, _) = self.columns_and_kind();
                format!(
                    "{run} {{ let rows: Vec<[u32; {columns}]> = input.iter().map(|x| core::array::from_fn(|k| x.wrapping_add(k as u32))).collect(); let mut made = vec![[0; {columns}]; rows.len()]; \
                     kernel::<{columns}>(&rows, &mut made).dispatch(device)?; for (out, made) in out.iter_mut().zip(made) {{ *out = made.iter().fold(0, |h: i64, v| h.wrapping_mul(31).wrapping_add(i64::from(*v))); }} Ok(()) }}"
                )
            }
            _ => format!("{run} {{ kernel(input, out).dispatch(device) }}"),
        };
        let host = match self.form {
            Form::Beside => "Some(value)",
            _ => "None",
        };
        format!(
            "pub mod {name} {{\n    {items}\n    {run}\n    pub const HOST: Option<fn(u32) -> i64> = {host};\n}}\n"
        )
    }

    /// The kernel as a text of its own, beside the module `common`.
    pub fn text(&self, common: &str) -> String {
        let (name, items) = (&self.name, self.items_of_kernel());
        format!(
            "{ALLOWED}pub mod common {{ use vyre::prelude::*; {common} }}\npub mod {name} {{\n    {items}\n}}\n"
        )
    }
}

/// The head of the crate of plain programs.
pub fn plain_head(common: &str) -> String {
    let common = common.replace("#[vyre::data]", "#[derive(Clone, Copy)]").replace("#[vyre::function]", "");
    format!(
        "{ALLOWED}{PLAIN_VYRE}pub const ARGUMENTS: [u32; {}] = {ARGUMENTS:?};\npub mod common {{ {common} }}\n",
        ARGUMENTS.len()
    )
}

/// The head of the crate of kernels.
pub fn kernels_head(common: &str) -> String {
    format!("{ALLOWED}pub mod common {{ use vyre::prelude::*; {common} }}\n")
}

/// The program that says what plain Rust gives, from the program of a number on.
pub fn plain_main(programs: &[Program]) -> String {
    let names: String =
        programs.iter().map(|program| format!("    plain::{}::value,\n", program.name)).collect();
    format!(
        r#"use std::io::Write;
const PROGRAMS: &[fn(u32) -> i64] = &[
{names}];
fn say(text: String) {{ println!("{{text}}"); let _ = std::io::stdout().flush(); }}
fn main() {{
    let from = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    for (number, value) in PROGRAMS.iter().enumerate().skip(from) {{
        say(format!("at {{number}} in plain Rust"));
        let given = plain::ARGUMENTS.map(|x| value(x).to_string());
        say(format!("gives {{}}", given.join(" ")));
    }}
}}
"#
    )
}

/// The program that compares kernels with plain Rust, from the program of a number on.
pub fn kernels_main(programs: &[Program]) -> String {
    let mut list = String::new();
    for program in programs {
        let name = &program.name;
        let _ = writeln!(list, "    (kernels::{name}::run, plain::{name}::value, kernels::{name}::HOST),");
    }
    format!(
        r#"use std::io::Write;
type Run = fn(&vyre::Device, &[u32], &mut [i64]) -> Result<(), vyre::Error>;
const PROGRAMS: &[(Run, fn(u32) -> i64, Option<fn(u32) -> i64>)] = &[
{list}];
fn say(text: String) {{ println!("{{text}}"); let _ = std::io::stdout().flush(); }}
fn compare(place: &str, expected: &[i64], given: &[i64]) {{
    if let Some(at) = (0..expected.len()).find(|at| expected[*at] != given[*at]) {{
        say(format!("differs {{place}}: of {{}}, {{}} where Rust gives {{}}", plain::ARGUMENTS[at], given[at], expected[at]));
    }}
}}
fn main() {{
    let from = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0);
    let devices = [vyre::Device::cpu(), vyre::Device::reference()];
    for (number, (run, plain, host)) in PROGRAMS.iter().enumerate().skip(from) {{
        say(format!("at {{number}} in plain Rust"));
        let expected = plain::ARGUMENTS.map(|x| plain(x));
        if let Some(host) = host {{
            say(format!("at {{number}} on the host"));
            match std::panic::catch_unwind(|| plain::ARGUMENTS.map(|x| host(x))) {{
                Ok(given) => compare("on the host", &expected, &given),
                Err(_) => say("differs on the host: panics".to_string()),
            }}
        }}
        for (device, place) in devices.iter().zip(["on the CPU device", "on the reference device"]) {{
            say(format!("at {{number}} {{place}}"));
            let mut out = [0; plain::ARGUMENTS.len()];
            match run(device, &plain::ARGUMENTS, &mut out) {{
                Ok(()) => compare(place, &expected, &out),
                Err(error) => say(format!("differs {{place}}: {{}}", error.to_string().replace('\n', " "))),
            }}
        }}
    }}
}}
"#
    )
}
