use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Op {
        Move(i32),
        Add(u8),
        Output,
        Input,
        Open { end: usize },
        Close { start: usize },
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Error {
        Unbalanced { at: usize },
        TooLong,
        OutOfTape,
        Timeout,
    }

    type Result<T> = core::result::Result<T, Error>;

    const MAX_OPS: usize = 96;

    pub struct Program {
        ops: [Op; MAX_OPS],
        len: usize,
    }

    impl Program {
        fn push(&mut self, op: Op) -> Result<usize> {
            let at = self.len;
            match self.ops.get_mut(at) {
                Some(slot) => *slot = op,
                None => return Err(Error::TooLong),
            }
            self.len += 1;
            Ok(at)
        }

        pub fn parse(source: &[u8]) -> Result<Self> {
            let mut program = Program { ops: [Op::Output; MAX_OPS], len: 0 };
            let mut open = [0usize; 16];
            let mut depth = 0;
            let mut chars = source.iter().copied().enumerate().peekable();
            while let Some((at, c)) = chars.next() {
                let mut run = 1;
                if matches!(c, b'+' | b'-' | b'<' | b'>') {
                    while chars.next_if(|&(_, next)| next == c).is_some() {
                        run += 1;
                    }
                }
                match c {
                    b'>' => program.push(Op::Move(run))?,
                    b'<' => program.push(Op::Move(-run))?,
                    b'+' => program.push(Op::Add(run as u8))?,
                    b'-' => program.push(Op::Add((run as u8).wrapping_neg()))?,
                    b'.' => program.push(Op::Output)?,
                    b',' => program.push(Op::Input)?,
                    b'[' => {
                        open[depth] = program.push(Op::Open { end: 0 })?;
                        depth += 1;
                        continue;
                    }
                    b']' => {
                        if depth == 0 {
                            return Err(Error::Unbalanced { at });
                        }
                        depth -= 1;
                        let start = open[depth];
                        let end = program.push(Op::Close { start })?;
                        if let Op::Open { end: slot } = &mut program.ops[start] {
                            *slot = end;
                        }
                        end
                    }
                    _ => continue,
                };
            }
            if depth > 0 { Err(Error::Unbalanced { at: open[depth - 1] }) } else { Ok(program) }
        }
    }

    pub trait Write {
        fn write(&mut self, byte: u8);
    }

    #[derive(Default, Clone, Copy)]
    pub struct Line {
        pub bytes: [u8; 16],
        pub len: usize,
    }

    impl Write for Line {
        fn write(&mut self, byte: u8) {
            if let Some(b) = self.bytes.get_mut(self.len) {
                *b = byte;
            }
            self.len += 1;
        }
    }

    pub fn run(program: &Program, input: &[u8], out: &mut impl Write) -> Result<u32> {
        let mut tape = [0u8; 64];
        let mut at = 0i32;
        let mut input = input.iter();
        let mut pc = 0;
        let mut steps = 0;
        let ops = &program.ops[..program.len];
        while let Some(&op) = ops.get(pc) {
            steps += 1;
            if steps > 20_000 {
                return Err(Error::Timeout);
            }
            let cell = tape.get_mut(usize::try_from(at).map_err(|_| Error::OutOfTape)?).ok_or(Error::OutOfTape)?;
            match op {
                Op::Move(by) => at += by,
                Op::Add(n) => *cell = cell.wrapping_add(n),
                Op::Output => out.write(*cell),
                Op::Input => *cell = input.next().copied().unwrap_or_default(),
                Op::Open { end } if *cell == 0 => pc = end,
                Op::Close { start } if *cell != 0 => pc = start,
                Op::Open { .. } | Op::Close { .. } => {}
            }
            pc += 1;
        }
        Ok(steps)
    }

    pub fn execute(source: &[u8], input: &[u8]) -> (Line, i32) {
        let mut line = Line::default();
        let result = Program::parse(source).and_then(|program| run(&program, input, &mut line));
        let code = match result {
            Ok(steps) => steps as i32,
            Err(Error::Unbalanced { at }) => -100 - at as i32,
            Err(Error::TooLong) => -1,
            Err(Error::OutOfTape) => -2,
            Err(Error::Timeout) => -3,
        };
        (line, code)
    }

    #[kernel]
    pub fn execute_all(sources: &[u8], ends: &[u32], input: &[u8], lines: &mut [[u8; 16]], codes: &mut [i32]) {
        let i = invocation_id().x as usize;
        if i < codes.len() {
            let start = i.checked_sub(1).map_or(0, |before| ends[before]);
            let (line, code) = execute(&sources[start as usize..ends[i] as usize], input);
            lines[i] = line.bytes;
            codes[i] = code;
        }
    }
}

pub(super) fn main(device: &Device) -> std::result::Result<(), vyre::Error> {
    let sources = [
        "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.",
        ",[.,]",
        ",>,<[>+<-]>.",
        "+[",
        "]",
        "<+",
        "+[]",
        ">>>[-]",
        ">+<.>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.<>.",
    ];
    let text = sources.concat().into_bytes();
    let ends: Vec<u32> = sources
        .iter()
        .scan(0, |end, s| {
            *end += s.len() as u32;
            Some(*end)
        })
        .collect();
    let mut lines = vec![[0; 16]; sources.len()];
    let mut codes = vec![0; sources.len()];
    gpu::execute_all(&text, &ends, b"3A", &mut lines, &mut codes).dispatch(device)?;
    assert_eq!(&lines[0][..13], b"Hello World!\n");
    assert_eq!(&lines[1][..3], b"3A\0");
    assert_eq!(lines[2][0], b'3' + b'A');
    assert_eq!(codes[3..7], [-101, -100, -2, -3]);
    for (i, s) in sources.iter().enumerate() {
        let (line, code) = gpu::execute(s.as_bytes(), b"3A");
        assert_eq!((line.bytes, code), (lines[i], codes[i]));
    }
    println!("brainfuck: {codes:?}");
    Ok(())
}
