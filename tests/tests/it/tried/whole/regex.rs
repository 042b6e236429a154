use vyre::prelude::*;

/// Regular expressions as programs of a virtual machine, run on all threads at once (Thompson and Pike).
#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    const MAX: usize = 32;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum Inst {
        #[default]
        Match,
        Byte(u8),
        Any,
        Class { low: u8, high: u8, negated: bool },
        Split(usize, usize),
        Jump(usize),
        Start,
        End,
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ParseError {
        TooLong,
        NothingToRepeat,
        UnclosedClass,
        TrailingBackslash,
    }

    pub struct Regex {
        program: [Inst; MAX],
        len: usize,
    }

    impl Regex {
        fn push(&mut self, inst: Inst) -> Result<usize, ParseError> {
            let slot = self.program.get_mut(self.len).ok_or(ParseError::TooLong)?;
            *slot = inst;
            self.len += 1;
            Ok(self.len - 1)
        }

        fn insert(&mut self, at: usize, inst: Inst) -> Result<(), ParseError> {
            self.push(Inst::Match)?;
            self.program.copy_within(at..self.len - 1, at + 1);
            self.program[at] = inst;
            Ok(())
        }

        /// Concatenations of bytes, `.`, classes, anchors and escapes, each with `*`, `+` or `?`.
        pub fn parse(pattern: &[u8]) -> Result<Self, ParseError> {
            let mut regex = Regex { program: Default::default(), len: 0 };
            let mut rest = pattern;
            let mut last = None;
            while let Some((&c, tail)) = rest.split_first() {
                rest = tail;
                match c {
                    b'*' | b'+' | b'?' => {
                        let start: usize = last.take().ok_or(ParseError::NothingToRepeat)?;
                        let end = regex.len;
                        match c {
                            b'*' => {
                                regex.insert(start, Inst::Split(start + 1, end + 2))?;
                                regex.push(Inst::Jump(start))?;
                            }
                            b'+' => {
                                regex.push(Inst::Split(start, end + 1))?;
                            }
                            _ => regex.insert(start, Inst::Split(start + 1, end + 1))?,
                        }
                        continue;
                    }
                    b'^' => {
                        regex.push(Inst::Start)?;
                        last = None;
                        continue;
                    }
                    b'$' => {
                        regex.push(Inst::End)?;
                        last = None;
                        continue;
                    }
                    _ => {}
                }
                let inst = match c {
                    b'.' => Inst::Any,
                    b'\\' => {
                        let (&escaped, tail) = rest.split_first().ok_or(ParseError::TrailingBackslash)?;
                        rest = tail;
                        match escaped {
                            b'd' => Inst::Class { low: b'0', high: b'9', negated: false },
                            b'D' => Inst::Class { low: b'0', high: b'9', negated: true },
                            other => Inst::Byte(other),
                        }
                    }
                    b'[' => match rest {
                        [b'^', low, b'-', high, b']', tail @ ..] => {
                            rest = tail;
                            Inst::Class { low: *low, high: *high, negated: true }
                        }
                        [low, b'-', high, b']', tail @ ..] => {
                            rest = tail;
                            Inst::Class { low: *low, high: *high, negated: false }
                        }
                        _ => return Err(ParseError::UnclosedClass),
                    },
                    other => Inst::Byte(other),
                };
                last = Some(regex.push(inst)?);
            }
            regex.push(Inst::Match)?;
            Ok(regex)
        }

        fn follow(&self, threads: &mut Threads, pc: usize, text: &[u8], at: usize) {
            let mut stack = [0usize; MAX];
            let mut depth = 1;
            stack[0] = pc;
            while depth > 0 {
                depth -= 1;
                let pc = stack[depth];
                if !threads.insert(pc) {
                    continue;
                }
                let mut push = |pc| {
                    stack[depth] = pc;
                    depth += 1;
                };
                match self.program[pc] {
                    Inst::Jump(to) => push(to),
                    Inst::Split(first, second) => {
                        push(second);
                        push(first);
                    }
                    Inst::Start if at == 0 => push(pc + 1),
                    Inst::End if at == text.len() => push(pc + 1),
                    _ => {}
                }
            }
        }

        /// Where the first match ends that can be found: the shortest of the leftmost.
        pub fn find(&self, text: &[u8]) -> Option<(usize, usize)> {
            (0..=text.len()).find_map(|start| self.match_at(text, start).map(|end| (start, end)))
        }

        fn match_at(&self, text: &[u8], start: usize) -> Option<usize> {
            let mut threads = Threads::default();
            self.follow(&mut threads, 0, text, start);
            let mut at = start;
            loop {
                if threads.iter().any(|pc| self.program[pc] == Inst::Match) {
                    return Some(at);
                }
                let &c = text.get(at)?;
                at += 1;
                let mut next = Threads::default();
                for pc in threads.iter() {
                    let taken = match self.program[pc] {
                        Inst::Any => true,
                        Inst::Byte(b) => b == c,
                        Inst::Class { low, high, negated } => (low..=high).contains(&c) != negated,
                        _ => false,
                    };
                    if taken {
                        self.follow(&mut next, pc + 1, text, at);
                    }
                }
                if next.is_empty() {
                    return None;
                }
                threads = next;
            }
        }
    }

    #[derive(Clone, Copy, Default, PartialEq)]
    pub struct Threads(u32);

    impl Threads {
        fn insert(&mut self, pc: usize) -> bool {
            let before = self.0;
            self.0 |= 1 << pc;
            self.0 != before
        }

        fn is_empty(self) -> bool {
            self.0 == 0
        }

        fn iter(self) -> impl Iterator<Item = usize> {
            (0..MAX).filter(move |pc| self.0 >> pc & 1 == 1)
        }
    }

    pub fn search(pattern: &[u8], text: &[u8]) -> [i32; 2] {
        match Regex::parse(pattern) {
            Ok(regex) => regex.find(text).map_or([-1, -1], |(start, end)| [start as i32, end as i32]),
            Err(error) => [-2, error as i32],
        }
    }

    #[kernel(workgroup_size = 32)]
    pub fn search_all(pattern: &[u8], lines: &[[u8; 24]], out: &mut [[i32; 2]]) {
        let i = invocation_id().x as usize;
        let Some(slot) = out.get_mut(i) else { return };
        let line = &lines[i];
        let len = line.iter().position(|&b| b == 0).unwrap_or(line.len());
        *slot = search(pattern, &line[..len]);
    }
}

