use vyre::prelude::*;

#[vyre::data]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Frame {
    columns: u32,
    left: u32,
    right: u32,
    free: u32,
}

impl Frame {
    #[vyre::function]
    fn new(columns: u32, left: u32, right: u32, all: u32) -> Frame {
        Frame { columns, left, right, free: all & !(columns | left | right) }
    }

    #[vyre::function]
    fn place(&mut self, all: u32) -> Option<Frame> {
        if self.free == 0 {
            return None;
        }
        let bit = self.free & self.free.wrapping_neg();
        self.free ^= bit;
        Some(Frame::new(self.columns | bit, (self.left | bit) << 1, (self.right | bit) >> 1, all))
    }
}

/// How many ways there are with the first queen in a column.
#[vyre::function]
fn count<const N: usize>(column: u32) -> u32 {
    let all = (1u32 << N) - 1;
    let bit = 1 << column;
    let mut stack = [Frame::default(); 16];
    stack[1] = Frame::new(bit, bit << 1, bit >> 1, all);
    let mut depth = 1;
    let mut found = 0;
    while depth > 0 {
        match stack[depth].place(all) {
            None => depth -= 1,
            Some(_) if depth + 1 == N => found += 1,
            Some(next) => {
                depth += 1;
                stack[depth] = next;
            }
        }
    }
    found
}

#[vyre::kernel(workgroup_size = 8)]
fn queens(out: &mut [u32], size: u32) {
    let column = invocation_id().x;
    if column < size && (column as usize) < out.len() {
        out[column as usize] = match size {
            4 => count::<4>(column),
            6 => count::<6>(column),
            8 => count::<8>(column),
            other => {
                assert!(other == 0, "no such board");
                0
            }
        };
    }
}

/// Where a knight gets in exactly `moves` moves, as a board of bits.
#[vyre::kernel]
fn knights(squares: &[u32], moves: u32, out: &mut [u64]) {
    let i = invocation_id().x as usize;
    if i >= out.len() {
        return;
    }
    const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let mut board = 1u64 << squares[i];
    for _ in 0..moves {
        let mut next = 0;
        for square in (0..64).filter(|s| board >> s & 1 == 1) {
            let (file, rank) = (square % 8, square / 8);
            next |= JUMPS
                .iter()
                .map(|(df, dr)| (file + df, rank + dr))
                .filter(|(f, r)| (0..8).contains(f) && (0..8).contains(r))
                .fold(0, |bits, (f, r)| bits | 1u64 << (r * 8 + f));
        }
        board = next;
    }
    out[i] = board;
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    for (size, ways) in [(4, 2), (6, 4), (8, 92)] {
        let mut out = vec![0; size as usize];
        queens(&mut out, size).dispatch(device)?;
        assert_eq!(out.iter().sum::<u32>(), ways);
        assert!(out.iter().eq(out.iter().rev()));
    }
    let mut out = [0u64; 2];
    knights(&[0, 27], 1, &mut out).dispatch(device)?;
    assert_eq!(out[0], 1 << 17 | 1 << 10);
    assert_eq!(out[1].count_ones(), 8);
    knights(&[0, 27], 2, &mut out).dispatch(device)?;
    assert_eq!(out[0] & 1, 1);
    assert!(matches!(queens(&mut [0], 5).dispatch(device), Err(vyre::Error::Assertion { .. })));
    println!("{out:x?}");
    Ok(())
}
