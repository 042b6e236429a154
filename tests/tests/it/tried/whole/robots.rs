use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use std::ops::{Add, AddAssign};
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub enum Direction {
        #[default]
        North,
        East,
        South,
        West,
    }

    impl Direction {
        const ALL: [Direction; 4] = [Self::North, Self::East, Self::South, Self::West];

        fn turned(self, quarter: i32) -> Self {
            Self::ALL[(self as i32 + quarter).rem_euclid(4) as usize]
        }

        const fn step(self) -> Point {
            match self {
                Direction::North => Point { x: 0, y: 1 },
                Direction::East => Point { x: 1, y: 0 },
                Direction::South => Point { x: 0, y: -1 },
                Direction::West => Point { x: -1, y: 0 },
            }
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Point {
        pub x: i32,
        pub y: i32,
    }

    impl Point {
        pub fn manhattan(self) -> u32 {
            self.x.unsigned_abs() + self.y.unsigned_abs()
        }

        fn inside(self, room: (i32, i32)) -> bool {
            (0..room.0).contains(&self.x) && (0..room.1).contains(&self.y)
        }
    }

    impl Add for Point {
        type Output = Point;
        fn add(self, rhs: Point) -> Point {
            Point { x: self.x + rhs.x, y: self.y + rhs.y }
        }
    }

    impl AddAssign for Point {
        fn add_assign(&mut self, rhs: Point) {
            *self = *self + rhs;
        }
    }

    pub enum Command {
        Left,
        Right,
        Forward(u8),
        Jump { by: Point },
    }

    pub struct Commands<'a> {
        text: &'a [u8],
    }

    impl<'a> Iterator for Commands<'a> {
        type Item = Result<Command, u8>;

        fn next(&mut self) -> Option<Self::Item> {
            let (&first, rest) = self.text.split_first()?;
            self.text = rest;
            Some(match first {
                b'L' => Ok(Command::Left),
                b'R' => Ok(Command::Right),
                b'A' => Ok(Command::Forward(1)),
                d if d.is_ascii_digit() => Ok(Command::Forward(d - b'0')),
                b'J' => match rest {
                    &[x, y, ref tail @ ..] => {
                        self.text = tail;
                        Ok(Command::Jump { by: Point { x: x as i32 - 'm' as i32, y: y as i32 - 'm' as i32 } })
                    }
                    _ => Err(b'J'),
                },
                other => Err(other),
            })
        }
    }

    #[derive(Clone, Copy, Debug, Default)]
    pub struct Robot {
        pub at: Point,
        pub facing: Direction,
        pub bumps: u32,
    }

    impl Robot {
        pub fn run(mut self, commands: &[u8], room: (i32, i32)) -> Result<Self, u8> {
            for command in (Commands { text: commands }) {
                match command? {
                    Command::Left => self.facing = self.facing.turned(-1),
                    Command::Right => self.facing = self.facing.turned(1),
                    Command::Forward(n) => {
                        for _ in 0..n {
                            let next = self.at + self.facing.step();
                            if !next.inside(room) {
                                self.bumps += 1;
                                break;
                            }
                            self.at = next;
                        }
                    }
                    Command::Jump { by } if (self.at + by).inside(room) => self.at += by,
                    Command::Jump { .. } => self.bumps += 1,
                }
            }
            Ok(self)
        }
    }

    #[kernel]
    pub fn simulate(starts: &[[i32; 2]], commands: &[[u8; 12]], out: &mut [[i32; 4]]) {
        let i = invocation_id().x as usize;
        if i >= out.len() {
            return;
        }
        let [x, y] = starts[i];
        let robot = Robot { at: Point { x, y }, ..Default::default() };
        let text = commands[i];
        let len = text.iter().position(|&c| c == b'.').unwrap_or(text.len());
        out[i] = match robot.run(&text[..len], (10, 8)) {
            Ok(Robot { at, facing, bumps }) => [at.x, at.y, facing as i32, bumps as i32],
            Err(c) => [-1, c as i32, 0, 0],
        };
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    use gpu::{Point, Robot};
    let starts = [[7, 3], [0, 0], [5, 5], [9, 7], [2, 2]];
    let commands = [*b"RAALAL......", *b"LA9R8R9L9...", *b"Jnk3xAAAAAAA", *b"RRJaaJlk2...", *b"J..........."];
    let mut out = [[0; 4]; 5];
    gpu::simulate(&starts, &commands, &mut out).dispatch(device)?;
    assert_eq!(out, [[9, 4, 3, 0], [9, 7, 0, 4], [-1, 120, 0, 0], [8, 3, 2, 1], [-1, 74, 0, 0]]);
    for ((s, c), o) in starts.iter().zip(&commands).zip(&out) {
        let text = c.split(|b| *b == b'.').next().unwrap();
        let r = Robot { at: Point { x: s[0], y: s[1] }, ..Default::default() }.run(text, (10, 8));
        match r {
            Ok(r) => assert_eq!([r.at.x, r.at.y, r.facing as i32, r.bumps as i32], *o),
            Err(e) => assert_eq!([-1, e as i32, 0, 0], *o),
        }
    }
    assert_eq!(Point { x: -3, y: 4 }.manhattan(), 7);
    println!("robots: {out:?}");
    Ok(())
}
