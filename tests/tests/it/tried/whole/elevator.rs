use vyre::prelude::*;

/// Elevators as state machines, with several strategies, for many days of calls.
#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    pub const FLOORS: usize = 8;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub enum State {
        #[default]
        Idle,
        Moving(Direction),
        Open { for_ticks: u32, then: Option<Direction> },
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Direction {
        Up,
        Down,
    }

    impl Direction {
        fn opposite(self) -> Self {
            match self {
                Self::Up => Self::Down,
                Self::Down => Self::Up,
            }
        }

        fn delta(self) -> i32 {
            match self {
                Self::Up => 1,
                Self::Down => -1,
            }
        }
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Event {
        Opened { floor: i32, at: u32 },
        Turned(Direction),
        Stopped,
    }

    pub trait Strategy {
        const WEIGHT: u32 = 1;

        fn next(&self, floor: i32, going: Option<Direction>, calls: &[bool; FLOORS]) -> Option<Direction>;

        fn cost(&self, ticks: u32) -> u32 {
            ticks * Self::WEIGHT
        }
    }

    fn any(calls: &[bool; FLOORS], floors: impl Iterator<Item = usize>) -> bool {
        floors.into_iter().any(|f| calls[f])
    }

    /// Goes on as long as somebody waits ahead.
    pub struct Sweep;

    impl Strategy for Sweep {
        fn next(&self, floor: i32, going: Option<Direction>, calls: &[bool; FLOORS]) -> Option<Direction> {
            let floor = floor as usize;
            let waits = |direction| match direction {
                Direction::Up => any(calls, floor + 1..FLOORS),
                Direction::Down => any(calls, 0..floor),
            };
            let first = going.unwrap_or(Direction::Up);
            [first, first.opposite()].into_iter().find(|&d| waits(d))
        }
    }

    /// Goes to who is nearest.
    #[derive(Default)]
    pub struct Nearest {
        pub prefer_down: bool,
    }

    impl Strategy for Nearest {
        const WEIGHT: u32 = 2;

        fn next(&self, floor: i32, _: Option<Direction>, calls: &[bool; FLOORS]) -> Option<Direction> {
            let target = calls
                .iter()
                .enumerate()
                .filter(|&(_, &waits)| waits)
                .map(|(f, _)| f as i32)
                .min_by_key(|f| ((f - floor).abs(), if self.prefer_down { *f } else { -f }))?;
            Some(if target > floor { Direction::Up } else { Direction::Down })
        }
    }

    pub struct Elevator<S> {
        strategy: S,
        state: State,
        floor: i32,
        calls: [bool; FLOORS],
        clock: u32,
    }

    impl<S: Strategy> Elevator<S> {
        const DOORS: u32 = 2;

        pub fn new(strategy: S) -> Self {
            Elevator { strategy, state: State::default(), floor: 0, calls: [false; FLOORS], clock: 0 }
        }

        pub fn call(&mut self, floor: usize) -> &mut Self {
            self.calls[floor] = true;
            self
        }

        fn arrive(&mut self, going: Option<Direction>) -> Option<Event> {
            let here = &mut self.calls[self.floor as usize];
            if std::mem::replace(here, false) {
                self.state = State::Open { for_ticks: Self::DOORS, then: going };
                return Some(Event::Opened { floor: self.floor, at: self.clock });
            }
            let next = self.strategy.next(self.floor, going, &self.calls);
            self.state = next.map_or(State::Idle, State::Moving);
            match (going, next) {
                (Some(a), Some(b)) if a != b => Some(Event::Turned(b)),
                (Some(_), None) => Some(Event::Stopped),
                _ => None,
            }
        }

        pub fn tick(&mut self) -> Option<Event> {
            self.clock += 1;
            match self.state {
                State::Idle => self.arrive(None),
                State::Moving(direction) => {
                    self.floor += direction.delta();
                    self.arrive(Some(direction))
                }
                State::Open { for_ticks: 0, then } => self.arrive(then),
                State::Open { ref mut for_ticks, .. } => {
                    *for_ticks -= 1;
                    None
                }
            }
        }

        pub fn is_done(&self) -> bool {
            self.state == State::Idle && !self.calls.contains(&true)
        }
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct Report {
        pub order: u32,
        pub turns: u32,
        pub waited: u32,
        pub cost: u32,
    }

    pub fn day<S: Strategy>(strategy: S, calls: &[[u8; 2]]) -> Report {
        let mut elevator = Elevator::new(strategy);
        let mut report = Report::default();
        let mut pending = calls.iter().peekable();
        while elevator.clock < 200 {
            while let Some(&[_, floor]) = pending.next_if(|[at, _]| u32::from(*at) <= elevator.clock) {
                elevator.call(floor.into());
            }
            match elevator.tick() {
                Some(Event::Opened { floor, at }) => {
                    report.order = report.order * 10 + floor as u32;
                    report.waited += at;
                }
                Some(Event::Turned(_)) => report.turns += 1,
                Some(Event::Stopped) | None => {}
            }
            if elevator.is_done() && pending.peek().is_none() {
                break;
            }
        }
        report.cost = elevator.strategy.cost(elevator.clock);
        report
    }

    pub fn compare(calls: &[[u8; 2]]) -> [Report; 3] {
        [day(Sweep, calls), day(Nearest::default(), calls), day(Nearest { prefer_down: true }, calls)]
    }

    #[kernel(workgroup_size = 16)]
    pub fn days(calls: &[[[u8; 2]; 5]], out: &mut [[[u32; 4]; 3]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            out[i] = compare(&calls[i]).map(|Report { order, turns, waited, cost }| [order, turns, waited, cost]);
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let calls = [
        [[0, 3], [0, 5], [0, 1], [0, 7], [0, 6]],
        [[0, 4], [6, 0], [6, 7], [7, 3], [7, 5]],
        [[0, 0], [1, 1], [30, 7], [60, 0], [90, 4]],
    ];
    let mut out = [[[0; 4]; 3]; 3];
    gpu::days(&calls, &mut out).dispatch(device)?;
    assert_eq!(out[0][0][0], 13567);
    assert_eq!(out[1].map(|r| r[0]), [45730, 45730, 43570]);
    assert_eq!(out[2].map(|r| r[0]), [1704; 3]);
    for (calls, out) in calls.iter().zip(&out) {
        let host = gpu::compare(calls).map(|r| [r.order, r.turns, r.waited, r.cost]);
        assert_eq!(host, *out);
    }
    Ok(())
}
