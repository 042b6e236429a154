//! Kernels of a text with types and constants as parameters, chosen while the program runs.

use vyre::prelude::*;
use vyre::{Error, Module};

const TEXT: &str = "
    pub mod windows {
        /// The largest of each window.
        #[kernel(workgroup_size = 64)]
        pub fn largest<T: vyre::Number, const N: usize>(data: &[T], out: &mut [T]) {
            let i = invocation_id().x as usize;
            if i < out.len() {
                out[i] = data[i..i + N].iter().copied().fold(data[i], |a, b| a.max(b));
            }
        }
    }

    #[kernel]
    fn powers<const N: u32>(data: &[u32], out: &mut [[u32; 3]]) {
        let i = invocation_id().x as usize;
        if let Some(&x) = data.get(i) {
            out[i] = std::array::from_fn(|k| x.pow(k as u32 + N));
        }
    }
";

fn largest<T: vyre::Element + PartialOrd + Default + std::fmt::Debug>(device: &Device, module: &Module, ty: &str, data: &[T]) -> Result<(), Box<dyn std::error::Error>> {
    for n in [1, 3] {
        let mut out = vec![T::default(); data.len() - n + 1];
        let kernel = module.kernel("windows::largest")?.with_type("T", ty).with("N", n as u32);
        kernel.launch([Arg::read(data), Arg::write(&mut out)]).dispatch(device)?;
        let expected: Vec<T> = data.windows(n).map(|w| w.iter().copied().fold(w[0], |a, b| if b > a { b } else { a })).collect();
        assert_eq!(out, expected);
    }
    Ok(())
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let module = Module::compile(TEXT)?;
    largest(device, &module, "f32", &[1.5f32, -2.0, 7.25, 0.0, 3.0])?;
    largest(device, &module, "i64", &[-5i64, i64::MIN, 9, i64::MAX, 0])?;
    largest(device, &module, "u8", &[1u8, 255, 7, 0])?;
    let (data, mut out) = ([2u32, 3, 10], [[0u32; 3]; 3]);
    module.kernel("powers")?.with("N", 1).launch([Arg::read(&data), Arg::write(&mut out)]).dispatch(device)?;
    assert_eq!(out, data.map(|x| [x, x * x, x * x * x]));
    let unset = module.kernel("powers")?.launch([Arg::read(&data), Arg::write(&mut out)]).dispatch(device);
    assert!(matches!(unset, Err(Error::KernelParameter { .. })));
    let missing = module.kernel("powers")?.with("N", 1).launch([Arg::read(&data)]).dispatch(device);
    assert!(matches!(missing, Err(Error::ArgumentCount { expected: 2, got: 1, .. })));
    assert_eq!(module.kernels().count(), 2);
    Ok(())
}
