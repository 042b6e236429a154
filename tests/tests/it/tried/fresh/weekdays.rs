//! Days since 1970 as dates, and the Fridays that are the 13th.

use vyre::prelude::*;

#[vyre::module]
mod kernels {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Weekday {
        Monday = 1,
        Tuesday,
        Wednesday,
        Thursday,
        Friday,
        Saturday,
        Sunday,
    }

    impl Weekday {
        const ALL: [Weekday; 7] = [
            Self::Monday,
            Self::Tuesday,
            Self::Wednesday,
            Self::Thursday,
            Self::Friday,
            Self::Saturday,
            Self::Sunday,
        ];

        pub fn is_weekend(self) -> bool {
            self >= Weekday::Saturday
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Date {
        pub year: i32,
        pub month: u8,
        pub day: u8,
    }

    pub fn is_leap(year: i32) -> bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    const fn days_of(month: u8) -> i32 {
        match month {
            4 | 6 | 9 | 11 => 30,
            2 => 28,
            _ => 31,
        }
    }

    impl From<i32> for Date {
        fn from(days: i32) -> Date {
            let mut rest = days;
            let mut year = 1970;
            loop {
                let length = if is_leap(year) { 366 } else { 365 };
                if rest < length {
                    break;
                }
                rest -= length;
                year += 1;
            }
            let mut month = 1u8;
            while rest >= days_of(month) + (month == 2 && is_leap(year)) as i32 {
                rest -= days_of(month) + (month == 2 && is_leap(year)) as i32;
                month += 1;
            }
            Date { year, month, day: rest as u8 + 1 }
        }
    }

    pub fn weekday(days: i32) -> Weekday {
        Weekday::ALL[(days + 3).rem_euclid(7) as usize]
    }

    #[kernel]
    pub fn fridays(count: &[AtomicU32], weekends: &[AtomicU32], last: &mut [[i32; 4]], n: u32) {
        let i = invocation_id().x;
        if i >= n {
            return;
        }
        let (date, day) = (Date::from(i as i32), weekday(i as i32));
        if day == Weekday::Friday && date.day == 13 {
            count[0].fetch_add(1);
        }
        if day.is_weekend() {
            weekends[0].fetch_add(1);
        }
        if i == n - 1 {
            last[0] = [date.year, date.month.into(), i32::from(date.day), day as i32];
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let n = 20_000;
    let (mut count, mut weekends, mut last) = ([0], [0], [[0; 4]]);
    kernels::fridays(&mut count, &mut weekends, &mut last, n).invocations([n, 1, 1]).dispatch(device)?;
    // By a calendar that counts up day by day; 1 January 1970 was a Thursday.
    let (mut y, mut m, mut d, mut w) = (1970, 1, 1, 4);
    let (mut friday13, mut free) = (0, 0);
    for day in 0..n {
        friday13 += (w == 5 && d == 13) as u32;
        free += (w >= 6) as u32;
        if day == n - 1 {
            assert_eq!(last[0], [y, m, d, w]);
        }
        let leap = y % 4 == 0 && (y % 100 != 0 || y % 400 == 0);
        let length = [31, 28 + leap as i32, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m as usize - 1];
        d += 1;
        if d > length {
            (d, m) = (1, m + 1);
        }
        if m > 12 {
            (m, y) = (1, y + 1);
        }
        w = w % 7 + 1;
    }
    assert_eq!((count[0], weekends[0]), (friday13, free));
    Ok(())
}
