use vyre::prelude::*;

#[vyre::module]
mod gpu {
    use vyre::prelude::*;

    /// Saturating fixed point, Q16.16.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
    pub struct Fixed(pub i32);

    impl Fixed {
        pub const ONE: Fixed = Fixed(1 << 16);
        pub const ZERO: Fixed = Fixed(0);

        pub const fn from_int(n: i32) -> Self {
            Fixed(n << 16)
        }

        pub const fn ratio(a: i32, b: i32) -> Self {
            Fixed(((a as i64) << 16).wrapping_div(b as i64) as i32)
        }

        fn saturate(wide: i64) -> Self {
            Fixed(wide.clamp(i32::MIN as i64, i32::MAX as i64) as i32)
        }
    }

    macro_rules! operators {
        ($($trait:ident $method:ident |$a:ident, $b:ident| $body:expr;)*) => {
            $(impl std::ops::$trait for Fixed {
                type Output = Self;
                fn $method(self, other: Self) -> Self {
                    let ($a, $b) = (self.0 as i64, other.0 as i64);
                    Fixed::saturate($body)
                }
            })*
        };
    }

    operators! {
        Add add |a, b| a + b;
        Sub sub |a, b| a - b;
        Mul mul |a, b| (a * b) >> 16;
        Div div |a, b| (a << 16).checked_div(b).unwrap_or(i64::MAX);
    }

    impl std::ops::AddAssign for Fixed {
        fn add_assign(&mut self, rhs: Self) {
            *self = *self + rhs;
        }
    }

    impl From<i16> for Fixed {
        fn from(n: i16) -> Self {
            Fixed::from_int(n.into())
        }
    }

    #[derive(Clone, Copy)]
    pub struct Pid {
        kp: Fixed,
        ki: Fixed,
        kd: Fixed,
        integral: Fixed,
        last: Option<Fixed>,
    }

    impl Pid {
        pub fn new(kp: Fixed, ki: Fixed, kd: Fixed) -> Self {
            Pid { kp, ki, kd, integral: Fixed::ZERO, last: None }
        }

        pub fn update(&mut self, error: Fixed, dt: Fixed) -> Fixed {
            let limit = Fixed::from(50);
            self.integral = (self.integral + error * dt).clamp(Fixed::ZERO - limit, limit);
            let slope = match self.last.replace(error) {
                Some(last) => (error - last) / dt,
                None => Fixed::default(),
            };
            self.kp * error + self.ki * self.integral + self.kd * slope
        }
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    pub enum Mode {
        Idle,
        Heating { power: Fixed },
        Cooling { until: u16 },
        Fault(Code),
    }

    #[derive(Clone, Copy, PartialEq, Debug)]
    #[repr(u8)]
    pub enum Code {
        SensorOpen = 3,
        OverTemperature = 7,
    }

    #[derive(Clone, Copy)]
    pub enum Event {
        Sample(Fixed),
        SensorLost,
        Reset,
    }

    pub struct Controller {
        pid: Pid,
        mode: Mode,
        target: Fixed,
        tick: u16,
    }

    impl Controller {
        const TOO_HOT: Fixed = Fixed::from_int(120);
        const DT: Fixed = Fixed::ratio(1, 10);

        pub fn new(target: Fixed) -> Self {
            Self { pid: Pid::new(Fixed::from_int(2), Fixed::ratio(1, 2), Fixed::ratio(1, 20)), mode: Mode::Idle, target, tick: 0 }
        }

        pub fn handle(&mut self, event: Event) -> Mode {
            self.tick = self.tick.wrapping_add(1);
            let error = |t: Fixed| self.target - t;
            self.mode = match (self.mode, event) {
                (Mode::Fault(Code::SensorOpen), Event::Reset) => Mode::Idle,
                (fault @ Mode::Fault(_), _) => fault,
                (_, Event::SensorLost) => Mode::Fault(Code::SensorOpen),
                (_, Event::Sample(t)) if t > Self::TOO_HOT => Mode::Fault(Code::OverTemperature),
                (Mode::Cooling { until }, Event::Sample(_)) if self.tick < until => self.mode,
                (Mode::Heating { .. } | Mode::Idle | Mode::Cooling { .. }, Event::Sample(t)) => {
                    let e = error(t);
                    let power = self.pid.update(e, Self::DT).clamp(Fixed::ZERO, Fixed::ONE * 10.into());
                    if power == Fixed::ZERO {
                        Mode::Cooling { until: self.tick + 3 }
                    } else {
                        Mode::Heating { power }
                    }
                }
                (mode, Event::Reset) => mode,
            };
            self.mode
        }
    }

    pub fn simulate(target: i16, start: i16, lost_at: u32) -> (Fixed, u32) {
        let mut temperature = Fixed::from(start);
        let mut controller = Controller::new(target.into());
        let mut log = 0u32;
        for step in 0..60 {
            let event = if step == lost_at {
                Event::SensorLost
            } else if step == lost_at + 5 {
                Event::Reset
            } else {
                Event::Sample(temperature)
            };
            let heat = match controller.handle(event) {
                Mode::Heating { power } => power,
                Mode::Idle | Mode::Cooling { .. } => Fixed::ZERO,
                Mode::Fault(code) => {
                    log = log.wrapping_mul(31).wrapping_add(code as u32);
                    Fixed::ZERO
                }
            };
            let loss = (temperature - Fixed::from_int(20)) * Fixed::ratio(1, 50);
            temperature += heat * Fixed::ratio(3, 10) - loss;
        }
        (temperature, log)
    }

    #[kernel]
    pub fn run(targets: &[i16], out: &mut [[i32; 2]]) {
        let i = invocation_id().x as usize;
        if i < out.len() {
            let (temperature, log) = simulate(targets[i], 15 + i as i16, 10 * i as u32);
            out[i] = [temperature.0, log as i32];
        }
    }
}

pub(super) fn main(device: &Device) -> Result<(), vyre::Error> {
    let targets = [60i16, 21, 80, -5, 110, 300, 119];
    let mut out = [[0; 2]; 7];
    gpu::run(&targets, &mut out).dispatch(device)?;
    for (i, o) in out.iter().enumerate() {
        let (t, log) = gpu::simulate(targets[i], 15 + i as i16, 10 * i as u32);
        assert_eq!([t.0, log as i32], *o);
    }
    assert!((out[2][0] - (80 << 16)).abs() < 8 << 16);
    println!("thermostat: {out:?}");
    Ok(())
}
