//! Running sums of a long buffer, by a pipeline of three kernels, sent as bytes.

use vyre::ir::DataType;
use vyre::prelude::*;
use vyre::{Length, Pipeline};

#[vyre::module]
mod kernels {
    use vyre::prelude::*;

    pub const BLOCK: usize = 64;

    fn place() -> (usize, usize) {
        (invocation_id().x as usize, workgroup_id().x as usize)
    }

    #[kernel(workgroup_size = 64)]
    pub fn sums(data: &[u32], sums: &mut [u32]) {
        let (i, block) = place();
        let total = workgroup_sum(data.get(i).copied().unwrap_or_default());
        if i % BLOCK == 0 {
            sums[block] = total;
        }
    }

    #[kernel(workgroup_size = 1)]
    pub fn starts(sums: &mut [u32]) {
        let mut running = 0;
        for sum in sums.iter_mut() {
            running += std::mem::replace(sum, running);
        }
    }

    #[kernel(workgroup_size = 64)]
    pub fn finish(data: &[u32], starts: &[u32], out: &mut [u32]) {
        let (i, block) = place();
        let x = if i < data.len() { data[i] } else { 0 };
        let own = workgroup_inclusive_sum(x);
        if let Some(slot) = out.get_mut(i) {
            *slot = own + starts[block];
        }
    }
}

pub fn main(device: &Device) -> Result<(), Box<dyn std::error::Error>> {
    let mut p = Pipeline::new();
    let data = p.input("data", DataType::U32);
    let out = p.output("out", DataType::U32, Length::of("data"));
    let blocks = || Length::of("data").div_ceil(kernels::BLOCK as u32);
    let sums = p.temporary("sums", DataType::U32, blocks());
    p.launch(kernels::sums::step(data, sums).workgroups([blocks(), 1.into(), 1.into()]));
    p.launch(kernels::starts::step(sums).workgroups([1u32, 1, 1]));
    p.launch(kernels::finish::step(data, sums, out));
    let valid = p.validate()?;
    let sent = Pipeline::from_wire(&valid.to_wire())?.validate()?;
    let text = valid.to_string();
    let parsed: Pipeline = text.parse()?;
    for n in [1usize, 64, 65, 1000] {
        let data: Vec<u32> = (0..n as u32).map(|i| i.wrapping_mul(2654435761)).collect();
        let expected: Vec<u32> = data.iter().scan(0u32, |s, x| { *s = s.wrapping_add(*x); Some(*s) }).collect();
        for p in [&valid, &sent, &parsed.clone().validate()?] {
            let outputs = device.run_pipeline(p, [("data", Arg::read(&data))])?;
            assert_eq!(outputs.read::<u32>("out")?, expected);
        }
    }
    Ok(())
}
