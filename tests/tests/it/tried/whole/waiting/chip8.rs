use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    const FONT: [u8; 80] = [
        0xF0, 0x90, 0x90, 0x90, 0xF0, 0x20, 0x60, 0x20, 0x20, 0x70, 0xF0, 0x10, 0xF0, 0x80, 0xF0, 0xF0, 0x10, 0xF0, 0x10, 0xF0, 0x90, 0x90, 0xF0,
        0x10, 0x10, 0xF0, 0x80, 0xF0, 0x10, 0xF0, 0xF0, 0x80, 0xF0, 0x90, 0xF0, 0xF0, 0x10, 0x20, 0x40, 0x40, 0xF0, 0x90, 0xF0, 0x90, 0xF0, 0xF0,
        0x90, 0xF0, 0x10, 0xF0, 0xF0, 0x90, 0xF0, 0x90, 0x90, 0xE0, 0x90, 0xE0, 0x90, 0xE0, 0xF0, 0x80, 0x80, 0x80, 0xF0, 0xE0, 0x90, 0x90, 0x90,
        0xE0, 0xF0, 0x80, 0xF0, 0x80, 0xF0, 0xF0, 0x80, 0xF0, 0x80, 0x80,
    ];
    const START: u16 = 0x200;
    const MEMORY: usize = 1024;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Fault {
        UnknownOpcode(u16),
        StackOverflow,
        StackUnderflow,
    }

    type Step = Result<bool, Fault>;

    pub struct Cpu {
        memory: [u8; MEMORY],
        v: [u8; 16],
        i: u16,
        pc: u16,
        stack: [u16; 8],
        sp: usize,
        delay: u8,
        screen: [u64; 32],
    }

    impl Cpu {
        pub fn new(program: &[u8]) -> Self {
            let mut memory = [0; MEMORY];
            memory[..FONT.len()].copy_from_slice(&FONT);
            for (to, &from) in memory.iter_mut().skip(START as usize).zip(program) {
                *to = from;
            }
            Cpu { memory, v: [0; 16], i: 0, pc: START, stack: [0; 8], sp: 0, delay: 0, screen: [0; 32] }
        }

        fn fetch(&mut self) -> u16 {
            let at = self.pc as usize;
            self.pc += 2;
            u16::from_be_bytes([self.memory[at], self.memory[at + 1]])
        }

        fn skip_if(&mut self, condition: bool) {
            if condition {
                self.pc += 2;
            }
        }

        fn draw(&mut self, x: u8, y: u8, rows: u8) -> bool {
            let mut hit = false;
            for row in 0..rows {
                let sprite = (self.memory[self.i as usize + row as usize] as u64) << 56 >> (x % 64);
                let line = &mut self.screen[(y as usize + row as usize) % 32];
                hit |= *line & sprite != 0;
                *line ^= sprite;
            }
            hit
        }

        pub fn step(&mut self) -> Step {
            let opcode = self.fetch();
            let nibbles = (opcode >> 12, (opcode >> 8 & 15) as usize, (opcode >> 4 & 15) as usize, opcode & 15);
            let nnn = opcode & 0xfff;
            let nn = (opcode & 0xff) as u8;
            self.delay = self.delay.saturating_sub(1);
            match nibbles {
                (0, 0, 0, 0) => return Ok(false),
                (0, 0, 0xe, 0) => self.screen.fill(0),
                (0, 0, 0xe, 0xe) => {
                    self.sp = self.sp.checked_sub(1).ok_or(Fault::StackUnderflow)?;
                    self.pc = self.stack[self.sp];
                }
                (1, ..) => self.pc = nnn,
                (2, ..) => {
                    *self.stack.get_mut(self.sp).ok_or(Fault::StackOverflow)? = self.pc;
                    self.sp += 1;
                    self.pc = nnn;
                }
                (3, x, ..) => self.skip_if(self.v[x] == nn),
                (4, x, ..) => self.skip_if(self.v[x] != nn),
                (5, x, y, 0) => self.skip_if(self.v[x] == self.v[y]),
                (6, x, ..) => self.v[x] = nn,
                (7, x, ..) => self.v[x] = self.v[x].wrapping_add(nn),
                (8, x, y, op) => {
                    let (a, b) = (self.v[x], self.v[y]);
                    let (value, flag) = match op {
                        0 => (b, None),
                        1 => (a | b, None),
                        2 => (a & b, None),
                        3 => (a ^ b, None),
                        4 => {
                            let (sum, carry) = a.overflowing_add(b);
                            (sum, Some(carry))
                        }
                        5 => (a.wrapping_sub(b), Some(a >= b)),
                        6 => (a >> 1, Some(a & 1 == 1)),
                        7 => (b.wrapping_sub(a), Some(b >= a)),
                        0xe => (a << 1, Some(a >> 7 == 1)),
                        _ => return Err(Fault::UnknownOpcode(opcode)),
                    };
                    self.v[x] = value;
                    if let Some(flag) = flag {
                        self.v[0xf] = flag.into();
                    }
                }
                (9, x, y, 0) => self.skip_if(self.v[x] != self.v[y]),
                (0xa, ..) => self.i = nnn,
                (0xd, x, y, n) => {
                    let hit = self.draw(self.v[x], self.v[y], n as u8);
                    self.v[0xf] = u8::from(hit);
                }
                (0xf, x, 0, 7) => self.v[x] = self.delay,
                (0xf, x, 1, 5) => self.delay = self.v[x],
                (0xf, x, 1, 0xe) => self.i += u16::from(self.v[x]),
                (0xf, x, 2, 9) => self.i = self.v[x] as u16 * 5,
                (0xf, x, 3, 3) => {
                    let digits = [self.v[x] / 100, self.v[x] / 10 % 10, self.v[x] % 10];
                    self.memory[self.i as usize..][..3].copy_from_slice(&digits);
                }
                (0xf, x, 5, 5) => {
                    for k in 0..=x {
                        self.memory[self.i as usize + k] = self.v[k];
                    }
                }
                (0xf, x, 6, 5) => {
                    let from = self.i as usize;
                    self.v[..=x].copy_from_slice(&self.memory[from..=from + x]);
                }
                _ => return Err(Fault::UnknownOpcode(opcode)),
            }
            Ok(true)
        }

        pub fn run(&mut self, limit: u32) -> Result<u32, Fault> {
            for n in 0..limit {
                if !self.step()? {
                    return Ok(n);
                }
            }
            Ok(limit)
        }

        pub fn lit(&self) -> u32 {
            self.screen.iter().map(|row| row.count_ones()).sum()
        }
    }

    pub fn report(program: &[u8]) -> [u32; 4] {
        let mut cpu = Cpu::new(program);
        match cpu.run(500) {
            Ok(steps) => [steps, cpu.lit(), cpu.v[0] as u32 | (cpu.v[1] as u32) << 8, cpu.v[15] as u32],
            Err(Fault::UnknownOpcode(code)) => [u32::MAX, 1, code as u32, 0],
            Err(Fault::StackOverflow) => [u32::MAX, 2, 0, 0],
            Err(Fault::StackUnderflow) => [u32::MAX, 3, 0, 0],
        }
    }

    #[kernel(workgroup_size = 16)]
    pub fn emulate(programs: &[[u8; 32]], out: &mut [[u32; 4]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = report(&programs[i]);
        }
    }
}

