use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub const WIDTH: usize = 10;
    pub const HEIGHT: usize = 20;
    const FULL: u16 = (1 << WIDTH) - 1;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[repr(u8)]
    pub enum Shape {
        I,
        O,
        T,
        S,
        Z,
        J,
        L,
    }

    impl Shape {
        pub const ALL: [Shape; 7] =
            [Shape::I, Shape::O, Shape::T, Shape::S, Shape::Z, Shape::J, Shape::L];

        const fn cells(self) -> [(i8, i8); 4] {
            use Shape::*;
            match self {
                I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
                O => [(0, 0), (1, 0), (0, 1), (1, 1)],
                T => [(-1, 0), (0, 0), (1, 0), (0, 1)],
                S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
                Z => [(1, 0), (0, 0), (0, 1), (-1, 1)],
                J => [(-1, 0), (0, 0), (1, 0), (-1, 1)],
                L => [(-1, 0), (0, 0), (1, 0), (1, 1)],
            }
        }
    }

    #[derive(Clone, Copy, Debug)]
    pub struct Piece {
        shape: Shape,
        turns: u8,
        x: i8,
        y: i8,
    }

    impl Piece {
        pub fn new(shape: Shape) -> Self {
            Piece { shape, turns: 0, x: WIDTH as i8 / 2 - 1, y: 0 }
        }

        fn cells(self) -> impl Iterator<Item = (i8, i8)> {
            self.shape.cells().into_iter().map(move |(x, y)| {
                let (x, y) = match self.turns % 4 {
                    0 => (x, y),
                    1 => (-y, x),
                    2 => (-x, -y),
                    _ => (y, -x),
                };
                (self.x + x, self.y + y)
            })
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Action {
        Left,
        Right,
        Turn,
        Down,
        Drop,
    }

    impl TryFrom<u8> for Action {
        type Error = u8;

        fn try_from(byte: u8) -> Result<Self, Self::Error> {
            match byte {
                b'<' => Ok(Action::Left),
                b'>' => Ok(Action::Right),
                b'^' => Ok(Action::Turn),
                b'v' => Ok(Action::Down),
                b'_' => Ok(Action::Drop),
                other => Err(other),
            }
        }
    }

    #[derive(Clone, Debug)]
    pub struct Board {
        rows: [u16; HEIGHT],
        pub score: u32,
    }

    impl Default for Board {
        fn default() -> Self {
            Board { rows: [0; HEIGHT], score: 0 }
        }
    }

    impl Board {
        fn fits(&self, piece: Piece) -> bool {
            piece.cells().all(|(x, y)| {
                (0..WIDTH as i8).contains(&x)
                    && y < HEIGHT as i8
                    && (y < 0 || self.rows[y as usize] >> x & 1 == 0)
            })
        }

        fn lock(&mut self, piece: Piece) {
            for (x, y) in piece.cells() {
                if let Ok(y) = usize::try_from(y) {
                    self.rows[y] |= 1 << x;
                }
            }
            let mut kept = [0; HEIGHT];
            let mut left = HEIGHT;
            for &row in self.rows.iter().rev().filter(|row| **row != FULL) {
                left -= 1;
                kept[left] = row;
            }
            self.score += match left {
                0 => 0,
                1 => 100,
                2 => 300,
                3 => 500,
                _ => 800,
            };
            self.rows = kept;
        }

        /// Whether the piece still falls.
        fn act(&mut self, piece: &mut Piece, action: Action) -> bool {
            let moved = match action {
                Action::Left => Piece { x: piece.x - 1, ..*piece },
                Action::Right => Piece { x: piece.x + 1, ..*piece },
                Action::Turn => Piece { turns: piece.turns + 1, ..*piece },
                Action::Down | Action::Drop => Piece { y: piece.y + 1, ..*piece },
            };
            if self.fits(moved) {
                *piece = moved;
                if action == Action::Drop {
                    while self.fits(Piece { y: piece.y + 1, ..*piece }) {
                        piece.y += 1;
                    }
                    self.lock(*piece);
                    return false;
                }
                return true;
            }
            if matches!(action, Action::Down | Action::Drop) {
                self.lock(*piece);
                return false;
            }
            true
        }

        pub fn heights(&self) -> [u8; WIDTH] {
            std::array::from_fn(|x| {
                self.rows.iter().position(|row| row >> x & 1 == 1).map_or(0, |top| (HEIGHT - top) as u8)
            })
        }
    }

    pub fn play(moves: &[u8]) -> Board {
        let mut board = Board::default();
        let mut shapes = Shape::ALL.iter().copied().cycle();
        let mut piece = Piece::new(shapes.next().unwrap());
        for action in moves.iter().flat_map(|&m| Action::try_from(m)) {
            if !board.act(&mut piece, action) {
                piece = Piece::new(shapes.next().unwrap());
            }
        }
        board
    }

    #[kernel]
    pub fn play_all(games: &[[u8; 24]], heights: &mut [[u8; WIDTH]], scores: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < games.len() {
            let board = play(&games[i]);
            heights[i] = board.heights();
            scores[i] = board.score;
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let games: Vec<[u8; 24]> = [
        *b"<<<<_>>>>_^<<_v_        ",
        *b"________________________",
        *b"<<<_>>>>_^_x?<<<<^^_>_>>",
        *b"vvvvvvvvvvvvvvvvvvvvvvvv",
    ]
    .to_vec();
    let mut heights = vec![[0u8; gpu::WIDTH]; games.len()];
    let mut scores = vec![7; games.len()];
    gpu::play_all(&games, &mut heights, &mut scores).invocations([games.len() as u32, 1, 1]).dispatch(device)?;
    for (i, game) in games.iter().enumerate() {
        let board = gpu::play(game);
        assert_eq!((heights[i], scores[i]), (board.heights(), board.score), "{i}");
    }
    // The first: I on the left at columns 0 to 3.
    assert!(heights[0][0] >= 1 && heights[3][3..7].iter().any(|h| *h == 1));
    println!("{heights:?}");
    Ok(())
}
