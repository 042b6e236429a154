//! Vending machines that read their coins and buttons.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum State {
        Idle,
        Credit { cents: u32 },
        Sold { item: u8, change: u32 },
        Broken(u8),
    }

    #[derive(Clone, Copy)]
    pub enum Event {
        Coin(u32),
        Button(u8),
        Kick,
    }

    impl TryFrom<u8> for Event {
        type Error = u8;

        fn try_from(byte: u8) -> Result<Self, Self::Error> {
            match byte {
                b'1'..=b'9' => Ok(Event::Coin((byte - b'0') as u32 * 10)),
                b'A'..=b'F' => Ok(Event::Button(byte - b'A')),
                b'!' => Ok(Event::Kick),
                other => Err(other),
            }
        }
    }

    const PRICES: [u32; 6] = [50, 70, 100, 120, 150, 200];

    impl State {
        pub fn next(self, event: Event) -> State {
            match (self, event) {
                (State::Broken(_), _) => self,
                (_, Event::Kick) => State::Broken(b'!'),
                (State::Idle | State::Sold { .. }, Event::Coin(cents)) => State::Credit { cents },
                (State::Credit { cents }, Event::Coin(more)) => State::Credit { cents: cents + more },
                (State::Credit { cents }, Event::Button(item)) if cents >= PRICES[item as usize] => {
                    State::Sold { item, change: cents - PRICES[item as usize] }
                }
                (state, Event::Button(_)) => state,
            }
        }
    }

    pub fn run(tape: &[u8]) -> State {
        tape.iter().fold(State::Idle, |state, &byte| match Event::try_from(byte) {
            Ok(event) => state.next(event),
            Err(bad) => State::Broken(bad),
        })
    }

    #[kernel]
    pub fn machines(tapes: &[[u8; 8]], out: &mut [[u32; 3]]) {
        let i = invocation_id().x as usize;
        if let Some(tape) = tapes.get(i) {
            out[i] = match run(tape) {
                State::Idle => [0, 0, 0],
                State::Credit { cents } => [1, cents, 0],
                State::Sold { item, change } => [2, u32::from(item), change],
                State::Broken(why) => [3, why.into(), 0],
            };
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let tapes = [*b"55A12CCC", *b"AAAAAAAA", *b"99F99F9F", *b"12!45678", *b"12345?78"];
    let mut out = [[9; 3]; 5];
    kernels::machines(&tapes, &mut out).dispatch(device)?;
    // 50 + 50 buys A with 50 back, then 10 + 20 is too little for C. 180 is too little for F, 360 buys it, and 90 is credit again.
    assert_eq!(out, [[1, 30, 0], [0, 0, 0], [1, 90, 0], [3, 33, 0], [3, 63, 0]]);
    Ok(())
}
