use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Op {
        Add,
        Sub,
        Mul,
        Div,
        Pow,
    }

    impl Op {
        fn parse(c: u8) -> Option<Op> {
            Some(match c {
                b'+' => Op::Add,
                b'-' => Op::Sub,
                b'*' => Op::Mul,
                b'/' => Op::Div,
                b'^' => Op::Pow,
                _ => return None,
            })
        }

        fn precedence(self) -> u8 {
            match self {
                Op::Add | Op::Sub => 1,
                Op::Mul | Op::Div => 2,
                Op::Pow => 3,
            }
        }

        fn is_right(self) -> bool {
            matches!(self, Op::Pow)
        }

        fn apply(self, a: i64, b: i64) -> Result<i64, Problem> {
            match self {
                Op::Add => a.checked_add(b),
                Op::Sub => a.checked_sub(b),
                Op::Mul => a.checked_mul(b),
                Op::Div if b == 0 => return Err(Problem::DivisionByZero),
                Op::Div => a.checked_div(b),
                Op::Pow => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
            }
            .ok_or(Problem::Overflow)
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Problem {
        DivisionByZero,
        Overflow,
        TooDeep,
        Syntax(usize),
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Entry {
        Op(Op),
        Paren,
    }

    #[derive(Clone, Copy)]
    struct Stack<T, const N: usize> {
        items: [T; N],
        len: usize,
    }

    impl<T: Copy, const N: usize> Stack<T, N> {
        fn new(fill: T) -> Self {
            Stack { items: [fill; N], len: 0 }
        }

        fn push(&mut self, item: T) -> Result<(), Problem> {
            let slot = self.items.get_mut(self.len).ok_or(Problem::TooDeep)?;
            *slot = item;
            self.len += 1;
            Ok(())
        }

        fn pop(&mut self) -> Option<T> {
            self.len = self.len.checked_sub(1)?;
            Some(self.items[self.len])
        }

        fn last(&self) -> Option<&T> {
            self.items[..self.len].last()
        }
    }

    struct Machine {
        values: Stack<i64, 16>,
        entries: Stack<Entry, 16>,
    }

    impl Machine {
        fn reduce(&mut self, op: Op, at: usize) -> Result<(), Problem> {
            let (Some(b), Some(a)) = (self.values.pop(), self.values.pop()) else {
                return Err(Problem::Syntax(at));
            };
            self.values.push(op.apply(a, b)?)
        }

        fn operator(&mut self, op: Op, at: usize) -> Result<(), Problem> {
            while let Some(&Entry::Op(top)) = self.entries.last() {
                if top.precedence() < op.precedence() || top.precedence() == op.precedence() && op.is_right() {
                    break;
                }
                self.entries.pop();
                self.reduce(top, at)?;
            }
            self.entries.push(Entry::Op(op))
        }

        fn close(&mut self, at: usize) -> Result<(), Problem> {
            loop {
                match self.entries.pop() {
                    Some(Entry::Paren) => return Ok(()),
                    Some(Entry::Op(op)) => self.reduce(op, at)?,
                    None => return Err(Problem::Syntax(at)),
                }
            }
        }
    }

    pub fn evaluate(source: &[u8]) -> Result<i64, Problem> {
        let mut machine = Machine { values: Stack::new(0), entries: Stack::new(Entry::Paren) };
        let mut chars = source.iter().copied().enumerate().peekable();
        while let Some((at, c)) = chars.next() {
            match c {
                b' ' => continue,
                b'0'..=b'9' => {
                    let mut value = i64::from(c - b'0');
                    while let Some((_, d)) = chars.next_if(|(_, d)| d.is_ascii_digit()) {
                        value = value * 10 + i64::from(d - b'0');
                    }
                    machine.values.push(value)?;
                }
                b'(' => machine.entries.push(Entry::Paren)?,
                b')' => machine.close(at)?,
                other => {
                    let op = Op::parse(other).ok_or(Problem::Syntax(at))?;
                    machine.operator(op, at)?;
                }
            }
        }
        while let Some(entry) = machine.entries.pop() {
            match entry {
                Entry::Op(op) => machine.reduce(op, source.len())?,
                Entry::Paren => return Err(Problem::Syntax(source.len())),
            }
        }
        match (machine.values.pop(), machine.values.pop()) {
            (Some(value), None) => Ok(value),
            _ => Err(Problem::Syntax(source.len())),
        }
    }

    #[kernel]
    pub fn evaluate_all(text: &[u8], ends: &[u32], values: &mut [i64], errors: &mut [u32]) {
        let i = invocation_id().x as usize;
        let Some(&end) = ends.get(i) else { return };
        let start = i.checked_sub(1).map_or(0, |i| ends[i]);
        match evaluate(&text[start as usize..end as usize]) {
            Ok(value) => values[i] = value,
            Err(problem) => {
                errors[i] = match problem {
                    Problem::DivisionByZero => 1,
                    Problem::Overflow => 2,
                    Problem::TooDeep => 3,
                    Problem::Syntax(at) => 100 + at as u32,
                }
            }
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let cases = [
        ("1 + 2 * 3", Ok(7)),
        ("(1 + 2) * 3", Ok(9)),
        ("2 ^ 3 ^ 2", Ok(512)),
        ("100 / 7 - 20", Ok(-6)),
        ("1 / (2 - 2)", Err(1)),
        ("9 ^ 99", Err(2)),
        ("((((((((((((((((((1", Err(3)),
        ("1 + ", Err(104)),
        ("1 + $", Err(104)),
        ("1 2", Err(103)),
        ("(5))", Err(103)),
        ("12345678901 * 10", Ok(123456789010)),
    ];
    let text: Vec<u8> = cases.iter().flat_map(|(s, _)| s.bytes()).collect();
    let ends: Vec<u32> = cases
        .iter()
        .scan(0, |end, (s, _)| {
            *end += s.len() as u32;
            Some(*end)
        })
        .collect();
    let (mut values, mut errors) = (vec![0i64; cases.len()], vec![0u32; cases.len()]);
    gpu::evaluate_all(&text, &ends, &mut values, &mut errors).dispatch(device)?;
    for ((source, expected), got) in cases.iter().zip(values.iter().zip(&errors)) {
        let got = if *got.1 == 0 { Ok(*got.0) } else { Err(*got.1) };
        assert_eq!(got, *expected, "{source}");
    }
    println!("{values:?}");
    Ok(())
}