fn program(words: &[u16]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (pair, w) in bytes.chunks_exact_mut(2).zip(words) {
        pair.copy_from_slice(&w.to_be_bytes());
    }
    bytes
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let programs = [
        program(&[0x6005, 0x6103, 0x8014, 0x0000]),
        program(&[0x60ff, 0x6102, 0x8014]),
        program(&[0x600a, 0xf029, 0x6101, 0xd115]),
        program(&[0x6000, 0x7001, 0x300a, 0x1202, 0x0000]),
        program(&[0x2200]),
        program(&[0x00ee]),
        program(&[0x600c, 0x8009]),
        program(&[0x60fe, 0xa300, 0xf033, 0xf265, 0x0000]),
        program(&[0x2206, 0x71ff, 0x0000, 0x600d, 0x8106, 0x00ee]),
    ];
    let mut out = vec![[0; 4]; programs.len()];
    gpu::emulate(&programs, &mut out).dispatch(device)?;
    assert_eq!(out[0], [3, 0, 8 | 3 << 8, 0]);
    assert_eq!(out[1], [3, 0, 1 | 2 << 8, 1]);
    assert_eq!(out[2], [4, 14, 10 | 1 << 8, 0]);
    assert_eq!(out[3][0], 1 + 3 * 10 - 1);
    assert_eq!(out[4], [u32::MAX, 2, 0, 0]);
    assert_eq!(out[5], [u32::MAX, 3, 0, 0]);
    assert_eq!(out[6], [u32::MAX, 1, 0x8009, 0]);
    assert_eq!(out[7], [4, 0, 2 | 5 << 8, 0]);
    assert_eq!(out[8], [5, 0, 13 | 255 << 8, 0]);
    for (p, o) in programs.iter().zip(&out) {
        assert_eq!(gpu::report(p), *o);
    }
    println!("chip8: {} programs", out.len());
    Ok(())
}
