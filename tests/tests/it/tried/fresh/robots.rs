//! Robots that walk by a text of commands, with loops.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Direction {
        North,
        East,
        South,
        West,
    }

    use Direction::*;

    impl Direction {
        const ROUND: [Direction; 4] = [North, East, South, West];

        fn right(self) -> Self {
            Self::ROUND[(self as usize + 1) % 4]
        }

        fn left(self) -> Self {
            Self::ROUND[(self as usize + 3) % 4]
        }

        const fn step(self) -> (i32, i32) {
            match self {
                North => (0, -1),
                East => (1, 0),
                South => (0, 1),
                West => (-1, 0),
            }
        }
    }

    #[derive(Clone, Copy)]
    struct Robot {
        at: (i32, i32),
        heading: Direction,
        visited: [u64; 4],
    }

    impl Robot {
        const SIZE: i32 = 16;

        fn mark(&mut self) {
            let bit = (self.at.1 * Self::SIZE + self.at.0) as usize;
            self.visited[bit / 64] |= 1 << (bit % 64);
        }

        fn forward(&mut self, n: u32) -> &mut Self {
            let (dx, dy) = self.heading.step();
            for _ in 0..n {
                let (x, y) = (self.at.0 + dx, self.at.1 + dy);
                if !(0..Self::SIZE).contains(&x) || !(0..Self::SIZE).contains(&y) {
                    break;
                }
                self.at = (x, y);
                self.mark();
            }
            self
        }
    }

    #[kernel]
    pub fn walk(commands: &[[u8; 12]], ends: &mut [[i32; 2]], seen: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i >= commands.len() {
            return;
        }
        let mut robot = Robot { at: (8, 8), heading: North, visited: [0; 4] };
        robot.mark();
        let mut commands = commands[i].iter().copied().peekable();
        'all: while let Some(command) = commands.next() {
            let mut count = 0;
            while let Some(digit) = commands.next_if(u8::is_ascii_digit) {
                count = count * 10 + u32::from(digit - b'0');
            }
            match command {
                b'F' => {
                    robot.forward(count.max(1));
                }
                b'R' => (0..count.max(1)).for_each(|_| robot.heading = robot.heading.right()),
                b'L' => robot.heading = robot.heading.left(),
                b'U' => {
                    robot.heading = robot.heading.left().left();
                    robot.forward(1).forward(count);
                }
                _ => break 'all,
            }
        }
        ends[i] = robot.at.into();
        seen[i] = robot.visited.iter().map(|word| word.count_ones()).sum();
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let commands = [*b"F3RF2RF1.F99", *b"F20L2F20....", *b"R3FFU4......", *b"FRFRFRFRFRFR"];
    let (mut ends, mut seen) = ([[0; 2]; 4], [0; 4]);
    kernels::walk(&commands, &mut ends, &mut seen).dispatch(device)?;
    // (8, 5), (10, 5), (10, 6): 1 + 3 + 2 + 1. (8, 0), (0, 0): 1 + 8 + 8. West by two, then back by five: 6..=11. Round a square: 4.
    assert_eq!(ends, [[10, 6], [0, 0], [11, 8], [9, 7]]);
    assert_eq!(seen, [7, 17, 6, 4]);
    Ok(())
}
