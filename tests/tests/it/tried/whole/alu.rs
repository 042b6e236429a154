use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use std::ops::{Index, IndexMut};
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Register {
        W,
        X,
        Y,
        Z,
    }

    impl TryFrom<u8> for Register {
        type Error = ParseError;
        fn try_from(byte: u8) -> Result<Self, ParseError> {
            match byte {
                b'w' => Ok(Self::W),
                b'x' => Ok(Self::X),
                b'y' => Ok(Self::Y),
                b'z' => Ok(Self::Z),
                _ => Err(ParseError::Register(byte)),
            }
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Operand {
        Register(Register),
        Number(i64),
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Instruction {
        Input(Register),
        Add(Register, Operand),
        Mul(Register, Operand),
        Div(Register, Operand),
        Mod(Register, Operand),
        Equal(Register, Operand),
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ParseError {
        Empty,
        Mnemonic,
        Register(u8),
        Number,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Failure {
        Parse(ParseError),
        NoInput,
        Arithmetic,
    }

    impl From<ParseError> for Failure {
        fn from(e: ParseError) -> Self {
            Failure::Parse(e)
        }
    }

    impl Failure {
        pub const fn code(self) -> i64 {
            match self {
                Failure::Parse(ParseError::Empty) => -1,
                Failure::Parse(ParseError::Mnemonic) => -2,
                Failure::Parse(ParseError::Register(r)) => -100 - r as i64,
                Failure::Parse(ParseError::Number) => -3,
                Failure::NoInput => -4,
                Failure::Arithmetic => -5,
            }
        }
    }

    fn number(text: &[u8]) -> Result<i64, ParseError> {
        let (negative, digits) = match text {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        if digits.is_empty() {
            return Err(ParseError::Number);
        }
        let mut value = 0i64;
        for d in digits {
            match d {
                b'0'..=b'9' => value = value * 10 + i64::from(d - b'0'),
                _ => return Err(ParseError::Number),
            }
        }
        Ok(if negative { -value } else { value })
    }

    fn operand(text: &[u8]) -> Result<Operand, ParseError> {
        match text {
            [byte @ b'a'..=b'z'] => Register::try_from(*byte).map(Operand::Register),
            _ => number(text).map(Operand::Number),
        }
    }

    pub fn parse(line: &[u8]) -> Result<Instruction, ParseError> {
        let mut words = line.split(|c| *c == b' ');
        let mnemonic = words.next().filter(|w| !w.is_empty()).ok_or(ParseError::Empty)?;
        let register = match words.next() {
            Some(&[r]) => r.try_into()?,
            _ => return Err(ParseError::Register(b'?')),
        };
        if mnemonic == b"inp" {
            return Ok(Instruction::Input(register));
        }
        let second = operand(words.next().unwrap_or_default())?;
        let make: fn(Register, Operand) -> Instruction = match mnemonic {
            b"add" => Instruction::Add,
            b"mul" => Instruction::Mul,
            b"div" => Instruction::Div,
            b"mod" => Instruction::Mod,
            b"eql" => Instruction::Equal,
            _ => return Err(ParseError::Mnemonic),
        };
        Ok(make(register, second))
    }

    #[derive(Clone, Copy, Default, Debug)]
    pub struct Alu {
        registers: [i64; 4],
    }

    impl Index<Register> for Alu {
        type Output = i64;
        fn index(&self, r: Register) -> &i64 {
            &self.registers[r as usize]
        }
    }

    impl IndexMut<Register> for Alu {
        fn index_mut(&mut self, r: Register) -> &mut i64 {
            &mut self.registers[r as usize]
        }
    }

    impl Alu {
        fn value(&self, operand: Operand) -> i64 {
            match operand {
                Operand::Register(r) => self[r],
                Operand::Number(n) => n,
            }
        }

        fn execute<'a>(&mut self, instruction: Instruction, input: &mut impl Iterator<Item = &'a i64>) -> Result<(), Failure> {
            use Instruction::*;
            match instruction {
                Input(r) => self[r] = *input.next().ok_or(Failure::NoInput)?,
                Add(r, o) => self[r] += self.value(o),
                Mul(r, o) => self[r] *= self.value(o),
                Div(r, o) => self[r] = self[r].checked_div(self.value(o)).ok_or(Failure::Arithmetic)?,
                Mod(r, o) => match self.value(o) {
                    m if m <= 0 || self[r] < 0 => return Err(Failure::Arithmetic),
                    m => self[r] %= m,
                },
                Equal(r, o) => self[r] = (self[r] == self.value(o)).into(),
            }
            Ok(())
        }
    }

    pub fn run(source: &[u8], input: &[i64]) -> Result<i64, Failure> {
        let mut alu = Alu::default();
        let mut input = input.iter();
        for line in source.split(|c| *c == b'\n') {
            let instruction = parse(line)?;
            alu.execute(instruction, &mut input)?;
        }
        Ok(alu[Register::Z])
    }

    #[kernel]
    pub fn run_all(source: &[u8], inputs: &[[i64; 3]], out: &mut [i64]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = run(source, &inputs[i]).unwrap_or_else(Failure::code);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let inputs = [[1, 3, 0], [2, 7, 5], [-4, 13, 6], [9, 9, -1], [1 << 40, 3, 1]];
    let sources = [
        "inp z\ninp x\nmul z 3\neql z x",
        "inp w\nadd z w\nmod z 2\ndiv w 2\nadd y w\nmod y 2\ninp x\nadd z y\nmul z x",
        "inp x\ninp x\ninp z\ninp w",
        "inp x\nadd q x",
        "inp x\nadd z 12x",
        "inp x\njmp z 12",
        "",
        "inp x\ninp y\ndiv x -3\nadd z x\ninp w\ndiv z w",
    ];
    let mut seen = Vec::new();
    for source in sources {
        let mut out = vec![0; inputs.len()];
        gpu::run_all(source.as_bytes(), &inputs, &mut out).dispatch(device)?;
        for (input, o) in inputs.iter().zip(&out) {
            assert_eq!(gpu::run(source.as_bytes(), input).unwrap_or_else(gpu::Failure::code), *o, "{source}");
        }
        seen.push(out[1]);
    }
    assert_eq!(seen, [0, 7, -4, -100 - 'q' as i64, -3, -2, -1, 0]);
    println!("alu: {seen:?}");
    Ok(())
}
