//! Lines of a log: fields, levels and durations with units.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub enum Level {
        Debug,
        Info,
        Warn,
        Error,
    }

    #[derive(Clone, Copy)]
    pub struct Line<'a> {
        level: Level,
        user: &'a [u8],
        micros: u64,
    }

    fn number(text: &[u8]) -> Option<u64> {
        if text.is_empty() {
            return None;
        }
        text.iter().try_fold(0u64, |n, c| {
            let digit = c.checked_sub(b'0').filter(|d| *d < 10)?;
            n.checked_mul(10)?.checked_add(digit.into())
        })
    }

    fn duration(text: &[u8]) -> Option<u64> {
        let (digits, factor) = match text {
            [digits @ .., b'u', b's'] => (digits, 1),
            [digits @ .., b'm', b's'] => (digits, 1_000),
            [digits @ .., b's'] => (digits, 1_000_000),
            _ => return None,
        };
        Some(number(digits)? * factor)
    }

    impl<'a> Line<'a> {
        fn parse(line: &'a [u8]) -> Option<Self> {
            let mut fields = line.split(|c| *c == b' ').filter(|f| !f.is_empty());
            let level = match fields.next()? {
                b"DEBUG" => Level::Debug,
                b"INFO" => Level::Info,
                b"WARN" => Level::Warn,
                b"ERROR" => Level::Error,
                _ => return None,
            };
            let user = fields.next()?.strip_prefix(b"user=")?;
            let micros = duration(fields.next()?)?;
            Some(Line { level, user, micros })
        }
    }

    #[kernel]
    pub fn scan(text: &[u8], starts: &[u32], total: &mut [u64], who: &mut [u32], worst: &mut [u32]) {
        let i = invocation_id().x as usize;
        if i >= total.len() {
            return;
        }
        let part = &text[starts[i] as usize..starts[i + 1] as usize];
        let mut highest = None;
        for line in part.split(|&c| c == b'\n').filter_map(Line::parse) {
            total[i] += line.micros;
            if line.user.eq_ignore_ascii_case(b"root") {
                who[i] += 1;
            }
            highest = highest.max(Some(line.level));
        }
        worst[i] = highest.map(|level| level as u32 + 1).unwrap_or_default();
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let parts = [
        "INFO user=anna 15ms\nWARN user=root 3s\n\nnonsense\n",
        "DEBUG  user=Root   7us\nERROR user=bob 99999999999999999999us\nINFO user=bob 1us",
        "",
        "ERROR user=x 2ms\nERROR user=x 2m\nINFO nouser 3s",
    ];
    let mut starts = vec![0];
    for part in parts {
        starts.push(starts[starts.len() - 1] + part.len() as u32);
    }
    let (mut total, mut who, mut worst) = ([0; 4], [0; 4], [9; 4]);
    kernels::scan(parts.concat().as_bytes(), &starts, &mut total, &mut who, &mut worst).dispatch(device)?;
    assert_eq!(total, [3_015_000, 8, 0, 2_000]);
    assert_eq!(who, [1, 1, 0, 0]);
    assert_eq!(worst, [3, 2, 0, 4]);
    Ok(())
}
