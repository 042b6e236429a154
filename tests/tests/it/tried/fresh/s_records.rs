//! A text with structs, constants and modules, run on slices of a host's struct.

use vyre::prelude::*;
use vyre::{Module, Value};

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Reading {
    sensor: u32,
    celsius: f32,
    flags: [u8; 4],
}

const TEXT: &str = r#"
    use units::Fahrenheit;

    const LIMIT: f32 = 2.0 * HALF;
    const HALF: f32 = 50.0;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Reading { sensor: u32, celsius: f32, flags: [u8; 4] }

    mod units {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Fahrenheit(pub f32);

        impl From<super::Reading> for Fahrenheit {
            fn from(r: super::Reading) -> Self {
                Fahrenheit(r.celsius * 1.8 + 32.0)
            }
        }
    }

    impl Reading {
        fn is_good(&self) -> bool {
            let [first, .., last] = self.flags;
            first == 0 && last < 5
        }

        fn checked(self) -> Result<Fahrenheit, u32> {
            if self.is_good() { Ok(self.into()) } else { Err(self.sensor) }
        }
    }

    #[kernel(workgroup_size = 32)]
    fn convert(readings: &mut [Reading], hot: &[AtomicU32], bad: &[AtomicU32]) {
        let i = invocation_id().x as usize;
        let Some(reading) = readings.get_mut(i) else { return };
        match reading.checked() {
            Ok(Fahrenheit(f)) => {
                reading.celsius = f;
                if f > LIMIT { hot[0].fetch_add(1); }
            }
            Err(sensor) => {
                reading.flags[1] += 1;
                bad[0].fetch_or(1 << sensor);
            }
        }
    }

    fn sum(readings: &[Reading]) -> (f32, u32) {
        readings.iter().fold((0.0, 0), |(sum, n), r| (sum + r.celsius, n + r.is_good() as u32))
    }
"#;

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let module = Module::compile_named("readings.rs", TEXT)?;
    let mut readings: Vec<Reading> = (0..50u32).map(|i| Reading { sensor: i % 7, celsius: i as f32, flags: [(i % 5 == 4) as u8, 255, 0, (i % 6) as u8] }).collect();
    let start = readings.clone();
    let (mut hot, mut bad) = ([0u32], [0u32]);
    let sent = Module::from_wire(&module.to_wire())?;
    let kernel = sent.kernel("convert")?;
    assert_eq!(kernel.parameters().len(), 3);
    kernel.launch([Arg::write(&mut readings), Arg::write(&mut hot), Arg::write(&mut bad)]).dispatch(device)?;
    let (mut h, mut b) = (0, 0);
    for (new, old) in readings.iter().zip(start) {
        let mut expected = old;
        if old.flags[0] == 0 && old.flags[3] < 5 {
            expected.celsius = old.celsius * 1.8 + 32.0;
            h += (expected.celsius > 100.0) as u32;
        } else {
            expected.flags[1] = old.flags[1].wrapping_add(1);
            b |= 1 << old.sensor;
        }
        assert_eq!(*new, expected);
    }
    assert_eq!((hot, bad), ([h], [b]));
    let reading = |celsius: f32, flag: u8| Value::Struct(vec![("sensor".into(), Value::U32(1)), ("celsius".into(), Value::F32(celsius)), ("flags".into(), Value::Array(vec![Value::U8(0), Value::U8(0), Value::U8(0), Value::U8(flag)]))]);
    let result = module.function("sum")?.call(&[Value::Array(vec![reading(1.5, 0), reading(2.0, 9)])])?;
    assert_eq!(result, Value::Tuple(vec![Value::F32(3.5), Value::U32(1)]));
    Ok(())
}
