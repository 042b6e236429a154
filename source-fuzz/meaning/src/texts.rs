//! Programs as texts, which `vyre::Module` compiles while this runs. No crate of kernels is built, so that many thousands can be tried.

use crate::forms::ARGUMENTS;
use crate::generate::{self, Form, Program};
use std::io::Write as _;
use vyre_runtime::{Arg, Device, Module, Value};

/// What the program of a seed gives in plain Rust.
pub struct Expected {
    pub seed: u64,
    pub values: Vec<i64>,
}

impl Expected {
    /// As a line, which [`Expected::read`] reads.
    pub fn line(&self) -> String {
        let values: Vec<String> = self.values.iter().map(i64::to_string).collect();
        format!("{} {}\n", self.seed, values.join(" "))
    }

    fn read(line: &str) -> crate::Result<Expected> {
        let (seed, values) = line.split_once(' ').ok_or("a line without values")?;
        let values = values.split(' ').map(str::parse).collect::<std::result::Result<_, _>>()?;
        Ok(Expected { seed: seed.parse()?, values })
    }
}

/// Runs the programs of a list from the one of a number on, and says what it does as a crate of kernels does.
pub fn compare(list: &str, from: usize, common: &str) -> crate::Result<()> {
    let devices = [(Device::cpu(), "on the CPU device"), (Device::reference(), "on the reference device")];
    for (number, line) in list.lines().enumerate().skip(from) {
        let Expected { seed, values } = Expected::read(line)?;
        let program = generate::program(seed);
        say(&format!("at {number} as a text"));
        let module = match Module::compile(&program.text(common)) {
            Ok(module) => module,
            Err(error) => {
                say(&format!("differs as a text: {}", in_a_line(&error)));
                continue;
            }
        };
        if program.form == Form::Beside {
            say(&format!("at {number} called on the host"));
            let function = module.function(&format!("{}::value", program.name));
            let called = function.and_then(|function| {
                let call = |x: &u32| match function.call(&[Value::U32(*x)])? {
                    Value::I64(value) => Ok(value),
                    _ => Ok(0),
                };
                ARGUMENTS.iter().map(call).collect::<std::result::Result<Vec<i64>, _>>()
            });
            differs("called on the host", &values, called);
        }
        for (device, place) in &devices {
            say(&format!("at {number} {place}"));
            differs(place, &values, run(&module, &program, device));
        }
    }
    Ok(())
}

/// What the kernel of a program gives for the arguments.
fn run(
    module: &Module,
    program: &Program,
    device: &Device,
) -> std::result::Result<Vec<i64>, vyre_runtime::Error> {
    let kernel = module.kernel(&format!("{}::kernel", program.name))?;
    if program.form != Form::Rows {
        let mut out = vec![0i64; ARGUMENTS.len()];
        kernel.launch([Arg::read(&ARGUMENTS), Arg::write(&mut out)]).dispatch(device)?;
        return Ok(out);
    }
    let (columns, _) = program.columns_and_kind();
    let rows: Vec<u32> =
        ARGUMENTS.iter().flat_map(|x| (0..columns).map(move |k| x.wrapping_add(k))).collect();
    let mut made = vec![0u32; rows.len()];
    kernel.with("K", columns).launch([Arg::read(&rows), Arg::write(&mut made)]).dispatch(device)?;
    let hash = |row: &[u32]| row.iter().fold(0, |h: i64, v| h.wrapping_mul(31).wrapping_add(i64::from(*v)));
    Ok(made.chunks(columns as usize).map(hash).collect())
}

/// Says where what a place gives differs from what plain Rust gives.
fn differs(place: &str, expected: &[i64], given: std::result::Result<Vec<i64>, vyre_runtime::Error>) {
    match given {
        Err(error) => say(&format!("differs {place}: {}", in_a_line(&error))),
        Ok(given) => {
            if let Some(at) = (0..expected.len()).find(|at| given.get(*at) != Some(&expected[*at])) {
                let (x, given, expected) = (ARGUMENTS[at], given.get(at), expected[at]);
                say(&format!("differs {place}: of {x}, {given:?} where Rust gives {expected}"));
            }
        }
    }
}

fn say(text: &str) {
    println!("{text}");
    let _ = std::io::stdout().flush();
}

fn in_a_line(error: &impl ToString) -> String {
    error.to_string().replace('\n', " ")
}
