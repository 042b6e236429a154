use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Error {
        NotEnoughPinsLeft,
        GameComplete,
    }

    #[derive(Clone, Copy, Debug, Default)]
    struct Frame {
        rolls: [Option<u16>; 3],
        bonus: u16,
    }

    impl Frame {
        fn pins(&self) -> u16 {
            self.rolls.iter().flatten().sum()
        }

        fn is_strike(&self) -> bool {
            self.rolls[0] == Some(10)
        }

        fn is_spare(&self) -> bool {
            !self.is_strike() && self.rolls[0].zip(self.rolls[1]).map(|(a, b)| a + b == 10).unwrap_or(false)
        }

        fn is_complete(&self, last: bool) -> bool {
            match self.rolls {
                [Some(10), Some(_), None] | [Some(10), None, None] if last => false,
                [Some(10), ..] => true,
                [Some(a), Some(b), None] if last && a + b == 10 => false,
                [Some(_), Some(_), _] => true,
                _ => false,
            }
        }

        fn push(&mut self, pins: u16, last: bool) -> Result<(), Error> {
            let standing = match (self.rolls, last) {
                ([Some(10), Some(10), _], true) => 10,
                ([Some(10), Some(b), _], true) => 10 - b,
                ([Some(10), None, _], true) => 10,
                ([Some(a), Some(b), _], true) if a + b == 10 => 10,
                ([Some(a), ..], _) => 10 - a,
                _ => 10,
            };
            if pins > standing {
                return Err(Error::NotEnoughPinsLeft);
            }
            let slot = self.rolls.iter_mut().find(|r| r.is_none()).ok_or(Error::GameComplete)?;
            *slot = Some(pins);
            Ok(())
        }
    }

    pub struct Game {
        frames: [Frame; 10],
        current: usize,
    }

    impl Game {
        pub fn new() -> Self {
            Self { frames: [Frame::default(); 10], current: 0 }
        }

        pub fn roll(&mut self, pins: u16) -> Result<(), Error> {
            if self.current >= self.frames.len() {
                return Err(Error::GameComplete);
            }
            let last = self.current == 9;
            let frame = &mut self.frames[self.current];
            frame.push(pins, last)?;
            if frame.is_complete(last) {
                self.current += 1;
            }
            Ok(())
        }

        pub fn score(&self) -> Option<u16> {
            if self.current < 10 {
                return None;
            }
            let mut total = 0;
            for (i, frame) in self.frames.iter().enumerate() {
                total += frame.pins();
                let mut next = self.frames[i + 1..].iter().flat_map(|f| f.rolls.iter().flatten());
                let bonus = if i == 9 {
                    0
                } else if frame.is_strike() {
                    2
                } else if frame.is_spare() {
                    1
                } else {
                    0
                };
                for _ in 0..bonus {
                    total += next.next()?;
                }
            }
            Some(total)
        }
    }

    pub fn play(rolls: &[u8]) -> Result<u16, u32> {
        let mut game = Game::new();
        for (i, &pins) in rolls.iter().enumerate() {
            game.roll(pins.into()).map_err(|e| match e {
                Error::NotEnoughPinsLeft => 100 + i as u32,
                Error::GameComplete => 200 + i as u32,
            })?;
        }
        game.score().ok_or(1)
    }

    #[kernel]
    pub fn scores(rolls: &[u8], starts: &[u32], out: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let rolls = &rolls[starts[i] as usize..starts[i + 1] as usize];
            out[i] = match play(rolls) {
                Ok(score) => score as u32,
                Err(e) => e << 16,
            };
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let games: [&[u8]; 8] = [
        &[10; 12],
        &[5; 21],
        &[9, 0, 9, 0, 9, 0, 9, 0, 9, 0, 9, 0, 9, 0, 9, 0, 9, 0, 9, 0],
        &[10, 7, 3, 9, 0, 10, 0, 8, 8, 2, 0, 6, 10, 10, 10, 8, 1],
        &[5, 6],
        &[10; 13],
        &[0, 0, 3],
        &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 6, 5],
    ];
    let rolls = games.concat();
    let mut starts = vec![0u32];
    for g in games {
        starts.push(starts.last().unwrap() + g.len() as u32);
    }
    let mut out = vec![0u32; games.len()];
    gpu::scores(&rolls, &starts, &mut out).dispatch(device)?;
    assert_eq!(out, [300, 150, 90, 167, 101 << 16, 212 << 16, 1 << 16, 120 << 16]);
    for (g, o) in games.iter().zip(&out) {
        assert_eq!(gpu::play(g).map_or_else(|e| e << 16, u32::from), *o);
    }
    println!("bowling: {out:?}");
    Ok(())
}
