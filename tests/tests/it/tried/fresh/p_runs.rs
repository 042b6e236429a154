//! Sessions of users: events by time, and runs of the same user.

use vyre::prelude::*;

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Span {
    first: u64,
    last: u64,
    events: u32,
    errors: u32,
}

#[vyre::function]
fn join(a: Span, b: Span) -> Span {
    Span { first: a.first.min(b.first), last: a.last.max(b.last), events: a.events + b.events, errors: a.errors + b.errors }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let users: Vec<u32> = (0..800u32).map(|i| i / 7 * 13 % 5).collect();
    let times: Vec<u64> = (0..800u64).map(|i| 1_700_000_000_000 + i * 1000 + i * i % 17).collect();
    let codes: Vec<u16> = (0..800u32).map(|i| [200, 404, 500, 200, 301][i as usize * 3 % 5]).collect();
    let (user, time, code) = (device.buffer(&users)?, device.buffer(&times)?, device.buffer(&codes)?);

    let spans = time
        .par_iter()
        .zip(code.par_iter())
        .map(func!(|(t, c): (u64, u16)| Span { first: t, last: t, events: 1, errors: (c >= 400) as u32 }))
        .collect()?;
    let none = Span { first: u64::MAX, last: 0, events: 0, errors: 0 };
    let (who, sessions) = user.reduce_by_key(&spans, none, func!(join))?;
    let longest = sessions.par_iter().map(func!(|s: Span| s.last - s.first)).arg_max()?.unwrap();

    let mut expected: Vec<(u32, Span)> = vec![];
    for k in 0..800 {
        let own = Span { first: times[k], last: times[k], events: 1, errors: (codes[k] >= 400) as u32 };
        match expected.last_mut() {
            Some((user, span)) if *user == users[k] => *span = Span { first: span.first.min(own.first), last: span.last.max(own.last), events: span.events + 1, errors: span.errors + own.errors },
            _ => expected.push((users[k], own)),
        }
    }
    let (users, spans): (Vec<_>, Vec<_>) = expected.into_iter().unzip();
    let lengths: Vec<u64> = spans.iter().map(|s| s.last - s.first).collect();
    assert_eq!(lengths[longest as usize], *lengths.iter().max().unwrap());
    assert_eq!(lengths.iter().position(|l| *l == lengths[longest as usize]), Some(longest as usize));
    assert_eq!((who.read()?, sessions.read()?), (users, spans));
    Ok(())
}
