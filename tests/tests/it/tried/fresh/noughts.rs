//! Boards of noughts and crosses: who has won, and where the next one wins.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Cell {
        #[default]
        Empty,
        Nought,
        Cross,
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum Outcome {
        Won(Cell),
        Draw,
        Open { moves: usize },
    }

    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

    #[derive(Clone, Copy, Default)]
    pub struct Board([Cell; 9]);

    impl Board {
        pub fn parse(text: &[u8; 9]) -> Option<Self> {
            let mut board = Board::default();
            for (cell, &byte) in board.0.iter_mut().zip(text) {
                *cell = match byte.to_ascii_uppercase() {
                    b'O' => Cell::Nought,
                    b'X' => Cell::Cross,
                    b'.' => Cell::Empty,
                    _ => return None,
                };
            }
            Some(board)
        }

        pub fn outcome(&self) -> Outcome {
            let has_line = |who: Cell| LINES.iter().any(|line| line.iter().all(|&at| self.0[at] == who));
            if let Some(who) = [Cell::Nought, Cell::Cross].into_iter().find(|&who| has_line(who)) {
                return Outcome::Won(who);
            }
            match self.0.iter().filter(|cell| **cell == Cell::Empty).count() {
                0 => Outcome::Draw,
                moves => Outcome::Open { moves },
            }
        }

        pub fn with(mut self, at: usize, who: Cell) -> Self {
            self.0[at] = who;
            self
        }

        pub fn winning_move(&self, who: Cell) -> Option<usize> {
            (0..9).filter(|&at| self.0[at] == Cell::Empty).find(|&at| self.with(at, who).outcome() == Outcome::Won(who))
        }
    }

    #[kernel]
    pub fn judge(boards: &[[u8; 9]], out: &mut [[u32; 2]]) {
        let i = invocation_id().x as usize;
        if i < boards.len() {
            let Some(board) = Board::parse(&boards[i]) else {
                out[i] = [u32::MAX; 2];
                return;
            };
            let first = match board.outcome() {
                Outcome::Won(who) => who as u32,
                Outcome::Draw => 10,
                Outcome::Open { moves } => 20 + moves as u32,
            };
            out[i] = [first, board.winning_move(Cell::Cross).map_or(99, |at| at as u32)];
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let boards = [*b"xxx.oo...", *b"o.x.o.x.o", *b"xoxxoxoxo", *b"x.x......", *b".........", *b"xo?......"];
    let mut out = [[0; 2]; 6];
    kernels::judge(&boards, &mut out).dispatch(device)?;
    // On the first board every further cross leaves the first line, which is won.
    assert_eq!(out, [[2, 3], [1, 99], [10, 99], [27, 1], [29, 99], [u32::MAX; 2]]);
    Ok(())
}