fn line(text: &str) -> [u8; 24] {
    let mut line = [0; 24];
    line[..text.len()].copy_from_slice(text.as_bytes());
    line
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let texts = ["", "abc", "aabbcc", "x = 12;", "year 2024-05-17", "a.b", "nothing here at all ...."];
    let lines = texts.map(line);
    let cases: [(&str, [[i32; 2]; 7]); 6] = [
        ("a*b", [[-1, -1], [0, 2], [0, 3], [-1, -1], [-1, -1], [2, 3], [-1, -1]]),
        ("^$", [[0, 0], [-1, -1], [-1, -1], [-1, -1], [-1, -1], [-1, -1], [-1, -1]]),
        ("\\d+-\\d", [[-1, -1], [-1, -1], [-1, -1], [-1, -1], [5, 11], [-1, -1], [-1, -1]]),
        ("[^a-z] ?=", [[-1, -1], [-1, -1], [-1, -1], [1, 3], [-1, -1], [-1, -1], [-1, -1]]),
        ("\\.\\.\\.\\.$", [[-1, -1], [-1, -1], [-1, -1], [-1, -1], [-1, -1], [-1, -1], [20, 24]]),
        ("+a", [[-2, 1]; 7]),
    ];
    for (pattern, expected) in cases {
        let mut out = [[0; 2]; 7];
        gpu::search_all(pattern.as_bytes(), &lines, &mut out).dispatch(device)?;
        assert_eq!(out, expected, "{pattern}");
        let host = texts.map(|text| gpu::search(pattern.as_bytes(), text.as_bytes()));
        assert_eq!(host, expected, "{pattern}");
    }
    Ok(())
}
