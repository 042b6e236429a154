//! Rules of cellular automata, as texts with closures, enums and iterators, held against plain Rust.

use vyre::prelude::*;
use vyre::{Module, Value};

const TEXT: &str = r#"
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Rule { Number(u8), Parity { taps: [i32; 2] }, Never }

    impl std::str::FromStr for Rule {
        type Err = ();
        fn from_str(text: &str) -> Result<Rule, ()> {
            match text.split_once(':') {
                Some(("number", n)) => n.parse().map(Rule::Number).map_err(|_| ()),
                Some(("parity", taps)) => {
                    let (a, b) = taps.split_once(',').ok_or(())?;
                    Ok(Rule::Parity { taps: [a.trim().parse().map_err(drop)?, b.trim().parse().map_err(drop)?] })
                }
                None if text == "never" => Ok(Rule::Never),
                _ => Err(()),
            }
        }
    }

    impl Rule {
        fn next(self, cells: &[u32], at: usize) -> u32 {
            let n = cells.len() as i32;
            let cell = |d: i32| cells[(at as i32 + d).rem_euclid(n) as usize];
            match self {
                Rule::Number(rule) => {
                    let pattern = [-1, 0, 1].into_iter().fold(0, |p, d| p << 1 | cell(d));
                    u32::from(rule) >> pattern & 1
                }
                Rule::Parity { taps } => taps.iter().map(|&d| cell(d)).sum::<u32>() % 2,
                Rule::Never => 0,
            }
        }
    }

    fn rule(which: u32) -> Result<Rule, ()> {
        let texts = ["number:30", "parity: -1, 2", "never", "number:300", "what"];
        texts[which as usize].parse()
    }

    fn is_known(which: u32) -> bool { rule(which).is_ok() }

    #[kernel]
    fn step(cells: &[u32], next: &mut [u32], which: u32) {
        let i = invocation_id().x as usize;
        if i < next.len() {
            next[i] = rule(which).map_or(7, |rule| rule.next(cells, i));
        }
    }
"#;

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let module = Module::compile(TEXT)?;
    let step = module.kernel("step")?;
    let cells: Vec<u32> = (0..65u32).map(|i| i * i % 3 % 2).collect();
    let n = cells.len();
    let now = device.buffer(&cells)?;
    let mut next = device.zeros::<u32>(n)?;
    for which in 0..5u32 {
        step.launch([(&now).into(), (&mut next).into(), Arg::value(which)]).dispatch(device)?;
        let expected: Vec<u32> = (0..n)
            .map(|i| match which {
                0 => 30 >> (cells[(i + n - 1) % n] * 4 + cells[i] * 2 + cells[(i + 1) % n]) & 1,
                1 => (cells[(i + n - 1) % n] + cells[(i + 2) % n]) % 2,
                2 => 0,
                _ => 7,
            })
            .collect();
        assert_eq!(next.read()?, expected);
        assert_eq!(module.function("is_known")?.call(&[Value::U32(which)])?, Value::Bool(which < 3));
    }
    Ok(())
}
