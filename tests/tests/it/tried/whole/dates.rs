use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Weekday {
        Monday,
        Tuesday,
        Wednesday,
        Thursday,
        Friday,
        Saturday,
        Sunday,
    }

    impl From<i32> for Weekday {
        fn from(days: i32) -> Self {
            use Weekday::*;
            const WEEK: [Weekday; 7] = [Thursday, Friday, Saturday, Sunday, Monday, Tuesday, Wednesday];
            WEEK[days.rem_euclid(7) as usize]
        }
    }

    impl Weekday {
        pub fn is_weekend(self) -> bool {
            self >= Weekday::Saturday
        }

        fn number(self) -> u32 {
            self as u32 + 1
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
    pub struct Date {
        year: i32,
        month: u8,
        day: u8,
    }

    pub fn is_leap(year: i32) -> bool {
        matches!((year % 4, year % 100, year % 400), (0, 1.., _) | (0, ..=-1, _) | (0, 0, 0))
    }

    const fn days_in_month(month: u8, leap: bool) -> Option<u8> {
        Some(match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => return None,
        })
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum DateError {
        Format,
        Month(u8),
        Day { day: u8, max: u8 },
    }

    fn digits<const N: usize>(text: &[u8]) -> Result<u32, DateError> {
        let text: &[u8; N] = text.try_into().map_err(|_| DateError::Format)?;
        text.iter().try_fold(0, |n, c| match c {
            b'0'..=b'9' => Ok(n * 10 + (c - b'0') as u32),
            _ => Err(DateError::Format),
        })
    }

    impl Date {
        pub fn new(year: i32, month: u8, day: u8) -> Result<Self, DateError> {
            let max = days_in_month(month, is_leap(year)).ok_or(DateError::Month(month))?;
            if !(1..=max).contains(&day) {
                return Err(DateError::Day { day, max });
            }
            Ok(Self { year, month, day })
        }

        pub fn parse(text: &[u8]) -> Result<Self, DateError> {
            let mut parts = text.splitn(3, |&c| c == b'-');
            let (Some(y), Some(m), Some(d)) = (parts.next(), parts.next(), parts.next()) else {
                return Err(DateError::Format);
            };
            Date::new(digits::<4>(y)? as i32, digits::<2>(m)? as u8, digits::<2>(d)? as u8)
        }

        /// Days since 1970-01-01.
        pub fn days(self) -> i32 {
            let Date { year, month, day } = self;
            let y = if month <= 2 { year - 1 } else { year };
            let era = y.div_euclid(400);
            let year_of_era = y - era * 400;
            let month = i32::from(month);
            let day_of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + i32::from(day) - 1;
            era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
        }

        pub fn from_days(days: i32) -> Self {
            let z = days + 719_468;
            let (era, day_of_era) = (z.div_euclid(146_097), z.rem_euclid(146_097));
            let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
            let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
            let m = (5 * day_of_year + 2) / 153;
            let day = (day_of_year - (153 * m + 2) / 5 + 1) as u8;
            let month = if m < 10 { m + 3 } else { m - 9 } as u8;
            Date { year: year_of_era + era * 400 + i32::from(month <= 2), month, day }
        }

        pub fn weekday(self) -> Weekday {
            self.days().into()
        }

        pub fn iso_week(self) -> (i32, u32) {
            let thursday = Date::from_days(self.days() + 4 - self.weekday().number() as i32);
            let first = Date { month: 1, day: 1, ..thursday };
            (thursday.year, (thursday.days() - first.days()) as u32 / 7 + 1)
        }

        pub fn add_months(self, n: i32) -> Self {
            let total = self.year * 12 + self.month as i32 - 1 + n;
            let (year, month) = (total.div_euclid(12), (total.rem_euclid(12) + 1) as u8);
            let day = self.day.min(days_in_month(month, is_leap(year)).unwrap_or(1));
            Date { year, month, day }
        }

        pub fn packed(self) -> i32 {
            self.year * 10_000 + self.month as i32 * 100 + self.day as i32
        }
    }

    impl std::ops::Sub for Date {
        type Output = i32;
        fn sub(self, other: Date) -> i32 {
            self.days() - other.days()
        }
    }

    impl std::ops::Add<i32> for Date {
        type Output = Date;
        fn add(self, days: i32) -> Date {
            Date::from_days(self.days() + days)
        }
    }

    pub fn work_days(from: Date, to: Date) -> usize {
        (0..to - from).map(|d| (from + d).weekday()).filter(|w| !w.is_weekend()).count()
    }

    pub fn facts(line: &[u8]) -> Result<[i32; 6], DateError> {
        let date = Date::parse(line)?;
        let (year, week) = date.iso_week();
        let later = date.add_months(13);
        let ordered = date < later && later.max(date) == later;
        Ok([date.days(), date.weekday() as i32, year * 100 + week as i32, later.packed(), work_days(date, date + 30) as i32, ordered as i32])
    }

    #[kernel]
    pub fn all_facts(lines: &[[u8; 10]], out: &mut [[i32; 6]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = facts(&lines[i]).unwrap_or_else(|e| match e {
                DateError::Format => [-1; 6],
                DateError::Month(m) => [-2, m.into(), 0, 0, 0, 0],
                DateError::Day { day, max } => [-3, day.into(), max.into(), 0, 0, 0],
            });
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let lines = [*b"1970-01-01", *b"2024-02-29", *b"2000-12-31", *b"1900-02-29", *b"2026-13-01", *b"2026/01/01", *b"2021-01-03", *b"999-11-111"];
    let mut out = [[0; 6]; 8];
    gpu::all_facts(&lines, &mut out).dispatch(device)?;
    assert_eq!(out[0][..4], [0, 3, 197001, 19710201]);
    assert_eq!(out[1][..4], [19782, 3, 202409, 20250329]);
    assert_eq!(out[2][..4], [11322, 6, 200052, 20020131]);
    assert_eq!(out[3], [-3, 29, 28, 0, 0, 0]);
    assert_eq!(out[4], [-2, 13, 0, 0, 0, 0]);
    assert_eq!(out[5], [-1; 6]);
    assert_eq!(out[6][..3], [18630, 6, 202053]);
    assert_eq!(out[7], [-1; 6]);
    for (l, o) in lines.iter().zip(&out) {
        if let Ok(f) = gpu::facts(l) {
            assert_eq!(f, *o);
        }
    }
    println!("dates: {:?}", out[1]);
    Ok(())
}
