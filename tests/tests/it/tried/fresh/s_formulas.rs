//! Formulas that a user types are compiled into kernels and called as functions.

use vyre::prelude::*;
use vyre::{Module, Value};

fn apply(device: &Device, formula: &str, x: &[f32], k: f32) -> Result<Vec<f32>, Box<dyn std::error::Error>> {
    let text = format!(
        "fn formula(x: f32, k: f32) -> f32 {{ {formula} }}
        #[kernel]
        fn apply(x: &[f32], out: &mut [f32], k: f32) {{
            let i = invocation_id().x as usize;
            if i < out.len() {{ out[i] = formula(x[i], k); }}
        }}"
    );
    let module = Module::compile(&text)?;
    let mut out = vec![0.0f32; x.len()];
    module.kernel("apply")?.launch([Arg::read(x), Arg::write(&mut out), Arg::value(k)]).dispatch(device)?;
    let function = module.function("formula")?;
    for (x, out) in x.iter().zip(&out) {
        assert_eq!(function.call(&[Value::F32(*x), Value::F32(k)])?, Value::F32(*out));
    }
    Ok(out)
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let x = [0.0f32, 1.0, -2.5, 100.0];
    assert_eq!(apply(device, "x * k + 1.0", &x, 2.0)?, x.map(|x| x * 2.0 + 1.0));
    assert_eq!(apply(device, "if x < 0.0 { -x } else { x.sqrt() * k }", &x, 0.5)?, x.map(|x| if x < 0.0 { -x } else { x.sqrt() * 0.5 }));
    assert_eq!(apply(device, "let y = (x / k).floor(); (y as i32).rem_euclid(3) as f32", &x, 0.7)?, x.map(|x| ((x / 0.7).floor() as i32).rem_euclid(3) as f32));
    assert_eq!(apply(device, "[x, k, 3.0].iter().copied().fold(f32::NEG_INFINITY, f32::max)", &x, 2.0)?, x.map(|x| x.max(2.0).max(3.0)));
    let error = Module::compile("fn f(x: u32) -> u32 {\n    let y = x + 1.5;\n    y + z\n}").unwrap_err();
    let lines: Vec<u32> = error.iter().map(|d| d.line()).collect();
    assert_eq!(lines, [2, 3], "{error}");
    assert!(error.to_string().contains("z"));
    Ok(())
}
