use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr, Sub};
    use vyre::prelude::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
    pub struct Bitboard(pub u64);

    impl BitAnd for Bitboard {
        type Output = Self;
        fn bitand(self, o: Self) -> Self {
            Self(self.0 & o.0)
        }
    }
    impl BitOr for Bitboard {
        type Output = Self;
        fn bitor(self, o: Self) -> Self {
            Self(self.0 | o.0)
        }
    }
    impl BitOrAssign for Bitboard {
        fn bitor_assign(&mut self, o: Self) {
            self.0 |= o.0;
        }
    }
    impl Not for Bitboard {
        type Output = Self;
        fn not(self) -> Self {
            Self(!self.0)
        }
    }
    impl Shl<u32> for Bitboard {
        type Output = Self;
        fn shl(self, n: u32) -> Self {
            Self(self.0 << n)
        }
    }
    impl Shr<u32> for Bitboard {
        type Output = Self;
        fn shr(self, n: u32) -> Self {
            Self(self.0 >> n)
        }
    }
    impl Sub for Bitboard {
        type Output = Self;
        fn sub(self, o: Self) -> Self {
            self & !o
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Square(u8);

    impl Square {
        pub fn new(file: i8, rank: i8) -> Option<Square> {
            if (0..8).contains(&file) && (0..8).contains(&rank) { Some(Square((rank * 8 + file) as u8)) } else { None }
        }

        pub fn parse(name: [u8; 2]) -> Option<Square> {
            let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name else {
                return None;
            };
            Square::new((file - b'a') as i8, (rank - b'1') as i8)
        }

        fn file(self) -> i8 {
            (self.0 % 8) as i8
        }

        fn rank(self) -> i8 {
            (self.0 / 8) as i8
        }

        fn offset(self, (df, dr): (i8, i8)) -> Option<Square> {
            Square::new(self.file() + df, self.rank() + dr)
        }
    }

    impl From<Square> for Bitboard {
        fn from(s: Square) -> Self {
            Bitboard(1 << s.0)
        }
    }

    impl FromIterator<Square> for Bitboard {
        fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Self {
            let mut board = Bitboard::default();
            for s in squares {
                board |= s.into();
            }
            board
        }
    }

    impl Iterator for Bitboard {
        type Item = Square;
        fn next(&mut self) -> Option<Square> {
            if self.0 == 0 {
                None
            } else {
                let s = Square(self.0.trailing_zeros() as u8);
                self.0 &= self.0 - 1;
                Some(s)
            }
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Piece {
        Knight,
        King,
        Rook,
        Bishop,
        Queen,
    }

    const ROOK: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const BISHOP: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

    impl Piece {
        fn from_letter(letter: char) -> Option<(Piece, bool)> {
            let piece = match letter.to_ascii_uppercase() {
                'N' => Piece::Knight,
                'K' => Piece::King,
                'R' => Piece::Rook,
                'B' => Piece::Bishop,
                'Q' => Piece::Queen,
                _ => return None,
            };
            Some((piece, letter.is_ascii_uppercase()))
        }

        pub fn attacks(self, from: Square, occupied: Bitboard) -> Bitboard {
            match self {
                Piece::Knight => KNIGHT.iter().filter_map(|&d| from.offset(d)).collect(),
                Piece::King => ROOK.iter().chain(&BISHOP).filter_map(|&d| from.offset(d)).collect(),
                Piece::Rook => slide(from, occupied, &ROOK),
                Piece::Bishop => slide(from, occupied, &BISHOP),
                Piece::Queen => Piece::Rook.attacks_sliding(from, occupied) | Piece::Bishop.attacks_sliding(from, occupied),
            }
        }

        fn attacks_sliding(self, from: Square, occupied: Bitboard) -> Bitboard {
            slide(from, occupied, if self == Piece::Rook { &ROOK } else { &BISHOP })
        }
    }

    fn slide(from: Square, occupied: Bitboard, directions: &[(i8, i8)]) -> Bitboard {
        let mut attacks = Bitboard::default();
        for &d in directions {
            let mut square = from;
            while let Some(next) = square.offset(d) {
                attacks |= next.into();
                if occupied & next.into() != Bitboard(0) {
                    break;
                }
                square = next;
            }
        }
        attacks
    }

    #[derive(Default)]
    pub struct Side {
        pieces: [Bitboard; 5],
    }

    impl Side {
        fn all(&self) -> Bitboard {
            self.pieces.iter().fold(Bitboard(0), |a, &b| a | b)
        }
    }

    /// How many moves white and black have, and how many pieces of the other side these take.
    pub fn mobility(placement: &[u8]) -> Option<[(u32, u32); 2]> {
        let mut sides = [Side::default(), Side::default()];
        for word in placement.split(|&c| c == b' ') {
            let [letter, file, rank] = *word else { return None };
            let (piece, white) = Piece::from_letter(letter as char)?;
            sides[!white as usize].pieces[piece as usize] |= Square::parse([file, rank])?.into();
        }
        let [white, black] = &sides;
        let occupied = white.all() | black.all();
        let count = |side: &Side, other: &Side| {
            const KINDS: [Piece; 5] = [Piece::Knight, Piece::King, Piece::Rook, Piece::Bishop, Piece::Queen];
            let mut moves = (0, 0);
            for (kind, board) in KINDS.into_iter().zip(side.pieces) {
                for square in board {
                    let targets = kind.attacks(square, occupied) - side.all();
                    moves.0 += targets.count() as u32;
                    moves.1 += (targets & other.all()).0.count_ones();
                }
            }
            moves
        };
        Some([count(white, black), count(black, white)])
    }

    #[kernel]
    pub fn mobilities(placements: &[[u8; 32]], out: &mut [[u32; 4]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = match mobility(placements[i].trim_ascii()) {
                Some([(a, b), (c, d)]) => [a, b, c, d],
                None => [u32::MAX; 4],
            };
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let placements = [
        *b"Ka1 kh8                         ",
        *b"Nb1 Rd4 Kg1 qd8 ke8             ",
        *b"Qd4 kd5 bc5                     ",
        *b"Ka1 pb2                         ",
        *b"Ka9                             ",
        *b"Ba1 bb2 nc3 Rc1                 ",
    ];
    let mut out = [[0; 4]; 6];
    gpu::mobilities(&placements, &mut out).dispatch(device)?;
    assert_eq!(out[0], [3, 0, 3, 0]);
    assert_eq!(out[3], [u32::MAX; 4]);
    assert_eq!(out[4], [u32::MAX; 4]);
    for (p, o) in placements.iter().zip(&out) {
        let expected = gpu::mobility(p.trim_ascii()).map_or([u32::MAX; 4], |[(a, b), (c, d)]| [a, b, c, d]);
        assert_eq!(expected, *o);
    }
    println!("bitboards: {out:?}");
    Ok(())
}
